import { expect, it, vi } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { NO_AUTH_LIMITS, TEST_PASSWORD } from '../../support/backend.ts';
import { codeIn, linkOf, mailsTo } from '../../support/mail-links.ts';
import { fixtureBackend, request } from '../fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const backend = ofFile(() => fixtureBackend({ limits: NO_AUTH_LIMITS }));

const newest = async (address: string) => (await mailsTo(backend, address)).at(-1);
const verify = (body: object) =>
  request(backend, '/auth/v1/verify', { method: 'POST', body: JSON.stringify(body) });
const press = async (address: string) => {
  const { tokenHash, type } = linkOf(await newest(address));
  return verify({ token_hash: tokenHash, type });
};
const emailOf = async (id: string) =>
  (await backend.service().auth.admin.getUserById(id)).data.user?.email;
const enters = async (email: string, password = TEST_PASSWORD) =>
  (await backend.anon().auth.signInWithPassword({ email, password })).error === null;

it('changes nothing before the new address has confirmed', async () => {
  const { client, id } = await backend.signedIn('client', 'before@example.com');
  const { data, error } = await client.auth.updateUser({ email: 'After@example.com' });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: 'before@example.com', new_email: 'after@example.com' });
  expect(await emailOf(id)).toBe('before@example.com');
  expect(await enters('after@example.com')).toBe(false);

  expect((await press('after@example.com')).status).toBe(200);
  expect(await emailOf(id)).toBe('after@example.com');
  expect(await enters('after@example.com')).toBe(true);
  expect(await enters('before@example.com')).toBe(false);
  const { data: seen } = await client.auth.getUser();
  expect(seen.user?.new_email).toBeUndefined();
  expect(seen.user?.identities?.[0]?.identity_data).toMatchObject({ email: 'after@example.com' });
});

it('can be confirmed by the code in the mail to the new address', async () => {
  const { client, id } = await backend.signedIn('client', 'typing@example.com');
  await client.auth.updateUser({ email: 'typed@example.com' });
  const token = codeIn(await newest('typed@example.com'));
  for (const email of ['typing@example.com', 'other@example.com'])
    expect((await verify({ email, token, type: 'email_change' })).status).toBe(403);
  const done = await verify({ email: 'typed@example.com', token, type: 'email_change' });
  expect(done.status).toBe(200);
  expect(await emailOf(id)).toBe('typed@example.com');
});

it('is not made by anything that the old mailbox gets', async () => {
  const { client, id } = await backend.signedIn('client', 'oldbox@example.com');
  await client.auth.updateUser({ email: 'newbox@example.com' });
  const mail = await newest('oldbox@example.com');
  expect(mail?.text).toContain('newbox@example.com');
  for (const type of ['email_change', 'email', 'magiclink', 'signup', 'recovery'])
    expect((await verify({ token_hash: linkOf(mail).tokenHash, type })).status).toBe(403);
  expect(await emailOf(id)).toBe('oldbox@example.com');
});

it('is told to the old address, which can take it back before and after', async () => {
  for (const confirmed of [false, true]) {
    const [old, next] = [`old-${confirmed}@example.com`, `taken-over-${confirmed}@example.com`];
    const { client: thief, id } = await backend.signedIn('client', old);
    const owner = backend.anon();
    await owner.auth.signInWithPassword({ email: old, password: TEST_PASSWORD });
    await thief.auth.updateUser({ email: next });
    if (confirmed) expect((await press(next)).status).toBe(200);

    const undone = await press(old);
    expect(undone.status).toBe(200);
    expect(await emailOf(id)).toBe(old);
    // Every session ends, whoever asked; the press alone begins one.
    for (const session of [thief, owner]) {
      expect((await session.auth.getUser()).error).not.toBeNull();
      expect((await session.auth.refreshSession()).error).not.toBeNull();
    }
    const { user } = (await undone.json()) as { user: Record<string, unknown> };
    expect(user).toMatchObject({ email: old });
    expect(user.new_email).toBeUndefined();
    expect(await enters(old)).toBe(true);
    expect(await enters(next)).toBe(false);
    if (!confirmed) expect((await press(next)).status).toBe(403);
  }
});

