import { expect, test } from 'vitest';
import { MESSAGES } from '#lib/errors.ts';
import { REVIEW_CASES, reviewCase } from '#tests/support/cases/review-cases.ts';
import { authorLabel, replySchema, reviewDraftSchema } from './review.ts';

test.each(REVIEW_CASES)('case %#: %j is %s', (change, code) => {
  const result = reviewDraftSchema.safeParse(reviewCase(change));
  expect(result.error?.issues[0]?.message ?? null).toBe(code && MESSAGES[code]);
});

test('a form without a choice of stars asks for one', () => {
  const { error } = reviewDraftSchema.safeParse({ ...reviewCase({}), rating: undefined });
  expect(error?.issues[0]?.message).toBe(MESSAGES.rating_invalid);
  const half = reviewDraftSchema.safeParse(reviewCase({ rating: 4.5 }));
  expect(half.error?.issues[0]?.message).toBe(MESSAGES.rating_invalid);
});

test.each([
  ['', MESSAGES.reply_required],
  [' \n', MESSAGES.reply_required],
  ['x'.repeat(2000), null],
  ['x'.repeat(2001), MESSAGES.reply_too_long],
])('a reply, case %#', (body, message) => {
  expect(replySchema.safeParse({ body }).error?.issues[0]?.message ?? null).toBe(message);
});

test.each([
  ['Ana', 'San Antonio', 'Ana, San Antonio'],
  ['Ana', null, 'Ana'],
  [null, 'Austin', 'A client, Austin'],
  [null, null, 'A client'],
])('signed %s of %s', (author_name, author_town, label) => {
  expect(authorLabel({ author_name, author_town })).toBe(label);
});
