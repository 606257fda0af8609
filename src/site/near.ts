import type { City } from '#domain/city.ts';

/** Degrees of latitude and longitude; a city that is not here is placed after those that are. */
const POSITIONS: Record<string, [number, number]> = {
  'san-antonio-tx': [29.42, -98.49],
  'austin-tx': [30.27, -97.74],
  'new-braunfels-tx': [29.7, -98.12],
  'seguin-tx': [29.57, -97.96],
  'san-marcos-tx': [29.88, -97.94],
  'boerne-tx': [29.79, -98.73],
  'schertz-tx': [29.55, -98.27],
  'kerrville-tx': [30.05, -99.14],
  'fredericksburg-tx': [30.28, -98.87],
  'castroville-tx': [29.36, -98.88],
  'gruene-tx': [29.74, -98.1],
  'houston-tx': [29.76, -95.37],
  'dallas-tx': [32.78, -96.8],
  'fort-worth-tx': [32.76, -97.33],
  'el-paso-tx': [31.76, -106.49],
  'corpus-christi-tx': [27.8, -97.4],
  'laredo-tx': [27.51, -99.51],
};
const NEAR = 6;

/** The nearest other cities of the table, at most six; cities of unknown position follow by name. */
export function nearCities(slug: string, cities: readonly City[]): City[] {
  const here = POSITIONS[slug];
  const distance = (city: City): number => {
    const there = POSITIONS[city.slug];
    if (!here || !there) return Number.MAX_VALUE;
    // Good enough at this latitude, where a degree of longitude is 0.87 of one of latitude.
    return Math.hypot(here[0] - there[0], (here[1] - there[1]) * 0.87);
  };
  return cities
    .filter((city) => city.slug !== slug)
    .toSorted((a, b) => distance(a) - distance(b) || a.city_name.localeCompare(b.city_name, 'en'))
    .slice(0, NEAR);
}
