import type { Queryable } from '#embedded/index.ts';
import { agreementDraftSchema } from '#features/agreements/agreement.ts';
import { agreementCase } from '#tests/support/cases/agreement-cases.ts';
import { cells, mismatches } from './matrix.ts';
import {
  CLAIM,
  id,
  MAIL_SENT,
  ORIGIN,
  photoOf,
  pictureOf,
  TOKEN,
  TOKEN_L1,
  TOKEN_PAGE,
  UNSUBSCRIBE,
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

/** The first of the rules that every database begins with. */
const SA1 = '00000000-0000-4000-8000-0000000c1001';

const LABELS: Record<string, string[]> = {
  artists: ['A1', 'A2', 'A3', 'A4'],
  artist_contacts: ['A1', 'A2', 'A3', 'A4'],
  murals: ['M1', 'M2', 'M3'],
  mural_redirects: ['R1', 'R2'],
  cities: ['C1'],
  user_roles: ['client', 'client2', 'artist', 'artist2', 'newcomer', 'admin'],
  lead_records: ['L1', 'L2', 'L3', 'L4', 'L5'],
  lead_contacts: ['L1', 'L2', 'L3', 'L4', 'L5'],
  lead_messages: ['X1', 'X2', 'X3'],
  proposals: ['P1', 'P2'],
  reviews: ['V1', 'V2', 'V3'],
};
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
const labelOf = (value: string) =>
  [...new Set(Object.values(LABELS).flat())].find((label) => id(label) === value) ?? value;

/** Where the certificate of A1 is. */
const PAPER = `${id('A1')}/${id('PP')}.pdf`;
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
  my_request_artists: `select lead_id as a, coalesce(artist_slug, 'A1null') as label from public.my_request_artists()`,
  ...Object.fromEntries(
    [
      'account',
      'profile',
      'requests',
      'leads',
      'murals',
      'mural_redirects',
      'messages',
      'proposals',
      'reviews',
    ].map((part) => [
      `export: ${part}`,
      `select x ->> 'id' as a, case x ->> 'name' when '***' then '*' else '' end as label from jsonb_array_elements(public.export_my_data() -> '${part}') x`,
    ]),
  ),
  ...Object.fromEntries(
    [
      ...['roles', 'profile_contact', 'request_links', 'mails', 'log', 'notices'],
      ...[
        'notice_preferences',
        'newsletter',
        'deleted_murals',
        'page_claims',
        'picture_reports',
        'papers',
        'agreements',
        'agreement_terms',
        'payment_parts',
        'payment_notes',
      ],
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
  'export: assignment_events': `select x ->> 'lead_id' as a from jsonb_array_elements(public.export_my_data() -> 'assignment_events') x`,
  'export: request_details': `select x ->> 'lead_id' as a from jsonb_array_elements(public.export_my_data() -> 'request_details') x`,
  'export: site_facts': `select x ->> 'lead_id' as a from jsonb_array_elements(public.export_my_data() -> 'site_facts') x`,
  'export: views': `select x ->> 'views' as label from jsonb_array_elements(public.export_my_data() -> 'views') x`,
  'export: files': `select ${fileLabel(`x ->> 'path'`)} as label from jsonb_array_elements(public.export_my_data() -> 'files') x`,
  'storage.objects': FILES,
  'storage: by link': FILES,
  'storage: by another link': FILES,
  'storage: by a wrong link': FILES,
};

/** What says in a header that the caller has the link of a request, for the cases that have one. */
async function showLink(tx: Queryable, subject: string): Promise<void> {
  const [, which] = /by (link|another link|a wrong link)$/.exec(subject) ?? [];
  if (!subject.startsWith('storage: ') || !which) return;
  const token = { link: TOKEN_L1, 'another link': TOKEN }[which] ?? 'wrong';
  await tx.sql(`select set_config('request.headers', $1, true)`, [
    JSON.stringify({ 'x-request-token': token }),
  ]);
}

function read(subject: string) {
  const query = QUERIES[subject] ?? `select ${KEYS[subject] ?? 'id'} as a from public.${subject}`;
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
estimate_rates: insert               | x    | x      | x       | x      | x       | x        | x     | 23514
city_rules: insert                   | x    | x      | x       | x      | x       | x        | 1     | 1
city_rules: reword SA1               | x    | 0      | 0       | 0      | 0       | 0        | 1     | 1
city_rules: SA1 read in 2999          | x    | 0      | 0       | 0      | 0       | 0        | checked_on_invalid | checked_on_invalid
city_rules: delete SA1               | x    | 0      | 0       | 0      | 0       | 0        | 1     | 1
leads: complete L1                   | x    | status_refused | 0 | 1    | 1       | 0        | 1     | x
leads: complete L3                   | x    | status_refused | 0 | 0    | 0       | 0        | status_refused | x
leads: rename L1                     | x    | x      | x       | x      | x       | x        | x     | x
leads: insert                        | x    | x      | x       | x      | x       | x        | x     | x
leads: delete L1                     | x    | x      | x       | x      | x       | x        | x     | x
agreement_terms: insert own          | x    | x      | x       | x      | x       | x        | x     | 23505
notice_preferences: insert own       | x    | x      | x       | x      | x       | x        | x     | 23505
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
const pause = (time: string) =>
  `update public.artists set paused_until = date_trunc('month', now()) + ${time} where id = '${id('A1')}'`;
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
const DELETE_PHOTOS = `delete from storage.objects where bucket_id = 'lead-photos'`;
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
  'estimate_rates: insert': `insert into public.estimate_rates (id, spans, lift_above, lift_covers, checked_on, sources)
    select gen_random_uuid(), spans, lift_above, lift_covers, checked_on, sources from public.estimate_rates`,
  'city_rules: insert': `insert into public.city_rules (city_slug, title, body, source_name, source_url, checked_on, applies)
    values ('austin-tx', 'T', 'B', 'S', 'https://example.com', '2026-01-01', '{outside}')`,
  'city_rules: reword SA1': `update public.city_rules set title = 'Z' where id = '${SA1}'`,
  'city_rules: SA1 read in 2999': `update public.city_rules set checked_on = '2999-01-01' where id = '${SA1}'`,
  'city_rules: delete SA1': `delete from public.city_rules where id = '${SA1}'`,
  'cities: delete C1': `delete from public.cities where id = '${id('C1')}'`,
  'leads: complete L1': `update public.leads set status = 'completed' where id = '${id('L1')}'`,
  'leads: complete L3': `update public.leads set status = 'completed' where id = '${id('L3')}'`,
  'leads: rename L1': `update public.leads set name = 'Z' where id = '${id('L1')}'`,
  'leads: insert': `insert into public.leads (name, project_description) values ('Z', 'Something else')`,
  'leads: delete L1': `delete from public.leads where id = '${id('L1')}'`,
  'agreement_terms: insert own': `insert into public.agreement_terms (artist_id, terms) values ('${id('A1')}', '{}')`,
  'notice_preferences: insert own': `insert into public.notice_preferences (user_id) values (${ME}::uuid)`,
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
  'storage: picture of X1 by link': putPicture(pictureOf('X1', 1)),
  'storage: picture of X1 by another link': putPicture(pictureOf('X1', 1)),
  'storage: picture of X2': putPicture(pictureOf('X2', 0)),
  'storage: picture of X2 by link': putPicture(pictureOf('X2', 0)),
  'storage: one picture too many of X1': putPicture(pictureOf('X1', 2)),
  'storage: picture of V1': putOfReview('V1'),
  'storage: picture of V1 by link': putOfReview('V1'),
  'storage: picture of V1 by another link': putOfReview('V1'),
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
  'storage: photo of L1 by link': putPhoto(photoOf('L1', 1)),
  'storage: photo of L1 by another link': putPhoto(photoOf('L1', 1)),
  'storage: photo of L3': putPhoto(photoOf('L3', 1)),
  'storage: photo of L4': putPhoto(photoOf('L4', 5)),
  'storage: photo of L4, wrong claim': putPhoto(photoOf('L4', 1, 'x'.repeat(43))),
  'storage: photo of L4, deeper': putPhoto(photoOf('L4', '0/1')),
  'storage: seventh photo of L4': putPhoto(photoOf('L4', 6)),
  'storage: photo of no form': putPhoto(photoOf('L2', 0)),
  'storage: photo of no lead': putPhoto(photoOf('L9', 0, CLAIM)),
  'storage: photo of L4 twice': putPhoto(photoOf('L4', 0)),
  'storage: write over a photo': `${putPhoto(photoOf('L4', 0))} on conflict (bucket_id, name) do update set metadata = '{}'`,
  'storage: a photo elsewhere': `update storage.objects set name = 'elsewhere' where bucket_id = 'lead-photos'`,
  'storage: delete photos': DELETE_PHOTOS,
  'storage: delete photos by link': DELETE_PHOTOS,
  'storage: delete photos by a wrong link': DELETE_PHOTOS,
  'storage: delete O1': `delete from storage.objects where name = '${id('artist')}/a.jpg'`,
};

function write(subject: string) {
  const statement = STATEMENTS[subject];
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

/**
 * Who may call what. `ok` is an answer, `x` a refusal (42501), a word the product's own error code. What no API role
 * may call in `private` is found by its rights.
 */
export const CALLS = cells(`
call                        | anon | client | client2 | artist | artist2 | newcomer | admin | service
submit_lead                 | ok   | ok     | ok      | ok     | ok      | ok       | ok    | x
select_lead_artists         | ok   | ok     | ok      | ok     | ok      | ok       | ok    | x
select: wrong claim         | claim_refused | claim_refused | claim_refused | claim_refused | claim_refused | claim_refused | claim_refused | x
select: not offered         | artists_not_offered | artists_not_offered | artists_not_offered | artists_not_offered | artists_not_offered | artists_not_offered | artists_not_offered | x
set_lead_status L1          | x    | status_refused | status_refused | ok | ok | status_refused | ok | x
set_lead_status L2          | x    | status_refused | status_refused | ok | status_refused | status_refused | ok | x
set_lead_status L4          | x    | status_refused | status_refused | status_refused | status_refused | status_refused | status_refused | x
set_lead_status L5          | x    | status_refused | status_refused | status_refused | status_refused | status_refused | ok | x
set_lead_status read L1     | x    | status_refused | status_refused | ok | ok | status_refused | ok | x
set_lead_status read L2     | x    | status_refused | status_refused | changed_elsewhere | status_refused | status_refused | ok | x
set_lead_status read L5     | x    | status_refused | status_refused | status_refused | status_refused | status_refused | ok | x
track_request               | ok | ok | ok | ok | ok | ok | ok | x
add_request_artist          | ok | ok | ok | ok | ok | ok | ok | x
add_request_line            | ok | ok | ok | ok | ok | ok | ok | x
correct_request_contact     | ok | ok | ok | ok | ok | ok | ok | x
rotate_request_link         | ok | ok | ok | ok | ok | ok | ok | x
erase_request               | ok | ok | ok | ok | ok | ok | ok | x
renew_request_link          | ok | ok | ok | ok | ok | ok | ok | x
ask_artist_again            | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
track_request wrong         | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
add_request_artist wrong    | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
ask_artist_again wrong      | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
add_request_line wrong      | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
correct_request_contact wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
close_request wrong         | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
rotate_request_link wrong   | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
erase_request wrong         | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
track_request L1 | link_refused | ok | link_refused | link_refused | link_refused | link_refused | link_refused | x
add_request_artist L1 | link_refused | artists_not_offered | link_refused | link_refused | link_refused | link_refused | link_refused | x
ask_artist_again L1 | link_refused | move_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
add_request_line L1 | link_refused | ok | link_refused | link_refused | link_refused | link_refused | link_refused | x
correct_request_contact L1 | link_refused | ok | link_refused | link_refused | link_refused | link_refused | link_refused | x
rotate_request_link L1 | link_refused | ok | link_refused | link_refused | link_refused | link_refused | ok | x
erase_request L1 | link_refused | ok | link_refused | link_refused | link_refused | link_refused | link_refused | x
set_site_facts by link      | ok | ok | ok | ok | ok | ok | ok | x
set_site_facts wrong        | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
set_site_facts L1           | link_refused | ok | link_refused | link_refused | link_refused | link_refused | link_refused | x
send_code | invalid_input | invalid_input | invalid_input | invalid_input | invalid_input | invalid_input | invalid_input | x
send_code wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
enter_code | ok | ok | ok | ok | ok | ok | ok | x
enter_code wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
ask_address_change | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
ask_address_change wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
stop_address_change | ok | ok | ok | ok | ok | ok | ok | x
stop_address_change wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
stop_address_change L1 | link_refused | ok | link_refused | link_refused | link_refused | link_refused | link_refused | x
mail_request_link           | ok | ok | ok | ok | ok | ok | ok | x
mail_request_link wrong     | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
my_open_requests            | x | ok | ok | ok | ok | ok | ok | x
adopt_requests              | x | ok | ok | ok | ok | ok | ok | x
subscribe_newsletter | ok | ok | ok | ok | ok | ok | ok | x
confirm_newsletter | ok | ok | ok | ok | ok | ok | ok | x
confirm_newsletter wrong | newsletter_refused | newsletter_refused | newsletter_refused | newsletter_refused | newsletter_refused | newsletter_refused | newsletter_refused | x
admin_list_subscribers | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_newsletter | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
send_newsletter | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
send_message L1 A2 | not_allowed | ok | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
send_message L1 A1 | not_allowed | ok | not_allowed | ok | not_allowed | not_allowed | not_allowed | x
send_message by link | ok | ok | ok | ok | ok | ok | ok | x
send_message of another by link | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
send_message wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
read_conversation L1 A2 | not_allowed | ok | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
read_conversation L1 A1 | not_allowed | ok | not_allowed | ok | not_allowed | not_allowed | not_allowed | x
read_conversation by link | ok | ok | ok | ok | ok | ok | ok | x
read_conversation of another by link | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
read_conversation wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
mark_conversation_read L1 A2 | not_allowed | ok | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
mark_conversation_read L1 A1 | not_allowed | ok | not_allowed | ok | not_allowed | not_allowed | not_allowed | x
mark_conversation_read by link | ok | ok | ok | ok | ok | ok | ok | x
mark_conversation_read of another by link | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
mark_conversation_read wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
report_message X1 | not_allowed | not_allowed | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
report_message X2 | not_allowed | ok | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
report_message by link | ok | ok | ok | ok | ok | ok | ok | x
report_message wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
conversation_summaries | x | ok | ok | ok | ok | ok | ok | x
admin_read_conversation | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_dismiss_reports | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_read_conversation without reason | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
send_proposal | x | not_allowed | not_allowed | ok | ok | not_allowed | not_allowed | x
withdraw_proposal | x | not_allowed | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
accept_proposal | not_allowed | ok | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
accept_proposal by link | ok | ok | ok | ok | ok | ok | ok | x
accept_proposal wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
read_agreement | not_allowed | ok | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
read_agreement by link | ok | ok | ok | ok | ok | ok | ok | x
read_agreement wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
offer_agreement | x | not_allowed | not_allowed | move_refused | move_refused | not_allowed | not_allowed | x
take_back_agreement | x | not_allowed | not_allowed | move_refused | move_refused | not_allowed | not_allowed | x
ask_agreement_change | not_allowed | move_refused | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
ask_agreement_change by link | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
ask_agreement_change wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
sign_agreement | not_allowed | move_refused | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
sign_agreement by link | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
sign_agreement wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
end_agreement | not_allowed | move_refused | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
end_agreement by link | proof_required | proof_required | proof_required | proof_required | proof_required | proof_required | proof_required | x
end_agreement wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
send_agreement_code | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
send_agreement_code wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
save_agreement_terms | x | not_allowed | not_allowed | invalid_input | invalid_input | not_allowed | not_allowed | x
read_payments | not_allowed | ok | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
read_payments by link | ok | ok | ok | ok | ok | ok | ok | x
read_payments wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
read_sealed_jobs | ok | ok | ok | ok | ok | ok | ok | x
read_sealed_jobs L1 | link_refused | ok | link_refused | link_refused | link_refused | link_refused | link_refused | x
read_sealed_jobs by link | ok | ok | ok | ok | ok | ok | ok | x
read_sealed_jobs wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
move_payment | not_allowed | move_refused | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
move_payment by link | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
move_payment wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
report_payment | not_allowed | move_refused | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
report_payment by link | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
report_payment wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
decline_lead | x | not_allowed | not_allowed | ok | ok | not_allowed | not_allowed | x
call_off_job | not_allowed | move_refused | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
call_off_job by link | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
call_off_job wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
close_request | link_refused | ok | link_refused | link_refused | link_refused | link_refused | link_refused | x
close_request by link | ok | ok | ok | ok | ok | ok | ok | x
decline_proposal | not_allowed | ok | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
decline_proposal by link | ok | ok | ok | ok | ok | ok | ok | x
decline_proposal wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
ask_for_agreement | not_allowed | move_refused | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
ask_for_agreement by link | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
ask_for_agreement wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
skip_agreement | not_allowed | move_refused | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
skip_agreement by link | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
skip_agreement wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
read_job L1 A2 | not_allowed | ok | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
read_job by link | ok | ok | ok | ok | ok | ok | ok | x
read_job wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
send_message with a stage | not_allowed | invalid_input | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
diary_data L1 A2 | not_allowed | ok | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
diary_data by link | ok | ok | ok | ok | ok | ok | ok | x
diary_data wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
sketch_data L1 A2 | not_allowed | ok | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
sketch_data by link | ok | ok | ok | ok | ok | ok | ok | x
sketch_data wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
add_sketch_pin L1 A2 | not_allowed | move_refused | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
add_sketch_pin by link | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
add_sketch_pin wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
ask_sketch_changes L1 A2 | not_allowed | move_refused | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
ask_sketch_changes by link | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
ask_sketch_changes wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
approve_sketch L1 A2 | not_allowed | move_refused | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
approve_sketch by link | proof_required | proof_required | proof_required | proof_required | proof_required | proof_required | proof_required | x
approve_sketch wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
reopen_sketch L1 A2 | not_allowed | move_refused | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
reopen_sketch by link | proof_required | proof_required | proof_required | proof_required | proof_required | proof_required | proof_required | x
reopen_sketch wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
keep_sketch L1 A2 | not_allowed | move_refused | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
keep_sketch by link | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
keep_sketch wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
agree_sketch_round L1 A2 | not_allowed | move_refused | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
agree_sketch_round by link | proof_required | proof_required | proof_required | proof_required | proof_required | proof_required | proof_required | x
agree_sketch_round wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
add_sketch | x | not_allowed | not_allowed | move_refused | move_refused | not_allowed | not_allowed | x
offer_sketch_round | x | not_allowed | not_allowed | move_refused | move_refused | not_allowed | not_allowed | x
complete_request L1 | not_allowed | move_refused | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
complete_request L2 | not_allowed | not_allowed | ok | ok | not_allowed | not_allowed | not_allowed | x
dispute_completion L2 | not_allowed | not_allowed | ok | move_refused | not_allowed | not_allowed | not_allowed | x
undo_completion L2 | not_allowed | not_allowed | move_refused | ok | not_allowed | not_allowed | not_allowed | x
undo_completion by link | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
dispute_completion by link | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
submit_review L1 A2 | not_allowed | review_exists | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
submit_review L1 A1 | not_allowed | review_too_early | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
submit_review L2 A1 | not_allowed | not_allowed | ok | not_allowed | not_allowed | not_allowed | not_allowed | x
submit_review by link | review_too_early | review_too_early | review_too_early | review_too_early | review_too_early | review_too_early | review_too_early | x
submit_review wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
edit_review V1 | not_allowed | ok | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
edit_review V1 by link | ok | ok | ok | ok | ok | ok | ok | x
edit_review V3 | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
edit_review V3 by link | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
edit_review wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
set_review_pictures V1 | not_allowed | ok | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
set_review_pictures by link | ok | ok | ok | ok | ok | ok | ok | x
set_review_pictures of others | not_allowed | review_pictures_invalid | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
reply_to_review V1 | x | not_allowed | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
reply_to_review V2 | x | not_allowed | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
reply_to_review V3 | x | not_allowed | not_allowed | ok | not_allowed | not_allowed | not_allowed | x
hide_review | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
dispute_review V1 | x | not_allowed | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
dispute_review V3 | x | not_allowed | not_allowed | ok | not_allowed | not_allowed | not_allowed | x
show_review | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
conversation_review L1 A2 | not_allowed | ok | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
conversation_review by link | ok | ok | ok | ok | ok | ok | ok | x
conversation_review wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
import_murals | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
import_artists | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
imported_photos | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
show_imported_artists | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
invite_artist | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
invite_new_artists | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
my_papers | x | ok | ok | ok | ok | ok | ok | x
send_certificate | x | not_allowed | not_allowed | paper_missing | paper_missing | not_allowed | not_allowed | x
send_certificate again | x | not_allowed | not_allowed | ok | paper_missing | not_allowed | not_allowed | x
remove_paper | x | not_allowed | not_allowed | ok | ok | not_allowed | not_allowed | x
decide_paper | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_open_paper | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
agreed_papers L2 A1 | paper_refused | paper_refused | ok | paper_refused | paper_refused | paper_refused | paper_refused | x
agreed_papers by link | paper_refused | paper_refused | paper_refused | paper_refused | paper_refused | paper_refused | paper_refused | x
open_certificate L2 A1 | paper_refused | paper_refused | ok | paper_refused | paper_refused | paper_refused | paper_refused | x
open_certificate L1 A1 | paper_refused | paper_refused | paper_refused | paper_refused | paper_refused | paper_refused | paper_refused | x
open_certificate by link | paper_refused | paper_refused | paper_refused | paper_refused | paper_refused | paper_refused | paper_refused | x
decide_claim | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
claimable_page by slug | ok | ok | ok | ok | ok | ok | ok | x
claimable_page by link | ok | ok | ok | ok | ok | ok | ok | x
claimable_page wrong | page_link_refused | page_link_refused | page_link_refused | page_link_refused | page_link_refused | page_link_refused | page_link_refused | x
claim_artist private | x | artist_unknown | artist_unknown | artist_unknown | artist_unknown | artist_unknown | artist_unknown | x
claim_artist A2 | x | page_claimed | page_claimed | page_claimed | ok | page_claimed | page_claimed | x
confirm_claim | x | artist_account_needed | artist_account_needed | own_profile_exists | own_profile_exists | ok | artist_account_needed | x
confirm_claim wrong | x | page_link_refused | page_link_refused | page_link_refused | page_link_refused | page_link_refused | page_link_refused | x
delete_unclaimed_page | ok | ok | ok | ok | ok | ok | ok | x
delete_unclaimed_page wrong | page_link_refused | page_link_refused | page_link_refused | page_link_refused | page_link_refused | page_link_refused | page_link_refused | x
hide_mural | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
show_mural | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
feature_mural | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
give_mural | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_list_murals | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
page_pictures | ok | ok | ok | ok | ok | ok | ok | x
report_picture | ok | ok | ok | ok | ok | ok | ok | x
report_picture of another page | picture_gone | picture_gone | picture_gone | picture_gone | picture_gone | picture_gone | picture_gone | x
decide_picture_report | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_list_picture_reports | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_needs | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
dismiss_mail | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_request | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_person | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_suggestions | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_find_artists | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_request_cities | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
add_request_notes | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
delete_request_note | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
assign_requests | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
remind_artists | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
merge_requests | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
lease_imported_photos | x | x | x | x | x | x | x | ok
finish_imported_photo | x | x | x | x | x | x | x | ok
admin_list_reviews | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
finished_mural L2 | x | not_allowed | not_allowed | ok | not_allowed | not_allowed | not_allowed | x
finished_mural L1 | x | not_allowed | not_allowed | ok | ok | not_allowed | not_allowed | x
finished_mural of none | x | ok | ok | ok | ok | ok | ok | x
start_finished_mural L2 | x | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | not_allowed | x
start_finished_mural L1 | x | not_allowed | not_allowed | move_refused | move_refused | not_allowed | not_allowed | x
note_mural_picture | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
place_consent L2 | not_allowed | not_allowed | ok | not_allowed | not_allowed | not_allowed | not_allowed | x
place_consent by link | ok | ok | ok | ok | ok | ok | ok | x
place_consent wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
set_place_consent L2 | not_allowed | not_allowed | ok | not_allowed | not_allowed | not_allowed | not_allowed | x
set_place_consent by link | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
set_place_consent wrong | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
request_photos L1 | link_refused | ok | link_refused | ok | ok | link_refused | ok | x
request_photos L3 | link_refused | ok | link_refused | link_refused | link_refused | link_refused | ok | x
request_photos L4 | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | ok | x
request_photos by link | ok | ok | ok | ok | ok | ok | ok | x
request_photos by a wrong link | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
mark_request_seen L1           | x | not_allowed | not_allowed | ok | ok | not_allowed | not_allowed | x
mark_request_seen L4           | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
mark_request_seen L5           | x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
ensure_artist_profile       | x    | not_allowed | not_allowed | ok | ok    | ok       | not_allowed | x
save_artist_profile fields A1 | x  | profile_refused | profile_refused | ok | profile_refused | profile_refused | ok | x
save_artist_profile fields A2 | x  | profile_refused | profile_refused | profile_refused | ok | profile_refused | ok | x
save_artist_profile nothing A2 | x | profile_refused | profile_refused | profile_refused | ok | profile_refused | ok | x
save_mural M1               | x    | mural_refused | mural_refused | mural_refused | ok | mural_refused | ok | x
save_mural nothing M2       | x    | mural_refused | mural_refused | mural_refused | ok | mural_refused | ok | x
save_mural another artist   | x    | mural_refused | mural_refused | mural_refused | invalid_input | mural_refused | invalid_input | x
order_murals                | x    | ok     | ok      | ok     | ok      | ok       | ok    | x
delete_mural M1             | x    | mural_refused | mural_refused | mural_refused | ok | mural_refused | mural_refused | x
restore_mural M2            | x    | mural_refused | mural_refused | mural_refused | ok | mural_refused | mural_refused | x
restore_mural removed       | x    | mural_refused | mural_refused | ok | mural_refused | mural_refused | mural_refused | x
deleted_murals              | x    | ok     | ok      | ok     | ok      | ok       | ok    | x
private.deleted_murals      | x    | ok     | ok      | ok     | ok      | ok       | ok    | x
private.note_place M1       | x    | not_allowed | not_allowed | not_allowed | ok | not_allowed | ok | x
save_city fields            | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
save_city nothing           | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
save_city_rule fields       | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
save_city_rule nothing      | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
request_rules L1            | link_refused | ok | link_refused | ok | ok | link_refused | ok | x
request_rules L2            | link_refused | link_refused | ok | ok | link_refused | link_refused | ok | x
request_rules L4            | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | ok | x
request_rules L5            | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | ok | x
request_rules by link       | ok   | ok     | ok      | ok     | ok      | ok       | ok    | x
request_rules by a wrong link | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
private.request_rules       | link_refused | ok | link_refused | ok | ok | link_refused | ok | x
private.wall_conditions     | x    | ok     | ok      | ok     | ok      | ok       | ok    | ok
refresh_estimates           | x    | x      | x       | x      | x       | x        | x     | ok
my_request_artists             | x    | ok     | ok      | ok     | ok      | ok       | ok    | x
export_my_data              | x    | ok     | ok      | ok     | ok      | ok       | ok    | x
private.export_my_data      | x    | ok     | ok      | ok     | ok      | ok       | ok    | x
storage_room                | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | ok
private.storage_room        | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | ok
examine_setup               | x    | x      | x       | x      | x       | x        | x     | ok
operator_figures            | x    | x      | x       | x      | x       | x        | x     | ok
delete_my_account           | x    | ok     | ok      | ok     | ok      | ok       | last_admin | x
admin_overview              | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_requests_by_day          | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_list_users            | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_list_artists          | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_list_requests            | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_list_cities           | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_list_audit            | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_assign_request           | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_assign_request read      | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_release_request          | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
delete_held_requests           | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
keep_held_requests             | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_publishing            | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
request_publish             | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
admin_mails                 | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
resend_mail                 | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
lease_mails                 | x    | x      | x       | x      | x       | x        | x     | ok
run_chores                  | x    | x      | x       | x      | x       | x        | x     | ok
finish_mail                 | x    | x      | x       | x      | x       | x        | x     | ok
keep_mails                  | x    | x      | x       | x      | x       | x        | x     | ok
grant_admin                 | x    | x      | x       | x      | x       | x        | x     | ok
revoke_admin                | x    | x      | x       | x      | x       | x        | x     | ok
list_admins                 | x    | x      | x       | x      | x       | x        | x     | ok
read_site_changes           | x    | x      | x       | x      | x       | x        | x     | ok
finish_site_changes         | x    | x      | x       | x      | x       | x        | x     | ok
directory_checksum          | x    | x      | x       | x      | x       | x        | x     | ok
directory_writes            | x    | x      | x       | x      | x       | x        | x     | ok
end_pauses                  | x    | x      | x       | x      | x       | x        | x     | ok
remember_webhook            | x    | x      | x       | x      | x       | x        | x     | ok
start_publish_job           | x    | x      | x       | x      | x       | x        | x     | ok
finish_publish_job          | x    | x      | x       | x      | x       | x        | x     | ok
read_publish_requests       | x    | x      | x       | x      | x       | x        | x     | ok
finish_publish_request      | x    | x      | x       | x      | x       | x        | x     | ok
take_lease                  | x    | x      | x       | x      | x       | x        | x     | ok
end_lease                   | x    | x      | x       | x      | x       | x        | x     | ok
note_site_files             | x    | x      | x       | x      | x       | x        | x     | ok
read_site_log               | x    | x      | x       | x      | x       | x        | x     | ok
private.submit_lead         | ok   | ok     | ok      | ok     | ok      | ok       | ok    | x
private.known_city          | x | ok | ok | ok | ok | ok | ok | ok
private.write_profile A2    | x    | profile_refused | profile_refused | profile_refused | ok | profile_refused | ok | x
my_day                      | x    | not_allowed | not_allowed | ok | ok     | not_allowed | not_allowed | x
count_view                  | ok   | ok     | ok      | ok     | ok      | ok       | ok    | x
count_view of nobody        | ok   | ok     | ok      | ok     | ok      | ok       | ok    | x
private.delete_held_requests   | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
private.keep_held_requests     | x    | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
my_notices                  | x    | ok     | ok      | ok     | ok      | ok       | ok    | x
my_page_is_up               | x    | ok     | ok      | ok     | ok      | ok       | ok    | x
my_news                     | x    | ok     | ok      | ok     | ok      | ok       | ok    | x
mark_notices_read           | x    | ok     | ok      | ok     | ok      | ok       | ok    | x
set_notice_preference       | x    | ok     | ok      | ok     | ok      | ok       | ok    | x
unsubscribe                 | ok   | ok     | ok      | ok     | ok      | ok       | ok    | ok
unsubscribe wrong           | ok   | ok     | ok      | ok     | ok      | ok       | ok    | ok
`);

const lead = (key: string) =>
  `gen_random_uuid(), '${CLAIM}', 'Name', '${key}@example.com', '', 'Austin', 'A wall to paint', '', 'brick', 'abstract', '1k-5k'`;
/** What each call over a link takes after the token. */
const BY_LINK: Record<string, string> = {
  track_request: '',
  add_request_artist: `, '${id('A2')}'`,
  ask_artist_again: `, '${id('A1')}'`,
  add_request_line: `, 'One more thing'`,
  correct_request_contact: `, 'Name', 'a@example.com'`,
  erase_request: '',
  rotate_request_link: '',
  stop_address_change: '',
};
/** What each call about a conversation takes after the request and the artist. */
const IN_THREAD: Record<string, string> = {
  send_message: `p_body => 'Hello', p_key => gen_random_uuid()`,
  read_conversation: 'p_before => null',
  mark_conversation_read: 'p_position => 1000',
};
const inThread = (call: string, lead: string, artist: string, token?: string) =>
  `public.${call}('${id(lead)}', '${id(artist)}', ${IN_THREAD[call]}${token ? `, p_token => '${token}'` : ''})`;
const AGREEMENT = JSON.stringify(agreementDraftSchema.parse(agreementCase())).replaceAll("'", '');
const EXPRESSIONS: Record<string, string> = {
  read_agreement: `public.read_agreement('${id('L1')}', '${id('A2')}')`,
  'read_agreement by link': `public.read_agreement('${id('L1')}', '${id('A2')}', '${TOKEN_L1}')`,
  'read_agreement wrong': `public.read_agreement('${id('L1')}', '${id('A2')}', 'wrong')`,
  offer_agreement: `public.offer_agreement('${id('L1')}', '${AGREEMENT}', 0, gen_random_uuid())`,
  take_back_agreement: `public.take_back_agreement('${id('L1')}', 'x')`,
  ask_agreement_change: `public.ask_agreement_change('${id('L1')}', '${id('A2')}', 'x', 'More')`,
  'ask_agreement_change by link': `public.ask_agreement_change('${id('L1')}', '${id('A2')}', 'x', 'More', p_token => '${TOKEN_L1}')`,
  'ask_agreement_change wrong': `public.ask_agreement_change('${id('L1')}', '${id('A2')}', 'x', 'More', p_token => 'wrong')`,
  sign_agreement: `public.sign_agreement('${id('L1')}', '${id('A2')}', 'x', 'Name')`,
  'sign_agreement by link': `public.sign_agreement('${id('L1')}', '${id('A2')}', 'x', 'Name', p_token => '${TOKEN_L1}')`,
  'sign_agreement wrong': `public.sign_agreement('${id('L1')}', '${id('A2')}', 'x', 'Name', p_token => 'wrong')`,
  end_agreement: `public.end_agreement('${id('L1')}', '${id('A2')}', 'Sold')`,
  'end_agreement by link': `public.end_agreement('${id('L1')}', '${id('A2')}', 'Sold', p_token => '${TOKEN_L1}')`,
  'end_agreement wrong': `public.end_agreement('${id('L1')}', '${id('A2')}', 'Sold', p_token => 'wrong')`,
  send_agreement_code: `public.send_agreement_code('${id('L1')}', '${id('A2')}', 'x', '${TOKEN_L1}')`,
  'send_agreement_code wrong': `public.send_agreement_code('${id('L1')}', '${id('A2')}', 'x', 'wrong')`,
  save_agreement_terms: `public.save_agreement_terms('{}', '{}')`,
  read_payments: `public.read_payments('${id('L1')}', '${id('A2')}')`,
  'read_payments by link': `public.read_payments('${id('L1')}', '${id('A2')}', p_token => '${TOKEN_L1}')`,
  'read_payments wrong': `public.read_payments('${id('L1')}', '${id('A2')}', p_token => 'wrong')`,
  read_sealed_jobs: 'public.read_sealed_jobs()',
  'read_sealed_jobs L1': `public.read_sealed_jobs(p_lead => '${id('L1')}')`,
  'read_sealed_jobs by link': `public.read_sealed_jobs('${TOKEN_L1}')`,
  'read_sealed_jobs wrong': `public.read_sealed_jobs('wrong')`,
  move_payment: `public.move_payment('${id('L1')}', '${id('A2')}', '${id('P1')}', 'ask', gen_random_uuid())`,
  'move_payment by link': `public.move_payment('${id('L1')}', '${id('A2')}', '${id('P1')}', 'ask', gen_random_uuid(), p_token => '${TOKEN_L1}')`,
  'move_payment wrong': `public.move_payment('${id('L1')}', '${id('A2')}', '${id('P1')}', 'ask', gen_random_uuid(), p_token => 'wrong')`,
  report_payment: `public.report_payment('${id('L1')}', '${id('A2')}', '${id('P1')}', 5, 'Zelle', '2026-11-20', gen_random_uuid())`,
  'report_payment by link': `public.report_payment('${id('L1')}', '${id('A2')}', '${id('P1')}', 5, 'Zelle', '2026-11-20', gen_random_uuid(), p_token => '${TOKEN_L1}')`,
  'report_payment wrong': `public.report_payment('${id('L1')}', '${id('A2')}', '${id('P1')}', 5, 'Zelle', '2026-11-20', gen_random_uuid(), p_token => 'wrong')`,
  'finished_mural L1': `public.finished_mural('${id('L1')}')`,
  'finished_mural L2': `public.finished_mural('${id('L2')}')`,
  'finished_mural of none': `public.finished_mural(p_mural => gen_random_uuid())`,
  'start_finished_mural L1': `public.start_finished_mural('${id('L1')}')`,
  'start_finished_mural L2': `public.start_finished_mural('${id('L2')}')`,
  note_mural_picture: `public.note_mural_picture(gen_random_uuid(), '${upload('portfolio-images', 'artist', '1-0.webp')}', 'x')`,
  'place_consent L2': `public.place_consent('${id('L2')}', '${id('A1')}')`,
  'place_consent by link': `public.place_consent('${id('L1')}', '${id('A2')}', '${TOKEN_L1}')`,
  'place_consent wrong': `public.place_consent('${id('L1')}', '${id('A2')}', 'wrong')`,
  'set_place_consent L2': `public.set_place_consent('${id('L2')}', '${id('A1')}', true)`,
  'set_place_consent by link': `public.set_place_consent('${id('L1')}', '${id('A2')}', true, '${TOKEN_L1}')`,
  'set_place_consent wrong': `public.set_place_consent('${id('L1')}', '${id('A2')}', true, 'wrong')`,
  ...Object.fromEntries(
    Object.keys(IN_THREAD).flatMap((call) => [
      [`${call} L1 A2`, inThread(call, 'L1', 'A2')],
      [`${call} L1 A1`, inThread(call, 'L1', 'A1')],
      [`${call} by link`, inThread(call, 'L1', 'A2', TOKEN_L1)],
      [`${call} of another by link`, inThread(call, 'L2', 'A1', TOKEN_L1)],
      [`${call} wrong`, inThread(call, 'L1', 'A2', 'wrong')],
    ]),
  ),
  'report_message X1': `public.report_message('${id('X1')}')`,
  'report_message X2': `public.report_message('${id('X2')}')`,
  'report_message by link': `public.report_message('${id('X2')}', p_token => '${TOKEN_L1}')`,
  'report_message wrong': `public.report_message('${id('X2')}', p_token => 'wrong')`,
  conversation_summaries: `public.conversation_summaries(array['${id('L1')}']::uuid[])`,
  admin_read_conversation: `public.admin_read_conversation('${id('L1')}', '${id('A2')}', 'The client asked for help')`,
  'admin_read_conversation without reason': `public.admin_read_conversation('${id('L1')}', '${id('A2')}', 'because')`,
  admin_dismiss_reports: `public.admin_dismiss_reports('${id('L1')}', '${id('A2')}')`,
  send_proposal: `public.send_proposal('${id('L1')}', 900, null, current_date + 9, 3, null, current_date + 9, gen_random_uuid())`,
  withdraw_proposal: `public.withdraw_proposal('${id('P1')}')`,
  accept_proposal: `public.accept_proposal('${id('P1')}')`,
  'accept_proposal by link': `public.accept_proposal('${id('P1')}', '${TOKEN_L1}')`,
  'accept_proposal wrong': `public.accept_proposal('${id('P1')}', 'wrong')`,
  decline_lead: `public.decline_lead('${id('L1')}', 'Fully booked')`,
  call_off_job: `public.call_off_job('${id('L1')}', '${id('A2')}', 'Sold')`,
  'call_off_job by link': `public.call_off_job('${id('L1')}', '${id('A2')}', 'Sold', '${TOKEN_L1}')`,
  'call_off_job wrong': `public.call_off_job('${id('L1')}', '${id('A2')}', 'Sold', 'wrong')`,
  close_request: `public.close_request('${id('L1')}')`,
  'set_site_facts by link': `public.set_site_facts('{"owner": "mine"}', '${TOKEN_L1}')`,
  'set_site_facts wrong': `public.set_site_facts('{"owner": "mine"}', 'wrong')`,
  'set_site_facts L1': `public.set_site_facts('{"owner": "mine"}', p_lead => '${id('L1')}')`,
  'close_request by link': `public.close_request(p_token => '${TOKEN_L1}')`,
  'close_request wrong': `public.close_request(p_token => 'wrong')`,
  ...Object.fromEntries(
    (
      [
        ['L1 A2', 'L1', 'A2', null],
        ['L1 A1', 'L1', 'A1', null],
        ['L2 A1', 'L2', 'A1', null],
        ['by link', 'L1', 'A1', TOKEN_L1],
        ['wrong', 'L1', 'A2', CLAIM],
      ] as const
    ).map(([label, lead, artist, token]) => [
      `submit_review ${label}`,
      `public.submit_review('${id(lead)}', '${id(artist)}', 5, 'Painted in four days.', ${token ? `'${token}'` : 'null'})`,
    ]),
  ),
  ...Object.fromEntries(
    (
      [
        ['V1', 'V1', null],
        ['V1 by link', 'V1', TOKEN_L1],
        ['V3', 'V3', null],
        ['V3 by link', 'V3', TOKEN_L1],
        ['wrong', 'V1', CLAIM],
      ] as const
    ).map(([label, review, token]) => [
      `edit_review ${label}`,
      `public.edit_review('${id(review)}', 3, 'Painted in fourteen days.', 'Ana', '', ${token ? `'${token}'` : 'null'})`,
    ]),
  ),
  ...Object.fromEntries(
    (['V1', 'V2', 'V3'] as const).map((review) => [
      `reply_to_review ${review}`,
      `public.reply_to_review('${id(review)}', 'Thank you.')`,
    ]),
  ),
  'set_review_pictures V1': `public.set_review_pictures('${id('V1')}', '{}')`,
  'set_review_pictures by link': `public.set_review_pictures('${id('V1')}', '{}', '${TOKEN_L1}')`,
  'set_review_pictures of others': `public.set_review_pictures('${id('V1')}', array['${upload('portfolio-images', 'artist', '1-0.webp')}'])`,
  hide_review: `public.hide_review('${id('V1')}', 'It names a third person.')`,
  'dispute_review V1': `public.dispute_review('${id('V1')}', 'Not my wall')`,
  'dispute_review V3': `public.dispute_review('${id('V3')}', 'Not my wall')`,
  show_review: `public.show_review('${id('V2')}')`,
  'conversation_review L1 A2': `public.conversation_review('${id('L1')}', '${id('A2')}')`,
  'conversation_review by link': `public.conversation_review('${id('L1')}', '${id('A2')}', '${TOKEN_L1}')`,
  'conversation_review wrong': `public.conversation_review('${id('L1')}', '${id('A2')}', '${CLAIM}')`,
  import_murals: `public.import_murals('[{"line": 2, "title": "Wall"}]', true)`,
  import_artists: `public.import_artists('[{"line": 2, "name": "Ana"}]', true)`,
  imported_photos: `public.imported_photos('{ana}')`,
  show_imported_artists: `public.show_imported_artists('{ana}')`,
  lease_imported_photos: 'public.lease_imported_photos(1, 60)',
  finish_imported_photo: 'public.finish_imported_photo(1)',
  invite_artist: `public.invite_artist('${id('A4')}')`,
  invite_new_artists: 'public.invite_new_artists()',
  my_papers: 'public.my_papers()',
  send_certificate: `public.send_certificate('${id('X1')}', '${id('A1')}/${id('X1')}.pdf', 'Acme', 1000000, current_date + 90)`,
  'send_certificate again': `public.send_certificate('${id('PP')}', '${PAPER}', 'Acme', 1000000, current_date + 90)`,
  remove_paper: `public.remove_paper('${id('PP')}')`,
  decide_paper: `public.decide_paper('${id('PP')}', false, 'It has ended')`,
  admin_open_paper: `public.admin_open_paper('${id('PP')}')`,
  'agreed_papers L2 A1': `public.agreed_papers('${id('L2')}', '${id('A1')}')`,
  'agreed_papers by link': `public.agreed_papers('${id('L2')}', '${id('A1')}', '${TOKEN_L1}')`,
  'open_certificate L2 A1': `public.open_certificate('${id('L2')}', '${id('A1')}')`,
  'open_certificate L1 A1': `public.open_certificate('${id('L1')}', '${id('A1')}')`,
  'open_certificate by link': `public.open_certificate('${id('L2')}', '${id('A1')}', '${TOKEN_L1}')`,
  decide_claim: `public.decide_claim('${id('PC')}', true)`,
  'claimable_page by slug': `public.claimable_page('a4')`,
  'claimable_page by link': `public.claimable_page(null, '${TOKEN_PAGE}')`,
  'claimable_page wrong': `public.claimable_page(null, '${CLAIM}')`,
  'claim_artist private': `public.claim_artist('${id('A4')}')`,
  'claim_artist A2': `public.claim_artist('${id('A2')}')`,
  confirm_claim: `public.confirm_claim('${TOKEN_PAGE}')`,
  'confirm_claim wrong': `public.confirm_claim('${CLAIM}')`,
  delete_unclaimed_page: `public.delete_unclaimed_page('${TOKEN_PAGE}')`,
  'delete_unclaimed_page wrong': `public.delete_unclaimed_page('${CLAIM}')`,
  page_pictures: `public.page_pictures('/mural/m1')`,
  report_picture: `public.report_picture('${id('R9')}', '/mural/m1', '${upload('portfolio-images', 'artist2', 'm1.jpg')}', 'offensive')`,
  'report_picture of another page': `public.report_picture('${id('R9')}', '/mural/m2', '${upload('portfolio-images', 'artist2', 'm1.jpg')}', 'offensive')`,
  decide_picture_report: `public.decide_picture_report('${id('PR')}', 'dismiss')`,
  admin_list_picture_reports: 'public.admin_list_picture_reports()',
  admin_needs: 'public.admin_needs()',
  dismiss_mail: `public.dismiss_mail(${MAIL_SENT})`,
  admin_request: `public.admin_request('${id('L1')}')`,
  admin_person: `public.admin_person('${id('client')}')`,
  admin_suggestions: `public.admin_suggestions(array['${id('L4')}']::uuid[])`,
  admin_find_artists: `public.admin_find_artists('a')`,
  admin_request_cities: 'public.admin_request_cities()',
  add_request_notes: `public.add_request_notes(array['${id('L1')}']::uuid[], 'Called twice')`,
  delete_request_note: `public.delete_request_note('${id('LN')}')`,
  assign_requests: `public.assign_requests(array['${id('L4')}']::uuid[], '${id('A2')}')`,
  remind_artists: `public.remind_artists(array['${id('L1')}']::uuid[])`,
  merge_requests: `public.merge_requests('${id('L1')}', '${id('L3')}')`,
  hide_mural: `public.hide_mural('${id('M1')}', 'Not their wall')`,
  show_mural: `public.show_mural('${id('M1')}')`,
  feature_mural: `public.feature_mural('${id('M1')}', true)`,
  give_mural: `public.give_mural('${id('M1')}', '${id('A1')}')`,
  admin_list_murals: 'public.admin_list_murals()',
  admin_list_reviews: 'public.admin_list_reviews()',
  decline_proposal: `public.decline_proposal('${id('P1')}')`,
  'decline_proposal by link': `public.decline_proposal('${id('P1')}', '${TOKEN_L1}')`,
  'decline_proposal wrong': `public.decline_proposal('${id('P1')}', 'wrong')`,
  ask_for_agreement: `public.ask_for_agreement('${id('L1')}', '${id('A2')}')`,
  'ask_for_agreement by link': `public.ask_for_agreement('${id('L1')}', '${id('A2')}', '${TOKEN_L1}')`,
  'ask_for_agreement wrong': `public.ask_for_agreement('${id('L1')}', '${id('A2')}', 'wrong')`,
  skip_agreement: `public.skip_agreement('${id('L1')}', '${id('A2')}')`,
  'skip_agreement by link': `public.skip_agreement('${id('L1')}', '${id('A2')}', '${TOKEN_L1}')`,
  'skip_agreement wrong': `public.skip_agreement('${id('L1')}', '${id('A2')}', 'wrong')`,
  'read_job L1 A2': `public.read_job('${id('L1')}', '${id('A2')}')`,
  'read_job by link': `public.read_job('${id('L1')}', '${id('A2')}', '${TOKEN_L1}')`,
  'read_job wrong': `public.read_job('${id('L1')}', '${id('A2')}', 'wrong')`,
  'send_message with a stage': `public.send_message('${id('L1')}', '${id('A2')}', '', gen_random_uuid(), p_pictures => 1, p_stage => 'done')`,
  'diary_data L1 A2': `public.diary_data('${id('L1')}', '${id('A2')}')`,
  'diary_data by link': `public.diary_data('${id('L1')}', '${id('A2')}', p_token => '${TOKEN_L1}')`,
  'diary_data wrong': `public.diary_data('${id('L1')}', '${id('A2')}', p_token => 'wrong')`,
  'sketch_data L1 A2': `public.sketch_data('${id('L1')}', '${id('A2')}')`,
  'sketch_data by link': `public.sketch_data('${id('L1')}', '${id('A2')}', p_token => '${TOKEN_L1}')`,
  'sketch_data wrong': `public.sketch_data('${id('L1')}', '${id('A2')}', p_token => 'wrong')`,
  'add_sketch_pin L1 A2': `public.add_sketch_pin('${id('L1')}', '${id('A2')}', 1, 0.5, 0.5, 'Bluer', gen_random_uuid())`,
  'add_sketch_pin by link': `public.add_sketch_pin('${id('L1')}', '${id('A2')}', 1, 0.5, 0.5, 'Bluer', gen_random_uuid(), p_token => '${TOKEN_L1}')`,
  'add_sketch_pin wrong': `public.add_sketch_pin('${id('L1')}', '${id('A2')}', 1, 0.5, 0.5, 'Bluer', gen_random_uuid(), p_token => 'wrong')`,
  'ask_sketch_changes L1 A2': `public.ask_sketch_changes('${id('L1')}', '${id('A2')}', 1)`,
  'ask_sketch_changes by link': `public.ask_sketch_changes('${id('L1')}', '${id('A2')}', 1, p_token => '${TOKEN_L1}')`,
  'ask_sketch_changes wrong': `public.ask_sketch_changes('${id('L1')}', '${id('A2')}', 1, p_token => 'wrong')`,
  'approve_sketch L1 A2': `public.approve_sketch('${id('L1')}', '${id('A2')}', 1, 'x')`,
  'approve_sketch by link': `public.approve_sketch('${id('L1')}', '${id('A2')}', 1, 'x', p_token => '${TOKEN_L1}')`,
  'approve_sketch wrong': `public.approve_sketch('${id('L1')}', '${id('A2')}', 1, 'x', p_token => 'wrong')`,
  'reopen_sketch L1 A2': `public.reopen_sketch('${id('L1')}', '${id('A2')}')`,
  'reopen_sketch by link': `public.reopen_sketch('${id('L1')}', '${id('A2')}', p_token => '${TOKEN_L1}')`,
  'reopen_sketch wrong': `public.reopen_sketch('${id('L1')}', '${id('A2')}', p_token => 'wrong')`,
  'keep_sketch L1 A2': `public.keep_sketch('${id('L1')}', '${id('A2')}')`,
  'keep_sketch by link': `public.keep_sketch('${id('L1')}', '${id('A2')}', p_token => '${TOKEN_L1}')`,
  'keep_sketch wrong': `public.keep_sketch('${id('L1')}', '${id('A2')}', p_token => 'wrong')`,
  'agree_sketch_round L1 A2': `public.agree_sketch_round('${id('P1')}', '${id('L1')}', '${id('A2')}')`,
  'agree_sketch_round by link': `public.agree_sketch_round('${id('P1')}', '${id('L1')}', '${id('A2')}', p_token => '${TOKEN_L1}')`,
  'agree_sketch_round wrong': `public.agree_sketch_round('${id('P1')}', '${id('L1')}', '${id('A2')}', p_token => 'wrong')`,
  add_sketch: `public.add_sketch('${id('L1')}', repeat('0', 64), gen_random_uuid())`,
  offer_sketch_round: `public.offer_sketch_round('${id('L1')}', 100)`,
  'complete_request L1': `public.complete_request('${id('L1')}', '${id('A2')}')`,
  'complete_request L2': `public.complete_request('${id('L2')}', '${id('A1')}')`,
  'dispute_completion L2': `public.dispute_completion('${id('L2')}', '${id('A1')}')`,
  'undo_completion L2': `public.undo_completion('${id('L2')}', '${id('A1')}')`,
  'undo_completion by link': `public.undo_completion('${id('L1')}', '${id('A2')}', '${TOKEN_L1}')`,
  'dispute_completion by link': `public.dispute_completion('${id('L1')}', '${id('A2')}', '${TOKEN_L1}')`,
  count_view: `public.count_view('artist', 'a2')`,
  'count_view of nobody': `public.count_view('artist', 'nobody')`,
  'private.delete_held_requests': 'private.delete_held_requests(null)',
  'private.keep_held_requests': `private.keep_held_requests(array['${id('L3')}']::uuid[])`,
  'request_photos L1': `public.request_photos('${id('L1')}')`,
  'request_photos L3': `public.request_photos('${id('L3')}')`,
  'request_photos L4': `public.request_photos('${id('L4')}')`,
  'request_photos by link': `public.request_photos(null, '${TOKEN_L1}')`,
  'request_photos by a wrong link': `public.request_photos('${id('L1')}', 'wrong')`,
  submit_lead: `public.submit_lead(${lead('a')})`,
  select_lead_artists: `public.select_lead_artists('${id('L4')}', '${CLAIM}', array['${id('A2')}']::uuid[])`,
  'select: wrong claim': `public.select_lead_artists('${id('L4')}', 'x', array['${id('A2')}']::uuid[])`,
  'select: not offered': `public.select_lead_artists('${id('L4')}', '${CLAIM}', array['${id('A1')}']::uuid[])`,
  ...Object.fromEntries(
    [TOKEN, 'wrong'].flatMap((token) =>
      Object.entries(BY_LINK).map(([call, rest]) => [
        token === TOKEN ? call : `${call} wrong`,
        `public.${call}('${token}'${rest})`,
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(BY_LINK).map(([call, rest]) => [
      `${call} L1`,
      `public.${call}(null${rest}, p_lead => '${id('L1')}')`,
    ]),
  ),
  subscribe_newsletter: `public.subscribe_newsletter('new@example.com')`,
  confirm_newsletter: `public.confirm_newsletter('${TOKEN}')`,
  'confirm_newsletter wrong': `public.confirm_newsletter('wrong')`,
  send_newsletter: `public.send_newsletter(gen_random_uuid(), 'News', p_artists => array['${id('A2')}']::uuid[])`,
  send_code: `public.send_code('${TOKEN}', 'track_request')`,
  'send_code wrong': `public.send_code('wrong', 'erase_request')`,
  enter_code: `public.enter_code('${TOKEN}', '123456')`,
  'enter_code wrong': `public.enter_code('wrong', '123456')`,
  ask_address_change: `public.ask_address_change('${TOKEN}', 'new@example.com')`,
  'ask_address_change wrong': `public.ask_address_change('wrong', 'new@example.com')`,
  mail_request_link: `public.mail_request_link('${TOKEN}')`,
  'mail_request_link wrong': `public.mail_request_link('wrong')`,
  renew_request_link: `public.renew_request_link('who@example.com')`,
  ...Object.fromEntries(
    ['L1', 'L4', 'L5'].map((label) => [
      `mark_request_seen ${label}`,
      `public.mark_request_seen('${id(label)}')`,
    ]),
  ),
  'save_mural M1': `public.save_mural('${id('M1')}', '{"credit": "Ana"}', '{"credit": null}')`,
  'save_mural nothing M2': `public.save_mural('${id('M2')}', '{}', '{}')`,
  'save_mural another artist': `public.save_mural('${id('M1')}', '{"artist_id": "${id('A1')}"}', '{"artist_id": "${id('A2')}"}')`,
  order_murals: `public.order_murals(array['${id('M2')}', '${id('M1')}']::uuid[])`,
  'delete_mural M1': `public.delete_mural('${id('M1')}')`,
  'restore_mural M2': `public.restore_mural('${id('M2')}')`,
  'restore_mural removed': `public.restore_mural('${id('M4')}')`,
  deleted_murals: 'public.deleted_murals()',
  'private.deleted_murals': 'private.deleted_murals()',
  'private.note_place M1': `private.note_place('${id('M1')}', 'Here')`,
  ...Object.fromEntries(
    ['A1', 'A2'].map((artist) => [
      `save_artist_profile fields ${artist}`,
      `public.save_artist_profile('${id(artist)}', p_changes => '{"phone": "2"}', p_read => '{"phone": "1"}')`,
    ]),
  ),
  'save_artist_profile nothing A2': `public.save_artist_profile('${id('A2')}', p_changes => '{}', p_read => '{}')`,
  'save_city fields': `public.save_city('${id('C1')}', '{"featured": true}', '{"featured": false}')`,
  'save_city_rule fields': `public.save_city_rule('${SA1}', '{"title": "Z"}', (select jsonb_build_object('title', r.title) from public.city_rules r where r.id = '${SA1}'))`,
  'save_city_rule nothing': `public.save_city_rule('${SA1}', '{}', '{}')`,
  ...Object.fromEntries(
    ['L1', 'L2', 'L4', 'L5'].map((label) => [
      `request_rules ${label}`,
      `public.request_rules('${id(label)}')`,
    ]),
  ),
  'request_rules by link': `public.request_rules(p_token => '${TOKEN_L1}')`,
  'request_rules by a wrong link': `public.request_rules(p_token => 'wrong')`,
  'private.request_rules': `private.request_rules('${id('L1')}', null)`,
  'private.wall_conditions': 'private.wall_conditions()',
  refresh_estimates: 'public.refresh_estimates()',
  'save_city nothing': `public.save_city('${id('C1')}', '{}', '{}')`,
  'admin_assign_request read': `public.admin_assign_request('${id('L4')}', array['${id('A2')}']::uuid[], '{}')`,
  admin_assign_request: `public.admin_assign_request('${id('L4')}', array['${id('A2')}']::uuid[])`,
  admin_release_request: `public.admin_release_request('${id('L3')}')`,
  delete_held_requests: 'public.delete_held_requests()',
  keep_held_requests: `public.keep_held_requests(array['${id('L3')}']::uuid[])`,
  request_publish: `public.request_publish('rebuild')`,
  resend_mail: `public.resend_mail(${MAIL_SENT})`,
  lease_mails: 'public.lease_mails(1, 60)',
  run_chores: 'public.run_chores()',
  finish_mail: 'public.finish_mail(1, true)',
  keep_mails: 'public.keep_mails(array[1::bigint], 60)',
  grant_admin: `public.grant_admin('client@example.com')`,
  revoke_admin: `public.revoke_admin('admin@example.com')`,
  finish_site_changes: `public.finish_site_changes('{1}')`,
  remember_webhook: `public.remember_webhook('w1')`,
  start_publish_job: `public.start_publish_job('full')`,
  finish_publish_job: `public.finish_publish_job(gen_random_uuid(), true)`,
  finish_publish_request: `public.finish_publish_request(1)`,
  take_lease: `public.take_lease('publish', 'a', 9)`,
  end_lease: `public.end_lease('publish', 'a')`,
  note_site_files: `public.note_site_files('a', '{index.html}')`,
  read_site_log: 'public.read_site_log(null)',
  'private.submit_lead': `private.submit_lead(${lead('b')}, null, '', null)`,
  'private.known_city': `private.known_city('Seguin', 'TX')`,
  'private.write_profile A2': `private.write_profile((select a from public.artists a where a.id = '${id('A2')}'), '{"bio": "x"}')`,
  set_notice_preference: `public.set_notice_preference('leads', 'here')`,
  unsubscribe: `public.unsubscribe('${UNSUBSCRIBE}')`,
  'unsubscribe wrong': `public.unsubscribe('wrong')`,
  'private.export_my_data': 'private.export_my_data()',
  storage_room: 'public.storage_room()',
  'private.storage_room': 'private.storage_room()',
  examine_setup: `public.examine_setup('msg', 1, '{}')`,
  operator_figures: 'public.operator_figures()',
};

function invoke(subject: string) {
  const [, read, status] = /^set_lead_status (read )?(L\d)$/.exec(subject) ?? [];
  const expression =
    EXPRESSIONS[subject] ??
    (status
      ? `public.set_lead_status('${id(status)}', ${read ? "'in_review', 'new'" : "'completed'"})`
      : subject.startsWith('private.')
        ? subject
        : `public.${subject}()`);
  return async (tx: Queryable) => {
    // Since PostgreSQL 16 a query in brackets needs no name.
    await tx.sql(`select * from ${expression} as answer`);
    return 'ok';
  };
}

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
