import { SmallCopy } from '#features/pictures/chosen/SmallCopy.tsx';
import { initial } from '#lib/graphemes.ts';
import { placeLabel } from '#lib/place.ts';
import { Badge } from '#ui/Badge.tsx';
import type { Pieces } from '#ui/pieces.ts';
import { type AdminArtistCard, loadLabel } from './artist-choice.ts';

interface ArtistLineProps {
  artist: AdminArtistCard;
  /** Names what describes the artist, for the button. */
  detailsId: string;
  /** Why this one. */
  reason?: string;
  /** What can be done with the artist. */
  children: Pieces;
}

/** An artist to choose: enough to tell two of a name apart. */
export function ArtistLine({ artist, detailsId, reason, children }: ArtistLineProps) {
  const { name, city, state, styles, email, slug, open_requests } = artist;
  const about = [placeLabel(city, state), styles.join(', ')].filter(Boolean).join(' · ');
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 py-2.5">
      <Face artist={artist} />
      <div className="min-w-0 flex-1 basis-44 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold text-base wrap-anywhere">
          <span>{name}</span>
          {!artist.public_visible && <Badge>Private</Badge>}
        </p>
        <div id={detailsId} className="text-ink-2 wrap-anywhere">
          {about && <p>{about}</p>}
          <p>{email ?? slug}</p>
          <p className={open_requests > 5 ? 'text-danger' : undefined}>
            {loadLabel(open_requests)}
          </p>
          {reason && <p className="text-ink first-letter:uppercase">{reason}</p>}
        </div>
      </div>
      {children}
    </li>
  );
}

function Face({ artist: { profile_photo, name } }: { artist: AdminArtistCard }) {
  const look = 'size-12 shrink-0 rounded-full bg-line object-cover';
  if (profile_photo) return <SmallCopy url={profile_photo} alt="" sizes="3rem" className={look} />;
  return (
    <span aria-hidden="true" className={`${look} grid place-items-center font-display text-xl`}>
      {initial(name).toUpperCase()}
    </span>
  );
}
