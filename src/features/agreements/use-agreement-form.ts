import { useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import { whyRefused } from '#data/why-refused.ts';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { holdSection } from '#ui/hooks/use-refocus.ts';
import { toast } from '#ui/overlays/toast.ts';
import { offerAgreement, readAgreement, type ShownAgreement } from './agreement.api.ts';
import { type AgreementDraft, agreementDraftSchema } from './agreement.ts';
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
  const [theirs, setTheirs] = useState<AgreementVersion | null>(null);
  const { isLatest, ...form } = useTypedForm({
    begin,
    kept,
    schema: agreementDraftSchema,
    isQuiet: true,
    send: async (values, { draft, key }) => {
      holdSection('agreement');
      try {
        const offered = await offerAgreement(lead, values, draft.read, key);
        void toast.success('The client sees the agreement on their request page');
        // What was typed while it was on its way stays.
        if (!isLatest(key)) return;
        kept.erase();
        onOffered(offered);
      } catch (error) {
        if (toAppError(error).code !== 'agreement_changed') throw error;
        const { current } = await readAgreement({ lead, artist });
        setTheirs(current);
        form.set('read', current?.version ?? 0);
      }
    },
    explain: whyRefused('The agreement wasn’t sent. Try again.'),
  });
  return { ...form, theirs, discard: kept.erase };
}
