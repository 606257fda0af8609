/** Seeds as a process of its own, so that the seed's data end with it: started by `seedApart`. */
import { stackOf } from '#node/faults.ts';
import { listenToParent, sendToParent } from '#node/parent-process.ts';
import { withOpen } from '../base/database.ts';
import { forOperator, StartupError } from '../base/errors.ts';
import { openFiles } from '../files/open-files.ts';
import { openPostgres } from '../sessions/postgres.ts';
import { seedOnce } from './seeding.ts';
import type { FromSeeding, SeedingTask } from './seeding-apart.ts';

async function run({
  address,
  linkSecret,
  storage,
  storageBucket,
  ...options
}: SeedingTask): Promise<void> {
  const log = (line: string) => void sendToParent<FromSeeding>({ log: line });
  await withOpen(await openPostgres(address, {}, { linkSecret }), async (db) =>
    seedOnce(db, await openFiles(storage, storageBucket, log), { ...options, log }),
  );
}

// When the process that asked for it is gone, what is not committed was never there.
listenToParent<never, SeedingTask, void>({
  answer: (task) =>
    run(task).catch((thrown) => {
      const error = forOperator(thrown);
      throw error instanceof StartupError ? error : new Error(stackOf(error));
    }),
});
