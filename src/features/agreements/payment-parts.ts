import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { z } from '#lib/zod.ts';

/** When a part of the price is due. */
export const DUE = {
  signed: 'when both have signed',
  design_approved: 'when the design is approved',
  first_day: 'on the first day of painting',
  halfway: 'halfway through painting',
  done: 'when the mural is done',
} as const;
export type Due = keyof typeof DUE;
export const DUE_KEYS = Object.keys(DUE) as [Due, ...Due[]];

/** A part of the price in whole US dollars. */
interface PaymentPart {
  label: string;
  amount: number;
  due: Due;
}

/** How a price is usually split: the share of each part in percent. */
export const PRESETS = {
  halves: {
    label: '50/50',
    parts: [
      { label: 'Deposit', percent: 50, due: 'signed' },
      { label: 'Final payment', percent: 50, due: 'done' },
    ],
  },
  quarters: {
    label: '25/50/25',
    parts: [
      { label: 'Deposit', percent: 25, due: 'signed' },
      { label: 'Second payment', percent: 50, due: 'first_day' },
      { label: 'Final payment', percent: 25, due: 'done' },
    ],
  },
  thirds: {
    label: 'Thirds',
    parts: [
      { label: 'Deposit', percent: 100 / 3, due: 'signed' },
      { label: 'Second payment', percent: 100 / 3, due: 'halfway' },
      { label: 'Final payment', percent: 100 / 3, due: 'done' },
    ],
  },
  design_fee: {
    label: 'Design fee, then 50/50',
    parts: [
      { label: 'Design fee', percent: 10, due: 'signed' },
      { label: 'Deposit', percent: 45, due: 'design_approved' },
      { label: 'Final payment', percent: 45, due: 'done' },
    ],
  },
} as const satisfies Record<
  string,
  { label: string; parts: readonly { label: string; percent: number; due: Due }[] }
>;
export type Preset = keyof typeof PRESETS;
export const PRESET_KEYS = Object.keys(PRESETS) as [Preset, ...Preset[]];

/** A price of whole dollars in the parts of a preset. They always make up the price: the last takes what rounding leaves. */
export function partsOf(price: number, preset: Preset): PaymentPart[] {
  const { parts } = PRESETS[preset];
  let left = price;
  return parts.flatMap(({ label, percent, due }, at) => {
    const amount = at === parts.length - 1 ? left : Math.floor((price * percent) / 100);
    left -= amount;
    // A price of a few dollars has fewer parts.
    return amount > 0 ? [{ label, amount, due }] : [];
  });
}

/** Whether parts are a price as a preset splits it. */
export const isSplitAs = (parts: readonly PaymentPart[], preset: Preset): boolean => {
  const usual = partsOf(sumOf(parts), preset);
  return (
    usual.length === parts.length &&
    usual.every(({ label, amount, due }, at) => {
      const part = parts[at];
      return part?.label === label && part.amount === amount && part.due === due;
    })
  );
};

export const sumOf = (parts: readonly Pick<PaymentPart, 'amount'>[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0);

/** Parts as they are stored. */
export const partsSchema = z
  .array(z.object({ label: z.string(), amount: z.number(), due: z.enum(DUE_KEYS) }))
  .min(1, MESSAGES.parts_invalid)
  .max(LIMITS.paymentParts, MESSAGES.parts_invalid);
