import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampPage, pageCount, pageLinks } from './pagination.ts';

describe('pagination (12 a page, at most 5 links)', () => {
  it.each([
    [0, 1],
    [1, 1],
    [12, 1],
    [13, 2],
    [60, 5],
    [61, 6],
  ])('%i artists make %i page(s)', (total, pages) => expect(pageCount(total)).toBe(pages));

  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [3, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [3, 9, [1, 2, 3, 4, 5]],
    [4, 9, [2, 3, 4, 5, 6]],
    [8, 9, [5, 6, 7, 8, 9]],
    [9, 9, [5, 6, 7, 8, 9]],
  ])('page %i of %i', (page, pages, links) => expect(pageLinks(page, pages)).toEqual(links));

  it('always links consecutive existing pages, the current one among them', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.integer({ min: -5, max: 500 }), (total, wanted) => {
        const page = clampPage(wanted, total);
        const pages = pageCount(total);
        const links = pageLinks(page, pages);
        expect(links).toContain(page);
        expect(links).toHaveLength(Math.min(5, pages));
        expect(links[0]).toBeGreaterThanOrEqual(1);
        expect(links.at(-1)).toBeLessThanOrEqual(pages);
        expect(links.every((n, i) => n === (links[0] ?? 0) + i)).toBe(true);
      }),
    );
  });
});
