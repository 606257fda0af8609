import type { Call } from '../call/call.ts';

/** Characters that URL parsers drop or turn into a slash. */
const DECEPTIVE = /[\p{Cc}\s\\]/u;

/**
 * An address of exactly this origin, as it came; null for any other, however it is written. Another port of the same
 * computer is another origin, and so is one that a user name or a double slash hides.
 */
function ownAddress(origin: string, address: string | null | undefined): string | null {
  if (!address || DECEPTIVE.test(address) || !/^https?:\/\//i.test(address)) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || url.origin !== new URL(origin).origin || url.username || url.password) return null;
  return url.pathname.startsWith('//') ? null : address;
}

/** Where the caller asked to be led after a mail; null when that is not a page of this site. */
export function redirectOf(call: Call, origin: string): string | null {
  return ownAddress(origin, call.url.searchParams.get('redirect_to'));
}

/** The page that asks for a press. The token stands behind `#`, which no server and no log gets to see. */
export function pressPage(
  origin: string,
  token: string,
  type: string,
  redirectTo: string | null,
): string {
  const params = new URLSearchParams({ token_hash: token, type });
  if (redirectTo !== null) params.set('redirect_to', redirectTo);
  return `${origin}/auth#${params}`;
}
