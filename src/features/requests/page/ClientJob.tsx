import { useMemo } from 'react';
import { DiarySection } from '#features/diary/DiarySection.tsx';
import { JobSteps } from '#features/jobs/JobSteps.tsx';
import { useJob } from '#features/jobs/use-job.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { dayFromNow } from '#lib/day.ts';
import { NewsContext } from '#ui/hooks/use-refresh.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import type { Pieces } from '#ui/pieces.ts';
import { ConversationSection } from '../conversation/ConversationSection.tsx';
import { acceptedTerms, type Proposal } from '../proposals/proposal.ts';
import { ReviewCard } from '../reviews/ReviewCard.tsx';
import { Chosen, chosenId, isAskedAboutWall } from './Chosen.tsx';
import { JobParts, PART_PLACES } from './JobParts.tsx';
import type { RequestProps, Talks } from './request-props.ts';
import { TALK_ID } from './show-talk.ts';
import { standingOfHolder } from './standing.ts';
import type { Holder } from './tracked-request.ts';

interface Props extends RequestProps {
  talks: Talks;
  /** Who was chosen, or says that the wall is painted. */
  artist: Holder;
  /** They were chosen on this page. */
  fresh: boolean;
  /** What was asked and offered before. */
  children: Pieces;
}

/** The job of an artist from the client's side: where it stands, and every part of it. */
export function ClientJob({ children, ...props }: Props) {
  const { actions, artist, fresh, request, talks } = props;
  const of = useMemo(
    () => actions.assignment(request.id, artist.id),
    [actions, request.id, artist.id],
  );
  const now = useJob(of, artist.state, talks.onChange);
  const { job, failed, reload, news } = now;
  const open = request.state === 'open';
  const accepted = request.proposals.find(
    ({ artist_id, state }) => artist_id === artist.id && state === 'accepted',
  );
  return (
    <NewsContext value={news}>
      {open && (
        <JobSteps
          side="client"
          standing={standingOfHolder(artist, now)}
          of={of}
          job={job}
          {...(fresh && { first: firstActs(accepted) })}
          other={artist.name}
          places={{ ...PART_PLACES, work: chosenId(artist) }}
        />
      )}
      {failed && <LoadFailed text="Where it stands didn’t load." onRetry={reload} />}
      <Chosen {...props} of={of} job={job} accepted={accepted} />
      <JobParts
        of={of}
        now={now}
        chosen={artist.state === 'accepted' || Boolean(accepted)}
        side="client"
        agreement={{ known: null, accepted: accepted ? acceptedTerms(accepted) : null }}
        talk={TALK_ID}
        unread={artist.unread}
        asked={talks.artist === artist.id ? 'messages' : null}
        messages={<JobTalk of={of} artist={artist.name} onMoved={talks.onChange} />}
      />
      {artist.state === 'completed' && !isAskedAboutWall(artist) && (
        <ReviewCard of={of} artist={artist.name} />
      )}
      {children}
    </NewsContext>
  );
}

/** Once the first day has come, nothing is left to be skipped. */
const firstActs = (accepted: Proposal | undefined) =>
  accepted && accepted.starts_on > dayFromNow(0)
    ? ['ask_for_agreement', 'skip_agreement']
    : ['ask_for_agreement'];

interface JobTalkProps {
  of: AssignmentKey;
  artist: string;
  onMoved: () => void;
}

/** The conversation with the artist who has the job, and the diary of its photos. */
export function JobTalk({ of, artist, onMoved }: JobTalkProps) {
  return (
    <>
      <section aria-labelledby={TALK_ID} className="flex flex-col gap-4">
        <h2 id={TALK_ID} tabIndex={-1} className="font-display text-2xl outline-none wrap-anywhere">
          {artist}
        </h2>
        <ConversationSection of={of} artistName={artist} onMoved={onMoved} />
      </section>
      <DiarySection job={of} />
    </>
  );
}
