import { DUE, DUE_KEYS } from '#features/agreements/payment-parts.ts';
import { TAX_KEYS, withTax } from '#features/agreements/sales-tax.ts';
import { hasAccountNumber } from '#lib/account-number.ts';
import { amountOf } from '#lib/amount.ts';
import { dayFromNow, isDay } from '#lib/day.ts';
import { MESSAGES } from '#lib/errors.ts';
import { dayLabel, dollars, grouped } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { requiredLine } from '#lib/text.ts';
import { shortDate } from '#lib/wall-time.ts';
import { webAddress } from '#lib/web-address.ts';
import { z } from '#lib/zod.ts';

/** How far the client and the artist are with one part of the price; `private.moves` has what moves it. */
export const PAYMENT_STATES = [
  'planned',
  'due',
  /** The artist says that it is due. */
  'asked',
  /** The client says that they have paid; the artist alone can say that it arrived. */
  'reported',
  'received',
  'disputed',
  'waived',
] as const;

const PAYMENT_ACTORS = ['client', 'artist', 'system'] as const;

export const PAYMENT_EVENTS = ['fall_due', 'ask', 'report', 'receive', 'dispute', 'waive'] as const;
type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

const partSchema = z.object({
  id: z.guid(),
  label: z.string(),
  /** Whole US dollars, as in the agreement. */
  amount: z.number(),
  due: z.enum(DUE_KEYS),
  state: z.enum(PAYMENT_STATES),
  /** What the reader may do about it; copies of before it was said have nothing that can be done. */
  can: z.array(z.string()).default([]),
  /** When it fell due, or was first asked for. */
  due_at: z.string().nullable(),
  /** The part of the agreement that it is of, with all that arrived of that and all that did not. */
  whole: z.number(),
});
export type Part = z.output<typeof partSchema>;

const noteSchema = z.object({
  id: z.number(),
  part: z.guid(),
  actor: z.enum(PAYMENT_ACTORS),
  event: z.enum(PAYMENT_EVENTS),
  note: z.string().nullable(),
  amount: z.number().nullable(),
  how: z.string().nullable(),
  paid_on: z.string().nullable(),
  created_at: z.string(),
});
export type Note = z.output<typeof noteSchema>;

/** The parts of a price as one side sees them. */
export const moneySchema = z.object({
  side: z.enum(['client', 'artist']),
  /** The state of the agreement. */
  agreement: z.string(),
  artist: z.string(),
  client: z.string(),
  /** Of the version in force. */
  hash: z.string(),
  price: z.number(),
  /** What it says about sales tax; copies of before it did say nothing. */
  tax: z.enum(TAX_KEYS).default('not_said'),
  /** Of the wall and the request, for receipts. */
  wall: z.string().default(''),
  reference: z.string().default(''),
  /** As both have signed it; null without any, and once the agreement has ended. */
  how_to_pay: z.string().nullable(),
  parts: z.array(partSchema),
  /** Everything that happened, the oldest first. */
  notes: z.array(noteSchema),
});
export type Money = z.output<typeof moneySchema>;
/** The same as an admin reads it too, who is neither side. */
export type Told = Omit<Money, 'side'> & { side: string };

/** Neither received nor waived. */
const isOpen = ({ state }: Part): boolean => state !== 'received' && state !== 'waived';

/** What happened to a part last, of one kind or at all. */
export const lastNote = ({ notes }: Told, { id }: Part, event?: PaymentEvent): Note | undefined =>
  notes.findLast((note) => note.part === id && (!event || note.event === event));

/** Whose turn it is with a part: the client's to pay, or the artist's to answer; null while nothing is due. */
function turn(money: Money, part: Part): Money['side'] | null {
  if (part.state === 'planned' || !isOpen(part)) return null;
  if (part.state === 'reported') return 'artist';
  const disputedByClient = lastNote(money, part, 'dispute')?.actor === 'client';
  return part.state === 'disputed' && disputedByClient ? 'artist' : 'client';
}

/** The part to show first: what the reader has to act on, else what the other has, else what comes next. */
export function nextPart(money: Money): Part | undefined {
  const open = money.parts.filter(isOpen);
  return (
    open.find((part) => turn(money, part) === money.side) ??
    open.find((part) => turn(money, part) !== null) ??
    open[0]
  );
}

/** '$2,100 of $4,200 received'. */
export function receivedLine({ parts, price, tax }: Told): string {
  const sum = (state: Part['state']) =>
    parts.reduce((so, part) => so + (part.state === state ? part.amount : 0), 0);
  const waived = sum('waived');
  return `${dollars(sum('received'))} of ${withTax(dollars(price), tax)} received${waived > 0 ? `, ${dollars(waived)} waived` : ''}`;
}

