import { OFFLINE_POLICY, workerAddresses } from '#config/trusted-types.ts';

/** Registers what a person sees without a network (public/sw.js). Call it once. */
export async function registerWorker(): Promise<void> {
  await navigator.serviceWorker?.register(workerAddresses(OFFLINE_POLICY, /^\/sw\.js$/)('/sw.js'));
}
