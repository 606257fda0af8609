import type { Queryable } from '#embedded/index.ts';
import { CALLS } from './calls.ts';
import { needless, readSources } from './sources.ts';

/**
 * Column by column, what each API role may do before row-level security is even asked: S select, I insert, U update,
 * D delete (of the whole row, on the line of the table's name). anon and authenticated; service_role may do everything
 * in `public`. A column that is not listed may not be touched at all.
 */
const GRANTS = `
artists                              S      | S
artists.id                           S      | S
artists.user_id                      S      | SI
artists.name                         S      | SIU
artists.slug                         S      | SI
artists.city                         S      | SIU
artists.state                        S      | SIU
artists.bio                          S      | SIU
artists.styles                       S      | SIU
artists.mediums                      S      | SIU
artists.surfaces                     S      | SIU
artists.profile_photo                S      | SU
artists.portfolio_images             S      | SU
artists.picture_details              S      | SU
artists.featured                     S      | SU
artists.public_visible               S      | SIU
artists.paused_until                 S      | SU
artists.unclaimed                    S      | S
artists.average_rating               S      | S
artists.review_count                 S      | S
artists.answer_hours                 S      | S
artists.walls_painted                S      | S
artists.replied_count                S      | S
artists.asked_count                  S      | S
artists.years_experience             S      | SIU
artists.languages                    S      | SU
artists.travel_miles                 S      | SU
artists.insured                      S      | SU
artists.insured_to                   S      | S
artists.minimum_price                S      | SU
artists.website                      S      | SU
artists.social_links                 S      | SU
artists.created_at                   S      | S
artists.updated_at                   S      | S
artists.city_slug                    S      | S
artist_contacts                      -      | S
artist_contacts.artist_id            -      | SI
artist_contacts.email                -      | SIU
artist_contacts.phone                -      | SIU
murals                               S      | SD
murals.artist_id                     S      | SI
murals.title                         S      | SIU
murals.description                   S      | SIU
murals.city                          S      | SIU
murals.state                         S      | SIU
murals.location_details              S      | SIU
murals.date_completed                S      | SIU
murals.surface_type                  S      | SIU
murals.medium                        S      | SIU
murals.dimensions                    S      | SIU
murals.width_ft                      S      | SIU
murals.height_ft                     S      | SIU
murals.styles                        S      | SIU
murals.image_url                     S      | SIU
murals.gallery_images                S      | SIU
murals.before_url                    S      | SIU
murals.public_visible                S      | SIU
murals.position                      S      | SIU
murals.latitude                      S      | SIU
murals.longitude                     S      | SIU
murals.license                       S      | SIU
murals.credit                        S      | SIU
murals.picture_details               S      | SIU
murals.*                             S      | S
mural_redirects                      S      | S
mural_redirects.*                    S      | S
city_rules                           S      | SD
city_rules.id                        S      | S
city_rules.city_slug                 S      | SI
city_rules.title                     S      | SIU
city_rules.body                      S      | SIU
city_rules.source_name               S      | SIU
city_rules.source_url                S      | SIU
city_rules.checked_on                S      | SIU
city_rules.applies                   S      | SIU
city_rules.updated_at                S      | S
estimate_rates                       S      | S
estimate_rates.*                     S      | S
cities                               S      | SD
cities.id                            S      | S
cities.city_name                     S      | SIU
cities.state                         S      | SIU
cities.slug                          S      | SIU
cities.description                   S      | SIU
cities.cover_photo                   S      | SIU
cities.artist_count                  S      | S
cities.featured                      S      | SIU
cities.created_at                    S      | S
cities.latitude                      S      | SIU
cities.longitude                     S      | SIU
cities.old_slugs                     S      | S
user_roles                           -      | S
user_roles.*                         -      | S
lead_records                         -      | S
lead_records.id                      -      | S
lead_records.kind                    -      | S
lead_records.city                    -      | S
lead_records.project_description     -      | S
lead_records.mural_size              -      | S
lead_records.surface_type            -      | S
lead_records.style_preference        -      | S
lead_records.budget_range            -      | S
lead_records.created_by_user         -      | S
lead_records.held                    -      | S
lead_records.created_at              -      | S
lead_records.reference               -      | S
lead_records.withdrawn_at            -      | S
lead_records.locale                  -      | S
request_details                         -      | S
request_details.lead_id                 -      | S
request_details.width_ft                -      | S
request_details.height_ft               -      | S
request_details.size_source             -      | S
request_details.place                   -      | S
request_details.surface_unsure          -      | S
request_details.mural_ids               -      | S
site_facts                           -      | S
site_facts.*                         -      | S
lead_contacts                        -      | S
lead_contacts.*                      -      | S
lead_assignments                     -      | S
lead_assignments.*                   -      | S
lead_messages                        -      | S
lead_messages.id                     -      | S
lead_messages.position               -      | S
lead_messages.lead_id                -      | S
lead_messages.artist_id              -      | S
lead_messages.sender                 -      | S
lead_messages.body                   -      | S
lead_messages.created_at             -      | S
lead_messages.pictures               -      | S
lead_messages.stage                  -      | S
assignment_events                          -      | S
assignment_events.*                        -      | S
reviews                              S      | S
reviews.id                           S      | S
reviews.artist_id                    S      | S
reviews.rating                       S      | S
reviews.body                         S      | S
reviews.author_name                  S      | S
reviews.author_town                  S      | S
reviews.pictures                     S      | S
reviews.reply                        S      | S
reviews.replied_at                   S      | S
reviews.created_at                   S      | S
reviews.updated_at                   S      | S
reviews.hidden_at                    S      | S
reviews.counted_at                   S      | S
reviews.hidden_reason                S      | S
reviews.public_visible               S      | S
proposals                            -      | S
proposals.id                         -      | S
proposals.lead_id                    -      | S
proposals.artist_id                  -      | S
proposals.low                        -      | S
proposals.high                       -      | S
proposals.starts_on                  -      | S
proposals.days                       -      | S
proposals.included                   -      | S
proposals.message                    -      | S
proposals.valid_until                -      | S
proposals.state                      -      | S
proposals.created_at                 -      | S
proposals.preset                     -      | S
proposals.tax                        -      | S
notices                              -      | S
notices.*                            -      | S
agreement_terms                      -      | S
agreement_terms.*                    -      | S
notice_preferences                   -      | S
notice_preferences.*                 -      | S
leads                                -      | S
leads.status                         -      | SU
leads.*                              -      | S
`;

interface Right {
  name: string;
  anon: string;
  authenticated: string;
}

const expected = new Map(
  GRANTS.trim()
    .split('\n')
    .map((line) => {
      const [left = '', authenticated = ''] = line.split('|').map((part) => part.trim());
      const [name = '', anon = ''] = left.split(/\s+/);
      return [name, { name, anon, authenticated }] as const;
    }),
);

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
