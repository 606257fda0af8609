import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestBackend, testBackend } from '../../support/backend.ts';
import { type Caller, call, refusal } from '../support/actors.ts';
import { ANON, form, submit } from '../support/leads.ts';
import { caller, createWorld, id, ORIGIN, upload } from '../support/world.ts';

/** A finished wall becomes a mural page; what it shows of the client is the client's to say. */
let db: TestBackend;
beforeAll(async () => {
  db = await testBackend();
  await createWorld(db);
  await db.sql(`insert into private.settings (key, value) values ('lead_ip_limit', '10000')`);
});
afterAll(() => db?.stop());

const A2 = id('A2');
const ARTIST = caller('artist2');

async function rpc<T>(name: string, args: object, who: Caller): Promise<T> {
  const places = Object.keys(args).map((key, n) => `p_${key} => $${n + 1}`);
  const text = `select public.${name}(${places.join(', ')}) as answer`;
  const [row] = await call<{ answer: T }>(db, who, text, Object.values(args));
  return row?.answer as T;
}
const codeOfCall = async (name: string, args: object, who: Caller) =>
  (await refusal(rpc(name, args, who))).code;

/** A request of A2's, with a picture of each side, that both say is painted. */
async function aWall(confirmed = true) {
  const { id: lead, token } = await submit(db, form(), ANON);
  await db.sql('insert into public.lead_assignments (lead_id, artist_id) values ($1, $2)', [
    lead,
    A2,
  ]);
  const send = async (who: Caller, more: object = {}) => {
    const args = { lead, artist: A2, body: '', key: randomUUID(), pictures: 1, ...more };
    const { pictures } = await rpc<{ pictures: { path: string }[] }>('send_message', args, who);
    const path = pictures[0]?.path as string;
    await db.sql(`insert into storage.objects (bucket_id, name) values ('message-pictures', $1)`, [
      path,
    ]);
    return path;
  };
  const theirs = await send(ANON, { token });
  const own = await send(ARTIST);
  await rpc('complete_request', { lead, artist: A2 }, ARTIST);
  if (confirmed) await rpc('complete_request', { lead, artist: A2, token }, ANON);
  return { lead, token: token as string, theirs, own };
}
const consent = (lead: string, token: string | undefined, granted: boolean) =>
  rpc('set_place_consent', { lead, artist: A2, granted, token }, ANON);

const photo = (n: number) => upload('portfolio-images', 'artist2', `${n}-0.webp`);
const page = (lead: string, over: object = {}) => ({
  lead,
  key: randomUUID(),
  title: 'Cranes over Seguin',
  description: null,
  city: 'Seguin',
  state: 'TX',
  location_details: '12 Mill Street',
  month: '2026-05-01',
  surface_type: 'brick',
  styles: ['nature'],
  pictures: [photo(1)],
  sources: [null],
  ...over,
});
const shown = async (slug: string) => {
  const [row] = await db.sql<{ place: string | null; pictures: string[]; visible: boolean }>(
    `select location_details as place, array_remove(image_url || gallery_images, null) as pictures, public_visible as visible
     from public.murals where slug = $1`,
    [slug],
  );
  return row;
};
const publish = (args: object) =>
  rpc<{ slug: string; replayed: boolean }>('publish_finished_mural', args, ARTIST);

