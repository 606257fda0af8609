/** @module-tag long */
import { expect, it, vi } from 'vitest';
import { folderOfFile } from '#tests/support/folder.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { fixtureBackend, migrationsWith } from '../fixture.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** Two calls that take the same two rows in opposite orders. */
const CROSSING = `
  create table private.crossing (id int primary key, n int not null default 0);
  insert into private.crossing (id) values (1), (2);
  create function public.cross_rows(p_first int, p_second int) returns int
    language plpgsql volatile security definer set search_path = '' as $$
  begin
    update private.crossing set n = n + 1 where id = p_first;
    perform pg_sleep(0.5);
    update private.crossing set n = n + 1 where id = p_second;
    return p_first;
  end $$;
  grant execute on function public.cross_rows to anon, authenticated, service_role;
`;

const dataDir = folderOfFile('deadlocks-');
const backend = ofFile(async () => {
  const migrationsDir = await migrationsWith(dataDir, CROSSING);
  return fixtureBackend({ dataDir, migrationsDir, engine: 'native' });
});

/** How often PostgreSQL has ended a deadlock; its figures come a moment later. */
const deadlocks = async () => {
  const query = 'select deadlocks as n from pg_stat_database where datname = current_database()';
  return Number((await backend.sql<{ n: number }>(query))[0]?.n);
};

it('answers two calls that wait for each other, both', { tags: 'core' }, async () => {
  const cross = (p_first: number, p_second: number) =>
    backend.anon().rpc('cross_rows', { p_first, p_second });
  const answers = await Promise.all([cross(1, 2), cross(2, 1)]);
  expect(answers.map(({ status, data, error }) => [status, data, error])).toEqual([
    [200, 1, null],
    [200, 2, null],
  ]);
  // Each of them once, not what was undone.
  expect(await backend.sql('select n from private.crossing order by id')).toEqual([
    { n: 2 },
    { n: 2 },
  ]);
  await vi.waitFor(async () => expect(await deadlocks()).toBeGreaterThan(0), 15_000);
});
