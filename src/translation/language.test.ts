import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import { LANGUAGE, LOCALE } from '#config/language.ts';
import { pathIn } from '#config/language-paths.ts';
import { paths, SITE_FILES } from '#config/paths.ts';
import { inLanguageSource } from './language.ts';

const spanish = async (file: string) => {
  const source = inLanguageSource(readFileSync(`.${file}`, 'utf8'), file, 'es') ?? '';
  return import(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(source))}`);
};

const allAddresses = (module: { paths: object; SITE_FILES: object }): Record<string, unknown> => ({
  ...module.paths,
  ...module.SITE_FILES,
});

describe('the sources of a Spanish bundle', () => {
  it('say which language it is', async () => {
    expect([LANGUAGE, LOCALE]).toEqual(['en', 'en-US']);
    const {
      LANGUAGE: language,
      LOCALE: locale,
      WRITTEN,
    } = await spanish('/src/config/language.ts');
    expect([language, locale, WRITTEN]).toEqual(['es', 'es-US', 'en']);
  });

  it('have every address below /es, and nothing else there', async () => {
    const other: Record<string, unknown> = allAddresses(await spanish('/src/config/paths.ts'));
    const given = ['one', 'a/b.jpg', '/artists'];
    const addressOf = (path: unknown) =>
      typeof path === 'function' ? String(path(...given)) : String(path);
    for (const [name, path] of Object.entries(allAddresses({ paths, SITE_FILES }))) {
      const english = addressOf(path);
      const expected =
        name === 'oneClick' || english.startsWith('one') ? english : pathIn('es', english);
      expect(addressOf(other[name]), name).toBe(expected);
    }
  });

  it('are others only in these two files', () => {
    expect(inLanguageSource("'/artists'", '/src/config/site.ts', 'es')).toBeNull();
    expect(inLanguageSource("'/artists'", '/src/config/paths.ts', 'en')).toBeNull();
  });

  it('are not made where the source says it in another way', () => {
    for (const file of ['/src/config/language.ts', '/src/config/paths.ts'])
      expect(() => inLanguageSource('', file, 'es')).toThrow('There is no');
  });
});
