/*
 * What mail programs, chats and linkifiers do to a link on its way: they encode its `#`, take the sign behind it along,
 * double a slash, put characters in that nobody sees. The server, the 404 page and the pages that read a token all ask
 * here.
 */

/** A soft line break of quoted-printable, and characters that nobody sees. */
const UNSEEN = /=\r?\n|[\s\u00ad\u200b-\u200f\u2060\ufeff]+/g;
/** What stands behind a link in a sentence, or around it. */
const BEHIND = /[.,;:!?)\]}>"'\u2026\u2018-\u201f\u00ab\u00bb\u2039\u203a*|\\]+$/;

function decoded(text: string): string {
  let last = text;
  // Some encode a link twice.
  for (let round = 0; round < 2; round++) {
    try {
      last = decodeURIComponent(last);
    } catch {
      return last;
    }
  }
  return last;
}

const clean = (text: string) => decoded(text).replace(UNSEEN, '').replace(BEHIND, '');

export interface Forgiven {
  /** Starts with one slash, and never with two. */
  path: string;
  /** What stood behind an encoded `#`, with it. */
  hash: string;
}

/** The pages that an address may have meant which has none of its own, the likeliest first; none that is the address itself. */
export function forgiven(pathname: string): Forgiven[] {
  const [before = '', ...after] = decoded(pathname).split('#');
  const hash = after.length > 0 ? `#${clean(after.join('#'))}` : '';
  const tail = (text: string) => text.replace(/\/+$/, '').replace(BEHIND, '');
  const path = tail(tail(clean(before)).replace(/(\/index)?\.html$/, ''));
  const named = `/${path.replace(/^\/+/, '').replace(/\/{2,}/g, '/')}`;
  return [...new Set([named, named.toLowerCase()])]
    .filter((one) => one !== pathname || hash !== '')
    .map((one) => ({ path: one, hash }));
}

/** The secret of a link and what stands behind it, as the part of an address after `#` has them. */
export function readLinkHash(hash: string): { token: string; marks: URLSearchParams } {
  const [first = '', ...rest] = clean(hash).replace(/^#+/, '').split(/[&?]/);
  return {
    token: linkSecret(first),
    marks: new URLSearchParams(rest.map((mark) => mark.replace(BEHIND, '')).join('&')),
  };
}

/** The same for pages whose secret has a name: `#confirm=…`. */
export function linkParams(hash: string): URLSearchParams {
  return new URLSearchParams(clean(hash).replace(/^#+/, '').replace('?', '&'));
}

/** A secret of a link is written in the letters of base64url; what stands around it is none of it. */
export function linkSecret(text: string): string {
  return /[\w-]+/.exec(clean(text))?.[0] ?? '';
}
