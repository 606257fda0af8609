import { describe, expect, it, vi } from 'vitest';
import { LIMITS } from '#lib/limits.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { TEST_PASSWORD } from '../../support/backend.ts';
import { fixtureBackend, request } from '../fixture.ts';

const ORIGIN = 'http://127.0.0.1:4321';
vi.setConfig({ testTimeout: 120_000 });

const backend = ofFile(() => fixtureBackend({ origin: ORIGIN }));

const enters = async (email: string, password: string) =>
  (await backend.anon().auth.signInWithPassword({ email, password })).error === null;

describe('signing up', () => {
  it('signs in at once and keeps the name', async () => {
    const client = backend.anon();
    const { data, error } = await client.auth.signUp({
      email: 'Rosa@Example.com',
      password: TEST_PASSWORD,
      options: { data: { name: 'Rosa Íñiguez', role: 'artist' }, emailRedirectTo: ORIGIN },
    });
    expect(error).toBeNull();
    expect(data.session?.token_type).toBe('bearer');
    expect(data.user?.email).toBe('rosa@example.com');
    const { data: seen } = await client.auth.getUser();
    expect(seen.user?.user_metadata).toMatchObject({ name: 'Rosa Íñiguez' });
    const { data: role } = await client.from('user_roles').select('role').single();
    expect(role).toEqual({ role: 'artist' });
  });

  it('takes the longest password of the specification, and reads every character of it', async () => {
    const email = 'long@example.com';
    const password = `${'ñ'.repeat(98)}42`;
    const { error } = await backend.anon().auth.signUp({ email, password });
    expect(error).toBeNull();
    const attempt = (guess: string) =>
      backend.anon().auth.signInWithPassword({ email, password: guess });
    expect((await attempt(`${'ñ'.repeat(98)}43`)).error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect((await attempt(password)).error).toBeNull();
  });

  it('refuses what hosted refuses, in its words', async () => {
    const attempt = async (email: string, password: string) => {
      const { error } = await backend.anon().auth.signUp({ email, password });
      return [error?.status, error?.code];
    };
    await backend.signedIn('client', 'taken@example.com');
    const taken = await attempt('TAKEN@example.com', TEST_PASSWORD);
    expect(taken).toEqual([422, 'user_already_exists']);
    expect(await attempt('x@example.com', '12345')).toEqual([422, 'weak_password']);
    expect(await attempt('nonsense', TEST_PASSWORD)).toEqual([400, 'validation_failed']);
    expect(await attempt('x@example.com', '123456')).toEqual([undefined, undefined]);
  });

  it.each([
    ['signup', 'POST'],
    ['recover', 'POST'],
    ['otp', 'POST'],
    ['user', 'PUT'],
  ])('refuses an address beyond the specification on %s', async (path, method) => {
    const { token } = await backend.signedIn('client');
    const domain = '@example.com';
    const email = `${'x'.repeat(LIMITS.email - domain.length + 1)}${domain}`;
    const body = JSON.stringify({ email, ...(path !== 'otp' && { password: TEST_PASSWORD }) });
    const answer = await request(backend, `/auth/v1/${path}`, { method, body, token });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: 'validation_failed' });
  });

  it('refuses a password beyond the specification, also as a new one', async () => {
    const { client } = await backend.signedIn('client');
    const password = 'ñ'.repeat(LIMITS.passwordMax + 1);
    const refused = { status: 400, code: 'validation_failed' };
    const signedUp = await backend.anon().auth.signUp({ email: 'verbose@example.com', password });
    expect(signedUp.error).toMatchObject(refused);
    expect((await client.auth.updateUser({ password })).error).toMatchObject(refused);
  });

  it('survives a double click: one account, one clear answer', async () => {
    const twins = await Promise.all(
      [1, 2, 3].map(() =>
        backend.anon().auth.signUp({ email: 'twin@example.com', password: TEST_PASSWORD }),
      ),
    );
    expect(twins.filter((twin) => twin.error === null)).toHaveLength(1);
    for (const twin of twins) expect(twin.error?.status ?? 200).toBeLessThan(500);
  });
});

describe('a route or grant beside the known ones', () => {
  it.each([
    ['POST', 'token?grant_type=Password'],
    ['POST', 'token?grant_type=x&grant_type=password'],
    ['POST', 'token'],
  ])('%s %s signs nobody in', async (method, path) => {
    const { email } = await backend.signedIn('client');
    const body = JSON.stringify({ email, password: TEST_PASSWORD });
    const answer = await request(backend, `/auth/v1/${path}`, { method, body });
    expect(answer.status).toBe(400);
    const { error_code } = await answer.json();
    expect(['invalid_credentials', 'bad_json']).toContain(error_code);
  });
});

describe('changing an account', () => {
  it('a new password ends the other sessions, and only those', async () => {
    const { client, email } = await backend.signedIn('client', 'change@example.com');
    const thief = backend.anon();
    await thief.auth.signInWithPassword({ email, password: TEST_PASSWORD });
    // Its session was looked up just now.
    expect((await thief.rpc('whoami')).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'another-password' })).error).toBeNull();
    expect((await thief.rpc('whoami')).status).toBe(401);
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await thief.auth.getUser()).error).not.toBeNull();
    expect((await thief.auth.refreshSession()).error).not.toBeNull();
    expect(await enters(email, TEST_PASSWORD)).toBe(false);
    expect(await enters(email, 'another-password')).toBe(true);
  });
});

describe('the admin API', () => {
  it('makes, finds, changes and deletes accounts with the secret key', async () => {
    const { admin } = backend.service().auth;
    const made = await admin.createUser({
      email: 'Made@example.com',
      password: TEST_PASSWORD,
      email_confirm: true,
      user_metadata: { name: 'Made' },
    });
    const id = made.data.user?.id ?? '';
    expect(made.data.user).toMatchObject({
      email: 'made@example.com',
      user_metadata: { name: 'Made' },
    });
    expect(
      (await admin.createUser({ email: 'made@example.com', password: 'x' })).error,
    ).toMatchObject({ status: 422, code: 'email_exists' });
    expect(await enters('made@example.com', TEST_PASSWORD)).toBe(true);
    expect((await admin.updateUserById(id, { password: 'changed-it' })).error).toBeNull();
    expect(await enters('made@example.com', 'changed-it')).toBe(true);
    expect((await admin.getUserById(id)).data.user?.id).toBe(id);
    expect((await admin.listUsers({ perPage: 1000 })).data.users.map((user) => user.id)).toContain(
      id,
    );
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error?.status).toBe(404);
  });
});
