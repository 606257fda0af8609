import { setImmediate as turn } from 'node:timers/promises';
import { FairQueue } from '#node/fair-queue.ts';
import { callerSignal, goesFirst } from '../../base/caller.ts';

/**
 * Lets requests begin one at a time, with a look at the network between two of them, in turn by address. Many that
 * arrive together would otherwise all be read, checked and parsed before anything else is heard, signs of life included.
 * @returns what waits until a request may begin; it throws Busy when too many wait.
 */
export function arrivals(): (ip: string) => Promise<void> {
  const limits = { concurrency: 1, maxWaiting: 1500, maxWaitingPerKey: 750 };
  const first = new FairQueue(limits, 'arrivals_first');
  const usual = new FairQueue(limits, 'arrivals');
  return async (ip) => {
    await (goesFirst() ? first : usual).run(ip, () => turn(), callerSignal());
  };
}
