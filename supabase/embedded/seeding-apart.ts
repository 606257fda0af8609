import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { StartupError } from './errors.ts';
import type { Seed, ServerAddress } from './options.ts';

/** What the seeding process is sent. */
export interface SeedingTask {
  address: string | ServerAddress;
  /** The folder of the uploads. */
  storage: string;
  seed: Seed;
  origin: string;
}

export type FromSeeding =
  | { type: 'line'; line: string }
  | { type: 'done' }
  /** `known` is what an operator can put right. */
  | { type: 'failed'; message: string; known: boolean };

const PROCESS = fileURLToPath(new URL('seed-process.ts', import.meta.url));

/**
 * Seeds a database that other processes reach, in one that ends afterwards: what seeding takes, this process would keep.
 * @throws StartupError with the sentence of the seeding, and Error when that ended without one.
 */
export function seedApart(task: SeedingTask, log: (line: string) => void): Promise<void> {
  const child = fork(PROCESS, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  return new Promise((resolve, reject) => {
    child.on('message', (message: FromSeeding) => {
      if (message.type === 'line') log(message.line);
      else if (message.type === 'done') resolve();
      else reject(new (message.known ? StartupError : Error)(message.message));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`Seeding ended before it was done (${signal ?? `exit code ${code}`}).`)),
    );
    child.send(task);
  });
}
