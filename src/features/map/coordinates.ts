import { type Position, rounded } from './projection.ts';

/** '29.42412, -98.49363', as maps applications write it. */
export const coordinatesText = ({ latitude, longitude }: Position): string =>
  `${latitude}, ${longitude}`;

const PAIR = /(-?\d{1,2}(?:\.\d+)?)\s*°?\s*[,\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*°?/;

/** Where links of maps applications have them; a marked place comes before the middle of what is shown. */
const IN_LINKS = [
  /!3d(-?\d+\.\d+)!4d(-?\d+\.\d+)/,
  /(?:[?&#](?:q|ll|sll|query|destination|daddr|coordinate)=|geo:)(-?\d+\.\d+)(?:,|%2C)\+?(-?\d+\.\d+)/i,
  /[?&]mlat=(-?\d+\.\d+)&mlon=(-?\d+\.\d+)/,
  /[@/](-?\d+\.\d+)[,/](-?\d+\.\d+)/,
];

/** Reads coordinates, or a link that a maps application shares; null for anything else. */
export function readCoordinates(text: string): Position | null {
  const trimmed = text.trim();
  const isLink = /^(?:https?:|geo:)/i.test(trimmed);
  const found = isLink
    ? IN_LINKS.map((pattern) => pattern.exec(trimmed)).find((match) => match)
    : new RegExp(`^${PAIR.source}$`).exec(trimmed);
  if (!found) return null;
  const [latitude, longitude] = [rounded(Number(found[1])), rounded(Number(found[2]))];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
