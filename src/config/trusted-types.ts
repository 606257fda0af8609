/**
 * Pages take no string for markup, code or the address of a script. One address is needed all the same: that of the
 * worker which answers without a network. Its policy may be made once in a page, and lets nothing else through.
 */
export const WORKER_POLICY = 'offline-worker';

/** The directives of a content security policy that say so. */
export const TRUSTED_TYPES = [
  "require-trusted-types-for 'script'",
  `trusted-types ${WORKER_POLICY}`,
] as const;
