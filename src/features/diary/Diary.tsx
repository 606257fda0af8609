import { useId } from 'react';
import { OnePicture } from '#features/pictures/Pictures.tsx';
import type { PictureInMessage } from '#features/pictures/picture-in-message.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { type Day, STAGE_LABELS } from './diary.ts';
import { useDiary } from './use-diary.ts';

/** Photos of a wall at its stages, from the bare one to the mural, which the artist sent in messages. */
export function Diary({ job }: { job: AssignmentKey }) {
  const { failed, reload, days, photos } = useDiary(job);
  const id = useId();
  if (!failed && days.length === 0) return null;
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-4 rounded-card border border-line p-4 sm:p-5"
    >
      <h3 id={id} className="font-display text-2xl">
        Diary
      </h3>
      {failed && <LoadFailed text="The diary didn’t load." onRetry={reload} />}
      {days.map((day) => (
        <Photos
          key={`${day.stage} ${day.day}`}
          {...day}
          srcs={day.paths.map((path) => photos.urls[path])}
          onAgain={() => photos.again(day.paths)}
        />
      ))}
    </section>
  );
}

interface PhotosProps extends Omit<Day, 'paths'> {
  srcs: readonly PictureInMessage['src'][];
  onAgain: () => void;
}

function Photos({ stage, day, srcs, onAgain }: PhotosProps) {
  const title = `${STAGE_LABELS[stage]}, ${day}`;
  return (
    <div className="flex flex-col gap-2">
      <p aria-hidden="true">
        <b>{STAGE_LABELS[stage]}</b> <span className="text-ink-2 text-sm">{day}</span>
      </p>
      <ul
        aria-label={title}
        className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]"
      >
        {srcs.map((src, n) => {
          const name = `${title}: photo ${n + 1} of ${srcs.length}`;
          return (
            <li key={name} className="flex aspect-square overflow-hidden rounded-control bg-line">
              <OnePicture picture={{ name, src }} onAgain={onAgain} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
