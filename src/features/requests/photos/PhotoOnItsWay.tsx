import type { UploadItem } from '#features/pictures/upload-queue.ts';
import { cx } from '#ui/cx.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import type { WallPhotosView } from './use-wall-photos.ts';

interface Props {
  item: UploadItem;
  place: number;
  photos: WallPhotosView;
}

/** One photo that has not arrived: what it shows, how far it is, or why it is not going. */
export function PhotoOnItsWay({ item, place, photos }: Props) {
  const { id, name, thumb, problem, state, progress } = item;
  const going = state === 'sending' || state === 'arrived';
  return (
    <li
      className={cx(
        'relative flex flex-col overflow-hidden rounded-card',
        // Words need more room than a picture leaves on a small screen.
        problem ? 'col-span-full min-h-12 border border-danger' : 'aspect-4/3 bg-line',
      )}
    >
      {thumb && !problem && (
        <img src={thumb} alt={`Wall ${place}: ${name}`} className="size-full object-cover" />
      )}
      {!thumb && !problem && (
        <>
          <Skeleton className="flex-1" />
          <span className="sr-only">{`${name} is being prepared`}</span>
        </>
      )}
      {problem && (
        <div role="alert" className="flex flex-col gap-2 p-3 pe-12 text-sm">
          <p className="font-medium text-danger wrap-anywhere">{`${!problem.startsWith(name) ? `${name}: ` : ''}${problem}`}</p>
          {state === 'failed' && (
            <button
              type="button"
              className="min-h-6 cursor-pointer self-start underline underline-offset-2"
              aria-label={`Try ${name} again`}
              onClick={() => void photos.retry([id])}
            >
              Try Again
            </button>
          )}
        </div>
      )}
      {going && (
        <progress
          aria-label={`Sending ${name}`}
          max={1}
          value={progress}
          className="absolute inset-x-0 bottom-0 h-2 w-full appearance-none bg-line [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-leaf"
        />
      )}
      {state !== 'arrived' && (
        <button
          type="button"
          aria-label={`Remove ${name}`}
          className="absolute top-1 right-1 grid size-9 cursor-pointer place-items-center rounded-full bg-night text-plaster"
          onClick={() => void photos.remove([id])}
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </li>
  );
}
