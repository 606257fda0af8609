/** Where pages are kept in a bucket too: changes wait in the outbox until they are there, and pages do not. */

import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { harness } from './harness.ts';

const store = {
  isStored: true,
  settled: async () => {
    await settling;
    return store.isStored;
  },
};
let settling = Promise.resolve();
const site = ofFile(() => harness({ store }));
beforeAll(async () => {
  await site.backend.sql(
    `insert into public.artists (name, slug, city, state, public_visible) values ('Ana', 'ana', 'Seguin', 'TX', true)`,
  );
  await site.publisher.flush();
});
beforeEach(() => {
  store.isStored = true;
  settling = Promise.resolve();
});

const save = (bio: string) =>
  site.backend.sql(`update public.artists set bio = '${bio}' where slug = 'ana'`);
const page = () => site.page('artist/ana.html');
const pending = async () => (await site.backend.sql('select from private.site_changes')).length;

it('is on the page at once, and finished only when it is stored', async () => {
  store.isStored = false;
  await save('While the bucket is away.');
  site.publisher.wake();
  await expect.poll(page).toContain('While the bucket is away.');
  await save('And another.');
  site.publisher.wake();
  await expect.poll(page).toContain('And another.');
  expect(await pending()).toBe(2);
  store.isStored = true;
  site.publisher.finish();
  await expect.poll(pending).toBe(0);
});

it('is begun anew by who takes over before it is stored', async () => {
  store.isStored = false;
  await save('Taken over.');
  site.publisher.wake();
  await expect.poll(page).toContain('Taken over.');
  await site.restart();
  expect(await pending()).toBe(1);
  store.isStored = true;
  expect(await site.publisher.flush()).toBe(1);
  expect(await pending()).toBe(0);
});

it('counts for who asks for it once it is stored', async () => {
  store.isStored = false;
  await save('Asked for.');
  settling = Promise.resolve().then(() => {
    store.isStored = true;
  });
  expect(await site.publisher.flush()).toBe(1);
});
