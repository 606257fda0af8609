import type { Language } from '#config/language.ts';

/**
 * The two files that differ between languages by more than words: which language it is, and the addresses of its
 * pages, which stand below `/es`. Null for every other file.
 */
export function inLanguageSource(code: string, file: string, language: Language): string | null {
  if (language === 'en') return null;
  if (file.endsWith('/src/config/language.ts'))
    return replaced(
      replaced(code, /(?<=LANGUAGE: Language = )'en'/, `'${language}'`),
      /(?<=LOCALE: string = )'en-US'/,
      `'${language}-US'`,
    );
  if (file.endsWith('/src/config/paths.ts'))
    return replaced(code, /export const \w+ = \{[\s\S]*?\n\} as const;/g, (paths) =>
      withPrefix(paths, language),
    );
  return null;
}

/** Every literal that begins with a slash is an address, but for what is given to a function. */
const withPrefix = (paths: string, language: Language) =>
  paths.replace(/(?<!\()(['`])\/(?=(')|[a-z])/g, (_, quote, ends) =>
    ends ? `${quote}/${language}` : `${quote}/${language}/`,
  );

/** A source that says it in another way must not go unnoticed. */
function replaced(code: string, what: RegExp, by: string | ((found: string) => string)): string {
  if (code.search(what) < 0)
    throw new Error(`There is no ${what} to be turned into another language.`);
  return code.replace(what, (found) => (typeof by === 'string' ? by : by(found)));
}
