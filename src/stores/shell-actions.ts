import { logoutLosses } from './logout-losses.ts';
import { logOut, retrySession } from './session.ts';

/** What the frame of every dashboard can do with the session. */
export const SHELL_ACTIONS = {
  losses: logoutLosses,
  onLogout: () => void logOut(),
  onRetry: () => void retrySession(),
};
