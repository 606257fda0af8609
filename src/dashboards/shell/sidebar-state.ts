import { SIDEBAR_COOKIE_SECONDS } from '#lib/limits.ts';

/** Whether the sidebar is open, kept in a cookie for 7 days (specification, sections 2 and 9). */
export const SIDEBAR_COOKIE = 'sidebar_state';

/** Reads `document.cookie`; open unless the cookie says otherwise. */
export function sidebarOpen(cookies: string): boolean {
  const found = cookies.split(/;\s*/).find((pair) => pair.startsWith(`${SIDEBAR_COOKIE}=`));
  return found !== `${SIDEBAR_COOKIE}=false`;
}

/** What to assign to `document.cookie` to remember the state. */
export function sidebarCookie(open: boolean): string {
  return `${SIDEBAR_COOKIE}=${open}; path=/; max-age=${SIDEBAR_COOKIE_SECONDS}; samesite=lax`;
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Ctrl or Cmd with a letter, and no other combination: Ctrl+Shift+B belongs to the browser. */
export function isShortcut(event: Keys, letter: string): boolean {
  if (event.shiftKey || event.altKey) return false;
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === letter;
}
