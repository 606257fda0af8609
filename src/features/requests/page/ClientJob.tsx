import { useMemo } from 'react';
import { DiarySection } from '#features/diary/DiarySection.tsx';
import { JobSteps } from '#features/jobs/JobSteps.tsx';
import { useJob } from '#features/jobs/use-job.ts';
import { SketchSection } from '#features/sketches/SketchSection.tsx';
import { NewsContext } from '#ui/hooks/use-refresh.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Chosen, chosenId } from './Chosen.tsx';
import type { RequestProps, Talks } from './request-props.ts';
import { standingOfHolder } from './standing.ts';
import type { Holder } from './tracked-request.ts';

interface Props extends RequestProps {
  talks: Talks;
  /** Who was chosen, or says that the wall is painted. */
  artist: Holder;
}

/** The job of an artist from the client's side: where it stands, and every part of it that was begun. */
export function ClientJob(props: Props) {
  const { actions, artist, request, talks } = props;
  const of = useMemo(
    () => actions.assignment(request.id, artist.id),
    [actions, request.id, artist.id],
  );
  const { job, known, failed, reload, news } = useJob(of, artist.state, talks.onChange);
  return (
    <NewsContext value={news}>
      {request.state === 'open' && (
        <JobSteps
          side="client"
          standing={standingOfHolder(artist, { job, known })}
          of={of}
          job={job}
          other={artist.name}
          places={{
            agreement: 'agreement',
            money: 'money',
            sketches: 'sketches',
            work: chosenId(artist),
          }}
        />
      )}
      {failed && <LoadFailed what="Where it stands" onRetry={reload} />}
      <Chosen {...props} of={of} job={job} />
      {job?.sketches && <SketchSection job={of} />}
      <DiarySection job={of} />
    </NewsContext>
  );
}
