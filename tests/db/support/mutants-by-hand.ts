import type { Mutant } from './mutants.ts';

/** What no rule makes: wrong answers of functions that find out whom or what something belongs to, and lost bounds. */
const BY_HAND: [name: string, sql: string, ...about: string[]][] = [
  [
    'a pause may end on any day',
    'alter table public.artists drop constraint artists_paused_until_check',
    'artists: pause',
  ],
  [
    'there may be two rows of rates',
    'alter table public.estimate_rates drop constraint estimate_rates_id_check',
    'estimate_rates',
  ],
  [
    'a script may be a web address',
    answer('private.web_address(p_text text) returns text', 'select p_text'),
    'artists',
  ],
  [
    'any address is an own upload',
    answer(
      'private.media_url_ok(p_url text, p_bucket text, p_owner uuid) returns boolean',
      'select true',
    ),
    'artists',
  ],
  [
    'any token opens a request',
    answer(
      'private.request_of_link(p_token text) returns uuid',
      'select lead_id from private.request_links',
    ),
    'track_request',
  ],
  [
    'any header opens the pictures of a request',
    answer(
      'private.request_by_token(p_token text) returns uuid',
      'select k.lead_id from private.request_links k where p_token is not null order by k.token_hash = private.token_hash(p_token) limit 1',
    ),
    'storage: by',
  ],
  [
    'a request is opened by its id alone',
    answer(
      'private.own_request(p_token text, p_lead uuid) returns uuid',
      'select coalesce(p_lead, private.request_of_link(p_token))',
    ),
    'track_request L1',
  ],
  [
    'nobody opens their own request',
    answer(
      'private.own_request(p_token text, p_lead uuid) returns uuid',
      'select private.request_of_link(p_token)',
    ),
    'track_request L1',
  ],
  [
    'a link opens the conversations of another request',
    answer(
      'private.conversation_side(p_lead uuid, p_artist uuid, p_token text) returns text',
      `select case when private.request_of_link(p_token) is not null then 'client' end`,
    ),
    'send_message',
  ],
  [
    'everybody takes part in every conversation',
    answer(
      'private.own_conversations() returns table (lead_id uuid, artist_id uuid, side text, reported boolean)',
      `select a.lead_id, a.artist_id, 'client', false from public.lead_assignments a`,
    ),
    'lead_messages',
  ],
  [
    'an artist edits what a client wrote',
    answer(
      'private.my_review(p_review uuid, p_side text, p_token text) returns public.reviews',
      'select * from public.reviews where id = p_review',
    ),
    'edit_review',
  ],
  [
    'either side adds pictures to the messages of the other',
    answer(
      'private.may_add_picture(p_bucket text, p_name text) returns boolean',
      `select exists (select from private.conversations_i_read() t where p_name like concat(t.lead_id, '/', t.artist_id, '/%'))`,
    ),
    'storage: picture',
  ],
  [
    'photos of walls are added without the claim',
    answer(
      'private.request_of_photo(p_name text) returns uuid',
      `select l.id from public.lead_records l where l.id::text = split_part(p_name, '/', 1)`,
    ),
    'storage: photo',
  ],
  [
    'photos of walls are named to anybody',
    answer('private.request_of_photos(p_lead uuid, p_token text) returns uuid', 'select p_lead'),
    'request_photos',
  ],
  [
    'a job that nobody was chosen for has a diary',
    answer('private.is_chosen(p_lead uuid, p_artist uuid) returns boolean', 'select true'),
    'send_message with a stage',
  ],
  [
    'a mural is made of a wall that is not painted',
    answer('private.is_wall_finished(p_lead uuid, p_artist uuid) returns boolean', 'select true'),
    'start_finished_mural',
  ],
  [
    'any token hands a page over',
    answer(
      'private.artist_of_claim_link(p_token text) returns uuid',
      'select artist_id from private.claim_links',
    ),
    'confirm_claim wrong',
  ],
  [
    'what nobody sees can be reported',
    answer(
      'private.pictures_of_page(p_page text) returns table (url text, artist_id uuid, mural_id uuid, review_id uuid)',
      'select image_url, artist_id, id, null::uuid from public.murals',
    ),
    'report_picture of another page',
  ],
  [
    'an export shows who asks while a lead is new',
    `update private.export_parts set query = replace(query, 'requests_whose_contact_i_see', 'requests_assigned_to_me')`,
    'export: leads',
  ],
  [
    'an export holds leads that are held',
    `update private.export_parts set query = replace(query, ' and l.id in (select private.requests_assigned_to_me())', '')`,
    'export: leads',
  ],
];

function answer(signature: string, body: string): string {
  return `create or replace function ${signature} language sql security definer as $$ ${body} $$`;
}

export const byHand: Mutant[] = BY_HAND.map(([name, sql, ...about]) => ({ name, sql, about }));
