import { messageFor } from '#lib/errors.ts';
import { toAppError } from './app-error.ts';

/** The sentence for a change that was refused or did not arrive. */
export const whyNotSaved = (error: unknown): string =>
  messageFor(toAppError(error).code, 'That could not be saved. Try again.');
