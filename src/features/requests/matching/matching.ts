import { z } from '#lib/zod.ts';

/** By what requests are offered to artists; the database does it (private.offer_artists). */
export const MATCHING_RULES = ['scores', 'specification'] as const;
export type MatchingRule = (typeof MATCHING_RULES)[number];

interface Part {
  label: string;
  hint: string;
  least: number;
  most: number;
}

/** The parts of a score, as an admin weighs them. The bounds are those of private.match_weights. */
export const WEIGHTS = {
  style: part('Style', 'Paints the style, or murals like the chosen ones'),
  place: part('Distance', 'How near they are, or whether they travel that far'),
  surface: part('Surface', 'Works on this kind of wall'),
  budget: part('Budget', 'Their smallest price fits the budget'),
  answers: part('Answers', 'How soon and how often they answer'),
  acceptance: part('Acceptance rate', 'How many requests they accept'),
  standing: part('Reputation', 'Featured, and how they are rated'),
} as const;

/** What bounds the scores. */
export const BOUNDS = {
  reach_miles: {
    label: 'Reach, in miles',
    hint: 'How far artists come who do not say how far',
    least: 0,
    most: 500,
  },
  week_share: {
    label: 'Share of a week',
    hint: 'After so many requests in seven days, or twice an equal part, others who fit come first',
    least: 1,
    most: 100,
  },
} as const satisfies Record<string, Part>;

function part(label: string, hint: string): Part {
  return { label, hint, least: 0, most: 100 };
}

const PARTS: Record<string, Part> = { ...WEIGHTS, ...BOUNDS };
export type MatchingNumber = keyof typeof WEIGHTS | keyof typeof BOUNDS;
export const MATCHING_NUMBERS = Object.keys(PARTS) as MatchingNumber[];

export const matchingSettingsSchema = z.object({
  rule: z.enum(MATCHING_RULES),
  ...(Object.fromEntries(
    Object.entries(PARTS).map(([name, { least, most }]) => [
      name,
      z.number().int().min(least).max(most),
    ]),
  ) as Record<MatchingNumber, z.ZodNumber>),
});
export type MatchingSettings = z.output<typeof matchingSettingsSchema>;

/** The numbers of a first start, by which the presets differ (private.match_weights). */
const FAIR = {
  style: 35,
  place: 20,
  surface: 10,
  budget: 10,
  answers: 8,
  acceptance: 5,
  standing: 12,
  reach_miles: 50,
  week_share: 20,
} as const satisfies Record<MatchingNumber, number>;

/** What an admin can choose without weighing anything. */
export const PRESETS = {
  specification: { rule: 'specification' },
  fair: { rule: 'scores', ...FAIR },
  fastest: { rule: 'scores', ...FAIR, place: 10, answers: 50, acceptance: 15 },
  nearest: { rule: 'scores', ...FAIR, style: 20, place: 60, reach_miles: 30 },
} as const satisfies Record<string, Partial<MatchingSettings>>;
export type Preset = keyof typeof PRESETS;

/** The preset that settings are nearest to: numbers of one's own are a fair matching. */
export function presetOf(settings: MatchingSettings): Preset {
  if (settings.rule === 'specification') return 'specification';
  const isLike = (preset: Preset) =>
    Object.entries(PRESETS[preset]).every(
      ([name, value]) => settings[name as keyof MatchingSettings] === value,
    );
  return (['fastest', 'nearest'] as const).find(isLike) ?? 'fair';
}

/** What differs, by name, and what it was when it was read. */
export function matchingChanges(
  read: MatchingSettings,
  draft: MatchingSettings,
): { changes: Partial<MatchingSettings>; read: Partial<MatchingSettings> } {
  const names = (Object.keys(draft) as (keyof MatchingSettings)[]).filter(
    (name) => draft[name] !== read[name],
  );
  const only = (settings: MatchingSettings) =>
    Object.fromEntries(names.map((name) => [name, settings[name]])) as Partial<MatchingSettings>;
  return { changes: only(draft), read: only(read) };
}

const spreadSchema = z.object({
  /** How many artists are offered at least one of the requests, and how many of them had fewer than three before. */
  artists: z.number().int(),
  newcomers: z.number().int(),
  /** 0: all have as many; 1: one has all. */
  gini: z.number(),
});
const namesSchema = z.array(z.object({ id: z.guid(), name: z.string() }));

/** What changes would have made of the last requests. */
export const matchingPreviewSchema = z.object({
  requests: z.number().int(),
  changed: z.number().int(),
  before: spreadSchema,
  after: spreadSchema,
  changes: z.array(
    z.object({
      id: z.guid(),
      city: z.string().nullable(),
      style: z.string().nullable(),
      created_at: z.string(),
      before: namesSchema,
      after: namesSchema,
    }),
  ),
});
export type MatchingPreview = z.output<typeof matchingPreviewSchema>;
export type ChangedMatches = MatchingPreview['changes'][number];

/** Who comes and who goes when one request is offered otherwise. */
export function comings({ before, after }: Pick<ChangedMatches, 'before' | 'after'>) {
  const without = (those: typeof before, others: typeof before) =>
    those.filter(({ id }) => !others.some((other) => other.id === id)).map(({ name }) => name);
  return { come: without(after, before), go: without(before, after) };
}
