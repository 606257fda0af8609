/** Letters that no accent was added to, as they are written without: one each in `ODD`, some more than one. */
const ODD = 'łŁđĐðÐøØıħĦŋŊŧŦɓɗƒǥǤɨƙƚɲƥʉƴƶƵəƏς';
const BARE = 'llddddooihhnnttbdfggiklnpuyzzeeσ';
const SEVERAL: readonly [RegExp, string][] = [
  [/ß|ẞ/g, 'ss'],
  [/æ|Æ/g, 'ae'],
  [/œ|Œ/g, 'oe'],
  [/þ|Þ/g, 'th'],
];

/** 'Łukasz' as 'lukasz' is looked for. `private.bare_letters` is the same in SQL. */
export function bareLetters(text: string): string {
  const single = text.replace(/[^\0-\x7f]/g, (letter) => {
    const at = ODD.indexOf(letter);
    return at < 0 ? letter : (BARE[at] ?? letter);
  });
  return SEVERAL.reduce((bare, [letter, written]) => bare.replace(letter, written), single);
}

/** In small letters without accents; a Greek s is one letter wherever it stands. `private.bare_text` is the same in SQL. */
function bareText(text: string): string {
  return bareLetters(text.normalize('NFKD').replace(/[\u0300-\u036f]/g, ''))
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/**
 * Lower-case words joined by hyphens; accents are dropped, everything else separates.
 * `private.slugify` is the same in SQL; one test runs both over the same cases.
 */
export function slugify(text: string): string {
  return bareText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** What is no letter of any script: marks of ASCII and Latin-1, general and East Asian punctuation. */
const MARKS = /[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\u2000-\u206f\u3000-\u303f\u1680\ufeff]+/g;

/**
 * A name as namesakes have it alike: without capitals, accents and marks, in the letters of its own script. Null where
 * nothing is left, which is nobody's namesake. A slug says too little: '山田' and '佐藤' have none.
 * `private.name_key` is the same in SQL.
 */
export function nameKey(name: string): string | null {
  return bareText(name).replace(MARKS, ' ').trim() || null;
}
