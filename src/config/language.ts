export type Language = 'en' | 'es';

/** What a page is written in, and a server speaks: `src/translation/language.ts` has 'es' here for the Spanish bundle. */
export const LANGUAGE: Language = 'en';

/** By which dates, numbers and lists are written. */
export const LOCALE: string = 'en-US';

/** The language that a page may be read in instead. */
export const OTHER: Language = LANGUAGE === 'en' ? 'es' : 'en';

/** What people wrote in English themselves says so on a page in another language. */
export const WRITTEN = LANGUAGE === 'en' ? undefined : 'en';
