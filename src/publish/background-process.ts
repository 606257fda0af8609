/** The process of `Background`: one chore at a time, after everything else that the machine has to do. */
import { setPriority } from 'node:os';
import type { SearchRecord } from '#site/search-records.ts';
import type { Chore, ChoreDone } from './background.ts';
import { serialQueue } from './concurrency.ts';
import { writeAtomic } from './files.ts';
import { drawPreview } from './previews.ts';
import { writeSearchIndex } from './search-index.ts';

const LOWEST_PRIORITY = 19;

setPriority(LOWEST_PRIORITY);
let records: SearchRecord[] = [];
const inTurn = serialQueue();

process.on('message', (chore: Chore) => {
  if (chore.kind === 'forget') records = [];
  else if (chore.kind === 'records') for (const record of chore.records) records.push(record);
  else void inTurn(() => run(chore));
});
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {}); // Ctrl+C reaches the whole group: the publisher decides when this ends

async function run(chore: Exclude<Chore, { kind: 'records' | 'forget' }>): Promise<void> {
  const done: ChoreDone = { id: chore.id };
  try {
    if (chore.kind === 'draw') {
      await writeAtomic(chore.file, await drawPreview(chore.preview, chore.picture, chore.dir));
    } else {
      await writeSearchIndex(records, chore.dir);
    }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    done.error = { message, ...(code && { code }) };
  }
  process.send?.(done);
}
