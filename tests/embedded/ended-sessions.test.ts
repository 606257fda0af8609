import { expect, it, vi } from 'vitest';
import type { Person } from '#tests/support/backend.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { fixtureBackend, request } from './fixture.ts';

const backend = ofFile(() => fixtureBackend());

const statusOf = async (token: string) =>
  (await request(backend, '/rest/v1/rpc/whoami', { method: 'GET', token })).status;

/** Somebody whose session was looked up just now. */
async function known(): Promise<Person> {
  const person = await backend.signedIn('client');
  for (let i = 0; i < 3; i++) expect(await statusOf(person.token)).toBe(200);
  return person;
}

it('refuses a session from the moment that its owner signs out', async () => {
  for (let i = 0; i < 3; i++) {
    const { client, token } = await known();
    await client.auth.signOut();
    expect(await statusOf(token)).toBe(401);
  }
});

it('refuses the sessions of an account that an admin deletes', async () => {
  const { id, token } = await known();
  expect((await backend.service().auth.admin.deleteUser(id)).error).toBeNull();
  expect(await statusOf(token)).toBe(401);
});

it('hears of a session that ends in the database', async () => {
  const { id, token } = await known();
  await backend.sql('delete from auth.users where id = $1', [id]);
  await vi.waitFor(async () => expect(await statusOf(token)).toBe(401), { timeout: 2000 });
});
