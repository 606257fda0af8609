import fc from 'fast-check';
import { form, type Hostile, headers, json, name, odd, text } from './values.ts';

/** What the database offers, so that inputs get past the first look. */
export interface Surface {
  tables: { name: string; columns: string[] }[];
  functions: { name: string; args: string[] }[];
  buckets: string[];
  /** Names of objects that exist, and tokens that open something. */
  objects: string[];
  /** Where the artist may keep files. */
  folder: string;
  tokens: string[];
}

type Part = Pick<Hostile, 'method' | 'path'> & { body?: string | Uint8Array };

const encode = (value: string) => encodeURIComponent(value.toWellFormed());
/** Encoded as it should be, or handed over as it is. */
const inPath = (value: fc.Arbitrary<string>) =>
  fc.tuple(value, fc.integer({ min: 0, max: 9 })).map(([it, way]) => (way === 0 ? it : encode(it)));

const OPERATORS =
  'eq neq gt gte lt lte like ilike match imatch is isdistinct in cs cd ov sl sr nxl nxr adj fts plfts(x) phfts wfts not.eq not.in not.is eq(any) like(all) ilike(any) bogus constructor'.split(
    ' ',
  );

function query(columns: string[]): fc.Arbitrary<string> {
  const column = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...columns) },
    { weight: 1, arbitrary: fc.oneof(name, text) },
  );
  const filter = fc
    .tuple(column, fc.constantFrom(...OPERATORS), text)
    .map(([key, operator, value]) => `${encode(key)}=${encode(`${operator}.${value}`)}`);
  const tree = fc
    .tuple(
      fc.constantFrom('or', 'and', 'not.or'),
      fc.array(fc.tuple(column, text), { maxLength: 4 }),
    )
    .map(
      ([key, list]) => `${key}=${encode(`(${list.map(([c, v]) => `${c}.eq.${v}`).join(',')})`)}`,
    );
  const selected = fc.oneof(
    column,
    fc.tuple(column, text).map(([c, v]) => `${v}:${c}`),
    fc.tuple(column, text).map(([c, v]) => `${c}->${v}`),
    column.map((c) => `${c}::${c}`),
    column.map((c) => `${c}(*,${c}(*))`),
    column.map((c) => `...${c}!inner(id)`),
    column.map((c) => `${c}.sum()`),
    fc.constantFrom('*', 'count', 'count()', '"', '(', ',,'),
  );
  const many = fc.constantFrom(
    Array.from({ length: 1500 }, (_, i) => `a${i}:id`).join(','),
    'id,'.repeat(1700),
    `${'artists('.repeat(60)}id${')'.repeat(60)}`,
  );
  const select = fc.oneof(
    { weight: 12, arbitrary: fc.array(selected, { maxLength: 5 }).map((list) => list.join(',')) },
    { weight: 1, arbitrary: many },
  );
  const extra = fc.oneof(
    select.map((value) => `select=${encode(value)}`),
    fc
      .tuple(column, fc.constantFrom('', '.desc', '.asc.nullsfirst', '.bogus', ',id', '(id)'))
      .map(([c, how]) => `order=${encode(c + how)}`),
    text.map((value) => `limit=${encode(value)}`),
    text.map((value) => `offset=${encode(value)}`),
    column.map((value) => `columns=${encode(value)}`),
    column.map((value) => `on_conflict=${encode(value)}`),
    fc.tuple(text, text).map(([key, value]) => `${encode(key)}=${encode(value)}`),
    fc.constantFrom('&&', '=', 'select', 'order=%00', 'id=eq.%ff', 'apikey=x', 'limit=1&limit=2'),
  );
  const sane = fc
    .tuple(
      fc.subarray(columns, { minLength: 1 }),
      fc.constantFrom(...columns),
      fc.constantFrom('is.null', 'not.is.null', 'eq.x', 'in.(1,2)', 'gte.0', 'like.*a*', 'cs.{a}'),
      fc.constantFrom('', '&limit=3', '&order=id', '&limit=2&offset=1'),
    )
    .map(([list, column, how, rest]) => `select=${list.join(',')}&${column}=${how}${rest}`);
  const strange = fc.array(fc.oneof(filter, filter, tree, extra), { maxLength: 3 });
  return fc
    .oneof(
      { weight: 4, arbitrary: strange },
      { weight: 2, arbitrary: sane.map((one) => [one]) },
      { weight: 2, arbitrary: fc.tuple(sane, extra) },
    )
    .map((parts: string[]) => (parts.length > 0 ? `?${parts.join('&')}` : ''));
}

