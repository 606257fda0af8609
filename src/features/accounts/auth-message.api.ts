import { AppError } from '#data/app-error.ts';
import { TOASTS } from '#lib/toasts.ts';

/** The service's own message for what it refused, 'Authentication failed' for everything else (section 8). */
export function authMessage(error: unknown): string {
  const refused = error instanceof AppError && error.status >= 400 && error.status < 500;
  return refused && error.message ? error.message : TOASTS.authFailed;
}
