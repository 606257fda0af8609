import { ask } from '#data/rpc.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';
import { moneySchema, type Report } from './payment.ts';

/*
 * All throw an AppError: `not_allowed` or `link_refused` for whom it is none of their business, `move_refused` where the
 * state does not allow it any more, or a broken rule with its field.
 */

/** The parts of the price; null until an agreement was in force. */
export const readPayments = (of: AssignmentKey) =>
  ask(moneySchema.nullable(), 'read_payments', assignmentArgs(of));

/** What either side does about a part, aside from a report of the client. */
export type Act = 'ask' | 'receive' | 'dispute' | 'waive';

/** What goes with a move: why, in a dispute; how much arrived. */
export interface Said {
  note?: string;
  amount?: number;
}

/** Makes one move of a part, once for each key. */
export const movePayment = (
  of: AssignmentKey,
  part: string,
  event: Act,
  key: string,
  { note, amount }: Said,
) =>
  ask(moneySchema, 'move_payment', {
    ...assignmentArgs(of),
    p_part: part,
    p_event: event,
    p_key: key,
    ...(note && { p_note: note }),
    ...(amount && { p_amount: amount }),
  });

/** The client says that they paid a part, once for each key. */
export const reportPayment = (of: AssignmentKey, part: string, report: Report, key: string) =>
  ask(moneySchema, 'report_payment', {
    ...assignmentArgs(of),
    p_part: part,
    p_amount: report.amount,
    p_how: report.how,
    p_paid_on: report.paid_on,
    p_key: key,
  });
