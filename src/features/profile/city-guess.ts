import { letterDistance } from '#lib/letter-distance.ts';

export interface KnownPlace {
  city_name: string;
  state: string;
}

const plain = (text: string) => text.trim().toLowerCase();

/** Fewer letters begin too many names. */
const LEAST = 4;

/** The places of exactly this name. */
export function placesNamed(text: string, places: readonly KnownPlace[]): KnownPlace[] {
  const name = plain(text);
  return places.filter(({ city_name }) => plain(city_name) === name);
}

/** The first place that a text begins. */
export function placeBegun(text: string, places: readonly KnownPlace[]): KnownPlace | undefined {
  const begun = plain(text);
  if (begun.length < LEAST) return undefined;
  return places.find(({ city_name }) => plain(city_name).startsWith(begun));
}

/** The place that a text may have meant: the one it begins, or the most similar name, a letter or two away. */
export function placeMeant(text: string, places: readonly KnownPlace[]): KnownPlace | undefined {
  const begun = placeBegun(text, places);
  const typed = plain(text);
  if (begun || typed.length < LEAST) return begun;
  const most = typed.length < 8 ? 1 : 2;
  const away = ({ city_name }: KnownPlace) =>
    Math.abs(city_name.length - typed.length) > most
      ? most + 1
      : letterDistance(plain(city_name), typed);
  return places
    .map((place) => ({ place, away: away(place) }))
    .filter((one) => one.away <= most)
    .sort((a, b) => a.away - b.away)[0]?.place;
}
