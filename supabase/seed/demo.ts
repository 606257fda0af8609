import { insertAccounts } from './accounts.ts';
import { ARTISTS } from './data/artists/index.ts';
import { CITIES } from './data/cities.ts';
import { LEADS } from './data/leads.ts';
import { MURALS } from './data/murals/index.ts';
import { planGallery } from './gallery.ts';
import { paint } from './paint/painting.ts';
import { paintProfile } from './paint/profile.ts';
import { mapPool } from './pool.ts';
import {
  accounts,
  artistRows,
  cityRows,
  contactRows,
  leadRows,
  muralRows,
  photoPath,
} from './rows.ts';
import { insertRows, type SeedTarget } from './target.ts';

/** How many pictures are at work at once: sharp renders in its own threads while one is weathered here. */
const PAINTERS = 4;

/** Paints and stores every picture, then writes the directory that shows them. */
export async function seedDemo(target: SeedTarget, now = new Date()): Promise<void> {
  const plan = planGallery();
  const portraits = ARTISTS.flatMap((artist) =>
    artist.photo ? [{ artist, look: artist.photo }] : [],
  );
  target.log(`Painting ${plan.pictures.length + portraits.length} pictures…`);
  await mapPool(plan.pictures, PAINTERS, async ({ painting, path }) =>
    target.putObject('portfolio-images', path, await paint(painting), 'image/jpeg'),
  );
  await mapPool(portraits, PAINTERS, async ({ artist, look }) =>
    target.putObject(
      'profile-photos',
      photoPath(artist),
      await paintProfile(artist.slug, look),
      'image/jpeg',
    ),
  );
  await insertAccounts(target, accounts(ARTISTS));
  await insertRows(target, 'public.artists', artistRows(ARTISTS, plan, target.origin));
  await insertRows(target, 'public.artist_contacts', contactRows(ARTISTS));
  await insertRows(target, 'public.murals', muralRows(MURALS, plan, target.origin));
  await insertRows(target, 'public.cities', cityRows(CITIES, plan, target.origin));
  const leads = leadRows(LEADS, now);
  await insertRows(target, 'public.lead_records', leads.records);
  await insertRows(target, 'public.lead_contacts', leads.contacts);
  await insertRows(target, 'public.lead_assignments', leads.assignments);
}
