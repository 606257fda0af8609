/** @module-tag long */
import { readdir } from 'node:fs/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { NativeUnavailable } from '#embedded/native/binaries.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { fixtureBackend } from './fixture.ts';

vi.setConfig({ testTimeout: 120_000 });
vi.mock('../../supabase/embedded/native/binaries.ts', async (original) => ({
  ...(await original<object>()),
  findBinaries: () => Promise.reject(new NativeUnavailable('the package x is not installed')),
}));

it('runs PGlite where the native engine cannot run, and says why, once', async () => {
  const dataDir = await folderOfTest('engine-fallback-');
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const backend = await fixtureBackend({ dataDir, engine: 'native', log });
  onTestFinished(() => backend.stop());
  expect(lines).toEqual([
    'PGlite keeps the database, because the package x is not installed.',
    'Preparing the database…',
  ]);
  expect(await readdir(dataDir)).toContain('pg');
});
