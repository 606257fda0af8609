import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { startingStep } from '../base/advisory-lock.ts';
import type { Database } from '../base/database.ts';
import { asOwner } from '../base/owner-rights.ts';

/** The roles that a request may take. */
const CALLERS = 'anon, authenticated, service_role';

/** One for each database of a server, whose roles all its databases share. */
export const AUTHENTICATOR = "('authenticator_' || current_database())::name::text";

/** The statements that make the platform's roles: they are no part of a database's dump. */
export const platformRoles = (): Promise<string> =>
  readFile(new URL('roles.sql', import.meta.url), 'utf8');

/**
 * Makes the role that answers requests, as on Supabase: it has no rights, and may only become who asks. A request that
 * gets out of its role has none, then.
 * @param password for its sessions; without one it has none of its own.
 * @throws StartupError when the owner's role may make no roles, or may not hand out those that are there.
 */
export function makeAuthenticator(
  db: Pick<Database, 'transaction'>,
  password?: string,
): Promise<void> {
  const making = startingStep(db, async (tx) => {
    await tx.script(await platformRoles());
    const [row] = await tx.sql<{ role: string; there: boolean }>(
      `select quote_ident(${AUTHENTICATOR}) as role, to_regrole(quote_ident(${AUTHENTICATOR})) is not null as there`,
    );
    const secret = password ? `password '${verifierOf(password)}'` : '';
    await tx.script(
      `${row?.there ? 'alter' : 'create'} role ${row?.role} login noinherit ${secret}; grant ${CALLERS} to ${row?.role}`,
    );
  });
  return asOwner(making);
}

const ROUNDS = 4096;

/** What PostgreSQL keeps of a password (SCRAM-SHA-256): the password itself stays out of the server and its log. */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const server = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${server}`;
}
