import type { Failure, Outcome } from './test-outcome.ts';

/** How often a test that failed is tried again, alone. */
const TRIES = 2;
/** When more fail than chance makes fail, none is tried again. */
const CHANCE = 12;

/**
 * Tries again what failed. What passes then has not failed, but is named in `repeated`. `again` runs one test alone and
 * says whether it passed.
 */
export async function withRepeats(
  outcome: Outcome,
  again: (failure: Failure) => Promise<boolean>,
): Promise<Outcome> {
  const { failures = [] } = outcome;
  if (failures.length > CHANCE) return outcome;
  const passed: Failure[] = [];
  for (const failure of failures) if (await passesAgain(failure, again)) passed.push(failure);
  const notes = passed.map(({ note }) => note);
  return {
    ...outcome,
    passed: outcome.passed + passed.length,
    failed: outcome.failed - passed.length,
    notes: outcome.notes.filter((note) => !notes.includes(note)),
    repeated: notes.map((note) => note.replace(/^FAILED /, '')),
  };
}

async function passesAgain(
  failure: Failure,
  again: (failure: Failure) => Promise<boolean>,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) if (await again(failure)) return true;
  return false;
}
