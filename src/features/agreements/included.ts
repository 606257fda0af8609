/** What a price can include: a short list of boxes, in a proposal and in the agreement that follows it. */
export const INCLUDED = {
  lift: 'Lift or scaffold',
  primer: 'Primer',
  coating: 'Protective coating',
  permits: 'Permits',
  design: 'Design rounds',
} as const;
export type Included = keyof typeof INCLUDED;
export const INCLUDED_KEYS = Object.keys(INCLUDED) as [Included, ...Included[]];

/** Of these in the order of the form, as it calls them. */
export const includedLabels = (included: readonly Included[]): string[] =>
  INCLUDED_KEYS.filter((key) => included.includes(key)).map((key) => INCLUDED[key]);

/** The boxes of an agreement. How many design rounds there are is a number of its own. */
export const BOXES = ['lift', 'primer', 'coating', 'permits'] as const satisfies Included[];
