/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { violations } from './support/access.ts';
import { scratch } from './support/actors.ts';
import { createWorld } from './support/world.ts';

/** A defence taken away, and the part of the access tables that has to notice. */
const MUTANTS: [string, string, ...string[]][] = [
  [
    'artists_select_anon lets everything through',
    'alter policy artists_select_anon on public.artists using (true)',
    'artists',
  ],
  [
    'artists_select lets everything through',
    'alter policy artists_select on public.artists using (true)',
    'artists',
  ],
  [
    'artists_select forgets admins',
    'alter policy artists_select on public.artists using (public_visible or user_id = (select auth.uid()))',
    'artists',
  ],
  [
    'artists_insert asks for nothing',
    'alter policy artists_insert on public.artists with check (true)',
    'artists',
  ],
  [
    'artists_insert forgets the role',
    'alter policy artists_insert on public.artists with check (user_id = (select auth.uid()))',
    'artists',
  ],
  [
    'artists_update lets everybody in',
    'alter policy artists_update on public.artists using (true) with check (true)',
    'artists',
  ],
  [
    'artists without a guard',
    'alter table public.artists disable trigger artists_2_guard',
    'artists',
  ],
  [
    'a pause may be as long as one likes',
    'alter table public.artists disable trigger artists_3_pause',
    'artists: pause',
  ],
  [
    'artists.paused_until may not be written',
    'revoke update (paused_until) on public.artists from authenticated',
    'artists: pause',
  ],
  [
    'a pause may end on any day',
    'alter table public.artists drop constraint artists_paused_until_check',
    'artists: pause',
  ],
  [
    'anybody ends pauses that are over',
    'grant execute on function public.end_pauses(), private.takes_requests(date) to authenticated',
    'end_pauses',
  ],
  [
    'artists.average_rating may be written',
    'grant update (average_rating) on public.artists to authenticated',
    'artists',
  ],
  [
    'anybody reads whose pages are looked at',
    'grant select on private.artist_views to authenticated',
    'private.artist_views',
  ],
  [
    'everybody takes along whose pages are looked at',
    "update private.export_parts set query = 'select to_jsonb(v) from private.artist_views v' where part = 'views'",
    'export: views',
  ],
  [
    'everybody has a day',
    'grant execute on function public.my_day(date), private.my_day(date) to anon',
    'my_day',
  ],
  [
    'anybody asks for the numbers of an artist',
    'grant execute on function private.artist_needs(uuid), private.artist_month(uuid, date), private.artist_looks(uuid, date) to authenticated',
    'private.artist_',
  ],
  [
    'visitors are refused where views are counted',
    'revoke execute on function public.count_view(text, text, int, int) from anon',
    'count_view',
  ],
  [
    'artists write themselves how they work',
    'grant update (answer_hours, walls_painted, replied_count, asked_count) on public.artists to authenticated',
    'artists: trust',
  ],
  [
    'anybody counts how an artist works',
    'grant execute on function private.artist_facts(uuid[]), private.count_facts(uuid[]) to anon, authenticated',
    'private.',
  ],
  [
    'artists.slug may be rewritten',
    'grant update (slug) on public.artists to authenticated',
    'artists',
  ],
  [
    'artists.user_id may be rewritten',
    'grant update (user_id) on public.artists to authenticated',
    'artists',
  ],
  [
    'artist_contacts are open',
    'alter policy artist_contacts_select on public.artist_contacts using (true)',
    'artist_contacts',
  ],
  [
    'artist_contacts may be changed by all',
    'alter policy artist_contacts_update on public.artist_contacts using (true) with check (true)',
    'artist_contacts',
  ],
  [
    'artist_contacts are granted to anon',
    'grant select on public.artist_contacts to anon',
    'artist_contacts',
  ],
  [
    'murals_select_anon lets everything through',
    'alter policy murals_select_anon on public.murals using (true)',
    'murals',
  ],
  [
    'murals_select lets everything through',
    'alter policy murals_select on public.murals using (true)',
    'murals',
  ],
  ...(
    [
      ['insert', 'with check (true)'],
      ['update', 'using (true) with check (true)'],
      ['delete', 'using (true)'],
    ] as const
  ).map(
    ([command, policy]) =>
      [
        `murals of others: ${command}`,
        `alter policy murals_${command} on public.murals ${policy}`,
        'murals',
      ] as [string, string, ...string[]],
  ),
  [
    'murals forget their owner',
    'alter policy murals_select on public.murals using (public_visible or (select private.is_admin()))',
    'murals',
  ],
  ...['slug', 'featured', 'artist_id', 'hidden_at, hidden_reason'].map(
    (column) =>
      [
        `murals.${column} may be written`,
        `grant update (${column}), insert (${column}) on public.murals to authenticated`,
        'murals',
      ] as [string, string, ...string[]],
  ),
  [
    'murals are not guarded',
    'drop trigger murals_2_guard on public.murals',
    'murals: foreign',
    'murals: publish',
    'murals: 13',
  ],
  [
    'anybody brings back a removed mural',
    'grant select on private.removed_murals to authenticated; alter table private.removed_murals disable row level security',
    'private.removed',
  ],
  [
    'anybody notes where a wall is',
    `create or replace function private.note_place(p_mural uuid, p_place text) returns void language sql as 'select'`,
    'private.note_place',
  ],
  [
    'mural_redirects show those of drafts',
    'alter policy mural_redirects_select on public.mural_redirects using (true)',
    'mural_redirects',
  ],
  [
    'mural_redirects may be written',
    'grant insert, update, delete on public.mural_redirects to authenticated',
    'mural_redirects',
  ],
  [
    'rates of estimates may be written',
    'grant insert, update, delete on public.estimate_rates to authenticated; create policy zz on public.estimate_rates for all to authenticated using (true) with check (true)',
    'estimate_rates',
  ],
  [
    'rates of estimates are read by nobody',
    'drop policy estimate_rates_select on public.estimate_rates',
    'estimate_rates',
  ],
  [
    'there may be two rows of rates',
    'alter table public.estimate_rates drop constraint estimate_rates_id_check',
    'estimate_rates',
  ],
  [
    'anybody saves the rates of estimates',
    'create or replace function private.save_estimate_rates(p_changes jsonb, p_read jsonb) returns jsonb language sql as $$ select $1 $$',
    'save_estimate_rates',
  ],
  [
    'everybody reads single prices of walls',
    'grant select on private.wall_prices to authenticated; alter table private.wall_prices disable row level security',
    'private.wall_prices',
  ],
  [
    'anybody asks for what accepted proposals say',
    'grant execute on function private.kinds_of_walls() to authenticated',
    'private.kinds_of_walls',
  ],
  [
    'cities may be changed by all',
    'alter policy cities_update on public.cities using (true) with check (true)',
    'cities',
  ],
  [
    'cities may be made by all',
    'alter policy cities_insert on public.cities with check (true)',
    'cities',
  ],
  [
    'cities may be deleted by all',
    'alter policy cities_delete on public.cities using (true)',
    'cities',
  ],
  [
    'user_roles are open',
    'alter policy user_roles_select on public.user_roles using (true)',
    'user_roles',
  ],
  ['user_roles may be written', 'grant update on public.user_roles to authenticated', 'user_roles'],
  [
    'lead_records are open',
    'alter policy lead_records_select on public.lead_records using (true)',
    'lead_records',
  ],
  [
    'lead_records forget their owner',
    'alter policy lead_records_select on public.lead_records using ((select private.is_admin()) or id in (select private.leads_assigned_to_me()))',
    'lead_records',
  ],
  [
    'lead_contacts are open',
    'alter policy lead_contacts_select on public.lead_contacts using (true)',
    'lead',
  ],
  [
    'lead_contacts show themselves while new',
    'alter policy lead_contacts_select on public.lead_contacts using (lead_id in (select private.leads_assigned_to_me()))',
    'lead',
  ],
  [
    'lead_assignments are open',
    'alter policy lead_assignments_select on public.lead_assignments using (true)',
    'lead',
  ],
  [
    'held_reason may be read',
    'grant select (held_reason) on public.lead_records to authenticated',
    'leads',
  ],
  [
    'leads run with the rights of their owner',
    'alter view public.leads set (security_invoker = false)',
    'leads',
  ],
  ['leads may be renamed', 'grant update on public.leads to authenticated', 'leads: rename'],
  [
    'everybody is an admin',
    `create or replace function private.is_admin() returns boolean language sql stable as 'select true'`,
    'artists',
    'admin_',
  ],
  [
    'nobody is an admin',
    `create or replace function private.is_admin() returns boolean language sql stable as 'select false'`,
    'artists',
    'admin_',
  ],
  [
    'require_admin lets everybody pass',
    `create or replace function private.require_admin() returns void language sql as ''`,
    'admin_',
  ],
  [
    'media may be put anywhere',
    'alter policy media_insert on storage.objects with check (true)',
    'storage',
  ],
  [
    'media may be moved anywhere',
    'alter policy media_update on storage.objects using (true) with check (true)',
    'storage',
  ],
  [
    'media may be moved into any folder',
    'alter policy media_update on storage.objects with check (true)',
    'storage',
  ],
  [
    'media may be deleted by all',
    'alter policy media_delete on storage.objects using (true)',
    'storage',
  ],
  [
    'media may be listed by all',
    'alter policy media_select on storage.objects using (true)',
    'storage',
  ],
  [
    'an empty profile may be published',
    'drop trigger artists_3_ready on public.artists',
    'artists',
  ],
  [
    'a script may be a web address',
    `create or replace function private.web_address(p_text text) returns text language sql immutable as 'select p_text'`,
    'artists',
  ],
  [
    'any address is an own upload',
    `create or replace function private.media_url_ok(p_url text, p_bucket text, p_owner uuid) returns boolean language sql as 'select true'`,
    'artists',
  ],
  [
    "operators' functions are open",
    'grant execute on function public.grant_admin(text), private.set_admin(text, boolean) to authenticated',
    'grant_admin',
  ],
  [
    'the limits of others may be used up',
    'grant execute on function private.hit(text, text, bigint, interval), private.lead_hold() to anon',
    'private.',
  ],
  [
    'what all may do together may be used up',
    'grant execute on function private.take_of_total(text, bigint, interval) to anon',
    'private.take',
  ],
  [
    'a profile is saved with the rights of its owner',
    'alter function private.save_artist_profile(uuid, jsonb, jsonb) security definer',
    'save_artist_profile',
  ],
  [
    'the fields of a profile are written with the rights of the owner of the function',
    'alter function private.write_profile(public.artists, jsonb) security definer',
    'private.write_profile',
  ],
  [
    'the rules of the profile form may be rewritten',
    'grant all on private.profile_rules to authenticated; alter table private.profile_rules disable row level security',
    'private.profile_rules',
  ],
  [
    'a city is saved with the rights of its owner',
    'alter function private.save_city(uuid, jsonb, jsonb) security definer',
    'save_city',
  ],
  [
    'what was read is not compared',
    'create or replace function private.set_lead_status(p_lead uuid, p_status text, p_read text) returns text language sql as $$ select private.set_lead_status(p_lead, p_status) $$',
    'set_lead_status read',
  ],
  [
    'a lead is assigned by anybody who knows who has it',
    'create or replace function private.admin_assign_lead(p_lead uuid, p_artists uuid[], p_read uuid[]) returns jsonb language sql as $$ select jsonb_build_object() $$',
    'admin_assign_lead',
  ],
  [
    'the outbox is open',
    'grant execute on function public.read_site_changes(int) to authenticated; grant select on private.site_changes to authenticated',
    'read_site',
  ],
  [
    'what the database holds is told to everybody',
    'grant execute on function public.directory_checksum() to anon, authenticated',
    'directory_checksum',
  ],
  [
    'what needs an admin is shown to everybody',
    'create or replace function private.admin_needs(p_rows int) returns jsonb language sql as $$ select jsonb_build_object() $$',
    'admin_needs',
  ],
  [
    'any lead is read whole by everybody',
    'create or replace function private.admin_lead(p_lead uuid) returns jsonb language sql as $$ select jsonb_build_object() $$',
    'admin_lead',
  ],
  [
    'addresses of artists are found by everybody',
    'create or replace function private.admin_find_artists(p_search text, p_limit int) returns jsonb language sql as $$ select jsonb_build_object() $$',
    'admin_find_artists',
  ],
  [
    'the cities of requests are told to everybody',
    'create or replace function private.admin_lead_cities() returns jsonb language sql as $$ select jsonb_build_object() $$',
    'admin_lead_cities',
  ],
  [
    'failed mails are settled by anybody',
    'create or replace function private.settle_mail(p_id bigint) returns void language sql as $$ select $$',
    'settle_mail',
  ],
  [
    'what is done with chosen requests asks for nothing',
    `create or replace function private.chosen_leads(p_leads uuid[]) returns uuid[] language sql as $$ select p_leads $$`,
    'note_leads',
    'remind_leads',
  ],
  [
    'requests are given away by anybody',
    'create or replace function private.assign_leads(p_leads uuid[], p_artist uuid) returns jsonb language sql as $$ select jsonb_build_object() $$',
    'assign_leads',
  ],
  [
    'notes are removed by anybody',
    'create or replace function private.remove_lead_note(p_note uuid) returns void language sql as $$ select $$',
    'remove_lead_note',
  ],
  [
    'requests are merged by anybody',
    'create or replace function private.merge_leads(p_keep uuid, p_double uuid) returns jsonb language sql as $$ select jsonb_build_object() $$',
    'merge_leads',
  ],
  [
    'what admins note may be read',
    'grant select on private.lead_notes to authenticated; alter table private.lead_notes disable row level security',
    'private.lead_notes',
  ],
  [
    'what requests wait for may be read',
    'grant select on private.lead_needs, private.lead_progress to authenticated; grant execute on function private.clock() to authenticated',
    'private.lead_needs',
    'private.lead_progress',
  ],
  [
    'a double is closed by anybody',
    'grant execute on function private.close_double(uuid) to authenticated',
    'private.close_double',
  ],
  [
    'artists and who suits a request are told by their parts',
    'grant execute on function private.artist_card(uuid), private.suggestions_for(uuid), private.needs_requests(int, timestamptz), private.lead_doubles(uuid), private.request_by_itself(uuid) to anon, authenticated',
    'private.artist_card',
    'private.suggestions_for',
    'private.needs_requests',
    'private.lead_doubles',
    'private.request_by_itself',
  ],
  [
    'mails are leased by anybody',
    'grant execute on function public.lease_mails(int, int), private.lease_mails(int, int), private.write_reminders(), private.forget_unconfirmed(), private.expire_assignments(), private.count_due_facts(), private.forget_views(), private.forget_removed_murals(), private.forget_reporters(), private.forget_held_leads() to anon, authenticated',
    'lease_mails',
  ],
  [
    'anybody notes what became of mails',
    'grant execute on function public.finish_mail(bigint, boolean, text, boolean), private.finish_mail(bigint, boolean, text, boolean) to authenticated',
    'finish_mail',
  ],
  [
    'anybody writes mails',
    'grant execute on function private.write_mail(text, text, uuid, text, uuid, uuid, jsonb, timestamptz) to authenticated',
    'private.write_mail',
  ],
  ['mails may be read', 'grant select on private.mails to authenticated', 'private.mails'],
  [
    'deliveries are shown to everybody',
    `create or replace function private.admin_mails(p_state text, p_before bigint, p_limit int, p_search text, p_offset int) returns jsonb language sql as $$ select jsonb_build_object() $$`,
    'admin_mails',
  ],
  [
    'everybody sends mails again',
    `create or replace function private.resend_mail(p_id bigint) returns text language sql as $$ select 'waiting' $$`,
    'resend_mail',
  ],
  [
    'who has not answered may be read',
    'grant select on private.reminders to authenticated; grant execute on function private.silent_artists(uuid) to anon',
    'private.reminders',
    'private.silent',
  ],
  [
    'anybody writes reminders',
    'grant execute on function private.write_reminders() to authenticated',
    'private.write_reminders',
  ],
  [
    'links may be read',
    'grant select on private.request_links to authenticated',
    'private.request_links',
  ],
  [
    'anybody makes a link to any request',
    'grant execute on function private.request_token(uuid), private.renew_link(uuid) to anon',
    'private.re',
  ],
  [
    'tokens are derived for anybody',
    'grant execute on function private.derived_token(uuid, uuid) to anon',
    'private.derived_token',
  ],
  [
    'a request is shown without a link',
    'grant execute on function private.request_page(uuid) to authenticated',
    'private.request_page',
  ],
  [
    'any token opens a request',
    `create or replace function private.lead_of_link(p_token text) returns uuid language sql as $$ select lead_id from private.request_links $$`,
    'track_request',
  ],
  [
    'a request is opened by its id alone',
    `create or replace function private.lead_of(p_token text, p_lead uuid) returns uuid language sql as $$ select coalesce(p_lead, private.lead_of_link(p_token)) $$`,
    'track_request L1',
  ],
  [
    'nobody opens their own request',
    `create or replace function private.lead_of(p_token text, p_lead uuid) returns uuid language sql as $$ select private.lead_of_link(p_token) $$`,
    'track_request L1',
  ],
  [
    'anybody asks for requests without an account',
    'grant execute on function public.adopt_requests(text), private.adopt_requests(text), public.my_open_requests(text), private.my_open_requests(text) to anon',
    'adopt_requests',
    'my_open_requests',
  ],
  [
    'requests are found for anybody who asks inside',
    'grant execute on function private.adoptable_requests(text) to authenticated',
    'private.adoptable',
  ],
  [
    'the newsletter goes out without an admin',
    `create or replace function private.send_newsletter(p_id uuid, p_subject text, p_intro text, p_artists uuid[], p_murals uuid[], p_to_all boolean) returns jsonb language sql as $$ select jsonb_build_object() $$`,
    'send_newsletter',
  ],
  [
    'subscribers may be read',
    'grant select on private.newsletter_subscribers to authenticated',
    'private.newsletter_subscribers',
  ],
  [
    'any token confirms',
    `create or replace function private.confirm_newsletter(p_token text) returns jsonb language sql as $$ select jsonb_build_object() $$`,
    'confirm_newsletter',
  ],
  [
    'tokens of subscribers are made for anybody',
    'grant execute on function private.newsletter_token(uuid) to anon',
    'private.newsletter_token',
  ],
  [
    'forms are stored without their link',
    'grant execute on function private.store_consultation(uuid, uuid, text, text, text, text, text) to authenticated',
    'private.store',
  ],
  [
    'anybody says that a lead was seen',
    `create or replace function private.mark_lead_seen(p_lead uuid) returns void language sql as ''`,
    'mark_lead_seen',
  ],
  [
    'everybody sees what others are told',
    'alter policy notices_select on public.notices using (true)',
    'notices',
  ],
  [
    'events may be read',
    'grant select on public.notices to authenticated; alter policy notices_select on public.notices using (true)',
    'notices',
  ],
  [
    'notices may be written',
    'grant insert, update, delete on public.notices to authenticated; create policy zz on public.notices for all to authenticated using (true)',
    'notices',
  ],
  [
    'notice_preferences_select lets everything through',
    'alter policy notice_preferences_select on public.notice_preferences using (true)',
    'notice_preferences',
  ],
  [
    'anybody chooses for somebody else',
    'grant execute on function private.change_notice_modes(uuid, jsonb, text) to authenticated',
    'private.change_notice_modes',
  ],
  [
    'anybody makes links that end mails',
    'grant execute on function private.unsubscribe_token(uuid, text) to anon',
    'private.unsubscribe_token',
  ],
  [
    'links that end mails may be read',
    'grant select on private.unsubscribe_links to authenticated',
    'private.unsubscribe_links',
  ],
  [
    'a wrong token is told from a right one',
    `create or replace function private.unsubscribe(p_token text) returns boolean language sql as $$ select p_token::int > 0 $$`,
    'unsubscribe',
  ],
  [
    'anybody writes digests',
    'grant execute on function private.write_digests() to authenticated',
    'private.write_digests',
  ],
  [
    'an export holds requests of others',
    `update private.export_parts set query = replace(query, 'l.created_by_user = auth.uid()', 'true')`,
    'export: requests',
  ],
  [
    'an export shows who asks while a lead is new',
    `update private.export_parts set query = replace(query, 'leads_whose_contact_i_see', 'leads_assigned_to_me')`,
    'export: leads',
  ],
  [
    'an export holds leads that are held',
    `update private.export_parts set query = replace(query, ' and l.id in (select private.leads_assigned_to_me())', '')`,
    'export: leads',
  ],
  [
    'an export names files of others',
    `update private.export_parts set query = replace(query, 'auth.uid() || ''/%''', '''%''')`,
    'export: files',
  ],
  [
    'what is exported may be rewritten',
    'grant all on private.export_parts to authenticated; alter table private.export_parts disable row level security',
    'private.export_parts',
  ],
  [
    'everybody sees how full the storage is',
    `create or replace function private.storage_room() returns jsonb language sql security definer set search_path = '' as $$ select '{}'::jsonb $$`,
    'storage_room',
  ],
  [
    'anybody has webhooks signed and sees how the product is set up',
    'grant execute on function public.examine_setup(text, bigint, text), private.examine_setup(text, bigint, text) to authenticated',
    'examine_setup',
  ],
  [
    'lead_messages_select lets everything through',
    'alter policy lead_messages_select on public.lead_messages using (true)',
    'lead_messages',
  ],
  [
    'an artist sees the conversations of another on the same request',
    'alter policy lead_messages_select on public.lead_messages using (lead_id in (select t.lead_id from private.my_threads() t))',
    'lead_messages',
  ],
  [
    'everybody takes part in every conversation',
    `create or replace function private.own_threads() returns table (lead_id uuid, artist_id uuid, side text, reported boolean)
       language sql security definer as 'select a.lead_id, a.artist_id, ''client'', false from public.lead_assignments a'`,
    'lead_messages',
    'thread_summaries',
  ],
  [
    'anybody sees whom a request is offered next, and offers it',
    'grant execute on function private.next_matches(uuid, int), private.offer_next(uuid) to anon, authenticated',
    'private.next_matches',
    'private.offer_next',
  ],
  [
    'anybody writes what happened into a conversation',
    'grant execute on function private.note_same_state(uuid, uuid, text, text, text) to authenticated',
    'private.note_same_state',
  ],
  [
    'the key of a message is shown',
    'grant select (idempotency_key) on public.lead_messages to authenticated',
    'lead_messages.key',
  ],
  [
    'messages may be written past their function',
    'grant insert on public.lead_messages to authenticated; alter table public.lead_messages disable row level security',
    'lead_messages',
  ],
  [
    'pictures of messages are listed by all',
    "alter policy message_pictures_select on storage.objects using (bucket_id = 'message-pictures')",
    'storage',
  ],
  [
    'pictures of messages may be put anywhere',
    "alter policy message_pictures_insert on storage.objects with check (bucket_id = 'message-pictures')",
    'storage: picture',
  ],
  [
    'pictures that no message expects are stored',
    'alter table storage.objects disable trigger objects_expected',
    'storage: ',
  ],
  [
    'either side adds pictures to the messages of the other',
    `create or replace function private.may_add_picture(p_bucket text, p_name text) returns boolean language sql security definer as 'select exists (select from private.threads_i_read() t where p_name like concat(t.lead_id, $q$/$q$, t.artist_id, $q$/%$q$))'`,
    'storage: picture',
  ],
  [
    'photos of walls are listed by all',
    "alter policy lead_photos_select on storage.objects using (bucket_id = 'lead-photos')",
    'storage: by',
  ],
  [
    'photos of walls are listed by everybody with an account',
    "alter policy lead_photos_select_admin on storage.objects using (bucket_id = 'lead-photos')",
    'storage.objects',
  ],
  [
    'photos of walls may be put anywhere',
    "alter policy lead_photos_insert on storage.objects with check (bucket_id = 'lead-photos')",
    'storage: photo of L1',
  ],
  [
    'photos that no request has room for are stored',
    'alter table storage.objects disable trigger objects_of_leads',
    'storage: ',
  ],
  [
    'photos of walls are added without the claim',
    `create or replace function private.lead_of_photo(p_name text) returns uuid language sql stable security definer as 'select l.id from public.lead_records l where l.id::text = split_part(p_name, $q$/$q$, 1)'`,
    'storage: ',
  ],
  [
    'artists add photos to requests that they have opened',
    `create or replace function private.may_add_lead_photo(p_bucket text, p_name text) returns boolean language sql stable security definer as 'select p_bucket = $q$lead-photos$q$ and private.lead_of_photo(p_name) is not null'`,
    'storage: photo of L1',
  ],
  [
    'whoever sees photos of walls takes them away',
    "alter policy lead_photos_delete on storage.objects using (bucket_id = 'lead-photos' and split_part(name, '/', 1) in (select s.id::text from private.leads_whose_photos_i_see() s (id)))",
    'storage: delete photos',
  ],
  [
    'photos of walls may be written over',
    "create policy zz on storage.objects for update to authenticated using (bucket_id = 'lead-photos')",
    'storage: ',
  ],
  [
    'photos of walls are named to anybody',
    `create or replace function private.lead_of_photos(p_lead uuid, p_token text) returns uuid language sql stable security definer as 'select p_lead'`,
    'lead_photos',
  ],
  [
    'anybody puts pictures to a review',
    "alter policy review_pictures_insert on storage.objects with check (bucket_id = 'review-pictures')",
    'storage: picture of V1',
  ],
  [
    'pictures of no review are stored',
    'alter table storage.objects disable trigger objects_of_reviews',
    'storage: picture of no review',
  ],
  [
    'any header opens the pictures of a request',
    `create or replace function private.lead_by_token(p_token text) returns uuid language sql security definer as 'select k.lead_id from private.request_links k where p_token is not null order by k.token_hash = private.token_hash(p_token) limit 1'`,
    'storage: by',
  ],
  [
    'pictures of messages may be written over',
    "create policy zz on storage.objects for update to authenticated using (bucket_id = 'message-pictures')",
    'storage: write over',
  ],
  [
    'an export names the pictures of others',
    `update private.export_parts set query = 'select to_jsonb(o) || jsonb_build_object($q$path$q$, o.name) from storage.objects o' where part = 'files'`,
    'export: files',
  ],
  [
    'anybody sees what finished walls became',
    'grant select on private.finished_walls to authenticated; alter table private.finished_walls disable row level security',
    'private.finished_walls',
  ],
  [
    'a page is made of a wall that is not painted',
    `create or replace function private.is_wall_finished(p_lead uuid, p_artist uuid) returns boolean language sql as 'select true'`,
    'publish_finished_mural',
  ],
  [
    'lead_events_select lets everything through',
    'alter policy lead_events_select on public.lead_events using (true)',
    'lead_events',
  ],
  [
    'lead_details_select lets everything through',
    'alter policy lead_details_select on public.lead_details using (true)',
    'lead_details',
  ],
  [
    'lead_details_select forgets artists',
    'alter policy lead_details_select on public.lead_details using ((select private.is_admin()) or lead_id in (select private.leads_of_mine()))',
    'lead_details',
  ],
  [
    'lead_details_select forgets who asked',
    'alter policy lead_details_select on public.lead_details using ((select private.is_admin()) or lead_id in (select private.leads_assigned_to_me()))',
    'lead_details',
  ],
  [
    'visitors read what requests say about walls',
    'grant select on public.lead_details to anon; create policy z on public.lead_details for select to anon using (true)',
    'lead_details',
  ],
  [
    'lead_details may be written',
    'grant insert, update, delete on public.lead_details to authenticated; alter table public.lead_details disable row level security',
    'lead_details',
  ],
  [
    'anybody reads what a request says about its wall',
    'grant execute on function private.details_line(uuid), private.request_without_details(uuid) to anon, authenticated',
    'private.details_line',
  ],
  [
    'anybody stores details',
    'grant execute on function private.store_details(uuid, public.lead_details, text[]) to anon, authenticated',
    'private.store_details',
  ],
  [
    'an export holds the walls of others',
    `update private.export_parts set query = 'select to_jsonb(d) from public.lead_details d' where part = 'lead_details'`,
    'export: lead_details',
  ],
  [
    'proposals_select lets everything through',
    'alter policy proposals_select on public.proposals using (true)',
    'proposals',
  ],
  [
    'an artist sees the proposals of others for the same request',
    'alter policy proposals_select on public.proposals using (lead_id in (select t.lead_id from private.my_threads() t))',
    'proposals',
  ],
  [
    'a proposal may be rewritten',
    'grant update on public.proposals to authenticated; alter table public.proposals disable row level security',
    'proposals',
  ],
  [
    'reviews_select lets everything through',
    'alter policy reviews_select on public.reviews using (true)',
    'reviews',
  ],
  [
    'reviews of artists who are not public are shown',
    'alter policy reviews_select on public.reviews using (public_visible)',
    'reviews',
  ],
  [
    'a review says which request it comes from',
    'grant select (lead_id) on public.reviews to anon',
    'reviews.lead_id',
  ],
  [
    'reviews may be written past their functions',
    'grant insert on public.reviews to authenticated; alter table public.reviews disable row level security',
    'reviews',
  ],
  [
    'an artist edits what a client wrote',
    `create or replace function private.my_review(p_review uuid, p_side text, p_token text) returns public.reviews language sql as 'select * from public.reviews where id = p_review'`,
    'edit_review',
  ],
  [
    'a review before the wall is painted',
    `update public.lead_assignments set state = 'completed'`,
    'submit_review',
  ],
  [
    'anybody hides a review',
    `create or replace function private.hide_review(p_review uuid, p_reason text) returns void language sql as 'select'`,
    'hide_review',
  ],
  [
    'an export holds the reviews of others',
    `update private.export_parts set query = 'select to_jsonb(r) from public.reviews r' where part = 'reviews'`,
    'export: reviews',
  ],
  [
    'the number of reviews may be written',
    'grant update (review_count) on public.artists to authenticated',
    'artists: count reviews',
  ],
  [
    'anybody moves an assignment',
    'grant execute on function private.move_assignment(uuid, uuid, text, text, text) to authenticated',
    'private.move_assignment',
  ],
  [
    'a link opens the conversations of another request',
    `create or replace function private.thread_side(p_lead uuid, p_artist uuid, p_token text) returns text language sql as 'select case when private.lead_of_link(p_token) is not null then ''client'' end'`,
    'send_message',
  ],
  [
    'an export holds the messages of others',
    `update private.export_parts set query = 'select to_jsonb(m) from public.lead_messages m' where part = 'messages'`,
    'export: messages',
  ],
  [
    'an export holds the proposals of others',
    `update private.export_parts set query = 'select to_jsonb(p) from public.proposals p' where part = 'proposals'`,
    'export: proposals',
  ],
  [
    'admins read conversations without a reason',
    `grant select on private.thread_reports to authenticated; alter table private.thread_reports disable row level security`,
    'private.thread_reports',
  ],
  [
    'anybody imports artists',
    `create or replace function private.import_artists(p_rows jsonb, p_apply boolean) returns jsonb language sql as 'select to_jsonb(1)'`,
    'import_artists',
  ],
  [
    'anybody imports murals',
    `create or replace function private.import_murals(p_rows jsonb, p_apply boolean) returns jsonb language sql as 'select to_jsonb(1)'`,
    'import_murals',
  ],
  [
    'anybody decides whose page it is',
    `create or replace function private.decide_claim(p_claim uuid, p_accept boolean) returns jsonb language sql as 'select to_jsonb(1)'`,
    'decide_claim',
  ],
  [
    'any token hands a page over',
    `create or replace function private.page_of_link(p_token text) returns uuid language sql as 'select artist_id from private.page_links'`,
    'confirm_claim wrong',
  ],
  [
    'any token removes a page',
    `create or replace function private.page_of_link(p_token text) returns uuid language sql as 'select artist_id from private.page_links'`,
    'remove_unclaimed_page wrong',
  ],
  [
    'clients take pages over',
    `create or replace function private.check_claimant(p_user uuid) returns void language sql as 'select'`,
    'confirm_claim',
  ],
  [
    'a page with an owner can be claimed',
    `create or replace function private.claim_artist(p_artist uuid, p_note text) returns jsonb language sql as 'select to_jsonb(1)'`,
    'claim_artist',
  ],
  [
    'anybody hands pages over',
    'grant execute on function private.hand_over(uuid, uuid, text) to anon, authenticated',
    'private.hand_over',
  ],
  [
    'anybody reads who says what of whose page',
    'grant select on private.page_claims to authenticated; alter table private.page_claims disable row level security',
    'private.page_claims',
  ],
  [
    'artists.unclaimed may be written',
    'grant update (unclaimed) on public.artists to authenticated',
    'artists: unclaim',
  ],
  [
    'anybody does what admins do about murals',
    `create or replace function private.mural_for_admin(p_mural uuid) returns public.murals language sql as 'select * from public.murals where id = p_mural'`,
    'hide_mural',
    'give_mural',
  ],
  [
    'anybody takes pictures down',
    `create or replace function private.decide_picture_report(p_report uuid, p_action text, p_reason text) returns jsonb language sql as 'select to_jsonb(1)'`,
    'decide_picture_report',
  ],
  [
    'what nobody sees can be reported',
    `create or replace function private.pictures_of_page(p_page text) returns table (url text, artist_id uuid, mural_id uuid, review_id uuid) language sql security definer as 'select image_url, artist_id, id, null::uuid from public.murals'`,
    'report_picture of another page',
  ],
  [
    'anybody sets how requests are offered',
    `create or replace function private.require_admin() returns void language sql as 'select'`,
    'save_matching',
    'preview_matching',
    'matching_settings',
  ],
  [
    'anybody reads how many requests artists get',
    'grant select on private.match_profiles to authenticated; alter table private.match_profiles disable row level security',
    'private.match_profiles',
  ],
  [
    'anybody asks who fits a request of somebody else',
    'grant execute on function private.lead_suggestions(uuid, int) to authenticated',
    'private.lead_suggestions',
  ],
  [
    'anybody has a request offered again',
    'grant execute on function private.offer_artists(uuid, uuid) to anon, authenticated',
    'private.offer_artists',
  ],
  [
    'anybody reads who reported what',
    'grant select on private.picture_reports to authenticated; alter table private.picture_reports disable row level security',
    'private.picture_reports',
  ],
];

let db: TestBackend;
beforeAll(async () => {
  db = await testBackend();
  await createWorld(db);
});
afterAll(() => db?.stop());

describe('the access tables notice when', () => {
  test.each(MUTANTS)('%s', async (_name, change, ...about) => {
    await scratch(db, async (tx) => {
      for (const statement of change.split('; ')) await tx.sql(statement);
      // Disabled row-level security counts too: the mutant must change what somebody gets.
      expect(await violations(tx, about)).not.toEqual([]);
    });
  });
});
