import { paths } from '#config/paths.ts';
import type { ArtistCardData } from '#domain/artist-card.ts';
import { experienceLabel } from '#domain/artist-labels.ts';
import { PHONE_WIDE } from '#domain/picture.ts';
import { placeLabel } from '#domain/place.ts';
import { PictureImage } from './PictureImage.tsx';
import { Rating } from './Rating.tsx';

const SIZES = `(min-width: 1280px) 280px, (min-width: 640px) 45vw, ${PHONE_WIDE}`;
const HALF_SIZES = '(min-width: 1280px) 140px, (min-width: 640px) 23vw, 46vw';

interface ArtistCardProps {
  card: ArtistCardData;
  level?: 2 | 3;
  /** The first of a list, seen without scrolling. */
  first?: boolean;
}

/**
 * The artist card of lists (specification, section 2). Pages render it to plain HTML without hydration;
 * the search island renders the same component in the browser. The script of every page answers the heart.
 */
export function ArtistCard({ card, level = 3, first = false }: ArtistCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const href = paths.artist(card.slug);
  const place = placeLabel(card.city, card.state);
  const experience = experienceLabel(card.years);
  return (
    <article className="artist-card">
      <div className="artist-card-art">
        <CardPictures card={card} first={first} />
      </div>
      {card.featured && <span className="badge-featured">⭐ Featured</span>}
      <div className="flex flex-1 flex-col gap-3 p-5">
        <div>
          <Heading className="font-display text-2xl/7 break-words">
            <a href={href} className="artist-card-link">
              {card.name}
            </a>
          </Heading>
          {place && <p className="mt-1 text-ink-2">{place}</p>}
        </div>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm font-semibold">
          <Rating rating={card.rating} reviews={card.reviews} />
          {experience && <span>{experience}</span>}
        </p>
        {card.styles.length > 0 && (
          <ul className="relative flex flex-wrap gap-2">
            {card.styles.map((style) => (
              <li key={style} className="min-w-0">
                <a href={paths.artistsByStyle(style)} className="chip">
                  {style}
                </a>
              </li>
            ))}
          </ul>
        )}
        <a href={href} className="btn btn-line relative mt-auto">
          View Profile
        </a>
      </div>
      <button
        type="button"
        className="save"
        data-act="save"
        aria-label={`Save ${card.name}`}
        aria-pressed="false"
      />
    </article>
  );
}

function CardPictures({
  card: { pictures, portrait },
  first,
}: Required<Omit<ArtistCardProps, 'level'>>) {
  if (pictures.length === 0) return <span className="no-images">No images</span>;
  const alone = pictures.length === 1;
  return pictures.slice(0, 2).map((picture, i) => (
    <PictureImage
      // biome-ignore lint/suspicious/noArrayIndexKey: the two never change places
      key={i}
      picture={picture}
      alt=""
      sizes={alone ? SIZES : HALF_SIZES}
      widest={640}
      className={alone && portrait ? 'object-top' : ''}
      first={first}
    />
  ));
}
