import type { ProposalDraft } from '#features/requests/proposals/proposal.ts';
import type { ErrorCode } from '#lib/errors.ts';

/** So many days from the last one that has not ended everywhere. */
const serverDay = (days: number): string =>
  new Date(Date.now() - 12 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** A proposal that fits, with what a case changes of it. */
export const proposalCase = (change: Partial<ProposalDraft>): ProposalDraft => ({
  low: '4,200',
  high: '',
  starts_on: serverDay(7),
  days: '5',
  included: ['lift', 'coating'],
  message: '',
  preset: '' as const,
  valid_until: serverDay(14),
  ...change,
});

/** The edges of the rules of a proposal, and what is said of each; null for what fits. TypeScript and SQL agree on these. */
export const PROPOSAL_CASES: [change: Partial<ProposalDraft>, refused: ErrorCode | null][] = [
  [{}, null],
  [{ low: '1' }, null],
  [{ low: '0' }, 'price_invalid'],
  [{ low: '1,000,000' }, null],
  [{ low: '1,000,001' }, 'price_invalid'],
  [{ low: '3500', high: '4200' }, null],
  [{ low: '4200', high: '4200' }, null],
  [{ low: '4200', high: '4199' }, 'price_invalid'],
  [{ low: '1', high: '1000000' }, null],
  [{ low: '1', high: '1000001' }, 'price_invalid'],
  [{ days: '1' }, null],
  [{ days: '0' }, 'days_invalid'],
  [{ days: '365' }, null],
  [{ days: '366' }, 'days_invalid'],
  [{ included: [] }, null],
  [{ included: ['lift', 'primer', 'coating', 'permits', 'design'] }, null],
  [{ message: 'x'.repeat(2000) }, null],
  [{ message: 'x'.repeat(2001) }, 'message_too_long'],
  // Counted as people count, and without the white space around it.
  [{ message: ` ${'🎨'.repeat(2000)} ` }, null],
  [{ message: '🎨'.repeat(2001) }, 'message_too_long'],
];

/** How far off a day may be, which only the server says. */
export const DAY_CASES: typeof PROPOSAL_CASES = [
  [{ starts_on: serverDay(0) }, null],
  [{ starts_on: serverDay(-1) }, 'start_invalid'],
  [{ starts_on: serverDay(1100) }, null],
  [{ starts_on: serverDay(1101) }, 'start_invalid'],
  [{ valid_until: serverDay(0) }, null],
  [{ valid_until: serverDay(-1) }, 'valid_until_invalid'],
  [{ valid_until: serverDay(366) }, null],
  [{ valid_until: serverDay(367) }, 'valid_until_invalid'],
];
