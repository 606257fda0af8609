import {
  CDN_SECONDS,
  LIFETIMES,
  LOCATED,
  LOCATED_HEADERS,
  STATUS,
  securityHeaders,
} from '#site/served.ts';

const PATH = 'http.request.uri.path';

/**
 * docs/deploy/cloudflare.json: rules of a zone before a bucket, by phase, as its API takes them
 * (https://developers.cloudflare.com/ruleset-engine/rulesets-api/). There are no
 * regular expressions, which are for its larger plans.
 */
export function cloudflareRules(origin: string): object {
  const host = `http.host eq "${new URL(origin).host}"`;
  const rule = (description: string, expression: string, action: object) => ({
    description,
    expression: `(${host} and ${expression})`,
    ...action,
  });
  const lead = (description: string, expression: string, to: string) =>
    rule(description, expression, {
      action: 'redirect',
      action_parameters: {
        from_value: {
          status_code: STATUS.moved,
          target_url: { expression: to },
          preserve_query_string: true,
        },
      },
    });
  const rewrite = (description: string, expression: string, path: object) =>
    rule(description, expression, {
      action: 'rewrite',
      action_parameters: { uri: { path, query: { value: '' } } },
    });
  const say = (description: string, expression: string, headers: Record<string, string>) =>
    rule(description, expression, {
      action: 'rewrite',
      action_parameters: {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, { operation: 'set', value }]),
        ),
      },
    });
  const keep = (description: string, expression: string, edge: object) =>
    rule(description, expression, {
      action: 'set_cache_settings',
      action_parameters: {
        cache: true,
        edge_ttl: edge,
        browser_ttl: { mode: 'respect_origin' },
        serve_stale: { disable_stale_while_updating: false },
      },
    });
  // What begins with a name: anything else might lead to another site.
  const inside = `not ${PATH} contains "//" and ${PATH} ne "/"`;
  const hashed = LIFETIMES.filter(({ immutable }) => immutable)
    .flatMap(({ hosts }) => hosts)
    .filter((pattern) => !pattern.includes(':'))
    .map((pattern) => `starts_with(${PATH}, "${pattern.replace('*', '')}")`)
    .join(' or ');
  return {
    http_request_dynamic_redirect: [
      lead('Home', `${PATH} in {"/index" "/index.html"}`, '"/"'),
      lead(
        'Without a slash at the end',
        `${inside} and ends_with(${PATH}, "/")`,
        `substring(${PATH}, 0, -1)`,
      ),
      lead(
        'Without .html',
        `${inside} and ends_with(${PATH}, ".html")`,
        `substring(${PATH}, 0, -5)`,
      ),
    ],
    http_request_transform: [
      rewrite('Home', `${PATH} eq "/"`, { value: '/index.html' }),
      rewrite('Pages', `${PATH} ne "/" and not ${PATH} contains "."`, {
        expression: `concat(${PATH}, ".html")`,
      }),
    ],
    http_response_headers_transform: [
      say('All', 'true', securityHeaders(origin)),
      ...LOCATED.map((desk) =>
        say('Desks of artists', `starts_with(${PATH}, "${desk}/")`, LOCATED_HEADERS),
      ),
    ],
    http_request_cache_settings: [
      keep('Until it is purged, or for minutes', 'true', {
        mode: 'override_origin',
        default: CDN_SECONDS.fresh,
        status_code_ttl: [{ status_code_range: { from: 400, to: 599 }, value: 0 }],
      }),
      keep('Named by the content', `(${hashed})`, { mode: 'respect_origin' }),
    ],
  };
}
