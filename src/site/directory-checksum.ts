import type { DirectoryChecksum } from '#domain/directory-change.ts';
import type { Directory } from './directory.ts';

/** What `directory_checksum` of the database says of the same rows. */
export function checksumOf(directory: Directory): DirectoryChecksum {
  const { artists, murals, cities, mural_redirects } = directory.rows();
  // Those of artists who are private now may be held, and no page shows them.
  const reviews = artists.flatMap(({ id }) => directory.reviewsOf(id));
  // As those of murals that are private now.
  const shown = new Set(murals.map(({ id }) => id));
  const redirects = mural_redirects.filter(({ mural_id }) => shown.has(mural_id));
  const times = (rows: readonly { updated_at: string }[]) =>
    rows.reduce((total, row) => total + microseconds(row.updated_at), 0n);
  const texts = cities.reduce((total, city) => {
    const text = [city.city_name, city.description, city.cover_photo].join('');
    return total + city.artist_count + [...text].length;
  }, 0);
  return {
    artists: [artists.length, String(times(artists))],
    murals: [murals.length, String(times(murals))],
    cities: [cities.length, String(texts)],
    reviews: [reviews.length, String(times(reviews))],
    mural_redirects: [
      redirects.length,
      String(times(redirects.map(({ created_at }) => ({ updated_at: created_at })))),
    ],
  };
}

/** Of a time as the database writes it; JavaScript's own dates know milliseconds only. */
function microseconds(time: string): bigint {
  const [, fraction = ''] = /\.(\d+)/.exec(time) ?? [];
  const whole = Date.parse(time.replace(/\.\d+/, ''));
  return BigInt(whole) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}
