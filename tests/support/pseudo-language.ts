import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '#node/root.ts';

/** What a product is made of; its packages are shared. */
const PARTS = ['src', 'public', 'supabase', 'scripts'];
const FILES = ['astro.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * Says a sentence in letters that no source and nobody types, between brackets. What is left in ordinary letters on a page
 * did not come out of the dictionary.
 */
export const pseudo = (sentence: string): string =>
  sentence
    .split('|')
    .map((words) => `⟦${words.replace(/[a-z]/gi, wide)}⟧`)
    .join('|');
const wide = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);

/** The same source in a folder of its own, whose Spanish is the pseudo-language. */
export async function pseudoSource(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const part of [...PARTS, ...FILES])
    await cp(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  for (const name of ['es', 'es-values']) {
    const file = path.join(folder, `src/config/${name}.json`);
    const words: Record<string, string | null> = JSON.parse(await readFile(file, 'utf8'));
    const said = Object.entries(words).map(([key, word]) => [
      key,
      word === null || word === key ? word : pseudo(key),
    ]);
    await writeFile(file, JSON.stringify(Object.fromEntries(said)));
  }
}
