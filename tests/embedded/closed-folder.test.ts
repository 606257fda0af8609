/** @module-tag long */
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import type { Binaries } from '#embedded/native/binaries.ts';
import { folderOfTest } from '#tests/support/folder.ts';
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

// Where the native engine does not run at all, there is nothing to see.
it.skipIf(inject('databaseServer') === null || process.getuid?.() !== 0)(
  'the native engine runs for root in a project that only root may enter',
  async () => {
    // As `mktemp -d` makes it, and as /root is.
    place.project = await folderOfTest('closed-folder-');
    const dataDir = path.join(place.project, '.data');
    await mkdir(dataDir);
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const backend = await fixtureBackend({ dataDir, engine: 'native', log });
    onTestFinished(() => backend.stop());
    expect(lines.filter((line) => line.includes('PGlite'))).toEqual([]);
    const [row] = await backend.sql<{ v: string }>('select version() as v');
    expect(row?.v).toMatch(/^PostgreSQL 17\..*gcc/);
  },
);
