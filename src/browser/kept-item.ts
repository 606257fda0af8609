import type { EntryStorage } from './browser-storage.ts';

/** Something that waits to be sent, with the time since which it is kept. */
export interface Aged {
  at: number;
  /** It has had its last chance. */
  late?: boolean;
}

/** For a page that opens to try once what it finds too old. */
const LAST_CHANCE_MS = 10 * 60_000;

/**
 * What is kept on; null once its time is over. A clock that was slow and is set right makes everything old at once, so
 * whatever is found too old gets one last chance to be sent.
 */
export function keptOn<T extends Aged>(item: T, mostMs: number, now: number): T | null {
  if (now - item.at < mostMs) return item;
  return item.late ? null : { ...item, late: true, at: now - mostMs + LAST_CHANCE_MS };
}

/** Reads an item of the storage; what is too old or unreadable is removed. */
export function readKept<T extends Aged>(
  storage: EntryStorage,
  item: string,
  mostMs: number,
  now: number,
): T | null {
  const stored = parsed<T>(storage.getItem(item));
  const kept = stored && keptOn(stored, mostMs, now);
  if (!kept) storage.removeItem(item);
  else if (kept !== stored) storage.setItem(item, JSON.stringify(kept));
  return kept;
}

function parsed<T>(text: string | null): T | null {
  try {
    return JSON.parse(text ?? 'null') as T | null;
  } catch {
    return null;
  }
}
