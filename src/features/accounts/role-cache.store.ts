import type { Role } from '#lib/options.ts';

/** Where the navigation bar finds the role before anything is loaded. */
export const ROLE_KEY = 'mural-role';

/** Dispatched on `window` whenever the session or the role changes in this tab; other tabs see `storage`. */
export const SESSION_EVENT = 'mural:session';

/** Keeps or forgets the role for the navigation bar, and tells it. */
export function rememberRole(role: Role | null): void {
  try {
    if (role) localStorage.setItem(ROLE_KEY, role);
    else localStorage.removeItem(ROLE_KEY);
  } catch {
    // Without storage there is no session either.
  }
  window.dispatchEvent(new CustomEvent(SESSION_EVENT, { detail: { role } }));
}
