/**
 * Pages take no string for markup, code or the address of a script. Those of workers are needed all the same: of the one
 * which answers without a network, and of those which work beside a page. Each policy may be made once in a page, and
 * lets nothing else through.
 */
export const OFFLINE_POLICY = 'offline-worker';
export const WORKER_POLICY = 'worker';

/** The directives of a content security policy that say so. */
export const TRUSTED_TYPES = [
  "require-trusted-types-for 'script'",
  `trusted-types ${OFFLINE_POLICY} ${WORKER_POLICY}`,
] as const;

/** As far as it is needed here; TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** A page makes a policy only once. */
let addressOf: ((address: string) => string) | undefined;

/** Starts a worker of this site beside the page. */
export function startWorker(address: string, options?: WorkerOptions): Worker {
  addressOf ??= workerAddresses(WORKER_POLICY, /^\/(search-worker\.js$|_astro\/[\w.-]+$)/);
  return new Worker(addressOf(address), options);
}

/** Gives the addresses of such workers as the policy of that name does, where the browser asks for one. Call it once a page. */
export function workerAddresses(policy: string, workers: RegExp): (address: string) => string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const createScriptURL = (url: string) => {
    if (!workers.test(url)) throw new TypeError(`${url} is no worker of this site`);
    return url;
  };
  const made = trustedTypes?.createPolicy(policy, { createScriptURL });
  return (address) => made?.createScriptURL(address) ?? address;
}
