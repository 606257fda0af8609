import type { Language } from '#config/language.ts';
import { wallDay } from '#lib/day.ts';
import type { Agreement } from './agreement.ts';
import { type AgreementWords, WORDS } from './agreement-words.ts';
import { BOXES } from './included.ts';

export interface Line {
  text: string;
  /** What an artist wrote, where that may be another language than the rest of the text. */
  lang?: Language | undefined;
}
export interface Clause {
  title: string;
  lines: Line[];
  lang?: Language | undefined;
  /** The one that names the wall. A clause of the artist's own may have the same title. */
  namesWall?: true;
}

/** The language of the text that is beside the one that counts. */
export const readingLanguage = ({ language }: Agreement): Language =>
  language === 'en' ? 'es' : 'en';

/**
 * An agreement in words, for the screen, paper and emails. The words belong to the template that the version names:
 * one that a client or an artist has signed by is never changed, and new words are a new template.
 */
export function agreementText(agreement: Agreement, language = agreement.language): Clause[] {
  const words = WORDS[language];
  const { titles } = words;
  const { rounds, starts_on, ends_on } = agreement;
  return [
    { title: titles.people, lines: said(whoAndWhat(agreement, words)), namesWall: true },
    {
      title: titles.design,
      lines: [
        ...said(sketch(agreement, words)),
        ...written(agreement, agreement.design),
        ...said([rounds > 0 ? words.rounds(rounds) : words.noRounds]),
      ],
    },
    { title: titles.price, lines: price(agreement, words) },
    { title: titles.dates, lines: said([words.from(starts_on, ends_on)]) },
    { title: titles.permits, lines: said(permits(agreement, words)) },
    ...own(agreement, language),
    {
      title: titles.about,
      lines: said([words.template, words.counts[agreement.language]]),
    },
  ];
}

const said = (lines: readonly string[]): Line[] => lines.map((text) => ({ text }));

/** What was typed into the agreement, by an artist who writes in the language of the text that counts. */
const written = ({ language }: Agreement, text: string): Line[] =>
  text ? text.split('\n').map((line) => ({ text: line, lang: language })) : [];

/** The clauses in a language, and as they were written where they have only that. */
const own = ({ clauses }: Agreement, language: Language): Clause[] =>
  clauses.map(({ other, lang = 'en', ...clause }) => {
    const { title, text } = (lang !== language && other) || clause;
    const lines = said(text.split('\n'));
    return lang === language || other ? { title, lines } : { title, lines, lang };
  });

const whoAndWhat = (
  { artist, client, wall, photo, prepared_by }: Agreement,
  words: AgreementWords,
) => [words.paints(artist, client), words.wall(wall, photo), words.preparedBy[prepared_by]];

/** What is painted: an approved sketch by its number, else the one that will be approved. */
function sketch({ sketch: approved, rounds }: Agreement, words: AgreementWords): string[] {
  if (approved)
    return [words.approvedSketch(approved.version, wallDay(new Date(approved.sent_at)))];
  return rounds > 0 ? [words.sketch] : [];
}

function price(agreement: Agreement, words: AgreementWords): Line[] {
  const { price: total, included, parts, how_to_pay, tax } = agreement;
  const given = BOXES.filter((box) => included.includes(box));
  const left = BOXES.filter((box) => !included.includes(box));
  /** 'The price includes: lift or scaffold, primer.'; nothing for none. */
  const boxes = (start: string, some: typeof included) =>
    some.length > 0 ? [`${start} ${some.map((box) => words.boxes[box]).join(', ')}.`] : [];
  return [
    ...said([
      ...boxes(words.included, given),
      ...boxes(words.notIncluded, left),
      words.pays(words.amount(total, tax)),
      ...parts.map(
        ({ label, amount, due }) =>
          `${words.parts[label] ?? label}: ${words.amount(amount, tax)}, ${words.due[due]}.`,
      ),
      words.directly,
      ...(how_to_pay ? [words.howToPay] : []),
    ]),
    ...written(agreement, how_to_pay),
  ];
}

const permits = ({ included, owner, insured_to }: Agreement, words: AgreementWords) => [
  ...(owner === 'rented_not_asked' ? [words.asksOwner] : []),
  ...(owner === 'rented_agreed' ? [words.hasOwner] : []),
  included.includes('permits') ? words.artistPermits : words.clientPermits,
  ...(insured_to ? [words.insured(insured_to)] : []),
];
