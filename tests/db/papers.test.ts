import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PAPERS } from '#features/pictures/buckets.ts';
import { backendOfFile, type Person } from '#tests/support/backend.ts';
import { pictureOf } from '#tests/support/pictures.ts';
import { work } from './support/actors.ts';
import { form, give, newClaim, submit } from './support/leads.ts';
import { daysLater, mailKinds, valueIn } from './support/read.ts';

/** Certificates of insurance: who sends, checks and opens them, as the dashboards do. */
const db = await backendOfFile();
let artist: Person;
let other: Person;
let admin: Person;
let client: Person;
let stranger: Person;
let artistId: string;
let otherId: string;
beforeAll(async () => {
  [artist, other] = [await db.signedIn('artist'), await db.signedIn('artist')];
  admin = await db.signedIn('admin');
  [client, stranger] = [await db.signedIn('client'), await db.signedIn('client')];
  [artistId, otherId] = [await profileOf(artist), await profileOf(other)];
  await db.sql('update public.artists set public_visible = true where id = $1', [artistId]);
});
beforeEach(async () => {
  await db.sql('delete from private.papers');
  await db.sql('delete from private.rate_counters');
  await clock(0);
});

const profileOf = async (who: Person) =>
  (await who.client.rpc('ensure_artist_profile')).data.id as string;
const clock = async (seconds: number) => {
  await daysLater(db, seconds / 86_400);
  // Whose browser is open renews their session meanwhile.
  await db.sql(`update auth.sessions set refreshed_at = private.clock() at time zone 'UTC'`);
};
const PDF = Buffer.from('%PDF-1.7\n%%EOF');
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function put(who: Person, name: string, bytes: Uint8Array, type = 'application/pdf') {
  const body = new Blob([new Uint8Array(bytes)], { type });
  return who.client.storage.from('papers').upload(name, body, { contentType: type });
}

interface Sent {
  who?: Person;
  of?: string;
  id?: string;
  ends?: string;
}
async function send({ who = artist, of = artistId, id = randomUUID(), ends = day(90) }: Sent = {}) {
  const path = `${of}/${id}.pdf`;
  await put(who, path, PDF);
  const values = { p_insurer: ' Acme  Mutual ', p_amount: 1_000_000, p_ends_on: ends };
  const answer = await who.client.rpc('send_certificate', { p_id: id, p_path: path, ...values });
  return { id, path, ...answer };
}
const decide = (id: string, accept: boolean, reason?: string, who = admin) =>
  who.client.rpc('decide_paper', { p_id: id, p_accept: accept, p_reason: reason });
const insuredTo = (of = artistId) =>
  valueIn<string | null>(db, 'select insured_to::text from public.artists where id = $1', [of]);
const kinds = (who: Person) => mailKinds(db, `user_id = $1 and kind like 'paper%'`, [who.id]);
const opened = () =>
  db.sql<{ actor: string | null; detail: Record<string, string> }>(
    `select actor, detail from private.audit_log where action = 'paper.opened' and subject = $1 order by id`,
    [artistId],
  );

describe('what is stored', () => {
  const LIES: Record<string, string | Buffer> = {
    'a drawing': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'a page': '<!doctype html><script>alert(1)</script>',
    'a page that becomes a PDF': '<html>%PDF-1.7</html>',
    'a script that becomes one': 'x<script>alert(1)</script>\n%PDF-1.7',
    'a heading too far down': `${' '.repeat(1020)}%PDF-1.7`,
    'a GIF': 'GIF89a\x01\0\x01\0',
    'half a heading': '%PDF',
    nothing: '',
  };
  test.each(Object.entries(LIES))('%s named .pdf is refused by its bytes', async (_, text) => {
    for (const type of ['application/pdf', 'image/jpeg', 'image/webp']) {
      const name = `${artistId}/${randomUUID()}.pdf`;
      const { error } = await put(artist, name, Buffer.from(text as string, 'latin1'), type);
      expect(error).toMatchObject({
        statusCode: '400',
        message: 'The file is not a PDF, JPEG or WebP file, whatever it is called',
      });
    }
  });

  test.each([
    ['a line break', '\n'],
    ['a byte order mark', '\xef\xbb\xbf'],
    ['a header of a printer', '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n'],
  ])('a PDF behind %s is one, and a download is all that it is', async (_, before) => {
    const name = `${artistId}/${randomUUID()}.pdf`;
    const bytes = Buffer.from(`${before}%PDF-1.7\n%%EOF`, 'latin1');
    expect((await put(artist, name, bytes, 'application/pdf')).error).toBeNull();
    const { data } = await artist.client.storage.from('papers').createSignedUrl(name, 60);
    const response = await fetch(new URL(data?.signedUrl ?? ''));
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  });

  test('a PDF that nobody can open without a password is refused as that', async () => {
    const file = path.join(import.meta.dirname, '../embedded/storage/pdf/aes-256-locked.pdf');
    const name = `${artistId}/${randomUUID()}.pdf`;
    const { error } = await put(artist, name, await readFile(file), 'application/pdf');
    expect(error).toMatchObject({ message: 'The PDF needs a password to open' });
  });

  test('nothing over 10 MB', async () => {
    const bytes = pictureOf('jpeg', PAPERS.maxBytes + 1);
    const { error } = await put(artist, `${artistId}/${randomUUID()}.jpg`, bytes, 'image/jpeg');
    expect(error).not.toBeNull();
  });

  test('what was never sent goes after a day', async () => {
    const [kept, stray] = [await send(), `${artistId}/${randomUUID()}.pdf`];
    await put(artist, stray, PDF);
    await db.sql(
      `update storage.objects set created_at = now() - interval '25 hours' where bucket_id = 'papers'`,
    );
    await work(db);
    const rows = await db.sql<{ name: string }>(
      `select name from storage.objects where bucket_id = 'papers' and name like $1 || '/%'`,
      [artistId],
    );
    expect(rows.map(({ name }) => name)).toEqual([kept.path]);
  });
});

