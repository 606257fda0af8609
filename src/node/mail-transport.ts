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

/** The operator waits for the answer whether the server lets us in. */
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

/** How long a file stays of whose address nothing may be kept: for an operator who tries the product out. */
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
      const name = fileName(message);
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

/** One of the outbox ends with the identity of its row, by which it is found when that goes. */
function fileName({ to, messageId, forgotten }: MailMessage): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '');
  // Two mails of one millisecond keep their order; another process writes here too.
  const order = String(count++ % 1e6).padStart(6, '0');
  const who = to.replaceAll(/[^\w.@+-]/g, '_').slice(0, 120);
  const id = messageId?.split('@')[0] ?? randomBytes(3).toString('hex');
  return `${time}-${order}-${who}-${id}${forgotten ? FORGOTTEN : '.eml'}`;
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
    // Names of people stay readable to an operator who looks for an address in a file.
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

/**
 * What an answer is about is told by its words first, because servers use codes of their own choice, then by its enhanced
 * code (RFC 3463), and hardly ever by the command. What says neither is about us: such an email waits, and is not lost.
 */
function outcomeOf({ code, command, response = '', responseCode = 0 }: SmtpError) {
  const aboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (!aboutThisMail || responseCode === 421) return 'unreachable';
  // Without an answer it was refused before it was sent.
  if (!responseCode) return 'refused';
  if (isAboutUs(response, command, responseCode)) return 'ours';
  return responseCode >= 500 ? 'refused' : 'later';
}

function isAboutUs(response: string, command: string | undefined, code: number): boolean {
  if (command === 'MAIL FROM' && !NAMES_MAILBOX.test(response) && !enhancedOf(response))
    return true;
  if (RESTRICTED.test(response)) return false;
  if (NAMES_US.test(response)) return true;
  if (NAMES_MAILBOX.test(response) || NAMES_TEXT.test(response)) return false;
  const enhanced = enhancedOf(response);
  if (enhanced) return !ABOUT_THE_MAIL.test(enhanced);
  // A server that is busy, or lets strangers wait, says so of this email alone.
  return OUR_LOGIN.has(code) || code >= 500;
}

const enhancedOf = (response: string) =>
  /^\d{3}[ -](?<status>[245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.groups?.status;

/**
 * Classes of RFC 3463 that say something of one recipient or one text: addresses but for the sender's (x.1.7, x.1.8),
 * mailboxes, a text that is too large, contents, and policies about this mail. Systems, routes, quotas, protocols and
 * other policies are about us. Microsoft's 5.4.310 says that the domain of the recipient does not exist.
 */
const ABOUT_THE_MAIL = /^\d\.(1\.(?![78]$)|2\.|3\.4$|4\.310$|6\.|5\.3$|7\.(1|2|3|17|18|19)$)/;

/** A mailbox of Microsoft's that takes email from people it knows only; it calls us "not authenticated". */
const RESTRICTED = /\bresolver\.rst\.|^\d{3}[ -]5\.7\.1(24|29|3[3-6])\b/i;

/** Our address, our sender, our quota, or relaying: servers refuse them with every code, also with those of a recipient. */
const NAMES_US = new RegExp(
  [
    String.raw`\brelay|\bclient (host|ip)\b|\b(your|sending|sender) (ip|server|network|host|domain|account|organi[sz]ation)\b`,
    String.raw`blocked using|\b(black|block|deny)[- ]?list|\breputation\b|spamhaus|not (authorized|permitted|allowed) to send|\bas this sender\b`,
    String.raw`\b(exceeded|over|reached)\b.{0,60}\b(per|hour|hourly|day|daily|minute|rate|limit|messages|emails|sending)\b|\b(hourly|daily|sending|rate) (limit|quota)`,
    String.raw`too many (messages|emails|connections|recipients|errors)|not verified|unverified(?! address)|\bsender (address )?(rejected|denied|refused|verify|not)|authenticat|\b(spf|dkim|dmarc)\b|suspended.{0,40}send|\bhelo\b|\behlo\b|\bptr\b|reverse dns`,
  ].join('|'),
  'i',
);

/** One mailbox, in the words of Postfix, Exim, Exchange, Gmail, Yahoo, Proofpoint, Mimecast and others. */
const NAMES_MAILBOX = new RegExp(
  [
    String.raw`\b(no such|unknown|invalid|non-?existent|unrouteable|undeliverable|unrecogni[sz]ed|bad|disabled|inactive|expired) (local )?(user|recipient|mailbox|address|account|person|destination)`,
    String.raw`\b(user|recipient|mailbox|address|account|addressee|destination)\b.{0,80}\b(unknown|not found|invalid|disabled|inactive|unavailable|full|rejected|over ?quota|(does|do) ?n[o'’]t exist|does not exist|doesn.?t have|no longer|not (exist|known|local|listed|valid|available|active)|is not|has been (disabled|discontinued|closed))`,
    String.raw`\b(usuario|buz[oó]n|destinatario|direcci[oó]n|cuenta)\b.{0,40}\b(no (existe|encontrad[oa]|v[aá]lid[oa])|desconocid[oa]|inexistente|llen[oa])`,
    String.raw`\bno existe (el|ese|la|esa) (usuario|buz[oó]n|destinatario|direcci[oó]n|cuenta)\b`,
    String.raw`\b(does ?n[o'’]t|does not) (exist|have an? .{0,20}(account|mailbox))|\b(no|not a known) (mailbox|user|recipient|account) (here|by|with|found)?|\b(over ?quota|out of storage|mailbox .{0,20}full|quota exceeded)|\brecipient address rejected\b|\bnot (here|our customer)\b`,
  ].join('|'),
  'i',
);

/** This text, whatever its sender: its size or what stands in it. */
const NAMES_TEXT =
  /\b(message|size|content)\b.{0,40}\b(too (large|big)|exceeds|virus|malware)|\bvirus\b|\bspam\b/i;
const OUR_LOGIN = new Set([454, 530, 534, 535, 538]);

/** How mails leave, and whom they are from. */
export interface MailSettings {
  /** The server; null where each mail becomes a file. */
  smtpUrl: string | null;
  from: { name: string; address: string };
}
