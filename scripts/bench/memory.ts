import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Part, processesOf } from '#tests/support/processes.ts';
import type { RunningProduct } from '#tests/support/product.ts';
import { openClient } from './client.ts';
import { settled } from './settled.ts';
import { type Figure, round } from './stats.ts';

/** What the whole product may have at rest, by how much is in it. */
export const MEMORY_GOALS = [
  { artists: 'demo', atRestMB: 400 },
  { artists: 10_000, atRestMB: 700 },
] as const;

const LOAD_SECONDS = 20;
const CONNECTIONS = 16;

interface Measured {
  part: Part;
  pid: number;
  mb: number;
}

/**
 * The memory of every process of a product that runs, at rest and after load, beside the goal at rest. Where the
 * operating system tells, what several share is counted once (proportional set size).
 */
export async function measureMemory(
  product: RunningProduct,
  { size, atRestMB }: { size: string; atRestMB: number },
): Promise<Figure[]> {
  await settled();
  const rest = await memoryOf(product.pid);
  await load(product);
  const loaded = await memoryOf(product.pid);
  console.log(table(rest, loaded));
  const figure = (when: string, measured: Measured[]): Figure => ({
    name: `memory of the whole product ${when}, ${size}${PROPORTIONAL ? '' : ' (resident, what is shared counts in each process)'}`,
    value: total(measured),
    unit: 'MB',
    against: { name: 'goal at rest', value: atRestMB },
    better: 'smaller',
    detail: { processes: measured },
  });
  return [figure('at rest', rest), figure('after load', loaded)];
}

const PROPORTIONAL = process.platform === 'linux';

async function memoryOf(product: number): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { pid, part } of processesOf(product)) {
    const kilobytes = await (PROPORTIONAL ? proportional(pid) : resident(pid)).catch(() => null);
    // One that has just ended, such as `ps` itself.
    if (kilobytes) measured.push({ part, pid, mb: round(kilobytes / 1024) });
  }
  return measured;
}

async function proportional(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0);
}

async function resident(pid: number): Promise<number> {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
}

const total = (measured: readonly Measured[]) =>
  round(measured.reduce((sum, { mb }) => sum + mb, 0));

/** One line a part; several processes of one part together. */
function table(rest: Measured[], loaded: Measured[]): string {
  const parts = [...new Set([...rest, ...loaded].map(({ part }) => part))];
  const cell = (measured: Measured[], part: Part) => {
    const those = measured.filter((each) => each.part === part);
    const count = those.length > 1 ? ` (${those.length})` : '';
    return `${total(those).toFixed(1)}${count}`.padStart(14);
  };
  return [
    `  ${'MB'.padEnd(30)}${'at rest'.padStart(14)}${'after load'.padStart(14)}`,
    ...parts.map((part) => `  ${part.padEnd(30)}${cell(rest, part)}${cell(loaded, part)}`),
  ].join('\n');
}

/** Lists and pages, as visitors ask for them. */
async function load({ origin, dataDir }: RunningProduct): Promise<void> {
  const keys = JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8'));
  const ask = openClient(origin, CONNECTIONS);
  const addresses = [
    '/rest/v1/artists?select=id,name,slug,city,styles,profile_photo&order=name&limit=12',
    '/',
    '/rest/v1/murals?select=id,title,image_url&order=created_at.desc&limit=12',
    '/artists',
  ];
  const end = performance.now() + LOAD_SECONDS * 1000;
  const visit = async (first: number) => {
    for (let i = first; performance.now() < end; i++)
      await ask(addresses[i % addresses.length] ?? '/', { apikey: keys.publishableKey });
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => visit(i)));
}
