import { useRef, useState } from 'react';
import type { Lead } from '#features/requests/lead.ts';
import type { LeadStatus } from '#features/requests/lead-status.ts';
import { leadById, setLeadStatus } from '#features/requests/page/artist-leads.api.ts';
import { type Conflict, isStale } from '#lib/draft.ts';
import { TOASTS } from '#lib/toasts.ts';
import type { Choices } from '#ui/forms/use-draft.ts';
import { toast } from '#ui/overlays/toast.ts';

interface Line {
  /** The lead as it was last read: what a change starts from. */
  stored: Lead;
  /** Changes that have not ended; they run one after the other. */
  waiting: number;
  last: Promise<void>;
}

type Status = Pick<Lead, 'status'>;

/** A status chosen here for a lead that has another one by now. */
interface Question {
  lead: Lead;
  mine: LeadStatus;
}

/**
 * Changes the status of leads as an optimistic update: on the screen, then in the database, and back when that refuses.
 * The client's email waits a minute, and Undo drops it. `onSaved` reads what else shows how far a lead is.
 */
export function useLeadStatus(put: (lead: Lead) => void, onSaved: () => void) {
  const lines = useRef(new Map<string, Line>());
  const [questions, setQuestions] = useState<Question[]>([]);

  const save = async (line: Line, mine: LeadStatus) => {
    const { id, status: read } = line.stored;
    try {
      await setLeadStatus(id, mine, read);
    } catch (error) {
      if (isStale(error)) {
        line.stored = await leadById(id);
        put(line.stored);
        const lead = line.stored;
        return setQuestions((now) => [...now, { lead, mine }]);
      }
      throw error;
    }
    line.stored = { ...line.stored, status: mine };
    void toast.success(TOASTS.statusUpdated, {
      action: { label: 'Undo', onClick: () => setStatus(line.stored, read) },
    });
    onSaved();
    // The status is saved, whether or not the lead can be read again: the database unmasks the name.
    await leadById(id).then((lead) => {
      line.stored = lead;
      // A later choice is on the screen already.
      if (line.waiting === 1) put(lead);
    }, console.error);
  };

  const setStatus = (lead: Lead, mine: LeadStatus) => {
    const idle = { stored: lead, waiting: 0, last: Promise.resolve() };
    const known = lines.current.get(lead.id);
    const line = known && known.waiting > 0 ? known : idle;
    lines.current.set(lead.id, line);
    line.waiting++;
    put({ ...lead, status: mine });
    line.last = line.last
      .then(() => save(line, mine))
      .catch((error) => {
        console.error(error);
        put(line.stored);
        void toast.error(TOASTS.statusFailed);
      })
      .finally(() => {
        line.waiting--;
      });
  };

  const [asked] = questions;
  const question: Conflict<Status>[] | null = asked
    ? [{ field: 'status', mine: asked.mine, theirs: asked.lead.status }]
    : null;
  const postpone = () => setQuestions((now) => now.slice(1));
  const decide = ({ status }: Choices<Status>) => {
    if (asked && status === 'mine') setStatus(asked.lead, asked.mine);
    postpone();
  };

  /** Whether a change of its status has not ended: what is read of it meanwhile may be older. */
  const changing = (id: string) => (lines.current.get(id)?.waiting ?? 0) > 0;

  return { setStatus, changing, asked: asked?.lead, question, decide, postpone };
}
