import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pictureSchema } from '#features/pictures/picture-schema.ts';
import { makeVariants, pictureFileNames, variantsHash } from '#publish/pictures/variants.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { demoUploads } from './demo.ts';
import { planGallery } from './gallery.ts';
import { keptPictures, PICTURES_DIR, PICTURES_LIST } from './pictures.ts';

const LIMIT_BYTES = 25e6;
const kept = await keptPictures();
const read = (name: string) => readFile(path.join(PICTURES_DIR, name));

describe('the kept pictures', () => {
  it('are those that the demo shows', () => {
    const shown = demoUploads(planGallery()).map((upload) => upload.join('/'));
    expect(Object.keys(kept).toSorted()).toEqual(shown.toSorted());
  });

  it('are there with all their variants, and nothing else is', async () => {
    const names: string[] = [path.basename(PICTURES_LIST)];
    for (const [name, file] of Object.entries(kept)) {
      const hash = variantsHash(await read(file));
      const picture = pictureSchema.parse(JSON.parse((await read(`${hash}.json`)).toString()));
      const files = pictureFileNames(picture);
      expect(files, name).toContain(file);
      expect(file, name).toBe(`${hash}-${picture.width}.avif`);
      names.push(...files);
    }
    expect((await readdir(PICTURES_DIR)).toSorted()).toEqual([...new Set(names)].toSorted());
  });

  it('are no heavier than the repository is to carry', async () => {
    const names = await readdir(PICTURES_DIR);
    const sizes = await Promise.all(
      names.map(async (name) => (await stat(path.join(PICTURES_DIR, name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LIMIT_BYTES);
  });

  it('become the variants of such an upload as they are', async () => {
    const dir = await folderOfTest('muro-kept-');
    const [first] = Object.values(kept);
    const picture = await makeVariants(await read(first ?? ''), dir, PICTURES_DIR);
    const [, ...files] = pictureFileNames(picture);
    expect(files.length).toBeGreaterThan(4);
    for (const name of files)
      expect((await readFile(path.join(dir, name))).equals(await read(name)), name).toBe(true);
  });
});
