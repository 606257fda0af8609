import { beforeEach, describe, expect, test } from 'vitest';
import {
  NOTICE_TOPICS,
  NOTICES,
  type Notice,
  noticeSchema,
} from '#features/notifications/notices.ts';
import { TEMPLATES } from '#mail/delivery/templates.ts';
import {
  answered,
  type Caller,
  call,
  type Leased,
  refusal,
  scratch,
  work,
} from '../support/actors.ts';
import { form, give, select, submit } from '../support/leads.ts';
import { setting, valueIn, valuesIn } from '../support/read.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

const db = await worldOfFile({ lead_ip_limit: '1000', lead_total_limit: '10000' });
beforeEach(async () => {
  await db.sql('delete from private.mails');
  await db.sql('delete from public.notices');
  await db.sql('delete from public.notice_preferences');
  await db.sql(`delete from private.settings where key = 'clock_offset_seconds'`);
});

const artist = caller('artist2');
const client = caller('client');
const admin = caller('admin');
const answer = <T>(who: Caller, expression: string, params: unknown[] = []) =>
  answered<T>(db, who, expression, params);
const listed = async (who: Caller) =>
  noticeSchema.array().parse(await answer<Notice[]>(who, 'public.my_notices()'));
const told = async (who: Caller) =>
  (await listed(who)).map(({ kind, read }) => `${kind}${read ? ' read' : ''}`);
const unread = async (who: Caller) =>
  (await answer<{ unread: number }>(who, 'public.my_news()')).unread;
const mails = () =>
  valuesIn<string>(
    db,
    `select kind || ' ' || coalesce(m.address, u.email::text) from private.mails m left join auth.users u on u.id = m.user_id order by m.id`,
  );
const prefer = (who: Caller, topic: string, mode: string, zone: string | null = null) =>
  call(db, who, 'select public.set_notice_preference($1, $2, $3)', [topic, mode, zone]);
const mode = async (who: Caller) =>
  (await call<{ modes: object }>(db, who, 'select modes from public.notice_preferences'))[0]?.modes;

const lease = () => work<Leased<{ notices?: Notice[]; unsubscribe?: string }>>(db);

/** Sends a request to A2, of `artist2`. */
async function lead(changes = {}, who?: Caller): Promise<string> {
  const asked = form(changes);
  const { id: made } = await submit(db, asked, who);
  await select(db, made, asked.claim, [id('A2')]);
  return made;
}

/** From now on it is that moment. */
/** Reminders, which would be due as well, have tests of their own. */
async function moveClock(to: Date): Promise<void> {
  await db.sql('delete from private.reminders');
  await setting(db, 'clock_offset_seconds', Math.ceil((to.getTime() - Date.now()) / 1000));
}
const clock = async () => new Date((await valueIn<string>(db, 'select private.clock()')) ?? '');
const digestAt = async () =>
  (
    await valuesIn<string>(db, 'select digest_at from public.notices where digest_at is not null')
  ).map((at) => new Date(at).toISOString());
const HOUR = 3_600_000;

test('every kind that shows itself has a title, and every topic a name', async () => {
  const kinds = await db.sql<{ kind: string }>(
    'select kind from private.mail_kinds where notice order by 1',
  );
  // In the other direction those of later migrations are missing here.
  for (const { kind } of kinds) expect(NOTICES).toHaveProperty(kind);
  const topics = await db.sql<{ topic: string }>(
    'select distinct topic from private.mail_kinds where topic is not null order by 1',
  );
  const named = Object.values(NOTICE_TOPICS).flatMap((list) => list.map(({ topic }) => topic));
  expect(topics.map(({ topic }) => topic)).toEqual(named.sort());
});

