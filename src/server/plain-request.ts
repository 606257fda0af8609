import { REQUEST_ID, safeRequestId } from '#http/request-id.ts';

/** A request as nearly all for pages are: a whole GET without a body, for an address that is all path. */
export interface PlainRequest {
  path: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  forwardedFor: string | undefined;
  /** Undefined where it is no name that we would repeat. */
  requestId: string | undefined;
}

const START = 'GET ';
const VERSION = ' HTTP/1.1';
/** Linear for any text: no two of its parts can take the same character. */
const LINE = /([!#$%&'*+.^`|~\w-]+):([\t -~\x80-\xff]*)\r\n/y;
/** Ask for another answer, say that more belongs to the request, or end the connection. */
const NOT_PLAIN = new Set([
  'content-length',
  'expect',
  'if-range',
  'proxy-connection',
  'range',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Reads bytes that came in one piece, as Latin-1.
 * @returns null for everything that is not exactly one plain request in the strictest form, which says nothing against
 * it: Node's own parser then reads the same bytes.
 */
export function readPlainRequest(text: string): PlainRequest | null {
  const end = text.indexOf('\r\n');
  if (!text.startsWith(START) || !text.endsWith('\r\n\r\n')) return null;
  if (!text.startsWith(VERSION, end - VERSION.length)) return null;
  const request: PlainRequest = {
    path: text.slice(START.length, end - VERSION.length),
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
    forwardedFor: undefined,
    requestId: undefined,
  };
  const last = text.length - 2;
  let hosts = 0;
  LINE.lastIndex = end + 2;
  while (LINE.lastIndex < last) {
    const [, name, value] = LINE.exec(text) ?? [];
    if (name === undefined || value === undefined) return null;
    switch (name.toLowerCase()) {
      case 'host':
        hosts += 1;
        break;
      case 'accept-encoding':
        if (request.acceptEncoding !== undefined) return null;
        request.acceptEncoding = value.trim();
        break;
      case 'if-none-match':
        if (request.ifNoneMatch !== undefined) return null;
        request.ifNoneMatch = value.trim();
        break;
      case 'x-forwarded-for':
        if (request.forwardedFor !== undefined) return null;
        request.forwardedFor = value.trim();
        break;
      case REQUEST_ID:
        if (request.requestId !== undefined) return null;
        request.requestId = safeRequestId(value.trim());
        break;
      case 'connection':
        if (value.trim().toLowerCase() !== 'keep-alive') return null;
        break;
      default:
        if (NOT_PLAIN.has(name.toLowerCase())) return null;
    }
  }
  return hosts === 1 ? request : null;
}
