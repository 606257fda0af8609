import { BucketError } from '#node/bucket-error.ts';

/**
 * Something that an operator can put right: the message is one complete sentence (what, which file, what to do).
 * The entry points print it alone, without a stack trace, and exit with a failure.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Ends this process by an error that nobody catches; its parent starts it again, and says why. */
export function endThisProcess(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}

/** What a bucket says is for the operator as well; anything else stays as it is. */
export function forOperator(error: unknown): unknown {
  return error instanceof BucketError ? new StartupError(error.message) : error;
}
