import { useCallback, useRef, useState } from 'react';
import type { Match } from '../lead.ts';
import type { AskedFor } from '../quote-details.ts';
import type { CreatedEntry } from '../sending/outbox-entries.store.ts';
import { ownEntry, seenChoice } from './own-entry.store.ts';

interface Waiting {
  key: string;
  retryAt: number;
  reason: string | null;
  /** What waits; the form may hold something newer. */
  asked: AskedFor;
}

interface OpenChoice extends CreatedEntry<Match> {
  /** It has arrived just now, and not in an earlier visit. */
  arrived: boolean;
}

/** Where the request of this tab stands: typed, waiting for the network, or arrived and waiting for a choice of artists. */
export function useRequestState() {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [choice, setChoice] = useState<OpenChoice | null>(null);
  /** An earlier request whose choice was left open. */
  const [earlier, setEarlier] = useState<CreatedEntry<Match> | null>(null);
  /** The request in the outbox that a changed text replaces. */
  const amends = useRef<string | null>(null);

  const offerChoice = useCallback((entry: CreatedEntry<Match>, arrived = false) => {
    ownEntry.set(entry.key);
    seenChoice.set(entry.key);
    setChoice({ ...entry, arrived });
  }, []);
  /** Back to the form alone, without touching what is kept. */
  const clear = useCallback(() => {
    setWaiting(null);
    setChoice(null);
  }, []);

  return { waiting, setWaiting, choice, offerChoice, clear, earlier, setEarlier, amends };
}

export type RequestState = ReturnType<typeof useRequestState>;
