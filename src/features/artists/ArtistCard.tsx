import { paths } from '#config/paths.ts';
import { PictureImage } from '#features/pictures/PictureImage.tsx';
import { PHONE_WIDE, type Picture, ratioClass } from '#features/pictures/picture.ts';
import { CARD_IMAGES, CARD_PICTURE_WIDTH } from '#lib/limits.ts';
import { wordFor } from '#lib/options.ts';
import { placeLabel } from '#lib/place.ts';
import type { Pieces } from '#ui/pieces.ts';
import type { ArtistCardData } from './artist-card.ts';
import { experienceLabel } from './artist-labels.ts';
import { Rating } from './Rating.tsx';
import { answersLabel } from './trust-facts.ts';

const SIZES = `(min-width: 1280px) 280px, (min-width: 640px) 45vw, ${PHONE_WIDE}`;
const HALF_SIZES = '(min-width: 1280px) 140px, (min-width: 640px) 23vw, 46vw';

interface ArtistCardProps {
  card: ArtistCardData;
  level?: 2 | 3;
  /** The first of a list, seen without scrolling. */
  first?: boolean;
  /** In the place of its pictures: for those that are not published. */
  art?: Pieces;
}

/**
 * The artist card of lists (specification, section 2). Pages render it to plain HTML without hydration;
 * the search island renders the same component in the browser. The script of every page answers the heart.
 */
export function ArtistCard({ card, level = 3, first = false, art }: ArtistCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const href = paths.artist(card.slug);
  const place = placeLabel(card.city, card.state);
  const experience = experienceLabel(card.years);
  const answers = answersLabel(card.answers);
  return (
    <article className="artist-card">
      {art ?? <CardPictures card={card} first={first} />}
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
          {answers && <span>{answers}</span>}
        </p>
        {card.styles.length > 0 && (
          <ul className="card-styles">
            {card.styles.map((style, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a style may be listed twice
              <li key={place}>
                <a href={paths.artistsByStyle(style)} className="chip">
                  {wordFor(style)}
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

/**
 * Both pictures as whole as one square shows them: one above the other or side by side, whichever keeps more of them,
 * each with room as its proportions ask for.
 */
function CardPictures({
  card: { pictures, portrait },
  first,
}: Required<Pick<ArtistCardProps, 'card' | 'first'>>) {
  const shown = pictures.slice(0, CARD_IMAGES);
  const alone = shown.length === 1;
  const stacked = isStacked(shown);
  return (
    <div className={stacked ? 'artist-card-art stacked' : 'artist-card-art'}>
      {shown.length === 0 && <span className="no-images">No images</span>}
      {shown.map((picture, i) => (
        <PictureImage
          // biome-ignore lint/suspicious/noArrayIndexKey: the two never change places
          key={i}
          picture={picture}
          sizes={alone || stacked ? SIZES : HALF_SIZES}
          widest={CARD_PICTURE_WIDTH}
          frame={ratioClass(picture)}
          className={alone && portrait && !picture.focus ? 'object-top' : ''}
          first={first}
        />
      ))}
    </div>
  );
}

/** Of two in a square, side by side are cut to the sum of their proportions, and stacked to that of their inverses. */
export function isStacked(pictures: readonly Pick<Picture, 'width' | 'height'>[]): boolean {
  if (pictures.length < 2) return false;
  const ratios = pictures.map(({ width, height }) => width / height);
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  const cut = (side: number) => Math.max(side, 1 / side);
  return cut(sum(ratios.map((ratio) => 1 / ratio))) < cut(sum(ratios));
}