describe('sending and deciding', () => {
  test('is in public only once an admin has checked it', async () => {
    const { id, data } = await send();
    expect(data).toMatchObject([{ id, state: 'sent', insurer: 'Acme Mutual', amount: 1_000_000 }]);
    expect(await insuredTo()).toBeNull();
    expect(await kinds(admin)).toContain('paper_sent');
    const needs = (await admin.client.rpc('admin_needs')).data;
    expect(needs.papers).toMatchObject({ total: 1, rows: [{ id, own: false }] });
    await db.sql('delete from private.site_changes');
    expect((await decide(id, true)).error).toBeNull();
    expect((await decide(id, true)).error).toBeNull();
    expect(await insuredTo()).toBe(day(90));
    expect(await db.sql('select from private.site_changes')).toHaveLength(1);
    expect((await kinds(artist)).filter((kind) => kind === 'paper_checked')).toHaveLength(1);
    // Nothing else about it can be read.
    const { data: row } = await db
      .service()
      .from('artists')
      .select('*')
      .eq('id', artistId)
      .single();
    expect(JSON.stringify(row)).not.toMatch(/Acme|1000000|papers/);
  });

  test('a refusal has its reason, and comes once', async () => {
    const { id } = await send();
    expect((await decide(id, false)).error).toMatchObject({ code: 'reason_required' });
    await decide(id, false, 'It names another company.');
    await decide(id, false, 'It names another company.');
    expect(await insuredTo()).toBeNull();
    const mails = await work<{ kind: string; data: Record<string, unknown> }>(db);
    const told = mails.filter(({ kind }) => kind === 'paper_refused');
    expect(told.length).toBeLessThan(2);
    expect((await artist.client.rpc('my_papers')).data).toMatchObject([
      { id, state: 'refused', reason: 'It names another company.' },
    ]);
    expect((await decide(id, true)).error).toMatchObject({ code: 'move_refused' });
  });

  test('again is no second one, and a checked one stays until the next is checked', async () => {
    const first = await send();
    await decide(first.id, true);
    const next = await send({ ends: day(400) });
    const again = await send({ id: next.id, ends: day(400) });
    expect(again.data).toHaveLength(2);
    expect(await insuredTo()).toBe(day(90));
    await decide(next.id, true);
    expect(await insuredTo()).toBe(day(400));
    expect((await artist.client.rpc('my_papers')).data).toMatchObject([{ id: next.id }]);
    const left = await db.sql('select from storage.objects where name = $1', [first.path]);
    expect(left).toEqual([]);
  });

  test('removing takes the badge and the file away', async () => {
    const { id, path } = await send();
    await decide(id, true);
    expect((await other.client.rpc('remove_paper', { p_id: id })).error).toBeNull();
    expect(await insuredTo()).toBe(day(90));
    expect((await artist.client.rpc('remove_paper', { p_id: id })).data).toEqual([]);
    expect((await artist.client.rpc('remove_paper', { p_id: id })).data).toEqual([]);
    expect(await insuredTo()).toBeNull();
    expect(await db.sql('select from storage.objects where name = $1', [path])).toEqual([]);
  });

  test('nobody decides about their own', async () => {
    const both = await db.signedIn('artist');
    const of = await profileOf(both);
    const { id } = await send({ who: both, of });
    await db.sql(`update public.user_roles set role = 'admin' where user_id = $1`, [both.id]);
    expect((await decide(id, true, undefined, both)).error).toMatchObject({ code: 'not_allowed' });
    expect((await decide(id, true, undefined, artist)).error).toMatchObject({
      code: 'not_allowed',
    });
    expect(await insuredTo(of)).toBeNull();
  });

  test.each([
    ['insurer_required', { p_insurer: '  ' }],
    ['insurer_too_long', { p_insurer: 'x'.repeat(101) }],
    ['coverage_invalid', { p_amount: 0 }],
    ['insurance_end_invalid', { p_ends_on: day(-2) }],
    ['insurance_end_invalid', { p_ends_on: day(365 * 6) }],
    ['paper_missing', { p_path: `${randomUUID()}/x.pdf` }],
  ])('%s', async (code, changes) => {
    const id = randomUUID();
    const path = `${artistId}/${id}.pdf`;
    await put(artist, path, PDF);
    const values = { p_insurer: 'Acme', p_amount: 5, p_ends_on: day(9) };
    const args = { p_id: id, p_path: path, ...values, ...changes };
    expect((await artist.client.rpc('send_certificate', args)).error).toMatchObject({ code });
    await db.sql(
      'select private.delete_objects(array(select o.id from storage.objects o where o.name = $1))',
      [path],
    );
  });
});

