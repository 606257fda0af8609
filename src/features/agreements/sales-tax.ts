/** What a price says about sales tax. Artists choose it for all of their proposals. */
export const TAX = {
  not_said: 'Not said',
  included: 'Tax included',
  plus: 'Plus tax',
} as const;
export type Tax = keyof typeof TAX;
export const TAX_KEYS = Object.keys(TAX) as [Tax, ...Tax[]];

/** '$4,200 plus tax', '$4,200, tax included', or the price alone. */
export const withTax = (price: string, tax: Tax): string =>
  ({ not_said: price, included: `${price}, tax included`, plus: `${price} plus tax` })[tax];

export const TAX_OPTIONS = TAX_KEYS.map((value) => ({ value, label: TAX[value] }));
