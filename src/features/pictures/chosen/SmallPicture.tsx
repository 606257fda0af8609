import { Skeleton } from '#ui/Spinner.tsx';

interface Props {
  /** Null while it is being prepared. */
  url: string | null;
  alt: string;
  /** What the button that takes it away is called. */
  remove: string;
  onRemove: () => void;
}

/** A picture that goes with something, small, with a button that takes it away. */
export function SmallPicture({ url, alt, remove, onRemove }: Props) {
  return (
    <div className="relative size-20 overflow-hidden rounded-control bg-line">
      {url ? (
        <img src={url} alt={alt} className="size-full object-cover" />
      ) : (
        <Skeleton className="size-full" />
      )}
      <button
        type="button"
        aria-label={remove}
        className="absolute top-1 right-1 grid size-7 cursor-pointer place-items-center rounded-full bg-night text-plaster"
        onClick={onRemove}
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}
