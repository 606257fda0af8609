import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { NativeUnavailable } from '#embedded/native/binaries.ts';
import { startNative } from '#embedded/native/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgresql://…/` of the server that all tests share, to which a database's name is added; null: PGlite. */
    databaseServer: string | null;
  }
}

/** What a test writes is gone with it, so nothing waits for the disk. */
const OPTIONS = 'fsync=off synchronous_commit=off full_page_writes=off max_connections=400';

/**
 * One PostgreSQL for the whole run; each test backend gets a database of its own in it. It ends with the run. With
 * `TEST_ENGINE=pglite`, and where the native engine does not run, each gets a PGlite in memory instead.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_ENGINE === 'pglite') {
    project.provide('databaseServer', null);
    return async () => {};
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'muro-tests-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const server = await startNative({
      dataDir,
      password: 'tests',
      options: OPTIONS,
      loopback: true,
    });
    const { host, port, username, password } = server.connection;
    project.provide('databaseServer', `postgresql://${username}:${password}@${host}:${port}/`);
    return async () => {
      await server.stop();
      await remove();
    };
  } catch (error) {
    if (!(error instanceof NativeUnavailable)) throw error;
    console.error(`The tests run on PGlite, because ${error.message}.`);
    project.provide('databaseServer', null);
    return remove;
  }
}
