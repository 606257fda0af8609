import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What one person is counted by: an IPv4 address, or the whole /64 of an IPv6 address, which comes with it. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.process(address.replace(/%.*$/, ''));
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.fromByteArray([...parsed.toByteArray().slice(0, 8), ...new Array(8).fill(0)])}/64`;
}
