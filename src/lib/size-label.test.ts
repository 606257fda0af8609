import { expect, it } from 'vitest';
import { sizeLabel } from './size-label.ts';

it('says feet once, as a mural is stored with both', () => {
  expect(sizeLabel('24 ft x 10.5 ft')).toBe('24 × 10.5 ft');
});
