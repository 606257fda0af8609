import { paths } from '#config/paths.ts';
import type { PublicMural } from '#features/artists/public-artists.api.ts';
import { placeLabel } from '#lib/place.ts';

/** The mural that the request should be like. */
export function RequestedMural({ mural }: { mural: PublicMural }) {
  const place = placeLabel(mural.city, mural.state);
  return (
    <p className="rounded-control border-accent border-l-4 bg-paper-2 px-4 py-3">
      You’d like one like{' '}
      <a href={paths.mural(mural.slug)} className="font-semibold underline">
        {mural.title}
      </a>
      <span>{place && `, ${place}`}</span>
    </p>
  );
}
