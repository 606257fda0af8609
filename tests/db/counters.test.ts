/** @module-tag effort */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { backendOfFile } from '#tests/support/backend.ts';
import { effort } from '#tests/support/effort.ts';
import { become, scratch, scratchTests } from './support/actors.ts';
import { factsOf, ratingOf, recount } from './support/facts.ts';
import { caller, createWorld, id } from './support/world.ts';

const db = await backendOfFile();
const it = scratchTests(db);

interface Change {
  kind: 'insert' | 'update' | 'delete' | 'bulk';
  who: number;
  city: string | null;
  state: string | null;
  styles: string[];
  mediums: string[];
  visible: boolean;
}

const AUSTIN: Change = {
  kind: 'insert',
  who: 1,
  city: 'Austin',
  state: 'TX',
  styles: [],
  mediums: [],
  visible: true,
};
const words = (...all: string[]) => fc.array(fc.constantFrom(...all), { maxLength: 4 });
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'update', 'update', 'delete', 'bulk'),
  who: fc.nat(7),
  city: fc.constantFrom('San Antonio', 'san antonio', 'Austin', 'Nowhere', null),
  state: fc.constantFrom('TX', 'Texas', 'tx', 'Ontario', null),
  styles: words('Abstract', 'abstract', 'Nature', 'Portrait'),
  mediums: words('Latex', 'Spray Paint'),
  visible: fc.boolean(),
});

