import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Every address in the text, in order. */
  links: string[];
}

interface OutgoingMail {
  to: string;
  subject: string;
  text?: string;
  html?: string;
}

/** `redirectTo` of the request that causes a mail; @supabase/lite does not pass it on. */
export const mailContext = new AsyncLocalStorage<{ redirectTo: string | null }>();

const LINK = /https?:\/\/[^\s"'<>]+/g;
const VERIFY_LINK = /https?:\/\/[^\s"'<>]*\/auth\/v1\/verify\?[^\s"'<>]*/g;

/** A mail driver for @supabase/lite that writes each mail to a file under `{dataDir}/mail`, for want of a server. */
export function mailbox(dataDir: string, origin: string) {
  return {
    async send(mail: OutgoingMail): Promise<void> {
      const text = relink(mail.text ?? '', origin);
      const html = relink(mail.html ?? '', origin);
      await keep(dataDir, {
        to: mail.to,
        subject: mail.subject,
        text,
        html,
        links: text.match(LINK) ?? [],
      });
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

async function keep(dataDir: string, mail: Mail): Promise<void> {
  const dir = path.join(dataDir, 'mail');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(/[-:]/g, '');
  const to = mail.to.replaceAll(/[^\w.@+-]/g, '_').slice(0, 120);
  const draft = path.join(dir, `.${randomBytes(6).toString('hex')}.tmp`);
  await writeFile(draft, `${JSON.stringify(mail, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path.join(dir, `${time}-${to}.json`));
}

/** Links go to the public origin, and on to where the caller asked to be sent. The verifier checks that address. */
function relink(body: string, origin: string): string {
  const redirectTo = mailContext.getStore()?.redirectTo;
  return body.replace(VERIFY_LINK, (link) => {
    const url = new URL('/auth/v1/verify', origin);
    url.search = new URL(link).search;
    if (redirectTo) url.searchParams.set('redirect_to', redirectTo);
    return url.href;
  });
}
