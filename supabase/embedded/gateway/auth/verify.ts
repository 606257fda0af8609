import { codeOf } from '#node/errors.ts';
import type { Queryable } from '../../base/options.ts';
import { type Call, emailOf, jsonBody, type Services, textOf } from '../call/call.ts';
import { authError, json } from '../call/responses.ts';
import { confirmAccount, createAccount, isTaken } from './accounts.ts';
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
export function askForPress({ origin }: Services): (call: Call) => Promise<Response> {
  return async (call) => {
    const params = call.url.searchParams;
    const type = params.get('type') ?? '';
    const token = params.get('token_hash') ?? params.get('token') ?? '';
    if (!KINDS.has(type)) return invalidType(type);
    if (!token)
      return authError(400, 'validation_failed', 'Verify requires a token or a token hash');
    const location = pressPage(origin, { token, type, redirectTo: redirectOf(call, origin) });
    const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
    return new Response(null, { status: 303, headers });
  };
}

/** `POST verify`: spends a link's token, or the code beside it, and begins a session. */
export function verify(services: Services): (call: Call) => Promise<Response> {
  return async (call) => {
    const body = jsonBody(call);
    const type = textOf(body.type);
    const kinds = KINDS.get(type);
    if (!kinds) return invalidType(type);
    try {
      return await services.db
        .transaction((tx) => redeem(services, tx, kinds, body))
        .then(({ answer, afterwards }) => {
          afterwards?.();
          return answer;
        });
    } catch (error) {
      // Another account has the address by now; the person who pressed reads its emails, so this reveals nothing.
      if (codeOf(error) !== '23505') throw error;
      return taken();
    }
  };
}

interface Outcome {
  answer: Response;
  afterwards?: () => void;
}

async function redeem(
  services: Services,
  tx: Queryable,
  kinds: readonly TokenKind[],
  body: Record<string, unknown>,
): Promise<Outcome> {
  const { jwtSecret } = services.keys;
  const text = (name: string) => (typeof body[name] === 'string' ? String(body[name]) : '');
  const email = emailOf(body);
  if (!text('token_hash') && !(email && text('token'))) {
    const message = 'Verify requires either a token or a token hash';
    return { answer: authError(400, 'validation_failed', message) };
  }
  const token = text('token_hash')
    ? await redeemToken(tx, kinds, text('token_hash'))
    : await redeemCode(tx, jwtSecret, kinds, email, text('token'));
  return token ? fulfil(services, tx, token) : { answer: expired() };
}

/** Does what a token stands for. */
async function fulfil(services: Services, tx: Queryable, token: Token): Promise<Outcome> {
  if (token.kind === 'email_change_current') return { answer: halfWay() };
  const userId = token.user_id ?? (await accountOf(tx, token));
  if (!userId) return { answer: expired() };
  const owned = { ...token, user_id: userId };
  const afterwards =
    token.kind === 'email_change' ? await completeChange(services, tx, owned) : () => {};
  if (!afterwards) return { answer: expired() };
  if (token.kind === 'email_change_undo') await undoChange(tx, owned);
  await confirmAccount(tx, userId);
  const session = await beginSession(tx, services.keys.jwtSecret, userId);
  return { answer: json(200, session), afterwards };
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
  authError(
    400,
    'validation_failed',
    type ? 'Invalid email verification type' : 'Verify requires a verification type',
  );

const taken = () =>
  authError(422, 'email_exists', 'A user with this email address has already been registered');

/** As upstream answers the first of two confirmations. */
const halfWay = () =>
  json(200, {
    code: 200,
    msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  });
