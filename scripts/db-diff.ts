/**
 * `npm run db:diff -- NAME`: writes the migration that leads from what the migrations make to what supabase/schemas
 * says, applies all of them to a new database, and names what is not the same then.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extract, plan, renderPlanFiles } from '@supabase/pg-delta';
import pg from 'pg';
import { withScratch } from '#embedded/catalog/scratch.ts';
import { type Database, openPostgres } from '#embedded/index.ts';
import { startNative } from '#embedded/native/server.ts';
import type { ServerAddress } from '#embedded/options.ts';
import { ROOT } from '#node/root.ts';
import { readArguments, WrongArguments } from './lib/arguments.ts';
import { run } from './lib/cli.ts';
import { differing, madeBy, rowStatements, sqlIn } from './lib/schemas.ts';

const HELP = {
  usage: 'npm run db:diff -- NAME',
  about: 'Writes the migration for a change of supabase/schemas, and tries it.',
};
const [name = ''] = readArguments(HELP, { words: 1 }).positionals;

await run(async (log) => {
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    throw new WrongArguments(
      'Name what changes, as in "npm run db:diff -- longer_bios": small letters, digits and _.',
    );
  const dataDir = await mkdtemp(path.join(tmpdir(), 'db-diff-'));
  const server = await startNative({ dataDir, password: 'diff', loopback: true });
  try {
    const db = await openPostgres(server.connection);
    await writeMigration(db, name, log).finally(() => db.close());
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function writeMigration(db: Database, name: string, log: (line: string) => void) {
  const [migrations, schemas] = [await sqlIn('migrations'), await sqlIn('schemas')];
  const [before, wanted] = [await madeBy(db, migrations), await madeBy(db, schemas)];
  if (differing(before, wanted).length === 0)
    return log('The migrations make what supabase/schemas says; nothing is written.');
  const statements = await withScratch(db, migrations, (from) =>
    withScratch(db, schemas, (to) => changes(from, to, log)),
  );
  const text = [
    'set check_function_bodies = off;\n',
    ...statements,
    ...rowStatements(before, wanted),
    'reset check_function_bodies;\n',
  ].join('\n');
  const file = `supabase/migrations/${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${name}.sql`;
  await writeFile(path.join(ROOT, file), text);
  log(`${file} is written. Read it: what is renamed is dropped and made anew here.`);
  const left = differing(await madeBy(db, [...migrations, text]), wanted);
  if (left.length > 0)
    throw new Error(`It does not lead all the way. Complete it by hand: ${left.join('; ')}.`);
}

/** Statements in the order in which they can be applied; a warning for each that loses data. */
async function changes(from: Database, to: Database, log: (line: string) => void) {
  const [before, after] = [addressOf(from), addressOf(to)];
  // Who applies a migration owns what it makes and may do everything with it, whatever that role is called.
  const capability = { role: before.username, isSuperuser: true, memberOf: [] };
  const found = plan(await facts(before), await facts(after), { capability });
  for (const action of found.actions)
    if (action.dataLoss === 'destructive') log(`This loses what is there: ${action.sql}`);
  const ofOwner = new RegExp(`^(?:GRANT|REVOKE) .* (?:TO|FROM) "${before.username}";\\n+`, 'gm');
  // Every right, spelled out, names one that servers before version 17 do not know.
  const every = /^GRANT (?:[A-Z]+, )+MAINTAIN, (?:[A-Z]+, )+UPDATE ON/gm;
  return renderPlanFiles(found, { allowDrops: true }).files.map(({ contents }) =>
    contents.replace(ofOwner, '').replace(every, 'GRANT ALL ON'),
  );
}

function addressOf({ address }: Database): ServerAddress {
  if (typeof address === 'object') return address;
  throw new Error('The databases are on a server of this command.');
}

async function facts({ username: user, ...address }: ServerAddress) {
  const pool = new pg.Pool({ ...address, user, max: 4 });
  const { factBase } = await extract(pool).finally(() => pool.end());
  return factBase;
}
