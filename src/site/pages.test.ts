import { describe, expect, it } from 'vitest';
import { positionInTexas } from '#features/map/texas-places.ts';
import { slugify } from '#lib/slug.ts';
import {
  aCity,
  allPictures,
  aMural,
  anArtist,
  aPicture,
  aRedirect,
  aReview,
  directoryOf,
} from '#tests/support/directory-rows.ts';
import { artistPictures, muralPictures } from './artist-pictures.ts';
import { heroPictures } from './hero.ts';
import { nearCities } from './near-cities.ts';
import { sitemap, sitemapPart, sitemapParts } from './sitemap.ts';
import { xmlText } from './xml.ts';

const absolute = (path: string) => `https://muro.test${path}`;

describe('near cities', () => {
  const cities = ['austin', 'boerne', 'new braunfels', 'san antonio', 'somewhere'].map((name, i) =>
    aCity(i, { slug: `${slugify(name)}-tx`, city_name: name, ...positionInTexas(name, 'TX') }),
  );
  it('come nearest first, those of unknown place last, never the city itself', () => {
    const near = nearCities('san-antonio-tx', cities).map((city) => city.city_name);
    expect(near).toEqual(['new braunfels', 'boerne', 'austin', 'somewhere']);
  });
  it('come by name for a city of unknown place', () => {
    const near = nearCities('somewhere-tx', cities).map((city) => city.city_name);
    expect(near).toEqual(['austin', 'boerne', 'new braunfels', 'san antonio']);
  });
});

describe('pictures', () => {
  it('of the hero are three different ones, upright ones first', () => {
    const upright = { ...aPicture('tall'), width: 900, height: 1200 };
    const media = {
      ...allPictures,
      picture: (url: string | null) => (url === 'tall' ? upright : allPictures.picture(url)),
    };
    const murals = [aMural(1, { image_url: 'm' }), aMural(2, { image_url: 'broken' })];
    const artists = [
      anArtist(1, { portfolio_images: ['m'] }),
      anArtist(2, { portfolio_images: ['broken', 'a', 'tall'] }),
      anArtist(3, { portfolio_images: [] }),
    ];
    const found = (list: typeof artists) => heroPictures(murals, list, media).map(({ alt }) => alt);
    expect(found(artists)).toEqual(['A mural by Artist 2', 'A mural by Artist 1']);
    expect(found([])).toEqual(['Mural 1, a mural']);
    const four = [4, 5, 6, 7].map((n) => anArtist(n, { portfolio_images: [`p${n}`] }));
    expect(found(four)).toEqual([
      'A mural by Artist 4',
      'A mural by Artist 5',
      'A mural by Artist 6',
    ]);
  });

  it('of a portfolio are named after their mural, else by style and number', () => {
    const artist = anArtist(1, { styles: ['Abstract'], portfolio_images: ['m', 'broken', 'x'] });
    const { portfolio } = artistPictures(artist, [aMural(1, { image_url: 'm' })], allPictures);
    expect(portfolio.map(({ alt }) => alt)).toEqual([
      'Mural 1, a mural by Artist 1',
      'Abstract mural by Artist 1, 3 of 3',
    ]);
  });

  it('say what their artist says of them, and rest where the artist looks', () => {
    const heron = { x: 1, y: 0.2, alt: 'A heron over the creek' };
    const shown = [{ alt: heron.alt, picture: { ...aPicture('m'), focus: [10, 2] } }];
    const mural = aMural(1, {
      image_url: 'm',
      gallery_images: ['m'],
      picture_details: { m: heron, gone: { alt: 'Nothing' } },
    });
    const artist = anArtist(1, { portfolio_images: ['m'] });
    const own = { ...artist, picture_details: { m: { ...heron, alt: 'Ours' } } };
    expect(muralPictures(mural, allPictures)).toEqual(shown);
    expect(artistPictures(artist, [mural], allPictures).portfolio).toEqual(shown);
    expect(artistPictures(own, [mural], allPictures).portfolio[0]?.alt).toBe('Ours');
    expect(heroPictures([mural], [], allPictures)).toEqual(shown);
    expect(heroPictures([], [own], allPictures)[0]?.alt).toBe('Ours');
  });
});

