import { isIPv4 } from 'node:net';

/**
 * The address of a server as it is called: with `smtp://` the connection becomes TLS before a name, a password or an
 * email is sent, or nothing is sent. Only a server on this machine, or one whose address says `?tls=off`, may do
 * without.
 */
export function secured(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const off = url.searchParams.get('tls') === 'off';
  // Nothing else of it may say how the connection is made.
  url.search = '';
  // TLS from the first byte, whatever stands before it: others wait there for a greeting that never comes.
  if (url.port === '465') url.protocol = 'smtps:';
  const local = isLoopback(url.hostname);
  if (url.protocol === 'smtp:' && !off && !local) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
