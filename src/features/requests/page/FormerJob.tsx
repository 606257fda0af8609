import { useCallback, useMemo, useState } from 'react';
import { AgreementSection } from '#features/agreements/AgreementSection.tsx';
import { DiarySection } from '#features/diary/DiarySection.tsx';
import { useJob } from '#features/jobs/use-job.ts';
import { MoneySection } from '#features/payments/MoneySection.tsx';
import { SketchSection } from '#features/sketches/SketchSection.tsx';
import { SmallButton } from '#ui/Button.tsx';
import { NewsContext } from '#ui/hooks/use-refresh.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { wallPaths } from '../photos/lead-photos.api.ts';
import { CalledOff } from './CalledOff.tsx';
import { JobTalk } from './ClientJob.tsx';
import { JobParts } from './JobParts.tsx';
import type { RequestProps, Talks } from './request-props.ts';
import { TALK_ID } from './show-talk.ts';
import type { Holder } from './tracked-request.ts';

interface Props extends Pick<RequestProps, 'actions' | 'request'> {
  talks: Talks;
  artist: Holder;
  /** Another artist has the job by now: what was agreed on with this one comes by a press. */
  replaced: boolean;
}

/** A job that was called off, from the client's side: how it ended, and what is on record. */
export function FormerJob({ actions, request, talks, artist, replaced }: Props) {
  const of = useMemo(
    () => actions.assignment(request.id, artist.id),
    [actions, request.id, artist.id],
  );
  const now = useJob(of, artist.state, talks.onChange);
  const { job, failed, reload, news } = now;
  const walls = useCallback(() => wallPaths(of), [of]);
  const [opened, setOpened] = useState(false);
  const id = `former-${artist.id}`;
  return (
    <NewsContext value={news}>
      <section
        aria-labelledby={id}
        className="flex flex-col gap-4 rounded-card border border-line bg-paper-2 p-5"
      >
        <h2 id={id} className="font-display text-2xl wrap-anywhere">
          {`The job with ${artist.name} was called off`}
        </h2>
        {failed && <LoadFailed text="How it ended didn’t load." onRetry={reload} />}
        {job?.called_off && <CalledOff how={job.called_off} side="client" other={artist.name} />}
        {replaced && !opened && (
          <SmallButton className="self-start" onClick={() => setOpened(true)}>
            Show the Record
          </SmallButton>
        )}
        {replaced && opened && job?.agreement && (
          <>
            <AgreementSection of={of} walls={walls} known={null} accepted={null} over />
            <MoneySection of={of} />
          </>
        )}
      </section>
      {replaced && opened && (
        <>
          {(job?.sketches?.versions ?? 0) > 0 && <SketchSection job={of} />}
          <DiarySection job={of} />
        </>
      )}
      {!replaced && (
        <JobParts
          of={of}
          now={now}
          chosen
          side="client"
          agreement={{ known: null, accepted: null, over: true }}
          talk={TALK_ID}
          unread={artist.unread}
          messages={<JobTalk of={of} artist={artist.name} onMoved={talks.onChange} />}
        />
      )}
    </NewsContext>
  );
}