it('that was taken back is not brought back by a later link of the thief', async () => {
  const { client: thief, id } = await backend.signedIn('client', 'chain-a@example.com');
  await thief.auth.updateUser({ email: 'chain-b@example.com' });
  const confirmB = linkOf(await newest('chain-b@example.com'));
  const { data } = await thief.auth.verifyOtp({
    token_hash: confirmB.tokenHash,
    type: 'email_change',
  });
  expect(data.session).not.toBeNull();
  await thief.auth.updateUser({ email: 'chain-c@example.com' });
  expect((await press('chain-c@example.com')).status).toBe(200);
  expect(await emailOf(id)).toBe('chain-c@example.com');

  const [told] = await mailsTo(backend, 'chain-a@example.com');
  const undo = linkOf(told);
  expect((await verify({ token_hash: undo.tokenHash, type: undo.type })).status).toBe(200);
  expect(await emailOf(id)).toBe('chain-a@example.com');
  for (const mail of await mailsTo(backend, 'chain-b@example.com')) {
    const { tokenHash, type } = linkOf(mail);
    expect((await verify({ token_hash: tokenHash, type })).status).toBe(403);
  }
  expect(await emailOf(id)).toBe('chain-a@example.com');
});

it('that is taken back takes the password along that the thief has set', async () => {
  const { client: thief } = await backend.signedIn('client', 'robbed@example.com');
  await thief.auth.updateUser({ email: 'robber@example.com' });
  await press('robber@example.com');
  await thief.auth.updateUser({ password: 'password-of-the-thief' });
  expect((await press('robbed@example.com')).status).toBe(200);
  expect(await enters('robbed@example.com', 'password-of-the-thief')).toBe(false);
});

it('does not survive a new password', async () => {
  const { client, id } = await backend.signedIn('client', 'careful@example.com');
  const thief = backend.anon();
  await thief.auth.signInWithPassword({ email: 'careful@example.com', password: TEST_PASSWORD });
  await thief.auth.updateUser({ email: 'careless@example.com' });
  expect((await client.auth.updateUser({ password: 'a-new-password' })).error).toBeNull();
  expect((await press('careless@example.com')).status).toBe(403);
  expect(await emailOf(id)).toBe('careful@example.com');
});

it('keeps the old address from being registered while it can be taken back', async () => {
  const { client, id } = await backend.signedIn('client', 'kept@example.com');
  await client.auth.updateUser({ email: 'moved@example.com' });
  await press('moved@example.com');
  const squatter = await backend
    .anon()
    .auth.signUp({ email: 'kept@example.com', password: TEST_PASSWORD });
  expect(squatter.error).toMatchObject({ code: 'user_already_exists' });
  expect((await press('kept@example.com')).status).toBe(200);
  expect(await emailOf(id)).toBe('kept@example.com');
});

it('to an address with an account answers as any other, and tells its owner', async () => {
  await backend.signedIn('client', 'owned@example.com');
  const { client, id } = await backend.signedIn('client', 'wants@example.com');
  const [taken, free] = [
    (await client.auth.updateUser({ email: 'owned@example.com' })).data.user,
    (await client.auth.updateUser({ email: 'unowned@example.com' })).data.user,
  ];
  expect(taken?.new_email).toBe('owned@example.com');
  expect(Object.keys(taken ?? {}).sort()).toEqual(Object.keys(free ?? {}).sort());
  const mail = await newest('owned@example.com');
  expect(mail?.subject).toBe('Someone tried to use your email address');
  expect(() => linkOf(mail)).toThrow();
  expect(await emailOf(id)).toBe('wants@example.com');
});

it('can be sent again, for the one that waits', async () => {
  const { client, id } = await backend.signedIn('client', 'lost@example.com');
  await client.auth.updateUser({ email: 'found@example.com' });
  const first = linkOf(await newest('found@example.com'));
  const again = await client.auth.resend({ type: 'email_change', email: 'lost@example.com' });
  expect(again.error).toBeNull();
  expect(await mailsTo(backend, 'found@example.com')).toHaveLength(2);
  expect((await verify({ token_hash: first.tokenHash, type: 'email_change' })).status).toBe(403);
  expect((await press('found@example.com')).status).toBe(200);
  expect(await emailOf(id)).toBe('found@example.com');
});
