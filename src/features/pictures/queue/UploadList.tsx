import { SmallButton } from '#ui/Button.tsx';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import {
  isUnderWay,
  isUnsafe,
  PAUSES,
  type UploadQueueState,
  uploadNews,
  uploadSummary,
} from '../upload-queue.ts';
import { UploadProblems } from './UploadProblems.tsx';
import { UploadRow } from './UploadRow.tsx';
import type { UploadQueue } from './upload-queue.store.ts';

interface Props {
  queue: UploadQueue;
  state: UploadQueueState;
}

/** The pictures on their way: all of them together, what the person has to decide about, and each for itself. */
export function UploadList({ queue, state }: Props) {
  const { items } = state;
  const going = items.filter(isUnderWay);
  return (
    <>
      <LiveRegion text={uploadNews(state)} />
      {items.length > 0 && (
        <div className="flex flex-col gap-4 rounded-card border border-line bg-paper-2 p-4">
          {going.length > 0 && <Overall state={state} onRetry={queue.wake} />}
          <UploadProblems items={items} queue={queue} />
          {going.length > 0 && (
            <ul aria-label="Uploads" className="flex max-h-96 flex-col gap-2 overflow-y-auto">
              {going.map((item) => (
                <UploadRow key={item.id} item={item} onRemove={queue.remove} />
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}

interface OverallProps {
  state: UploadQueueState;
  onRetry: () => void;
}

/** How far all of them are, and whether the page may be left. */
function Overall({ state: { items, pause }, onRetry }: OverallProps) {
  const { saved, total, share } = uploadSummary(items);
  return (
    <div className="flex flex-col gap-2">
      <p className="flex justify-between gap-3 font-semibold">
        <span>{`${saved} of ${total} saved`}</span>
        <span className="text-ink-2 tabular-nums">{`${Math.round(share * 100)}%`}</span>
      </p>
      <ProgressBar label="Photos saved" value={share} className="h-2.5" />
      {pause ? (
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <p className="font-semibold text-clay">{`${PAUSES[pause]}…`}</p>
          <SmallButton onClick={onRetry}>Try Now</SmallButton>
        </div>
      ) : null}
      <p className="text-ink-2 text-sm">
        {isUnsafe(items) ? 'Keep this page open.' : 'You can leave and finish later.'}
      </p>
    </div>
  );
}
