import { useState } from 'react';
import { ArtistCard, isStacked } from '#features/artists/ArtistCard.tsx';
import type { Artist } from '#features/artists/artist.ts';
import { artistCard } from '#features/artists/artist-card.ts';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { ratioClass } from '#features/pictures/picture.ts';
import { focusPosition } from '#features/pictures/picture-details.ts';
import { CARD_IMAGES } from '#lib/limits.ts';
import { cx } from '#ui/cx.ts';
import { SetupPreview } from './SetupPreview.tsx';

/** The card as lists will show it, with pictures that only the artist can see yet. */
export function CardPreview({ artist }: { artist: Artist }) {
  return (
    <SetupPreview title="Your card">
      <ArtistCard card={artistCard(artist, () => null)} art={<CardArt artist={artist} />} />
    </SetupPreview>
  );
}

interface Size {
  width: number;
  height: number;
}

function CardArt({ artist }: { artist: Artist }) {
  const { portfolio_images: walls, profile_photo, picture_details: details } = artist;
  const [sizes, setSizes] = useState<Record<string, Size>>({});
  const urls =
    walls.length > 0 ? walls.slice(0, CARD_IMAGES) : profile_photo ? [profile_photo] : [];
  const known = urls.flatMap((url) => sizes[url] ?? []);
  return (
    <div className={cx('artist-card-art', known.length > 1 && isStacked(known) && 'stacked')}>
      {urls.length === 0 && <span className="no-images">Your first photo</span>}
      {urls.map((url) => (
        <picture key={url} className={sizes[url] && ratioClass(sizes[url])}>
          <OwnPicture
            url={url}
            alt=""
            widest={320}
            style={{ objectPosition: focusPosition(details[url]) }}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              // The blank that stands there before has one pixel.
              if (width > 1) setSizes((now) => ({ ...now, [url]: { width, height } }));
            }}
            className={cx('bg-line', walls.length === 0 && 'object-top')}
          />
        </picture>
      ))}
    </div>
  );
}
