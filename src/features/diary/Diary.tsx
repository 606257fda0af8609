import { useId } from 'react';
import { OnePicture } from '#features/pictures/Pictures.tsx';
import type { PictureInMessage } from '#features/pictures/picture-in-message.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { SendingLine } from '#ui/SendingLine.tsx';
import { AddProgress } from './AddProgress.tsx';
import { type DiaryStage, likelyStage, STAGE_LABELS, STAGES } from './diary.ts';
import type { DiaryOutbox, DiaryProps, WaitingEntry } from './diary-props.ts';
import { useDiary } from './use-diary.ts';

const WAITING = 'Not sent yet. They’ll go out when you’re back online.';

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
      {adds && <AddProgress likely={likelyStage(known)} send={outbox.send} />}
      {outbox && <Waiting entries={waiting} local={local} outbox={outbox} />}
      {days.map(({ stage, day, paths }) => (
        <Photos
          key={`${stage} ${day}`}
          stage={stage}
          when={day}
          srcs={paths.map((path) => addresses[path])}
          onAgain={() => ask(paths)}
        />
      ))}
    </section>
  );
}

interface WaitingProps {
  entries: readonly WaitingEntry[];
  local: ReturnType<DiaryOutbox['get']>['local'];
  outbox: DiaryOutbox;
}

/** What has not arrived, by stage; what was refused stands for itself. */
function Waiting({ entries, local, outbox }: WaitingProps) {
  const going = entries.filter(({ state }) => state !== 'refused');
  const parts = [
    ...STAGES.map((stage) => going.filter((entry) => entry.stage === stage)),
    ...entries.filter(({ state }) => state === 'refused').map((entry) => [entry]),
  ];
  // One goes after the other: what holds the first up holds them all up.
  const slowest = going.find(({ state }) => state === 'waiting') ?? going[0];
  const line = { refused: 'Not sent.', waiting: WAITING, outbox };
  return (
    <>
      {parts.map(
        ([first, ...others]) =>
          first?.stage && (
            <div key={first.key} className="flex flex-col gap-1">
              <Photos
                stage={first.stage}
                when="on its way"
                srcs={[first, ...others].flatMap(({ key, pictures }) =>
                  Array.from({ length: pictures }, (_, n) => local[key]?.[n]),
                )}
                onAgain={() => {}}
              />
              {first.state === 'refused' && <SendingLine message={first} {...line} />}
            </div>
          ),
      )}
      {slowest && <SendingLine message={slowest} {...line} />}
    </>
  );
}

interface PhotosProps {
  stage: DiaryStage;
  /** The day, or that they are on their way. */
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
