import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { type DiaryContents, STAGES } from '#features/diary/diary.ts';
import { MESSAGE_PICTURES } from '#features/pictures/upload.ts';
import { backendOfFile, type Person } from '../../support/backend.ts';
import { pictureBytes } from '../../support/pictures.ts';
import { ANON, form, submit } from '../support/leads.ts';
import { people, profileOf } from '../support/people.ts';

/** The diary of a job: messages of its artist that say a stage, for the two sides of the conversation. */
const db = await backendOfFile();
const { artist, other, client, stranger, admin } = await people(db);

const profile = (person: Person) => profileOf(db, person);
const guest = (token: string) => db.guest(token);

/** A request that both artists have, with the state that `artist` is in. */
async function job(by: Person | null = null, state = 'accepted') {
  const who = by ? ({ role: 'authenticated', userId: by.id } as const) : ANON;
  const { id: lead, token } = await submit(db, form(), who);
  const [mine, theirs] = [await profile(artist), await profile(other)];
  await db.sql(
    `insert into public.lead_assignments (lead_id, artist_id, state, status, accepted_at)
     values ($1, $2, $4, 'in_review', case when $4 = 'accepted' then now() end), ($1, $3, 'passed', 'new', null)`,
    [lead, mine, theirs, state],
  );
  const link = by ? {} : { p_token: token as string };
  const args = { p_lead: lead, p_artist: mine };
  return { lead, args, theirs, link, side: by?.client ?? guest(token as string) };
}

const photos = (stage: string | null, more: object = {}) => ({
  ...{ p_body: '', p_key: randomUUID(), p_pictures: 1, p_stage: stage },
  ...more,
});
const send = (who: SupabaseClient, args: object) => who.rpc('send_message', args);
async function diary(who: SupabaseClient, args: object): Promise<DiaryContents | null> {
  const { data, error } = await who.rpc('diary_data', args);
  if (error) throw error;
  return data;
}
const codeOf = async (who: SupabaseClient, name: string, args: object) =>
  (await who.rpc(name, args)).error?.code;

test.each([
  ['an account', () => client],
  ['a link', () => null],
])('is seen by a client with %s, with its photos, and by nobody else', async (_, by) => {
  const { lead, args, theirs, link, side } = await job(by());
  for (const stage of STAGES) {
    const { data, error } = await send(artist.client, { ...args, ...photos(stage) });
    expect(error).toBeNull();
    const file = new Blob([new Uint8Array(pictureBytes('webp', stage))], { type: 'image/webp' });
    const stored = await artist.client.storage
      .from(MESSAGE_PICTURES.name)
      .upload(data.pictures[0].path, file, { contentType: file.type });
    expect(stored.error).toBeNull();
  }
  // What is no entry stays in the conversation.
  await send(artist.client, { ...args, ...photos(null, { p_body: 'Hello' }) });
  const seen = await diary(side, { ...args, ...link });
  expect(seen).toMatchObject({
    entries: STAGES.map((stage) => ({ stage, pictures: [{ arrived: true }] })),
  });
  const paths = seen?.entries.flatMap(({ pictures }) => pictures.map(({ path }) => path)) ?? [];
  const { data: signed } = await side.storage
    .from(MESSAGE_PICTURES.name)
    .createSignedUrls(paths, 60);
  expect(signed?.filter(({ signedUrl }) => signedUrl)).toHaveLength(STAGES.length);
  for (const who of [other.client, stranger.client, admin.client, db.anon()]) {
    expect(await codeOf(who, 'diary_data', args)).toBe('not_allowed');
    expect(await codeOf(who, 'send_message', { ...args, ...photos('done') })).toBe('not_allowed');
  }
  expect(await diary(other.client, { p_lead: lead, p_artist: theirs })).toEqual({
    entries: [],
  });
});

test('takes photos of the chosen artist alone, each message once', async () => {
  const { args, link, side } = await job();
  const entry = { ...args, ...photos('outline') };
  for (const refused of [
    { ...entry, p_stage: 'varnished' },
    { ...entry, p_pictures: 0, p_body: 'Nearly there' },
  ])
    expect(await codeOf(artist.client, 'send_message', refused)).toBe('invalid_input');
  expect(await codeOf(side, 'send_message', { ...entry, ...link })).toBe('invalid_input');
  const first = await send(artist.client, entry);
  expect((await send(artist.client, entry)).data).toMatchObject({
    id: first.data.id,
    replayed: true,
  });
  expect(await codeOf(artist.client, 'send_message', { ...entry, p_stage: 'done' })).toBe(
    'idempotency_conflict',
  );
  expect((await diary(artist.client, args))?.entries).toHaveLength(1);

  const early = await job(null, 'talking');
  expect(await diary(artist.client, early.args)).toEqual({ entries: [] });
  expect(await codeOf(artist.client, 'send_message', { ...early.args, ...photos('before') })).toBe(
    'move_refused',
  );
});

test('stays after completion, and ends as the conversation does', async () => {
  const { lead, args, link, side } = await job();
  await send(artist.client, { ...args, ...photos('painting') });
  await artist.client.rpc('complete_request', args);
  const late = await send(artist.client, { ...args, ...photos('done') });
  expect(late.error).toBeNull();
  const both = [{ stage: 'painting' }, { stage: 'done' }];
  expect(await diary(artist.client, args)).toMatchObject({ entries: both });
  const { data: wall } = await artist.client.rpc('finished_mural', { p_lead: lead });
  // Its photos never arrived.
  expect(wall.pictures).toEqual([]);

  // A report closes it to both, and hides it from who reported.
  await side.rpc('report_message', { p_message: late.data.id, ...link });
  expect(await diary(side, { ...args, ...link })).toBeNull();
  expect(await diary(artist.client, args)).toMatchObject({ entries: both });
  expect(await codeOf(artist.client, 'send_message', { ...args, ...photos('done') })).toBe(
    'move_refused',
  );

  const closed = await job();
  await send(artist.client, { ...closed.args, ...photos('before') });
  await closed.side.rpc('close_request', { p_lead: closed.lead, ...closed.link });
  expect(await diary(artist.client, closed.args)).toMatchObject({
    entries: [{ stage: 'before' }],
  });
  await closed.side.rpc('erase_request', { p_lead: closed.lead, ...closed.link });
  expect(
    await db.sql('select from public.lead_messages where lead_id = $1', [closed.lead]),
  ).toEqual([]);
});
