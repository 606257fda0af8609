import { useLayoutEffect } from 'react';
import { paths } from '#config/paths.ts';
import { pausedUntil } from '#features/artists/pause.ts';
import type { PublicArtist } from '#features/artists/public-artists.api.ts';
import { placeLabel } from '#lib/place.ts';
import { Skeleton } from '#ui/Spinner.tsx';

const NOTE = 'rounded-control border border-line bg-paper-2 px-4 py-3 text-ink-2';
const ANYWAY = 'Send your request anyway, and we’ll suggest artists who fit.';

interface AskedArtistsProps {
  /** Whom the page that led here asks for, as far as they are public; `undefined` while they are being read. */
  artists: readonly PublicArtist[] | undefined;
}

/** Who the request is for, when the page of an artist or a shortlist led here. */
export function AskedArtists({ artists }: AskedArtistsProps) {
  // Its place was kept until now (quote.css).
  useLayoutEffect(() => void delete document.documentElement.dataset.query, []);
  if (artists === undefined) return <Skeleton className="h-13" />;
  const open = artists.filter((one) => !one.unclaimed && !pausedUntil(one.paused_until));
  const [only] = artists;
  const [first, ...others] = open;
  if (first) {
    const place = others.length === 0 && placeLabel(first.city, first.state);
    return (
      <p key="open" className="rounded-control border-brand border-l-4 bg-paper-2 px-4 py-3">
        Your request is for{' '}
        <a href={paths.artist(first.slug)} className="font-semibold underline">
          {first.name}
        </a>
        <span>{place && `, ${place}`}</span>
        <span>
          {others.map(({ id, slug, name }, i) => (
            <span key={id}>
              <span>{i === others.length - 1 ? ' and ' : ', '}</span>
              <a href={paths.artist(slug)} className="font-semibold underline">
                {name}
              </a>
            </span>
          ))}
        </span>
      </p>
    );
  }
  if (!only || artists.length > 1) {
    return (
      <p key="gone" className={NOTE}>
        <span>
          {artists.length > 1
            ? 'The artists you came for aren’t available right now. '
            : 'The artist you came for isn’t available right now. '}
        </span>
        <span>{ANYWAY}</span>
      </p>
    );
  }
  return (
    <p key="closed" className={NOTE}>
      <span>{only.name}</span>
      <span>
        {only.unclaimed
          ? ' hasn’t joined yet. '
          : ` takes no new requests until ${pausedUntil(only.paused_until)}. `}
      </span>
      <span>{ANYWAY}</span>
    </p>
  );
}
