import type { City } from '#features/cities/city.ts';
import { type MapPoint, milesBetween, positionOf, toMap } from '#features/map/projection.ts';

const NEAR = 6;

/** The nearest other cities of the table, at most six; cities of unknown position follow by name. */
export function nearCities(slug: string, cities: readonly City[]): City[] {
  const here = pointOf(cities.find((city) => city.slug === slug));
  const distance = (city: City): number => {
    const there = pointOf(city);
    return here && there ? milesBetween(here, there) : Number.MAX_VALUE;
  };
  return cities
    .filter((city) => city.slug !== slug)
    .map((city) => ({ city, miles: distance(city) }))
    .toSorted((a, b) => a.miles - b.miles || a.city.city_name.localeCompare(b.city.city_name, 'en'))
    .slice(0, NEAR)
    .map(({ city }) => city);
}

function pointOf(city: City | undefined): MapPoint | null {
  const position = city && positionOf(city);
  return position ? toMap(position) : null;
}
