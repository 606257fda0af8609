import { LIST_CHIPS } from '#features/artists/list-chips.ts';
import { LIMITS } from '#lib/limits.ts';
import type { EditView } from '#ui/admin-list/EditDialog.tsx';
import { LICENSE_CHOICE } from '../mural-license.ts';
import type { MuralTextField } from '../mural-text.ts';

/** How each field is shown, in this order; the rules are in `muralFormSchema`. */
export const VIEWS: readonly EditView<MuralTextField>[] = [
  { name: 'title', label: 'Title', required: true },
  { name: 'description', label: 'Story', limit: LIMITS.muralStory, rows: 6 },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  {
    name: 'location_details',
    label: 'Where it is',
    hint: 'For a request, only with its client’s consent.',
  },
  { name: 'date_completed', label: 'Completed', type: 'date' },
  { name: 'surface_type', label: 'Surface' },
  { name: 'medium', label: 'Medium' },
  { name: 'width_ft', label: 'Width in feet', inputMode: 'decimal' },
  { name: 'height_ft', label: 'Height in feet', inputMode: 'decimal' },
  { name: 'styles', label: 'Styles', chips: LIST_CHIPS.styles },
  { name: 'license', label: 'License', ...LICENSE_CHOICE },
  { name: 'credit', label: 'Credit' },
];
