const WHOLE = /^\d{1,3}(,?\d{3})*$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day of the calendar: February has no 30th. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** A typed amount: digits, with or without commas and a dollar sign; NaN for anything else. */
export function amountOf(text: string): number {
  const bare = text.trim().replace(/^\$\s*/, '');
  return WHOLE.test(bare) ? Number(bare.replaceAll(',', '')) : Number.NaN;
}
