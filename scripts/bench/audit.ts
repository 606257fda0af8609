import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { messageOf } from '#node/errors.ts';
import { findChromium } from '#tests/support/chromium.ts';

/** Fetched when it is wanted: in the lock file its 150 packages kept older npms from reading it. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface Audit {
  /** From 0 to 100. */
  scores: Record<(typeof CATEGORIES)[number], number>;
  /** Milliseconds. */
  lcp: number;
  blocking: number;
  shift: number;
  /** Of all that was loaded, as sent. */
  bytes: number;
  /** Audits that count and did not pass. */
  short: string[];
}

/** The part of Lighthouse's JSON report that is read here. */
interface Report {
  runtimeError?: { code?: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

const CHROME = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--ignore-certificate-errors',
  '--host-resolver-rules="MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"',
];

/** Now and then a trace begins too late to have the navigation in it, or a browser does not answer. */
const ATTEMPTS = 3;
const REPORT_BYTES = 64 * 2 ** 20;

/** Each run has a browser of its own. */
async function report(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--output=json',
      '--quiet',
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${CHROME.join(' ')}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: await findChromium() },
      maxBuffer: REPORT_BYTES,
      shell: process.platform === 'win32',
    },
  );
  const result: Report = JSON.parse(stdout);
  if (result.runtimeError) throw new Error(result.runtimeError.code ?? 'no report');
  return result;
}

/** Lighthouse on one page: a phone on simulated slow 4G, with an empty cache. Null where it fails again and again. */
export async function audit(url: string): Promise<Audit | null> {
  let result: Report | null = null;
  for (let attempt = 0; !result && attempt < ATTEMPTS; attempt++)
    result = await report(url).catch((error) => {
      console.warn(`${url}: ${messageOf(error)}`);
      return null;
    });
  if (!result) return null;
  const { categories, audits } = result;
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const counted = CATEGORIES.flatMap((id) => categories[id]?.auditRefs ?? []).filter(
    ({ weight, id }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9,
  );
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)]),
    ) as Audit['scores'],
    lcp: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    short: counted.map(({ id }) => id),
  };
}
