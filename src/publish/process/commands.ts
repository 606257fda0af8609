import { serialQueue } from '#node/concurrency.ts';
import { messageOf } from '#node/errors.ts';
import { type Log, toldOnce } from '#node/log.ts';
import type { Publisher } from '../changes/publisher.ts';
import type { Release, Releases } from '../releases/releases.ts';
import type { JobLog } from './job-log.ts';
import type { Command } from './messages.ts';
import type { PublishingData } from './publishing-data.ts';

interface Options {
  publisher: Publisher;
  releases: Releases;
  data: PublishingData;
  jobs: JobLog;
  log: Log;
  rebuild: (force: boolean) => Promise<Release>;
  rollback: (target: Release) => Promise<void>;
}

/** What operators ask for, from the command line or the dashboard; one at a time. */
export class Commands {
  private readonly options: Options;
  private readonly inTurn = serialQueue();
  private reading = false;
  private readonly trouble: ReturnType<typeof toldOnce>;

  constructor(options: Options) {
    this.options = options;
    this.trouble = toldOnce(options.log, {
      line: 'Requests of admins are read again.',
      event: 'jobs.back',
    });
  }

  /** Runs a command and gives a line that says what happened; rejects with a sentence when it failed. */
  run(command: Command): Promise<string> {
    return this.inTurn(() => this.execute(command));
  }

  /** Does what admins asked for in the dashboard. */
  wake(): void {
    if (this.reading) return;
    this.reading = true;
    this.readRequests()
      .then(this.trouble.over, (error) =>
        this.trouble.tell(`Requests cannot be read: ${error.message}`, {
          event: 'jobs.failed',
          level: 'warn',
        }),
      )
      .finally(() => {
        this.reading = false;
      });
  }

  private async readRequests(): Promise<void> {
    const { data, log } = this.options;
    for (const request of await data.readRequests()) {
      await this.run({ kind: request.kind }).then(log, (error) =>
        log(error.message, { event: 'publish.failed', level: 'error' }),
      );
      await data.finishRequest(request.id);
    }
  }

  private async execute(command: Command): Promise<string> {
    const started = performance.now();
    // Publishing changes is noted by the publisher itself, with its routes.
    if (command.kind === 'drain') return this.carryOut(command);
    const end = await this.options.jobs.start(command.kind, command);
    try {
      const text = await this.carryOut(command);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      await end(true, { message: text, ms: Math.round(performance.now() - started) });
      return `${text} (${seconds} s)`;
    } catch (error) {
      const message = messageOf(error);
      await end(false, { error: message, ms: Math.round(performance.now() - started) });
      throw error;
    }
  }

  private async carryOut(command: Command): Promise<string> {
    const { publisher, releases } = this.options;
    if (command.kind === 'rebuild') {
      const release = await this.options.rebuild(command.force ?? false);
      return `Release ${release.id} with ${release.pages} pages is live.`;
    }
    if (command.kind === 'drain') return `${await publisher.flush()} change(s) published.`;
    if (command.kind === 'paths') {
      const failed = await publisher.exclusive(() => publisher.publish(command.paths));
      if (failed.length > 0) throw new Error(failed.map((error) => error.message).join('\n'));
      return `${command.paths.length} page(s) rendered again.`;
    }
    const live = publisher.current.release;
    const target = await releases.before(live.id);
    if (!target) throw new Error(`There is no release before ${live.id} to go back to.`);
    await this.options.rollback(target);
    return `Release ${target.id} is live again; ${live.id} is kept.`;
  }
}
