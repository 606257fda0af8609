import { type Agent, type OutgoingHttpHeaders, request as send } from 'node:http';

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The body as JSON; null for any other. */
  json: Record<string, unknown> | null;
}

interface RawRequest {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Uint8Array;
  /** Gives up after so many milliseconds without an answer. */
  timeoutMs?: number;
  /** Keeps connections open between requests. */
  agent?: Agent;
}

/** Unlike fetch, sends a target and headers exactly as they are given. */
export function rawRequest(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body, timeoutMs = 30_000, agent }: RawRequest = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = send(
      {
        host: hostname,
        port,
        path,
        method,
        headers: { ...length, ...headers },
        agent: agent ?? false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: parsed(text),
          });
        });
      },
    );
    request.setTimeout(timeoutMs, () => request.destroy(new Error(`no answer: ${method} ${path}`)));
    request.on('error', reject);
    request.end(body);
  });
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
