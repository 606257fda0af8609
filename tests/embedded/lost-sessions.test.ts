/** @module-tag long */

import { expect, it, vi } from 'vitest';
import { folderOfFile } from '#tests/support/folder.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { fixtureBackend } from './fixture.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** More than the pool has. */
const CALLERS = 20;

const dataDir = folderOfFile('lost-sessions-');

const backend = ofFile(() => fixtureBackend({ dataDir, engine: 'native' }));

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
