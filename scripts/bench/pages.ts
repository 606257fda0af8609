import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';
import { startProduct } from '#tests/support/product.ts';
import { type Audit, audit, CATEGORIES } from './audit.ts';
import { openSecureFront } from './secure-front.ts';
import { settled } from './settled.ts';
import { type Figure, line, median } from './stats.ts';

/** A page that is measured. */
interface Measured {
  name: string;
  path: string;
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
    { name: 'home', path: '/' },
    { name: 'artists', path: '/artists' },
    { name: 'murals', path: '/murals' },
    { name: 'artist', path: first('artist', '<image:') },
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

async function measured(page: Measured): Promise<Figure[]> {
  // A run without a report counts for nothing; the others do.
  const audits: Audit[] = [];
  for (let run = 0; run < RUNS; run++) {
    const found = await audit(origin + page.path);
    if (found) audits.push(found);
  }
  if (audits.length === 0) {
    console.warn(`${page.name}: no report in ${RUNS} runs.`);
    process.exitCode = 1;
    return [];
  }
  const short = [...new Set(audits.flatMap((one) => one.short))].join(', ');
  return CATEGORIES.map((category): Figure => {
    const score = median(audits.map(({ scores }) => scores[category]));
    return {
      name: `Lighthouse ${category}, ${page.name}${score < 100 && short ? ` (${short})` : ''}`,
      value: score,
      unit: 'of 100',
      against: { name: 'goal', value: 100 },
      better: 'larger',
      detail: { audits },
    };
  });
}
