import { setTimeout as pause } from 'node:timers/promises';
import { aQuote } from '../support/quote.ts';
import { call, type Target } from './http.ts';

/** After these the browser stops asking (src/data/app-error.ts). */
const DEFINITE = new Set([400, 403, 409, 422]);
const ANSWER_MS = 20_000;
const QUOTE_NEVER_MS = 150_000;

interface Quotes {
  sent: string[];
  /** Answered with a lead. */
  accepted: string[];
  refused: { email: string; status: number; body: string }[];
  /** How often each answer led to another try; 0 is none at all. */
  again: Record<number, number>;
  ms: number[];
}

export const newQuotes = (): Quotes => ({
  sent: [],
  accepted: [],
  refused: [],
  again: {},
  ms: [],
});

/** Sends one request for a quote, with one key and as often as it takes, as the browser does. */
export async function sendQuote(target: Target, quotes: Quotes, from: string, run: string) {
  const email = `${run}-${quotes.sent.length}@load.test`;
  const body = JSON.stringify(aQuote({ p_email: email }));
  quotes.sent.push(email);
  const started = performance.now();
  const answer = await callUntilAnswered(target, 'submit_lead', body, from, quotes.again);
  if (answer.status !== 200) {
    quotes.refused.push({ email, status: answer.status, body: answer.body });
    return;
  }
  quotes.accepted.push(email);
  quotes.ms.push(performance.now() - started);
}

/** Sends one message to an artist, with one key and as often as it takes; gives the status that ended it. */
export async function sendMessage(target: Target, thread: Thread, text: string, key: string) {
  const body = JSON.stringify({
    p_lead: thread.lead,
    p_artist: thread.artist,
    p_token: thread.token,
    p_body: text,
    p_key: key,
  });
  return (await callUntilAnswered(target, 'send_message', body, '127.0.0.7', {})).status;
}

/** A conversation, as a guest has it. */
export interface Thread {
  lead: string;
  artist: string;
  token: string;
}

/** One call as a browser makes it: again and again with the same words until the server has decided. */
async function callUntilAnswered(
  target: Target,
  name: string,
  body: string,
  from: string,
  again: Record<number, number>,
) {
  const path = `/rest/v1/rpc/${name}`;
  for (let tries = 0; ; tries++) {
    const answer = await call(target, { path, method: 'POST', body, from, timeoutMs: ANSWER_MS });
    if (answer.status === 200 || DEFINITE.has(answer.status)) return answer;
    again[answer.status] = (again[answer.status] ?? 0) + 1;
    await pause(Math.min(60_000, 1000 * 2 ** tries) * (0.5 + Math.random() / 2));
  }
}

/** Milliseconds until a quote is taken, asked for as soon as the last answer is there. */
export async function untilQuoteTaken(target: Target, email: string): Promise<number> {
  const body = JSON.stringify(aQuote({ p_email: email }));
  const ask = { path: '/rest/v1/rpc/submit_lead', method: 'POST', body, from: '127.0.0.8' };
  const began = performance.now();
  for (;;) {
    const { status } = await call(target, { ...ask, timeoutMs: ANSWER_MS });
    const ms = Math.round(performance.now() - began);
    if (status === 200) return ms;
    if (ms > QUOTE_NEVER_MS) throw new Error(`No quote was taken after ${ms} ms: ${status}`);
    await pause(50);
  }
}

/** What was true and what `/healthz` said, each half second. */
interface Moment {
  at: number;
  /** When all answers were there, or nobody waited for them any more. */
  until: number;
  /** Whether a quote was taken that was sent then; null when it took so long that both may be said. */
  taken: boolean | null;
  /** Whether `/healthz` says that all is well; null when it said nothing in time. */
  said: boolean | null;
}

/** Looked at twice a second: two moments in a row may fall on one that breaks or comes back, however long each takes. */
export const HEALTH_LATE_MS = 600;

/** As long as `/healthz` itself waits for an answer, and when nobody waits for one any more. */
const WELL_MS = 2000;
const NEVER_MS = 4000;

export async function observe(target: Target, signal: AbortSignal) {
  const moments: Moment[] = [];
  const reads: number[] = [];
  const pages: number[] = [];
  for (let i = 0; !signal.aborted; i++) {
    const at = performance.now();
    const ask = (path: string) => call(target, { path, from: '127.0.0.4', timeoutMs: NEVER_MS });
    const [read, page, health, quote] = await Promise.all([
      ask('/rest/v1/cities?select=id&limit=1'),
      ask('/artists'),
      ask('/healthz'),
      call(target, {
        path: '/rest/v1/rpc/submit_lead',
        method: 'POST',
        body: JSON.stringify(aQuote({ p_email: 'observer@load.test' })),
        from: `127.2.${Math.floor(i / 200) % 250}.${(i % 200) + 1}`,
        timeoutMs: NEVER_MS,
      }),
    ]);
    const said = health.status === 0 ? null : health.status === 200;
    const taken = quote.status === 200 ? (quote.ms < WELL_MS ? true : null) : false;
    moments.push({ at, until: performance.now(), taken, said });
    if (read.status === 200) reads.push(read.ms);
    if (page.status === 200) pages.push(page.ms);
    await pause(Math.max(0, 500 - (performance.now() - at)));
  }
  return { moments, reads, pages };
}

/**
 * The longest time for which `/healthz` said the opposite of the truth, in milliseconds, without the first moment: what
 * breaks or comes back between its two answers makes them differ.
 */
export function untrue(moments: readonly Moment[]): number {
  let longest = 0;
  let first: Moment | null = null;
  for (const moment of moments) {
    const { taken, said } = moment;
    if (said === null || taken === null || said === taken) first = null;
    else if (first?.said !== said) first = moment;
    if (first) longest = Math.max(longest, moment.at - first.until);
  }
  return longest;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
