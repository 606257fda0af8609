import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sentence } from '#node/errors.ts';
import { behind, type Log } from '#node/log.ts';
import { DeliveryError, type MailMessage, type MailTransport } from '#node/mail-transport.ts';
import { impersonal } from '#node/redact.ts';
import type { Limiter } from '../base/limiter.ts';
import type { MailFile, Queryable } from '../base/options.ts';
import { renderMail, type Template, type TemplateValues } from './mail-templates.ts';

export interface Mailer {
  /** Whether a mailbox may get one more mail that anybody can ask for; takes one. */
  hasRoom(to: string): Promise<boolean>;
  /** Writes a mail about an account, to be delivered at once; nobody waits for the server. */
  send(to: string, template: Template, values: Omit<TemplateValues, 'SiteURL'>): Promise<void>;
  /**
   * Does what leads to a mail after the answer: neither its time nor its failure may tell whether there is an account.
   */
  later(work: () => Promise<void>): void;
  /** Resolves when nothing waits. */
  idle(): Promise<void>;
  /** The same, without further tries of what a server did not take. */
  close(): Promise<void>;
}

interface Options {
  transport: MailTransport;
  /** The public origin: what every link starts with. */
  origin: string;
  log: Log;
  /** Mails that anybody can ask for, to one mailbox. */
  perMailbox: Limiter;
  db: Queryable;
}

/** Whether an address may get one more email about an account: of all kinds of email, few go where nobody has proven to read. */
const ROOM = 'select private.room_for_account_mail($1) as may';

/** For about as long as their links work. They are kept nowhere else: what a link opens stands in no table. */
const AGAIN_MS = [5_000, 30_000, 120_000, 300_000, 600_000, 600_000, 600_000, 600_000];

/** How long a backend that ends waits for mails that are under way. */
const CLOSE_MS = 10_000;

/** Sends the mails about accounts, and again while the server is away. */
export function createMailer({ transport, origin, log, perMailbox, db }: Options): Mailer {
  const waiting = new Set<Promise<void>>();
  const closing = new AbortController();
  // A server may repeat to whom the mail was.
  const tell = (event: string, what: string, error: unknown) =>
    log(impersonal(`${what}: ${sentence(error)}`), { event, level: 'warn', ...behind(error) });
  const deliver = async (mail: MailMessage) => {
    for (const wait of [...AGAIN_MS, null]) {
      try {
        return void (await transport.send(mail));
      } catch (error) {
        const outcome = error instanceof DeliveryError ? error.outcome : 'later';
        // The server has it and may have delivered it; who did not get it asks for another.
        if (outcome === 'unknown') return;
        if (outcome === 'refused' || wait === null || closing.signal.aborted) throw error;
        if (wait === AGAIN_MS[0]) tell('mail.waits', 'A mail about an account waits', error);
        await pause(wait, null, { signal: closing.signal }).catch(() => {});
      }
    }
  };
  const idle = async () => {
    while (waiting.size > 0) await Promise.all(waiting);
  };
  const later = (work: () => Promise<void>) => {
    const done = work()
      .catch((error) => tell('mail.failed', 'A mail was not sent', error))
      .finally(() => waiting.delete(done));
    waiting.add(done);
  };
  return {
    async hasRoom(to) {
      // However the address is spelled.
      const [mailbox] = await db.sql<{ name: string }>('select private.mailbox($1) as name', [to]);
      if ((await perMailbox.take(mailbox?.name ?? to)) !== null) return false;
      const [room] = await db.sql<{ may: boolean }>(ROOM, [to]);
      return room?.may === true;
    },
    async send(to, template, values) {
      const mail = { to, ...(await renderMail(template, { ...values, SiteURL: origin })) };
      later(() => deliver(mail));
    },
    later,
    idle,
    async close() {
      closing.abort();
      // A server may take ten minutes to answer.
      await Promise.race([idle(), pause(CLOSE_MS, null, { ref: false })]);
      transport.close();
    },
  };
}

/** The mails of a data directory, oldest first. */
export async function mailFiles(dataDir: string): Promise<MailFile[]> {
  const dir = mailFolder(dataDir);
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      // An erasure may have taken it since.
      const bytes = await readFile(path.join(dir, name)).catch(() => null);
      return bytes ? [{ name, bytes }] : [];
    }),
  );
  return files.flat();
}

export const mailFolder = (dataDir: string) => path.join(dataDir, 'mail');
