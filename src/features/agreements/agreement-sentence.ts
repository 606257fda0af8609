import { shortDate } from '#lib/wall-time.ts';
import type { ShownAgreement } from './agreement.api.ts';

const OTHER = { artist: 'the client', client: 'the artist' } as const;

/** Where an agreement stands, for the side that reads it. */
export function agreementSentence({
  side,
  state,
  current,
  ended_by,
  ended_reason,
}: ShownAgreement): string {
  const other = OTHER[side];
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
        ? 'The client has it. Sign it now or after the client.'
        : 'Read it, then sign it or ask for a change.';
    case 'change_asked':
      return side === 'artist' ? 'The client asks for a change:' : 'You asked for a change:';
    case 'signed_by_one':
      return waits;
    case 'in_force':
      return `In force since ${shortDate(
        signed
          .map((one) => one.signed_at)
          .sort()
          .at(-1) ?? '',
      )}.`;
    case 'amending':
      return `A new version is waiting. Until you both sign it, the old one stays in force. ${waits}`.trim();
    case 'ended':
      return endedSentence(ended_by === side, ended_by === 'system', other, ended_reason);
  }
}

const waiting = (mine: boolean, other: string) =>
  mine
    ? `You signed. Waiting for ${other}.`
    : `${capital(other)} signed. Sign it to put it in force.`;

function endedSentence(mine: boolean, closed: boolean, other: string, reason: string | null) {
  if (closed) return 'It ended with the job.';
  return `${mine ? 'You' : capital(other)} ended it${reason ? `: ${reason}` : '.'}`;
}

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;
