import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { findChromium } from '#tests/support/chromium.ts';
import { attempted } from './attempts.ts';

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

/** A browser of its own for each page, that nobody drives: one that is driven loses parts of the trace. */
async function freshChrome<T>(work: (port: number) => Promise<T>): Promise<T> {
  const chrome = await launch({
    chromePath: await findChromium(),
    chromeFlags: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-extensions',
      '--disable-background-networking',
      '--ignore-certificate-errors',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    ],
    ignoreDefaultFlags: true,
    logLevel: 'silent',
  });
  try {
    return await work(chrome.port);
  } finally {
    chrome.kill();
  }
}

/** Now and then a trace begins too late to have the navigation in it, or a browser does not answer. */
const ATTEMPTS = 3;

async function report(url: string): Promise<Result> {
  const result = await freshChrome((port) =>
    lighthouse(url, {
      port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: [...CATEGORIES],
    }),
  );
  const error = result?.lhr.runtimeError;
  if (!result || error) throw new Error(error?.code ?? 'no report');
  return result.lhr;
}

/** Lighthouse on one page: a phone on simulated slow 4G, with an empty cache. Null where it fails again and again. */
export async function audit(url: string): Promise<Audit | null> {
  const result = await attempted(
    ATTEMPTS,
    () => report(url),
    (reason) => console.warn(`${url}: ${reason}`),
  );
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
