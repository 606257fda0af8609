import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderMail } from '#mail/delivery/render.ts';
import { SAMPLES } from '#tests/support/cases/mail-samples.ts';
import { effort } from '#tests/support/effort.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { type MailServer, type MailServerOptions, mailServer } from '#tests/support/mail-server.ts';
import { parseMail } from '../../scripts/lib/read-mails.ts';
import {
  type DeliveryError,
  type MailTransport,
  openTransport,
  SMTP_LIMITS,
} from './mail-transport.ts';

const FROM = { name: 'Muro, "the" directory', address: 'hello@muro.example' };
const MAIL = { to: 'ada@example.com', subject: 'Hello', text: 'Hello.\n', html: '<p>Hello.</p>' };

let folder: string;
let undo: (() => unknown)[];
beforeEach(async () => {
  folder = await folderOfTest('muro-mail-');
  undo = [];
});
afterEach(async () => {
  for (const step of undo.reverse()) await step();
});

function opened(smtpUrl: string | null): MailTransport {
  const transport = openTransport({ smtpUrl, from: FROM, folder });
  undo.push(() => transport.close());
  return transport;
}
async function served(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await mailServer(options);
  undo.push(() => server.stop());
  return server;
}
const failure = (sending: Promise<unknown>): Promise<DeliveryError> =>
  sending.then(
    () => Promise.reject(new Error('the mail left')),
    (error) => error,
  );
const refuse =
  (responseCode: number, message = 'no') =>
  () => {
    throw Object.assign(new Error(message), { responseCode });
  };

