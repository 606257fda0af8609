/** An absolute address; null for any other text. `URL.parse` is the same, in browsers since 2024 only. */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
