import { insertAccounts } from './accounts.ts';
import { ARTISTS } from './data/artists/index.ts';
import { CITIES } from './data/cities.ts';
import { LEADS } from './data/leads.ts';
import { MURALS } from './data/murals/index.ts';
import { planGallery } from './gallery.ts';
import { keptPicture, keptPictures, PICTURE_TYPE } from './pictures.ts';
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

/** How many pictures are at work at once. */
const UPLOADS = 4;

/** Stores every picture, then writes the directory that shows them. */
export async function seedDemo(target: SeedTarget, now = new Date()): Promise<void> {
  const plan = planGallery();
  const portraits = ARTISTS.filter((artist) => artist.photo).map(photoPath);
  const kept = await keptPictures();
  const upload = async (bucket: string, path: string) =>
    target.putObject(bucket, path, await keptPicture(kept, bucket, path), PICTURE_TYPE);
  await mapPool(plan.pictures, UPLOADS, ({ path }) => upload('portfolio-images', path));
  await mapPool(portraits, UPLOADS, (path) => upload('profile-photos', path));
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
