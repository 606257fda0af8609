import type { Person, TestBackend } from '../../support/backend.ts';

/** Accounts around a request: two artists who may have it, whose it is, who has no part in it, and an admin. */
export interface People {
  artist: Person;
  other: Person;
  client: Person;
  stranger: Person;
  admin: Person;
}

/** New accounts, signed in, the artists with a profile; from this address they may send as many requests as they like. */
export async function people(db: TestBackend): Promise<People> {
  const [artist, other, client, stranger, admin] = await Promise.all([
    db.signedIn('artist'),
    db.signedIn('artist'),
    db.signedIn('client'),
    db.signedIn('client'),
    db.signedIn('admin'),
  ]);
  for (const person of [artist, other]) await person.client.rpc('ensure_artist_profile');
  await db.sql(
    `insert into private.settings (key, value) values ('lead_ip_limit', '10000'), ('lead_total_limit', '10000')`,
  );
  return { artist, other, client, stranger, admin };
}

/** The id of an artist's profile. */
export async function profileOf(db: TestBackend, artist: Person): Promise<string> {
  const [row] = await db.sql<{ id: string }>('select id from public.artists where user_id = $1', [
    artist.id,
  ]);
  if (!row) throw new Error('no profile');
  return row.id;
}
