import { Button } from '#ui/Button.tsx';
import type { SaveState } from '#ui/forms/use-autosave.ts';
import { missingForPublishing, NEW_MURAL, type OwnMural } from '../mural-form.ts';
import type { OpenMural } from './use-mural-form.ts';

interface Props {
  mural: OwnMural;
  form: OpenMural;
  onPreview: () => void;
  onShow: (visible: boolean) => void;
  /** Whether it is being put on the pages or taken off. */
  busy: boolean;
}

const WORDS: Record<SaveState, string> = {
  saved: 'All changes are saved.',
  waiting: 'Saving…',
  saving: 'Saving…',
  offline: 'No connection. We’ll keep trying.',
  refused: 'Fix the highlighted fields.',
};

function told({ state, unsaved }: OpenMural, mural: OwnMural, missing: readonly string[]): string {
  const isPublic = mural.public_visible;
  if (isPublic && state === 'offline') return 'No connection. This device keeps it.';
  if (isPublic && unsaved && (state === 'saved' || state === 'waiting'))
    return 'You have unsaved changes.';
  if (isPublic || state !== 'saved') return WORDS[state];
  // What nothing was typed into is not stored yet.
  const saved = mural.id !== NEW_MURAL && WORDS.saved;
  const needs = missing.length > 0 && `To publish, it needs ${missing.join(' and ')}.`;
  return [saved, needs].filter(Boolean).join(' ');
}

/** What can be done with the mural, and whether it is saved; always in sight. */
export function EditorBar({ mural, form, busy, onPreview, onShow }: Props) {
  const { state, unsaved } = form;
  const isPublic = mural.public_visible;
  const missing = missingForPublishing(form.draft);
  return (
    <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-paper px-1 py-3">
      {isPublic ? (
        <Button type="submit" busy={state === 'saving'} disabled={!unsaved}>
          Save
        </Button>
      ) : (
        <Button
          busy={busy}
          disabled={missing.length > 0 || mural.hidden_at !== null}
          onClick={() => onShow(true)}
        >
          Publish
        </Button>
      )}
      <Button variant="secondary" onClick={onPreview}>
        Preview
      </Button>
      {isPublic && unsaved && (
        <Button variant="ghost" className="px-3" onClick={form.discard}>
          Discard
        </Button>
      )}
      {isPublic && !unsaved && (
        <Button variant="ghost" busy={busy} onClick={() => onShow(false)}>
          Unpublish
        </Button>
      )}
      <p role="status" className="min-w-0 basis-full text-ink-2 text-sm sm:basis-0 sm:flex-1">
        {told(form, mural, missing)}
      </p>
      {!isPublic && state === 'offline' && (
        <Button variant="ghost" size="sm" onClick={() => void form.flush()}>
          Try Now
        </Button>
      )}
    </div>
  );
}
