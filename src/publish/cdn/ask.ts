import { sentence } from '#node/errors.ts';
import type { CdnProtocol, What } from './protocol.ts';
import type { Send } from './send.ts';

/** What became of a call: it worked, it may work later, or never will. */
export type CdnAnswer =
  | { kind: 'done' }
  | { kind: 'busy'; reason: string; retryMs: number }
  | { kind: 'refused'; reason: string };

const WITHIN_MS = 15_000;
const LONGEST_REST_MS = 10 * 60_000;
const SHOWN = 200;

/** Makes one call, and says what its answer means. */
export async function askCdn(
  protocol: CdnProtocol,
  what: What,
  id: string,
  send: Send,
  ended?: AbortSignal,
): Promise<CdnAnswer> {
  const call = protocol.call(what, id);
  const within = AbortSignal.timeout(WITHIN_MS);
  try {
    const { status, body, headers } = await send(
      call,
      ended ? AbortSignal.any([ended, within]) : within,
    );
    const isDone = protocol.isDone?.(status, what) || (status >= 200 && status < 300);
    if (isDone) return { kind: 'done' };
    const reason = `${status} ${body.slice(0, SHOWN)}`.replace(/\s+/g, ' ').trim();
    const passes = status >= 500 || [408, 425, 429].includes(status);
    if (!passes) return { kind: 'refused', reason };
    return { kind: 'busy', reason, retryMs: restOf(headers['retry-after']) };
  } catch (error) {
    const reason = within.aborted ? `no answer within ${WITHIN_MS / 1000} s` : sentence(error);
    return { kind: 'busy', reason, retryMs: 0 };
  }
}

/** `Retry-After`, in seconds or as a date. */
function restOf(text: string | undefined): number {
  if (!text) return 0;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_REST_MS);
}
