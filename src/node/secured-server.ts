import { isLoopback } from './loopback.ts';

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
  if (url.protocol === 'smtp:' && !off && !isLoopback(url.hostname))
    url.searchParams.set('requireTLS', 'true');
  return url.href;
}
