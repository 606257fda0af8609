import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { type Mail, parseMail } from '../../scripts/lib/read-mails.ts';

export interface ReceivedMail extends Mail {
  /** Where the envelope said that it goes. */
  recipients: string[];
  /** As it travelled. */
  raw: string;
}

export interface MailServerOptions {
  port?: number;
  /** Refuses a recipient by throwing an error with `responseCode`. */
  onRecipient?: (address: string) => void;
  /** Runs when all of a mail has arrived, before the server says that it took it. */
  onMail?: (mail: ReceivedMail) => void | Promise<void>;
  /** Whom it lets in; everybody by default. */
  account?: { user: string; pass: string };
}

export interface MailServer {
  url: string;
  port: number;
  received: ReceivedMail[];
  stop(): Promise<void>;
}

/** A real SMTP server on the loopback that keeps what it takes. */
export async function mailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { account, onMail, onRecipient } = options;
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: !account,
    disabledCommands: account ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    // Clients keep their connections for the next mail.
    closeTimeout: 200,
    onAuth: ({ username, password }, _, done) =>
      username === account?.user && password === account?.pass
        ? done(null, { user: username })
        : done(new Error('535 Wrong name or password')),
    onRcptTo: ({ address }, _, done) => {
      try {
        onRecipient?.(address);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    onData: async (stream, session, done) => {
      try {
        const raw = await text(stream);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const mail = { ...(await parseMail(raw)), recipients, raw };
        received.push(mail);
        await onMail?.(mail);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) =>
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve()),
  );
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const login = account ? `${account.user}:${account.pass}@` : '';
  return {
    url: `smtp://${login}127.0.0.1:${port}`,
    port,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
