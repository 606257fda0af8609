import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sentence } from '#node/errors.ts';
import { writeAtomic } from '#node/files.ts';
import { Limiter } from './gateway/limiter.ts';
import { renderMail, type Template, type TemplateValues } from './mail-templates.ts';
import type { Limit } from './options.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Every address in the text, in order. */
  links: string[];
}

export interface Mailer {
  /** Whether a mailbox may get one more mail that anybody can ask for; takes one. */
  hasRoom(to: string): boolean;
  /** Writes a mail about an account and delivers it. */
  send(to: string, template: Template, values: Omit<TemplateValues, 'SiteURL'>): Promise<void>;
  /**
   * Does what leads to a mail after the answer: neither its time nor its failure may tell whether there is an account.
   */
  later(work: () => Promise<void>): void;
  /** Resolves when nothing waits. */
  idle(): Promise<void>;
}

interface Options {
  dataDir: string;
  /** The public origin: what every link starts with. */
  origin: string;
  log: (line: string) => void;
  /** Mails that anybody can ask for, to one mailbox. */
  perMailbox: Limit;
}

const LINK = /https?:\/\/[^\s"'<>]+/g;

/** Delivers each mail into a file under `{dataDir}/mail`, for want of a server. */
export function createMailer({ dataDir, origin, log, perMailbox }: Options): Mailer {
  const room = new Limiter(perMailbox);
  const waiting = new Set<Promise<void>>();
  return {
    hasRoom: (to) => room.take(to) === null,
    async send(to, template, values) {
      const { subject, text, html } = await renderMail(template, { ...values, SiteURL: origin });
      await keep(dataDir, { to: oneLine(to), subject, text, html, links: text.match(LINK) ?? [] });
    },
    later(work) {
      const done = work()
        .catch((error) => log(`A mail was not sent: ${sentence(error)}`))
        .finally(() => waiting.delete(done));
      waiting.add(done);
    },
    async idle() {
      while (waiting.size > 0) await Promise.all(waiting);
    },
  };
}

/** The mails of a data directory, oldest first. */
export async function listMails(dataDir: string): Promise<Mail[]> {
  const dir = path.join(dataDir, 'mail');
  const names = (await readdir(dir).catch(() => []))
    .filter((name) => name.endsWith('.json'))
    .sort();
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(path.join(dir, name), 'utf8'))),
  );
}

/** An address stands in a header; an account that is older than the rule about addresses may hold anything. */
const oneLine = (address: string) => address.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '');

let count = 0;

async function keep(dataDir: string, mail: Mail): Promise<void> {
  const dir = path.join(dataDir, 'mail');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(/[-:]/g, '');
  // Two mails of one millisecond keep their order.
  const order = String(count++ % 1e6).padStart(6, '0');
  const to = mail.to.replaceAll(/[^\w.@+-]/g, '_').slice(0, 120);
  const file = path.join(dir, `${time}-${order}-${to}.json`);
  await writeAtomic(file, `${JSON.stringify(mail, null, 2)}\n`, { mode: 0o600 });
}
