import { useRef } from 'react';
import { type CityFields, readCity } from '#data/admin-actions.ts';
import { toAppError } from '#data/app-error.ts';
import { serverViolation } from '#data/server-violation.ts';
import { CITY_FORM_FIELDS, type City, type CityFormField, cityFormSchema } from '#domain/city.ts';
import { type DraftState, mergeElsewhere } from '#domain/draft.ts';
import { ADMIN_TOASTS } from '#domain/toasts.ts';
import { violations } from '#domain/violations.ts';
import { toast } from '#ui/toast.ts';
import { useDraft } from '#ui/use-draft.ts';
import { useFormErrors } from '#ui/use-form-errors.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { type CityDraft, cityDraft, cityFields } from './city-draft.ts';
import { saveWithCover } from './save-cover.ts';

export type CityState = DraftState<CityFields, CityDraft>;

interface Options {
  city: City | null;
  userId: string;
  /** What was typed before the dialog was closed. */
  kept: CityState | undefined;
  /** Keeps what is typed; undefined when nothing is left to keep. */
  keep: (state: CityState | undefined) => void;
  onSaved: () => void;
  onClose: () => void;
}

function begin(city: City | null, kept: CityState | undefined): CityState {
  const stored = cityFields(city);
  return kept ? mergeElsewhere(kept, stored, cityDraft) : { stored, draft: cityDraft(stored) };
}

/** State and saving of the city form. */
export function useCityForm({ city, userId, kept, keep, onSaved, onClose }: Options) {
  const { form, errors, refuse, clear } = useFormErrors<CityFormField>();
  /** Known once it is added, when the form stays open with what was typed meanwhile. */
  const id = useRef(city?.id ?? null);
  const edit = useDraft<CityFields, CityDraft>({
    begin: () => begin(city, kept),
    show: cityDraft,
    onState: keep,
    check: (typed) => {
      clear();
      const checked = cityFormSchema.safeParse(typed);
      if (!checked.success) refuse(violations(checked.error, CITY_FORM_FIELDS));
      return checked.success;
    },
    write: async (typed, changed, read) => {
      const form = cityFormSchema.parse(typed);
      const cover = typed.cover_photo;
      const saved = await saveWithCover({ userId, id: id.current, form, cover, changed, read });
      id.current = saved.id;
      return cityFields(saved);
    },
    read: async () => cityFields(id.current ? await readCity(id.current) : null),
  });

  const save = async () => {
    const adding = id.current === null;
    if ((await edit.save()) !== 'saved') return;
    void toast.success(adding ? ADMIN_TOASTS.cityAdded : ADMIN_TOASTS.citySaved);
    onSaved();
    if (edit.hasUnsaved()) return;
    keep(undefined);
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
  return { ...edit, form, errors, busy, submit };
}
