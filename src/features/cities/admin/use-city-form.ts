import { useEffect, useRef } from 'react';
import { toAppError } from '#data/app-error.ts';
import { whyRefused } from '#data/why-refused.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import type { Kept } from '#ui/admin-list/use-kept.ts';
import { useDraftForm } from '#ui/forms/use-draft-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import { readCity } from '../cities.api.ts';
import {
  CITY_FORM_FIELDS,
  type City,
  type CityFields,
  type CityFormField,
  cityFormSchema,
} from '../city.ts';
import { type CityDraft, cityFields, filledPosition } from './city-draft.ts';
import { saveWithCover } from './save-cover.store.ts';

interface Options {
  city: City | null;
  userId: string;
  /** What was typed before the dialog was closed. */
  kept: Kept<CityFields, CityDraft>;
  onSaved: () => void;
  onClose: () => void;
}

export function useCityForm({ city, userId, kept, onSaved, onClose }: Options) {
  const { close, ...begun } = kept(city?.id ?? 'new', cityFields(city), onClose);
  /** Known once it is added, when the form stays open with what was typed meanwhile. */
  const id = useRef(city?.id ?? null);
  const isNew = useRef(false);
  const edit = useDraftForm<CityFields, CityDraft, CityFormField>({
    ...begun,
    schema: cityFormSchema,
    fields: CITY_FORM_FIELDS,
    write: async (typed, changed, read) => {
      const form = cityFormSchema.parse(id.current ? typed : await placed(typed));
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
      if (!hasUnsaved) close();
    },
    explain: (error, fields) => {
      if (toAppError(error).code === '23505')
        return { field: 'city_name', message: ADMIN_TOASTS.cityExists };
      return whyRefused(ADMIN_TOASTS.saveCityFailed)(error, fields);
    },
  });

  const places = useRef<Places | null>(null);
  /** Its position follows its name where the list of Texas has it. */
  const place = (named: CityDraft) => {
    const find = places.current?.positionInTexas;
    const filled = find && filledPosition(named, edit.draft, find);
    if (!filled) return;
    edit.set('latitude', filled.latitude);
    edit.set('longitude', filled.longitude);
  };
  const latest = useRef(() => {});
  latest.current = () => city === null && place(edit.draft);
  useEffect(() => {
    listOfPlaces().then((list) => {
      places.current = list;
      // A new city may have been named before the list came.
      latest.current();
    }, console.error);
  }, []);
  const rename = (field: 'city_name' | 'state', text: string) => {
    edit.set(field, text);
    place({ ...edit.draft, [field]: text });
  };
  return { ...edit, rename, close };
}

type Places = typeof import('#features/map/texas-places.ts');
const listOfPlaces = (): Promise<Places> => import('#features/map/texas-places.ts');

/** A city that was named before the list had arrived. */
async function placed(draft: CityDraft): Promise<CityDraft> {
  if (draft.latitude.trim() !== '' || draft.longitude.trim() !== '') return draft;
  const list = await listOfPlaces().catch(() => null);
  return { ...draft, ...(list && filledPosition(draft, draft, list.positionInTexas)) };
}
