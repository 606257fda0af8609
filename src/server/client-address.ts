import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyaddr from 'proxy-addr';

export { networkOf } from '#http/network.ts';

/** Whether `address`, `hop` steps away from this process (0 is the socket's other end), is a proxy of ours. */
export type TrustProxy = (address: string, hop: number) => boolean;

export type ClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

const NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);
const MAX_HOPS = 20;
const UNKNOWN = 'unknown';

/** Believes no header: the socket's address is the client's. */
const trustNobody: TrustProxy = () => false;

/**
 * The setting TRUST_PROXY: nothing or 0 (nobody), a number of hops, or addresses, CIDR blocks and the names loopback,
 * linklocal and uniquelocal, separated by commas or spaces.
 * @throws Error with one sentence for anything else.
 */
export function trustedProxies(text: string | undefined): TrustProxy {
  const parts = (text ?? '').split(/[\s,]+/).filter(Boolean);
  if (parts.length === 0) return trustNobody;
  const hops = parts.length === 1 && /^\d{1,6}$/.test(parts[0] ?? '') ? Number(parts[0]) : null;
  if (hops !== null && hops <= MAX_HOPS) return (_, hop) => hop < hops;
  if (hops !== null || !parts.every(isBlock)) throw new Error(complaint(text));
  try {
    const trusts = proxyaddr.compile(parts);
    return (address, hop) => trusts(plain(address) ?? '', hop);
  } catch {
    throw new Error(complaint(text));
  }
}

/** Reads X-Forwarded-For from the right for as long as the one who wrote an entry is trusted. */
export function clientAddress(trust: TrustProxy = trustNobody): ClientAddress {
  return (request) => {
    if (trust === trustNobody) return plain(request.socket.remoteAddress) ?? UNKNOWN;
    // An entry that is no address was typed by the caller: the proxy that passed it on stands in for it.
    const chain = proxyaddr.all(request as IncomingMessage, trust);
    for (const entry of chain.reverse()) {
      const address = plain(entry);
      if (address) return address;
    }
    return UNKNOWN;
  };
}

/** One way to write each address: without port, brackets or zone, IPv4 never inside IPv6; null for what is none. */
function plain(text: string | undefined): string | null {
  const bare = (text ?? '')
    .replace(/^\[(.*)\](:\d{1,5})?$/, '$1')
    .replace(/^([\d.]+):\d{1,5}$/, '$1')
    .replace(/%.*$/, '');
  return isIP(bare) ? ipaddr.process(bare).toString() : null;
}

function isBlock(text: string): boolean {
  const [address = '', range, ...rest] = text.split('/');
  if (NAMES.has(text)) return true;
  return isIP(address) > 0 && rest.length === 0 && (range === undefined || /^\d{1,3}$/.test(range));
}

function complaint(text: string | undefined): string {
  return `TRUST_PROXY must be a number of proxies from 0 to ${MAX_HOPS}, or addresses, CIDR blocks and the names loopback, linklocal and uniquelocal, separated by commas, not '${text}'.`;
}
