import { plural } from '#lib/format.ts';
import { once } from '#lib/once.ts';
import { type Label, placeLabels } from './labels.ts';
import { type MapPoint, milesBetween, type Position, toMap } from './projection.ts';
import type { MapWindow } from './shapes.ts';
import { texasPlaces } from './texas-places.ts';
import { isInside, percentIn } from './window.ts';

const towns = once(() => texasPlaces().map((place) => ({ ...place, at: toMap(place) })));

const MOST_TOWNS = 7;
const CANDIDATES = 24;

/** A town's name, right where the town is. */
export interface TownLabel {
  text: string;
  at: MapPoint;
  room: 'wide' | 'any';
}

/** Towns that help to find one's way in a window, with room for their names; not those that it shows anyway. */
export function townsIn(
  window: MapWindow,
  not: ReadonlySet<string>,
  taken: { labels: readonly Label[]; marks: readonly MapPoint[] },
): TownLabel[] {
  const candidates = towns()
    .filter(({ at, slug }) => !not.has(slug) && isInside(window, at))
    .slice(0, CANDIDATES)
    .map(({ name, at }): Label => ({ text: name, at: percentIn(window, at), unmarked: true }));
  const places = placeLabels([...taken.labels, ...candidates], taken.marks);
  return candidates
    .flatMap(({ text, at }, i) => {
      const room = places[taken.labels.length + i]?.room;
      return room === 'any' || room === 'wide' ? [{ text, at, room }] : [];
    })
    .slice(0, MOST_TOWNS);
}

const SIDES = [
  'north of',
  'north-east of',
  'east of',
  'south-east of',
  'south of',
  'south-west of',
  'west of',
  'north-west of',
];

/** 'In San Antonio' or '3 miles north-west of Boerne', by the nearest town; nothing far from all of them. */
export function besideTown(position: Position): string {
  const here = toMap(position);
  const [nearest] = towns()
    .map((town) => ({ town, miles: milesBetween(here, town.at) }))
    .toSorted((a, b) => a.miles - b.miles);
  if (!nearest || nearest.miles > 60) return '';
  const miles = Math.round(nearest.miles);
  if (miles < 1) return `In ${nearest.town.name}`;
  const turn = Math.atan2(here.x - nearest.town.at.x, nearest.town.at.y - here.y);
  const side = SIDES[(Math.round((turn / (2 * Math.PI)) * 8) + 8) % 8];
  return `${plural(miles, 'mile')} ${side} ${nearest.town.name}`;
}
