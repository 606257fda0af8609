import { setTimeout as pause } from 'node:timers/promises';
import type { Language } from '#config/language.ts';
import { messageOf } from '#node/errors.ts';
import { behind, type Log, toldOnce } from '#node/log.ts';
import { DeliveryError, MAIL_WIDTH, type MailTransport } from '#node/mail-transport.ts';
import { ending } from '../data.ts';
import type { LeasedMail, MailQueue, Outcome } from './mail-queue.ts';
import type { RenderedMail, renderMail } from './render.ts';

interface MailWorkerOptions {
  queue: Pick<MailQueue, 'runChores' | 'lease' | 'keep' | 'finish'>;
  transport: MailTransport;
  /** Writes emails in a language. */
  rendererOf(language: Language): Promise<typeof renderMail>;
  /** The site's address. */
  origin: string;
  /** What identities of mails end with. */
  domain: string;
  log: Log;
  /** How long nothing is tried after the server or the database was away. */
  restMs?: number;
}

/** What a process had that was killed is due again after it. */
const LEASE_SECONDS = 60;
/** A server may take ten minutes to answer: what is under way is kept, with two tries to say so. */
const KEEP_MS = 20_000;
/** An unknown outcome is no failure: after as many tries (under one Message-ID) the mail counts as sent. */
const UNKNOWN_TRIES = 3;
/** A process that ends gives what is under way this long; a server that answers later gets the mail again. */
const STOP_MS = 10_000;
/** Shorter than the time between two sweeps. */
const REST_MS = 25_000;
/** A mail that has left must be noted: without it, it leaves again. */
const NOTE_AGAIN_MS = [200, 1000, 5000];

/**
 * Sends what the outbox holds, some at a time. `wake` when something may be due: at a notification, and from time to
 * time. A mail that left is noted after that, so a crash in between sends it twice, under the same Message-ID.
 */
export class MailWorker {
  readonly #options: MailWorkerOptions;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #restsUntil = 0;
  /** Whether the last answer that the server gave was a refusal of ours. */
  #refusesUs = false;
  readonly #underWay = new Set<number>();
  /** With the queue, the mail server, and the words of a language. */
  readonly #troubles: Record<'queue' | 'server' | 'words', ReturnType<typeof toldOnce>>;

  constructor(options: MailWorkerOptions) {
    this.#options = options;
    const end = { line: 'Emails leave again.', event: 'mail.back' };
    const trouble = () => toldOnce(options.log, end);
    this.#troubles = { queue: trouble(), server: trouble(), words: trouble() };
  }

  wake(): void {
    this.#again = true;
    if (this.#stopped || performance.now() < this.#restsUntil) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when nothing is under way, or that takes too long; what was leased is due again later. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.race([this.#running, pause(STOP_MS, undefined, { ref: false })]);
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#stopped && performance.now() >= this.#restsUntil) {
      this.#again = false;
      try {
        await this.#options.queue.runChores();
        const mails = await this.#options.queue.lease(MAIL_WIDTH, LEASE_SECONDS);
        this.#troubles.queue.over();
        await this.#kept(mails);
        if (mails.length > 0) this.#again = true;
      } catch (error) {
        this.#rest('queue', error);
      }
    }
  }

  async #kept(mails: readonly LeasedMail[]): Promise<void> {
    const keep = () => this.#options.queue.keep([...this.#underWay], LEASE_SECONDS).catch(() => {});
    const keeping = setInterval(() => void keep(), KEEP_MS);
    try {
      await Promise.all(mails.map((mail) => this.#work(mail)));
    } finally {
      clearInterval(keeping);
    }
  }

  async #work(mail: LeasedMail): Promise<void> {
    this.#underWay.add(mail.id);
    const outcome = await this.#deliver(mail).finally(() => this.#underWay.delete(mail.id));
    for (const wait of NOTE_AGAIN_MS) {
      const noted = await this.#options.queue.finish(mail.id, outcome).then(
        () => true,
        () => false,
      );
      if (noted) return;
      await pause(wait);
    }
    await this.#options.queue.finish(mail.id, outcome);
  }

  async #deliver(mail: LeasedMail): Promise<Outcome> {
    const started = performance.now();
    let render: typeof renderMail;
    try {
      render = await this.#options.rendererOf(mail.locale);
      this.#troubles.words.over();
    } catch (error) {
      this.#rest('words', error);
      return { ok: false, answer: (error as Error).message, permanent: false };
    }
    let rendered: RenderedMail;
    try {
      rendered = this.#render(mail, render);
    } catch (error) {
      this.#options.log(`Mail ${mail.id} (${mail.kind}) cannot be written.`, {
        event: 'mail.failed',
        level: 'error',
      });
      return { ok: false, answer: (error as Error).message, permanent: true };
    }
    try {
      const messageId = `${mail.message_id}@${this.#options.domain}`;
      const answer = await this.#options.transport.send({
        ...rendered,
        to: mail.address,
        messageId,
        forgotten: mail.forgotten,
      });
      this.#troubles.server.over();
      this.#refusesUs = false;
      const ms = Math.round(performance.now() - started);
      this.#options.log('', { event: 'mail.sent', mail: mail.id, kind: mail.kind, ms });
      return { ok: true, answer, permanent: false };
    } catch (error) {
      return this.#failed(mail, error);
    }
  }

  #failed(mail: LeasedMail, error: unknown): Outcome {
    const { message } = error as Error;
    const outcome = error instanceof DeliveryError ? error.outcome : 'unreachable';
    // One answer about us may be a server's odd word for this recipient; the next in a row is not.
    if (outcome === 'unreachable' || (outcome === 'ours' && this.#refusesUs)) {
      this.#rest('server', error);
    }
    this.#refusesUs = outcome === 'ours';
    // What the server says of an address stays with the mail.
    if (outcome === 'refused') {
      this.#options.log(
        `Mail ${mail.id} (${mail.kind}) was refused; admins see what was answered.`,
        { event: 'mail.refused', level: 'warn' },
      );
    }
    const isDone = outcome === 'unknown' && mail.attempts >= UNKNOWN_TRIES;
    return { ok: isDone, answer: message, permanent: outcome === 'refused' };
  }

  #render(mail: LeasedMail, render: typeof renderMail): RenderedMail {
    const { unsubscribe = null } = mail.optional ? ending.parse(mail.data) : {};
    return render(mail.kind, mail.data, {
      origin: this.#options.origin,
      unsubscribeToken: unsubscribe,
    });
  }

  #rest(where: 'queue' | 'server' | 'words', error: unknown): void {
    this.#restsUntil = performance.now() + (this.#options.restMs ?? REST_MS);
    this.#troubles[where].tell(`Mails wait: ${messageOf(error)}`, {
      event: 'mail.waits',
      level: 'warn',
      ...behind(error),
    });
  }
}
