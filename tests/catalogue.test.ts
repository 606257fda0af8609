import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#domain/errors.ts';
import { TOASTS } from '#domain/toasts.ts';
import { ALL_SENTENCES, SENTENCES, type Sentence } from './support/sentences.ts';
import { shows, textsOfTest } from './support/shown-sentences.ts';

const QUOTE_RULES = [
  'src/domain/quote.test.ts',
  'answers an empty form with the first violation first',
];
const LIBRARY = ['tests/auth-library.test.ts', 'names what a security key lacks'];
const STUCK = ['tests/e2e/admin.spec.ts', 'a switch that fails goes back and says so'];
const OVERSEES = [
  'tests/e2e/admin.spec.ts',
  'an admin features an artist, hides one and reads the audit trail',
];

/** Each sentence of the specification's sections 5 and 8, with the test that shows it: file and title. */
const SHOWN: Partial<Record<Sentence, readonly string[]>> = {
  'Name is required': QUOTE_RULES,
  'Invalid email address': QUOTE_RULES,
  'City is required': QUOTE_RULES,
  'Please provide more details': QUOTE_RULES,
  'Please select a surface type': QUOTE_RULES,
  'Please select a style': QUOTE_RULES,
  'Please select a budget range': QUOTE_RULES,
  'Password must be at least 6 characters': ['src/domain/account.test.ts', '%j / %j: %s'],
  'Please enter a valid email address': [
    'src/domain/email.test.ts',
    'has a sentence of its own for the newsletter',
  ],
  'Invalid artist ID': [
    'tests/e2e/admin.spec.ts',
    'a switch without a valid artist id sends nothing',
  ],
  'Failed to update artist': STUCK,
  'Failed to update featured status': STUCK,
  'Artist visibility updated': OVERSEES,
  'Featured status updated': OVERSEES,
  'You must provide either an email or phone number and a password': [
    'tests/auth-library.test.ts',
    'wants an identity and a password',
  ],
  'Browser does not support WebAuthn': LIBRARY,
  'rpId is required': LIBRARY,
  'Unexpected Application Error!': [
    'tests/e2e/admin.spec.ts',
    'a tab that breaks says so instead of going blank',
  ],
};

describe.each(Object.entries(SENTENCES))('%s', (_, sentences) => {
  it.each(sentences)('%s', (sentence) => {
    const [file, title] = SHOWN[sentence as Sentence] ?? [];
    if (!file || !title) throw new Error('No test is named for this sentence.');
    if (!existsSync(file)) throw new Error(`There is no ${file}.`);
    const texts = textsOfTest(readFileSync(file, 'utf8'), title);
    if (!texts) throw new Error(`${file} has no test '${title}', or skips it.`);
    expect(shows(texts, sentence), `'${title}' does not speak of the sentence`).toBe(true);
  });
});

describe('the table', () => {
  it('names no sentence that the specification does not have', () => {
    const known: readonly string[] = ALL_SENTENCES;
    expect(Object.keys(SHOWN).filter((sentence) => !known.includes(sentence))).toEqual([]);
  });

  it('lists every toast of the product, so that a new one needs a test', () => {
    const known: readonly string[] = ALL_SENTENCES;
    expect(Object.values(TOASTS).filter((text) => !known.includes(text))).toEqual([]);
  });

  it('has each of its rules and toasts in the domain, word for word', () => {
    const spelled: readonly string[] = [...Object.values(TOASTS), ...Object.values(MESSAGES)];
    const counted = ['Project sent to N artist(s)!', 'N image(s) added to portfolio'];
    const own = Object.entries(SENTENCES).filter(([group]) => !group.includes('auth service'));
    const missing = own
      .flatMap(([, sentences]): readonly string[] => sentences)
      .filter((sentence) => !spelled.includes(sentence) && !counted.includes(sentence));
    expect(missing).toEqual([]);
  });
});

describe('the check itself', () => {
  const source = `
    const WORDS = { done: 'Saved' };
    const expectToast = (page, text) => page.getByText(text);
    test('plain', () => { expectToast(page, 'Hello') });
    test('by constant', () => { expectToast(page, TOASTS.loggedIn) });
    test('by declaration', () => { expectToast(page, WORDS.done) });
    test('counted', () => { expectToast(page, 'Project sent to 2 artist(s)!') });
    test('matched', () => { expectToast(page, /Project sent to \\d+ artist\\(s\\)!/) });
    test(\`as \${role}\`, () => { expectToast(page, 'Hello') });
    it.each([['Tabled']])('each %s', (text) => { expect(text) });
    test.skip('skipped', () => { expectToast(page, 'Hello') });
    test.fixme('fixed later', () => { expectToast(page, 'Hello') });
    // test('commented out', () => { 'Hello' });
  `;
  const found = (title: string, sentence: string) => {
    const texts = textsOfTest(source, title);
    return texts !== null && shows(texts, sentence);
  };

  it.each([
    ['plain', 'Hello'],
    ['by constant', 'Logged in successfully!'],
    ['by declaration', 'Saved'],
    ['counted', 'Project sent to N artist(s)!'],
    ['matched', 'Project sent to N artist(s)!'],
    ['as {…}', 'Hello'],
    ['each %s', 'Tabled'],
  ])('finds %s', (title, sentence) => expect(found(title, sentence)).toBe(true));

  it.each([
    ['plain', 'Goodbye'],
    ['plain', 'Saved'],
    ['by constant', 'Logged out successfully'],
    ['skipped', 'Hello'],
    ['fixed later', 'Hello'],
    ['commented out', 'Hello'],
    ['no such test', 'Hello'],
  ])('does not find %s: %s', (title, sentence) => expect(found(title, sentence)).toBe(false));
});
