import type { Refusal, Transport } from './outbox-delivery.store.ts';
import type { CreatedEntry, EntryStore } from './outbox-entries.store.ts';

export type ChooseOutcome<E> =
  /** `artists` is the choice that counts, which may be an earlier one. */
  | { state: 'sent'; sent: number; artists: string[] }
  | { state: 'waiting' | 'refused'; error: E }
  | { state: 'gone' };

/** Sends a choice of artists for a request that has arrived; the entry ends with the answer. */
export async function sendChoice<P, M, E extends Refusal>(
  entries: EntryStore<P, M>,
  transport: Transport<P, M, E>,
  found: CreatedEntry<M>,
  artists: string[],
): Promise<ChooseOutcome<E>> {
  const earlier = found.chosen.filter((set) => set.join() !== artists.join());
  entries.put({ ...found, chosen: [...earlier, artists] });
  const attempt = async (choice: string[]): Promise<ChooseOutcome<E>> => {
    try {
      const sent = await transport.choose(found.id, found.claim, choice);
      entries.remove(found.key);
      return { state: 'sent', sent, artists: choice };
    } catch (thrown) {
      const error = transport.toRefusal(thrown);
      return { state: error.definite ? 'refused' : 'waiting', error };
    }
  };
  const outcome = await attempt(artists);
  if (outcome.state !== 'refused' || outcome.error.code !== 'already_sent') return outcome;
  // An earlier choice whose answer was lost may be the one that counts; the same set gives the same answer.
  for (const choice of earlier.toReversed()) {
    const answer = await attempt(choice);
    if (answer.state !== 'refused') return answer;
  }
  return outcome;
}
