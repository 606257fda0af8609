import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textsOf } from './support/texts.ts';

/** What people read: screens, emails, errors, toasts, and the data of the demo. */
const SHOWN = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'supabase'],
  { encoding: 'utf8', maxBuffer: 1 << 26 },
)
  .split('\n')
  .filter(
    (path) =>
      /^(src|supabase\/(seed|templates|embedded))\/.*\.(tsx?|astro|html)$/.test(path) &&
      !/\.test\.|\.types\.ts$|^src\/features\/(map\/(places|zip-codes)|claims\/import(-cells)?)\.ts$/.test(
        path,
      ),
  );

/** British spellings, of which the American one is the product's. */
const BRITISH =
  /\b(colou?r(?<!color)\w*|centre\w*|licence\w*|favour\w*|neighbour\w*|programmes?|grey\w*|catalogues?|jewellery|theatre\w*|behaviour\w*|honour\w*|labour\w*|analys(e|ed|es|ing)|organis(e|ed|es|ing|ation)|recognis(e|ed|es|ing)|realis(e|ed|es|ing)|apologis(e|ed|es|ing)|cancell(ed|ing)|travell(ed|er|ing)\w*|metres?|kilometres?|cheques?|ageing|whilst)\b/i;
/** Words that name nobody in particular, or read as translated. */
const RIDDLES =
  /\b(whoever|whomever|somebody|(is|are|be) told|hardly anybody|by a slip|e-mails?)\b/i;

const TEXTS = SHOWN.flatMap((path) =>
  textsOf(path, readFileSync(path, 'utf8')).map((text) => ({ path, text })),
);
const found = (words: RegExp) =>
  TEXTS.flatMap(({ path, text }) => {
    const [word] = words.exec(text) ?? [];
    return word ? [`${path}: ${word} in “${text.replace(/\s+/g, ' ').trim().slice(0, 80)}”`] : [];
  });

describe('what people read', () => {
  it('is found', () => expect(SHOWN.length).toBeGreaterThan(800));

  it('is spelled as in Texas', () => expect(found(BRITISH)).toEqual([]));

  it('names the person, and says things as a colleague would', () =>
    expect(found(RIDDLES)).toEqual([]));
});

describe('the list', () => {
  it.each(['The colour of it', 'a programme', 'Licence'])('finds %s', (text) =>
    expect(text).toMatch(BRITISH),
  );
  it.each(['The color of it', 'programmed', 'license', 'a parameter'])('leaves %s', (text) =>
    expect(text).not.toMatch(BRITISH),
  );
  it('reads texts, not comments or names', () => {
    const source = `// whoever\nimport a from './somebody.ts';\nconst e = <p title="b">c {d} \`e\`</p>;`;
    expect(
      textsOf('x.tsx', source)
        .map((text) => text.trim())
        .filter(Boolean),
    ).toEqual(['b', 'c', '`e`']);
  });
});
