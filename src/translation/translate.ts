import { type Text, textsOf } from './texts.ts';

/** Sentences by the English ones; null where the English one is not for people. */
export type Words = Readonly<Record<string, string | null>>;

/** The same source with other words: every text that the dictionary knows is replaced. Null where it knows none. */
export function translated(path: string, source: string, words: Words): string | null {
  const texts = textsOf(path, source)
    .filter(({ key }) => (words[key] ?? key) !== key)
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  if (texts.length === 0) return null;

  /** What stands between two places, with the texts that lie there. */
  const between = (start: number, end: number): string => {
    let out = '';
    let at = start;
    for (const text of texts) {
      // Texts within another one are among its values.
      if (text.start < at || text.end > end) continue;
      out += source.slice(at, text.start) + replacement(text);
      at = text.end;
    }
    return out + source.slice(at, end);
  };
  const replacement = (text: Text): string => {
    const said = words[text.key] ?? text.key;
    const raw = source.slice(text.start, text.end);
    switch (text.kind) {
      case 'attribute':
        return `"${said.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
      case 'string':
        return JSON.stringify(withSpaces(text.node.value, said));
      case 'plural':
        return said
          .split('|')
          .map((noun) => JSON.stringify(noun))
          .join(', ');
      case 'template': {
        const { quasis } = text.node;
        const [first, last] = [quasis[0].value.cooked, quasis.at(-1).value.cooked];
        const spaced = `${leading(first)}${said}${trailing(last)}`;
        return `\`${filled(spaced, text, (words) => words.replace(/[`\\]|\$\{/g, '\\$&'), '$')}\``;
      }
      case 'markup':
        return `${leading(raw)}${filled(said, text, inMarkup, '')}${trailing(raw)}`;
    }
  };
  /** The sentence with its values where the translation wants them. */
  const filled = (said: string, text: Text, written: (words: string) => string, dollar: '' | '$') =>
    said
      .split(/\{(\d+)\}/)
      .map((piece, i) => {
        if (i % 2 === 0) return written(piece);
        const value = text.values[Number(piece)];
        if (!value) throw new Error(`${path}: no value {${piece}} in “${text.key}”`);
        const code = between(value.start, value.end);
        return dollar ? `\${${code}}` : code;
      })
      .join('');
  return between(0, source.length);
}

const TABLE = 'const LABELS = new Map<string, string>([';

/** The source of `src/lib/options.ts` with the labels of a language in its table. */
export function withLabels(source: string, labels: Readonly<Record<string, string>>): string {
  if (!source.includes(TABLE)) throw new Error(`src/lib/options.ts has no “${TABLE}”`);
  const entries = JSON.stringify(Object.entries(labels)).slice(1, -1);
  return source.replace(TABLE, () => `${TABLE}${entries},`);
}

const leading = (text: string) => /^\s*/.exec(text)?.[0] ?? '';
const trailing = (text: string) => /\s*$/.exec(text)?.[0] ?? '';
const withSpaces = (original: string, said: string) =>
  `${leading(original)}${said}${trailing(original)}`;
const inMarkup = (words: string) =>
  words.replace(/[{}<>&]/g, (sign) =>
    /[<>&]/.test(sign) ? `&#${sign.charCodeAt(0)};` : `{'${sign}'}`,
  );