describe('mail by SMTP', () => {
  it('arrives as it was written, from the sender of the settings, with its own identity', async () => {
    const server = await served();
    const rendered = renderMail('artist_welcome', {}, { origin: 'https://muro.example' });
    const answer = await opened(server.url).send({
      ...rendered,
      to: MAIL.to,
      messageId: 'a@b.example',
    });
    expect(answer).toMatch(/^250/);
    const [mail] = server.received;
    expect(mail).toMatchObject({
      to: MAIL.to,
      recipients: [MAIL.to],
      subject: rendered.subject,
      messageId: '<a@b.example>',
    });
    expect(mail?.text.trim()).toBe(rendered.text.trim());
    expect(mail?.html.trim()).toBe(rendered.html.trim());
    expect(mail?.raw).toContain('From: "Muro, \\"the\\" directory" <hello@muro.example>\r\n');
    expect(mail?.raw).toContain('Auto-Submitted: auto-generated\r\n');
    expect(mail?.raw).toMatch(/^Date: .*\r\n/m);
  });

  it.each([
    // About us, whatever it answers: the email waits.
    [550, '5.4.5 Daily user sending limit exceeded', 'ours'],
    [550, '5.1.7 Invalid sender', 'ours'],
    [554, '5.7.1 <ada@example.com>: Relay access denied', 'ours'],
    [554, '5.7.1 Service unavailable; Client host [1.2.3.4] blocked using zen.example', 'ours'],
    [530, '5.7.0 Must issue a STARTTLS command first', 'ours'],
    [451, '4.3.0 Try later', 'ours'],
    // About the address or the text.
    [550, '5.1.1 No such user', 'refused'],
    [552, '5.2.2 Mailbox full', 'refused'],
    [554, '5.6.0 Contents', 'refused'],
    [550, '5.7.1 Message looks like spam', 'refused'],
    [450, '4.2.1 Greylisted', 'later'],
    [421, '4.3.2 Closing', 'unreachable'],
    [550, 'no such user', 'refused'],
    // Without an enhanced code, and with those that large hosts give a meaning of their own.
    [
      550,
      'Domain muro.example has exceeded the max emails per hour (500/500 (100%)) allowed.',
      'ours',
    ],
    [
      554,
      'Message rejected: Email address is not verified. The following identities failed',
      'ours',
    ],
    [550, 'relay not permitted', 'ours'],
    [554, 'Transaction failed', 'ours'],
    [550, 'Sender verify failed', 'ours'],
    [550, '5.1.1 Your account has reached its daily sending limit', 'ours'],
    [550, '5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'refused'],
    [554, 'delivery error: dd This user doesn’t have a yahoo.com account', 'refused'],
    [
      550,
      '<ada@example.org>: Recipient address rejected: User unknown in virtual table',
      'refused',
    ],
    [552, 'The email account that you tried to reach is over quota', 'refused'],
    [550, 'Unrouteable address', 'refused'],
    [
      550,
      '5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
      'refused',
    ],
    [550, 'Usuario desconocido', 'refused'],
    [550, 'El buzón no existe', 'refused'],
    [450, '4.1.1 Recipient address rejected: unverified address: unknown user', 'later'],
    [450, '4.1.7 Sender address rejected: unverified address: timed out', 'ours'],
  ] as const)(
    '%i %s is %s, at the recipient and at the text alike',
    async (code, said, outcome) => {
      for (const hook of ['onRecipient', 'onMail'] as const) {
        const { url } = await served({ [hook]: refuse(code, said) });
        expect((await failure(opened(url).send(MAIL))).outcome).toBe(outcome);
      }
    },
  );

  it('gives a server the times of RFC 5321', () => {
    expect(SMTP_LIMITS.greetingTimeout).toBeGreaterThanOrEqual(5 * 60_000);
    expect(SMTP_LIMITS.connectionTimeout).toBeGreaterThanOrEqual(SMTP_LIMITS.greetingTimeout);
    expect(SMTP_LIMITS.socketTimeout).toBeGreaterThanOrEqual(10 * 60_000);
  });

  it('finds a server that is away, and one that does not let it in, unreachable', async () => {
    const gone = await mailServer();
    await gone.stop();
    const away = await failure(opened(gone.url).send(MAIL));
    expect([away.outcome, away.message]).toEqual([
      'unreachable',
      expect.stringContaining('REFUSED'),
    ]);
    const closed = await served({ account: { user: 'muro', pass: 'right' } });
    const wrong = opened(closed.url.replace('right', 'wr0ng-secret'));
    for (const attempt of [() => wrong.send(MAIL), () => wrong.verify()]) {
      const error = await failure(attempt());
      expect(error.outcome).toBe('unreachable');
      expect(error.message).toContain('535');
      expect(error.message).not.toContain('wr0ng-secret');
    }
    const right = opened(closed.url);
    await right.verify();
    expect(await right.send(MAIL)).toMatch(/^250/);
  });
});

/** A server of our own, which counts what `serve` tells it to. */
async function odd(
  serve: (socket: Socket, count: () => void) => void,
): Promise<{ url: string; counted: () => number }> {
  let counted = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    serve(socket, () => {
      counted++;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, counted: () => counted };
}

it('hands a mail over once, also to a server that hangs up instead of saying that it took it', async () => {
  const { url, counted } = await odd((socket, count) => {
    let isText = false;
    let heard = '';
    socket.write('220 muro.test\r\n');
    socket.on('data', (bytes) => {
      heard += bytes;
      if (isText && heard.endsWith('\r\n.\r\n')) {
        count();
        socket.destroy();
      } else if (!isText) {
        isText = heard.endsWith('DATA\r\n');
        heard = '';
        socket.write(isText ? '354 go on\r\n' : '250 OK\r\n');
      }
    });
  });
  expect((await failure(opened(url).send(MAIL))).outcome).toBe('unknown');
  expect(counted()).toBe(1);
});

it('calls a server that hangs up at once twice, and leaves the rest to the outbox', async () => {
  const { url, counted } = await odd((socket, count) => {
    count();
    socket.end();
  });
  expect((await failure(opened(url).send(MAIL))).outcome).toBe('unreachable');
  expect(counted()).toBe(2);
});

describe('mail without a server', () => {
  it('is one file of its own, readable by its owner only', async () => {
    const transport = opened(null);
    await transport.verify();
    for (const subject of ['One', 'Two'])
      expect(await transport.send({ ...MAIL, subject })).toMatch(/^Written to .*\.eml$/);
    const names = (await readdir(folder)).sort();
    expect(names).toHaveLength(2);
    for (const [n, name] of names.entries()) {
      expect(name).toMatch(/^\d{8}T\d{6}\.\d{3}Z-\d{6}-ada@example\.com-[\da-f]{6}\.eml$/);
      const file = path.join(folder, name);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const raw = await readFile(file, 'utf8');
      expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect((await parseMail(raw)).subject).toBe(['One', 'Two'][n]);
    }
  });

  it('says so when there is no room for it', async () => {
    const transport = openTransport({ smtpUrl: null, from: FROM, folder: '/dev/null/mail' });
    await expect(transport.send(MAIL)).rejects.toThrow(/ENOTDIR/);
  });
});

it('makes no header, no recipient and no other body of whatever was typed', {
  tags: 'effort',
}, async () => {
  const transport = opened(null);
  const EVIL = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      'x\r\nBcc: victim@example.com\r\n\r\nbody',
      'a@example.com, victim@example.com',
      'a@example.com>\r\nRCPT TO:<victim@example.com',
      '"a" <victim@example.com>',
      'Subject: x\n.\n',
      '\u2028Bcc: victim@example.com',
    ),
  );
  const kinds = SAMPLES.filter(([, data]) => 'lead' in data);
  await fc.assert(
    fc.asyncProperty(EVIL, EVIL, fc.constantFrom(...kinds), async (typed, to, [kind, data]) => {
      const rendered = renderMail(
        kind,
        {
          ...data,
          artist: { id: 'a1', name: typed, slug: null },
          artists: [{ id: 'a1', name: typed }],
        },
        { origin: 'https://muro.example' },
      );
      const answer = await transport.send({ ...rendered, to, messageId: 'a@b.example' });
      const raw = await readFile(path.join(folder, answer.slice('Written to '.length)), 'utf8');
      const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
      const names = head
        .split('\r\n')
        .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
      expect(names.filter((name) => !HEADERS.has(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      const mail = await parseMail(raw);
      expect(comparable(mail.subject)).toBe(comparable(rendered.subject));
    }),
    { numRuns: effort(15) },
  );
});

const comparable = (text: string) => text.normalize().replace(/\s+/g, ' ').trim();

const HEADERS = new Set([
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]);

describe('a mail of which nothing may be kept', () => {
  const LATER = 31_000;
  const files = async () => (await readdir(folder)).length;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('can be read for half a minute, and others stay', async () => {
    const transport = opened(null);
    await transport.send(MAIL);
    await transport.send({ ...MAIL, forgotten: true });
    expect(await files()).toBe(2);
    vi.advanceTimersByTime(LATER);
    await vi.waitFor(async () => expect(await files()).toBe(1));
    expect((await readdir(folder))[0]).not.toContain('forgotten');
  });

  it('is removed by the next process too, when the one that wrote it was killed', async () => {
    await opened(null).send({ ...MAIL, forgotten: true });
    vi.clearAllTimers();
    opened(null);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(LATER);
    await vi.waitFor(async () => expect(await files()).toBe(0));
  });
});
