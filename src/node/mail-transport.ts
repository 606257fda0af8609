import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { writeAtomic } from './files.ts';
import { secured } from './secured-server.ts';

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
 * Why an email did not leave: `refused` for good, to be tried again `later`, or the server is `unreachable`: down, or
 * closed to us. `ours`: it refused this email for what is about us (quota, sender). `unknown`: it got all of the email
 * and did not answer, so the email may have arrived.
 */
export class DeliveryError extends Error {
  readonly outcome: 'refused' | 'later' | 'unreachable' | 'ours' | 'unknown';

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

/** RFC 5321, section 4.5.3.2: five minutes for the greeting and each command, ten for the answer to the text. */
export const SMTP_LIMITS = {
  dnsTimeout: 10_000,
  // Covers the greeting as well.
  connectionTimeout: 5 * 60_000,
  greetingTimeout: 5 * 60_000,
  socketTimeout: 10 * 60_000,
};

/** Somebody waits for the answer whether the server lets us in. */
const VERIFY_MS = 15_000;

function smtp(url: string, from: MailSettings['from']): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAIL_WIDTH,
    maxMessages: 100,
    // For a connection that the server has let go of since the last mail. All else is tried again by the outbox.
    maxRequeues: 1,
    ...SMTP_LIMITS,
    ...CLOSED,
  });
  transport.use('stream', (mail, done) => {
    const { delivery } = mail.data as Partial<Tracked>;
    mail.message.processFunc((text) =>
      text.once('end', () => {
        if (delivery) delivery.handedOver = true;
      }),
    );
    done();
  });
  return {
    send: async (message) => {
      const delivery = { handedOver: false };
      const tracked: Tracked & ReturnType<typeof composed> = {
        ...composed(message, from),
        delivery,
      };
      const sent = await transport.sendMail(tracked).catch((error) => {
        throw explained(error, delivery.handedOver);
      });
      return sent.response;
    },
    verify: async () => {
      const limits = {
        connectionTimeout: VERIFY_MS,
        greetingTimeout: VERIFY_MS,
        socketTimeout: VERIFY_MS,
      };
      await createTransport({ url, ...limits, ...CLOSED })
        .verify()
        .catch((error) => {
          throw explained(error, false);
        });
    },
    close: () => transport.close(),
  };
}

/** Whether all of an email's text went to the server, which then decides about it. */
interface Tracked {
  delivery: { handedOver: boolean };
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
  response?: string;
  responseCode?: number;
  message?: string;
}

function explained(error: SmtpError, handedOver: boolean): DeliveryError {
  const said = error.message ?? String(error);
  if (!error.responseCode && handedOver) return new DeliveryError(said, 'unknown');
  return new DeliveryError(said, outcomeOf(error));
}

/** What an answer is about is told by its enhanced code (RFC 3463), where it has one, and not by the command. */
function outcomeOf({ code, command, response, responseCode = 0 }: SmtpError) {
  const aboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (!aboutThisMail || responseCode === 421) return 'unreachable';
  // Without an answer it was refused before it was sent.
  if (!responseCode) return 'refused';
  const enhanced = /^\d{3}[ -](?<status>[245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.groups
    ?.status;
  const isAboutUs = enhanced
    ? !ABOUT_THE_MAIL.test(enhanced) || NAMES_US.test(response ?? '')
    : command === 'MAIL FROM' || OUR_LOGIN.has(responseCode);
  if (isAboutUs) return 'ours';
  return responseCode >= 500 ? 'refused' : 'later';
}

/**
 * Classes of RFC 3463 that say something of one recipient or one text: addresses but for the sender's (x.1.7, x.1.8),
 * mailboxes, a text that is too large, contents, and policies about this mail. Systems, routes, quotas, protocols and
 * other policies are about us.
 */
const ABOUT_THE_MAIL = /^\d\.(1\.(?![78]$)|2\.|3\.4$|6\.|5\.3$|7\.(1|2|3|17|18|19)$)/;

/** Servers refuse our address, our sender or relaying with the code of a policy about the recipient. */
const NAMES_US =
  /\brelay|\bclient (host|ip)\b|\byour (ip|server|network)\b|blocked using|\b(black|block|deny)[- ]?list|not (authorized|permitted|allowed) to send|\bas this sender\b/i;
const OUR_LOGIN = new Set([454, 530, 534, 535, 538]);

/** How mails leave, and whom they are from. */
export interface MailSettings {
  /** The server; null where each mail becomes a file. */
  smtpUrl: string | null;
  from: { name: string; address: string };
}
