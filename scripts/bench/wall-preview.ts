import { type Browser, chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { findChromium } from '#tests/support/chromium.ts';
import { type Figure, summary } from './stats.ts';

/** 12 megapixels. */
const SIDES = { width: 4000, height: 3000 } as const;
const PHONE = { width: 390, height: 844 };
const SLOWDOWN = 4;
const FRAME_MS = 16;
const MOVES = 240;
const RENDERERS = ['webgl', 'canvas'] as const;
/** Frames until the pace of this device is found. */
const WARM_UP = 30;

interface Frames {
  renderer: string;
  /** Milliseconds of the page's own thread: its handlers and what it draws. */
  work: number[];
  /** From one frame to the next. */
  apart: number[];
}

/**
 * A corner of a mural is dragged over a photo of 12 megapixels on a phone whose processor is four times as slow as this
 * one: how long each frame takes. A machine without a graphics processor draws WebGL by its processor, in a process
 * that is not slowed down.
 */
export async function measureWallPreview(origin: string): Promise<Figure[]> {
  const photo = await wallPhoto();
  const figures: Figure[] = [];
  for (const kind of RENDERERS) {
    const browser = await chromium.launch({
      executablePath: await findChromium(),
      args: ['--no-sandbox'],
    });
    try {
      const frames = await drag(browser, origin, photo, kind);
      figures.push(...figuresOf(frames));
    } finally {
      await browser.close();
    }
  }
  return figures;
}

function figuresOf({ renderer, work, apart }: Frames): Figure[] {
  const { p50, p95 } = summary(work);
  const against = { name: 'goal', value: FRAME_MS };
  const what = `a frame while a corner is dragged, ${renderer}, processor slowed ${SLOWDOWN} ×`;
  const detail = { frames: work.length, apart: summary(apart) };
  return [
    { name: `${what}, p50`, value: p50, unit: 'ms', against, better: 'smaller', detail },
    { name: `${what}, p95`, value: p95, unit: 'ms', against, better: 'smaller' },
  ];
}

/** As hard to compress as a photograph. */
async function wallPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 150, sigma: 30 } as const;
  return sharp({ create: { ...SIDES, channels: 3, background: '#999', noise } })
    .jpeg()
    .toBuffer();
}

async function drag(
  browser: Browser,
  origin: string,
  buffer: Buffer,
  kind: (typeof RENDERERS)[number],
): Promise<Frames> {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.addInitScript(watchFrames, kind === 'canvas');
  const list = await (await fetch(`${origin}/murals`)).text();
  await page.goto(origin + (/href="(\/mural\/[^"]+)"/.exec(list)?.[1] ?? ''));
  await page.getByRole('button', { name: 'See it on your wall' }).click();
  const dialog = page.getByRole('dialog', { name: 'See it on your wall' });
  await dialog
    .getByLabel('Choose a Photo')
    .setInputFiles({ name: 'wall.jpg', mimeType: 'image/jpeg', buffer });
  const stage = dialog.locator('.wall-stage');
  await stage.waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await moveCorner(page);
  const { work, apart } = await page.evaluate(
    () => (globalThis as unknown as { frames: Frames }).frames,
  );
  const renderer = (await stage.getAttribute('data-renderer')) ?? '';
  await context.close();
  return { renderer, work: work.slice(WARM_UP), apart: apart.slice(WARM_UP) };
}

/** In circles, one move after the other, as a finger does. */
async function moveCorner(page: Page): Promise<void> {
  const corner = await page.getByRole('button', { name: 'Top left corner' }).boundingBox();
  if (!corner) throw new Error('no corner');
  const [x, y] = [corner.x + corner.width / 2, corner.y + corner.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let n = 0; n < MOVES; n++)
    await page.mouse.move(x + 30 * Math.sin(n / 9), y + 30 * Math.cos(n / 9) - 30);
  await page.mouse.up();
}

/** Counts what the page does in each frame in which a pointer moved. Runs in the page. */
function watchFrames(noGraphics: boolean): void {
  const frames: Omit<Frames, 'renderer'> = { work: [], apart: [] };
  Object.assign(globalThis, { frames });
  if (noGraphics) {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      ...args: unknown[]
    ) {
      return args[0] === 'webgl' ? null : Reflect.apply(get, this, args);
    } as typeof get;
  }
  let handlers = 0;
  let began = 0;
  // The first and the last to hear of a move: what lies between is the page's.
  addEventListener(
    'pointermove',
    () => {
      began = performance.now();
    },
    { capture: true },
  );
  addEventListener('pointermove', () => {
    handlers += performance.now() - began;
  });
  let last = 0;
  const request = requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (work) =>
    request((now) => {
      const start = performance.now();
      work(now);
      if (handlers > 0) {
        frames.work.push(performance.now() - start + handlers);
        if (last) frames.apart.push(now - last);
      }
      handlers = 0;
      last = now;
    });
}
