import { describe, expect, it } from 'vitest';
import { replySchema, reviewDraftSchema } from '#features/requests/reviews/review.ts';
import { ARTISTS } from './data/artists/index.ts';
import { CITIES } from './data/cities.ts';
import { MURALS } from './data/murals/index.ts';
import { planGallery } from './gallery.ts';
import { reviewRows } from './reviews.ts';
import { artistRows, cityRows, muralRows } from './rows.ts';

const ORIGIN = 'http://127.0.0.1:4321';
const plan = planGallery();
const rows = {
  artists: artistRows(ARTISTS, plan, ORIGIN),
  murals: muralRows(MURALS, plan, ORIGIN),
  cities: cityRows(CITIES, plan, ORIGIN),
};
const unique = (values: readonly string[]) => new Set(values).size === values.length;

describe('demo rows', () => {
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
});
