import { useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import { serverViolation } from '#data/server-violation.ts';
import { useKeyedDraft } from '#ui/forms/use-keyed-draft.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { holdSection } from '#ui/hooks/use-refocus.ts';
import { toast } from '#ui/overlays/toast.ts';
import { offerAgreement, readAgreement, type ShownAgreement } from './agreement.api.ts';
import { AGREEMENT_FIELDS, type AgreementDraft, agreementDraftSchema } from './agreement.ts';
import { agreementDrafts } from './agreement-draft.store.ts';
import type { AgreementVersion } from './signature.ts';

interface Options {
  lead: string;
  artist: string;
  begin: () => AgreementDraft;
  onOffered: (agreement: ShownAgreement) => void;
}

/**
 * State and sending of a version. What is typed survives a reload; pressing again after a lost answer offers the same
 * one. Where another version was offered meanwhile, `theirs` holds it, what is typed stays, and the next press follows it.
 */
export function useAgreementForm({ lead, artist, begin, onOffered }: Options) {
  const kept = agreementDrafts.of(lead);
  const { draft, key, latest, ...typed } = useKeyedDraft(begin, kept);
  const [theirs, setTheirs] = useState<AgreementVersion | null>(null);
  const { props, errors, busy, clear } = useSchemaForm({
    schema: agreementDraftSchema,
    fields: AGREEMENT_FIELDS,
    values: draft,
    isQuiet: true,
    send: async (values) => {
      holdSection('agreement');
      try {
        const offered = await offerAgreement(lead, values, draft.read, key);
        void toast.success('The client sees the agreement on their request page');
        // What was typed while it was on its way stays.
        if (latest.current.key !== key) return;
        kept.erase();
        onOffered(offered);
      } catch (error) {
        if (toAppError(error).code !== 'agreement_changed') throw error;
        const { current } = await readAgreement({ lead, artist });
        setTheirs(current);
        typed.set('read', current?.version ?? 0);
      }
    },
    explain: (error) =>
      serverViolation(error, AGREEMENT_FIELDS, 'The agreement could not be sent. Try again.'),
  });
  const set = <F extends keyof AgreementDraft>(field: F, value: AgreementDraft[F]) => {
    typed.set(field, value);
    if (errors[field]) clear(field);
  };
  return { props, draft, errors, busy, set, theirs, discard: kept.erase };
}
