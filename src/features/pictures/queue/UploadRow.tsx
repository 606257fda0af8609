import { memo } from 'react';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { UploadItem } from '../upload-queue.ts';

interface Props {
  item: UploadItem;
  onRemove: (ids: readonly string[]) => void;
}

const STEPS: Partial<Record<UploadItem['state'], string>> = {
  waiting: 'Waiting',
  preparing: 'Preparing…',
  ready: 'Ready to be sent',
  arrived: 'Adding…',
};

/** One picture on its way. */
export const UploadRow = memo(function UploadRow({ item, onRemove }: Props) {
  const { id, name, state, progress } = item;
  return (
    <li className="flex items-center gap-3">
      <Thumb item={item} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex justify-between gap-3 text-sm">
          <span className="truncate">{name}</span>
          <span className="shrink-0 text-ink-2 tabular-nums">
            {STEPS[state] ?? `Sending ${Math.round(progress * 100)}%`}
          </span>
        </p>
        {(state === 'sending' || state === 'preparing' || state === 'arrived') && (
          <ProgressBar
            label={name}
            value={state === 'preparing' ? undefined : progress}
            className="h-1.5"
          />
        )}
      </div>
      {state !== 'arrived' && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Remove ${name}`}
          onClick={() => onRemove([id])}
        >
          <span aria-hidden="true">✕</span>
        </Button>
      )}
    </li>
  );
});

/** What it is a picture of, as soon as that is known. */
function Thumb({ item: { thumb } }: { item: UploadItem }) {
  const className = 'size-12 shrink-0 rounded-control bg-line object-cover';
  return thumb ? <img src={thumb} alt="" className={className} /> : <span className={className} />;
}