function restRequest(surface: Surface): fc.Arbitrary<Part> {
  return fc
    .tuple(fc.constantFrom(...surface.tables), fc.integer({ min: 0, max: 9 }), inPath(text))
    .chain(([table, way, other]) =>
      fc.record({
        method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'),
        path: query(table.columns).map((it) => `/rest/v1/${way === 0 ? other : table.name}${it}`),
        body: form(table.columns),
      }),
    );
}

function rpcRequest(surface: Surface): fc.Arbitrary<Part> {
  return fc.constantFrom(...surface.functions).chain((fn) => {
    const args = fn.args.length > 0 ? fn.args : ['x'];
    const all = fc
      .tuple(...args.map(() => json))
      .map((values) => JSON.stringify(Object.fromEntries(args.map((arg, i) => [arg, values[i]]))));
    return fc.record({
      method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'HEAD', 'PUT'),
      path: fc
        .oneof(
          fc.constant(''),
          query(args),
          fc
            .array(fc.tuple(fc.constantFrom(...args), text), { maxLength: 4 })
            .map((list) => `?${list.map(([k, v]) => `${k}=${encode(v)}`).join('&')}`),
        )
        .map((it) => `/rest/v1/rpc/${fn.name}${it}`),
      body: fc.oneof(all, all, form(args)),
    });
  });
}

const AUTH = [
  'signup',
  'token?grant_type=password',
  'token?grant_type=refresh_token',
  'token?grant_type=pkce',
  'token?grant_type=id_token',
  'token',
  'otp',
  'magiclink',
  'recover',
  'resend',
  'verify',
  'verify?type=recovery&token=',
  'verify?type=signup&redirect_to=',
  'logout?scope=',
  'user',
  'reauthenticate',
  'health',
  'settings',
  'authorize?provider=',
  'callback?state=',
  'factors',
  'invite',
  'admin/users',
  'admin/users/x',
  'admin/generate_link',
  '.well-known/jwks.json',
];
const ACCOUNT = [
  'email',
  'password',
  'data',
  'phone',
  'token',
  'token_hash',
  'type',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'create_user',
  'options',
  'gotrue_meta_security',
  'nonce',
  'channel',
  'scope',
];

const authRequest: fc.Arbitrary<Part> = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'HEAD', 'PATCH'),
  path: fc
    .tuple(fc.oneof(fc.constantFrom(...AUTH), inPath(text)), inPath(text))
    .map(([route, tail]) => `/auth/v1/${route}${route.includes('=') ? encode(tail) : ''}`),
  body: form(ACCOUNT),
});

const OBJECT = [
  'object',
  'object/public',
  'object/authenticated',
  'object/sign',
  'object/upload/sign',
  'object/info',
  'object/info/public',
  'object/list',
  'object/list-v2',
  'render/image/public',
];
const STORED = [
  'prefix',
  'prefixes',
  'limit',
  'offset',
  'sortBy',
  'search',
  'cursor',
  'with_delimiter',
  'expiresIn',
  'paths',
  'bucketId',
  'sourceKey',
  'destinationKey',
  'destinationBucket',
  'id',
  'name',
  'public',
  'file_size_limit',
  'allowed_mime_types',
];

function storageRequest(surface: Surface): fc.Arbitrary<Part> {
  const bucket = fc.oneof(fc.constantFrom(...surface.buckets), inPath(text));
  const object = fc.oneof(fc.constantFrom(...surface.objects), inPath(text));
  const token = fc.oneof(fc.constantFrom(...surface.tokens), text).map(encode);
  const own = fc.tuple(fc.constantFrom('profile-photos', 'portfolio-images'), fc.nat(9));
  const path = fc.oneof(
    own.map(([b, n]) => `object/${b}/${surface.folder}/${n}.png`),
    own.map(([b, n]) => `object/upload/sign/${b}/${surface.folder}/${n}.png`),
    fc.tuple(fc.constantFrom(...OBJECT), bucket, object).map((parts) => parts.join('/')),
    fc.tuple(fc.constantFrom(...OBJECT), bucket).map((parts) => parts.join('/')),
    fc
      .tuple(fc.constantFrom('object/sign', 'object/upload/sign'), bucket, object, token)
      .map(([route, b, o, t]) => `${route}/${b}/${o}?token=${t}`),
    fc.constantFrom('object/move', 'object/copy', 'bucket', 'upload/resumable', 'status', 's3/x'),
    bucket.map((id) => `bucket/${id}`),
    bucket.map((id) => `bucket/${id}/empty`),
    inPath(text),
  );
  const body = fc.oneof(
    { weight: 3, arbitrary: form(STORED) },
    { weight: 1, arbitrary: odd },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\ncontent-type: image/png\r\n\r\nx\r\n--x--\r\n',
        '--x\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n[]\r\n--x--\r\n',
        '--x\r\n\r\n',
      ),
    },
  );
  return fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH'),
    path: path.map((it) => `/storage/v1/${it}`),
    body,
  });
}

