import { hashPassword, verifyPassword } from '../../passwords/hashing.ts';
import { type Call, emailOf, jsonBody, type Services } from '../call/call.ts';
import { authError, json } from '../call/responses.ts';
import { credentialsOf } from './accounts.ts';
import { beginSession } from './sessions.ts';
import { waitingSignUp } from './tokens.ts';

/**
 * The password grant. For any account, one password is compared with one hash: with that of the account, of the
 * sign-up that waits for its address, or of nobody, so that the time tells no more than the answer.
 */
export function signIn({ db, keys }: Services): (call: Call) => Promise<Response> {
  const nobody = hashPassword('nobody has this password').catch(() => null);

  return async (call) => {
    const body = jsonBody(call);
    const email = emailOf(body);
    if (!email) return authError(400, 'validation_failed', 'missing email or phone');
    const account = await credentialsOf(db, email);
    const waiting = await waitingSignUp(db, email);
    const kept = account ? account.encrypted_password : waiting?.details.password_hash;
    const given = typeof body.password === 'string' ? body.password : '';
    const matches = await verifyPassword(given, hashOr(kept, (await nobody) ?? ''));
    if (!matches || typeof kept !== 'string')
      return authError(400, 'invalid_credentials', 'Invalid login credentials');
    if (!account?.confirmed) return authError(400, 'email_not_confirmed', 'Email not confirmed');
    const session = await db.transaction((tx) => beginSession(tx, keys.jwtSecret, account.id));
    return json(200, { ...session, weak_password: null });
  };
}

const hashOr = (kept: unknown, nobodys: string) => (typeof kept === 'string' ? kept : nobodys);
