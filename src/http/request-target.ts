/** What a request asks for, in the one form that everything behind the first door reads. */
interface RequestTarget {
  /** Decoded once; starts with a slash. */
  path: string;
  /** The same path as it is handed on: decoding it gives `path` and nothing else. */
  encodedPath: string;
  /** The query without its question mark, as it came. */
  query: string;
}

/** What a path may hold after decoding is anything but these: they would be read differently behind the door. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const AMBIGUOUS = /[/\\%\u0000-\u001f\u007f]/;
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;
const RAW = /^[\x21-\x7e]*$/;

/**
 * Reads the target of a request line.
 * @returns null for what has more than one reading: bytes that are no UTF-8, an encoded slash, percent sign or control
 * character, dot segments, empty segments, a backslash, a fragment.
 */
export function readTarget(raw: string): RequestTarget | null {
  const target = originForm(raw);
  if (!target.startsWith('/') || !RAW.test(target) || target.includes('#')) return null;
  const mark = target.indexOf('?');
  const rawPath = mark < 0 ? target : target.slice(0, mark);
  const segments: string[] = [];
  const parts = rawPath.slice(1).split('/');
  for (const [index, part] of parts.entries()) {
    const segment = decodeSegment(part);
    if (segment === null || segment === '.' || segment === '..') return null;
    if (segment === '' && index < parts.length - 1) return null;
    segments.push(segment);
  }
  return {
    path: `/${segments.join('/')}`,
    encodedPath: `/${segments.map(encodeSegment).join('/')}`,
    query: mark < 0 ? '' : target.slice(mark + 1),
  };
}

/** A client may also send the whole address to a server that is no proxy (RFC 9112, section 3.2.2). */
export function originForm(raw: string): string {
  const absolute = ABSOLUTE.exec(raw)?.[0];
  if (absolute === undefined) return raw;
  const rest = raw.slice(absolute.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function decodeSegment(part: string): string | null {
  try {
    const segment = decodeURIComponent(part);
    return AMBIGUOUS.test(segment) ? null : segment;
  } catch {
    return null;
  }
}

/** Leaves what a path may hold unencoded (RFC 3986, section 3.3): another reading of it is not possible. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(/%(24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}
