import { LIMITS } from '#lib/limits.ts';
import { cleaned } from '#lib/visible-text.ts';
import type { QuoteDraft, QuoteField } from '../quote-fields.ts';
import { STEPS } from './steps/steps.ts';

const OPTIONAL: readonly QuoteField[] = ['mural_size', 'phone'];

const isMissing = (draft: QuoteDraft, field: QuoteField): boolean =>
  cleaned(draft[field]).length < (field === 'project_description' ? LIMITS.projectMin : 1);

/** The fields that are needed and still empty or too short, in the order of the steps. */
export function missingFields(draft: QuoteDraft): QuoteField[] {
  return STEPS.flatMap(({ fields }) => fields).filter(
    (field) => !OPTIONAL.includes(field) && isMissing(draft, field),
  );
}

/** Whether a step has an answer to everything that it needs, or to one thing where it needs nothing. */
export const isAnswered = (draft: QuoteDraft, fields: readonly QuoteField[]): boolean =>
  fields.some((field) => draft[field] !== '') &&
  fields.every((field) => OPTIONAL.includes(field) || !isMissing(draft, field));