const hookRequest: fc.Arbitrary<Part> = fc.record({
  method: fc.constantFrom('POST', 'POST', 'GET', 'PUT', 'DELETE', 'HEAD', 'TRACE', 'PROPFIND'),
  path: fc.oneof(
    fc.constantFrom('/hooks/rebuild', '/hooks/control', '/healthz', '/hooks/rebuild/x', '/hooks'),
    inPath(text).map((it) => `/hooks/rebuild/${it}`),
    inPath(text).map((it) => `/${it}`),
    inPath(text).map((it) => `/media/${it}`),
    inPath(text).map((it) => `/functions/v1/${it}`),
  ),
  body: form(['type', 'kind', 'force', 'paths']),
});

/** Another way to write the same target, which no guard may fall for. */
function disguise(path: string, way: number, at: number): string {
  const mark = path.indexOf('?');
  const end = mark < 0 ? path.length : mark;
  const place = 1 + (at % Math.max(1, end - 1));
  const insert = (what: string) => path.slice(0, place) + what + path.slice(place);
  if (way === 0) return insert('//');
  if (way === 1) return insert('/../');
  if (way === 2) return insert('%00');
  if (way === 3) return insert('\\');
  if (way === 4) return `http://elsewhere.test${path}`;
  if (way > 6 || end < 2) return path;
  const hex = (path.charCodeAt(place) % 256).toString(16).padStart(2, '0');
  return `${path.slice(0, place)}${way === 5 ? '%' : '%25'}${hex}${path.slice(place + 1)}`;
}

const WEBHOOK = fc.record(
  {
    'webhook-id': text,
    'webhook-timestamp': fc.constantFrom('1', '99999999999', 'x'),
    'webhook-signature': fc.oneof(text, fc.constant('v1,AAAA')),
  },
  { requiredKeys: [] },
);

/** Any request to any route, from anybody. */
export function hostileRequest(surface: Surface): fc.Arbitrary<Hostile> {
  const part = fc.oneof(
    { weight: 5, arbitrary: restRequest(surface) },
    { weight: 5, arbitrary: rpcRequest(surface) },
    { weight: 4, arbitrary: authRequest },
    { weight: 5, arbitrary: storageRequest(surface) },
    { weight: 1, arbitrary: hookRequest },
  );
  const actor = fc.constantFrom<Hostile['actor']>(
    ...Array<Hostile['actor']>(6).fill('anon'),
    ...Array<Hostile['actor']>(10).fill('artist'),
    ...Array<Hostile['actor']>(4).fill('client'),
    'forged',
    'signed out',
    'garbled',
  );
  const way = fc.integer({ min: 0, max: 60 });
  return fc
    .tuple(
      part,
      actor,
      fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
      WEBHOOK,
      way,
      fc.nat(60),
    )
    .map(([{ method, path, body }, who, some, signed, how, at]) => ({
      method,
      path: sendable(disguise(path, how, at)),
      headers: path.startsWith('/hooks') ? { ...some, ...clean(signed) } : some,
      actor: who,
      ...(/^(GET|HEAD|OPTIONS|TRACE)$/.test(method) || body === undefined ? {} : { body }),
    }));
}

/** What Node agrees to write into a request line; the rest of it would never leave this process. */
function sendable(path: string): string {
  return path.replace(/[^\x21-\x7e\xa1-\xff]/g, '').slice(0, 14_000) || '/';
}

function clean(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, value.replace(/[^\x20-\x7e]/g, '')]),
  );
}
