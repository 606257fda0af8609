import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { SKETCHES } from '#features/pictures/buckets.ts';
import type { Sketches } from '#features/sketches/sketch.ts';
import { backendOfFile, type Person } from '../../support/backend.ts';
import { pictureBytes } from '../../support/pictures.ts';
import { bucketOf, hashOf, jobOf } from '../support/files.ts';
import { people } from '../support/people.ts';
import { provenToken } from '../support/proof.ts';

/** Sketches through the API and the storage service, as the pages of both sides use them. */
const db = await backendOfFile();
const all = await people(db);
let { artist } = all;
const { other, client, stranger, admin } = all;

const guest = (token: string) => db.guest(token);
const { bucket, put } = bucketOf(SKETCHES.name);
const CORNERS = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [-0.2, 0.9],
];

/** A request that both artists have, of whom one was chosen. */
async function job(by: Person | null = null) {
  const made = await jobOf(db, { artist, other }, by);
  const { lead, claim, mine, token } = made;
  const wall = `${lead}/${hashOf(claim)}/0.webp`;
  await db.sql(`insert into storage.objects (bucket_id, name) values ('lead-photos', $1)`, [wall]);
  const p_token = by ? null : await provenToken(db, lead, token);
  return { ...made, wall, args: { p_lead: lead, p_artist: mine, ...(p_token && { p_token }) } };
}
type Job = Awaited<ReturnType<typeof job>>;

async function rpc(who: SupabaseClient, name: string, args: object): Promise<Sketches> {
  const { data, error } = await who.rpc(name, args);
  if (error) throw error;
  return data as Sketches;
}
const codeOfCall = async (who: SupabaseClient, name: string, args: object) =>
  (await who.rpc(name, args)).error?.code;

let drawn = 0;
/** Another picture each time, and the hash that it is named by. */
const picture = () => {
  drawn += 1;
  const bytes = new Uint8Array(pictureBytes('webp', `sketch ${drawn}`));
  return { file: new Blob([bytes], { type: 'image/webp' }), hash: hashOf(bytes) };
};

/** Sends a version as the artist's page does; gives its call, to be repeated. */
async function send({ lead, mine, wall }: Job, laid = true) {
  const { file, hash } = picture();
  const path = `${lead}/${mine}/${hash}.webp`;
  const { error } = await put(artist.client, path, file);
  expect(error).toBeNull();
  const args = {
    ...{ p_lead: lead, p_hash: hash, p_key: randomUUID() },
    ...(laid && { p_wall: wall, p_corners: CORNERS, p_strength: 0.8 }),
  };
  const data = await rpc(artist.client, 'add_sketch', args);
  return { path, hash, args, data, file };
}
const pin = (version: number, body = 'More blue here') => ({
  ...{ p_version: version, p_x: 0.25, p_y: 0.5, p_body: body, p_key: randomUUID() },
});
const numbers = ({ versions }: Sketches) => versions.map(({ number }) => number);

