import { expect, it } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { fixtureBackend, request } from './fixture.ts';

const SECRET = 'canary-of-the-front';

const backend = ofFile(() => fixtureBackend({ frontSecret: SECRET }));

const whoami = (headers: Record<string, string>) =>
  request(backend, '/rest/v1/rpc/whoami', { method: 'POST', body: '{}', headers });

it("takes the front's word for an address, and shows nobody how it knows the front", async () => {
  const said = await whoami({ 'x-client-ip': '203.0.113.9', 'x-front-secret': SECRET });
  expect(await said.json()).toMatchObject({ ip: '203.0.113.9' });
});

it('counts another program of this machine by its own address', async () => {
  const shown: Record<string, string>[] = [
    {},
    { 'x-front-secret': 'x' },
    { 'x-forwarded-for': '6.6.6.6' },
  ];
  for (const headers of shown)
    expect(await (await whoami(headers)).json()).toMatchObject({ ip: '127.0.0.1' });
});

it.each<Record<string, string>>([
  {},
  { 'x-front-secret': '' },
  { 'x-front-secret': SECRET.replace('c', 'd') },
])('refuses an address that another program names (%j)', async (shown) => {
  const headers = { 'x-client-ip': '203.0.113.9', ...shown };
  expect((await whoami(headers)).status).toBe(403);
  expect((await whoami({ ...headers, apikey: backend.keys.secretKey })).status).toBe(403);
  for (const path of ['/auth/v1/settings', '/storage/v1/object/public/a/b']) {
    const { status } = await request(backend, path, { headers });
    expect([400, 403]).toContain(status);
  }
});
