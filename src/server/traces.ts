import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import type { About } from '#node/log.ts';
import type { Answered } from './access-log.ts';
import { routeClass } from './route-class.ts';

interface Traces {
  answered: (answer: Answered) => void;
  happened: (about: About) => void;
  /** Sends what is not sent yet, unless that takes too long. */
  close: () => Promise<void>;
}

/** Read what is there, so that nothing follows from them. */
const READS = ['pages', 'files', 'media', 'watch'];
const CLOSE_MS = 1500;

/**
 * Sends a trace for each request of the API: its answer, what failed meanwhile, and the pages that its changes went to.
 * Its ids come from the id of the request, which is what the outbox keeps. Where to, the OTEL_ variables say.
 */
export function openTraces(): Traces {
  const random = new RandomIdGenerator();
  let root: string | undefined;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'muro' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    idGenerator: {
      generateTraceId: () => (root ? idsOf(root).traceId : random.generateTraceId()),
      generateSpanId: () => (root ? idsOf(root).spanId : random.generateSpanId()),
    },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('muro');
  /** A part of what a request led to, which is over. */
  const add = (request: string, name: string, ms: number, about: About) => {
    const span = tracer.startSpan(
      name,
      { startTime: Date.now() - ms, attributes: { 'muro.request': request, ...about } },
      trace.setSpanContext(ROOT_CONTEXT, { ...idsOf(request), traceFlags: TraceFlags.SAMPLED }),
    );
    if (about.level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  return {
    answered: ({ request, path, method = '', status, ms }) => {
      const route = routeClass(path);
      if (!request || READS.includes(route)) return;
      root = request;
      const span = tracer.startSpan(
        `${method} ${route}`,
        {
          kind: SpanKind.SERVER,
          startTime: Date.now() - ms,
          attributes: {
            'http.request.method': method,
            'http.response.status_code': status,
            'muro.request': request,
          },
        },
        ROOT_CONTEXT,
      );
      root = undefined;
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    happened: ({ requests, request, event = 'message', level = 'info', ms = 0, lagMs, pages }) => {
      if (request && event !== 'request') add(request, event, ms, { level });
      for (const one of Array.isArray(requests) ? requests : [])
        add(one, event, typeof lagMs === 'number' ? lagMs : ms, { level, pages });
    },
    close: () => Promise.race([provider.shutdown().catch(() => {}), pause(CLOSE_MS)]),
  };
}

/** Of the trace that begins with a request. */
function idsOf(request: string): { traceId: string; spanId: string } {
  const hash = createHash('sha256').update(request).digest('hex');
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) };
}
