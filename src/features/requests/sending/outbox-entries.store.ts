import type { EntryStorage } from '#browser/browser-storage.ts';
import { type Aged, KEPT_MS, keptTable } from '#browser/kept-table.ts';
import { OUTBOX_PREFIX, SENDING_FLAG } from '#browser/sending-keys.ts';

/** A request on its way: kept with its text until the server has decided. */
export interface SendingEntry<P> extends Aged {
  state: 'sending';
  key: string;
  claim: string;
  payload: P;
  /** Versions sent before the person changed the text; one of them may have arrived. Newest last. */
  earlier: P[];
  tries: number;
  /** Not to be tried again by itself before this time. */
  next: number;
  /** Set while the server has refused the present version but may hold an earlier one: waits for a change. */
  rejected: boolean;
}

/** A request that has arrived: its text is gone, what choosing artists needs stays. */
export interface CreatedEntry<M> extends Aged {
  state: 'created';
  key: string;
  claim: string;
  id: string;
  matches: M[];
  /** Tell the text that arrived, and the last one typed, from others without holding them. */
  fingerprints: string[];
  /** True when the version that arrived is not the last one typed. */
  superseded: boolean;
  /** Choices that were sent without an answer. Newest last. */
  chosen: string[][];
}

export type OutboxEntry<P, M> = SendingEntry<P> | CreatedEntry<M>;

export type EntryStore<P, M> = ReturnType<typeof outboxEntries<P, M>>;

/** The requests of this browser, oldest first. */
export function outboxEntries<P, M>(storage: EntryStorage, now: () => number) {
  const table = keptTable<OutboxEntry<P, M>>({
    storage,
    prefix: OUTBOX_PREFIX,
    keptMs: KEPT_MS.sending,
    waits: true,
    now,
    flag: { key: SENDING_FLAG, when: ({ state }) => state === 'sending' },
  });
  return { ...table, put: (entry: OutboxEntry<P, M>) => table.put(entry.key, entry) };
}

/** Tells whether two payloads are the same request, also when only a fingerprint of one is left. */
export interface RequestIdentity<P> {
  isSame: (a: P, b: P) => boolean;
  /** Salted with the claim of its entry. */
  fingerprint: (claim: string, payload: P) => string;
}

/** `part` gives what makes a payload the same request again; all of it when left out. */
export function requestIdentity<P>(part: (payload: P) => unknown = (p) => p): RequestIdentity<P> {
  const text = (payload: P) => JSON.stringify(part(payload));
  return {
    isSame: (a, b) => text(a) === text(b),
    fingerprint: (claim, payload) => hash(claim + text(payload)),
  };
}

/** 64 bits over a text: enough to tell a repeated request, far too few to hold one. */
function hash(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
