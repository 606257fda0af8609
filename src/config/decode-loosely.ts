/** Decodes a path once. A byte that is no UTF-8 becomes U+FFFD, and a percent sign that encodes nothing stays. */
export function decodeLoosely(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
    new TextDecoder().decode(Uint8Array.from(run.slice(1).split('%'), (hex) => parseInt(hex, 16))),
  );
}
