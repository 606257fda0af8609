import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';
import { checks, runTool, type Tool } from '../scripts/lib/tools.ts';
import { walkInBrowsers } from './browsers/run.ts';
import { findChromium } from './support/chromium.ts';
import { EFFORT } from './support/effort.ts';
import { type RunningProduct, startProduct } from './support/product.ts';
import { withRepeats } from './support/repeat.ts';
import { removeScratch, scratchFolder } from './support/scratch.ts';
import {
  type Failure,
  type Outcome,
  storyOutcome,
  type UnitReport,
  unitOutcome,
  whole,
} from './support/test-outcome.ts';

/** The core has run what repeats itself; the rest runs it again only where it goes on for longer. */
const REPEATS_LONGER = EFFORT > 1;

/** Which unit tests and stories a command runs: `npm test` the core, CI the rest after it. */
const SCOPES = {
  core: {
    filter: ['--tags-filter=(!long && !starved) || core'],
    wants: (tags: readonly string[]) =>
      !(tags.includes('long') || tags.includes('starved')) || tags.includes('core'),
    stories: ['--grep=@core'],
  },
  rest: {
    filter: [`--tags-filter=(long && !core)${REPEATS_LONGER ? ' || effort' : ''}`],
    wants: (tags: readonly string[]) =>
      (tags.includes('long') && !tags.includes('core')) ||
      (REPEATS_LONGER && tags.includes('effort')),
    stories: ['--grep-invert=@core'],
  },
  all: {
    filter: ['--tags-filter=!starved'],
    wants: (tags: readonly string[]) => !tags.includes('starved'),
    stories: [],
  },
};

/** Long: they run where they are named, and with `all`. */
const APART = ['browsers', 'starved'];
/** What an operator has to rely on, in the order in which it is rehearsed (docs/operate.md); `all` has these files too. */
const REHEARSAL: [string, string][] = [
  ['A pooler before the database', 'embedded/pooler'],
  ['Back to a moment', 'embedded/backup-until'],
  ['From PostgreSQL 17 to 18', 'embedded/next-postgres'],
  ['Servers that share a database', 'embedded/sharing'],
  ['All processes of a server killed', 'load/crash'],
  ['All processes of three servers killed', 'cluster/servers'],
];
/** As test runners say that nothing was run. */
const LEFT_OUT = 77;
const ON_PGLITE = [
  'access',
  'requests/conversation',
  'grants',
  'requests/lead-flow',
  'public-objects',
  'requests/request-link',
  'storage',
];

const RESULTS = path.join(ROOT, 'test-results');
const VITEST = path.join(ROOT, 'test-results/unit.json');
const E2E = path.join(ROOT, 'test-results/e2e.json');
const words = process.argv.slice(2);
const scope = (['rest', 'all'] as const).find((word) => words.includes(word)) ?? 'core';
const repeats = words.includes('--repeat');
const only = new Set(words.filter((word) => !(word in SCOPES) && word !== '--repeat'));
const browsers = ['firefox', 'webkit'].filter((name) => only.delete(name));
if (browsers.length > 0) only.add('browsers');

await mkdir(RESULTS, { recursive: true });
const scratch = await scratchFolder();
process.env.TMPDIR = scratch;
// Hundreds of processes start, of the same scripts.
process.env.NODE_COMPILE_CACHE = path.join(scratch, 'compiled');

const outcomes: Outcome[] = [];
try {
  const checked = wanted('check') ? runChecks() : Promise.resolve([]);
  const site = wanted('e2e') ? checked.then(openSite) : null;
  if (wanted('unit')) outcomes.push(await timed('Unit tests', unitTests()));
  if (wanted('unit') && scope !== 'core')
    outcomes.push(await timed('The database on PGlite', testsOnPglite()));
  outcomes.unshift(...(await checked));
  if (site) outcomes.push(await timed('Stories', stories(site)));
  if (only.has('rehearsal'))
    for (const [title, name] of REHEARSAL)
      outcomes.push(
        await timed(
          title,
          vitest(title, [`tests/${name}.test.ts`], () => true),
        ),
      );
  if (wanted('starved')) outcomes.push(await timed('A start on a starved machine', starvedStart()));
  if (wanted('browsers')) outcomes.push(await timed('Other browsers', walkInBrowsers(browsers)));
} finally {
  await removeScratch(scratch);
}

// The names come last, where the end of a long log still shows them.
for (const line of outcomes.flatMap((outcome) => outcome.notes)) console.log(line);
const sum = (what: 'passed' | 'failed' | 'skipped') =>
  outcomes.reduce((total, outcome) => total + outcome[what], 0);
const repeated = outcomes.flatMap((outcome) => outcome.repeated ?? []);
if (repeated.length > 0) console.log(`Passed only when repeated:\n${repeated.join('\n')}`);
if (scope === 'core') console.log('Left out: the long tests and most stories (npm run test:all)');
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
if (sum('failed') > 0) process.exitCode = 1;
else if (sum('passed') === 0) process.exitCode = LEFT_OUT;

