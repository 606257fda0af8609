import { keptDrafts } from '#browser/kept-draft.ts';
import { keptReportSchema, type Part } from './payment.ts';

const PREFIX = 'agreement.payment.';

/** What clients typed about payments and did not send, by part. */
export const reportDrafts = keptDrafts(PREFIX, keptReportSchema);

/** Whether the reader began a report of a part that they can still send. */
export const isReportBegun = (part: Part): boolean =>
  part.can.includes('report') && reportDrafts.of(part.id).load() !== null;
