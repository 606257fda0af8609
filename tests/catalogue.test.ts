import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#lib/errors.ts';
import { ADMIN_TOASTS, TOASTS } from '#lib/toasts.ts';
import { ALL_SENTENCES, SENTENCES, type Sentence } from './support/sentences.ts';

const COMMENTS = /^\s*(\/?\*|\/\/).*$/gm;
const files = globSync('tests/e2e/**/*.spec.ts');
/** The stories and the one test that asks the auth library itself, by their names. */
const STORIES = [...files, 'tests/auth-library.test.ts'].map((path) => ({
  path,
  text: readFileSync(path, 'utf8').replace(COMMENTS, ''),
}));

/** How a story may write a sentence: itself, with a number for 'N', or as the constant that holds it. */
function writtenAs(sentence: Sentence): RegExp {
  const constants = Object.entries({ TOASTS, ADMIN_TOASTS, MESSAGES }).flatMap(([name, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => (text === sentence ? [`${name}.${key}`] : [])),
  );
  const spellings = [sentence, ...constants].map((words) =>
    words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\bN\b/, '\\d+'),
  );
  return new RegExp(`(?:${spellings.join('|')})(?!\\w)`);
}

describe.each(Object.entries(SENTENCES))('%s', (_, sentences) => {
  it.each(sentences)('%s is looked for in a story', (sentence) => {
    const pattern = writtenAs(sentence);
    expect(STORIES.some(({ text }) => pattern.test(text))).toBe(true);
  });
});

it('skips no story', () => {
  const skips = /\b(test|it|describe)(\.describe|\.each)?\.(skip|todo|fixme|fails|fail|only)\b/;
  expect(STORIES.filter(({ text }) => skips.test(text)).map(({ path }) => path)).toEqual([]);
});

describe('the product', () => {
  it('has no toast that is not listed, so that a new one needs a story', () => {
    const known: readonly string[] = ALL_SENTENCES;
    expect(Object.values(TOASTS).filter((text) => !known.includes(text))).toEqual([]);
  });

  it('has each rule and toast in the domain, word for word', () => {
    const spelled: readonly string[] = [...Object.values(TOASTS), ...Object.values(MESSAGES)];
    const counted = ['Project sent to N artist(s)!', 'N image(s) added to portfolio'];
    const own = Object.entries(SENTENCES).filter(([group]) => !group.includes('auth service'));
    const missing = own
      .flatMap(([, sentences]): readonly string[] => sentences)
      .filter((sentence) => !spelled.includes(sentence) && !counted.includes(sentence));
    expect(missing).toEqual([]);
  });
});
