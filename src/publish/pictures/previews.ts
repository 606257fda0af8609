import { createHash } from 'node:crypto';
import path from 'node:path';
import { escapeHtml } from '#node/html.ts';
import { ROOT } from '#node/root.ts';
import type { LinkPreview, Picture } from '#site/media.ts';
import { openSharp } from './sharp.ts';

const PREVIEW = { width: 1200, height: 630 } as const;

/** Part of every file name: raise it when the drawing below changes. */
const RECIPE = '1';
const MARGIN = 64;
const NIGHT = '#17133a';
const STRIPE = ['#c40f68', '#f7a813', '#23704a', '#0b6b78', '#ab4021', '#c40f68'];

/** The letters that the display face has; a name in others is better off without a preview than in boxes. */
const DRAWABLE = /^[\x20-\x7e\xa0-\xff\u0131\u0152\u0153\u2013\u2014\u2018-\u201e\u2026]*$/;
const FACE = path.join(ROOT, 'src/styles/fonts/protest-strike-preview.ttf');

/** What previews are called among the variants. */
export const PREVIEW_FILE = /^[0-9a-f]{20}-og\.jpg$/;

/** The name of a preview's file, which follows from all that it shows; null when it cannot be drawn. */
export function previewName({ title, line }: LinkPreview, picture: Picture): string | null {
  if (!DRAWABLE.test(title + line)) return null;
  const shown = JSON.stringify([RECIPE, title, line, sourceOf(picture)]);
  return `${createHash('sha256').update(shown).digest('hex').slice(0, 20)}-og.jpg`;
}

/** Draws a link's preview, 1200 × 630: the picture, the name over its foot, and the colors of the site. */
export async function drawPreview(
  { title, line }: LinkPreview,
  picture: Picture,
  dir: string,
): Promise<Buffer> {
  const sharp = await openSharp();
  const { width, height } = PREVIEW;
  const words = async (text: string, size: number, color: string) => {
    const drawn = await sharp({
      text: {
        text: `<span foreground="${color}">${escapeHtml(text)}</span>`,
        font: `Protest Strike ${size}`,
        fontfile: FACE,
        width: width - 2 * MARGIN,
        // A word that is wider than the picture cannot be laid on it.
        wrap: 'word-char',
        rgba: true,
        dpi: 72,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { input: drawn.data, height: drawn.info.height };
  };
  const name = await fitting(title, (size) => words(title, size, '#fbf3e4'));
  const below = await words(line, 38, '#ffba36');
  const foot = height - 60;
  const top = foot - below.height - 24 - name.height;
  return sharp(path.join(dir, path.basename(sourceOf(picture))))
    .resize({ width, height, fit: 'cover', position: 'attention' })
    .composite([
      { input: Buffer.from(backdrop(top - 150)) },
      { input: name.input, left: MARGIN, top },
      { input: below.input, left: MARGIN, top: foot - below.height },
    ])
    .jpeg({ quality: 80, progressive: true })
    .toBuffer();
}

/** Large where the name is short; the longest names still leave the picture its half. */
async function fitting<T extends { height: number }>(
  title: string,
  draw: (size: number) => Promise<T>,
): Promise<T> {
  const sizes = title.length < 40 ? [96, 72, 52] : [72, 52];
  for (const size of sizes) {
    const drawn = await draw(size);
    if (drawn.height <= 190) return drawn;
  }
  return draw(40);
}

function backdrop(from: number): string {
  const { width, height } = PREVIEW;
  const step = width / STRIPE.length;
  const flags = STRIPE.map(
    (color, i) =>
      `<rect x="${i * step}" y="${height - 16}" width="${step}" height="16" fill="${color}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${NIGHT}" stop-opacity="0"/>
<stop offset=".45" stop-color="${NIGHT}" stop-opacity=".86"/><stop offset="1" stop-color="${NIGHT}"/></linearGradient>
<rect y="${from}" width="${width}" height="${height - from}" fill="url(#g)"/>${flags.join('')}</svg>`;
}

/** The widest variant that is not much larger than needed. */
function sourceOf(picture: Picture): string {
  const fit = picture.sources.find((source) => source.width >= PREVIEW.width);
  return (fit ?? picture.sources.at(-1))?.webp ?? '';
}
