/** The process of `Background`: one job at a time, after everything else that the machine has to do. */
import { setPriority } from 'node:os';
import type { BioRecord } from '#site/bio-records.ts';
import type { BackgroundJob, BackgroundResult } from './background.ts';
import { serialQueue } from './concurrency.ts';
import { writeAtomic } from './files.ts';
import { drawPreview } from './previews.ts';
import { writeSearchIndex } from './search-index.ts';

const LOWEST_PRIORITY = 19;

setPriority(LOWEST_PRIORITY);
let records: BioRecord[] = [];
const inTurn = serialQueue();

process.on('message', (job: BackgroundJob) => {
  if (job.kind === 'forget') records = [];
  else if (job.kind === 'records') for (const record of job.records) records.push(record);
  else void inTurn(() => run(job));
});
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {}); // Ctrl+C reaches the whole group: the publisher decides when this ends

async function run(job: Exclude<BackgroundJob, { kind: 'records' | 'forget' }>): Promise<void> {
  const done: BackgroundResult = { id: job.id };
  try {
    if (job.kind === 'draw') {
      await writeAtomic(job.file, await drawPreview(job.preview, job.picture, job.dir));
    } else {
      await writeSearchIndex(records, job.dir, job.there);
    }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    done.error = { message, ...(code && { code }) };
  }
  process.send?.(done);
}
