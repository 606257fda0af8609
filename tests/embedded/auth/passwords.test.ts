/** @module-tag long */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_AUTH_LIMITS, TEST_PASSWORD, type TestBackend } from '../../support/backend.ts';
import { fixtureBackend, request } from '../fixture.ts';

let backend: TestBackend;
let email: string;
beforeAll(async () => {
  // As expensive as in the product: this is about what it costs.
  process.env.LITE_AUTH_BCRYPT_COST = '10';
  backend = await fixtureBackend({ limits: NO_AUTH_LIMITS });
  ({ email } = await backend.signedIn('client'));
});
afterAll(() => backend.stop());

const signIn = (password = TEST_PASSWORD) =>
  request(backend, '/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email, password }),
  });

it('answers reads while many people sign in', async () => {
  let pending = 40;
  const signIns = Array.from({ length: pending }, () =>
    signIn().then((response) => {
      pending -= 1;
      return response.status;
    }),
  );
  for (let i = 0; i < 40; i++) {
    const response = await request(backend, '/rest/v1/artists?select=id&limit=1');
    expect(response.status).toBe(200);
  }
  expect(pending).toBeGreaterThan(0);
  expect(new Set(await Promise.all(signIns))).toEqual(new Set([200]));
});

it('says that it is busy, and when to come back, once too many wait', async () => {
  const answers = await Promise.all(Array.from({ length: 130 }, () => signIn('wrong-password')));
  const refused = answers.filter((answer) => answer.status !== 400);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await answer.json()).toMatchObject({ error_code: 'over_request_rate_limit' });
  }
  expect((await signIn()).status).toBe(200);
}, 120_000);
