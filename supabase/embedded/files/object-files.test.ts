import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Bucket } from '#node/bucket.ts';
import type { Queryable } from '../base/options.ts';
import { ObjectFiles } from './object-files.ts';

const HOUR = 3_600_000;

it('a sweep removes old versions that no row names, and nothing else', async () => {
  const removed: string[] = [];
  const stored = [
    ['photos/a/1.png/v1', 2 * HOUR],
    ['photos/a/1.png/v2', 2 * HOUR],
    // Its row may be about to be committed.
    ['photos/a/2.png/v3', HOUR / 2],
    ['photos/a/3.png/v4', 2 * HOUR],
    ['.muro/doctor', 2 * HOUR],
    ['by hand', 2 * HOUR],
  ] as const;
  const bucket = {
    async *list() {
      for (const [key, age] of stored)
        yield { key, etag: '', size: 1, lastModified: new Date(Date.now() - age) };
    },
    remove: async (keys: string[]) => void removed.push(...keys),
  } as unknown as Bucket;
  const db = {
    sql: async () => [{ bucket: 'photos', name: 'a/1.png', version: 'v2' }],
  } as unknown as Queryable;
  await new ObjectFiles(bucket, path.join(tmpdir(), 'none'), true, () => {}).sweep(db);
  expect(removed).toEqual(['photos/a/1.png/v1', 'photos/a/3.png/v4']);
});
