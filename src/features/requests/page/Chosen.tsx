import { useState } from 'react';
import type { Job } from '#features/jobs/job.ts';
import { ChosenPapers } from '#features/papers/ChosenPapers.tsx';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { dayFromNow } from '#lib/day.ts';
import { dayLabel, plural } from '#lib/format.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { holdSection, useRefocus } from '#ui/hooks/use-refocus.ts';
import { openPart } from '#ui/open-part.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { LeadContact } from '../LeadFacts.tsx';
import { type Proposal, priceLabel } from '../proposals/proposal.ts';
import { CallOffJob } from './CallOffJob.tsx';
import type { RequestActions } from './request-link.api.ts';
import type { RequestProps, Talks } from './request-props.ts';
import { TALK_ID } from './show-talk.ts';
import type { Holder } from './tracked-request.ts';
import { useChange } from './use-change.ts';

interface Props extends RequestProps {
  talks: Talks;
  /** Who was chosen, or says that the wall is painted. */
  artist: Holder;
  of: AssignmentKey;
  job: Job | null;
  /** What was agreed on; missing where the wall was painted without a proposal. */
  accepted: Proposal | undefined;
}

/** What was agreed on with an artist, how to reach them, and whether the wall is painted. */
export function Chosen(props: Props) {
  const { artist, request, talks, of, job, accepted } = props;
  const id = chosenId(artist);
  const inForce = ['in_force', 'amending'].includes(job?.agreement?.state ?? '');
  const answering = useAnswer(props);
  const begins = job?.starts_on ?? accepted?.starts_on;
  const hasBegun = !begins || begins <= dayFromNow(0);
  const finish = <Finish {...props} {...answering} />;
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 rounded-card border-2 border-leaf bg-paper-2 p-5"
    >
      <h2 id={id} tabIndex={-1} className="font-display text-2xl outline-none wrap-anywhere">
        {heading(artist)}
      </h2>
      {artist.state === 'completed' && (
        <div className="flex flex-col gap-4 empty:hidden">
          <Completion {...props} {...answering} />
        </div>
      )}
      {artist.state === 'accepted' && (
        <p>
          {/* Once both have signed, price and days are those of the agreement. */}
          <span>{accepted && !inForce && `${terms(accepted)}. `}</span>
          <span>{artist.name}</span>
          <span> has your contact too.</span>
          {!job?.agreement && <span> Nothing is paid here.</span>}
        </p>
      )}
      <Button
        className="self-start"
        variant={artist.unread > 0 ? 'primary' : 'secondary'}
        onClick={() => openPart(TALK_ID)}
      >
        {`Message ${artist.name}${artist.unread > 0 ? ` (${artist.unread} new)` : ''}`}
      </Button>
      {accepted && (
        <p className="text-ink-2">{`Paying as a business? Ask ${artist.name} for a W-9.`}</p>
      )}
      {artist.contact && <LeadContact lead={{ name: artist.name, ...artist.contact }} />}
      {accepted && <ChosenPapers of={of} artist={artist.name} />}
      {artist.state === 'accepted' && request.state === 'open' && (
        <>
          {hasBegun && finish}
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center self-start underline underline-offset-4">
              More
            </summary>
            <div className="flex flex-wrap gap-3">
              {!hasBegun && finish}
              <CallOffJob of={of} job={job} other={artist.name} onChanged={talks.onChange} />
            </div>
          </details>
        </>
      )}
    </section>
  );
}

export const chosenId = ({ id }: Holder) => `chosen-${id}`;

export const isAskedAboutWall = ({ state, completed_by, confirmed }: Holder) =>
  state === 'completed' && completed_by !== 'client' && !confirmed;

function heading(artist: Holder): string {
  if (artist.state === 'accepted') return `You chose ${artist.name}`;
  return isAskedAboutWall(artist)
    ? 'Is your wall painted?'
    : `${artist.name} has painted your wall`;
}

const terms = (proposal: Proposal) =>
  `${priceLabel(proposal)}, ${plural(proposal.days, 'day')}, from ${dayLabel(proposal.starts_on)} at the earliest`;

/** Sends one answer about the wall at a time; the heading says what has come of it, and has the focus. */
function useAnswer({ actions, request, onChange, artist }: Props) {
  const { busy, attempt } = useChange(actions, onChange);
  const [answers, setAnswers] = useState(0);
  useRefocus(answers, () => document.getElementById(chosenId(artist)));
  const answer = (change: RequestActions['complete'], said: string) =>
    void attempt(async () => {
      holdSection(chosenId(artist));
      const now = await change(request, artist.id);
      onChange(now);
      setAnswers((count) => count + 1);
      void toast.success(said);
    });
  return { busy, answer };
}

type Answering = Props & ReturnType<typeof useAnswer>;

/** The side that did not say that the wall is painted agrees, or does not. */
function Completion({ actions, request, artist, busy, answer }: Answering) {
  if (!isAskedAboutWall(artist))
    return artist.confirmed ? (
      <p>It’s confirmed. Enjoy your wall.</p>
    ) : (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>{`You marked it as painted. We’ve asked ${artist.name} to confirm.`}</p>
        <SmallButton
          busy={busy}
          onClick={() => answer(actions.undo, 'It’s not marked as painted anymore')}
        >
          Undo
        </SmallButton>
      </div>
    );
  return (
    <>
      <p>
        <span>{artist.completed_by === 'artist' ? artist.name : 'An admin'}</span> says it is.
        Without your answer it’s confirmed after 14 days.
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

/** Says that the wall is painted, after asking. */
function Finish({ actions, artist, busy, answer }: Answering) {
  const [question, setQuestion] = useState(false);
  return (
    <>
      <Button variant="secondary" className="self-start" onClick={() => setQuestion(true)}>
        Mark as Painted
      </Button>
      <Dialog
        open={question}
        onClose={() => setQuestion(false)}
        title="Is the wall painted?"
        action={
          <Button
            busy={busy}
            onClick={() => answer(actions.complete, `We’ve let ${artist.name} know`)}
          >
            Mark as Painted
          </Button>
        }
      >{`We’ll ask ${artist.name} to confirm. Until then you can undo this.`}</Dialog>
    </>
  );
}
