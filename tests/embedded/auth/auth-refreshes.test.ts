import { setImmediate as turn } from 'node:timers/promises';
import { isAuthRetryableFetchError } from '@supabase/supabase-js';
import { expect, it, vi } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { type Person, testBackend } from '../../support/backend.ts';
import { request } from '../fixture.ts';

const PER_SESSION = 5;
const refreshes = { max: PER_SESSION, windowMs: 600_000 };
const backend = ofFile(() => testBackend({ limits: { refreshes, unknownRefreshes: refreshes } }));

const tokenOf = async ({ client }: Person) =>
  (await client.auth.getSession()).data.session?.refresh_token;
const refresh = async (refresh_token: unknown) => {
  const answer = await request(backend, '/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token }),
  });
  return {
    status: answer.status,
    after: Number(answer.headers.get('retry-after')),
    body: await answer.json(),
  };
};

it('bounds a browser that renews its token without end, and nobody else at its address', async () => {
  const hasty = await backend.signedIn('client');
  const other = await backend.signedIn('client');
  let token: unknown = await tokenOf(hasty);
  for (let i = 0; i < PER_SESSION; i++) {
    const answer = await refresh(token);
    expect(answer.status).toBe(200);
    token = answer.body.refresh_token;
  }
  for (let i = 0; i < 3; i++) {
    const refused = await refresh(token);
    expect(refused).toMatchObject({
      status: 503,
      body: { error_code: 'over_request_rate_limit' },
    });
    expect(refused.after).toBeGreaterThan(0);
  }
  expect((await refresh(await tokenOf(other))).status).toBe(200);
  for (let i = 0; i < PER_SESSION; i++) expect((await refresh('unknown')).status).toBe(400);
  expect((await refresh('unknown')).status).toBe(503);
  const third = await backend.signedIn('client');
  expect((await refresh(await tokenOf(third))).status).toBe(200);
});

it('signs nobody out: the client takes a refusal as one to try again later', async () => {
  const hasty = await backend.signedIn('client');
  const events: string[] = [];
  hasty.client.auth.onAuthStateChange((event) => void events.push(event));
  for (let i = 0; i < PER_SESSION; i++)
    expect((await hasty.client.auth.refreshSession()).error).toBeNull();
  // The computer slept, and the access token is over: only the one that renews it is left.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  vi.setSystemTime(Date.now() + 2 * 3_600_000);
  let answer: Awaited<ReturnType<typeof hasty.client.auth.refreshSession>> | undefined;
  void hasty.client.auth.refreshSession().then((refused) => {
    answer = refused;
  });
  // It tries again for half a minute of its own clock.
  while (!answer) {
    await vi.advanceTimersByTimeAsync(100);
    await turn();
  }
  expect(isAuthRetryableFetchError(answer.error)).toBe(true);
  vi.useRealTimers();
  expect(events).not.toContain('SIGNED_OUT');
  expect((await hasty.client.auth.getSession()).data.session).not.toBeNull();
});

it('tries as a visitor what a visitor does, and leaves nothing', async () => {
  await backend.tryAsVisitor();
  expect(await backend.sql("select 1 from embedded.state where key = 'probe'")).toEqual([]);
});
