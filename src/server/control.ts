import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { messageOf } from '#node/errors.ts';
import type { Command } from '#publish/process/messages.ts';
import { readBody, respond } from './respond.ts';

interface ControlOptions {
  /** The backend's secret key: its holder could change the database anyway. */
  secretKey: string;
  run: (command: Command) => Promise<string>;
  /** Calls back with progress until the returned function is called. */
  follow: (callback: (line: string) => void) => () => void;
}

export const CONTROL_PATH = '/hooks/control';
const MAX_BODY_BYTES = 200_000;

/**
 * `POST /hooks/control`: what `npm run rebuild` asks of the running server. The answer is a stream of JSON lines,
 * `{log}` while it works and `{ok, text}` at the end.
 */
export function control(options: ControlOptions) {
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const command = parse(await readBody(request, MAX_BODY_BYTES));
    if (!command) return respond(response, 400, { error: 'This is no command.' });
    // A rebuild may have nothing to say for minutes.
    request.socket.setTimeout(0);
    response.writeHead(200, {
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
    });
    const write = (line: object) => void response.write(`${JSON.stringify(line)}\n`);
    const unfollow = options.follow((log) => write({ log }));
    try {
      write({ ok: true, text: await options.run(command) });
    } catch (error) {
      write({ ok: false, text: messageOf(error) });
    }
    unfollow();
    response.end();
  };

  return (request: IncomingMessage, response: ServerResponse, pathname: string): boolean => {
    if (pathname !== CONTROL_PATH) return false;
    if (request.method !== 'POST') {
      respond(response, 405, { error: 'Only POST.' }, { allow: 'POST' });
    } else if (!authorised(request, options.secretKey)) {
      respond(response, 401, { error: 'The secret key is missing or wrong.' });
    } else {
      receive(request, response).catch(() => {
        if (!response.headersSent) respond(response, 400, { error: 'This is no command.' });
      });
    }
    return true;
  };
}

/** Whether a request bears a secret; how long that takes tells nothing of it. */
export function authorised(request: Pick<IncomingMessage, 'headers'>, secretKey: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(
    digest(request.headers.authorization ?? ''),
    digest(`Bearer ${secretKey}`),
  );
}

function parse(body: Buffer): Command | null {
  try {
    const value = JSON.parse(body.toString('utf8'));
    if (value.kind === 'rebuild') return { kind: 'rebuild', force: value.force === true };
    if (value.kind === 'rollback' || value.kind === 'drain') return { kind: value.kind };
    const paths: unknown = value.paths;
    const valid = Array.isArray(paths) && paths.every((p) => typeof p === 'string' && p[0] === '/');
    return value.kind === 'paths' && valid ? { kind: 'paths', paths } : null;
  } catch {
    return null;
  }
}
