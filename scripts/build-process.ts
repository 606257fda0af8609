/** A full build as a process of its own, so that publishing single changes goes on meanwhile. */
import { setPriority } from 'node:os';
import { endOnFault, sentenceOf } from './lib/cli.ts';
import { fullBuild } from './lib/full-build.ts';
import { readSource } from './lib/publisher-source.ts';

export type FromBuild =
  | { type: 'log'; line: string }
  | { type: 'done'; bundleId: string; pages: number; ms: Record<string, number> }
  | { type: 'failed'; message: string };

const tell = (message: FromBuild) => process.send?.(message);
endOnFault();
process.on('disconnect', () => process.exit(1));
if (process.argv[3] === 'background') setPriority(10);

try {
  const outDir = process.argv[2];
  if (!outDir) throw new Error('No target directory was given.');
  const log = (line: string) => tell({ type: 'log', line });
  const built = await fullBuild(readSource(), outDir, log, { bundleId: process.argv[4] });
  const { bundleId, pages, ms } = built;
  tell({ type: 'done', bundleId, pages, ms });
} catch (error) {
  tell({ type: 'failed', message: sentenceOf(error) });
  process.exitCode = 1;
}
process.disconnect?.();