async function apply(tx: Queryable, change: Change): Promise<void> {
  const { kind, who, city, state, styles, mediums, visible } = change;
  const values = [id(`artist ${who}`), `a${who}`, city, state, styles, mediums, visible];
  if (kind === 'insert')
    await tx.sql(
      `insert into public.artists (id, name, slug, city, state, styles, mediums, public_visible)
       values ($1, $2, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      values,
    );
  else if (kind === 'update')
    await tx.sql(
      `update public.artists set name = $2, city = $3, state = $4, styles = $5, mediums = $6, public_visible = $7 where id = $1`,
      values,
    );
  else if (kind === 'delete')
    await tx.sql('delete from public.artists where id = $1', values.slice(0, 1));
  else
    await tx.sql('update public.artists set public_visible = not public_visible, styles = $1', [
      styles,
    ]);
}

describe('after any changes', () => {
  test('the counts of cities equal a recount', async () => {
    for (const changes of fc.sample(fc.array(change, { minLength: 5, maxLength: 40 }), effort(8))) {
      await scratch(db, async (tx) => {
        await tx.sql(
          `insert into public.cities (city_name, state) values ('San Antonio', 'TX'), ('Austin', 'Texas')`,
        );
        for (const one of changes) await apply(tx, one);
        expect(await tx.sql(DRIFT)).toEqual([]);
      });
    }
  }, 600_000);

  it('a city that is renamed or made later counts the artists it finds', async (tx) => {
    await apply(tx, { ...AUSTIN, who: 1 });
    await apply(tx, { ...AUSTIN, who: 2 });
    const count = () => tx.sql('select slug, artist_count from public.cities');
    await tx.sql(
      `insert into public.cities (city_name, state, artist_count) values ('Austin', 'TX', 77)`,
    );
    expect(await count()).toEqual([{ slug: 'austin-tx', artist_count: 2 }]);
    await tx.sql(`update public.cities set city_name = 'Boerne'`);
    expect(await count()).toEqual([{ slug: 'boerne-tx', artist_count: 0 }]);
  });

  it('a counter that drifts is noticed by the recount', async (tx) => {
    await tx.sql(`insert into public.cities (city_name, state) values ('Austin', 'TX')`);
    await tx.sql('alter table public.artists disable trigger artists_city_count_update');
    await apply(tx, AUSTIN);
    await apply(tx, { ...AUSTIN, kind: 'update', visible: false });
    expect(await tx.sql(DRIFT)).toEqual([{ slug: 'austin-tx' }]);
  });

  it('are counted anew for those cities only whose artists are others', async (tx) => {
    await tx.sql(`insert into public.cities (city_name, state) values ('Austin', 'TX')`);
    await apply(tx, AUSTIN);
    await tx.sql('alter table public.cities disable trigger cities_complete');
    await tx.sql('update public.cities set artist_count = 9');
    await tx.sql(`update public.artists set bio = 'Another one', styles = '{Nature}'`);
    expect(await tx.sql('select artist_count from public.cities')).toEqual([{ artist_count: 9 }]);
    await apply(tx, { ...AUSTIN, who: 2 });
    expect(await tx.sql('select artist_count from public.cities')).toEqual([{ artist_count: 2 }]);
  });
});

const DRIFT = `select slug from public.cities c where artist_count <>
  (select count(*) from public.artists a where a.public_visible and a.city_slug = c.slug)`;

const ARTISTS = ['A', 'B', 'C'].map((name) => id(`counted ${name}`));
const CLIENTS = ['ana', 'ben', 'cem', 'dot', 'eve', 'flo'];
const EVENTS = [
  'open',
  'write',
  'propose',
  'accept',
  'decline',
  'complete',
  'dispute',
  'close',
  'pass',
];

/** One act about one of these requests and artists; a move that is refused changes nothing. */
interface Act {
  kind:
    | 'ask'
    | 'assign'
    | 'move'
    | 'prove'
    | 'review'
    | 'hide'
    | 'erase'
    | 'unassign'
    | 'status'
    | 'age';
  request: number;
  artist: number;
  client: number;
  event: string;
  actor: string;
  days: number;
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(
    ...([
      'ask',
      'assign',
      'assign',
      'move',
      'move',
      'move',
      'move',
      'prove',
      'review',
      'hide',
    ] as const),
    ...(['erase', 'unassign', 'status', 'age'] as const),
  ),
  request: fc.nat(9),
  artist: fc.nat(ARTISTS.length - 1),
  client: fc.nat(CLIENTS.length - 1),
  event: fc.constantFrom(...EVENTS),
  actor: fc.constantFrom('client', 'artist', 'system'),
  days: fc.integer({ min: 1, max: 40 }),
});

/** The request of an act, by its number; those of two tests are others. */
const requestOf = (tag: string, { request }: Act) => id(`counted ${tag} ${request}`);

const STATEMENTS: Record<
  Act['kind'],
  (one: Act, lead: string, artist: string) => [string, unknown[]]
> = {
  ask: ({ client }, lead) => [
    `with made as (
       insert into public.lead_records (id, kind, city, project_description) values ($1, 'consultation', 'Austin', 'A wall to paint')
       on conflict do nothing returning id)
     insert into public.lead_contacts (lead_id, name, email) select id, 'Ana', $2 from made`,
    [lead, `${CLIENTS[client]}@example.com`],
  ],
  assign: ({ days }, lead, artist) => [
    `insert into public.lead_assignments (lead_id, artist_id, created_at, updated_at)
     select id, $2, now() - make_interval(days => $3), now() - make_interval(days => $3) from public.lead_records where id = $1
     on conflict do nothing`,
    [lead, artist, days],
  ],
  move: ({ event, actor }, lead, artist) => [
    `select private.move_assignment($1, $2, $3, $4) from public.lead_assignments
     where lead_id = $1 and artist_id = $2 and state in (
       select m.state from private.moves m where m.process = 'assignment' and m.event = $3 and m.actor = $4)`,
    [lead, artist, event, actor],
  ],
  prove: ({ days }, lead) => [
    `update private.request_senders set proven_at = v.at, proven_by = case when v.at is not null then 'link' end
     from (select case when $2 > 10 then now() end as at) v where lead_id = $1`,
    [lead, days],
  ],
  review: ({ days }, lead, artist) => [
    `insert into public.reviews (artist_id, rating, body, counted_at)
     select $2, 1 + $3 % 5, 'A wall that everybody on the block likes', case when $3 > 5 then now() end
     from public.lead_records where id = $1`,
    [lead, artist, days],
  ],
  hide: ({ days }, _, artist) => [
    `update public.reviews set rating = 1 + $2 % 5, hidden_at = v.at, hidden_reason = case when v.at is not null then 'Spam' end
     from (select case when $2 > 20 then now() end as at) v where artist_id = $1`,
    [artist, days],
  ],
  erase: (_, lead) => ['delete from public.lead_records where id = $1', [lead]],
  unassign: (_, lead, artist) => [
    'delete from public.lead_assignments where lead_id = $1 and artist_id = $2',
    [lead, artist],
  ],
  status: ({ days }, lead, artist) => [
    `update public.lead_assignments set status = case when $3 > 20 then 'completed' else 'in_review' end::public.lead_status, updated_at = now()
     where lead_id = $1 and artist_id = $2 and state not in ('passed', 'withdrawn', 'declined')`,
    [lead, artist, days],
  ],
  age: ({ days }, lead, artist) => [
    `update public.lead_assignments set completed_at = completed_at - make_interval(days => $3),
       answered_at = answered_at - make_interval(days => $3 / 2), created_at = created_at - make_interval(days => $3)
     where lead_id = $1 and artist_id = $2`,
    [lead, artist, days],
  ],
};

async function perform(tx: Queryable, tag: string, one: Act): Promise<void> {
  const [text, params] = STATEMENTS[one.kind](one, requestOf(tag, one), ARTISTS[one.artist] ?? '');
  await tx.sql(text, params);
}

/** Requests of different clients, who are proven, and whom all artists have had for some days. */
async function begin(tag: string): Promise<void> {
  for (let request = 0; request < 10; request++) {
    const one = {
      request,
      artist: 0,
      client: request % CLIENTS.length,
      days: 9 + request,
      event: '',
      actor: '',
    };
    for (const kind of ['ask', 'prove'] as const)
      await perform(db, tag, { ...one, kind, days: 11 });
    for (const artist of ARTISTS.keys()) await perform(db, tag, { ...one, kind: 'assign', artist });
  }
}

/** What pages and matching have of each artist, beside a full count of it. */
async function numbers(db: Queryable): Promise<{ kept: unknown[]; counted: unknown[] }> {
  const kept = [];
  const counted = [];
  for (const artist of ARTISTS) {
    kept.push(await factsOf(db, artist), await ratingOf(db, artist));
    counted.push(await recount(db, artist), await ratingOf(db, artist, 'reviews'));
  }
  const params = [ARTISTS];
  kept.push(
    await db.sql(
      'select artist_id, acceptance, requests, answers, standing from private.match_profiles where artist_id = any ($1) order by 1',
      params,
    ),
  );
  counted.push(
    await db.sql(
      `select a.id as artist_id, f.acceptance, f.requests, private.answer_score(a.answer_hours, a.replied_count, a.asked_count) as answers,
         private.standing_score(a.featured, a.average_rating, a.review_count) as standing
       from public.artists a cross join lateral private.artist_facts(a.id) f where a.id = any ($1) order by 1`,
      params,
    ),
  );
  return { kept, counted };
}

describe('the numbers of an artist', () => {
  beforeAll(async () => {
    await createWorld(db);
    for (const [n, artist] of ARTISTS.entries())
      await db.sql(
        `insert into public.artists (id, name, slug, public_visible) values ($1, $2, $2, true)`,
        [artist, `counted-${n}`],
      );
  });

  test('equal a full count after any acts', async () => {
    const runs = fc.sample(fc.array(act, { minLength: 30, maxLength: 90 }), effort(3));
    let told = 0;
    for (const [n, acts] of runs.entries()) {
      await begin(`alone ${n}`);
      for (const one of acts) {
        await db.transaction((tx) => perform(tx, `alone ${n}`, one));
      }
      const { kept, counted } = await numbers(db);
      expect(kept).toEqual(counted);
      told += kept.filter((row) => /"asked_count":\d/.test(JSON.stringify(row))).length;
    }
    expect(told).toBeGreaterThan(0);
  }, 600_000);

  test('equal a full count after several at once, which wait for nobody in a circle', async () => {
    const lanes = fc.sample(fc.array(act, { minLength: 60, maxLength: 60 }), effort(2));
    await begin('together');
    await Promise.all(
      lanes.map(async (acts) => {
        for (let at = 0; at < acts.length; at += 3) {
          const some = acts.slice(at, at + 3);
          const reviews = some.filter(({ kind }) => kind === 'review');
          const others = some.filter(({ kind }) => kind !== 'review' && kind !== 'hide');
          await db.transaction(async (tx) => {
            // The requests first, in one order, as every function takes them; some of them have yet to be made.
            const requests = new Set(others.map((one) => requestOf('together', one)));
            for (const request of [...requests].toSorted())
              await tx.sql('select pg_advisory_xact_lock(hashtext($1))', [request]);
            for (const one of others) await perform(tx, 'together', one);
          });
          // A review is rated at once, and so is alone in its transaction.
          for (const one of reviews) await perform(db, 'together', one);
        }
      }),
    );
    const { kept, counted } = await numbers(db);
    expect(kept).toEqual(counted);
  }, 600_000);

  it('a message passes a list of at most four triggers', async (tx) => {
    await tx.sql(`set local track_functions = 'all'`);
    const fired = () =>
      tx.sql<{ name: string }>(
        `select p.proname as name from pg_stat_xact_user_functions f join pg_proc p on p.oid = f.funcid
           where p.prorettype = 'trigger'::regtype order by 1`,
      );
    await become(tx, caller('client'));
    await tx.sql('select public.send_message($1, $2, $3, gen_random_uuid())', [
      id('L1'),
      id('A1'),
      'When could you come by?',
    ]);
    await tx.sql('reset role');
    await tx.sql('set constraints all immediate');
    expect((await fired()).map(({ name }) => name)).toEqual([
      'count_noted_artists',
      'limit_mail',
      'note_counted_assignment',
      'notify_process',
    ]);
  });
});
