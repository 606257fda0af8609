import type { IncomingMessage } from 'node:http';
import type { SenderKind } from '#http/body-limits.ts';
import { liveClaimsOf } from '#http/signed-token.ts';

/** What shows who calls; without the second, only the operator can be told. */
export interface Secrets {
  secretKey: string;
  jwtSecret?: string;
  /** What shows the backend that a caller's address is the front's word. */
  frontSecret?: string | undefined;
}

interface Sender {
  kind: SenderKind;
  /** What a sender's bodies are counted by: the account, or the network of those who have shown none. */
  key: string;
}

/**
 * Who sends a request, as far as its signatures show: a bearer that nobody has signed is a guest's. Without secrets
 * nothing can be checked here, so everybody is what they say; the backend finds out.
 */
export function senderOf(
  { headers, url = '' }: IncomingMessage,
  network: string,
  secrets: Secrets | null,
): Sender {
  const bearer = /^Bearer\s+(\S+)/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const signed = /^\/storage\/.*[?&]token=([^&#]+)/.exec(url)?.[1] ?? '';
  if (!secrets) return { kind: claimed(`${headers.apikey ?? ''} ${bearer}`, signed), key: network };
  if ([headers.apikey, bearer].includes(secrets.secretKey))
    return { kind: 'operator', key: 'operator' };
  const claims = [bearer, signed].map(
    (token) => secrets.jwtSecret && liveClaimsOf(token, secrets.jwtSecret),
  );
  const known = claims.find((found) => found);
  if (!known) return { kind: 'guest', key: network };
  if (known.role === 'service_role') return { kind: 'operator', key: 'operator' };
  return { kind: 'person', key: `account ${known.sub}` };
}

function claimed(keys: string, signed: string): SenderKind {
  if (keys.includes('sb_secret_')) return 'operator';
  return signed || /\s\S+\.\S+\.\S+$/.test(keys) ? 'person' : 'guest';
}
