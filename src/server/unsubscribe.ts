import type { IncomingMessage, ServerResponse } from 'node:http';
import { paths } from '#config/paths.ts';
import { messageOf } from '#node/errors.ts';
import { behind, type Log } from '#node/log.ts';
import { BodyTooLarge, readBody, respond } from './respond.ts';

interface UnsubscribeOptions {
  /** Ends the mails that a token is for, if it is for any. */
  end: (token: string) => Promise<void>;
  log: Log;
}

const PREFIX = `${paths.unsubscribe}/`;
/** `List-Unsubscribe=One-Click`, in whichever form a mailbox sends it. */
const MAX_BODY_BYTES = 4000;
/** The address has a token in it. */
const HEADERS = { 'referrer-policy': 'no-referrer' };

/**
 * `POST /unsubscribe/{token}`, what mailboxes send for one click (RFC 8058): ends such mails, and answers the same
 * whatever the token. Looking changes nothing: `GET` leads to the page whose button does the same.
 */
export function answerUnsubscribe({ end, log }: UnsubscribeOptions) {
  const receive = async (request: IncomingMessage, response: ServerResponse, token: string) => {
    await readBody(request, MAX_BODY_BYTES);
    await end(token);
    respond(response, 200, 'You get no more emails like that one.', HEADERS);
  };

  return (request: IncomingMessage, response: ServerResponse, pathname: string): boolean => {
    if (!pathname.startsWith(PREFIX) || pathname === PREFIX) return false;
    const token = pathname.slice(PREFIX.length);
    if (request.method === 'GET' || request.method === 'HEAD') {
      const location = paths.unsubscribeBy(encodeURI(token));
      respond(response, 303, 'See the page', { ...HEADERS, location });
    } else if (request.method === 'POST') {
      receive(request, response, token).catch((error) => {
        if (response.headersSent || response.destroyed) return;
        if (error instanceof BodyTooLarge)
          return respond(response, 413, 'Too much', { ...HEADERS, connection: 'close' });
        const line = `A mailbox could not unsubscribe and has to try again: ${messageOf(error)}`;
        log(line, { event: 'unsubscribe.failed', level: 'warn', ...behind(error) });
        respond(response, 503, 'Try again later.', { ...HEADERS, 'retry-after': '60' });
      });
    } else {
      respond(response, 405, 'Only POST.', { ...HEADERS, allow: 'GET, HEAD, POST' });
    }
    return true;
  };
}
