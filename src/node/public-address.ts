import { BlockList, isIPv4 } from 'node:net';

/** What the registries of IANA give to anything but hosts of the internet; a cloud's metadata are link-local. */
const RESERVED = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  RESERVED.addSubnet(network, prefix, 'ipv4');
// Within what is given to hosts: protocols (Teredo among them), documentation, 6to4, which hides an address of the other kind.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  RESERVED.addSubnet(network, prefix, 'ipv6');

const HOSTS = new BlockList();
HOSTS.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an IP address is a host's on the internet. Everything else is refused: private and local networks, this
 * machine, metadata of clouds, and addresses that stand for one of another kind.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !RESERVED.check(address, 'ipv4');
  return HOSTS.check(address, 'ipv6') && !RESERVED.check(address, 'ipv6');
}
