import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

interface Address {
  address: string;
  family: number;
}

/** How the network is reached; tests have one of their own. */
export interface PublicNetwork {
  resolve: (host: string) => Promise<Address[]>;
  request: typeof requestHttp;
}

const NETWORK: PublicNetwork = {
  resolve: (host) => lookup(host, { all: true }),
  request: ((url: URL, ...rest: [never]) =>
    (url.protocol === 'https:' ? requestHttps : requestHttp)(url, ...rest)) as typeof requestHttp,
};

/** Why something was not fetched, in words for an admin. A `permanent` reason is the same at every try. */
export class FetchRefusal extends Error {
  readonly permanent: boolean;

  constructor(message: string, permanent = true) {
    super(message);
    this.permanent = permanent;
  }
}

export interface FetchLimits {
  maxBytes: number;
  /** For all of it, redirects too. */
  timeoutMs: number;
  /** Who asks, with an address: many servers refuse those who do not say. */
  userAgent: string;
  network?: PublicNetwork;
}

const REDIRECTS = 3;
/** Names that no public server answers to, whatever a resolver says (RFC 6761, 6762). */
const LOCAL_NAME = /(^|\.)(localhost|localdomain|local|internal|home\.arpa)\.?$/i;

/**
 * The bytes behind an address that an admin has typed. Only hosts of the internet are asked: a name's addresses are
 * checked, and the connection goes to what was checked, so no second answer of a resolver counts. Each redirect is
 * checked in the same way. Throws a FetchRefusal.
 */
export async function fetchPublic(
  address: string,
  { maxBytes, timeoutMs, userAgent, network = NETWORK }: FetchLimits,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = readUrl(address);
  for (let hop = 0; hop <= REDIRECTS; hop += 1) {
    const answer = await ask({ url, maxBytes, userAgent, signal, network });
    if (answer instanceof Uint8Array) return answer;
    url = readUrl(answer, url);
  }
  throw new FetchRefusal('Its address leads on to too many others');
}

function readUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.port && !url.username;
  if (!isPlain || url.password) throw new FetchRefusal('Its address is not a plain web address');
  return url;
}

/** The addresses of a host, if all of them are public: one that is not would be a way in. */
async function publicAddresses(host: string, { resolve }: PublicNetwork): Promise<Address[]> {
  const bare = host.replace(/^\[|\]$/g, '');
  if (LOCAL_NAME.test(bare)) throw new FetchRefusal('Its server is not on the internet');
  const found = isIP(bare)
    ? [{ address: bare, family: isIP(bare) }]
    : await resolve(bare).catch(({ code }: NodeJS.ErrnoException) => {
        throw new FetchRefusal('Address not found', code === 'ENOTFOUND');
      });
  if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
    throw new FetchRefusal('Its server is not on the internet');
  return found;
}

interface Asked {
  url: URL;
  maxBytes: number;
  userAgent: string;
  signal: AbortSignal;
  network: PublicNetwork;
}

/** What a server gives: bytes, or where they are. */
async function ask({
  url,
  maxBytes,
  userAgent,
  signal,
  network,
}: Asked): Promise<Uint8Array | string> {
  const late = () => new FetchRefusal('Its server took too long', false);
  const found = await Promise.race([publicAddresses(url.hostname, network), aborted(signal, late)]);
  const checked: LookupFunction = (_host, options, done) =>
    options.all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family);
  return new Promise((resolve, reject) => {
    const failed = (error: Error) =>
      reject(error instanceof FetchRefusal ? error : signal.aborted ? late() : faultOf(error));
    const sent = network.request(
      url,
      // A connection of its own: one that is kept would be another's.
      { lookup: checked, agent: false, signal, headers: { ...WANTED, 'user-agent': userAgent } },
      (response) => {
        const { statusCode = 0, headers } = response;
        const refuse = (message: string, permanent = true) => {
          reject(new FetchRefusal(message, permanent));
          sent.destroy();
        };
        if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location) {
          resolve(encoded(headers.location));
          return void sent.destroy();
        }
        if (statusCode !== 200) return refuse(answered(statusCode), !isPassing(statusCode));
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes)
            return refuse(`It is larger than ${Math.ceil(maxBytes / 2 ** 20)} MB`);
          chunks.push(chunk);
        });
        response.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
        response.on('error', failed);
      },
    );
    sent.on('error', failed).end();
  });
}

/** As browsers ask for pictures. */
const WANTED = {
  accept: 'image/avif,image/webp,image/jpeg,image/png,image/*;q=0.8,*/*;q=0.5',
  'accept-encoding': 'identity',
};

/** Headers are read as Latin-1, and servers write UTF-8 into them: each byte stays what it is. */
const encoded = (location: string): string =>
  location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);

const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408;

function answered(status: number): string {
  if (status === 404 || status === 410) return `There is nothing at its address (${status})`;
  if (status === 401 || status === 403) return `Its server does not let us have it (${status})`;
  if (status === 429) return 'Its server is asked too often (429)';
  if (status >= 500) return `Its server has a fault (${status})`;
  return `Its server answered ${status}`;
}

/** What node:tls says of certificates, by the beginning of its codes. */
const CERTIFICATES: [code: RegExp, sentence: string][] = [
  [/^CERT_HAS_EXPIRED$/, 'The certificate of its server has expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate of its server is for another name'],
  [
    /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH)/,
    'The certificate of its server cannot be trusted',
  ],
  [/^(ERR_SSL|ERR_TLS|EPROTO)/, 'Its server has no secure connection'],
];

/** Why there is no answer. A certificate is the same at the next try; a server that is down may not be. */
function faultOf(error: NodeJS.ErrnoException): FetchRefusal {
  const code = error.code ?? '';
  const certificate = CERTIFICATES.find(([pattern]) => pattern.test(code));
  if (certificate) return new FetchRefusal(certificate[1]);
  if (code === 'ECONNREFUSED') return new FetchRefusal('Its server refuses connections', false);
  return new FetchRefusal('Its server does not answer', false);
}

function aborted(signal: AbortSignal, error: () => Error): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(error());
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
