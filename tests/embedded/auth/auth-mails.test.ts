import { describe, expect, it, vi } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { NO_AUTH_LIMITS, type Person, TEST_PASSWORD } from '../../support/backend.ts';
import { codeIn, linkOf, mailsTo } from '../../support/mail-links.ts';
import { fixtureBackend, request } from '../fixture.ts';

const ORIGIN = 'http://127.0.0.1:4321';
vi.setConfig({ testTimeout: 120_000 });

const backend = ofFile(() => fixtureBackend({ origin: ORIGIN, limits: NO_AUTH_LIMITS }));

const newest = async (address: string) => (await mailsTo(backend, address)).at(-1);
const post = (path: string, body: object) =>
  request(backend, `/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });
const verify = (body: object) => post('verify', body);
const recovery = async (email: string) => {
  expect((await backend.anon().auth.resetPasswordForEmail(email)).error).toBeNull();
  return newest(email);
};

/** Kinds of mail with a link, and how a person asks for one. */
const KINDS: [kind: string, ask: (person: Person) => Promise<{ error: unknown }>][] = [
  ['recovery', ({ email }) => backend.anon().auth.resetPasswordForEmail(email)],
  ['magiclink', ({ email }) => backend.anon().auth.signInWithOtp({ email })],
  ['email_change_undo', ({ client }) => client.auth.updateUser({ email: 'next@example.com' })],
];

describe('a link in a mail', () => {
  it.each(KINDS)('of %s opens a page and is spent by a press alone', async (kind, ask) => {
    const person = await backend.signedIn('client', `${kind}@example.com`);
    expect((await ask(person)).error).toBeNull();
    const mail = await newest(person.email);
    const { origin, path, tokenHash, type } = linkOf(mail);
    expect(origin + path).toBe(`${ORIGIN}/auth`);
    expect(tokenHash.length).toBeGreaterThanOrEqual(32);
    expect(mail?.html).toContain(tokenHash);

    // What a scanner of mails does: it follows every address, and what comes back.
    const query = new URLSearchParams({ token: tokenHash, token_hash: tokenHash, type });
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await request(backend, `/auth/v1/verify?${query}`, { method });
      expect(answer.status).toBe(303);
      const location = answer.headers.get('location') ?? '';
      expect(location).toMatch(/^http:\/\/127\.0\.0\.1:4321\/auth#/);
      expect(location).toContain(tokenHash);
      expect(location).not.toContain('access_token');
    }
    const pressed = await verify({ token_hash: tokenHash, type });
    expect(pressed.status).toBe(200);
    expect(await pressed.json()).toHaveProperty('access_token');
    const again = await verify({ token_hash: tokenHash, type });
    expect(again.status).toBe(403);
    expect(await again.json()).toMatchObject({ error_code: 'otp_expired' });
  });

  it('works once, also for two presses at the same moment', async () => {
    await backend.signedIn('client', 'twice@example.com');
    const { tokenHash, type } = linkOf(await recovery('twice@example.com'));
    const answers = await Promise.all(
      [1, 2, 3].map(() => verify({ token_hash: tokenHash, type }).then(({ status }) => status)),
    );
    expect(answers.sort()).toEqual([200, 403, 403]);
  });

  it('is no other kind of link', async () => {
    await backend.signedIn('client', 'kind@example.com');
    const { tokenHash } = linkOf(await recovery('kind@example.com'));
    for (const type of ['signup', 'invite', 'email_change', 'magiclink', 'email']) {
      expect((await verify({ token_hash: tokenHash, type })).status, type).toBe(403);
    }
    expect((await verify({ token_hash: tokenHash, type: 'nonsense' })).status).toBe(400);
    expect((await verify({ token_hash: tokenHash, type: 'recovery' })).status).toBe(200);
  });

  it('ends when a newer one is sent, and with the password', async () => {
    await backend.signedIn('client', 'newer@example.com');
    const first = linkOf(await recovery('newer@example.com'));
    const second = linkOf(await recovery('newer@example.com'));
    expect((await verify({ token_hash: first.tokenHash, type: 'recovery' })).status).toBe(403);
    const client = backend.anon();
    const answer = await client.auth.verifyOtp({ token_hash: second.tokenHash, type: 'recovery' });
    expect(answer.error).toBeNull();
    const third = linkOf(await recovery('newer@example.com'));
    expect((await client.auth.updateUser({ password: 'remembered-now' })).error).toBeNull();
    expect((await verify({ token_hash: third.tokenHash, type: 'recovery' })).status).toBe(403);
  });

  it('ends after an hour', async () => {
    await backend.signedIn('client', 'late@example.com');
    const { tokenHash } = linkOf(await recovery('late@example.com'));
    await backend.sql(
      `update embedded.one_time_tokens set expires_at = expires_at - interval '61 minutes' where email = $1`,
      ['late@example.com'],
    );
    expect((await verify({ token_hash: tokenHash, type: 'recovery' })).status).toBe(403);
  });

  it('cannot be made from what the database keeps', async () => {
    await backend.signedIn('client', 'kept@example.com');
    const mail = await recovery('kept@example.com');
    const [row] = await backend.sql<{ all: string }>(
      `select t::text as all from embedded.one_time_tokens t where t.email = $1`,
      ['kept@example.com'],
    );
    expect(row?.all).not.toContain(linkOf(mail).tokenHash);
    expect(row?.all).not.toContain(codeIn(mail));
  });
});

describe('the code beside a link', () => {
  it('does what the link does, once', async () => {
    const email = 'code@example.com';
    await backend.signedIn('client', email);
    const token = codeIn(await recovery(email));
    const { data, error } = await backend.anon().auth.verifyOtp({ email, token, type: 'recovery' });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
    expect((await verify({ email, token, type: 'recovery' })).status).toBe(403);
  });

  it('dies after five wrong tries, all at once or one by one; the link lives on', async () => {
    const email = 'guessed@example.com';
    await backend.signedIn('client', email);
    const mail = await recovery(email);
    const code = codeIn(mail);
    const wrong = Array.from({ length: 8 }, (_, i) => String((Number(code) + i + 1) % 1e6));
    const guesses = await Promise.all(
      wrong.map((token) => verify({ email, token: token.padStart(6, '0'), type: 'recovery' })),
    );
    expect(guesses.map(({ status }) => status)).toEqual(wrong.map(() => 403));
    expect((await verify({ email, token: code, type: 'recovery' })).status).toBe(403);
    const link = await verify({ token_hash: linkOf(mail).tokenHash, type: 'recovery' });
    expect(link.status).toBe(200);
  });

  it('is worth nothing at another address or as a link', async () => {
    await backend.signedIn('client', 'mine@example.com');
    await backend.signedIn('client', 'theirs@example.com');
    const token = codeIn(await recovery('mine@example.com'));
    const tries = [
      { email: 'theirs@example.com', token },
      { email: 'nobody@example.com', token },
      { token_hash: token },
      { token },
    ];
    for (const attempt of tries)
      expect((await verify({ ...attempt, type: 'recovery' })).status).toBeGreaterThanOrEqual(400);
  });
});

describe('reauthentication', () => {
  it('sends a code and no link, which a change of password may name', async () => {
    const { client, email } = await backend.signedIn('client', 'again@example.com');
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const mail = await newest(email);
    expect(mail?.links.filter((link) => link.includes('token_hash'))).toEqual([]);
    const nonce = codeIn(mail);
    const wrong = String((Number(nonce) + 1) % 1e6).padStart(6, '0');
    expect(
      (await client.auth.updateUser({ password: 'another-one', nonce: wrong })).error,
    ).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    expect((await client.auth.updateUser({ password: 'another-one', nonce })).error).toBeNull();
  });
});

describe('where a link leads afterwards', () => {
  const ask = async (redirectTo: string) => {
    const { email } = await backend.signedIn('client');
    await backend.anon().auth.resetPasswordForEmail(email, { redirectTo });
    return linkOf(await newest(email));
  };

  it.each([`${ORIGIN}/dashboard/client?tab=1`, `${ORIGIN}/artists`, ORIGIN])(
    'is %s of this origin',
    async (redirectTo) => {
      expect((await ask(redirectTo)).redirectTo).toBe(redirectTo);
    },
  );

  it.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    'http://127.0.0.1:9999/',
    'http://localhost:4321/',
    'https://127.0.0.1:4321/',
    'http://user@127.0.0.1:4321/',
    'http://127.0.0.1:4321@evil.test/',
    'http://127.0.0.1:4321/..//evil.test',
    'http://127.0.0.1:4321\\@evil.test/',
    'http://127.0.0.1:4321/%0d%0aset-cookie:x\n',
    'javascript:alert(1)',
  ])('is never %s', async (redirectTo) => {
    expect((await ask(redirectTo)).redirectTo).toBe(ORIGIN);
    const query = new URLSearchParams({ token: 'x', type: 'recovery', redirect_to: redirectTo });
    const answer = await request(backend, `/auth/v1/verify?${query}`);
    expect(answer.headers.get('location')).toBe(`${ORIGIN}/auth#token_hash=x&type=recovery`);
  });
});

