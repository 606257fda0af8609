import { createHash } from 'node:crypto';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createIndex } from 'pagefind';
import { BIO_PARTS_FILE, bioArtistsFile } from '#features/directory/search/bio-index.ts';
import { shareOf, sharesFor } from '#features/directory/search/shares.ts';
import { writeAtomic } from '#node/files.ts';
import type { BioRecord } from '#site/directory/bio-records.ts';

/**
 * Pagefind compares every record that has a word with every use of it, so one index of 10,000 takes a quarter of a
 * second to look a frequent word up; its browser library searches many small ones as if they were one.
 */
const RECORDS_PER_PART = 2000;

/** Part of every name: raise it when an index of the same records is made in another way. */
const RECIPE = '2';

/** Left out: Pagefind's ready-made interfaces, and its worker, for which the site has its own. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight|worker)/;

/** What a result shows, a file each: only read here, for whose it is. */
const FRAGMENT = /([^/]+)\.pf_fragment$/;

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
    const added = await Promise.all(
      part.map(({ slug, words }) => {
        // Of an unknown language, so that words stay whole and what is typed finds those that begin like it.
        const record = { url: `/${encodeURIComponent(slug)}`, content: words, language: 'unknown' };
        return index.addCustomRecord(record);
      }),
    );
    const { files, errors } = await index.getFiles();
    const failed = [...added.flatMap((each) => each.errors), ...errors];
    if (failed.length > 0) throw new Error(`The search index cannot be made: ${failed.join('; ')}`);
    const slugs: Record<string, string> = {};
    for (const { path: file, content } of files) {
      const id = FRAGMENT.exec(file)?.[1];
      if (id) slugs[id] = slugOf(content);
      else if (!UNUSED.test(file)) await writeAtomic(path.join(dir, file), content);
    }
    await writeAtomic(path.join(dir, bioArtistsFile), JSON.stringify(slugs));
  } finally {
    await index.deleteIndex();
  }
}

/** Whose record a fragment is of. */
function slugOf(fragment: Uint8Array): string {
  const { url } = JSON.parse(gunzipSync(fragment).toString('utf8').slice(SIGNATURE.length));
  return decodeURIComponent(url.slice(1));
}