/** What one side did, in a sentence without its period. */
export function noteLine(money: Told, { actor, event, ...note }: Note): string {
  const mine = actor === money.side;
  const who = actor === 'artist' ? money.artist : money.client;
  const sum = dollars(note.amount ?? 0);
  switch (event) {
    case 'fall_due':
      return 'It fell due';
    case 'ask':
      return mine ? 'You asked for it' : `${who} asked for it`;
    case 'report': {
      const day = dayLabel(note.paid_on ?? '');
      return mine
        ? `You reported ${sum} (${note.how}), paid ${day}`
        : `${who} reported ${sum} (${note.how}), paid ${day}`;
    }
    case 'receive':
      if (note.amount === null)
        return mine ? 'You marked it as received' : `${who} marked it as received`;
      return mine ? `You marked ${sum} as received` : `${who} marked ${sum} as received`;
    case 'dispute':
      if (actor === 'artist')
        return mine ? 'You said it didn’t arrive' : `${who} said it didn’t arrive`;
      return mine ? 'You said it isn’t due yet' : `${who} said it isn’t due yet`;
    case 'waive':
      return mine ? 'You waived it' : `${who} waived it`;
  }
}

/** The day on which the artist marked a part as received. */
export function receivedOn(money: Told, part: Part): string {
  const note = lastNote(money, part, 'receive');
  return note ? shortDate(note.created_at) : '';
}

/** Where a part stands, for the side that reads it. */
export function partLine(money: Told, part: Part): string {
  const since = part.due_at ? `Due since ${shortDate(part.due_at)}` : 'Due';
  const last = lastNote(money, part);
  const said = last ? noteLine(money, last) : '';
  switch (part.state) {
    case 'planned':
      return `Due ${DUE[part.due]}`;
    case 'due':
      return since;
    case 'asked':
      return `${said}. ${since}`;
    case 'reported':
    case 'disputed':
      return said;
    case 'received':
      return `Received ${receivedOn(money, part)}`;
    case 'waived':
      return 'Waived';
  }
}

const reported = (money: Money, part: Part): number =>
  lastNote(money, part, 'report')?.amount ?? part.amount;

/** How much of a part has arrived, as far as the client says; the artist says whether it has. */
export const likelyReceived = (money: Money, part: Part): number =>
  Math.min(part.state === 'reported' ? reported(money, part) : part.amount, part.amount);

/** How much of a part has arrived, by the rule of `private.received_amount`. */
export const receivedSchema = ({ amount }: Part) =>
  z.object({
    amount: z
      .string()
      .transform(amountOf)
      .refine((n) => n >= 1 && n <= amount, MESSAGES.received_amount_invalid),
  });

/** How much more than is due the client reported last; 0 for no more. */
export const overpaid = (money: Money, part: Part): number =>
  Math.max(0, (lastNote(money, part, 'report')?.amount ?? 0) - part.amount);

const ADDRESS = /(https:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/;

/** Words with their https links: every second piece is one, which names no user before its host. */
export function withLinks(text: string): string[] {
  const pieces = [''];
  text.split(ADDRESS).forEach((piece, at) => {
    if (at % 2 === 1 && webAddress(piece) !== null) pieces.push(piece, '');
    else pieces.push(`${pieces.pop()}${piece}`);
  });
  return pieces;
}

const typedReportSchema = z.object({ how: z.string(), paid_on: z.string(), amount: z.string() });
type ReportDraft = z.output<typeof typedReportSchema>;

/** Nobody paid for a wall before there was one here. */
const FIRST_DAY = '2020-01-01';

/** What a client reports, by the rules of `private.report_payment`. */
export const paymentReportSchema = z.object({
  how: requiredLine(1, MESSAGES.how_required, LIMITS.howPaid, MESSAGES.how_too_long).refine(
    (text) => !hasAccountNumber(text),
    MESSAGES.account_number_refused,
  ),
  paid_on: z
    .string()
    .refine(
      (day) => isDay(day) && day >= FIRST_DAY && day <= dayFromNow(0),
      MESSAGES.paid_on_invalid,
    ),
  amount: z
    .string()
    .transform(amountOf)
    .refine((n) => n >= 1 && n <= LIMITS.proposalPrice, MESSAGES.amount_invalid),
});
export type Report = z.output<typeof paymentReportSchema>;

/** A report begins with what is due, and today. */
export const newReport = ({ amount }: Part): ReportDraft => ({
  how: '',
  paid_on: dayFromNow(0),
  amount: grouped(amount),
});

/** A report that was typed and not stored yet, as a browser keeps it. */
export const keptReportSchema = z.object({
  draft: typedReportSchema,
  /** What it is sent under: the same again for the same text, also after a reload. */
  key: z.guid(),
});
