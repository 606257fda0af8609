import type { City } from '#features/cities/city.ts';

/** Where a row says that it is. */
export interface Placed {
  city: string | null;
  state: string | null;
}

/** The row in the words of the table of cities; the same one where it says so already, or where no city is known. */
export function placedIn<Row extends Placed>(row: Row, city: City | undefined): Row {
  if (!city || (row.city === city.city_name && row.state === city.state)) return row;
  return { ...row, city: city.city_name, state: city.state };
}
