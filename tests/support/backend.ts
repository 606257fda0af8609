import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, inject } from 'vitest';
import { AUTH_LIMITS } from '#embedded/gateway/auth/limits.ts';
import {
  type AuthLimits,
  type Backend,
  type BackendOptions,
  createKeys,
  startBackend,
} from '#embedded/index.ts';
import { writeAtomic } from '#node/files.ts';
import { type Mail, readMail } from '../../scripts/lib/read-mails.ts';
import { fillWithMigrated } from './migrated-directory.ts';
import { copyOfMigrated } from './test-database.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = path.join(ROOT, 'node_modules/.cache/test-backend');
export const TEST_PASSWORD = 'test-password-2026';

/** For tests that ask for more than one address may. */
export const NO_AUTH_LIMITS = Object.fromEntries(
  Object.keys(AUTH_LIMITS).map((name) => [name, { max: 1e9, windowMs: 1000 }]),
) as unknown as AuthLimits;

type TestRole = 'admin' | 'artist' | 'client';

export interface Person {
  id: string;
  email: string;
  client: SupabaseClient;
  /** Of the session that the client has at first. */
  token: string;
}

export interface TestBackend extends Backend {
  /** The mails sent so far, oldest first. */
  mails(): Promise<Mail[]>;
  /** A client with the publishable key and a session of its own. */
  anon(): SupabaseClient;
  /** A client of the guest who has this link of a request. */
  guest(link: string): SupabaseClient;
  /** A client with the secret key. */
  service(): SupabaseClient;
  /** A new account of that role, signed in. */
  signedIn(role: TestRole, email?: string): Promise<Person>;
}

/**
 * A backend with the real migrations and no seed, in a fraction of a second: its database is a copy of one that is
 * migrated once, on the server that all tests share; in PGlite's memory where there is none. Stop it in `afterAll`.
 */
export async function testBackend({
  firstStart = false,
  ...options
}: Partial<BackendOptions> & {
  /** A data directory without a database gets one as at a product's first start, not a copy. */
  firstStart?: boolean;
} = {}): Promise<TestBackend> {
  // The cheapest bcrypt: tests check that passwords are checked, not how long it takes.
  process.env.LITE_AUTH_BCRYPT_COST ??= '4';
  const migrationsDir = options.migrationsDir ?? path.join(ROOT, 'supabase/migrations');
  const all = { ...defaults(), ...options, migrationsDir };
  const { dataDir } = options;
  const engine = options.engine ?? (inject('databaseServer') ? 'native' : undefined);
  const isCommon = !options.migrationsDir && !options.databaseUrl && all.seed === 'none';
  if (dataDir && engine && isCommon && !firstStart)
    await fillWithMigrated(dataDir, engine, CACHE, await fingerprint(migrationsDir), migrationsDir);
  if (options.dataDir || options.databaseUrl || options.snapshot)
    return withClients(await startBackend(all));
  const server = inject('databaseServer');
  if (!server)
    return withClients(await startBackend({ ...all, snapshot: await migrated(migrationsDir) }));

  const database = await copyOfMigrated(server, await fingerprint(migrationsDir), async (url) => {
    const making = await startBackend({ ...defaults(), migrationsDir, databaseUrl: url });
    await making.stop();
  });
  const backend = await startBackend({ ...all, databaseUrl: database.url });
  return withClients({
    ...backend,
    async stop() {
      await backend.stop();
      await database.drop();
    },
  });
}

/** The one backend of a file of tests, which ends with it. */
export async function backendOfFile(): Promise<TestBackend> {
  const db = await testBackend();
  afterAll(() => db.stop());
  return db;
}

/** Adds the clients to a backend that a test started itself. */
export function withClients(backend: Backend): TestBackend {
  const connect = (key: string, headers: Record<string, string> = {}) =>
    createClient(backend.url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers },
    });
  const anon = () => connect(backend.keys.publishableKey);
  return {
    ...backend,
    mails: async () => Promise.all((await backend.mailFiles()).map(readMail)),
    anon,
    guest: (link) => connect(backend.keys.publishableKey, { 'x-request-token': link }),
    service: () => connect(backend.keys.secretKey),
    async signedIn(role, email = `${role}-${randomBytes(5).toString('hex')}@example.com`) {
      const client = anon();
      const { data, error } = await client.auth.signUp({
        email,
        password: TEST_PASSWORD,
        options: { data: { name: `Test ${role}`, role } },
      });
      if (error || !data.user) throw error ?? new Error('No user came back');
      if (role === 'admin') {
        await backend.sql(
          `insert into public.user_roles (user_id, role) values ($1, 'admin')
           on conflict (user_id) do update set role = 'admin'`,
          [data.user.id],
        );
      }
      return { id: data.user.id, email, client, token: data.session?.access_token ?? '' };
    },
  };
}

function defaults(): BackendOptions {
  return { dataDir: null, origin: 'http://127.0.0.1:4321', seed: 'none', keys: createKeys() };
}

/** The image of a migrated database, from the cache or made now. */
async function migrated(migrationsDir: string): Promise<Blob> {
  const file = path.join(CACHE, `${await fingerprint(migrationsDir)}.tar`);
  const cached = await readFile(file).catch(() => null);
  if (cached) return new Blob([cached]);

  const backend = await startBackend({ ...defaults(), migrationsDir });
  const image = await backend.dump();
  await backend.stop();
  await writeAtomic(file, Buffer.from(await image.arrayBuffer()));
  await prune(file);
  return image;
}

async function fingerprint(migrationsDir: string): Promise<string> {
  const hash = createHash('sha256');
  const embedded = path.join(ROOT, 'supabase/embedded');
  const files = [
    path.join(ROOT, 'package-lock.json'),
    ...[
      'sessions/roles.sql',
      'database/prelude.sql',
      'database/policies.sql',
      'database/migrate.ts',
      'process/seeding.ts',
      'database/media-origin.ts',
    ].map((name) => path.join(embedded, name)),
    ...(await readdir(migrationsDir)).sort().map((name) => path.join(migrationsDir, name)),
  ];
  for (const file of files) hash.update(path.basename(file)).update(await readFile(file));
  return hash.digest('hex').slice(0, 24);
}

/** Images are some 30 MB: only the newest few stay. */
async function prune(newest: string): Promise<void> {
  const names = (await readdir(CACHE)).filter(
    (name) => name.endsWith('.tar') && !newest.endsWith(name),
  );
  for (const name of names.slice(0, Math.max(0, names.length - 3))) {
    await rm(path.join(CACHE, name), { force: true });
  }
}