describe('an event tells an account', () => {
  test('once, with its mail, and nothing of whoever asks', async () => {
    const made = await lead({
      name: 'Zenobia Secret',
      email: 'zenobia@example.com',
      phone: '999888777',
      city: 'Austin',
    });
    expect(await mails()).toContain('lead_received artist2@example.com');
    const [notice, ...others] = await listed(artist);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      kind: 'lead_received',
      lead_id: made,
      city: 'Austin',
      call: false,
      style: 'abstract',
      artist: 'A2',
      read: false,
    });
    const rows = await db.sql('select * from public.notices');
    expect(JSON.stringify([rows, notice])).not.toMatch(/zenobia|999888777/i);
    await db.sql(
      `select private.write_mail('lead_received', $1 || ':' || $2, $3, null, $1::uuid, $2::uuid)`,
      [made, id('A2'), id('artist2')],
    );
    expect(await listed(artist)).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
  });

  test('of what it did itself as of something read', async () => {
    await lead({}, client);
    expect(await told(client)).toEqual(['request_confirmed read']);
    expect(await unread(client)).toBe(0);
  });

  test('an admin of what needs them, until it does not', async () => {
    const asked = await submit(db, form({ city: 'El Paso', style_preference: 'lettering' }));
    expect(await told(admin)).toEqual(['request_unmatched']);
    await give(db, asked.id, id('A2'));
    expect(await told(admin)).toEqual(['request_unmatched read']);
    await submit(db, form({ website: 'spam' }));
    expect(await unread(admin)).toBe(1);
    const held = (await listed(admin)).find(({ kind }) => kind === 'lead_held');
    await answer(admin, 'public.admin_release_request($1)', [held?.lead_id]);
    expect(await unread(admin)).toBe(0);
  });
});

describe('notices are read', () => {
  test('by whom they are for, one by one or all', async () => {
    for (let i = 0; i < 3; i++) await lead();
    const ids = (await listed(artist)).map((notice) => notice.id);
    const mark = (who: Caller, which: unknown) =>
      answer<number>(who, 'public.mark_notices_read($1)', [which]);
    expect(await mark(client, ids)).toBe(0);
    expect(await mark(client, null)).toBe(0);
    expect(await unread(artist)).toBe(3);
    expect(await mark(artist, ids.slice(0, 1))).toBe(1);
    expect(await mark(artist, ids.slice(0, 1))).toBe(0);
    expect(await mark(artist, [])).toBe(0);
    expect(await answer<number>(artist, 'public.mark_notices_read()')).toBe(2);
    expect(await unread(artist)).toBe(0);
  });

  test('when the artist opens the lead, or moves it', async () => {
    const [one, two] = [await lead(), await lead()];
    await answer(artist, 'public.mark_request_seen($1)', [one]);
    expect(await unread(artist)).toBe(1);
    await answer(artist, `public.set_lead_status($1, 'in_review')`, [two]);
    expect(await unread(artist)).toBe(0);
  });

  test('when the request is withdrawn', async () => {
    const made = await lead();
    await db.sql('update public.lead_records set withdrawn_at = now() where id = $1', [made]);
    expect(await told(artist)).toEqual(['lead_received read']);
  });
});

test('notices go with the lead, its assignment, whoever asked, and the account', async () => {
  const rows = async () =>
    Number(await valueIn<number>(db, 'select count(*) as n from public.notices'));
  await db.sql('delete from public.lead_records where id = $1', [await lead()]);
  expect(await rows()).toBe(0);
  await db.sql('delete from public.lead_assignments where lead_id = $1', [await lead()]);
  expect(await rows()).toBe(0);
  await db.sql('delete from public.lead_contacts where lead_id = $1', [await lead()]);
  expect(await rows()).toBe(0);
  const gone = await db.signedIn('client', 'gone@example.com');
  await lead({}, { role: 'authenticated', userId: gone.id });
  await prefer({ role: 'authenticated', userId: gone.id }, 'requests', 'here');
  await db.sql(`select private.unsubscribe_token($1, 'requests')`, [gone.id]);
  await call(db, { role: 'authenticated', userId: gone.id }, 'select public.delete_my_account()');
  expect(await rows()).toBe(0);
  expect(
    await db.sql(
      `select user_id from public.notice_preferences where user_id = $1
       union all select user_id from private.unsubscribe_links where user_id = $1`,
      [gone.id],
    ),
  ).toEqual([]);
});

