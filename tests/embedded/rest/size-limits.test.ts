import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ALL_BUCKETS, SKETCHES } from '#features/pictures/buckets.ts';
import { LIMITS } from '#lib/limits.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { ANON, form, newClaim, submit } from '../../db/support/leads.ts';
import { testSite } from '../../server/fixture.ts';
import { type Person, testBackend } from '../../support/backend.ts';
import { pictureOf } from '../../support/pictures.ts';

/** Every door with the largest that it promises to take, and with one more, as everybody who may use it or not. */
vi.setConfig({ testTimeout: 120_000 });

type Role = 'guest' | 'client' | 'artist' | 'admin';
const OTHERS: Role[] = ['guest', 'client', 'admin'];

const people = {} as Record<Exclude<Role, 'guest'>, Person>;
let artistId: string;

const db = ofFile(() => testBackend());
const site = ofFile(() => testSite({ backendUrl: () => db.url, secrets: () => db.keys }));
beforeAll(async () => {
  for (const role of ['client', 'artist', 'admin'] as const) people[role] = await db.signedIn(role);
  const { data } = await people.artist.client.rpc('ensure_artist_profile');
  artistId = (data as { id: string }).id;
  await db.sql(
    `insert into private.settings (key, value) values ('lead_ip_limit', '10000'), ('lead_total_limit', '10000')`,
  );
}, 120_000);

interface Sent {
  status: number;
  text: string;
}

