import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, type TestBackend, testBackend } from '#tests/support/backend.ts';
import { request } from './fixture.ts';

const PER_SESSION = 5;
let backend: TestBackend;
beforeAll(async () => {
  const refreshes = { max: PER_SESSION, windowMs: 600_000 };
  backend = await testBackend({ limits: { refreshes, unknownRefreshes: refreshes } });
});
afterAll(() => backend?.stop());

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
      status: 429,
      body: { error_code: 'over_request_rate_limit' },
    });
    expect(refused.after).toBeGreaterThan(0);
  }
  expect((await refresh(await tokenOf(other))).status).toBe(200);
  for (let i = 0; i < PER_SESSION; i++) expect((await refresh('unknown')).status).toBe(400);
  expect((await refresh('unknown')).status).toBe(429);
  const third = await backend.signedIn('client');
  expect((await refresh(await tokenOf(third))).status).toBe(200);
});

it('shows the public keys to everybody: there are none, and never the secret', async () => {
  const answer = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ keys: [] });
});

it('tries as a visitor what a visitor does, and leaves nothing', async () => {
  await backend.tryAsVisitor();
  expect(await backend.sql("select 1 from embedded.state where key = 'probe'")).toEqual([]);
});
