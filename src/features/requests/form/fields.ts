import { LIMITS } from '#lib/limits.ts';
import type { FieldView } from '#ui/forms/FormField.tsx';
import type { QuoteField } from '../quote-fields.ts';

/** Id of the list of cities that the City field suggests. */
export const CITIES_LIST = 'quote-cities';

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
    hint: 'Where is the wall?',
    list: CITIES_LIST,
  },
  project_description: {
    label: 'Project Description',
    required: true,
    limit: LIMITS.projectMax,
    rows: 4,
  },
  mural_size: { label: 'Mural Size', hint: 'Such as 20 × 10 ft.' },
  surface_type: { label: 'Surface Type', required: true },
  style_preference: { label: 'Style Preference', required: true },
  budget_range: { label: 'Budget Range', required: true },
};
