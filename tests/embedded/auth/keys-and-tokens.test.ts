import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import type { Person } from '../../support/backend.ts';
import { fixtureBackend, request, signToken } from '../fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

let person: Person;

const backend = ofFile(() => fixtureBackend());
beforeAll(async () => {
  person = await backend.signedIn('client');
});

const whoami = (init: RequestInit & { token?: string } = {}) =>
  request(backend, '/rest/v1/rpc/whoami', { method: 'POST', body: '{}', ...init });

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

describe('API keys', () => {
  it('are needed', async () => {
    const paths = ['rest/v1/rpc/whoami', 'auth/v1/signup', 'auth/v1/admin/users'];
    for (const apikey of ['', 'sb_publishable_wrong', 'anything'])
      for (const path of paths) {
        const init = { method: 'POST', body: '{}', headers: { apikey } };
        expect([path, (await request(backend, `/${path}`, init)).status]).toEqual([path, 401]);
      }
  });

  it('give their role', async () => {
    expect(await (await whoami()).json()).toMatchObject({ uid: null, role: 'anon', user: 'anon' });
    const service = await whoami({ headers: { apikey: backend.keys.secretKey } });
    expect(await service.json()).toMatchObject({ role: 'service_role', user: 'service_role' });
  });
});

describe('tokens', () => {
  it('make a person of the caller', async () => {
    const { data } = await person.client.rpc('whoami');
    expect(data).toMatchObject({
      uid: person.id,
      role: 'authenticated',
      user: 'authenticated',
      email: person.email,
    });
  });

  it.each(['postgres', 'supabase_auth_admin', 'supabase_storage_admin', ''])(
    'with the role "%s" are refused however well they are signed',
    async (role) => {
      const token = await signToken(backend.keys.jwtSecret, {
        sub: person.id,
        role,
        exp: inAnHour(),
      });
      for (const path of ['/rest/v1/artists?select=phone', '/storage/v1/bucket', '/auth/v1/user']) {
        const response = await request(backend, path, { token });
        expect(response.status, path).toBeGreaterThanOrEqual(400);
        expect(response.status, path).toBeLessThan(500);
      }
    },
  );

  it('that are forged, unsigned or expired are refused, not taken for nobody', async () => {
    const claims = { sub: person.id, role: 'authenticated', exp: inAnHour() };
    const tokens = [
      await signToken('another secret', claims),
      await signToken(backend.keys.jwtSecret, claims, 'none'),
      'a.b.c',
      'nonsense',
    ];
    for (const token of tokens) expect((await whoami({ token })).status).toBe(401);
    const expired = await whoami({
      token: await signToken(backend.keys.jwtSecret, { ...claims, exp: 1 }),
    });
    expect(expired.status).toBe(401);
    expect(await expired.json()).toMatchObject({ code: 'PGRST303', message: 'JWT expired' });
  });
});

describe('the edge', () => {
  it.each([
    '/_system',
    '/_system/schema',
    '/_system/info',
    '/realtime/v1/websocket',
    '/',
    '/functions/v1/x',
  ])('shows nothing at %s, with any key', async (path) => {
    for (const apikey of [backend.keys.publishableKey, backend.keys.secretKey]) {
      const response = await request(backend, path, { headers: { apikey } });
      expect(response.status).toBe(404);
    }
  });

  it('describes the schema to the secret key only', async () => {
    expect((await request(backend, '/rest/v1/')).status).toBe(401);
    expect(
      (await request(backend, '/rest/v1/', { headers: { apikey: backend.keys.secretKey } })).status,
    ).toBe(200);
  });

  it('tells that it is alive', async () => {
    const response = await fetch(`${backend.url}/_health`);
    expect(await response.json()).toEqual({ ok: true });
  });

  it('answers other origins on every service', async () => {
    for (const path of ['/rest/v1/artists?select=id', '/auth/v1/settings', '/storage/v1/bucket']) {
      const preflight = await fetch(`${backend.url}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://x.test',
          'access-control-request-headers': 'apikey,x-client-info',
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,x-client-info');
      const response = await request(backend, path, { headers: { origin: 'https://x.test' } });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});
