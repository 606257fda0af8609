/*
 * What mail programs, chats and linkifiers do to a link on its way: they encode its `#`, take the sign behind it along,
 * double a slash, put characters in that nobody sees. The server, the 404 page and the pages that read a token all ask
 * here.
 */

/** A soft line break of quoted-printable, what could not be decoded, and characters that nobody sees. */
const UNSEEN = /=\r?\n|%[0-9a-f]?$|[\s%\ufffd\p{Cc}\p{Cf}]+/giu;
const UNSEEN_ENCODED = /%E2%80%8[B-F]|%C2%AD|%E2%81%A0|%EF%BB%BF/gi;
/** What stands behind a link in a sentence or in HTML, or around it. */
const BEHIND =
  /(?:[.,;:!?)\]}>"'\u2026\u2018-\u201f\u00ab\u00bb\u2039\u203a*|\\]|&(?:amp|gt|lt|quot|apos|nbsp);?)+$/i;
/** The `&` and `=` of a link that was taken out of HTML, or out of quoted-printable; a secret may begin with `3D`. */
const AND = /&(?:amp(?:;|%3B))+/gi;
const EQUALS = /=3D(?=[\w%-])(?![\w-]{41}(?![\w-]))/g;
/** What may stand behind the last value of a query. */
const QUERY_TAIL = /(?:%[0-9a-f]{0,2}|[^\w=&%-])+$/i;
/** Cities were once called 'San Antonio, TX' in TX. */
const STATE_TWICE = /^(\/mural-artists\/.+(-[a-z]{2}))\2$/;
/** People type what is behind `q=`: a dot there is theirs. */
const ENDS_TYPED = /(?:^\?|&)q=[^&]*$/;
/** No link of ours is longer; nothing longer is worth the time. */
const LONGEST = 2000;

/** Decodes once. A byte that is no UTF-8 becomes U+FFFD, and a percent sign that encodes nothing stays. */
export function decodeLoosely(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
    new TextDecoder().decode(Uint8Array.from(run.slice(1).split('%'), (hex) => parseInt(hex, 16))),
  );
}

/** Some encode a link twice. */
const decoded = (text: string) => decodeLoosely(decodeLoosely(text));

/** The parameters of a link as they were before HTML and quoted-printable. */
export const unquoted = (text: string) => text.replace(AND, '&').replace(EQUALS, '=');

const clean = (text: string) => unquoted(decoded(text)).replace(UNSEEN, '').replace(BEHIND, '');

interface Forgiven {
  /** Starts with one slash, and never with two. */
  path: string;
  /** What stood behind an encoded `#`, with it. */
  hash: string;
}

/** The pages that an address may have meant which has none of its own, the likeliest first; none that is the address itself. */
export function forgiven(pathname: string): Forgiven[] {
  if (pathname.length > LONGEST) return [];
  const [before = '', ...after] = decoded(pathname).split('#');
  const hash = after.length > 0 ? `#${clean(after.join('#'))}` : '';
  const tail = (text: string) =>
    text
      .replace(/\/+$/, '')
      .replace(/=[0-9a-f]{0,2}$/i, '')
      .replace(BEHIND, '');
  const path = tail(tail(clean(before)).replace(/(\/index)?\.html$/, ''));
  const named = `/${path.replace(/^\/+/, '').replace(/\/{2,}/g, '/')}`;
  // Nothing but bytes that say nothing is no link to the home page.
  if (named === '/' && /[%\ufffd\p{Cc}]/u.test(before)) return [];
  const lower = named.toLowerCase();
  return [...new Set([named, lower, lower.replace(STATE_TWICE, '$1')])]
    .filter((one) => one !== pathname || hash !== '')
    .map((one) => ({ path: one, hash }));
}

/** The query that a link had, with its question mark; the same text where nothing happened to it. */
export function forgivenQuery(query: string): string {
  if (query.length > LONGEST) return query;
  const text = unquoted(query).replace(UNSEEN_ENCODED, '');
  if (ENDS_TYPED.test(text)) return text;
  const tidy = text.replace(QUERY_TAIL, (tail) => {
    const kept = clean(tail);
    return kept === decoded(tail) ? tail : encodeURIComponent(kept);
  });
  return tidy.replace(/[?&]+$/, '');
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
