import { paths } from '#config/paths.ts';
import { PictureImage } from '#features/pictures/PictureImage.tsx';
import { PHONE_WIDE, wallClass } from '#features/pictures/picture.ts';
import { placeLabel } from '#lib/place.ts';
import type { MuralCardData } from './mural-card.ts';

/** As wide as a square one of a row; wider ones take the next variant. */
const SIZES = `(min-width: 1024px) 22rem, (min-width: 640px) 40vw, ${PHONE_WIDE}`;
const WIDE_SIZES = `(min-width: 1024px) 40rem, (min-width: 640px) 70vw, ${PHONE_WIDE}`;

/** From here on a wall is wide. */
const WIDE = 1.7;
const NO_PICTURE = { width: 4, height: 3 };

/** The class of a tile's place in a row, which has the shape of the wall. */
export function tileClass(card: MuralCardData): string {
  const [picture] = card.pictures;
  return `mural-tile ${wallClass(picture ?? NO_PICTURE)}`;
}

interface MuralTileProps {
  card: MuralCardData;
  level?: 2 | 3;
  /** Seen without scrolling. */
  first?: boolean;
}

/**
 * A mural in the list of all: the whole wall, and below it what it is called, who painted it and where. Pages render it
 * to plain HTML; the search draws the same in the browser.
 */
export function MuralTile({ card, level = 3, first = false }: MuralTileProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const place = placeLabel(card.city, card.state);
  const [picture] = card.pictures;
  return (
    <article>
      <div className="mural-tile-art">
        {picture ? (
          <PictureImage
            picture={picture}
            sizes={picture.width / picture.height > WIDE ? WIDE_SIZES : SIZES}
            first={first}
          />
        ) : (
          <span className="no-images">No images</span>
        )}
        {card.featured && <span className="badge-featured">⭐ Featured</span>}
      </div>
      <Heading className="font-display">
        <a href={paths.mural(card.slug)}>{card.name}</a>
      </Heading>
      <p>
        {card.painter && <a href={paths.artist(card.painter.slug)}>{card.painter.name}</a>}
        <span>{card.painter && place && ' · '}</span>
        <span>{place}</span>
      </p>
    </article>
  );
}
