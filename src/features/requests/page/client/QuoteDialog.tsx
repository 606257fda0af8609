import { paths } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { When } from '#ui/When.tsx';
import { AssignmentBadge } from '../../AssignmentBadge.tsx';
import { LeadFacts, leadKind } from '../../LeadFacts.tsx';
import { LeadStatusBadge } from '../../LeadStatusBadge.tsx';
import type { OwnLead } from '../client-leads.api.ts';

interface Props {
  lead: OwnLead | null;
  onClose: () => void;
}

/** The whole request at a glance, and how far each artist who has it is; its page has what can be done about it. */
export function QuoteDialog({ lead, onClose }: Props) {
  return (
    <Dialog
      open={lead !== null}
      onClose={onClose}
      title={lead ? leadKind(lead) : 'Request'}
      footer={lead && <ButtonLink href={paths.ownRequest(lead.id)}>Open Request</ButtonLink>}
    >
      {lead && (
        <div className="flex flex-col gap-6">
          <LeadFacts lead={lead} dateLabel="Sent" />
          <section aria-label="Artists who have it" className="rounded-card bg-paper-2 p-4">
            {lead.artists.length === 0 && <p>No artist has this request yet.</p>}
            <ul className="flex flex-col gap-3">
              {lead.artists.map((artist) => (
                <li
                  key={artist.artist_id}
                  className="flex flex-col gap-x-4 gap-y-1 sm:flex-row sm:items-center sm:justify-between"
                >
                  {artist.artist_slug ? (
                    <a href={paths.artist(artist.artist_slug)} className="font-semibold underline">
                      {artist.artist_name}
                    </a>
                  ) : (
                    <span className="font-semibold">{artist.artist_name}</span>
                  )}
                  <span className="flex shrink-0 items-center gap-3 text-ink-2 text-sm">
                    <When iso={artist.updated_at} />
                    {artist.conversation ? (
                      <AssignmentBadge
                        state={artist.conversation.state}
                        reported={artist.conversation.reported}
                      />
                    ) : (
                      <LeadStatusBadge status={artist.status} />
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </Dialog>
  );
}
