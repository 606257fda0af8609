import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isTranslated } from './plugin.ts';
import { type Text, textsOf, treeOf, valuesOf } from './texts.ts';
import type { Words } from './translate.ts';

const isSource = (file: string) =>
  isTranslated(`/${file}`) && !/\.test\.tsx?$|\.d\.ts$|database\.types\.ts$/.test(file);

/** Of quoted texts, those that read like a label or a sentence. */
const LABEL = /^[“‘…\s]*\p{Lu}.*\p{Ll}|\p{L}{2,},? \p{L}{2,}/u;
/** Classes, selectors, addresses, paths of drawings, lists of columns and names of code read a little like it. */
const CODE =
  /^[\w.:-]*\{\d\}[\w.:-]*$|^[<#]|:\/\/|^\/|\b(flex|grid|btn|text|border|mt|mb|px|py|bg|gap|items)-|\[\w+=|^M\d|^[a-z_]+(, ?[a-z_]+)+$|^[a-z]+[A-Z]\w*$/;

/** Whether people read it, as far as its looks and its place say. */
const isSentence = ({ kind, key }: Text) =>
  /^(markup|attribute|plural)$/.test(kind) ||
  (LABEL.test(key.replace(/\{\d+\}/g, 'x')) && !CODE.test(key));

/**
 * What is wrong between the sources below `root` and a dictionary, each as a line with its file: a sentence without words,
 * words without a sentence, values that one of both lacks, and words that would replace what the program compares.
 */
export function findingsOf(root: string, words: Words): string[] {
  const files = globSync('src/**/*.{ts,tsx,astro}', { cwd: root }).filter(isSource).toSorted();
  const sources = files.map((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    const tree = treeOf(file, source);
    return { file, texts: textsOf(file, source, tree), values: valuesOf(tree) };
  });
  const values = new Map(
    sources.flatMap(({ file, values }) => [...values].map((value) => [value, file] as const)),
  );
  const keys = new Set(sources.flatMap(({ texts }) => texts.map(({ key }) => key)));
  const of = (found: (text: Text) => boolean, what: string) =>
    sources.flatMap(({ file, texts }) =>
      texts.filter(found).map(({ key }) => `${file}: ${what} “${key}”`),
    );

  return [
    ...of((text) => isSentence(text) && !Object.hasOwn(words, text.key), 'no words for'),
    ...of(
      ({ kind, key, node }) =>
        kind === 'string' && values.has(node.value) && isReplaced(words, key),
      'a value that is compared elsewhere has words:',
    ),
    ...Object.keys(words).flatMap((key) => {
      const said = words[key] ?? key;
      if (!keys.has(key)) return [`no source has “${key}”`];
      return slots(said) === slots(key) ? [] : [`other values in “${key}” and “${said}”`];
    }),
  ];
}

const isReplaced = (words: Words, key: string) => (words[key] ?? key) !== key;
const slots = (text: string) =>
  [...text.matchAll(/\{\d+\}|\|/g)]
    .map(([slot]) => slot)
    .toSorted()
    .join();
