/**
 * What browsers got after the oldest that are promised (`src/config/browsers.ts`), as it is written in a script. No
 * compiler replaces these. `asked` is how a script asks for it first: then it has another way.
 */
const NEWER: { name: string; used: RegExp; asked?: RegExp }[] = [
  ...[
    'Promise.withResolvers',
    'Promise.try',
    'Object.groupBy',
    'Map.groupBy',
    'URL.parse',
    'AbortSignal.any',
    'Array.fromAsync',
    'Response.json',
    'RegExp.escape',
    'Error.isError',
    'Math.sumPrecise',
    'ReadableStream.from',
    'Iterator.from',
    'Intl.DurationFormat',
  ].map((name) => ({ name, used: literal(name) })),
  { name: 'URL.canParse', used: literal('URL.canParse'), asked: /typeof URL\.canParse/ },
  { name: 'Intl.Segmenter', used: literal('Intl.Segmenter'), asked: /Intl\.Segmenter[?)&]/ },
  {
    name: 'requestIdleCallback',
    used: /\brequestIdleCallback\b/,
    asked: /requestIdleCallback\?\?/,
  },
  { name: 'regular expressions that look behind', used: /\(\?<[=!]/ },
  {
    name: 'the flag v of regular expressions',
    used: /\/[dgimsuy]*v[dgimsuy]*(?=[,;)]|\.test|\.exec)/,
  },
  { name: 'flags inside regular expressions', used: /\(\?([ims]+(-[ims]+)?|-[ims]+):/ },
  {
    name: 'methods of sets',
    used: /\.(union|intersection|difference|symmetricDifference|is(Subset|Superset|DisjointFrom)(Of)?)\(/,
    // Schemas of zod have two of these names.
    asked: /ZodIntersection/,
  },
  {
    name: 'methods of iterators',
    used: /\.((values|keys|entries)\(|matchAll\([^()]*)\)\.(map|filter|reduce|some|every|find|forEach|take|drop|flatMap|toArray)\(/,
  },
  { name: 'isWellFormed', used: /\.(is|to)WellFormed\(/ },
  {
    name: 'toBase64 of bytes',
    used: /\.(toHex|setFromHex|setFromBase64)\(|Uint8Array\.from(Hex|Base64)/,
  },
  { name: 'bytes()', used: /\.bytes\(\)/ },
  { name: 'size of an address’s parameters', used: /\b(searchParams|params)\.size\b/ },
  { name: 'OffscreenCanvas', used: /new OffscreenCanvas\b/ },
  { name: 'CompressionStream', used: /new (De)?CompressionStream\b/ },
  { name: 'scheduler', used: /\bscheduler\.(yield|postTask)\(/ },
  { name: 'CloseWatcher', used: /new CloseWatcher\b/ },
  { name: 'view transitions', used: /\bdocument\.startViewTransition\(/ },
  { name: 'popovers', used: /\.(show|hide|toggle)Popover\(/ },
  { name: 'checkVisibility', used: /\.checkVisibility\(/ },
  {
    name: 'scrollend',
    used: /addEventListener\([`'"]scrollend/,
    asked: /[`'"]onscrollend[`'"]in /,
  },
  { name: 'style sheets of scripts', used: /\.adoptedStyleSheets\b|new CSSStyleSheet\b/ },
  { name: 'moveBefore', used: /\.(moveBefore|setHTMLUnsafe|getHTML|attachInternals)\(/ },
  { name: 'static blocks', used: /\bstatic\s*\{/ },
  { name: 'cookieStore', used: /\bcookieStore\./ },
];

function literal(name: string): RegExp {
  return new RegExp(`\\b${name.replace('.', '\\.')}\\b`);
}

/** What a script uses of it without asking. */
export const newerNames = (script: string): string[] =>
  NEWER.filter(({ used, asked }) => used.test(script) && !asked?.test(script)).map(
    ({ name }) => name,
  );
