import { positionInTexas } from '#features/map/texas-places.ts';
import { stateCode } from '#lib/place.ts';
import { slugify } from '#lib/slug.ts';
import { type Account, ADMIN, CLIENT, DEMO_ARTIST } from './accounts.ts';
import { MURAL_FACTS } from './data/mural-facts.ts';
import type { ArtistSeed, CitySeed, LeadSeed, MuralSeed, ThreadSeed } from './data/types.ts';
import { artistUserId, type GalleryPlan } from './gallery.ts';
import { idOf } from './ids.ts';
import { publicUrl } from './target.ts';

/** Turns demo data into rows. Pure: the same input gives the same rows. */

export const artistId = (slug: string): string => idOf('artist', slug);
const artistEmail = (artist: ArtistSeed): string => artist.email ?? `${artist.slug}@example.com`;
export const photoPath = (artist: ArtistSeed): string =>
  `${artistUserId(artist.slug)}/profile.avif`;

export function accounts(artists: readonly ArtistSeed[]): Account[] {
  return [
    ADMIN,
    CLIENT,
    ...artists.map(
      (artist): Account => ({
        id: artistUserId(artist.slug),
        email: artistEmail(artist),
        name: artist.name,
        role: 'artist',
        created: artist.joined,
        demo: artist.slug === DEMO_ARTIST,
      }),
    ),
  ];
}

export function artistRows(artists: readonly ArtistSeed[], plan: GalleryPlan, origin: string) {
  return artists.map((artist) => ({
    id: artistId(artist.slug),
    user_id: artistUserId(artist.slug),
    name: artist.name,
    slug: artist.slug,
    city: artist.city,
    state: artist.state,
    bio: artist.bio,
    styles: artist.styles,
    mediums: artist.mediums,
    surfaces: artist.surfaces,
    profile_photo: artist.photo ? publicUrl(origin, 'profile-photos', photoPath(artist)) : null,
    portfolio_images: (plan.portfolios.get(artist.slug) ?? []).map((path) =>
      publicUrl(origin, 'portfolio-images', path),
    ),
    featured: artist.featured ?? false,
    public_visible: !artist.hidden,
    years_experience: artist.years,
    created_at: artist.joined,
    updated_at: artist.joined,
  }));
}

export const contactRows = (artists: readonly ArtistSeed[]) =>
  artists.map((artist) => ({
    artist_id: artistId(artist.slug),
    email: artistEmail(artist),
    phone: artist.phone,
  }));

export function muralRows(murals: readonly MuralSeed[], plan: GalleryPlan, origin: string) {
  return murals.map((mural) => {
    const [main = null, ...details] = (plan.murals.get(mural.slug) ?? []).map((path) =>
      publicUrl(origin, 'portfolio-images', path),
    );
    const { at, license, credit } = MURAL_FACTS[mural.slug] ?? {};
    const before = plan.before.get(mural.slug);
    // A wall that is still being painted was added when the directory opened.
    const created = `${mural.date ?? '2024-05-02'}T16:00:00Z`;
    return {
      id: idOf('mural', mural.slug),
      slug: mural.slug,
      title: mural.title,
      description: mural.description,
      city: mural.city,
      state: mural.state,
      location_details: mural.location,
      date_completed: mural.date,
      surface_type: mural.surface,
      medium: mural.medium,
      dimensions: mural.dimensions,
      ...size(mural.dimensions),
      latitude: at?.[0] ?? null,
      longitude: at?.[1] ?? null,
      before_url: before ? publicUrl(origin, 'portfolio-images', before) : null,
      license: license ?? null,
      credit: credit ?? null,
      picture_details: {},
      styles: mural.styles,
      image_url: main,
      gallery_images: details,
      featured: mural.featured ?? false,
      public_visible: !mural.hidden,
      artist_id: mural.by ? artistId(mural.by[0]) : null,
      created_at: created,
      updated_at: created,
    };
  });
}

