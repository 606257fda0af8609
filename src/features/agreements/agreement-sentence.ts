import type { Language } from '#config/language.ts';
import { shortDate } from '#lib/wall-time.ts';
import type { ShownAgreement } from './agreement.api.ts';

/** Which of its two texts counts, said before it is signed and beside it. */
export const COUNTS: Record<Language, string> = {
  en: 'The English text counts.',
  es: 'The Spanish text counts.',
};

/** What the other one is for. */
export const FOR_READING: Record<Language, string> = {
  en: 'In English, for reading',
  es: 'In Spanish, for reading',
};

/** Where an agreement stands, for the side that reads it. */
export function agreementSentence({
  side,
  state,
  current,
  ended_by,
  ended_reason,
}: ShownAgreement): string {
  const other =
    side === 'artist'
      ? (current?.body.client ?? 'the client')
      : (current?.body.artist ?? 'the artist');
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
        : 'Sign it or ask for a change.';
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
  const end = reason ? `: ${reason}` : '.';
  return mine ? `You ended it${end}` : `${capital(other)} ended it${end}`;
}

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;
