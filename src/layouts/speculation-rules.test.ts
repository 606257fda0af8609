import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { SPECULATION_RULES, SPECULATION_RULES_HASH } from './speculation-rules.ts';

it('the rules for fetching ahead are the text that the content security policy allows', () => {
  const hash = createHash('sha256').update(SPECULATION_RULES).digest('base64');
  expect(SPECULATION_RULES_HASH).toBe(`sha256-${hash}`);
});
