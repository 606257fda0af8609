import { createHash } from 'node:crypto';

const POLICY = /<meta http-equiv="content-security-policy" content="[^"]+">/;
const INLINE = /<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g;
type Hash = `sha256-${string}`;
const hashes = new Map<string, Hash>();

/**
 * The page with a policy that allows exactly its own inline scripts. Astro lists the hashes of every script that any
 * page may have, and a list of hashes is the one part of a page that does not compress.
 */
export function withOwnHashes(html: string): string {
  return html.replace(POLICY, (policy) => {
    const own = new Set([...html.matchAll(INLINE)].map(([, text]) => `'${hashOf(text ?? '')}'`));
    return policy.replace(/script-src [^;]+/, (sources) =>
      sources
        .split(' ')
        .filter((source) => !source.startsWith("'sha256-") || own.has(source))
        .join(' '),
    );
  });
}

/** How a policy names an inline script; remembered, for few different ones stand in thousands of pages. */
export function hashOf(text: string): Hash {
  const known = hashes.get(text);
  if (known) return known;
  const hash: Hash = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  if (hashes.size < 100) hashes.set(text, hash);
  return hash;
}
