import type { Queryable } from '../../base/options.ts';
import type { Services } from '../call/call.ts';
import { isTaken, moveAccount } from './accounts.ts';
import { mailLink, mailOwner } from './mail-links.ts';
import { endSessions, setPasswordHash } from './sessions.ts';
import { endTokens, type Token } from './tokens.ts';

interface Change {
  userId: string;
  from: string;
  to: string;
  redirectTo: string | null;
}

/**
 * Notes that an account wants another address, and tells both: the new one confirms, the old one may stop it. An
 * address that belongs to another account is noted as well, so that nobody learns whose it is; its owner gets an email.
 */
export async function askForChange(services: Services, change: Change): Promise<void> {
  const { db, mailer } = services;
  const { userId, from, to } = change;
  await db.sql(
    'update auth.users set email_change = $2, email_change_sent_at = now(), updated_at = now() where id = $1',
    [userId, to],
  );
  mailer.later(async () => {
    if (from) await tellOldAddress(services, change, 'email_change_asked');
    await mailChange(services, change);
  });
}

/** Mails the link that confirms a change, to the new address. */
export async function mailChange(services: Services, change: Change): Promise<void> {
  const { db } = services;
  const { userId, from, to, redirectTo } = change;
  await endTokens(db, userId, ['email_change']);
  if (await isTakenByAnother(db, userId, to)) return mailOwner(services, to, 'address_in_use');
  const says = { Email: from, NewEmail: to };
  const details = { from };
  await mailLink(services, { kind: 'email_change', userId, email: to, details, redirectTo, says });
}

/** A person may go back to an address that is kept for them. */
async function isTakenByAnother(db: Queryable, userId: string, email: string): Promise<boolean> {
  if (!(await isTaken(db, email))) return false;
  const [own] = await db.sql(
    `select 1 from embedded.one_time_tokens t where t.email = $2 and t.kind = 'email_change_undo' and t.user_id = $1
     and not exists (select from auth.users u where u.email = $2)
     and not exists (select from embedded.one_time_tokens o where o.email = $2 and o.kind = t.kind and o.user_id <> $1
       and o.expires_at > now())`,
    [userId, email],
  );
  return own === undefined;
}

async function tellOldAddress(
  services: Services,
  { userId, from, to }: Omit<Change, 'redirectTo'>,
  template: 'email_change_asked' | 'email_change_done',
): Promise<void> {
  const says = { Email: from, NewEmail: to };
  await mailLink(services, { kind: 'email_change_undo', userId, email: from, says, template });
}

/**
 * The new address has confirmed, within a transaction of the caller. Gives what is to be done once that has ended, or
 * null when the account no longer wants this address: a new password, for one, withdraws what was asked for before.
 * @throws the database's error 23505 when it was taken meanwhile.
 */
export async function completeChange(
  services: Services,
  tx: Queryable,
  token: Token & { user_id: string },
): Promise<(() => void) | null> {
  const { user_id: userId, email: to } = token;
  const [wanted] = await tx.sql('select 1 from auth.users where id = $1 and email_change = $2', [
    userId,
    to,
  ]);
  if (!wanted) return null;
  await moveAccount(tx, userId, to);
  await endTokens(tx, userId, ['recovery', 'magiclink', 'email_change', 'email_change_current']);
  const from = typeof token.details.from === 'string' ? token.details.from : '';
  return () => {
    if (!from) return;
    const change = { userId, from, to };
    services.mailer.later(() => tellOldAddress(services, change, 'email_change_done'));
  };
}

/**
 * The old address takes it back, within a transaction of the caller: whatever was asked for or changed since is void. A
 * password that was set shortly before or since may be the thief's, and is nobody's from now on.
 */
export async function undoChange(tx: Queryable, token: Token & { user_id: string }): Promise<void> {
  const { user_id: userId, email, created_at } = token;
  const [suspect] = await tx.sql(
    `select 1 from embedded.password_changes
     where user_id = $1 and changed_at > $2::timestamptz - interval '7 days'`,
    [userId, created_at],
  );
  await moveAccount(tx, userId, email);
  await tx.sql(
    `delete from embedded.one_time_tokens where user_id = $1
     and (kind <> 'email_change_undo' or email = $3 or created_at >= $2::timestamptz)`,
    [userId, created_at, email],
  );
  await (suspect ? setPasswordHash(tx, userId, null) : endSessions(tx, userId));
}