describe('the sitemap', () => {
  const artist = anArtist(1, {
    slug: 'a&b',
    updated_at: '2026-03-04T10:00:00+00:00',
    portfolio_images: ['x', 'broken'],
  });
  const directory = directoryOf({
    artists: [artist],
    murals: [aMural(2)],
    cities: [aCity(3, { slug: 'san-antonio-tx' }), aCity(4)],
    mural_redirects: [aRedirect(9, 2)],
    reviews: [
      aReview(5, { artist_id: artist.id, updated_at: '2026-02-01T00:00:00+00:00' }),
      aReview(6, { artist_id: artist.id, updated_at: '2026-02-03T00:00:00+00:00' }),
    ],
  });

  it('names every page with its last change and pictures, escaped', async () => {
    const xml = await sitemap(directory, allPictures, absolute);
    expect(xml).toContain('<loc>https://muro.test/artist/a%26b</loc><lastmod>2026-03-04</lastmod>');
    expect(xml).toContain('<image:loc>https://muro.test/media/x-640.jpg</image:loc>');
    expect(xml).not.toContain('broken');
    expect(xml).toContain('<loc>https://muro.test/mural/mural-2</loc>');
    expect(xml).toContain(
      '<loc>https://muro.test/artist/a%26b/reviews</loc><lastmod>2026-02-03</lastmod>',
    );
    expect(xml).toContain(
      '<loc>https://muro.test/mural-artists/san-antonio-tx</loc><lastmod>2026-03-04</lastmod>',
    );
    expect(xml).toContain(
      '<loc>https://muro.test/mural-artists/city-4-tx</loc><xhtml:link rel="alternate" hreflang="en" href="https://muro.test/mural-artists/city-4-tx"/><xhtml:link rel="alternate" hreflang="es" href="https://muro.test/es/mural-artists/city-4-tx"/><xhtml:link rel="alternate" hreflang="x-default" href="https://muro.test/mural-artists/city-4-tx"/></url>',
    );
  });

  it('is an index of parts where it names more pages than a file may', async () => {
    expect(sitemapParts(directory)).toBe(0);
    expect(await sitemapPart(directory, allPictures, absolute, 1)).toBeNull();
    const murals = Array.from({ length: 60_000 }, (_, n) =>
      aMural(n, { updated_at: `2026-01-0${1 + (n % 9)}T00:00:00+00:00` }),
    );
    const large = directoryOf({ artists: [artist], murals });
    expect(sitemapParts(large)).toBe(2);
    const index = await sitemap(large, allPictures, absolute);
    expect(index.match(/<loc>[^<]+<\/loc>/g)).toEqual(
      [1, 2].map((part) => `<loc>https://muro.test/sitemap-${part}.xml</loc>`),
    );
    expect(index).toContain('<lastmod>2026-01-09</lastmod></sitemap>');
    const named: string[] = [];
    for (let part = 1; part <= 2; part++) {
      const xml = (await sitemapPart(large, allPictures, absolute, part)) ?? '';
      const urls = xml.match(/<loc>[^<]+<\/loc>/g) ?? [];
      expect(urls.length).toBeLessThanOrEqual(50_000);
      named.push(...urls);
    }
    expect(new Set(named).size).toBe(named.length);
    expect(named.filter((url) => url.includes('/mural/'))).toHaveLength(60_000);
    expect(await sitemapPart(large, allPictures, absolute, 3)).toBeNull();
  });

  it('keeps text from becoming markup', () => {
    expect(xmlText(`<a href="x">&'\u0001`)).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&apos;');
  });
});
