/** @module-tag long */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import type { Binaries } from '#embedded/native/binaries.ts';
import type { TestBackend } from '#tests/support/backend.ts';
import { fixtureBackend } from './fixture.ts';

const place = vi.hoisted(() => ({ project: '' }));
vi.mock('../../supabase/embedded/native/binaries.ts', async (original) => {
  const real = await original<{ findBinaries: () => Promise<Binaries> }>();
  const findBinaries = async () => {
    const found = await real.findBinaries();
    const home = path.dirname(path.dirname(found.postgres));
    const moved = path.join(place.project, 'native');
    await symlink(home, moved).catch(() => {});
    const inside = (file: string) => path.join(moved, path.relative(home, file));
    return { ...found, postgres: inside(found.postgres), initdb: inside(found.initdb) };
  };
  return { ...real, findBinaries };
});

let backend: TestBackend | undefined;
beforeEach(async () => {
  // As `mktemp -d` makes it, and as /root is.
  place.project = await mkdtemp(path.join(tmpdir(), 'closed-folder-'));
});
afterEach(async () => {
  await backend?.stop();
  await rm(place.project, { recursive: true, force: true });
});

// Where the native engine does not run at all, there is nothing to see.
it.skipIf(inject('databaseServer') === null || process.getuid?.() !== 0)(
  'the native engine runs for root in a project that only root may enter',
  async () => {
    const dataDir = path.join(place.project, '.data');
    await mkdir(dataDir);
    const lines: string[] = [];
    backend = await fixtureBackend({ dataDir, engine: 'native', log: (line) => lines.push(line) });
    expect(lines.filter((line) => line.includes('PGlite'))).toEqual([]);
    const [row] = await backend.sql<{ v: string }>('select version() as v');
    expect(row?.v).toMatch(/^PostgreSQL 17\..*gcc/);
  },
);
