import { paths } from '#config/paths.ts';
import { PAGE_SIZE } from '#lib/limits.ts';
import { Random } from '#seed/random.ts';
import type { Directory } from '#site/directory/directory.ts';

const rng = new Random('sample');

/** How many pages there are of each kind, and some of them. */
export function pagesOf(directory: Directory) {
  const artists = [...directory.artistSlugs()];
  const murals = [...directory.muralSlugs()];
  const reviewed = directory.reviewedSlugs();
  const cities = directory.citySlugs();
  const styles = directory.cityStyles();
  const later = (length: number) => Math.max(0, Math.ceil(length / PAGE_SIZE) - 1);
  const ofList = (list: string, length: number) => ({
    count: later(length),
    any: () => paths.listPage(list, rng.int(2, Math.max(2, later(length) + 1))),
  });
  const largest = cities.reduce((a, b) =>
    directory.allArtists(a).length >= directory.allArtists(b).length ? a : b,
  );
  return {
    artist: { count: artists.length, any: () => paths.artist(rng.pick(artists)) },
    reviews: { count: reviewed.length, any: () => paths.reviews(rng.pick(reviewed)) },
    mural: { count: murals.length, any: () => paths.mural(rng.pick(murals)) },
    city: { count: cities.length, any: () => paths.city(rng.pick(cities)) },
    'style in a city': {
      count: styles.length,
      any: () => {
        const { city, style } = rng.pick(styles);
        return paths.cityStyle(city, style);
      },
    },
    'later page of artists': ofList(paths.artists, artists.length),
    'later page of a city': {
      count: cities.reduce((sum, slug) => sum + later(directory.allArtists(slug).length), 0),
      any: ofList(paths.city(largest), directory.allArtists(largest).length).any,
    },
    'later page of murals': ofList(paths.murals, murals.length),
  };
}
