import type { ComparedArtist } from '#features/artists/public-artists.api.ts';
import { SmallCopy } from '#features/pictures/chosen/SmallCopy.tsx';
import { CARD_IMAGES } from '#lib/limits.ts';

const SIZES = '(min-width: 1024px) 280px, 52vw';

interface Props {
  artist: ComparedArtist;
  onRemove: () => void;
}

/** Two of the portfolio, else the portrait, with the way out of the comparison on them. */
export function ComparedPictures({ artist, onRemove }: Props) {
  const { name, portfolio_images, profile_photo, picture_details } = artist;
  const portfolio = portfolio_images.slice(0, CARD_IMAGES);
  const urls = portfolio.length > 0 ? portfolio : profile_photo ? [profile_photo] : [];
  const alt = portfolio.length > 0 ? `Mural by ${name}` : `Portrait of ${name}`;
  return (
    <div className="relative">
      <div className="grid aspect-square auto-rows-fr gap-0.5 overflow-hidden rounded-control bg-line print:aspect-3/2 print:grid-flow-col print:auto-cols-fr">
        {urls.length === 0 && <p className="no-images text-ink-2 text-sm">No images</p>}
        {urls.map((url) => (
          <SmallCopy
            key={url}
            url={url}
            alt={picture_details[url]?.alt || alt}
            sizes={SIZES}
            className="size-full min-h-0 object-cover"
          />
        ))}
      </div>
      <button
        type="button"
        data-remove
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="absolute top-2 right-2 grid size-11 cursor-pointer place-items-center rounded-full bg-paper-2 text-ink hover:text-brand print:hidden"
      >
        <svg
          viewBox="0 0 16 16"
          className="size-4"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path d="m3 3 10 10M13 3 3 13" />
        </svg>
      </button>
    </div>
  );
}
