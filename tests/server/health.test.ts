import { expect, it } from 'vitest';
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
