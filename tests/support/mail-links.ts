import type { Mail } from '../../scripts/lib/read-mails.ts';
import type { TestBackend } from './backend.ts';

interface MailLink {
  origin: string;
  path: string;
  tokenHash: string;
  type: string;
  redirectTo: string | null;
}

/** The address of a mail that asks for a press; throws when there is none. */
export function hrefOf(mail: Mail | undefined): string {
  const href = mail?.links.find((link) => new URL(link).hash.includes('token_hash='));
  if (!href) throw new Error(`no link in ${JSON.stringify(mail)}`);
  return href;
}

/** The same, taken apart. */
export function linkOf(mail: Mail | undefined): MailLink {
  const { origin, pathname, search, hash } = new URL(hrefOf(mail));
  const params = new URLSearchParams(hash.slice(1));
  return {
    origin,
    path: pathname + search,
    tokenHash: params.get('token_hash') ?? '',
    type: params.get('type') ?? '',
    redirectTo: params.get('redirect_to'),
  };
}

/** The six digits that stand beside the link. */
export function codeIn(mail: Mail | undefined): string {
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`no code in ${JSON.stringify(mail)}`);
  return code;
}

/** The mails to one address, oldest first. */
export async function mailsTo(backend: TestBackend, address: string): Promise<Mail[]> {
  return (await backend.mails()).filter((mail) => mail.to === address);
}
