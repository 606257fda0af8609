import type { FormSchema } from '#lib/violations.ts';
import { usableStorage } from './browser-storage.ts';
import { lastSignOut } from './personal.ts';

const TTL_MS = 30 * 24 * 3600 * 1000;

/** What was typed into one form and not sent yet. */
export interface KeptDraft<T> {
  /** Null where nothing is kept, it is over a month old, or somebody has signed out since. */
  load: (now?: number) => T | null;
  save: (draft: T, now?: number) => void;
  erase: () => void;
}

/** As it is stored. */
interface Kept {
  draft: unknown;
  at: number;
  /** The last sign-out when it was typed: of before another one, it counts as erased. */
  left: string | null;
}

/** Keeps what is typed under a key of this browser, for a month and until the next sign-out. */
export function keptDraft<T>(
  key: string,
  schema: FormSchema<T>,
  storage: Storage = usableStorage('localStorage'),
): KeptDraft<T> {
  return {
    load(now = Date.now()) {
      const kept = parse(storage.getItem(key));
      const known = kept && kept.left === lastSignOut() && now - kept.at <= TTL_MS;
      const draft = known ? schema.safeParse(kept.draft) : null;
      if (draft?.success) return draft.data;
      storage.removeItem(key);
      return null;
    },
    save: (draft, now = Date.now()) =>
      storage.setItem(key, JSON.stringify({ draft, at: now, left: lastSignOut() } satisfies Kept)),
    erase: () => storage.removeItem(key),
  };
}

/** Null for what this code did not write. */
function parse(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? 'null');
    return typeof kept?.at === 'number' ? kept : null;
  } catch {
    return null;
  }
}

/** A half-written request is not kept for longer than this: it names a person. */
export const DRAFT_TTL_MS = 7 * 24 * 3600 * 1000;
