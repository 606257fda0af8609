import { useCallback, useState } from 'react';
import { AgreementSection } from '#features/agreements/AgreementSection.tsx';
import type { Job } from '#features/jobs/job.ts';
import { ChosenPapers } from '#features/papers/ChosenPapers.tsx';
import { MoneySection } from '#features/payments/MoneySection.tsx';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { dayFromNow } from '#lib/day.ts';
import { dayLabel, plural } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { LeadContact } from '../LeadFacts.tsx';
import { wallPaths } from '../photos/lead-photos.api.ts';
import { acceptedTerms, type Proposal, priceLabel } from '../proposals/proposal.ts';
import type { RequestActions } from '../request-actions.ts';
import { ReviewCard } from '../reviews/ReviewCard.tsx';
import { CallOffJob } from './CallOffJob.tsx';
import type { RequestProps, Talks } from './request-props.ts';
import { showTalk } from './show-talk.ts';
import type { Holder } from './tracked-request.ts';
import { useChange } from './use-change.ts';

interface Props extends RequestProps {
  talks: Talks;
  /** Who was chosen, or says that the wall is painted. */
  artist: Holder;
  of: AssignmentKey;
  job: Job | null;
}

/** What was agreed on with an artist, how to reach them, and whether the wall is painted. */
export function Chosen(props: Props) {
  const { artist, request, talks, of, job } = props;
  const accepted = request.proposals.find(
    ({ artist_id, state }) => artist_id === artist.id && state === 'accepted',
  );
  const walls = useCallback(() => wallPaths(of), [of]);
  const id = chosenId(artist);
  const inForce = ['in_force', 'amending'].includes(job?.agreement?.state ?? '');
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 rounded-card border-2 border-leaf bg-paper-2 p-5"
    >
      <h2 id={id} className="font-display text-2xl wrap-anywhere">
        {heading(artist)}
      </h2>
      {artist.state === 'completed' && <Completion {...props} />}
      {artist.state === 'accepted' && (
        <p>
          {/* Once both have signed, price and days are those of the agreement. */}
          <span>{accepted && !inForce && `${terms(accepted)}. `}</span>
          <span>{artist.name}</span>
          <span> has your contact too.</span>
          {!job?.agreement && <span> Agree on the day and the payment; nothing is paid here.</span>}
        </p>
      )}
      <Button
        className="self-start"
        variant={artist.unread > 0 ? 'primary' : 'secondary'}
        onClick={() => (talks.artist === artist.id ? showTalk() : talks.open(artist.id))}
      >
        {`Message ${artist.name}${artist.unread > 0 ? ` (${artist.unread} new)` : ''}`}
      </Button>
      {accepted && <ChosenPapers of={of} artist={artist.name} />}
      {artist.contact && <LeadContact lead={{ name: artist.name, ...artist.contact }} />}
      {request.state === 'open' && job?.agreement && (
        <AgreementSection
          of={of}
          walls={walls}
          known={null}
          accepted={accepted ? acceptedTerms(accepted) : null}
        />
      )}
      {job?.agreement && <MoneySection of={of} />}
      {artist.state === 'accepted' && request.state === 'open' && (
        <>
          <Finish {...props} isDue={!accepted || accepted.starts_on <= dayFromNow(0)} />
          <CallOffJob of={of} job={job} other={artist.name} onChanged={talks.onChange} />
        </>
      )}
      {artist.state === 'completed' && !asked(artist) && (
        <ReviewCard begin={() => talks.review(artist.id)} artist={artist.name} />
      )}
    </section>
  );
}

export const chosenId = ({ id }: Holder) => `chosen-${id}`;

const asked = ({ state, completed_by, confirmed }: Holder) =>
  state === 'completed' && completed_by !== 'client' && !confirmed;

function heading(artist: Holder): string {
  if (artist.state === 'accepted') return `You have chosen ${artist.name}`;
  return asked(artist) ? 'Is your wall painted?' : `${artist.name} has painted your wall`;
}

const terms = (proposal: Proposal) =>
  `${priceLabel(proposal)}, ${plural(proposal.days, 'day')}, from ${dayLabel(proposal.starts_on)} at the earliest`;

/** Sends one answer about the wall at a time, and says what follows. */
function useAnswer({ actions, request, onChange, artist }: Props) {
  const { busy, attempt } = useChange(actions, onChange);
  const answer = (change: RequestActions['complete'], said: string) =>
    void attempt(async () => {
      onChange(await change(request, artist.id));
      void toast.success(said);
    });
  return { busy, answer };
}

/** The side that did not say that the wall is painted agrees, or does not. */
function Completion(props: Props) {
  const { actions, request, artist } = props;
  const { busy, answer } = useAnswer(props);
  if (!asked(artist))
    return artist.confirmed ? null : (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>{`You marked it as painted. We’ve asked ${artist.name} to confirm.`}</p>
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          onClick={() => answer(actions.undo, 'It’s not marked as painted anymore')}
        >
          Undo
        </Button>
      </div>
    );
  return (
    <>
      <p>
        <span>{artist.completed_by === 'artist' ? artist.name : 'An admin'}</span> says it is. If
        you don’t answer within 14 days, we count it as confirmed.
      </p>
      {request.state === 'open' && (
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} onClick={() => answer(actions.complete, 'Enjoy your wall')}>
            Confirm
          </Button>
          <Button
            variant="secondary"
            busy={busy}
            onClick={() => answer(actions.dispute, `We’ve let ${artist.name} know`)}
          >
            Not Yet
          </Button>
        </div>
      )}
    </>
  );
}

/** Says that the wall is painted, after asking; quietly before the day on which the work begins. */
function Finish(props: Props & { isDue: boolean }) {
  const { actions, artist, isDue } = props;
  const [question, setQuestion] = useState(false);
  const { busy, answer } = useAnswer(props);
  return (
    <>
      <Button
        variant={isDue ? 'secondary' : 'ghost'}
        className="self-start"
        onClick={() => setQuestion(true)}
      >
        Mark as Painted
      </Button>
      <Dialog
        open={question}
        onClose={() => setQuestion(false)}
        title="Is the wall painted?"
        footer={
          <>
            <Button variant="secondary" onClick={() => setQuestion(false)}>
              Cancel
            </Button>
            <Button
              busy={busy}
              onClick={() => answer(actions.complete, `We’ve let ${artist.name} know`)}
            >
              Mark as Painted
            </Button>
          </>
        }
      >{`We’ll ask ${artist.name} to confirm. Until then you can undo this.`}</Dialog>
    </>
  );
}
