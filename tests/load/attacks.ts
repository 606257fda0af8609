import { setTimeout as pause } from 'node:timers/promises';
import { call, type Target, typed } from './http.ts';
import { MAIL_FLOODS } from './mail-floods.ts';

export interface Attack {
  name: string;
  run(target: Target, signal: AbortSignal): Promise<void>;
}

/** Strangers; honest clients come from other addresses, and some from the same. */
const STRANGER = '127.0.0.2';
const SHARED = '127.0.0.1';

const CATASTROPHE = encodeURIComponent('(.*)(.*)(.*)(.*)\\1\\2\\3\\4$');
const REGEX = ['match', 'imatch', 'not.match', 'match(any)', '%6Datch'].map(
  (operator) => `/rest/v1/artists?select=id&bio=${operator}.${CATASTROPHE}`,
);
const NESTED =
  '/rest/v1/artists?select=*,murals(*,artists(*,murals(*,artists(*,murals(*)))))&limit=1000';
/** Every artist's murals with every artist, filtered on both ends so that no index answers. */
const CROSS_JOINS = [
  'select=id,murals!inner(id,artists!inner(id,bio))&murals.artists.bio=neq.x&order=bio.desc&limit=1000',
  'select=id,a:murals!inner(id),b:murals!inner(id),c:murals!inner(id)&a.title=neq.x&b.title=neq.x&c.title=neq.x',
  `select=id,murals!inner(id)&or=(${Array.from({ length: 38 }, (_, i) => `bio.neq.${i}`).join(',')})&murals.title=gt.a`,
].map((query) => `/rest/v1/artists?${query}`);
const ALLOWED_NESTED = '/rest/v1/artists?select=*,murals(*,artists(*))&order=bio.desc';

/** Everything of one kind at once, again and again until it is over. */
function waves(name: string, count: number, one: (target: Target, i: number) => Promise<unknown>) {
  const run = async (target: Target, signal: AbortSignal) => {
    while (!signal.aborted) {
      await Promise.all(Array.from({ length: count }, (_, i) => one(target, i)));
      await pause(50);
    }
  };
  return { name, run } satisfies Attack;
}

/** Connections that do one thing and then nothing, opened again when they are ended. */
function holds(name: string, count: number, text: (target: Target) => string, from = STRANGER) {
  const run = async (target: Target, signal: AbortSignal) => {
    const hold = async () => {
      while (!signal.aborted) {
        const socket = typed(target, text(target), from);
        socket.pause();
        const end = () => socket.destroy();
        signal.addEventListener('abort', end);
        await new Promise<void>((resolve) => {
          socket.once('close', () => resolve());
        });
        signal.removeEventListener('abort', end);
        await pause(100);
      }
    };
    await Promise.all(Array.from({ length: count }, hold));
  };
  return { name, run } satisfies Attack;
}

/** Many requests at once on each of many connections, whose answers are read. */
function pipelines(name: string, connections: number, requests: number, path: string) {
  return waves(name, connections, (target) => {
    const socket = typed(target, whole(path)(target).repeat(requests), STRANGER);
    let answers = 0;
    socket.setEncoding('latin1').on('data', (part: string) => {
      answers += part.split('HTTP/1.1 ').length - 1;
      if (answers >= requests) socket.destroy();
    });
    return new Promise((resolve) => socket.once('close', resolve));
  });
}

const head = (method: string, path: string, more: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${more}`;
const half = (path: string) =>
  head('POST', path, 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"half":');
const whole = (path: string) => (target: Target) =>
  head('GET', path, `apikey: ${target.publishableKey}\r\n\r\n`);

export const ATTACKS: Attack[] = [
  waves('regular expressions', 10, (target, i) =>
    call(target, { path: REGEX[i % REGEX.length] ?? '', from: STRANGER }),
  ),
  waves('nested selects', 40, (target, i) =>
    call(target, { path: i % 2 ? NESTED : ALLOWED_NESTED, from: i % 4 ? STRANGER : SHARED }),
  ),
  waves('cross joins by filters', 20, (target, i) =>
    call(target, { path: CROSS_JOINS[i % CROSS_JOINS.length] ?? '', from: STRANGER }),
  ),
  waves('sign-ins', 60, (target, i) =>
    call(target, {
      path: '/auth/v1/token?grant_type=password',
      method: 'POST',
      // A known account: the hash is compared.
      body: JSON.stringify({ email: 'client@example.com', password: `guess-${i}` }),
      from: `127.0.2.${i + 1}`,
    }),
  ),
  waves('reads', 50, (target) =>
    call(target, { path: '/rest/v1/artists?select=*', from: STRANGER, timeoutMs: 30_000 }),
  ),
  waves('large bodies', 8, (target) =>
    call(target, {
      path: '/rest/v1/rpc/submit_lead',
      method: 'POST',
      body: JSON.stringify({ p_email: `${'a.'.repeat(900_000)}@b.c` }),
      from: STRANGER,
    }),
  ),
  waves('long arguments', 8, (target) =>
    call(target, {
      path: '/rest/v1/rpc/submit_lead',
      method: 'POST',
      body: JSON.stringify({
        p_key: crypto.randomUUID(),
        p_claim: 'x'.repeat(60),
        p_name: 'Long',
        p_email: `${'a-'.repeat(15_000)}@${'b-.'.repeat(10_000)}c`,
        p_phone: null,
        p_city: 'Austin',
        p_project_description: 'A long address',
        p_mural_size: null,
        p_surface_type: null,
        p_style_preference: null,
        p_budget_range: null,
      }),
      from: STRANGER,
    }),
  ),
  waves('uploads without an account', 4, (target) =>
    call(target, {
      path: '/storage/v1/object/portfolio-images/x/x.png',
      method: 'POST',
      body: Buffer.alloc(10 * 2 ** 20),
      headers: { 'content-type': 'image/png' },
      from: STRANGER,
    }),
  ),
  holds('half bodies of a stranger', 200, () => half('/rest/v1/rpc/submit_lead')),
  holds('half bodies of a neighbour', 64, () => half('/auth/v1/token'), SHARED),
  holds('half uploads', 64, () =>
    head('POST', '/storage/v1/object/portfolio-images/x', 'Content-Length: 9000000\r\n\r\nx'),
  ),
  holds('half heads', 200, () => head('GET', '/rest/v1/artists', 'X-Half')),
  holds('readers that do not read', 64, whole('/rest/v1/artists?select=*')),
  holds('connections without a word', 200, () => ''),
  pipelines('pipelined pages', 100, 600, '/nothing?here'),
  pipelines('pipelined calls', 40, 60, '/rest/v1/artists?select=id'),
  MAIL_FLOODS,
];
