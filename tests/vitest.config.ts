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
  'embedded/supervision',
  'load/crash',
  'embedded/passwords',
  'publish/failures',
  'publish/erasure',
  'publish/kill',
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

export default defineConfig({
  // The same names in tests as in the product: package.json `imports` need no configuration here.
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'supabase/**/*.test.ts',
      'tests/**/*.test.ts',
    ],
    exclude: ['node_modules/**', 'tests/e2e/**'],
    environment: 'node',
    globalSetup: ['tests/support/database-server.ts'],
    // Databases run in the same process as their tests: a few workers use the machine fully.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: process.env.CI ? 1 : 0,
    restoreMocks: true,
  },
});
