import { beforeAll, describe, expect, it, vi } from 'vitest';
import { refreshToken } from '#embedded/gateway/auth/refresh-token.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { NO_AUTH_LIMITS, TEST_PASSWORD } from '../../support/backend.ts';
import { fixtureBackend, request, signToken } from '../fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Tokens {
  access_token: string;
  refresh_token: string;
}

let email: string;
let id: string;
const backend = ofFile(() => fixtureBackend({ limits: NO_AUTH_LIMITS }));
beforeAll(async () => {
  ({ email, id } = await backend.signedIn('client'));
});

const post = (path: string, body?: object, token?: string) =>
  request(backend, `/auth/v1/${path}`, {
    method: 'POST',
    ...(body && { body: JSON.stringify(body) }),
    ...(token && { token }),
  });
const signIn = async (): Promise<Tokens> =>
  (await post('token?grant_type=password', { email, password: TEST_PASSWORD })).json();
const refresh = (refresh_token?: unknown) =>
  post('token?grant_type=refresh_token', { refresh_token });
const renewed = async (token: string): Promise<Tokens> => {
  const answer = await refresh(token);
  expect(answer.status).toBe(200);
  return answer.json();
};
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const user = (token: string) => request(backend, '/auth/v1/user', { token });
const refusalOf = async (answer: Response) => [answer.status, (await answer.json()).error_code];

describe('a refresh token', () => {
  it('is replaced within its session, whose claims go on', async () => {
    const first = await signIn();
    const answer = await refresh(first.refresh_token);
    const second = await answer.json();
    const { iat, exp, ...claims } = claimsOf(second.access_token);
    const { session_id } = claimsOf(first.access_token);
    expect(exp - iat).toBe(3600);
    expect(claims).toEqual({
      ...{ sub: id, aud: 'authenticated', role: 'authenticated' },
      ...{ email, session_id },
    });
    expect(second).toMatchObject({ token_type: 'bearer', expires_in: 3600, expires_at: exp });
    expect(second.user).toMatchObject({ id, email, identities: [{ user_id: id }] });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'sb-auth-session-id': session_id,
      'sb-auth-user-id': id,
      'sb-auth-refresh-token-prefix': second.refresh_token.slice(0, 8),
    });
    const [session] = await backend.sql<{ fresh: boolean }>(
      `select abs(extract(epoch from refreshed_at - now() at time zone 'UTC')) < 60 as fresh
       from auth.sessions where id = $1`,
      [session_id],
    );
    expect(session).toEqual({ fresh: true });
  });

  it('is nowhere in the database, nor is a number that makes one', async () => {
    const { refresh_token, access_token } = await renewed((await signIn()).refresh_token);
    const { session_id } = claimsOf(access_token);
    const kept = await backend.sql<{ row: string }>(
      `select s::text as row from auth.sessions s union all select t::text from auth.refresh_tokens t
       union all select u::text from auth.users u`,
    );
    for (const { row } of kept) expect(row).not.toContain(refresh_token.slice(-40));
    const forged = refreshToken('x'.repeat(64), { id: session_id, number: 1 });
    expect(await refusalOf(await refresh(forged))).toEqual([400, 'refresh_token_not_found']);
    await renewed(refresh_token);
  });

  it('gives its replacement again while that is unused', async () => {
    const first = await signIn();
    const second = await renewed(first.refresh_token);
    expect((await renewed(first.refresh_token)).refresh_token).toBe(second.refresh_token);
    const third = await renewed(second.refresh_token);
    expect((await renewed(second.refresh_token)).refresh_token).toBe(third.refresh_token);
  });

  it('gives two tabs that ask at once the same replacement', async () => {
    const { refresh_token } = await signIn();
    const tabs = await Promise.all(Array.from({ length: 5 }, () => renewed(refresh_token)));
    expect(new Set(tabs.map((tab) => tab.refresh_token)).size).toBe(1);
  });

  it('that is older takes along all that came of it, and no other session', async () => {
    const other = await signIn();
    const first = await signIn();
    const second = await renewed(first.refresh_token);
    const third = await renewed(second.refresh_token);
    for (const { refresh_token } of [first, third, second, first]) {
      const answer = await refresh(refresh_token);
      expect(answer.headers.get('sb-auth-user-id')).toBe(id);
      expect(await refusalOf(answer)).toEqual([400, 'refresh_token_already_used']);
    }
    // What stands in the access token holds until it ends, as upstream.
    expect((await user(third.access_token)).status).toBe(200);
    await renewed(other.refresh_token);
  });

  it.each([
    ['that never was', '11111111-1111-4111-8111-111111111111', 'refresh_token_not_found'],
    ['of another form', 'nonsense', 'validation_failed'],
    ['without end', 'x'.repeat(3000), 'validation_failed'],
    ['that is empty', '', 'validation_failed'],
    ['that is missing', undefined, 'validation_failed'],
    ['that is null', null, 'validation_failed'],
  ])('%s is refused', async (_, token, code) => {
    expect(await refusalOf(await refresh(token))).toEqual([400, code]);
  });

  it('needs a body', async () => {
    for (const grant of ['refresh_token', 'pkce'])
      expect(await refusalOf(await post(`token?grant_type=${grant}`))).toEqual([400, 'bad_json']);
  });

  it('ends with its account', async () => {
    const gone = await backend.signedIn('client');
    const token = (await gone.client.auth.getSession()).data.session?.refresh_token;
    await backend.service().auth.admin.deleteUser(gone.id);
    expect(await refusalOf(await refresh(token))).toEqual([400, 'refresh_token_not_found']);
  });
});

