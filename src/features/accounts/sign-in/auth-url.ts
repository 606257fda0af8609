import { englishPath } from '#config/language-paths.ts';
import { linkParams, linkSecret } from '#config/link-hash.ts';
import { paths, sameOriginPath } from '#config/paths.ts';
import type { Role } from '#lib/options.ts';
import { readUrl } from '#lib/read-url.ts';
import { type SignUpRole, signUpRole } from '../account.ts';
import { type LinkType, linkType } from '../mail-link.ts';

export type AuthMode =
  | 'sign-in'
  | 'sign-up'
  | 'recover'
  | 'new-password'
  /** What the link of a mail opens. */
  | 'link'
  | 'code'
  /** After a sign-up, or a sign-in, whose address has to confirm. */
  | 'check-mail';

/** The link of a mail, not spent yet. */
export interface AuthLink {
  type: LinkType;
  tokenHash: string;
}

export interface AuthUrl {
  mode: AuthMode;
  role: SignUpRole;
  /** Where to go once signed in, always a path of this site; null where nothing was asked for. */
  redirect: string | null;
  /** What is wrong with the link of a mail, in the service's words. */
  linkError: string | null;
  link: AuthLink | null;
  /** What a typed code is for. */
  codeType: LinkType;
}

/**
 * Reads /auth's address: `mode`, `role`, `redirect`, and what a mail's link or the service that it led through put
 * after the hash. A link's token may stand among the parameters too. `origin` is this site's.
 */
export function readAuthUrl(search: string, hash: string, origin = ''): AuthUrl {
  const params = new URLSearchParams(search);
  const fragment = linkParams(hash);
  const linkError =
    fragment.get('error_description') ?? (fragment.has('error') ? 'This link isn’t valid.' : null);
  const carrier = fragment.has('token_hash') ? fragment : params;
  const type = linkType(linkSecret(carrier.get('type') ?? ''));
  const tokenHash = linkSecret(carrier.get('token_hash') ?? '') || null;
  const target =
    sameOriginPath(params.get('redirect')) ?? pathOf(carrier.get('redirect_to'), origin);
  return {
    mode: tokenHash && type ? 'link' : modeOf(params.get('mode'), fragment, linkError),
    role: signUpRole(params.get('role')),
    // Coming back to /auth would go round in circles; home is where who wants nothing goes.
    redirect:
      target && target !== paths.home && !/^\/auth(?![^/?#])/.test(englishPath(target))
        ? target
        : null,
    linkError: tokenHash && !type ? 'This link isn’t complete.' : linkError,
    link: tokenHash && type ? { type, tokenHash } : null,
    codeType: linkType(params.get('type')) ?? 'email',
  };
}

/** The path of a whole address of this origin; null for any other. */
function pathOf(address: string | null, origin: string): string | null {
  const url = address && origin ? readUrl(address) : null;
  if (url?.origin !== origin) return null;
  return sameOriginPath(url.pathname + url.search + url.hash);
}

/**
 * Where a person of this role goes on to: where they wanted to, else home, and an artist who has just joined to the
 * setup. Another role's dashboard would only send them home, and take the toast that was left for the page where they
 * stay.
 */
export function destination(redirect: string | null, role: Role | null, hasJoined = false): string {
  if (redirect === null) return hasJoined && role === 'artist' ? paths.setup(1) : paths.home;
  const owner = /^\/dashboard\/(\w+)/.exec(englishPath(redirect))?.[1];
  return owner === undefined || owner === role ? redirect : paths.home;
}

const MODES: Record<string, AuthMode> = {
  register: 'sign-up',
  recovery: 'recover',
  code: 'code',
};

function modeOf(
  mode: string | null,
  fragment: URLSearchParams,
  linkError: string | null,
): AuthMode {
  if (mode === 'register') return 'sign-up';
  if (fragment.get('type') === 'recovery' && !linkError) return 'new-password';
  return (mode !== null && Object.hasOwn(MODES, mode) && MODES[mode]) || 'sign-in';
}

/** The address that opens a mode again, so that a reload or a shared link shows the same form. */
export function authSearch(mode: AuthMode, search: string): string {
  const params = new URLSearchParams(search);
  for (const spent of ['mode', 'token_hash', 'type', 'redirect_to']) params.delete(spent);
  if (mode === 'sign-up') params.set('mode', 'register');
  if (mode === 'recover') params.set('mode', 'recovery');
  const rest = params.toString();
  return rest && `?${rest}`;
}
