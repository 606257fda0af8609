import { createHmac, timingSafeEqual } from 'node:crypto';

export type Claims = Record<string, unknown>;

/** The claims of a token signed with HS256 and our secret. */
export function claimsOf(token: string, secret: string): Claims | null {
  const [head, payload, signature, ...rest] = token.split('.');
  if (!head || !payload || !signature || rest.length > 0) return null;
  const expected = createHmac('sha256', secret).update(`${head}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'));
    return alg === 'HS256' && claims !== null && typeof claims === 'object'
      ? (claims as Claims)
      : null;
  } catch {
    return null;
  }
}

/** The claims, unless the token has expired. */
export function liveClaimsOf(token: string, secret: string): Claims | null {
  const claims = claimsOf(token, secret);
  return typeof claims?.exp === 'number' && claims.exp * 1000 <= Date.now() ? null : claims;
}

/** A token of these claims, signed as `claimsOf` expects it. */
export function signClaims(claims: Claims, secret: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
}
