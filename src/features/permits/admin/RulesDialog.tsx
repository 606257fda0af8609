import { useCallback, useState } from 'react';
import { dayFromNow } from '#lib/day.ts';
import { monthAndYear } from '#lib/format.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { useKept } from '#ui/admin-list/use-kept.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { ConfirmDialog, Dialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import { type CityRule, conditionLabels, type RuleFields } from '../city-rule.ts';
import { deleteRule, readCityRules } from '../city-rules.api.ts';
import { RuleForm } from './RuleForm.tsx';
import { useRuleCheck } from './use-rule-check.ts';

/** The city whose rules are edited, by its address. */
interface RuledCity {
  slug: string;
  city_name: string;
}

const sameFields = (fields: RuleFields) => fields;

/** What a city asks for: added, changed, looked up again and removed here. What was typed stays until Cancel. */
export function RulesDialog({ city, onClose }: { city: RuledCity; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Rules in ${city.city_name}`}>
      <Rules city={city} />
    </Dialog>
  );
}

function Rules({ city: { slug } }: { city: RuledCity }) {
  const load = useCallback(() => readCityRules(slug), [slug]);
  const { data, failed, reload, refresh } = useLoad(load);
  const kept = useKept<RuleFields, RuleFields>(sameFields);
  const [edited, setEdited] = useState<CityRule | 'new' | null>(null);
  const [removed, setRemoved] = useState<CityRule | null>(null);
  const close = () => setEdited(null);
  return (
    <>
      {failed && <LoadFailed text="The rules didn’t load." onRetry={reload} />}
      {!data && !failed && <Skeleton className="h-24" />}
      {data?.length === 0 && <p>No rules yet.</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((rule) => (
            <Rule
              key={rule.id}
              rule={rule}
              onEdit={() => setEdited(rule)}
              onRemove={() => setRemoved(rule)}
              onChecked={refresh}
            />
          ))}
        </ul>
      )}
      <Button onClick={() => setEdited('new')}>Add Rule</Button>
      <Dialog
        open={edited !== null}
        onClose={close}
        title={edited === 'new' ? 'Add rule' : 'Edit rule'}
      >
        {edited && (
          <RuleForm
            citySlug={slug}
            rule={edited === 'new' ? null : edited}
            kept={kept}
            onClose={close}
            onSaved={refresh}
          />
        )}
      </Dialog>
      <DeleteRule rule={removed} onClose={() => setRemoved(null)} onDeleted={refresh} />
    </>
  );
}

interface RuleProps {
  rule: CityRule;
  onEdit: () => void;
  onRemove: () => void;
  onChecked: () => void;
}

function Rule({ rule, onEdit, onRemove, onChecked }: RuleProps) {
  const { title, source_url, source_name, checked_on } = rule;
  const check = useRuleCheck(rule, onChecked);
  return (
    <li className="py-4 first:pt-0 wrap-anywhere">
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-ink-2 text-sm">
        <span>{`${conditionLabels(rule).join(', ')} · `}</span>
        <a
          href={source_url}
          target="_blank"
          rel="nofollow noopener"
          className="underline underline-offset-2"
        >
          {source_name}
        </a>
        <span>{` · Checked ${monthAndYear(checked_on)}`}</span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <SmallButton aria-label={`Edit: ${title}`} onClick={onEdit}>
          Edit
        </SmallButton>
        {checked_on !== dayFromNow(0) && (
          <SmallButton
            busy={check.busy}
            aria-label={`Mark as checked: ${title}`}
            onClick={() => void check.run()}
          >
            Mark as Checked
          </SmallButton>
        )}
        <Button variant="ghost" size="sm" aria-label={`Delete: ${title}`} onClick={onRemove}>
          Delete
        </Button>
      </div>
    </li>
  );
}

interface DeleteProps {
  rule: CityRule | null;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteRule({ rule, onClose, onDeleted }: DeleteProps) {
  const { busy, run } = useAction(async () => {
    if (!rule) return;
    await deleteRule(rule.id);
    void toast.success(ADMIN_TOASTS.ruleDeleted);
    onDeleted();
    onClose();
  }, ADMIN_TOASTS.deleteRuleFailed);
  return (
    <ConfirmDialog
      open={rule !== null}
      onClose={onClose}
      title="Delete this rule?"
      confirmLabel="Delete Rule"
      busy={busy}
      onConfirm={() => void run()}
    >
      {rule?.title}
    </ConfirmDialog>
  );
}