test('what is older than 90 days is forgotten', async () => {
  await lead();
  await db.sql(`update public.notices set created_at = now() - interval '91 days'`);
  await db.sql('select private.delete_old_rows()');
  expect(await listed(artist)).toEqual([]);
});

describe('preferences', () => {
  test('only here: a notice and no mail; what is about the own request form still comes', async () => {
    await prefer(artist, 'leads', 'here');
    await prefer(client, 'requests', 'here');
    const made = await lead({ email: 'me@example.com' }, client);
    await answer(artist, `public.set_lead_status($1, 'in_review')`, [made]);
    expect(await mails()).toEqual(['request_confirmed me@example.com']);
    expect(await told(artist)).toEqual(['lead_received read']);
    expect(await told(client)).toEqual(['request_answered', 'request_confirmed read']);
    await prefer(client, 'requests', 'at_once');
    await answer(artist, `public.set_lead_status($1, 'completed', 'in_review')`, [made]);
    expect(await mails()).toContain('request_completed me@example.com');
  });

  test('what was told in one way is not told again in another', async () => {
    await prefer(artist, 'leads', 'here');
    const made = await lead();
    await prefer(artist, 'leads', 'at_once');
    await db.sql('select private.mail_assigned_artists($1)', [made]);
    expect(await mails()).not.toContain('lead_received artist2@example.com');
  });

  test('a mail that waits does not leave when it is not wanted any more', async () => {
    await lead({ email: 'guest@example.com' });
    await prefer(artist, 'leads', 'here');
    expect((await lease()).map(({ kind }) => kind)).toEqual(['request_confirmed']);
  });

  test('are refused for what there is not', async () => {
    for (const [topic, chosen, zone, field] of [
      ['nothing', 'here', null, 'topic'],
      [null, 'here', null, 'topic'],
      ['leads', 'never', null, 'mode'],
      ['leads', null, null, 'mode'],
      ['leads', 'here', 'Mars/Olympus', 'zone'],
      ['leads', 'here', 'posixrules"; drop', 'zone'],
    ]) {
      const { code, field: about } = await refusal(
        call(db, artist, 'select public.set_notice_preference($1, $2, $3)', [topic, chosen, zone]),
      );
      expect([code, about]).toEqual(['invalid_input', field]);
    }
    expect(await mode(artist)).toBeUndefined();
  });

  test('keep the zone until another is named', async () => {
    await prefer(artist, 'leads', 'daily', 'Asia/Kolkata');
    await prefer(artist, 'reminders', 'here');
    expect(await call(db, artist, 'select zone, modes from public.notice_preferences')).toEqual([
      { zone: 'Asia/Kolkata', modes: { leads: 'daily', reminders: 'here' } },
    ]);
  });
});

