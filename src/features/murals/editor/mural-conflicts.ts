import { coordinatesText } from '#features/map/coordinates.ts';
import type { Position } from '#features/map/projection.ts';
import type { MuralDraft, MuralField } from '../mural-form.ts';

export const MURAL_LABELS: Record<MuralField, string> = {
  title: 'Title',
  description: 'Story',
  pictures: 'Photos',
  picture_details: 'Details of photos',
  before_url: 'Photo before',
  city: 'City',
  state: 'State',
  location_details: 'Address in words',
  point: 'Where the wall is',
  date_completed: 'Completed on',
  surface_type: 'Surface',
  medium: 'Medium',
  width_ft: 'Width in feet',
  height_ft: 'Height in feet',
  styles: 'Styles',
  license: 'License',
  credit: 'Credit',
};

/** A field's value as a person reads it; pictures by how many they are. */
export function muralWords(value: MuralDraft[MuralField]): string {
  if (value === null) return '';
  if (typeof value === 'string') return value.startsWith('http') ? 'A photo' : value;
  if ('latitude' in value) return coordinatesText(value as Position);
  if (!Array.isArray(value)) return `${Object.keys(value).length} entries`;
  const isPictures = value.some((item) => item.startsWith('http'));
  return isPictures ? `${value.length} photos` : value.join(', ');
}
