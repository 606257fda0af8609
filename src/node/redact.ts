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

/** The text as logs may keep it. */
export function redacted(text: string): string {
  return SECRETS.reduce((line, [pattern, shown]) => line.replace(pattern, shown), text);
}
