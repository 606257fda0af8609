import { LANGUAGE } from '#config/language.ts';

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
export type WallPlace = (typeof WALL_PLACES)[number];
export type SizeSource = (typeof SIZE_SOURCES)[number];
export type Role = (typeof ROLES)[number];

/** Choices that are called something else than they are stored as. A bundle in another language adds its own here. */
const LABELS = new Map<string, string>([
  ['under-1k', 'Under $1,000'],
  ['1k-5k', '$1,000–$5,000'],
  ['5k-10k', '$5,000–$10,000'],
  ['10k-plus', '$10,000+'],
]);

/** What a person reads for what an artist wrote or chose: the same, unless it has a label. */
export function wordFor(value: string): string {
  return LABELS.get(value.toLowerCase()) ?? value;
}

/** What a person reads for a stored choice: 'brick' becomes 'Brick'. */
export function optionLabel(value: string): string {
  const word = wordFor(value);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A label that English begins a sentence with and Spanish has within one: 'Muralistas de estilo abstracto'. */
export function innerLabel(label: string): string {
  if (LANGUAGE === 'en' || !/^\p{Lu}\p{Ll}/u.test(label)) return label;
  return label.charAt(0).toLowerCase() + label.slice(1);
}

export function isRole(value: unknown): value is Role {
  return ROLES.includes(value as Role);
}
