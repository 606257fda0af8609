import { createHmac } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BackendOptions } from '#embedded/index.ts';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';

export const FIXTURE_MIGRATIONS = fileURLToPath(new URL('fixtures/migrations', import.meta.url));

/** A backend over the small schema of this folder, so that these tests do not depend on the product's. */
export function fixtureBackend(options: Partial<BackendOptions> = {}): Promise<TestBackend> {
  return testBackend({ migrationsDir: FIXTURE_MIGRATIONS, ...options });
}

/** The path of those migrations and one more, in a folder of their own. */
export async function migrationsWith(folder: string, sql: string): Promise<string> {
  const dir = path.join(folder, 'migrations');
  await cp(FIXTURE_MIGRATIONS, dir, { recursive: true });
  await writeFile(path.join(dir, '20990101000000_added.sql'), sql);
  return dir;
}

/** Signs any claims with a backend's secret, as a thief of it could. */
export function signToken(secret: string, claims: Record<string, unknown>, alg = 'HS256') {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
}

export function request(
  backend: TestBackend,
  path: string,
  init: RequestInit & { token?: string } = {},
) {
  const headers = new Headers(init.headers);
  if (!headers.has('apikey')) headers.set('apikey', backend.keys.publishableKey);
  if (typeof init.body === 'string' && !headers.has('content-type')) {
    headers.set('content-type', 'application/json');
  }
  if (init.token) headers.set('authorization', `Bearer ${init.token}`);
  return fetch(`${backend.url}${path}`, { redirect: 'manual', ...init, headers });
}
