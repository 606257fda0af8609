import { createClient } from '@supabase/supabase-js';
import { expect, it, vi } from 'vitest';
import type { Person } from '#tests/support/backend.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { fixtureBackend, request } from './fixture.ts';

const backend = ofFile(() => fixtureBackend());

const tokenOf = async ({ client }: Person) =>
  (await client.auth.getSession()).data.session?.access_token ?? '';

const statusOf = async (token: string) =>
  (await request(backend, '/rest/v1/rpc/whoami', { method: 'GET', token })).status;

/** Somebody whose session was looked up just now. */
async function known(): Promise<{ person: Person; token: string }> {
  const person = await backend.signedIn('client');
  const token = await tokenOf(person);
  for (let i = 0; i < 3; i++) expect(await statusOf(token)).toBe(200);
  return { person, token };
}

it('refuses a session from the moment that its owner signs out', async () => {
  for (let i = 0; i < 3; i++) {
    const { person, token } = await known();
    await person.client.auth.signOut();
    expect(await statusOf(token)).toBe(401);
  }
});

it('refuses the other sessions from the moment of a new password', async () => {
  const { person, token } = await known();
  const other = createClient(backend.url, backend.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  await other.auth.signInWithPassword({ email: person.email, password: 'test-password-2026' });
  expect((await other.auth.updateUser({ password: 'another-password-2026' })).error).toBeNull();
  expect(await statusOf(token)).toBe(401);
});

it('refuses the sessions of an account that an admin deletes', async () => {
  const { person, token } = await known();
  expect((await backend.service().auth.admin.deleteUser(person.id)).error).toBeNull();
  expect(await statusOf(token)).toBe(401);
});

it('hears of a session that ends in the database', async () => {
  const { person, token } = await known();
  await backend.sql('delete from auth.users where id = $1', [person.id]);
  await vi.waitFor(async () => expect(await statusOf(token)).toBe(401), { timeout: 2000 });
});
