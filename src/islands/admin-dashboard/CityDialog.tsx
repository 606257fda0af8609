import { useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import { serverViolation } from '#data/server-violation.ts';
import { CITY_FORM_FIELDS, type City, type CityFormField, cityFormSchema } from '#domain/city.ts';
import { LIMITS } from '#domain/limits.ts';
import { US_STATES } from '#domain/place.ts';
import { ADMIN_TOASTS } from '#domain/toasts.ts';
import { violations } from '#domain/violations.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Select, TextArea, TextInput } from '#ui/inputs.tsx';
import { toast } from '#ui/toast.ts';
import { Checkbox } from '#ui/toggles.tsx';
import { useFormErrors } from '#ui/use-form-errors.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { type Cover, CoverPhoto } from './CoverPhoto.tsx';
import { saveWithCover } from './save-cover.ts';

const STATES = Object.entries(US_STATES).map(([value, label]) => ({ value, label }));

interface CityDialogProps {
  city: City | 'new' | null;
  userId: string;
  onClose: () => void;
  onSaved: () => void;
}

/** Adds a service area or changes one. */
export function CityDialog({ city, onClose, ...rest }: CityDialogProps) {
  const title = city === 'new' || !city ? 'Add city' : `Edit ${city.city_name}`;
  return (
    <Dialog open={city !== null} onClose={onClose} title={title}>
      {city && <CityForm city={city === 'new' ? null : city} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

interface CityFormProps extends Omit<CityDialogProps, 'city'> {
  city: City | null;
}

function CityForm({ city, userId, onClose, onSaved }: CityFormProps) {
  const [name, setName] = useState(city?.city_name ?? '');
  const [state, setState] = useState(city?.state ?? 'TX');
  const [description, setDescription] = useState(city?.description ?? '');
  const [featured, setFeatured] = useState(city?.featured ?? false);
  const [cover, setCover] = useState<Cover>(city?.cover_photo ?? null);
  const { form, errors, refuse, clear } = useFormErrors<CityFormField>();

  const save = async () => {
    clear();
    const draft = { city_name: name, state, description, featured };
    const checked = cityFormSchema.safeParse(draft);
    if (!checked.success) {
      refuse(violations(checked.error, CITY_FORM_FIELDS));
      return;
    }
    await saveWithCover(userId, city, checked.data, cover);
    void toast.success(city ? ADMIN_TOASTS.citySaved : ADMIN_TOASTS.cityAdded);
    onSaved();
    onClose();
  };
  const { busy, submit } = useSubmit(save, (error) => {
    console.error(error);
    const exists = toAppError(error).code === '23505';
    refuse([
      exists
        ? { field: 'city_name', message: ADMIN_TOASTS.cityExists }
        : serverViolation(error, CITY_FORM_FIELDS, ADMIN_TOASTS.saveCityFailed),
    ]);
  });

  return (
    <form ref={form} noValidate className="space-y-5" onSubmit={submit}>
      <Field label="City" required error={errors.city_name}>
        <TextInput
          name="city_name"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="State" required error={errors.state}>
        <Select
          name="state"
          value={state}
          options={STATES}
          onChange={(event) => setState(event.target.value)}
        />
      </Field>
      <Field label="Description" error={errors.description}>
        <TextArea
          name="description"
          value={description}
          limit={LIMITS.cityDescription}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <CoverPhoto cover={cover} onChange={setCover} />
      <Checkbox
        label="Featured location"
        checked={featured}
        onChange={(event) => setFeatured(event.target.checked)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          {city ? 'Save city' : 'Add city'}
        </Button>
      </div>
    </form>
  );
}
