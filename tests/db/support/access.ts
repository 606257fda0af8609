import type { Queryable } from '#embedded/index.ts';
import { CALLS, sqlOfCall } from './calls.ts';
import { cells, mismatches } from './matrix.ts';
import {
  ACTORS,
  CLAIM,
  id,
  ORIGIN,
  PAPER,
  photoOf,
  pictureOf,
  SA1,
  TOKEN,
  TOKEN_L1,
  TOKEN_PAGE,
  upload,
} from './world.ts';

/**
 * Who sees which rows. Labels are those of `world.ts`; `-` is an empty answer, `x` a refusal (42501).
 * In `leads`, `*` marks a row whose name is masked, and the letter is its status: n, r (in review), c (completed).
 */
const READS = cells(`
read                | anon  | client   | client2 | artist        | artist2   | newcomer | admin                       | service
artists             | A2 A3 | A2 A3    | A2 A3   | A1 A2 A3      | A2 A3     | A2 A3    | A1 A2 A3 A4                 | A1 A2 A3 A4
artist_contacts     | x     | -        | -       | A1            | A2        | -        | A1 A2 A3 A4                 | A1 A2 A3 A4
murals              | M1    | M1       | M1      | M1            | M1 M2 M3  | M1       | M1 M2 M3                    | M1 M2 M3
mural_redirects     | R1    | R1       | R1      | R1            | R1        | R1       | R1                          | R1 R2
cities              | C1    | C1       | C1      | C1            | C1        | C1       | C1                          | C1
estimate_rates      | COST  | COST     | COST    | COST          | COST      | COST     | COST                        | COST
city_rules          | SA1 SA2 SA3 SA4 | SA1 SA2 SA3 SA4 | SA1 SA2 SA3 SA4 | SA1 SA2 SA3 SA4 | SA1 SA2 SA3 SA4 | SA1 SA2 SA3 SA4 | SA1 SA2 SA3 SA4 | SA1 SA2 SA3 SA4
user_roles          | x     | client   | client2 | artist        | artist2   | newcomer | admin artist artist2 client client2 newcomer | admin artist artist2 client client2 newcomer
lead_records        | x     | L1 L3    | L2      | L1 L2         | L1        | -        | L1 L2 L3 L4 L5              | L1 L2 L3 L4 L5
request_details        | x     | L1 L3    | L2      | L1 L2         | L1        | -        | L1 L2 L3 L5                 | L1 L2 L3 L5
site_facts          | x     | L1       | L2      | L1 L2         | L1        | -        | L1 L2                       | L1 L2
lead_contacts       | x     | L1 L3    | L2      | L2            | L1        | -        | L1 L2 L3 L4 L5              | L1 L2 L3 L4 L5
lead_assignments    | x     | L1A1 L1A2 | L2A1   | L1A1 L2A1     | L1A2      | -        | L1A1 L1A2 L2A1 L5A1         | L1A1 L1A2 L2A1 L5A1
leads               | x     | L1r L3n  | L2c     | L1n* L2c      | L1r       | -        | L1r L2c L3n L4n L5r         | L1r L2c L3n L4n L5r
notices             | x     | L1       | L2      | L1 L2         | L1        | -        | -                           | L1 L1 L1 L2 L2
notice_preferences  | x     | -        | -       | artist        | -         | -        | -                           | artist
lead_messages       | x     | X1 X2    | X3      | X3            | X1 X2     | -        | -                           | X1 X2 X3
assignment_events         | x     | L1A2     | -       | -             | L1A2      | -        | L1A2                        | L1A2
proposals           | x     | P1       | P2      | P2            | P1        | -        | P1 P2                       | P1 P2
reviews             | V1    | V1       | V1      | V1            | V1        | V1       | V1                          | V1 V2 V3
conversation_summaries    | x     | L1A1 L1A2 | L2A1   | L1A1 L2A1     | L1A2      | -        | -                           | x
export: messages    | x     | X1 X2    | X3      | X3            | X1 X2     | -        | -                           | x
export: assignment_events | x     | L1       | -       | -             | L1        | -        | -                           | x
export: request_details | x    | L1 L3    | L2      | L1 L2         | L1        | -        | -                           | x
export: site_facts  | x     | L1       | L2      | L1 L2         | L1        | -        | -                           | x
export: proposals   | x     | P1       | P2      | P2            | P1        | -        | -                           | x
agreement_terms     | x     | -        | -       | A1            | -         | -        | -                           | A1
export: agreements  | x     | 1        | 0       | 0             | 1         | 0        | 0                           | x
export: payment_parts | x    | 1        | 0       | 0             | 1         | 0        | 0                           | x
export: payment_notes | x    | 1        | 0       | 0             | 1         | 0        | 0                           | x
export: agreement_terms | x | 0        | 0       | 1             | 0         | 0        | 0                           | x
export: reviews     | x     | V1       | -       | V3            | V1 V2     | -        | -                           | x
my_request_artists     | x     | L1A1null L1a2 | L2A1null | -       | -         | -        | -                           | x
my_wall_photos         | x     | L1       | -       | -             | -         | -        | -                           | x
storage.objects     | -     | W1 XP    | C1 S1   | C1 O1 S1 W1   | O2 W1 XP  | -        | C1 W1 W4                    | C1 O1 O2 S1 W1 W4 XP
storage: by link    | W1 XP | W1 XP    | C1 S1 W1 XP | C1 O1 S1 W1 XP | O2 W1 XP | W1 XP  | C1 W1 W4 XP                 | C1 O1 O2 S1 W1 W4 XP
storage: by another link | W4 | W1 W4 XP | C1 S1 W4 | C1 O1 S1 W1 W4 | O2 W1 W4 XP | W4  | C1 W1 W4                    | C1 O1 O2 S1 W1 W4 XP
storage: by a wrong link | - | W1 XP   | C1 S1   | C1 O1 S1 W1   | O2 W1 XP  | -        | C1 W1 W4                    | C1 O1 O2 S1 W1 W4 XP
export: account     | x     | client   | client2 | artist        | artist2   | newcomer | admin                       | x
export: profile     | x     | -        | -       | A1            | A2        | -        | -                           | x
export: requests    | x     | L1 L3    | L2      | -             | -         | -        | -                           | x
export: leads       | x     | -        | -       | L1* L2        | L1        | -        | -                           | x
export: murals      | x     | -        | -       | -             | M1 M2 M3  | -        | -                           | x
export: mural_redirects | x | -        | -       | -             | R1 R2     | -        | -                           | x
export: views       | x     | -        | -       | 1             | 2         | -        | -                           | x
export: files       | x     | W1 XP    | S1      | C1 O1 S1      | O2 XP     | -        | -                           | x
export: roles       | x     | 1        | 1       | 1             | 1         | 1        | 1                           | x
export: profile_contact | x | 0        | 0       | 1             | 1         | 0        | 0                           | x
export: request_links | x   | 1        | 0       | 0             | 0         | 0        | 0                           | x
export: mails       | x     | 1        | 1       | 3             | 2         | 1        | 0                           | x
export: papers      | x     | 0        | 0       | 1             | 0         | 0        | 0                           | x
export: log         | x     | 0        | 1       | 2             | 0         | 0        | 2                           | x
export: notices     | x     | 1        | 1       | 2             | 1         | 0        | 0                           | x
export: notice_preferences | x | 0     | 0       | 1             | 0         | 0        | 0                           | x
export: newsletter  | x     | 0        | 0       | 0             | 0         | 0        | 0                           | x
export: deleted_murals | x  | 0        | 0       | 1             | 0         | 0        | 0                           | x
export: page_claims | x     | 0        | 0       | 0             | 0         | 1        | 0                           | x
export: sketches | x | 0 | 1 | 1 | 0 | 0 | 0 | x
export: sketch_versions | x | 0 | 1 | 1 | 0 | 0 | 0 | x
export: sketch_pins | x | 0 | 1 | 1 | 0 | 0 | 0 | x
export: sketch_events | x | 0 | 1 | 1 | 0 | 0 | 0 | x
export: sketch_extra_rounds | x | 0 | 1 | 1 | 0 | 0 | 0 | x
export: picture_reports | x | 0        | 0       | 0             | 0         | 0        | 0                           | x
my_notices          | x     | 1        | 1       | 2             | 1         | 0        | 0                           | x
my_news             | x     | 1        | 1       | 2             | 1         | 0        | 0                           | x
my_papers           | x     | 0        | 0       | 1             | 0         | 0        | 0                           | x
deleted_murals      | x     | -        | -       | M4            | -         | -        | -                           | x
claimable_page      | other | other    | other   | other         | other     | waiting  | other                       | x
`);

