import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createIndex, type PagefindIndex } from 'pagefind';
import type { SearchRecord } from '#site/search-records.ts';
import { listFiles } from './files.ts';
import { patched } from './patch.ts';

export interface IndexFile {
  path: string;
  content: Uint8Array;
}

/** Left out: Pagefind's ready-made interfaces, which this site does not use. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight)/;
const LIBRARY = /^pagefind(-worker)?\.js$/;

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
    const target = path.join(dir, file);
    if (UNUSED.test(file)) await rm(target);
    else if (LIBRARY.test(file)) await writeFile(target, sparing(await readFile(target)));
  }
}

/** The same in memory. */
export function searchIndexFiles(records: Iterable<SearchRecord>): Promise<IndexFile[]> {
  return withIndex(records, async (index) => {
    const { files } = await index.getFiles();
    return files
      .filter((file) => !UNUSED.test(file.path))
      .map(({ path: name, content }) => ({
        path: name,
        content: LIBRARY.test(name) ? sparing(content) : content,
      }));
  });
}

/**
 * Pagefind's browser library, which otherwise fetches the words of all records for a search that has none: a megabyte
 * at 10,000 artists for whoever opens a filter.
 */
function sparing(library: Uint8Array): Buffer {
  return Buffer.from(
    patched(
      Buffer.from(library).toString(),
      'let index_resp=this.backend.request_indexes(ptr,term);',
      'let index_resp=filter_only?"[]":this.backend.request_indexes(ptr,term);',
      'Pagefind asks for the parts of its index',
    ),
  );
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
