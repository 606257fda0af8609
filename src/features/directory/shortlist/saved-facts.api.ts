import { parseAnswer, unwrap } from '#data/app-error.ts';
import { dataClient } from '#data/browser-client.ts';
import { listedArtistSchema } from '#features/artists/artist.ts';
import { NEW_HERE, ratingLabel } from '#features/artists/artist-labels.ts';
import { freeFrom } from '#features/artists/pause.ts';
import { usuallyAnswers } from '#features/artists/trust-facts.ts';
import { dollars } from '#lib/format.ts';
import { optionLabel } from '#lib/options.ts';
import { namedOnly } from '#lib/style.ts';
import { z } from '#lib/zod.ts';

const savedArtistSchema = listedArtistSchema.pick({
  slug: true,
  styles: true,
  surfaces: true,
  average_rating: true,
  review_count: true,
  answer_hours: true,
  minimum_price: true,
  paused_until: true,
  unclaimed: true,
});

/** What tells one saved artist from another: a name, and what the artist says of it. */
export type SavedFact = readonly [name: string, text: string];

/** By slug; artists who are private by now have none, and what no artist says is left out. Fails like the API. */
export async function savedFacts(
  slugs: readonly string[],
): Promise<ReadonlyMap<string, readonly SavedFact[]>> {
  const client = await dataClient();
  const answer = await client
    .from('artists')
    .select(
      'slug, styles, surfaces, average_rating, review_count, answer_hours, minimum_price, paused_until, unclaimed',
    )
    .in('slug', slugs)
    .eq('public_visible', true);
  const artists = parseAnswer(z.array(savedArtistSchema), unwrap(answer));
  const rows = artists.map((artist) => [
    ['Rating', ratingLabel(artist.average_rating, artist.review_count)?.shown ?? NEW_HERE],
    ['Styles', namedOnly(artist.styles).join(', ')],
    ['Surfaces', artist.surfaces.map(optionLabel).join(', ')],
    ['Answers', usuallyAnswers(artist.answer_hours)],
    ['Walls from', artist.minimum_price ? dollars(artist.minimum_price) : ''],
    ['Next free', artist.unclaimed ? 'Has not joined yet' : freeFrom(artist.paused_until)],
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