const LABELS = new Map(
  [
    ...['A1', 'A2', 'A3', 'A4', 'L1', 'L2', 'L3', 'L4', 'L5', 'M1', 'M2', 'M3', 'R1', 'R2', 'C1'],
    ...['X1', 'X2', 'X3', 'P1', 'P2', 'V1', 'V2', 'V3', ...ACTORS],
  ].map((label) => [id(label), label]),
);
const KEYS: Record<string, string> = {
  artist_contacts: 'artist_id',
  user_roles: 'user_id',
  lead_contacts: 'lead_id',
  request_details: 'lead_id',
  site_facts: 'lead_id',
  notices: 'lead_id',
  notice_preferences: 'user_id',
  agreement_terms: 'artist_id',
};
const labelOf = (value: string) => LABELS.get(value) ?? value;

/** A picture of a job that is done. */
const SKETCH = `${id('L2')}/${id('A1')}/${'1'.repeat(64)}.webp`;

const fileLabel = (name: string) =>
  `case ${name} when '${id('artist')}/a.jpg' then 'O1' when '${id('artist2')}/a.jpg' then 'O2'
     when '${photoOf('L1', 0)}' then 'W1' when '${photoOf('L4', 0)}' then 'W4'
     when '${SKETCH}' then 'S1' when '${PAPER}' then 'C1' else 'XP' end`;
const FILES = `select ${fileLabel('name')} as label from storage.objects`;

