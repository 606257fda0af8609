/**
 * Replaces one passage in the code of a dependency. Unofficial, so a version that does it otherwise must not go
 * unnoticed.
 *
 * @throws Error when the passage is not there; `what` says what the dependency does in another way then.
 */
export function patched(code: string, passage: string, replacement: string, what: string): string {
  if (!code.includes(passage)) throw new Error(`${what} in another way now.`);
  return code.replace(passage, () => replacement);
}
