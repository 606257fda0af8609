import type { ListedArtist } from '#features/artists/artist.ts';
import { plain, WORD_END } from '#features/directory/search/bio-index.ts';
import type { ListName } from '#features/directory/search/card-file.ts';
import type { Mural } from '#features/murals/mural.ts';
import type { Directory } from './directory.ts';

/** What an artist or a mural is found by beside the card: the words of the biography or the story, and of what is painted. */
export interface BioRecord {
  slug: string;
  words: string;
}

/** Those of a list's rows of which a text says something. */
export function textRecords(list: ListName, directory: Directory): Generator<BioRecord> {
  if (list === 'artists')
    return bioRecords([...directory.allArtists()], ({ id }) => directory.muralsOf(id));
  const told = directory.allMurals();
  return records(told.map((one) => ({ slug: one.slug, texts: [one.description, ...altsOf(one)] })));
}

/** Those of artists who have written something, and the titles and alternative texts of what they have painted. */
export function bioRecords(
  artists: readonly ListedArtist[],
  muralsOf: (artist: ListedArtist) => readonly Mural[] = () => [],
): Generator<BioRecord> {
  return records(
    artists.map((artist) => {
      const painted = muralsOf(artist).flatMap((one) => [one.title, ...altsOf(one)]);
      return { slug: artist.slug, texts: [artist.bio, ...painted] };
    }),
  );
}

/** What its pictures show. */
const altsOf = ({ image_url, gallery_images, picture_details }: Mural) =>
  [image_url ?? '', ...gallery_images].map((url) => picture_details[url]?.alt ?? null);

function* records(
  told: Iterable<{ slug: string; texts: readonly (string | null)[] }>,
): Generator<BioRecord> {
  for (const { slug, texts } of told) {
    const words = eachWordOnce(texts.filter(Boolean).join(' '));
    if (words) yield { slug, words };
  }
}

/** A double name is found by either part and as a whole. */
const DASHES = /[\p{Pd}/]/u;

/** The order of lists is never that of relevance, so how often and where a word stands only costs bytes and time. */
function eachWordOnce(text: string): string {
  const tokens = text.split(/\s+/).flatMap((one) => [one, ...one.split(DASHES)]);
  const words = new Set(tokens.map(plain).filter(Boolean));
  return [...words].map((word) => word + WORD_END).join(' ');
}
