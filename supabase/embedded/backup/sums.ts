import { createHash, type Hash } from 'node:crypto';

/** The last entry of an archive: how many came before it and what they add up to. One without it was cut short. */
export const END = 'end.json';

/** Adds up entries in their order: name, length and content of each. */
export function createSums() {
  const all = createHash('sha256');
  let entries = 0;
  return {
    add(name: string, size: number, content: Hash): void {
      entries++;
      all.update(`${content.digest('hex')} ${size} ${name}\n`);
    },
    result: () => ({ entries, sha256: all.copy().digest('hex') }),
  };
}
