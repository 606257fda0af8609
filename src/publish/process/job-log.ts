import { type FinishedJob, jobResult } from '#features/publishing/publishing.ts';
import { serialQueue } from '#node/concurrency.ts';
import type { Log } from '#node/log.ts';
import type { PublishingData } from './publishing-data.ts';

/** Notes jobs in the database, where the dashboard shows them. Work never fails or waits for that. */
export class JobLog {
  private readonly data: PublishingData;
  private readonly log: Log;
  private readonly inTurn = serialQueue();

  constructor(data: PublishingData, log: Log) {
    this.data = data;
    this.log = log;
  }

  /** A job that is already over. */
  add(job: FinishedJob): void {
    void this.inTurn(async () => {
      const end = await this.start(job.kind, {});
      await end(job.ok, jobResult(job));
    });
  }

  /** A job that begins; the promise gives what to call when it ends. */
  async start(
    kind: string,
    detail: object,
  ): Promise<(ok: boolean, result: object) => Promise<void>> {
    const failed = (error: Error) =>
      this.log(`The job list cannot be written: ${error.message}`, {
        event: 'jobs.failed',
        level: 'warn',
      });
    const id = await this.data.startJob(kind, detail).catch((error) => void failed(error));
    return async (ok, result) => {
      if (id) await this.data.finishJob(id, ok, result).catch(failed);
    };
  }
}
