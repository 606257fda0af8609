/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createKeys } from '#embedded/index.ts';
import { superviseBackend } from '#server/process/supervised-backend.ts';
import { FIXTURE_MIGRATIONS } from './fixture.ts';

vi.setConfig({ testTimeout: 240_000 });

const keys = createKeys();

/** A backend that is started again when it ends, in a folder of its own. */
async function supervised() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'backend-spinning-'));
  const lines: string[] = [];
  const about = { dataDir, engine: 'pglite', keys, origin: 'http://127.0.0.1:4321' } as const;
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
  return { backend, lines, call };
}

const well = { api: 'ok', database: 'ok' };
const patient = { timeout: 60_000 };

it('a backend that spins without an answer is ended and started again', async () => {
  const { backend, lines, call } = await supervised();
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
