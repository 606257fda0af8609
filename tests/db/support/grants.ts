import type { Queryable } from '#embedded/index.ts';
import { CALLS } from './calls.ts';
import { needless, readSources } from './sources.ts';

/**
 * What anon and authenticated may do with each table and its columns before row-level security is even asked: S select,
 * I insert, U update, D delete (of the whole row); \`(table)\` is the table itself, \`*\` all other columns. service_role may
 * do everything in \`public\`. A column that is not listed may not be touched at all.
 */
const GRANTS = `
artists
  S | S: (table) id unclaimed average_rating review_count answer_hours walls_painted replied_count asked_count
    insured_to created_at updated_at city_slug
  S | SI: user_id slug
  S | SIU: name city state bio styles mediums surfaces public_visible years_experience
  S | SU: profile_photo portfolio_images picture_details featured paused_until languages travel_miles insured
    minimum_price website social_links
artist_contacts
  - | S: (table)
  - | SI: artist_id
  - | SIU: email phone
murals
  S | SD: (table)
  S | SI: artist_id
  S | SIU: title description city state location_details date_completed surface_type medium dimensions width_ft
    height_ft styles image_url gallery_images before_url public_visible position latitude longitude
    license credit picture_details
  S | S: *
mural_redirects
  S | S: (table) *
city_rules
  S | SD: (table)
  S | S: id updated_at
  S | SI: city_slug
  S | SIU: title body source_name source_url checked_on applies
estimate_rates
  S | S: (table) *
cities
  S | SD: (table)
  S | S: id artist_count created_at old_slugs
  S | SIU: city_name state slug description cover_photo featured latitude longitude
user_roles
  - | S: (table) *
lead_records
  - | S: (table) id kind city project_description mural_size surface_type style_preference budget_range
    created_by_user held created_at reference withdrawn_at locale
request_details
  - | S: (table) lead_id width_ft height_ft size_source place surface_unsure mural_ids
site_facts
  - | S: (table) *
lead_contacts
  - | S: (table) *
lead_assignments
  - | S: (table) *
lead_messages
  - | S: (table) id position lead_id artist_id sender body created_at pictures stage
assignment_events
  - | S: (table) *
reviews
  S | S: (table) id artist_id rating body author_name author_town pictures reply replied_at created_at
    updated_at hidden_at counted_at hidden_reason public_visible
proposals
  - | S: (table) id lead_id artist_id low high starts_on days included message valid_until state created_at
    preset tax
notices
  - | S: (table) *
agreement_terms
  - | S: (table) *
notice_preferences
  - | S: (table) *
leads
  - | S: (table) *
  - | SU: status
`;

interface Right {
  name: string;
  anon: string;
  authenticated: string;
}

const expected = new Map<string, Right>();
let table = '';
let rights = { anon: '', authenticated: '' };
for (const line of GRANTS.trim().split('\n')) {
  if (!line.startsWith(' ')) table = line;
  const [, anon, authenticated, names = ''] = /^ +(?:(\S+) \| (\S+): )?(.*)/.exec(line) ?? [];
  if (anon && authenticated) rights = { anon, authenticated };
  for (const column of names.split(' ').filter(Boolean)) {
    const name = column === '(table)' ? table : `${table}.${column}`;
    expected.set(name, { name, ...rights });
  }
}

const RIGHTS = `
  with named as (select c.oid, c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')),
  letters as (select * from (values ('S', 'select'), ('I', 'insert'), ('U', 'update'), ('D', 'delete')) v (letter, privilege)),
  roles as (select unnest(array['anon', 'authenticated']) as role),
  rights as (
    select n.relname as name, r.role, string_agg(l.letter, '' order by strpos('SIUD', l.letter))
      filter (where has_table_privilege(r.role, n.oid, l.privilege)) as letters
    from named n, roles r, letters l group by 1, 2
    union all
    select n.relname || '.' || a.attname, r.role, string_agg(l.letter, '' order by strpos('SIUD', l.letter))
      filter (where l.letter <> 'D' and has_column_privilege(r.role, n.oid, a.attnum, case l.letter when 'D' then 'select' else l.privilege end))
    from named n join pg_attribute a on a.attrelid = n.oid and a.attnum > 0 and not a.attisdropped, roles r, letters l group by 1, 2)
  select name, coalesce(max(letters) filter (where role = 'anon'), '-') as anon,
    coalesce(max(letters) filter (where role = 'authenticated'), '-') as authenticated
  from rights group by name order by name`;

/** Every table and column that gives an API role something else than the table says. */
export async function tableFaults(db: Queryable): Promise<string[]> {
  const rows = await db.sql<Right>(RIGHTS);
  const wrong = rows.flatMap(({ name, ...rights }) => {
    const row = expected.get(name) ?? expected.get(name.replace(/\..*/, '.*'));
    return (['anon', 'authenticated'] as const).flatMap((role) =>
      row?.[role] === rights[role] ? [] : [`public.${name} for ${role}`],
    );
  });
  const inPrivate = await db.sql<{ fault: string }>(PRIVATE_RIGHTS);
  return [...wrong, ...inPrivate.map(({ fault }) => fault)];
}

/** The tables of `private`, in which no API role may do anything. */
const PRIVATE_RIGHTS = `
  select 'private.' || c.relname || ' for ' || r.role as fault
  from pg_class c, unnest(array['anon', 'authenticated']) r (role)
  where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
    and (has_table_privilege(r.role, c.oid, 'select, insert, update, delete, truncate, references, trigger')
      or has_any_column_privilege(r.role, c.oid, 'select, insert, update'))`;

const PEOPLE = ['client', 'client2', 'artist', 'artist2', 'newcomer', 'admin'];

/** Every function that a role may call otherwise than the table of calls says, or in `private` without need. */
export async function callFaults(db: Queryable): Promise<string[]> {
  const sources = await readSources(db);
  const isCalled = (name: string, role: string) =>
    CALLS.some(
      ({ subject, actor, expected: cell }) =>
        `public.${subject.split('(')[0]}` === name &&
        cell !== 'x' &&
        (role === 'anon' ? actor === 'anon' : PEOPLE.includes(actor)),
    );
  const wrong = sources.flatMap(({ kind, name, callers }) =>
    kind === 'function' && name.startsWith('public.')
      ? ['anon', 'authenticated'].flatMap((role) =>
          callers.includes(role) === isCalled(name, role) ? [] : [`${name} for ${role}`],
        )
      : [],
  );
  return [...wrong, ...needless(sources)];
}
