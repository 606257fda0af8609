import { dayFromNow } from '#lib/day.ts';
import { dayLabel, dollars } from '#lib/format.ts';
import { innerLabel, wordFor } from '#lib/options.ts';
import type { Action, Turn } from './job.ts';

/** The words of what private.job_turns answers. Whose turn it is, and what may be done, is for the database to say. */
export const JOB_STEPS = [
  'Request',
  'Proposal',
  'Agreement',
  'Design',
  'Painting',
  'Done',
] as const;

/** Where an action is done on the page. */
export type ActionPlace = 'matches' | 'proposals' | 'agreement' | 'sketches' | 'money' | 'work';

interface Words {
  /** What to do, as said to the person. */
  text: string | ((turn: Turn, today: string) => string);
  place: ActionPlace;
  /** What a side does for itself: the other is not told to wait for it. */
  own?: true;
}

const sum = ({ amount }: Turn) => dollars(amount ?? 0);
const part = ({ label }: Turn) => (label ? ` (${innerLabel(wordFor(label))})` : '');

const WORDS: Record<Action, Words> = {
  choose_artist: { text: 'Choose an artist', place: 'matches' },
  choose_proposal: { text: 'Choose a proposal', place: 'proposals' },
  answer_proposal: { text: 'Answer the proposal', place: 'proposals' },
  answer: { text: 'Send a message or a proposal', place: 'work' },
  propose: { text: 'Make a proposal', place: 'work' },
  finish: { text: 'Talk about what isn’t finished', place: 'work' },
  confirm_painted: { text: 'Confirm that the wall is painted', place: 'work' },
  change_agreement: { text: 'Change the agreement', place: 'agreement' },
  sign_agreement: { text: 'Sign the agreement', place: 'agreement' },
  pay_part: { text: (turn) => `Pay ${sum(turn)}${part(turn)}`, place: 'money' },
  confirm_payment: { text: (turn) => `Confirm that ${sum(turn)} arrived`, place: 'money' },
  settle_payment: { text: (turn) => `Settle the payment of ${sum(turn)}`, place: 'money' },
  ask_for_payment: {
    text: (turn) => `Ask for ${sum(turn)}${part(turn)} again`,
    place: 'money',
    own: true,
  },
  send_sketch: {
    text: ({ version }) => (version === 1 ? 'Send a sketch' : 'Send the next sketch'),
    place: 'sketches',
  },
  answer_sketch: { text: 'Approve the sketch or ask for changes', place: 'sketches' },
  approve_sketch: { text: 'Approve the sketch', place: 'sketches' },
  answer_reopen: { text: 'Reopen the sketch or keep it', place: 'sketches' },
  write_agreement: { text: 'Write the agreement', place: 'agreement' },
  mark_painted: { text: 'Mark the wall as painted', place: 'work' },
  renew_papers: {
    text: ({ until }) =>
      until
        ? `Renew your insurance certificate by ${dayLabel(until)}`
        : 'Renew your insurance certificate',
    place: 'work',
    own: true,
  },
  paint: {
    text: ({ until }, today) =>
      until && until > today ? `Paint the wall from ${dayLabel(until)}` : 'Paint the wall',
    place: 'work',
  },
  review: { text: 'Write a review', place: 'work', own: true },
  reply_review: { text: 'Reply to the review', place: 'work', own: true },
};

export function actionText(turn: Turn, today = dayFromNow(0)): string {
  const { text } = WORDS[turn.action];
  return typeof text === 'string' ? text : text(turn, today);
}

export const actionPlace = ({ action }: Turn): ActionPlace => WORDS[action].place;

/** What the other side waits for. */
export const isAwaited = ({ action }: Turn): boolean => !WORDS[action].own;

const STEP_LABELS: Record<string, string> = {
  agreement: 'Agreement',
  design: 'Design',
  painting: 'Painting',
  done: 'Payment',
  over: 'Review',
};

/** 'Agreement · Your turn' in lists; null before an artist is chosen, and once nothing is left but the other's review. */
export function stepLabel(
  step: string | null,
  mine: Turn | null,
  theirs: Turn | null,
  other: string,
) {
  // Of a job that was called off a payment may be left to settle.
  const isPayment = mine?.action === 'confirm_payment' || mine?.action === 'settle_payment';
  const label = STEP_LABELS[step === 'over' && isPayment ? 'done' : (step ?? '')];
  if (!label) return null;
  if (mine?.waits) return `${label} · Your turn`;
  if (step === 'over') return null;
  return theirs?.waits ? `${label} · ${other}’s turn` : label;
}

/** An action by itself, where no job says more about it. */
export const turnOf = (action: Action): Turn => ({
  action,
  waits: true,
  amount: null,
  label: null,
  version: null,
  since: null,
  until: null,
});
