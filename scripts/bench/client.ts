import { Agent, type IncomingMessage, request } from 'node:http';

interface Asked {
  method?: string;
  /** Sent as JSON. */
  body?: object | undefined;
}

/**
 * The lightest client there is, which takes no time from what is measured: its connections stay open, and bodies stay
 * bytes. It throws what is no good answer, for a load that is refused measures nothing.
 */
export function openClient(origin: string, maxSockets = Number.POSITIVE_INFINITY) {
  const agent = new Agent({ keepAlive: true, maxSockets });
  return (
    target: string,
    headers: Record<string, string> = {},
    { body, method = body ? 'POST' : 'GET' }: Asked = {},
  ): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const take = (answer: IncomingMessage) => {
        const parts: Buffer[] = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () => {
          const whole = Buffer.concat(parts);
          if ((answer.statusCode ?? 500) < 300) resolve(whole);
          else reject(new Error(`${method} ${target}: ${answer.statusCode} ${whole}`));
        });
      };
      const sent = request(new URL(target, origin), { agent, method, headers }, take);
      sent.on('error', reject);
      if (body) sent.setHeader('content-type', 'application/json');
      sent.end(body && JSON.stringify(body));
    });
}
