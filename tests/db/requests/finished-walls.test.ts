import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Caller, callByName, refusal } from '../support/actors.ts';
import { ANON, form, give, submit } from '../support/leads.ts';
import { caller, id, ORIGIN, upload, worldOfFile } from '../support/world.ts';

/** A finished wall becomes a mural page; what it shows of the client is the client's to say. */
const db = await worldOfFile({ lead_ip_limit: '10000' });

const A2 = id('A2');
const ARTIST = caller('artist2');

const rpc = <T>(name: string, args: object, who: Caller) => callByName<T>(db, who, name, args);
const codeOfCall = async (name: string, args: object, who: Caller) =>
  (await refusal(rpc(name, args, who))).code;

/** A request of A2's, with a picture of each side, that both say is painted. */
async function aWall(confirmed = true) {
  const { id: lead, token } = await submit(db, form(), ANON);
  await give(db, lead, A2);
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
const start = (lead: string) => rpc<string>('start_finished_mural', { lead }, ARTIST);
const shown = async (mural: string) => {
  const [row] = await db.sql<{ place: string | null; pictures: string[]; visible: boolean }>(
    `select location_details as place, array_remove(image_url || gallery_images, null) as pictures, public_visible as visible
     from public.murals where id = $1`,
    [mural],
  );
  return row;
};
const save = (mural: string, changes: object, read: object) =>
  rpc(
    'save_mural',
    { mural, changes: JSON.stringify(changes), read: JSON.stringify(read) },
    ARTIST,
  );
/** Puts copies of photos of the conversation on the mural, each beside what it was copied from. */
const addCopies = async (mural: string, copies: [url: string, source: string][]) => {
  for (const [url, source] of copies)
    await rpc('note_mural_picture', { mural, url, source }, ARTIST);
  const [image_url, ...gallery_images] = copies.map(([url]) => url);
  await save(mural, { image_url, gallery_images }, { image_url: null, gallery_images: [] });
};

describe('the mural of a finished wall', () => {
  test('begins as a draft of the facts of the request, once', async () => {
    const { lead } = await aWall();
    const mural = await start(lead);
    expect(await start(lead)).toBe(mural);
    const [row] = await db.sql<{ title: string; styles: string[]; public_visible: boolean }>(
      'select * from public.murals where id = $1',
      [mural],
    );
    const [facts] = await db.sql<{ city: string; surface_type: string; style_preference: string }>(
      'select * from public.lead_records where id = $1',
      [lead],
    );
    const style = `${facts?.style_preference.charAt(0).toUpperCase()}${facts?.style_preference.slice(1)}`;
    expect(row).toMatchObject({
      title: `${style} mural in ${facts?.city}`,
      surface_type: facts?.surface_type,
      styles: [style],
      public_visible: false,
    });
    const of = { mural: { id: mural, public_visible: false } };
    expect(await rpc('finished_mural', { lead }, ARTIST)).toMatchObject(of);
    expect(await rpc('finished_mural', { mural }, ARTIST)).toMatchObject(of);
    // Removed, it can be begun again.
    await rpc('delete_mural', { mural }, ARTIST);
    expect(await start(lead)).not.toBe(mural);
  });

  test('shows the place and photos of the client only while the client agrees', async () => {
    const { lead, token, theirs, own } = await aWall();
    const mural = await start(lead);
    expect(await rpc('finished_mural', { lead }, ARTIST)).toMatchObject({
      consent: null,
      pictures: [
        { path: theirs, sender: 'client' },
        { path: own, sender: 'artist' },
      ],
    });
    const note = { mural, url: photo(1), source: theirs };
    expect(await codeOfCall('note_mural_picture', note, ARTIST)).toBe('consent_required');
    await consent(lead, token, true);
    await addCopies(mural, [
      [photo(1), theirs],
      [photo(2), own],
    ]);
    await save(mural, { location_details: '12 Mill Street' }, { location_details: null });
    await save(mural, { public_visible: true }, { public_visible: false });
    const all = { place: '12 Mill Street', pictures: [photo(1), photo(2)], visible: true };
    expect(await shown(mural)).toEqual(all);
    await consent(lead, token, false);
    expect(await shown(mural)).toEqual({ place: null, pictures: [photo(2)], visible: true });
    await consent(lead, token, true);
    expect(await shown(mural)).toEqual({ ...all, pictures: [photo(2)] });
    expect(await rpc('place_consent', { lead, artist: A2, token }, ANON)).toEqual({
      granted: true,
    });
    // Whoever is erased agrees to nothing.
    await rpc('erase_request', { token }, ANON);
    expect(await shown(mural)).toEqual({ place: null, pictures: [photo(2)], visible: true });
  });

  test('without any picture that may be shown is none', async () => {
    const { lead, token, theirs } = await aWall();
    await consent(lead, token, true);
    const mural = await start(lead);
    await addCopies(mural, [[photo(1), theirs]]);
    await save(mural, { public_visible: true }, { public_visible: false });
    await consent(lead, token, false);
    expect(await shown(mural)).toMatchObject({ visible: false, pictures: [] });
  });

  test('is not begun before both agree, or two weeks have passed', async () => {
    const { lead } = await aWall(false);
    expect(await codeOfCall('start_finished_mural', { lead }, ARTIST)).toBe('move_refused');
    await db.sql(
      `update public.lead_assignments set completed_at = now() - interval '15 days' where lead_id = $1`,
      [lead],
    );
    expect(await start(lead)).toEqual(expect.any(String));
  });

  test('takes copies of its own conversation alone', async () => {
    const [one, other] = [await aWall(), await aWall()];
    const mural = await start(one.lead);
    const code = (args: object) => codeOfCall('note_mural_picture', { mural, ...args }, ARTIST);
    expect(await code({ url: photo(1), source: other.own })).toBe('image_refused');
    expect(await code({ url: photo(1), source: 'no/path' })).toBe('image_refused');
    expect(await code({ url: `${ORIGIN}/elsewhere.webp`, source: one.own })).toBe('image_refused');
  });

  test('is its artist’s alone, also where another artist has the same request', async () => {
    const wall = await aWall();
    const mural = await start(wall.lead);
    const values = [wall.lead, id('A1')];
    await db.sql(
      'insert into public.lead_assignments (lead_id, artist_id) values ($1, $2)',
      values,
    );
    const other = caller('artist');
    expect(await rpc('finished_mural', { lead: null, mural }, ARTIST)).not.toBeNull();
    expect(await rpc('finished_mural', { lead: null, mural }, other)).toBeNull();
    const copy = { mural, url: upload('portfolio-images', 'artist', '1-0.webp'), source: wall.own };
    expect(await codeOfCall('note_mural_picture', copy, other)).toBe('not_allowed');
  });
});
