import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseRows, readAll } from './rows.ts';

const schema = z.object({ id: z.string(), name: z.string() });

describe('rows', () => {
  it('come back parsed', () => {
    expect(parseRows('t', schema, { data: [{ id: '1', name: 'a', x: 1 }], error: null })).toEqual([
      { id: '1', name: 'a' },
    ]);
  });

  it.each([
    [
      'an error of the database',
      { data: null, error: { message: 'no such table' } },
      /no such table/,
    ],
    ['no list', { data: {}, error: null }, /no list/],
    [
      'a broken row',
      { data: [{ id: '1', slug: 's', name: 2 }], error: null },
      /row 's', column 'name'/,
    ],
  ])('fail loudly on %s', (_, answer, message) => {
    expect(() => parseRows('t', schema, answer)).toThrow(message);
  });
});

describe('a whole table', () => {
  it('is read by key, page after page, until one is not full', async () => {
    const table = Array.from({ length: 2500 }, (_, i) => ({ id: String(i).padStart(5, '0') }));
    const asked: (string | null)[] = [];
    const rows = await readAll(async (after, limit) => {
      asked.push(after);
      return table.filter((row) => after === null || row.id > after).slice(0, limit);
    });
    expect(rows).toEqual(table);
    expect(asked).toEqual([null, '00999', '01999']);
  });
});
