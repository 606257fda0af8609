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
      !/\.test\.|\.types\.ts$|^src\/features\/claims\/import(-cells|-photos)?\.ts$/.test(path),
  );

/** British spellings, of which the American one is the product's. */
const BRITISH =
  /\b(colou?r(?<!color)\w*|centre\w*|licence\w*|favour\w*|neighbour\w*|programmes?|grey\w*|catalogues?|jewellery|theatre\w*|behaviour\w*|honour\w*|labour\w*|analys(e|ed|es|ing)|organis(e|ed|es|ing|ation)|recognis(e|ed|es|ing)|realis(e|ed|es|ing)|apologis(e|ed|es|ing)|cancell(ed|ing)|travell(ed|er|ing)\w*|metres?|kilometres?|cheques?|ageing|whilst|paediatric\w*)\b/i;
/** Words that name nobody in particular, or read as translated. */
const RIDDLES =
  /\b(whoever|whomever|somebody|(is|are|be) told|hardly anybody|by a slip|e-mails?)\b/i;

/** Words for which the product has another, and the texts that keep them: the specification's, and files of pictures. */
const OTHER_WORDS: Record<string, [words: RegExp, kept: RegExp]> = {
  photo: [
    /\b(pictures?|images?)\b/i,
    /^(No images|Image removed from portfolio|Failed to delete image|Failed to upload portfolio images|image\(s\) added to portfolio)$|no-images|<[a-z]/,
  ],
  email: [/\bmails?\b(?! server)/i, /^$/],
  city: [/\btowns?\b/i, /^$/],
  notifications: [/\bnotices?\b/i, /^(Notices,?|Your notices didn’t load\.)$|\d days’ notice/],
};
/** Labels that read as translated; a button is a verb, and its opposite has a name. */
const LABELS =
  /^(Say So|Go On|Look at It|Hand Over|Refuse|Release|The Wall Is Painted|It Is Painted|Yes, It Is|Town|Double|Standing|Acceptance|Mails)$/;

/** What stands on buttons as plain text. */
const BUTTON =
  /<(?:Small)?Button\b[\s\S]*?>\s*([A-Z][^<>{}]*?)\s*<\/(?:Small)?Button>|confirmLabel="([^"]+)"/g;
const SMALL_WORDS = /^(a|an|the|and|or|of|to|in|on|for|with|as|at|by|from)$/;

const TEXTS = SHOWN.flatMap((path) =>
  textsOf(path, readFileSync(path, 'utf8')).map((text) => ({ path, text })),
);
/** What is on screens and in emails: sentences and labels, not classes, columns or what programs say to operators. */
const ON_SCREENS = TEXTS.filter(
  ({ path, text }) =>
    !/^(supabase\/(seed|embedded)|src\/(publish|server|node|config\/process|mail\/delivery))\b/.test(
      path,
    ) && /^\s*[A-Z]|[a-z],? [a-z]/.test(text),
);
const found = (words: RegExp, texts = TEXTS) =>
  texts.flatMap(({ path, text }) => {
    const [word] = words.exec(text) ?? [];
    return word ? [`${path}: ${word} in “${text.replace(/\s+/g, ' ').trim().slice(0, 80)}”`] : [];
  });

describe('what people read', () => {
  it('is found', () => expect(SHOWN.length).toBeGreaterThan(800));

  it('is spelled as in Texas', () => expect(found(BRITISH)).toEqual([]));

  it('names the person, and says things as a colleague would', () =>
    expect(found(RIDDLES)).toEqual([]));

  it.each(Object.entries(OTHER_WORDS))('has one word for %s', (_, [words, kept]) =>
    expect(
      found(
        words,
        ON_SCREENS.filter(({ text }) => !kept.test(text.trim())),
      ),
    ).toEqual([]),
  );

  it('has verbs on its buttons', () =>
    expect(
      found(
        LABELS,
        ON_SCREENS.map(({ path, text }) => ({ path, text: text.trim() })),
      ),
    ).toEqual([]));

  it('has buttons in Title Case', () => {
    const small = SHOWN.filter((path) => path.endsWith('.tsx')).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(BUTTON)].flatMap(([, text, confirm]) => {
        const label = text ?? confirm ?? '';
        const words = label.split(/\s+/).filter((word) => !SMALL_WORDS.test(word));
        return words.some((word) => /^[a-z]/.test(word)) ? [`${path}: ${label}`] : [];
      }),
    );
    expect(small).toEqual([]);
  });
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
