import { useRef, useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import { whyRefused } from '#data/why-refused.ts';
import { detailsOf } from '#features/pictures/picture-details.ts';
import { pick } from '#lib/draft.ts';
import { violations } from '#lib/violations.ts';
import { textFields } from '#ui/forms/FormField.tsx';
import { useAutosave } from '#ui/forms/use-autosave.ts';
import { type Choices, useDraft } from '#ui/forms/use-draft.ts';
import { toast } from '#ui/overlays/toast.ts';
import {
  MURAL_FIELDS,
  type MuralDraft,
  type MuralField,
  muralDraft,
  muralFields,
  muralFormSchema,
  NEW_MURAL,
  type OwnMural,
  parsedFields,
  titled,
} from '../mural-form.ts';
import { createMural, saveMural, showMural } from '../murals.api.ts';
import { muralDrafts } from './mural-drafts.store.ts';

const FAILED = 'Failed to save mural';

/** A mural in its form: what is typed, what is wrong with it, and how it is changed and saved. */
export type OpenMural = ReturnType<typeof useMuralForm>;

type TextField = { [F in MuralField]: MuralDraft[F] extends string ? F : never }[MuralField];

/** The fields of the mural that hold text. */
export const editorFields = ({ draft, errors, set }: OpenMural) =>
  textFields<TextField>({ draft, errors, set: (name, text) => set(name, text as never) });

/**
 * The form of one mural. A draft saves itself, each field that keeps its rule; a mural that is public is saved by a press,
 * so that no half sentence is on a page. What is not saved yet is kept in this browser.
 */
export function useMuralForm(mural: OwnMural, onMural: (mural: OwnMural) => void) {
  const [errors, setErrors] = useState<Partial<Record<MuralField, string>>>({});
  const isPublic = useRef(mural.public_visible);
  isPublic.current = mural.public_visible;
  /** The mural, once it is stored. */
  const id = useRef(mural.id === NEW_MURAL ? null : mural.id);
  const [began] = useState(() => [mural.id, mural.image_url ?? ''].join(' '));
  const kept = () => muralDrafts.of(id.current ?? began);

  const arrived = (saved: OwnMural) => {
    if (!id.current) kept().erase();
    id.current = saved.id;
    onMural(saved);
    return muralFields(saved);
  };
  const form = useDraft({
    begin: () => {
      const stored = muralFields(mural);
      return { stored, draft: muralDraft(stored) };
    },
    show: muralDraft,
    check: (draft: MuralDraft) => {
      const parsed = muralFormSchema.safeParse(titled(draft, isPublic.current));
      const broken = parsed.success ? [] : violations(parsed.error, MURAL_FIELDS);
      setErrors(Object.fromEntries(broken.map(({ field, message }) => [field, message])));
      if (parsed.success || isPublic.current) return parsed.success;
      return broken.flatMap(({ field }) => field ?? []);
    },
    write: async (draft, changed, stored) => {
      const { pictures, before_url } = draft;
      const picture_details = detailsOf(draft.picture_details, [...pictures, before_url ?? '']);
      const typed = titled({ ...draft, picture_details }, isPublic.current);
      const changes = parsedFields(typed, changed);
      const saving = id.current
        ? saveMural(id.current, changes, pick(stored, changed))
        : createMural({ ...stored, ...changes });
      return arrived(await saving);
    },
    read: async () => arrived(await saveMural(id.current ?? '')),
    kept,
  });
  const { state, touch, flush } = useAutosave(form, {
    refused: (error) => {
      if (!toAppError(error).definite) return false;
      const { field, message } = whyRefused(FAILED)(error, MURAL_FIELDS);
      const beside = field ?? fieldOf(toAppError(error).field);
      if (beside) setErrors((now) => ({ ...now, [beside]: message }));
      else void toast.error(message);
      return true;
    },
    byPress: mural.public_visible,
  });

  const latest = useRef(form.draft);
  latest.current = form.draft;
  const set = <F extends MuralField>(field: F, value: MuralDraft[F]) => {
    latest.current = { ...latest.current, [field]: value };
    setErrors(({ [field]: _, ...others }) => others);
    touch();
    form.set(field, value);
  };
  /** For what arrives later, such as an upload: by a function of what the field holds then. */
  const change = <F extends MuralField>(field: F, by: (now: MuralDraft[F]) => MuralDraft[F]) =>
    set(field, by(latest.current[field]));
  const decide = (choices: Choices<MuralDraft>) => {
    form.decide(choices);
    touch();
    if (isPublic.current) void flush();
  };
  const discard = () => {
    setErrors({});
    form.discard();
    touch();
  };

  /** Saves what was typed, and puts the mural on the pages or takes it off. */
  const show = async (visible: boolean) => {
    if (!(await flush()) || !id.current) return false;
    try {
      onMural(await showMural(id.current, visible));
      return true;
    } catch (error) {
      const { message } = whyRefused(visible ? 'Failed to publish mural' : FAILED)(error, []);
      void toast.error(message);
      return false;
    }
  };

  return { ...form, errors, state, set, change, decide, discard, flush, show };
}

/** A rule's column as the field of the form that holds it. */
function fieldOf(column: string | null): MuralField | null {
  const fields: Record<string, MuralField> = {
    image_url: 'pictures',
    gallery_images: 'pictures',
    latitude: 'point',
    longitude: 'point',
  };
  return fields[column ?? ''] ?? null;
}
