/** @module-tag long */
import bcrypt from 'bcryptjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BackendOptions, createKeys } from '#embedded/index.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, insertAccounts } from '#seed/accounts.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { type TestBackend, testBackend } from '../../support/backend.ts';

vi.setConfig({ testTimeout: 240_000 });

const EMAILS = ['admin@example.com', 'artist@example.com', 'client@example.com'];
const keys = createKeys();
let dataDir: string;
let lines: string[];
let open: TestBackend | undefined;

beforeEach(async () => {
  dataDir = await folderOfTest('backend-demo-');
});
afterEach(() => open?.stop());

/** Ends the backend before and starts the next one on the same data. */
async function start(exposedBy?: string, options: Partial<BackendOptions> = {}) {
  await open?.stop();
  lines = [];
  open = await testBackend({
    dataDir,
    keys,
    ...(exposedBy && { exposedBy }),
    log: (line) => lines.push(line),
    ...options,
  });
  return open;
}

/** The accounts of the demo seed without its pictures. */
async function seededOnLoopback(): Promise<TestBackend> {
  const backend = await start();
  await insertAccounts(
    { ...backend, hashPassword: (password) => bcrypt.hash(password, 4) },
    DEMO_ACCOUNTS,
  );
  return backend;
}

const signIn = (backend: TestBackend, email: string, password: string) =>
  backend.anon().auth.signInWithPassword({ email, password });

async function working(backend: TestBackend, password: string): Promise<string[]> {
  const found: string[] = [];
  for (const email of EMAILS)
    if (!(await signIn(backend, email, password)).error) found.push(email);
  return found;
}

/** What the operator reads: `  admin@example.com  the-password`. */
const shown = () =>
  new Map(
    lines.flatMap((line) => [...line.matchAll(/^ +(\S+@\S+) +(\S+)$/gm)]).map((m) => [m[1], m[2]]),
  );

it('leaves the published passwords alone while nobody else can reach the server', async () => {
  await seededOnLoopback();
  const again = await start();
  expect(await working(again, DEMO_PASSWORD)).toEqual(EMAILS);
  expect(lines.join('\n')).not.toMatch(/warning/i);
  expect(again.demoAccounts).toEqual({ published: EMAILS, own: [], needsAdmin: false });
});

it('replaces them before it listens for others, ends what they opened, and shows the new ones once', async () => {
  const loopback = await seededOnLoopback();
  const before = await signIn(loopback, 'admin@example.com', DEMO_PASSWORD);
  const refreshToken = before.data.session?.refresh_token ?? '';
  const accessToken = before.data.session?.access_token ?? '';

  const exposed = await start('HOST=0.0.0.0');
  expect(await working(exposed, DEMO_PASSWORD)).toEqual([]);
  const { error } = await exposed.anon().auth.refreshSession({ refresh_token: refreshToken });
  expect(error).not.toBeNull();
  const old = await fetch(`${exposed.url}/rest/v1/user_roles?select=role`, {
    headers: { apikey: keys.publishableKey, authorization: `Bearer ${accessToken}` },
  });
  expect(old.status).toBe(401);
  expect(lines.join('\n')).toMatch(/Warning: .*demo.*HOST=0\.0\.0\.0/);
  const made = shown();
  expect([...made.keys()].toSorted()).toEqual(EMAILS);
  expect(new Set(made.values()).size).toBe(3);
  for (const [email = '', password = ''] of made)
    expect((await signIn(exposed, email, password)).error).toBeNull();

  const later = await start('SITE_URL=https://muro.example');
  expect(lines.join('\n')).toMatch(/Warning: .*SITE_URL=https:\/\/muro\.example/);
  expect(lines.join('\n')).toMatch(/npm run admin -- password EMAIL/);
  expect(shown().size).toBe(0);
  for (const password of made.values()) expect(lines.join('\n')).not.toContain(password);
  expect(
    (await signIn(later, 'admin@example.com', made.get('admin@example.com') ?? '')).error,
  ).toBeNull();

  const back = await start();
  expect(await working(back, DEMO_PASSWORD)).toEqual([]);
  expect(back.demoAccounts).toEqual({ published: [], own: EMAILS, needsAdmin: false });
});

it('also finds the published password behind another address, and keeps one that was chosen', async () => {
  const loopback = await seededOnLoopback();
  const admin = await signIn(loopback, 'admin@example.com', DEMO_PASSWORD);
  await loopback
    .service()
    .auth.admin.updateUserById(admin.data.user?.id ?? '', { email: 'owner@muro.example' });
  const client = await signIn(loopback, 'client@example.com', DEMO_PASSWORD);
  await loopback
    .service()
    .auth.admin.updateUserById(client.data.user?.id ?? '', { password: 'chosen-by-the-owner' });

  const exposed = await start('HOST=::');
  expect((await signIn(exposed, 'owner@muro.example', DEMO_PASSWORD)).error).not.toBeNull();
  expect((await signIn(exposed, 'client@example.com', 'chosen-by-the-owner')).error).toBeNull();
  expect([...shown().keys()].toSorted()).toEqual(['artist@example.com', 'owner@muro.example']);
});

it('says nothing about demo accounts where there are none', async () => {
  const backend = await start('HOST=0.0.0.0');
  expect(lines.join('\n')).not.toMatch(/demo/i);
  expect(backend.demoAccounts).toEqual({ published: [], own: [], needsAdmin: true });
});
