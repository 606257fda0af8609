import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { type Person, TEST_PASSWORD } from '../../support/backend.ts';
import { fixtureBackend, request } from '../fixture.ts';

/** What supabase-js makes of the parts of the auth service that are switched off, or not there. */
vi.setConfig({ testTimeout: 120_000 });

let person: Person;
const backend = ofFile(() => fixtureBackend());
beforeAll(async () => {
  person = await backend.signedIn('client');
});

type Answer = { error: { name: string; status?: number; code?: string; message: string } | null };

/** A method of the client for each part that the service cannot serve. */
const METHODS: Record<string, () => Promise<Answer>> = {
  signInAnonymously: () => backend.anon().auth.signInAnonymously(),
  signInWithIdToken: () =>
    backend.anon().auth.signInWithIdToken({ provider: 'google', token: 'x' }),
  signInWithSSO: () => backend.anon().auth.signInWithSSO({ domain: 'example.com' }),
  'signUp with a phone': () =>
    backend.anon().auth.signUp({ phone: '15551234567', password: TEST_PASSWORD }),
  'signInWithPassword with a phone': () =>
    backend.anon().auth.signInWithPassword({ phone: '15551234567', password: TEST_PASSWORD }),
  'verifyOtp with a phone': () =>
    backend.anon().auth.verifyOtp({ phone: '15551234567', token: '123456', type: 'sms' }),
  exchangeCodeForSession: () => backend.anon().auth.exchangeCodeForSession('x'),
  setSession: () =>
    backend.anon().auth.setSession({ access_token: 'a.e30.c', refresh_token: 'nothing' }),
  linkIdentity: () => person.client.auth.linkIdentity({ provider: 'google' }),
  'mfa.enroll': () => person.client.auth.mfa.enroll({ factorType: 'totp' }),
  'admin.mfa.listFactors': () =>
    backend.service().auth.admin.mfa.listFactors({ userId: person.id }),
  'admin.oauth.listClients': () => backend.service().auth.admin.oauth.listClients(),
  'admin.getUserById of nobody': () =>
    backend.service().auth.admin.getUserById('00000000-0000-4000-8000-000000000000'),
};

describe('supabase-js gets an error that it knows from', () => {
  it.each(Object.entries(METHODS))('%s', async (_name, ask) => {
    const { error } = await ask();
    expect(error?.name).not.toMatch(/Unknown|Retryable/);
    expect(error?.status).toBeGreaterThanOrEqual(400);
    expect(error?.status).toBeLessThan(500);
    expect(error?.message.length).toBeGreaterThan(5);
  });
});

describe('as JSON with a code', () => {
  it.each([
    ['GET', 'nothing', 404],
    ['POST', 'nonexistent', 404],
    ['POST', '%2573ignup', 404],
    ['GET', '', 404],
    ['GET', 'token/x', 404],
    ['GET', 'constructor', 404],
    ['GET', '__proto__', 404],
    ['GET', 'toString', 404],
    ['GET', 'token', 405],
    ['PATCH', 'user', 405],
    ['PURGE', 'user', 405],
    ['GET', 'authorize?provider=google', 400],
    ['GET', 'callback?code=x', 400],
    ['POST', 'factors', 422],
    ['GET', 'user/identities/authorize?provider=google', 422],
    ['POST', 'sso', 404],
    ['GET', 'admin/nothing', 403],
    ['GET', 'user', 401],
    ['POST', 'logout', 401],
  ])('%s /auth/v1/%s is %i', async (method, path, status) => {
    const answer = await request(backend, `/auth/v1/${path}`, { method });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ error_code: expect.any(String), msg: expect.any(String) }),
    ]);
  });
});
