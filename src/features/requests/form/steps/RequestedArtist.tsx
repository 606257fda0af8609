import { paths } from '#config/paths.ts';
import { pausedUntil } from '#features/artists/pause.ts';
import type { PublicArtist } from '#features/artists/public-artists.api.ts';
import { placeLabel } from '#lib/place.ts';
import { Skeleton } from '#ui/Spinner.tsx';

const NOTE = 'rounded-control border border-line bg-paper-2 px-4 py-3 text-ink-2';

interface RequestedArtistProps {
  /** `undefined` while it is being read, `null` when there is no such public artist. */
  artist: PublicArtist | null | undefined;
}

/** Who the request is for, when a page of an artist led here. */
export function RequestedArtist({ artist }: RequestedArtistProps) {
  if (artist === undefined) return <Skeleton className="h-16" />;
  if (artist === null) {
    return (
      <p key="gone" className={NOTE}>
        The artist you came for isn’t available right now. Send your request anyway, and we’ll
        suggest artists who fit.
      </p>
    );
  }
  if (artist.unclaimed) {
    return (
      <p key="unclaimed" className={NOTE}>
        <span>{artist.name}</span> hasn’t joined yet. Send your request anyway, and we’ll suggest
        artists who fit.
      </p>
    );
  }
  const until = pausedUntil(artist.paused_until);
  if (until) {
    return (
      <p key="paused" className={NOTE}>
        <span>{artist.name}</span> takes no new requests until <span>{until}</span>. Send your
        request anyway, and we’ll suggest artists who fit.
      </p>
    );
  }
  const place = placeLabel(artist.city, artist.state);
  return (
    <p key="open" className="rounded-control border-brand border-l-4 bg-paper-2 px-4 py-3">
      Your request is for{' '}
      <a href={paths.artist(artist.slug)} className="font-semibold underline">
        {artist.name}
      </a>
      <span>{place && `, ${place}`}</span>
    </p>
  );
}
