/** The heading of the open conversation. */
export const TALK_ID = 'talk';

/** Brings the open conversation into sight, with as much of its box as there is room for, and the focus to it. */
export function showTalk(): void {
  const heading = document.getElementById(TALK_ID);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}
