import type { PublishingData } from '#data/publishing.ts';
import { serialQueue } from '#publish/concurrency.ts';
import type { Job } from '#publish/publisher.ts';

/** More routes than a person reads are only counted. */
const NAMED_ROUTES = 20;
const NAMED_ERRORS = 5;

/** Notes jobs in the database, where the dashboard shows them. Work never fails or waits for that. */
export class JobLog {
  private readonly data: PublishingData;
  private readonly log: (line: string) => void;
  private readonly inTurn = serialQueue();

  constructor(data: PublishingData, log: (line: string) => void) {
    this.data = data;
    this.log = log;
  }

  /** A job that is already over. */
  add({ kind, ok, ms, routes, errors }: Job): void {
    const result = {
      ms: Math.round(ms),
      routes: routes.length > NAMED_ROUTES ? routes.length : routes,
      ...(errors.length > 0 && { error: errors.slice(0, NAMED_ERRORS).join('\n') }),
    };
    void this.inTurn(async () => {
      const end = await this.start(kind, {});
      await end(ok, result);
    });
  }

  /** A job that begins; the promise gives what to call when it ends. */
  async start(
    kind: string,
    detail: object,
  ): Promise<(ok: boolean, result: object) => Promise<void>> {
    const failed = (error: Error) => this.log(`The job list cannot be written: ${error.message}`);
    const id = await this.data.startJob(kind, detail).catch((error) => void failed(error));
    return async (ok, result) => {
      if (id) await this.data.finishJob(id, ok, result).catch(failed);
    };
  }
}
