import { expect, it, vi } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { TEST_PASSWORD } from '../../support/backend.ts';
import { linkOf, mailsTo } from '../../support/mail-links.ts';
import { fixtureBackend } from '../fixture.ts';

const ORIGIN = 'http://127.0.0.1:4321';
vi.setConfig({ testTimeout: 120_000 });

const backend = ofFile(() => fixtureBackend({ origin: ORIGIN }));

const admin = () => backend.service().auth.admin;
type Params = Parameters<ReturnType<typeof admin>['generateLink']>[0];

async function make(params: object) {
  const { data, error } = await admin().generateLink(params as Params);
  expect(error).toBeNull();
  return { user: data.user, ...data.properties };
}
const refuse = async (params: object) => (await admin().generateLink(params as Params)).error;
const redeem = (token_hash: string | undefined, type: string) =>
  backend.anon().auth.verifyOtp({ token_hash: token_hash ?? '', type: type as 'recovery' });

it.each([
  ['signup', { password: TEST_PASSWORD, data: { name: 'Ada' } }, 'signup'],
  ['invite', { data: { name: 'Ada' } }, 'invite'],
  ['magiclink', {}, 'signup'],
])('%s makes the account of an unknown address', async (type, more, verifies) => {
  const email = `made-by-${type}@example.com`;
  const redirectTo = `${ORIGIN}/dashboard/client`;
  const made = await make({ type, email, ...more, options: { ...more, redirectTo } });
  expect(made).toMatchObject({
    verification_type: verifies,
    redirect_to: redirectTo,
    email_otp: expect.stringMatching(/^\d{6}$/),
    user: { email },
  });
  expect(made.user?.email_confirmed_at).toBeUndefined();
  const link = new URL(made.action_link ?? '');
  expect(link.origin + link.pathname).toBe(`${ORIGIN}/auth/v1/verify`);
  expect(Object.fromEntries(link.searchParams)).toEqual({
    token: made.hashed_token,
    type: verifies,
    redirect_to: redirectTo,
  });
  const { data, error } = await redeem(made.hashed_token, verifies);
  expect(error).toBeNull();
  expect(data.user?.id).toBe(made.user?.id);
  expect(data.user?.email_confirmed_at).toBeTruthy();
});

it('sends no mail by itself', async () => {
  await make({ type: 'invite', email: 'unsent@example.com' });
  expect(await mailsTo(backend, 'unsent@example.com')).toEqual([]);
});

it.each(['magiclink', 'recovery'])('%s lets a known account in, by its code too', async (type) => {
  const { id, email } = await backend.signedIn('client', `known-${type}@example.com`);
  const first = await make({ type, email });
  expect(first).toMatchObject({ verification_type: type, redirect_to: ORIGIN, user: { id } });
  expect((await redeem(first.hashed_token, type)).data.user?.id).toBe(id);
  const second = await make({ type, email });
  const typed = await backend.anon().auth.verifyOtp({
    email,
    token: second.email_otp ?? '',
    type: type as 'recovery',
  });
  expect(typed.data.user?.id).toBe(id);
});

it('changes an address by the new mailbox’s link, and never by the old one’s alone', async () => {
  const { id, email } = await backend.signedIn('client', 'present@example.com');
  const newEmail = 'future@example.com';
  const current = await make({ type: 'email_change_current', email, newEmail });
  expect(current.verification_type).toBe('email_change_current');
  const accepted = await redeem(current.hashed_token, 'email_change');
  expect([accepted.error, accepted.data.session]).toEqual([null, null]);
  expect((await admin().getUserById(id)).data.user?.email).toBe(email);
  const next = await make({ type: 'email_change_new', email, newEmail });
  expect(next.verification_type).toBe('email_change_new');
  expect((await redeem(next.hashed_token, 'email_change')).error).toBeNull();
  expect((await admin().getUserById(id)).data.user?.email).toBe(newEmail);
});

it('refuses what upstream refuses', async () => {
  await backend.signedIn('client', 'there@example.com');
  const there = { email: 'there@example.com', password: TEST_PASSWORD };
  const nobody = { email: 'nobody@example.com', newEmail: 'x@example.com' };
  const taken = { status: 422, code: 'email_exists' };
  const unknown = { status: 404, code: 'user_not_found' };
  const invalid = { status: 400, code: 'validation_failed' };
  expect(await refuse({ type: 'signup', ...there })).toMatchObject(taken);
  expect(await refuse({ type: 'invite', ...there })).toMatchObject(taken);
  await backend.signedIn('client', 'also@example.com');
  const both = { email: 'there@example.com', newEmail: 'also@example.com' };
  expect(await refuse({ type: 'email_change_new', ...both })).toMatchObject(taken);
  for (const type of ['recovery', 'email_change_current', 'email_change_new'])
    expect(await refuse({ type, ...nobody })).toMatchObject(unknown);
  expect(await refuse({ type: 'nonsense', email: 'there@example.com' })).toMatchObject(invalid);
  expect(await refuse({ type: 'signup', email: 'nobody@example.com' })).toMatchObject(invalid);
  const foreign = await make({
    type: 'recovery',
    email: 'there@example.com',
    options: { redirectTo: 'http://127.0.0.1:9999/' },
  });
  expect(foreign.redirect_to).toBe(ORIGIN);
});

it('is for the secret key alone', async () => {
  const { client } = await backend.signedIn('admin');
  for (const who of [client, backend.anon()]) {
    const link = await who.auth.admin.generateLink({ type: 'recovery', email: 'a@example.com' });
    expect(link.error).toMatchObject({ status: 403, code: 'not_admin' });
    const invited = await who.auth.admin.inviteUserByEmail('a@example.com');
    expect(invited.error).toMatchObject({ status: 403, code: 'not_admin' });
  }
  expect(await mailsTo(backend, 'a@example.com')).toEqual([]);
});

it('an invitation is a mail whose link lets somebody in who then chooses a password', async () => {
  const email = 'guest@example.com';
  const { data, error } = await admin().inviteUserByEmail(email, {
    data: { name: 'Guest', role: 'artist' },
    redirectTo: `${ORIGIN}/dashboard/artist`,
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, user_metadata: { name: 'Guest' } });
  expect(data.user?.invited_at).toBeTruthy();
  const [mail] = await mailsTo(backend, email);
  expect(mail?.subject).toBe('You have been invited');
  const { tokenHash, type, redirectTo } = linkOf(mail);
  expect([type, redirectTo]).toEqual(['invite', `${ORIGIN}/dashboard/artist`]);
  const client = backend.anon();
  expect((await client.auth.verifyOtp({ token_hash: tokenHash, type: 'invite' })).error).toBeNull();
  expect((await client.auth.updateUser({ password: TEST_PASSWORD })).error).toBeNull();
  const enter = await backend.anon().auth.signInWithPassword({ email, password: TEST_PASSWORD });
  expect(enter.error).toBeNull();
  expect((await admin().inviteUserByEmail(email)).error).toMatchObject({ code: 'email_exists' });
});
