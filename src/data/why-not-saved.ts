import { messageFor } from '#lib/errors.ts';
import { toAppError } from './app-error.ts';

/** The sentence for what was refused or did not arrive: our own, else `failed`. */
export const whyNot =
  (failed: string) =>
  (error: unknown): string =>
    messageFor(toAppError(error).code, failed);

/** The same for a change. */
export const whyNotSaved = whyNot('That wasn’t saved. Try again.');