/** '24 ft × 60 ft' of the demo is height and width; other words stay as they are. */
function size(dimensions: string | null) {
  const [, height = null, width = null] = /^(\d+) ft × (\d+) ft$/.exec(dimensions ?? '') ?? [];
  return { width_ft: width && Number(width), height_ft: height && Number(height) };
}

export function cityRows(cities: readonly CitySeed[], plan: GalleryPlan, origin: string) {
  return cities.map((city) => {
    const cover = city.cover ? plan.murals.get(city.cover)?.[0] : undefined;
    return {
      id: idOf('city', city.name),
      city_name: city.name,
      state: city.state,
      slug: `${slugify(city.name)}-${stateCode(city.state)?.toLowerCase()}`,
      description: city.description,
      cover_photo: cover ? publicUrl(origin, 'portfolio-images', cover) : null,
      artist_count: 0,
      featured: city.featured,
      ...positionInTexas(city.name, city.state),
      created_at: '2024-05-01T12:00:00Z',
    };
  });
}

/** Leads are dated backwards from `now`, so that the last seven days are never empty. */
export function leadRows(leads: readonly LeadSeed[], now: Date) {
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
  const id = (lead: LeadSeed) => idOf('lead', lead.key);
  return {
    records: leads.map((lead) => ({
      id: id(lead),
      kind: lead.kind ?? 'quote',
      city: lead.city,
      project_description: lead.project,
      mural_size: lead.size,
      surface_type: lead.surface,
      style_preference: lead.style,
      budget_range: lead.budget,
      created_by_user: lead.mine ? CLIENT.id : null,
      held: lead.held !== undefined,
      locale: lead.locale ?? 'en',
      created_at: at(lead.hoursAgo),
    })),
    reasons: leads.flatMap((lead) =>
      lead.held === undefined ? [] : [{ lead_id: id(lead), held_reason: lead.held }],
    ),
    contacts: leads.map((lead) => ({
      lead_id: id(lead),
      name: lead.name,
      email: lead.email,
      phone: lead.phone,
    })),
    assignments: leads.flatMap((lead) =>
      lead.assigned.map(([artist, status]) => ({
        lead_id: id(lead),
        artist_id: artistId(artist),
        status,
        created_at: at(lead.hoursAgo),
        updated_at: at(lead.hoursAgo * (status === 'new' ? 1 : 0.6)),
        answered_at: status === 'new' ? null : at(lead.hoursAgo - Math.min(3, lead.hoursAgo / 2)),
      })),
    ),
  };
}

/** The demo's conversations; the newest message of the other side is not read yet. */
export function threadRows(threads: readonly ThreadSeed[], now: Date) {
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
  const day = (days: number) => at(-24 * days).slice(0, 10);
  const of = (thread: ThreadSeed) => ({
    lead_id: idOf('lead', thread.lead),
    artist_id: artistId(thread.artist),
  });
  return {
    messages: threads.flatMap((thread) =>
      thread.messages.map(({ from, hoursAgo, body }, n) => ({
        ...of(thread),
        sender: from,
        body,
        created_at: at(hoursAgo),
        id: idOf('message', `${thread.lead} ${thread.artist} ${n}`),
      })),
    ),
    proposals: threads.flatMap((thread) =>
      (thread.proposal ? [thread.proposal] : []).map((proposal) => ({
        ...of(thread),
        id: idOf('proposal', `${thread.lead} ${thread.artist}`),
        low: proposal.low,
        high: proposal.high,
        starts_on: day(proposal.startsInDays),
        days: proposal.days,
        included: proposal.included,
        message: proposal.message,
        valid_until: day(14),
        state: 'open',
        created_at: at(proposal.hoursAgo),
      })),
    ),
    events: threads.flatMap((thread) =>
      (thread.proposal ? [thread.proposal] : []).map(({ hoursAgo }) => ({
        ...of(thread),
        actor: 'artist',
        event: 'propose',
        state: 'proposed',
        created_at: at(hoursAgo),
      })),
    ),
  };
}
