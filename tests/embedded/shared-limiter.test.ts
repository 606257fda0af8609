import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { inDatabase, LIMIT_TABLE } from '#embedded/base/shared-limiter.ts';
import { openPglite } from '#embedded/database/pglite.ts';
import { type Database, openPostgres } from '#embedded/index.ts';
import { type OwnDatabase, ownDatabase } from '#tests/support/own-database.ts';

const server = inject('databaseServer');

describe('limits that servers count in the database', () => {
  let own: OwnDatabase | null = null;
  let db: Database;
  beforeAll(async () => {
    own = server ? await ownDatabase(server) : null;
    db = await (own ? openPostgres(own.url) : openPglite(null));
    await db.script(`create schema embedded; ${LIMIT_TABLE}`);
  });
  afterAll(async () => {
    await db.close();
    await own?.stop();
  });

  const limiter = (named: string, max: number, windowMs = 60_000) =>
    inDatabase(db, 'a secret')(named, { max, windowMs });
  const later = (interval: string) =>
    db.sql('update embedded.limits set ends_at = ends_at - $1::interval', [interval]);

  it('give so many a window, then say how long to wait', async () => {
    const [one, two] = [limiter('window', 2), limiter('window', 2)];
    expect([await one.take('a'), await two.take('a'), await one.take('a')]).toEqual([
      null,
      null,
      60,
    ]);
    await later('45.5 s');
    expect(await two.take('a')).toBe(15);
    await later('14.5 s');
    expect(await two.take('a')).toBeNull();
  });

  it('count each key and each limit for itself, and take back what did not count', async () => {
    const [one, other] = [limiter('keys', 1, 1000), limiter('others', 1, 1000)];
    expect([await one.take('a'), await one.take('b'), await other.take('a')]).toEqual([
      null,
      null,
      null,
    ]);
    await one.giveBack('a');
    expect([await one.take('a'), await one.take('a')]).toEqual([null, 1]);
    await one.forget('a');
    expect(await one.take('a')).toBeNull();
    // One that was refused took nothing.
    await one.take('a');
    await one.giveBack('a');
    expect(await one.take('a')).toBeNull();
  });

  it('let no more through than they may, however many ask at once', async () => {
    const limiters = Array.from({ length: 4 }, () => limiter('crowd', 5));
    const asked = Array.from({ length: 40 }, (_, i) => limiters[i % 4]?.take('a'));
    expect((await Promise.all(asked)).filter((wait) => wait === null)).toHaveLength(5);
  });

  it('do not wait longer for a clock that was set back', async () => {
    const one = limiter('clock', 1, 1000);
    await one.take('a');
    await later('-1 hour');
    expect(await one.take('a')).toBeNull();
  });

  it('keep no address', async () => {
    await limiter('private', 1).take('192.0.2.1 somebody@example.com');
    const rows = await db.sql<{ key: string }>('select key from embedded.limits');
    expect(rows.every(({ key }) => /^[\w-]{43}$/.test(key))).toBe(true);
  });
});
