import type { IncomingMessage } from 'node:http';
import type { Environment } from '#config/process/environment.ts';
import { isLoopback } from '#node/loopback.ts';
import { authorised } from '../control.ts';

/**
 * What a program of this machine sends that asks for itself. Any other header may be a proxy's, for another machine.
 */
const OWN =
  /^(host|connection|user-agent|accept(-.+)?|authorization|cookie|cache-control|pragma|dnt|priority|referer|sec-.+|upgrade-insecure-requests|x-prometheus-scrape-timeout-seconds|if-none-match|if-modified-since|traceparent|tracestate|x-request-id)$/;

/**
 * Who may read /metrics: with a token set, a program that shows it; without one, this machine alone, and only where
 * nothing says that others reach the server. A proxy on this machine calls from here too, and need not say for whom; a
 * page whose name was led to this machine is asked for under that name.
 * @returns for a request: whether it may, and null where nobody may from there.
 */
export function metricsGuard({
  metricsToken,
  exposedBy,
  trustProxy,
}: Pick<Environment, 'metricsToken' | 'exposedBy' | 'trustProxy'>) {
  return (request: Pick<IncomingMessage, 'headers' | 'socket'>): boolean | null => {
    if (metricsToken) return authorised(request, metricsToken);
    const alone = exposedBy === null && trustProxy === undefined;
    const forwarded = Object.keys(request.headers).some((name) => !OWN.test(name));
    const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    return (alone && !forwarded && isLoopback(peer) && isLoopback(namedBy(request))) || null;
  };
}

/** The name by which a request asks for this server, without its port. */
function namedBy({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return (headers.host ?? '').replace(/:\d+$/, '');
}
