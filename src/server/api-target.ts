import { readTarget } from '#http/request-target.ts';
import { isBackendPath } from './proxy.ts';

const ENCODED = /%([0-9a-f]{2})/gi;
const API = /(^|\/)(rest|auth|storage)\/+v1($|[/?#;])/i;

/**
 * The target of a request for the backend in the one form that is handed on; null for what is not meant for it, and
 * 'ambiguous' for what might be, read in some other way.
 */
export function apiTarget(raw: string): string | null {
  const target = readTarget(raw);
  if (!target) return API.test(loosely(raw)) ? 'ambiguous' : null;
  if (!isBackendPath(target.path)) return null;
  return target.query === '' ? target.encodedPath : `${target.encodedPath}?${target.query}`;
}

/** As the most generous reader would have it: decoded again and again, backslashes as slashes. */
function loosely(raw: string): string {
  let text = raw.split('?', 1)[0] ?? '';
  for (let round = 0; round < 4 && text.includes('%'); round++)
    text = text.replace(ENCODED, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return text.replaceAll('\\', '/');
}
