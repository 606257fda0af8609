const PLAIN = /^[ -~\n\t]*$/;
const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * What nobody sees or what turns the direction of a line: controls, bidi embeddings, overrides and isolates, and tags
 * but those of flags.
 */
const UNSEEN = new RegExp(
  [
    '(\u{1f3f4}[\\u{e0020}-\\u{e007e}]+\\u{e007f})',
    '[\\p{Cs}\\0-\\x08\\x0e-\\x1f\\x7f-\\x9f\\xad\\u034f\\u17b4\\u17b5\\u180e\\u200b\\u202a-\\u202e\\u2060-\\u206f]',
    '[\\u3164\\ufdd0-\\ufdef\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}]',
  ].join('|'),
  'gu',
);
const JOINERS = /([\u200c\u200d])[\u200c\u200d]+/g;

/** Emoji and scripts that join their letters have them between two letters that are not plain. */
const JOINER = /[\u200c\u200d]/g;
const isPlain = (unit = '') => unit <= '\x7f';
const withoutLoose = (joiner: string, at: number, text: string) =>
  isPlain(text[at - 1]) || isPlain(text[at + 1]) ? '' : joiner;
const EDGE = /[\s\u061c\u200c-\u200f\u2800]/;
const SEEN = /[!-~]|[^\p{M}\p{Z}\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Text as it is kept: composed letters (NFC), one kind of line break, nothing at its ends and no invisible characters;
 * empty where no character of it can be seen. `private.clean` is the same in SQL.
 */
export function cleaned(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  const unjoined = text.normalize().replace(BREAKS, '\n').replace(UNSEEN, '$1');
  const seen = unjoined.replace(JOINERS, '$1').replace(JOINER, withoutLoose).normalize();
  let [from, to] = [0, seen.length];
  while (from < to && EDGE.test(seen[from] ?? '')) from += 1;
  while (to > from && EDGE.test(seen[to - 1] ?? '')) to -= 1;
  const kept = seen.slice(from, to);
  return SEEN.test(kept) ? kept : '';
}

/** The same on one line, with single spaces: names, titles, cities. `private.one_line` in SQL. */
export const oneLine = (text: string): string => cleaned(text).replace(/\s+/g, ' ');

/** Whether anything of a text can be seen. */
export const isVisible = (text: string): boolean => cleaned(text) !== '';