it('no authorization code was ever given out', async () => {
  const exchange = async (body: object) => refusalOf(await post('token?grant_type=pkce', body));
  for (const body of [{}, { auth_code: 'x' }, { code_verifier: 'x' }, { auth_code: null }])
    expect(await exchange(body)).toEqual([400, 'validation_failed']);
  const unknown = [404, 'flow_state_not_found'];
  expect(await exchange({ auth_code: 'x', code_verifier: 'x'.repeat(43) })).toEqual(unknown);
});

describe('signing out', () => {
  it.each([
    ['logout', {}, [403, 200]],
    ['logout', undefined, [403, 200]],
    ['logout', { scope: null }, [403, 200]],
    ['logout?scope=local', {}, [403, 200]],
    ['logout', { scope: 'others' }, [200, 403]],
    ['logout?scope=others', { scope: 'global' }, [200, 403]],
    ['logout?scope=global', {}, [403, 403]],
  ])('by %s and %o', async (path, body, left) => {
    const own = await signIn();
    const other = await signIn();
    const answer = await post(path, body, own.access_token);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    const after = [await user(own.access_token), await user(other.access_token)];
    expect(after.map(({ status }) => status)).toEqual(left);
    // Refresh tokens go with their session.
    const again = [await refresh(own.refresh_token), await refresh(other.refresh_token)];
    expect(again.map(({ status }) => (status === 200 ? 200 : 403))).toEqual(left);
  });

  it.each(['logout?scope=all', 'logout?scope='])('by %s ends nothing', async (path) => {
    const own = await signIn();
    const refused = await post(path, {}, own.access_token);
    expect(await refusalOf(refused)).toEqual([400, 'validation_failed']);
    expect((await user(own.access_token)).status).toBe(200);
  });

  it('with a token of no session ends all or none', async () => {
    const { access_token } = await signIn();
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const claims = { sub: id, role: 'authenticated', exp };
    const token = await signToken(backend.keys.jwtSecret, claims);
    for (const scope of ['local', 'others'])
      expect((await post(`logout?scope=${scope}`, {}, token)).status).toBe(204);
    expect((await user(access_token)).status).toBe(200);
    expect((await post('logout?scope=global', {}, token)).status).toBe(204);
    expect((await user(access_token)).status).toBe(403);
  });
});

