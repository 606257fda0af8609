import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#node/root.ts';
import {
  BROTLI,
  CDN_SECONDS,
  LIFETIMES,
  LOCATED,
  LOCATED_HEADERS,
  PACKED,
  PREFIXES,
  REDIRECTS,
  STATUS,
  securityHeaders,
} from '#site/served.ts';

const read = (name: string) => readFileSync(path.join(ROOT, 'docs/deploy', name), 'utf8');
const HEADERS = securityHeaders('https://muro.example');
const IMMUTABLE = LIFETIMES.filter(({ immutable }) => immutable);

/** What a text has between two others, in its order. */
const between = (text: string, start: string, end: string) =>
  text
    .split(start)
    .slice(1)
    .map((rest) => rest.split(end, 1)[0]);

test('Varnish before a bucket answers as the table says', () => {
  const text = read('varnish-bucket.vcl');
  const redirects = REDIRECTS.map(({ source }) => source);
  expect(between(text, 'if (req.url ~ "', '") {')).toEqual(redirects);
  expect(between(text, 'regsub(req.url, "', '", "\\1")')).toEqual(redirects);
  const moved = Array.from({ length: REDIRECTS.length }, () => String(STATUS.moved));
  expect(between(text, 'synth(', ',')).toEqual(moved);
  expect(between(text, '(resp.status == ', ')')).toEqual([String(STATUS.moved)]);
  expect(between(text, 'beresp.status = ', ';')).toEqual([
    String(STATUS.missing),
    String(STATUS.moved),
  ]);
  expect(text).toContain(`"^(${PREFIXES.filter(Boolean).join('|')})?(/.*)?$", "\\1/404"`);
  const packed = `~ "(^|/)[^./]*$|\\.(${PACKED.join('|')})$"`;
  expect(text.split(packed)).toHaveLength(3);
  expect(text.split(`"/${BROTLI}"`)).toHaveLength(3);
  expect(text).toContain(`!~ "${IMMUTABLE.map(({ paths }) => paths.source).join('|')}"`);
  expect(text).toContain(`beresp.ttl = ${CDN_SECONDS.fresh}s;`);
  const [all = '', located = ''] = between(text, 'sub what_visitors_get {', 'unset')
    .join()
    .split('if (');
  expect(headersIn(all)).toEqual(HEADERS);
  expect(located).toContain(`"^(${LOCATED.join('|')})(/|$)"`);
  expect(headersIn(located)).toEqual(LOCATED_HEADERS);
});

const headersIn = (vcl: string) =>
  Object.fromEntries(
    [...vcl.matchAll(/set resp\.http\.([\w-]+) = \{"(.*)"\};/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );

test('the rules for Cloudflare before a bucket do, too', () => {
  const rules = JSON.parse(read('cloudflare.json'));
  const expressions = (phase: string): string[] =>
    rules[phase].map(({ expression }: { expression: string }) => expression);
  for (const { action_parameters: to } of rules.http_request_dynamic_redirect)
    expect(to.from_value.status_code).toBe(STATUS.moved);
  const set = (headers: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, { operation: 'set', value }]),
    );
  expect(
    rules.http_response_headers_transform.map(
      ({ action_parameters: to }: { action_parameters: { headers: object } }) => to.headers,
    ),
  ).toEqual([set(HEADERS), ...LOCATED.map(() => set(LOCATED_HEADERS))]);
  expect(expressions('http_response_headers_transform').slice(1)).toEqual(
    LOCATED.map((desk) =>
      expect.stringContaining(`starts_with(http.request.uri.path, "${desk}/")`),
    ),
  );
  const [all, hashed] = rules.http_request_cache_settings;
  expect(all.action_parameters.edge_ttl.default).toBe(CDN_SECONDS.fresh);
  const hosts = IMMUTABLE.flatMap(({ hosts }) => hosts).filter((host) => !host.includes(':'));
  expect(between(hashed.expression, 'starts_with(http.request.uri.path, "', '"')).toEqual(
    hosts.map((host) => host.replace('*', '')),
  );
});

test('Varnish keeps what is old as long as the table says', () => {
  const { whileRevalidating, whileFailing } = CDN_SECONDS;
  const said = [...read('varnish.vcl').matchAll(/grace = (\d+)s;/g)].map(([, s]) => Number(s));
  expect(said).toEqual([whileRevalidating, whileFailing, whileFailing]);
});
