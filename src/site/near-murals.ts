import type { City } from '#features/cities/city.ts';
import { type MapPoint, milesBetween, positionOf, toMap } from '#features/map/projection.ts';
import type { Mural } from '#features/murals/mural.ts';
import type { NearMural } from '#features/murals/near-mural.ts';
import { GroupedRows } from './directory/sorted-rows.ts';
import type { Index } from './directory/table.ts';

/** How many a mural's page shows, and how far they may be. */
const SHOWN = 3;
const REACH = 25;

/** How many of those that share the middle of a city are looked at, from one's own place in their circle on. */
const LOOK = 24;

/** Size of the fields that walls with a point are kept by, in units of the map and in miles. */
const FIELD = 25;
const FIELD_MILES = milesBetween({ x: 0, y: 0 }, { x: FIELD, y: 0 });

const byId = (a: Mural, b: Mural) => (a.id < b.id ? -1 : Number(a.id > b.id));
const fieldKey = (x: number, y: number) => `${x} ${y}`;
const fieldOf = ({ x, y }: MapPoint) => [Math.floor(x / FIELD), Math.floor(y / FIELD)] as const;
const fieldKeys = (mural: Mural) => {
  const own = positionOf(mural);
  return own ? [fieldKey(...fieldOf(toMap(own)))] : [];
};
const cityKeys = (mural: Mural) => (positionOf(mural) ? [] : [mural.city_slug]);

/**
 * Which murals are near which. Those without a point share the middle of their city: they stand in a circle, and each
 * is followed by others, so that one that comes or goes changes a few pages and never all of a city's.
 */
export class NearMurals implements Index<Mural> {
  readonly #fields = new GroupedRows(byId, fieldKeys);
  readonly #unplaced = new GroupedRows(byId, cityKeys);
  readonly #cities: () => Iterable<City>;

  constructor(cities: () => Iterable<City>) {
    this.#cities = cities;
  }

  fill(murals: readonly Mural[]): void {
    this.#fields.fill(murals);
    this.#unplaced.fill(murals);
  }

  add(mural: Mural): void {
    this.#fields.add(mural);
    this.#unplaced.add(mural);
  }

  remove(mural: Mural): void {
    this.#fields.remove(mural);
    this.#unplaced.remove(mural);
  }

