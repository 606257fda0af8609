import { paths } from '#config/paths.ts';
import type { City } from '#features/cities/city.ts';
import { type Group, groupedOnMap } from '#features/map/groups.ts';
import { placeLabels } from '#features/map/labels.ts';
import { type MapPoint, positionOf, toMap } from '#features/map/projection.ts';
import type { MapMark, RegionMap } from '#features/map/region-map.ts';
import type { MapWindow } from '#features/map/shapes.ts';
import { townsIn } from '#features/map/towns.ts';
import { isInside, percentIn, windowAround, windowOver } from '#features/map/window.ts';
import type { Mural } from '#features/murals/mural.ts';
import { plural } from '#lib/format.ts';
import { slugify } from '#lib/slug.ts';
import type { Directory } from './directory/directory.ts';

/** Widths in units of 111 m: at least 80 miles for all cities and 33 to 48 for one of them. */
const CITIES = 1200;
const CITY = { least: 480, most: 700 };

/** Cities further than this from the middle of them all are on another map. */
const FAR = 2600;
const MOST_MARKS = 12;

/** Where the cities of the table are; null while none has a position. */
export function mapOfCities(directory: Directory): RegionMap | null {
  const placed = directory.cities().flatMap(placedCity);
  if (placed.length === 0) return null;
  const middle = {
    x: median(placed.map(({ at }) => at.x)),
    y: median(placed.map(({ at }) => at.y)),
  };
  const near = placed
    .filter(({ at }) => Math.hypot(at.x - middle.x, at.y - middle.y) <= FAR)
    .toSorted((a, b) => b.city.artist_count - a.city.artist_count);
  const window = windowOver(
    near.map(({ at }) => at),
    CITIES,
  );
  return regionMap(window, cityMarks(near, window, true));
}

/** A city's murals and the cities around it; null for one whose position nobody knows. */
export function mapOfCity(directory: Directory, slug: string): RegionMap | null {
  const [here] = directory
    .cities()
    .filter((city) => city.slug === slug)
    .flatMap(placedCity);
  if (!here) return null;
  const widest = windowAround(here.at, CITY.most);
  const murals = directory
    .allMuralsIn(slug)
    .map((mural) => ({ mural, at: positionOf(mural) ? directory.pointOf(mural) : null }))
    .flatMap(({ mural, at }) => (at && isInside(widest, at) ? [{ mural, at }] : []));
  const tight = windowOver([here.at, ...murals.map(({ at }) => at)], CITY.least);
  const window = tight.width > CITY.most ? widest : tight;
  const groups = groupedOnMap(murals, ({ at }) => at, window, { most: MOST_MARKS });
  const name = here.city.city_name;
  const center: Placed = { kind: 'here', at: here.at, href: null, name, text: name };
  const walls = groups.map((group) => muralMark(group, paths.muralsIn(slug)));
  // Where murals lie right in the middle, their mark has the city's name.
  const middle = walls.find((wall) => !isApart(wall.at, [center], window));
  if (middle) {
    middle.text = name;
    // Who speaks to the screen says what stands there.
    middle.name = `${name}: ${middle.name}`;
  }
  const marks = middle ? [middle, ...walls.filter((wall) => wall !== middle)] : [center, ...walls];
  return regionMap(window, [...marks, ...citiesAround(directory, window, marks, slug)]);
}

type Placed = Pick<MapMark, 'kind' | 'href' | 'name' | 'text'> & { at: MapPoint; count?: number };
interface PlacedCity {
  city: City;
  at: MapPoint;
}

function placedCity(city: City): PlacedCity[] {
  const position = positionOf(city);
  return position ? [{ city, at: toMap(position) }] : [];
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Cities of the table that a window shows beside what it is about; their pages know how many artists there are. */
function citiesAround(
  directory: Directory,
  window: MapWindow,
  marks: readonly Placed[],
  not: string | null,
): Placed[] {
  const around = directory
    .cities()
    .filter(({ slug }) => slug !== not)
    .flatMap(placedCity)
    .filter(({ at }) => isInside(window, at) && isApart(at, marks, window));
  return cityMarks(around, window, false);
}

const APART = 0.06;
const isApart = (at: MapPoint, marks: readonly Placed[], window: MapWindow): boolean =>
  marks.every((mark) => Math.hypot(mark.at.x - at.x, mark.at.y - at.y) > window.width * APART);

function cityMarks(cities: readonly PlacedCity[], window: MapWindow, counted: boolean): Placed[] {
  return groupedOnMap(cities, ({ at }) => at, window).map(({ at, items }) => {
    const [{ city }, ...others] = items;
    const artists = items.reduce((sum, one) => sum + one.city.artist_count, 0);
    const names = others.map((one) => one.city.city_name);
    const more = names.length > 0 ? ` with ${names.join(', ')}` : '';
    return {
      kind: 'city',
      at,
      href: paths.city(city.slug),
      name: `${items.length > 1 ? `${items.length} cities, ` : ''}${city.city_name}${more}${counted ? `, ${plural(artists, 'artist')}` : ''}`,
      text: city.city_name,
      count: items.length,
    };
  });
}

/** Those that lie too near to each other for marks of their own share one, which leads to a list and names no number. */
function muralMark({ at, items }: Group<{ mural: Mural }>, all: string): Placed {
  const [{ mural }] = items;
  const [href, name] =
    items.length === 1
      ? [paths.mural(mural.slug), mural.title]
      : [all, `Murals around ${mural.title}`];
  return { kind: 'mural', at, href, name, text: '' };
}

function regionMap(window: MapWindow, placed: readonly Placed[]): RegionMap {
  const at = placed.map((mark) => percentIn(window, mark.at));
  const labels = placed.map(({ text }, i) => ({ text, at: at[i] ?? NOWHERE }));
  const places = placeLabels(labels, at);
  const marks = placed.map(({ kind, href, name, text, count = 1 }, i): MapMark => {
    const { room = 'none', left = false } = places[i] ?? {};
    return { kind, ...(at[i] ?? NOWHERE), href, name, text, room, left, count };
  });
  const named = labels.filter((_, i) => places[i]?.room !== 'none');
  const not = new Set(placed.map(({ text }) => slugify(text)));
  return { window, marks, towns: townsIn(window, not, { labels: named, marks: at }) };
}

const NOWHERE = { x: 0, y: 0 };
