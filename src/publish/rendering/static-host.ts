import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TEXT_FOLDERS } from '#features/directory/search/bio-index.ts';
import { cacheControl, LOCATED, LOCATED_HEADERS, securityHeaders } from './http-headers.ts';

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
  const cached = (pattern: string, sample: string) =>
    block(pattern, { 'cache-control': cacheControl(sample) });
  return `${[
    block('/*', securityHeaders(origin)),
    // Where hosts join both, the last one counts.
    block(`${LOCATED}/*`, LOCATED_HEADERS),
    cached('/_astro/*', '/_astro/x.js'),
    cached('/media/*', '/media/x.avif'),
    ...Object.values(TEXT_FOLDERS).map((folder) =>
      cached(`/${folder}/:part/*`, `/${folder}/${'0'.repeat(20)}/x`),
    ),
  ].join('\n\n')}\n`;
}

/** Where a page was, and where it is. */
export type Moved = readonly [from: string, to: string];

/** Hosts take 2,000 rules or fewer. What moved beyond this has a page that says where to. */
const MOST_MOVED = 1000;

/**
 * Hosts limit the number of rules: only the fixed pages get one, and those that have moved; all that is unknown gets the
 * 404 page.
 */
export function redirectsFile(pages: readonly string[], moved: readonly Moved[] = []): string {
  const fixed = pages.filter((page) => /^\/[a-z-]+$/.test(page) && page !== '/404');
  const rules = [
    ...fixed.map((page) => `${page}/ ${page} 301`),
    ...moved.slice(0, MOST_MOVED).map(([from, to]) => `${from} ${to} 308`),
    '/* /404.html 404',
  ];
  return `${rules.join('\n')}\n`;
}