  /** Where a mural is on the map: its own point, else the middle of its city; null when neither is known. */
  pointOf(mural: Pick<Mural, 'latitude' | 'longitude' | 'city_slug'>): MapPoint | null {
    const own = positionOf(mural);
    if (own) return toMap(own);
    for (const city of this.#cities()) if (city.slug === mural.city_slug) return pointOfCity(city);
    return null;
  }

  /** What others have painted nearest to it. */
  of(mural: Mural): NearMural[] {
    const here = this.pointOf(mural);
    if (!here) return [];
    const found = this.#inCities(here, mural);
    const [column, row] = fieldOf(here);
    for (let ring = 0; (ring - 1) * FIELD_MILES <= REACH; ring++) {
      found.sort((a, b) => a.miles - b.miles);
      // Whatever comes now is at least a whole ring away.
      const last = found[SHOWN - 1];
      if (last && last.miles <= (ring - 1) * FIELD_MILES) break;
      for (const other of this.#ring(column, row, ring)) {
        const miles = milesBetween(here, toMap(positionOf(other) ?? NOWHERE));
        if (miles <= REACH && isByOther(other, mural)) found.push({ mural: other, miles });
      }
    }
    return found.sort((a, b) => a.miles - b.miles).slice(0, SHOWN);
  }

  /** Every mural whose neighbors may be others when this one comes, goes or changes; some more rather than one less. */
  around(mural: Mural): Mural[] {
    const here = this.pointOf(mural);
    return here ? [...this.#unplacedAround(here, mural), ...this.#placedAround(here)] : [];
  }

  /** Those that share the middle of a city: they see each other first, those next to them in their circle. */
  #unplacedAround(here: MapPoint, mural: Mural): Mural[] {
    const slug = positionOf(mural) ? null : mural.city_slug;
    return this.#towns(here).flatMap(({ rows, city, miles }) => {
      if (slug === city.slug) return before(rows, mural);
      // Of cities with one middle, each looks at those that are named before it, too, before its own.
      if (slug !== null && miles === 0 && slug < city.slug) return rows;
      return rows.filter((row) => {
        const others = after(rows, row).filter((other) => isByOther(other, row));
        return others.length < SHOWN;
      });
    });
  }

  /**
   * Of walls in one eighth of the directions, those nearer to this point are nearer to each other than to it: a wall
   * with enough of them before it, by other hands, does not see as far as this point.
   */
  #placedAround(here: MapPoint): Mural[] {
    const walls = this.#placedNear(here).sort((a, b) => a.miles - b.miles);
    const sectors = Array.from({ length: 8 }, () => new Map<string, number>());
    const found: Mural[] = [];
    for (const { mural, at, miles } of walls) {
      const turn = Math.atan2(at.y - here.y, at.x - here.x) / (Math.PI / 4);
      const nearer = sectors[(Math.floor(turn) + 8) % 8] as Map<string, number>;
      const total = nearer.get('') ?? 0;
      const own = mural.artist_id ? (nearer.get(mural.artist_id) ?? 0) : 0;
      if (total - own < SHOWN) found.push(mural);
      // At the very same place they tie with what comes here.
      if (miles === 0) continue;
      nearer.set('', total + 1);
      if (mural.artist_id) nearer.set(mural.artist_id, own + 1);
    }
    return found;
  }

  #placedNear(here: MapPoint): { mural: Mural; at: MapPoint; miles: number }[] {
    const [column, row] = fieldOf(here);
    const found = [];
    for (let ring = 0; (ring - 1) * FIELD_MILES <= REACH; ring++) {
      for (const mural of this.#ring(column, row, ring)) {
        const at = toMap(positionOf(mural) ?? NOWHERE);
        const miles = milesBetween(here, at);
        if (miles <= REACH) found.push({ mural, at, miles });
      }
    }
    return found;
  }

  /** Whether a mural's place, neighbors or map may be others when a city comes, goes or moves. */
  dependsOn(mural: Mural, city: City): boolean {
    const center = pointOfCity(city);
    return mural.city_slug === city.slug || (!!center && this.#miles(mural, center) <= REACH);
  }

  #miles(mural: Mural, from: MapPoint): number {
    const at = this.pointOf(mural);
    return at ? milesBetween(from, at) : Number.POSITIVE_INFINITY;
  }

  #inCities(here: MapPoint, mural: Mural): NearMural[] {
    const found: NearMural[] = [];
    for (const { rows, miles } of this.#towns(here)) {
      if (found.length >= SHOWN) break;
      const others = after(rows, mural).filter((other) => isByOther(other, mural));
      found.push(...others.slice(0, SHOWN).map((other) => ({ mural: other, miles })));
    }
    return found;
  }

  /** Cities that murals without a point are in, the nearest first. */
  #towns(here: MapPoint): { city: City; miles: number; rows: readonly Mural[] }[] {
    const towns = [];
    for (const city of this.#cities()) {
      const rows = this.#unplaced.of(city.slug);
      const there = rows.length > 0 ? pointOfCity(city) : null;
      const miles = there ? milesBetween(here, there) : Number.POSITIVE_INFINITY;
      if (miles <= REACH) towns.push({ city, miles, rows });
    }
    return towns.sort((a, b) => a.miles - b.miles || (a.city.slug < b.city.slug ? -1 : 1));
  }

  *#ring(column: number, row: number, ring: number): Iterable<Mural> {
    for (let y = -ring; y <= ring; y++) {
      const step = Math.abs(y) === ring || ring === 0 ? 1 : 2 * ring;
      for (let x = -ring; x <= ring; x += step)
        yield* this.#fields.of(fieldKey(column + x, row + y));
    }
  }
}

const NOWHERE = { latitude: 0, longitude: 0 };

const isByOther = (other: Mural, mural: Mural): boolean =>
  other.id !== mural.id && (other.artist_id === null || other.artist_id !== mural.artist_id);

function pointOfCity(city: City): MapPoint | null {
  const position = positionOf(city);
  return position ? toMap(position) : null;
}

/** Those behind it in the circle of rows, itself left out. */
function after(rows: readonly Mural[], mural: Mural): Mural[] {
  return circle(rows, placeIn(rows, mural), 1).filter(({ id }) => id !== mural.id);
}

/** Those before it, which look at it. */
function before(rows: readonly Mural[], mural: Mural): Mural[] {
  return circle(rows, placeIn(rows, mural) - 1, -1);
}

function circle(rows: readonly Mural[], from: number, step: 1 | -1): Mural[] {
  const count = Math.min(rows.length, LOOK + 1);
  return Array.from({ length: count }, (_, i) => {
    const at = (from + i * step) % rows.length;
    return rows[at < 0 ? at + rows.length : at] as Mural;
  });
}

/** Where it stands, or would stand. */
function placeIn(rows: readonly Mural[], mural: Mural): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byId(rows[middle] as Mural, mural) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
