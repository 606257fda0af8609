/**
 * Pages take no string for markup, code or the address of a script. Two addresses are needed all the same: those of
 * the workers which answer without a network and which search biographies. Each policy may be made once in a page,
 * and lets nothing else through.
 */
export const WORKER_POLICY = 'offline-worker';
export const BIO_WORKER_POLICY = 'bio-worker';

/** The directives of a content security policy that say so. */
export const TRUSTED_TYPES = [
  "require-trusted-types-for 'script'",
  `trusted-types ${WORKER_POLICY} ${BIO_WORKER_POLICY}`,
] as const;

/** As far as it is needed here; TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** A worker's address as the policy of that name gives it, where the browser asks for one. Call it once a page. */
export function workerAddress(policy: string, worker: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const createScriptURL = (url: string) => {
    if (url !== worker) throw new TypeError(`${url} is no worker of this site`);
    return url;
  };
  return trustedTypes?.createPolicy(policy, { createScriptURL }).createScriptURL(worker) ?? worker;
}
