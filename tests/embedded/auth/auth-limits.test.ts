import { afterEach, expect, it, vi } from 'vitest';
import type { AuthLimits } from '#embedded/index.ts';
import { TEST_PASSWORD, type TestBackend } from '../../support/backend.ts';
import { codeIn, linkOf, mailsTo } from '../../support/mail-links.ts';
import { fixtureBackend, request } from '../fixture.ts';

vi.setConfig({ testTimeout: 240_000 });

let backend: TestBackend;
afterEach(() => backend.stop());

const start = async (limits: Partial<AuthLimits> = {}) => {
  backend = await fixtureBackend({ limits });
};
const post = (path: string, body: object, ip = '198.51.100.1') =>
  request(backend, `/auth/v1/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'x-client-ip': ip },
  });
const signIn = async (email: string, password: string, ip?: string) =>
  (await post('token?grant_type=password', { email, password }, ip)).status;

it('stops guessing after ten failures, also all at once, for that address and account only', async () => {
  await start();
  await backend.signedIn('client', 'goal@example.com');
  await backend.signedIn('client', 'other@example.com');
  const guesses = await Promise.all(
    Array.from({ length: 14 }, (_, i) => signIn('goal@example.com', `guess-${i}`)),
  );
  expect(guesses.filter((status) => status === 400)).toHaveLength(10);
  expect(guesses.filter((status) => status === 429)).toHaveLength(4);
  expect(await signIn('GOAL@example.com ', TEST_PASSWORD)).toBe(429);
  expect(await signIn('goal@example.com', TEST_PASSWORD, '198.51.100.2')).toBe(200);
  expect(await signIn('other@example.com', TEST_PASSWORD)).toBe(200);
});

it('forgets failures once the right password comes', async () => {
  await start();
  await backend.signedIn('client', 'clumsy@example.com');
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 9; i++) expect(await signIn('clumsy@example.com', 'wrong-one')).toBe(400);
    expect(await signIn('clumsy@example.com', TEST_PASSWORD)).toBe(200);
  }
});

it('opens again when the window is over, and says when', { tags: 'long' }, async () => {
  await start({ signInFailures: { max: 1, windowMs: 3000 } });
  await backend.signedIn('client', 'wait@example.com');
  expect(await signIn('wait@example.com', 'wrong-one')).toBe(400);
  const refused = await post('token?grant_type=password', {
    email: 'wait@example.com',
    password: TEST_PASSWORD,
  });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3);
  expect(await refused.json()).toMatchObject({ error_code: 'over_request_rate_limit' });
  await expect
    .poll(() => signIn('wait@example.com', TEST_PASSWORD), { interval: 250, timeout: 60_000 })
    .toBe(200);
});

it('limits sign-ins, sign-ups and tried codes of one address', async () => {
  const limit = { max: 3, windowMs: 60_000 };
  await start({ signIns: limit, signUps: limit, verifications: limit });
  const statuses = async (attempt: (i: number) => Promise<Response>) => {
    const all: number[] = [];
    for (let i = 0; i < 4; i++) all.push((await attempt(i)).status);
    return all;
  };
  const up = await statuses((i) =>
    post('signup', { email: `u${i}@example.com`, password: TEST_PASSWORD }),
  );
  expect(up).toEqual([200, 200, 200, 429]);
  const into = await statuses((i) =>
    post('token?grant_type=password', { email: `u${i % 3}@example.com`, password: TEST_PASSWORD }),
  );
  expect(into).toEqual([200, 200, 200, 429]);
  const codes = await statuses(() =>
    post('verify', { type: 'recovery', email: 'u0@example.com', token: '000000' }),
  );
  expect(codes).toEqual([403, 403, 403, 429]);
  expect(
    (await post('signup', { email: 'late@example.com', password: TEST_PASSWORD }, '198.51.100.7'))
      .status,
  ).toBe(200);
});

it('sends one recovery mail a minute to an address, known or not, to whom asks; others may ask too', async () => {
  await start();
  await backend.signedIn('client', 'mail@example.com');
  for (const email of ['mail@example.com', 'unknown@example.com']) {
    expect((await post('recover', { email })).status).toBe(200);
    const again = await post('recover', { email: email.toUpperCase() });
    expect(again.status).toBe(429);
    expect(await again.json()).toMatchObject({ error_code: 'over_email_send_rate_limit' });
  }
  expect(await backend.mails()).toHaveLength(1);
  expect((await post('recover', { email: 'mail@example.com' }, '198.51.100.2')).status).toBe(200);
});

it('fills no mailbox, and says the same about a full one; the links in it go on working', async () => {
  await start({ mailsToOneInTotal: { max: 2, windowMs: 60_000 } });
  await backend.signedIn('client', 'full@example.com');
  for (let i = 0; i < 4; i++)
    for (const email of ['full@example.com', 'nobody@example.com'])
      expect((await post('recover', { email }, `198.51.100.${i}`)).status).toBe(200);
  const mails = await mailsTo(backend, 'full@example.com');
  expect(mails).toHaveLength(2);
  const { tokenHash: token_hash, type } = linkOf(mails.at(-1));
  expect((await post('verify', { token_hash, type })).status).toBe(200);
});

it('tells the owner of an address about a change however full the mailbox is', async () => {
  await start({ mailsToOneInTotal: { max: 1, windowMs: 60_000 } });
  const { client, email } = await backend.signedIn('client', 'flooded@example.com');
  for (let i = 0; i < 3; i++) await post('recover', { email }, `198.51.100.${i}`);
  expect((await client.auth.updateUser({ email: 'away@example.com' })).error).toBeNull();
  expect((await mailsTo(backend, email)).map(({ subject }) => subject)).toContain(
    'Your email address is about to change',
  );
});

it('bounds the codes tried for one account, known or not, by one address and by all', async () => {
  const codeTries = { max: 3, windowMs: 60_000 };
  await start({ codeTries, codeTriesInTotal: { max: 5, windowMs: 60_000 } });
  await backend.signedIn('client', 'guessed@example.com');
  const attempt = async (email: string, token: string, ip: string) =>
    (await post('verify', { type: 'recovery', email, token }, ip)).status;
  for (const email of ['guessed@example.com', 'nobody@example.com']) {
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push(await attempt(email, '00000x', '198.51.100.1'));
    expect(statuses).toEqual([403, 403, 403, 429]);
    for (let i = 0; i < 3; i++) expect(await attempt(email, '00000x', '198.51.100.2')).toBe(403);
  }
  // From here on no code of the account is looked at, a right one neither; its link is.
  await post('recover', { email: 'guessed@example.com' });
  const mail = (await mailsTo(backend, 'guessed@example.com')).at(-1);
  expect(await attempt('guessed@example.com', codeIn(mail), '198.51.100.3')).toBe(403);
  const { tokenHash: token_hash, type } = linkOf(mail);
  expect((await post('verify', { token_hash, type })).status).toBe(200);
});
