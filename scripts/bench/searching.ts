import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { findChromium } from '#tests/support/chromium.ts';
import { type Figure, summary } from './stats.ts';

/** One thing that a visitor does on a list, and how. */
type Step =
  | { menu: 'Style' | 'Medium' | 'City' | 'Sort' | 'Surface'; option: number }
  | { text: string };

const FIRST: Step = { menu: 'Style', option: 1 };
/** With it comes what biographies are searched with. */
const FIRST_WORD: Step = { text: 'san' };
/** Every step differs from the ones before it, so that nothing is answered from memory alone. */
const ARTIST_STEPS: Step[] = [
  { menu: 'Medium', option: 1 },
  { text: 'walls' },
  { menu: 'Sort', option: 1 },
  { text: 'family' },
  { menu: 'Style', option: 2 },
  { text: '' },
  { menu: 'City', option: 1 },
  { menu: 'Medium', option: 2 },
  { menu: 'Sort', option: 3 },
  { text: 'colour' },
  { menu: 'City', option: 0 },
  { text: 'paint wall' },
  { menu: 'Style', option: 3 },
  { menu: 'Medium', option: 0 },
  { text: 'sidewalk' },
  { menu: 'Style', option: 0 },
  { text: '' },
  { menu: 'Sort', option: 2 },
  { text: 'lettering' },
];
/** As many, in the menus and words of murals. */
const MURAL_STEPS: Step[] = ARTIST_STEPS.map((step): Step => {
  if ('text' in step) return step;
  if (step.menu === 'Sort') return { menu: 'Surface', option: step.option };
  return step;
});
const STEPS = {
  artists: ARTIST_STEPS,
  murals: [...MURAL_STEPS, { menu: 'Sort', option: 1 } as Step],
};
/** A list that is searched, and how many it has. */
interface SearchedList {
  list: keyof typeof STEPS;
  count: number;
}
/** The 95th percentile of one visit's steps would be its slowest one. */
const VISITS = 3;
/** This machine, and one that computes so many times more slowly, as a cheap phone does. */
const SLOWDOWNS = [1, 4];
/** Letter by letter, or all of it in one moment, which gives nothing time to look ahead. */
type Entry = 'typed' | 'pasted';
/** Between two keys, of somebody who types fast. */
const KEY_MS = 100;
/** Without a change for so long, a list has its answer. */
const QUIET_MS = 1500;

/**
 * How long a person waits on a list, from the choice (or Enter after the last letter) until the list shows the
 * answer, the index's files included; beside the same answer from a scan of all records held in memory, the limit of
 * any search. On this processor and on a slowed one. And what scripts and cards weigh before somebody types.
 */
export async function measureSearching(origin: string, searched: SearchedList): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  });
  try {
    const figures: Figure[] = [];
    for (const slowdown of SLOWDOWNS) {
      const visits: Visit[] = [];
      while (visits.length < VISITS)
        visits.push(await visit(browser, origin, searched, slowdown, 'typed'));
      const pasted = await visit(browser, origin, searched, slowdown, 'pasted');
      figures.push(...figuresOf(visits, pasted, searched, slowdown));
    }
    return figures;
  } finally {
    await browser.close();
  }
}

function figuresOf(
  visits: readonly Visit[],
  pasted: Visit,
  { list, count }: SearchedList,
  slowdown: number,
): Figure[] {
  const first = visits.map((each) => each.first);
  const steps = visits.flatMap((each) => each.steps);
  const firstWord = visits.map((each) => each.firstWord);
  const scan = visits.flatMap((each) => each.scan);
  const [opening, answers] = [summary(first), summary(steps)];
  const slowed = slowdown > 1 ? `, processor slowed ${slowdown} ×` : '';
  const size = `at ${count.toLocaleString('en-US')} ${list}${slowed}`;
  return [
    {
      name: `search, first use ${size}`,
      value: opening.p50,
      unit: 'ms',
      against: { name: 'goal', value: 250 },
      better: 'smaller',
      detail: { runs: first },
    },
    {
      name: `search, first word ${size}`,
      value: summary(firstWord).p50,
      unit: 'ms',
      against: { name: 'goal', value: 250 },
      better: 'smaller',
      detail: { runs: firstWord },
    },
    {
      name: `search, p95 after the first use and the first word ${size}`,
      value: answers.p95,
      unit: 'ms',
      against: { name: 'goal', value: slowdown > 1 ? 120 : 30 },
      better: 'smaller',
      detail: {
        search: answers,
        steps,
        pasted: { ...summary(pasted.steps), firstWord: pasted.firstWord, steps: pasted.steps },
        scanOfEverything: summary(scan),
      },
    },
    ...(slowdown > 1 ? [] : [weightOf(visits, size)]),
  ];
}

