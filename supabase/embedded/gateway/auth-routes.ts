import type { Call } from './call.ts';
import { authError } from './responses.ts';

const ROUTES: Record<string, string[]> = {
  signup: ['POST'],
  token: ['POST'],
  otp: ['POST'],
  magiclink: ['POST'],
  recover: ['POST'],
  resend: ['POST'],
  invite: ['POST'],
  verify: ['GET', 'HEAD', 'POST'],
  logout: ['POST'],
  user: ['GET', 'PUT'],
  reauthenticate: ['GET'],
  health: ['GET'],
  settings: ['GET'],
  '.well-known/jwks.json': ['GET'],
  '.well-known/openid-configuration': ['GET'],
};

/** What GoTrue says about its parts that are switched off. */
const DISABLED: [RegExp, number, string, string][] = [
  [/^factors(\/|$)/, 422, 'mfa_totp_enroll_not_enabled', 'MFA is disabled'],
  [/^(sso|saml)(\/|$)/, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  [/^(authorize|callback)$/, 400, 'validation_failed', 'Unsupported provider: it is not enabled'],
  [/^user\/(identities|oauth)(\/|$)/, 422, 'manual_linking_disabled', 'Manual linking is disabled'],
  [/^passkeys?(\/|$)/, 422, 'passkey_disabled', 'Passkeys are disabled'],
  [/^(oauth|clients)(\/|$)/, 404, 'feature_disabled', 'The OAuth server is disabled'],
];

/** The answer to what the auth service does not have, as JSON: supabase-js makes an unknown error of anything else. */
export function refuseAuthRoute(call: Call): Response | null {
  const route = call.path.slice('/auth/v1/'.length);
  if (route.startsWith('admin/')) return null;
  if (Object.hasOwn(ROUTES, route)) {
    if (ROUTES[route]?.includes(call.method)) return null;
    return authError(405, 'bad_request', 'Method not allowed');
  }
  for (const [pattern, status, code, message] of DISABLED)
    if (pattern.test(route)) return authError(status, code, message);
  return authError(404, 'not_found', 'Not found');
}