const QUERIES: Record<string, string> = {
  estimate_rates: `select 'COST' as label from public.estimate_rates`,
  city_rules: `select 'SA' || right(id::text, 1) as label from public.city_rules`,
  lead_assignments: 'select lead_id as a, artist_id as b from public.lead_assignments',
  assignment_events: 'select lead_id as a, artist_id as b from public.assignment_events',
  conversation_summaries: `select x ->> 'lead_id' as a, x ->> 'artist_id' as b from jsonb_array_elements(
    public.conversation_summaries(array['${id('L1')}', '${id('L2')}', '${id('L4')}']::uuid[])) x`,
  leads: `select id as a, left(replace(status::text, 'in_', ''), 1) || case name when '***' then '*' else '' end as label from public.leads`,
  my_wall_photos: `select lead_id as a from public.my_wall_photos()`,
  my_request_artists: `select lead_id as a, coalesce(artist_slug, 'A1null') as label from public.my_request_artists()`,
  ...Object.fromEntries(
    [
      ...['account', 'profile', 'requests', 'leads', 'murals', 'mural_redirects'],
      ...['messages', 'proposals', 'reviews'],
    ].map((part) => [
      `export: ${part}`,
      `select x ->> 'id' as a, case x ->> 'name' when '***' then '*' else '' end as label from jsonb_array_elements(public.export_my_data() -> '${part}') x`,
    ]),
  ),
  ...Object.fromEntries(
    ['assignment_events', 'request_details', 'site_facts'].map((part) => [
      `export: ${part}`,
      `select x ->> 'lead_id' as a from jsonb_array_elements(public.export_my_data() -> '${part}') x`,
    ]),
  ),
  ...Object.fromEntries(
    [
      ...['roles', 'profile_contact', 'request_links', 'mails', 'log', 'notices', 'papers'],
      ...['notice_preferences', 'newsletter', 'deleted_murals', 'page_claims', 'picture_reports'],
      ...['agreements', 'agreement_terms', 'payment_parts', 'payment_notes'],
      ...['sketches', 'sketch_versions', 'sketch_pins', 'sketch_events', 'sketch_extra_rounds'],
    ].map((part) => [
      `export: ${part}`,
      `select jsonb_array_length(public.export_my_data() -> '${part}')::text as label`,
    ]),
  ),
  my_papers: 'select jsonb_array_length(public.my_papers())::text as label',
  my_notices: 'select jsonb_array_length(public.my_notices())::text as label',
  my_news: `select public.my_news() ->> 'unread' as label`,
  deleted_murals: `select x ->> 'title' as label from jsonb_array_elements(public.deleted_murals()) x`,
  claimable_page: `select case when (x ->> 'mine')::boolean then 'mine' when (x ->> 'waiting')::boolean then 'waiting' else 'other' end as label
    from public.claimable_page(null, '${TOKEN_PAGE}') x`,
  'export: views': `select x ->> 'views' as label from jsonb_array_elements(public.export_my_data() -> 'views') x`,
  'export: files': `select ${fileLabel(`x ->> 'path'`)} as label from jsonb_array_elements(public.export_my_data() -> 'files') x`,
};

const BY_LINK = / by (link|another link|a wrong link)$/;
/** What says in a header that the caller has the link of a request, for the cases that have one. */
async function showLink(tx: Queryable, subject: string): Promise<void> {
  const [, which] = BY_LINK.exec(subject) ?? [];
  if (!subject.startsWith('storage: ') || !which) return;
  const token = { link: TOKEN_L1, 'another link': TOKEN }[which] ?? 'wrong';
  await tx.sql(`select set_config('request.headers', $1, true)`, [
    JSON.stringify({ 'x-request-token': token }),
  ]);
}

function read(subject: string) {
  const isFiles = subject.startsWith('storage');
  const query = isFiles
    ? FILES
    : (QUERIES[subject] ?? `select ${KEYS[subject] ?? 'id'} as a from public.${subject}`);
  return async (tx: Queryable) => {
    await showLink(tx, subject);
    const rows = await tx.sql<{ a?: string; b?: string; label?: string }>(query);
    const labels = rows.map(
      (row) => (row.a ? labelOf(row.a) : '') + (row.b ? labelOf(row.b) : '') + (row.label ?? ''),
    );
    return labels.sort().join(' ') || '-';
  };
}

/**
 * Who may write what. A number is how many rows changed, `x` a refusal (42501), a word the product's own error code,
 * 23514 a violated constraint. What no API role may write is in the table of grants.
 */
