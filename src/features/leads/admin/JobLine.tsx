import { StepLine } from '#features/jobs/JobSteps.tsx';
import { dollars } from '#lib/format.ts';
import { When } from '#ui/When.tsx';
import { type AdminLead, jobTurns } from './admin-lead.ts';
import type { OpenedLead } from './opened-lead.ts';

interface Props {
  lead: AdminLead;
  history: OpenedLead['history'];
}

/** Where the jobs of a lead stand, whose turn it is, and what was last done: an admin reads it, and does nothing in it. */
export function JobLine({ lead, history }: Props) {
  return lead.assignments.map(
    (held) =>
      held.job && (
        <section key={held.artist_id} aria-label={`Job of ${held.name}`} className="space-y-3">
          <h3 className="font-display text-xl wrap-anywhere">{`Job of ${held.name}`}</h3>
          <StepLine steps={held.job.steps} />
          <p className="font-semibold">{jobTurns(lead, held) || 'Nobody’s turn'}</p>
          <ol className="divide-y divide-line text-sm empty:hidden">
            {history
              .filter(({ artist_id }) => artist_id === held.artist_id)
              .map((line) => (
                <li key={line.at + line.event} className="flex flex-wrap gap-x-4 py-1.5">
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    {sentence(line, lead.name, held.name)}
                  </span>
                  <span className="text-ink-2">
                    <When iso={line.at} />
                  </span>
                </li>
              ))}
          </ol>
        </section>
      ),
  );
}

const WORDS: Record<string, string> = {
  accept: 'accepted the proposal',
  complete: 'marked the wall as painted',
  dispute: 'says that the wall isn’t painted',
  undo_complete: 'took back that the wall is painted',
  call_off: 'called off the job',
  offer_agreement: 'sent the agreement',
  sign_agreement: 'signed the agreement',
  fall_due_payment: 'A payment fell due',
  ask_payment: 'asked for a payment',
  report_payment: 'reported a payment',
  receive_payment: 'received a payment',
  dispute_payment: 'disputed a payment',
  waive_payment: 'waived a payment',
  send_sketch: 'sent a sketch',
  ask_changes_sketch: 'asked for changes to the sketch',
  approve_sketch: 'approved the sketch',
  reopen_sketch: 'asked to reopen the sketch',
  keep_sketch: 'keeps the approved sketch',
  offer_round_sketch: 'offered a further round of changes',
  agree_round_sketch: 'agreed to a further round of changes',
};

function sentence(
  { actor, event, version, amount }: OpenedLead['history'][number],
  client: string,
  artist: string,
): string {
  const who = { client, artist, admin: 'An admin', system: '' }[actor];
  const about = version ? ` (version ${version})` : amount ? ` (${dollars(amount)})` : '';
  return `${who} ${WORDS[event] ?? event.replaceAll('_', ' ')}${about}`.trim();
}
