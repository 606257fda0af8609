import { defineConfig, devices } from '@playwright/test';

/**
 * One server for all stories, started by `npm test` (tests/run.ts) on a fresh data directory.
 * To run one story against a server of your own: BASE_URL=http://127.0.0.1:4321 npx playwright test -c tests/playwright.config.ts quote
 */
const baseURL = process.env.BASE_URL ?? 'http://127.0.0.1:4321';

export default defineConfig({
  testDir: 'e2e',
  // Emptied at the start of each run, unlike the reports beside it.
  outputDir: '../test-results/stories',
  fullyParallel: false,
  // Each waits for the page or the server nearly half of the time.
  workers: 4,
  forbidOnly: Boolean(process.env.CI),
  // For a busy machine with two processors; what fails is told a little later.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    baseURL,
    // Stories look at the server's own answers; the one about a lost network allows them.
    serviceWorkers: 'block',
    // Moving takes a seventh of the time of the browser; stories about what moves ask for it.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      // No machine of the suite has a graphics processor; an imitated one takes a tenth of the time of all stories.
      args: ['--no-sandbox', '--disable-gpu'],
    },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
});
