import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { inParallel } from '#node/concurrency.ts';
import { openSharp } from '#publish/sharp.ts';
import { encodeVariants, filesOf, type Recipe, variantsHash } from '#publish/variants.ts';
import { type DemoPainting, demoPaintings } from '#seed/paint/paintings.ts';
import { type KeptPicture, keptPictures, PICTURES_DIR, PICTURES_LIST } from '#seed/pictures.ts';

/** Takes ten times as long as what uploads get, for files that are a third smaller: all of them are in the repository. */
const SMALL: Recipe = {
  avif: { quality: 48, effort: 2, chromaSubsampling: '4:2:0' },
  webp: { quality: 46, effort: 6 },
  jpeg: { quality: 60, mozjpeg: true },
};

/** Paints what the list lacks, and removes what it does not name any more. */
export async function keepPictures({ all, log }: { all: boolean; log: (line: string) => void }) {
  await mkdir(PICTURES_DIR, { recursive: true });
  const before = all ? {} : await keptPictures().catch(() => ({}) as Record<string, KeptPicture>);
  const paintings = demoPaintings();
  const list = new Map<string, KeptPicture>();
  const wanted = paintings.filter((painting) => {
    const kept = before[keyOf(painting)];
    if (kept?.painting !== painting.fingerprint) return true;
    list.set(keyOf(painting), kept);
    return false;
  });
  let done = 0;
  await inParallel(wanted, availableParallelism(), async (painting) => {
    list.set(keyOf(painting), await keep(painting));
    log(`${++done} of ${wanted.length}: ${keyOf(painting)}`);
  });
  const sorted = [...list].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await writeFile(PICTURES_LIST, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  const removed = await removeOthers(sorted.map(([, { file }]) => file.slice(0, 20)));
  return { painted: wanted.length, removed, kept: list.size, bytes: await size() };
}

const keyOf = ({ bucket, path: name }: DemoPainting) => `${bucket}/${name}`;

async function keep({ fingerprint, paint }: DemoPainting): Promise<KeptPicture> {
  const sharp = await openSharp();
  const painted = await paint();
  const upload = await sharp(painted).avif(SMALL.avif).toBuffer();
  const hash = variantsHash(upload);
  const picture = await encodeVariants(painted, hash, PICTURES_DIR, SMALL);
  const [description = '', ...files] = filesOf(picture);
  await writeFile(path.join(PICTURES_DIR, description), `${JSON.stringify(picture, null, 2)}\n`);
  // The painting is as wide as its widest variant: one file is both.
  const file = files.findLast((name) => name.endsWith('.avif')) ?? '';
  await writeFile(path.join(PICTURES_DIR, file), upload);
  return { painting: fingerprint, file };
}

/** Files of pictures that are not kept any more. */
async function removeOthers(hashes: readonly string[]): Promise<number> {
  const kept = new Set(hashes);
  const names = (await readdir(PICTURES_DIR)).filter(
    (name) => name !== path.basename(PICTURES_LIST) && !kept.has(name.slice(0, 20)),
  );
  for (const name of names) await rm(path.join(PICTURES_DIR, name));
  return names.length;
}

async function size(): Promise<number> {
  const names = await readdir(PICTURES_DIR);
  const sizes = names.map(async (name) => (await stat(path.join(PICTURES_DIR, name))).size);
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}
