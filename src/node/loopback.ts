import { BlockList, isIPv4, isIPv6 } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Whether an address, in brackets or without, is of this machine alone. Any other name may lead anywhere, so it counts
 * as reachable.
 */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (bare.toLowerCase() === 'localhost') return true;
  if (isIPv4(bare)) return LOOPBACK.check(bare, 'ipv4');
  return isIPv6(bare) && LOOPBACK.check(bare, 'ipv6');
}
