import type { QuoteField } from '../../quote-fields.ts';

/** The steps of asking, in their order, and the fields of the form that each is about. */
export const STEPS = [
  { id: 'wall', title: 'The wall', fields: ['city', 'surface_type'] },
  { id: 'size', title: 'How big?', fields: ['mural_size'] },
  { id: 'look', title: 'The look', fields: ['style_preference'] },
  { id: 'words', title: 'Tell us about it', fields: ['project_description'] },
  { id: 'budget', title: 'The budget', fields: ['budget_range'] },
  { id: 'contact', title: 'About you', fields: ['name', 'email', 'phone'] },
] as const satisfies readonly { id: string; title: string; fields: readonly QuoteField[] }[];

export const LAST_STEP = STEPS.length - 1;

/** Where a field is asked for. */
export const stepOfField = (field: QuoteField): number =>
  STEPS.findIndex(({ fields }) => (fields as readonly QuoteField[]).includes(field));
