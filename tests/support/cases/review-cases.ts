import type { ReviewValues } from '#features/requests/reviews/review.ts';
import type { ErrorCode } from '#lib/errors.ts';

/** A review that fits, with what a case changes of it. */
export const reviewCase = (change: Partial<ReviewValues>): ReviewValues => ({
  rating: 5,
  body: 'Painted in four days, and the whole street stops to look.',
  name: 'Ana',
  town: 'San Antonio',
  ...change,
});

/** The edges of the rules of a review, and what is said of each; null for what fits. TypeScript and SQL agree on these. */
export const REVIEW_CASES: [change: Partial<ReviewValues>, refused: ErrorCode | null][] = [
  [{}, null],
  [{ rating: 1 }, null],
  [{ rating: 0 }, 'rating_invalid'],
  [{ rating: 6 }, 'rating_invalid'],
  [{ rating: -1 }, 'rating_invalid'],
  [{ body: 'x'.repeat(20) }, null],
  [{ body: 'x'.repeat(19) }, 'review_too_short'],
  // Counted as people count, and without the white space around it.
  [{ body: ` ${'x'.repeat(19)} ` }, 'review_too_short'],
  [{ body: '🎨'.repeat(20) }, null],
  [{ body: '🎨'.repeat(19) }, 'review_too_short'],
  [{ body: '' }, 'review_too_short'],
  [{ body: 'x'.repeat(2000) }, null],
  [{ body: 'x'.repeat(2001) }, 'review_too_long'],
  [{ body: `\n${'🎨'.repeat(2000)}\n` }, null],
  [{ body: '🎨'.repeat(2001) }, 'review_too_long'],
  [{ name: '' }, null],
  [{ name: 'x'.repeat(60) }, null],
  [{ name: 'x'.repeat(61) }, 'review_name_too_long'],
  [{ town: '' }, null],
  [{ town: ` ${'x'.repeat(60)} ` }, null],
  [{ town: 'x'.repeat(61) }, 'review_town_too_long'],
  // The first broken rule in the order of the form.
  [{ rating: 9, body: '', name: 'x'.repeat(61) }, 'rating_invalid'],
];
