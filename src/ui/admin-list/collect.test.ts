import { expect, it, vi } from 'vitest';
import type { ListQuery } from '#lib/table-page.ts';
import { collectRows } from './collect.ts';

const QUERY = { search: 'ana', filter: 'public', sort: 'name', desc: true };
const table = (size: number, most = 500) => {
  const all = Array.from({ length: size }, (_, i) => ({ id: `r${i}` }));
  return vi.fn(async ({ limit, offset }: ListQuery) => ({
    total: size,
    rows: all.slice(offset, offset + Math.min(limit, most)),
  }));
};
const collect = (load: ReturnType<typeof table>, onProgress?: (share: number) => void) =>
  collectRows(load, QUERY, (row) => row.id, onProgress);

it.each([0, 1, 499, 500, 501, 1234])('collects all of %i rows', async (size) => {
  const load = table(size);
  expect(await collect(load)).toHaveLength(size);
  expect(load).toHaveBeenCalledTimes(Math.max(1, Math.ceil(size / 500)));
  expect(load.mock.calls[0]?.[0]).toMatchObject(QUERY);
});

it('goes on where a server with smaller pages stopped, and tells how far it is', async () => {
  const shares: number[] = [];
  const rows = await collect(table(250, 100), (share) => shares.push(share));
  expect(rows).toHaveLength(250);
  expect(shares).toEqual([0.4, 0.8, 1]);
});

it('ends when rows vanish while it collects', async () => {
  const load = vi.fn(async ({ offset }: ListQuery) => ({
    total: 600,
    rows: offset === 0 ? [{ id: 'a' }, { id: 'b' }] : [],
  }));
  expect(await collect(load)).toEqual([{ id: 'a' }, { id: 'b' }]);
});

it('gives a row that slid onto the next page once', async () => {
  const pages = [
    [{ id: 'a' }, { id: 'b' }],
    [{ id: 'b' }, { id: 'c' }],
  ];
  const load = vi.fn(async () => ({ total: 4, rows: pages.shift() ?? [] }));
  expect(await collect(load)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
});

it('passes a failure on', async () => {
  const load = vi.fn().mockRejectedValue(new Error('offline'));
  await expect(collect(load)).rejects.toThrow('offline');
});
