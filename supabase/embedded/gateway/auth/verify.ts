import type { Queryable } from '../../base/options.ts';
import { emailOf, jsonBody, textOf } from '../call/call.ts';
import { authRefusal, json } from '../call/responses.ts';
import { confirmAccount, createAccount, isTaken, refuseTaken } from './accounts.ts';
import type { AuthHandler, AuthServices } from './auth-services.ts';
import { completeChange, undoChange } from './email-change.ts';
import { expired } from './limits.ts';
import { pressPage, redirectOf } from './redirect.ts';
import { beginSession } from './sessions.ts';
import { redeemCode, redeemToken, type Token, type TokenKind } from './tokens.ts';

/** What supabase-js says a token is for, and the kinds of mail that it may then be from. */
const KINDS = new Map<string, readonly TokenKind[]>(
  Object.entries({
    signup: ['signup'],
    magiclink: ['magiclink'],
    email: ['signup', 'magiclink', 'invite'],
    recovery: ['recovery'],
    invite: ['invite'],
    email_change: ['email_change', 'email_change_current'],
    email_change_undo: ['email_change_undo'],
  }),
);

/**
 * `GET` and `HEAD verify`: nothing is looked up and nothing is spent, because whatever reads a mail follows its links.
 * They lead to the page that asks for a press.
 */
export const askForPress: AuthHandler = async ({ origin }, call) => {
  const params = call.url.searchParams;
  const type = params.get('type') ?? '';
  const token = params.get('token_hash') ?? params.get('token') ?? '';
  if (!KINDS.has(type)) throw invalidType(type);
  if (!token)
    throw authRefusal(400, 'validation_failed', 'Verify requires a token or a token hash');
  const location = pressPage(origin, token, type, redirectOf(call, origin));
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new Response(null, { status: 303, headers });
};

/** `POST verify`: spends a link's token, or the code beside it, and begins a session. */
export const verify: AuthHandler = (auth, call) =>
  auth.limit.verification(call, async () => {
    const body = jsonBody(call);
    const type = textOf(body.type);
    const kinds = KINDS.get(type);
    if (!kinds) throw invalidType(type);
    const email = emailOf(body);
    const [hash, code] = [body.token_hash, body.token].map(textOf);
    if (!hash && !(email && code)) {
      const message = 'Verify requires either a token or a token hash';
      throw authRefusal(400, 'validation_failed', message);
    }
    // Nothing is thrown here: a try that was wrong stays counted, and a token that opens nothing is spent.
    const redeemed = await auth.db
      .transaction(async (tx) => {
        const token = hash
          ? await redeemToken(tx, kinds, hash)
          : await redeemCode(tx, auth.keys.jwtSecret, kinds, email, code ?? '');
        return token && fulfil(auth, tx, token);
      })
      // Another account has the address by now; the person who pressed reads its emails, so this reveals nothing.
      .catch(refuseTaken);
    if (!redeemed) throw expired();
    redeemed.afterwards?.();
    return json(200, redeemed.answer);
  });

/** Does what a token stands for; null where that is nothing any more. */
async function fulfil(auth: AuthServices, tx: Queryable, token: Token) {
  if (token.kind === 'email_change_current') return { answer: HALF_WAY };
  const userId = token.user_id ?? (await accountOf(tx, token));
  if (!userId) return null;
  const owned = { ...token, user_id: userId };
  const afterwards =
    token.kind === 'email_change' ? await completeChange(auth, tx, owned) : () => {};
  if (!afterwards) return null;
  if (token.kind === 'email_change_undo') await undoChange(tx, owned);
  await confirmAccount(tx, userId);
  return { answer: await beginSession(tx, auth.keys.jwtSecret, userId), afterwards };
}

/** The account that a sign-up asked for, now that its address has confirmed; null when another press was faster. */
async function accountOf(tx: Queryable, { email, details }: Token): Promise<string | null> {
  if (typeof details.id !== 'string' || (await isTaken(tx, email))) return null;
  const hash = typeof details.password_hash === 'string' ? details.password_hash : null;
  const { id, metadata } = details;
  await createAccount(tx, { id, email, passwordHash: hash, confirmed: true, metadata });
  await tx.sql('delete from embedded.one_time_tokens where email = $1 and user_id is null', [
    email,
  ]);
  return id;
}

const invalidType = (type: string) =>
  authRefusal(
    400,
    'validation_failed',
    type ? 'Invalid email verification type' : 'Verify requires a verification type',
  );

/** As upstream answers the first of two confirmations. */
const HALF_WAY = {
  code: 200,
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
};
