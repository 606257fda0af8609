import { usableStorage } from '#browser/browser-storage.ts';
import { KEPT_MS, keptTable } from '#browser/kept-table.ts';
import { lastSignOut } from '#browser/personal.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { type KeptPin, keptPinSchema } from './sketch.ts';

const PREFIX = 'sketch.pin.';

interface Kept {
  job: string;
  pin: KeptPin;
  at: number;
  /** The last sign-out when it was typed: of before another one, it counts as erased. */
  left: string | null;
}

/** The comments of one job that are typed or on their way, kept until the server has them. */
export function pinBox({ lead, artist }: Pick<AssignmentKey, 'lead' | 'artist'>) {
  const job = `${lead}.${artist}`;
  const table = keptTable<Kept>({
    storage: usableStorage('localStorage'),
    prefix: PREFIX,
    keptMs: KEPT_MS.form,
    read: (kept) =>
      kept.left === lastSignOut() && keptPinSchema.safeParse(kept.pin).success ? kept : null,
  });
  const all = () => table.all().filter((kept) => kept.job === job);
  return {
    /** What is being typed. */
    draft: (): KeptPin | null => all().find(({ pin }) => !pin.sent)?.pin ?? null,
    /** What waits to go out, the oldest first. */
    outgoing: (): KeptPin[] => all().flatMap(({ pin }) => (pin.sent ? [pin] : [])),
    keep(pin: KeptPin): void {
      const at = table.get(pin.key)?.at ?? Date.now();
      table.put(pin.key, { job, pin, at, left: lastSignOut() });
    },
    forget: (key: string): void => table.remove(key),
  };
}
