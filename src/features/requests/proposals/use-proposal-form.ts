import { whyRefused } from '#data/why-refused.ts';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import { type Proposal, proposalDraftOf, proposalDraftSchema } from './proposal.ts';
import { proposalDrafts } from './proposal-draft.store.ts';
import { sendProposal } from './proposals.api.ts';

interface Options {
  lead: string;
  /** What it would change. */
  current: Proposal | null;
  onSent: () => void;
}

/** State and sending of a proposal. What is typed survives a reload; pressing again after a lost answer sends the same one. */
export function useProposalForm({ lead, current, onSent }: Options) {
  const kept = proposalDrafts.of(lead);
  const { isLatest, ...form } = useTypedForm({
    begin: () => proposalDraftOf(current),
    kept,
    schema: proposalDraftSchema,
    isQuiet: true,
    send: async (values, { key }) => {
      await sendProposal(lead, values, key);
      void toast.success(current ? 'Your proposal is changed' : 'Your proposal is sent');
      // What was typed while it was on its way stays.
      if (!isLatest(key)) return;
      kept.erase();
      onSent();
    },
    explain: whyRefused('Your proposal wasn’t sent. Try again.'),
  });
  return { ...form, discard: kept.erase };
}
