import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** As OTLP writes it in JSON. */
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  attributes: { key: string; value: unknown }[];
}

/** Takes what an exporter sends, as a collector of OpenTelemetry does. */
export async function collector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const resources = () => bodies.flatMap((body) => JSON.parse(body).resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    resources,
    spans: (): Span[] =>
      resources().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }: { spans: Span[] }) => spans),
      ),
    close: () => server.close(),
  };
}
