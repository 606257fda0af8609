import { authError } from '../call/responses.ts';

/** What GoTrue says about its parts that are switched off. */
const DISABLED: [RegExp, number, string, string][] = [
  [/^factors(\/|$)/, 422, 'mfa_totp_enroll_not_enabled', 'MFA is disabled'],
  [/^(sso|saml)(\/|$)/, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  [/^(authorize|callback)$/, 400, 'validation_failed', 'Unsupported provider: it is not enabled'],
  [/^user\/(identities|oauth)(\/|$)/, 422, 'manual_linking_disabled', 'Manual linking is disabled'],
  [/^passkeys?(\/|$)/, 422, 'passkey_disabled', 'Passkeys are disabled'],
  [/^(oauth|clients)(\/|$)/, 404, 'feature_disabled', 'The OAuth server is disabled'],
];

/**
 * The answer to what the auth service does not have, as JSON: supabase-js makes an unknown error of anything else.
 * @param routes those that it has, each a method and a path.
 */
export function refuseRoute(path: string, routes: string[]): Response {
  if (routes.some((route) => route.split(' ')[1] === path))
    return authError(405, 'bad_request', 'Method not allowed');
  for (const [pattern, status, code, message] of DISABLED)
    if (pattern.test(path)) return authError(status, code, message);
  return authError(404, 'not_found', 'Not found');
}
