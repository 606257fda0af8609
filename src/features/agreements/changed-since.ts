import { dayAfter } from '#lib/day.ts';
import { dayLabel, dollars } from '#lib/format.ts';
import type { Accepted, Agreement } from './agreement.ts';
import { INCLUDED, INCLUDED_KEYS, type Included } from './included.ts';
import { isSplitAs } from './payment-parts.ts';
import { TAX, type Tax } from './sales-tax.ts';

/** What an agreement says otherwise than the proposal that the client accepted, a sentence each. */
export function changedSince(accepted: Accepted, agreement: Agreement): string[] {
  const { low, high, starts_on, days, preset } = accepted;
  const { price, ends_on } = agreement;
  const had = (box: Included) => accepted.included.includes(box);
  const boxes: readonly Included[] = agreement.included;
  const has = (box: Included) => (box === 'design' ? agreement.rounds > 0 : boxes.includes(box));
  const gone = INCLUDED_KEYS.filter((box) => had(box) && !has(box));
  const more = INCLUDED_KEYS.filter((box) => has(box) && !had(box));
  const due = dayAfter(agreement.starts_on, days - 1);
  return [
    ...(price < low || price > high
      ? [`Price: ${dollars(price)} instead of ${acceptedPrice(accepted)}`]
      : []),
    ...(agreement.tax === accepted.tax
      ? []
      : [`Sales tax: ${taxOf(agreement)} instead of ${taxOf(accepted)}`]),
    ...gone.map((box) => `Not included anymore: ${INCLUDED[box].toLowerCase()}`),
    ...more.map((box) => `Now included: ${INCLUDED[box].toLowerCase()}`),
    ...(agreement.starts_on === starts_on
      ? []
      : [`First day: ${dayLabel(agreement.starts_on)} instead of ${dayLabel(starts_on)}`]),
    ...(ends_on === due ? [] : [`Last day: ${dayLabel(ends_on)} instead of ${dayLabel(due)}`]),
    ...(preset && !isSplitAs(agreement.parts, preset) ? ['Paid in other parts'] : []),
    ...(agreement.design === accepted.design ? [] : ['Other words about the design']),
  ];
}

const taxOf = ({ tax }: { tax: Tax }) => TAX[tax].toLowerCase();

/** '$4,200', or '$3,500 to $4,200'. */
export const acceptedPrice = ({ low, high }: Pick<Accepted, 'low' | 'high'>): string =>
  low === high ? dollars(low) : `${dollars(low)} to ${dollars(high)}`;
