/** The fixed choices of the quote form and of leads (specification, section 9). */
export const SURFACES = ['brick', 'stucco', 'concrete', 'drywall', 'metal', 'other'] as const;
export const STYLES = [
  'abstract',
  'graffiti',
  'realistic',
  'nature',
  'lettering',
  'other',
] as const;
export const BUDGETS = ['under-1k', '1k-5k', '5k-10k', '10k-plus'] as const;

/** Where a wall is, and how its size is known: of the details of a request. */
export const WALL_PLACES = ['outside', 'inside'] as const;
export const SIZE_SOURCES = ['typed', 'like'] as const;
export const ROLES = ['admin', 'artist', 'client'] as const;

export type Surface = (typeof SURFACES)[number];
export type StyleOption = (typeof STYLES)[number];
type Budget = (typeof BUDGETS)[number];
export type WallPlace = (typeof WALL_PLACES)[number];
export type SizeSource = (typeof SIZE_SOURCES)[number];
export type Role = (typeof ROLES)[number];

const BUDGET_LABELS: Record<Budget, string> = {
  'under-1k': 'Under $1,000',
  '1k-5k': '$1,000–$5,000',
  '5k-10k': '$5,000–$10,000',
  '10k-plus': '$10,000+',
};

/** What a person reads for a stored choice: 'brick' becomes 'Brick'. */
export function optionLabel(value: string): string {
  if (Object.hasOwn(BUDGET_LABELS, value)) return BUDGET_LABELS[value as Budget];
  return value.charAt(0).toUpperCase() + value.slice(1);
}

export function isRole(value: unknown): value is Role {
  return ROLES.includes(value as Role);
}
