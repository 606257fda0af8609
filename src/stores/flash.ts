/** A toast that has to survive a navigation: kept in this tab until the next page shows it. */
export interface Flash {
  kind: 'success' | 'error';
  text: string;
}

export const FLASH_KEY = 'flash-toast';

/** Leaves a toast for the next page of this tab. */
export function leaveFlash(kind: Flash['kind'], text: string): void {
  try {
    sessionStorage.setItem(FLASH_KEY, JSON.stringify({ kind, text } satisfies Flash));
  } catch {
    // A browser that refuses storage loses the toast, not the navigation.
  }
}

/** The pending toast, once: reading it clears it. */
export function takeFlash(): Flash | null {
  try {
    const flash = JSON.parse(sessionStorage.getItem(FLASH_KEY) ?? 'null');
    sessionStorage.removeItem(FLASH_KEY);
    const known = flash?.kind === 'success' || flash?.kind === 'error';
    return known && typeof flash.text === 'string' ? flash : null;
  } catch {
    return null;
  }
}
