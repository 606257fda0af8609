import { expect, it } from 'vitest';
import { noHooks } from '#server/no-hooks.ts';
import { healthOf } from '#server/process/health.ts';
import { testSite } from './fixture.ts';

it('answers 200 with the release while requests are taken, 503 when they are not', async () => {
  let health = healthOf({ api: 'ok', database: 'ok' }, true, null);
  const site = await testSite({ health: async () => health });
  const asked = async () => {
    const { status, body } = await site.get('/healthz');
    return { http: status, ...JSON.parse(body.toString()) };
  };
  try {
    expect(await asked()).toMatchObject({ http: 200, status: 'ok', release: 'r1', api: 'ok' });
    health = healthOf({ api: 'no answer', database: 'no answer' }, true, null);
    expect(await asked()).toMatchObject({ http: 503, status: 'failing', api: 'no answer' });
    health = healthOf({ api: 'ok', database: 'ok' }, false, null);
    expect(await asked()).toMatchObject({ http: 200, status: 'degraded', publisher: 'no answer' });
    // The pages are there all the same.
    health = healthOf({ api: 'ok', database: 'ok' }, true, 'ENOSPC');
    expect(await asked()).toMatchObject({ http: 503, disk: 'full' });
    expect((await site.get('/artists')).status).toBe(200);
  } finally {
    await site.close();
  }
});

it('answers for a process that serves no pages, which are not there', async () => {
  const health = { ...healthOf({ api: 'ok', database: 'ok' }, null, null), roles: ['email'] };
  const site = await testSite({
    serves: false,
    release: null,
    hooks: noHooks,
    health: async () => health,
  });
  try {
    const { status, body } = await site.get('/healthz');
    expect([status, JSON.parse(body.toString())]).toMatchObject([
      200,
      { status: 'ok', roles: ['email'], api: 'ok', disk: 'ok' },
    ]);
    for (const [path, method, said] of [
      ['/', 'GET', 'This process serves no pages (ROLES).'],
      ['/rest/v1/artists', 'POST', 'This process serves no pages (ROLES).'],
      ['/hooks/rebuild', 'POST', 'This process takes no hooks (ROLES).'],
      ['/hooks/control', 'POST', 'This process takes no hooks (ROLES).'],
    ] as const) {
      const answer = await site.get(path, {}, method);
      expect([answer.status, answer.body.toString()]).toEqual([404, expect.stringContaining(said)]);
    }
  } finally {
    await site.close();
  }
});

it('does not say that all is well of a release that another one replaces meanwhile', async () => {
  const site = await testSite({
    health: async () => {
      await site.server.activate('r2', site.dir);
      return healthOf({ api: 'ok', database: 'ok' }, true, null);
    },
  });
  try {
    const { body } = await site.get('/healthz');
    expect(JSON.parse(body.toString())).toMatchObject({ status: 'ok', release: 'r2' });
  } finally {
    await site.close();
  }
});
