import { setTimeout as pause } from 'node:timers/promises';

const SETTLING_MS = 30_000;

/** A product that has just started reads the directory, and compresses pages that nobody asked for yet. */
export function settled(): Promise<void> {
  return pause(SETTLING_MS);
}
