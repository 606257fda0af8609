import { inParallel } from '#node/concurrency.ts';
import { insertAccounts } from './accounts.ts';
import { ARTISTS } from './data/artists/index.ts';
import { CITIES } from './data/cities.ts';
import { LEADS } from './data/leads.ts';
import { MURALS } from './data/murals/index.ts';
import { THREADS } from './data/threads.ts';
import { type GalleryPlan, planGallery } from './gallery.ts';
import { keptPicture, keptPictures, PICTURE_TYPE } from './pictures.ts';
import { checkRows, reviewRows } from './reviews.ts';
import {
  accounts,
  artistRows,
  cityRows,
  contactRows,
  leadRows,
  muralRows,
  photoPath,
  threadRows,
} from './rows.ts';
import { insertRows, type SeedTarget } from './target.ts';

/** How many pictures are at work at once. */
const UPLOADS = 4;

/** Bucket and path of every picture that the demo shows: the walls, then the portraits. */
export const demoUploads = (plan: GalleryPlan): [bucket: string, path: string][] => [
  ...plan.pictures.map((path): [string, string] => ['portfolio-images', path]),
  ...ARTISTS.filter(({ photo }) => photo).map((artist): [string, string] => [
    'profile-photos',
    photoPath(artist),
  ]),
];

/** Stores every picture, then writes the directory that shows them. */
export async function seedDemo(target: SeedTarget, now = new Date()): Promise<void> {
  const plan = planGallery();
  const kept = await keptPictures();
  await inParallel(demoUploads(plan), UPLOADS, async ([bucket, path]) =>
    target.putObject(bucket, path, await keptPicture(kept, bucket, path), PICTURE_TYPE),
  );
  await insertAccounts(target, accounts(ARTISTS));
  await insertRows(target, 'public.artists', artistRows(ARTISTS, plan, target.origin));
  await insertRows(target, 'public.artist_contacts', contactRows(ARTISTS));
  await insertRows(target, 'public.murals', muralRows(MURALS, plan, target.origin));
  await insertRows(target, 'public.cities', cityRows(CITIES, plan, target.origin));
  const leads = leadRows(LEADS, now);
  await insertRows(target, 'public.lead_records', leads.records);
  await insertRows(target, 'private.request_reasons', leads.reasons);
  await insertRows(target, 'public.lead_contacts', leads.contacts);
  await insertRows(target, 'public.lead_assignments', leads.assignments);
  const reviews = reviewRows(ARTISTS, now);
  await insertRows(target, 'public.reviews', reviews);
  await insertRows(target, 'private.review_checks', checkRows(reviews));
  // Whoever reviews a wall has agreed that it is painted.
  await target.sql(`update public.lead_assignments a set confirmed_at = r.created_at
    from private.review_checks c join public.reviews r on r.id = c.review_id
    where c.lead_id = a.lead_id and c.artist_id = a.artist_id`);
  await seedThreads(target, now);
}

async function seedThreads(target: SeedTarget, now: Date): Promise<void> {
  const { messages, proposals, events } = threadRows(THREADS, now);
  // One by one: their order is that of their insertion, whatever their times.
  for (const message of messages) await insertRows(target, 'public.lead_messages', [message]);
  await insertRows(target, 'public.proposals', proposals);
  await insertRows(target, 'public.assignment_events', events);
  await target.sql(`
    update public.lead_assignments a set
      state = case when exists (select from public.proposals p where p.lead_id = a.lead_id and p.artist_id = a.artist_id)
        then 'proposed' else a.state end,
      answered_at = coalesce((select min(m.created_at) from public.lead_messages m
        where m.lead_id = a.lead_id and m.artist_id = a.artist_id and m.sender = 'artist'), a.answered_at),
      artist_read = coalesce((select max(m.position) from public.lead_messages m
        where m.lead_id = a.lead_id and m.artist_id = a.artist_id), 0),
      client_read = coalesce((select max(m.position) from public.lead_messages m
        where m.lead_id = a.lead_id and m.artist_id = a.artist_id and m.sender = 'client'), 0)`);
}
