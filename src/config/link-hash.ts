/** The secret at the start of a text: the letters of base64url. */
export function linkSecret(text: string): string {
  return /^[\w-]*/.exec(text)?.[0] ?? '';
}

/** What stands behind the `#` of an emailed link: the secret, then `&` and named parts. */
export function readLinkHash(hash: string): { token: string; marks: URLSearchParams } {
  const text = hash.replace(/^#/, '');
  const token = linkSecret(text);
  return { token, marks: new URLSearchParams(text.slice(token.length)) };
}

/** The same for pages whose secret has a name: `#confirm=…`. */
export function linkParams(hash: string): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#/, ''));
}
