import { useState } from 'react';
import type { TypedReview } from './review.ts';
import type { ReviewDesk } from './review-desk.store.ts';

/** What stands in a form: what was typed before a reload, or `first`. Every change of it is kept. */
export function useTyped({ draft }: ReviewDesk, first: TypedReview) {
  const [typed, setTyped] = useState(() => draft.load() ?? first);
  const type = (next: TypedReview) => {
    setTyped(next);
    draft.save(next);
  };
  return [typed, type] as const;
}
