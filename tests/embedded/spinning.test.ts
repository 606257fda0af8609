/** @module-tag long */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, it, type TestContext, vi } from 'vitest';
import { createKeys } from '#embedded/index.ts';
import { superviseBackend } from '#server/process/supervised-backend.ts';
import { FIXTURE_MIGRATIONS } from './fixture.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Longer than any limit that there is, or was. */
const STOPPED_MS = 30_000;
const keys = createKeys();

/** A backend that is started again when it ends, in a folder of its own. */
async function supervised(engine: 'native' | 'pglite', { onTestFinished }: TestContext) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'backend-spinning-'));
  const lines: string[] = [];
  const about = { dataDir, engine, keys, origin: 'http://127.0.0.1:4321' };
  const backend = await superviseBackend(
    { ...about, seed: 'none', migrationsDir: FIXTURE_MIGRATIONS },
    (line) => void lines.push(line),
  );
  onTestFinished(async () => {
    await backend.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const call = (route: string, init?: RequestInit) =>
    fetch(`${backend.url}/rest/v1/${route}`, {
      headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
      ...init,
    }).then(
      ({ status }) => status,
      () => 'no answer',
    );
  const pid = async () => Number(await readFile(path.join(dataDir, 'backend.pid'), 'utf8'));
  return { backend, lines, call, pid };
}

const well = { api: 'ok', database: 'ok' };
const patient = { timeout: 60_000 };

describe.concurrent('a backend', () => {
  it('that is stopped for half a minute is waited for, and answers again', async (context) => {
    const { expect } = context;
    const { backend, lines, call, pid } = await supervised('native', context);
    const before = await pid();
    lines.length = 0;
    process.kill(before, 'SIGSTOP');
    const stopped = pause(STOPPED_MS);
    await expect.poll(async () => (await backend.health()).api, patient).toBe('no answer');
    await stopped;
    process.kill(before, 'SIGCONT');
    expect(await call('artists?select=id')).toBe(200);
    await expect.poll(() => backend.health(), patient).toEqual(well);
    expect([await pid(), ...lines]).toEqual([before]);
  });

  it('that spins without an answer is ended and started again', async (context) => {
    const { expect } = context;
    const { backend, lines, call } = await supervised('pglite', context);
    const { url } = backend;
    const back = new Promise<void>((resolve) => backend.onReturn(resolve));
    const asked = call('rpc/hang', { method: 'POST', body: '{}' });
    await expect.poll(async () => (await backend.health()).api, patient).toBe('no answer');
    await back;
    expect(await asked).not.toBe(200);
    expect(backend.url).toBe(url);
    expect(await call('artists?select=id')).toBe(200);
    await expect.poll(() => backend.health(), patient).toEqual(well);
    expect(lines).toContain('The backend ended (it did not answer); starting it again.');
  });
});
