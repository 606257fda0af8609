import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { MESSAGE_PICTURES } from '#features/pictures/upload.ts';
import type { Conversation, Message } from '#features/requests/conversation/conversation.ts';
import { LIMITS } from '#lib/limits.ts';
import { backendOfFile, type Person } from '../../support/backend.ts';
import { bucketOf, jobOf, stored } from '../support/files.ts';
import { people, profileOf } from '../support/people.ts';

/** Pictures of messages through the storage service, as the pages of both sides use it. */
const db = await backendOfFile();
const { artist, other, client } = await people(db);

const { bucket, put, readBy } = bucketOf(MESSAGE_PICTURES.name);
const profile = (person: Person) => profileOf(db, person);
const ask = (by: Person | null = null) => jobOf(db, { artist, other }, by, 'talking');

async function send(who: SupabaseClient, lead: string, pictures: number, token?: string) {
  const { data, error } = await who.rpc('send_message', {
    p_lead: lead,
    p_artist: await profile(artist),
    p_body: '',
    p_key: randomUUID(),
    p_pictures: pictures,
    ...(token && { p_token: token }),
  });
  if (error) throw error;
  return (data as Message).pictures.map(({ path }) => path);
}

describe('pictures of a message', () => {
  test.each([
    ['an account', () => client],
    ['a link', () => null],
  ])('of whoever asked with %s go to one artist, and to nobody else', async (_, by) => {
    const { lead, token } = await ask(by());
    const own = by()?.client ?? db.guest(token);
    const paths = await send(own, lead, 2, by() ? undefined : token);
    expect(paths).toHaveLength(2);
    for (const path of paths) expect((await put(own, path)).error).toBeNull();
    expect(await readBy(own, paths)).toBe(2);
    expect(await readBy(artist.client, paths)).toBe(2);
    // The answer of the thread says what has arrived.
    const { data } = await artist.client.rpc('read_conversation', {
      p_lead: lead,
      p_artist: await profile(artist),
    });
    expect((data as Conversation).messages[0]?.pictures).toEqual(
      paths.map((path) => ({ path, arrived: true })),
    );
    const [answer = ''] = await send(artist.client, lead, 1);
    expect((await put(artist.client, answer)).error).toBeNull();
    expect(await readBy(own, [answer])).toBe(1);

    const stranger = await db.signedIn('client');
    const elsewhere = await ask();
    for (const no of [other.client, stranger.client, db.anon(), db.guest(elsewhere.token)]) {
      expect(await readBy(no, [...paths, answer])).toBe(0);
      expect((await bucket(no).download(paths[0] as string)).error).not.toBeNull();
      const folder = (paths[0] as string).split('/').slice(0, 3).join('/');
      expect((await bucket(no).list(folder)).data ?? []).toEqual([]);
      expect((await put(no, paths[0] as string)).error).not.toBeNull();
    }
  });

  test('are refused where there are a hundred', async () => {
    const { lead, token } = await ask();
    await db.sql(
      `insert into public.lead_messages (lead_id, artist_id, sender, body, pictures)
       select $1, $2, 'client', '', 4 from generate_series(1, 24)`,
      [lead, await profile(artist)],
    );
    const own = db.guest(token);
    expect(await send(own, lead, LIMITS.messagePictures, token)).toHaveLength(4);
    await expect(send(own, lead, 1, token)).rejects.toMatchObject({ code: 'pictures_full' });
    expect(await send(artist.client, lead, 1)).toHaveLength(1);
  });

  test('are hidden from whoever reports the conversation, and open to an admin who reads it', async () => {
    const { lead, token } = await ask();
    const own = db.guest(token);
    const sent = await send(artist.client, lead, 2);
    const [path = '', late = ''] = sent;
    await put(artist.client, path);
    const admin = await db.signedIn('admin');
    expect(await readBy(admin.client, [path])).toBe(0);
    const { data } = await own.rpc('read_conversation', {
      p_lead: lead,
      p_artist: await profile(artist),
      p_token: token,
    });
    const [message] = (data as Conversation).messages;
    await own.rpc('report_message', { p_message: message?.id, p_token: token });
    expect(await readBy(own, [path])).toBe(0);
    expect(await readBy(artist.client, [path])).toBe(1);
    expect((await put(artist.client, late)).error).not.toBeNull();
    expect(await readBy(admin.client, [path])).toBe(0);
    const args = { p_lead: lead, p_artist: await profile(artist) };
    const { data: read } = await admin.client.rpc('admin_read_conversation', args);
    expect(read.messages[0].pictures).toEqual([
      { path, arrived: true },
      { path: late, arrived: false },
    ]);
    expect(await readBy(admin.client, [path])).toBe(1);
    await db.sql(`update private.audit_log set at = at - interval '2 hours'`);
    expect(await readBy(admin.client, [path])).toBe(0);
  });

  test('go with the request, and with the artist', async () => {
    const { lead, token } = await ask();
    const [path = '', late = ''] = await send(db.guest(token), lead, 2, token);
    await put(db.guest(token), path);
    expect(await stored(db, lead)).toBe(1);
    await db.guest(token).rpc('erase_request', { p_token: token });
    expect(await stored(db, lead)).toBe(0);
    expect((await put(db.guest(token), late)).error).not.toBeNull();
    expect((await put(db.service(), late)).error).not.toBeNull();

    const next = await ask(client);
    const paths = await send(client.client, next.lead, 1);
    for (const name of paths) await put(client.client, name);
    const { data } = await client.client.rpc('export_my_data');
    expect(data.files.map((file: { path: string }) => file.path)).toEqual(
      expect.arrayContaining(paths),
    );
    await db.sql('delete from auth.users where id = $1', [artist.id]);
    expect(await stored(db, next.lead)).toBe(0);
  });
});
