import { createHash } from 'node:crypto';
import { type Call, jsonBody } from './call.ts';

/** What bcrypt reads of a password, in bytes; it ignores the rest, so @supabase/lite refuses longer ones. */
const BCRYPT_BYTES = 72;

/**
 * A password as bcrypt can hold all of it: a longer one is replaced by its SHA-256, everywhere in the same way, because
 * the specification allows 100 characters (section 5).
 */
export function fittingPassword(password: string): string {
  if (Buffer.byteLength(password) <= BCRYPT_BYTES) return password;
  return `sha256:${createHash('sha256').update(password).digest('base64')}`;
}

/** The call with its `password` made to fit; any other call as it came. */
export function withFittingPassword(call: Call): Call {
  const body = jsonBody(call);
  if (typeof body.password !== 'string') return call;
  const password = fittingPassword(body.password);
  if (password === body.password) return call;
  return { ...call, body: new TextEncoder().encode(JSON.stringify({ ...body, password })) };
}