const WRITES = cells(`
write                                | anon | client | client2 | artist | artist2 | newcomer | admin | service
artists: rename A1                   | x    | 0      | 0       | 1      | 0       | 0        | 1     | 1
artists: rename A2                   | x    | 0      | 0       | 0      | 1       | 0        | 1     | 1
artists: rename A4                   | x    | 0      | 0       | 0      | 0       | 0        | 1     | 1
artists: show A1                     | x    | 0      | 0       | publish_picture_required | 0 | 0 | 1   | 1
artists: show A1 without a city      | x    | 0      | 0       | publish_city_required | 0 | 0 | 1   | 1
artists: show A1 without a style     | x    | 0      | 0       | publish_style_required | 0 | 0 | 1  | 1
artists: show A1, complete           | x    | 0      | 0       | 1      | 0       | 0        | 1     | 1
artists: say more of A1              | x    | 0      | 0       | 1      | 0       | 0        | 1     | 1
artists: script as website of A1     | x    | 0      | 0       | 23514  | 0       | 0        | 23514 | 23514
artists: pause A1                    | x    | 0      | 0       | 1      | 0       | 0        | 1     | 1
artists: pause A1 for three years    | x    | 0      | 0       | pause_invalid | 0 | 0       | pause_invalid | pause_invalid
artists: pause A1 within a month     | x    | 0      | 0       | 23514  | 0       | 0        | 23514 | 23514
artists: feature A1                  | x    | 0      | 0       | not_allowed | 0  | 0        | 1     | 1
artists: own photo on A1             | x    | 0      | 0       | 1      | 0       | 0        | 1     | 1
artists: foreign photo on A1         | x    | 0      | 0       | image_refused | 0 | 0       | image_refused | 1
artists: photo of another host on A1 | x    | 0      | 0       | image_refused | 0 | 0       | image_refused | 1
artists: script as photo on A1       | x    | 0      | 0       | image_refused | 0 | 0       | image_refused | 23514
artists: own picture on A1           | x    | 0      | 0       | 1      | 0       | 0        | 1     | 1
artists: foreign picture on A1       | x    | 0      | 0       | image_refused | 0 | 0       | image_refused | 1
artists: insert own, private         | x    | x      | x       | 23505  | 23505   | 1        | x     | 23505
artists: insert own, public          | x    | x      | x       | 23505  | 23505   | 1        | x     | 23505
artists: insert for client           | x    | x      | x       | x      | x       | x        | x     | 1
artist_contacts: change A1           | x    | 0      | 0       | 1      | 0       | 0        | 1     | 1
artist_contacts: blind change of all | x    | 0      | 0       | 1      | 1       | 0        | 4     | 4
artist_contacts: insert for A1       | x    | x      | x       | 23505  | x       | x        | 23505 | 23505
murals: retitle M1                   | x    | 0      | 0       | 0      | 1       | 0        | 1     | 1
murals: retitle all, blind           | x    | 0      | 0       | 0      | 3       | 0        | 3     | 3
murals: insert                       | x    | x      | x       | 1      | 1       | x        | x     | 1
murals: insert for A1                | x    | x      | x       | 1      | x       | x        | x     | 1
murals: insert public, no picture    | x    | mural_picture_required | mural_picture_required | mural_picture_required | mural_picture_required | mural_picture_required | mural_picture_required | 1
murals: publish M2 without picture   | x    | 0      | 0       | 0      | mural_picture_required | 0 | mural_picture_required | 1
murals: publish M2 without title     | x    | 0      | 0       | 0      | title_required | 0 | title_required | 1
murals: publish M2                   | x    | 0      | 0       | 0      | 1       | 0        | 1     | 1
murals: publish M3, which is hidden  | x    | 0      | 0       | 0      | mural_hidden | 0   | mural_hidden | mural_hidden
murals: own picture in M1            | x    | 0      | 0       | 0      | 1       | 0        | 1     | 1
murals: foreign picture in M1        | x    | 0      | 0       | 0      | image_refused | 0  | image_refused | 1
murals: foreign picture before M1    | x    | 0      | 0       | 0      | image_refused | 0  | image_refused | 1
murals: foreign cover of M1          | x    | 0      | 0       | 0      | image_refused | 0  | image_refused | 1
murals: script as picture in M1      | x    | 0      | 0       | 0      | image_refused | 0  | image_refused | 23514
murals: 13 pictures in M1            | x    | 0      | 0       | 0      | mural_pictures_too_many | 0 | mural_pictures_too_many | 1
murals: delete M1                    | x    | 0      | 0       | 0      | 1       | 0        | 0     | 1
murals: delete all, blind            | x    | 0      | 0       | 0      | 3       | 0        | 0     | 3
artists: describe pictures of A1     | x    | 0      | 0       | 1      | 0       | 0        | 1     | 1
cities: insert                       | x    | x      | x       | x      | x       | x        | 1     | 1
cities: describe C1                  | x    | 0      | 0       | 0      | 0       | 0        | 1     | 1
cities: delete C1                    | x    | 0      | 0       | 0      | 0       | 0        | 1     | 1
city_rules: insert                   | x    | x      | x       | x      | x       | x        | 1     | 1
city_rules: reword SA1               | x    | 0      | 0       | 0      | 0       | 0        | 1     | 1
city_rules: SA1 read in 2999          | x    | 0      | 0       | 0      | 0       | 0        | checked_on_invalid | checked_on_invalid
city_rules: delete SA1               | x    | 0      | 0       | 0      | 0       | 0        | 1     | 1
leads: complete L1                   | x    | status_refused | 0 | 1    | 1       | 0        | 1     | x
leads: complete L3                   | x    | status_refused | 0 | 0    | 0       | 0        | status_refused | x
storage: put into own folder         | x    | x      | x       | 1      | 1       | 1        | 1     | 1
storage: put into A2's folder        | x    | x      | x       | x      | 1       | x        | x     | 1
storage: put a deeper path           | x    | x      | x       | x      | x       | x        | x     | 1
storage: put an SVG                  | x    | x      | x       | x      | x       | x        | x     | 1
storage: rename O1 within            | 0    | 0      | 0       | 1      | 0       | 0        | 0     | 1
storage: move O1 to artist2          | 0    | 0      | 0       | x      | 0       | 0        | 0     | 1
storage: delete O1                   | 0    | 0      | 0       | 1      | 0       | 0        | 0     | 1
storage: blind move into A2's folder | 0    | 0      | 0       | x      | 1       | 0        | 0     | x
storage: blind touch of all          | 0    | 0      | 0       | 1      | 1       | 0        | 0     | 7
storage: blind delete of all         | 0    | 1      | 0       | 1      | 1       | 0        | 0     | 7
storage: picture of X1               | x    | 1      | x       | x      | x       | x        | x     | 1
storage: picture of X1 by link       | 1    | 1      | 1       | 1      | 1       | 1        | 1     | 1
storage: picture of X1 by another link | x  | 1      | x       | x      | x       | x        | x     | 1
storage: picture of X2               | x    | x      | x       | x      | 1       | x        | x     | 1
storage: picture of X2 by link       | x    | x      | x       | x      | 1       | x        | x     | 1
storage: one picture too many of X1  | x    | x      | x       | x      | x       | x        | x     | x
storage: picture of V1               | x    | 1      | x       | x      | x       | x        | x     | 1
storage: picture of V1 by link       | 1    | 1      | 1       | 1      | 1       | 1        | 1     | 1
storage: picture of V1 by another link | x  | 1      | x       | x      | x       | x        | x     | 1
storage: picture of V2               | x    | x      | x       | x      | x       | x        | x     | 1
storage: picture of no review        | x    | x      | x       | x      | x       | x        | x     | x
storage: picture of no message       | x    | x      | x       | x      | x       | x        | x     | x
storage: picture of X1 twice         | x    | 23505  | x       | x      | x       | x        | x     | 23505
storage: write over a picture        | x    | x      | x       | x      | x       | x        | x     | 1
storage: a picture elsewhere         | 0    | 0      | 0       | 0      | 0       | 0        | 0     | x
storage: delete pictures             | 0    | 0      | 0       | 0      | 0       | 0        | 0     | 1
storage: paper of A1                 | x    | x      | x       | 1      | x       | x        | x     | 1
storage: paper of A2                 | x    | x      | x       | x      | 1       | x        | x     | 1
storage: paper of nobody             | x    | x      | x       | x      | x       | x        | x     | x
storage: drawing of A1               | x    | x      | x       | x      | x       | x        | x     | 1
storage: write over a paper          | x    | x      | x       | x      | x       | x        | x     | 1
storage: a paper elsewhere           | 0    | 0      | 0       | 0      | 0       | 0        | 0     | x
storage: delete papers               | 0    | 0      | 0       | 0      | 0       | 0        | 0     | 1
storage: sketch of L1                | x    | x      | x       | x      | x       | x        | x     | x
storage: sketch of L2                | x    | x      | x       | 1      | x       | x        | x     | 1
storage: delete sketches             | 0    | 0      | 0       | 0      | 0       | 0        | 0     | 1
storage: sketch of no job            | x    | x      | x       | x      | x       | x        | x     | x
storage: photo of L1                 | x    | 1      | x       | x      | x       | x        | x     | 1
storage: photo of L1 by link         | 1    | 1      | 1       | 1      | 1       | 1        | 1     | 1
storage: photo of L1 by another link | x    | 1      | x       | x      | x       | x        | x     | 1
storage: photo of L3                 | 1    | 1      | 1       | 1      | 1       | 1        | 1     | 1
storage: photo of L4                 | 1    | 1      | 1       | 1      | 1       | 1        | 1     | 1
storage: photo of L4, wrong claim    | x    | x      | x       | x      | x       | x        | x     | x
storage: photo of L4, deeper         | x    | x      | x       | x      | x       | x        | x     | x
storage: seventh photo of L4         | x    | x      | x       | x      | x       | x        | x     | x
storage: photo of L4 in capitals     | x    | x      | x       | x      | x       | x        | x     | x
storage: photo of L4 of another kind | x    | x      | x       | x      | x       | x        | x     | x
storage: photo of L4 by its claim    | x    | x      | x       | x      | x       | x        | x     | x
storage: photo of no form            | x    | x      | x       | x      | x       | x        | x     | x
storage: photo of no lead            | x    | x      | x       | x      | x       | x        | x     | x
storage: photo of L4 twice           | 23505 | 23505 | 23505   | 23505  | 23505   | 23505    | 23505 | 23505
storage: write over a photo          | x    | x      | x       | x      | x       | x        | x     | 1
storage: a photo elsewhere           | 0    | 0      | 0       | 0      | 0       | 0        | 0     | x
storage: delete photos               | 0    | 1      | 0       | 0      | 0       | 0        | 0     | 2
storage: delete photos by link       | 1    | 1      | 1       | 1      | 1       | 1        | 1     | 2
storage: delete photos by a wrong link | 0  | 1      | 0       | 0      | 0       | 0        | 0     | 2
`);

