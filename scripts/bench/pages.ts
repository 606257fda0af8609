import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { startProduct } from '#tests/support/product.ts';
import { type Audit, audit, CATEGORIES } from './audit.ts';
import { floorPage } from './floor-page.ts';
import { openSecureFront } from './secure-front.ts';
import { settled } from './settled.ts';
import { type Figure, line, median } from './stats.ts';

/** The pages measured, and how much longer than the hand-written page the largest picture may take. */
interface Measured {
  name: string;
  path: string;
  lcpGoal?: number;
}

/** How long the preview images of the demo data take, which are drawn after the first start. */
const DRAWING_MS = 120_000;
const RUNS = Number(process.env.RUNS ?? 3);
const wanted = process.argv.slice(2);
process.env.NODE_ENV = 'production';

const dataDir = await mkdtemp(path.join(tmpdir(), 'muro-bench-pages-'));
const frontPort = await freePort();
const origin = `https://127.0.0.1:${frontPort}`;
const product = await startProduct({
  dataDir,
  port: await freePort(),
  env: { SEED: 'demo', SITE_URL: origin },
});
const front = await openSecureFront(frontPort, product.origin);
await settled(DRAWING_MS);
try {
  const all = await pagesOf(product.origin);
  const unknown = wanted.find((name) => all.every((page) => page.name !== name));
  if (unknown)
    throw new Error(`There is no page "${unknown}": ${all.map(({ name }) => name).join(', ')}.`);
  const pages = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  await writeFloors(pages);
  const figures: Figure[] = [];
  for (const page of pages) {
    const found = await measured(page);
    figures.push(...found);
    for (const figure of found) console.log(line(figure));
  }
  await mkdir(path.join(ROOT, 'test-results'), { recursive: true });
  const report = path.join(ROOT, 'test-results/bench-pages.json');
  await writeFile(report, JSON.stringify({ at: new Date(), runs: RUNS, figures }, null, 2));
} finally {
  front.close();
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();

async function pagesOf(at: string): Promise<Measured[]> {
  const sitemap = await (await fetch(`${at}/sitemap.xml`)).text();
  // A page with pictures, where there are any in the folder.
  const first = (folder: string, after = ''): string =>
    new RegExp(`<loc>[^<]*(/${folder}/[^</]+)</loc>[^\\n]*${after}`).exec(sitemap)?.[1] ??
    (after ? first(folder) : missing(folder));
  return [
    { name: 'home', path: '/', lcpGoal: 1.4 },
    { name: 'artists', path: '/artists', lcpGoal: 1.4 },
    { name: 'murals', path: '/murals' },
    { name: 'artist', path: first('artist', '<image:'), lcpGoal: 1.1 },
    { name: 'mural', path: first('mural', '<image:') },
    { name: 'city', path: first('mural-artists') },
    { name: 'service areas', path: '/service-areas' },
    { name: 'quote', path: '/quote' },
    { name: 'Spanish home', path: '/es' },
    { name: 'Spanish artists', path: '/es/artists' },
    { name: 'Spanish city', path: `/es${first('mural-artists')}` },
    { name: 'Spanish quote', path: '/es/quote' },
  ];
}

function missing(folder: string): never {
  throw new Error(`The sitemap names no page under /${folder}/.`);
}

function floorPath(page: Measured): string {
  return `/floor/${page.name}`;
}

async function writeFloors(pages: readonly Measured[]): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  });
  // Lighthouse's phone, so that what it would show is what is written down.
  const phone = await browser.newPage({
    ignoreHTTPSErrors: true,
    viewport: { width: 412, height: 823 },
  });
  for (const page of pages.filter(({ lcpGoal }) => lcpGoal)) {
    await phone.goto(origin + page.path);
    front.add(floorPath(page), await floorPage(phone));
  }
  await browser.close();
}

async function audited(pathname: string): Promise<Audit[]> {
  const found = await audit(origin + pathname);
  return found ? [found] : [];
}

async function measured(page: Measured): Promise<Figure[]> {
  const ours: Audit[] = [];
  const floor: Audit[] = [];
  // A run without a report counts for nothing; the others do.
  for (let run = 0; run < RUNS; run++) {
    ours.push(...(await audited(page.path)));
    if (page.lcpGoal) floor.push(...(await audited(floorPath(page))));
  }
  if (ours.length === 0 || (page.lcpGoal && floor.length === 0)) {
    console.warn(`${page.name}: no report in ${RUNS} runs.`);
    process.exitCode = 1;
    return [];
  }
  const of = (audits: readonly Audit[], value: (one: Audit) => number) => median(audits.map(value));
  const detail = { ours, floor };
  const scores = CATEGORIES.map((category): Figure => {
    const short = [...new Set(ours.flatMap((one) => one.short))].join(', ');
    const score = of(ours, (one) => one.scores[category]);
    return {
      name: `Lighthouse ${category}, ${page.name}${score < 100 && short ? ` (${short})` : ''}`,
      value: score,
      unit: 'of 100',
      against: { name: 'goal', value: 100 },
      better: 'larger',
    };
  });
  if (!page.lcpGoal) return scores;
  const limit = of(floor, (one) => one.lcp) * page.lcpGoal;
  return [
    ...scores,
    {
      name: `largest paint, ${page.name}`,
      value: of(ours, (one) => one.lcp),
      unit: 'ms',
      against: { name: `${page.lcpGoal} × the page written by hand`, value: limit },
      better: 'smaller',
      detail,
    },
  ];
}
