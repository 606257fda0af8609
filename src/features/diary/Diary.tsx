import { useId } from 'react';
import { OnePicture } from '#features/pictures/Pictures.tsx';
import type { PictureInMessage } from '#features/pictures/picture-in-message.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { SendingLine } from '#ui/SendingLine.tsx';
import { AddProgress } from './AddProgress.tsx';
import { likelyStage, STAGE_LABELS, type Stage } from './diary.ts';
import type { DiaryProps } from './diary-props.ts';
import { useDiary } from './use-diary.ts';

/** Photos of a wall at its stages, from the bare one to the mural; the artist adds to them. */
export function Diary(props: DiaryProps) {
  const { data, failed, reload, days, addresses, ask, outbox, waiting, local } = useDiary(props);
  const id = useId();
  const diary = data?.diary;
  const adds = diary?.writable && outbox;
  if (data && !adds && days.length + waiting.length === 0) return null;
  if (!data && !failed) return null;
  const Heading = props.outbox ? 'h3' : 'h2';
  const known = [...(diary?.entries ?? []), ...waiting].flatMap(({ stage }) => stage ?? []);
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-4 rounded-card border border-line p-4 sm:p-5"
    >
      <Heading id={id} className="font-display text-2xl">
        Diary
      </Heading>
      {!data && <LoadFailed what="The diary" onRetry={reload} />}
      {days.map(({ stage, day, paths }) => (
        <Photos
          key={`${stage} ${day}`}
          stage={stage}
          when={day}
          srcs={paths.map((path) => addresses[path])}
          onAgain={() => ask(paths)}
        />
      ))}
      {waiting.map((entry) => (
        <div key={entry.key} className="flex flex-col gap-1">
          <Photos
            stage={entry.stage ?? 'done'}
            when="not sent yet"
            srcs={Array.from({ length: entry.pictures }, (_, n) => local[entry.key]?.[n])}
            onAgain={() => {}}
          />
          {outbox && (
            <SendingLine
              message={entry}
              refused="Not sent."
              waiting="Not sent yet. It’ll go out when you’re back online."
              outbox={outbox}
            />
          )}
        </div>
      ))}
      {adds && <AddProgress likely={likelyStage(known)} send={outbox.send} />}
    </section>
  );
}

interface PhotosProps {
  stage: Stage;
  /** The day, or that they are not sent yet. */
  when: string;
  srcs: readonly PictureInMessage['src'][];
  onAgain: () => void;
}

function Photos({ stage, when, srcs, onAgain }: PhotosProps) {
  const title = `${STAGE_LABELS[stage]}, ${when}`;
  return (
    <div className="flex flex-col gap-2">
      <p aria-hidden="true">
        <b>{STAGE_LABELS[stage]}</b> <span className="text-ink-2 text-sm">{when}</span>
      </p>
      <ul aria-label={title} className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
        {srcs.map((src, n) => {
          const name = `${title}: photo ${n + 1} of ${srcs.length}`;
          return (
            <li key={name} className="flex aspect-square overflow-hidden rounded-control bg-line">
              <OnePicture key={src} picture={{ name, src }} onAgain={onAgain} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
