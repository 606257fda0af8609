import { hasCome } from '#lib/day.ts';
import { pick } from '#lib/draft.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { requiredLine, requiredText } from '#lib/text.ts';
import { webAddress } from '#lib/web-address.ts';
import { z } from '#lib/zod.ts';

/** What a rule can depend on, in the order of the form; `private.wall_conditions` has the same. */
export const WALL_CONDITIONS = [
  'outside',
  'inside',
  'bare_masonry',
  'rented',
  'not_asked',
  'lettering',
  'high',
] as const;
type WallCondition = (typeof WALL_CONDITIONS)[number];

export const CONDITION_LABELS: Record<WallCondition, string> = {
  outside: 'Outside wall',
  inside: 'Inside wall',
  bare_masonry: 'Masonry never painted',
  rented: 'Rented wall',
  not_asked: 'Owner not asked yet',
  lettering: 'Words or a logo',
  high: 'Top edge above 12 feet',
};

/** A rule as requests list it. */
const shownRuleSchema = z.object({
  id: z.guid(),
  city_slug: z.string(),
  title: z.string(),
  body: z.string(),
  source_name: z.string(),
  source_url: z.string(),
  /** The day on which the source was read. */
  checked_on: z.string(),
  /** All of them have to hold; none is every wall. */
  applies: z.array(z.enum(WALL_CONDITIONS)),
});
type ShownRule = z.output<typeof shownRuleSchema>;

/** A row of `city_rules`. */
export const cityRuleSchema = shownRuleSchema.extend({ updated_at: z.string() });
export type CityRule = z.output<typeof cityRuleSchema>;

/** What of a city's rules applies to a request; null where the city has none. */
export const requestRulesSchema = z
  .object({ city: z.string(), rules: z.array(shownRuleSchema) })
  .nullable();
export type RequestCityRules = z.output<typeof requestRulesSchema>;

/** Those of most walls first; `private.request_rules` has the same order. */
export const byReach = (a: ShownRule, b: ShownRule): number =>
  a.applies.length - b.applies.length ||
  (a.title < b.title ? -1 : Number(a.title > b.title)) ||
  (a.id < b.id ? -1 : 1);

/** When a rule applies: 'Outside wall', 'Words or a logo'. */
export const conditionLabels = ({ applies }: Pick<ShownRule, 'applies'>): string[] =>
  applies.length > 0 ? applies.map((condition) => CONDITION_LABELS[condition]) : ['Every wall'];

/** The form of a rule; SQL holds the same rules (`private.complete_city_rule`). */
export const ruleFormSchema = z.object({
  title: requiredLine(1, MESSAGES.title_required, LIMITS.muralTitle, MESSAGES.title_too_long),
  body: requiredText(1, MESSAGES.rule_text_invalid, LIMITS.ruleText, MESSAGES.rule_text_invalid),
  source_name: requiredLine(
    1,
    MESSAGES.rule_source_invalid,
    LIMITS.ruleSource,
    MESSAGES.rule_source_invalid,
  ),
  source_url: z
    .string()
    .trim()
    .refine(
      (text) => text.startsWith('https://') && webAddress(text) === text,
      MESSAGES.rule_address_invalid,
    ),
  checked_on: z.string().refine(hasCome, MESSAGES.checked_on_invalid),
  applies: z.array(z.enum(WALL_CONDITIONS)),
});
export type RuleFields = z.output<typeof ruleFormSchema>;
export const RULE_FORM_FIELDS = Object.keys(ruleFormSchema.shape) as (keyof RuleFields)[];

/** What the form edits of a rule; that of a new one where there is none. */
export function ruleFields(rule: CityRule | null, today: string): RuleFields {
  const none = { title: '', body: '', source_name: '', source_url: '', applies: [] };
  return pick<RuleFields, keyof RuleFields>(
    rule ?? { ...none, checked_on: today },
    RULE_FORM_FIELDS,
  );
}