async function send(
  path: string,
  role: Role,
  body: string | Buffer,
  more: Record<string, string> = {},
): Promise<Sent> {
  const { publishableKey } = db.keys;
  const bearer = role === 'guest' ? publishableKey : people[role].token;
  const response = await fetch(site.url + path, {
    method: 'POST',
    body: body as BodyInit,
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${bearer}`,
      'content-type': typeof body === 'string' ? 'application/json' : 'image/jpeg',
      ...more,
    },
  });
  return { status: response.status, text: await response.text() };
}

const call = async (role: Role, name: string, args: object, token?: string) => {
  const sent = await send(
    `/rest/v1/rpc/${name}`,
    role,
    JSON.stringify(args),
    token ? { 'x-request-token': token } : {},
  );
  expect([role, sent.status], `${name}: ${sent.text}`).toEqual([role, 200]);
  return JSON.parse(sent.text);
};

/** A request of `role`, with the artist on it. */
async function ask(role: Role) {
  const claim = newClaim();
  const by =
    role === 'guest' ? ANON : ({ role: 'authenticated', userId: people[role].id } as const);
  const { id: lead, token } = await submit(db, form({ claim }), by);
  await db.sql('insert into public.lead_assignments (lead_id, artist_id) values ($1, $2)', [
    lead,
    artistId,
  ]);
  const folder = `${lead}/${createHash('sha256').update(claim).digest('hex')}`;
  return { lead, token: token as string, folder };
}

/** Where `role` may put a file, and the header that it needs for it. */
const PLACES: Record<string, (role: Role) => Promise<{ path: string; token?: string }>> = {
  'profile-photos': async (role) => ({
    path: `${role === 'guest' ? people.artist.id : people[role].id}/${randomUUID()}.jpg`,
  }),
  'portfolio-images': async (role) => ({
    path: `${role === 'guest' ? people.artist.id : people[role].id}/${randomUUID()}.jpg`,
  }),
  papers: async () => ({ path: `${artistId}/${randomUUID()}.jpg` }),
  'lead-photos': async (role) => {
    const { folder, token } = await ask(role);
    return { path: `${folder}/0.webp`, token };
  },
  'message-pictures': async (role) => {
    const { lead, token } = await ask(role === 'artist' ? 'guest' : role);
    const { pictures } = await call(role, 'send_message', {
      p_lead: lead,
      p_artist: artistId,
      p_body: '',
      p_key: randomUUID(),
      p_pictures: 1,
      ...(role === 'guest' && { p_token: token }),
    });
    return { path: pictures[0].path, token };
  },
  sketches: async (role) => {
    const { lead } = await ask('guest');
    await db.sql(
      `update public.lead_assignments set state = 'accepted', accepted_at = now() where lead_id = $1`,
      [lead],
    );
    const largest = pictureOf('jpeg', SKETCHES.maxBytes);
    const hash = createHash('sha256').update(largest).digest('hex');
    return { path: `${lead}/${role === 'guest' ? lead : artistId}/${hash}.webp` };
  },
  'review-pictures': async (role) => {
    const { lead, token } = await ask(role);
    const [review] = await db.sql<{ id: string }>(
      `with made as (
         insert into public.reviews (artist_id, rating, body) values ($2, 5, 'The whole street stops to look.') returning id)
       insert into private.review_checks (review_id, lead_id, artist_id) select id, $1::uuid, $2::uuid from made returning review_id as id`,
      [lead, artistId],
    );
    return { path: `${review?.id}/${randomUUID()}.jpg`, token };
  },
};

describe.each(ALL_BUCKETS.map(({ name, maxBytes, guests }) => ({ name, maxBytes, guests })))(
  'the bucket $name',
  ({ name, maxBytes, guests }) => {
    const may = (role: Role) =>
      guests ||
      role === 'artist' ||
      (role === 'admin' && name !== 'papers' && name !== SKETCHES.name);
    const isHeld = async (role: Role) => {
      const { path, token } = await (
        PLACES[name] as (role: Role) => Promise<{ path: string; token?: string }>
      )(role);
      const headers: Record<string, string> =
        token && role === 'guest' ? { 'x-request-token': token } : {};
      const put = (size: number) =>
        send(`/storage/v1/object/${name}/${path}`, role, pictureOf('jpeg', size), headers);
      const more = await put(maxBytes + 1);
      expect(more.status, more.text).not.toBe(200);
      if (may(role))
        expect(JSON.parse(more.text).message).toBe('The object exceeded the maximum allowed size');
      const most = await put(maxBytes);
      expect([role, most.status === 200], most.text).toEqual([role, may(role)]);
    };
    const promise = 'takes its largest picture, and not one byte more, from: %s';
    it.each(['artist'] as const)(promise, isHeld);
    it.each(OTHERS)(promise, { tags: 'long' }, isHeld);
  },
);

/** In as many bytes as a character may take: a client may escape what is not ASCII. */
const escaped = (value: unknown) =>
  JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const wide = (length: number) => '🎨'.repeat(length);

describe.each(['import_artists', 'import_murals'])('%s', (rpc) => {
  const items = Array.from({ length: 8 }, (_, i) => `Style number ${i}`);
  const own =
    rpc === 'import_artists'
      ? { bio: 'x'.repeat(1700), mediums: items, surfaces: items, languages: items }
      : { description: 'x'.repeat(1900) };
  const named = rpc === 'import_artists' ? 'name' : 'title';
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const place = { line: i + 2, [named]: `Number ${i}`, city: 'Austin', state: 'TX' };
      return { ...place, styles: items, ...own };
    });
  const body = (count: number) => JSON.stringify({ p_rows: rows(count), p_apply: false });

  it('takes 1,000 lines and 2 MB from an admin, and not one line more', async () => {
    expect(body(LIMITS.importRows).length).toBeGreaterThan(LIMITS.importBytes * 0.9);
    const most = await send(`/rest/v1/rpc/${rpc}`, 'admin', body(LIMITS.importRows));
    expect(most.status, most.text.slice(0, 300)).toBe(200);
    expect(JSON.parse(most.text)).toHaveLength(LIMITS.importRows);
    const more = await send(`/rest/v1/rpc/${rpc}`, 'admin', body(LIMITS.importRows + 1));
    expect([more.status, more.text]).toEqual([413, expect.stringContaining('1000 lines')]);
  });

  it.each(['guest', 'client', 'artist'] as const)('takes nothing large from: %s', async (role) => {
    const { status } = await send(`/rest/v1/rpc/${rpc}`, role, body(LIMITS.importRows));
    expect(status).toBe(413);
  });
});

describe('what is typed', () => {
  it.each(['guest', 'client', 'artist'] as const)(
    'takes the longest message from: %s',
    async (role) => {
      const { lead, token } = await ask(role === 'artist' ? 'guest' : role);
      const write = (length: number) =>
        send(
          '/rest/v1/rpc/send_message',
          role,
          escaped({
            p_lead: lead,
            p_artist: artistId,
            p_body: wide(length),
            p_key: randomUUID(),
            ...(role === 'guest' && { p_token: token }),
          }),
        );
      expect((await write(LIMITS.message + 1)).status).toBe(422);
      expect((await write(LIMITS.message)).status).toBe(200);
    },
  );

  it('takes the longest profile, with all that is said of its pictures', async () => {
    const url = (i: number) => `${'https://example.com/'.padEnd(LIMITS.webAddress - 4, 'x')}${i}`;
    const details = (text: string) =>
      Object.fromEntries(
        Array.from({ length: LIMITS.pictureDetails }, (_, i) => [
          url(i),
          { x: 0.5, y: 0.5, alt: text },
        ]),
      );
    const { status, text } = await send(
      '/rest/v1/rpc/save_artist_profile',
      'artist',
      escaped({
        p_artist: artistId,
        p_changes: { bio: wide(LIMITS.bio), picture_details: details(wide(LIMITS.pictureAlt)) },
        p_read: { bio: '', picture_details: details(wide(LIMITS.pictureAlt)) },
      }),
    );
    // What was read is another by now; that it was read to its end is all that counts here.
    expect([200, 409, 422], text.slice(0, 300)).toContain(status);
  });
});
