import fc from 'fast-check';

/** One request as it is sent: nothing about it has to be sensible. */
export interface Hostile {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Whose token goes with it. */
  actor: 'anon' | 'artist' | 'client' | 'forged' | 'signed out' | 'garbled';
}

const PROTOTYPE = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', 'then'];
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\ufffe',
  '\u202e',
  '\u0130',
  'ſ',
  '🎨'.repeat(300),
  'x'.repeat(3000),
  "';--",
  '"',
  '\\',
  '%',
  '%00',
  '%zz',
  '%ff',
  '../../etc',
  '..',
  '.',
  '/',
  '*',
  ',',
  '(',
  ')',
  '((((((((((',
  '{',
  '{}',
  '{x}',
  '{{1},{2,3}}',
  '[]',
  '[1,2)',
  '(1,2)',
  '()',
  'null',
  'true',
  'NaN',
  'Infinity',
  '-1e999',
  '99999999999999999999999',
  '-0',
  '1.5',
  '2020-01-01',
  'infinity',
  '0001-01-01T00:00:00Z',
  '7d444840-9dc0-11d1-b245-5ffdce74fad2',
  'a@b.co',
  'a->b',
  'a->>b',
  'a::int',
  'a:b',
  'a.b.c',
  '!inner',
  '$1',
  ...PROTOTYPE,
];

export const name = fc.constantFrom(...PROTOTYPE, 'id', 'name', 'x', '', 'a b', 'é', '"');

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.uuid() },
);

const scalar = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1e308, 2 ** 53, -(2 ** 63), 0.1, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** What breaks whoever turns a value into text without looking. */
const trap = fc.constantFrom<unknown>(
  { toString: 1 },
  { toString: null, valueOf: null },
  { toJSON: 1 },
  JSON.parse('{"then":1}'),
  { length: -1 },
  { length: 1e9 },
  { constructor: { prototype: null } },
  JSON.parse('{"__proto__":{"x":1}}'),
  { $eq: 1 },
  { $ref: 'x' },
  { type: 'Buffer', data: [1] },
);

/** What might be right, so that the rest of a request gets a look too. */
const plausible = fc.constantFrom<unknown>(
  'fuzz@example.com',
  'test-password-2026',
  'San Antonio',
  'A wall of ten metres, please, with birds on it',
  '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  'new',
  'public',
  'recovery',
  'one',
  'portfolio-images',
  [],
  ['x'],
  ['7d444840-9dc0-41d1-b245-5ffdce74fad2'],
  {},
  { column: 'name', order: 'asc' },
  { role: 'artist' },
  1,
  60,
  true,
);

export const json: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: plausible },
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: trap },
  { weight: 1, arbitrary: fc.array(fc.oneof(scalar, trap), { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.oneof(name, text), scalar, { maxKeys: 4 }) },
);

const deep = (depth: number, open: string, close: string) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Bodies that are no JSON, or hardly. */
export const odd: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.constantFrom<string | Uint8Array>(
    '',
    '{',
    '[',
    'null',
    '5',
    '"x"',
    'undefined',
    '{"a":1,"a":2}',
    '{"__proto__":{"a":1}}',
    '\uFEFF{}',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '{"a":1e9999}',
    '{"email":"\\u0000@b.co"}',
    deep(5000, '[', ']'),
    deep(200, '{"a":', '}'),
    Buffer.from('{"a":"x"}', 'utf16le'),
    new Uint8Array([0xff, 0xfe, 0x00]),
    new Uint8Array([0x22, 0xc3, 0x28, 0x22]),
    new Uint8Array(0),
    `[${'{"id":1},'.repeat(20_000)}{"id":1}]`,
    'a=1&b=%00&__proto__=x',
    'id,name\n1,"x\n',
  ),
  fc.uint8Array({ maxLength: 40 }),
);

/** An object with these keys, most of them with a value that fits nothing. */
export function form(keys: readonly string[]): fc.Arbitrary<string | Uint8Array> {
  const entries = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...keys), name), json), {
    maxLength: Math.max(3, keys.length),
  });
  return fc.oneof(
    { weight: 6, arbitrary: entries.map((pairs) => JSON.stringify(Object.fromEntries(pairs))) },
    { weight: 1, arbitrary: odd },
  );
}

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json',
  'text/csv',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'image/png',
  ';',
  'x'.repeat(300),
];

const header = text.map((value) => value.replace(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, 500));

const HEADERS: Record<string, fc.Arbitrary<string>> = {
  'content-type': fc.constantFrom(...TYPES),
  accept: fc.constantFrom(
    'application/json',
    'application/vnd.pgrst.object+json',
    'application/vnd.pgrst.plan+json; options=analyze',
    'text/csv',
    'image/png',
    '*/*',
    ',;,',
    'application/octet-stream',
  ),
  prefer: fc.oneof(
    fc.constantFrom(
      'count=exact',
      'count=planned',
      'return=representation',
      'return=headers-only',
      'resolution=merge-duplicates',
      'resolution=ignore-duplicates, return=representation',
      'missing=default',
      'tx=rollback',
      'handling=strict, max-affected=-1',
      'handling=strict, timezone=Nowhere/Land',
      "timezone='; drop table x",
      'params=single-object',
      '__proto__=x',
    ),
    header,
  ),
  range: fc.oneof(
    fc.constantFrom('0-1', '5-1', 'bytes=0-', 'bytes=9-1', '99999999999-', '-'),
    header,
  ),
  'accept-profile': fc.oneof(fc.constantFrom('public', 'auth', 'storage', '__proto__'), header),
  'content-profile': fc.oneof(fc.constantFrom('public', 'private', '__proto__'), header),
  'x-upsert': fc.constantFrom('true', 'yes'),
  'x-metadata': fc.oneof(fc.constantFrom('e30=', 'W10=', '!', 'eyJhIjoiXHUwMDAwIn0='), header),
  'cache-control': header,
  'content-encoding': fc.constantFrom('gzip', 'br', 'x'),
  'if-none-match': header,
  'x-client-info': header,
  'x-http-method-override': fc.constantFrom('DELETE', 'POST'),
  'x-forwarded-for': header,
  connection: fc.constantFrom('close', 'apikey', 'authorization, x'),
  cookie: header,
  apikey: fc.oneof(fc.constantFrom('', 'sb_secret_x', 'sb_publishable_x'), header),
  authorization: fc.oneof(
    fc.constantFrom('Bearer', 'Bearer a.b.c', 'Basic eDp4', 'Bearer eyJhbGciOiJub25lIn0.e30.'),
    header.map((value) => `Bearer ${value}`),
  ),
};

/** A few headers that fit nothing, and seldom none of the keys that open the door. */
export const headers: fc.Arbitrary<Record<string, string>> = fc
  .subarray(Object.keys(HEADERS), { maxLength: 3 })
  .chain((names) =>
    fc.record(Object.fromEntries(names.map((key) => [key, HEADERS[key] ?? header]))),
  );
