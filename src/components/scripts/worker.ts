import { WORKER_POLICY, workerAddress } from '#config/trusted-types.ts';

/** Registers what a person sees without a network (public/sw.js). Call it once. */
export async function registerWorker(): Promise<void> {
  await navigator.serviceWorker?.register(workerAddress(WORKER_POLICY, '/sw.js'));
}
