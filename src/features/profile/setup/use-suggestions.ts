import { useEffect, useState } from 'react';
import { readSuggestions } from '../own-artist.api.ts';

const NONE = { cities: [], styles: [] };

/** Cities and styles to choose from; none while they are on their way, or where they do not come. */
export function useSuggestions(): Awaited<ReturnType<typeof readSuggestions>> {
  const [suggestions, setSuggestions] = useState<Awaited<ReturnType<typeof readSuggestions>>>(NONE);
  useEffect(() => {
    readSuggestions().then(setSuggestions, (error) => console.error(error));
  }, []);
  return suggestions;
}
