import { defineConfig } from '@playwright/test';
import stories from '../playwright.config.ts';

/** The same browser as for stories, on a product that speaks the pseudo-language: `pseudo-language.test.ts` starts both. */
export default defineConfig(stories, {
  testDir: '.',
  testMatch: '*.walk.ts',
  outputDir: '../../test-results/pseudo',
  reporter: [['line']],
  workers: 1,
  timeout: 600_000,
});
