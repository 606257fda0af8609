import type { PagePicture } from './page-pictures.store.ts';

interface Props {
  picture: PagePicture;
  /** Goes back to the choice, where there is one. */
  onAnother: (() => void) | undefined;
}

export function ReportedPicture({ picture, onAnother }: Props) {
  return (
    <figure>
      <img
        src={picture.src}
        srcSet={picture.srcSet}
        sizes="(min-width: 1024px) 32rem, 92vw"
        alt={picture.alt}
        className="max-h-[60dvh] w-full rounded-card bg-line object-contain"
      />
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-4 gap-y-1 text-ink-2 text-sm wrap-anywhere">
        <span>{picture.alt}</span>
        {onAnother && (
          <button
            type="button"
            className="cursor-pointer underline underline-offset-4"
            onClick={onAnother}
          >
            Another photo
          </button>
        )}
      </figcaption>
    </figure>
  );
}
