import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { CityRule } from '../city-rule.ts';
import { markRuleChecked } from '../city-rules.api.ts';

/** Notes that a rule was looked up today. */
export function useRuleCheck(rule: Pick<CityRule, 'id' | 'checked_on'>, onChecked: () => void) {
  return useAction(async () => {
    await markRuleChecked(rule);
    void toast.success(ADMIN_TOASTS.ruleChecked);
    onChecked();
  }, ADMIN_TOASTS.saveRuleFailed);
}
