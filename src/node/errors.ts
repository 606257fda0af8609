/** What a thrown value says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same on one line. */
export function sentence(error: unknown): string {
  return messageOf(error).replace(/\s+/g, ' ').trim();
}

/** The `code` that Node and PostgreSQL put on their errors, if there is one. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
