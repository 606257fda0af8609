import { paths } from '#config/paths.ts';
import type { City } from '#features/cities/city.ts';
import { groupedOnMap } from '#features/map/groups.ts';
import { placeLabels } from '#features/map/labels.ts';
import { type MapPoint, positionOf, toMap } from '#features/map/projection.ts';
import type { MapMark, RegionMap } from '#features/map/region-map.ts';
import type { MapWindow } from '#features/map/shapes.ts';
import { townsIn } from '#features/map/towns.ts';
import { percentIn, windowOver } from '#features/map/window.ts';
import { plural } from '#lib/format.ts';
import { slugify } from '#lib/slug.ts';
import type { Directory } from './directory/directory.ts';

/** The width in units of 111 m: at least 80 miles. */
const CITIES = 1200;

/** Cities further than this from the middle of them all are on another map. */
const FAR = 2600;

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
  return regionMap(window, cityMarks(near, window));
}

type Placed = Pick<MapMark, 'href' | 'name' | 'text' | 'count'> & { at: MapPoint };
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

function cityMarks(cities: readonly PlacedCity[], window: MapWindow): Placed[] {
  return groupedOnMap(cities, ({ at }) => at, window).map(({ at, items }) => {
    const [{ city }, ...others] = items;
    const artists = items.reduce((sum, one) => sum + one.city.artist_count, 0);
    const names = others.map((one) => one.city.city_name);
    const more = names.length > 0 ? ` with ${names.join(', ')}` : '';
    return {
      at,
      href: paths.city(city.slug),
      name: `${items.length > 1 ? `${items.length} cities, ` : ''}${city.city_name}${more}, ${plural(artists, 'artist')}`,
      text: city.city_name,
      count: items.length,
    };
  });
}

function regionMap(window: MapWindow, placed: readonly Placed[]): RegionMap {
  const at = placed.map((mark) => percentIn(window, mark.at));
  const labels = placed.map(({ text }, i) => ({ text, at: at[i] ?? NOWHERE }));
  const places = placeLabels(labels, at);
  const marks = placed.map(({ href, name, text, count }, i): MapMark => {
    const { room = 'none', left = false } = places[i] ?? {};
    return { ...(at[i] ?? NOWHERE), href, name, text, room, left, count };
  });
  const named = labels.filter((_, i) => places[i]?.room !== 'none');
  const not = new Set(placed.map(({ text }) => slugify(text)));
  return { window, marks, towns: townsIn(window, not, { labels: named, marks: at }) };
}

const NOWHERE = { x: 0, y: 0 };