describe('who opens it', () => {
  /** A request with the artist chosen and another one passed over, by account and by link. */
  async function agreed(by: Person | null) {
    const caller = by
      ? ({ role: 'authenticated', userId: by.id } as const)
      : ({ role: 'anon' } as const);
    const { id: lead, token } = await submit(db, form({ claim: newClaim() }), caller);
    await give(db, lead, artistId, otherId);
    for (const [of, state] of [
      [artistId, 'accepted'],
      [otherId, 'passed'],
    ]) {
      await db.sql(
        `insert into public.proposals (lead_id, artist_id, low, high, starts_on, days, valid_until, state)
         values ($1, $2, 900, 900, current_date + 30, 5, current_date + 14, $3)`,
        [lead, of, state],
      );
      await db.sql(
        'update public.lead_assignments set state = $3 where lead_id = $1 and artist_id = $2',
        [lead, of, state],
      );
    }
    return { lead, token: token as string };
  }
  const open = (who: Pick<Person, 'client'>, lead: string, of = artistId, token?: string) =>
    who.client.rpc('open_certificate', { p_lead: lead, p_artist: of, p_token: token });
  const sign = async (who: Pick<Person, 'client'>, path: string, token?: string) => {
    const bucket = who.client.storage.from('papers');
    if (token) bucket.setHeader('x-request-token', token);
    return bucket.createSignedUrl(path, 300, { download: 'certificate.pdf' });
  };

  test('the client of an accepted proposal, for five minutes, and each look is noted', async () => {
    const { id, path } = await send();
    await decide(id, true);
    const { lead } = await agreed(client);
    expect((await sign(client, path)).error).not.toBeNull();
    expect((await open(client, lead)).data).toEqual({ path });
    const { data } = await sign(client, path);
    const response = await fetch(data?.signedUrl ?? '');
    expect(response.headers.get('content-disposition')).toContain('certificate.pdf');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PDF);
    const last = (await opened()).at(-1);
    expect(last).toMatchObject({ actor: client.id, detail: { by: 'client', lead, paper: id } });
    await db.sql(
      `update private.audit_log set at = now() - interval '301 seconds' where action = 'paper.opened'`,
    );
    expect((await sign(client, path)).error).not.toBeNull();
  });

  test('a guest by the link', async () => {
    const { id, path } = await send();
    await decide(id, true);
    const { lead, token } = await agreed(null);
    const guest = { client: db.anon() };
    expect((await open(guest, lead, artistId, token)).data).toEqual({ path });
    const { data } = await sign({ client: db.anon() }, path, token);
    expect((await fetch(data?.signedUrl ?? '')).status).toBe(200);
    expect((await sign({ client: db.anon() }, path)).error).not.toBeNull();
    expect((await opened()).at(-1)).toMatchObject({ actor: null, detail: { lead } });
  });

  test('everybody else gets the same refusal', async () => {
    const { id, path } = await send();
    const before = await agreed(client);
    const answers = new Set<string>();
    const refused = async (
      who: Pick<Person, 'client'>,
      lead: string,
      of?: string,
      token?: string,
    ) => {
      const { error, status, data } = await open(who, lead, of, token);
      answers.add(JSON.stringify([status, error, data]));
    };
    // Not yet checked.
    await refused(client, before.lead);
    await decide(id, true);
    const passed = await agreed(stranger);
    await send({ who: other, of: otherId }).then((one) => decide(one.id, true));
    const guest = { client: db.anon() };
    await refused(guest, before.lead);
    await refused(guest, before.lead, artistId, 'x'.repeat(43));
    await refused(guest, before.lead, artistId, passed.token);
    await refused(stranger, before.lead);
    await refused(artist, before.lead);
    await refused(other, before.lead);
    await refused(admin, before.lead);
    // Passed over by this client, who has chosen another.
    await refused(stranger, passed.lead, otherId);
    await refused(client, randomUUID());
    await refused(client, before.lead, randomUUID());
    // And by one who closes the request.
    await db.sql(`update public.lead_assignments set state = 'withdrawn' where lead_id = $1`, [
      before.lead,
    ]);
    await refused(client, before.lead);
    expect([...answers]).toEqual([
      JSON.stringify([
        404,
        {
          code: 'paper_refused',
          details: null,
          hint: null,
          message: 'There is no certificate for you here.',
        },
        null,
      ]),
    ]);
    const files = new Set<string>();
    for (const who of [guest, client, stranger, other, admin])
      files.add(JSON.stringify((await sign(who, path)).error?.message));
    expect(files.size).toBe(1);
  });

  test('an admin, noted', async () => {
    const { id, path } = await send();
    expect((await sign(admin, path)).error).not.toBeNull();
    expect((await admin.client.rpc('admin_open_paper', { p_id: id })).data).toEqual({ path });
    expect((await sign(admin, path)).error).toBeNull();
    expect((await opened()).at(-1)).toMatchObject({ actor: admin.id, detail: { by: 'admin' } });
    expect((await sign(await db.signedIn('admin'), path)).error).not.toBeNull();
  });
});

