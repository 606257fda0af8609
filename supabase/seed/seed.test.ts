import { describe, expect, it } from 'vitest';
import { artistSchema } from '#features/artists/artist.ts';
import { citySchema } from '#features/cities/city.ts';
import { muralSchema } from '#features/murals/mural.ts';
import { messageDraftSchema } from '#features/requests/conversation/conversation.ts';
import { LEAD_STATUSES } from '#features/requests/lead-status.ts';
import { quoteSchema } from '#features/requests/quote.ts';
import { replySchema, reviewDraftSchema } from '#features/requests/reviews/review.ts';
import { LIMITS } from '#lib/limits.ts';
import { STYLES, SURFACES } from '#lib/options.ts';
import { citySlug } from '#lib/place.ts';
import { slugify } from '#lib/slug.ts';
import { ARTISTS } from './data/artists/index.ts';
import { CITIES } from './data/cities.ts';
import { LEADS } from './data/leads.ts';
import { MURALS } from './data/murals/index.ts';
import { THREADS } from './data/threads.ts';
import { planGallery } from './gallery.ts';
import { reviewRows, starsOf } from './reviews.ts';
import { accounts, artistRows, cityRows, leadRows, muralRows } from './rows.ts';

const ORIGIN = 'http://127.0.0.1:4321';
const plan = planGallery();
const rows = {
  artists: artistRows(ARTISTS, plan, ORIGIN),
  murals: muralRows(MURALS, plan, ORIGIN),
  cities: cityRows(CITIES, plan, ORIGIN),
};
const words = (key: 'styles' | 'mediums' | 'surfaces') =>
  ARTISTS.filter((artist) => !artist.hidden).flatMap((artist) =>
    artist[key].map((item) => item.toLowerCase()),
  );
const unique = (values: readonly string[]) => new Set(values).size === values.length;

describe('demo rows', () => {
  it('let only those talk who have the request, oldest first', () => {
    for (const { lead, artist, messages, proposal } of THREADS) {
      const request = LEADS.find(({ key }) => key === lead);
      expect(request?.assigned).toContainEqual([artist, 'in_review']);
      const hours = [request?.hoursAgo ?? 0, ...messages.map(({ hoursAgo }) => hoursAgo)];
      expect(hours.toSorted((a, b) => b - a)).toEqual(hours);
      for (const { body } of messages) messageDraftSchema.parse({ body });
      if (proposal) expect(proposal.low).toBeLessThanOrEqual(proposal.high);
    }
  });

  // What a row leaves out has the default of its column.
  it('parse as the rows that pages read', () => {
    for (const row of rows.artists)
      artistSchema.partial().parse({
        ...row,
        average_rating: 0,
        review_count: 0,
        city_slug: citySlug(row.city, row.state),
      });
    for (const row of rows.murals)
      muralSchema.partial().parse({ ...row, city_slug: citySlug(row.city, row.state) });
    for (const row of rows.cities) citySchema.partial().parse(row);
    for (const lead of LEADS) {
      quoteSchema.parse({
        name: lead.name,
        email: lead.email,
        phone: lead.phone ?? '',
        city: lead.city,
        project_description: lead.project,
        mural_size: lead.size ?? '',
        surface_type: lead.surface,
        style_preference: lead.style,
        budget_range: lead.budget,
      });
    }
  });

  it('have reviews that give each artist the rating of the demo, and no text twice', () => {
    for (const artist of ARTISTS) {
      const reviews = reviewRows([artist], new Date());
      const stars = reviews.reduce((sum, { rating }) => sum + rating, 0);
      const average = reviews.length ? Math.round((10 * stars) / reviews.length) / 10 : 0;
      expect(average, artist.slug).toBe(artist.rating);
      expect(unique(reviews.map(({ body }) => body)), artist.slug).toBe(true);
      for (const review of reviews) {
        reviewDraftSchema.parse({
          ...review,
          name: review.author_name ?? '',
          town: review.author_town ?? '',
        });
        if (review.reply) replySchema.parse({ body: review.reply });
        expect(review.created_at > artist.joined).toBe(true);
      }
    }
  });

  it.each([4, 4.1, 4.3, 4.5, 4.9, 5])('find stars for an average of %f', (rating) => {
    for (const about of [1, 5, 12, 40]) {
      const stars = starsOf(rating, about);
      const sum = stars.reduce<number>((total, star) => total + star, 0);
      expect(Math.round((10 * sum) / stars.length) / 10).toBe(rating);
    }
  });

  it('respect the limits of the profile form', () => {
    for (const artist of ARTISTS) {
      expect(artist.name.length, artist.slug).toBeLessThanOrEqual(LIMITS.name);
      expect((artist.bio ?? '').length, artist.slug).toBeLessThanOrEqual(LIMITS.bio);
      for (const list of [artist.styles, artist.mediums, artist.surfaces]) {
        expect(list.length).toBeLessThanOrEqual(LIMITS.listItems);
        expect(unique(list), artist.slug).toBe(true);
      }
    }
  });

  it('name nobody and nothing twice', () => {
    for (const list of [
      ARTISTS.map((a) => a.slug),
      ARTISTS.map((a) => a.name),
      MURALS.map((m) => m.slug),
      MURALS.map((m) => m.title),
      LEADS.map((l) => l.key),
      rows.cities.map((c) => c.slug),
      accounts(ARTISTS).map((a) => a.email),
    ])
      expect(unique(list)).toBe(true);
    for (const { slug } of [...ARTISTS, ...MURALS]) expect(slug).toBe(slugify(slug));
    const ids = [...rows.artists, ...rows.murals, ...rows.cities].map((row) => row.id);
    expect(unique(ids)).toBe(true);
  });

  it('give every picture a place in its owner’s folder, once', () => {
    expect(unique(plan.pictures)).toBe(true);
    for (const path of plan.pictures)
      expect(path).toMatch(/^[0-9a-f-]{36}\/[a-z0-9-]{1,64}\.avif$/);
    for (const artist of rows.artists) {
      for (const url of artist.portfolio_images)
        expect(url).toContain(`/portfolio-images/${artist.user_id}/`);
    }
    for (const mural of rows.murals) expect(mural.image_url, mural.slug).toMatch(/\.avif$/);
  });
});

