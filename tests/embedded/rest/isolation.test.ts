import { expect, it, vi } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import type { Person } from '../../support/backend.ts';
import { fixtureBackend } from '../fixture.ts';

// Many requests on purpose, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 });

const backend = ofFile(() => fixtureBackend());

it('keeps transactions apart: no update is lost between requests', async () => {
  const anon = backend.anon();
  const results = await Promise.all(Array.from({ length: 40 }, () => anon.rpc('count_up')));
  const values = results.map((result) => result.data as number).sort((a, b) => a - b);
  expect(values).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
});

it('never answers one person with the identity of another', async () => {
  const people: Person[] = [];
  for (let i = 0; i < 4; i++) people.push(await backend.signedIn('client'));
  const asked = await Promise.all(
    Array.from({ length: 100 }, async (_, i) => {
      const person = people[i % 5];
      const { data } = await (person?.client ?? backend.anon()).rpc('whoami');
      return (data as { uid: string | null }).uid === (person?.id ?? null);
    }),
  );
  expect(asked.every(Boolean)).toBe(true);
});

it('keeps its own transactions apart from requests, and rolls them back whole', async () => {
  const before = await backend.sql<{ n: number }>('select n from public.counters');
  const failing = backend.transaction(async (tx) => {
    await tx.sql('update public.counters set n = 10000');
    await new Promise((resolve) => setTimeout(resolve, 30));
    throw new Error('on purpose');
  });
  const others = Promise.all(Array.from({ length: 10 }, () => backend.anon().rpc('count_up')));
  await expect(failing).rejects.toThrow('on purpose');
  await others;
  const after = await backend.sql<{ n: number }>('select n from public.counters');
  expect(after[0]?.n).toBe((before[0]?.n ?? 0) + 10);
});

it('passes notifications on, also those of requests, and none of what was rolled back', async () => {
  const heard: string[] = [];
  const stop = await backend.listen('site_changes', (payload) => heard.push(payload));
  await backend.anon().rpc('announce', { p_text: 'hello' });
  await backend
    .transaction(async (tx) => {
      await tx.sql("select pg_notify('site_changes', 'never')");
      throw new Error('undo');
    })
    .catch(() => {});
  await backend.sql("select pg_notify('site_changes', 'bye')");
  await expect.poll(() => heard, { timeout: 30_000 }).toEqual(['hello', 'bye']);
  await stop();
});
