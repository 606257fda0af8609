/** Seeds as a process of its own, so that the seed's data end with it: started by `seedApart`. */
import { StartupError } from './errors.ts';
import { FileStore } from './files.ts';
import { openPostgres } from './postgres.ts';
import { seedOnce } from './seeding.ts';
import type { FromSeeding, SeedingTask } from './seeding-apart.ts';

const tell = (message: FromSeeding) =>
  new Promise<void>((resolve) => {
    process.send?.(message, () => resolve());
  });

async function run({ address, storage, ...options }: SeedingTask): Promise<void> {
  const db = await openPostgres(address);
  try {
    const log = (line: string) => void tell({ type: 'line', line });
    await seedOnce(db, new FileStore(storage), { ...options, log });
  } finally {
    await db.close();
  }
}

process.on('message', (task: SeedingTask) => {
  run(task)
    .then(
      () => tell({ type: 'done' }),
      (error: unknown) => {
        const known = error instanceof StartupError;
        const message = known ? error.message : String((error as Error | null)?.stack ?? error);
        return tell({ type: 'failed', message, known });
      },
    )
    .finally(() => process.exit());
});
// Whoever asked for it is gone; what is not committed was never there.
process.on('disconnect', () => process.exit());
