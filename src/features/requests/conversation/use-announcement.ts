import { useEffect, useState } from 'react';
import { clockTime } from './clock-time.ts';
import { type ConversationState, newestIncoming, spoken } from './live-conversation.ts';

/** What a screen reader says of a conversation that is open: what comes, and what could not be sent. */
export function useAnnouncement(
  { data, outgoing, sending }: ConversationState,
  other: string,
): string {
  const [said, setSaid] = useState('');
  const [opening, setOpening] = useState<number | null>(null);
  const incoming = data && newestIncoming(data);
  const position = incoming?.position ?? 0;
  // What was there before is there to be read line by line.
  if (data && opening === null) setOpening(position);
  const isNew = opening !== null && position > opening;
  const words =
    isNew && incoming ? `${other}, ${clockTime(incoming.created_at)}: ${spoken(incoming)}` : '';
  useEffect(() => setSaid(words), [words]);
  const refused = outgoing.findLast(({ state }) => state === 'refused')?.reason ?? '';
  useEffect(() => {
    if (refused) setSaid(`Your message wasn’t sent. ${refused}`);
  }, [refused]);
  const stuck = sending.findLast(({ state }) => state === 'refused')?.reason ?? '';
  useEffect(() => {
    if (stuck) setSaid(`Not all photos were sent. ${stuck}`);
  }, [stuck]);
  return said;
}