describe.each([
  ['an account', () => client],
  ['a link', () => null],
])('a client with %s', (_, by) => {
  test('pins, asks for changes, takes rounds, and approves what the hash says', async () => {
    const made = await job(by());
    const { side, args, lead } = made;
    expect(await rpc(side, 'sketch_data', args)).toMatchObject({
      ...{ side: 'client', state: 'open', rounds: 2, rounds_left: 2, versions: [] },
      can: ['agree_round', 'approve', 'ask_changes', 'pin'],
    });
    const first = await send(made);
    expect(first.data.versions[0]).toMatchObject({ wall: made.wall, corners: CORNERS, pins: [] });
    // An answer that was lost.
    expect(numbers(await rpc(artist.client, 'add_sketch', first.args))).toEqual([1]);
    const own = pin(1);
    await rpc(side, 'add_sketch_pin', { ...args, ...own });
    const pinned = await rpc(side, 'add_sketch_pin', { ...args, ...own });
    expect(pinned.versions[0]?.pins).toMatchObject([{ side: 'client', key: own.p_key, x: 0.25 }]);
    const answered = await rpc(artist.client, 'add_sketch_pin', {
      ...{ p_lead: lead, p_artist: made.mine, ...pin(1, 'Which blue?') },
    });
    expect(answered.versions[0]?.pins.map(({ key }) => key === null)).toEqual([true, false]);

    const asked = await rpc(side, 'ask_sketch_changes', { ...args, p_version: 1 });
    expect(asked).toMatchObject({ state: 'changes_asked', rounds_left: 1 });
    const again = await rpc(side, 'ask_sketch_changes', { ...args, p_version: 1 });
    expect(again.rounds_left).toBe(1);
    const second = await send(made, false);
    expect(second.data).toMatchObject({ state: 'open', rounds_left: 1 });
    // A pin that was typed on the first one stays there.
    const late = await rpc(side, 'add_sketch_pin', { ...args, ...pin(1, 'And the sky') });
    expect(late.versions.map(({ pins }) => pins.length)).toEqual([3, 0]);
    const stale = { ...args, p_version: 1 };
    expect(await codeOfCall(side, 'ask_sketch_changes', stale)).toBe('sketch_outdated');

    const silent = { ...args, p_version: 2, p_note: '  ' };
    expect(await codeOfCall(side, 'ask_sketch_changes', silent)).toBe('changes_required');
    const long = { ...silent, p_note: 'x'.repeat(501) };
    expect(await codeOfCall(side, 'ask_sketch_changes', long)).toBe('pin_too_long');
    expect((await rpc(side, 'sketch_data', args)).rounds_left).toBe(1);
    const said = await rpc(side, 'ask_sketch_changes', { ...silent, p_note: ' Bluer skies. ' });
    expect(said.events.map(({ note }) => note)).toEqual([null, null, null, 'Bluer skies.']);
    await send(made);
    const third = { ...args, p_version: 3 };
    expect(await codeOfCall(side, 'ask_sketch_changes', third)).toBe('rounds_used');
    const job_ = { p_lead: lead };
    await rpc(artist.client, 'offer_sketch_round', { ...job_, p_amount: 200 });
    const { offer } = await rpc(artist.client, 'offer_sketch_round', { ...job_, p_amount: 150 });
    expect(offer?.amount).toBe(150);
    const agree = { ...args, p_offer: offer?.id };
    const extra = { state: 'open', rounds: 3, rounds_left: 1, offer: null };
    expect(await rpc(side, 'agree_sketch_round', agree)).toMatchObject(extra);
    expect(await rpc(side, 'agree_sketch_round', agree)).toMatchObject(extra);
    const gone = { ...args, p_offer: randomUUID() };
    expect(await codeOfCall(side, 'agree_sketch_round', gone)).toBe('changed_elsewhere');

    const approve = { ...args, p_version: 2, p_hash: second.hash };
    expect(await codeOfCall(side, 'approve_sketch', { ...approve, p_hash: first.hash })).toBe(
      'sketch_outdated',
    );
    const done = { state: 'approved', approved: 2, approved_hash: second.hash };
    expect(await rpc(side, 'approve_sketch', approve)).toMatchObject(done);
    expect(await rpc(side, 'approve_sketch', approve)).toMatchObject(done);
    const { data } = await bucket(side).download(second.path);
    expect(hashOf(new Uint8Array((await data?.arrayBuffer()) as ArrayBuffer))).toBe(second.hash);
    for (const [name, more] of [
      ['add_sketch_pin', pin(2)],
      ['ask_sketch_changes', { p_version: 3 }],
      ['approve_sketch', { p_version: 3, p_hash: first.hash }],
    ] as const)
      expect((await side.rpc(name, { ...args, ...more })).error).not.toBeNull();

    // Both have to want it.
    const theirs = { p_lead: lead, p_artist: made.mine };
    const asks = { ...done, state: 'client_reopens' };
    expect(await rpc(side, 'reopen_sketch', args)).toMatchObject(asks);
    expect(await rpc(side, 'reopen_sketch', args)).toMatchObject(asks);
    expect(await rpc(artist.client, 'keep_sketch', theirs)).toMatchObject(done);
    await rpc(artist.client, 'reopen_sketch', theirs);
    expect(await rpc(side, 'reopen_sketch', args)).toMatchObject({ state: 'open', approved: null });
    const kinds = await db.sql<{ kind: string }>(
      `select kind from private.mails where lead_id = $1 and kind like '%sketch%' order by id`,
      [lead],
    );
    // One that waits to leave tells the rest, too.
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(
      new Set([
        ...['request_sketch', 'lead_sketch_changes', 'lead_sketch_approved'],
        ...['lead_sketch_reopened', 'request_sketch_reopened'],
        ...['request_sketch_round', 'lead_sketch_round'],
      ]),
    );
  });
});

