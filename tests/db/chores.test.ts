import { expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { backendOfFile } from '#tests/support/backend.ts';
import { become, scratchTests } from './support/actors.ts';
import { setting } from './support/read.ts';
import { caller } from './support/world.ts';

const db = await backendOfFile();
const it = scratchTests(db);

const at = (tx: Queryable, seconds: number) => setting(tx, 'clock_offset_seconds', seconds);
/** Chores of the test's own, which write down that they ran. */
async function chores(tx: Queryable, ...all: [name: string, every: string, then: string][]) {
  await tx.sql('delete from private.chores');
  await tx.sql(
    'create table private.ran (position bigint generated always as identity, name text)',
  );
  for (const [position, [name, every, then]] of all.entries()) {
    await tx.sql(
      `create function private.${name}() returns void language plpgsql as
       $$ begin insert into private.ran (name) values ('${name}'); ${then} end $$`,
    );
    await tx.sql(
      'insert into private.chores (name, position, function, every) values ($1, $2, $1, $3)',
      [name, position, every],
    );
  }
}
async function run(tx: Queryable): Promise<string[]> {
  await become(tx, caller('service'));
  await tx.sql('select public.run_chores()');
  await become(tx, { role: 'postgres' });
  const rows = await tx.sql<{ name: string }>('select name from private.ran order by position');
  await tx.sql('delete from private.ran');
  return rows.map(({ name }) => name);
}

const failing = (tx: Queryable) =>
  tx.sql(
    `select name, attempts, extract(epoch from next_attempt_at - private.clock())::int as seconds, problem
     from private.chores where attempts > 0`,
  );

it('chores run in their order, each again when its time has come', async (tx) => {
  await chores(tx, ['often', '0', ''], ['seldom', '10 minutes', '']);
  expect(await run(tx)).toEqual(['often', 'seldom']);
  expect(await run(tx)).toEqual(['often']);
  await at(tx, 599);
  expect(await run(tx)).toEqual(['often']);
  await at(tx, 600);
  expect(await run(tx)).toEqual(['often', 'seldom']);
  // A clock that was ahead is set right.
  await at(tx, 0);
  expect(await run(tx)).toEqual(['often', 'seldom']);
});

it('one that fails holds up no other, leaves nothing, says why, and is tried again after a while', async (tx) => {
  await chores(tx, ['broken', '1 hour', "raise 'no';"], ['whole', '1 hour', '']);
  expect(await run(tx)).toEqual(['whole']);
  expect(await failing(tx)).toEqual([{ name: 'broken', attempts: 1, seconds: 30, problem: 'no' }]);
  expect(await run(tx)).toEqual([]);
  await at(tx, 30);
  expect(await run(tx)).toEqual([]);
  expect(await failing(tx)).toMatchObject([{ attempts: 2, seconds: 60 }]);
  await at(tx, 90);
  await tx.sql(
    "create or replace function private.broken() returns void language sql as $$ insert into private.ran (name) values ('broken') $$",
  );
  expect(await run(tx)).toEqual(['broken']);
  expect(await failing(tx)).toEqual([]);
});

it('operators are told which chore fails and why, and how late the latest of all is', async (tx) => {
  const told = async () => {
    const [row] = await tx.sql<{ late: number; failed: object }>(
      `select (private.operator_figures() ->> 'chores_late')::float as late,
           private.examine_setup('msg', 1, '{}') -> 'chores_failed' as failed`,
    );
    return row;
  };
  await chores(tx, ['broken', '1 hour', ''], ['whole', '10 minutes', '']);
  await run(tx);
  expect(await told()).toEqual({ late: 0, failed: {} });
  await tx.sql(
    "create or replace function private.broken() returns void language plpgsql as $$ begin raise 'no'; end $$",
  );
  await at(tx, 2 * 3600);
  await run(tx);
  const late = await told();
  expect(late?.failed).toEqual({ broken: 'no' });
  const [row] = await tx.sql<{ chores: Record<string, { at: number; failures: number }> }>(
    `select private.operator_figures() -> 'chores' as chores`,
  );
  expect(row?.chores).toMatchObject({ broken: { failures: 1 }, whole: { failures: 0 } });
  expect((row?.chores.whole?.at ?? 0) - (row?.chores.broken?.at ?? 0)).toBeCloseTo(7200, -1);
  expect(late?.late).toBeGreaterThan(3599);
  expect(late?.late).toBeLessThan(3700);
});

test('every chore names a function of private without arguments', async () => {
  expect(
    await db.sql(
      "select c.function from private.chores c where to_regprocedure('private.' || c.function || '()') is null",
    ),
  ).toEqual([]);
});

test('a session that nobody has renewed for 60 days ends', async () => {
  const { client } = await db.signedIn('client');
  const { client: never } = await db.signedIn('client');
  const used = async (days: number) => {
    const [past] = await db.sql<{ day: string }>(
      `select (now() - make_interval(days => $1))::text as day`,
      [days],
    );
    await db.sql(
      `update auth.sessions set created_at = now() - interval '1 year',
         refreshed_at = $1::timestamptz at time zone 'UTC' where refreshed_at is not null`,
      [past?.day],
    );
    await db.service().rpc('run_chores');
    await db.sql('update private.chores set last_at = null');
  };
  expect((await client.auth.refreshSession()).error).toBeNull();
  await used(59);
  expect((await client.auth.refreshSession()).error).toBeNull();
  await used(61);
  expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
  // Counted from its beginning where it was never renewed.
  await db.sql(`update auth.sessions set created_at = now() - interval '61 days'`);
  await used(61);
  expect((await never.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
});
