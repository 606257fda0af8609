import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { NO_AUTH_LIMITS, TEST_PASSWORD } from '../../support/backend.ts';
import { codeIn, linkOf, mailsTo } from '../../support/mail-links.ts';
import { fixtureBackend, request } from '../fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

/** What the work of an answer is: bcrypt is all of its time that could be measured from outside. */
const work = vi.hoisted(() => ({ hash: 0, verify: 0 }));
vi.mock('#embedded/passwords/hashing.ts', async (original) => {
  const real = await original<typeof import('#embedded/passwords/hashing.ts')>();
  return {
    ...real,
    hashPassword: (...args: Parameters<typeof real.hashPassword>) => {
      work.hash += 1;
      return real.hashPassword(...args);
    },
    verifyPassword: (...args: Parameters<typeof real.verifyPassword>) => {
      work.verify += 1;
      return real.verifyPassword(...args);
    },
  };
});

const KNOWN = 'known@example.com';
const UNKNOWN = 'unknown@example.com';
const DATA = { name: 'Rosa', role: 'artist' };

describe.each([false, true])('where mail is configured: %s', (mailConfigured) => {
  const backend = ofFile(() => fixtureBackend({ mailConfigured, limits: NO_AUTH_LIMITS }));
  beforeAll(async () => {
    const known = { email: KNOWN, password: TEST_PASSWORD, email_confirm: true };
    expect((await backend.service().auth.admin.createUser(known)).error).toBeNull();
  });

  const post = (path: string, body: object) =>
    request(backend, `/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });
  /** What an answer shows, its own values aside. */
  const counted = async (run: () => Promise<Response>) => {
    Object.assign(work, { hash: 0, verify: 0 });
    const answer = await run();
    const headers = [...answer.headers.keys()].filter((name) => name !== 'date').sort();
    const body = JSON.stringify(await answer.json(), (_, value) =>
      typeof value === 'object' && value !== null ? value : typeof value,
    );
    return { status: answer.status, headers, body, work: { ...work } };
  };

  it('sign-in answers and works alike', async () => {
    const attempt = (email: string) =>
      counted(() => post('token?grant_type=password', { email, password: 'not-the-password' }));
    const known = await attempt(KNOWN);
    expect(known).toEqual(await attempt(UNKNOWN));
    expect(known).toMatchObject({ status: 400, work: { hash: 0, verify: 1 } });
  });

  it.each([
    ['recover', {}],
    ['otp', {}],
    ['otp', { create_user: false }],
    ['magiclink', {}],
    ['resend', { type: 'signup' }],
    ['resend', { type: 'email_change' }],
    ['verify', { type: 'recovery', token: '000000' }],
    ['verify', { type: 'email', token: '000000' }],
    ['verify', { type: 'email_change', token: '000000' }],
  ])('%s %j answers and works alike', async (path, body) => {
    const attempt = (email: string) => counted(() => post(path, { ...body, email }));
    expect(await attempt(KNOWN)).toEqual(await attempt(UNKNOWN));
  });

  it('sign-up works alike', async () => {
    const attempt = async (email: string) => {
      const answer = await counted(() => post('signup', { email, password: TEST_PASSWORD }));
      return answer.work;
    };
    expect(await attempt(KNOWN)).toEqual({ hash: 1, verify: 0 });
    expect(await attempt('fresh@example.com')).toEqual({ hash: 1, verify: 0 });
    // What is refused for its form alone may be refused at once.
    expect((await post('signup', { email: KNOWN, password: 'short' })).status).toBe(422);
    expect((await post('signup', { email: 'f2@example.com', password: 'short' })).status).toBe(422);
  });

  if (!mailConfigured) {
    it('sign-up keeps the sentence of the specification', async () => {
      const { error } = await backend.anon().auth.signUp({ email: KNOWN, password: TEST_PASSWORD });
      expect(error).toMatchObject({ status: 422, message: 'User already registered' });
      expect(await mailsTo(backend, KNOWN)).not.toContainEqual(
        expect.objectContaining({ subject: 'You already have an account' }),
      );
    });
    return;
  }

  it('sign-up has one answer, and the owner of a known address gets a mail', async () => {
    const attempt = (email: string) =>
      counted(() => post('signup', { email, password: TEST_PASSWORD, data: DATA }));
    const [known, fresh] = [await attempt(KNOWN), await attempt('new@example.com')];
    expect(known).toEqual(fresh);
    const { data } = await backend.anon().auth.signUp({ email: KNOWN, password: TEST_PASSWORD });
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email: KNOWN, identities: [] });
    const told = (await mailsTo(backend, KNOWN)).at(-1);
    expect(told?.subject).toBe('You already have an account');
    expect(() => linkOf(told)).toThrow();
    expect(told?.links.some((link) => link.endsWith('/auth?mode=recovery'))).toBe(true);
  });

  it('sign-up makes an account when its address has confirmed, and not before', async () => {
    const email = 'confirms@example.com';
    const client = backend.anon();
    const { data, error } = await client.auth.signUp({
      email,
      password: TEST_PASSWORD,
      options: { data: DATA },
    });
    expect([error, data.session]).toEqual([null, null]);
    const enter = () => client.auth.signInWithPassword({ email, password: TEST_PASSWORD });
    expect((await enter()).error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
    const guess = await client.auth.signInWithPassword({ email, password: 'not-the-password' });
    expect(guess.error?.code).toBe('invalid_credentials');

    const token = codeIn((await mailsTo(backend, email)).at(-1));
    const confirmed = await client.auth.verifyOtp({ email, token, type: 'signup' });
    expect(confirmed.error).toBeNull();
    expect(confirmed.data.user?.id).toBe(data.user?.id);
    expect(confirmed.data.user?.email_confirmed_at).toBeTruthy();
    expect((await enter()).error).toBeNull();
    expect((await client.from('user_roles').select('role').single()).data).toEqual({
      role: 'artist',
    });
  });

  it('a stranger who signs up first with an address gets nothing of its owner’s account', async () => {
    const email = 'squatted@example.com';
    const stranger = { email, password: 'password-of-a-stranger', data: { role: 'client' } };
    await post('signup', stranger);
    await post('signup', { email, password: TEST_PASSWORD, data: DATA });
    const own = linkOf((await mailsTo(backend, email)).at(-1));
    await post('signup', stranger);
    const pressed = await post('verify', { token_hash: own.tokenHash, type: own.type });
    expect(pressed.status).toBe(200);
    const enter = (password: string) => backend.anon().auth.signInWithPassword({ email, password });
    expect((await enter(stranger.password)).error?.code).toBe('invalid_credentials');
    expect((await enter(TEST_PASSWORD)).error).toBeNull();
    for (const mail of await mailsTo(backend, email)) {
      const { tokenHash, type } = linkOf(mail);
      expect((await post('verify', { token_hash: tokenHash, type })).status).toBe(403);
    }
  });

  it('a confirmation can be asked for again', async () => {
    const email = 'patient@example.com';
    await post('signup', { email, password: TEST_PASSWORD });
    expect((await backend.anon().auth.resend({ type: 'signup', email })).error).toBeNull();
    const mails = await mailsTo(backend, email);
    expect(mails).toHaveLength(2);
    const { tokenHash } = linkOf(mails.at(-1));
    expect((await post('verify', { token_hash: tokenHash, type: 'signup' })).status).toBe(200);
  });
});
