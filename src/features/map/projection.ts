/** Where something is, in degrees. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** A place on the map: a thousandth of a degree of latitude is one, which is 111 m; `y` grows to the south. */
export interface MapPoint {
  x: number;
  y: number;
}

/** The corner north-west of Texas, from which the map counts. */
const ORIGIN: Position = { latitude: 37, longitude: -107 };

/** How much shorter a degree of longitude is than one of latitude, where the region's cities are. */
const NARROWER = Math.cos((30.5 * Math.PI) / 180);
const UNITS = 1000;
const MILES_A_UNIT = 0.0691;

/** What the columns of the database keep; about a metre. */
const DECIMALS = 5;

/** On a plane: over the width of Texas that is off by a few miles, which no map of this size shows. */
export function toMap({ latitude, longitude }: Position): MapPoint {
  return {
    x: (longitude - ORIGIN.longitude) * UNITS * NARROWER,
    y: (ORIGIN.latitude - latitude) * UNITS,
  };
}

/** As exactly as it is stored. */
export const rounded = (degrees: number): number =>
  Math.round(degrees * 10 ** DECIMALS) / 10 ** DECIMALS;

/** How far two places on the map are from each other. */
export const milesBetween = (a: MapPoint, b: MapPoint): number =>
  Math.hypot(a.x - b.x, a.y - b.y) * MILES_A_UNIT;

/** A position where both halves are known, else null. */
export function positionOf(row: {
  latitude: number | null;
  longitude: number | null;
}): Position | null {
  const { latitude, longitude } = row;
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
