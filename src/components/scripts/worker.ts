import { WORKER_POLICY } from '#config/trusted-types.ts';

const WORKER = '/sw.js';

/** Browsers that know Trusted Types take the address of a worker from a named policy only. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string };
}

/** Registers what a person sees without a network (public/sw.js). Call it once: a page makes a policy only once. */
export async function registerWorker(): Promise<void> {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const createScriptURL = (url: string) => {
    if (url !== WORKER) throw new TypeError(`${url} is no worker of this site`);
    return url;
  };
  const policy = trustedTypes?.createPolicy(WORKER_POLICY, { createScriptURL });
  await navigator.serviceWorker?.register(policy?.createScriptURL(WORKER) ?? WORKER);
}
