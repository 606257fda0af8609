import { useRef, useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import { serverViolation } from '#data/server-violation.ts';
import { detailsOf } from '#features/pictures/picture-details.ts';
import { pick } from '#lib/draft.ts';
import { violations } from '#lib/violations.ts';
import { useAutosave } from '#ui/forms/use-autosave.ts';
import { type Choices, useDraft } from '#ui/forms/use-draft.ts';
import { toast } from '#ui/toast.ts';
import {
  MURAL_FIELDS,
  type MuralDraft,
  type MuralField,
  muralDraft,
  muralFields,
  muralFormSchema,
  type OwnMural,
  titled,
} from '../mural-form.ts';
import { readMural, saveMural, showMural } from '../murals.api.ts';

const FAILED = 'Failed to save mural';

/** A mural in its form: what is typed, what is wrong with it, and how it is changed and saved. */
export type OpenMural = ReturnType<typeof useMuralForm>;

/**
 * The form of one mural, which saves itself a moment after the last change, and again until the network lets it. What
 * breaks a rule stays in its field, with the sentence beside it, and nothing is saved before it is mended.
 */
export function useMuralForm(mural: OwnMural, onMural: (mural: OwnMural) => void) {
  const [errors, setErrors] = useState<Partial<Record<MuralField, string>>>({});
  const isPublic = useRef(mural.public_visible);
  isPublic.current = mural.public_visible;

  const arrived = (saved: OwnMural) => {
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
      return parsed.success;
    },
    write: async (draft, changed, stored) => {
      const parsed = muralFormSchema.parse(titled(draft, isPublic.current));
      const { pictures, before_url, picture_details } = parsed;
      const details = detailsOf(picture_details, [...pictures, before_url ?? '']);
      const changes = pick({ ...parsed, picture_details: details }, changed);
      return arrived(await saveMural(mural.id, changes, pick(stored, changed)));
    },
    read: async () => arrived(await readMural(mural.id)),
  });
  const { state, touch, flush } = useAutosave(form, {
    refused: (error) => {
      if (!toAppError(error).definite) return false;
      const { field, message } = serverViolation(error, MURAL_FIELDS, FAILED);
      const beside = field ?? fieldOf(toAppError(error).field);
      if (beside) setErrors((now) => ({ ...now, [beside]: message }));
      else void toast.error(message);
      return true;
    },
    // Half a title is no address to be known under: a public one is saved once its field is left.
    holds: (field) => isPublic.current && field === 'title',
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
  };

  /** Saves what was typed, and puts the mural on the pages or takes it off. */
  const show = async (visible: boolean) => {
    if (!(await flush())) return false;
    try {
      onMural(await showMural(mural.id, visible));
      return true;
    } catch (error) {
      console.error(error);
      const { message } = serverViolation(error, [], visible ? 'Failed to publish mural' : FAILED);
      void toast.error(message);
      return false;
    }
  };

  return { ...form, errors, state, set, change, decide, flush, show };
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
