import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { findChromium } from '#tests/support/chromium.ts';
import { newArtist, serviceOf } from './new-artist.ts';
import type { Figure } from './stats.ts';

const PICTURES = 40;
/** 12 megapixels. */
const SIDES = { width: 4000, height: 3000 } as const;
const SLOWDOWN = 4;
const PHONE = { width: 390, height: 844 };
const EVERY_MS = 200;
/** A phone that has stalled has failed. */
const GIVE_UP_MS = 15 * 60_000;

interface Measured {
  seconds: number;
  firstSaved: number;
  /** Milliseconds of the page's own thread, the largest first. */
  longTasks: number[];
  heapMB: number;
  rendererMB: number;
}

/**
 * An artist drops 40 photos of 12 megapixels at once on a phone whose processor is four times as slow as this one:
 * until the last of them is in the portfolio. Left out: the way through a network.
 */
export async function measureUploads(origin: string, dataDir: string): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muro-photos-'));
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--enable-precise-memory-info'],
  });
  try {
    return figuresOf(await uploadAll(browser, origin, dataDir, await photos(folder)));
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function figuresOf({ seconds, firstSaved, longTasks, heapMB, rendererMB }: Measured): Figure[] {
  const at = `${PICTURES} photos of 12 megapixels, processor slowed ${SLOWDOWN} ×`;
  const goal = (value: number) => ({ name: 'goal', value });
  return [
    {
      name: `uploads, all saved, ${at}`,
      value: seconds,
      unit: 's',
      against: goal(240),
      better: 'smaller',
      detail: { firstSaved },
    },
    {
      name: `uploads, longest task, ${at}`,
      value: longTasks[0] ?? 0,
      unit: 'ms',
      against: goal(50),
      better: 'smaller',
      detail: { longTasks },
    },
    {
      name: `uploads, peak of the JavaScript heap, ${at}`,
      value: heapMB,
      unit: 'MB',
      against: goal(32),
      better: 'smaller',
    },
    {
      name: `uploads, peak of the whole tab, ${at}`,
      value: rendererMB,
      unit: 'MB',
      against: goal(450),
      better: 'smaller',
    },
  ];
}

async function uploadAll(
  browser: Browser,
  origin: string,
  dataDir: string,
  files: string[],
): Promise<Measured> {
  const { session, saved } = await emptyPortfolio(origin, dataDir);
  const context = await browser.newContext({ viewport: PHONE });
  await context.addInitScript((stored) => localStorage.setItem('mural-auth', stored), session);
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard/artist/portfolio`, { waitUntil: 'networkidle' });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const tab = await tabMemory(browser);
  await page.evaluate(watchTasks);

  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started) / 1000;
  await page.getByLabel('Upload photos').setInputFiles(files);
  let [heap, whole, firstSaved, count] = [0, 0, 0, 0];
  while (count < files.length) {
    if (elapsed() * 1000 > GIVE_UP_MS) throw new Error(`${count} photos after ${elapsed()} s.`);
    await page.waitForTimeout(EVERY_MS);
    heap = Math.max(heap, await heapOf(page));
    whole = Math.max(whole, await tab());
    count = await saved();
    if (count > 0) firstSaved ||= elapsed();
  }
  const longTasks = await page.evaluate(() => Reflect.get(window, 'tasks') as number[]);
  return {
    seconds: elapsed(),
    firstSaved,
    longTasks: longTasks.map(Math.round).sort((a, b) => b - a),
    heapMB: heap / 1e6,
    rendererMB: whole / 1e6,
  };
}

function watchTasks(): void {
  const tasks: number[] = [];
  Reflect.set(window, 'tasks', tasks);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask' });
}

const heapOf = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(performance, 'memory').usedJSHeapSize as number);

/** What the largest of the browser's tabs has in memory, pictures included. */
async function tabMemory(browser: Browser): Promise<() => Promise<number>> {
  const devtools = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    const tabs = processInfo.filter(({ type }) => type === 'renderer');
    return Math.max(0, ...(await Promise.all(tabs.map(({ id }) => residentBytes(id)))));
  };
}

/** None where the system does not tell. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}

/** An artist without pictures: the session as the browser keeps it, and how many have been saved since. */
async function emptyPortfolio(origin: string, dataDir: string) {
  const service = await serviceOf(origin, dataDir);
  const session = await newArtist(service);
  const own = `/rest/v1/artists?select=portfolio_images&user_id=eq.${session.user.id}`;
  return {
    session: JSON.stringify(session),
    saved: async (): Promise<number> => {
      const [row] = await service<{ portfolio_images: string[] }[]>(own);
      return row?.portfolio_images.length ?? 0;
    },
  };
}

/** Photos as cameras make them, several megabytes each and none like another: one, with another block painted over in each. */
async function photos(folder: string): Promise<string[]> {
  const raw = { ...SIDES, channels: 3 as const };
  const grain = { type: 'gaussian', mean: 128, sigma: 18 } as const;
  const wall = await sharp({ create: { ...raw, background: '#808080', noise: grain } })
    .removeAlpha()
    .raw()
    .toBuffer();
  const block = { width: SIDES.width / 8, height: SIDES.height / 5 };
  const files: string[] = [];
  for (let n = 0; n < PICTURES; n++) {
    const own = Uint8Array.from(wall);
    const [left, top] = [(n % 8) * block.width, Math.floor(n / 8) * block.height];
    for (let y = top; y < top + block.height; y++) {
      const from = (y * SIDES.width + left) * 3;
      for (let at = from; at < from + block.width * 3; at++) own[at] = (at % 3) * 100 + n;
    }
    const file = path.join(folder, `IMG_${String(n + 1).padStart(4, '0')}.jpg`);
    await writeFile(file, await sharp(own, { raw }).jpeg({ quality: 80 }).toBuffer());
    files.push(file);
  }
  return files;
}
