import { coordinatesText } from '#features/map/coordinates.ts';
import type { Position } from '#features/map/projection.ts';
import type { Conflict } from '#lib/draft.ts';
import type { BothSides } from '#ui/forms/SavedElsewhere.tsx';
import type { MuralDraft, MuralField } from '../mural-form.ts';

const LABELS: Record<MuralField, string> = {
  title: 'Title',
  description: 'Story',
  pictures: 'Photos',
  picture_details: 'Details of photos',
  before_url: 'Photo before',
  city: 'City',
  state: 'State',
  location_details: 'Address in words',
  point: 'Point on the map',
  date_completed: 'Completed on',
  surface_type: 'Surface',
  medium: 'Medium',
  width_ft: 'Width in feet',
  height_ft: 'Height in feet',
  styles: 'Styles',
  license: 'License',
  credit: 'Credit',
};

/** What was changed here and elsewhere, in words to choose from; null while there is nothing to decide. */
export function muralSides(
  conflicts: Conflict<MuralDraft>[] | null,
): BothSides<MuralField>[] | null {
  if (!conflicts) return null;
  return conflicts.map(({ field, mine, theirs }) => ({
    field,
    label: LABELS[field],
    mine: inWords(mine),
    theirs: inWords(theirs),
  }));
}

/** A field's value as a person reads it; pictures by how many they are. */
function inWords(value: MuralDraft[MuralField]): string {
  if (value === null) return '';
  if (typeof value === 'string') return value.startsWith('http') ? 'A photo' : value;
  if ('latitude' in value) return coordinatesText(value as Position);
  if (!Array.isArray(value)) return `${Object.keys(value).length} entries`;
  const isPictures = value.some((item) => item.startsWith('http'));
  return isPictures ? `${value.length} photos` : value.join(', ');
}