const show = (values: string) =>
  `update public.artists set public_visible = true, ${values} where id = '${id('A1')}'`;
const photo = (url: string) =>
  `update public.artists set profile_photo = '${url}' where id = '${id('A1')}'`;
const picture = (url: string) =>
  `update public.artists set portfolio_images = array['${url}'] where id = '${id('A1')}'`;
const mural = (label: string, change: string) =>
  `update public.murals set ${change} where id = '${id(label)}'`;
const inMural = (column: string, owner: string) =>
  mural('M1', `${column} = array['${upload('portfolio-images', owner, '1-0.webp')}']`);
/** From the month of the walls: in the first hours of a month by universal time it is still the one before there. */
const pause = (time: string) =>
  `update public.artists set paused_until = date_trunc('month', now() at time zone 'America/Chicago')::date + ${time} where id = '${id('A1')}'`;
const put = (path: string) =>
  `insert into storage.objects (bucket_id, name) values ('portfolio-images', ${path})`;
const putPicture = (name: string) =>
  `insert into storage.objects (bucket_id, name) values ('message-pictures', '${name}')`;
const putOfReview = (review: string) =>
  `insert into storage.objects (bucket_id, name) values ('review-pictures', '${id(review)}/${id('X1')}.webp')`;
const putPaper = (name: string) =>
  `insert into storage.objects (bucket_id, name) values ('papers', '${name}')`;
