import { dayLabel, plural, relativeDate } from '#lib/format.ts';
import { optionLabel } from '#lib/options.ts';
import type { Need } from './my-day.ts';

interface NeedText {
  /** The heading of its kind. */
  group: string;
  /** Where in Leads all of its kind are. */
  tab: string;
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
        group: 'The client says it isn’t finished',
        tab: 'all',
        when: `Said ${since}`,
        action: 'Talk About It',
      };
    case 'confirm':
      return {
        group: 'The client says that the wall is painted',
        tab: 'done',
        when: `Counts as confirmed on ${day(until)}`,
        action: 'Confirm',
      };
    case 'accepted':
      return {
        group: 'Your proposal was accepted',
        tab: 'booked',
        when: `Accepted ${since}`,
        action: 'Get in Touch',
      };
    case 'answer':
      return { group: 'New requests', tab: 'answer', when: `Came ${since}`, action: 'Answer' };
    case 'message':
      return {
        group: 'Unread messages',
        tab: 'unread',
        when: `${plural(count, 'message')}, the last ${since}`,
        action: 'Read',
      };
    case 'proposal_ends':
      return {
        group: 'Your proposal ends soon',
        tab: 'proposals',
        when: `Valid until ${day(until)}`,
        action: 'Review',
      };
    case 'painted':
      return {
        group: 'Is the wall painted?',
        tab: 'booked',
        when: `Planned until ${day(until)}`,
        action: 'Mark as Painted',
      };
    case 'proposal_ended':
      return {
        group: 'Your proposal has ended',
        tab: 'proposals',
        when: `It was valid until ${day(until)}`,
        action: 'Make a New One',
      };
    case 'review':
      return {
        group: 'Reviews without a reply',
        tab: 'done',
        when: `${plural(count, 'star')}, ${since}`,
        action: 'Reply',
      };
  }
}

/** What is asked, as '20 × 9 ft stucco in Boerne · $1,000–$5,000'; of a call only where. */
export function needSummary({ size, surface, city, budget }: Need): string {
  const wall = [size?.replaceAll(' x ', ' × '), surface].filter(Boolean).join(' ') || 'call';
  const place = city ? `${wall} in ${city}` : wall;
  return [optionLabel(place), budget && optionLabel(budget)].filter(Boolean).join(' · ');
}