describe('a token that names nobody', () => {
  const nobody = '11111111-1111-4111-8111-111111111111';
  it.each([
    [{}, 403, 'bad_jwt'],
    [{ sub: '' }, 403, 'bad_jwt'],
    [{ sub: 7 }, 400, 'bad_jwt'],
    [{ sub: 'nobody' }, 400, 'bad_jwt'],
    [{ sub: nobody }, 403, 'user_not_found'],
    [{ sub: nobody, role: 'service_role' }, 403, 'user_not_found'],
    [{ sub: 'own', session_id: nobody }, 403, 'session_not_found'],
    [{ sub: 'own', session_id: 'x' }, 403, 'session_not_found'],
    [{ sub: 'own', session_id: 5 }, 403, 'session_not_found'],
    [{ sub: 'own', exp: 'never' }, 403, 'bad_jwt'],
    [{ sub: 'own', nbf: Date.now() }, 403, 'bad_jwt'],
  ])('%o', async (claims, status, code) => {
    const all = { role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600, ...claims };
    const sub = 'sub' in claims && claims.sub === 'own' ? { sub: id } : {};
    const token = await signToken(backend.keys.jwtSecret, { ...all, ...sub });
    expect(await refusalOf(await user(token))).toEqual([status, code]);
    expect(await refusalOf(await post('logout', {}, token))).toEqual([status, code]);
    const change = { method: 'PUT', body: '{"data":{"name":"x"}}', token };
    const changed = await request(backend, '/auth/v1/user', change);
    expect(await refusalOf(changed)).toEqual([status, code]);
  });

  it.each(['publishableKey', 'secretKey'] as const)('as the %s alone', async (name) => {
    const headers = { apikey: backend.keys[name] };
    const answer = await request(backend, '/auth/v1/user', { headers });
    expect(await refusalOf(answer)).toEqual([401, 'no_authorization']);
  });
});

describe('metadata', () => {
  it('is added to, and a null removes its key', async () => {
    const { client } = await backend.signedIn('client');
    const change = async (data: object) =>
      (await client.auth.updateUser({ data })).data.user?.user_metadata;
    const before = (await client.auth.getUser()).data.user?.user_metadata;
    const deep = { kept: null, list: [1, null] };
    expect(await change({ city: 'Austin', deep })).toEqual({ ...before, city: 'Austin', deep });
    expect(await change({ city: null, missing: null })).toEqual({ ...before, deep });
    expect(await change({})).toEqual({ ...before, deep });
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual({ ...before, deep });
  });
});

describe('the service about itself', () => {
  const get = (path: string) => request(backend, `/auth/v1/${path}`);

  it('has addresses and passwords alone', async () => {
    const settings = await (await get('settings')).json();
    const { external, ...rest } = settings;
    const on = Object.keys(external).filter((name) => external[name] !== false);
    expect([on, Object.keys(external).length]).toEqual([['email'], 26]);
    expect(rest).toEqual({
      ...{ disable_signup: false, mailer_autoconfirm: true, phone_autoconfirm: false },
      ...{ sms_provider: '', saml_enabled: false },
    });
  });

  it('says whether addresses are confirmed', async () => {
    const mailing = await fixtureBackend({ mailConfigured: true });
    const answer = await request(mailing, '/auth/v1/settings');
    expect(await answer.json()).toMatchObject({ mailer_autoconfirm: false });
    await mailing.stop();
  });

  it('names itself and its keys', async () => {
    expect(await (await get('health')).json()).toMatchObject({ name: 'GoTrue' });
    const configuration = await get('.well-known/openid-configuration');
    expect(configuration.headers.get('cache-control')).toBe('public, max-age=600');
    expect(await configuration.json()).toEqual({
      issuer: '',
      jwks_uri: '/.well-known/jwks.json',
    });
  });
});

describe('a key', () => {
  const ask = async (headers: Record<string, string>, query = '') => {
    const answer = await request(backend, `/auth/v1/settings${query}`, { headers });
    const { message, hint } = await answer.json();
    return [answer.status, answer.headers.get('sb-error-code'), message, hint];
  };

  it('is asked for in words that say what is wrong', async () => {
    expect(await ask({ apikey: '' })).toEqual([
      ...[401, 'UNAUTHORIZED_MISSING_API_KEY', 'No API key found in request'],
      'No `apikey` request header or url param was found.',
    ]);
    expect(await ask({ apikey: 'sb_publishable_wrong' })).toEqual([
      ...[401, 'UNAUTHORIZED_INVALID_API_KEY', 'Invalid API key'],
      'Double check your Supabase `apikey`',
    ]);
  });

  it('that is secret has no place in a browser', async () => {
    const { secretKey, publishableKey } = backend.keys;
    const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
    expect(await ask({ apikey: secretKey, ...browser })).toEqual([
      ...[401, 'UNAUTHORIZED_INVALID_API_KEY_TYPE'],
      ...['Forbidden use of secret API key in browser', undefined],
    ]);
    expect((await ask({ apikey: secretKey }))[0]).toBe(200);
    expect((await ask({ apikey: publishableKey, ...browser }))[0]).toBe(200);
  });
});
