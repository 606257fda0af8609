/** @module-tag long */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadKeys } from '#embedded/index.ts';
import { type Person, type TestBackend, testBackend } from '#tests/support/backend.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { runScript } from '#tests/support/run-script.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const dataDir = folderOfFile('backend-commands-');
let backend: TestBackend;
let person: Person;

const start = async () => testBackend({ dataDir, keys: await loadKeys(dataDir) });

beforeAll(async () => {
  backend = await start();
  person = await backend.signedIn('client', 'operator@example.com');
  const run = { pid: process.pid, backendUrl: backend.url };
  await writeFile(path.join(dataDir, 'run.json'), JSON.stringify(run));
});
afterAll(() => backend.stop());

const command = (script: string, ...args: string[]) => runScript(script, dataDir, ...args);

/** The same story with the server running and stopped. */
async function adminStory(): Promise<void> {
  expect(await command('admin.ts', 'list')).toEqual({ code: 0, out: 'There are no admins yet.' });
  expect(await command('admin.ts', 'grant', 'Operator@Example.com')).toEqual({
    code: 0,
    out: 'operator@example.com is now an admin.',
  });
  expect(await command('admin.ts', 'list')).toEqual({ code: 0, out: 'operator@example.com' });
  expect(await command('admin.ts', 'revoke', 'operator@example.com')).toEqual({
    code: 0,
    out: 'operator@example.com is no admin; the role is client.',
  });
  const unknown = await command('admin.ts', 'grant', 'stranger@example.com');
  expect(unknown.code).toBe(1);
  expect(unknown.out).toMatch(/^There is no account with the email stranger@example\.com\. .*\.$/);
}

/** The first admin of a new directory, who signs in with what the command printed. */
async function firstAdminStory(email: string): Promise<string> {
  const made = await command('admin.ts', 'create', email.toUpperCase());
  const [, password = ''] = /shown only this once: (\S{16,})$/.exec(made.out) ?? [];
  expect(made).toEqual({
    code: 0,
    out: `${email} is an admin now. The password, shown only this once: ${password}`,
  });
  expect((await command('admin.ts', 'list')).out.split('\n')).toContain(email);
  const again = await command('admin.ts', 'create', email);
  expect(again.code).toBe(1);
  expect(again.out).toMatch(/^There is an account with the email .* already\. .*grant.*\.$/);
  return password;
}

const signIn = (email: string, password: string) =>
  backend.anon().auth.signInWithPassword({ email, password });

it.each(['nobody', 'a@b', 'two@at@signs.co', '<b>@example.com', `${'x'.repeat(250)}@example.com`])(
  'makes no admin of %s',
  async (email) => {
    const { code, out } = await command('admin.ts', 'create', email);
    expect(code).toBe(1);
    expect(out).toBe(`'${email}' is no email address.`);
  },
);

it('makes the first admin, and gives accounts new passwords, while the server runs', async () => {
  const first = await firstAdminStory('first@example.com');
  const session = await signIn('first@example.com', first);
  expect(session.error).toBeNull();
  const { out } = await command('admin.ts', 'password', 'first@example.com');
  const [, second = ''] = /shown only this once: (\S{16,})$/.exec(out) ?? [];
  expect((await signIn('first@example.com', first)).error).not.toBeNull();
  expect((await signIn('first@example.com', second)).error).toBeNull();
  const { error } = await backend.anon().auth.refreshSession({
    refresh_token: session.data.session?.refresh_token ?? '',
  });
  expect(error).not.toBeNull();
  const unknown = await command('admin.ts', 'password', 'stranger@example.com');
  expect(unknown).toMatchObject({ code: 1, out: expect.stringMatching(/^There is no account/) });
  await command('admin.ts', 'revoke', 'first@example.com');
});

it('makes admins while the server runs', async () => {
  await adminStory();
  const { data } = await person.client.from('user_roles').select('role').single();
  expect(data).toEqual({ role: 'client' });
});

it('does not reset under a running server', async () => {
  const { code, out } = await command('db-reset.ts');
  expect(code).toBe(1);
  expect(out).toMatch(/is in use by process \d+/);
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(true);
});

it('makes admins while it is stopped, whatever run.json says; and resets all but the keys', async () => {
  await backend.stop();
  await adminStory();
  const first = await firstAdminStory('offline@example.com');
  const { out } = await command('admin.ts', 'password', 'operator@example.com');
  backend = await start();
  const { data, error } = await signIn('offline@example.com', first);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: 'offline@example.com', identities: [{}] });
  const made = / (\S{16,})$/.exec(out)?.[1] ?? '';
  expect((await signIn('operator@example.com', made)).error).toBeNull();
  await backend.stop();

  const keys = await readFile(path.join(dataDir, 'keys.json'), 'utf8');
  expect((await command('db-reset.ts')).code).toBe(0);
  for (const name of ['postgres', 'storage', 'mail'])
    expect(existsSync(path.join(dataDir, name))).toBe(false);
  expect(await readFile(path.join(dataDir, 'keys.json'), 'utf8')).toBe(keys);
  const empty = await command('admin.ts', 'list');
  expect(empty.code).toBe(1);
  expect(empty.out).toMatch(/^There is no database in .*npm start.*\.$/);
});

it.each([
  [],
  ['grant'],
  ['create'],
  ['constructor', 'x@example.com'],
  ['list', 'x@example.com'],
  ['promote', 'x@example.com'],
  ['grant', 'a@b.co', 'c@d.co'],
])('explains itself when called as %j', async (...args) => {
  const { code, out } = await command('admin.ts', ...args.flat());
  expect(code).toBe(2);
  expect(out).toMatch(/^Name |too many/);
});
