import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { PAPERS, SKETCHES } from '#features/pictures/buckets.ts';
import { LEAD_PHOTOS, MESSAGE_PICTURES } from '#features/pictures/upload.ts';
import type { Message } from '#features/requests/conversation/conversation.ts';
import { signClaims } from '#http/signed-token.ts';
import { backendOfFile } from '../../support/backend.ts';
import { pictureBytes } from '../../support/pictures.ts';
import { hashOf, jobOf } from '../support/files.ts';
import { people } from '../support/people.ts';

/** Signed addresses of private files: their reader's right is asked again whenever one is used. */
const db = await backendOfFile();
const { artist, admin } = await people(db);

type File = [bucket: string, name: string];
type Job = Awaited<ReturnType<typeof job>>;
/** A guest's request that the artist was chosen for. */
const job = () => jobOf(db, { artist });

async function put(
  [bucket, name]: File,
  bytes: Uint8Array,
  type = 'image/webp',
  who = db.service(),
): Promise<File> {
  const body = new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
  const { error } = await who.storage.from(bucket).upload(name, body, { contentType: type });
  if (error) throw error;
  return [bucket, name];
}

const nextYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
const bytes = () => new Uint8Array(pictureBytes('webp', randomUUID()));

const FILES: Record<string, (job: Job) => Promise<File>> = {
  'a photo of the wall': ({ lead, claim }) =>
    put([LEAD_PHOTOS.name, `${lead}/${hashOf(claim)}/0.webp`], bytes()),
  'a sketch': ({ lead, mine: profile }) => {
    const sketch = bytes();
    return put([SKETCHES.name, `${lead}/${profile}/${hashOf(sketch)}.webp`], sketch);
  },
  'a picture of a message': async ({ lead, mine: profile, token }) => {
    const { data } = await db.anon().rpc('send_message', {
      ...{ p_lead: lead, p_artist: profile, p_body: '', p_key: randomUUID(), p_pictures: 1 },
      p_token: token,
    });
    return put([MESSAGE_PICTURES.name, (data as Message).pictures[0]?.path ?? ''], bytes());
  },
  'a certificate': async ({ lead, mine: profile, token }) => {
    const id = randomUUID();
    const name = `${profile}/${id}.pdf`;
    const pdf = Buffer.from('%PDF-1.7\n%%EOF');
    const file = await put([PAPERS.name, name], pdf, 'application/pdf', artist.client);
    const sent = { p_path: name, p_insurer: 'Acme', p_amount: 1_000_000, p_ends_on: nextYear() };
    expect((await artist.client.rpc('send_certificate', { p_id: id, ...sent })).error).toBeNull();
    const decision = { p_id: id, p_accept: true };
    expect((await admin.client.rpc('decide_paper', decision)).error).toBeNull();
    await db.sql(
      `insert into public.proposals (lead_id, artist_id, low, high, starts_on, days, valid_until, state)
       values ($1, $2, 900, 900, current_date + 30, 5, current_date + 14, 'accepted')`,
      [lead, profile],
    );
    const open = { p_lead: lead, p_artist: profile, p_token: token };
    expect((await db.anon().rpc('open_certificate', open)).error).toBeNull();
    return file;
  },
};

async function sign(who: SupabaseClient, [bucket, name]: File, seconds = 60): Promise<string> {
  const { data, error } = await who.storage.from(bucket).createSignedUrl(name, seconds);
  if (error) throw error;
  return data.signedUrl;
}
const statusOf = async (address: string) => (await fetch(address)).status;
const claimsIn = (address: string) => {
  const payload = new URL(address).searchParams.get('token')?.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
};

describe.each(Object.entries(FILES))('the address of %s', (kind, make) => {
  test('ends for a guest when the link is replaced, and says nothing of the link', async () => {
    const made = await job();
    const address = await sign(db.guest(made.token), await make(made));
    expect(await statusOf(address)).toBe(200);
    expect(JSON.stringify(claimsIn(address))).not.toContain(made.token);
    const { data } = await db.anon().rpc('rotate_request_link', { p_token: made.token });
    expect(data).toMatchObject({ token: expect.any(String) });
    expect(await statusOf(address)).toBe(400);
  });

  test('ends for a guest when the request is erased', async () => {
    const made = await job();
    const address = await sign(db.guest(made.token), await make(made));
    await db.sql('delete from public.lead_contacts where lead_id = $1', [made.lead]);
    expect(await statusOf(address)).toBe(400);
  });

  test('is good for an hour at most, whatever was asked for, then for nobody, and private to every cache', async () => {
    const made = await job();
    const file = await make(made);
    const address = await sign(db.guest(made.token), file, 9_999_999);
    const claims = claimsIn(address);
    const { headers } = await fetch(address);
    expect(headers.get('cache-control')).toMatch(kind === 'a certificate' ? 'no-store' : 'private');
    const longest = file[0] === PAPERS.name ? PAPERS.signedSeconds : 3600;
    expect(claims.exp - claims.iat).toBe(longest);
    const over = new URL(address);
    const past = { iat: claims.iat - 2 * longest, exp: claims.iat - 1 };
    over.searchParams.set('token', signClaims({ ...claims, ...past }, db.keys.jwtSecret));
    expect(await statusOf(over.href)).toBe(400);
    // As those were that lasted for years.
    const { reader: _, ...nobody } = claims;
    over.searchParams.set('token', signClaims(nobody, db.keys.jwtSecret));
    expect(await statusOf(over.href)).toBe(400);
  });
});

test.each([
  ['a photo of the wall', `update public.lead_assignments set state = 'passed' where lead_id = $1`],
  ['a sketch', 'delete from public.lead_assignments where lead_id = $1'],
])('the address of %s ends for an artist who is passed over', async (kind, passOver) => {
  const made = await job();
  const address = await sign(artist.client, (await FILES[kind]?.(made)) as File);
  expect(await statusOf(address)).toBe(200);
  await db.sql(passOver, [made.lead]);
  expect(await statusOf(address)).toBe(400);
});

test('an address ends with the session that asked for it', async () => {
  const made = await job();
  const desk = await db.signedIn('admin');
  const photo = await FILES['a photo of the wall']?.(made);
  const address = await sign(desk.client, photo as File);
  expect(await statusOf(address)).toBe(200);
  await desk.client.auth.signOut();
  expect(await statusOf(address)).toBe(400);
});
