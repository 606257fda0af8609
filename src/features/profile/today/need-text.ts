import { dayLabel, plural, relativeDate } from '#lib/format.ts';
import type { Need } from './my-day.ts';

interface NeedText {
  title: string;
  /** Since when, or until when. */
  when: string;
  /** What the one button says. */
  action: string;
}

const day = (date: string | null) => (date ? dayLabel(date) : '');

/** What a need says, each with its one action. */
export function needText({ kind, at, until, count }: Need, now = new Date()): NeedText {
  const since = relativeDate(at, now);
  switch (kind) {
    case 'dispute':
      return {
        title: 'The client says it isn’t finished',
        when: `Said ${since}`,
        action: 'Talk About It',
      };
    case 'confirm':
      return {
        title: 'The client says that the wall is painted',
        when: `Counts as confirmed on ${day(until)}`,
        action: 'Confirm',
      };
    case 'accepted':
      return {
        title: 'Your proposal was accepted',
        when: `Accepted ${since}`,
        action: 'Get in Touch',
      };
    case 'answer':
      return { title: 'New request', when: `Came ${since}`, action: 'Answer' };
    case 'message':
      return { title: plural(count, 'unread message'), when: `Written ${since}`, action: 'Read' };
    case 'proposal_ends':
      return {
        title: 'Your proposal ends soon',
        when: `Valid until ${day(until)}`,
        action: 'Review',
      };
    case 'painted':
      return {
        title: 'Is the wall painted?',
        when: `Planned until ${day(until)}`,
        action: 'Mark as Painted',
      };
    case 'proposal_ended':
      return {
        title: 'Your proposal has ended',
        when: `It was valid until ${day(until)}`,
        action: 'Make a New One',
      };
    case 'review':
      return {
        title: `A review with ${plural(count, 'star')}`,
        when: `Written ${since}`,
        action: 'Reply',
      };
  }
}
