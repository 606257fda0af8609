import { createHmac } from 'node:crypto';
import type { Limiter, Limiters } from './limiter.ts';
import type { Limit, Queryable } from './options.ts';

/** Every window that is counted. Nobody misses them after a crash, so nothing is logged. */
export const LIMIT_TABLE = `
  create unlogged table if not exists embedded.limits (
    key text primary key, count int not null, refused boolean not null, ends_at timestamptz not null
  );
  create index if not exists limits_ends_at_idx on embedded.limits (ends_at)`;

const TIDY_MS = 60_000;
const MOST_KEPT = 500_000;

/** A window that ends later than it may is of a clock that was set back. */
const ENDED = `(l.ends_at <= clock_timestamp() or l.ends_at > excluded.ends_at)`;

const TAKE = `
  insert into embedded.limits as l (key, count, refused, ends_at)
  values ($1, least(1, $2::int), $2::int < 1, clock_timestamp() + $3::float8 * interval '1 ms')
  on conflict (key) do update set
    count = case when ${ENDED} then 1 else least(l.count + 1, $2::int) end,
    refused = not ${ENDED} and l.count >= $2::int,
    ends_at = case when ${ENDED} then excluded.ends_at else l.ends_at end
  returning refused, greatest(1, ceil(extract(epoch from ends_at - clock_timestamp())))::int as wait`;

const GIVE_BACK = 'update embedded.limits set count = greatest(0, count - 1) where key = $1';
const FORGET = 'delete from embedded.limits where key = $1';
/** A flood pushes those out that end first. */
const TIDY = `
  delete from embedded.limits where ends_at <= clock_timestamp()
    or ends_at < (select ends_at from embedded.limits order by ends_at desc offset ${MOST_KEPT} limit 1)`;

/**
 * Counts in the database, for servers that share it: nobody gets a limit from each of them.
 * @param secret keeps addresses out of the table: what is counted stands there as an HMAC.
 */
export function inDatabase(db: Queryable, secret: string): Limiters {
  let tidiedAt = performance.now();
  const tidy = () => {
    if (performance.now() - tidiedAt < TIDY_MS) return;
    tidiedAt = performance.now();
    // What stays goes a minute later.
    db.sql(TIDY).catch(() => {});
  };
  return (name: string, { max, windowMs }: Limit): Limiter => {
    const idOf = (key: string) =>
      createHmac('sha256', secret).update(`limit ${name} ${key}`).digest('base64url');
    return {
      async take(key) {
        tidy();
        const [row] = await db.sql<{ refused: boolean; wait: number }>(TAKE, [
          idOf(key),
          max,
          windowMs,
        ]);
        return row?.refused ? row.wait : null;
      },
      giveBack: async (key) => void (await db.sql(GIVE_BACK, [idOf(key)])),
      forget: async (key) => void (await db.sql(FORGET, [idOf(key)])),
    };
  };
}
