import { backoff } from '#node/backoff.ts';
import { type Child, forkChild } from '#node/child-process.ts';
import { serialQueue } from '#node/concurrency.ts';
import { messageOf } from '#node/errors.ts';
import { behind, type Log } from '#node/log.ts';
import { smallProcess } from '#node/small-process.ts';
import { SPINS_MS, type SpinWatch, watchForSpin } from '#node/spin-watch.ts';
import type {
  Command,
  FromPublisher,
  PublisherQuestion,
  PublisherSource,
  ToPublisher,
} from './messages.ts';
import { productionEnvironment } from './source.ts';

type PublisherProcess = Child<ToPublisher, PublisherQuestion, string>;

const SCRIPT = new URL('./publisher-process.ts', import.meta.url);
const RESTART_MS = 1000;
/** One that cannot even start has bundled for nothing: it tries again less and less often. */
const RETRIES = { firstMs: RESTART_MS, mostMs: 60_000 };
/** It renders on its only thread, so that a moment of silence means nothing. */
const SILENT_MS = 15_000;
/** What was begun is begun anew at the next start. */
const STOP_WITHIN_MS = 1500;

interface PublisherChildOptions {
  source: PublisherSource;
  /** A release of an earlier start is served: whatever happens, the site stays up. */
  isServed: boolean;
  log: Log;
  onActivate: (releaseId: string, siteDir: string) => Promise<void>;
  onChanged: (files: string[]) => Promise<void>;
  onRendered: (file: string, body: Buffer) => void;
  /** It cannot start at all, and nothing is served. */
  onFatal: (message: string) => void;
}

/**
 * Runs the publisher beside the server. When it dies, the site is served as it is, and a new one goes on
 * where the outbox says.
 */
export class PublisherChild {
  readonly #options: PublisherChildOptions;
  #child: PublisherProcess;
  #watch!: SpinWatch;
  readonly #served = Promise.withResolvers<void>();
  readonly #stored = Promise.withResolvers<void>();
  /** It has opened a release, which is served. */
  #isOpen = false;
  #isBack = true;
  #faults = 0;
  #stopping = false;
  // Messages are handled in their order: a page that changed after a switch belongs to the new release.
  readonly #inTurn = serialQueue();

  constructor(options: PublisherChildOptions) {
    this.#options = options;
    this.#child = this.#start();
  }

  /** Resolves when the first release is served. */
  get ready(): Promise<void> {
    return this.#served.promise;
  }

  /** Resolves when the bucket has the first release. */
  get stored(): Promise<void> {
    return this.#stored.promise;
  }

  tell(message: ToPublisher): void {
    this.#child.send(message);
  }

  /** Gives a line that says what happened; rejects with a sentence. */
  async command(command: Command): Promise<string> {
    if (!this.#child.connected)
      throw new Error('The publisher is starting again; try in a moment.');
    return this.#child.ask(command);
  }

  /** Whether it runs and answers, with a release open that changes go into. */
  answers(): boolean {
    const { silentSince } = this.#watch;
    const isSilent = silentSince !== null && performance.now() - silentSince >= SILENT_MS;
    return this.#isOpen && this.#child.connected && !isSilent;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#watch.stop();
    await this.#child.stop({ type: 'stop' }, STOP_WITHIN_MS);
  }

  #start(): PublisherProcess {
    let started = false;
    const child: PublisherProcess = forkChild({
      name: 'The publisher',
      script: SCRIPT,
      ...smallProcess(productionEnvironment()),
      onMessage: (message: FromPublisher) => {
        // Its release is served: from here on it is one that runs, whatever it still has to read.
        started ||= message.type === 'activate';
        this.#receive(message);
      },
    });
    const watch = watchForSpin(child, () => (started ? SPINS_MS : Number.POSITIVE_INFINITY));
    this.#watch = watch;
    void child.ended.then(watch.stop);
    const { source } = this.#options;
    const fault = child.ask({ kind: 'start', source }).then(
      () => {
        started = true;
        return undefined;
      },
      (error) => {
        child.disconnect();
        return messageOf(error);
      },
    );
    void child.ended.then(async (reason) => this.#restart(reason, await fault));
    return child;
  }

  #restart(reason: string, fault: string | undefined): void {
    const { log, onFatal } = this.#options;
    if (this.#stopping) return;
    if (!this.#isOpen && !this.#options.isServed) {
      onFatal(fault ?? `The publisher ended (${reason}).`);
      return;
    }
    if (fault) log(fault);
    this.#isBack = false;
    log(`The publisher ended (${reason}); starting it again.`, {
      event: 'publisher.ended',
      level: 'error',
    });
    const delay = this.#isOpen ? RESTART_MS : backoff(++this.#faults, RETRIES);
    setTimeout(() => {
      if (!this.#stopping) this.#child = this.#start();
    }, delay);
  }

  #receive(message: FromPublisher): void {
    const { log, onActivate, onChanged, onRendered } = this.#options;
    if (message.type === 'log') log(message.line, message.about);
    else if (message.type === 'stored') this.#stored.resolve();
    else if (message.type === 'rendered')
      this.#inOrder(async () => onRendered(message.file, Buffer.from(message.text)));
    else if (message.type === 'changed') {
      // Pages that follow do not wait until these are in memory.
      this.#inOrder(async () => void onChanged(message.files));
    } else {
      this.#inOrder(async () => {
        await onActivate(message.releaseId, message.siteDir);
        this.#isOpen = true;
        if (!this.#isBack) log('The publisher is back.', { event: 'publisher.back' });
        this.#isBack = true;
        this.#served.resolve();
      });
    }
  }

  #inOrder(work: () => Promise<void>): void {
    this.#inTurn(work).catch((error) =>
      this.#options.log(`Publishing: ${error.message}`, {
        event: 'publish.failed',
        level: 'error',
        ...behind(error),
      }),
    );
  }
}
