import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { MediaStore } from '#publish/pictures/media.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { harness, picturesOfAnything } from './harness.ts';

const PHOTO = 'http://127.0.0.1:4321/storage/v1/object/public/portfolio-images/x/wall.jpg';

/** Pictures that have to be made first, and are taken away. */
const made = new Set<string>();
const media: MediaStore = {
  ...picturesOfAnything(),
  picture: (url) => (url && made.has(url) ? picturesOfAnything().picture(url) : null),
  missing: (images) => images.filter(({ url }) => !made.has(url)),
  ensure: async (images) => {
    for (const { url } of images) made.add(url);
  },
  withdraw: async ({ urls }) => {
    const gone = [...made].filter((url) => !urls.has(url));
    for (const url of gone) made.delete(url);
    return gone;
  },
};

let erasures = 0;
const sql = (statement: string) => site.backend.sql(statement);
const page = () => site.page('artist/ana.html');
const all = () => site.page('artist/ana/reviews.html');

const site = ofFile(() => harness({ media, onErased: async () => void erasures++ }));
beforeAll(async () => {
  await sql(`insert into public.artists (name, slug, public_visible) values ('Ana', 'ana', true)`);
  await sql(`insert into public.reviews (artist_id, rating, body, author_name, pictures)
    select id, 5, 'A wall that the whole street talks about.', 'Luz', '{${PHOTO}}' from public.artists`);
  await publish();
});
beforeEach(() => {
  erasures = 0;
});

/** What waits, and what waited for its pictures. */
async function publish(): Promise<void> {
  await site.publisher.flush();
  await site.publisher.flush();
}

it('a review and its pictures are on two pages', async () => {
  expect(await page()).toContain('wall.jpg');
  expect(await all()).toContain('wall.jpg');
});

it('they go with their artist, and come back with them', async () => {
  await sql('update public.artists set public_visible = false');
  await publish();
  expect([await page(), await all(), made.size]).toEqual([null, null, 0]);
  await sql('update public.artists set public_visible = true');
  await publish();
  expect(await page()).toContain('wall.jpg');
  expect(await all()).toContain('wall.jpg');
});

it('they come back to a publisher that began without them', async () => {
  await sql('update public.artists set public_visible = false');
  await publish();
  await site.restart();
  await sql('update public.artists set public_visible = true');
  await publish();
  expect(await page()).toContain('wall.jpg');
  expect(await all()).toContain('talks about');
  expect(site.log).toEqual([]);
});

it('whoever is erased from a review is kept in no earlier release', async () => {
  await sql(`update public.reviews set reply = 'Thank you!', replied_at = now()`);
  await publish();
  expect(erasures).toBe(0);
  await sql(`update public.reviews set author_name = null, pictures = '{}'`);
  await publish();
  expect(erasures).toBe(1);
  expect(made.size).toBe(0);
  expect(await page()).toContain('A client');
});

it('a review that is hidden leaves no page of reviews behind', async () => {
  await sql(`update public.reviews set hidden_at = now(), hidden_reason = 'Names a neighbour.'`);
  await publish();
  expect(await page()).toContain('New here');
  expect(await all()).toBeNull();
});
