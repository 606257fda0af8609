import { logOut, retrySession } from '#features/accounts/session.store.ts';
import { logoutLosses } from './logout-losses.store.ts';

/** What the frame of every dashboard can do with the session. */
export const SHELL_ACTIONS = {
  losses: logoutLosses,
  onLogout: () => void logOut(),
  onRetry: () => void retrySession(),
};