describe('once a day', () => {
  const nextMorning = async () => new Date((await digestAt())[0] ?? '');

  test('one mail at 8 tells what is unread, by links', async () => {
    await prefer(artist, 'leads', 'daily');
    const made = [await lead({ city: 'Austin' }), await lead(), await lead()];
    await db.sql('delete from private.mails');
    await answer(artist, 'public.mark_request_seen($1)', [made[2]]);
    const morning = await nextMorning();
    await moveClock(new Date(morning.getTime() - 120_000));
    expect(await lease()).toEqual([]);
    await moveClock(morning);
    const [digest, ...others] = await lease();
    expect(others).toEqual([]);
    expect(digest).toMatchObject({ kind: 'digest', address: 'artist2@example.com' });
    expect(digest?.data.notices?.map(({ lead_id }) => lead_id)).toEqual(made.slice(0, 2));
    const { blocks } = TEMPLATES.digest?.document(digest?.data) ?? { blocks: [] };
    expect(blocks[0]).toEqual({
      kind: 'links',
      items: [
        {
          text: 'New abstract mural request from Austin',
          path: `/dashboard/artist/leads?lead=${made[0]}`,
        },
        {
          text: 'New abstract mural request from San Antonio',
          path: `/dashboard/artist/leads?lead=${made[1]}`,
        },
      ],
    });
    expect(await lease()).toEqual([]);
  });

  test('none when nothing is unread, nor when it is not wanted any more', async () => {
    await prefer(artist, 'leads', 'daily');
    await lead();
    const morning = await nextMorning();
    await answer(artist, 'public.mark_notices_read()');
    await moveClock(morning);
    await db.sql('delete from private.mails');
    expect(await lease()).toEqual([]);
    await lead();
    await prefer(artist, 'leads', 'here');
    expect(await digestAt()).toEqual([]);
  });

  test('a morning has one digest, and what comes after it the next', async () => {
    await prefer(artist, 'leads', 'daily');
    await lead();
    const morning = await nextMorning();
    await moveClock(morning);
    await db.sql('delete from private.mails');
    const [first] = await lease();
    await lead();
    await db.sql('delete from private.mails where kind <> $1', ['digest']);
    const [second = ''] = await digestAt();
    expect(Date.parse(second) - morning.getTime()).toBeGreaterThanOrEqual(23 * HOUR);
    // One that was written for this morning while its digest left.
    await db.sql('update public.notices set digest_at = $1 where digest_at is not null', [
      morning.toISOString(),
    ]);
    expect(await lease()).toEqual([]);
    expect(await digestAt()).toEqual([second]);
    await moveClock(new Date(second));
    const later = await lease();
    expect(later.map(({ kind }) => kind)).toEqual(['digest']);
    expect(later[0]?.id).not.toBe(first?.id);
    expect(later[0]?.data.notices).toHaveLength(1);
  });

  // Clocks in Chicago go forward on the second Sunday of March, and back on the first of November.
  const sunday = (year: number, month: number, nth: number) => {
    const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
    return 1 + ((7 - first) % 7) + (nth - 1) * 7;
  };
  const year = new Date().getUTCFullYear() + 1;
  test.each([
    ['forward', 2, sunday(year, 2, 2), 14, 13],
    ['back', 10, sunday(year, 10, 1), 13, 14],
  ])('is at 8 on the wall when clocks go %s', async (_way, month, day, before, after) => {
    await prefer(artist, 'leads', 'daily', 'America/Chicago');
    for (const [offset, hour] of [
      [-1, before],
      [0, after],
      [1, after],
    ] as const) {
      const expected = new Date(Date.UTC(year, month, day + offset, hour));
      for (const early of [22 * HOUR, 60_000]) {
        await db.sql('delete from public.notices');
        await moveClock(new Date(expected.getTime() - early));
        await lead();
        expect(await digestAt()).toEqual([expected.toISOString()]);
      }
    }
  });

  test('is in the morning of the zone, and moves with it', async () => {
    await prefer(artist, 'leads', 'daily', 'Asia/Kolkata');
    await lead();
    expect((await digestAt())[0]).toMatch(/T02:30:00/);
    await prefer(artist, 'reminders', 'daily', 'Pacific/Honolulu');
    const [moved = ''] = await digestAt();
    expect(moved).toMatch(/T18:00:00/);
    const ahead = Date.parse(moved) - (await clock()).getTime();
    expect(ahead).toBeGreaterThan(0);
    expect(ahead).toBeLessThanOrEqual(24 * HOUR);
  });

  test('is at 8 of universal time for a zone that is no more, and stops nothing', async () => {
    await prefer(artist, 'leads', 'daily');
    await db.sql(`update public.notice_preferences set zone = 'Mars/Olympus'`);
    await lead();
    expect((await digestAt())[0]).toMatch(/T08:00:00/);
  });
});