test('the other artist of the request, and everybody else, finds nothing at any address', async () => {
  const made = await job(client);
  const { path, file } = await send(made);
  const another = await job();
  for (const no of [
    ...[other.client, stranger.client, admin.client, db.anon()],
    guest(another.token),
    guest('wrong'),
  ]) {
    for (const name of ['object', 'object/authenticated', 'object/public', 'render/image/public']) {
      const { data } = await no.auth.getSession();
      const headers = {
        apikey: db.keys.publishableKey,
        authorization: `Bearer ${data.session?.access_token ?? db.keys.publishableKey}`,
      };
      const size = name.startsWith('render') ? '?width=320&resize=contain' : '';
      const address = `${db.url}/storage/v1/${name}/${SKETCHES.name}/${path}${size}`;
      const answer = await fetch(address, { headers });
      const { statusCode } = (await answer.json()) as { statusCode?: string };
      expect([name, statusCode ?? String(answer.status)]).toEqual([name, '404']);
    }
    expect((await bucket(no).createSignedUrl(path, 60)).error).toMatchObject({ statusCode: '404' });
    expect((await bucket(no).list(`${made.lead}/${made.mine}`)).data ?? []).toEqual([]);
    const elsewhere = path.replace(/.{69}$/, `${'0'.repeat(64)}.webp`);
    expect((await put(no, elsewhere, file)).error).not.toBeNull();
  }
  // Of their own side there is nothing either.
  const passed = { p_lead: made.lead, p_artist: made.theirs };
  expect(await rpc(other.client, 'sketch_data', passed)).toBeNull();
  const { file: mine, hash } = picture();
  const own = `${made.lead}/${made.theirs}/${hash}.webp`;
  expect((await put(other.client, own, mine)).error).not.toBeNull();
  expect((await put(db.service(), own, mine)).error).not.toBeNull();
});

test('an artist sends what its name says, once, ten times, and the client sends none', async () => {
  const made = await job();
  const { lead, mine, side, args } = made;
  const { path, hash, file } = await send(made);
  for (const [who, name] of [
    [side, `${lead}/${mine}/${picture().hash}.webp`],
    [artist.client, `${lead}/${mine}/${picture().hash}.webp`],
    [artist.client, `${lead}/${mine}/sketch.webp`],
    [artist.client, `${lead}/${randomUUID()}/${hash}.webp`],
  ] as const)
    expect([name, (await put(who, name, file)).error]).not.toEqual([name, null]);
  expect((await put(artist.client, path, file)).error).toMatchObject({ statusCode: '409' });
  expect((await put(artist.client, path, file, true)).error).not.toBeNull();
  await bucket(artist.client).remove([path]);
  expect((await bucket(side).download(path)).error).toBeNull();
  const missing = { p_lead: lead, p_hash: picture().hash, p_key: randomUUID() };
  expect(await codeOfCall(artist.client, 'add_sketch', missing)).toBe('sketch_missing');
  for (const wrong of [
    { p_wall: `${randomUUID()}/x/0.webp`, p_corners: CORNERS, p_strength: 1 },
    { p_wall: made.wall, p_corners: [[0, 0]], p_strength: 1 },
    { p_wall: made.wall, p_corners: CORNERS, p_strength: 2 },
  ])
    expect(
      await codeOfCall(artist.client, 'add_sketch', {
        ...{ p_lead: lead, p_hash: hash, p_key: randomUUID(), ...wrong },
      }),
    ).toBe('invalid_input');
  for (let n = 2; n <= 10; n += 1) await send(made);
  const eleventh = { p_lead: lead, p_hash: hash, p_key: randomUUID() };
  expect(await codeOfCall(artist.client, 'add_sketch', eleventh)).toBe('sketches_full');
  for (const [p_body, code] of [
    ['  ', 'pin_required'],
    ['x'.repeat(501), 'pin_too_long'],
  ])
    expect(await codeOfCall(side, 'add_sketch_pin', { ...args, ...pin(1, p_body) })).toBe(code);
  expect(await codeOfCall(side, 'add_sketch_pin', { ...args, ...pin(11) })).toBe('invalid_input');
});

test('a version that arrives while pins are written loses no pin', { tags: 'core' }, async () => {
  const made = await job();
  await send(made);
  const { side, args } = made;
  const theirs = { p_lead: made.lead, p_artist: made.mine };
  const pins = Array.from({ length: 12 }, (_, n) => pin(1, `Comment ${n}`));
  const write = (one: (typeof pins)[number], n: number) =>
    n % 2
      ? rpc(side, 'add_sketch_pin', { ...args, ...one })
      : rpc(artist.client, 'add_sketch_pin', { ...theirs, ...one });
  // Each is sent twice, as by a page whose answer was lost, while two versions arrive.
  await Promise.all([...pins.map(write), send(made), ...pins.map(write), send(made)]);
  for (const who of [
    await rpc(side, 'sketch_data', args),
    await rpc(artist.client, 'sketch_data', theirs),
  ]) {
    expect(numbers(who)).toEqual([1, 2, 3]);
    expect(who.versions.map((version) => version.pins.length)).toEqual([12, 0, 0]);
    expect(new Set(who.versions[0]?.pins.map(({ body }) => body)).size).toBe(12);
  }
});

