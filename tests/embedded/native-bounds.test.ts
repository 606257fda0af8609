import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestBackend } from '#tests/support/backend.ts';
import { fixtureBackend } from './fixture.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Takes as long as it is told, and says how long it may. */
const WAIT = `
  create function public.wait(p_seconds double precision) returns text language plpgsql volatile as $$
  begin
    perform pg_sleep(p_seconds);
    return current_setting('statement_timeout');
  end $$;
  grant execute on function public.wait to anon, authenticated, service_role;
`;

let backend: TestBackend;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'native-bounds-'));
  const migrationsDir = path.join(dataDir, 'migrations');
  await cp(path.resolve('tests/embedded/fixtures/migrations'), migrationsDir, { recursive: true });
  await writeFile(path.join(migrationsDir, '20990101000000_wait.sql'), WAIT);
  backend = await fixtureBackend({ dataDir, migrationsDir, engine: 'native' });
});
afterAll(async () => {
  await backend?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('the native engine', () => {
  it('gives a statement as long as its caller may take', async () => {
    const person = await backend.signedIn('client');
    const wait = { p_seconds: 0 };
    expect((await backend.anon().rpc('wait', wait)).data).toBe('3s');
    expect((await person.client.rpc('wait', wait)).data).toBe('8s');
    expect((await backend.service().rpc('wait', wait)).data).toBe('1min');
  });

  it('ends what takes longer, as upstream does, while others are answered', async () => {
    const slow = backend.anon().rpc('wait', { p_seconds: 30 });
    expect((await backend.anon().rpc('whoami')).error).toBeNull();
    const { error, status } = await slow;
    expect([error?.code, status]).toEqual(['57014', 400]);
  });

  it('keeps what an account says of itself as JSON, so that an artist becomes one', async () => {
    const artist = await backend.signedIn('artist');
    const { data } = await artist.client.from('user_roles').select('role').single();
    expect(data).toEqual({ role: 'artist' });
    const { user } = (await artist.client.auth.getUser()).data;
    expect(user?.user_metadata).toMatchObject({ name: 'Test artist', role: 'artist' });
  });

  it('never lets the settings of one caller reach the next', async () => {
    const person = await backend.signedIn('client');
    const [settings] = await backend.sql<{ role: string; sub: string | null }>(
      "select current_user as role, nullif(current_setting('request.jwt.claim.sub', true), '') as sub",
    );
    expect(settings).toEqual({ role: 'postgres', sub: null });
    for (let i = 0; i < 40; i++) {
      const { data } = await (i % 2 ? backend.anon() : person.client).rpc('whoami');
      expect(data.uid).toBe(i % 2 ? null : person.id);
    }
  });
});
