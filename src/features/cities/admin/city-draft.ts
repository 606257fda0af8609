import type { Position } from '#features/map/projection.ts';
import type { City, CityFields } from '../city.ts';

/** What the city form holds while an admin types. */
export interface CityDraft {
  city_name: string;
  state: string;
  description: string;
  featured: boolean;
  cover_photo: Cover;
  latitude: string;
  longitude: string;
}

const NEW_CITY: CityFields = {
  city_name: '',
  state: 'TX',
  description: null,
  featured: false,
  cover_photo: null,
  latitude: null,
  longitude: null,
};

/** The stored values that the form edits; those of a city that is yet to be added when there is none. */
export function cityFields(city: City | null): CityFields {
  const { city_name, state, description, featured, cover_photo, ...at } = city ?? NEW_CITY;
  const { latitude, longitude } = at;
  return { city_name, state, description, featured, cover_photo, latitude, longitude };
}

export function cityDraft(fields: CityFields): CityDraft {
  const { description, latitude, longitude } = fields;
  return { ...fields, description: description ?? '', ...positionDraft({ latitude, longitude }) };
}

type PositionDraft = Pick<CityDraft, 'latitude' | 'longitude'>;

const positionDraft = (at: Pick<CityFields, 'latitude' | 'longitude'>): PositionDraft => ({
  latitude: at.latitude === null ? '' : String(at.latitude),
  longitude: at.longitude === null ? '' : String(at.longitude),
});

/**
 * The position of a form whose city is called something now: that of the town in the list of Texas, unless an admin has
 * set another one than the list had for the city's name before. Null when it stays.
 */
export function filledPosition(
  draft: CityDraft,
  before: Pick<CityDraft, 'city_name' | 'state'>,
  find: (city: string, state: string) => Position | null,
): PositionDraft | null {
  const listed = (city: Pick<CityDraft, 'city_name' | 'state'>) =>
    positionDraft(find(city.city_name, city.state) ?? { latitude: null, longitude: null });
  const isSame = (other: PositionDraft) =>
    draft.latitude.trim() === other.latitude && draft.longitude.trim() === other.longitude;
  const now = listed(draft);
  const isSet = draft.latitude.trim() !== '' || draft.longitude.trim() !== '';
  if (isSame(now) || (isSet && !isSame(listed(before)))) return null;
  return now;
}

export const CITY_LABELS: Record<keyof CityDraft, string> = {
  city_name: 'City',
  state: 'State',
  description: 'Description',
  featured: 'Featured location',
  cover_photo: 'Cover photo',
  latitude: 'Latitude',
  longitude: 'Longitude',
};

/** A value of the form as a person reads it. */
export function cityText(value: CityDraft[keyof CityDraft]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value instanceof File) return value.name;
  // Addresses of pictures end in the name of their file.
  return (/^https?:/.test(value ?? '') ? value?.split('/').at(-1) : value) ?? '';
}

/** The stored cover, a new file, or none. */
export type Cover = string | File | null;
