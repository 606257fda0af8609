import { afterEach, expect, it, vi } from 'vitest';
import { openTraces } from '#server/traces.ts';
import { collector } from '#tests/support/collector.ts';

afterEach(() => vi.unstubAllEnvs());

it('send one trace from a request to the pages that it changed, without its address', async () => {
  const there = await collector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', there.url);
  vi.stubEnv('OTEL_SERVICE_NAME', 'walls');
  const traces = openTraces();
  const answer = { method: 'PATCH', bytes: 1, ms: 40, address: '192.0.2.1', status: 500 };
  traces.answered({ ...answer, path: '/rest/v1/canary', request: 'saved-123' });
  traces.answered({ ...answer, path: '/artists', request: 'looked-123' });
  traces.happened({ event: 'request.failed', level: 'error', request: 'saved-123' });
  traces.happened({ event: 'publish.done', requests: ['saved-123'], lagMs: 700, pages: 3 });
  await traces.close();
  there.close();

  const [root, failed, published, ...others] = there.spans();
  expect(others).toEqual([]);
  expect([root?.name, failed?.name, published?.name]).toEqual([
    'PATCH rest',
    'request.failed',
    'publish.done',
  ]);
  expect(root?.parentSpanId).toBeFalsy();
  for (const span of [failed, published])
    expect(span).toMatchObject({ traceId: root?.traceId, parentSpanId: root?.spanId });
  expect(new Set([root, failed, published].map((span) => span?.spanId)).size).toBe(3);
  expect(published?.attributes).toContainEqual({ key: 'pages', value: { intValue: 3 } });
  const sent = JSON.stringify(there.resources());
  expect(sent).toContain('"walls"');
  expect(sent).not.toMatch(/canary|192\.0\.2\.1/);
});

it('do not keep a server from ending that has no collector', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9');
  const traces = openTraces();
  traces.happened({ event: 'publish.done', requests: ['saved-123'] });
  const started = performance.now();
  await traces.close();
  expect(performance.now() - started).toBeLessThan(5000);
});
