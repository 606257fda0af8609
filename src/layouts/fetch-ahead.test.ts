import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { FETCH_AHEAD, FETCH_AHEAD_HASH } from './fetch-ahead.ts';

it('the rules for fetching ahead are the text that the content security policy allows', () => {
  const hash = createHash('sha256').update(FETCH_AHEAD).digest('base64');
  expect(FETCH_AHEAD_HASH).toBe(`sha256-${hash}`);
});