test('approving and a new version at the same instant leave one of both, with its own hash', async () => {
  for (let round = 0; round < 2; round += 1) {
    const made = await job();
    const { hash } = await send(made);
    const approve = { ...made.args, p_version: 1, p_hash: hash };
    await Promise.allSettled([rpc(made.side, 'approve_sketch', approve), send(made)]);
    const now = await rpc(made.side, 'sketch_data', made.args);
    expect([now.state, now.approved, now.approved_hash]).toEqual(['approved', 1, hash]);
  }
});

const left = async (lead: string) => {
  const [row] = await db.sql<{ files: number; rows: number }>(
    `select (select count(*) from storage.objects where bucket_id = 'sketches' and name like $1 || '/%')::int as files,
       ((select count(*) from private.sketches where lead_id::text = $1)
        + (select count(*) from private.sketch_versions where lead_id::text = $1)
        + (select count(*) from private.sketch_pins where lead_id::text = $1))::int as rows`,
    [lead],
  );
  return row;
};
const NOTHING = { files: 0, rows: 0 };

describe('sketches go', () => {
  test.each([
    ['when the request is erased', 'erase_request'],
    ['when the request is closed', 'close_request'],
  ])('%s', async (_, name) => {
    const made = await job();
    const { path, file } = await send(made);
    await rpc(made.side, 'add_sketch_pin', { ...made.args, ...pin(1) });
    expect(await left(made.lead)).toEqual({ files: 1, rows: 3 });
    await made.side.rpc(name, { p_token: made.token });
    expect(await left(made.lead)).toEqual(NOTHING);
    for (const who of [artist.client, db.service()])
      expect((await put(who, path, file)).error).not.toBeNull();
  });

  test('with the artist, with the client’s account, and with the assignment', async () => {
    const account = await db.signedIn('client');
    const [byClient, byAdmin] = [await job(account), await job()];
    for (const made of [byClient, byAdmin]) await send(made);
    await account.client.rpc('delete_my_account');
    await db.sql('delete from public.lead_assignments where lead_id = $1', [byAdmin.lead]);
    expect(await left(byClient.lead)).toEqual(NOTHING);
    expect(await left(byAdmin.lead)).toEqual(NOTHING);
    const before = artist;
    const made = await job();
    await send(made);
    await before.client.rpc('delete_my_account');
    expect(await left(made.lead)).toEqual(NOTHING);
    artist = await db.signedIn('artist');
    await artist.client.rpc('ensure_artist_profile');
  });
});

test('they are laid on any photo of their conversation too, while it is there', async () => {
  const made = await job(null);
  const { data: message } = await artist.client.rpc('send_message', {
    ...{ p_lead: made.lead, p_artist: made.mine, p_body: 'The wall today', p_key: randomUUID() },
    p_pictures: 1,
  });
  const [{ path: wall }] = (message as { pictures: [{ path: string }] }).pictures;
  await expect(send({ ...made, wall })).rejects.toMatchObject({ code: 'invalid_input' });
  expect((await bucketOf('message-pictures').put(artist.client, wall)).error).toBeNull();
  expect((await send({ ...made, wall })).data.versions[0]).toMatchObject({ wall });
  expect(await rpc(made.side, 'sketch_data', made.args)).toMatchObject({ versions: [{ wall }] });
});

test('they are read and no longer changed once the wall is painted, and hidden from who reported', async () => {
  const made = await job();
  const { path } = await send(made);
  await db.sql(`update public.lead_assignments set state = 'completed' where lead_id = $1`, [
    made.lead,
  ]);
  const { state, can } = await rpc(made.side, 'sketch_data', made.args);
  expect([state, can]).toEqual(['open', []]);
  expect(await codeOfCall(made.side, 'add_sketch_pin', { ...made.args, ...pin(1) })).toBe(
    'move_refused',
  );
  expect((await bucket(made.side).download(path)).error).toBeNull();
  await db.sql(
    `with m as (insert into public.lead_messages (lead_id, artist_id, sender, body) values ($1, $2, 'artist', 'Hm') returning id)
     insert into private.conversation_reports (lead_id, artist_id, side, message_id) select $1, $2, 'client', id from m`,
    [made.lead, made.mine],
  );
  expect(await rpc(made.side, 'sketch_data', made.args)).toBeNull();
  expect((await bucket(made.side).download(path)).error).not.toBeNull();
});
