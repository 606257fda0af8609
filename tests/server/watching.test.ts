import { expect, it } from 'vitest';
import { metrics } from '#server/metrics.ts';
import type { Figures } from '#server/prometheus.ts';
import { testSite } from './fixture.ts';

const FIGURES: Figures = {
  parts: { database: true, publisher: false },
  queues: { sessions_callers: { running: 3, waiting: 7 } },
  database: null,
  disk: { free: 5, size: 10 },
  backup: null,
};

it('counts answers by class and status from the first look on, and never by path', async () => {
  const answers = new Set<never>();
  const events = new Set<never>();
  let mayRead: boolean | null = null;
  const hook = metrics({ mayRead: () => mayRead, figures: async () => FIGURES, answers, events });
  const site = await testSite({ listeners: answers, hooks: hook });
  const read = async () => (await site.get('/metrics')).body.toString();
  try {
    expect((await site.get('/metrics')).status).toBe(404);
    mayRead = false;
    expect((await site.get('/metrics')).status).toBe(401);
    expect(answers.size).toBe(0);
    mayRead = true;
    expect(await read()).toContain('muro_part_up{part="publisher"} 0');
    await site.get('/artists?name=canary');
    await site.get('/canary-of-a-page');
    await expect.poll(read).toContain('muro_http_requests_total{route="pages",status="404"} 1');
    const text = await read();
    expect(text).toContain('muro_http_requests_total{route="pages",status="200"} 1');
    expect(text).toContain('muro_queue_waiting{queue="sessions_callers"} 7');
    expect(text).toContain('muro_disk_free_bytes 5');
    // Unknown is another thing than none.
    expect(text).not.toMatch(/^muro_(outbox|emails|backup)\w* /m);
    expect(text).not.toContain('canary');
  } finally {
    await site.close();
  }
});
