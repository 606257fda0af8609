import type { TrackedRequest } from '#domain/tracked-request.ts';
import { LeadDetails, leadKind } from '#ui/LeadDetails.tsx';
import { CloseRequest } from './CloseRequest.tsx';
import { ContactForm } from './ContactForm.tsx';
import { Holders } from './Holders.tsx';
import { LineForm } from './LineForm.tsx';
import { Matches } from './Matches.tsx';

export interface RequestProps {
  token: string;
  request: TrackedRequest;
  onChange: (request: TrackedRequest) => void;
}

/** What was asked, who has it, and what can still be done about it. */
export function RequestView(props: RequestProps & { onErased: () => void }) {
  const { request } = props;
  const open = request.state === 'open';
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
      <div className="flex flex-col gap-8">
        <section aria-labelledby="asked" className="flex flex-col gap-4">
          <h2 id="asked" className="font-display text-2xl">
            {leadKind(request)}
          </h2>
          <p>
            Reference <strong className="ms-1 text-xl tracking-widest">{request.reference}</strong>
          </p>
          {!open && (
            <p role="status" className="rounded-card border-2 border-line px-5 py-4">
              You have withdrawn this request. Artists no longer see who sent it.
            </p>
          )}
          <LeadDetails lead={request} dateLabel="Sent" />
        </section>
        {open && <LineForm {...props} />}
      </div>
      <div className="flex flex-col gap-8">
        <Holders artists={request.artists} />
        {request.matches.length > 0 && <Matches {...props} />}
        {open && <ContactForm {...props} />}
        <CloseRequest {...props} />
      </div>
    </div>
  );
}
