import { serverViolation } from '#data/server-violation.ts';
import { useKeyedDraft } from '#ui/forms/use-keyed-draft.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import {
  PROPOSAL_FIELDS,
  type Proposal,
  type ProposalDraft,
  proposalDraftOf,
  proposalDraftSchema,
} from './proposal.ts';
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
  const { draft, key, latest, ...typed } = useKeyedDraft(() => proposalDraftOf(current), kept);
  const { props, errors, busy, clear } = useSchemaForm({
    schema: proposalDraftSchema,
    fields: PROPOSAL_FIELDS,
    values: draft,
    isQuiet: true,
    send: async (values) => {
      await sendProposal(lead, values, key);
      void toast.success(current ? 'Your proposal is changed' : 'Your proposal is sent');
      // What was typed while it was on its way stays.
      if (latest.current.key !== key) return;
      kept.erase();
      onSent();
    },
    explain: (error) =>
      serverViolation(error, PROPOSAL_FIELDS, 'Your proposal could not be sent. Try again.'),
  });
  const set = <F extends keyof ProposalDraft>(field: F, value: ProposalDraft[F]) => {
    typed.set(field, value);
    if (errors[field]) clear(field);
  };
  return { props, draft, errors, busy, set, discard: kept.erase };
}