const putPhoto = (name: string) =>
  `insert into storage.objects (bucket_id, name) values ('lead-photos', '${name}')`;
const putSketch = (folder: string) =>
  `insert into storage.objects (bucket_id, name) values ('sketches', '${folder}/${'0'.repeat(64)}.webp')`;
const ME = `coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), '${id('artist')}')`;
const own = (visible: boolean) =>
  `insert into public.artists (user_id, name, slug, public_visible) values (${ME}::uuid, 'N', 'n-1', ${visible})`;

const STATEMENTS: Record<string, string> = {
  'artists: rename A1': `update public.artists set name = 'Z' where id = '${id('A1')}'`,
  'artists: rename A2': `update public.artists set name = 'Z' where id = '${id('A2')}'`,
  'artists: rename A4': `update public.artists set name = 'Z' where id = '${id('A4')}'`,
  'artists: show A1': `update public.artists set public_visible = true where id = '${id('A1')}'`,
  'artists: show A1 without a city': show('city = null'),
  'artists: show A1 without a style': show(`styles = '{}'`),
  'artists: show A1, complete': show(
    `profile_photo = '${upload('profile-photos', 'artist', 'profile.jpg')}'`,
  ),
  'artists: say more of A1': `update public.artists set languages = '{Spanish}', travel_miles = 50, insured = true, minimum_price = 900, website = 'https://a.co', social_links = '{https://b.co}' where id = '${id('A1')}'`,
  'artists: script as website of A1': `update public.artists set website = 'javascript:alert(1)' where id = '${id('A1')}'`,
  'artists: pause A1': pause(`interval '2 years'`),
  'artists: pause A1 for three years': pause(`interval '3 years'`),
  'artists: pause A1 within a month': pause(`interval '1 month 1 day'`),
  'artists: feature A1': `update public.artists set featured = true where id = '${id('A1')}'`,
  'artists: own photo on A1': photo(upload('profile-photos', 'artist', 'profile.jpg')),
  'artists: foreign photo on A1': photo(upload('profile-photos', 'artist2', 'profile.jpg')),
  'artists: photo of another host on A1': photo(
    upload('profile-photos', 'artist', 'profile.jpg').replace(ORIGIN, 'https://evil.example'),
  ),
  'artists: script as photo on A1': photo('javascript:alert(1)'),
  'artists: own picture on A1': picture(upload('portfolio-images', 'artist', '1-0.webp')),
  'artists: foreign picture on A1': picture(upload('portfolio-images', 'artist2', '1-0.webp')),
  'artists: insert own, private': own(false),
  'artists: insert own, public': own(true),
  'artists: insert for client': `insert into public.artists (user_id, name, slug) values ('${id('client')}', 'N', 'n-1')`,
  'artist_contacts: change A1': `update public.artist_contacts set email = 'z@example.com' where artist_id = '${id('A1')}'`,
  // Blind: without WHERE or RETURNING only the command's own policy decides, not the one for reading.
  'artist_contacts: blind change of all': `update public.artist_contacts set phone = '2'`,
  'artist_contacts: insert for A1': `insert into public.artist_contacts (artist_id, email) values ('${id('A1')}', 'x@example.com')`,
  'murals: retitle M1': mural('M1', `title = 'Z'`),
  'murals: retitle all, blind': `update public.murals set title = 'Z'`,
  'murals: insert': `insert into public.murals (title) values ('Z')`,
  'murals: insert for A1': `insert into public.murals (title, artist_id) values ('Z', '${id('A1')}')`,
  'murals: insert public, no picture': `insert into public.murals (title, public_visible) values ('Z', true)`,
  'murals: publish M2 without picture': mural('M2', 'public_visible = true'),
  'murals: publish M2 without title': mural(
    'M2',
    `title = 'Untitled mural', image_url = '${upload('portfolio-images', 'artist2', '1-0.webp')}', public_visible = true`,
  ),
  'murals: publish M2': mural(
    'M2',
    `image_url = '${upload('portfolio-images', 'artist2', '1-0.webp')}', public_visible = true`,
  ),
  'murals: publish M3, which is hidden': mural(
    'M3',
    `image_url = '${upload('portfolio-images', 'artist2', '1-0.webp')}', public_visible = true`,
  ),
  'murals: own picture in M1': inMural('gallery_images', 'artist2'),
  'murals: foreign picture in M1': inMural('gallery_images', 'artist'),
  'murals: foreign picture before M1': mural(
    'M1',
    `before_url = '${upload('portfolio-images', 'artist', '1-0.webp')}'`,
  ),
  'murals: foreign cover of M1': mural(
    'M1',
    `image_url = '${upload('portfolio-images', 'artist', '1-0.webp')}'`,
  ),
  'murals: script as picture in M1': mural('M1', `gallery_images = '{javascript:alert(1)}'`),
  'murals: 13 pictures in M1': mural(
    'M1',
    `gallery_images = array_fill('${upload('portfolio-images', 'artist2', '1-0.webp')}'::text, array[13])`,
  ),
  'murals: delete M1': `delete from public.murals where id = '${id('M1')}'`,
  'murals: delete all, blind': 'delete from public.murals',
  'artists: describe pictures of A1': `update public.artists set picture_details = '{"https://a.b/c": {"x": 0.5, "alt": "A wall"}}' where id = '${id('A1')}'`,
  'cities: insert': `insert into public.cities (city_name, state) values ('Austin', 'Texas')`,
  'cities: describe C1': `update public.cities set description = 'Z' where id = '${id('C1')}'`,
  'city_rules: insert': `insert into public.city_rules (city_slug, title, body, source_name, source_url, checked_on, applies)
    values ('austin-tx', 'T', 'B', 'S', 'https://example.com', '2026-01-01', '{outside}')`,
  'city_rules: reword SA1': `update public.city_rules set title = 'Z' where id = '${SA1}'`,
  'city_rules: SA1 read in 2999': `update public.city_rules set checked_on = '2999-01-01' where id = '${SA1}'`,
  'city_rules: delete SA1': `delete from public.city_rules where id = '${SA1}'`,
  'cities: delete C1': `delete from public.cities where id = '${id('C1')}'`,
  'leads: complete L1': `update public.leads set status = 'completed' where id = '${id('L1')}'`,
  'leads: complete L3': `update public.leads set status = 'completed' where id = '${id('L3')}'`,
  'storage: put into own folder': put(`${ME} || '/1-0.jpg'`),
  "storage: put into A2's folder": put(`'${id('artist2')}/1-0.jpg'`),
  'storage: put a deeper path': put(`${ME} || '/deeper/1-0.jpg'`),
  'storage: put an SVG': put(`${ME} || '/1-0.svg'`),
  'storage: rename O1 within': `update storage.objects set name = '${id('artist')}/b.jpg' where name = '${id('artist')}/a.jpg'`,
  'storage: move O1 to artist2': `update storage.objects set name = '${id('artist2')}/b.jpg' where name = '${id('artist')}/a.jpg'`,
  "storage: blind move into A2's folder": `update storage.objects set name = '${id('artist2')}/z.jpg'`,
  'storage: blind touch of all': `update storage.objects set metadata = '{}'`,
  'storage: blind delete of all': 'delete from storage.objects',
  'storage: picture of X1': putPicture(pictureOf('X1', 1)),
  'storage: picture of X2': putPicture(pictureOf('X2', 0)),
  'storage: one picture too many of X1': putPicture(pictureOf('X1', 2)),
  'storage: picture of V1': putOfReview('V1'),
  'storage: picture of V2': putOfReview('V2'),
  'storage: picture of no review': putOfReview('V9'),
  'storage: picture of no message': putPicture(pictureOf('X9', 0)),
  'storage: picture of X1 twice': putPicture(pictureOf('X1', 0)),
  'storage: write over a picture': `${putPicture(pictureOf('X1', 0))} on conflict (bucket_id, name) do update set metadata = '{}'`,
  'storage: a picture elsewhere': `update storage.objects set name = 'elsewhere' where bucket_id = 'message-pictures'`,
  'storage: delete pictures': `delete from storage.objects where bucket_id = 'message-pictures'`,
  'storage: paper of A1': putPaper(`${id('A1')}/${id('X1')}.pdf`),
  'storage: paper of A2': putPaper(`${id('A2')}/${id('X1')}.webp`),
  'storage: paper of nobody': putPaper(`${id('A9')}/${id('X1')}.pdf`),
  'storage: drawing of A1': putPaper(`${id('A1')}/${id('X1')}.svg`),
  'storage: write over a paper': `${putPaper(PAPER)} on conflict (bucket_id, name) do update set metadata = '{}'`,
  'storage: a paper elsewhere': `update storage.objects set name = 'elsewhere' where bucket_id = 'papers'`,
  'storage: delete papers': `delete from storage.objects where bucket_id = 'papers'`,
  'storage: sketch of L1': putSketch(`${id('L1')}/${id('A2')}`),
  'storage: sketch of L2': putSketch(`${id('L2')}/${id('A1')}`),
  'storage: delete sketches': `delete from storage.objects where bucket_id = 'sketches'`,
  'storage: sketch of no job': putSketch(`${id('L9')}/${id('A2')}`),
  'storage: photo of L1': putPhoto(photoOf('L1', 1)),
  'storage: photo of L3': putPhoto(photoOf('L3', 1)),
  'storage: photo of L4': putPhoto(photoOf('L4', 5)),
  'storage: photo of L4, wrong claim': putPhoto(photoOf('L4', 1, 'x'.repeat(43))),
  'storage: photo of L4, deeper': putPhoto(photoOf('L4', '0/1')),
  'storage: seventh photo of L4': putPhoto(photoOf('L4', 6)),
  'storage: photo of L4 in capitals': putPhoto(
    photoOf('L4', 1).replace(id('L4'), id('L4').toUpperCase()),
  ),
  'storage: photo of L4 of another kind': putPhoto(photoOf('L4', 1).replace('.webp', '.jpg')),
  'storage: photo of L4 by its claim': putPhoto(`${id('L4')}/${CLAIM}/1.webp`),
  'storage: photo of no form': putPhoto(photoOf('L2', 0)),
  'storage: photo of no lead': putPhoto(photoOf('L9', 0, CLAIM)),
  'storage: photo of L4 twice': putPhoto(photoOf('L4', 0)),
  'storage: write over a photo': `${putPhoto(photoOf('L4', 0))} on conflict (bucket_id, name) do update set metadata = '{}'`,
  'storage: a photo elsewhere': `update storage.objects set name = 'elsewhere' where bucket_id = 'lead-photos'`,
  'storage: delete photos': `delete from storage.objects where bucket_id = 'lead-photos'`,
  'storage: delete O1': `delete from storage.objects where name = '${id('artist')}/a.jpg'`,
};

