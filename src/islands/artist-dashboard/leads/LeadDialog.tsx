import type { Lead } from '#domain/lead.ts';
import { LEAD_LIFECYCLE, type LeadStatus } from '#domain/lead-status.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { LeadContact, LeadDetails, leadKind } from '#ui/LeadDetails.tsx';
import { StatusSelect } from './StatusSelect.tsx';

interface Props {
  lead: Lead | null;
  onClose: () => void;
  onStatus: (lead: Lead, status: LeadStatus) => void;
}

/** The whole request, and who sent it once the artist has taken it on. */
export function LeadDialog({ lead, onClose, onStatus }: Props) {
  return (
    <Dialog open={lead !== null} onClose={onClose} title={lead ? leadKind(lead) : 'Request'}>
      {lead?.withdrawn_at && (
        <div className="flex flex-col gap-6">
          <LeadDetails lead={lead} />
          <p className="rounded-card bg-paper-2 p-4">Whoever sent this request has withdrawn it.</p>
        </div>
      )}
      {lead && !lead.withdrawn_at && (
        <div className="flex flex-col gap-6">
          <LeadDetails lead={lead} />
          <section aria-label="Who sent it" className="rounded-card bg-paper-2 p-4">
            {LEAD_LIFECYCLE[lead.status].showsContact ? (
              <LeadContact lead={lead} />
            ) : (
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="text-sm">
                  Take the request into review to see who sent it and how to reach them.
                </p>
                <Button size="sm" onClick={() => onStatus(lead, 'in_review')}>
                  Start review
                </Button>
              </div>
            )}
          </section>
          <div className="flex items-center gap-3">
            <span className="font-semibold text-sm">Status</span>
            <StatusSelect lead={lead} onChange={(status) => onStatus(lead, status)} />
          </div>
        </div>
      )}
    </Dialog>
  );
}