describe('demo directory', () => {
  it('is as large as a first start promises', () => {
    expect(ARTISTS.filter((artist) => !artist.hidden).length).toBeGreaterThanOrEqual(30);
    expect(MURALS.filter((mural) => !mural.hidden).length).toBeGreaterThanOrEqual(40);
    expect(
      ARTISTS.filter((artist) => artist.featured && !artist.hidden).length,
    ).toBeGreaterThanOrEqual(6);
    for (const city of [
      'San Antonio',
      'Austin',
      'New Braunfels',
      'Seguin',
      'San Marcos',
      'Boerne',
      'Schertz',
      'Kerrville',
    ]) {
      expect(
        ARTISTS.some((artist) => artist.city === city && !artist.hidden),
        city,
      ).toBe(true);
      expect(
        MURALS.some((mural) => mural.city === city && !mural.hidden),
        city,
      ).toBe(true);
      expect(
        CITIES.some((entry) => entry.name === city && entry.cover),
        city,
      ).toBe(true);
    }
  });

  it('covers every style and surface of the quote form', () => {
    for (const style of STYLES) expect(words('styles')).toContain(style);
    for (const surface of SURFACES) expect(words('surfaces')).toContain(surface);
    for (const surface of SURFACES) expect(MURALS.map((mural) => mural.surface)).toContain(surface);
    for (const medium of ['acrylic', 'spray paint', 'latex', 'mosaic', 'chalk', 'digital print'])
      expect(words('mediums')).toContain(medium);
  });

  it.each<[string, (artist: (typeof ARTISTS)[number]) => boolean]>([
    ['no photo', (a) => !a.photo && a.works > 0],
    ['no image at all', (a) => !a.photo && a.works === 0],
    ['one image', (a) => (plan.portfolios.get(a.slug) ?? []).length === 1],
    ['a very long name', (a) => a.name.length > 90],
    ['no city', (a) => a.city === null],
    ['the state written out', (a) => a.state === 'Texas'],
    ['a state in lower case', (a) => a.state === 'tx'],
    ['no rating yet', (a) => a.rating === 0],
    ['one year of experience', (a) => a.years === 1],
    ['a name beyond ASCII', (a) => a.name === 'Íñigo Peña'],
  ])('shows an artist with %s', (_, is) => {
    expect(ARTISTS.some((artist) => !artist.hidden && is(artist))).toBe(true);
  });

  it('keeps private artists and murals, and murals without an artist', () => {
    expect(ARTISTS.filter((artist) => artist.hidden)).toHaveLength(2);
    expect(MURALS.some((mural) => mural.hidden)).toBe(true);
    expect(MURALS.some((mural) => mural.by === null)).toBe(true);
  });
});

describe('demo leads', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const { records, reasons, assignments, contacts } = leadRows(LEADS, now);

  it('show every status, alone and side by side on one lead', () => {
    const statuses = (lead: string) =>
      new Set(assignments.filter((row) => row.lead_id === lead).map((row) => row.status));
    for (const status of LEAD_STATUSES)
      expect(assignments.map((row) => row.status)).toContain(status);
    expect(records.some((record) => statuses(record.id).size > 1)).toBe(true);
    const vega = LEADS.flatMap((lead) => lead.assigned).filter(
      ([artist]) => artist === 'marisol-vega',
    );
    expect(new Set(vega.map(([, status]) => status)).size).toBe(3);
  });

  it('include one held, one that nobody has, anonymous ones and the client’s own', () => {
    expect(records.filter(({ held }) => held)).not.toEqual([]);
    expect(reasons.map((reason) => reason.lead_id)).toEqual(
      records.filter(({ held }) => held).map((record) => record.id),
    );
    expect(
      records.some(
        (record) => !record.held && !assignments.some((row) => row.lead_id === record.id),
      ),
    ).toBe(true);
    expect(records.filter((record) => record.created_by_user === null).length).toBeGreaterThan(3);
    expect(records.filter((record) => record.created_by_user !== null).length).toBeGreaterThan(3);
    expect(contacts).toHaveLength(records.length);
  });

  it('reach from this week back over eighteen months, all relative to now', () => {
    const ages = records.map(
      (record) => (now.getTime() - Date.parse(record.created_at)) / 86_400_000,
    );
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(ages.filter((age) => age < 7).length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...ages)).toBeGreaterThan(450);
    expect(Math.max(...ages)).toBeLessThan(550);
  });

  it('name only artists that exist', () => {
    const slugs = new Set(ARTISTS.map((artist) => artist.slug));
    for (const [artist] of LEADS.flatMap((lead) => lead.assigned))
      expect(slugs, artist).toContain(artist);
  });
});
