/** What opens something, wherever it stands in a line: keys, signed tokens, credentials in addresses. */
const SECRETS: [pattern: RegExp, shown: string][] = [
  [/\bsb_secret_[\w-]+/g, 'sb_secret_…'],
  [/\bwhsec_[\w+/=-]+/g, 'whsec_…'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, 'eyJ…'],
  [/\b([a-z][a-z\d+.-]*:\/\/)[^\s/?#'"]*@/gi, '$1…@'],
  [
    /(?<=%[\da-f]{2}|\b)((?:[a-z]+_)*(?:token|password|secret|apikey|api_key|claim|code)(?:_hash)?(?:=|%3d))[^\s&'"#]+/gi,
    '$1…',
  ],
];

/** Who a person is, and what they asked for. */
const PERSONAL: [pattern: RegExp, shown: string][] = [
  [/[\w.+%'-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63})+/gi, '…@…'],
  [/(?<=[\w/])\?[^\s"'<>()]*=[^\s"'<>()]*/g, '?…'],
];

/** The text without email addresses, and without what stands in an address after its question mark. */
export function impersonal(text: string): string {
  return PERSONAL.reduce((line, [pattern, shown]) => line.replace(pattern, shown), text);
}

/** The text as logs may keep it. */
export function redacted(text: string): string {
  return SECRETS.reduce((line, [pattern, shown]) => line.replace(pattern, shown), text);
}
