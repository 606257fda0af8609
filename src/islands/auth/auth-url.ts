import { paths, sameOriginPath } from '#config/paths.ts';
import { type SignUpRole, signUpRole } from '#domain/account.ts';
import type { Role } from '#domain/options.ts';

export type AuthMode = 'sign-in' | 'sign-up' | 'recover' | 'new-password';

export interface AuthUrl {
  mode: AuthMode;
  role: SignUpRole;
  /** Where to go once signed in; always a path of this site. */
  redirect: string;
  /** What is wrong with the link of a mail, in the service's words. */
  linkError: string | null;
}

/** Reads /auth's address: `mode`, `role`, `redirect`, and what a mail's link appended after the hash. */
export function readAuthUrl(search: string, hash: string): AuthUrl {
  const params = new URLSearchParams(search);
  const link = new URLSearchParams(hash.replace(/^#/, ''));
  const linkError =
    link.get('error_description') ?? (link.has('error') ? 'This link is not valid.' : null);
  const target = sameOriginPath(params.get('redirect'));
  return {
    mode: modeOf(params.get('mode'), link, linkError),
    role: signUpRole(params.get('role')),
    // Coming back to /auth would go round in circles.
    redirect: target && !/^\/auth(?![^/?#])/.test(target) ? target : paths.home,
    linkError,
  };
}

/**
 * Where a person of this role goes on to. Another role's dashboard would only send them home, and take the toast
 * that was left for the page where they stay.
 */
export function destination(redirect: string, role: Role | null): string {
  const owner = /^\/dashboard\/(\w+)/.exec(redirect)?.[1];
  return owner === undefined || owner === role ? redirect : paths.home;
}

function modeOf(mode: string | null, link: URLSearchParams, linkError: string | null): AuthMode {
  if (mode === 'register') return 'sign-up';
  if (link.get('type') === 'recovery' && !linkError) return 'new-password';
  return mode === 'recovery' ? 'recover' : 'sign-in';
}

/** The address that opens a mode again, so that a reload or a shared link shows the same form. */
export function authSearch(mode: AuthMode, search: string): string {
  const params = new URLSearchParams(search);
  params.delete('mode');
  if (mode === 'sign-up') params.set('mode', 'register');
  if (mode === 'recover') params.set('mode', 'recovery');
  return params.size > 0 ? `?${params}` : '';
}
