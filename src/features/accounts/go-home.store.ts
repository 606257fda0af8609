import { setFlash } from '#browser/flash.ts';
import { erasePersonal } from '#browser/personal.ts';
import { paths } from '#config/paths.ts';
import { photosKept } from '#lib/toasts.ts';
import { rememberRole } from './role-cache.store.ts';

/** Erases what this browser keeps of the person and goes home with a toast, which says when the browser did not. */
export async function goHomeErased(farewell: string): Promise<void> {
  const isErased = await erasePersonal();
  rememberRole(null);
  if (isErased) setFlash('success', farewell);
  else setFlash('error', photosKept(farewell));
  location.assign(paths.home);
}
