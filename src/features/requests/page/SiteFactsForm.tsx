import { useRef, useState } from 'react';
import { whyRefused } from '#data/why-refused.ts';
import { SiteFactsFields } from '#features/site-facts/SiteFactsFields.tsx';
import {
  type FactName,
  isTyped,
  type TypedFacts,
  typedFacts,
} from '#features/site-facts/site-facts.ts';
import { typedFactsSchema } from '#features/site-facts/site-facts-schema.ts';
import { Button } from '#ui/Button.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { RequestProps } from './request-props.ts';
import { siteFactsDrafts } from './site-facts-draft.store.ts';

const OFFLINE = 'You’re offline. We’ll save your answers when you’re back.';

/** What artists would ask next about the site of a wall, folded away: none of it is needed. To be answered or changed; the browser keeps it until it is saved. */
export function SiteFactsForm({ actions, request, onChange }: RequestProps) {
  const kept = siteFactsDrafts.of(request.id);
  const [changes, setChanges] = useState<TypedFacts>(() => kept.load() ?? {});
  const [open] = useState(Object.keys(changes).length > 0);
  const latest = useRef(changes);
  /** Saving was tried, and goes on once there is a network. */
  const waits = useRef(false);
  const stored = typedFacts(request.details?.facts);
  const put = (next: TypedFacts) => {
    latest.current = next;
    setChanges(next);
    if (Object.keys(next).length > 0) kept.save(next);
    else kept.erase();
  };
  const { props, errors, busy, clear } = useSchemaForm({
    schema: typedFactsSchema,
    values: changes,
    isQuiet: true,
    send: async (facts) => {
      waits.current = false;
      onChange(await actions.setFacts(facts));
      // What was answered while it was on its way stays.
      const later = Object.entries(latest.current).filter(
        ([name, answer]) => changes[name as FactName] !== answer,
      );
      put(Object.fromEntries(later));
      void toast.success('Your answers are saved');
    },
    explain: (error, fields) => {
      waits.current = !navigator.onLine;
      return whyRefused(waits.current ? OFFLINE : 'Your answers weren’t saved. Try again.')(
        error,
        fields,
      );
    },
  });
  useWindowEvent('online', () => waits.current && void props.onSubmit());
  const setFact = (name: FactName, answer: string) => {
    if (isTyped(name)) clear(name);
    put({ ...latest.current, [name]: answer });
  };
  const isFilled = Object.keys(stored).length > 0;
  return (
    <details open={open} className="print:hidden">
      <summary className="w-fit cursor-pointer py-2.5 font-semibold">
        {isFilled ? 'Edit what you said about the site' : 'Help artists answer faster'}
      </summary>
      <form {...props} aria-label="About the site" className="flex flex-col items-start gap-4 py-2">
        <SiteFactsFields typed={{ ...stored, ...changes }} errors={errors} onFact={setFact} />
        <Button type="submit" variant="secondary" busy={busy}>
          Save
        </Button>
      </form>
    </details>
  );
}
