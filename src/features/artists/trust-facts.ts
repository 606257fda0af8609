import { plural } from '#lib/format.ts';
import type { ListedArtist } from './artist.ts';

type Facts = Pick<ListedArtist, 'answer_hours' | 'walls_painted' | 'replied_count' | 'asked_count'>;

/**
 * What the database has counted of an artist's requests, a phrase for each; none for what is not known or nought.
 * @param site what walls were painted through.
 */
export function trustFacts(artist: Facts, site: string): string[] {
  const { answer_hours, walls_painted, replied_count, asked_count } = artist;
  const facts: string[] = [];
  const answers = usuallyAnswers(answer_hours);
  if (answers) facts.push(answers);
  if (walls_painted > 0) facts.push(`${plural(walls_painted, 'wall')} painted through ${site}`);
  if (replied_count && asked_count)
    facts.push(`Replied to ${replied_count} of ${asked_count} requests`);
  return facts;
}

/** 'Usually answers within 4 hours'; null while too few have asked. */
export function usuallyAnswers(hours: number | null): string | null {
  return hours ? `Usually answers within ${duration(hours)}` : null;
}

/** The same of the time to a first answer, as short as a card needs it: 'Answers in 4 hours'. */
export function answersLabel(hours: number | null): string | null {
  return hours ? `Answers in ${duration(hours)}` : null;
}

function duration(hours: number): string {
  if (hours === 1) return 'an hour';
  if (hours < 24) return `${hours} hours`;
  return hours < 48 ? 'a day' : plural(Math.round(hours / 24), 'day');
}
