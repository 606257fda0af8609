import { createIndex } from 'pagefind';
import type { SearchRecord } from '#site/search-records.ts';

export interface IndexFile {
  path: string;
  content: Uint8Array;
}

/** Left out: Pagefind's ready-made interfaces, which this site does not use. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight)/;

/**
 * Makes the whole index from its records; nothing can be taken out of an existing one. Works in Pagefind's own
 * process. Names of all files but `pagefind.js`, the worker and the entry are made from their content.
 */
export async function buildSearchIndex(records: Iterable<SearchRecord>): Promise<IndexFile[]> {
  const { index, errors } = await createIndex();
  if (!index) throw new Error(`The search index cannot be made: ${errors.join('; ')}`);
  try {
    for (const record of records) {
      const added = await index.addCustomRecord(record);
      if (added.errors.length > 0) {
        throw new Error(`The search index refuses ${record.url}: ${added.errors.join('; ')}`);
      }
    }
    const { files } = await index.getFiles();
    return files.filter((file) => !UNUSED.test(file.path));
  } finally {
    await index.deleteIndex();
  }
}
