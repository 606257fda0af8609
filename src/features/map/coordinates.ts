import { type Position, rounded } from './projection.ts';

/** '29.42412, -98.49363', as maps applications write it. */
export const coordinatesText = ({ latitude, longitude }: Position): string =>
  `${latitude}, ${longitude}`;

/** Degrees, with minutes and seconds or without: '-98.49363°', '98°29'37.0"'. */
const ANGLE = String.raw`([-−–]?\d{1,3}(?:\.\d+)?) ?°?(?: ?(\d{1,2}(?:\.\d+)?) ?['′’])?(?: ?(\d{1,2}(?:\.\d+)?) ?(?:["″”]|''))?`;
/** The same with its hemisphere before or behind it; the west is O in Spanish. */
const SIDED = `(?:([NSEWO]) ?${ANGLE}|${ANGLE} ?([NSEWO])?)`;
const PAIR = new RegExp(`^\\(?${SIDED}(?: ?[,;] ?| )${SIDED}\\)?\\.?$`, 'i');
const LABEL = /\b(?:lat(?:itude)?|lon(?:g(?:itude)?)?|lng) ?[:=]? ?/gi;

/** Where links of maps applications have them; a marked place comes before the middle of what is shown. */
const IN_LINKS = [
  /!3d(-?\d+\.\d+)!4d(-?\d+\.\d+)/,
  /(?:[?&#](?:q|ll|cp|sll|query|destination|daddr|coordinate)=|geo:)(-?\d+\.\d+)(?:,|~|%2C)\+?(-?\d+\.\d+)/i,
  /[?&]mlat=(-?\d+\.\d+)&mlon=(-?\d+\.\d+)/,
  /[@/](-?\d+\.\d+)[,/]\+?(-?\d+\.\d+)/,
];

/** What the groups of `SIDED` say. */
function signedDegrees(groups: readonly (string | undefined)[]): { side: string; degrees: number } {
  const [before, d = groups[4], m = groups[5], s = groups[6], , , , behind] = groups.map(
    (group) => group || undefined,
  );
  const whole = Number((d ?? '').replace(/[−–]/, '-'));
  const size = Math.abs(whole) + Number(m ?? 0) / 60 + Number(s ?? 0) / 3600;
  const side = (before ?? behind ?? '').toUpperCase();
  const isBelow = String(d).match(/^[-−–]/) || /[SWO]/.test(side);
  return { side, degrees: isBelow ? -size : size };
}

/** Two angles as people write them: '29.42412, -98.49363', '29°25'26.8"N 98°29'37.0"W'. */
function writtenPair(text: string): [number, number] | null {
  const groups = PAIR.exec(text.replace(/\s+/g, ' ').replace(LABEL, ''))?.slice(1);
  if (!groups) return null;
  const [first, second] = [signedDegrees(groups.slice(0, 8)), signedDegrees(groups.slice(8))];
  if (/[EWO]/.test(first.side) || /[NS]/.test(second.side)) {
    const isTurned = /^[EWO]$/.test(first.side) && /^[NS]$/.test(second.side);
    return isTurned ? [second.degrees, first.degrees] : null;
  }
  return [first.degrees, second.degrees];
}

/** Reads coordinates, or a link that a maps application shares; null for anything else. */
export function readCoordinates(text: string): Position | null {
  const trimmed = text.trim();
  const isLink = /^(?:https?:|geo:)/i.test(trimmed);
  const inLink = () => {
    const found = IN_LINKS.map((pattern) => pattern.exec(trimmed)).find((match) => match);
    return found ? [Number(found[1]), Number(found[2])] : null;
  };
  const [latitude, longitude] = ((isLink ? inLink() : writtenPair(trimmed)) ?? []).map(rounded);
  if (latitude === undefined || longitude === undefined) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
