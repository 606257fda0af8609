/** The names of cities, those with the most artists first. */
export const busiestCities = (
  cities: readonly { city_name: string; artist_count: number }[],
): string[] =>
  cities.toSorted((a, b) => b.artist_count - a.artist_count).map(({ city_name }) => city_name);
