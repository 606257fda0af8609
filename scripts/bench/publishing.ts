import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fullBuild } from '../lib/full-build.ts';
import type { RunningProduct } from '../lib/product.ts';
import type { Source } from '../lib/project.ts';
import { type Figure, type Summary, summary } from './stats.ts';

export interface Measured {
  pages: number;
  fresh: Summary;
  /** UPDATE and one GET, without any publishing: no system could be faster. */
  floor: Summary;
  /** All of it: reading the database, bundling, rendering, writing, compressing, indexing. */
  buildMsPerPage: number;
  build: object;
  searchIndexSeconds: number;
}

const CHANGES = 60;

/** How long a change takes to show, and how long a build of everything takes, on a product that runs. */
export async function measurePublishing(product: RunningProduct): Promise<Measured> {
  const keys = JSON.parse(await readFile(path.join(product.dataDir, 'keys.json'), 'utf8'));
  const state = JSON.parse(await readFile(path.join(product.dataDir, 'run.json'), 'utf8'));
  const rest = api(product.origin, keys.secretKey);
  const artists: { id: string; slug: string }[] = await rest(
    'artists?select=id,slug&public_visible=eq.true&limit=200&order=created_at',
  );

  const fresh: number[] = [];
  const floor: number[] = [];
  for (let i = 0; i < CHANGES; i++) {
    const artist = artists[i % artists.length];
    if (!artist) throw new Error('There is no public artist to change.');
    const mark = `Measured at ${Date.now()} ${i}`;
    const address = `${product.origin}/artist/${artist.slug}`;
    const started = performance.now();
    await rest(`artists?id=eq.${artist.id}`, 'PATCH', { bio: mark });
    while (!(await (await fetch(address)).text()).includes(mark)) await pause(1);
    fresh.push(performance.now() - started);
    await pause(400);

    const again = performance.now();
    await rest(`artists?id=eq.${artist.id}`, 'PATCH', { bio: mark });
    await (await fetch(address)).text();
    floor.push(performance.now() - again);
    await pause(100);
  }

  const index = await untilIndexed(product.origin, rest, artists[0]?.id ?? '');
  const source: Source = {
    dataDir: product.dataDir,
    origin: product.origin,
    backendUrl: state.backendUrl,
    publicBackendUrl: '',
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
  };
  const outDir = path.join(product.dataDir, 'bench-build');
  const built = await fullBuild(source, outDir, () => {});
  await rm(outDir, { recursive: true, force: true });
  return {
    pages: built.pages,
    fresh: summary(fresh),
    floor: summary(floor),
    buildMsPerPage: Object.values(built.ms).reduce((sum, ms) => sum + ms) / built.pages,
    build: built.ms,
    searchIndexSeconds: index,
  };
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
      name: `full build ${at(measured)}`,
      value: measured.buildMsPerPage,
      unit: 'ms a page',
      against: { name: 'goal', value: 1.5 },
      better: 'smaller',
      detail: measured.build,
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
