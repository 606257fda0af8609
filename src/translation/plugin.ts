import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { Language } from '#config/language.ts';
import { inLanguageSource } from './language.ts';
import { translated, type Words, withLabels } from './translate.ts';

/** Programs of the operator, and what only admins read, stay English. What people sign has its own words in both. */
const ENGLISH =
  /\/src\/(publish|node|server|http|translation|(config|data)\/process)\/|\/src\/.*(\/admin\/|\/admin-|\/agreements\/(agreement-text|agreement-words|usual-clauses)|Admin|\/publishing\/|\/claims\/import)/;

export const isTranslated = (id: string) =>
  /\/src\/.*\.(tsx?|astro)$/.test(id) && !ENGLISH.test(id);

/** A data file of `src/config`, read once. */
function configured<T>(name: string): T {
  const data =
    read.get(name) ??
    JSON.parse(readFileSync(new URL(`../config/${name}.json`, import.meta.url), 'utf8'));
  read.set(name, data);
  return data;
}
const read = new Map<string, unknown>();

export const dictionaryOf = (language: Language): Words => configured<Words>(language);

/** What styles, surfaces and other choices are called, by how they are stored, in lower case. */
export const labelsOf = (language: Language): Readonly<Record<string, string>> =>
  configured(`${language}-values`);

/** A file in another language; null where it says the same. */
export function translatedSource(code: string, file: string, language: Language): string | null {
  const own = inLanguageSource(code, file, language);
  if (own !== null) return own;
  const said = isTranslated(file) ? translated(file, code, dictionaryOf(language)) : null;
  return file.endsWith('/src/lib/options.ts') ? withLabels(said ?? code, labelsOf(language)) : said;
}

/**
 * A bundle in another language: the same program with other words. It replaces the sentences before Astro and React see
 * them, so that the English source needs no keys and the English bundle has not a byte of it. Null for English.
 */
export function translation(language: Language = 'en'): Plugin | null {
  if (language === 'en') return null;
  return {
    name: 'translation',
    enforce: 'pre',
    transform: {
      order: 'pre',
      handler: (code, id) => {
        const said = translatedSource(code, id, language);
        return said === null ? null : { code: said, map: null };
      },
    },
  };
}
