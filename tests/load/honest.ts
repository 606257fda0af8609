import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { call, type Target } from './http.ts';

/** After these the browser stops asking (src/data/app-error.ts). */
const DEFINITE = new Set([400, 403, 409, 422]);
const ANSWER_MS = 20_000;

export interface Quotes {
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
  const body = JSON.stringify({
    p_key: randomUUID(),
    p_claim: randomBytes(32).toString('base64url'),
    p_name: 'Honest Client',
    p_email: email,
    p_phone: null,
    p_city: 'San Antonio',
    p_project_description: 'A heron on the wall beside the river, three metres high.',
    p_mural_size: null,
    p_surface_type: 'brick',
    p_style_preference: 'nature',
    p_budget_range: '1k-5k',
    p_artist: null,
    p_website: '',
    p_elapsed_ms: 9000,
  });
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

/** What was true and what `/healthz` said, each half second. */
export interface Moment {
  at: number;
  /** Whether a cheap read of the API was answered. */
  answers: boolean;
  /** Whether `/healthz` says that all is well; null when it said nothing in time. */
  said: boolean | null;
}

export async function observe(target: Target, signal: AbortSignal) {
  const moments: Moment[] = [];
  const reads: number[] = [];
  const pages: number[] = [];
  while (!signal.aborted) {
    const at = performance.now();
    const [read, page] = await Promise.all([
      call(target, {
        path: '/rest/v1/cities?select=id&limit=1',
        from: '127.0.0.4',
        timeoutMs: 4000,
      }),
      call(target, { path: '/artists', from: '127.0.0.4', timeoutMs: 4000 }),
    ]);
    // Asked last: what was true a moment ago must be known by now.
    const health = await call(target, { path: '/healthz', from: '127.0.0.4', timeoutMs: 4000 });
    const said = health.status === 0 ? null : health.status === 200;
    moments.push({ at, answers: read.status === 200, said });
    if (read.status === 200) reads.push(read.ms);
    if (page.status === 200) pages.push(page.ms);
    await pause(Math.max(0, 500 - (performance.now() - at)));
  }
  return { moments, reads, pages };
}

/** Milliseconds for which `/healthz` said the opposite of the truth, longest stretch first. */
export function untrue(moments: readonly Moment[]): number {
  let longest = 0;
  let since: number | null = null;
  for (const { at, answers, said } of moments) {
    if (said === null || said === answers) since = null;
    else since ??= at;
    if (since !== null) longest = Math.max(longest, at - since);
  }
  return longest;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
