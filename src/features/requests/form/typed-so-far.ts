import { sizeText } from '#features/estimates/wall-size.ts';
import { BUDGETS, SURFACES, WALL_PLACES } from '#lib/options.ts';
import { describedBy, PROMPTS, type ProjectWords } from '../project-words.ts';
import type { QuoteDetails } from '../quote-details.ts';
import { QUOTE_FIELDS, type QuoteDraft } from '../quote-fields.ts';
import { UNSURE } from './steps/surfaces.ts';

const dataOf = (form: HTMLFormElement | null) => (form ? new FormData(form) : new FormData());

/** What was typed before React arrived, or put back by the browser after a reload. */
export function typedSoFar(form: HTMLFormElement | null): Partial<QuoteDraft> {
  const data = dataOf(form);
  const typed = QUOTE_FIELDS.map((field) => [field, data.get(field)] as const);
  const pictured = data.get('pictured_surface');
  const surface = pictured === UNSURE ? 'other' : SURFACES.find((one) => one === pictured);
  const pressed = BUDGETS.find((one) => one === data.get('pressed_budget'));
  const answer = (key: string) => String(data.get(`answer_${key}`) ?? '');
  const words = Object.fromEntries(
    [...PROMPTS.map(({ key }) => key), 'rest'].map((key) => [key, answer(key)]),
  );
  const described = describedBy(words as ProjectWords);
  const size =
    data.get('like_size') ||
    sizeText({ width: String(data.get('width') ?? ''), height: String(data.get('height') ?? '') });
  return {
    ...(described && { project_description: described }),
    ...(size && { mural_size: String(size) }),
    ...(surface && { surface_type: surface }),
    ...(pressed && { budget_range: pressed }),
    ...Object.fromEntries(typed.filter(([, value]) => typeof value === 'string' && value)),
  };
}

/** What was chosen beside the fields before React arrived. */
export function chosenSoFar(form: HTMLFormElement | null): Partial<QuoteDetails> {
  const data = dataOf(form);
  const like = data.get('like_size');
  const place = WALL_PLACES.find((one) => one === data.get('place'));
  return {
    ...(place && { place }),
    ...(like && { measured: { by: 'like', text: String(like) } as const }),
    ...(data.get('pictured_surface') === UNSURE && { unsure: true }),
  };
}
