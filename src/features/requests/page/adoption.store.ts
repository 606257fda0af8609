import { usableStorage } from '#browser/browser-storage.ts';

/** References of requests that the client did not want in their account, until they sign out here. */
const ADOPTION_KEY = 'mural-adoption';

/** Which offers were turned down in this browser. */
export function refusedAdoptions(): string[] {
  return (usableStorage('localStorage').getItem(ADOPTION_KEY) ?? '').split(' ').filter(Boolean);
}

/** Notes that these requests need not be offered again. */
export function refuseAdoptions(references: readonly string[]): void {
  const all = new Set([...refusedAdoptions(), ...references]);
  usableStorage('localStorage').setItem(ADOPTION_KEY, [...all].join(' '));
}
