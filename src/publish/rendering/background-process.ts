/** The process of `Background`: one job at a time, after everything else that the machine has to do. */
import { setPriority } from 'node:os';
import { serialQueue } from '#node/concurrency.ts';
import { writeAtomic } from '#node/files.ts';
import { listenToParent } from '#node/parent-process.ts';
import type { BioRecord } from '#site/directory/bio-records.ts';
import { drawPreview } from '../pictures/previews.ts';
import type { BackgroundJob, ToBackground } from './background.ts';
import { writeSearchIndex } from './search-index.ts';

const LOWEST_PRIORITY = 19;

setPriority(LOWEST_PRIORITY);
let records: BioRecord[] = [];
const inTurn = serialQueue();

listenToParent<ToBackground, BackgroundJob, void>({
  onMessage: (message) => {
    if (message.kind === 'forget') records = [];
    else for (const record of message.records) records.push(record);
  },
  answer: (job) =>
    inTurn(async () => {
      if (job.kind === 'index') await writeSearchIndex(records, job.dir, job.there);
      else await writeAtomic(job.file, await drawPreview(job.preview, job.picture, job.dir));
    }),
});
