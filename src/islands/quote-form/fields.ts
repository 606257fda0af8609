import { LIMITS } from '#domain/limits.ts';
import { BUDGETS, optionLabel, STYLES, SURFACES } from '#domain/options.ts';
import type { QuoteField } from '#domain/quote-fields.ts';
import type { Option } from '#ui/inputs.tsx';

const options = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: optionLabel(value) }));

interface FieldView {
  label: string;
  required: boolean;
  hint?: string;
  placeholder?: string;
  /** Present: a menu. */
  options?: Option[];
  /** Present: a text area with a counter. */
  limit?: number;
  type?: 'text' | 'email' | 'tel';
  autoComplete?: string;
  /** Takes the whole width on wide screens. */
  wide?: boolean;
}

/** How each field of the quote form is shown; the rules are in `src/domain/quote.ts`. */
export const FIELD_VIEWS: Record<QuoteField, FieldView> = {
  name: { label: 'Name', required: true, autoComplete: 'name' },
  email: { label: 'Email', required: true, type: 'email', autoComplete: 'email' },
  phone: { label: 'Phone', required: false, type: 'tel', autoComplete: 'tel' },
  city: {
    label: 'City',
    required: true,
    autoComplete: 'address-level2',
    placeholder: 'San Antonio',
  },
  project_description: {
    label: 'Project Description',
    required: true,
    limit: LIMITS.projectMax,
    hint: 'What should the wall say, and where is it? A few sentences help artists answer well.',
    wide: true,
  },
  mural_size: {
    label: 'Mural Size',
    required: false,
    placeholder: '20 × 10 ft',
    hint: 'A guess is fine.',
  },
  surface_type: { label: 'Surface Type', required: true, options: options(SURFACES) },
  style_preference: { label: 'Style Preference', required: true, options: options(STYLES) },
  budget_range: { label: 'Budget Range', required: true, options: options(BUDGETS) },
};