function write(subject: string) {
  const statement = STATEMENTS[subject.replace(BY_LINK, '')];
  if (!statement) throw new Error(`No statement for "${subject}"`);
  // A data-modifying CTE counts rows the same way on both drivers; the view's trigger needs no RETURNING.
  const returning = subject.startsWith('leads') ? 'id' : '1';
  return async (tx: Queryable) => {
    await showLink(tx, subject);
    const [row] = await tx.sql<{ n: number }>(
      `with changed as (${statement} returning ${returning}) select count(*)::int as n from changed`,
    );
    return String(row?.n);
  };
}

const invoke = (call: string) => async (tx: Queryable) => {
  // Since PostgreSQL 16 a query in brackets needs no name.
  await tx.sql(`select * from ${sqlOfCall(call)} as answer`);
  return 'ok';
};

/** What comes out otherwise than the tables above say. */
export async function violations(tx: Queryable): Promise<string[]> {
  await tx.sql(
    `with job as (
       update public.lead_assignments set accepted_at = now() where lead_id = $1 and artist_id = $2 returning lead_id, artist_id
     ), made as (
       insert into private.sketches (lead_id, artist_id, state) select lead_id, artist_id, 'open' from job on conflict do nothing returning lead_id, artist_id
     ), version as (
       insert into private.sketch_versions (lead_id, artist_id, number, hash, idempotency_key)
       select lead_id, artist_id, 1, repeat('1', 64), gen_random_uuid() from made returning *
     ), pinned as (
       insert into private.sketch_pins (lead_id, artist_id, version, side, x, y, body, idempotency_key)
       select lead_id, artist_id, 1, 'client', 0.5, 0.5, 'Bluer', gen_random_uuid() from version
     ), noted as (
       insert into private.sketch_events (lead_id, artist_id, actor, event, version) select lead_id, artist_id, 'artist', 'send', 1 from version
     )
     insert into private.sketch_extra_rounds (lead_id, artist_id, amount) select lead_id, artist_id, 100 from version`,
    [id('L2'), id('A1')],
  );
  await tx.sql(
    `insert into storage.objects (bucket_id, name) values ('sketches', $1) on conflict do nothing`,
    [SKETCH],
  );
  await tx.sql(
    `insert into storage.objects (bucket_id, name)
     values ('portfolio-images', $1), ('portfolio-images', $2), ('message-pictures', $3), ('lead-photos', $4), ('lead-photos', $5)
     on conflict do nothing`,
    [
      `${id('artist')}/a.jpg`,
      `${id('artist2')}/a.jpg`,
      pictureOf('X1', 0),
      photoOf('L1', 0),
      photoOf('L4', 0),
    ],
  );
  await tx.sql(`insert into storage.objects (bucket_id, name) values ('papers', $1)`, [PAPER]);
  // A1 has agreed with client2 about L2, who and an admin have just opened the checked certificate.
  await tx.sql(
    `insert into public.proposals (id, lead_id, artist_id, low, high, starts_on, days, valid_until, state)
     values ($1, $2, $3, 900, 900, current_date + 30, 5, current_date + 14, 'accepted')`,
    [id('P2'), id('L2'), id('A1')],
  );
  await tx.sql(
    `insert into private.papers (id, artist_id, path, insurer, amount, ends_on, state)
     values ($1, $2, $3, 'Acme', 1000000, current_date + 300, 'checked')`,
    [id('PP'), id('A1'), PAPER],
  );
  await tx.sql(
    `insert into private.audit_log (actor, action, subject, detail)
     values ($1, 'paper.opened', $4, jsonb_build_object('by', 'admin', 'paper', $3::uuid)),
       ($2, 'paper.opened', $4, jsonb_build_object('by', 'client', 'paper', $3::uuid, 'lead', $5::uuid))`,
    [id('admin'), id('client2'), id('PP'), id('A1'), id('L2')],
  );
  return [
    ...(await mismatches(tx, READS, read)),
    ...(await mismatches(tx, WRITES, write)),
    ...(await mismatches(tx, CALLS, invoke)),
  ];
}
