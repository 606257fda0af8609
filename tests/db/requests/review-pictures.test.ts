import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, test } from 'vitest';
import { REVIEW_PICTURES } from '#features/pictures/upload.ts';
import { LIMITS } from '#lib/limits.ts';
import { backendOfFile, type Person } from '../../support/backend.ts';
import { bucketOf, stored as filesOf } from '../support/files.ts';
import { ANON, form, submit } from '../support/leads.ts';

/** Pictures of reviews through the storage service, as whoever wrote the review uses it. */
const db = await backendOfFile();
let artist: Person;
let profile: string;
beforeAll(async () => {
  artist = await db.signedIn('artist');
  const { data } = await artist.client.rpc('ensure_artist_profile');
  profile = (data as { id: string }).id;
  await db.sql(`update private.settings set value = $1 where key = 'media_origin'`, [db.url]);
  await db.sql('update public.artists set public_visible = true where id = $1', [profile]);
});

/** A guest's review of a painted wall, and a page of that guest. */
async function reviewed() {
  const { id: lead, token } = await submit(db, form(), ANON);
  await db.sql(
    `insert into public.lead_assignments (lead_id, artist_id, status) values ($1, $2, 'completed')`,
    [lead, profile],
  );
  const guest = db.guest(token as string);
  const { data, error } = await guest.rpc('submit_review', {
    p_lead: lead,
    p_artist: profile,
    p_rating: 5,
    p_body: 'The whole street stops to look.',
    p_token: token,
  });
  if (error) throw error;
  return { lead, token, guest, id: (data as { id: string }).id };
}

const { bucket, put: upload } = bucketOf(REVIEW_PICTURES.name);
async function put(who: SupabaseClient, review: string, name = `${randomUUID()}.webp`) {
  const path = `${review}/${name}`;
  const { error } = await upload(who, path);
  return { error, url: bucket(who).getPublicUrl(path).data.publicUrl };
}
const show = (who: SupabaseClient, review: string, urls: string[], token?: string) =>
  who.rpc('set_review_pictures', { p_review: review, p_pictures: urls, p_token: token });
const status = async (url: string) => (await fetch(url)).status;
const stored = (review: string) => filesOf(db, review);

test('are public once a review shows them, and gone when it does not', async () => {
  const { id, guest, token } = await reviewed();
  const [first, second] = [await put(guest, id), await put(guest, id)];
  expect([first.error, second.error]).toEqual([null, null]);
  expect(await status(first.url)).not.toBe(200);
  const { data } = await show(guest, id, [first.url, second.url], token);
  // Nobody sees them before the review counts.
  expect(await status(first.url)).not.toBe(200);
  await db.sql('update public.reviews set counted_at = now() where id = $1', [id]);
  expect(data).toMatchObject({ pictures: [first.url, second.url] });
  expect(await status(first.url)).toBe(200);

  await db.sql(
    `update public.reviews set hidden_at = now(), hidden_reason = 'A face' where id = $1`,
    [id],
  );
  expect(await status(first.url)).not.toBe(200);
  await db.sql(`update public.reviews set hidden_at = null, hidden_reason = null where id = $1`, [
    id,
  ]);
  expect((await show(guest, id, [second.url], token)).error).toBeNull();
  expect(await stored(id)).toBe(1);
  expect([await status(first.url), await status(second.url)]).toEqual([400, 200]);
});

test('are put there by whoever wrote the review alone', async () => {
  const { id, guest, token } = await reviewed();
  const other = await reviewed();
  for (const no of [db.anon(), artist.client, other.guest])
    expect((await put(no, id)).error).not.toBeNull();
  expect((await put(guest, id, 'elsewhere/a.webp')).error).not.toBeNull();
  expect((await put(guest, randomUUID())).error).not.toBeNull();
  const foreign = await put(other.guest, other.id);
  for (const urls of [
    [foreign.url],
    ['https://evil.example/a.webp'],
    // A name that nobody has used.
    [
      (await put(guest, id)).url.replace(
        /.\.webp$/,
        (end) => (end[0] === '0' ? '1' : '0') + end.slice(1),
      ),
    ],
    Array(LIMITS.reviewPictures + 1).fill((await put(guest, id)).url),
  ])
    expect((await show(guest, id, urls, token)).error?.code).toBe('review_pictures_invalid');
});

test('are at most nine in store, for 14 days, and go with the request', async () => {
  const { id, guest, token, lead } = await reviewed();
  const puts = await Promise.all(Array.from({ length: 12 }, () => put(guest, id)));
  expect(puts.filter(({ error }) => !error)).toHaveLength(9);
  const [kept] = puts.filter(({ error }) => !error);
  await show(guest, id, [kept?.url ?? ''], token);
  expect(await stored(id)).toBe(1);
  await db.sql(`update public.reviews set created_at = now() - interval '15 days' where id = $1`, [
    id,
  ]);
  expect((await put(guest, id)).error).not.toBeNull();
  expect((await show(guest, id, [], token)).error?.code).toBe('review_final');
  await db.sql('delete from public.lead_contacts where lead_id = $1', [lead]);
  expect(await stored(id)).toBe(0);
});
