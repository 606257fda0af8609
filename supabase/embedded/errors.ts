/**
 * Something that an operator can put right: the message is one complete sentence (what, which file, what to do).
 * The entry points print it alone, without a stack trace, and exit with a failure.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
