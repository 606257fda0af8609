/** @module-tag long */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestBackend } from '#tests/support/backend.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { fixtureBackend } from './fixture.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** More than the pool has. */
const CALLERS = 20;

let backend: TestBackend;
const dataDir = folderOfFile('lost-sessions-');

beforeAll(async () => {
  backend = await fixtureBackend({ dataDir, engine: 'native' });
});
afterAll(() => backend?.stop());

it('a sign of life does not wait for the statements of others', async () => {
  let left = CALLERS;
  const slow = Promise.all(
    Array.from({ length: left }, async () => {
      await backend.sql('select pg_sleep(1)');
      left -= 1;
    }),
  );
  await backend.ping();
  expect(left).toBe(CALLERS);
  await slow;
});

it('a session that ends takes its transaction along, and not the next one', async () => {
  const lost = backend.transaction(async (tx) => {
    await tx.sql('select 1');
    await tx.sql('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
    await tx.sql('select 1');
  });
  await expect(lost).rejects.toMatchObject({ code: '08006' });
  expect(await backend.transaction((tx) => tx.sql('select 1 as n'))).toEqual([{ n: 1 }]);
});

it('a transaction in which a statement failed is not taken for done, whoever caught the error', async () => {
  await backend.sql('create table if not exists noted (n int)');
  const failed = backend.transaction(async (tx) => {
    await tx.sql('insert into noted values (1)');
    await tx.sql('select 1 / 0').catch(() => {});
  });
  await expect(failed).rejects.toMatchObject({ code: '25P02' });
  expect(await backend.sql('select n from noted')).toEqual([]);
});

it('one that listens hears notifications again, and says that some may have been missed', async () => {
  const heard: string[] = [];
  let missed = 0;
  const stop = await backend.listen(
    'lost',
    (payload) => heard.push(payload),
    () => {
      missed += 1;
    },
  );
  await backend.sql("select pg_notify('lost', 'before')");
  await expect.poll(() => heard).toEqual(['before']);
  await backend.sql(
    'select pg_terminate_backend(pid) from pg_stat_activity where query = \'listen "lost"\'',
  );
  await expect.poll(() => missed, { timeout: 30_000 }).toBe(1);
  await backend.sql("select pg_notify('lost', 'after')");
  await expect.poll(() => heard).toEqual(['before', 'after']);
  await stop();
});
