/**
 * Something that an operator can put right: the message is one complete sentence (what, which file, what to do).
 * The entry points print it alone, without a stack trace, and exit with a failure.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The sentence of any thrown value, on one line. */
export function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').trim();
}

/** The `code` that Node and PostgreSQL put on their errors, if there is one. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
