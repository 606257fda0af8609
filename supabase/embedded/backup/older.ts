import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { removeLogBefore } from './wal.ts';

/** How a file begins that Zstandard has compressed. */
const ZSTANDARD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/**
 * Removes the older archives beside `file`, so that `keep` of them stay, itself among them. Those count whose names
 * differ from its own in numbers only, as in `site-2026-01-02.tar.zst`, and what `keepLog` kept for them alone. Gives the
 * names of those removed.
 */
export async function removeOlder(file: string, keep: number): Promise<string[]> {
  const folder = path.dirname(file);
  const own = path.basename(file);
  const pattern = new RegExp(`^${own.split(/\d+/).map(escaped).join('\\d+')}$`);
  const others = (await readdir(folder)).filter((name) => name !== own && pattern.test(name));
  const archives: { name: string; time: number }[] = [];
  for (const name of others) {
    const { mtimeMs } = await stat(path.join(folder, name));
    if (await isArchive(path.join(folder, name))) archives.push({ name, time: mtimeMs });
  }
  const removed = archives.sort((a, b) => b.time - a.time).slice(keep - 1);
  for (const { name } of removed) await rm(path.join(folder, name));
  const stay = archives.slice(0, keep - 1).map(({ time }) => time);
  await removeLogBefore(folder, Math.min(...stay, (await stat(file)).mtimeMs));
  return removed.map(({ name }) => name);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function isArchive(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    if (!(await handle.stat()).isFile()) return false;
    const { buffer } = await handle.read(Buffer.alloc(ZSTANDARD.length), 0, ZSTANDARD.length, 0);
    return buffer.equals(ZSTANDARD);
  } finally {
    await handle.close();
  }
}