function weightOf(visits: readonly Visit[], size: string): Figure {
  const kilobytes = visits.map(({ bytes }) => bytes / 1024);
  return {
    name: `search, transferred until somebody types ${size}`,
    value: summary(kilobytes).p50,
    unit: 'KB',
    against: { name: 'goal', value: 150 },
    better: 'smaller',
    detail: { files: visits[0]?.files },
  };
}

/** Milliseconds. */
interface Visit {
  /** As it is on the wire, until the first choice is answered: the page's scripts, and the cards. */
  bytes: number;
  files: Record<string, number>;
  first: number;
  firstWord: number;
  steps: number[];
  scan: number[];
}

async function visit(
  browser: Browser,
  origin: string,
  { list, count }: SearchedList,
  slowdown: number,
  entry: Entry,
): Promise<Visit> {
  // A context of its own: nothing is in the cache.
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const files = await transferred(devtools);
    await page.goto(`${origin}/${list}`, { waitUntil: 'networkidle' });
    const first = await timed(page, FIRST, entry);
    const transfer = files();
    if (first === null) throw new Error('The first filter changes nothing.');
    const firstWord = await timed(page, FIRST_WORD, entry);
    if (firstWord === null) throw new Error('The first word changes nothing.');
    const steps: number[] = [];
    for (const step of STEPS[list]) {
      const ms = await timed(page, step, entry);
      if (ms !== null) steps.push(ms);
    }
    const bytes = Object.values(transfer).reduce((sum, size) => sum + size, 0);
    return {
      bytes,
      files: transfer,
      first,
      firstWord,
      steps,
      scan: await page.evaluate(scanOfEverything, count),
    };
  } finally {
    await context.close();
  }
}

const SEARCH_FILE = /\.js$|^\/(search|pagefind(-murals)?)\//;

/** From now on, the bytes of each script and each file that is searched, heads included. */
async function transferred(devtools: CDPSession): Promise<() => Record<string, number>> {
  const names = new Map<string, string>();
  const files: Record<string, number> = {};
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    names.set(requestId, new URL(request.url).pathname);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name && SEARCH_FILE.test(name)) files[name] = (files[name] ?? 0) + encodedDataLength;
  });
  await devtools.send('Network.enable');
  return () => ({ ...files });
}

/**
 * Does one step, and gives the milliseconds from its last event until its answer is in the page: the list's last
 * change. Null where the answer is the same list, which nobody can see coming.
 */
async function timed(page: Page, step: Step, entry: Entry): Promise<number | null> {
  const answered = page.evaluate(
    (quiet) =>
      new Promise<number | null>((resolve) => {
        let begun = 0;
        let started = 0;
        let changed = 0;
        const start = (event: Event) => {
          if (event.type === 'keydown' && (event as KeyboardEvent).key !== 'Enter') return;
          started = performance.now();
          begun ||= started;
          check();
        };
        const types = ['input', 'change', 'keydown'];
        for (const type of types) addEventListener(type, start, { capture: true });
        const end = () => {
          if (!started || document.querySelector('[aria-busy=true]')) return;
          watch.disconnect();
          for (const type of types) removeEventListener(type, start, { capture: true });
          resolve(changed > begun ? Math.max(changed - started, 0) : null);
        };
        let settled: ReturnType<typeof setTimeout>;
        const check = () => {
          clearTimeout(settled);
          settled = setTimeout(end, quiet);
        };
        const watch = new MutationObserver(() => {
          changed = performance.now();
          check();
        });
        const list = document.querySelector('.list-results') ?? document.body;
        watch.observe(list, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
      }),
    QUIET_MS,
  );
  if ('text' in step) {
    const field = page.getByRole('searchbox', { name: 'Search', exact: true });
    await field.fill(entry === 'pasted' ? step.text : '');
    if (entry === 'typed') {
      await field.pressSequentially(step.text.slice(0, -1), { delay: KEY_MS });
      await page.keyboard.type(step.text.slice(-1));
    }
    await page.keyboard.press('Enter');
  } else {
    await page
      .getByRole('combobox', { name: step.menu, exact: true })
      .selectOption({ index: step.option });
  }
  return answered;
}

/** Runs in the page: twenty searches through as many texts in memory, each as long as a card and a biography. */
function scanOfEverything(count: number): number[] {
  const cards = [...document.querySelectorAll('article')].map((card) => card.textContent ?? '');
  const all = Array.from({ length: count }, (_, i) => `${cards[i % cards.length]} ${i} `.repeat(4));
  return Array.from({ length: 20 }, (_, i) => {
    const at = performance.now();
    all.filter((text: string) => text.includes(`word ${i}`));
    return performance.now() - at;
  });
}
