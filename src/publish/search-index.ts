import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createIndex } from 'pagefind';
import { BIO_PARTS_FILE, bioArtistsFile } from '#domain/bio-index.ts';
import { shareOf, sharesFor } from '#domain/shares.ts';
import { listFiles, writeAtomic } from '#node/files.ts';
import type { BioRecord } from '#site/bio-records.ts';

/**
 * Pagefind compares every record that has a word with every use of it, so one index of 10,000 takes a quarter of a
 * second to look a frequent word up; its browser library searches many small ones as if they were one.
 */
const RECORDS_PER_PART = 1000;
/** Part of every name: raise it when an index of the same records is made in another way. */
const RECIPE = '1';
/** Left out: Pagefind's ready-made interfaces, and its worker, for which the site has its own. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight|worker)/;
/** What Pagefind's files begin with, once unpacked. */
const SIGNATURE = 'pagefind_dcd';

/**
 * Writes the index of these records into a directory: a folder for each part, named after its records, and the list of
 * them. Parts that are there already are only listed.
 */
export async function writeSearchIndex(
  records: Iterable<BioRecord>,
  dir: string,
  there: readonly string[] = [],
): Promise<void> {
  const known = new Set(there);
  const names: string[] = [];
  for (const part of partsOf([...records])) {
    const name = nameOf(part);
    names.push(name);
    if (!known.has(name)) await writePart(part, path.join(dir, name));
  }
  await writeAtomic(path.join(dir, BIO_PARTS_FILE), JSON.stringify(names));
}

/** Each artist is always in the same one, so that a change is one of a single part. */
function partsOf(records: readonly BioRecord[]): BioRecord[][] {
  const count = sharesFor(records.length, RECORDS_PER_PART);
  const parts = Array.from({ length: count }, (): BioRecord[] => []);
  for (const record of records) parts[shareOf(record.slug, count)]?.push(record);
  const bySlug = (a: BioRecord, b: BioRecord) => (a.slug < b.slug ? -1 : 1);
  return parts.filter((part) => part.length > 0).map((part) => part.sort(bySlug));
}

function nameOf(part: readonly BioRecord[]): string {
  return createHash('sha256')
    .update(JSON.stringify([RECIPE, part]))
    .digest('hex')
    .slice(0, 20);
}

async function writePart(part: readonly BioRecord[], dir: string): Promise<void> {
  const { index, errors } = await createIndex();
  if (!index) throw new Error(`The search index cannot be made: ${errors.join('; ')}`);
  try {
    for (const { slug, words } of part) {
      // Of an unknown language, so that words stay whole and what is typed finds those that begin like it.
      const record = { url: `/${encodeURIComponent(slug)}`, content: words, language: 'unknown' };
      const added = await index.addCustomRecord(record);
      if (added.errors.length > 0) {
        throw new Error(`The search index refuses ${slug}: ${added.errors.join('; ')}`);
      }
    }
    const written = await index.writeFiles({ outputPath: dir });
    if (written.errors.length > 0)
      throw new Error(`The search index cannot be written: ${written.errors.join('; ')}`);
  } finally {
    await index.deleteIndex();
  }
  const files = await listFiles(dir);
  for (const file of files) {
    if (UNUSED.test(file)) await rm(path.join(dir, file));
  }
  const slugs = await slugsOf(dir, files);
  await writeAtomic(path.join(dir, bioArtistsFile), JSON.stringify(slugs));
}

/** Whose record each result of a search is. */
async function slugsOf(dir: string, files: readonly string[]): Promise<Record<string, string>> {
  const slugs: Record<string, string> = {};
  for (const file of files) {
    if (!file.endsWith('.pf_fragment')) continue;
    const text = gunzipSync(await readFile(path.join(dir, file))).toString('utf8');
    const { url } = JSON.parse(text.slice(SIGNATURE.length));
    slugs[path.basename(file, '.pf_fragment')] = decodeURIComponent(url.slice(1));
  }
  return slugs;
}
