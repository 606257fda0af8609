import { appendFile, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMedia } from '#publish/pictures/media.ts';
import { StorageUnavailable, storageDownload } from '#publish/pictures/storage-download.ts';
import { makeVariants } from '#publish/pictures/variants.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { httpServer } from '#tests/support/http-server.ts';

let dir: string;
beforeEach(async () => {
  dir = await folderOfTest('muro-media-');
});

const painted = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c4391d' } });

describe('variants', () => {
  it('exist in every format the pages name, at the sizes they name', async () => {
    const picture = await makeVariants(await painted(1000, 500).jpeg().toBuffer(), dir);
    expect(picture).toMatchObject({ width: 1000, height: 500 });
    expect(picture.color).toMatch(/^#c/);
    expect(picture.sources.map((source) => source.width)).toEqual([320, 640, 1000]);
    for (const { width, avif, webp, jpg } of picture.sources) {
      expect(Boolean(jpg)).toBe(width === 640);
      for (const url of [avif, webp, jpg]) {
        if (!url) continue;
        const { width: actual } = await sharp(path.join(dir, path.basename(url))).metadata();
        expect(actual).toBe(width);
      }
    }
  });

  it('stand upright and carry no metadata', async () => {
    const upload = await painted(400, 200)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const picture = await makeVariants(upload, dir);
    expect([picture.width, picture.height]).toEqual([200, 400]);
    const file = path.join(dir, path.basename(picture.sources[0]?.webp ?? ''));
    const { exif, orientation } = await sharp(file).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
  });

  it('show a photo of a phone in the colours that it was taken in', async () => {
    const { data: pixel } = await painted(1, 1).raw().toBuffer({ resolveWithObject: true });
    const photo = await painted(400, 200)
      .withIccProfile('p3')
      .withMetadata({ orientation: 6, icc: 'p3' })
      .jpeg({ quality: 100 })
      .toBuffer();
    // In its own colours the file says other numbers.
    const own = await sharp(photo).pipelineColourspace('srgb').keepIccProfile().raw().toBuffer();
    expect(Math.abs((own[0] ?? 0) - (pixel[0] ?? 0))).toBeGreaterThan(8);
    const picture = await makeVariants(photo, dir);
    expect([picture.width, picture.height]).toEqual([200, 400]);
    const { webp } = picture.sources[0] ?? { webp: '' };
    const file = sharp(path.join(dir, path.basename(webp)));
    expect((await file.metadata()).icc).toBeUndefined();
    const shown = await file.raw().toBuffer();
    for (const channel of [0, 1, 2])
      expect(Math.abs((shown[channel] ?? 0) - (pixel[channel] ?? 0))).toBeLessThan(6);
  });

  it('are made once for the same bytes', async () => {
    const upload = await painted(50, 50).png().toBuffer();
    const first = await makeVariants(upload, dir);
    await rm(path.join(dir, path.basename(first.sources[0]?.webp ?? '')));
    expect(await makeVariants(upload, dir)).toEqual(first);
    expect((await readdir(dir)).filter((name) => name.endsWith('.webp'))).toEqual([]);
  });

  it('refuse a picture that decodes to too many pixels', async () => {
    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    await expect(makeVariants(bomb, dir)).rejects.toThrow(/pixel limit/i);
  });
});

describe('the list of pictures', () => {
  const open = (download: (url: string) => Promise<Uint8Array>, lines: string[] = []) =>
    openMedia({ dir, download, warn: (line) => lines.push(line) });

  it('remembers over a restart, also after a line that a crash cut off', async () => {
    const upload = await painted(60, 40).png().toBuffer();
    const first = await open(async () => upload);
    await first.ensure([{ url: 'u1', row: 'Artist x' }]);
    await appendFile(path.join(dir, 'index.jsonl'), '{"url":"u2","pict');
    const second = await open(() => Promise.reject(new Error('must not be asked')));
    expect(second.picture('u1')).toEqual(first.picture('u1'));
    expect([second.picture('u2'), second.picture(null)]).toEqual([null, null]);
    expect((await readFile(path.join(dir, 'index.jsonl'), 'utf8')).endsWith('}\n')).toBe(true);
  });

  it('names the row of a broken picture, shows a placeholder, and goes on with the others', async () => {
    const good = await painted(60, 40).png().toBuffer();
    const warnings: string[] = [];
    const media = await open(
      async (url) => (url === 'bad' ? Buffer.from('GIF89a?') : good),
      warnings,
    );
    await media.ensure([
      { url: 'bad', row: 'Artist marisol-vega' },
      { url: 'good', row: 'Mural river' },
    ]);
    expect(media.picture('bad')).toBeNull();
    expect(media.picture('good')).not.toBeNull();
    expect(warnings).toEqual([
      expect.stringMatching(/^Artist marisol-vega: the picture bad cannot be used/),
    ]);
    expect(media.missing([{ url: 'bad', row: 'x' }])).toEqual([]);
  });
});

describe('a picture that cannot be had now', () => {
  const image = { url: 'u1', row: 'Artist x' };

  it.each([
    ['while the storage does not answer', new StorageUnavailable('timeout')],
    ['on a full disk', Object.assign(new Error('no space'), { code: 'ENOSPC' })],
  ])('%s stays missing, and is made later', async (_, refusal) => {
    const upload = await painted(60, 40).png().toBuffer();
    const refusals = [refusal];
    const download = async () => {
      const error = refusals.pop();
      if (error) throw error;
      return upload;
    };
    const media = await openMedia({ dir, download, warn: () => {} });
    await media.ensure([image]).catch(() => {});
    expect(media.missing([image])).toEqual([image]);
    await media.ensure([image]);
    expect(media.picture('u1')).not.toBeNull();
  });

  it('is fetched once for two changes that wait for it', async () => {
    const upload = await painted(60, 40).png().toBuffer();
    let asked = 0;
    const download = async () => {
      asked++;
      return upload;
    };
    const media = await openMedia({ dir, download, warn: () => {} });
    const first = media.ensure([image]);
    expect(media.missing([image])).toEqual([image]);
    await Promise.all([first, media.ensure([image])]);
    expect(asked).toBe(1);
    expect(media.picture('u1')).not.toBeNull();
  });
});

describe('downloads', () => {
  const uploadOf = (url: string) =>
    storageDownload(
      url,
      url,
      'sb_secret_x',
    )(`${url}/storage/v1/object/public/portfolio-images/a/b.jpg?v=1`);

  it.each([
    [503, true],
    [429, true],
    [404, false],
  ])('tell an outage from a missing upload (%i)', async (status, outage) => {
    const { url, close } = await httpServer((_, response) => response.writeHead(status).end());
    const error = await uploadOf(url).catch((thrown) => thrown);
    expect(error.message).toBe(`the storage answered ${status}`);
    expect(error instanceof StorageUnavailable).toBe(outage);
    close();
  });

  it('ask with the secret key for the object itself, which nobody else may see yet', async () => {
    const seen: (string | undefined)[] = [];
    const { url, close } = await httpServer((request, response) => {
      seen.push(request.url, request.headers.authorization, request.headers.apikey as string);
      response.end('bytes');
    });
    await uploadOf(url);
    const file = '/storage/v1/object/authenticated/portfolio-images/a/b.jpg';
    expect(seen).toEqual([file, 'Bearer sb_secret_x', 'sb_secret_x']);
    close();
  });

  const download = storageDownload('https://muro.example', 'http://127.0.0.1:9', 'sb_secret_x');
  it.each([
    'https://evil.example/storage/v1/object/public/portfolio-images/a/b.jpg',
    'https://muro.example/rest/v1/artists',
    'http://169.254.169.254/latest/meta-data',
    'https://muro.example/storage/v1/object/public/../../../rest/v1/artists',
  ])('refuse %s', async (url) => {
    await expect(download(url)).rejects.toThrow('not an upload');
  });
});

describe('what no page shows any more', () => {
  const image = (url: string) => ({ url, row: 'Artist x' });
  const shown = (...urls: string[]) => ({ urls: new Set(urls), previews: new Set<string>() });
  const variants = async () => (await readdir(dir)).filter((name) => /^[0-9a-f]{20}/.test(name));
  const open = (bytes: Record<string, Buffer>) =>
    openMedia({
      dir,
      warn: () => {},
      download: async (url) => bytes[url] ?? Promise.reject(new Error('gone')),
    });

  it('is removed, in every size and format, and from the list', async () => {
    const bytes = {
      a: await painted(700, 400).png().toBuffer(),
      b: await painted(60, 40).png().toBuffer(),
    };
    const media = await open(bytes);
    await media.ensure([image('a'), image('b')]);
    const [before, kept] = [await variants(), media.picture('b')];
    const gone = await media.withdraw(shown('b'));
    expect(gone).toHaveLength(6); // the description, two widths twice and the JPEG
    expect((await variants()).sort()).toEqual(before.filter((name) => !gone.includes(name)).sort());
    expect([media.picture('a'), media.picture('b')]).toEqual([null, kept]);
    expect((await open({})).picture('a')).toBeNull();
    await media.compact();
    expect(await readFile(path.join(dir, 'index.jsonl'), 'utf8')).not.toContain('"a"');
    expect((await open({})).picture('b')).toEqual(kept);
    await media.ensure([image('a')]);
    expect((await variants()).sort()).toEqual(before.sort());
  });

  it('stays while the same bytes are shown for somebody else, also while those are being made', async () => {
    const upload = await painted(60, 40).png().toBuffer();
    const media = await open({ theirs: upload, mine: upload });
    await media.ensure([image('theirs'), image('mine')]);
    const files = await variants();
    expect(await media.withdraw(shown('mine'))).toEqual([]);
    expect(await variants()).toEqual(files);

    const making = media.ensure([image('theirs')]);
    await Promise.resolve();
    await media.withdraw(shown('theirs'));
    await making;
    expect(await variants()).toEqual(files);
    expect((await media.withdraw(shown())).sort()).toEqual(files.sort());
  });

  it('is no reason to refuse a picture later that could not be used before', async () => {
    const bytes: Record<string, Buffer> = { a: Buffer.from('GIF89a?') };
    const media = await open(bytes);
    await media.ensure([image('a')]);
    expect(media.missing([image('a')])).toEqual([]);
    await media.withdraw(shown());
    bytes.a = await painted(60, 40).png().toBuffer();
    await media.ensure([image('a')]);
    expect(media.picture('a')).not.toBeNull();
  });

  it('goes with its preview image', async () => {
    const media = await open({ a: await painted(1300, 700).png().toBuffer() });
    await media.ensure([image('a')]);
    const preview = { url: 'a', title: 'Ana Luz', line: 'Mural artist' };
    expect(await media.draw(preview)).toBe(true);
    const file = media.previewFile(preview) ?? '';
    expect(await media.withdraw({ urls: new Set(['a']), previews: new Set([file]) })).toEqual([]);
    expect(await media.withdraw(shown('a'))).toEqual([file]);
    expect([media.preview(preview), await readdir(dir)]).toEqual([
      null,
      expect.not.arrayContaining([file]),
    ]);
  });

  it('is also what a crash left', async () => {
    const media = await open({ a: await painted(60, 40).png().toBuffer() });
    await media.ensure([image('a')]);
    const files = await variants();
    const left = `${'f'.repeat(20)}-640.webp`;
    for (const name of [left, `${'f'.repeat(20)}.json`, `${left}.abc.tmp`, 'notes.txt'])
      await appendFile(path.join(dir, name), 'x');
    expect((await media.removeOrphans()).sort()).toEqual([left, `${'f'.repeat(20)}.json`].sort());
    expect((await readdir(dir)).sort()).toEqual([...files, 'notes.txt', 'index.jsonl'].sort());
  });
});
