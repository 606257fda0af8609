const WHOLE = /^\d{1,3}(,?\d{3})*$/;

/** A typed amount: digits, with or without commas and a dollar sign; NaN for anything else. */
export function amountOf(text: string): number {
  const bare = text.trim().replace(/^\$\s*/, '');
  return WHOLE.test(bare) ? Number(bare.replaceAll(',', '')) : Number.NaN;
}
