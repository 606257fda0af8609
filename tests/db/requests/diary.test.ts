import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { type DiaryContents, STAGES } from '#features/diary/diary.ts';
import { MESSAGE_PICTURES } from '#features/pictures/upload.ts';
import { backendOfFile, type Person } from '../../support/backend.ts';
import { bucketOf, jobOf } from '../support/files.ts';
import { people } from '../support/people.ts';

/** The diary of a job: messages of its artist that say a stage, for the two sides of the conversation. */
const db = await backendOfFile();
const { artist, other, client } = await people(db);
const pictures = bucketOf(MESSAGE_PICTURES.name);

/** A request that both artists have, with the state that `artist` is in. */
async function job(by: Person | null = null, state = 'accepted') {
  const made = await jobOf(db, { artist, other }, by, state);
  const link = by ? {} : { p_token: made.token };
  return { ...made, link, args: { p_lead: made.lead, p_artist: made.mine } };
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
])('is seen by a client with %s, with its photos', async (_, by) => {
  const { lead, args, theirs, link, side } = await job(by());
  for (const stage of STAGES) {
    const { data, error } = await send(artist.client, { ...args, ...photos(stage) });
    expect(error).toBeNull();
    const { error: refused } = await pictures.put(artist.client, data.pictures[0].path);
    expect(refused).toBeNull();
  }
  // What is no entry stays in the conversation.
  await send(artist.client, { ...args, ...photos(null, { p_body: 'Hello' }) });
  const seen = await diary(side, { ...args, ...link });
  expect(seen).toMatchObject({
    entries: STAGES.map((stage) => ({ stage, pictures: [{ arrived: true }] })),
  });
  const paths = seen?.entries.flatMap(({ pictures }) => pictures.map(({ path }) => path)) ?? [];
  expect(await pictures.readBy(side, paths)).toBe(STAGES.length);
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