describe('a link ends mails', () => {
  const end = (token: string | null) =>
    call<{ x: object }>(db, caller('anon'), 'select public.unsubscribe($1) as x', [token]);

  test('of its topic and nobody else, and says the same whatever the token', async () => {
    await lead();
    const mail = (await lease()).find(({ kind }) => kind === 'lead_received');
    const token = mail?.data.unsubscribe ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    for (const wrong of ['', null, 'x', `${token}x`, token.slice(0, -1), token.toLowerCase()])
      expect(await end(wrong)).toEqual([{ x: { ok: true } }]);
    expect(await mode(artist)).toBeUndefined();
    for (let i = 0; i < 2; i++) expect(await end(token)).toEqual([{ x: { ok: true } }]);
    expect(await mode(artist)).toEqual({ leads: 'here' });
    await lead();
    expect(await unread(artist)).toBe(2);
    expect((await lease()).map(({ kind }) => kind)).not.toContain('lead_received');
    expect(await mode(client)).toBeUndefined();
  });

  test('is the same in every mail, reveals nothing, and is kept as a hash', async () => {
    await lead();
    await lead();
    const tokens = (await lease()).flatMap(({ data }) => data.unsubscribe ?? []);
    expect(tokens).toHaveLength(2);
    expect(new Set(tokens).size).toBe(1);
    const [token = ''] = tokens;
    expect(Buffer.from(token, 'base64url').toString('hex')).not.toContain(
      id('artist2').replaceAll('-', ''),
    );
    const kept = JSON.stringify([
      await db.sql('select * from private.unsubscribe_links'),
      await db.sql('select * from private.mails'),
    ]);
    expect(kept).not.toContain(token);
  });

  test('is another one when the key is', async () => {
    const token = () =>
      valueIn<string>(db, `select private.unsubscribe_token($1, 'leads') as x`, [id('artist2')]);
    const before = await token();
    expect(await token()).toBe(before);
    const after = await db.transaction(async (tx) => {
      await tx.sql(`select set_config('app.link_secret', 'other', true)`);
      return await valueIn<string>(tx, `select private.unsubscribe_token($1, 'leads') as x`, [
        id('artist2'),
      ]);
    });
    expect(after).not.toBe(before);
    await end(after ?? '');
    expect(await mode(artist)).toEqual({ leads: 'here' });
  });

  test('of a digest, whatever it collects', async () => {
    await prefer(artist, 'leads', 'daily');
    await prefer(artist, 'reminders', 'at_once');
    await lead();
    await moveClock(new Date((await digestAt())[0] ?? ''));
    const mail = (await lease()).find(({ kind }) => kind === 'digest');
    await end(mail?.data.unsubscribe ?? '');
    expect(await mode(artist)).toEqual({ leads: 'here', reminders: 'at_once' });
  });

  test('is not in mails about an own request', async () => {
    await lead({}, client);
    const own = (await lease()).filter(({ kind }) => kind === 'request_confirmed');
    expect(own.map(({ data }) => data.unsubscribe)).toEqual([undefined]);
  });
});

test('what an open page asks every few seconds comes out of indexes', async () => {
  await lead();
  const plans: string[] = [];
  await scratch(db, async (tx) => {
    // Of a handful of rows any index will do; these are many people's.
    await tx.sql(`insert into auth.users (id, email)
      select gen_random_uuid(), 'told-' || n || '@example.com' from generate_series(1, 500) n`);
    await tx.sql(`insert into public.notices (user_id, kind, event, created_at, read_at)
      select u.id, 'lead_new', n::text, now() - n * interval '1 hour', now()
      from auth.users u, generate_series(1, 10) n where u.email like 'told-%'`);
    await tx.sql('analyze public.notices');
    const mine = `n.user_id = '00000000-0000-4000-8000-000000000000'`;
    for (const query of [
      `select 1 from public.notices n where ${mine} and n.read_at is null limit 100`,
      `select n.created_at from public.notices n where ${mine} order by n.created_at desc limit 1`,
    ])
      plans.push(JSON.stringify(await tx.sql(`explain ${query}`)));
  });
  for (const plan of plans) expect(plan).toMatch(/Index Cond/);
  expect(plans[0]).toMatch(/notices_unread_idx|notices_user_idx/);
  expect(plans[1]).toMatch(/notices_user_idx/);
  const before = await answer<object>(artist, 'public.my_news()');
  expect(before).toMatchObject({ unread: 1 });
  expect(await answer(artist, 'public.my_news()')).toEqual(before);
  const forAdmin = await answer<{ newest: string }>(admin, 'public.my_news()');
  await lead();
  expect(await answer<{ newest: string }>(admin, 'public.my_news()')).not.toEqual(forAdmin);
});
