import { optionLabel, SURFACES } from '#lib/options.ts';
import { COMPLEXITIES, COMPLEXITY_LABELS, cityOfRate } from '../estimate-rates.ts';

interface RateGroup {
  title: string;
  hint: string;
  rows: readonly { field: string; label: string }[];
}

const DESIGN = {
  title: 'Dollars a square foot',
  hint: 'Of a smooth wall, by how much there is to paint.',
  rows: COMPLEXITIES.map((one) => ({ field: `foot.${one}`, label: COMPLEXITY_LABELS[one].name })),
};
const SIZE = {
  title: 'Size, in percent',
  hint: 'What each square foot of these counts.',
  rows: [
    { field: 'size.small', label: 'The first 100' },
    { field: 'size.medium', label: 'From 100 to 500' },
    { field: 'size.large', label: 'From 500 to 1,000' },
    { field: 'size.huge', label: 'Above 1,000' },
  ],
};
const SURFACE = {
  title: 'Surface, in percent',
  hint: '100 is a smooth wall.',
  rows: SURFACES.map((one) => ({
    field: `surface.${one}`,
    label: one === 'other' ? 'Other, not known' : optionLabel(one),
  })),
};
const FIXED = {
  title: 'Dollars a wall',
  hint: 'A lift for each hire of it.',
  rows: [
    { field: 'floor', label: 'The least a wall costs' },
    { field: 'lift', label: 'A lift' },
  ],
};

/** The spans of the form in groups, in its order. */
export function rateGroups(fields: readonly string[]): RateGroup[] {
  const cities = fields.filter((field) => field.startsWith('city.') && field !== 'city.else');
  const rows = cities.map((field) => ({ field, label: cityOfRate(field) }));
  const hint = '100 is the rates; empty is any other city.';
  const other = { field: 'city.else', label: 'Any other city' };
  return [
    FIXED,
    DESIGN,
    SIZE,
    SURFACE,
    { title: 'City, in percent', hint, rows: [other, ...rows] },
  ];
}

const OTHERS: Record<string, string> = {
  lift_above: 'A lift above so many feet',
  lift_covers: 'Square feet of one hire',
  checked_on: 'Sources read on',
  sources: 'Sources',
};

/** What a field of the form is called where it stands alone. */
export function rateLabel(field: string): string {
  const group = rateGroups([field]).find(({ rows }) => rows.some((row) => row.field === field));
  const row = group?.rows.find((one) => one.field === field);
  return group && row ? `${row.label} (${group.title.toLowerCase()})` : (OTHERS[field] ?? field);
}
