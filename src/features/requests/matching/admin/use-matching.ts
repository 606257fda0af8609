import { useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import { MESSAGES } from '#lib/errors.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { useUnsavedWarning } from '#ui/forms/use-unsaved-warning.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { previewMatching, readMatching, saveMatching } from '../admin-matching.api.ts';
import { type MatchingPreview, type MatchingSettings, matchingChanges } from '../matching.ts';

/** Settings that are being changed, what that would do, and how they are saved: only what was looked at. */
export function useMatching(stored: MatchingSettings) {
  const [read, setRead] = useState(stored);
  const [draft, setDraft] = useState(stored);
  const [preview, setPreview] = useState<MatchingPreview | null>(null);
  const { changes, read: before } = matchingChanges(read, draft);
  const isChanged = Object.keys(changes).length > 0;
  useUnsavedWarning(isChanged);

  const change = (part: Partial<MatchingSettings>) => {
    setDraft({ ...draft, ...part });
    setPreview(null);
  };
  const look = useAction(async () => {
    setPreview(await previewMatching(changes));
  }, ADMIN_TOASTS.previewFailed);
  const settle = (now: MatchingSettings, kept: Partial<MatchingSettings> = {}) => {
    setRead(now);
    setDraft({ ...now, ...kept });
    setPreview(null);
  };
  const save = useAction(async () => {
    try {
      settle(await saveMatching(changes, before));
      void toast.success(ADMIN_TOASTS.matchingSaved);
    } catch (error) {
      if (toAppError(error).code !== 'changed_elsewhere') throw error;
      // What was changed here stays, on top of what holds now, and is looked at again.
      settle(await readMatching(), changes);
      void toast.error(MESSAGES.changed_elsewhere);
    }
  }, ADMIN_TOASTS.matchingFailed);
  return {
    draft,
    isChanged,
    change,
    discard: () => settle(read),
    preview,
    look: () => void look.run(),
    looking: look.busy,
    save: () => void save.run(),
    saving: save.busy,
  };
}
