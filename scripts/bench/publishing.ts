import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readEnvironment } from '#config/environment.ts';
import { openBackend } from '../lib/backend.ts';
import { type FullBuild, fullBuild } from '../lib/full-build.ts';
import type { RunningProduct } from '../lib/product.ts';
import { sourceOf } from '../lib/project.ts';
import { settled } from './settled.ts';
import { type Figure, type Summary, summary } from './stats.ts';

export interface MeasuredChanges {
  fresh: Summary;
  /** UPDATE and one GET, without any publishing: no system could be faster. */
  floor: Summary;
  searchIndexSeconds: number;
}

export type MeasuredBuild = Pick<FullBuild, 'pages' | 'ms'>;
export type Measured = MeasuredChanges & MeasuredBuild;

const CHANGES = 60;

/** How long a change takes to show, and to be found, on a product that runs. */
export async function measurePublishing(product: RunningProduct): Promise<MeasuredChanges> {
  const keys = JSON.parse(await readFile(path.join(product.dataDir, 'keys.json'), 'utf8'));
  const rest = api(product.origin, keys.secretKey);
  const artists: { id: string; slug: string }[] = await rest(
    'artists?select=id,slug&public_visible=eq.true&limit=200&order=created_at',
  );

  await settled();
  const fresh: number[] = [];
  const floor: number[] = [];
  for (let i = 0; i < CHANGES; i++) {
    const artist = artists[i % artists.length];
    if (!artist) throw new Error('There is no public artist to change.');
    const mark = `Measured at ${Date.now()} ${i}`;
    const address = `${product.origin}/artist/${artist.slug}`;
    const started = performance.now();
    await rest(`artists?id=eq.${artist.id}`, 'PATCH', { bio: mark });
    while (!(await look(address)).includes(mark)) await pause(1);
    fresh.push(performance.now() - started);
    await pause(400);

    const again = performance.now();
    await rest(`artists?id=eq.${artist.id}`, 'PATCH', { bio: mark });
    await look(address);
    floor.push(performance.now() - again);
    await pause(100);
  }

  const index = await untilIndexed(product.origin, rest, artists[0]?.id ?? '');
  return { fresh: summary(fresh), floor: summary(floor), searchIndexSeconds: index };
}

/** How long a build of everything takes, as `npm run build` does it: the database runs, and nothing else. */
export async function measureBuild({ dataDir, origin }: RunningProduct): Promise<MeasuredBuild> {
  const env = readEnvironment({ DATA_DIR: dataDir, SITE_URL: origin });
  const backend = await openBackend(env, () => {});
  const outDir = path.join(dataDir, 'bench-build');
  try {
    const { pages, ms } = await fullBuild(sourceOf(env, backend), outDir, () => {});
    return { pages, ms };
  } finally {
    await backend.stop();
  }
}

export function publishingFigures(small: Measured, large: Measured): Figure[] {
  const at = (measured: Measured) => `at ${measured.pages.toLocaleString('en-US')} pages`;
  const of = (measured: Measured): Figure[] => [
    {
      name: `change to fresh page, p50 ${at(measured)}`,
      value: measured.fresh.p50,
      unit: 'ms',
      against: { name: 'goal', value: 50 },
      better: 'smaller',
      detail: { fresh: measured.fresh, updateAndGetAlone: measured.floor },
    },
    {
      name: `change to fresh page, p95 ${at(measured)}`,
      value: measured.fresh.p95,
      unit: 'ms',
      against: { name: 'goal', value: 250 },
      better: 'smaller',
    },
    {
      name: `change to fresh page, p50 ${at(measured)}, over the floor`,
      value: measured.fresh.p50,
      unit: 'ms',
      against: { name: 'UPDATE and GET alone', value: measured.floor.p50 },
      better: 'smaller',
    },
    {
      name: `full build, all pages ${at(measured)}`,
      value: (measured.ms.read + measured.ms.render) / measured.pages,
      unit: 'ms a page',
      against: { name: 'goal', value: 1.5 },
      better: 'smaller',
      detail: measured.ms,
    },
    {
      name: `full build, all pages and the search index ${at(measured)}`,
      value: (measured.ms.read + measured.ms.render + measured.ms.search) / measured.pages,
      unit: 'ms a page',
      against: { name: 'goal for the pages', value: 1.5 },
      better: 'smaller',
    },
    {
      name: `search index fresh ${at(measured)}`,
      value: measured.searchIndexSeconds,
      unit: 's',
      against: { name: 'goal', value: 30 },
      better: 'smaller',
    },
  ];
  return [
    ...of(small),
    ...of(large),
    {
      name: 'cost of one refresh, large site over small',
      value: large.fresh.p50 / small.fresh.p50,
      unit: '×',
      against: { name: 'goal', value: 1.5 },
      better: 'smaller',
    },
  ];
}

const agent = new Agent({ keepAlive: true });

/** What a visitor is served; by the lightest client there is, which takes no time from what is measured. */
function look(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

type Rest = ReturnType<typeof api>;

function api(origin: string, key: string) {
  return async (target: string, method = 'GET', body?: object) => {
    const response = await fetch(`${origin}/rest/v1/${target}`, {
      method,
      headers: { apikey: key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text ? JSON.parse(text) : null;
  };
}

/** Seconds until the index that the server gives has taken in a change. */
async function untilIndexed(origin: string, rest: Rest, id: string): Promise<number> {
  const entry = async () => (await fetch(`${origin}/pagefind/pagefind-entry.json`)).text();
  let before = await entry();
  // An earlier change may still be on its way into the index.
  for (let calm = 0; calm < 8; calm++) {
    await pause(1000);
    const now = await entry();
    if (now !== before) calm = 0;
    before = now;
  }
  const started = performance.now();
  await rest(`artists?id=eq.${id}`, 'PATCH', { bio: `Indexed at ${Date.now()}` });
  while ((await entry()) === before) await pause(50);
  return (performance.now() - started) / 1000;
}
