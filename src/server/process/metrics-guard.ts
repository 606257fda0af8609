import type { IncomingMessage } from 'node:http';
import { type Environment, isLoopback } from '#config/process/environment.ts';
import { authorised } from '../control.ts';

/** What a proxy adds: whoever calls through one is somebody else than the one at the socket. */
const FORWARDED = /^(x-forwarded-|x-real-ip$|forwarded$|via$|cf-)/;

/**
 * Who may read /metrics: with a token set, whoever shows it; without one, this machine alone, and only where nothing
 * says that others reach the server. A proxy on this machine calls from here too, and need not say for whom.
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
    const forwarded = Object.keys(request.headers).some((name) => FORWARDED.test(name));
    const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    return (alone && !forwarded && isLoopback(peer)) || null;
  };
}
