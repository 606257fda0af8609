import { createHmac, timingSafeEqual } from 'node:crypto';

/** Which session a refresh token renews, and the how many-th of it this is. */
export interface RefreshToken {
  id: string;
  number: number;
}

const NAME_BYTES = 20;

const sign = (secret: string, name: Buffer) =>
  createHmac('sha256', secret).update('refresh token:').update(name).digest();

/** The token, signed: the database keeps its number alone, so nothing in a dump renews a session. */
export function refreshToken(secret: string, { id, number }: RefreshToken): string {
  const name = Buffer.alloc(NAME_BYTES);
  name.write(id.replaceAll('-', ''), 'hex');
  name.writeUInt32BE(number, NAME_BYTES - 4);
  return Buffer.concat([name, sign(secret, name)]).toString('base64url');
}

/** What a token says; null for one that we did not sign. */
export function readRefreshToken(secret: string, token: string): RefreshToken | null {
  const bytes = Buffer.from(token.slice(0, 100), 'base64url');
  const [name, signature] = [bytes.subarray(0, NAME_BYTES), bytes.subarray(NAME_BYTES)];
  const expected = sign(secret, name);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  const hex = name.toString('hex', 0, NAME_BYTES - 4);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { id, number: name.readUInt32BE(NAME_BYTES - 4) };
}
