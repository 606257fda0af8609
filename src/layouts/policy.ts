import { createHash } from 'node:crypto';

const POLICY = /<meta http-equiv="content-security-policy" content="[^"]+">/;
const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;
const INLINE = /<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g;
type Hash = `sha256-${string}`;
const hashes = new Map<string, Hash>();

/**
 * The page with a policy that allows exactly its own inline scripts. Astro lists the hashes of every script that any
 * page may have, and a list of hashes is the one part of a page that does not compress.
 */
export function withOwnHashes(html: string): string {
  return html.replace(POLICY, (policy) => {
    const own = hashesIn(html, INLINE);
    const styles = hashesIn(html, STYLE);
    return policy
      .replace(/script-src [^;]+/, (sources) =>
        without(sources, (source) => source.startsWith("'sha256-") && !own.has(source)),
      )
      .replace(/style-src [^;]+/, (sources) =>
        without(sources, (source) => source === ISLAND_STYLE && !styles.has(source)),
      );
  });
}

/** Astro allows it on every page, and few have it. */
const ISLAND_STYLE = `'${hashOf('astro-island,astro-slot,astro-static-slot{display:contents}')}'`;

function hashesIn(html: string, pattern: RegExp): Set<string> {
  return new Set([...html.matchAll(pattern)].map(([, text]) => `'${hashOf(text ?? '')}'`));
}

function without(sources: string, isLeftOut: (source: string) => boolean): string {
  return sources
    .split(' ')
    .filter((source) => !isLeftOut(source))
    .join(' ');
}

/** How a policy names an inline script; remembered, for few different ones stand in thousands of pages. */
export function hashOf(text: string): Hash {
  const known = hashes.get(text);
  if (known) return known;
  const hash: Hash = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  if (hashes.size < 100) hashes.set(text, hash);
  return hash;
}
