import type { Template } from '../../mail/mail-templates.ts';
import type { Services } from '../call/call.ts';
import { metadataOf } from './accounts.ts';
import { issueToken, type NewToken, type Secrets, type TokenKind } from './tokens.ts';

const TEMPLATES: Record<TokenKind, Template> = {
  signup: 'confirmation',
  magiclink: 'magic_link',
  recovery: 'recovery',
  invite: 'invite',
  email_change: 'email_change',
  email_change_current: 'email_change',
  email_change_undo: 'email_change_asked',
  reauthentication: 'reauthentication',
};

/** Where an account notes when such a mail went out, for those who may read it. */
const SENT_AT: Partial<Record<TokenKind, string>> = {
  signup: 'confirmation_sent_at',
  magiclink: 'recovery_sent_at',
  recovery: 'recovery_sent_at',
  reauthentication: 'reauthentication_sent_at',
};

interface MailedLink extends NewToken {
  /** Where the link leads afterwards; the site by default. */
  redirectTo?: string | null;
  /** Another template than the kind's own. */
  template?: Template;
  /** What the mail says of addresses, where it is not the one that it goes to. */
  says?: { Email: string; NewEmail: string };
}

/**
 * Makes a token and mails its link and its code. A full mailbox gets no more, and keeps the links that it has.
 * @param made what the mail carries, where it was made before.
 */
export async function mailLink(
  services: Services,
  link: MailedLink,
  made?: Secrets,
): Promise<void> {
  const { db, keys, mailer, origin } = services;
  // A flood that a stranger asked for must never keep a way back from its reader.
  const hasRoom = link.kind === 'email_change_undo' || (await mailer.hasRoom(link.email));
  if (!hasRoom) return;
  const { token, code } = made ?? (await issueToken(db, keys.jwtSecret, link));
  await mailer.send(link.email, link.template ?? TEMPLATES[link.kind], {
    Email: link.email,
    ...link.says,
    Token: code,
    TokenHash: token,
    RedirectTo: link.redirectTo ?? origin,
    Data: link.userId ? await metadataOf(db, 'id', link.userId) : Object(link.details?.metadata),
  });
  const sentAt = SENT_AT[link.kind];
  if (sentAt && link.userId)
    await db.sql(`update auth.users set ${sentAt} = now() where id = $1`, [link.userId]);
}

/** A mail without a link, to the owner of an address that another account or sign-up asked for. */
export async function mailOwner(
  { db, mailer }: Services,
  email: string,
  template: 'account_exists' | 'address_in_use',
): Promise<void> {
  if (!(await mailer.hasRoom(email))) return;
  await mailer.send(email, template, { Email: email, Data: await metadataOf(db, 'email', email) });
}
