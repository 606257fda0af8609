import { Button } from '#ui/Button.tsx';
import type { SaveState } from '#ui/forms/use-autosave.ts';
import { type MuralDraft, missingForPublishing, type OwnMural } from '../mural-form.ts';

interface Props {
  mural: OwnMural;
  draft: MuralDraft;
  state: SaveState;
  busy: boolean;
  onRetry: () => void;
  onPreview: () => void;
  onShow: (visible: boolean) => void;
}

const WORDS: Record<SaveState, string> = {
  saved: 'All changes are saved.',
  waiting: 'Saving…',
  saving: 'Saving…',
  offline: 'Not saved: no connection. We’ll keep trying.',
  refused: 'Not saved yet. Fix the highlighted fields.',
};

function told(state: SaveState, isPublic: boolean, missing: readonly string[]): string {
  if (state !== 'saved') return WORDS[state];
  if (isPublic) return WORDS.saved;
  return missing.length > 0
    ? `${WORDS.saved} To publish, it needs ${missing.join(' and ')}.`
    : WORDS.saved;
}

/** What can be done with the mural, and whether it is saved; always in sight. */
export function EditorBar({ mural, draft, state, busy, ...does }: Props) {
  const missing = missingForPublishing(draft);
  return (
    <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-paper px-1 py-3">
      {mural.public_visible ? (
        <Button variant="secondary" busy={busy} onClick={() => does.onShow(false)}>
          Unpublish
        </Button>
      ) : (
        <Button
          busy={busy}
          disabled={missing.length > 0 || mural.hidden_at !== null}
          onClick={() => does.onShow(true)}
        >
          Publish
        </Button>
      )}
      <Button variant="secondary" onClick={does.onPreview}>
        Preview
      </Button>
      <p role="status" className="min-w-0 basis-full text-ink-2 text-sm sm:basis-0 sm:flex-1">
        {told(state, mural.public_visible, missing)}
      </p>
      {state === 'offline' && (
        <Button variant="ghost" size="sm" onClick={does.onRetry}>
          Try Now
        </Button>
      )}
    </div>
  );
}
