import type { AssignmentKey } from '#lib/assignment-key.ts';
import type { DiaryStage } from './diary.ts';

/** An entry that has not arrived yet. */
export interface WaitingEntry {
  key: string;
  /** None: a message of the conversation, and no entry. */
  stage: DiaryStage | null;
  pictures: number;
  state: 'sending' | 'waiting' | 'refused';
  /** Why it was refused. */
  reason: string | null;
}

/** What keeps new entries in this browser until the server has them. */
export interface DiaryOutbox {
  get: () => {
    outgoing: readonly WaitingEntry[];
    /** Addresses of their photos in this browser, by their keys. */
    local: Readonly<Record<string, readonly string[]>>;
  };
  /** Calls at every change; gives what ends that. */
  listen: (changed: () => void) => () => void;
  /** Sends what waits, until what it gives is called. */
  follow: () => () => void;
  /** Keeps photos, then sends them. */
  send: (photos: readonly Blob[], stage: DiaryStage) => Promise<void>;
  retry: (key: string) => void;
  discard: (key: string) => void;
}

export interface DiaryProps {
  job: AssignmentKey;
  /** For the artist, who adds to it. */
  outbox?: () => Promise<DiaryOutbox>;
}
