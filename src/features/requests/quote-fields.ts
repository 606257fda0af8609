/** The fields of the quote form in their order (section 5). Apart from the schema, so that the form shows without zod. */
export const QUOTE_FIELDS = [
  'name',
  'email',
  'phone',
  'city',
  'project_description',
  'mural_size',
  'surface_type',
  'style_preference',
  'budget_range',
] as const;
export type QuoteField = (typeof QUOTE_FIELDS)[number];

/** What the form holds while a person types: every field a string, choices may still be empty. */
export type QuoteDraft = Record<QuoteField, string>;

export const EMPTY_QUOTE = Object.fromEntries(
  QUOTE_FIELDS.map((field) => [field, '']),
) as QuoteDraft;
