import type { CardArtist } from '#features/artists/artist-card.ts';
import type { City } from '#features/cities/city.ts';
import type { CityStyle } from '#features/cities/city-style.ts';
import type { Mural } from '#features/murals/mural.ts';
import type { MuralArtist } from '#features/murals/mural-artist.ts';
import type { CityRule } from '#features/permits/city-rule.ts';

/** A page of a list and how long the whole list is. */
export interface ArtistList {
  artists: readonly CardArtist[];
  total: number;
}

export interface CityPage extends ArtistList {
  slug: string;
  /** The table's name for the city, else that of its artists, else what the slug says. */
  name: string;
  state: string;
  /** The row of `cities`; null for a city that only artists name. */
  city: City | null;
  /** By address; each has a page. */
  styles: CityStyle[];
}

/** A city's artists of one style: the first 12 and how many there are. */
export interface CityStylePage extends ArtistList {
  city: Pick<CityPage, 'slug' | 'name' | 'state'>;
  style: CityStyle;
  /** What else these artists paint, by address; each has a page in this city. */
  otherStyles: CityStyle[];
}

export interface MuralPage {
  mural: Mural;
  /** Null when the mural has no artist, or a private one. */
  artist: MuralArtist | null;
}

/** What a city of the table asks for before a wall is painted. */
export interface PermitGuide {
  city: City;
  /** At least one, those of most walls first. */
  rules: readonly CityRule[];
}
