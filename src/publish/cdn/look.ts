import type { CdnProtocol } from './protocol.ts';
import type { Reply, Send } from './send.ts';

/** What an address should show: a file by its entity tag, and where it leads if it has moved; null for nothing. */
export type Shown = { tag: string; location?: string | undefined } | null;

/** What a CDN shows; unknown where it does not answer, or names no tag. */
export type Verdict = 'new' | 'old' | 'unknown';

const WITHIN_MS = 15_000;
/** A cache may have the same page once for each. */
const ENCODINGS = ['br, gzip', 'gzip'];
/** Of this server, or of a bucket whose objects were compressed by the cache. */
const TAG = /^(?:W\/)?"?([0-9a-f]{32})(?:-\w+)?"?$/;

/** Asks the CDN for the head of an address as visitors do, in each encoding. */
export async function lookInCdn(
  url: string,
  shown: Shown,
  protocol: Pick<CdnProtocol, 'seenAt'>,
  send: Send,
  ended: AbortSignal,
): Promise<Verdict> {
  const { url: at, headers } = protocol.seenAt(url);
  const signal = AbortSignal.any([ended, AbortSignal.timeout(WITHIN_MS)]);
  const verdicts = await Promise.all(
    ENCODINGS.map((encoding) =>
      send(
        { method: 'HEAD', url: at, headers: { ...headers, 'accept-encoding': encoding } },
        signal,
      ).then(
        (reply) => verdictOf(reply, shown),
        (): Verdict => 'unknown',
      ),
    ),
  );
  return verdicts.find((each) => each !== 'new') ?? 'new';
}

function verdictOf({ status, headers }: Reply, shown: Shown): Verdict {
  if (status >= 500 || status === 429) return 'unknown';
  const isThere = status < 400;
  if (!shown || !isThere) return isThere === (shown !== null) ? 'new' : 'old';
  if (status >= 300) return headers.location === shown.location ? 'new' : 'old';
  const tag = TAG.exec(String(headers['x-amz-meta-tag'] ?? headers.etag ?? ''))?.[1];
  if (tag === undefined) return 'unknown';
  return tag === shown.tag ? 'new' : 'old';
}
