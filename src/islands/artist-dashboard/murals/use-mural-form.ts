import { useCallback, useEffect, useRef, useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import { readMural, saveMural, showMural } from '#data/murals.ts';
import { serverViolation } from '#data/server-violation.ts';
import { pick } from '#domain/draft.ts';
import {
  MURAL_FIELDS,
  type MuralDraft,
  type MuralField,
  muralDraft,
  muralFields,
  muralFormSchema,
  type OwnMural,
  titled,
} from '#domain/mural-form.ts';
import { detailsOf } from '#domain/picture-details.ts';
import { violations } from '#domain/violations.ts';
import { toast } from '#ui/toast.ts';
import { type Choices, useDraft } from '#ui/use-draft.ts';
import { useUnsavedWarning } from '#ui/use-unsaved-warning.ts';

const QUIET_MS = 900;
const RETRY_MS = 4000;
const FAILED = 'Failed to save mural';

/** How the last save went: 'offline' is tried again, 'refused' waits for the person. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'refused';

/**
 * The form of one mural, which saves itself a moment after the last change, and again until the network lets it. What
 * breaks a rule stays in its field, with the sentence beside it, and nothing is saved before it is mended.
 */
export function useMuralForm(mural: OwnMural, onMural: (mural: OwnMural) => void) {
  const [errors, setErrors] = useState<Partial<Record<MuralField, string>>>({});
  const [state, setState] = useState<SaveState>('saved');
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
  const { save, hasUnsaved } = form;
  useUnsavedWarning(form.unsaved);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean> | null>(null);

  /** Saves now; true when everything is stored. One save at a time, and once more for what was typed meanwhile. */
  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    if (running.current) await running.current;
    if (!hasUnsaved()) {
      setState('saved');
      return true;
    }
    setState('saving');
    const attempt = async () => {
      try {
        const answer = await save();
        setState(answer === 'saved' ? (hasUnsaved() ? 'waiting' : 'saved') : 'refused');
        return answer === 'saved';
      } catch (error) {
        const { definite } = toAppError(error);
        if (definite) {
          const { field, message } = serverViolation(error, MURAL_FIELDS, FAILED);
          const beside = field ?? fieldOf(toAppError(error).field);
          if (beside) setErrors((now) => ({ ...now, [beside]: message }));
          else void toast.error(message);
        }
        setState(definite ? 'refused' : 'offline');
        return false;
      }
    };
    running.current = attempt();
    const done = await running.current;
    running.current = null;
    return done;
  }, [save, hasUnsaved]);

  // A change waits for quiet, anew with each; a lost connection for its return, or a little while.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is what begins the wait anew.
  useEffect(() => {
    if (!form.unsaved || state === 'saving' || state === 'refused') return;
    // Half a title is no address to be known under: a public one is saved once its field is left.
    const typing = () =>
      isPublic.current && (document.activeElement as HTMLInputElement | null)?.name === 'title';
    const wait = state === 'offline' ? RETRY_MS : QUIET_MS;
    const go = () => {
      if (!typing()) void flush();
    };
    const id = setTimeout(go, wait);
    timer.current = id;
    const left = (event: FocusEvent) => {
      if ((event.target as HTMLInputElement | null)?.name === 'title') void flush();
    };
    addEventListener('online', go);
    addEventListener('focusout', left);
    return () => {
      clearTimeout(id);
      removeEventListener('online', go);
      removeEventListener('focusout', left);
    };
  }, [form.draft, form.unsaved, state, flush]);

  const latest = useRef(form.draft);
  latest.current = form.draft;
  const set = <F extends MuralField>(field: F, value: MuralDraft[F]) => {
    latest.current = { ...latest.current, [field]: value };
    setErrors(({ [field]: _, ...others }) => others);
    setState((now) => (now === 'saved' || now === 'refused' ? 'waiting' : now));
    form.set(field, value);
  };
  /** For what arrives later, such as an upload: by a function of what the field holds then. */
  const change = <F extends MuralField>(field: F, by: (now: MuralDraft[F]) => MuralDraft[F]) =>
    set(field, by(latest.current[field]));
  const decide = (choices: Choices<MuralDraft>) => {
    form.decide(choices);
    setState('waiting');
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
