import type { OutgoingHttpHeaders } from 'node:http';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import type { Person } from '../../support/backend.ts';
import { rawRequest } from '../../support/raw-http.ts';
import { fixtureBackend, signToken } from '../fixture.ts';

vi.setConfig({ testTimeout: 240_000 });

let person: Person;

/** Fewer than the product's, so that it takes fewer guesses. */
const MOST = 3;
const limits = { signInFailures: { max: MOST, windowMs: 600_000 } };
const backend = ofFile(() => fixtureBackend({ limits }));
beforeAll(async () => {
  person = await backend.signedIn('client');
});

const call = (
  path: string,
  init: { method?: string; headers?: OutgoingHttpHeaders; body?: string | Uint8Array } = {},
) =>
  rawRequest(backend.url, path, {
    ...init,
    headers: { apikey: backend.keys.publishableKey, ...init.headers },
  });

let guests = 0;
/** Another address each time, so that one test does not use up the limits of the next. */
const guest = () => ({ 'x-client-ip': `203.0.113.${++guests}` });
const json = { 'content-type': 'application/json' };

/** How many of some guesses are looked at. */
async function guesses(
  path: string,
  bodyOf: (guess: number) => string | Uint8Array,
  headers: OutgoingHttpHeaders = {},
  tries = MOST + 2,
): Promise<number> {
  const from = { ...guest(), ...json, ...headers };
  let looked = 0;
  for (let i = 0; i < tries; i++) {
    const { status, json: answer } = await call(path, {
      method: 'POST',
      headers: from,
      body: bodyOf(i),
    });
    if (answer?.error_code === 'invalid_credentials') looked += 1;
    expect(status, path).toBeLessThan(500);
  }
  return looked;
}

describe('no other way to write an address', () => {
  const guess = (i: number) =>
    JSON.stringify({ email: person.email.toUpperCase(), password: `guess-${i}` });

  it.each([
    '/auth/v1/token?grant_type=password',
    '/auth/v1/%74oken?grant_type=password',
    '/auth/v1/./token?grant_type=password',
    '/auth/v1/token/?grant_type=password',
    '/auth/v1/token;x=1?grant_type=password',
    '/auth/v1/token?grant_%74ype=p%61ssword',
    '/auth/v1/token?grant_%74ype=refresh_token&grant_type=password',
    '/auth/v1/token?grant_type=password&grant_type=refresh_token',
  ])('guesses at %s count', async (path) => {
    expect(await guesses(path, guess)).toBeLessThanOrEqual(MOST);
  });

  it('passes a limit by an absolute target', async () => {
    const path = `${backend.url}/auth/v1/%74oken?grant_type=password`;
    expect(await guesses(path, guess)).toBe(MOST);
  });

  it.each(['recover', 'otp', 'magiclink'])('sends one mail a minute by /%s', async (route) => {
    const email = `one-${route}@example.com`;
    await backend.signedIn('client', email);
    const encoded = `%${route.charCodeAt(0).toString(16)}${route.slice(1)}`;
    const caller = guest();
    for (const [i, path] of [route, encoded, encoded.toUpperCase(), `./${route}`].entries())
      await call(`/auth/v1/${path}`, {
        method: 'POST',
        headers: { ...caller, ...json },
        body: JSON.stringify({ email: i % 2 ? `${email} ` : email.toUpperCase() }),
      });
    const sent = (await backend.mails()).filter(({ to }) => to === email);
    expect(sent).toHaveLength(1);
  });

  it('refuses what it cannot read in one way, as JSON of the service', async () => {
    for (const path of ['/rest/v1/artists%2f', '/rest/v1/%2e/artists', '/rest/v1//artists'])
      expect(await call(path)).toMatchObject({ status: 404, json: { code: 'PGRST125' } });
    expect(await call('/auth/v1/%00')).toMatchObject({
      status: 404,
      json: { error_code: 'not_found' },
    });
    expect(await call('/storage/v1/object/public/b/%00')).toMatchObject({
      status: 400,
      json: { statusCode: '404', code: 'NoSuchKey' },
    });
    expect(await call('/rest/v1/artists?select=id&select=name')).toMatchObject({
      status: 400,
      json: { code: 'PGRST102' },
    });
  });
});

