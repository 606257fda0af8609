import type { EntryStore, RequestIdentity } from './outbox-entries.store.ts';

interface NewIds {
  newKey: () => string;
  newClaim: () => string;
  now: () => number;
}

/**
 * Gives the key of the entry that a press belongs to: of the same text again, of the request `amends` that it changes,
 * or of a new one.
 */
export function enqueue<P, M>(
  entries: EntryStore<P, M>,
  { isSame, fingerprint }: RequestIdentity<P>,
  ids: NewIds,
  payload: P,
  amends: string | null,
): string {
  const duplicate = entries
    .all()
    .find((e) =>
      e.state === 'sending'
        ? isSame(e.payload, payload)
        : e.fingerprints.includes(fingerprint(e.claim, payload)),
    );
  if (duplicate?.state === 'sending' && duplicate.rejected)
    entries.put({ ...duplicate, rejected: false });
  if (duplicate) return duplicate.key;
  const old = amends ? entries.get(amends) : null;
  if (old?.state === 'sending') {
    // What the server has refused cannot have arrived.
    const sent = old.rejected ? old.earlier : [...old.earlier, old.payload];
    const earlier = sent.filter((p) => !isSame(p, payload));
    entries.put({ ...old, payload, earlier, rejected: false });
    return old.key;
  }
  if (old?.state === 'created') {
    // A retry in the background, or in another tab, was quicker than the change.
    const fingerprints = [...old.fingerprints, fingerprint(old.claim, payload)];
    entries.put({ ...old, fingerprints, superseded: true });
    return old.key;
  }
  const fresh = { key: ids.newKey(), claim: ids.newClaim(), at: ids.now(), payload };
  entries.put({ ...fresh, state: 'sending', earlier: [], tries: 0, next: 0, rejected: false });
  return fresh.key;
}
