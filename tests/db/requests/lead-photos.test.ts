import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { LEAD_PHOTOS } from '#features/pictures/upload.ts';
import { backendOfFile, type Person } from '../../support/backend.ts';
import { bucketOf, hashOf, stored, webp } from '../support/files.ts';
import { ANON, form, newClaim, submit } from '../support/leads.ts';
import { people } from '../support/people.ts';

/** Photos of the wall through the storage service, as the pages of all sides use it. */
const db = await backendOfFile();
const { artist, other, client, stranger, admin } = await people(db);

const { bucket, put, readBy } = bucketOf(LEAD_PHOTOS.name);
const textAt = async (path: string) =>
  (await (await bucket(db.service()).download(path)).data?.text())?.slice(-4);

const guest = (token: string) => db.guest(token);

/** A request, of a guest or an account, that `artist` has or not. */
async function ask({ by = null, given = true }: { by?: Person | null; given?: boolean } = {}) {
  const who = by ? ({ role: 'authenticated', userId: by.id } as const) : ANON;
  const claim = newClaim();
  const { id: lead, token } = await submit(db, form({ claim }), who);
  if (given)
    await db.sql(
      `insert into public.lead_assignments (lead_id, artist_id) select $1, a.id from public.artists a where a.user_id = $2`,
      [lead, artist.id],
    );
  const folder = `${lead}/${hashOf(claim)}`;
  return {
    lead,
    token: token as string,
    folder,
    path: (n: number | string) => `${folder}/${n}.webp`,
  };
}

const listed = async (who: SupabaseClient, args: { p_lead?: string; p_token?: string }) => {
  const { data, error } = await who.rpc('request_photos', args);
  if (error) throw error;
  return data as { folder: string | null; own: boolean; photos: { name: string; size: number }[] };
};
const filesOf = (lead: string) => stored(db, lead);

