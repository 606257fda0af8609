import { createHash } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import type { Person, TestBackend } from '../../support/backend.ts';
import { pictureBytes } from '../../support/pictures.ts';
import { ANON, form, newClaim, submit } from './leads.ts';
import { profileOf } from './people.ts';

export const hashOf = (bytes: Uint8Array | string) =>
  createHash('sha256').update(bytes).digest('hex');

/** A picture that ends in this text. */
export const webp = (text = 'RIFF') =>
  new Blob([new Uint8Array(pictureBytes('webp', text))], { type: 'image/webp' });

/** A bucket as the pages use it, each with a client of its own. */
export function bucketOf(name: string) {
  const bucket = (who: SupabaseClient) => who.storage.from(name);
  return {
    bucket,
    put: (who: SupabaseClient, path: string, body = webp(), upsert = false) =>
      bucket(who).upload(path, body, { upsert, contentType: body.type }),
    /** How many of these files a caller may see. */
    async readBy(who: SupabaseClient, paths: string[]): Promise<number> {
      const { data } = await bucket(who).createSignedUrls(paths, 60);
      const good = (data ?? []).flatMap(({ signedUrl }) => signedUrl || []);
      for (const url of good) expect((await fetch(url)).status).toBe(200);
      return good.length;
    },
  };
}

/** How many files are in the folder of a request. */
export const stored = async (db: TestBackend, lead: string) =>
  (await db.sql(`select from storage.objects where name like $1 || '/%'`, [lead])).length;

/** A request of an account or a guest, that one artist has in this state, and another one was passed over for. */
export async function jobOf(
  db: TestBackend,
  { artist, other }: { artist: Person; other?: Person },
  by: Person | null = null,
  state = 'accepted',
) {
  const claim = newClaim();
  const who = by ? ({ role: 'authenticated', userId: by.id } as const) : ANON;
  const { id: lead, token } = await submit(db, form({ claim }), who);
  const [mine, theirs] = [await profileOf(db, artist), other ? await profileOf(db, other) : null];
  await db.sql(
    `insert into public.lead_assignments (lead_id, artist_id, state, status, accepted_at)
     select $1, a.id, a.state, case when a.state = 'passed' then 'new' else 'in_review' end::public.lead_status,
       case when a.state = 'accepted' then now() end
     from (values ($2::uuid, $4), ($3::uuid, 'passed')) a (id, state) where a.id is not null`,
    [lead, mine, theirs, state],
  );
  return { lead, claim, token, mine, theirs: theirs ?? '', side: by?.client ?? db.guest(token) };
}
