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
