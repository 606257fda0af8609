import { adminUsers } from './auth-admin.ts';
import { authLimits } from './auth-limits.ts';
import { generateLink, invite } from './auth-links.ts';
import { magicLink, recover, resend } from './auth-mails.ts';
import { signIn } from './auth-sign-in.ts';
import { PASSWORD, signUp } from './auth-sign-up.ts';
import { reauthenticate, updateUser } from './auth-user.ts';
import { askForPress, verify } from './auth-verify.ts';
import { type Call, forward, jsonBody, type Services } from './call.ts';
import { withFittingPassword } from './long-passwords.ts';
import { authError, json } from './responses.ts';

export { AUTH_LIMITS } from './auth-limits.ts';

type Handler = (call: Call) => Promise<Response>;

/** What @supabase/lite answers: sessions that exist, and what it says of itself. */
const FORWARDED =
  /^((GET|HEAD) (user|settings|health|authorize|callback|\.well-known\/[\w.-]+)|POST (logout|callback))$/;

const FORWARDED_GRANTS = ['refresh_token', 'pkce'];

/** Whoever reads a mail has no key, nor has who checks tokens. */
const NEEDS_NO_KEY = /^((GET|HEAD|POST) verify|GET \.well-known\/jwks\.json)$/;

/** Tokens are signed with a secret, which is nobody's to see: there is no public key. */
const publicKeys: Handler = async () =>
  json(200, { keys: [] }, { 'cache-control': 'public, max-age=600' });

/**
 * The `/auth/v1` service. What makes, enters, finds or changes an account is answered here, each by one way for known
 * and unknown addresses; @supabase/lite keeps the sessions. What neither knows is no route.
 */
export function createAuth(services: Services): Handler {
  const { app } = services;
  const limit = authLimits(services.limits);
  const passwordGrant = limit.signIns(signIn(services));
  const link = limit.mails(magicLink(services));
  const admin = adminUsers(services, generateLink(services));
  const press = askForPress(services);

  const token: Handler = async (call) => {
    const grant = call.url.searchParams.get('grant_type') ?? '';
    if (grant === 'password') return passwordGrant(call);
    if (!FORWARDED_GRANTS.includes(grant))
      return authError(400, 'invalid_credentials', 'unsupported_grant_type');
    const refused = grant === 'refresh_token' ? await limit.refuseRefresh(call, services.db) : null;
    if (refused) return refused;
    // Written anew: of two that are named, @supabase/lite must not take the other one.
    const query = new URLSearchParams({ grant_type: grant });
    const key = call.url.searchParams.get('apikey');
    if (key !== null) query.set('apikey', key);
    return forward(app, call, { path: `/auth/v1/token?${query}` });
  };

  const routes: Record<string, Handler> = {
    'POST token': token,
    'POST signup': limit.signUps(signUp(services)),
    'POST recover': limit.mails(recover(services)),
    'POST otp': link,
    'POST magiclink': link,
    'POST resend': limit.mails(resend(services)),
    'POST verify': limit.verifications(verify(services)),
    'GET .well-known/jwks.json': publicKeys,
    'GET verify': press,
    'HEAD verify': press,
    'PUT user': updateUser(services, limit.refuseMail),
    'GET reauthenticate': reauthenticate(services, limit.refuseMail),
    'POST invite': asService(invite(services)),
  };

  return async (arrived) => {
    const call = withFittingPassword(arrived);
    const path = call.path.slice('/auth/v1/'.length);
    const route = `${call.method} ${path}`;
    const refusal =
      (route === 'POST token' ? null : tooLong(arrived)) ??
      (NEEDS_NO_KEY.test(route) ? null : await noKey(app, call));
    if (refusal) return refusal;
    if (path.startsWith('admin/')) return asService(admin)(call);
    const answer = Object.hasOwn(routes, route) ? routes[route] : undefined;
    if (answer) return answer(call);
    if (FORWARDED.test(route)) return forward(app, call);
    return authError(404, 'not_found', 'Not found');
  };
}

/** For the secret key alone. */
function asService(answer: Handler): Handler {
  return async (call) =>
    call.service ? answer(call) : authError(403, 'not_admin', 'User not allowed');
}

/** @supabase/lite's refusal of a key that is missing, wrong or in the wrong hands; null for a good one. */
async function noKey(app: Services['app'], call: Call): Promise<Response | null> {
  const asked = { ...call, method: 'GET', body: null };
  const { search } = call.url;
  const response = await forward(app, asked, { path: `/auth/v1/settings${search}` });
  return response.status === 401 ? response : null;
}

/** As hosted answers what its own bounds refuse. */
function tooLong(call: Call): Response | null {
  const { password } = jsonBody(call);
  if (typeof password !== 'string' || [...password].length <= PASSWORD.longest) return null;
  const message = `Password cannot be longer than ${PASSWORD.longest} characters`;
  return authError(400, 'validation_failed', message);
}
