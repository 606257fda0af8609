import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddress, networkOf, trustedProxies } from './client-address.ts';

const request = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

const seen = (setting: string, remote: string | undefined, forwarded?: string) =>
  clientAddress(trustedProxies(setting))(request(remote, forwarded));

describe('the address of a client', () => {
  it.each([
    ['', '192.0.2.1', '6.6.6.6', '192.0.2.1'],
    ['0', '192.0.2.1', '6.6.6.6', '192.0.2.1'],
    ['1', '192.0.2.1', undefined, '192.0.2.1'],
    ['1', '192.0.2.1', '6.6.6.6, 198.51.100.7', '198.51.100.7'],
    ['2', '192.0.2.1', '6.6.6.6, 198.51.100.7, 10.0.0.3', '198.51.100.7'],
    ['2', '192.0.2.1', '198.51.100.7', '198.51.100.7'],
    ['loopback', '::ffff:127.0.0.1', '6.6.6.6, 198.51.100.7', '198.51.100.7'],
    ['loopback, 10.0.0.0/8', '127.0.0.1', '6.6.6.6,198.51.100.7 , 10.1.2.3', '198.51.100.7'],
    ['10.0.0.1', '10.0.0.2', '6.6.6.6', '10.0.0.2'],
    ['2001:db8::/32', '2001:db8::5', '2001:0DB9:0:0::1', '2001:db9::1'],
    // Some proxies add the port; brackets and zones come with it.
    ['1', '127.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
    ['1', '127.0.0.1', '[2001:db9::1]:4711', '2001:db9::1'],
    ['loopback', '127.0.0.1', '198.51.100.7, 127.0.0.1:80', '198.51.100.7'],
    // What is no address is the caller's invention: the last proxy stands for it.
    ['1', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['2', '127.0.0.1', '"><script>, 10.0.0.9', '10.0.0.9'],
    ['1', '127.0.0.1', '127.1', '127.0.0.1'],
    ['1', undefined, undefined, 'unknown'],
    ['', '::ffff:198.51.100.7', undefined, '198.51.100.7'],
    ['', 'fe80::1%eth0', undefined, 'fe80::1'],
  ])('with TRUST_PROXY "%s", %s and "%s" is %s', (setting, remote, forwarded, address) => {
    expect(seen(setting, remote, forwarded)).toBe(address);
  });

  it.each([
    'true',
    '*',
    '21',
    '-1',
    '1.5',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '10.1',
    '::/129',
    'proxy.local',
    '1,2',
    '10.0.0.1/8/8',
  ])('refuses TRUST_PROXY "%s" with a sentence that names it', (setting) => {
    expect(() => trustedProxies(setting)).toThrow(/^TRUST_PROXY must be .*, not '.*'\.$/);
  });
});

it('counts an IPv6 address by its network', () => {
  expect(networkOf('2001:db8:1:2:3::4')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:2::ffff')).toBe('2001:db8:1:2::/64');
  expect(networkOf('198.51.100.7')).toBe('198.51.100.7');
  expect(networkOf('unknown')).toBe('unknown');
});
