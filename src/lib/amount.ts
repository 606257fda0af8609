import { cleaned } from './visible-text.ts';

const DOLLARS = /^(?:(?:us ?\$|usd|\$) ?)?(.*?)(?: ?(?:usd|us ?\$|dollars?|d[oó]lares|\$))?$/is;
/** 1200, 1,200 or 1 200; cents only where there are none. */
const WHOLE = /^(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.0{0,2})?$/;

/**
 * A typed or pasted amount in whole dollars: '1,200', '$1,200.00', 'USD 450', '450 dollars', '450 dólares'. NaN for anything else, also
 * for what may mean two amounts ('1.200', '450,00'): nobody pays a hundred times too much.
 */
export function amountOf(text: string): number {
  const [, typed = ''] = DOLLARS.exec(cleaned(text.normalize('NFKC'))) ?? [];
  const [, whole] = WHOLE.exec(typed.replace(/\s/g, ' ')) ?? [];
  return whole === undefined ? Number.NaN : Number(whole.replace(/[, ]/g, ''));
}
