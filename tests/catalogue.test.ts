import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#domain/errors.ts';
import { TOASTS } from '#domain/toasts.ts';
import { ALL_SENTENCES, SENTENCES, type Sentence } from './support/sentences.ts';
import { shows, textsOfTest } from './support/shown-sentences.ts';

/** A story, or a test, by its file and its title. */
const story = (file: string) => (title: string) => [`tests/e2e/${file}.spec.ts`, title] as const;
const [admin, artist, auth] = [story('admin'), story('artist'), story('auth')];
const [browse, missing, quote] = [story('browse'), story('not-found'), story('quote')];
const search = story('search');

const QUOTE_RULES = quote(
  'the rules answer in their order, with a toast, beside the field, and with the focus there',
);
const SENT = quote('somebody asks for a quote and chooses two artists');
const OVERSEES = admin('an admin features an artist, hides one and reads the audit trail');
const STUCK = admin('a switch that fails goes back and says so');
const GOES_PUBLIC = artist(
  'an artist fills the profile, uploads a photo and three images, and goes public',
);
const FAILS = artist('what fails says so in the specification’s words, and nothing is lost');
const NOT_LOADED = artist('a profile that does not load can be tried again');
const UPLOADS_FAIL = artist(
  'what is no picture is refused before sending; what fails keeps the others and can be retried',
);
const SIGNS_UP = auth('an artist signs up through /join and signs in');
const CREDENTIALS = auth('the form keeps its rules in both modes');
const IDENTITY = ['tests/auth-library.test.ts', 'wants an identity and a password'] as const;
const SECURITY_KEY = ['tests/auth-library.test.ts', 'names what a security key lacks'] as const;

/** Each sentence of the specification's sections 5 and 8, with the test that shows it: file and title. */
const SHOWN: Record<Sentence, readonly [file: string, title: string]> = {
  'Name is required': QUOTE_RULES,
  'Invalid email address': QUOTE_RULES,
  'City is required': QUOTE_RULES,
  'Please provide more details': QUOTE_RULES,
  'Please select a surface type': QUOTE_RULES,
  'Please select a style': QUOTE_RULES,
  'Please select a budget range': QUOTE_RULES,
  'Password must be at least 6 characters': CREDENTIALS,
  'Please enter a valid email address': browse(
    'the newsletter checks the address, waits a second and thanks',
  ),
  'Please select at least one artist': quote(
    'somebody who chooses nobody is asked to, and may skip',
  ),
  'Invalid artist ID': admin('a switch without a valid artist id sends nothing'),
  'Invalid input': story('admin-access')('a malformed call is answered with a sentence'),

  'Failed to load artists': search(
    'when the index cannot be read, a toast says so and the prerendered list stays',
  ),
  'Artist not found': missing('an unknown artist leads to the artists with a toast, once'),
  'Mural project not found': missing('an unknown mural leads home with a toast'),
  'Failed to submit quote request': quote('an answer that got lost, and Retry, make one lead'),
  'Failed to send project to artists': quote(
    'the choice survives a reload and a failure to send it',
  ),
  'Failed to subscribe. Please try again.': browse('the newsletter says when it cannot'),
  'Authentication failed': auth('a refused sign-in shows the service’s words, a lost one its own'),
  'Failed to load profile': NOT_LOADED,
  'Artist profile not loaded': NOT_LOADED,
  'Failed to save profile': FAILS,
  'Failed to update visibility': FAILS,
  'Failed to update status': FAILS,
  'Failed to upload profile photo': FAILS,
  'Failed to upload portfolio images': UPLOADS_FAIL,
  'Failed to delete image': artist('a picture that cannot be removed stays'),
  'Failed to update artist': STUCK,
  'Failed to update featured status': STUCK,

  'Thanks for subscribing!': browse('the newsletter checks the address, waits a second and thanks'),
  'Quote request submitted successfully!': SENT,
  'Project sent to N artist(s)!': SENT,
  'Account created! You can now log in.': SIGNS_UP,
  'Logged in successfully!': SIGNS_UP,
  'Logged out successfully': auth('logging out of one tab logs out the others'),
  'Profile updated successfully': GOES_PUBLIC,
  'Profile photo updated': GOES_PUBLIC,
  'N image(s) added to portfolio': GOES_PUBLIC,
  'Image removed from portfolio': artist(
    'pictures are put in order by keyboard and by dragging, removed and brought back',
  ),
  'Artist visibility updated': OVERSEES,
  'Featured status updated': OVERSEES,
  'Lead status updated': artist(
    'a lead is masked until this artist takes it on, whatever another one does',
  ),
  'Profile is now public': GOES_PUBLIC,
  'Profile is now private': GOES_PUBLIC,

  'You must provide either an email or phone number and a password': IDENTITY,
  'Browser does not support WebAuthn': SECURITY_KEY,
  'rpId is required': SECURITY_KEY,
  'Unexpected Application Error!': admin('a tab that breaks says so instead of going blank'),
};

describe.each(Object.entries(SENTENCES))('%s', (_, sentences) => {
  it.each(sentences)('%s', (sentence) => {
    const entry = SHOWN[sentence as Sentence];
    if (!entry) throw new Error('No test is named for this sentence.');
    const [file, title] = entry;
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
