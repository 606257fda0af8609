import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { cityFormSchema } from '#features/cities/city.ts';
import { PAPERS } from '#features/pictures/buckets.ts';
import { BUCKETS, IMAGE_TYPES, LEAD_PHOTOS, MESSAGE_PICTURES } from '#features/pictures/upload.ts';
import { LIMITS } from '#lib/limits.ts';
import { become, codeOf, scratch } from './support/actors.ts';
import { type Actor, caller, id, worldOfFile } from './support/world.ts';

/** Every length and number that the database checks is the one in src/lib/limits.ts. */
const db = await worldOfFile({ lead_ip_limit: '100000', lead_user_limit: '100000' });

/** What the constraints of the tables say, as 'least..most'. */
const BOUNDS = {
  'agreement_terms.text': `..${LIMITS.agreementBytes}`,
  'artist_contacts.email': `..${LIMITS.email}`,
  'artist_contacts.phone': `..${LIMITS.phone}`,
  'artists.asked_count': '5..20',
  'artists.average_rating': '0..5',
  'artists.bio': `..${LIMITS.bio}`,
  'artists.city': `..${LIMITS.city}`,
  'artists.name': `1..${LIMITS.name}`,
  'artists.replied_count': '0..',
  'artists.review_count': '0..',
  'artists.slug': '..140',
  'artists.state': `..${LIMITS.state}`,
  'artists.walls_painted': '0..',
  'artists.years_experience': `0..${LIMITS.yearsMax}`,
  'artists.travel_miles': `0..${LIMITS.travelMiles}`,
  'artists.minimum_price': `0..${LIMITS.minimumPrice}`,
  'cities.artist_count': '0..',
  'cities.city_name': `1..${LIMITS.city}`,
  'cities.description': `..${LIMITS.cityDescription}`,
  'cities.latitude': '-90..90',
  'cities.longitude': '-180..180',
  'cities.state': `..${LIMITS.state}`,
  'city_rules.body': `1..${LIMITS.ruleText}`,
  'city_rules.city_slug': '..140',
  'city_rules.source_name': `1..${LIMITS.ruleSource}`,
  'city_rules.title': `1..${LIMITS.muralTitle}`,
  'estimate_rates.lift_above': '1..100',
  'estimate_rates.lift_covers': '50..10000',
  'lead_contacts.email': `..${LIMITS.email}`,
  'lead_contacts.name': `1..${LIMITS.name}`,
  'lead_contacts.phone': `..${LIMITS.phone}`,
  'request_details.height_ft': `${LIMITS.muralFeetMin}..${LIMITS.muralFeetMax}`,
  'request_details.mural_ids': `..${LIMITS.likedMurals}`,
  'request_details.width_ft': `${LIMITS.muralFeetMin}..${LIMITS.muralFeetMax}`,
  'site_facts.deadline': '2000..2100',
  'site_facts.top_ft': `${LIMITS.muralFeetMin}..${LIMITS.muralFeetMax}`,
  'assignment_events.reason': `1..${LIMITS.reason}`,
  'lead_messages.body': `..${LIMITS.message}`,
  'lead_messages.pictures': `0..${LIMITS.messagePictures}`,
  'lead_records.city': `..${LIMITS.city}`,
  'lead_records.mural_size': `..${LIMITS.muralSize}`,
  'lead_records.project_description': `${LIMITS.projectMin}..${LIMITS.projectMax}`,
  'mural_redirects.slug': '..140',
  'murals.city': `..${LIMITS.city}`,
  'murals.credit': `..${LIMITS.muralCredit}`,
  'murals.description': `..${LIMITS.muralStory}`,
  'murals.dimensions': `..${LIMITS.muralDimensions}`,
  'murals.date_completed': '1800..9999',
  'murals.height_ft': `${LIMITS.muralFeetMin}..${LIMITS.muralFeetMax}`,
  'murals.hidden_reason': `1..${LIMITS.reason}`,
  'murals.latitude': '-90..90',
  'murals.location_details': `..${LIMITS.muralPlace}`,
  'murals.longitude': '-180..180',
  'murals.medium': '..50',
  'murals.position': '0..9999',
  'murals.slug': '..140',
  'murals.state': `..${LIMITS.state}`,
  'murals.surface_type': '..50',
  'murals.title': `1..${LIMITS.muralTitle}`,
  'murals.width_ft': `${LIMITS.muralFeetMin}..${LIMITS.muralFeetMax}`,
  'notice_preferences.zone': '..64',
  'proposals.days': `1..${LIMITS.proposalDays}`,
  'proposals.high': `1..${LIMITS.proposalPrice}`,
  'proposals.low': `1..${LIMITS.proposalPrice}`,
  'proposals.message': `1..${LIMITS.message}`,
  'reviews.author_name': `1..${LIMITS.reviewName}`,
  'reviews.author_town': `1..${LIMITS.reviewTown}`,
  'reviews.body': `${LIMITS.reviewMin}..${LIMITS.review}`,
  'reviews.hidden_reason': `1..${LIMITS.reason}`,
  'reviews.pictures': `..${LIMITS.reviewPictures}`,
  'reviews.rating': '1..5',
  'reviews.reply': `1..${LIMITS.reply}`,
};
const BOUND = /(\w+)"?\)* (<=|>=) \(*'?(-?[\d.]+)/g;

