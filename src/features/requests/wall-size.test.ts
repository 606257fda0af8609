import { expect, it } from 'vitest';
import { wallSize } from './wall-size.ts';

it('shows a size with ×, measured or not, and other words as they were written', () => {
  const details = { size_source: 'like', width_ft: 20, height_ft: 9.5 } as const;
  expect(wallSize('12 x 40 ft', null)).toBe('12 × 40 ft');
  expect(wallSize(null, details)).toBe('About 20 × 9.5 ft');
  expect(wallSize('two garage doors', null)).toBe('two garage doors');
  expect(wallSize(null, null)).toBeNull();
});
