import { JobSteps } from '#features/jobs/JobSteps.tsx';
import { KeptCopiesSection } from '#features/kept-copies/KeptCopiesSection.tsx';
import { LazyRequestRules } from '#features/permits/LazyRequestRules.tsx';
import { plural } from '#lib/format.ts';
import { cx } from '#ui/cx.ts';
import { Folded } from '#ui/Folded.tsx';
import type { Pieces } from '#ui/pieces.ts';
import { LeadFacts, leadKind } from '../LeadFacts.tsx';
import { RequestPhotos } from '../photos/RequestPhotos.tsx';
import { AddressChange } from './AddressChange.tsx';
import { CloseRequest } from './CloseRequest.tsx';
import { ContactForm } from './ContactForm.tsx';
import { Holders } from './Holders.tsx';
import { LineForm } from './LineForm.tsx';
import { Matches } from './Matches.tsx';
import { Proposals } from './Proposals.tsx';
import type { RequestProps, Talks } from './request-props.ts';
import { SiteFactsForm } from './SiteFactsForm.tsx';
import { standingOfRequest } from './standing.ts';
import { hasJobPage, isChosen, isPainted, openEmailedLink } from './tracked-request.ts';

interface Props extends RequestProps {
  onErased: () => void;
  talks: Talks;
  /** What goes with its reference. */
  children?: Pieces;
}

/** What was asked, who has it, and what can still be done about it. */
export function RequestView({ children, talks, ...props }: Props) {
  const { actions, request } = props;
  const open = request.state === 'open';
  const changeable = open && !isPainted(request);
  /** An artist was chosen: what was asked is only looked up from now on. */
  const chosen = isChosen(request);
  const rules = changeable && <LazyRequestRules of={actions.key} about={request} />;
  const asked = (
    <Asked title={leadKind(request)} folded={chosen}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p>
          Reference <strong className="ms-1 text-xl tracking-widest">{request.reference}</strong>
        </p>
        {children}
      </div>
      {!open && (
        <p role="status" className="rounded-card border-2 border-line px-5 py-4">
          {request.merged_into
            ? `You sent this twice: request ${request.merged_into} goes on, with the artists of both.`
            : 'You’ve withdrawn this request. Artists no longer see who sent it.'}
        </p>
      )}
      <LeadFacts lead={request} details={request.details} dateLabel="Sent" />
      <RequestPhotos lead={request.id} token={actions.token} />
      {changeable && <SiteFactsForm key={request.id} {...props} />}
      {changeable && <LineForm {...props} />}
      {chosen && rules}
    </Asked>
  );
  const holders = <Holders {...props} talks={talks} />;
  return (
    <div className="flex flex-col gap-8">
      <AddressChange {...props} />
      {open && !chosen && (
        <JobSteps
          side="client"
          standing={standingOfRequest(request)}
          other={request.artists.length === 1 ? `${request.artists[0]?.name}` : 'the artists'}
          places={{
            matches: request.matches.length > 0 ? 'matches' : 'holders',
            proposals: 'proposals',
          }}
        />
      )}
      {open && request.unproven && <p role="status">{openEmailedLink(request)}</p>}
      {request.kept > 0 && <KeptCopiesSection {...actions.assignment(request.id, '')} />}
      <Proposals {...props} talks={talks}>
        {chosen && (
          <>
            {request.artists.length > 1 && (
              <Folded
                title={<strong>Sent to</strong>}
                line={plural(request.artists.length, 'artist')}
                open={request.artists.some(
                  (artist) => artist.id === talks.artist && !hasJobPage(request, artist),
                )}
              >
                {holders}
              </Folded>
            )}
            {asked}
          </>
        )}
      </Proposals>
      <div
        className={cx(
          'grid gap-8 lg:items-start',
          !chosen && 'lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]',
        )}
      >
        {!chosen && (
          <>
            {/* On a phone it comes first who has it: what was asked is known to its reader. */}
            <div className="flex min-w-0 flex-col gap-8 lg:col-start-2">
              {holders}
              {request.matches.length > 0 && <Matches {...props} />}
            </div>
            <div className="flex min-w-0 flex-col gap-8 lg:col-start-1 lg:row-span-2 lg:row-start-1">
              {asked}
              {rules}
            </div>
          </>
        )}
        <div className={cx('flex min-w-0 flex-col gap-8', !chosen && 'lg:col-start-2')}>
          {open && <ContactForm {...props} />}
          <CloseRequest {...props} />
        </div>
      </div>
    </div>
  );
}

interface AskedProps {
  title: string;
  folded: boolean;
  children: Pieces;
}

/** What was asked for, in full or behind its heading. */
function Asked({ title, folded, children }: AskedProps) {
  if (folded)
    return (
      <Folded
        title={
          <h2 id="asked" className="inline font-display text-2xl">
            {title}
          </h2>
        }
      >
        {children}
      </Folded>
    );
  return (
    <section aria-labelledby="asked" className="flex flex-col gap-4">
      <h2 id="asked" className="font-display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
