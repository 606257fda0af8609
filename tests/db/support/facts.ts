import type { Queryable } from '#embedded/index.ts';

/** What pages say of how an artist works. */
interface Facts {
  answer_hours: number | null;
  walls_painted: number;
  replied_count: number | null;
  asked_count: number | null;
}

/** As it stands in the artist's row. */
export async function factsOf(db: Queryable, artist: string): Promise<Facts | undefined> {
  const [row] = await db.sql<Facts>(
    'select answer_hours, walls_painted, replied_count, asked_count from public.artists where id = $1',
    [artist],
  );
  return row;
}

/** Average and number of an artist's reviews: as they stand in the row, or counted from the reviews. */
export async function ratingOf(db: Queryable, artist: string, from: 'row' | 'reviews' = 'row') {
  const [row] = await db.sql(
    from === 'row'
      ? 'select average_rating::float as average, review_count as reviews from public.artists where id = $1'
      : `select coalesce(round(avg(rating), 1), 0)::float as average, count(*)::int as reviews
         from public.reviews where artist_id = $1 and hidden_at is null and counted_at is not null`,
    [artist],
  );
  return row;
}

interface Asked {
  /** The mailbox that it came from. */
  person: string;
  state: string;
  created: number;
  updated: number;
  answered: number | null;
  completed: number | null;
  confirmed: boolean;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const BUCKETS = [1, 4, 8, 24, 48, 72];

/** The same from the artist's requests, one by one, by the rules of the issue and not by the database's function. */
export async function recount(db: Queryable, artist: string): Promise<Facts> {
  const [clock] = await db.sql<{ now: number }>(
    'select extract(epoch from private.clock())::float as now',
  );
  const now = clock?.now ?? 0;
  const all = await db.sql<Asked>(
    `select encode(s.address_hash, 'hex') as person, state, extract(epoch from created_at)::float as created, extract(epoch from updated_at)::float as updated,
       extract(epoch from answered_at)::float as answered, extract(epoch from completed_at)::float as completed,
       confirmed_at is not null as confirmed
     from public.lead_assignments a join private.request_senders s on s.lead_id = a.lead_id and s.proven_at is not null
     where artist_id = $1 order by created_at desc, a.lead_id`,
    [artist],
  );
  const had7Days = ({ state, created, updated }: Asked) =>
    (['passed', 'withdrawn'].includes(state) ? updated : now) - created > 7 * DAY;
  const last = lastOfEach(all.filter((one) => one.answered !== null || had7Days(one))).slice(0, 20);
  const times = last
    .flatMap(({ answered, created }) =>
      answered !== null && answered > created ? [answered - created] : [],
    )
    .sort((a, b) => a - b);
  const shown = last.length >= 5;
  return {
    answer_hours:
      times.length < 5 ? null : (BUCKETS.find((h) => median(times) <= h * HOUR) ?? null),
    walls_painted: lastOfEach(
      all.filter(
        ({ state, completed, confirmed }) =>
          state === 'completed' && (confirmed || now - (completed ?? now) > 14 * DAY),
      ),
    ).length,
    replied_count: shown ? last.filter(({ answered }) => answered !== null).length : null,
    asked_count: shown ? last.length : null,
  };
}

/** The first of each person's, which are sorted with the newest first. */
const lastOfEach = (all: readonly Asked[]): Asked[] =>
  all.filter(({ person }, n) => all.findIndex((other) => other.person === person) === n);

function median(sorted: readonly number[]): number {
  const half = sorted.length / 2;
  const [below = 0, above = 0] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return (below + above) / 2;
}
