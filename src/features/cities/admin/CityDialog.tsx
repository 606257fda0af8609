import type { ClipboardEvent } from 'react';
import { readCoordinates } from '#features/map/coordinates.ts';
import { LIMITS } from '#lib/limits.ts';
import { US_STATES } from '#lib/place.ts';
import { useKept } from '#ui/admin-list/use-kept.ts';
import { EditFoot } from '#ui/forms/EditFoot.tsx';
import { type FieldView, textFields } from '#ui/forms/FormField.tsx';
import { SavedElsewhere } from '#ui/forms/SavedElsewhere.tsx';
import { Checkbox } from '#ui/forms/toggles.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import type { City } from '../city.ts';
import { CoverPhoto } from './CoverPhoto.tsx';
import { CITY_LABELS, cityDraft, cityText } from './city-draft.ts';
import { useCityForm } from './use-city-form.ts';

const STATES = Object.entries(US_STATES).map(([value, label]) => ({ value, label }));

interface CityDialogProps {
  city: City | 'new' | null;
  userId: string;
  onClose: () => void;
  onSaved: () => void;
}

/** Adds a service area or changes one. Closed by anything but Cancel it keeps what was typed for the next opening. */
export function CityDialog({ city, onClose, ...rest }: CityDialogProps) {
  const kept = useKept(cityDraft);
  const title = city === 'new' || !city ? 'Add city' : `Edit ${city.city_name}`;
  return (
    <Dialog open={city !== null} onClose={onClose} title={title}>
      {city && (
        <CityForm
          key={city === 'new' ? city : city.id}
          city={city === 'new' ? null : city}
          kept={kept}
          onClose={onClose}
          {...rest}
        />
      )}
    </Dialog>
  );
}

type TextField = 'city_name' | 'state' | 'description' | 'latitude' | 'longitude';
type CityFormProps = Parameters<typeof useCityForm>[0];

function CityForm(options: CityFormProps) {
  const edit = useCityForm(options);
  const { props, draft, errors, set, rename, busy, unsaved } = edit;
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const position = readCoordinates(event.clipboardData.getData('text'));
    if (!position) return;
    event.preventDefault();
    set('latitude', String(position.latitude));
    set('longitude', String(position.longitude));
  };
  const text = textFields<TextField>({
    draft,
    errors,
    set: (name, typed) =>
      name === 'city_name' || name === 'state' ? rename(name, typed) : set(name, typed),
  });
  const field = (name: TextField, view: Partial<FieldView>) =>
    text(name, { ...view, label: CITY_LABELS[name] });
  return (
    <>
      <form {...props} className="space-y-5">
        {field('city_name', { required: true })}
        {field('state', { required: true, options: STATES })}
        {field('description', { limit: LIMITS.cityDescription })}
        <div className="grid gap-5 sm:grid-cols-2">
          {field('latitude', { inputMode: 'decimal', onPaste: paste, hint: 'Such as 29.42412' })}
          {field('longitude', { inputMode: 'decimal', onPaste: paste, hint: 'Such as -98.49363' })}
        </div>
        <CoverPhoto cover={draft.cover_photo} onChange={(cover) => set('cover_photo', cover)} />
        <Checkbox
          label={CITY_LABELS.featured}
          checked={draft.featured}
          onChange={(event) => set('featured', event.target.checked)}
        />
        <EditFoot
          unsaved={unsaved}
          busy={busy}
          label={options.city ? 'Save City' : 'Add City'}
          onCancel={edit.close}
        />
      </form>
      <SavedElsewhere form={edit} label={(field) => CITY_LABELS[field]} words={cityText} />
    </>
  );
}
