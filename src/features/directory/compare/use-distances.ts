import { useEffect, useState } from 'react';
import type { ComparedArtist } from '#features/artists/public-artists.api.ts';
import { again } from '#ui/again.ts';

type DistanceText = typeof import('#features/map/distance.ts')['distanceText'];

/**
 * The city of the wall, `firstCity` until another is typed, and how far each artist is from it by their slug;
 * null where no distance is known. The towns of Texas come with the first city.
 */
export function useDistances(artists: readonly ComparedArtist[], firstCity: string) {
  const [city, setCity] = useState(firstCity);
  const [distanceText, setDistanceText] = useState<{ of: DistanceText } | null>(null);
  const asked = city.trim() !== '';
  useEffect(() => {
    if (!asked) return;
    again(() => import('#features/map/distance.ts')).then(
      (known) => setDistanceText({ of: known.distanceText }),
      console.error,
    );
  }, [asked]);
  const known = new Map(
    artists.flatMap((artist) => {
      const text = distanceText?.of(city, artist);
      return text ? [[artist.slug, text] as const] : [];
    }),
  );
  const distances = known.size > 0 ? known : null;
  return { city, setCity, distances, unknown: asked && distanceText !== null && !distances };
}
