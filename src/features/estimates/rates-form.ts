import { amountOf } from '#lib/amount.ts';
import { hasCome } from '#lib/day.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { charLength } from '#lib/text.ts';
import { webAddress } from '#lib/web-address.ts';
import { z } from '#lib/zod.ts';
import type { EstimateRates, RateSource, Span } from './estimate-rates.ts';
import { RATE_KEYS } from './rates-row.ts';

/** The rates as `save_estimate_rates` gives them: each span a field of its own, null for a city that has none. */
export const rateFieldsSchema = z.looseObject({
  lift_above: z.number(),
  lift_covers: z.number(),
  checked_on: z.string(),
  sources: z.array(z.object({ name: z.string(), url: z.string(), says: z.string() })),
});
export type RateFields = Record<string, unknown>;

/** What the form has of each field: text. */
export type RatesDraft = Record<string, string>;

const isCity = (field: string) => field.startsWith('city.') && field !== 'city.else';

/** Whether a span is in dollars; the others are in percent. */
export const inDollars = (field: string) => /^(floor|lift|foot\..*)$/.test(field);

/** In the order of the form. */
export function rateFieldNames(fields: RateFields): string[] {
  const cities = Object.keys(fields).filter(isCity).sort();
  return [...RATE_KEYS, ...cities, 'lift_above', 'lift_covers', 'checked_on', 'sources'];
}

const BETWEEN = ' to ';

/** The two ends of a span as they are typed. */
export function spanEnds(text: string): [low: string, high: string] {
  const [low = '', high = ''] = text.split(BETWEEN);
  return [low, high];
}
export const spanText = (low: string, high: string): string =>
  low === '' && high === '' ? '' : `${low}${BETWEEN}${high}`;

/** What the form shows of the stored rates. */
export function ratesDraft(fields: RateFields): RatesDraft {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, textOf(value)]));
}

function textOf(value: unknown): string {
  if (!Array.isArray(value)) return value === null ? '' : String(value);
  const [first] = value;
  if (typeof first === 'object') return sourcesText(value);
  return spanText(String(value[0]), String(value[1]));
}

const PART = ' | ';
const sourcesText = (sources: readonly RateSource[]) =>
  sources.map(({ name, url, says }) => [name, url, says].join(PART)).join('\n');

/** One source a line: its name, its address, what it says. */
function readSources(text: string): RateSource[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [name = '', url = '', ...says] = line.split('|').map((part) => part.trim());
    return { name, url, says: says.join(PART) };
  });
}

const isSource = ({ name, url, says }: RateSource) =>
  name !== '' &&
  charLength(name) <= LIMITS.sourceName &&
  says !== '' &&
  charLength(says) <= LIMITS.sourceSays &&
  webAddress(url) === url;

const sourcesField = z
  .string()
  .transform(readSources)
  .refine(
    (sources) => sources.length >= 1 && sources.length <= LIMITS.sources && sources.every(isSource),
    MESSAGES.sources_invalid,
  );

/** A typed amount, also with a percent sign. */
const wholeOf = (text: string): number => amountOf(text.replace(/\s*%\s*$/, ''));

const wholeField = (least: number, most: number, message: string) =>
  z
    .string()
    .transform(wholeOf)
    .refine((amount) => amount >= least && amount <= most, message);

function spanField(field: string) {
  const [least, most] = inDollars(field) ? [1, LIMITS.proposalPrice] : [10, 500];
  const message = inDollars(field) ? MESSAGES.price_invalid : MESSAGES.share_invalid;
  const fits = (span: Span | null) =>
    span === null ? isCity(field) : span[0] >= least && span[1] <= most && span[0] <= span[1];
  return z
    .string()
    .transform((text): Span | null => {
      const [low, high] = spanEnds(text);
      return text === '' ? null : [wholeOf(low), wholeOf(high)];
    })
    .refine(fits, message);
}

const OTHERS: Record<string, z.ZodType> = {
  lift_above: wholeField(1, 100, MESSAGES.lift_above_invalid),
  lift_covers: wholeField(50, 10_000, MESSAGES.lift_covers_invalid),
  checked_on: z.string().refine(hasCome, MESSAGES.checked_on_invalid),
  sources: sourcesField,
};

/** The form of these fields; SQL holds the same rules (`private.check_rates`). */
export const ratesFormSchema = (names: readonly string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, OTHERS[name] ?? spanField(name)])));

/** What the form gives, as estimates take it. */
export function typedRates(values: Record<string, unknown>): EstimateRates {
  const { lift_above, lift_covers, checked_on, sources, ...spans } = values;
  const known = Object.entries(spans).filter(([, span]) => span !== null);
  return {
    spans: Object.fromEntries(known),
    lift_above,
    lift_covers,
    checked_on,
    sources,
    walls: [],
  } as EstimateRates;
}
