import { dayLabel, dollars, plural, relativeDate } from '#lib/format.ts';
import { innerLabel, optionLabel, wordFor } from '#lib/options.ts';
import { sizeLabel } from '#lib/size-label.ts';
import type { Need } from './my-day.ts';

type Kind = Need['kind'];

/** Each kind: its heading, where in Leads all of it are, what the one button says, and where on the page that is done. */
const KINDS: Record<Kind, readonly [group: string, tab: string, action: string, place: string]> = {
  finish: ['The client says it isn’t finished', 'turn', 'Talk About It', 'conversation'],
  confirm_painted: ['The client says the wall is painted', 'done', 'Confirm', 'next'],
  change_agreement: ['Changes to an agreement', 'turn', 'Change It', 'agreement'],
  sign_agreement: ['Agreements to sign', 'turn', 'Sign', 'agreement'],
  confirm_payment: ['Payments reported', 'turn', 'Check', 'money'],
  settle_payment: ['Payments in dispute', 'turn', 'Settle', 'money'],
  send_sketch: ['Sketches to send', 'turn', 'Send a Sketch', 'sketches'],
  answer_reopen: ['The client wants to reopen a sketch', 'turn', 'Decide', 'sketches'],
  write_agreement: ['Your proposal was accepted', 'turn', 'Write the Agreement', 'agreement'],
  ask_for_payment: ['Overdue payments', 'turn', 'Ask Again', 'money'],
  answer: ['New requests', 'answer', 'Answer', ''],
  message: ['Unread messages', 'unread', 'Read', 'conversation'],
  proposal_ends: ['Your proposal ends soon', 'proposals', 'Review', 'next'],
  mark_painted: ['Is the wall painted?', 'booked', 'Mark as Painted', 'next'],
  renew_papers: ['Your insurance ends', 'turn', 'Renew', ''],
  proposal_ended: ['Your proposal has ended', 'proposals', 'Make a New One', 'next'],
  reply_review: ['Reviews without a reply', 'done', 'Reply', 'review'],
};

const day = (date: string | null) => (date ? dayLabel(date) : '');

function whenOf({ kind, at, until, count }: Need, since: string): string {
  switch (kind) {
    case 'confirm_painted':
      return `Counts as confirmed on ${day(until)}`;
    case 'write_agreement':
      return `Accepted ${since}`;
    case 'answer':
      return `Came ${since}`;
    case 'message':
      return `${plural(count, 'message')}, the last ${since}`;
    case 'proposal_ends':
      return `Valid until ${day(until)}`;
    case 'proposal_ended':
      return `It was valid until ${day(until)}`;
    case 'mark_painted':
      return `Planned until ${day(until)}`;
    case 'renew_papers':
      return `Good until ${day(until)}`;
    case 'reply_review':
      return `${plural(count, 'star')}, ${since}`;
    default:
      return at ? `Since ${since}` : '';
  }
}

/** What a need says, each with its one action. */
export function needText(need: Need, now = new Date()) {
  const [group, tab, action, place] = KINDS[need.kind];
  return { group, tab, action, place, when: whenOf(need, relativeDate(need.at, now)) };
}

/** '$750 (Deposit)' or 'Version 2', of which a row is. */
function subject({ kind, turn }: Need): string | null {
  if (!turn || kind === 'reply_review') return null;
  if (turn.amount !== null)
    return `${dollars(turn.amount)}${turn.label ? ` (${innerLabel(wordFor(turn.label))})` : ''}`;
  return turn.version ? `Version ${turn.version}` : null;
}

/** What is asked, as '20 × 9 ft stucco in Boerne · $1,000–$5,000', of a call only where; before it the amount or the version. */
export function needSummary(need: Need): string {
  const { size, surface, city, budget } = need;
  const wall = [size && sizeLabel(size), surface && wordFor(surface).toLowerCase()]
    .filter(Boolean)
    .join(' ');
  const call = city ? `Call in ${city}` : 'Call';
  const place = wall && city ? `${wall} in ${city}` : wall || call;
  const about = subject(need);
  const asked = about ? null : budget && optionLabel(budget);
  return [about, optionLabel(place), asked].filter(Boolean).join(' · ');
}
