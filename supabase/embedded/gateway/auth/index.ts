import { type Call, jsonBody, type Services } from '../call/call.ts';
import { refuseKey } from '../call/credentials.ts';
import { authError } from '../call/responses.ts';
import { health, openidConfiguration, publicKeys, settings } from './about.ts';
import { adminUsers } from './admin.ts';
import { showUser } from './caller.ts';
import { authLimits } from './limits.ts';
import { generateLink, invite } from './links.ts';
import { magicLink, recover, resend } from './mails.ts';
import { refresh } from './refresh.ts';
import { refuseRoute } from './routes.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { PASSWORD, signUp } from './sign-up.ts';
import { reauthenticate, updateUser } from './user.ts';
import { askForPress, verify } from './verify.ts';

export { AUTH_LIMITS } from './limits.ts';

type Handler = (call: Call) => Promise<Response>;
type Answer = (call: Call) => Response | Promise<Response>;

/** The reader of an email has no key, nor has a program that checks tokens. */
const NEEDS_NO_KEY = /^((GET|HEAD|POST) verify|GET \.well-known\/jwks\.json)$/;

/**
 * The `/auth/v1` service. What makes, enters, finds or changes an account goes one way for known and unknown addresses.
 */
export function createAuth(services: Services): Handler {
  const { keys, limiters, mailConfigured } = services;
  const limit = authLimits(services.limits, limiters);
  const grants: Record<string, Answer> = {
    password: limit.signIns(signIn(services)),
    refresh_token: withBody(limit.refreshes(refresh(services), services.keys.jwtSecret)),
    pkce: withBody(exchangeCode),
  };
  const link = limit.mails(magicLink(services));
  const admin = adminUsers(services, generateLink(services));
  const press = askForPress(services);
  const routes: Record<string, Answer> = {
    'POST token': (call) => {
      const grant = call.url.searchParams.get('grant_type') ?? '';
      const answer = Object.hasOwn(grants, grant) ? grants[grant] : undefined;
      return answer?.(call) ?? authError(400, 'invalid_credentials', 'unsupported_grant_type');
    },
    'POST logout': signOut(services),
    'POST signup': limit.signUps(signUp(services)),
    'POST recover': limit.mails(recover(services)),
    'POST otp': link,
    'POST magiclink': link,
    'POST resend': limit.mails(resend(services)),
    'POST verify': limit.verifications(verify(services)),
    'GET verify': press,
    'HEAD verify': press,
    'GET user': showUser(services),
    'PUT user': updateUser(services, limit.refuseMail),
    'GET reauthenticate': reauthenticate(services, limit.refuseMail),
    'POST invite': asService(invite(services)),
    'GET settings': settings(mailConfigured),
    'GET health': health,
    'GET .well-known/jwks.json': publicKeys,
    'GET .well-known/openid-configuration': openidConfiguration,
  };

  return async (call) => {
    const path = call.path.slice('/auth/v1/'.length);
    const route = `${call.method} ${path}`;
    const known = Object.hasOwn(routes, route) ? routes[route] : undefined;
    const answer = path.startsWith('admin/') ? asService(admin) : known;
    if (!answer) return refuseRoute(path, Object.keys(routes));
    const refusal =
      (route === 'POST token' ? null : tooLong(call)) ??
      (NEEDS_NO_KEY.test(route) ? null : refuseKey(call, keys));
    return refusal ?? answer(call);
  };
}

/** For the secret key alone. */
function asService(answer: Handler): Handler {
  return async (call) =>
    call.service ? answer(call) : authError(403, 'not_admin', 'User not allowed');
}

/** A grant that says in its body what it grants for. */
function withBody(answer: Answer): Answer {
  const message = 'Could not parse request body as JSON: unexpected end of JSON input';
  return (call) => (call.body?.length ? answer(call) : authError(400, 'bad_json', message));
}

/** The PKCE grant: no code was ever given out, because no provider is on and a mail's link carries its own token. */
function exchangeCode(call: Call): Response {
  const { auth_code, code_verifier } = jsonBody(call);
  if (auth_code && code_verifier) {
    const message = 'invalid flow state, no valid flow state found';
    return authError(404, 'flow_state_not_found', message);
  }
  const message = 'invalid request: both auth code and code verifier should be non-empty';
  return authError(400, 'validation_failed', message);
}

/** As hosted answers what its own bounds refuse. */
function tooLong(call: Call): Response | null {
  const { password } = jsonBody(call);
  if (typeof password !== 'string' || [...password].length <= PASSWORD.longest) return null;
  const message = `Password cannot be longer than ${PASSWORD.longest} characters`;
  return authError(400, 'validation_failed', message);
}
