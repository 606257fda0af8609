import type { AssignmentState } from '../assignment.ts';
import type { Holder } from './tracked-request.ts';

/** Before anybody has written, nothing is there to be opened. */
const SILENT: readonly AssignmentState[] = ['sent', 'seen', 'expired'];

/** Whether a conversation would begin with the reader's own words. */
export const isSilent = ({ state, unread }: Holder) => SILENT.includes(state) && unread === 0;

export const talkButtonId = (artist: string) => `talk-${artist}`;

/** The heading of the open conversation. */
export const TALK_ID = 'talk';

/** Brings the open conversation into sight, with as much of its box as there is room for, and the focus to it. */
export function showTalk(): void {
  const heading = document.getElementById(TALK_ID);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}
