import type { Artist } from '#features/artists/artist.ts';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { focusPosition } from '#features/pictures/picture-details.ts';
import { initial } from '#lib/graphemes.ts';
import { wordFor } from '#lib/options.ts';
import { placeLabel } from '#lib/place.ts';
import { namedOnly } from '#lib/style.ts';
import { SetupPreview } from './SetupPreview.tsx';

const BANNER = 3;

/** The head of the page as visitors will see it. */
export function HeadPreview({ artist }: { artist: Artist }) {
  const { name, profile_photo, picture_details: details } = artist;
  const banner = artist.portfolio_images.slice(0, BANNER);
  const place = placeLabel(artist.city, artist.state);
  return (
    <SetupPreview title="Your page">
      <div className="overflow-hidden rounded-card border border-line bg-paper p-3 pb-6 shadow-card">
        <div className="artist-banner">
          {banner.map((url) => (
            <picture key={url}>
              <OwnPicture
                url={url}
                alt=""
                widest={640}
                style={{ objectPosition: focusPosition(details[url]) }}
                className="bg-line"
              />
            </picture>
          ))}
          {banner.length === 0 && <div className="no-images" />}
        </div>
        <div className="artist-id">
          <div className="artist-photo">
            {profile_photo ? (
              <OwnPicture url={profile_photo} alt="" widest={320} />
            ) : (
              <span className="font-display text-6xl">{initial(name)}</span>
            )}
          </div>
          <div className="artist-name">
            <p className="font-display text-title wrap-anywhere">{name}</p>
            {place && <p className="mt-2 text-lg">{place}</p>}
            <ul className="mt-3 flex flex-wrap gap-2">
              {namedOnly(artist.styles).map((style, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a style may be listed twice
                <li key={place} className="chip">
                  {wordFor(style)}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </SetupPreview>
  );
}
