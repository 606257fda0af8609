import type { EntryStorage } from '#browser/browser-storage.ts';
import { type Aged, KEPT_MS, keptTable } from '#browser/kept-table.ts';
import { MESSAGE_PREFIX } from '#browser/sending-keys.ts';
import type { DiaryStage } from '#features/diary/diary.ts';

/** Which conversation something here belongs to. The secret of a guest's link is none of it. */
export interface ConversationId {
  lead: string;
  artist: string;
}

/** A message on its way: kept with its text until the server has decided. */
export interface MessageEntry extends ConversationId, Aged {
  key: string;
  body: string;
  /** How many pictures go with it; they are kept under its key (`picture-store.store.ts`). */
  pictures: number;
  /** They go into the diary of a job. */
  stage: DiaryStage | null;
  /** The server has the message, and not all of its pictures. */
  taken: boolean;
  tries: number;
  /** Not to be tried again by itself before this time. */
  next: number;
  /** The code of its refusal. */
  refused: string | null;
}

export const isMessageEntry = (item: string): boolean => item.startsWith(MESSAGE_PREFIX);

/** The messages of this browser that are on their way. */
export function messageEntries(storage: EntryStorage, now: () => number = Date.now) {
  const table = keptTable<MessageEntry>({
    storage,
    prefix: MESSAGE_PREFIX,
    keptMs: KEPT_MS.unsent,
    waits: true,
    now,
  });
  return {
    ...table,
    put: (entry: MessageEntry) => table.put(entry.key, entry),
    /** Those of one conversation, in the order in which they were typed. */
    of: ({ lead, artist }: ConversationId) =>
      table.all().filter((entry) => entry.lead === lead && entry.artist === artist),
  };
}
