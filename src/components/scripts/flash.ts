import { takeFlash } from '#stores/flash.ts';
import { toast } from '#ui/toast.ts';

/** Shows the toast that the page before this one left, once. */
export function showFlash(): void {
  const flash = takeFlash();
  if (flash) toast[flash.kind](flash.text);
}
