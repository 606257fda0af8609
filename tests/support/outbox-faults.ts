import type { Refusal } from '#features/requests/sending/outbox-delivery.store.ts';

/** A refusal of the server; not definite where only the network was lost. */
export class Fault extends Error implements Refusal {
  readonly code: string;
  readonly definite: boolean;
  constructor(code: string, definite: boolean) {
    super(code);
    this.code = code;
    this.definite = definite;
  }
}

export const asFault = (thrown: unknown) => {
  if (thrown instanceof Fault) return thrown;
  throw thrown;
};

/** One browser's Web Locks: a call for a name waits for those before it. */
export function locks() {
  const tails = new Map<string, Promise<unknown>>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const run = (tails.get(name) ?? Promise.resolve()).then(work, work);
    tails.set(
      name,
      run.catch(() => {}),
    );
    return run;
  };
}
