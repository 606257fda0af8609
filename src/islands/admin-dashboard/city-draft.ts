import type { CityFields } from '#data/admin-actions.ts';
import type { City } from '#domain/city.ts';
import type { Cover } from './CoverPhoto.tsx';

/** What the city form holds while somebody types. */
export interface CityDraft {
  city_name: string;
  state: string;
  description: string;
  featured: boolean;
  cover_photo: Cover;
}

const NEW_CITY: CityFields = {
  city_name: '',
  state: 'TX',
  description: null,
  featured: false,
  cover_photo: null,
};

/** The stored values that the form edits; those of a city that is yet to be added when there is none. */
export function cityFields(city: City | null): CityFields {
  const { city_name, state, description, featured, cover_photo } = city ?? NEW_CITY;
  return { city_name, state, description, featured, cover_photo };
}

export function cityDraft(fields: CityFields): CityDraft {
  return { ...fields, description: fields.description ?? '' };
}

export const CITY_LABELS: Record<keyof CityDraft, string> = {
  city_name: 'City',
  state: 'State',
  description: 'Description',
  featured: 'Featured location',
  cover_photo: 'Cover photo',
};

/** A value of the form as a person reads it. */
export function cityText(value: CityDraft[keyof CityDraft]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value instanceof File) return value.name;
  // Addresses of pictures end in the name of their file.
  return (/^https?:/.test(value ?? '') ? value?.split('/').at(-1) : value) ?? '';
}
