import { dayLabel, dollars } from '#lib/format.ts';
import { wordFor } from '#lib/options.ts';
import { z } from '#lib/zod.ts';
import { aboutLead, ownRequestWithArtist } from '#mail/data.ts';
import type { Block } from '#mail/document.ts';
import { inCity, openLeadAction, quotes, requestButton, text } from '#mail/phrases.ts';
import { type Template, toArtist, toClient } from '#mail/template.ts';

const payment = z.object({
  label: z.string(),
  amount: z.number(),
  /** What was said with it, by the side that caused the email. */
  note: z.string().nullable(),
  /** What did not arrive of it, where some did. */
  rest: z.number().default(0),
  /** What the client reports. */
  paid: z.number().nullable(),
  how: z.string().nullable(),
  paid_on: z.string().nullable(),
});
type Payment = z.output<typeof payment>;
const ofLead = aboutLead.extend({ payment });
const ofRequest = ownRequestWithArtist.extend({
  payment,
  /** Whether the artist wrote how to pay, which the page then shows. */
  payable: z.boolean().default(false),
});

/** What one side said, and of which part. */
const about = ({ label, amount, note }: Payment): Block[] => [
  ...quotes(note ? [note] : []),
  { kind: 'facts', rows: [[wordFor(label), dollars(amount)]] },
];

type Data = z.output<typeof ofRequest>;
const howToPay = ({ artist, payable }: Data) =>
  payable ? 'How to pay is on your request page.' : `Ask ${artist.name} how to pay.`;

/** What a client hears of a part of the price. */
const ofPart = (
  write: (artist: string, amount: string, data: Data) => { subject: string; said: string },
): Template =>
  toClient(ofRequest, (data) => {
    const { artist, payment: part } = data;
    const { subject, said } = write(artist.name, dollars(part.amount), data);
    return {
      subject,
      preview: wordFor(part.label),
      blocks: [text(said), ...about(part)],
      button: requestButton(data, 'money'),
    };
  });

/** Emails about the parts of a price. Muro takes no money, so none of them has a way to pay: that is on the page. */
export const PAYMENT_TEMPLATES: Record<string, Template> = {
  request_payment_asked: ofPart((artist, amount, data) => ({
    subject: `${artist} asks for ${amount}`,
    said: `${howToPay(data)} Report the payment on your request page once you have paid.`,
  })),

  request_payment_received: ofPart((artist, amount, { payment: { rest } }) => ({
    subject: `${artist} received ${amount}`,
    said: `You can print a receipt from your request page.${rest > 0 ? ` The rest, ${dollars(rest)}, is due.` : ''}`,
  })),

  request_payment_waived: ofPart((artist, amount) => ({
    subject: `${artist} waived ${amount}`,
    said: 'You don’t owe this part of the price.',
  })),

  request_payment_disputed: ofPart((artist, amount) => ({
    subject: `${artist} says ${amount} hasn’t arrived`,
    said: 'Check with your bank or the app you paid with, and write to the artist.',
  })),

  request_payment_reminder: ofPart((artist, amount, data) => ({
    subject: `${amount} to ${artist} is due`,
    said: `${howToPay(data)} If you have paid, or something is wrong, say so on your request page.`,
  })),

  lead_payment_reported: toArtist(ofLead, ({ lead, payment: part }) => {
    const paid = part.paid ?? part.amount;
    return {
      subject: `The client${inCity(lead)} reports a payment of ${dollars(paid)}`,
      blocks: [
        ...(paid > part.amount
          ? [
              text(
                'They report more than is due. Never send money back: the payment can still be reversed, and then both are gone.',
              ),
            ]
          : []),
        text('Check your account, then say whether it arrived.'),
        {
          kind: 'facts',
          rows: [
            [wordFor(part.label), dollars(part.amount)],
            ['Reported', dollars(paid)],
            ['How', part.how ?? ''],
            ['Paid on', part.paid_on ? dayLabel(part.paid_on) : ''],
          ],
        },
      ],
      button: openLeadAction(lead, 'Open the Lead', 'money'),
    };
  }),

  lead_payment_disputed: toArtist(ofLead, ({ lead, payment: part }) => ({
    subject: `The client${inCity(lead)} disputes a payment`,
    preview: part.note ?? wordFor(part.label),
    blocks: about(part),
    button: openLeadAction(lead, 'Open the Lead', 'money'),
  })),
};
