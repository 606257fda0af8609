/** @module-tag long */
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { folderOfFile } from '#tests/support/folder.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { fixtureBackend, migrationsWith, request } from './fixture.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Takes as long as it is told, and says how long it may. */
const WAIT = `
  create function public.wait(p_seconds double precision) returns text language plpgsql volatile as $$
  begin
    perform pg_sleep(p_seconds);
    return current_setting('statement_timeout');
  end $$;
  create function public.idle_timeout() returns text language sql stable as
    $$ select current_setting('idle_in_transaction_session_timeout') $$;
  create function public.text_of(p_length int) returns setof text language sql stable as
    $$ select repeat('x', 1000) from generate_series(1, p_length / 1000) $$;
  create function public.json_of(p_length int) returns json language sql stable as
    $$ select json_build_object('text', repeat('x', p_length)) $$;
  create function public.end_session() returns void language sql security definer as
    $$ select pg_terminate_backend(pg_backend_pid()) $$;
  grant execute on function public.wait, public.idle_timeout, public.text_of, public.json_of, public.end_session
    to anon, authenticated, service_role;
`;

const dataDir = folderOfFile('native-bounds-');
const backend = ofFile(async () => {
  const migrationsDir = await migrationsWith(dataDir, WAIT);
  return fixtureBackend({ dataDir, migrationsDir, engine: 'native' });
});

describe('the native engine', () => {
  it('gives a statement as long as its caller may take', async () => {
    const person = await backend.signedIn('client');
    const wait = { p_seconds: 0 };
    expect((await backend.anon().rpc('wait', wait)).data).toBe('3s');
    expect((await person.client.rpc('wait', wait)).data).toBe('8s');
    expect((await backend.service().rpc('wait', wait)).data).toBe('1min');
  });

  it('answers the next ones as ever after statements that took too long', async () => {
    const slow = Array.from({ length: 6 }, () => backend.anon().rpc('wait', { p_seconds: 30 }));
    const codes = (await Promise.all(slow)).map(({ error, status }) => [error?.code, status]);
    expect(codes).toEqual(Array.from({ length: 6 }, () => ['57014', 400]));
    for (let i = 0; i < 20; i++) expect((await backend.anon().rpc('whoami')).error).toBeNull();
  });

  it('lets no call leave its transaction open for long', async () => {
    expect((await backend.anon().rpc('idle_timeout')).data).toBe('10s');
  });

  it('answers 503 when a session ends in the middle of a call, and goes on', async () => {
    for (let i = 0; i < 5; i++) {
      const response = await request(backend, '/rest/v1/rpc/end_session', {
        method: 'POST',
        body: '{}',
      });
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
      expect((await backend.anon().rpc('whoami')).error).toBeNull();
    }
  });

  it('bounds an answer, of persons only', async () => {
    const size = 9_000_000;
    for (const name of ['text_of', 'json_of']) {
      // More rows than one answer has are not sent at all.
      const whole = await backend.service().rpc(name, { p_length: size });
      expect(whole.error).toBeNull();
    }
    const { error, status } = await backend.anon().rpc('json_of', { p_length: size });
    expect([error?.code, status]).toEqual(['54000', 400]);
    expect((await backend.anon().rpc('json_of', { p_length: 1000 })).data.text).toHaveLength(1000);
    expect((await backend.anon().rpc('text_of', { p_length: size })).data).toHaveLength(1000);
  });
});

describe('a client that goes away', () => {
  const running = async () => {
    const [row] = await backend.sql<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where query ~ '"wait"' and state = 'active'
         and pid <> pg_backend_pid()`,
    );
    return row?.n;
  };
  const slow = (signal: AbortSignal) =>
    request(backend, '/rest/v1/rpc/wait', {
      method: 'POST',
      body: '{"p_seconds": 50}',
      signal,
      headers: { apikey: backend.keys.secretKey },
    }).catch(() => null);

  it('has its query cancelled', async () => {
    const client = new AbortController();
    const call = slow(client.signal);
    await vi.waitFor(async () => expect(await running()).toBe(1), { timeout: 10_000 });
    client.abort();
    await call;
    await vi.waitFor(async () => expect(await running()).toBe(0), { timeout: 5000 });
    for (let i = 0; i < 20; i++) expect((await backend.anon().rpc('whoami')).error).toBeNull();
  });
});

describe('a full pool', () => {
  const one = { sessions: 1, waiting: 1 };
  const small = ofFile(() =>
    fixtureBackend({
      dataDir: path.join(dataDir, 'small'),
      migrationsDir: path.join(dataDir, 'migrations'),
      engine: 'native',
      pools: { callers: one, owner: one },
    }),
  );

  const wait = (seconds: number, signal: AbortSignal | null = null) =>
    request(small, '/rest/v1/rpc/wait', {
      method: 'POST',
      body: JSON.stringify({ p_seconds: seconds }),
      headers: { apikey: small.keys.secretKey },
      signal,
    });
  const told = ({ status, headers }: Response) => [status, headers.get('retry-after')];

  it('tells those who call the REST service to come again', async () => {
    const served = [wait(1), wait(0)];
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(told(await wait(0))).toEqual([503, '2']);
    expect((await Promise.all(served)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await wait(0)).status).toBe(200);
  });

  it('has room for others as soon as whoever waited goes away', async () => {
    const client = new AbortController();
    const first = wait(2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const waiting = wait(0, client.signal).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, 300));
    client.abort();
    await waiting;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await wait(0)).status).toBe(200);
    expect((await first).status).toBe(200);
  });

  it('tells the same to those who sign in or read a file', async () => {
    const busy = small.transaction((tx) => tx.sql('select pg_sleep(1.5)'));
    const waiting = small.sql('select 1');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const signIn = await request(small, '/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email: 'a@example.com', password: 'some-password' }),
    });
    const file = await request(small, '/storage/v1/object/public/bucket/name.jpg');
    expect([told(signIn), told(file)]).toEqual([
      [503, '2'],
      [503, '2'],
    ]);
    await Promise.all([busy, waiting]);
  });
});
