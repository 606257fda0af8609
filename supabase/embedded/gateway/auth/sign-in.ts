import { verifyPassword } from '../../passwords/hashing.ts';
import { emailOf, jsonBody } from '../call/call.ts';
import { authRefusal, json } from '../call/responses.ts';
import type { AuthHandler } from './auth-services.ts';
import { beginSession } from './sessions.ts';
import { waitingSignUp } from './tokens.ts';

/**
 * The password grant. For any account, one password is compared with one hash: with that of the account, of the
 * sign-up that waits for its address, or of nobody, so that the time tells no more than the answer.
 */
export const signIn: AuthHandler = ({ db, keys, limit, nobodysHash }, call) =>
  limit.signIn(call, async () => {
    const body = jsonBody(call);
    const email = emailOf(body);
    if (!email) throw authRefusal(400, 'validation_failed', 'missing email or phone');
    const [account] = await db.sql<{ id: string; hash: string | null; confirmed: boolean }>(
      `select id, encrypted_password as hash, email_confirmed_at is not null as confirmed
       from auth.users where email = $1`,
      [email],
    );
    const waiting = await waitingSignUp(db, email);
    const kept = account ? account.hash : waiting?.details.password_hash;
    const given = typeof body.password === 'string' ? body.password : '';
    const hash = typeof kept === 'string' ? kept : ((await nobodysHash) ?? '');
    if (!(await verifyPassword(given, hash)) || typeof kept !== 'string')
      throw authRefusal(400, 'invalid_credentials', 'Invalid login credentials');
    if (!account?.confirmed) throw authRefusal(400, 'email_not_confirmed', 'Email not confirmed');
    const session = await db.transaction((tx) => beginSession(tx, keys.jwtSecret, account.id));
    return json(200, { ...session, weak_password: null });
  });
