import type { Language } from './language.ts';

/** English first: it has no prefix. */
export const LANGUAGES: readonly Language[] = ['en', 'es'];

/** In their own words. */
export const LANGUAGE_NAMES = { en: 'English', es: 'Español' } as const;

const SPANISH = /^\/es(?![^/?#])/;

/** The language of a page, by its address. */
export const languageOf = (path: string): Language => (SPANISH.test(path) ? 'es' : 'en');

/** The address of the same page in English, by which the site's own tables know it: '/es/artists' is '/artists'. */
export function englishPath(path: string): string {
  const rest = path.replace(SPANISH, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The address of the same page in a language: '/artists' is '/es/artists', '/' is '/es'. */
export function pathIn(language: Language, path: string): string {
  const english = englishPath(path);
  return language === 'en' ? english : `/es${english.replace(/^\/(?=$|[?#])/, '')}`;
}

/** Pages as they are named, and the same ones in the other languages: what a row changes it changes in all. */
export function inEachLanguage(routes: Iterable<string>): [named: string[], others: string[]] {
  const named = [...new Map(Array.from(routes, (route) => [englishPath(route), route])).values()];
  const others = named
    .filter((route) => route !== ROBOTS)
    .flatMap((route) =>
      LANGUAGES.filter((language) => language !== languageOf(route)).map((language) =>
        pathIn(language, route),
      ),
    );
  return [named, others];
}

/** What crawlers ask a whole site for, whatever its languages. */
const ROBOTS = '/robots.txt';

/** The addresses of a page by what search engines call its readers: those of no language above get the English one. */
export const alternatesOf = (path: string): [hreflang: string, path: string][] => [
  ...LANGUAGES.map((language): [string, string] => [language, pathIn(language, path)]),
  ['x-default', pathIn('en', path)],
];
