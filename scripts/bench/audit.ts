import { type Browser, chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findChromium } from '../lib/chromium.ts';
import { freePort } from '../lib/free-port.ts';

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

/** A browser that nobody used before, and that trusts this run's certificate. */
export async function audited<T>(
  work: (browser: Browser, debugPort: number) => Promise<T>,
): Promise<T> {
  const debugPort = await freePort();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [
      '--no-sandbox',
      '--ignore-certificate-errors',
      '--disable-background-networking',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      `--remote-debugging-port=${debugPort}`,
    ],
  });
  try {
    return await work(browser, debugPort);
  } finally {
    await browser.close();
  }
}

/** Lighthouse on one page: a phone on simulated slow 4G, with an empty cache. */
export async function audit(url: string): Promise<Audit> {
  const result = await audited((_, port) =>
    lighthouse(url, {
      port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: [...CATEGORIES],
    }),
  );
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse could not read ${url}: ${result?.lhr.runtimeError?.message}`);
  }
  const { categories, audits } = result.lhr;
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