describe('what stands in a mail', () => {
  const HOSTILE = [
    '<b>x</b>@example.com',
    'a@example.com\r\nbcc: b@example.com',
    'a\u0000b@example.com',
    '=?utf-8?q?x?=@example.com',
  ];

  it.each(HOSTILE)('is never the address %j: it is refused everywhere', async (email) => {
    const { token } = await backend.signedIn('client');
    const service = { apikey: backend.keys.secretKey };
    const all: [string, string, object, RequestInit & { token?: string }][] = [
      ['signup', 'POST', { email, password: TEST_PASSWORD }, {}],
      ['recover', 'POST', { email }, {}],
      ['otp', 'POST', { email }, {}],
      ['magiclink', 'POST', { email }, {}],
      ['resend', 'POST', { email, type: 'signup' }, {}],
      ['user', 'PUT', { email }, { token }],
      ['invite', 'POST', { email }, { headers: service }],
      ['admin/users', 'POST', { email }, { headers: service }],
      ['admin/generate_link', 'POST', { email, type: 'magiclink' }, { headers: service }],
    ];
    for (const [path, method, body, init] of all) {
      const text = JSON.stringify(body);
      const answer = await request(backend, `/auth/v1/${path}`, { ...init, method, body: text });
      expect([path, answer.status]).toEqual([path, 400]);
      // A NUL is refused with the body that has it, before anybody looks for an address.
      const code = email.includes('\0') ? 'bad_json' : 'validation_failed';
      expect(await answer.json()).toMatchObject({ error_code: code });
    }
    const known = await backend.sql('select 1 from auth.users where email = lower($1)', [
      email.replaceAll('\u0000', ''),
    ]);
    expect(known).toEqual([]);
  });

  it('is escaped, for an account that is older than the rule', async () => {
    const email = `"><img src=x onerror=alert(1)>'&@example.com`;
    const { id } = await backend.signedIn('client', 'older@example.com');
    await backend.sql('update auth.users set email = $2 where id = $1', [id, email]);
    const answer = await backend.service().auth.admin.generateLink({
      type: 'recovery',
      email: 'older@example.com',
    });
    expect(answer.error?.code).toBe('user_not_found');
    const { client } = await backend.signedIn('client', 'moves@example.com');
    await backend.sql('update auth.users set email = $1 where email = $2', [
      `x${email}`,
      'moves@example.com',
    ]);
    await client.auth.updateUser({ email: 'moved@example.com' });
    const mail = await newest('moved@example.com');
    expect(mail?.html).not.toContain('<img');
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;&#39;&amp;@example.com');
  });
});
