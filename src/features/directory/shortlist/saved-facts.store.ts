import { NEW_HERE, ratingLabel } from '#features/artists/artist-labels.ts';
import { freeFrom } from '#features/artists/pause.ts';
import { savedArtists } from '#features/artists/public-artists.api.ts';
import { usuallyAnswers } from '#features/artists/trust-facts.ts';
import { dollars } from '#lib/format.ts';
import { optionLabel, wordFor } from '#lib/options.ts';
import { namedOnly } from '#lib/style.ts';

/** What tells one saved artist from another: a name, and what the artist says of it. */
type SavedFact = readonly [name: string, text: string];

/** By slug; artists who are private by now have none, and what no artist says is left out. Fails like the API. */
export async function savedFacts(
  slugs: readonly string[],
): Promise<ReadonlyMap<string, readonly SavedFact[]>> {
  const artists = await savedArtists(slugs);
  const rows = artists.map((artist) => [
    ['Rating', ratingLabel(artist.average_rating, artist.review_count)?.shown ?? NEW_HERE],
    ['Styles', namedOnly(artist.styles).map(wordFor).join(', ')],
    ['Surfaces', artist.surfaces.map(optionLabel).join(', ')],
    ['Answers', usuallyAnswers(artist.answer_hours)],
    ['Walls from', artist.minimum_price ? dollars(artist.minimum_price) : ''],
    ['Next free', artist.unclaimed ? 'Hasn’t joined yet' : freeFrom(artist.paused_until)],
  ]);
  const said = (at: number) => rows.some((facts) => facts[at]?.[1]);
  return new Map(
    artists.map(({ slug }, i) => [
      slug,
      (rows[i] ?? []).flatMap(([name = '', text], at) =>
        said(at) ? [[name ?? '', text || 'Not said'] as const] : [],
      ),
    ]),
  );
}
