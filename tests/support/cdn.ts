import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Call } from '#publish/cdn/purging.ts';
import { send } from '#publish/cdn/send.ts';

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
  const server = createServer((request, response) => {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(standIn, {
    url,
    /** Makes calls here that are meant for elsewhere. */
    send: (call: Call, signal: AbortSignal) => {
      const { host, pathname } = new URL(call.url);
      const headers = { ...call.headers, 'x-meant-for': host };
      return send({ ...call, url: url + pathname, headers }, signal);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

/** Whether a call is signed by these keys (AWS Signature Version 4), by its documented steps. */
export function isSignedByAws(
  { method, host, path, headers, body }: Asked,
  keys: { accessKeyId: string; secretAccessKey: string },
): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/(\w+)\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/;
  const [, id, day = '', region = '', service = '', names = '', signature] =
    pattern.exec(headers.authorization ?? '') ?? [];
  if (id !== keys.accessKeyId || region !== 'us-east-1' || service !== 'cloudfront') return false;
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  const mac = (key: string | Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest();
  const headerOf = (name: string) => (name === 'host' ? host : String(headers[name]).trim());
  const signed = names.split(';').map((name) => `${name}:${headerOf(name)}\n`);
  const canonical = [method, path, '', signed.join(''), names, sha(body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha(canonical)].join('\n');
  const key = [region, service, 'aws4_request'].reduce(
    mac,
    mac(`AWS4${keys.secretAccessKey}`, day),
  );
  return mac(key, text).toString('hex') === signature;
}
