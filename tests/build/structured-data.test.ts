/** @module-tag long */

import { beforeAll, describe, expect, it } from 'vitest';
import { listFiles } from '#node/files.ts';
import { harness } from '#tests/publish/harness.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { vocabularyErrors } from '../support/cases/vocabulary.ts';

type Data = Record<string, unknown>;
let found: { file: string; data: Data }[];

const site = ofFile(() => harness());
beforeAll(async () => {
  const { sql } = site.backend;
  await sql(`insert into public.cities (city_name, state, slug, description)
    values ('San Antonio', 'TX', 'san-antonio-tx', 'Walls along the river.'),
      ('Waco', 'TX', 'waco-tx', 'Nobody paints here yet.')`);
  // One with everything, one with nothing but a name.
  await sql(`insert into public.artists (name, slug, city, state, bio, styles, portfolio_images, public_visible)
    values ('Ana', 'ana', 'San Antonio', 'TX', 'Paints.', '{Nature}',
      '{http://127.0.0.1:4321/storage/v1/object/public/portfolio-images/x/1.jpg}', true),
      ('Luz', 'luz', null, null, null, '{}', '{}', true)`);
  await sql(`insert into public.murals (slug, title, description, city, state, location_details, image_url, medium,
      surface_type, dimensions, date_completed, public_visible, artist_id)
    values ('garza', 'La garza', 'A heron.', 'San Antonio', 'TX', 'Behind the mill',
      'http://127.0.0.1:4321/storage/v1/object/public/mural-images/x/1.jpg', 'Acrylic', 'brick', '20 x 30 ft',
      '2024-05-01', true, (select id from public.artists where slug = 'ana')),
      ('sin', 'Sin nombre', null, null, null, null, null, null, null, null, null, true, null)`);
  // Of one there are reviews, one of them by nobody known; the other's rating was brought along from elsewhere.
  await sql(`insert into public.reviews (artist_id, rating, body, author_name, author_town, created_at)
    select a.id, r.rating, 'A wall that the whole street talks about.', r.name, 'Boerne', '2026-03-04'
    from public.artists a, (values (5, 'Ana'), (4, null)) as r (rating, name) where a.slug = 'ana'`);
  await sql(`update public.artists set average_rating = 4.8 where slug = 'luz'`);
  await sql(`update public.artists set languages = '{Spanish}', website = 'https://ana.art',
    social_links = '{https://instagram.com/ana}' where slug = 'ana'`);
  await site.buildAll();
  found = [];
  for (const file of await listFiles(site.release.siteDir)) {
    if (!file.endsWith('.html')) continue;
    const html = (await site.page(file)) ?? '';
    for (const [, text] of html.matchAll(/<script type="application\/ld\+json">([^<]*)</g))
      found.push({ file, data: JSON.parse(text ?? '') });
  }
}, 180_000);

describe('the structured data of every page', () => {
  it('is there, of each kind', () => {
    expect(new Set(found.map(({ data }) => data['@type']))).toEqual(
      new Set([
        'BreadcrumbList',
        'FAQPage',
        'ItemList',
        'LocalBusiness',
        'Organization',
        'ProfilePage',
        'VisualArtwork',
        'WebSite',
      ]),
    );
  });

  it('uses schema.org’s words as schema.org does', () => {
    const errors = vocabularyErrors(found.map(({ data }) => data));
    const wrong = found.flatMap(({ file, data }, i) =>
      (errors[i] ?? []).map((error) => `${file}, ${data['@type']}: ${error}`),
    );
    expect(wrong).toEqual([]);
  });

  it('says of each artist whose profile it is', () => {
    const profiles = found.filter(({ file }) => /^artist\//.test(file));
    const people = profiles.flatMap(({ data }) =>
      data['@type'] === 'ProfilePage' ? [data.mainEntity as Data] : [],
    );
    const said = people.map((person) => [
      person['@type'],
      person.name,
      person.knowsLanguage,
      person.sameAs,
    ]);
    expect(said.toSorted()).toEqual([
      ['Person', 'Ana', ['Spanish'], ['https://ana.art', 'https://instagram.com/ana']],
      ['Person', 'Luz', undefined, undefined],
    ]);
  });
});

describe('the check itself', () => {
  const context = { '@context': 'https://schema.org' };
  const artwork = { ...context, '@type': 'VisualArtwork', name: 'La garza' };

  it.each<[string, Data]>([
    ['a property that does not exist', { ...artwork, surfaceKind: 'brick' }],
    ['a value of another type', { ...artwork, creator: { '@type': 'Place', name: 'Austin' } }],
  ])('refuses %s', (_, data) => {
    expect(vocabularyErrors([data, artwork])).toEqual([[expect.any(String)], []]);
  });
});
