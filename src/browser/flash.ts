import { usableStorage } from './browser-storage.ts';

/** A toast that has to survive a navigation: kept in this tab until the next page shows it. */
export interface Flash {
  kind: 'success' | 'error';
  text: string;
  /** A second sentence below it. */
  description?: string;
  /** A button in it that leads on. */
  link?: { label: string; path: string };
}

export const FLASH_KEY = 'flash-toast';

/** Leaves a toast for the next page of this tab. */
export function setFlash(
  kind: Flash['kind'],
  text: string,
  more?: Pick<Flash, 'description' | 'link'>,
): void {
  // A browser that refuses storage loses the toast with the page, not the navigation.
  const flash: Flash = { kind, text, ...more };
  usableStorage('sessionStorage').setItem(FLASH_KEY, JSON.stringify(flash));
}

/** The pending toast, once: reading it clears it. */
export function takeFlash(): Flash | null {
  const storage = usableStorage('sessionStorage');
  try {
    const flash = JSON.parse(storage.getItem(FLASH_KEY) ?? 'null');
    storage.removeItem(FLASH_KEY);
    const known = flash?.kind === 'success' || flash?.kind === 'error';
    return known && typeof flash.text === 'string' ? flash : null;
  } catch {
    return null;
  }
}
