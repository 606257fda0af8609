import { LANGUAGE } from '#config/language.ts';
import { paths } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import type { ListedArtist } from '#features/artists/artist.ts';
import { artistLinks } from '#features/artists/artist-terms.ts';
import { positionOf } from '#features/map/projection.ts';
import type { Mural } from '#features/murals/mural.ts';
import type { MuralArtist } from '#features/murals/mural-artist.ts';
import { licenseTerms } from '#features/murals/mural-license.ts';
import { fallbackSource, type Picture } from '#features/pictures/picture.ts';
import type { PublicReview } from '#features/requests/reviews/public-review.ts';
import { stateCode } from '#lib/place.ts';
import { namedOnly } from '#lib/style.ts';
import type { Absolute } from './seo.ts';

/** JSON-LD in schema.org's vocabulary; the page says that it is. */
type Thing = Record<string, unknown>;

/** Drops what is empty, so that no property claims nothing. */
function thing(type: string, properties: Thing): Thing {
  const known = Object.entries(properties).filter(
    ([, value]) =>
      value !== null && value !== undefined && !(Array.isArray(value) && !value.length),
  );
  return { '@type': type, ...Object.fromEntries(known) };
}

function address(city: string | null, state: string | null): Thing | null {
  if (!city) return null;
  return thing('PostalAddress', {
    addressLocality: city,
    addressRegion: stateCode(state) ?? state,
    addressCountry: 'US',
  });
}

export function webSite(absolute: Absolute): Thing[] {
  const home = absolute(paths.home);
  return [
    thing('WebSite', {
      '@id': `${home}#website`,
      name: SITE.name,
      description: SITE.tagline,
      inLanguage: LANGUAGE,
      url: home,
      potentialAction: thing('SearchAction', {
        target: thing('EntryPoint', {
          urlTemplate: `${absolute(paths.artists)}?q={search_term_string}`,
        }),
        'query-input': 'required name=search_term_string',
      }),
    }),
    thing('Organization', {
      '@id': `${home}#organization`,
      name: SITE.name,
      url: home,
      logo: absolute('/icon-512.png'),
      areaServed: SITE.region,
    }),
  ];
}

/** A numbered list; none where there is nothing to number. */
function list(items: readonly Thing[]): Thing[] {
  if (items.length === 0) return [];
  const itemListElement = items.map((item, i) => thing('ListItem', { position: i + 1, ...item }));
  return [thing('ItemList', { itemListElement })];
}

export function artistList(
  artists: readonly Pick<ListedArtist, 'name' | 'slug'>[],
  absolute: Absolute,
): Thing[] {
  return list(artists.map(({ name, slug }) => ({ name, url: absolute(paths.artist(slug)) })));
}

export function muralList(
  murals: readonly Pick<Mural, 'title' | 'slug'>[],
  absolute: Absolute,
): Thing[] {
  return list(murals.map(({ title, slug }) => ({ name: title, url: absolute(paths.mural(slug)) })));
}

const image = (pictures: readonly (Picture | null)[], absolute: Absolute) =>
  pictures.flatMap((picture) => (picture ? [absolute(fallbackSource(picture))] : []));

/** The page of an artist, and the person whom it is about. */
export function artistProfile(
  artist: ListedArtist,
  pictures: readonly (Picture | null)[],
  absolute: Absolute,
): Thing {
  const url = absolute(paths.artist(artist.slug));
  const person = thing('Person', {
    '@id': `${url}#artist`,
    name: artist.name,
    url,
    description: artist.bio,
    jobTitle: 'Mural artist',
    address: address(artist.city, artist.state),
    knowsAbout: namedOnly(artist.styles),
    knowsLanguage: artist.languages,
    sameAs: artistLinks(artist).map(({ href }) => href),
    image: image(pictures, absolute),
    hasCertification: artist.insured_to && certificate(artist.insured_to),
  });
  return thing('ProfilePage', {
    url,
    dateCreated: artist.created_at.slice(0, 10),
    mainEntity: person,
  });
}

const certificate = (expires: string) =>
  thing('Certification', { name: 'Liability insurance', expires });

/**
 * What clients say of an artist, as of a business that can be hired: a person has no ratings in schema.org, and search
 * engines show those of a business. None where nobody has said anything here: ratings from elsewhere are not claimed.
 */
export function reviewedArtist(
  artist: ListedArtist,
  reviews: readonly PublicReview[],
  pictures: readonly (Picture | null)[],
  absolute: Absolute,
): Thing[] {
  if (artist.review_count === 0) return [];
  const url = absolute(paths.artist(artist.slug));
  const rating = { ratingValue: artist.average_rating, reviewCount: artist.review_count };
  return [
    thing('LocalBusiness', {
      '@id': `${url}#business`,
      name: artist.name,
      url,
      address: address(artist.city, artist.state),
      image: image(pictures, absolute),
      aggregateRating: thing('AggregateRating', rating),
      review: reviews.flatMap((review) => (review.author_name ? [reviewBy(review)] : [])),
    }),
  ];
}

const reviewBy = ({ author_name, rating, body, created_at }: PublicReview) =>
  thing('Review', {
    author: thing('Person', { name: author_name }),
    datePublished: created_at.slice(0, 10),
    reviewRating: thing('Rating', { ratingValue: rating }),
    reviewBody: body,
  });

export function visualArtwork(
  mural: Mural,
  artist: MuralArtist | null,
  { pictures, preview }: { pictures: readonly (Picture | null)[]; preview: string | null },
  absolute: Absolute,
): Thing {
  const { url: license } = licenseTerms(mural.license);
  return thing('VisualArtwork', {
    name: mural.title,
    url: absolute(paths.mural(mural.slug)),
    description: mural.description,
    artform: 'Mural',
    artMedium: mural.medium,
    artworkSurface: mural.surface_type,
    size: mural.dimensions,
    width: feet(mural.width_ft),
    height: feet(mural.height_ft),
    dateCreated: mural.date_completed,
    image: image(pictures, absolute),
    // What a shared link shows, drawn with the mural's name.
    thumbnailUrl: preview && absolute(preview),
    license,
    creditText: mural.credit,
    creator:
      artist && thing('Person', { name: artist.name, url: absolute(paths.artist(artist.slug)) }),
    locationCreated: mural.city
      ? thing('Place', {
          name: mural.location_details ?? mural.city,
          address: address(mural.city, mural.state),
          geo: geo(mural),
        })
      : null,
  });
}

/** Feet, by the code of UN/CEFACT. */
const feet = (value: number | null): Thing | null =>
  value === null ? null : thing('QuantitativeValue', { value, unitCode: 'FOT' });

function geo(mural: Mural): Thing | null {
  const position = positionOf(mural);
  return position && thing('GeoCoordinates', { ...position });
}

/** Questions with their answers, as they stand on the page. */
export function faqPage(questions: readonly { question: string; answer: string }[]): Thing[] {
  if (questions.length === 0) return [];
  const mainEntity = questions.map(({ question, answer }) =>
    thing('Question', { name: question, acceptedAnswer: thing('Answer', { text: answer }) }),
  );
  return [thing('FAQPage', { inLanguage: LANGUAGE, mainEntity })];
}
