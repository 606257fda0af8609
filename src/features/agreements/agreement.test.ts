import { describe, expect, it, test } from 'vitest';
import { MESSAGES } from '#lib/errors.ts';
import {
  AGREEMENT_CASES,
  agreementCase,
  KNOWN,
  storedClauses,
} from '#tests/support/cases/agreement-cases.ts';
import {
  type Agreement,
  type AgreementDraft,
  agreementDraftSchema,
  agreementSchema,
  draftOf,
  type Known,
  newAgreement,
  storedTerms,
  TEMPLATE,
  termsSchema,
  typedAgreementSchema,
  USUAL_TERMS,
} from './agreement.ts';
import { agreementText, readingLanguage } from './agreement-text.ts';
import { WORDS } from './agreement-words.ts';
import { PRESET_KEYS, PRESETS, partsOf, sumOf } from './payment-parts.ts';
import { clausesIn, USUAL_CLAUSES } from './usual-clauses.ts';

describe('the form', () => {
  it.each(AGREEMENT_CASES)('%s', (_, change, code) => {
    const refused = agreementDraftSchema
      .safeParse(agreementCase(change))
      .error?.issues.map(({ message }) => message);
    expect(refused?.[0]).toBe(code ? MESSAGES[code] : undefined);
  });

  it('begins with terms that fit', () => {
    expect(termsSchema.safeParse(USUAL_TERMS).success).toBe(true);
  });

  it('begins with the parts of the proposal, else with those of the terms', () => {
    const labels = (preset: Known['preset']) =>
      newAgreement({ ...KNOWN, preset }, USUAL_TERMS).parts.map(({ label }) => label);
    expect(labels('design_fee')).toEqual(['Design fee', 'Deposit', 'Final payment']);
    expect(labels(null)).toEqual(['Deposit', 'Final payment']);
  });

  it.each([
    ['Zelle to 210 555 0147', undefined],
    ['Account 000123456789', MESSAGES.account_number_refused],
    ['x'.repeat(501), MESSAGES.agreement_text_too_long],
  ])('asks to be paid by %j', (how_to_pay, said) =>
    expect(termsSchema.safeParse({ ...USUAL_TERMS, how_to_pay }).error?.issues[0]?.message).toBe(
      said,
    ),
  );

  it('is the same again after it was stored', () => {
    const draft = agreementCase({ rounds: '3', tax: 'plus' });
    const stored = agreementSchema.parse(agreementDraftSchema.parse(draft));
    expect(draftOf(stored, 3)).toEqual({ ...draft, read: 3 });
  });
});

test.each(PRESET_KEYS)('parts make up every price: %s', (preset) => {
  const isWrong = (price: number) => {
    const parts = partsOf(price, preset);
    return sumOf(parts) !== price || parts.some(({ amount }) => amount <= 0);
  };
  expect(Array.from({ length: 3000 }, (_, n) => n + 1).filter(isWrong)).toEqual([]);
});

function stored(change: Parameters<typeof agreementCase>[0], more: object = {}): Agreement {
  const body = agreementDraftSchema.parse(agreementCase(change));
  return agreementSchema.parse({ ...body, clauses: storedClauses(body.clauses), ...more });
}
const textOf = (agreement: Agreement, language = agreement.language) =>
  agreementText(agreement, language)
    .flatMap(({ title, lines, lang }) => [
      `# ${title}${lang ? ` (${lang})` : ''}`,
      ...lines.map(({ text }) => text),
    ])
    .join('\n');
/** All that an agreement can say, as it is typed and as the database adds it. */
const FULL: Partial<AgreementDraft> = {
  ...{ prepared_by: 'artist', tax: 'plus', how_to_pay: 'Zelle' },
  included: ['coating', 'permits'],
};
const FACTS = {
  ...{ owner: 'rented_not_asked', insured_to: '2027-03-15' },
  sketch: { version: 2, sent_at: '2026-11-12T18:00:00Z' },
};

describe('both languages', () => {
  const OWN = { title: 'Lift', text: 'The client rents the lift.', lang: 'en' as const };

  test.each(['en', 'es'] as const)(
    'the words of the template muro-1 stay as they are in %s',
    (language) => {
      const full = stored(FULL, FACTS);
      expect(textOf(stored({}), language)).toMatchSnapshot();
      expect(textOf(full, language)).toMatchSnapshot();
    },
  );

  test('have the same clauses with as many lines', () => {
    const agreement = stored({ clauses: [...USUAL_CLAUSES.en, OWN] });
    const shape = (language: 'en' | 'es') =>
      agreementText(agreement, language).map(({ lines }) => lines.length);
    expect(shape('es')).toEqual(shape('en'));
    expect(readingLanguage(agreement)).toBe('es');
  });

  test('every choice has words in both', () => {
    expect(Object.keys(WORDS.es)).toEqual(Object.keys(WORDS.en));
    const labels = PRESET_KEYS.flatMap((preset) => PRESETS[preset].parts.map(({ label }) => label));
    expect(labels.filter((label) => !WORDS.es.parts[label])).toEqual([]);
  });

  test('what an artist wrote or changed stays as it is, and says its language', () => {
    const [first, ...rest] = USUAL_CLAUSES.en;
    const changed = { ...first, text: 'No further rounds.' } as typeof OWN;
    const clauses = clausesIn('es', [changed, ...rest, OWN]);
    expect(clauses).toEqual([changed, ...USUAL_CLAUSES.es.slice(1), OWN]);
    expect(clausesIn('en', clauses)).toEqual([changed, ...rest, OWN]);
    const text = agreementText(stored({ clauses, language: 'es' }));
    expect(text.filter(({ lang }) => lang).map(({ title, lang }) => [title, lang])).toEqual([
      ['Further rounds', 'en'],
      ['Lift', 'en'],
    ]);
    const english = agreementText(stored({ clauses, language: 'es' }), 'en');
    expect(english.some(({ lang }) => lang)).toBe(false);
    expect(english.some(({ title }) => title === 'Delays')).toBe(true);
  });

  test('an agreement in Spanish begins with the clauses in Spanish, also of terms that name no language', () => {
    const before = USUAL_TERMS.clauses.map(({ title, text }) => ({ title, text }));
    const draft = newAgreement(KNOWN, { ...USUAL_TERMS, clauses: before }, 'es');
    expect(draft).toMatchObject({ language: 'es', clauses: USUAL_CLAUSES.es });
  });

  test('what was typed under another template goes on', () => {
    const typed = { ...agreementCase({ design: 'Herons.' }), template: 'muro-0' };
    expect(typedAgreementSchema.parse(typed)).toMatchObject({
      template: TEMPLATE,
      design: 'Herons.',
    });
  });
});

test('terms leave open what was never saved', () => {
  expect(storedTerms({ rounds: 3, preset: 'thirds' })).toMatchObject({
    ...{ rounds: 3, preset: 'thirds', prepared_by: 'client' },
  });
  expect(storedTerms(null).clauses).toEqual(USUAL_TERMS.clauses);
});
