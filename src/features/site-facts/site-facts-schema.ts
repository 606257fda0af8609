import { dayFromNow, isDay } from '#lib/day.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { z } from '#lib/zod.ts';
import { FACTS, keptFacts, type SiteFacts, siteFactsOf } from './site-facts.ts';

/** To a tenth of a foot, halves away from zero, as the database rounds. */
const toTenth = (value: number) => Math.round(Number((value * 10).toPrecision(12))) / 10;

/** A length of a wall; null for none. */
const feet = z
  .number(MESSAGES.top_ft_invalid)
  .min(LIMITS.muralFeetMin, MESSAGES.top_ft_invalid)
  .max(LIMITS.muralFeetMax, MESSAGES.top_ft_invalid)
  .transform(toTenth)
  .nullish()
  .transform((value) => value ?? null);

/** One of some words; null for none. */
const oneOf = <Word extends string>(answers: Readonly<Record<Word, string>>) =>
  z
    .enum(Object.keys(answers) as [Word, ...Word[]], MESSAGES.invalid_input)
    .nullish()
    .transform((value) => value ?? null);

const yesOrNo = z
  .boolean(MESSAGES.invalid_input)
  .nullish()
  .transform((value) => value ?? null);

/** A day of this century. One that has gone by is no reason to refuse a request that waited for a network. */
const day = z
  .string(MESSAGES.deadline_invalid)
  .refine(
    (text) => isDay(text) && text >= '2000-01-01' && text <= '2100-12-31',
    MESSAGES.deadline_invalid,
  )
  .nullish()
  .transform((value) => value ?? null);

/** What a request says about the site of its wall, by the rules of `private.checked_site_facts`. */
export const siteFactsSchema = z.object({
  owner: oneOf(FACTS.owner.answers),
  top_ft: feet,
  condition: oneOf(FACTS.condition.answers),
  power: yesOrNo,
  water: yesOrNo,
  lift: oneOf(FACTS.lift.answers),
  lettering: yesOrNo,
  deadline: day,
}) satisfies z.ZodType<SiteFacts>;

/** What a browser has kept: anything may have written it. */
export const keptFactsSchema = z.unknown().transform(keptFacts);

/** The answers of a form, by the same rules; gives what is sent of them. Nobody needs a wall by a day that has gone by. */
export const typedFactsSchema = keptFactsSchema.transform((typed, context) => {
  const facts = siteFactsOf(typed);
  for (const { path, message } of siteFactsSchema.safeParse(facts).error?.issues ?? [])
    context.addIssue({ code: 'custom', path, message });
  if (facts.deadline && facts.deadline < dayFromNow(0))
    context.addIssue({ code: 'custom', path: ['deadline'], message: MESSAGES.deadline_invalid });
  return facts;
});
