import { setTimeout as pause } from 'node:timers/promises';

const SETTLING_MS = 30_000;

/** A product that has just started reads the directory, and compresses pages that nobody asked for yet. */
export function settled(ms = SETTLING_MS): Promise<void> {
  return pause(ms);
}
