import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailSettings } from '#config/mail-settings.ts';
import { writeAtomic } from '#node/files.ts';
import { secured } from '#node/secured-server.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Without brackets; one of its own by default. */
  messageId?: string;
  headers?: Record<string, string>;
  /** Nothing may be kept of whom it goes to. */
  forgotten?: boolean;
}

export interface MailTransport {
  /**
   * Hands a mail over and gives what the server answered.
   * @throws DeliveryError
   */
  send(message: MailMessage): Promise<string>;
  /**
   * Whether the server lets us in.
   * @throws DeliveryError
   */
  verify(): Promise<void>;
  close(): void;
}

/**
 * Why a mail did not leave: `refused` for good, to be tried again `later`, or the server is `unreachable` for every
 * mail, be it that it is down or that it does not take our name and password.
 */
export class DeliveryError extends Error {
  readonly outcome: 'refused' | 'later' | 'unreachable';

  constructor(message: string, outcome: DeliveryError['outcome']) {
    super(message);
    this.name = 'DeliveryError';
    this.outcome = outcome;
  }
}

interface TransportOptions extends MailSettings {
  /** Where mails become files, for want of a server. */
  folder: string;
}

/** Connections to the server at a time. */
export const MAIL_WIDTH = 4;

export function openTransport(options: TransportOptions): MailTransport {
  return options.smtpUrl ? smtp(secured(options.smtpUrl), options.from) : files(options);
}

/** What was typed never names a file or an address to read from. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };

function smtp(url: string, from: MailSettings['from']): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAIL_WIDTH,
    maxMessages: 100,
    // For a connection that the server has let go of since the last mail. All else is tried again by the outbox.
    maxRequeues: 1,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    ...CLOSED,
  });
  return {
    send: async (message) => {
      const sent = await transport.sendMail(composed(message, from)).catch((error) => {
        throw explained(error);
      });
      return sent.response;
    },
    verify: async () => {
      await transport.verify().catch((error) => {
        throw explained(error);
      });
    },
    close: () => transport.close(),
  };
}

/** How long a file stays of whose address nothing may be kept: to be read by whoever tries the product out. */
const FORGOTTEN_AFTER_MS = 30_000;
const FORGOTTEN = '-forgotten.eml';

/** Each mail as one file (RFC 5322), named by time and address. */
function files({ folder, from }: TransportOptions): MailTransport {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...CLOSED,
  });
  const forget = (name: string) =>
    setTimeout(() => void rm(path.join(folder, name), { force: true }), FORGOTTEN_AFTER_MS).unref();
  const forgetLeft = async () => {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) if (name.endsWith(FORGOTTEN)) forget(name);
  };
  // What a process left that ended before.
  void forgetLeft();
  return {
    send: async (message) => {
      // Before anything is awaited: files are in the order in which mails were handed over.
      const name = fileName(message.to, message.forgotten ? FORGOTTEN : '.eml');
      const { message: bytes } = await transport.sendMail(composed(message, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeAtomic(path.join(folder, name), bytes as Buffer, { mode: 0o600 });
      if (message.forgotten) forget(name);
      return `Written to ${name}`;
    },
    verify: async () => {},
    close: () => {},
  };
}

let count = 0;

function fileName(to: string, end: string): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '');
  // Two mails of one millisecond keep their order; another process writes here too.
  const order = String(count++ % 1e6).padStart(6, '0');
  const who = to.replaceAll(/[^\w.@+-]/g, '_').slice(0, 120);
  return `${time}-${order}-${who}-${randomBytes(3).toString('hex')}${end}`;
}

/** Headers are made of single lines, and an address is one address, whatever it holds. */
function composed(message: MailMessage, from: MailSettings['from']) {
  const to = oneLine(message.to);
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    // Names of people stay readable to whoever looks for an address in a file.
    textEncoding: 'quoted-printable' as const,
    ...(message.messageId && { messageId: `<${message.messageId}>` }),
    headers: message.headers ?? {},
  };
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  message?: string;
}

/** Only what a server says of a recipient or of a text is about this mail; all else is about the way there. */
function explained(error: SmtpError): DeliveryError {
  const said = error.message ?? String(error);
  const aboutThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  if (!aboutThisMail || error.command === 'MAIL FROM' || error.responseCode === 421)
    return new DeliveryError(said, 'unreachable');
  // Without an answer it was refused before it was sent.
  return new DeliveryError(said, (error.responseCode ?? 500) >= 500 ? 'refused' : 'later');
}
