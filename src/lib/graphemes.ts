/** Joins what belongs together where the platform cannot say: signs that follow a letter, joiners, flags. */
const CLUSTER =
  /\p{RI}\p{RI}|\P{M}(?:\u200d.?|\p{M}|[\u{1f3fb}-\u{1f3ff}]|[\u{e0020}-\u{e007f}])*/gsu;

let segmenter: Intl.Segmenter | undefined;

/**
 * What a reader takes for single characters: '👩🏽‍🎨' and 'é' are one each, however many code points they are made of.
 * Cut text between these only; anything else leaves a replacement character or half a family.
 */
export function graphemes(text: string): string[] {
  if (!Intl.Segmenter) return text.match(CLUSTER) ?? [];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The first character of a name, for a place that has no picture; empty when there is no name. */
export const initial = (name: string): string => graphemes(name.trim())[0] ?? '';

/** The longest beginning of whole characters with at most `max` code points, as limits are counted. */
export function beginning(text: string, max: number): string {
  // No other text is worth taking apart: a code point is at least one unit.
  if (text.length <= max) return text;
  let taken = 0;
  let length = 0;
  for (const sign of graphemes(text)) {
    taken += [...sign].length;
    if (taken > max) break;
    length += sign.length;
  }
  // Hundreds of marks on one letter are not worth keeping whole.
  return length > 0 ? text.slice(0, length) : [...text].slice(0, max).join('');
}
