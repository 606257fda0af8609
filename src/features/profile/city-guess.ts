import { letterDistance } from '#lib/letter-distance.ts';
import { readPlace, stateCode } from '#lib/place.ts';
import { slugify } from '#lib/slug.ts';

export interface KnownPlace {
  city_name: string;
  state: string;
}

/** A name whatever its case, spaces, accents and width: what people type is no identity. */
const plain = (text: string) =>
  slugify(text).replaceAll('-', ' ') || text.normalize('NFKC').trim().toLowerCase();

/** Fewer letters begin too many names. */
const LEAST = 4;

/** The places of this name; of those of its state where one stands behind it: 'san antonio, tx'. */
export function placesNamed(text: string, places: readonly KnownPlace[]): KnownPlace[] {
  const of = (typed: string) => places.filter(({ city_name }) => plain(city_name) === plain(typed));
  const named = of(text);
  if (named.length > 0 || !text.trim()) return named;
  const { city, state } = readPlace(text.normalize('NFKC'), null);
  if (!city || !state) return [];
  return of(city).filter((place) => stateCode(place.state) === stateCode(state));
}

/** The place of this name, in this state where one is filled in; none where the text names another state. */
export function placeKnown(
  text: string,
  state: string,
  places: readonly KnownPlace[],
): KnownPlace | undefined {
  const named = placesNamed(text, places);
  const here = named.find((place) => stateCode(place.state) === stateCode(state));
  if (here || !state.trim()) return here ?? named[0];
  return named.find(({ city_name }) => plain(city_name) === plain(text));
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
