const MOST_MS = 60_000;

/** Milliseconds until something is sent again after so many attempts before this one: twice as many each time, not all at once. */
export const retryWait = (tries: number, random: () => number): number =>
  Math.min(MOST_MS, 1000 * 2 ** tries) * (0.5 + random() / 2);
