import { randomBytes, randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import type { Backend } from '#embedded/index.ts';

export const PASSWORD = 'first-release-2026';
export const ARTIST = 'rosa@example.com';
export const ADMIN = 'alma@example.com';
export const CLIENT = 'carmen@example.com';
export const ORIGIN = 'http://127.0.0.1:4321';

type Answer = { data: unknown; error: { message: string } | null };

/** @throws Error for a call that was refused: then the fixture would lack what it is about. */
function done<T extends Answer>(what: string, { data, error }: T): NonNullable<T['data']> {
  if (error || data === null || data === undefined)
    throw new Error(`${what}: ${error?.message ?? 'nothing came back'}`);
  return data;
}

const client = ({ url }: Backend, key: string) =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });

async function signUp(backend: Backend, email: string, name: string, role: string) {
  const own = client(backend, backend.keys.publishableKey);
  const options = { data: { name, role } };
  const data = done('Sign-up', await own.auth.signUp({ email, password: PASSWORD, options }));
  return { own, id: data.user?.id ?? '' };
}

async function upload(own: SupabaseClient, bucket: string, name: string, background: string) {
  const create = { width: 48, height: 36, channels: 3 as const, background };
  const picture = await sharp({ create }).webp().toBuffer();
  const files = own.storage.from(bucket);
  done('Upload', await files.upload(name, picture, { contentType: 'image/webp' }));
  return `${ORIGIN}/storage/v1/object/public/${bucket}/${name}`;
}

/** What people and the product's services wrote in the first release: a few rows of every table, over the API. */
export async function livesOf(backend: Backend): Promise<void> {
  const artist = await artistWithPictures(backend);
  await adminAtWork(backend, artist);
  await requests(backend, artist.id);
  await accountMails(backend);
  await publishing(backend);
}

async function artistWithPictures(backend: Backend) {
  const { own, id: user } = await signUp(backend, ARTIST, 'Rosa Ibarra', 'artist');
  const { id } = done('Profile', await own.rpc('ensure_artist_profile')) as { id: string };
  const changes = {
    name: 'Rosa Ibarra',
    city: 'San Antonio',
    state: 'TX',
    bio: 'Murales grandes, colores fuertes, y una señal de “aquí vivimos”. 🎨',
    styles: ['abstract', 'portrait'],
    mediums: ['Acrylic', 'Spray paint'],
    surfaces: ['brick'],
    years_experience: 12,
    phone: '210 555 0147',
  };
  const read = { name: 'Rosa Ibarra', city: null, state: null, bio: null, phone: null };
  const lists = { styles: [], mediums: [], surfaces: [], years_experience: null };
  done(
    'Save',
    await own.rpc('save_artist_profile', {
      p_artist: id,
      p_changes: changes,
      p_read: { ...read, ...lists },
    }),
  );
  const profile_photo = await upload(own, 'profile-photos', `${user}/photo.webp`, '#c40f68');
  const walls = ['#f7a813', '#23704a'].map((color, i) =>
    upload(own, 'portfolio-images', `${user}/wall-${i}.webp`, color),
  );
  const shown = { profile_photo, portfolio_images: await Promise.all(walls), public_visible: true };
  done('Show', await own.from('artists').update(shown).eq('id', id).select().single());
  const mural = {
    slug: 'canto-de-la-calle',
    title: 'Canto de la Calle',
    artist_id: id,
    public_visible: true,
    city: 'San Antonio',
    state: 'TX',
    styles: ['abstract'],
    date_completed: '2025-10-02',
    image_url: shown.portfolio_images[0],
  };
  const service = client(backend, backend.keys.secretKey);
  done('Mural', await service.from('murals').insert(mural).select().single());
  return { own, id };
}

async function adminAtWork(backend: Backend, artist: { id: string }): Promise<void> {
  const { own, id: user } = await signUp(backend, ADMIN, 'Alma Guerra', 'client');
  await backend.sql("update public.user_roles set role = 'admin' where user_id = $1", [user]);
  const cover_photo = await upload(own, 'portfolio-images', `${user}/cover.webp`, '#0b6b78');
  const city = { city_name: 'San Antonio', state: 'TX', description: 'Walls everywhere.' };
  done(
    'City',
    await own
      .from('cities')
      .insert({ ...city, cover_photo })
      .select()
      .single(),
  );
  const featured = own.from('artists').update({ featured: true }).eq('id', artist.id);
  done('Feature', await featured.select('id').single());
  done('Rebuild', await own.rpc('request_publish', { p_kind: 'rebuild' }));
}

async function requests(backend: Backend, artist: string): Promise<void> {
  const { own } = await signUp(backend, CLIENT, 'Carmen Lozano', 'client');
  const person = { p_name: 'Carmen Lozano', p_email: CLIENT, p_phone: '210 555 0101' };
  const ask = async (asking: SupabaseClient, more: Record<string, unknown> = {}) => {
    const claim = randomBytes(32).toString('base64url');
    const form = {
      p_key: randomUUID(),
      p_claim: claim,
      ...person,
      p_city: 'San Antonio',
      p_project_description: 'A wall of 20 by 8 feet beside our patio.',
      p_mural_size: '20x8',
      p_surface_type: 'brick',
      p_style_preference: 'abstract',
      p_budget_range: '1k-5k',
      p_website: '',
      p_elapsed_ms: 9000,
      ...more,
    };
    const { id } = done('Quote', await asking.rpc('submit_lead', form)) as { id: string };
    return { id, claim };
  };
  const quote = await ask(own);
  const chosen = { p_lead: quote.id, p_claim: quote.claim, p_artists: [artist] };
  done('Choice', await own.rpc('select_lead_artists', chosen));
  const guest = client(backend, backend.keys.publishableKey);
  await ask(guest, { p_name: 'Gus Treviño', p_email: 'gus@example.com', p_artist: artist });
  // A filled hidden field: held for the admin.
  await ask(guest, { p_email: 'flood@example.com', p_website: 'https://example.com' });
  const call = {
    p_key: randomUUID(),
    p_artist: artist,
    ...person,
    p_preferred_time: 'Tuesday morning',
    p_message: 'Could we talk about the school wall?',
  };
  done('Consultation', await own.rpc('request_consultation', call));
  const worker = client(backend, backend.keys.publishableKey);
  done('Sign-in', await worker.auth.signInWithPassword({ email: ARTIST, password: PASSWORD }));
  const status = { p_lead: quote.id, p_status: 'in_review', p_read: 'new' };
  done('Status', await worker.rpc('set_lead_status', status));
}

/** A password that was changed, and mails that wait to be answered. */
async function accountMails(backend: Backend): Promise<void> {
  const own = client(backend, backend.keys.publishableKey);
  done('Sign-in', await own.auth.signInWithPassword({ email: CLIENT, password: PASSWORD }));
  done('Password', await own.auth.updateUser({ password: `${PASSWORD}!` }));
  done('Recovery', await own.auth.resetPasswordForEmail(CLIENT));
}

async function publishing(backend: Backend): Promise<void> {
  const service = client(backend, backend.keys.secretKey);
  done('Webhook', await service.rpc('remember_webhook', { p_id: 'msg_first_release' }));
  const p_id = done('Job', await service.rpc('start_publish_job', { p_kind: 'rebuild' }));
  const end = await service.rpc('finish_publish_job', { p_id, p_ok: true, p_detail: { ms: 1 } });
  if (end.error) throw new Error(`Job: ${end.error.message}`);
}
