const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Faults of the server by PostgREST's table; every other state says that the request asked for something impossible. */
const OURS: [RegExp, number][] = [
  // Among them sessions that the server ended (57P01, 57P02), and a server that is starting (57P03).
  [/^(08|53(?!400)|57P0[123])/, 503],
  // What met other transactions each time that it was tried (`retries.ts`) may be sent once more.
  [/^40(P01|001)$/, 503],
  // Nobody may use up what everybody shares: that is no fault of the request's either.
  [/^55P03$/, 503],
  [/^(09|0Z|24|25(?!006)|2D|2F|38|39|3B|40|53400|55|57(?!014)|58|72|F0|HV|XX)/, 500],
];

export function isSqlState(code: unknown): code is string {
  return typeof code === 'string' && SQLSTATE.test(code);
}

/** The status of an answer to a statement that PostgreSQL refused with this code. */
export function statusOfState(code: string): number {
  for (const [states, status] of OURS) if (states.test(code)) return status;
  if (/^(23503|23505)$/.test(code)) return 409;
  if (/^(0L|0P|28|42501)/.test(code)) return 403;
  // Among them 57014: a statement that took longer than its caller may take.
  return code === '25006' ? 405 : 400;
}
