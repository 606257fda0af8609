import { isDay } from '#lib/day.ts';
import { feetIn } from '#lib/feet.ts';
import { dayLabel } from '#lib/format.ts';

interface Fact {
  /** What it is called beside its answer. */
  label: string;
  question: string;
  /** What to choose from, by the stored word; missing where it is typed. */
  answers?: Readonly<Record<string, string>>;
}
const YES_NO = { yes: 'Yes', no: 'No' };

/** What an artist asks about the site of a wall, in the order of asking. */
export const FACTS = {
  owner: {
    label: 'Owner',
    question: 'Whose wall is it?',
    answers: {
      mine: 'Mine',
      rented_agreed: 'Rented, owner agreed',
      rented_not_asked: 'Rented, owner not asked',
    },
  },
  top_ft: { label: 'Top edge', question: 'How high is the top edge?' },
  condition: {
    label: 'Condition',
    question: 'What condition is it in?',
    answers: {
      sound: 'Sound',
      peeling: 'Paint is peeling',
      damaged: 'Cracked or damp',
      never_painted: 'Never painted',
    },
  },
  power: { label: 'Power', question: 'Is there power?', answers: YES_NO },
  water: { label: 'Water', question: 'Is there water?', answers: YES_NO },
  lift: {
    label: 'Lift access',
    question: 'Can a lift get to the wall?',
    answers: { firm_ground: 'Yes, on firm ground', soft_ground: 'Over soft ground', none: 'No' },
  },
  lettering: {
    label: 'Words or a logo',
    question: 'Will it show words or a logo?',
    answers: YES_NO,
  },
  deadline: { label: 'Deadline', question: 'When does it have to be done?' },
} as const satisfies Record<string, Fact>;
export type FactName = keyof typeof FACTS;
export const FACT_NAMES = Object.keys(FACTS) as FactName[];

type Word<Name extends 'owner' | 'condition' | 'lift'> = keyof (typeof FACTS)[Name]['answers'];

/** What a request says about the site of its wall; null for what it does not say. */
export interface SiteFacts {
  owner: Word<'owner'> | null;
  /** The height of the top edge above the ground, in feet. */
  top_ft: number | null;
  condition: Word<'condition'> | null;
  power: boolean | null;
  water: boolean | null;
  lift: Word<'lift'> | null;
  /** Words or a logo are to be on the wall. */
  lettering: boolean | null;
  deadline: string | null;
}

/** The facts that are typed: the others have nothing to get wrong. */
const TYPED_FACTS = ['top_ft', 'deadline'] as const satisfies readonly FactName[];
export type TypedFact = (typeof TYPED_FACTS)[number];
export const isTyped = (field: string): field is TypedFact =>
  TYPED_FACTS.some((one) => one === field);

/** The chips of the form, each with the facts behind it. */
export const FACT_CHIPS: readonly { label: string; facts: readonly FactName[] }[] = [
  { label: 'Owner', facts: ['owner'] },
  { label: 'Top edge', facts: ['top_ft'] },
  { label: 'Condition', facts: ['condition'] },
  { label: 'Power and water', facts: ['power', 'water'] },
  { label: 'Lift access', facts: ['lift'] },
  { label: 'Words or a logo', facts: ['lettering'] },
  { label: 'Deadline', facts: ['deadline'] },
];

/** The answers as a form holds them: the chosen word, 'yes' or 'no', or what was typed. An empty text takes one back. */
export type TypedFacts = Partial<Record<FactName, string>>;

const answersOf = (name: FactName): Fact['answers'] => (FACTS[name] as Fact).answers;

/** An answer as a person reads it. */
export function factText(name: FactName, answer: string): string {
  if (name === 'top_ft') return Number.isNaN(feetIn(answer)) ? answer : `${feetIn(answer)} ft`;
  return answersOf(name)?.[answer] ?? (isDay(answer) ? dayLabel(answer) : answer);
}

/** What is sent of the answers, in the order of asking; null for one that was taken back. */
export function siteFactsOf(typed: TypedFacts): Partial<SiteFacts> {
  const said = FACT_NAMES.filter((name) => typed[name] !== undefined);
  return Object.fromEntries(said.map((name) => [name, factOf(name, typed[name]?.trim() ?? '')]));
}

function factOf(name: FactName, answer: string): SiteFacts[FactName] {
  if (answer === '') return null;
  if (name === 'top_ft') return feetIn(answer);
  return answersOf(name) === YES_NO ? answer === 'yes' : (answer as SiteFacts['deadline']);
}

/** Stored facts as a form holds them. */
export function typedFacts(facts: Partial<SiteFacts> | null | undefined): TypedFacts {
  const typed = FACT_NAMES.flatMap((name) => {
    const fact = facts?.[name] ?? null;
    if (fact === null) return [];
    return [[name, typeof fact === 'boolean' ? (fact ? 'yes' : 'no') : String(fact)]];
  });
  return Object.fromEntries(typed);
}

/** Answers that a browser has kept: anything may have written them. */
export function keptFacts(value: unknown): TypedFacts {
  const kept = (typeof value === 'object' && value ? value : {}) as Record<string, unknown>;
  const known = FACT_NAMES.flatMap((name) => {
    const answer = kept[name];
    const answers = answersOf(name);
    if (typeof answer !== 'string') return [];
    return !answers || answer === '' || Object.hasOwn(answers, answer) ? [[name, answer]] : [];
  });
  return Object.fromEntries(known);
}

/** Each fact with its answer, for a person to read. */
export const factLines = (facts: Partial<SiteFacts> | null | undefined): [string, string][] =>
  (Object.entries(typedFacts(facts)) as [FactName, string][]).map(([name, answer]) => [
    FACTS[name].label,
    factText(name, answer),
  ]);
