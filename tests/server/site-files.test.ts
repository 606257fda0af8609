import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadAsset } from '#server/asset.ts';
import { openMediaFiles } from '#server/media-files.ts';
import { openSiteFiles } from '#server/site-files.ts';
import { folderOfTest } from '#tests/support/folder.ts';

let dir: string;
beforeEach(async () => {
  dir = await folderOfTest('muro-files-');
});

describe('files of a release', () => {
  it('do not count after they were replaced, even while they were read', async () => {
    for (const name of ['list', 'a', 'b'])
      await writeFile(path.join(dir, `${name}.png`), 'x'.repeat(100));
    const files = await openSiteFiles(dir, 250);
    for (const name of ['/a.png', '/b.png']) await files.get(name);
    for (let i = 0; i < 5; i++) {
      const reading = files.get('/list.png');
      await files.refresh(['list.png']);
      await reading;
    }
    // Nothing had to make room for what was replaced.
    for (const name of ['/a.png', '/b.png']) expect(files.held(name), name).not.toBeNull();
    await files.get('/list.png');
    // Held in memory, so there is nothing to wait for.
    expect(files.get('/list.png')).not.toBeInstanceOf(Promise);
  });

  it('take no more memory than their compressed bytes', async () => {
    await writeFile(path.join(dir, 'page.html'), '<p>A wall.</p>'.repeat(100));
    const { bodies } = await loadAsset('/page', path.join(dir, 'page.html'));
    for (const body of [bodies.br, bodies.gzip]) expect(body?.buffer.byteLength).toBe(body?.length);
  });

  it('are loaded ahead only while there is room', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `/${i}.png`);
    for (const name of names) await writeFile(path.join(dir, name), 'x'.repeat(10));
    const files = await openSiteFiles(dir, 100);
    const [wanted = ''] = names.slice(-1);
    await files.get(wanted);
    await files.warm(new AbortController().signal);
    expect(names.filter((name) => files.held(name)).length).toBe(10);
    expect(files.held(wanted)).not.toBeNull();
  });

  it('are not what they were before a refresh, nor anything once they are gone', async () => {
    const file = path.join(dir, 'page.html');
    await writeFile(file, 'old');
    const files = await openSiteFiles(dir, 2500);
    const old = await files.get('/page');
    expect(files.held('/page')).toBe(old);
    await writeFile(file, 'new');
    await files.refresh(['page.html']);
    expect(files.held('/page')?.etag).toBeTruthy();
    expect(files.held('/page')?.etag).not.toBe(old?.etag);
    await rm(file);
    await files.refresh(['page.html']);
    expect([files.held('/page'), files.get('/page')]).toEqual([null, null]);
  });

  it('are served from the moment they are rendered, and compressed right behind', async () => {
    await writeFile(path.join(dir, 'page.html'), 'old');
    const files = await openSiteFiles(dir, 10_000);
    await files.get('/page');
    const text = '<p>A wall.</p>'.repeat(50);
    files.put('page.html', Buffer.from(text));
    expect(String(files.held('/page')?.bodies.identity)).toBe(text);
    expect(files.held('/page')?.compressible).toBe(false);
    const plain = files.held('/page')?.etag;
    await expect.poll(() => files.held('/page')?.bodies.br).toBeTruthy();
    expect(files.held('/page')?.etag).toBe(plain);
    files.put('new.html', Buffer.from('New.'));
    expect(String(files.held('/new')?.bodies.identity)).toBe('New.');
  });

  it('stay when they cannot be read, and go when they are gone', async () => {
    const file = path.join(dir, 'page.html');
    await writeFile(file, 'old');
    const files = await openSiteFiles(dir, 250);
    const old = await files.get('/page');
    await rm(file);
    await mkdir(file); // Any error but 'there is no such file'.
    await files.refresh(['page.html']);
    expect(files.get('/page')).toBe(old);
    await rm(file, { recursive: true });
    await files.refresh(['page.html']);
    expect(files.get('/page')).toBeNull();
  });

  it('are not those of a release that is not there', async () => {
    await expect(openSiteFiles(path.join(dir, 'none'), 250)).rejects.toThrow(/ENOENT|no files/);
  });
});

describe('variants of uploads', () => {
  const address = (n: number) => `/media/${String(n).repeat(20)}-640.webp`;

  it('that do not exist are null for everybody who asks at the same time', async () => {
    const { get } = openMediaFiles(dir, 250);
    expect(await Promise.all([get(address(1)), get(address(1))])).toEqual([null, null]);
    await writeFile(path.join(dir, path.basename(address(1))), 'x');
    expect(await get(address(1))).toMatchObject({ bytes: 1 });
  });

  it('are taken from memory unasked only while they are known to be there', async () => {
    await writeFile(path.join(dir, path.basename(address(1))), 'x');
    const trusting = openMediaFiles(dir, 250);
    expect(trusting.held(address(1))).toBeNull();
    const asset = await trusting.get(address(1));
    expect(trusting.held(address(1))).toBe(asset);
    trusting.forget([address(1).slice(1)]);
    expect(trusting.held(address(1))).toBeNull();
    const doubting = openMediaFiles(dir, 250, 0);
    await doubting.get(address(1));
    expect(doubting.held(address(1))).toBeNull();
  });
});
