import { chromium } from '@playwright/test';
import { findChromium } from '../lib/chromium.ts';
import { type Figure, type Summary, summary } from './stats.ts';

interface Searched {
  first: number;
  then: number[];
  scan: number[];
}

const QUERIES = [
  'mural',
  'san',
  'nature',
  'austin',
  'lettering',
  'color',
  'paints',
  'abstract',
  'texas',
  'wall',
];

/** Search in a real browser, results drawn from the index included, beside a scan of all records in memory. */
export async function measureSearching(origin: string, artists: number): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${origin}/artists`);
    const measured = await page.evaluate(searchInPage, QUERIES);
    const [then, scan]: [Summary, Summary] = [summary(measured.then), summary(measured.scan)];
    const size = `at ${artists.toLocaleString('en-US')} artists`;
    return [
      {
        name: `search, first use ${size}`,
        value: measured.first,
        unit: 'ms',
        against: { name: 'goal', value: 600 },
        better: 'smaller',
      },
      {
        name: `search, p95 after the first use ${size}`,
        value: then.p95,
        unit: 'ms',
        against: { name: 'goal', value: 150 },
        better: 'smaller',
        detail: { search: then, scanOfEverything: scan },
      },
    ];
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
async function searchInPage(queries: string[]): Promise<Searched> {
  const name = '/pagefind/pagefind.js';
  const started = performance.now();
  const pagefind = await import(name);
  const twelve = async (query: string | null, options: object) => {
    const { results } = await pagefind.search(query, options);
    return Promise.all(
      results.slice(0, 12).map((result: { data(): Promise<{ meta: object }> }) => result.data()),
    );
  };
  await twelve(null, { sort: { featured: 'asc' } });
  const first = performance.now() - started;
  const then: number[] = [];
  const texts: string[] = [];
  for (let round = 0; round < 3; round++) {
    for (const query of queries) {
      const at = performance.now();
      const found = await twelve(query, { sort: { name: 'asc' } });
      then.push(performance.now() - at);
      for (const { meta } of found) texts.push(JSON.stringify(meta));
    }
  }
  // As many records as the index holds, from those that were seen.
  const total = (await pagefind.search(null, {})).results.length;
  const all = Array.from({ length: total }, (_, i) => texts[i % texts.length] ?? '');
  const scan = queries.map((query) => {
    const at = performance.now();
    all.filter((text) => text.includes(query));
    return performance.now() - at;
  });
  return { first, then, scan };
}
