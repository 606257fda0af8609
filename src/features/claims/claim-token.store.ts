import { usableStorage } from '#browser/browser-storage.ts';

const KEY = 'mural-claim';
const storage = () => usableStorage('localStorage');

/** The token of a mail that hands a page over, while its reader signs in or confirms a new account on the way. */
export const claimToken = {
  keep: (token: string): void => storage().setItem(KEY, token),
  read: (): string | null => storage().getItem(KEY),
  forget: (): void => storage().removeItem(KEY),
};
