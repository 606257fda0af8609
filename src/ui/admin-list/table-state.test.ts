import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDay } from '#lib/day.ts';
import { tableCaption, tableFromParams, tablePages, tableToParams } from './table-state.ts';

const RULES = {
  filters: ['public', 'private'],
  sorts: ['name', 'created_at'],
  initial: { sort: 'created_at', desc: true },
} as const;
const DEFAULTS = { q: '', filter: '', sort: 'created_at', desc: true, page: 1 };
const read = (query: string) => tableFromParams(new URLSearchParams(query), RULES);

describe('table state in the URL', () => {
  it.each([
    ['', DEFAULTS],
    ['q=+ana+&filter=public&page=2', { ...DEFAULTS, q: 'ana', filter: 'public', page: 2 }],
    ['sort=name', { ...DEFAULTS, sort: 'name', desc: false }],
    ['sort=name&dir=desc', { ...DEFAULTS, sort: 'name' }],
    ['sort=created_at', { ...DEFAULTS, desc: false }],
    ['sort=email%3Bdrop&filter=secret&page=-1', DEFAULTS],
    ['page=1e999', DEFAULTS],
    ['dir=asc', DEFAULTS],
  ])('%j', (query, state) => expect(read(query)).toEqual(state));

  it('keeps a search to 200 characters', () => {
    expect(read(`q=${'x'.repeat(999)}`).q).toHaveLength(200);
    expect(read(`q=${'x'.repeat(199)}🎨🎨`).q).toBe(`${'x'.repeat(199)}🎨`);
  });

  it('reads back what it wrote, and writes nothing for the defaults', () => {
    expect(tableToParams(read(''), RULES).toString()).toBe('');
    fc.assert(
      fc.property(
        fc.record({
          q: fc.string({ unit: 'grapheme', maxLength: 9 }).map((q) => q.trim()),
          filter: fc.constantFrom('', ...RULES.filters),
          sort: fc.constantFrom(...RULES.sorts),
          desc: fc.boolean(),
          page: fc.integer({ min: 1, max: 999 }),
        }),
        (state) => {
          expect(read(tableToParams(state, RULES).toString())).toEqual(state);
        },
      ),
    );
  });
});

describe('paging', () => {
  it.each([
    [0, 1, 'Showing 0 of 0'],
    [25, 1, 'Showing 1-25 of 25'],
    [26, 2, 'Showing 26-26 of 26'],
    [10_000, 400, 'Showing 9,976-10,000 of 10,000'],
  ])('%i rows', (total, pages, caption) => {
    expect(tablePages(total)).toBe(pages);
    expect(tableCaption(pages, total)).toBe(caption);
  });
});

describe('what else narrows a table', () => {
  const narrowed = { ...RULES, narrows: { from: isDay, size: (value: string) => value === 'big' } };
  const only = (query: string) => tableFromParams(new URLSearchParams(query), narrowed).only;

  it('is read where it is valid, and written back', () => {
    expect(only('from=2026-02-28&size=big')).toEqual({ from: '2026-02-28', size: 'big' });
    expect(only('from=2026-02-30&size=tall&until=2026-01-01')).toEqual({});
    const state = tableFromParams(new URLSearchParams('q=a&size=big&page=2'), narrowed);
    expect(tableToParams(state, narrowed).toString()).toBe('q=a&size=big&page=2');
  });
});
