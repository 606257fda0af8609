import { existsSync, globSync } from 'node:fs';
import { tryRun } from './chromium.ts';

interface Browsers {
  firefox: string;
  webkit: { driver: string; miniBrowser: string; xvfb: string };
}

/** What the walk runs in, by the Debian package that brings it. */
const PROGRAMS = {
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
} as const;
const MINI_BROWSER = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser';

/**
 * Firefox and WebKit as Debian packages them; what is missing is installed where this runs as root.
 * @throws Error with a sentence that names what has to be installed.
 */
export function findBrowsers(): Browsers {
  if (missing().length > 0 && process.getuid?.() === 0) {
    console.log(`Installing ${missing().join(', ')}…`);
    tryRun('apt-get', ['update', '-qq']);
    tryRun('apt-get', ['install', '-y', '-qq', ...missing()]);
  }
  const [miniBrowser] = globSync(MINI_BROWSER);
  const still = missing();
  if (still.length > 0 || !miniBrowser) {
    throw new Error(
      `The walk needs Firefox and WebKit as Debian packages them. As root: apt-get install ${(still.length > 0 ? still : ['webkit2gtk-driver']).join(' ')}`,
    );
  }
  return {
    firefox: PROGRAMS['firefox-esr'],
    webkit: { driver: PROGRAMS['webkit2gtk-driver'], miniBrowser, xvfb: PROGRAMS.xvfb },
  };
}

const missing = (): string[] =>
  Object.entries(PROGRAMS).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
