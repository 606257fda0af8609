/** @module-tag long */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Backend, createKeys, startBackend } from '#embedded/index.ts';
import { NativeUnavailable } from '#embedded/native/binaries.ts';
import { folderOfTest } from '#tests/support/folder.ts';

vi.setConfig({ testTimeout: 120_000 });
vi.mock('../../supabase/embedded/native/binaries.ts', async (original) => ({
  ...(await original<object>()),
  findBinaries: () => Promise.reject(new NativeUnavailable('the package x is not installed')),
}));

let dataDir: string;
let backend: Backend | undefined;

beforeEach(async () => {
  dataDir = await folderOfTest('engine-fallback-');
});
afterEach(() => backend?.stop());

it('runs PGlite where the native engine cannot run, and says why, once', async () => {
  const lines: string[] = [];
  backend = await startBackend({
    dataDir,
    origin: 'http://127.0.0.1:4321',
    seed: 'none',
    engine: 'native',
    keys: createKeys(),
    migrationsDir: path.resolve('tests/embedded/fixtures/migrations'),
    log: (line) => lines.push(line),
  });
  expect(lines).toEqual([
    'PGlite keeps the database, because the package x is not installed.',
    'Preparing the database…',
  ]);
  expect(await readdir(dataDir)).toContain('pg');
});
