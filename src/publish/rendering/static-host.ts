import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { englishPath } from '#config/language-paths.ts';
import {
  LIFETIMES,
  LOCATED,
  LOCATED_HEADERS,
  PREFIXES,
  STATUS,
  securityHeaders,
} from '#site/served.ts';

/**
 * `_headers` and `_redirects`, which static hosts (Netlify, Cloudflare Pages and others) read: the same rules as
 * this project's own server. Clean addresses and the 404 page come from the files' names.
 */
export async function writeHostFiles(
  dir: string,
  origin: string,
  { routes, moved }: { routes: readonly string[]; moved: readonly Moved[] },
): Promise<void> {
  await writeFile(path.join(dir, '_headers'), headersFile(origin));
  await writeFile(path.join(dir, '_redirects'), redirectsFile(routes, moved));
}

export function headersFile(origin: string): string {
  const block = (pattern: string, headers: Record<string, string>) =>
    [pattern, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${[
    block('/*', securityHeaders(origin)),
    // Where hosts join both, the last one counts.
    ...LOCATED.map((desk) => block(`${desk}/*`, LOCATED_HEADERS)),
    ...LIFETIMES.flatMap(({ hosts, cache }) =>
      hosts.map((pattern) => block(pattern, { 'cache-control': cache })),
    ),
  ].join('\n\n')}\n`;
}

/** Where a page was, and where it is. */
export type Moved = readonly [from: string, to: string];

/** Hosts take 2,000 rules or fewer. What moved beyond this has a page that says where to. */
const MOST_MOVED = 1000;

const FIXED = new RegExp(`^(${PREFIXES.join('|')})/[a-z-]+$`);

/**
 * Hosts limit the number of rules: only the fixed pages get one, and those that have moved; all that is unknown gets the
 * 404 page.
 */
export function redirectsFile(pages: readonly string[], moved: readonly Moved[] = []): string {
  const fixed = pages.filter((page) => FIXED.test(page) && englishPath(page) !== '/404');
  const rules = [
    ...PREFIXES.flatMap((prefix) =>
      ['/index', '/index.html'].map((path) => [prefix + path, prefix || '/', STATUS.moved]),
    ),
    ...fixed.map((page) => [`${page}/`, page, STATUS.moved]),
    ...moved.slice(0, MOST_MOVED).map(([from, to]) => [from, to, STATUS.moved]),
    ...PREFIXES.toReversed().map((prefix) => [`${prefix}/*`, `${prefix}/404.html`, STATUS.missing]),
  ];
  return `${rules.map((rule) => rule.join(' ')).join('\n')}\n`;
}
