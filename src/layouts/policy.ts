import { createHash } from 'node:crypto';

const POLICY = /<meta http-equiv="content-security-policy" content="[^"]+">/;
const INLINE = /<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g;
/** Astro lists it for every page, whether it stands in it or not. */
const ISLAND_STYLE = 'astro-island,astro-slot,astro-static-slot{display:contents}';
type Hash = `sha256-${string}`;
const hashes = new Map<string, Hash>();

/**
 * The page with a policy that allows exactly its own inline scripts, and not the style of islands where there are none.
 * Astro lists the hashes of all that any page may have, and a list of hashes is the one part of a page that does not
 * compress.
 */
export function withOwnHashes(html: string): string {
  return html.replace(POLICY, (policy) => {
    const own = new Set([...html.matchAll(INLINE)].map(([, text]) => quoted(text ?? '')));
    const hasIslands = html.includes(`<style>${ISLAND_STYLE}</style>`);
    return policy
      .replace(/script-src [^;]+/, (list) =>
        kept(list, (source) => !source.startsWith("'sha256-") || own.has(source)),
      )
      .replace(/style-src [^;]+/, (list) =>
        kept(list, (source) => hasIslands || source !== quoted(ISLAND_STYLE)),
      );
  });
}

const kept = (list: string, isKept: (source: string) => boolean) =>
  list.split(' ').filter(isKept).join(' ');
const quoted = (text: string) => `'${hashOf(text)}'`;

/** How a policy names an inline script; remembered, for few different ones stand in thousands of pages. */
export function hashOf(text: string): Hash {
  const known = hashes.get(text);
  if (known) return known;
  const hash: Hash = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  if (hashes.size < 100) hashes.set(text, hash);
  return hash;
}
