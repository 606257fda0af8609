/** @module-tag long */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createKeys } from '#embedded/index.ts';
import { type SupervisedBackend, superviseBackend } from '#server/process/supervised-backend.ts';
import { FIXTURE_MIGRATIONS } from './fixture.ts';
import { smallDisk } from './small-disk.ts';

vi.setConfig({ testTimeout: 240_000 });

const keys = createKeys();
let backend: SupervisedBackend | undefined;
let lines: string[];

beforeEach(() => {
  lines = [];
});
afterEach(async () => {
  await backend?.stop();
  backend = undefined;
});

const supervise = (dir: string) =>
  superviseBackend(
    {
      dataDir: dir,
      engine: 'pglite',
      keys,
      origin: 'http://127.0.0.1:4321',
      seed: 'none',
      migrationsDir: FIXTURE_MIGRATIONS,
    },
    (line) => lines.push(line),
  );

const pidOfBackend = async (dir: string) =>
  Number(await readFile(path.join(dir, 'backend.pid'), 'utf8'));

const answers = () =>
  fetch(`${backend?.url}/rest/v1/artists?select=id`, {
    headers: { apikey: keys.publishableKey },
    signal: AbortSignal.timeout(5000),
  }).then(
    (response) => response.status,
    () => 'no answer',
  );

const disk = smallDisk('150m');
it.skipIf(!disk.possible)(
  `goes on trying (PGlite) while the disk is full, and names the cause ${disk.note}`,
  async () => {
    const dir = await disk.mount();
    try {
      backend = await supervise(dir);
      await disk.fill();
      process.kill(await pidOfBackend(dir), 'SIGKILL');
      await expect
        .poll(async () => (await backend?.health())?.reason, { timeout: 60_000 })
        .toMatch(/the disk is full/);
      expect(await answers()).toBe('no answer');
      await disk.makeRoom();
      await expect.poll(answers, { timeout: 120_000, interval: 500 }).toBe(200);
      expect(await backend.health()).toEqual({ api: 'ok', database: 'ok' });
      await backend.stop();
      backend = undefined;
    } finally {
      await disk.unmount();
    }
  },
);
