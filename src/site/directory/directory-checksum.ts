import type { City } from '#features/cities/city.ts';
import type { Directory } from './directory.ts';
import type { DirectoryChecksum } from './directory-change.ts';

const known = new WeakMap<Directory, { version: number; sum: DirectoryChecksum }>();

/** What `directory_checksum` of the database says of the same rows; every row is read only after a change. */
export function checksumOf(directory: Directory): DirectoryChecksum {
  const { version } = directory;
  const last = known.get(directory);
  if (last?.version === version) return last.sum;
  const sum = sumOf(directory);
  known.set(directory, { version, sum });
  return sum;
}

function sumOf(directory: Directory): DirectoryChecksum {
  const { artists, murals, cities, mural_redirects, estimate_rates, city_rules } = directory.rows();
  // Those of artists who are private now may be held, and no page shows them.
  const reviews = artists.flatMap(({ id }) => directory.reviewsOf(id));
  // As those of murals that are private now.
  const shown = new Set(murals.map(({ id }) => id));
  const redirects = mural_redirects.filter(({ mural_id }) => shown.has(mural_id));
  const times = (rows: readonly { updated_at: string }[]) =>
    rows.reduce((total, row) => total + microseconds(row.updated_at), 0n);
  const texts = cities.reduce((total, city) => {
    const text = [city.city_name, city.description, city.cover_photo].join('');
    return total + BigInt(city.artist_count + [...text].length) + position(city);
  }, 0n);
  return {
    artists: [artists.length, String(times(artists))],
    murals: [murals.length, String(times(murals))],
    cities: [cities.length, String(texts)],
    reviews: [reviews.length, String(times(reviews))],
    mural_redirects: [
      redirects.length,
      String(times(redirects.map(({ created_at }) => ({ updated_at: created_at })))),
    ],
    estimate_rates: [estimate_rates.length, String(times(estimate_rates))],
    city_rules: [city_rules.length, String(times(city_rules))],
  };
}

/** Of a time as the database writes it; JavaScript's own dates know milliseconds only. */
function microseconds(time: string): bigint {
  const [, fraction = ''] = /\.(\d+)/.exec(time) ?? [];
  const whole = Date.parse(time.replace(/\.\d+/, ''));
  return BigInt(whole) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

/** Where a city is, in hundred-thousandths of a degree, which are whole. */
function position({ latitude, longitude }: City): bigint {
  const whole = (degrees: number | null) => BigInt(Math.round((degrees ?? 0) * 100_000));
  return whole(latitude) + whole(longitude) * 10_000n;
}
