import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromBuild } from '../build-process.ts';
import { type PublisherSource, sourceEnvironment } from './publisher-source.ts';

const SCRIPT = fileURLToPath(new URL('../build-process.ts', import.meta.url));

/** Runs a full build in a child process. Rejects with its sentence. */
export function runBuild(
  source: PublisherSource,
  outDir: string,
  options: { background: boolean; bundleId?: string | undefined; log: (line: string) => void },
): Promise<Extract<FromBuild, { type: 'done' }>> {
  const kind = options.background ? 'background' : 'first';
  const child = fork(SCRIPT, [outDir, kind, ...(options.bundleId ? [options.bundleId] : [])], {
    env: sourceEnvironment(source),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // It ends soon, and what it takes meanwhile makes it faster.
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    let reason = 'the build process ended unexpectedly';
    let done: Extract<FromBuild, { type: 'done' }> | undefined;
    child.on('message', (message: FromBuild) => {
      if (message.type === 'log') options.log(message.line);
      else if (message.type === 'failed') reason = message.message;
      else done = message;
    });
    child.on('error', reject);
    child.on('exit', () => (done ? resolve(done) : reject(new Error(reason))));
  });
}
