import { estimate } from '#features/estimates/estimate.ts';
import {
  COMPLEXITIES,
  COMPLEXITY_LABELS,
  type Complexity,
  cityOfRate,
  designName,
} from '#features/estimates/estimate-rates.ts';
import type { EstimateRates, Span } from '#features/estimates/rates-row.ts';
import { rangeLabel } from '#features/estimates/rounding.ts';
import type { WallToPaint } from '#features/estimates/wall-price.ts';
import { LIKE_SIZES } from '#features/estimates/wall-size.ts';
import { dollars } from '#lib/format.ts';
import { optionLabel, SURFACES } from '#lib/options.ts';

/** What each wall that everybody knows is. */
const WALL_TEXTS: Record<(typeof LIKE_SIZES)[number]['id'], string> = {
  door: 'or a utility box',
  garage: 'its door for two cars',
  bus: 'one side of it',
  house: 'a side of two floors',
};

/** What the calculator begins with, and what a page says first. */
export const FIRST_WALL: WallToPaint = {
  widthFt: 20,
  heightFt: 10,
  complexity: 'graphic',
  surface: 'stucco',
  city: 'San Antonio',
};

interface CostExample {
  name: string;
  text: string;
  widthFt: number;
  heightFt: number;
  /** By how much there is to paint; a smooth wall in San Antonio. */
  prices: { name: string; range: string }[];
}

export const costExamples = (rates: EstimateRates): CostExample[] =>
  LIKE_SIZES.map(({ id, name, width: widthFt, height: heightFt }) => ({
    name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    text: WALL_TEXTS[id],
    widthFt,
    heightFt,
    prices: COMPLEXITIES.map((complexity) => ({
      name: COMPLEXITY_LABELS[complexity].name,
      range: range({ widthFt, heightFt, complexity, surface: 'drywall' }, rates),
    })),
  }));

function range(wall: Partial<WallToPaint>, rates: EstimateRates): string {
  const found = estimate({ ...FIRST_WALL, ...wall }, rates);
  return found ? rangeLabel(found) : '';
}

const spanText = (span: Span | undefined) =>
  span ? rangeLabel({ low: span[0], high: span[1] }) : '';
const foot = (rates: EstimateRates, complexity: Complexity) =>
  spanText(rates.spans[`foot.${complexity}`]);

/** Percent as what they add: [110, 135] is '10 to 35%'. */
function added([low, high]: Span): string {
  const [from, to] = [low - 100, high - 100];
  if (to <= 0) return 'nothing';
  return from > 0 && from < to ? `${from} to ${to}%` : `up to ${to}%`;
}

/** What moves a price, in the words of the table of rates. */
export function costMovers(rates: EstimateRates): { title: string; text: string }[] {
  const { spans, lift_above, lift_covers } = rates;
  const surfaces = SURFACES.filter((surface) => surface !== 'other' && surface !== 'drywall').map(
    (surface) => `${optionLabel(surface)} adds ${added(spans[`surface.${surface}`] ?? [100, 100])}`,
  );
  return [
    {
      title: 'The design',
      text: `${COMPLEXITIES.map((complexity) => {
        const { name, text } = COMPLEXITY_LABELS[complexity];
        return `${name} (${text.toLowerCase()}): ${foot(rates, complexity)} a square foot`;
      }).join('. ')}.`,
    },
    {
      title: 'The size',
      text: `Large walls cost less a square foot: above 500 square feet each further one is ${share(spans['size.large'])} of the price, above 1,000 ${share(spans['size.huge'])}. The first 100 of any wall may be up to ${(spans['size.small']?.[1] ?? 100) - 100}% more.`,
    },
    {
      title: 'What it is made of',
      text: `A smooth, clean wall is the cheapest. ${surfaces.join('. ')}. Repairs and a base coat come on top.`,
    },
    {
      title: 'How high it is',
      text: `Up to ${lift_above} feet a ladder does. Above, a lift or a scaffold adds ${spanText(spans.lift)} for each ${lift_covers} square feet or part of them.`,
    },
    { title: 'Where it is', text: whereMover(rates) },
    {
      title: 'What every wall costs',
      text: `Few artists start below ${dollars(spans.floor?.[0] ?? 0)}, and some begin at ${dollars(spans.floor?.[1] ?? 0)}.`,
    },
  ];
}

/** Cities with prices of their own, and any other one. */
function whereMover({ spans }: EstimateRates): string {
  const cities = Object.entries(spans).flatMap(([key, span]) =>
    key.startsWith('city.') && key !== 'city.else' && span[1] > 100
      ? [`${cityOfRate(key)} adds ${added(span)}`]
      : [],
  );
  const others = `any other city ${added(spans['city.else'] ?? [100, 100])}`;
  return `Local prices and travel: ${[...cities, others].join(', ')}.`;
}

const share = (span: Span | undefined): string => (span ? `${span[0]} to ${span[1]}%` : '');

/** Questions that people ask, answered from the table; the same texts are in the structured data. */
export function costQuestions(rates: EstimateRates): { question: string; answer: string }[] {
  const { spans } = rates;
  const each = COMPLEXITIES.map((one) => `${foot(rates, one)} for ${designName(one)}`).join(', ');
  return [
    {
      question: 'How much does a mural cost a square foot?',
      answer: `For a smooth wall of a few hundred square feet: ${each}. Rough surfaces, lifts and travel cost extra.`,
    },
    {
      question: 'What does a wall of 20 by 10 feet cost?',
      answer: `On stucco in San Antonio: ${COMPLEXITIES.map((complexity) => `${range({ complexity }, rates)} for ${designName(complexity)}`).join(', ')}.`,
    },
    {
      question: 'What’s the minimum?',
      answer: `About ${dollars(spans.floor?.[0] ?? 0)} to ${dollars(spans.floor?.[1] ?? 0)}, however small.`,
    },
    {
      question: 'Is a lift included?',
      answer: `Not always. Above ${rates.lift_above} feet one is needed, which adds ${spanText(spans.lift)} for a week. Each proposal says what it includes.`,
    },
    {
      question: 'Who sets the price?',
      answer: 'The artist. These figures are a range to plan with, not an offer.',
    },
  ];
}
