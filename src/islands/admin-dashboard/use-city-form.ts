import { useRef } from 'react';
import { type CityFields, readCity } from '#data/admin-actions.ts';
import { toAppError } from '#data/app-error.ts';
import { serverViolation } from '#data/server-violation.ts';
import { CITY_FORM_FIELDS, type City, type CityFormField, cityFormSchema } from '#domain/city.ts';
import { type DraftState, mergeElsewhere } from '#domain/draft.ts';
import { ADMIN_TOASTS } from '#domain/toasts.ts';
import { toast } from '#ui/toast.ts';
import { useDraftForm } from '#ui/use-draft-form.ts';
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
  /** Known once it is added, when the form stays open with what was typed meanwhile. */
  const id = useRef(city?.id ?? null);
  const isNew = useRef(false);
  return useDraftForm<CityFields, CityDraft, CityFormField>({
    begin: () => begin(city, kept),
    show: cityDraft,
    onState: keep,
    schema: cityFormSchema,
    fields: CITY_FORM_FIELDS,
    write: async (typed, changed, read) => {
      const form = cityFormSchema.parse(typed);
      const cover = typed.cover_photo;
      isNew.current = id.current === null;
      const saved = await saveWithCover({ userId, id: id.current, form, cover, changed, read });
      id.current = saved.id;
      return cityFields(saved);
    },
    read: async () => cityFields(id.current ? await readCity(id.current) : null),
    onSaved: (hasUnsaved) => {
      void toast.success(isNew.current ? ADMIN_TOASTS.cityAdded : ADMIN_TOASTS.citySaved);
      onSaved();
      if (hasUnsaved) return;
      keep(undefined);
      onClose();
    },
    explain: (error) => {
      console.error(error);
      if (toAppError(error).code === '23505')
        return { field: 'city_name', message: ADMIN_TOASTS.cityExists };
      return serverViolation(error, CITY_FORM_FIELDS, ADMIN_TOASTS.saveCityFailed);
    },
  });
}
