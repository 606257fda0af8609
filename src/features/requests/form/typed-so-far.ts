import { WALL_PLACES } from '#lib/options.ts';
import type { QuoteDetails } from '../quote-details.ts';
import { QUOTE_FIELDS, type QuoteDraft } from '../quote-fields.ts';
import { UNSURE } from './steps/surfaces.ts';

const dataOf = (form: HTMLFormElement | null) => (form ? new FormData(form) : new FormData());

/** What was typed before React arrived, or put back by the browser after a reload. */
export function typedSoFar(form: HTMLFormElement | null): Partial<QuoteDraft> {
  const data = dataOf(form);
  const typed = QUOTE_FIELDS.map((field) => [field, data.get(field)] as const);
  const known = data.get('known_city');
  const size = data.get('like_size');
  return {
    ...(known && { city: String(known) }),
    ...(size && { mural_size: String(size) }),
    ...Object.fromEntries(typed.filter(([, value]) => typeof value === 'string' && value)),
    ...(data.get('surface_type') === UNSURE && { surface_type: 'other' }),
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
    ...(data.get('surface_type') === UNSURE && { unsure: true }),
    ...(data.has('call_first') && { callFirst: true }),
  };
}
