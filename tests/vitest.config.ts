import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest first, so that no worker is still at one of them when the other has nothing left to do. */
const LONG = [
  'embedded/backup',
  'embedded/process',
  'publish/property',
  'embedded/native-engine',
  'embedded/commands',
  'embedded/spinning',
  'load/crash',
  'cluster/servers',
  'embedded/auth/passwords',
  'publish/failures',
  'publish/erasure',
  'embedded/move',
  'embedded/restarts',
  'load/disk-full',
  'publish/hosted-unreachable',
  'server/secrets',
  'mail/delivery',
  'db/admin',
];
/** Measures how long others wait, which the work of another worker would add to: the last, when that one is done. */
const ALONE = 'load/attack';

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const isOf = (name: string) => moduleId.endsWith(`tests/${name}.test.ts`);
      if (isOf(ALONE)) return LONG.length + 1;
      const at = LONG.findIndex(isOf);
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/**
 * What cannot share a process with other files: `vi.mock` takes a module that nothing has loaded yet, and V8 ends a
 * process that has freed the WebAssembly of several databases ("Check failed: jit_page_").
 */
const OWN_PROCESS = [
  'src/features/claims/imports.api.test.ts',
  'src/features/requests/photos/wall-queue.store.test.ts',
  'src/features/notifications/notices.store.test.ts',
  'src/features/artists/public-artists.api.test.ts',
  'src/features/leads/admin/leads.api.test.ts',
  'supabase/embedded/database/pglite.test.ts',
  'supabase/embedded/process/seeding.test.ts',
  'tests/embedded/auth/account-privacy.test.ts',
  'tests/embedded/backup.test.ts',
  'tests/embedded/closed-folder.test.ts',
  'tests/embedded/next-postgres.test.ts',
  'tests/embedded/engine-fallback.test.ts',
  'tests/embedded/engines.test.ts',
  'tests/embedded/rest/hostile-arguments.test.ts',
  'tests/embedded/move.test.ts',
  'tests/embedded/native-engine.test.ts',
];

// The same names in tests as in the product: package.json `imports` need no configuration here.
const root = fileURLToPath(new URL('..', import.meta.url));
const shared = {
  environment: 'node',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // What is waited for may take its time on a busy machine.
  expect: { poll: { timeout: 20_000 } },
  restoreMocks: true,
};

export default defineConfig({
  root,
  test: {
    // Databases run in the same process as their tests: a few workers use the machine fully.
    maxWorkers: 2,
    tags: [
      { name: 'long', description: 'Left out of `npm test`.' },
      { name: 'core', description: 'In `npm test`, although its file is long.' },
      { name: 'starved', description: 'Keeps the machine busy: by itself, in `npm run test:all`.' },
      { name: 'effort', description: 'Repeats itself as often as EFFORT says.' },
    ],
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/support/database-server.ts'],
    // The files of a worker share one process and what it has loaded; a file that replaces a module has its own.
    projects: [
      {
        root,
        test: {
          ...shared,
          name: 'shared',
          // Of PGlite one process takes only a few (see OWN_PROCESS).
          isolate: process.env.TEST_ENGINE === 'pglite',
          include: ['{src,scripts,supabase,tests}/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', ...OWN_PROCESS],
        },
      },
      { root, test: { ...shared, name: 'own process', include: OWN_PROCESS } },
    ],
  },
});
