import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createIndex, type PagefindIndex } from 'pagefind';
import type { SearchRecord } from '#site/search-records.ts';
import { listFiles } from './files.ts';

export interface IndexFile {
  path: string;
  content: Uint8Array;
}

/** Left out: Pagefind's ready-made interfaces. Its library stays, for those who search from elsewhere. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight)/;

/**
 * Writes the whole index of these records into a directory; nothing can be taken out of an existing one. Pagefind
 * works in a process of its own, and the records are made one by one, so that this one stays responsive.
 */
export async function writeSearchIndex(
  records: Iterable<SearchRecord>,
  dir: string,
): Promise<void> {
  await withIndex(records, async (index) => {
    const { errors } = await index.writeFiles({ outputPath: dir });
    if (errors.length > 0)
      throw new Error(`The search index cannot be written: ${errors.join('; ')}`);
  });
  for (const file of await listFiles(dir)) {
    if (UNUSED.test(file)) await rm(path.join(dir, file));
  }
}

/** The same in memory. */
export function searchIndexFiles(records: Iterable<SearchRecord>): Promise<IndexFile[]> {
  return withIndex(records, async (index) => {
    const { files } = await index.getFiles();
    return files.filter((file) => !UNUSED.test(file.path));
  });
}

async function withIndex<T>(
  records: Iterable<SearchRecord>,
  use: (index: PagefindIndex) => Promise<T>,
): Promise<T> {
  const { index, errors } = await createIndex();
  if (!index) throw new Error(`The search index cannot be made: ${errors.join('; ')}`);
  try {
    for (const record of records) {
      const added = await index.addCustomRecord(record);
      if (added.errors.length > 0) {
        throw new Error(`The search index refuses ${record.url}: ${added.errors.join('; ')}`);
      }
    }
    return await use(index);
  } finally {
    await index.deleteIndex();
  }
}