describe('no other way to write a body', () => {
  const path = '/auth/v1/token?grant_type=password';
  const text = (email: unknown, password: unknown) => JSON.stringify({ email, password });

  it.each<[string, (guess: string) => string | Uint8Array, OutgoingHttpHeaders?]>([
    ['with a byte order mark', (g) => `\uFEFF${text(person.email, g)}`],
    ['in UTF-16', (g) => Buffer.from(text(person.email, g), 'utf16le')],
    [
      'of another charset by its header',
      (g) => text(person.email, g),
      { 'content-type': 'application/json; charset=utf-16' },
    ],
    [
      'of another type',
      (g) => text(person.email, g),
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    [
      'as a form',
      (g) => `email=${person.email}&password=${g}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['without a type', (g) => text(person.email, g), { 'content-type': '' }],
    ['with a key twice', (g) => `{"email":"x@y.zz",${text(person.email, g).slice(1)}`],
    ['with an escaped key', (g) => `{"\\u0065mail":"${person.email}","password":"${g}"}`],
    ['with a list for an address', (g) => text([person.email], g)],
    ['with an object for an address', (g) => text({ email: person.email }, g)],
    ['with a prototype', (g) => `{"__proto__":{"email":"${person.email}"},"password":"${g}"}`],
  ])('a guess %s counts', async (_what, body, headers) => {
    expect(await guesses(path, (i) => body(`guess-${i}`), headers)).toBeLessThanOrEqual(MOST);
  });

  it('one account has one name', async () => {
    const names = [' ', '\t', '\u00a0', '\u2003', '\ufeff'].flatMap((space) => [
      `${space}${person.email}`,
      `${person.email.toUpperCase()}${space}`,
    ]);
    const looked = await guesses(path, (i) => text(names[i], `guess-${i}`), {}, names.length);
    expect(looked).toBe(MOST);
  });
});

describe('one token', () => {
  const CASES = ['/auth/v1/user', '/rest/v1/rpc/whoami', '/storage/v1/bucket'];

  it.each([
    ['\u00a0 behind it', (t: string) => `Bearer ${t}\u00a0`],
    ['another behind it', (t: string) => `Bearer ${t}, Bearer ${t}`],
    ['two spaces before it', (t: string) => `Bearer  ${t}`],
    ['\u00a0 for the space', (t: string) => `Bearer\u00a0${t}`],
    ['quotes', (t: string) => `Bearer "${t}"`],
    ['another scheme', (t: string) => `Basic ${t}`],
    ['no scheme', (t: string) => t],
    ['nothing', () => 'Bearer '],
  ])('is refused with %s', async (_what, header) => {
    for (const path of CASES) {
      const method = path.includes('/rpc/') ? 'POST' : 'GET';
      const answer = await call(path, {
        method,
        headers: { authorization: header(person.token), ...json },
        body: method === 'POST' ? '{}' : undefined,
      });
      expect([path, answer.status]).toEqual([path, 401]);
      expect(answer.json, path).not.toBeNull();
    }
  });

  it('is dead everywhere once it was signed out, however it is written', async () => {
    const guestPerson = await backend.signedIn('artist');
    const dead = guestPerson.token;
    await guestPerson.client.auth.signOut();
    for (const header of [`Bearer ${dead}`, `bearer ${dead}`, `Bearer ${dead}\u00a0`])
      for (const [method, path, body] of [
        ['GET', '/auth/v1/user'],
        ['PUT', '/auth/v1/user', '{"password":"a-new-password-2026"}'],
        ['POST', '/rest/v1/rpc/whoami', '{}'],
        ['GET', '/rest/v1/artists?select=id'],
        ['POST', '/storage/v1/object/list/profile-photos', '{"prefix":""}'],
        ['POST', `/storage/v1/object/upload/sign/profile-photos/${guestPerson.id}/a.png`, '{}'],
        ['POST', `/storage/v1/object/profile-photos/${guestPerson.id}/a.png`, 'x'],
      ] as const) {
        const answer = await call(path, {
          method,
          headers: { authorization: header, ...(body ? json : {}) },
          body,
        });
        expect([header.slice(-2), path, answer.status >= 401 && answer.status <= 403]).toEqual([
          header.slice(-2),
          path,
          true,
        ]);
      }
  });

  it('is known by its scheme in small letters, and by nothing but the header', async () => {
    const whoami = (path: string, headers: OutgoingHttpHeaders) =>
      call(path, { method: 'POST', headers: { ...headers, ...json }, body: '{}' });
    const small = await whoami('/rest/v1/rpc/whoami', { authorization: `bearer ${person.token}` });
    expect(small.json).toMatchObject({ uid: person.id });
    for (const name of ['access_token', 'token', 'jwt', 'Authorization']) {
      const asked = await call(`/rest/v1/rpc/whoami?${name}=${person.token}`, { method: 'GET' });
      expect(asked.json?.uid ?? null, name).toBeNull();
    }
  });

  it('is not a signed address of a file', async () => {
    const secret = backend.keys.jwtSecret;
    const exp = Math.floor(Date.now() / 1000) + 60;
    const signed = await signToken(secret, { sub: person.id, bucket: 'b', intent: 'upload', exp });
    for (const path of CASES) {
      const method = path.includes('/rpc/') ? 'POST' : 'GET';
      const answer = await call(path, {
        method,
        headers: { authorization: `Bearer ${signed}`, ...json },
        body: method === 'POST' ? '{}' : undefined,
      });
      expect([path, answer.status >= 401 && answer.status <= 403]).toEqual([path, true]);
    }
    const file = await call(`/storage/v1/object/sign/b/${person.id}?token=${person.token}`);
    expect(file.status).toBe(400);
  });
});

describe('one key', () => {
  const artists = '/rest/v1/artists?select=id';

  it('may stand in the query', async () => {
    const { publishableKey, secretKey } = backend.keys;
    const ask = (path: string, headers: OutgoingHttpHeaders = {}) =>
      rawRequest(backend.url, path, { headers });
    expect((await ask(`${artists}&apikey=${publishableKey}`)).status).toBe(200);
    expect((await ask(`/rest/v1/?apikey=${secretKey}`)).status).toBe(200);
    for (const [query, header] of [
      [secretKey, publishableKey],
      [publishableKey, secretKey],
      [publishableKey, 'other'],
    ])
      expect((await ask(`${artists}&apikey=${query}`, { apikey: header })).status).toBe(401);
    const twice = `${artists}&apikey=${publishableKey}&apikey=${secretKey}`;
    expect((await ask(twice)).status).toBe(401);
    expect((await ask(artists, { apikey: [publishableKey, secretKey] })).status).toBe(401);
  });

  it('is no token of a person, and another key is none either', async () => {
    const { publishableKey, secretKey } = backend.keys;
    const own = await call(artists, { headers: { authorization: `Bearer ${publishableKey}` } });
    expect(own.status).toBe(200);
    const other = await call(artists, { headers: { authorization: `Bearer ${secretKey}` } });
    expect(other.status).toBe(401);
  });
});
