/** Random bytes, as many as asked for. */
export const randomBytes = (n: number): Uint8Array => crypto.getRandomValues(new Uint8Array(n));

/** A random UUID, the key of one request; `crypto.randomUUID` itself is missing on plain http. */
export function newKey(): string {
  const hex = [...randomBytes(16)].map((byte, i) => {
    const fixed = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte;
    return fixed.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
