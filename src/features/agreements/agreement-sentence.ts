import { shortDate } from '#lib/wall-time.ts';
import type { ShownAgreement } from './agreement.api.ts';

const OTHER = { artist: 'client', client: 'artist' } as const;

/** Where an agreement stands, for the side that reads it. */
export function agreementSentence({
  side,
  state,
  current,
  ended_by,
  ended_reason,
}: ShownAgreement): string {
  const other = current?.body[OTHER[side]] ?? `the ${OTHER[side]}`;
  const signed = current?.signatures ?? [];
  const waits = signed.length === 0 ? '' : waiting(signed[0]?.side === side, other);
  switch (state) {
    case 'draft':
      if (side === 'client') return 'Your last agreement ended. The artist can offer a new one.';
      return current
        ? 'You took it back. The client can’t see it.'
        : 'Put in writing what you both agreed on.';
    case 'offered':
      return side === 'artist'
        ? `Sent to ${other}. Sign now, or after they do.`
        : 'Read it, then sign it or ask for a change.';
    case 'change_asked':
      return side === 'artist' ? `${capital(other)} wants a change:` : 'You asked for a change:';
    case 'signed_by_one':
      return waits;
    case 'in_force':
      return `Signed by both, ${shortDate(
        signed
          .map((one) => one.signed_at)
          .sort()
          .at(-1) ?? '',
      )}`;
    case 'amending':
      return `A new version is waiting. Until you both sign it, the old one stays in force. ${waits}`.trim();
    case 'ended':
      return endedSentence(ended_by === side, ended_by === 'system', other, ended_reason);
  }
}

const waiting = (mine: boolean, other: string) =>
  mine
    ? `You signed. Waiting for ${other}.`
    : `${capital(other)} signed. It counts once you sign too.`;

function endedSentence(mine: boolean, closed: boolean, other: string, reason: string | null) {
  if (closed) return 'It ended with the job.';
  return `${mine ? 'You' : capital(other)} ended it${reason ? `: ${reason}` : '.'}`;
}

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;