describe('photos of a request', () => {
  test('go from the browser that has sent it to its client, its artists and admins alone', async () => {
    const { lead, token, path } = await ask();
    const paths = [0, 1, 2, 3, 4, 5].map(path);
    // As the form does it: without any session, by the claim.
    for (const one of paths) expect((await put(db.anon(), one)).error).toBeNull();
    for (const no of [6, 'x', '0/1', '00', 'preview'])
      expect((await put(guest(token), path(no))).error).not.toBeNull();
    for (const who of [guest(token), artist.client, admin.client]) {
      expect(await readBy(who, paths)).toBe(6);
      const { photos } = await listed(
        who,
        who === admin.client || who === artist.client ? { p_lead: lead } : { p_token: token },
      );
      expect(photos.map(({ name, size }) => [name, size])).toEqual(
        ['0', '1', '2', '3', '4', '5'].map((name) => [name, webp().size]),
      );
    }
    const elsewhere = await ask();
    for (const no of [
      other.client,
      stranger.client,
      client.client,
      db.anon(),
      guest(elsewhere.token),
    ]) {
      expect(await readBy(no, paths)).toBe(0);
      expect((await bucket(no).download(path(0))).error).not.toBeNull();
      expect((await bucket(no).list(path(0).slice(0, -7))).data ?? []).toEqual([]);
      expect((await bucket(no).list(lead)).data ?? []).toEqual([]);
      await expect(listed(no, { p_lead: lead })).rejects.toMatchObject({ code: 'link_refused' });
      for (const upsert of [false, true])
        expect((await put(no, path(0), webp('mine'), upsert)).error).not.toBeNull();
      await bucket(no).remove(paths);
      await bucket(no).move(path(0), elsewhere.path(0));
      await bucket(no).copy(path(0), elsewhere.path(1));
      expect((await bucket(no).createSignedUploadUrl(path(0))).error).not.toBeNull();
    }
    expect(await textAt(path(0))).toBe('RIFF');
    expect([await filesOf(lead), await filesOf(elsewhere.lead)]).toEqual([6, 0]);
  });

  test('are added and taken away by whoever sent it, with the link or the account, and by nobody else', async () => {
    for (const by of [null, client]) {
      const { lead, token, folder, path } = await ask({ by });
      const own = by?.client ?? guest(token);
      const mine = by ? { p_lead: lead } : { p_token: token };
      expect(await listed(own, mine)).toMatchObject({ folder, own: true, photos: [] });
      expect((await put(own, path(3))).error).toBeNull();
      expect((await put(own, path(3), webp('other'))).error).toMatchObject({ statusCode: '409' });
      expect((await put(own, path(3), webp('other'), true)).error).not.toBeNull();
      expect(await textAt(path(3))).toBe('RIFF');
      expect(await listed(artist.client, { p_lead: lead })).toMatchObject({
        folder: null,
        own: false,
      });
      for (const no of [artist.client, admin.client, db.anon(), other.client])
        await bucket(no).remove([path(3)]);
      expect(await filesOf(lead)).toBe(1);
      await bucket(own).remove([path(3)]);
      expect(await filesOf(lead)).toBe(0);
    }
  });

  test('stay while an agreement that somebody signed marks the wall on them', async () => {
    const { lead, token, path } = await ask();
    for (const n of [0, 1]) await put(guest(token), path(n));
    const job = 'select lead_id, artist_id from public.lead_assignments where lead_id = $1 limit 1';
    for (const [statement, ...values] of [
      [
        `insert into private.agreements (lead_id, artist_id, state, version)
          select lead_id, artist_id, 'signed_by_one', 1 from (${job}) j`,
      ],
      [
        `insert into private.agreement_versions (lead_id, artist_id, version, body, hash, idempotency_key)
          select lead_id, artist_id, 1, '{"photo": 1}', $2, gen_random_uuid() from (${job}) j`,
        'a'.repeat(64),
      ],
      [
        `insert into private.agreement_signatures (lead_id, artist_id, version, side, hash, name, proven_by, signed_at)
          select lead_id, artist_id, 1, 'artist', $2, 'Ana', 'account', now() from (${job}) j`,
        'a'.repeat(64),
      ],
    ] as const)
      await db.sql(statement, [lead, ...values]);
    const { photos } = await listed(guest(token), { p_token: token });
    expect(photos).toMatchObject([{ signed: false }, { signed: true }]);
    await bucket(guest(token)).remove([path(0), path(1)]);
    expect(await filesOf(lead)).toBe(1);
    await db.sql(
      `update private.agreements set state = 'ended', ended_by = 'artist' where lead_id = $1`,
      [lead],
    );
    await bucket(guest(token)).remove([path(1)]);
    expect(await filesOf(lead)).toBe(0);
  });

  test('are not added by an artist, nor by the claim alone once one has opened it or a day is over', async () => {
    const { lead, token, path } = await ask();
    expect((await put(artist.client, path(0))).error).not.toBeNull();
    expect((await put(db.anon(), path(0))).error).toBeNull();
    await artist.client.rpc('mark_request_seen', { p_lead: lead });
    expect((await put(db.anon(), path(1))).error).not.toBeNull();
    expect((await put(guest(token), path(1))).error).toBeNull();
    const late = await ask({ given: false });
    await db.sql(
      `update private.request_intake set claim_expires_at = now() - interval '1 second' where lead_id = $1`,
      [late.lead],
    );
    expect((await put(db.anon(), late.path(0))).error).not.toBeNull();
    expect((await put(guest(late.token), late.path(0))).error).toBeNull();
  });

  test('are neither added to a closed request nor seen by its artists, and can still be taken away', async () => {
    const { lead, token, path } = await ask();
    await put(guest(token), path(0));
    await guest(token).rpc('close_request', { p_token: token });
    for (const who of [guest(token), db.anon(), db.service()])
      expect((await put(who, path(1))).error).not.toBeNull();
    expect(await listed(guest(token), { p_token: token })).toMatchObject({
      folder: null,
      own: true,
    });
    expect(await readBy(artist.client, [path(0)])).toBe(0);
    await expect(listed(artist.client, { p_lead: lead })).rejects.toMatchObject({
      code: 'link_refused',
    });
    expect(await readBy(guest(token), [path(0)])).toBe(1);
    await bucket(guest(token)).remove([path(0)]);
    expect(await filesOf(lead)).toBe(0);
  });

  test('go with the request and with the account, and are in its export', async () => {
    const { lead, token, path } = await ask();
    await put(db.anon(), path(0));
    await guest(token).rpc('erase_request', { p_token: token });
    expect(await filesOf(lead)).toBe(0);
    for (const who of [db.anon(), guest(token), db.service()])
      expect((await put(who, path(1))).error).not.toBeNull();

    const next = await ask({ by: client });
    await put(client.client, next.path(0));
    await put(client.client, next.path(1));
    const { data } = await client.client.rpc('export_my_data');
    expect(data.files.map((file: { path: string }) => file.path)).toEqual(
      expect.arrayContaining([next.path(0), next.path(1)]),
    );
    await client.client.rpc('delete_my_account');
    expect(await filesOf(next.lead)).toBe(0);
    expect((await put(db.anon(), next.path(1))).error).not.toBeNull();
    // The artist keeps the request, without them.
    expect(await listed(artist.client, { p_lead: next.lead })).toMatchObject({ photos: [] });
  });

  test('leave none behind that arrives while the request is erased', async () => {
    for (let round = 0; round < 3; round++) {
      const { lead, token, path } = await ask();
      await Promise.all([
        ...[0, 1, 2, 3].map((n) => put(db.anon(), path(n))),
        guest(token).rpc('erase_request', { p_token: token }),
      ]);
      expect(await filesOf(lead)).toBe(0);
    }
  });
});
