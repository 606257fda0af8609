import type { FormSchema } from '#lib/violations.ts';
import { type EntryStorage, usableStorage } from './browser-storage.ts';
import { KEPT_MS, keptTable } from './kept-table.ts';
import { lastSignOut } from './personal.ts';

/** As it is stored. */
interface Kept<T> {
  draft: T;
  at: number;
  /** The last sign-out when it was typed: of before another one, it counts as erased. */
  left: string | null;
}

/** What was typed into one form. */
export interface KeptDraft<T> {
  load: () => T | null;
  save: (draft: T) => void;
  erase: () => void;
}

/** What was typed into forms of one kind and not sent yet, each under its id, for a month and until the next sign-out. */
export function keptDrafts<T>(prefix: string, schema: FormSchema<T>) {
  const read = (stored: Kept<T>) => {
    const draft = stored.left === lastSignOut() ? schema.safeParse(stored.draft) : null;
    return draft?.success ? { ...stored, draft: draft.data } : null;
  };
  const tableIn = (storage: EntryStorage = usableStorage('localStorage')) =>
    keptTable<Kept<T>>({ storage, prefix, keptMs: KEPT_MS.form, read });
  return {
    count: (storage: EntryStorage): number => tableIn(storage).all().length,
    of: (id: string, storage?: EntryStorage): KeptDraft<T> => ({
      load: () => tableIn(storage).get(id)?.draft ?? null,
      save: (draft: T) => tableIn(storage).put(id, { draft, at: Date.now(), left: lastSignOut() }),
      erase: () => tableIn(storage).remove(id),
    }),
  };
}
