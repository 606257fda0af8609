import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/** Stories take two thirds of the time in the one without windows. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** A Chromium that runs here: from PATH, from Playwright's own cache, or installed as Debian's package. */
export async function findChromium(): Promise<string> {
  const found = process.env.CHROMIUM ?? onPath() ?? (await playwrightBrowser());
  if (found) return found;
  console.log('No Chromium was found; installing it…');
  if (process.getuid?.() === 0) tryRun('apt-get', ['update', '-qq']);
  for (const name of NAMES.slice(0, 2))
    if (process.getuid?.() === 0 && !onPath()) tryRun('apt-get', ['install', '-y', '-qq', name]);
  const installed = onPath();
  if (installed) return installed;
  tryRun(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  const downloaded = await playwrightBrowser();
  if (downloaded) return downloaded;
  throw new Error(
    'The end-to-end tests need Chromium, and it could not be installed. Install it (Debian: apt-get install chromium) ' +
      'or name one: CHROMIUM=/path/to/chrome npm test',
  );
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const files = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return files.find(isExecutable);
}

async function playwrightBrowser(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a command that may fail. */
export function tryRun(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  } catch {
    // The caller looks again, and says what is missing.
  }
}