describe('by the clock', () => {
  /** Seconds from now to a time of a day in a zone. */
  const until = async (when: string, zone: string) => {
    const [row] = await db.sql<{ s: number }>(
      `select extract(epoch from ($1::timestamp at time zone $2) - now())::float8 as s`,
      [when, zone],
    );
    return row?.s ?? 0;
  };

  test.each([
    ['San Antonio', 'America/Chicago'],
    ['El Paso', 'America/Denver'],
  ])('ends at midnight of its day in %s', async (city, zone) => {
    await db.sql(`update public.artists set city = $2, state = 'TX' where id = $1`, [
      artistId,
      city,
    ]);
    const { id } = await send();
    await decide(id, true);
    await clock((await until(`${day(90)} 00:00`, zone)) - 5);
    await work(db);
    expect(await insuredTo()).toBe(day(90));
    await db.sql('delete from private.site_changes');
    await clock((await until(`${day(90)} 00:00`, zone)) + 1);
    await work(db);
    expect(await insuredTo()).toBeNull();
    expect(await db.sql('select from private.site_changes')).toHaveLength(1);
    expect((await artist.client.rpc('my_papers')).data).toMatchObject([{ state: 'ended' }]);
  });

  test('tells the artist once, 30 days before', async () => {
    await db.sql(`update public.artists set city = 'Austin', state = 'TX' where id = $1`, [
      artistId,
    ]);
    const { id } = await send();
    await decide(id, true);
    const told = async () => (await kinds(artist)).filter((kind) => kind === 'paper_ending').length;
    const start = await told();
    await clock((await until(`${day(60)} 00:00`, 'America/Chicago')) - 5);
    await work(db);
    expect(await told()).toBe(start);
    await clock((await until(`${day(60)} 00:00`, 'America/Chicago')) + 1);
    await work(db);
    await work(db);
    expect(await told()).toBe(start + 1);
  });
});

test('goes with the account, file and all', async () => {
  const leaver = await db.signedIn('artist');
  const of = await profileOf(leaver);
  await send({ who: leaver, of });
  await put(leaver, `${of}/${randomUUID()}.pdf`, PDF);
  expect((await leaver.client.rpc('export_my_data')).data.papers).toHaveLength(1);
  expect((await leaver.client.rpc('delete_my_account')).error).toBeNull();
  const left = await db.sql(
    `select name from storage.objects where bucket_id = 'papers' and name like $1 || '/%'
     union all select path from private.papers where artist_id = $1::uuid`,
    [of],
  );
  expect(left).toEqual([]);
});