function wanted(part: string): boolean {
  if (only.size > 0) return only.has(part);
  if (part === 'check') return scope !== 'rest';
  return !APART.includes(part) || scope === 'all';
}

async function timed(part: string, outcome: Promise<Outcome>): Promise<Outcome> {
  const from = performance.now();
  const { passed, failed } = await outcome;
  console.log(
    `\n${part}: ${passed} passed, ${failed} failed, ${Math.round((performance.now() - from) / 1000)} s`,
  );
  return outcome;
}

async function runChecks(): Promise<Outcome[]> {
  const results: Outcome[] = [];
  for (const tool of checks()) results.push(await check(tool));
  return results;
}

async function check(tool: Tool): Promise<Outcome> {
  return (await runTool(tool, { beside: wanted('unit') }))
    ? { passed: 1, failed: 0, skipped: 0, notes: [] }
    : { passed: 0, failed: 1, skipped: 0, notes: [`FAILED ${tool.title}`] };
}

function unitTests(): Promise<Outcome> {
  const { filter, wants } = SCOPES[scope];
  return vitest('Unit, database, publishing and server tests', filter, wants);
}

/** Everything that a request does as one role or another once more, on the engine of machines without the native one. */
function testsOnPglite(): Promise<Outcome> {
  const files = ON_PGLITE.map((name) => `tests/db/${name}.test.ts`);
  return vitest('The database on PGlite', files, () => true, { TEST_ENGINE: 'pglite' });
}

/** When nothing else runs, which it would hold up. */
function starvedStart(): Promise<Outcome> {
  // By its name: of the files whose tests all are left out, some open a database that nothing would close.
  return vitest('A start on a starved machine', ['tests/load/starved.test.ts'], () => true);
}

async function vitest(
  title: string,
  args: string[],
  wants: (tags: readonly string[]) => boolean,
  env: Record<string, string> = {},
): Promise<Outcome> {
  const run = async (heading: string, which: string[]) => {
    await rm(VITEST, { force: true });
    const ok = await runTool({
      title: heading,
      script: path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
      args: [
        'run',
        '--config',
        'tests/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${VITEST}`,
        ...which,
      ],
      env,
    });
    return { ok, report: await readJson<UnitReport>(VITEST) };
  };
  const { ok, report } = await run(title, args);
  const outcome = whole(title, ok, unitOutcome(report, wants));
  // A test may stand on what an earlier one of its file did: the file runs, and the test is looked at.
  const again = async ({ file, name }: Failure) => {
    const filters = args.filter((arg) => arg.startsWith('--'));
    const repeat = await run(`${file} again`, [...filters, file]);
    const tests = repeat.report?.testResults.flatMap((result) => result.assertionResults) ?? [];
    if (name === null) return repeat.ok;
    const same = tests.filter(({ fullName }) => fullName === name);
    return same.length > 0 && same.every(({ status }) => status === 'passed');
  };
  return repeats ? withRepeats(outcome, again) : outcome;
}

interface Site {
  chromium: string;
  product: RunningProduct;
}

/** What the stories need, or why they cannot have it. */
async function openSite(): Promise<Site | Error> {
  try {
    const chromium = await findChromium();
    const dataDir = path.join(scratch, 'stories');
    // People sign up in every story; what a password costs a thief is measured elsewhere.
    const env = { LITE_AUTH_BCRYPT_COST: '4' };
    return { chromium, product: await startProduct({ dataDir, port: await freePort(), env }) };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function stories(opening: Promise<Site | Error>): Promise<Outcome> {
  const title = 'Stories in the browser';
  const site = await opening;
  if (site instanceof Error)
    return { passed: 0, failed: 1, skipped: 0, notes: [`FAILED ${title}: ${site.message}`] };
  const { chromium, product } = site;
  try {
    await rm(E2E, { force: true });
    const run = (heading: string, args: string[]) =>
      runTool({
        title: heading,
        script: path.join(ROOT, 'node_modules/@playwright/test/cli.js'),
        args: ['test', '--config', 'tests/playwright.config.ts', ...args],
        env: { BASE_URL: product.origin, CHROMIUM: chromium, DATA_DIR: product.dataDir },
      });
    const ok = await run(`${title} against ${product.origin}`, SCOPES[scope].stories);
    const outcome = whole(title, ok, storyOutcome(await readJson(E2E)));
    // What the first try left to look at stays.
    const again = ({ file, line }: Failure) =>
      run(`${file}:${line} again`, [
        `e2e/${file}:${line}`,
        '--output=../test-results/stories-again',
      ]);
    return repeats ? await withRepeats(outcome, again) : outcome;
  } finally {
    await product.stop();
  }
}

async function readJson<T>(file: string): Promise<T | null> {
  return readFile(file, 'utf8').then(JSON.parse, () => null);
}
