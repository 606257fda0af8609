import { LIMITS } from '#http/account-rules.ts';
import { hashPassword } from '../../passwords/hashing.ts';
import { type Call, jsonBody, type Services } from '../call/call.ts';
import { refuseKey } from '../call/credentials.ts';
import { answered, authRefusal } from '../call/responses.ts';
import { health, openidConfiguration, publicKeys, settings } from './about.ts';
import { admin } from './admin.ts';
import type { AuthHandler } from './auth-services.ts';
import { showUser } from './caller.ts';
import { authLimits } from './limits.ts';
import { invite } from './links.ts';
import { magicLink, recover, resend } from './mails.ts';
import { refresh } from './refresh.ts';
import { refuseRoute } from './routes.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { reauthenticate, updateUser } from './user.ts';
import { askForPress, verify } from './verify.ts';

export { AUTH_LIMITS } from './limits.ts';

/** The reader of an email has no key, nor has a program that checks tokens. */
const NEEDS_NO_KEY = /^((GET|HEAD|POST) verify|GET \.well-known\/jwks\.json)$/;

/** For the secret key alone. */
const asService =
  (handler: AuthHandler): AuthHandler =>
  async (auth, call) => {
    if (!call.service) throw authRefusal(403, 'not_admin', 'User not allowed');
    return handler(auth, call);
  };

const token: AuthHandler = async (auth, call) => {
  const grant = call.url.searchParams.get('grant_type');
  if (grant === 'password') return signIn(auth, call);
  if (grant !== 'refresh_token' && grant !== 'pkce')
    throw authRefusal(400, 'invalid_credentials', 'unsupported_grant_type');
  if (!call.body?.length) {
    const message = 'Could not parse request body as JSON: unexpected end of JSON input';
    throw authRefusal(400, 'bad_json', message);
  }
  return grant === 'pkce' ? refuseCode(call) : refresh(auth, call);
};

const ROUTES = new Map<string, AuthHandler>(
  Object.entries({
    'POST token': token,
    'POST logout': signOut,
    'POST signup': signUp,
    'POST recover': recover,
    'POST otp': magicLink,
    'POST magiclink': magicLink,
    'POST resend': resend,
    'POST verify': verify,
    'GET verify': askForPress,
    'HEAD verify': askForPress,
    'GET user': showUser,
    'PUT user': updateUser,
    'GET reauthenticate': reauthenticate,
    'POST invite': asService(invite),
    'GET settings': settings,
    'GET health': health,
    'GET .well-known/jwks.json': publicKeys,
    'GET .well-known/openid-configuration': openidConfiguration,
  }),
);

/**
 * The `/auth/v1` service. What makes, enters, finds or changes an account goes one way for known and unknown addresses.
 */
export function createAuth(services: Services): (call: Call) => Promise<Response> {
  const auth = {
    ...services,
    limit: authLimits(services.limits, services.limiters),
    nobodysHash: hashPassword('nobody has this password').catch(() => null),
  };
  const answer = async (call: Call) => {
    const path = call.path.slice('/auth/v1/'.length);
    const route = `${call.method} ${path}`;
    const handler = path.startsWith('admin/') ? asService(admin) : ROUTES.get(route);
    if (!handler) return refuseRoute(path, [...ROUTES.keys()]);
    if (route !== 'POST token') checkLength(call);
    const refusal = NEEDS_NO_KEY.test(route) ? null : refuseKey(call, services.keys);
    return refusal ?? handler(auth, call);
  };
  return (call) => answered(answer(call));
}

/** The PKCE grant: no code was ever given out, because no provider is on and a mail's link carries its own token. */
function refuseCode(call: Call): never {
  const { auth_code, code_verifier } = jsonBody(call);
  if (auth_code && code_verifier) {
    const message = 'invalid flow state, no valid flow state found';
    throw authRefusal(404, 'flow_state_not_found', message);
  }
  const message = 'invalid request: both auth code and code verifier should be non-empty';
  throw authRefusal(400, 'validation_failed', message);
}

/** @throws Refused, as hosted answers what its own bounds refuse. */
function checkLength(call: Call): void {
  const { password } = jsonBody(call);
  if (typeof password !== 'string' || [...password].length <= LIMITS.passwordMax) return;
  const message = `Password cannot be longer than ${LIMITS.passwordMax} characters`;
  throw authRefusal(400, 'validation_failed', message);
}
