import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Database, openPostgres } from '#embedded/index.ts';
import { startNative } from '#embedded/native/server.ts';
import { preludeIn } from '#embedded/start/migrate.ts';
import { become } from '#tests/db/support/actors.ts';
import { sqlIn } from '../lib/schemas.ts';
import { type Figure, median } from './stats.ts';

const WARM_UP = 10;
const RUNS = 60;
/** How much of its time at the baseline an event may take now. */
const GOAL = 0.33;
/** How long the disk takes says nothing about the events, and is most of what the short ones take. */
const OPTIONS = 'synchronous_commit=off';
/** One session for each database: it keeps its plans, as those of a running product do. */
const POOLS = { owner: { sessions: 1, waiting: 0 } };

const LEAD = `md5('lead ' || $1)::uuid`;
/** The first of its three artists. */
const ARTIST = `md5('artist ' || ($1::int * 3) % 600)::uuid`;
const message = (token: string) =>
  `select public.send_message(${LEAD}, ${ARTIST}, 'The wall faces north.', gen_random_uuid(), ${token})`;

interface Event {
  statement: string;
  by: 'artist' | 'client';
  /** The number of its first request: each run takes the next one. Nobody has answered those below 400. */
  from: number;
}

const EVENTS: Record<string, Event> = {
  'first message by an artist': { statement: message('null'), by: 'artist', from: 0 },
  'first message by a client': { statement: message(`'token ' || $1`), by: 'client', from: 100 },
  'lead opened': { statement: `select public.mark_request_seen(${LEAD})`, by: 'artist', from: 200 },
  'request viewed': {
    statement: `select public.track_request('token ' || $1)`,
    by: 'client',
    from: 1000,
  },
};

/**
 * What people do all day, at 10,000 artists: how long each takes until it is committed in the database of this release,
 * beside one of the first migration alone. Both have the same rows, and turns.
 */
export async function measureEvents(workDir: string): Promise<Figure[]> {
  const dataDir = path.join(workDir, 'events');
  await mkdir(dataDir, { recursive: true });
  const server = await startNative({
    dataDir,
    password: randomUUID(),
    loopback: true,
    options: OPTIONS,
  });
  const opened: Database[] = [];
  const open = async (database: string) => {
    const db = await openPostgres({ ...server.connection, database }, POOLS, {
      linkSecret: 'a secret',
    });
    opened.push(db);
    return db;
  };
  try {
    const [first = '', ...later] = await sqlIn('migrations');
    const owner = await open('postgres');
    await owner.sql(`create database filled encoding 'UTF8' template template0`);
    const filled = await open('filled');
    await filled.transaction(async (tx) => {
      await preludeIn(tx);
      await tx.script(first);
      await tx.script(await readFile(new URL('events.sql', import.meta.url), 'utf8'));
    });
    await filled.close();
    const made = async (name: string, migrations: string[]) => {
      await owner.sql(`create database ${name} template filled`);
      const db = await open(name);
      for (const text of migrations) await db.script(text);
      await db.sql('vacuum analyze');
      return db;
    };
    return await compared(await made('baseline', []), await made('present', later));
  } finally {
    await Promise.all(opened.map((db) => db.close()));
    await server.stop();
  }
}

async function compared(baseline: Database, present: Database): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, event] of Object.entries(EVENTS)) {
    const times = { before: [] as number[], now: [] as number[] };
    for (let run = 0; run < WARM_UP + RUNS; run++) {
      times.before.push(await timed(baseline, event, event.from + run));
      times.now.push(await timed(present, event, event.from + run));
    }
    const before = median(times.before.slice(WARM_UP));
    const now = median(times.now.slice(WARM_UP));
    figures.push({
      name: `events: ${name}, median ${before} ms at the baseline, ${now} ms now`,
      value: now / before,
      unit: 'of it',
      against: { name: 'goal', value: GOAL },
      better: 'smaller',
      detail: { before, now, runs: RUNS },
    });
  }
  return figures;
}

/** From the call until its transaction is committed, with everything that waits for that. */
async function timed(db: Database, { statement, by }: Event, lead: number): Promise<number> {
  let began = Number.NaN;
  await db.transaction(async (tx) => {
    if (by === 'client') await become(tx, { role: 'anon' });
    else {
      const [artist] = await tx.sql<{ user_id: string }>(
        `select user_id from public.artists where id = ${ARTIST}`,
        [lead],
      );
      await become(tx, { role: 'authenticated', userId: artist?.user_id });
    }
    began = performance.now();
    await tx.sql(statement, [String(lead)]);
  });
  return performance.now() - began;
}
