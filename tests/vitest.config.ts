import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

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
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: process.env.CI ? 1 : 0,
    restoreMocks: true,
  },
});
