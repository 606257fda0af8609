import { usableStorage } from '#browser/browser-storage.ts';

/** The last request that was sent from this browser: what opens it, and what it is called. */
export interface OwnRequest {
  token: string;
  reference: string;
}

/** Its link stays where it was sent: "Your request" on the home page, until signing out or erasing it. */
export const OWN_REQUEST_KEY = 'mural-request';

export function keepOwnRequest({ token, reference }: OwnRequest): void {
  usableStorage('localStorage').setItem(OWN_REQUEST_KEY, JSON.stringify({ token, reference }));
}

/** Null where none was sent, or what is kept is not as it was written. */
export function ownRequest(): OwnRequest | null {
  try {
    const kept = JSON.parse(usableStorage('localStorage').getItem(OWN_REQUEST_KEY) ?? 'null');
    const { token, reference } = kept ?? {};
    return /^[\w-]{43}$/.test(token) && /^\w{6}$/.test(reference) ? { token, reference } : null;
  } catch {
    return null;
  }
}

/** Forgets it, if it is this one. */
export function forgetOwnRequest(token: string): void {
  if (ownRequest()?.token === token) usableStorage('localStorage').removeItem(OWN_REQUEST_KEY);
}
