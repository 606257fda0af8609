import { LOCALE } from '#config/language.ts';

let format: Intl.DateTimeFormat | undefined;

/** '2:14 PM', by the reader's own clock. */
export function clockTime(at: string | number): string {
  // Making one takes longer than a screenful of bubbles.
  format ??= new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' });
  return format.format(new Date(at));
}
