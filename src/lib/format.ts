import { LOCALE } from '#config/language.ts';
import { beginning } from './graphemes.ts';
import { CLIENT_PROJECT_TEXT, META_DESCRIPTION } from './limits.ts';

/** At most `max` characters, an ellipsis included when something was cut; cuts at a word where one is near. */
export function truncate(text: string, max: number): string {
  if (fits(text, max)) return text;
  const cut = beginning(text, max - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > max * 0.7 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** A page's meta description: one line, at most 155 characters (section 9). */
export function metaDescription(text: string): string {
  return truncate(text.replace(/\s+/g, ' ').trim(), META_DESCRIPTION);
}

/** A client's own project text in the list: the first 50 characters, then '...' (sections 2 and 9). */
export function projectExcerpt(text: string): string {
  return fits(text, CLIENT_PROJECT_TEXT) ? text : `${beginning(text, CLIENT_PROJECT_TEXT)}...`;
}

const fits = (text: string, max: number) => [...text].length <= max;

/** '2024-06-15' is 'June 2024' (section 2: month and year). */
export function monthAndYear(date: string): string {
  monthFormat ??= new Intl.DateTimeFormat(LOCALE, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return monthFormat.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));
}

/** Made once, and only where a date is shown: making one takes longer than the rest of a small page. */
let monthFormat: Intl.DateTimeFormat | undefined;

/** '2024-06-15' is 'June'. */
export const monthName = (date: string): string => monthAndYear(date).split(' ')[0] ?? '';

/** Hours as 'under a minute', '24 minutes', '3.5 hours' or '4 days'. */
export function hoursText(hours: number): string {
  const minutes = Math.round(hours * 60);
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return plural(minutes, 'minute');
  if (hours >= 47.75) return plural(Math.round(hours / 24), 'day');
  const half = Math.round(hours * 2) / 2;
  return half === 1 ? '1 hour' : `${half} hours`;
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** '3 days ago', 'yesterday', 'just now'. */
export function relativeDate(iso: string, now: Date = new Date()): string {
  const seconds = (new Date(iso).getTime() - now.getTime()) / 1000;
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (!unit) return 'just now';
  relativeFormat ??= new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
  return relativeFormat.format(Math.trunc(seconds / unit[1]), unit[0]);
}
let relativeFormat: Intl.RelativeTimeFormat | undefined;

/**
 * A whole number as '12,345'. Not by `toLocaleString`: a browser's first use of it loads its rules for languages,
 * which takes 20 to 40 ms.
 */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Whole US dollars as '$4,200'. */
export const dollars = (amount: number): string => `$${grouped(amount)}`;

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}

/** 'Less than a mile away', '1 mile away' or '12 miles away'. */
export function milesLabel(miles: number): string {
  const whole = Math.round(miles);
  return whole < 1 ? 'Less than a mile away' : `${plural(whole, 'mile')} away`;
}

/** A day of the calendar, the same in every zone: 'Nov 21, 2026'. */
export function dayLabel(day: string): string {
  dayFormat ??= new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
  return dayFormat.format(new Date(day));
}
/** One for all: hundreds of rows show a day each. */
let dayFormat: Intl.DateTimeFormat | undefined;
