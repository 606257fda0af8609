import { useRef } from 'react';
import { whyRefused } from '#data/why-refused.ts';
import { dayFromNow } from '#lib/day.ts';
import { pick } from '#lib/draft.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import type { Kept } from '#ui/admin-list/use-kept.ts';
import { useDraftForm } from '#ui/forms/use-draft-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import {
  type CityRule,
  RULE_FORM_FIELDS,
  type RuleFields,
  ruleFields,
  ruleFormSchema,
} from '../city-rule.ts';
import { addRule, readRule, saveRule } from '../city-rules.api.ts';

interface Options {
  citySlug: string;
  rule: CityRule | null;
  /** What was typed before the form was closed. */
  kept: Kept<RuleFields, RuleFields>;
  onSaved: () => void;
  onClose: () => void;
}

export function useRuleForm({ citySlug, rule, kept, onSaved, onClose }: Options) {
  const fieldsOf = (stored: CityRule | null) => ruleFields(stored, dayFromNow(0));
  const { close, ...begun } = kept(rule?.id ?? 'new', fieldsOf(rule), onClose);
  /** Known once it is added, when the form stays open with what was typed meanwhile. */
  const id = useRef(rule?.id ?? null);
  const isNew = useRef(false);
  const edit = useDraftForm<RuleFields, RuleFields, keyof RuleFields>({
    ...begun,
    schema: ruleFormSchema,
    fields: RULE_FORM_FIELDS,
    write: async (typed, changed, read) => {
      const form = ruleFormSchema.parse(typed);
      isNew.current = id.current === null;
      const saved = id.current
        ? await saveRule(id.current, pick(form, changed), pick(read, changed))
        : await addRule(citySlug, form);
      id.current = saved.id;
      return fieldsOf(saved);
    },
    read: async () => fieldsOf(id.current ? await readRule(id.current) : null),
    onSaved: (hasUnsaved) => {
      void toast.success(isNew.current ? ADMIN_TOASTS.ruleAdded : ADMIN_TOASTS.ruleSaved);
      onSaved();
      if (!hasUnsaved) close();
    },
    explain: whyRefused(ADMIN_TOASTS.saveRuleFailed),
  });
  return { ...edit, close };
}
