import type { EntryStorage } from '#browser/browser-storage.ts';
import { KEPT_MS, keptTable } from '#browser/kept-table.ts';
import type { ConversationId } from './message-entries.store.ts';

const PREFIX = 'message.draft.';

interface Draft {
  at: number;
  text: string;
  /** How many pictures stand in the box; they themselves are in `picture-store.store.ts`. */
  pictures: number;
}

const drafts = (storage: EntryStorage, now: () => number) =>
  keptTable<Draft>({
    storage,
    prefix: PREFIX,
    keptMs: KEPT_MS.unsent,
    now,
    read: (stored) =>
      typeof stored.text === 'string'
        ? { ...stored, pictures: Number(stored.pictures) || 0 }
        : null,
  });

/** What stands in the box of one conversation, kept in this browser while it is being typed. */
export function messageDraft(
  storage: EntryStorage,
  { lead, artist }: ConversationId,
  now: () => number = Date.now,
) {
  const table = drafts(storage, now);
  const box = `${lead}.${artist}`;
  const load = () => table.get(box)?.text ?? '';
  const write = (text: string, pictures: number) => {
    if (text.trim() === '' && pictures === 0) table.remove(box);
    else table.put(box, { at: now(), text, pictures });
  };
  const save = (text: string) => write(text, table.get(box)?.pictures ?? 0);
  return {
    /** The kept text; empty when there is none. */
    load,
    save,
    savePictures: (count: number) => write(load(), count),
    /** Puts a text before what stands there. */
    prepend: (text: string) => save([text, load()].filter(Boolean).join('\n\n')),
  };
}

/** How many conversations have something typed and not sent. */
export const countDrafts = (storage: EntryStorage, now: number): number =>
  drafts(storage, () => now).all().length;
