import type { BucketSettings } from '#node/bucket-requests.ts';
import { askChild } from '#node/child-process.ts';
import type { Seed } from '../../seed/index.ts';
import { StartupError } from '../base/errors.ts';
import type { ServerAddress } from '../base/options.ts';

/** What the seeding process is asked to do. */
export interface SeedingTask {
  address: string | ServerAddress;
  /** What addresses are hashed with. */
  linkSecret: string;
  /** The folder of the uploads. */
  storage: string;
  storageBucket: BucketSettings | null;
  seed: Seed;
  origin: string;
}

export interface FromSeeding {
  log: string;
}

const SCRIPT = new URL('seed-process.ts', import.meta.url);

/**
 * Seeds a database that other processes reach, in one that ends afterwards: what seeding takes, this process would keep.
 * @throws StartupError with the sentence of the seeding, and Error when that ended without one.
 */
export async function seedApart(task: SeedingTask, log: (line: string) => void): Promise<void> {
  const onMessage = (message: FromSeeding) => log(message.log);
  try {
    await askChild({ name: 'Seeding', script: SCRIPT, execArgv: [], onMessage }, task);
  } catch (error) {
    const { name, message } = error as Error;
    throw name === 'StartupError' ? new StartupError(message) : error;
  }
}
