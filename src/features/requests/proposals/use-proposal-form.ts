import { useRef, useState } from 'react';
import { newKey } from '#browser/new-key.ts';
import { serverViolation } from '#data/server-violation.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/toast.ts';
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
  const [typed, setTyped] = useState(
    () => kept.load() ?? { draft: proposalDraftOf(current), key: newKey() },
  );
  const latest = useRef(typed);
  const { props, errors, busy, clear } = useSchemaForm({
    schema: proposalDraftSchema,
    fields: PROPOSAL_FIELDS,
    values: typed.draft,
    send: async (values) => {
      await sendProposal(lead, values, typed.key);
      void toast.success(current ? 'Your proposal is changed' : 'Your proposal is sent');
      // What was typed while it was on its way stays.
      if (latest.current.key !== typed.key) return;
      kept.erase();
      onSent();
    },
    explain: (error) => {
      console.error(error);
      return serverViolation(
        error,
        PROPOSAL_FIELDS,
        'Your proposal could not be sent. Please try again.',
      );
    },
  });
  const set = <F extends keyof ProposalDraft>(field: F, value: ProposalDraft[F]) => {
    // Other values are another proposal: they must not be taken for a repetition of the first.
    const next = { draft: { ...latest.current.draft, [field]: value }, key: newKey() };
    latest.current = next;
    setTyped(next);
    kept.save(next);
    if (errors[field]) clear(field);
  };
  return { props, draft: typed.draft, errors, busy, set, discard: kept.erase };
}