describe('the page of a finished wall', () => {
  test('is made once, and again after it was taken away', async () => {
    const { lead, own } = await aWall();
    const args = page(lead, { sources: [own] });
    const first = await publish(args);
    expect(first).toEqual({ slug: 'cranes-over-seguin', replayed: false });
    expect(await publish(args)).toEqual({ ...first, replayed: true });
    expect(await codeOfCall('publish_finished_mural', page(lead), ARTIST)).toBe('move_refused');
    const other = await aWall();
    expect((await publish(page(other.lead))).slug).toBe('cranes-over-seguin-2');
    await rpc('delete_finished_mural', { lead }, ARTIST);
    await rpc('delete_finished_mural', { lead }, ARTIST);
    expect(await shown(first.slug)).toBeUndefined();
    expect((await publish(args)).replayed).toBe(false);
    const { mural } = await rpc<{ mural: object }>('finished_mural', { lead }, ARTIST);
    expect(mural).toMatchObject({ title: 'Cranes over Seguin', pictures: [photo(1)] });
  });

  test('shows the place and pictures of the client only while the client agrees', async () => {
    const { lead, token, theirs, own } = await aWall();
    const args = page(lead, { pictures: [photo(1), photo(2)], sources: [theirs, own] });
    const offered = await rpc<{ pictures: object[] }>('finished_mural', { lead }, ARTIST);
    expect(offered).toMatchObject({
      consent: null,
      mural: null,
      pictures: [
        { path: theirs, sender: 'client' },
        { path: own, sender: 'artist' },
      ],
    });
    expect(await codeOfCall('publish_finished_mural', args, ARTIST)).toBe('consent_required');
    await consent(lead, token, true);
    const { slug } = await publish(args);
    const all = { place: '12 Mill Street', pictures: [photo(1), photo(2)], visible: true };
    expect(await shown(slug)).toEqual(all);
    await consent(lead, token, false);
    expect(await shown(slug)).toEqual({ place: null, pictures: [photo(2)], visible: true });
    await consent(lead, token, true);
    expect(await shown(slug)).toEqual({ ...all, pictures: [photo(2)] });
    expect(await rpc('place_consent', { lead, artist: A2, token }, ANON)).toEqual({
      granted: true,
    });
    // Whoever is erased agrees to nothing.
    await rpc('erase_request', { token }, ANON);
    expect(await shown(slug)).toEqual({ place: null, pictures: [photo(2)], visible: true });
  });

  test('without any picture that may be shown is none', async () => {
    const { lead, token, theirs } = await aWall();
    await consent(lead, token, true);
    const { slug } = await publish(page(lead, { sources: [theirs] }));
    await consent(lead, token, false);
    expect(await shown(slug)).toMatchObject({ visible: false, pictures: [] });
  });

  test('is not made before both agree, or two weeks have passed', async () => {
    const { lead, token } = await aWall(false);
    expect(await codeOfCall('publish_finished_mural', page(lead), ARTIST)).toBe('move_refused');
    await db.sql(
      `update public.lead_assignments set completed_at = now() - interval '15 days' where lead_id = $1`,
      [lead],
    );
    expect((await publish(page(lead))).replayed).toBe(false);
    await rpc('close_request', { token }, ANON);
    await rpc('delete_finished_mural', { lead }, ARTIST);
  });

  test.each([
    [{ title: ' ' }, 'title_required'],
    [{ title: 'x'.repeat(201) }, 'title_too_long'],
    [{ description: 'x'.repeat(2001) }, 'description_too_long'],
    [{ city: 'x'.repeat(101) }, 'city_too_long'],
    [{ state: 'XX' }, 'state_invalid'],
    [{ location_details: 'x'.repeat(501) }, 'place_too_long'],
    [{ month: '2999-01-01' }, 'month_invalid'],
    [{ month: null }, 'month_invalid'],
    [{ surface_type: 'air' }, 'invalid_input'],
    [{ styles: ['loud'] }, 'invalid_input'],
    [{ pictures: [], sources: [] }, 'mural_pictures_invalid'],
    [{ pictures: Array(9).fill(photo(1)), sources: Array(9).fill(null) }, 'mural_pictures_invalid'],
    [{ sources: [null, null] }, 'mural_pictures_invalid'],
    [{ pictures: [`${ORIGIN}/elsewhere.webp`] }, 'image_refused'],
    [{ sources: ['no/path'] }, 'image_refused'],
  ])('is refused with %o', async (over, code) => {
    const { lead } = await aWall();
    expect(await codeOfCall('publish_finished_mural', page(lead, over), ARTIST)).toBe(code);
  });
});
