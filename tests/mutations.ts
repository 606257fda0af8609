/**
 * `npm test -- mutants [--only unit|e2e | --near] [NUMBERS]`: breaks the product in one line at a time, in a copy,
 * and says which test of the default suite noticed. `--near` runs only the test files that stand nearest.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '#node/root.ts';
import { rejected, report, resultOf } from './mutations/results.ts';
import { MUTATIONS, type Mutation } from './mutations/table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, near: { type: 'boolean' } },
});
const chosen = positionals.length > 0 ? positionals.map(Number) : MUTATIONS.map((_, n) => n + 1);
const lost = await rejected(ROOT, chosen, MUTATIONS);
if (lost.length > 0) {
  console.error(lost.join('\n'));
  process.exit(1);
}

const copy = await copyOfCheckout();
const results: string[] = [];
try {
  // What fails by itself would seem to notice everything.
  if (!values.near && (await suite()).code !== 0)
    throw new Error('The suite fails without a change');
  for (const number of chosen) {
    const result = await tryOne(number, MUTATIONS[number - 1] as Mutation);
    console.log(result);
    results.push(result);
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}
const { table, missed } = report(results);
console.log(table);
process.exitCode = missed > 0 ? 1 : 0;

async function tryOne(number: number, mutation: Mutation): Promise<string> {
  const file = path.join(copy, mutation.file);
  const before = mutation.find ? await readFile(file, 'utf8') : null;
  // A function, for what is put in is no pattern.
  await writeFile(
    file,
    before?.replace(mutation.find ?? '', () => mutation.replace) ?? mutation.replace,
  );
  try {
    return resultOf(number, mutation, await (values.near ? nearest(mutation) : suite()));
  } finally {
    if (before === null) await rm(file);
    else await writeFile(file, before);
  }
}

/** Everything that git knows or would add, and the packages as hard links, without what tests keep beside them. */
async function copyOfCheckout(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muro-mutants-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  for (const file of execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0')) {
    if (!file) continue;
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await cp(path.join(ROOT, file), path.join(folder, file)).catch(ignoreDeleted);
  }
  execFileSync('cp', ['-al', path.join(ROOT, 'node_modules'), folder]);
  await rm(path.join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  return folder;
}

function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

interface Run {
  code: number | null;
  output: string;
}

function suite(): Promise<Run> {
  return node('scripts/run.cjs', 'test', ...(values.only ? [values.only] : []));
}

/** Stories need a product and are left to the suite. */
function nearest({ near }: Mutation): Promise<Run> {
  const files = near.filter((file) => file.endsWith('.test.ts'));
  if (files.length === 0) return Promise.resolve({ code: null, output: '' });
  return node(
    'node_modules/vitest/vitest.mjs',
    ...['run', '--config', 'tests/vitest.config.ts', '--bail=1'],
    ...files,
  );
}

function node(...args: string[]): Promise<Run> {
  const child = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
