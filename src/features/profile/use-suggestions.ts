import { useEffect, useState } from 'react';
import type { KnownPlace } from './city-guess.ts';
import { readProfileSuggestions } from './own-artist.api.ts';

const NONE = { places: [] as KnownPlace[], styles: [] as string[] };

/** Places and styles to choose from, the largest places first; none while they are on their way, or do not come. */
export function useProfileSuggestions(): typeof NONE {
  const [suggestions, setSuggestions] = useState(NONE);
  useEffect(() => {
    Promise.all([readProfileSuggestions(), import('#features/map/texas-places.ts')]).then(
      ([{ cities, styles }, { texasPlaces }]) => {
        const texan = new Set(texasPlaces().map(({ name }) => name));
        const others = cities.filter((city) => city.state !== 'TX' || !texan.has(city.city_name));
        const places = [...texan].map((city_name) => ({ city_name, state: 'TX' }));
        setSuggestions({ places: [...places, ...others], styles });
      },
      (error) => console.error(error),
    );
  }, []);
  return suggestions;
}
