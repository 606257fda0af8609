import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { MESSAGE_PICTURES } from '#features/pictures/upload.ts';
import type { Conversation, Message } from '#features/requests/conversation/conversation.ts';
import { LIMITS } from '#lib/limits.ts';
import { backendOfFile, type Person } from '../../support/backend.ts';
import { pictureBytes } from '../../support/pictures.ts';
import { ANON, form, submit } from '../support/leads.ts';
import { people, profileOf } from '../support/people.ts';

/** Pictures of messages through the storage service, as the pages of both sides use it. */
const db = await backendOfFile();
const { artist, other, client } = await people(db);

const webp = (text = 'RIFF') =>
  new Blob([new Uint8Array(pictureBytes('webp', text))], { type: 'image/webp' });
const bucket = (who: SupabaseClient) => who.storage.from(MESSAGE_PICTURES.name);
const put = (who: SupabaseClient, path: string, body = webp(), upsert = false) =>
  bucket(who).upload(path, body, { upsert, contentType: body.type });

const profile = (person: Person) => profileOf(db, person);

/** A request that both artists have, with what each side calls with. */
async function ask(by: Person | null = null) {
  const who = by ? ({ role: 'authenticated', userId: by.id } as const) : ANON;
  const { id: lead, token } = await submit(db, form(), who);
  for (const person of [artist, other])
    await db.sql('insert into public.lead_assignments (lead_id, artist_id) values ($1, $2)', [
      lead,
      await profile(person),
    ]);
  return { lead, token: token as string };
}

const guest = (token: string) => db.guest(token);

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

async function readBy(who: SupabaseClient, paths: string[]): Promise<number> {
  const { data } = await bucket(who).createSignedUrls(paths, 60);
  const good = (data ?? []).flatMap(({ signedUrl }) => signedUrl || []);
  for (const url of good) expect((await fetch(url)).status).toBe(200);
  return good.length;
}

describe('pictures of a message', () => {
  test.each([
    ['an account', () => client],
    ['a link', () => null],
  ])('of whoever asked with %s go to one artist, and to nobody else', async (_, by) => {
    const { lead, token } = await ask(by());
    const own = by()?.client ?? guest(token);
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
    for (const no of [other.client, stranger.client, db.anon(), guest(elsewhere.token)]) {
      expect(await readBy(no, [...paths, answer])).toBe(0);
      expect((await bucket(no).download(paths[0] as string)).error).not.toBeNull();
      const folder = (paths[0] as string).split('/').slice(0, 3).join('/');
      expect((await bucket(no).list(folder)).data ?? []).toEqual([]);
      expect((await put(no, paths[0] as string)).error).not.toBeNull();
    }
  });

  test('are stored by the sender alone, once, and only as many as were said', async () => {
    const { lead, token } = await ask();
    const own = guest(token);
    const [path = ''] = await send(own, lead, 1, token);
    for (const no of [artist.client, other.client, db.anon()])
      expect((await put(no, path)).error).not.toBeNull();
    expect((await put(own, path.replace('/0.webp', '/1.webp'))).error).not.toBeNull();
    expect((await put(own, `${path}x`)).error).not.toBeNull();
    expect((await put(own, path)).error).toBeNull();
    expect((await put(own, path, webp('other'))).error).toMatchObject({ statusCode: '409' });
    expect((await put(own, path, webp('other'), true)).error).not.toBeNull();
    await bucket(own).remove([path]);
    expect(await (await bucket(own).download(path)).data?.text()).toMatch(/RIFF$/);
  });

  test('are of a type and a size', async () => {
    const { lead, token } = await ask();
    const [path = ''] = await send(guest(token), lead, 1, token);
    const svg = new Blob(['<svg/>'], { type: 'image/svg+xml' });
    const large = new Blob([new Uint8Array(MESSAGE_PICTURES.maxBytes + 1)], { type: 'image/webp' });
    for (const body of [svg, large])
      expect((await put(guest(token), path, body)).error).not.toBeNull();
    const jpeg = new Blob([new Uint8Array(pictureBytes('jpeg'))], { type: 'image/jpeg' });
    expect((await put(guest(token), path, jpeg)).error).toBeNull();
  });

  test('are refused where there are a hundred', async () => {
    const { lead, token } = await ask();
    await db.sql(
      `insert into public.lead_messages (lead_id, artist_id, sender, body, pictures)
       select $1, $2, 'client', '', 4 from generate_series(1, 24)`,
      [lead, await profile(artist)],
    );
    const own = guest(token);
    expect(await send(own, lead, LIMITS.messagePictures, token)).toHaveLength(4);
    await expect(send(own, lead, 1, token)).rejects.toMatchObject({ code: 'pictures_full' });
    expect(await send(artist.client, lead, 1)).toHaveLength(1);
  });

  test('are hidden from whoever reports the conversation, and open to an admin who reads it', async () => {
    const { lead, token } = await ask();
    const own = guest(token);
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

  const stored = async (lead: string) =>
    (await db.sql(`select from storage.objects where name like $1 || '/%'`, [lead])).length;
  test('go with the request, and with the artist', async () => {
    const { lead, token } = await ask();
    const [path = '', late = ''] = await send(guest(token), lead, 2, token);
    await put(guest(token), path);
    expect(await stored(lead)).toBe(1);
    await guest(token).rpc('erase_request', { p_token: token });
    expect(await stored(lead)).toBe(0);
    expect((await put(guest(token), late)).error).not.toBeNull();
    expect((await put(db.service(), late)).error).not.toBeNull();

    const next = await ask(client);
    const paths = await send(client.client, next.lead, 1);
    for (const name of paths) await put(client.client, name);
    const { data } = await client.client.rpc('export_my_data');
    expect(data.files.map((file: { path: string }) => file.path)).toEqual(
      expect.arrayContaining(paths),
    );
    await db.sql('delete from auth.users where id = $1', [artist.id]);
    expect(await stored(next.lead)).toBe(0);
  });
});
