import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from '#publish/cdn/protocol.ts';
import { send } from '#publish/cdn/send.ts';
import { httpServer } from './http-server.ts';

/** A call as the CDN got it. */
interface Asked {
  method: string;
  /** Where it was meant for. */
  host: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** In place of a CDN: writes down what it is asked, and says what `reply` says. */
export async function cdnStandIn() {
  const calls: Asked[] = [];
  const standIn = {
    calls,
    reply: (_: Asked): Reply | null => ({ status: 200, body: '{"success":true}' }),
  };
  const { url, close } = await httpServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { 'x-meant-for': meant, ...headers } = request.headers;
      const host = String(meant ?? headers.host);
      const call = { method: request.method ?? '', host, path: request.url ?? '', headers, body };
      calls.push(call);
      const reply = standIn.reply(call);
      if (!reply) return void request.socket.destroy();
      response.writeHead(reply.status, reply.headers).end(reply.body);
    });
  });
  return Object.assign(standIn, {
    url,
    /** Makes calls here that are meant for elsewhere. */
    send: (call: Call, signal: AbortSignal) => {
      const { host, pathname } = new URL(call.url);
      const headers = { ...call.headers, 'x-meant-for': host };
      return send({ ...call, url: url + pathname, headers }, signal);
    },
    close,
  });
}
