import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderOfFile } from '#tests/support/folder.ts';
import { type MediaStore, openMedia } from './media.ts';
import { previewName } from './previews.ts';

const UPLOAD = 'http://127.0.0.1:4321/storage/v1/object/public/portfolio-images/x/wall.jpg';
const preview = { url: UPLOAD, title: 'Íñigo Peña & Söhne', line: 'Mural artist in Boerne, TX' };

const dir = folderOfFile('muro-previews-');
let media: MediaStore;
const warnings: string[] = [];
const open = () =>
  openMedia({
    dir,
    download: () =>
      sharp({ create: { width: 900, height: 1200, channels: 3, background: '#0b6b78' } })
        .png()
        .toBuffer(),
    warn: (line) => warnings.push(line),
  });

beforeAll(async () => {
  media = await open();
  await media.ensure([{ url: UPLOAD, row: 'Artist x' }]);
});

describe('preview images', () => {
  it('are referred to once they are drawn, also after the next start', async () => {
    expect(media.preview(preview)).toBeNull();
    expect(await media.draw(preview)).toBe(true);
    const file = media.preview(preview);
    expect(file).toMatch(/^\/media\/[0-9a-f]{20}-og\.jpg$/);
    expect(await media.draw(preview)).toBe(false);
    expect((await open()).preview(preview)).toBe(file);
    const size = await sharp(path.join(dir, path.basename(file ?? ''))).metadata();
    expect(size).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  });

  it('show the name in the display face: white letters where the picture has none', async () => {
    const drawn = path.join(dir, path.basename(media.preview(preview) ?? ''));
    const brightest = async (top: number, height: number) => {
      const region = { left: 0, top, width: 1200, height };
      // Statistics are those of a whole file: the region has to be one.
      const part = await sharp(drawn).extract(region).png().toBuffer();
      return (await sharp(part).stats()).channels[0]?.max ?? 0;
    };
    expect(await brightest(400, 120)).toBeGreaterThan(240);
    expect(await brightest(0, 200)).toBeLessThan(60);
  });

  it.each([
    ['of one word', 'W'.repeat(120), 'Mural artist in Austin, TX'],
    ['of many words', 'Wide and Wider '.repeat(13).trim(), `Mural artist in ${'W'.repeat(80)}`],
  ])('are drawn for the longest names, %s', async (_, title, line) => {
    expect(await media.draw({ ...preview, title, line })).toBe(true);
    expect(warnings).toEqual([]);
  });

  it('are others when the name, the line or the picture changes', () => {
    const picture = media.picture(UPLOAD);
    if (!picture) throw new Error('no picture');
    const other = { ...picture, sources: [{ width: 640, webp: '/media/other-640.webp' }] };
    const names = [
      previewName(preview, picture),
      previewName({ ...preview, title: 'Ana' }, picture),
      previewName({ ...preview, line: 'Mural' }, picture),
      previewName(preview, other),
    ];
    expect(new Set(names).size).toBe(4);
  });

  it('are left out for a name in letters that the display face does not have', async () => {
    const foreign = { ...preview, title: '壁画' };
    expect(await media.draw(foreign)).toBe(false);
    expect(media.preview(foreign)).toBeNull();
    expect(await media.draw({ ...preview, url: 'http://elsewhere/x.jpg' })).toBe(false);
    expect(media.preview(null)).toBeNull();
    expect(warnings).toEqual([]);
  });

  it('leave nothing half-written beside the variants', async () => {
    expect((await readdir(dir)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
