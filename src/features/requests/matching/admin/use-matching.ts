import { useState } from 'react';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { useUnsavedWarning } from '#ui/forms/use-unsaved-warning.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { saveMatching } from '../admin-matching.api.ts';
import type { MatchingRule } from '../matching.ts';

/** The rule that is being chosen, and how it is saved. */
export function useMatching(stored: MatchingRule) {
  const [saved, setSaved] = useState(stored);
  const [rule, setRule] = useState(stored);
  const isChanged = rule !== saved;
  useUnsavedWarning(isChanged);
  const save = useAction(async () => {
    const now = await saveMatching(rule);
    setSaved(now);
    setRule(now);
    void toast.success(ADMIN_TOASTS.matchingSaved);
  }, ADMIN_TOASTS.matchingFailed);
  return { rule, choose: setRule, isChanged, save: () => void save.run(), saving: save.busy };
}
