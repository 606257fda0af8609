import { LIMITS } from '#lib/limits.ts';
import { BUDGETS, optionLabel, STYLES, SURFACES } from '#lib/options.ts';
import type { FieldView } from '#ui/forms/FormField.tsx';
import type { QuoteField } from '../quote-fields.ts';

const menu = (label: string, values: readonly string[]): FieldView => ({
  label,
  required: true,
  placeholder: 'Choose…',
  options: values.map((value) => ({ value, label: optionLabel(value) })),
});

/** How each field of the quote form is shown; the rules are in `src/features/requests/quote.ts`. */
export const FIELD_VIEWS: Record<QuoteField, FieldView> = {
  name: { label: 'Name', required: true, autoComplete: 'name' },
  email: {
    label: 'Email',
    required: true,
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
  },
  phone: { label: 'Phone', type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  city: {
    label: 'City',
    required: true,
    autoComplete: 'address-level2',
    placeholder: 'San Antonio',
    list: 'quote-cities',
  },
  project_description: {
    label: 'Project Description',
    required: true,
    limit: LIMITS.projectMax,
    hint: 'What should the wall say, and where is it?',
    rows: 6,
    className: 'md:col-span-2',
  },
  mural_size: { label: 'Mural Size', placeholder: '20 × 10 ft', hint: 'A guess is fine.' },
  surface_type: menu('Surface Type', SURFACES),
  style_preference: menu('Style Preference', STYLES),
  budget_range: menu('Budget Range', BUDGETS),
};