test('constraints', async () => {
  const checks = await db.sql<{ name: string; definition: string }>(
    `select conrelid::regclass::text as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  );
  const found: Record<string, { '>=': string; '<=': string }> = {};
  for (const { name, definition } of checks) {
    for (const [, column, sign, bound] of definition.matchAll(BOUND)) {
      const key = `${name}.${column}`;
      found[key] ??= { '>=': '', '<=': '' };
      found[key][sign as '<='] = bound ?? '';
    }
  }
  const bounds = Object.entries(found).map(([key, b]) => [key, `${b['>=']}..${b['<=']}`]);
  expect(Object.fromEntries(bounds)).toEqual(BOUNDS);
});

/** Whether an expression over a number holds at a limit and beyond it. */
const around = async (expression: string, limit: number) => {
  const rows = await db.sql<{ ok: boolean }>(
    `select ${expression} as ok from unnest(array[$1::int, $1::int + 1]) n`,
    [limit],
  );
  return rows.map(({ ok }) => ok);
};

test.each([
  ['items of a list', `private.valid_list(array_fill('a'::text, array[n]))`, LIMITS.listItems],
  [
    'links of a profile',
    `private.valid_links(array_fill('https://a.co'::text, array[n]))`,
    LIMITS.socialLinks,
  ],
  [
    'length of a web address',
    `private.web_address('https://a.co/' || repeat('a', n - 13)) is not null`,
    LIMITS.webAddress,
  ],
  ['length of an item', `private.valid_list(array[repeat('a', n)])`, LIMITS.listItemLength],
  [
    'pictures of a portfolio',
    `private.safe_urls(array_fill('https://a.b/c'::text, array[n]))`,
    LIMITS.portfolioImages,
  ],
  [
    'pictures that are described',
    `private.valid_picture_details((select jsonb_object_agg('https://a.b/' || i, '{}'::jsonb) from generate_series(1, n) i))`,
    LIMITS.pictureDetails,
  ],
  [
    'length of a description',
    `private.valid_picture_details(jsonb_build_object('https://a.b/c', jsonb_build_object('alt', repeat('é', n))))`,
    LIMITS.pictureAlt,
  ],
])('%s', async (_, expression, limit) => {
  expect(await around(expression, limit)).toEqual([true, false]);
});

test('buckets', async () => {
  const rows = await db.sql<{ name: string; bytes: string; types: string[] }>(
    'select name, file_size_limit as bytes, allowed_mime_types as types from storage.buckets',
  );
  const uploads = Object.values(BUCKETS).map((bucket) => ({ ...bucket, types: IMAGE_TYPES }));
  for (const { name, maxBytes, types } of [...uploads, MESSAGE_PICTURES, LEAD_PHOTOS, PAPERS]) {
    const bucket = rows.find((row) => row.name === name);
    expect([name, Number(bucket?.bytes), bucket?.types]).toEqual([name, maxBytes, [...types]]);
  }
});

const as = async (actor: Actor, run: (tx: Queryable) => Promise<unknown>): Promise<string> => {
  let said = 'ok';
  await scratch(db, async (tx) => {
    await become(tx, caller(actor));
    await run(tx).catch((error) => {
      said = codeOf(error);
    });
  });
  return said;
};

test('artists of a lead', async () => {
  const assign = (count: number) =>
    as('admin', (tx) =>
      tx.sql('select public.admin_assign_request($1, $2)', [
        id('L1'),
        Array.from({ length: count }, () => randomUUID()),
      ]),
    );
  expect(await assign(LIMITS.artistsOfLead)).toBe('artist_unknown');
  expect(await assign(LIMITS.artistsOfLead + 1)).toBe('invalid_input');
});

const near = (max: number) => ['', 'x'.repeat(max), 'x'.repeat(max + 1), '🎨'.repeat(max)];

describe('the city form', () => {
  const base = {
    city_name: 'Seguin',
    state: 'TX',
    description: '',
    featured: false,
    latitude: '29',
    longitude: '-98',
  };
  const CASES = {
    // A name needs letters for its address.
    city_name: near(LIMITS.city).slice(0, 3),
    state: ['', 'TX', 'Texas', 'XX'],
    description: near(LIMITS.cityDescription),
    latitude: ['-90', '90', '90.00001', '-91', ''],
    longitude: ['-180', '180', '180.00001', '-181', ''],
  };
  test.each(Object.entries(CASES))('%s at its limits', async (field, values) => {
    for (const value of values) {
      const draft = { ...base, [field]: value };
      const insert = db.transaction(async (tx) => {
        await become(tx, caller('admin'));
        await tx.sql(
          `insert into public.cities (city_name, state, description, latitude, longitude)
           values ($1, $2, $3, nullif($4, '')::numeric, nullif($5, '')::numeric)`,
          [draft.city_name, draft.state, draft.description, draft.latitude, draft.longitude],
        );
        throw new Error('rolled back');
      });
      const parsed = cityFormSchema.safeParse(draft);
      const expected = parsed.success ? 'rolled back' : parsed.error.issues[0]?.message;
      const said = await insert.catch((error) =>
        error.code === 'PGRST' ? JSON.parse(error.message).message : error.message,
      );
      expect([value, said]).toEqual([value, expected]);
    }
  });
});
