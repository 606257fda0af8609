-- Deny by default; the operator's settings; the clock.

-- The functions of a concept stand together, also where they call those of a later one.
set check_function_bodies = off;

-- Deny by default: whatever is created later is reachable only through an explicit grant.
-- PUBLIC's right to execute functions is a global default; revoking it "in schema public" would do nothing.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

create schema private;

comment on schema private is 'Everything the API does not expose: rules, intake, limits, outbox, audit log.';
grant usage on schema private to anon, authenticated, service_role;

-- What an operator can set. What somebody has set is a row of private.settings; without one the default counts.
create table private.setting_defaults (
  key text primary key,
  value text,
  least int default 0,
  most int default 999999999,
  meaning text not null,
  follows text,
  times int,
  check ((least is null) = (most is null)),
  check ((follows is null) = (times is null) and (follows is null or value is null))
);
alter table private.setting_defaults enable row level security;
comment on table private.setting_defaults is
  'Every setting: its default (null: none, or times the value of the setting that it follows), its bounds where it is a whole number, and what it means.';

insert into private.setting_defaults (key, value, least, most, meaning) values
  ('pepper', '', null, null, 'Mixed into the hashes of rate limits, so that nobody can try every address. Each database has its own.'),
  ('client_ip_header', 'cf-connecting-ip', null, null, 'The request header with a visitor''s address, which the proxy in front overwrites.'),
  ('media_origin', null, null, null, 'The origin of uploaded pictures. Without it, that of any hosted project.'),
  ('webhook_url', null, null, null, 'The address that pg_net calls when pages change.'),
  ('webhook_secret', null, null, null, 'The secret that signs calls of webhook_url, as Standard Webhooks writes it (whsec_...).'),
  ('matching', 'specification', null, null, 'The rule that chooses artists for a request: specification or scores.');

insert into private.setting_defaults (key, value, most, meaning) values
  ('clock_offset_seconds', '0', 999999999, 'How far the clock of reminders and expiry is ahead. Only tests set it.'),
  ('lead_min_elapsed_ms', '250', 600000, 'A form that was filled in faster than this is held for an admin.'),
  ('mail_choice_seconds', '60', 2592000, 'How long the email that confirms a request waits for its client to choose artists, so that one email says both.'),
  ('mail_status_seconds', '60', 2592000, 'How long an email about a new status waits, so that the status can change.'),
  ('mail_message_seconds', '60', 2592000, 'How long an email about an unread message waits.');

insert into private.setting_defaults (key, value, meaning) values
  ('lead_ip_limit', '30', 'Requests of one client in 10 minutes; more are held for an admin.'),
  ('lead_email_limit', '10', 'The older name of lead_user_limit.'),
  ('newsletter_ip_limit', '10', 'Newsletter sign-ups of one client in 10 minutes.'),
  ('link_ip_limit', '10', 'Request links that one client asks for in 10 minutes.'),
  ('link_email_limit', '3', 'Request links that leave for one email address, or change, in an hour.'),
  ('report_ip_limit', '10', 'Picture reports of one visitor in 10 minutes.'),
  ('report_total_limit', '300', 'Picture reports of all visitors in 10 minutes.'),
  ('view_limit', '6000', 'Views that count in 10 minutes.'),
  ('view_artist_limit', '600', 'Views of one artist that count in 10 minutes.'),
  ('message_limit', '60', 'Messages of one side of a conversation in 10 minutes.'),
  ('proposal_limit', '10', 'Proposals of one artist for one request in a day.'),
  ('paper_limit', '10', 'Certificates of insurance that one artist sends in a day.'),
  ('paper_look_limit', '50', 'How often the certificate of the artist of one request is opened in a day.'),
  ('completion_limit', '6', 'How often one wall can be marked as painted in a day.'),
  ('mail_unproven_limit', '3', 'Emails to an address that nobody has proven, after the first.'),
  ('mail_asked_limit', '6', 'Links that leave in a day for an address that nobody has proven, because its client asked for them.'),
  ('mail_recipient_limit', '30', 'Emails to one address in a day.'),
  ('mail_address_limit', '10', 'Emails to one address in a day that anybody can cause.'),
  ('mail_admin_limit', '5', 'Emails to one admin about the desk in a day.'),
  ('upload_person_mb', '500', 'Megabytes of files that one account may keep.'),
  ('upload_network_mb', '250', 'Megabytes of files that one network may send in an hour.'),
  ('upload_total_mb', '20000', 'Megabytes of all files together.');

insert into private.setting_defaults (key, follows, times, meaning) values
  ('lead_user_limit', 'lead_email_limit', 1, 'Requests of one confirmed account in an hour; more are held for an admin.'),
  ('lead_total_limit', 'lead_ip_limit', 20, 'Requests of everybody in 10 minutes; more are held for an admin.');

create table private.settings (
  key text primary key,
  value text not null
);
alter table private.settings enable row level security;
comment on table private.settings is
  'What an operator has set; private.setting_defaults says what can be. Secrets that a database dump must not have are not here: see private.link_secret.';

insert into private.settings (key, value) values ('pepper', gen_random_uuid()::text || gen_random_uuid()::text);
-- As rows, so that an operator can change them with a plain update.
insert into private.settings (key, value)
  select d.key, d.value from private.setting_defaults d where d.key in ('upload_person_mb', 'upload_network_mb', 'upload_total_mb');

create function private.setting(p_key text) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_row private.setting_defaults;
  v_set text := (select nullif(s.value, '') from private.settings s where s.key = p_key);
begin
  select * into v_row from private.setting_defaults d where d.key = p_key;
  if not found then raise undefined_object using message = format('no setting has the key "%s"', p_key); end if;
  return case
    when v_row.least is null then coalesce(v_set, v_row.value)
    when v_set ~ '^[0-9]{1,9}$' and v_set::int between v_row.least and v_row.most then v_set
    when v_row.follows is null then v_row.value
    else least(v_row.times * private.setting(v_row.follows)::bigint, v_row.most)::text end;
end
$$;
comment on function private.setting(text) is
  'A setting, or its default when it is missing, empty, no whole number where it has to be one, or out of bounds: a typing error never stops the site. An unknown key raises.';

create function private.setting_int(p_key text) returns int
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.setting(p_key)::int;
end
$$;
comment on function private.setting_int(text) is 'As private.setting, of a whole number.';

-- What happens hours or days after something goes by this clock, so that tests can move it.
create function private.clock() returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
begin
  return now() + make_interval(secs => private.setting_int('clock_offset_seconds'));
end
$$;
comment on function private.clock() is
  'The time by which reminders, digests and ends of links go: the transaction''s, moved by clock_offset_seconds of private.settings. Nothing but tests sets that.';
-- Every sentence a rule answers with, once. src/lib/errors.ts is the twin; tests/db/sql-and-typescript.test.ts compares them.
create table private.error_codes (
  code text primary key,
  status int not null check (status between 400 and 499),
  field text,
  message text not null
);
alter table private.error_codes enable row level security;
comment on table private.error_codes is 'Code, HTTP status, form field and sentence of every error that SQL raises.';

insert into private.error_codes (code, status, field, message) values
  ('account_number_refused', 422, null, 'Leave card and account numbers out. Anyone with the link could read them.'),
  ('account_unknown', 404, 'email', 'No account has this email address'),
  ('address_missing', 409, 'email', 'There is no email address to write to.'),
  ('agreement_changed', 409, null, 'The agreement changed while you were reading. Read the new version.'),
  ('agreement_clauses_too_many', 422, 'clauses', 'An agreement can have at most 20 clauses of your own'),
  ('agreement_date_invalid', 422, null, 'Please choose a day'),
  ('agreement_dates_invalid', 422, 'ends_on', 'The last day must be after the first, within three years'),
  ('agreement_number_invalid', 422, null, 'Please enter a whole number within its bounds'),
  ('agreement_text_required', 422, null, 'Please fill this in'),
  ('agreement_text_too_long', 422, null, 'This text is too long'),
  ('agreement_too_long', 422, 'clauses', 'An agreement can have at most 40 KB of text'),
  ('agreement_versions_too_many', 409, null, 'This agreement has 100 versions. Talk first, then write the last one.'),
  ('already_sent', 409, 'artists', 'Failed to send project to artists'),
  ('amount_invalid', 422, 'amount', 'Enter whole dollars from 1 to 1,000,000, without cents'),
  ('artist_account_needed', 403, null, 'Only an artist account can run the page of an artist.'),
  ('artist_paused', 409, null, 'This artist takes no new requests at the moment.'),
  ('artist_unclaimed', 409, null, 'This artist has not joined yet, so nothing can be sent to them.'),
  ('artist_unknown', 404, 'artist', 'Artist not found'),
  ('artists_not_offered', 422, 'artists', 'Failed to send project to artists'),
  ('artists_required', 422, 'artists', 'Please select at least one artist'),
  ('bio_too_long', 422, 'bio', 'Bio must be at most 2000 characters'),
  ('budget_required', 422, 'budget_range', 'Please select a budget range'),
  ('change_required', 422, 'change', 'Please say what you would like to change'),
  ('changed_elsewhere', 409, null, 'This was changed on another device.'),
  ('checked_on_invalid', 422, 'checked_on', 'Please choose a day that has come'),
  ('city_required', 422, 'city', 'City is required'),
  ('city_too_long', 422, 'city', 'City must be at most 100 characters'),
  ('claim_refused', 403, null, 'Failed to send project to artists'),
  ('clause_too_long', 422, 'clauses', 'A clause can have at most 2000 characters'),
  ('code_refused', 422, 'code', 'That code is wrong or has expired. Try again or get a new one.'),
  ('completed_invalid', 422, 'date_completed', 'Please choose a day that has come'),
  ('consent_required', 409, 'pictures', 'The client has not agreed to show their photos'),
  ('coverage_invalid', 422, 'amount', 'Coverage must be whole dollars from 1 to 100,000,000'),
  ('credit_too_long', 422, 'credit', 'Credit must be at most 200 characters'),
  ('days_invalid', 422, 'days', 'Days must be a whole number from 1 to 365'),
  ('deadline_invalid', 422, 'deadline', 'Please choose a day from today on'),
  ('description_too_long', 422, 'description', 'Description must be at most 2000 characters'),
  ('dispute_too_late', 409, null, 'A review can be disputed for 14 days only.'),
  ('double_decided', 409, null, 'An artist is at work on that one already. Keep it, and close the other.'),
  ('email_signs', 409, 'email', 'Your email confirms the agreement, so it can’t change now. Ask your artist to take the agreement back first.'),
  ('email_invalid', 422, 'email', 'Invalid email address'),
  ('email_too_long', 422, 'email', 'Email must be at most 255 characters'),
  ('feet_invalid', 422, 'width_ft', 'Width and height must be from 0.5 to 1000 feet'),
  ('how_required', 422, 'how', 'Please say how you paid'),
  ('how_too_long', 422, 'how', 'How you paid must be at most 100 characters'),
  ('idempotency_conflict', 409, null, 'This request was already used for something else.'),
  ('image_refused', 422, 'image', 'Photos must be your own uploads'),
  ('import_ambiguous', 422, null, 'Several fit this line. Name the slug of the one that is meant.'),
  ('import_artist_unknown', 422, 'artist', 'No artist has this slug, email or name. Import the artist first, or leave this cell empty.'),
  ('import_draft', 422, 'public', 'Imported as a draft: add a photo, then publish it'),
  ('import_removed', 422, 'email', 'The owner of this address asked not to be listed, or removed their page'),
  ('import_too_large', 413, null, 'An import may have at most 1000 lines.'),
  ('import_twice', 422, null, 'Another line of this file is about the same'),
  ('insurance_end_invalid', 422, 'ends_on', 'Please choose a day from tomorrow on, within five years'),
  ('insurer_required', 422, 'insurer', 'Please name the insurer'),
  ('insurer_too_long', 422, 'insurer', 'Insurer must be at most 100 characters'),
  ('invalid_input', 400, null, 'Invalid input'),
  ('last_admin', 409, null, 'The last admin account cannot be deleted.'),
  ('latitude_invalid', 422, 'latitude', 'Latitude must be a number from -90 to 90'),
  ('leads_differ', 409, null, 'These requests are not of the same person.'),
  ('leads_too_many', 422, null, 'Please choose at most 100 requests at a time'),
  ('lift_above_invalid', 422, 'lift_above', 'Height must be whole feet from 1 to 100'),
  ('lift_covers_invalid', 422, 'lift_covers', 'Area must be whole square feet from 50 to 10,000'),
  ('liked_murals_too_many', 422, 'mural_ids', 'Please choose at most 6 murals'),
  ('link_not_mailed', 409, null, 'We can’t email a new link right now, so the old ones still work. Try again later.'),
  ('link_refused', 404, null, 'This link does not open a request. It may have been replaced by a newer one.'),
  ('links_invalid', 422, 'social_links', 'Please enter at most 6 web addresses, such as instagram.com/you'),
  ('list_item_too_long', 422, null, 'Each item must be at most 50 characters'),
  ('longitude_invalid', 422, 'longitude', 'Longitude must be a number from -180 to 180'),
  ('matching_value_invalid', 422, null, 'Please enter a whole number within its bounds'),
  ('medium_too_long', 422, 'medium', 'Medium must be at most 50 characters'),
  ('message_required', 422, 'body', 'Please write a message'),
  ('message_too_long', 422, 'body', 'Message must be at most 2000 characters'),
  ('minimum_price_invalid', 422, 'minimum_price', 'Price must be whole dollars from 0 to 1000000'),
  ('move_refused', 409, null, 'That is not possible any more. Someone may have been faster.'),
  ('mural_hidden', 409, null, 'This mural was taken down by an admin.'),
  ('mural_picture_required', 422, 'image_url', 'Please add a photo before you publish it'),
  ('mural_pictures_too_many', 422, 'gallery_images', 'A mural takes at most 12 photos'),
  ('mural_refused', 403, null, 'Failed to save mural'),
  ('mural_size_too_long', 422, 'mural_size', 'Mural size must be at most 100 characters'),
  ('mural_unknown', 404, null, 'Mural project not found'),
  ('murals_full', 409, null, 'There is no room for more than 500 murals'),
  ('name_required', 422, 'name', 'Name is required'),
  ('name_too_long', 422, 'name', 'Name must be at most 100 characters'),
  ('newsletter_email_invalid', 422, 'email', 'Please enter a valid email address'),
  ('newsletter_refused', 404, null, 'This link does not work any more. Please sign up once more.'),
  ('not_allowed', 403, null, 'You are not allowed to do this.'),
  ('note_required', 422, 'note', 'Please write a note'),
  ('note_too_long', 422, 'note', 'Note must be at most 1000 characters'),
  ('own_profile_exists', 409, null, 'This account has a profile of its own already.'),
  ('page_claimed', 409, null, 'This page is already claimed.'),
  ('page_link_refused', 404, null, 'This link does not work any more. Ask for a new one on the page of the artist.'),
  ('paid_on_invalid', 422, 'paid_on', 'Please choose the day you paid'),
  ('paper_missing', 422, 'file', 'Please choose the certificate, a PDF or a photo'),
  ('paper_refused', 404, null, 'There is no certificate for you here.'),
  ('parts_begun', 409, 'parts', 'Keep the parts that are paid, reported or waived as they are'),
  ('parts_differ', 422, 'parts', 'The parts must add up to the price'),
  ('parts_invalid', 422, 'parts', 'The price has 1 to 8 parts'),
  ('pause_invalid', 422, 'paused_until', 'Please choose a month within two years'),
  ('person_unproven', 409, null, 'We don’t know yet that the same person sent both. Each request’s email address has to be confirmed first.'),
  ('phone_too_long', 422, 'phone', 'Phone must be at most 20 characters'),
  ('photo_address_invalid', 422, 'photo', 'Write web addresses of photos, as in https://example.com/photo.jpg'),
  ('picture_gone', 404, null, 'This photo is not on the page any more.'),
  ('pictures_full', 409, 'pictures', 'There is no room for more photos in this conversation'),
  ('pictures_too_many', 422, 'pictures', 'A message takes at most 4 photos'),
  ('pin_required', 422, 'body', 'Please write a comment'),
  ('pin_too_long', 422, 'body', 'Comment must be at most 500 characters'),
  ('pins_full', 409, null, 'There is no room for more comments on these sketches.'),
  ('place_consent_required', 409, 'location_details', 'The client has not agreed to show where the wall is'),
  ('place_too_long', 422, 'location_details', 'Place must be at most 500 characters'),
  ('position_incomplete', 422, 'longitude', 'Please give both latitude and longitude, or neither'),
  ('price_invalid', 422, 'low', 'Price must be whole dollars from 1 to 1,000,000, the lower one first'),
  ('profile_refused', 403, null, 'Failed to save profile'),
  ('project_too_long', 422, 'project_description', 'Project description must be at most 2000 characters'),
  ('project_too_short', 422, 'project_description', 'Please provide more details'),
  ('proposal_changed', 409, null, 'This proposal was changed or taken back. Please look at it again.'),
  ('proposal_expired', 409, null, 'This proposal is no longer valid. Ask the artist for a new one.'),
  ('proposal_taken', 409, null, 'Another proposal was accepted already.'),
  ('publish_city_required', 422, 'city', 'Please add your city before you publish'),
  ('publish_picture_required', 422, 'portfolio_images', 'Please add a photo before you publish'),
  ('publish_style_required', 422, 'styles', 'Please add a style before you publish'),
  ('rate_limited', 429, null, 'Too many requests. Please try again later.'),
  ('rating_invalid', 422, 'rating', 'Please choose 1 to 5 stars'),
  ('received_amount_invalid', 422, 'amount', 'Enter whole dollars, at most what is due. If more arrived, don’t send it back.'),
  ('reason_required', 422, 'reason', 'Please say why'),
  ('reason_too_long', 422, 'reason', 'Reason must be at most 500 characters'),
  ('reply_required', 422, 'body', 'Please write a reply'),
  ('reply_too_long', 422, 'body', 'Reply must be at most 2000 characters'),
  ('report_reason_required', 422, 'reason', 'Please choose what is wrong'),
  ('report_unknown', 404, null, 'Report not found'),
  ('report_words_required', 422, 'words', 'Please say what is wrong'),
  ('report_words_too_long', 422, 'words', 'Please say it in at most 1000 characters'),
  ('request_withdrawn', 409, null, 'This request was withdrawn.'),
  ('review_exists', 409, null, 'You have reviewed this artist already. You can change what you wrote.'),
  ('review_final', 409, null, 'This can be changed for 14 days only.'),
  ('review_name_too_long', 422, 'name', 'Name must be at most 60 characters'),
  ('review_pictures_invalid', 422, 'pictures', 'A review takes at most 3 photos of its own'),
  ('review_this_year', 409, null, 'You reviewed this artist less than a year ago.'),
  ('review_too_early', 409, null, 'A review is possible once the wall is painted.'),
  ('review_too_long', 422, 'body', 'Review must be at most 2000 characters'),
  ('review_too_short', 422, 'body', 'Review must be at least 20 characters'),
  ('review_town_too_long', 422, 'town', 'City must be at most 60 characters'),
  ('rule_address_invalid', 422, 'source_url', 'Please enter an address that begins with https://'),
  ('rule_source_invalid', 422, 'source_name', 'Please name the source, in at most 120 characters'),
  ('rule_text_invalid', 422, 'body', 'Please say what the rule means, in at most 1000 characters'),
  ('round_invalid', 422, 'amount', 'Amount must be whole dollars from 0 to 1,000,000'),
  ('rounds_used', 409, null, 'No rounds are left. Agree on a further one first.'),
  ('share_invalid', 422, null, 'Share must be whole percent from 10 to 500, the lower one first'),
  ('size_too_long', 422, 'dimensions', 'Size must be at most 100 characters'),
  ('sketch_missing', 409, null, 'The sketch has not arrived. Send it again.'),
  ('sketch_outdated', 409, null, 'There is a newer version. Please look at it first.'),
  ('sketches_full', 409, null, 'There is no room for more than 10 versions'),
  ('sources_invalid', 422, 'sources', 'Please name 1 to 12 sources, each with its name, address and what it says'),
  ('start_invalid', 422, 'starts_on', 'Please choose a day from today on'),
  ('state_invalid', 422, 'state', 'State must be a US state'),
  ('state_too_long', 422, 'state', 'State must be at most 50 characters'),
  ('status_refused', 403, 'status', 'Failed to update status'),
  ('story_too_long', 422, 'description', 'Story must be at most 5000 characters'),
  ('style_required', 422, 'style_preference', 'Please select a style'),
  ('surface_required', 422, 'surface_type', 'Please select a surface type'),
  ('surface_too_long', 422, 'surface_type', 'Surface must be at most 50 characters'),
  ('title_required', 422, 'title', 'Please give it a title'),
  ('title_too_long', 422, 'title', 'Title must be at most 200 characters'),
  ('top_ft_invalid', 422, 'top_ft', 'Height must be from 0.5 to 1000 feet'),
  ('travel_invalid', 422, 'travel_miles', 'Miles must be a whole number from 0 to 3000'),
  ('valid_until_invalid', 422, 'valid_until', 'Please choose a day from today on, within a year'),
  ('waiver_required', 422, 'waives', 'Tick that you waive your rights, or keep them in the agreement'),
  ('website_invalid', 422, 'website', 'Please enter a web address, such as example.com'),
  ('years_invalid', 422, 'years_experience', 'Years of experience must be a whole number from 0 to 100');

create function private.fail(p_code text, p_field text default null, p_headers jsonb default '{}') returns void
  language plpgsql stable security definer set search_path = '' as $$
declare
  e private.error_codes;
begin
  select * into strict e from private.error_codes c where c.code = p_code;
  raise sqlstate 'PGRST' using
    message = jsonb_build_object('code', e.code, 'message', e.message, 'details', coalesce(p_field, e.field), 'hint', null)::text,
    detail = jsonb_build_object('status', e.status, 'headers', p_headers)::text;
end
$$;
comment on function private.fail(text, text, jsonb) is
  'Raises a coded error in PostgREST''s form: the sentence, the form field it belongs to, and response headers.';

-- Who may call what.
grant execute on function private.fail(text, text, jsonb) to anon, authenticated, service_role;
-- Text rules, pure. The TypeScript twins are src/lib/{text,email,slug}.ts and src/features/artists/artist.ts.
-- PL/pgSQL, because these run for every row that is written: SQL functions that call each other are planned again
-- at each call.
create function private.clean(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_text text;
begin
  if t !~ '[^ -~\n\t]' then return btrim(t, E' \t\n'); end if;
  v_text := regexp_replace(normalize(t, nfc), '\r\n?|[\u000b\u000c\u0085\u2028\u2029]', E'\n', 'g');
  -- Controls, embeddings, overrides and isolates of direction, tags but those of flags; then joiners beside plain letters.
  v_text := regexp_replace(v_text, '(\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f)'
    || '|[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u17b4\u17b5\u180e\u200b\u202a-\u202e\u2060-\u206f]'
    || '|[\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]', '\1', 'g');
  v_text := regexp_replace(v_text, '([\u200c\u200d])[\u200c\u200d]+', '\1', 'g');
  v_text := regexp_replace(v_text, '[\u200c\u200d](?![^\u0001-\u007f])|(?<![^\u0001-\u007f])[\u200c\u200d]', '', 'g');
  v_text := btrim(normalize(v_text, nfc), E' \t\n\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u061c\u200c\u200d\u200e\u200f\u2800');
  return case when not private.is_visible(v_text) then '' else v_text end;
end
$$;
comment on function private.clean(text) is
  'Text as it is kept: composed letters, one kind of line break, nothing at its ends and no invisible characters; empty where nothing of it can be seen.';

create function private.clean_or_null(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return nullif(private.clean(t), '');
end
$$;
comment on function private.clean_or_null(text) is 'Trimmed text; empty becomes null.';

create function private.valid_email(t text) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return t ~ '^(?!.*=\?)[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$';
end
$$;
comment on function private.valid_email(text) is
  'Whether this has the form of an email address (specification, section 5): atoms as RFC 5321 has them without the beginning of an encoded name, a domain. Its length is judged apart.';

create function private.slugify(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return btrim(regexp_replace(
    lower(private.bare_letters(regexp_replace(normalize(t, nfkd), '[\u0300-\u036f]', '', 'g')) collate "C"),
    '[^a-z0-9]+', '-', 'g'), '-');
end
$$;
comment on function private.slugify(text) is 'Lower-case words joined by hyphens; accents are dropped, everything else separates.';

create function private.artist_slug(p_name text, p_user uuid) returns text
  language sql immutable parallel safe set search_path = '' as $$
  select coalesce(nullif(rtrim(left(private.slugify(p_name), 100), '-'), ''), 'artist') || '-' || left(p_user::text, 8)
$$;
comment on function private.artist_slug(text, uuid) is
  'Slug of a new profile: hyphenated name and the first 8 characters of the user id (specification, section 9).';

create function private.plain_digits(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(
    translate(normalize(t, nfkc), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', '012345678901234567890123456789'),
    '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g');
end
$$;
comment on function private.plain_digits(text) is 'A text with its digits and spaces in their plain form. src/lib/digits-code.ts has the same.';

create function private.code_digits(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_plain text := private.plain_digits(t);
  v_digits text := regexp_replace(v_plain, '[^0-9]', '', 'g');
begin
  return case when char_length(v_digits) = 6 then v_digits else coalesce(substring(v_plain from '(?<![0-9])[0-9]{6}(?![0-9])'), '') end;
end
$$;
comment on function private.code_digits(text) is 'The six digits of a code as people paste it; empty for what has no six. src/lib/digits-code.ts has the same.';

create function private.clean_list(a text[]) returns text[]
  language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(s.item order by s.at), '{}')
  from (
    select private.clean(x.item) as item, x.at
    from unnest(a) with ordinality x (item, at)
    where private.clean(x.item) <> ''
    order by x.at limit 20
  ) s
$$;
comment on function private.clean_list(text[]) is 'List items trimmed, empty ones dropped, the first 20 kept (specification, section 5).';

create function private.valid_list(a text[]) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return a is not null and cardinality(a) <= 20 and array_position(a, null) is null
    and not exists (select from unnest(a) x where x <> private.clean(x) or char_length(x) not between 1 and 50);
end
$$;
comment on function private.valid_list(text[]) is 'Whether a stored list follows section 5: at most 20 trimmed items of 1 to 50 characters.';

create function private.safe_url(t text) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return t is null or (char_length(t) <= 500
    and t ~ '^https?://([A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(:[0-9]{1,5})?/[A-Za-z0-9._~/%-]*(\?[A-Za-z0-9._~=&%-]*)?$');
end
$$;
comment on function private.safe_url(text) is 'Null or a plain web address: no script, no data, no white space, no quotes.';

create function private.safe_urls(a text[]) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return a is not null and cardinality(a) <= 40
    and not exists (select from unnest(a) x where x is null or not private.safe_url(x));
end
$$;
comment on function private.safe_urls(text[]) is 'Whether a list holds at most 40 plain web addresses.';

-- What can be seen of a text: the rule for names, messages, titles and everything else that one person shows another.
-- The TypeScript twin is src/lib/visible-text.ts.
create function private.is_visible(t text) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Most texts have a plain letter: the long list is for those without.
  if t ~ '[!-~\u00a1-\u00ac\u00ae-\u02ff]' then return true; end if;
  return t ~ ('[^'
    || '\u0001-\u0020\u007f-\u00a0\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7'
    || '\u0600-\u0605\u0610-\u061a\u061c\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u070f\u0711'
    || '\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b'
    || '\u0890-\u089f\u08ca-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7'
    || '\u09e2\u09e3\u09fe-\u0a03\u0a3c-\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0ae2\u0ae3\u0afa-\u0b03'
    || '\u0b3c\u0b3e-\u0b57\u0b62\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c62\u0c63\u0c81-\u0c83'
    || '\u0cbc\u0cbe-\u0cd6\u0ce2\u0ce3\u0cf3-\u0d03\u0d3b\u0d3c\u0d3e-\u0d4d\u0d57\u0d62\u0d63\u0d81-\u0d83\u0dca-\u0ddf'
    || '\u0df2\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39'
    || '\u0f3e\u0f3f\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064'
    || '\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u115f\u1160\u135d-\u135f\u1680\u1712-\u1715\u1732-\u1734'
    || '\u1752\u1753\u1772\u1773\u17b4-\u17d3\u17dd\u180b-\u180f\u1885\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b\u1a55-\u1a7f'
    || '\u1ab0-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2'
    || '\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u2000-\u200f\u2028-\u202f\u205f-\u206f\u20d0-\u20f0\u2800'
    || '\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u3000\u302a-\u302f\u3099\u309a\u3164\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f'
    || '\ua6f0\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d'
    || '\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4'
    || '\uaab7\uaab8\uaabe\uaabf\uaac1\uaaeb-\uaaef\uaaf5\uaaf6\uabe3-\uabea\uabec\uabed\ue000-\uf8ff\ufb1e\ufe00-\ufe0f'
    || '\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a0f'
    || '\U00010a38-\U00010a3f\U00010ae5\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab\U00010eac'
    || '\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070'
    || '\U00011073\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110bd\U000110c2-\U000110cd\U00011100-\U00011102'
    || '\U00011127-\U00011134\U00011145\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc'
    || '\U000111ce\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303'
    || '\U0001133b\U0001133c\U0001133e-\U0001134d\U00011357\U00011362-\U00011374\U000113b8-\U000113d0\U000113d2'
    || '\U000113e1\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115c0\U000115dc\U000115dd'
    || '\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U0001193e\U00011940'
    || '\U00011942\U00011943\U000119d1-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e'
    || '\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c3f\U00011c92-\U00011cb6'
    || '\U00011d31-\U00011d45\U00011d47\U00011d8a-\U00011d97\U00011ef3-\U00011ef6\U00011f00\U00011f01\U00011f03'
    || '\U00011f34-\U00011f42\U00011f5a\U00013430-\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4'
    || '\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f92\U00016fe4-\U00016ff1\U0001bc9d\U0001bc9e\U0001bca0-\U0001bca3'
    || '\U0001cf00-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad'
    || '\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001daaf'
    || '\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef'
    || '\U0001e5ee\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a'
    || '\U000e0000-\U0010fffd'
    || ']');
end
$$;
comment on function private.is_visible(text) is
  'Whether a text has a character that can be seen: no white space, control, mark or other sign that only changes its neighbors.';

create function private.one_line(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(private.clean(t), '[ \t\n\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g');
end
$$;
comment on function private.one_line(text) is 'The same on one line, with single spaces: names, titles, cities.';

create function private.bare_letters(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if t !~ '[^\u0001-\u007f]' then return t; end if;
  return regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    translate(t, 'łŁđĐðÐøØıħĦŋŊŧŦɓɗƒǥǤɨƙƚɲƥʉƴƶƵəƏ', 'llddddooihhnnttbdfggiklnpuyzzee'),
    '[ßẞ]', 'ss', 'g'), '[æÆ]', 'ae', 'g'), '[œŒ]', 'oe', 'g'), '[þÞ]', 'th', 'g');
end
$$;
comment on function private.bare_letters(text) is
  'Letters that no accent was added to, as they are written without: Łukasz is lukasz. src/lib/slug.ts is the same.';

create function private.state_aliases() returns jsonb
  language sql immutable parallel safe set search_path = '' as $$
  select '{
    "tex": "TX", "tejas": "TX", "ala": "AL", "ariz": "AZ", "ark": "AR", "calif": "CA", "cal": "CA",
    "colo": "CO", "conn": "CT", "fla": "FL", "ill": "IL", "ind": "IN", "kan": "KS", "kans": "KS",
    "luisiana": "LA", "mass": "MA", "mich": "MI", "minn": "MN", "miss": "MS", "mont": "MT", "neb": "NE",
    "nebr": "NE", "nev": "NV", "n mex": "NM", "nuevo mexico": "NM", "nueva york": "NY", "okla": "OK",
    "ore": "OR", "oreg": "OR", "penn": "PA", "penna": "PA", "tenn": "TN", "wash": "WA",
    "washington dc": "DC", "w va": "WV", "wis": "WI", "wisc": "WI", "wyo": "WY"}'::jsonb
$$;
comment on function private.state_aliases() is 'What else states are called, in small letters and without dots: to abbreviation.';

create function private.city_and_state(p_typed text, p_code text) returns text[]
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_city text;
  v_parts text[];
  v_state text;
  v_pattern text;
begin
  if char_length(p_typed) > 200 then return array[p_typed, null]; end if;
  v_city := regexp_replace(p_typed, '(,\s*(usa?|u\.s\.(a\.)?)|[ ,]\s*(USA|united states( of america)?))$', '', 'i');
  v_city := regexp_replace(regexp_replace(v_city, '[ ,]\s*[0-9]{5}(-[0-9]{4})?$', ''), '[ ,]+$', '');
  v_parts := regexp_match(v_city, '^(.*[^ ,]) *, *([^,]+)$');
  v_state := private.state_code(v_parts[2]);
  if v_state is not null then return array[v_parts[1], v_state]; end if;
  -- Without a comma a word is a state only where nothing else is likely: 'Port Washington' is a name.
  foreach v_pattern in array array['^(.*[^ ,]) ([^ ]+ [^ ]+)$', '^(.*[^ ,]) ([^ ]+)$'] loop
    v_parts := regexp_match(v_city, v_pattern);
    v_state := private.state_code(v_parts[2]);
    if v_state = 'TX' or v_state = p_code or (v_state is not null and v_parts[2] ~ '^[A-Z]{2}$') then
      return array[v_parts[1], v_state];
    end if;
  end loop;
  return array[coalesce(nullif(v_city, ''), p_typed), null];
end
$$;
comment on function private.city_and_state(text, text) is 'A city as it was typed, and the state that it ends with, or null: {Albany, NY}.';

create function private.read_place(p_city text, p_state text) returns text[]
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_typed text := coalesce(private.one_line(p_city), '');
  v_given text := coalesce(private.one_line(p_state), '');
  v_code text := private.state_code(v_given);
  v_read text[] := private.city_and_state(v_typed, v_code);
  v_kept text := nullif(case when private.us_states() ? lower(v_given collate "C") then v_given else coalesce(v_code, v_given) end, '');
begin
  if v_read[2] is not null and v_given <> '' and v_read[2] is distinct from v_code then
    return array[nullif(v_typed, ''), v_kept];
  end if;
  return array[nullif(v_read[1], ''), coalesce(v_kept, v_read[2])];
end
$$;
comment on function private.read_place(text, text) is
  'A city and a state as people fill them in: ''San Antonio, TX'', with or without a state beside it, is {San Antonio, TX}. A state in full stays; two different states are left as they are. src/lib/place.ts is the same.';

create function private.asked_city(p_typed text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_place text[] := private.read_place(p_typed, null);
begin
  return concat_ws(', ', coalesce(v_place[1], ''), nullif(v_place[2], 'TX'));
end
$$;
comment on function private.asked_city(text) is 'The city of a request: ''New Braunfels tx'' is New Braunfels; a state that is not Texas stays behind a comma.';

-- Admins find 'Łódź' by 'lodz' and 'Muñoz' by 'munoz'.
create function private.bare_text(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if t !~ '[^\u0001-\u007f]' then return lower(t); end if;
  return lower(private.bare_letters(regexp_replace(normalize(t, nfkd), '[\u0300-\u036f]', '', 'g')));
end
$$;
comment on function private.bare_text(text) is 'Text in small letters without accents, for finding it.';

create function private.name_key(t text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return nullif(btrim(regexp_replace(private.bare_text(t),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g')), '');
end
$$;
comment on function private.name_key(text) is
  'A name as namesakes have it alike, in the letters of its own script; null where nothing is left. src/lib/slug.ts is the same.';

-- Who may call what.
grant execute on function
  private.clean(text), private.clean_or_null(text), private.valid_email(text), private.slugify(text),
  private.artist_slug(text, uuid), private.clean_list(text[]), private.valid_list(text[]), private.safe_url(text),
  private.safe_urls(text[])
  to anon, authenticated, service_role;
grant execute on function
  private.is_visible(text), private.one_line(text), private.bare_letters(text), private.state_aliases(),
  private.city_and_state(text, text), private.read_place(text, text), private.asked_city(text)
  to authenticated, service_role;
-- States and city slugs, pure. The TypeScript twin is src/lib/place.ts.
create function private.us_states() returns jsonb
  language sql immutable parallel safe set search_path = '' as $$
  select '{
    "alabama": "AL", "alaska": "AK", "arizona": "AZ", "arkansas": "AR", "california": "CA", "colorado": "CO",
    "connecticut": "CT", "delaware": "DE", "district of columbia": "DC", "florida": "FL", "georgia": "GA",
    "hawaii": "HI", "idaho": "ID", "illinois": "IL", "indiana": "IN", "iowa": "IA", "kansas": "KS",
    "kentucky": "KY", "louisiana": "LA", "maine": "ME", "maryland": "MD", "massachusetts": "MA",
    "michigan": "MI", "minnesota": "MN", "mississippi": "MS", "missouri": "MO", "montana": "MT",
    "nebraska": "NE", "nevada": "NV", "new hampshire": "NH", "new jersey": "NJ", "new mexico": "NM",
    "new york": "NY", "north carolina": "NC", "north dakota": "ND", "ohio": "OH", "oklahoma": "OK",
    "oregon": "OR", "pennsylvania": "PA", "rhode island": "RI", "south carolina": "SC", "south dakota": "SD",
    "tennessee": "TN", "texas": "TX", "utah": "UT", "vermont": "VT", "virginia": "VA", "washington": "WA",
    "west virginia": "WV", "wisconsin": "WI", "wyoming": "WY"}'::jsonb
$$;
comment on function private.us_states() is 'Every US state and the District of Columbia: lower-case name to abbreviation.';

create function private.state_code(p_state text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_state text := upper(replace(private.one_line(p_state), '.', '') collate "C");
begin
  if v_state ~ '^[A-Z]{2}$' then
    return (select s.value from jsonb_each_text(private.us_states()) s where s.value = v_state);
  end if;
  v_state := lower(v_state collate "C");
  return coalesce(private.us_states() ->> v_state, private.state_aliases() ->> v_state);
end
$$;
comment on function private.state_code(text) is '''Texas'', ''tx'', ''Tex.'' and ''T.X.'' are all TX; anything that is no US state is null.';

create function private.city_slug(p_city text, p_state text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return nullif(private.slugify(p_city), '') || '-' || lower(private.state_code(p_state) collate "C");
end
$$;
comment on function private.city_slug(text, text) is '(''San Antonio'', ''Texas'') is san-antonio-tx; null without a city or without a US state.';

-- Rows hold names on one line and places as people mean them, whoever writes them: 'San Antonio, TX' beside TX is the
-- city San Antonio.
create function private.known_city(p_city text, p_state text) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select c.city_name from public.cities c where c.slug = private.city_slug(p_city, p_state)), p_city);
end
$$;
comment on function private.known_city(text, text) is
  'A city as it is called in the service areas, whatever the case, spaces and accents it was typed with; any other city as it is.';

create function private.name_asked_city() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_typed text := private.one_line(new.city);
begin
  -- A city of another state has that behind it, and is none of these.
  new.city := coalesce(private.city_of_zip(v_typed), private.known_city(private.asked_city(v_typed), 'TX'));
  return new;
end
$$;
comment on function private.name_asked_city() is 'Stores the city that a client means, so that artists there are found.';

create function private.clean_account_name() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.raw_user_meta_data := jsonb_set(new.raw_user_meta_data, '{name}', to_jsonb(private.one_line(new.raw_user_meta_data ->> 'name')));
  return new;
end
$$;
comment on function private.clean_account_name() is 'Stores an account''s name as names are kept: admins read it in their lists.';

create trigger clean_account_name before insert or update of raw_user_meta_data on auth.users
  for each row when (jsonb_typeof(new.raw_user_meta_data -> 'name') = 'string') execute function private.clean_account_name();

create function private.clean_issue() returns trigger
  language plpgsql set search_path = '' as $$
begin
  new.subject := private.one_line(new.subject);
  new.intro := private.clean(new.intro);
  return new;
end
$$;
comment on function private.clean_issue() is 'Stores the words of an issue as texts are kept.';

-- Who may call what.
grant execute on function
  private.us_states(), private.state_code(text), private.city_slug(text, text)
  to anon, authenticated, service_role;
grant execute on function private.known_city(text, text) to authenticated, service_role;
-- A ZIP code typed for a city names one. Central Texas, from src/features/map/zip-codes.ts; a test holds both together.
create function private.city_of_zip(p_typed text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_zip text := (regexp_match(p_typed, '^([0-9]{5})(-[0-9]{4})?$'))[1];
begin
  if v_zip is null then return null; end if;
  return (regexp_match('
Adkins|78101
Alleyton|78935
Alliance Data Systems|78275
Altair|77412
Art|76820
Atascosa|78002
Austin|73301 73344 78701 78702 78703 78704 78705 78708 78709 78710 78711 78712 78713 78714 78715 78716 78717 78718 78719 78720 78721 78722 78723 78724 78725 78726 78727 78728 78729 78730 78731 78732 78733 78734 78735 78736 78737 78738 78739 78741 78742 78744 78745 78746 78747 78748 78749 78750 78751 78752 78753 78754 78755 78756 78757 78758 78759 78760 78761 78762 78763 78764 78765 78766 78767 78768 78769 78772 78773 78774 78778 78779 78780 78781 78783 78785 78788 78789 78798 78799
Bandera|78003
Bartlett|76511
Bastrop|78602
Batesville|78829
Beeville|78102 78104
Bellville|77418
Belmont|78604
Belton|76513
Bend|76824
Berclair|78107
Bergheim|78004
Bertram|78605
Bigfoot|78005
Blanco|78606
Bleiblerville|78931
Bloomington|77951
Bluffton|78607
Boerne|78006 78015
Brenham|77833 77834
Briggs|78608
Bruceville|76630
Bryan|77807
Buchanan Dam|78609
Buckholts|76518
Buda|78610
Bulverde|78163
Burlington|76519
Burnet|78611
Burton|77835
Caldwell|77836
Calliham|78007
Cameron|76520
Camp Wood|78833
Campbellton|78008
Canyon Lake|78133
Carmine|78932
Castell|76831
Castroville|78009
Cat Spring|78933
Cedar Creek|78612
Cedar Park|78613 78630
Center Point|78010
Chappell Hill|77426
Charlotte|78011
Cherokee|76832
Chriesman|77838
Christine|78012
Cibolo|78108
Columbus|78934
Comfort|78013
Concan|78838
Converse|78109
Copperas Cove|76522
Cost|78614
Coupland|78615
Cuero|77954
D Hanis|78850
Dale|78616
Davilla|76523
Deanville|77852
Del Valle|78617
Devine|78016
Dilley|78017
Dime Box|77853
Dinero|78350
Doss|78618
Driftwood|78619
Dripping Springs|78620
Eagle Lake|77434
Ecleto|78111
Eddy|76524
Edna|77957
Elgin|78621
Ellinger|78938
Elmendorf|78112
Evant|76525
Falls City|78113
Fannin|77960
Fayetteville|78940
Fentress|78622
Fischer|78623
Flat|76526
Flatonia|78941
Florence|76527
Floresville|78114
Fort Hood|76544
Fowlerton|78021
Fredericksburg|78624
Fredonia|76842
Ganado|77962
Garwood|77442
Gatesville|76528 76596 76597 76598 76599
Gause|77857
George West|78022
Georgetown|78626 78627 78628 78633
Geronimo|78115
Giddings|78942
Gillett|78116
Glidden|78943
Goldthwaite|76844
Goliad|77963
Gonzales|78629
Granger|76530
Hallettsville|77964
Harker Heights|76548
Harper|78631
Harwood|78632
Hearne|77859
Heidenheimer|76533
Helotes|78023
Hext|76848
Hobson|78117
Hochheim|77967
Holland|76534
Hondo|78861
Horseshoe Bay|78657
Hunt|78024
Hutto|78634
Hye|78635
Industry|78944
Inez|77968
Ingram|78025
Jarrell|76537
Johnson City|78636
Jourdanton|78026
Junction|76849
Karnes City|78118
Kelly Usa|78262
Kempner|76539
Kendalia|78027
Kenedy|78119
Kenney|77452
Kerrville|78028 78029
Killeen|76540 76541 76542 76543 76545 76546 76547 76549
Kingsbury|78638
Kingsland|78639
Knippa|78870
Kyle|78640
La Coste|78039
La Grange|78945
La Salle|77969
La Vernia|78121
Lackland A F B|78236
Lampasas|76550
Leakey|78873
Leander|78641 78645 78646
Ledbetter|78946
Leesville|78122
Leming|78050
Lexington|78947
Liberty Hill|78642
Lincoln|78948
Lissie|77454
Little River Academy|76554
Llano|78643
Lockhart|78644
Lometa|76853
London|76854
Lott|76656
Louise|77455
Luling|78648
Lyons|77863
Lytle|78052
Macdona|78054
Manchaca|78652
Manor|78653
Marble Falls|78654
Marion|78124
Martindale|78655
Mason|76856
Maxwell|78656
Mc Dade|78650
Mc Neil|78651
Mc Queeney|78123
Mcfaddin|77973
Medina|78055
Meyersville|77974
Mico|78056
Milano|76556
Mineral|78125
Moody|76557
Moore|78057
Moulton|77975
Mound|76558
Mountain Home|78058
Muldoon|78949
Mumford|77867
Nada|77460
Natalia|78059
New Braunfels|78130 78131 78132 78135
New Ulm|78950
Nixon|78140
Nolanville|76559
Nordheim|78141
Normanna|78142
Nursery|77976
Oakland|78951
Oakville|78060
Oglesby|76561
Ottine|78658
Paige|78659
Pandora|78143
Panna Maria|78144
Pawnee|78145
Pearsall|78061
Peggy|78062
Pendleton|76564
Pettus|78146
Pflugerville|78660 78691
Pipe Creek|78063
Placedo|77977
Pleasanton|78064
Plum|78952
Pontotoc|76869
Poteet|78065
Poth|78147
Prairie Lea|78661
Purmela|76566
Randolph A F B|78150
Red Rock|78662
Richland Springs|76871
Rio Frio|78879
Rio Medina|78066
Rock Island|77470
Rockdale|76567
Rogers|76569
Rosanky|78953
Rosebud|76570
Round Mountain|78663
Round Rock|78664 78665 78680 78681 78682 78683
Round Top|78954
Runge|78151
Sabinal|78881
Saint Hedwig|78152
Salado|76571
San Antonio|78201 78202 78203 78204 78205 78206 78207 78208 78209 78210 78211 78212 78213 78214 78215 78216 78217 78218 78219 78220 78221 78222 78223 78224 78225 78226 78227 78228 78229 78230 78231 78232 78233 78234 78235 78237 78238 78239 78240 78241 78242 78243 78244 78245 78246 78247 78248 78249 78250 78251 78252 78253 78254 78255 78256 78257 78258 78259 78260 78261 78263 78264 78265 78266 78268 78269 78270 78278 78279 78280 78283 78284 78285 78286 78287 78288 78289 78291 78292 78293 78294 78295 78296 78297 78298 78299
San Marcos|78666 78667
San Saba|76877
Schertz|78154
Schulenburg|78956
Schwertner|76573
Seguin|78155 78156
Sheridan|77475
Shiner|77984
Smiley|78159
Smithville|78957
Snook|77878
Somerset|78069
Somerville|77879
Spicewood|78669
Spring Branch|78070
Staples|78670
Star|76880
State Board Of Insurance|78786
Stockdale|78160
Stonewall|78671
Sublime|77986
Sutherland Springs|78161
Sweet Home|77987
Tarpley|78883
Taylor|76574
Telegraph|76883
Telferner|77988
Temple|76501 76502 76503 76504 76505 76508
Thomaston|77989
Thorndale|76577
Thrall|76578
Three Rivers|78071
Tilden|78072
Tow|78672
Troy|76579
Tuleta|78162
Universal City|78148
Utopia|78884
Uvalde|78801 78802
Valley Spring|76885
Vanderbilt|77991
Vanderpool|78885
Victoria|77901 77902 77903 77904 77905
Voca|76887
Von Ormy|78073
Waelder|78959
Walburg|78673
Warda|78960
Waring|78074
Warrenton|78961
Weesatche|77993
Weimar|78962
Weir|78674
West Point|78963
Westhoff|77994
Whitsett|78075
Willow City|78675
Wimberley|78676
Wrightsboro|78677
Yancey|78886
Yoakum|77995
Yorktown|78164
', '(?n)^([^|]+)\|.*' || v_zip))[1];
end
$$;
comment on function private.city_of_zip(text) is 'The city of a ZIP code of Central Texas; null for anything else.';

-- Who may call what.
grant execute on function private.city_of_zip(text) to authenticated, service_role;
-- Which image addresses an API role may store: own bucket, own folder, the configured origin, nothing else.
create function private.media_url_ok(p_url text, p_bucket text, p_owner uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_origin text := nullif(rtrim(private.setting('media_origin'), '/'), '');
  v_file constant text := '[a-z0-9-]{1,64}\.(jpg|jpeg|png|webp|avif)(\?v=[0-9]{1,16})?$';
  v_path text := '/storage/v1/object/public/' || p_bucket || '/' || p_owner || '/';
begin
  if p_url is null or p_owner is null then return false; end if;
  if v_origin is null then return p_url ~ ('^https://[a-z0-9]{20}\.supabase\.co' || v_path || v_file); end if;
  return left(p_url, char_length(v_origin || v_path)) = v_origin || v_path
    and substr(p_url, char_length(v_origin || v_path) + 1) ~ ('^' || v_file);
end
$$;
comment on function private.media_url_ok(text, text, uuid) is
  'Whether an address is a file of this owner in this bucket at the configured origin (setting media_origin; without it, any hosted project).';

create function private.artist_media_ok(p_url text, p_bucket text, p_artist uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.media_url_ok(p_url, p_bucket, p_artist)
    or private.media_url_ok(p_url, p_bucket, (select a.user_id from public.artists a where a.id = p_artist));
end
$$;
comment on function private.artist_media_ok(text, text, uuid) is
  'Whether an address is a file of this artist: one of their uploads, or one that was fetched for their page before they had an account.';

create function private.valid_corners(c jsonb) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_from jsonb;
  v_to jsonb;
  v_next jsonb;
begin
  if not coalesce(jsonb_path_match(c, 'strict $.type() == "array" && $.size() == 4
      && !exists($[*] ? (@.type() != "array" || @.size() != 2))
      && !exists($[*][*] ? (@.type() != "number" || @ < 0 || @ > 1))', silent => true), false) then
    return false;
  end if;
  for i in 0..3 loop
    v_from := c -> i;
    v_to := c -> ((i + 1) % 4);
    v_next := c -> ((i + 2) % 4);
    -- Twice the area of the three, less than nothing where they turn left.
    if ((v_to ->> 0)::numeric - (v_from ->> 0)::numeric) * ((v_next ->> 1)::numeric - (v_from ->> 1)::numeric)
       - ((v_to ->> 1)::numeric - (v_from ->> 1)::numeric) * ((v_next ->> 0)::numeric - (v_from ->> 0)::numeric) <= 0.02 then
      return false;
    end if;
  end loop;
  return true;
end
$$;
comment on function private.valid_corners(jsonb) is
  'Whether these are the corners of a wall in a photo: four points of two shares, from the top left clockwise, nowhere hollow and not tiny.';

create function private.valid_picture_details(d jsonb) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if jsonb_typeof(d) is distinct from 'object' then return false; end if;
  return (select count(*) from jsonb_object_keys(d)) <= 60
    and not exists (
      select from jsonb_each(d) p where not private.safe_url(p.key) or case when jsonb_typeof(p.value) <> 'object' then true
        else p.value - '{x,y,corners,alt}'::text[] <> '{}' or exists (
          select from jsonb_each(p.value) v where case
            when v.key = 'alt' then jsonb_typeof(v.value) <> 'string' or char_length(v.value #>> '{}') > 200
            when v.key = 'corners' then not private.valid_corners(v.value)
            when jsonb_typeof(v.value) <> 'number' then true
            else (v.value #>> '{}')::numeric not between 0 and 1 end) end);
end
$$;
comment on function private.valid_picture_details(jsonb) is
  'Whether this says of at most 60 pictures, by address, where the eye should rest (x and y from 0 to 1, from the left and the top), where the painted wall is (corners) and what they show (alt); each is optional.';

-- Who may call what.
grant execute on function private.valid_picture_details(jsonb), private.valid_corners(jsonb)
  to anon, authenticated, service_role;
grant execute on function
  private.media_url_ok(text, text, uuid), private.artist_media_ok(text, text, uuid)
  to authenticated;
-- What people with power did, and when. Admins read it through admin_list_audit; nobody writes it directly.
create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  action text not null check (action ~ '^[a-z]+\.[a-z_]+$'),
  subject uuid,
  detail jsonb not null default '{}'
);
alter table private.audit_log enable row level security;
comment on table private.audit_log is 'Admin actions, status changes, role changes and erasures. No foreign keys: an entry outlives what it is about.';
create index audit_log_at_idx on private.audit_log (at desc);
-- Erasures and exports ask by subject; exports, and what an admin has read within the hour, by actor.
create index audit_log_subject_idx on private.audit_log (subject);
create index audit_log_actor_at_idx on private.audit_log (actor, at);

create function private.audit(p_action text, p_subject uuid, p_detail jsonb default '{}') returns void
  language sql security definer set search_path = '' as $$
  insert into private.audit_log (actor, action, subject, detail) values (auth.uid(), p_action, p_subject, p_detail)
$$;
comment on function private.audit(text, uuid, jsonb) is 'Adds an entry in the name of the caller.';

-- Roles (specification, section 6). The role is read from this table at each request, never from a token.
create type public.app_role as enum ('admin', 'artist', 'client');

create table public.user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role public.app_role not null,
  created_at timestamptz not null default now()
);
alter table public.user_roles enable row level security;
comment on table public.user_roles is 'One role an account. Only the sign-up trigger and operators write it.';
grant select on public.user_roles to authenticated, service_role;
grant all on public.user_roles to service_role;
create index user_roles_role_created_idx on public.user_roles (role, created_at desc);

create function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.user_roles r where r.user_id = auth.uid() and r.role = 'admin');
end
$$;
comment on function private.is_admin() is 'Whether the caller is an admin. Policies call it as (select private.is_admin()): once a statement, not once a row.';

create function private.my_role() returns public.app_role
  language sql stable security definer set search_path = '' as $$
  select r.role from public.user_roles r where r.user_id = auth.uid()
$$;
comment on function private.my_role() is 'The caller''s role, or null.';

create function private.require_admin() returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then perform private.fail('not_allowed'); end if;
end
$$;
comment on function private.require_admin() is 'Refuses everybody but admins.';

create policy user_roles_select on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create function private.give_role_at_sign_up() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- The metadata is whatever the caller typed: allow-list, never cast.
  insert into public.user_roles (user_id, role)
  values (new.id, case when new.raw_user_meta_data ->> 'role' = 'artist' then 'artist' else 'client' end::public.app_role)
  on conflict do nothing;
  return new;
end
$$;
comment on function private.give_role_at_sign_up() is 'A new account is an artist when it asks to be, otherwise a client.';

create trigger give_role_at_sign_up after insert on auth.users
  for each row execute function private.give_role_at_sign_up();

create function private.audit_role() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.role = 'admin' then perform private.audit('role.granted', new.user_id, jsonb_build_object('to', new.role)); end if;
  elsif new.role <> old.role then
    perform private.audit('role.changed', new.user_id, jsonb_build_object('from', old.role, 'to', new.role));
  end if;
  return null;
end
$$;
comment on function private.audit_role() is 'Notes every change of a role, and every admin; ordinary sign-ups are not news.';

create trigger audit_role after insert or update of role on public.user_roles
  for each row execute function private.audit_role();

-- Making and unmaking admins: for the command line with the secret key, never for a browser.
create function private.set_admin(p_email text, p_admin boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
  v_role public.app_role;
begin
  select u.id into v_user from auth.users u where lower(u.email) = lower(private.clean(p_email));
  if v_user is null then perform private.fail('account_unknown'); end if;
  v_role := case
    when p_admin then 'admin'
    when (select r.role from public.user_roles r where r.user_id = v_user) <> 'admin' then
      (select r.role::text from public.user_roles r where r.user_id = v_user)
    when exists (select from public.artists a where a.user_id = v_user) then 'artist'
    else 'client' end;
  insert into public.user_roles as r (user_id, role) values (v_user, v_role)
    on conflict (user_id) do update set role = excluded.role where r.role <> excluded.role;
  return jsonb_build_object('user_id', v_user, 'email', lower(private.clean(p_email)), 'role', v_role);
end
$$;
comment on function private.set_admin(text, boolean) is
  'Gives or takes the admin role. Who is no admin any more is an artist again when there is a profile, otherwise a client.';

create function public.grant_admin(p_email text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.set_admin(p_email, true)
$$;
comment on function public.grant_admin(text) is 'Makes an account an admin: {user_id, email, role}. Secret key only.';

create function public.revoke_admin(p_email text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.set_admin(p_email, false)
$$;
comment on function public.revoke_admin(text) is 'Takes the admin role away: {user_id, email, role}. Secret key only.';

create function private.list_admins() returns table (user_id uuid, email text, created_at timestamptz)
  language sql stable security definer rows 5 set search_path = '' as $$
  select r.user_id, u.email::text, r.created_at from public.user_roles r join auth.users u on u.id = r.user_id
  where r.role = 'admin' order by r.created_at
$$;
comment on function private.list_admins() is 'Everybody with the admin role.';

create function public.list_admins() returns table (user_id uuid, email text, created_at timestamptz)
  language sql stable security invoker rows 5 set search_path = '' as $$
  select * from private.list_admins()
$$;
comment on function public.list_admins() is 'Everybody with the admin role. Secret key only.';

-- Two admins who delete their accounts at the same moment each see the other one: counting before the deletion is not
-- enough. Here the second waits for the first and counts again.
create function private.keep_an_admin() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if old.user_id is distinct from auth.uid() then return old; end if;
  perform pg_advisory_xact_lock(hashtextextended('admins', 0));
  if not exists (select from public.user_roles r where r.role = 'admin' and r.user_id <> old.user_id) then
    perform private.fail('last_admin');
  end if;
  return old;
end
$$;
comment on function private.keep_an_admin() is
  'The last admin cannot delete the own account, however many try at once. Operators may take the role from anybody.';

create trigger user_roles_keep_an_admin before delete on public.user_roles
  for each row when (old.role = 'admin') execute function private.keep_an_admin();

-- Who may call what.
grant execute on function
  private.is_admin(), private.my_role()
  to authenticated, service_role;
grant execute on function
  private.require_admin(), private.set_admin(text, boolean), public.grant_admin(text), public.revoke_admin(text),
  private.list_admins(), public.list_admins()
  to service_role;
-- Limits for requests that anybody may send: a sliding window by address and by e-mail.
create table private.rate_counters (
  bucket text not null,
  window_start timestamptz not null,
  n int not null,
  primary key (bucket, window_start)
);
alter table private.rate_counters enable row level security;
comment on table private.rate_counters is
  'How often a hashed client or account was seen in each window, and all of them together. Rows older than a day are dropped.';
create index rate_counters_window_idx on private.rate_counters (window_start);

create function private.client_ip() returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_text text;
  v_ip inet;
begin
  -- One header that the proxy in front overwrites. X-Forwarded-For would be typed by the caller.
  v_text := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb
    ->> private.setting('client_ip_header');
  v_ip := regexp_replace(private.clean(v_text), '^::ffff:(\d+\.\d+\.\d+\.\d+)$', '\1', 'i')::inet;
  -- Whoever has one IPv6 address has the whole /64.
  return coalesce(host(network(set_masklen(v_ip, case family(v_ip) when 4 then 32 else 64 end))), 'unknown');
exception when data_exception then
  return 'unknown';
end
$$;
comment on function private.client_ip() is 'The caller''s address from the trusted header (setting client_ip_header); IPv6 as its /64.';

-- What one person may send must not depend on strangers who name their e-mail: the address that stands in a form is no
-- proof of anything. Requests are counted by client, by confirmed account and in total; what is too much is held for an
-- admin, and refused only far beyond.
create function private.rate_limit(p_kind text, p_subject text, p_limit bigint, p_window interval) returns double precision
  language plpgsql security definer set search_path = '' as $$
declare
  v_bucket text := p_kind || ':' || encode(sha256(convert_to(private.setting('pepper') || p_subject, 'UTF8')), 'hex');
  v_start timestamptz := date_bin(p_window, now(), timestamptz 'epoch');
  v_rest double precision := 1 - extract(epoch from now() - v_start) / extract(epoch from p_window);
  v_now int;
  v_before int;
begin
  insert into private.rate_counters as c (bucket, window_start, n) values (v_bucket, v_start, 1)
    on conflict (bucket, window_start) do update set n = c.n + 1
    returning n into v_now;
  select c.n into v_before from private.rate_counters c where c.bucket = v_bucket and c.window_start = v_start - p_window;
  if v_now + coalesce(v_before, 0) * v_rest > p_limit then
    perform private.fail('rate_limited', null,
      jsonb_build_object('Retry-After', greatest(1, ceil(extract(epoch from p_window) * v_rest))::int::text));
  end if;
  if random() < 0.01 then delete from private.rate_counters c where c.window_start < now() - interval '1 day'; end if;
  return v_now + coalesce(v_before, 0) * v_rest;
end
$$;
comment on function private.rate_limit(text, text, bigint, interval) is
  'Counts one use and gives how many the current window and the fading one before hold; refuses with 429 and Retry-After beyond the limit.';

create function private.try_rate_limit(p_kind text, p_limit bigint, p_window interval) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_start timestamptz := date_bin(p_window, now(), timestamptz 'epoch');
  v_rest double precision := 1 - extract(epoch from now() - v_start) / extract(epoch from p_window);
  v_used double precision;
begin
  select coalesce(sum(c.n * case c.window_start when v_start then 1 else v_rest end), 0) into v_used
    from private.rate_counters c
    where c.bucket in (select p_kind || ':' || i from generate_series(0, 15) i) and c.window_start in (v_start, v_start - p_window);
  if v_used + 1 > p_limit then return false; end if;
  -- One of 16 rows: senders at the same time would otherwise wait for each other.
  insert into private.rate_counters as c (bucket, window_start, n) values (p_kind || ':' || floor(random() * 16)::int, v_start, 1)
    on conflict (bucket, window_start) do update set n = c.n + 1;
  return true;
end
$$;
comment on function private.try_rate_limit(text, bigint, interval) is
  'Takes one of what everybody may do together; false, and nothing taken, when the windows hold the limit. A few at once may pass it.';

create function private.request_hold() returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (select u.id from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
  v_client_limit bigint := private.setting_int('lead_ip_limit');
  v_user_limit bigint := private.setting_int('lead_user_limit');
  v_total_limit bigint := private.setting_int('lead_total_limit');
  v_client double precision;
  v_own double precision;
begin
  -- Always in this order, so that two requests cannot wait for each other.
  v_client := private.rate_limit('lead_ip', private.client_ip(), 4 * v_client_limit, interval '10 minutes');
  if v_user is not null then v_own := private.rate_limit('lead_user', v_user::text, 4 * v_user_limit, interval '1 hour'); end if;
  return case
    -- A confirmed account is held for what it sends itself, never for its neighbours behind one address.
    when v_own is not null then case when v_own > v_user_limit then 'account_limit' end
    when v_client > v_client_limit then 'client_limit'
    when not private.try_rate_limit('lead_total', v_total_limit, interval '10 minutes') then 'total_limit' end;
end
$$;
comment on function private.request_hold() is
  'Counts a new lead and says why it is held, or null. Held: from 31 in 10 minutes a client, 11 an hour a confirmed account, 601 in 10 minutes altogether, unless set otherwise. Refused: beyond four times as many of one sender.';
-- One paged, searched, sorted list for all the admin's tables.
create function private.like_pattern(p_search text) returns text
  language sql immutable set search_path = '' as $$
  select '%' || replace(replace(replace(private.bare_text(private.clean_or_null(p_search)), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
comment on function private.like_pattern(text) is
  'A pattern that finds the text literally in private.bare_text; null for no search. Addresses have no accents: ilike finds it in those.';

create function private.admin_list_page(
  p_source text, p_row text, p_filters text[], p_sorts text[],
  p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int
) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_filter text := private.clean_or_null(p_filter);
  v_sort text := coalesce(private.clean_or_null(p_sort), p_sorts[1]);
  v_answer jsonb;
begin
  perform private.require_admin();
  if v_filter <> all (p_filters) then perform private.fail('invalid_input', 'filter'); end if;
  if v_sort <> all (p_sorts) then perform private.fail('invalid_input', 'sort'); end if;
  -- p_source and p_row come from the functions below, never from a caller. The rows are built after paging.
  execute format(
    'with q as materialized (%s), page as (
       select q.*, row_number() over () as list_position from (select * from q order by %I %s nulls last, id limit $3 offset $4) q)
     select jsonb_build_object(''total'', (select count(*) from q),
       ''rows'', coalesce((select jsonb_agg((%s) order by q.list_position) from page q), ''[]''))',
    p_source, v_sort, case when coalesce(p_desc, true) then 'desc' else 'asc' end, p_row)
  into v_answer
  using private.like_pattern(p_search), v_filter,
    least(greatest(coalesce(p_limit, 25), 1), 1000), greatest(coalesce(p_offset, 0), 0);
  return v_answer;
end
$$;
comment on function private.admin_list_page(text, text, text[], text[], text, text, text, boolean, int, int) is
  'Runs an admin list: p_source gives id and sort columns ($1 search pattern, $2 filter), p_row turns a row q into JSON.';

-- What an older page saves does not undo a newer save: forms send what they change together with what they had read.
create function private.refuse_stale(p_stored jsonb, p_changes jsonb, p_read jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_field text;
begin
  if jsonb_typeof(p_changes) is distinct from 'object' or jsonb_typeof(p_read) is distinct from 'object' then
    perform private.fail('invalid_input');
  end if;
  for v_field in select k from jsonb_object_keys(p_changes) k order by k loop
    -- A field that is silently left out would be a lost change.
    if not p_stored ? v_field or not p_read ? v_field then perform private.fail('invalid_input'); end if;
    if p_stored -> v_field <> p_read -> v_field and p_stored -> v_field <> p_changes -> v_field then
      perform private.fail('changed_elsewhere', v_field);
    end if;
  end loop;
end
$$;
comment on function private.refuse_stale(jsonb, jsonb, jsonb) is
  'Refuses changes to a row when one of their fields is no longer what was read, unless it already is what it is to become; fields that are not changed are not compared. p_stored names the fields there are.';

-- Who may call what.
grant execute on function private.refuse_stale(jsonb, jsonb, jsonb) to authenticated;
-- More of an artist that clients ask about, and what a profile needs before its owner publishes it.
create function private.web_address_within(p_text text, p_most int) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_text text := private.clean(p_text);
begin
  if v_text !~ '^[A-Za-z][A-Za-z0-9+-]*:' then v_text := 'https://' || v_text; end if;
  if char_length(v_text) > p_most
     or v_text !~ '^[Hh][Tt][Tt][Pp][Ss]?://([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}(:[0-9]{1,5})?([/?#][!#-;=?-\[\]_a-z~]*)?$' then
    return null;
  end if;
  return v_text;
end
$$;
comment on function private.web_address_within(text, int) is 'private.web_address of at most so many characters.';

create function private.web_address(p_text text) returns text
  language sql immutable parallel safe set search_path = '' as $$
  select private.web_address_within(p_text, 300)
$$;
comment on function private.web_address(text) is
  'A web address with its scheme, which is https where none was typed; null for anything else. src/lib/web-address.ts is the same.';

create function private.valid_links(p_links text[]) returns boolean
  language sql immutable parallel safe set search_path = '' as $$
  select cardinality(p_links) <= 6 and array_position(p_links, null) is null
    and not exists (select from unnest(p_links) u where private.web_address(u) is distinct from u)
$$;
comment on function private.valid_links(text[]) is 'At most six web addresses with their schemes.';

-- Artists (specification, sections 3 to 5). Only what is public lives here; e-mail and phone are in artist_contacts.
create table public.artists (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references auth.users (id) on delete cascade,
  name text not null check (name = private.clean(name) and char_length(name) between 1 and 100),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 140),
  city text check (char_length(city) <= 100),
  state text check (char_length(state) <= 50),
  bio text check (char_length(bio) <= 2000),
  styles text[] not null default '{}' check (private.valid_list(styles)),
  mediums text[] not null default '{}' check (private.valid_list(mediums)),
  surfaces text[] not null default '{}' check (private.valid_list(surfaces)),
  profile_photo text check (private.safe_url(profile_photo)),
  portfolio_images text[] not null default '{}' check (private.safe_urls(portfolio_images)),
  featured boolean not null default false,
  public_visible boolean not null default false,
  average_rating numeric(2, 1) not null default 0 check (average_rating between 0 and 5),
  years_experience int check (years_experience between 0 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  city_slug text generated always as (private.city_slug(city, state)) stored,
  paused_until date
    check (extract(day from paused_until) = 1),
  -- How many reviews average_rating comes from; both are written by what follows from reviews, and by nothing else.
  review_count int not null default 0 check (review_count >= 0),
  -- What an artist's page says of how they work, computed from their requests.
  answer_hours smallint check (answer_hours in (1, 4, 8, 24, 48, 72)),
  walls_painted int not null default 0 check (walls_painted >= 0),
  replied_count smallint check (replied_count between 0 and asked_count),
  asked_count smallint check (asked_count between 5 and 20),
  picture_details jsonb not null default '{}' check (private.valid_picture_details(picture_details)),
  unclaimed boolean not null default false
    constraint artists_unclaimed_check check (not unclaimed or user_id is null),
  languages text[] not null default '{}' check (private.valid_list(languages)),
  travel_miles int check (travel_miles between 0 and 3000),
  insured boolean not null default false,
  minimum_price int check (minimum_price between 0 and 1000000),
  website text check (website is null or private.web_address(website) is not distinct from website),
  social_links text[] not null default '{}' check (private.valid_links(social_links)),
  insured_to date
);
alter table public.artists enable row level security;
comment on table public.artists is 'Public artist profiles. A row is shown to visitors only while public_visible is true.';
comment on column public.artists.paused_until is
  'The first day on which the artist takes requests again; null, or a day that has come, for one who takes them.';
comment on column public.artists.answer_hours is 'Within how many hours the artist usually answers: the median over the last 20 requests, from 5 answers on.';
comment on column public.artists.walls_painted is 'Requests whose wall was painted, and that both sides agree on.';
comment on column public.artists.replied_count is 'To how many of the last asked_count requests the artist replied in any way.';
comment on column public.artists.picture_details is 'Focus point and alternative text of portfolio pictures and the profile photo, by address.';
comment on column public.artists.unclaimed is
  'Imported, and not taken over by anybody yet. Not the same as having no account: an operator may run a page for an artist.';
comment on column public.artists.travel_miles is 'How far from the city the artist paints; null: not said.';
comment on column public.artists.insured is 'The artist says that they have liability insurance.';
comment on column public.artists.insured_to is
  'To which day a certificate of liability insurance that an admin has checked is good; null for none. Nobody but what follows from certificates writes it.';
comment on column public.artists.minimum_price is 'Whole US dollars; null: not said.';
grant select on public.artists to anon, authenticated, service_role;
grant all on public.artists to service_role;
grant insert (user_id, name, slug, city, state, bio, styles, mediums, surfaces, public_visible, years_experience),
  update (name, city, state, bio, styles, mediums, surfaces, profile_photo, portfolio_images, featured, public_visible,
  years_experience, paused_until, picture_details, languages, travel_miles, insured, minimum_price, website,
  social_links) on public.artists to authenticated;
create index artists_city_slug_idx on public.artists (city_slug) where public_visible;
create index artists_standing_idx on public.artists (featured desc, average_rating desc, id) where public_visible;
create index artists_created_idx on public.artists (created_at desc);
create index artists_paused_idx on public.artists (paused_until) where paused_until is not null;
create index artists_unclaimed_idx on public.artists (created_at desc) where unclaimed;
-- An import looks for who is there already.
create index artists_name_idx on public.artists (lower(name));

create function private.my_artist_id() returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select a.id from public.artists a where a.user_id = auth.uid());
end
$$;
comment on function private.my_artist_id() is 'The caller''s artist profile, or null.';

create policy artists_select_anon on public.artists for select to anon using (public_visible);
create policy artists_select on public.artists for select to authenticated
  using (public_visible or user_id = (select auth.uid()) or (select private.is_admin()));
create policy artists_insert on public.artists for insert to authenticated
  with check (user_id = (select auth.uid()) and not public_visible and (select private.my_role()) = 'artist');
create policy artists_update on public.artists for update to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()))
  with check (user_id = (select auth.uid()) or (select private.is_admin()));

create function private.free_artist_slug(p_name text, p_user uuid) returns text
  language sql stable security definer set search_path = '' as $$
  -- Time-ordered ids share their first characters, so namesakes of one minute collide: the second carries its whole id.
  select case when exists (select from public.artists a where a.slug = s) then left(s, -8) || p_user else s end
  from private.artist_slug(p_name, p_user) s
$$;
comment on function private.free_artist_slug(text, uuid) is 'The slug by the rule, or a longer one when somebody has that already.';

create function private.normalise_artist() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_place text[] := private.read_place(new.city, new.state);
begin
  new.name := private.one_line(new.name);
  new.city := private.known_city(v_place[1], v_place[2]);
  new.state := v_place[2];
  new.bio := private.clean_or_null(new.bio);
  if tg_op = 'INSERT' and new.slug is null then
    new.slug := private.free_artist_slug(new.name, coalesce(new.user_id, new.id));
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'city_slug' <> to_jsonb(old) - 'city_slug' then new.updated_at := now(); end if;
  return new;
end
$$;
comment on function private.normalise_artist() is 'Stores text as it is kept, and the place that is meant; fills in a missing slug, keeps updated_at.';

create trigger artists_1_normalise before insert or update on public.artists
  for each row execute function private.normalise_artist();

create function private.guard_artist() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_url text;
begin
  -- An invoker function on purpose: current_user is the API role here, and postgres for operators and definer functions.
  if current_user not in ('anon', 'authenticated') then return new; end if;
  if tg_op = 'INSERT' then
    new.featured := false;
    new.average_rating := 0;
    new.public_visible := false;
    new.slug := private.free_artist_slug(new.name, new.user_id);
    return new;
  end if;
  if new.featured is distinct from old.featured and not private.is_admin() then perform private.fail('not_allowed'); end if;
  if new.profile_photo is distinct from old.profile_photo and new.profile_photo is not null
     and not private.artist_media_ok(new.profile_photo, 'profile-photos', new.id) then
    perform private.fail('image_refused', 'profile_photo');
  end if;
  -- Only additions are judged, so that reordering and removing always work.
  for v_url in select x from unnest(new.portfolio_images) x where x is not null and x <> all (old.portfolio_images) loop
    if not private.artist_media_ok(v_url, 'portfolio-images', new.id) then
      perform private.fail('image_refused', 'portfolio_images');
    end if;
  end loop;
  return new;
end
$$;
comment on function private.guard_artist() is
  'What an API role may not do to a profile: feature itself, choose its slug, start public, show images that are not its own.';

create trigger artists_2_guard before insert or update on public.artists
  for each row execute function private.guard_artist();

create function private.audit_artist() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_what text;
begin
  -- Owners edit their own profile all day; only what an admin does to somebody's profile is noted.
  if auth.uid() is null or auth.uid() is not distinct from new.user_id then return null; end if;
  foreach v_what in array array['featured', 'public_visible'] loop
    if to_jsonb(new) -> v_what <> to_jsonb(old) -> v_what then
      perform private.audit(case v_what when 'featured' then 'artist.featured' else 'artist.visibility' end, new.id,
        jsonb_build_object('name', new.name, 'to', to_jsonb(new) -> v_what));
    end if;
  end loop;
  if to_jsonb(new) - '{featured,public_visible,insured_to,updated_at}'::text[]
      <> to_jsonb(old) - '{featured,public_visible,insured_to,updated_at}'::text[] then
    perform private.audit('artist.profile', new.id, jsonb_build_object('name', new.name));
  end if;
  return null;
end
$$;
comment on function private.audit_artist() is 'Notes what an admin changes on an artist''s profile.';

create trigger artists_audit after update on public.artists
  for each row execute function private.audit_artist();

-- How to reach an artist: for the artist and admins only, so it cannot live in the publicly readable table.
create table public.artist_contacts (
  artist_id uuid primary key references public.artists (id) on delete cascade,
  email text check (private.valid_email(email) and char_length(email) <= 255),
  phone text check (char_length(phone) <= 20)
);
alter table public.artist_contacts enable row level security;
comment on table public.artist_contacts is 'E-mail and phone of an artist; readable by its owner and by admins.';
grant select on public.artist_contacts to authenticated, service_role;
grant all on public.artist_contacts to service_role;
grant insert (artist_id, email, phone), update (email, phone) on public.artist_contacts to authenticated;
create index artist_contacts_email_idx on public.artist_contacts (lower(email));

create policy artist_contacts_select on public.artist_contacts for select to authenticated
  using (artist_id = (select private.my_artist_id()) or (select private.is_admin()));
create policy artist_contacts_insert on public.artist_contacts for insert to authenticated
  with check (artist_id = (select private.my_artist_id()) or (select private.is_admin()));
create policy artist_contacts_update on public.artist_contacts for update to authenticated
  using (artist_id = (select private.my_artist_id()) or (select private.is_admin()))
  with check (artist_id = (select private.my_artist_id()) or (select private.is_admin()));

-- Artists pause: until the first of a month they get no new requests. They stay on the pages, which say so; a pause ends by itself.
create function private.day_of(p_at timestamptz) returns date
  language plpgsql immutable set search_path = '' as $$
begin
  return (p_at at time zone 'America/Chicago')::date;
end
$$;
comment on function private.day_of(timestamptz) is
  'The day of a moment where the walls are, by which all days are counted and shown. src/lib/day.ts has the same zone.';

create function private.start_of(p_day date) returns timestamptz
  language plpgsql immutable set search_path = '' as $$
begin
  return p_day::timestamp at time zone 'America/Chicago';
end
$$;
comment on function private.start_of(date) is 'The moment at which a day begins where the walls are.';

create function private.today() returns date
  language plpgsql stable set search_path = '' as $$
begin
  return private.day_of(private.clock());
end
$$;
comment on function private.today() is 'Which day it is where the walls are.';

create function private.takes_requests(p_paused_until date) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return p_paused_until is null or p_paused_until <= private.today();
end
$$;
comment on function private.takes_requests(date) is 'Whether an artist with this paused_until takes requests. src/features/artists/pause.ts asks the same.';

-- A definer function, since who writes a profile may not ask for the time; a check constraint must not.
create function private.guard_pause() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if private.takes_requests(new.paused_until) then new.paused_until := null; end if;
  if new.paused_until > private.today() + interval '2 years' then perform private.fail('pause_invalid'); end if;
  return new;
end
$$;
comment on function private.guard_pause() is 'Forgets a pause that is over, and refuses one of more than two years.';

create trigger artists_3_pause before insert or update of paused_until on public.artists
  for each row when (new.paused_until is not null) execute function private.guard_pause();

create function public.end_pauses() returns int
  language sql security invoker set search_path = '' as $$
  with ended as (
    update public.artists a set paused_until = null
    where a.paused_until is not null and private.takes_requests(a.paused_until) returning 1)
  select count(*)::int from ended
$$;
comment on function public.end_pauses() is
  'Forgets pauses whose day has come, so that the outbox tells the pages; gives how many. Matching does not wait for it.';

-- Artists whom an admin has imported: their page is there before they are. Nobody reads what would be sent to them, so
-- nothing can be: no request is matched to them, offered to them or given to them until somebody has taken the page over.
create function private.claim_with_owner() returns trigger
  language plpgsql set search_path = '' as $$
begin
  new.unclaimed := false;
  return new;
end
$$;
comment on function private.claim_with_owner() is 'A page with an account is claimed.';

create trigger artists_4_claimed before insert or update of user_id on public.artists
  for each row when (new.user_id is not null and new.unclaimed) execute function private.claim_with_owner();

create function private.refuse_unclaimed() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.artists a where a.id = new.artist_id and a.unclaimed) then
    perform private.fail('artist_unclaimed');
  end if;
  return new;
end
$$;
comment on function private.refuse_unclaimed() is 'No request reaches an artist who is not there, whichever way it is given.';

create function private.ready_to_publish() returns trigger
  language plpgsql set search_path = '' as $$
begin
  -- As in guard_artist: an API role, and not an admin, who may have a reason to show a page as it is.
  if current_user not in ('anon', 'authenticated') or not new.public_visible or old.public_visible or private.is_admin() then
    return new;
  end if;
  if new.city is null then perform private.fail('publish_city_required'); end if;
  if cardinality(new.styles) = 0 then perform private.fail('publish_style_required'); end if;
  if new.profile_photo is null and cardinality(new.portfolio_images) = 0 then perform private.fail('publish_picture_required'); end if;
  return new;
end
$$;
comment on function private.ready_to_publish() is
  'An owner publishes a profile with a name, a city, a style and a picture; one that is public already stays so.';

create trigger artists_3_ready before update of public_visible on public.artists
  for each row execute function private.ready_to_publish();

-- Who may call what.
grant execute on function
  private.web_address(text), private.web_address_within(text, int), private.valid_links(text[]), private.my_artist_id(), private.free_artist_slug(text, uuid)
  to authenticated, service_role;
grant execute on function
  private.takes_requests(date), public.end_pauses()
  to service_role;
-- The two ways an artist's dashboard writes a profile: making the first one, and saving the form in one transaction.
create function private.ensure_artist_profile() returns public.artists
  language plpgsql security definer set search_path = '' as $$
declare
  v_user auth.users;
  v_artist public.artists;
  v_name text;
begin
  if private.my_role() is distinct from 'artist' then perform private.fail('not_allowed'); end if;
  select * into v_artist from public.artists a where a.user_id = auth.uid();
  if found then return v_artist; end if;

  select * into strict v_user from auth.users u where u.id = auth.uid();
  v_name := left(coalesce(private.clean_or_null(v_user.raw_user_meta_data ->> 'name'),
                          private.clean_or_null(split_part(v_user.email, '@', 1)), 'Artist'), 100);
  -- The trigger fills in the slug.
  insert into public.artists (user_id, name, slug) values (v_user.id, private.clean(v_name), null)
    on conflict (user_id) do nothing;
  select * into strict v_artist from public.artists a where a.user_id = auth.uid();
  insert into public.artist_contacts (artist_id, email)
    values (v_artist.id, case when private.valid_email(v_user.email) and char_length(v_user.email) <= 255 then v_user.email end)
    on conflict do nothing;
  return v_artist;
end
$$;
comment on function private.ensure_artist_profile() is
  'The caller''s artist profile, made private and named after the account when there is none (specification, section 4).';

create function public.ensure_artist_profile() returns public.artists
  language sql security invoker set search_path = '' as $$
  select * from private.ensure_artist_profile()
$$;
comment on function public.ensure_artist_profile() is 'The caller''s artist profile, created on the first visit. Artists only.';

create function private.profile_fields(p_artist public.artists) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select jsonb_object_agg(r.field, coalesce(to_jsonb(p_artist), '{}') -> r.field)
    || jsonb_build_object('email', max(c.email), 'phone', max(c.phone))
  from private.profile_form() r left join public.artist_contacts c on c.artist_id = p_artist.id
$$;
comment on function private.profile_fields(artists) is 'The fields of the profile form as they are stored, contact included, for who may read it.';

create function private.save_artist_profile(p_artist uuid, p_changes jsonb, p_read jsonb) returns jsonb
  language plpgsql security invoker set search_path = '' as $$
declare
  v_artist public.artists := private.lock_profile(p_artist);
begin
  perform private.refuse_stale(private.profile_fields(v_artist), p_changes, p_read);
  v_artist := private.write_profile(v_artist, p_changes);
  return to_jsonb(v_artist) || private.profile_fields(v_artist);
end
$$;
comment on function private.save_artist_profile(uuid, jsonb, jsonb) is
  'Saves the fields of p_changes by the rules of the whole form, if each is still what p_read says. Runs with the caller''s rights.';

create function public.save_artist_profile(p_artist uuid, p_changes jsonb, p_read jsonb) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.save_artist_profile(p_artist, p_changes, p_read)
$$;
comment on function public.save_artist_profile(uuid, jsonb, jsonb) is
  'Saves what was changed in an artist''s profile and contact; refuses changed_elsewhere when such a field is not as it was read. Gives the row with email and phone. The owner or an admin.';

-- The profile form, a row for each field: a new one is a column, a grant and a row here, and no function names it.
create table private.profile_rules (
  field text primary key,
  position int generated always as identity unique,
  kind text not null check (kind in ('text', 'email', 'list', 'number', 'flag', 'url', 'links')),
  most int,
  refusal text not null
);
alter table private.profile_rules enable row level security;
comment on table private.profile_rules is
  'The fields of the profile form in its order: columns of artists, or of artist_contacts. Longest text or largest number, and what is said beyond it; lists have the limits of private.valid_list.';

insert into private.profile_rules (field, kind, most, refusal) values
  ('name', 'text', 100, 'name_too_long'),
  ('surfaces', 'list', null, 'list_item_too_long'),
  ('languages', 'list', null, 'list_item_too_long'),
  ('travel_miles', 'number', 3000, 'travel_invalid'),
  ('minimum_price', 'number', 1000000, 'minimum_price_invalid'),
  ('insured', 'flag', null, 'invalid_input'),
  ('website', 'url', null, 'website_invalid'),
  ('social_links', 'links', null, 'links_invalid'),
  ('email', 'email', 255, 'email_too_long'),
  ('phone', 'text', 20, 'phone_too_long'),
  ('city', 'text', 100, 'city_too_long'),
  ('state', 'text', 50, 'state_too_long'),
  ('bio', 'text', 2000, 'bio_too_long'),
  ('years_experience', 'number', 100, 'years_invalid'),
  ('styles', 'list', null, 'list_item_too_long'),
  ('mediums', 'list', null, 'list_item_too_long');

create function private.profile_form() returns setof private.profile_rules
  language sql stable security definer rows 16 set search_path = '' as $$
  select * from private.profile_rules
$$;
comment on function private.profile_form() is 'The rules of the profile form, which are the same for everybody and name nobody.';

create function private.checked_profile(p_fields jsonb) returns jsonb
  language plpgsql stable security invoker set search_path = '' as $$
declare
  v_rule private.profile_rules;
  v_value jsonb;
  v_text text;
  v_list text[];
  v_checked jsonb := '{}';
begin
  for v_rule in select * from private.profile_form() r where p_fields ? r.field order by r.position loop
    v_value := p_fields -> v_rule.field;
    v_text := private.clean_or_null(v_value #>> '{}');
    if v_rule.kind in ('list', 'links') then
      if jsonb_typeof(v_value) not in ('array', 'null') then perform private.fail('invalid_input', v_rule.field); end if;
      v_list := private.clean_list(
        array(select jsonb_array_elements_text(case when v_value = 'null' then '[]' else v_value end)));
      if v_rule.kind = 'links' then
        v_list := array(select private.web_address(u.link) from unnest(v_list) with ordinality u (link, at) order by u.at);
        if private.valid_links(v_list) is not true then perform private.fail(v_rule.refusal, v_rule.field); end if;
      elsif not private.valid_list(v_list) then perform private.fail(v_rule.refusal, v_rule.field);
      end if;
      v_value := to_jsonb(v_list);
    elsif v_rule.kind = 'number' then
      if v_text !~ '^[0-9]{1,7}$' or v_text::int > v_rule.most then perform private.fail(v_rule.refusal, v_rule.field); end if;
    elsif v_rule.kind = 'flag' then
      if jsonb_typeof(v_value) not in ('boolean', 'null') then perform private.fail(v_rule.refusal, v_rule.field); end if;
      v_value := to_jsonb(coalesce(v_value = 'true', false));
    else
      if v_rule.field = 'name' and v_text is null then perform private.fail('name_required'); end if;
      if v_rule.kind = 'email' and not private.valid_email(v_text) then perform private.fail('email_invalid'); end if;
      if v_rule.kind = 'url' and v_text is not null then
        v_text := private.web_address(v_text);
        if v_text is null then perform private.fail(v_rule.refusal, v_rule.field); end if;
      end if;
      if char_length(v_text) > v_rule.most then perform private.fail(v_rule.refusal, v_rule.field); end if;
      v_value := to_jsonb(v_text);
    end if;
    v_checked := v_checked || jsonb_build_object(v_rule.field, v_value);
  end loop;
  return v_checked;
end
$$;
comment on function private.checked_profile(jsonb) is
  'The fields of a profile as they are stored, by the rules of private.profile_rules; refuses the first that is broken, in form order.';

create function private.write_profile(p_artist public.artists, p_changes jsonb) returns public.artists
  language plpgsql security invoker set search_path = '' as $$
declare
  v_changes jsonb := private.checked_profile(p_changes);
  v_contact jsonb := private.profile_fields(p_artist) || v_changes;
  v_artist public.artists := jsonb_populate_record(p_artist, v_changes);
  v_columns text;
begin
  select string_agg(format('%1$I = ($1).%1$I', k), ', ') into v_columns
    from jsonb_object_keys(v_changes) k where to_jsonb(p_artist) ? k;
  if v_columns is not null then
    execute format('update public.artists set %s where id = ($1).id returning *', v_columns) using v_artist into v_artist;
    if v_artist.id is null then perform private.fail('profile_refused'); end if;
  end if;
  if v_changes ?| array['email', 'phone'] then
    insert into public.artist_contacts as c (artist_id, email, phone)
      values (p_artist.id, v_contact ->> 'email', v_contact ->> 'phone')
      on conflict (artist_id) do update set email = excluded.email, phone = excluded.phone;
  end if;
  return v_artist;
end
$$;
comment on function private.write_profile(artists, jsonb) is 'Saves fields of a profile and of its contact, all or none. Runs with the caller''s rights.';

create function private.lock_profile(p_artist uuid) returns public.artists
  language plpgsql security invoker set search_path = '' as $$
declare
  v_artist public.artists;
begin
  -- The lock asks for the right to update, so that row-level security refuses here what it would refuse below.
  select * into v_artist from public.artists a where a.id = p_artist for update;
  if v_artist.id is null then perform private.fail('profile_refused'); end if;
  return v_artist;
end
$$;
comment on function private.lock_profile(uuid) is 'A profile that the caller may change, locked; profile_refused for any other.';

-- Who may call what.
grant execute on function
  private.ensure_artist_profile(), public.ensure_artist_profile(),
  private.profile_fields(artists), private.save_artist_profile(uuid, jsonb, jsonb),
  public.save_artist_profile(uuid, jsonb, jsonb), private.profile_form(), private.checked_profile(jsonb),
  private.write_profile(artists, jsonb), private.lock_profile(uuid)
  to authenticated;
-- Cities (specification, section 3): the service areas. Admins write them; artist_count follows the artists.
create table public.cities (
  id uuid primary key default gen_random_uuid(),
  city_name text not null check (city_name = private.clean(city_name) and char_length(city_name) between 1 and 100),
  state text not null check (char_length(state) <= 50),
  slug text not null unique default '',
  description text check (char_length(description) <= 2000),
  cover_photo text check (private.safe_url(cover_photo)),
  artist_count int not null default 0 check (artist_count >= 0),
  featured boolean not null default false,
  created_at timestamptz not null default now(),
  latitude numeric(8, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  old_slugs text[] not null default '{}',
  check (slug = private.city_slug(city_name, state)),
  constraint cities_position_check check ((latitude is null) = (longitude is null))
);
alter table public.cities enable row level security;
comment on table public.cities is 'Service areas. The slug follows from name and state, artist_count from the public artists.';
comment on column public.cities.latitude is 'With longitude, the middle of the city; without them no map shows it.';
comment on column public.cities.old_slugs is
  'Addresses that the city had before, the latest last, at most 20. One that another city or an artist has now is theirs.';
grant select on public.cities to anon, authenticated, service_role;
grant delete on public.cities to authenticated, service_role;
grant all on public.cities to service_role;
grant insert (city_name, state, slug, description, cover_photo, featured, latitude, longitude), update (city_name,
  state, slug, description, cover_photo, featured, latitude, longitude) on public.cities to authenticated;
create index cities_name_idx on public.cities (city_name);

create policy cities_select on public.cities for select to anon, authenticated using (true);
create policy cities_insert on public.cities for insert to authenticated with check ((select private.is_admin()));
create policy cities_update on public.cities for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy cities_delete on public.cities for delete to authenticated using ((select private.is_admin()));

create function private.city_artist_count(p_slug text) returns int
  language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Locked, so that a city made while an artist moves there does not keep the count of before.
  perform private.lock_city(p_slug);
  return (select count(*) from public.artists a where a.public_visible and a.city_slug = p_slug);
end
$$;
comment on function private.city_artist_count(text) is 'How many public artists work in this city.';

create function private.complete_city() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_place text[] := private.read_place(new.city_name, new.state);
begin
  new.city_name := coalesce(v_place[1], '');
  new.state := v_place[2];
  new.description := private.clean_or_null(new.description);
  if new.city_name = '' then perform private.fail('city_required', 'city_name'); end if;
  if char_length(new.city_name) > 100 then perform private.fail('city_too_long', 'city_name'); end if;
  if private.state_code(new.state) is null then perform private.fail('state_invalid'); end if;
  if char_length(new.description) > 2000 then perform private.fail('description_too_long'); end if;
  if abs(new.latitude) > 90 then perform private.fail('latitude_invalid'); end if;
  if abs(new.longitude) > 180 then perform private.fail('longitude_invalid'); end if;
  if (new.latitude is null) <> (new.longitude is null) then perform private.fail('position_incomplete'); end if;
  new.slug := private.city_slug(new.city_name, new.state);
  if new.slug is null then perform private.fail('city_required', 'city_name'); end if;
  -- auth.uid() is set for people only; operators and seeds may use any plain address.
  if auth.uid() is not null and new.cover_photo is not null
     and (tg_op = 'INSERT' or new.cover_photo is distinct from old.cover_photo)
     and not private.media_url_ok(new.cover_photo, 'portfolio-images', auth.uid()) then
    perform private.fail('image_refused', 'cover_photo');
  end if;
  new.artist_count := private.city_artist_count(new.slug);
  return new;
end
$$;
comment on function private.complete_city() is
  'Trims, checks the position, derives the slug, counts the artists, and takes a cover photo only from the admin''s own uploads.';

create trigger cities_complete before insert or update on public.cities
  for each row execute function private.complete_city();

create function private.audit_city() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'artist_count' end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'artist_count' end;
begin
  -- The counter moves with every artist: that is nobody's action.
  if private.is_admin() and v_old is distinct from v_new then
    perform private.audit('city.' || lower(tg_op), (coalesce(v_new, v_old) ->> 'id')::uuid,
      jsonb_build_object('name', coalesce(v_new, v_old) ->> 'slug'));
  end if;
  return null;
end
$$;
comment on function private.audit_city() is 'Notes what an admin does to the service areas.';

create trigger cities_audit after insert or update or delete on public.cities
  for each row execute function private.audit_city();

-- Saving only what was changed in a service area. Plain updates of the table stay possible.
create function private.save_city(p_city uuid, p_changes jsonb, p_read jsonb) returns public.cities
  language plpgsql security invoker set search_path = '' as $$
declare
  v_city public.cities;
  v_fields jsonb;
begin
  select * into v_city from public.cities c where c.id = p_city for update;
  if v_city.id is null then perform private.fail('not_allowed'); end if;
  v_fields := jsonb_build_object(
    'city_name', v_city.city_name, 'state', v_city.state, 'description', v_city.description,
    'cover_photo', v_city.cover_photo, 'featured', v_city.featured,
    'latitude', v_city.latitude, 'longitude', v_city.longitude);
  perform private.refuse_stale(v_fields, p_changes, p_read);
  if p_changes <> '{}' then
    v_city := jsonb_populate_record(v_city, v_fields || p_changes);
    update public.cities c
    set city_name = v_city.city_name, state = v_city.state, description = v_city.description,
        cover_photo = v_city.cover_photo, featured = v_city.featured,
        latitude = v_city.latitude, longitude = v_city.longitude
    where c.id = p_city
    returning * into v_city;
  end if;
  return v_city;
end
$$;
comment on function private.save_city(uuid, jsonb, jsonb) is
  'Saves the fields of p_changes, if each is still what p_read says. Row-level security lets admins alone.';

create function public.save_city(p_city uuid, p_changes jsonb, p_read jsonb) returns public.cities
  language sql security invoker set search_path = '' as $$
  select * from private.save_city(p_city, p_changes, p_read)
$$;
comment on function public.save_city(uuid, jsonb, jsonb) is
  'Saves what was changed in a service area; refuses changed_elsewhere when such a field is not as it was read. Admins only.';

-- Cities count their artists. What else pages count, the publisher counts from the rows that it has in memory.
create function private.lock_city(p_slug text) returns void
  language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('city:' || p_slug, 0))
$$;
comment on function private.lock_city(text) is 'Waits for whoever counts the artists of this city, until their transaction ends.';

create function private.count_city_artists() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_cities text[];
  v_city text;
begin
  -- Which cities have other artists now: of an update, those of rows that moved, came or went. In one order for everybody,
  -- so that two changes at once cannot deadlock.
  if tg_op = 'INSERT' then
    select array_agg(distinct n.city_slug order by n.city_slug) into v_cities
      from new_rows n where n.public_visible and n.city_slug is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct o.city_slug order by o.city_slug) into v_cities
      from old_rows o where o.public_visible and o.city_slug is not null;
  else
    select array_agg(distinct c.slug order by c.slug) into v_cities
      from old_rows o join new_rows n on n.id = o.id
      cross join lateral (values (case when o.public_visible then o.city_slug end, case when n.public_visible then n.city_slug end)) w (before, after)
      cross join lateral (values (w.before), (w.after)) c (slug)
      where w.before is distinct from w.after and c.slug is not null;
  end if;
  foreach v_city in array coalesce(v_cities, '{}') loop
    perform private.lock_city(v_city);
    update public.cities c set artist_count = private.city_artist_count(c.slug) where c.slug = v_city;
  end loop;
  return null;
end
$$;
comment on function private.count_city_artists() is 'Carries the cities'' artist_count along with every statement that moves, brings or takes public artists.';

create trigger artists_city_count_insert after insert on public.artists referencing new table as new_rows
  for each statement execute function private.count_city_artists();
create trigger artists_city_count_update after update on public.artists referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_city_artists();
create trigger artists_city_count_delete after delete on public.artists referencing old table as old_rows
  for each statement execute function private.count_city_artists();

-- A city's address follows its name. Where it was before leads to its page from then on.
create function private.keep_old_slugs() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_slugs text[] := array_remove(array_remove(old.old_slugs, old.slug) || old.slug, new.slug);
begin
  new.old_slugs := v_slugs[greatest(cardinality(v_slugs) - 19, 1):];
  return new;
end
$$;
comment on function private.keep_old_slugs() is 'Keeps the addresses that a city had.';

-- After cities_complete, which makes the address.
create trigger cities_keep_old_slugs before update on public.cities
  for each row when (new.slug is distinct from old.slug) execute function private.keep_old_slugs();

-- Who may call what.
grant execute on function
  private.save_city(uuid, jsonb, jsonb), public.save_city(uuid, jsonb, jsonb)
  to authenticated;
-- Murals (specification, section 3): finished walls, with or without an artist of this directory.
create table public.murals (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 140),
  title text not null check (char_length(private.clean(title)) between 1 and 200),
  description text check (char_length(description) <= 5000),
  city text check (char_length(city) <= 100),
  state text check (char_length(state) <= 50),
  location_details text check (char_length(location_details) <= 500),
  date_completed date,
  surface_type text check (char_length(surface_type) <= 50),
  medium text check (char_length(medium) <= 50),
  dimensions text check (char_length(dimensions) <= 100),
  styles text[] not null default '{}' check (private.valid_list(styles)),
  image_url text check (private.safe_url(image_url)),
  gallery_images text[] not null default '{}' check (private.safe_urls(gallery_images)),
  featured boolean not null default false,
  public_visible boolean not null default false,
  artist_id uuid references public.artists (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  city_slug text generated always as (private.city_slug(city, state)) stored,
  width_ft numeric(6, 1) check (width_ft between 0.5 and 1000),
  height_ft numeric(6, 1) check (height_ft between 0.5 and 1000),
  -- Among the artist's own, the lowest first; the newest of the same.
  position int not null default 0 check (position between 0 and 9999),
  latitude numeric(8, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  before_url text check (private.safe_url(before_url)),
  license text check (license in ('all-rights-reserved', 'cc-by', 'cc-by-sa', 'cc-by-nc', 'cc-by-nc-nd')),
  credit text check (char_length(credit) <= 200),
  picture_details jsonb not null default '{}' check (private.valid_picture_details(picture_details)),
  published_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text check (char_length(hidden_reason) between 1 and 500),
  constraint murals_point_check check ((latitude is null) = (longitude is null)),
  constraint murals_hidden_check check ((hidden_at is null) = (hidden_reason is null))
);
alter table public.murals enable row level security;
comment on table public.murals is 'Mural projects, drafts and public ones. Their artists write them; what an admin hides stays hidden.';
comment on column public.murals.dimensions is 'Derived where width_ft and height_ft are known, otherwise as it was written.';
comment on column public.murals.latitude is 'With longitude, where the wall is; without them it is somewhere in its city.';
comment on column public.murals.before_url is 'The wall before it was painted.';
comment on column public.murals.license is 'How others may use the pictures; null reads as all rights reserved.';
comment on column public.murals.credit is 'Who took part, and who took the pictures.';
comment on column public.murals.picture_details is 'Focus point, corners of the wall and alternative text of its pictures, by address.';
comment on column public.murals.published_at is 'When it was public first; null for a draft that never was. Its address changes freely until then.';
comment on column public.murals.hidden_at is 'When an admin took it down; nobody else brings it back.';
grant select on public.murals to anon, authenticated, service_role;
grant delete on public.murals to authenticated, service_role;
grant all on public.murals to service_role;
grant insert (title, description, city, state, location_details, date_completed, surface_type, medium, dimensions,
  styles, image_url, gallery_images, public_visible, artist_id, width_ft, height_ft, position, latitude, longitude,
  before_url, license, credit, picture_details), update (title, description, city, state, location_details,
  date_completed, surface_type, medium, dimensions, styles, image_url, gallery_images, public_visible, width_ft,
  height_ft, position, latitude, longitude, before_url, license, credit,
  picture_details) on public.murals to authenticated;
create index murals_recent_idx on public.murals (created_at desc) where public_visible;
create index murals_artist_idx on public.murals (artist_id);
create index murals_city_slug_idx on public.murals (city_slug) where public_visible;
create index murals_title_idx on public.murals (lower(title));

create policy murals_select_anon on public.murals for select to anon using (public_visible);
create policy murals_select on public.murals for select to authenticated
  using (
  public_visible or artist_id = (select private.my_artist_id()) or (select private.is_admin()));

create function private.touch() returns trigger
  language plpgsql set search_path = '' as $$
declare
  -- A stored generated column has no value yet in a before trigger, so it is left out; a table names what else is no change.
  v_no_change text[] := '{city_slug}'::text[] || coalesce(tg_argv, '{}');
begin
  if to_jsonb(new) - v_no_change <> to_jsonb(old) - v_no_change then new.updated_at := now(); end if;
  return new;
end
$$;
comment on function private.touch() is 'Keeps updated_at; an update that changes nothing is not a change.';

create trigger murals_touch before update on public.murals
  for each row execute function private.touch();

-- Artists publish their murals themselves: what a wall's page says more, who writes it, and what the
-- owner may not. A mural can be a draft; an admin can take one down, and only an admin brings it back.
create function private.wall_size(p_width numeric, p_height numeric) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return trim_scale(p_width) || ' ft x ' || trim_scale(p_height) || ' ft';
end
$$;
comment on function private.wall_size(numeric, numeric) is
  'Width and height in feet as the specification''s dimensions are written, ''24 ft x 10 ft''; null unless both are known.';

create policy murals_insert on public.murals for insert to authenticated
  with check (artist_id = (select private.my_artist_id()));
create policy murals_update on public.murals for update to authenticated
  using (artist_id = (select private.my_artist_id()) or (select private.is_admin()))
  with check (artist_id = (select private.my_artist_id()) or (select private.is_admin()));
create policy murals_delete on public.murals for delete to authenticated
  using (artist_id = (select private.my_artist_id()));

create function private.normalise_mural() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_size text := private.wall_size(new.width_ft, new.height_ft);
  v_place text[] := private.read_place(new.city, new.state);
begin
  new.title := private.one_line(new.title);
  new.description := private.clean_or_null(new.description);
  new.city := private.known_city(v_place[1], v_place[2]);
  new.state := v_place[2];
  new.location_details := private.clean_or_null(new.location_details);
  new.surface_type := nullif(private.one_line(new.surface_type), '');
  new.medium := nullif(private.one_line(new.medium), '');
  new.dimensions := nullif(private.one_line(new.dimensions), '');
  new.credit := nullif(private.one_line(new.credit), '');
  if v_size is not null then
    new.dimensions := v_size;
  elsif tg_op = 'UPDATE' and new.dimensions = private.wall_size(old.width_ft, old.height_ft) then
    new.dimensions := null;
  end if;
  if new.public_visible then
    new.published_at := coalesce(new.published_at, case tg_op when 'INSERT' then new.created_at else now() end);
  end if;
  return new;
end
$$;
comment on function private.normalise_mural() is
  'Stores text as it is kept, and the place that is meant; derives dimensions from width and height, and notes when a mural is public first.';

create trigger murals_1_normalise before insert or update on public.murals
  for each row execute function private.normalise_mural();

create function private.shows_unconsented(p_mural uuid, p_artist uuid, p_urls text[]) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.finished_walls w
    where w.artist_id = p_artist and w.client_pictures && p_urls and (w.mural_id is distinct from p_mural or w.consent is not true))
$$;
comment on function private.shows_unconsented(uuid, uuid, text[]) is
  'Whether one of these pictures was taken by a client of the artist who has not agreed to its being on this mural''s page.';

create function private.note_place(p_mural uuid, p_place text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_wall private.finished_walls;
begin
  if not exists (select from public.murals m
      where m.id = p_mural and (m.artist_id = private.my_artist_id() or private.is_admin())) then
    perform private.fail('not_allowed');
  end if;
  select * into v_wall from private.finished_walls w where w.mural_id = p_mural;
  if v_wall.mural_id is null then return; end if;
  if v_wall.consent is not true then perform private.fail('place_consent_required'); end if;
  update private.finished_walls w set location_details = p_place where w.mural_id = p_mural;
end
$$;
comment on function private.note_place(uuid, text) is
  'Before a mural says where it is: refuses that for a finished wall without its client''s consent, and otherwise notes it with the wall.';

create function private.guard_mural() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_before public.murals;
  v_added text[];
begin
  if new.public_visible and new.hidden_at is not null then perform private.fail('mural_hidden'); end if;
  -- As in private.guard_artist: what follows is for API roles.
  if current_user not in ('anon', 'authenticated') then return new; end if;
  if tg_op = 'INSERT' then
    new.artist_id := coalesce(new.artist_id, private.my_artist_id());
    if (select count(*) from public.murals m where m.artist_id = new.artist_id) >= 500 then perform private.fail('murals_full'); end if;
  else
    v_before := old;
    if new.location_details is distinct from old.location_details
       or new.latitude is not null and (new.latitude, new.longitude) is distinct from (old.latitude, old.longitude) then
      perform private.note_place(new.id, new.location_details);
    end if;
  end if;
  if new.public_visible then
    -- What the form calls a draft that has no title yet.
    if lower(new.title) = 'untitled mural' and (v_before.public_visible is not true or new.title <> v_before.title) then
      perform private.fail('title_required');
    end if;
    if new.image_url is null and (v_before.public_visible is not true or v_before.image_url is not null) then
      perform private.fail('mural_picture_required');
    end if;
  end if;
  if cardinality(array_remove(new.image_url || new.gallery_images, null))
     > greatest(12, coalesce(cardinality(array_remove(v_before.image_url || v_before.gallery_images, null)), 0)) then
    perform private.fail('mural_pictures_too_many');
  end if;
  -- Only additions are judged, so that reordering and removing always work.
  select array_agg(u) into v_added from unnest(new.gallery_images || array[new.image_url, new.before_url]) u
    where u is not null and u is distinct from v_before.image_url and u is distinct from v_before.before_url
      and u <> all (coalesce(v_before.gallery_images, '{}'));
  if v_added is not null then
    if exists (select from unnest(v_added) u where not private.artist_media_ok(u, 'portfolio-images', new.artist_id)
        and not (private.is_admin() and private.media_url_ok(u, 'portfolio-images', auth.uid()))) then
      perform private.fail('image_refused', 'gallery_images');
    end if;
    if private.shows_unconsented(new.id, new.artist_id, v_added) then perform private.fail('consent_required'); end if;
  end if;
  return new;
end
$$;
comment on function private.guard_mural() is
  'What an API role may not do to a mural: bring back what an admin hid, publish it without title or picture, show more than 12 pictures, those of others, or what a client has not agreed to.';

create trigger murals_2_guard before insert or update on public.murals
  for each row execute function private.guard_mural();

-- Who may call what.
grant execute on function private.wall_size(numeric, numeric) to authenticated, service_role;
grant execute on function
  private.shows_unconsented(uuid, uuid, text[]), private.note_place(uuid, text)
  to authenticated;
-- A mural's address follows its title. Where it was public under another one, that leads to its page from then on.
create table public.mural_redirects (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 140),
  mural_id uuid not null references public.murals (id) on delete cascade,
  created_at timestamptz not null default now()
);
alter table public.mural_redirects enable row level security;
comment on table public.mural_redirects is
  'Addresses that murals were public under before, at most the last 20 of each. None of them is a mural''s address now.';
grant select on public.mural_redirects to anon, authenticated, service_role;
grant all on public.mural_redirects to service_role;
create index mural_redirects_mural_idx on public.mural_redirects (mural_id);

create policy mural_redirects_select on public.mural_redirects for select to anon, authenticated
  using (mural_id in (select m.id from public.murals m where m.public_visible));

create function private.mural_slug(p_title text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(nullif(rtrim(left(private.slugify(p_title), 100), '-'), ''), 'mural');
end
$$;
comment on function private.mural_slug(text) is 'The address that a title makes.';

create function private.free_mural_slug(p_title text, p_mural uuid default null) returns text
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_slug text := private.mural_slug(p_title);
  v_free text := v_slug;
  v_n int := 1;
begin
  -- Of two murals that get one title at the same instant, the second waits here and sees the first.
  perform pg_advisory_xact_lock(hashtextextended('mural_slug:' || v_slug, 0));
  while exists (select from public.murals m where m.slug = v_free and m.id is distinct from p_mural)
     or exists (select from public.mural_redirects r where r.slug = v_free and r.mural_id is distinct from p_mural) loop
    v_n := v_n + 1;
    v_free := v_slug || '-' || v_n;
  end loop;
  return v_free;
end
$$;
comment on function private.free_mural_slug(text, uuid) is 'The slug of a title, with a number where another mural has it, or had it while it was public.';

create function private.slug_mural() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.slug := coalesce(new.slug, private.free_mural_slug(new.title, new.id));
  -- Operators may name one themselves; other spaces or capitals in a title make no other address.
  elsif new.slug = old.slug and private.mural_slug(new.title) <> private.mural_slug(old.title) then
    new.slug := private.free_mural_slug(new.title, new.id);
  end if;
  return new;
end
$$;
comment on function private.slug_mural() is 'A mural''s address follows its title.';

create trigger murals_3_slug before insert or update on public.murals
  for each row execute function private.slug_mural();

create function private.redirect_murals() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_renamed uuid[];
begin
  if tg_op = 'INSERT' then
    delete from public.mural_redirects r using new_rows n where r.slug = n.slug;
    return null;
  end if;
  select array_agg(n.id) into v_renamed from old_rows o join new_rows n on n.id = o.id where n.slug <> o.slug;
  if v_renamed is not null then
    delete from public.mural_redirects r using new_rows n where n.id = any (v_renamed) and r.slug = n.slug;
    insert into public.mural_redirects (slug, mural_id)
      select o.slug, o.id from old_rows o
      where o.id = any (v_renamed) and o.published_at is not null and not exists (select from public.murals m where m.slug = o.slug)
      on conflict (slug) do update set mural_id = excluded.mural_id, created_at = now();
    delete from public.mural_redirects d using (
      select r.id, row_number() over (partition by r.mural_id order by r.created_at desc, r.id) as n
      from public.mural_redirects r where r.mural_id = any (v_renamed)) r
    where d.id = r.id and r.n > 20;
  end if;
  -- While a mural was private, nobody could read where its old addresses led.
  insert into private.site_changes (table_name, op, new)
    select 'mural_redirects', 'INSERT', private.page_row(to_jsonb(r))
    from old_rows o join new_rows n on n.id = o.id join public.mural_redirects r on r.mural_id = n.id
    where n.public_visible and not o.public_visible;
  insert into private.site_changes (table_name, op, old)
    select 'mural_redirects', 'DELETE', private.page_row(to_jsonb(r))
    from old_rows o join new_rows n on n.id = o.id join public.mural_redirects r on r.mural_id = n.id
    where o.public_visible and not n.public_visible;
  return null;
end
$$;
comment on function private.redirect_murals() is
  'Keeps the address that a mural was public under, gives up one that is in use again, and tells the publisher of those of a mural that comes back or goes.';

create trigger murals_redirect_insert after insert on public.murals referencing new table as new_rows
  for each statement execute function private.redirect_murals();
create trigger murals_redirect_update after update on public.murals referencing old table as old_rows new table as new_rows
  for each statement execute function private.redirect_murals();
-- What the form of a mural saves, the order of an artist's murals, and a removal that can be taken back for a day.
create function private.mural_fields(p_mural public.murals) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select jsonb_object_agg(k, to_jsonb(p_mural) -> k) from unnest(array[
    'title', 'description', 'city', 'state', 'location_details', 'date_completed', 'surface_type', 'medium', 'width_ft',
    'height_ft', 'dimensions', 'styles', 'image_url', 'gallery_images', 'before_url', 'license', 'credit', 'latitude',
    'longitude', 'picture_details', 'public_visible']) k
$$;
comment on function private.mural_fields(murals) is 'What the form of a mural holds.';

create function private.check_mural(p_mural public.murals) returns public.murals
  language plpgsql stable security invoker set search_path = '' as $$
declare
  m public.murals := p_mural;
begin
  m.title := private.clean_or_null(m.title);
  if m.title is null then perform private.fail('title_required'); end if;
  if char_length(m.title) > 200 then perform private.fail('title_too_long'); end if;
  if char_length(private.clean(m.description)) > 5000 then perform private.fail('story_too_long'); end if;
  if char_length(private.clean(m.city)) > 100 then perform private.fail('city_too_long'); end if;
  if char_length(private.clean(m.location_details)) > 500 then perform private.fail('place_too_long'); end if;
  if m.date_completed > current_date + 1 then perform private.fail('completed_invalid'); end if;
  if char_length(private.clean(m.surface_type)) > 50 then perform private.fail('surface_too_long'); end if;
  if char_length(private.clean(m.medium)) > 50 then perform private.fail('medium_too_long'); end if;
  if m.width_ft not between 0.5 and 1000 then perform private.fail('feet_invalid'); end if;
  if m.height_ft not between 0.5 and 1000 then perform private.fail('feet_invalid', 'height_ft'); end if;
  if char_length(private.clean(m.dimensions)) > 100 then perform private.fail('size_too_long'); end if;
  m.styles := private.clean_list(m.styles);
  if not private.valid_list(m.styles) then perform private.fail('list_item_too_long', 'styles'); end if;
  if not (private.safe_url(m.image_url) and private.safe_url(m.before_url) and private.safe_urls(coalesce(m.gallery_images, '{}'))) then
    perform private.fail('image_refused', 'gallery_images');
  end if;
  if char_length(private.clean(m.credit)) > 200 then perform private.fail('credit_too_long'); end if;
  if m.license not in ('all-rights-reserved', 'cc-by', 'cc-by-sa', 'cc-by-nc', 'cc-by-nc-nd')
     or (m.latitude is null) <> (m.longitude is null) or m.latitude not between -90 and 90 or m.longitude not between -180 and 180
     or m.gallery_images is null or m.public_visible is null or not private.valid_picture_details(m.picture_details) then
    perform private.fail('invalid_input');
  end if;
  return m;
end
$$;
comment on function private.check_mural(murals) is
  'A mural as it is stored; refuses the first rule that is broken, in the order of the form. src/features/murals/mural-form.ts is the twin.';

create function private.save_mural(p_mural uuid, p_changes jsonb, p_read jsonb) returns jsonb
  language plpgsql security invoker set search_path = '' as $$
declare
  v_mural public.murals;
  v_columns text;
begin
  -- The lock asks for the right to update, so that row-level security refuses here what it would refuse below.
  select * into v_mural from public.murals m where m.id = p_mural for update;
  if v_mural.id is null then perform private.fail('mural_refused'); end if;
  perform private.refuse_stale(private.mural_fields(v_mural), p_changes, p_read);
  begin
    v_mural := jsonb_populate_record(v_mural, p_changes);
  exception
    when numeric_value_out_of_range then perform private.fail('feet_invalid');
    when data_exception then perform private.fail('invalid_input');
  end;
  -- A state is judged only when it is what changes: earlier ones are kept as they were written.
  if private.clean_or_null(p_changes ->> 'state') is not null then
    v_mural.state := private.state_code(p_changes ->> 'state');
    if v_mural.state is null then perform private.fail('state_invalid'); end if;
  end if;
  v_mural := private.check_mural(v_mural);
  select string_agg(format('%1$I = ($1).%1$I', k), ', ') into v_columns from jsonb_object_keys(p_changes) k;
  if v_columns is not null then
    execute format('update public.murals set %s where id = ($1).id returning *', v_columns) using v_mural into v_mural;
    if v_mural.id is null then perform private.fail('mural_refused'); end if;
  end if;
  return to_jsonb(v_mural);
end
$$;
comment on function private.save_mural(uuid, jsonb, jsonb) is
  'Saves fields of a mural, all or none, unless one of them was changed since it was read; gives the row. Runs with the caller''s rights: its artist''s, or an admin''s.';

create function private.order_murals(p_murals uuid[]) returns void
  language plpgsql security invoker set search_path = '' as $$
begin
  if p_murals is null or cardinality(p_murals) > 500 or array_position(p_murals, null) is not null then
    perform private.fail('invalid_input');
  end if;
  update public.murals m set position = o.at from (
      select x.id, min(x.at)::int as at from unnest(p_murals) with ordinality x (id, at) group by 1) o
    where m.id = o.id and m.artist_id = private.my_artist_id() and m.position <> o.at;
end
$$;
comment on function private.order_murals(uuid[]) is 'Puts the caller''s own murals into this order; others are left as they are.';

create table private.deleted_murals (
  mural_id uuid primary key,
  artist_id uuid not null references public.artists (id) on delete cascade,
  removed_at timestamptz not null default now(),
  content jsonb not null,
  -- Addresses it was public under before.
  redirects text[] not null default '{}',
  -- The request whose wall it was, and those of its pictures that are its client's.
  lead_id uuid,
  client_pictures text[] not null default '{}'
);
alter table private.deleted_murals enable row level security;
comment on table private.deleted_murals is 'Murals that their artist has removed, for a day, to bring back.';
create index deleted_murals_artist_idx on private.deleted_murals (artist_id);
create index deleted_murals_time_idx on private.deleted_murals (removed_at);

create function private.delete_mural(p_mural uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_mural public.murals;
  v_wall private.finished_walls;
begin
  select * into v_mural from public.murals m where m.id = p_mural and m.artist_id = private.my_artist_id() for update;
  if v_mural.id is null then
    -- Once more changes nothing.
    if exists (select from private.deleted_murals r where r.mural_id = p_mural and r.artist_id = private.my_artist_id()) then return; end if;
    perform private.fail('mural_refused');
  end if;
  select * into v_wall from private.finished_walls w where w.mural_id = p_mural;
  insert into private.deleted_murals (mural_id, artist_id, removed_at, content, redirects, lead_id, client_pictures)
    values (p_mural, v_mural.artist_id, private.clock(), to_jsonb(v_mural) - 'city_slug',
      array(select r.slug from public.mural_redirects r where r.mural_id = p_mural), v_wall.lead_id,
      coalesce(v_wall.client_pictures, '{}'))
    on conflict (mural_id) do update set removed_at = excluded.removed_at, content = excluded.content,
      redirects = excluded.redirects, lead_id = excluded.lead_id, client_pictures = excluded.client_pictures;
  delete from public.murals m where m.id = p_mural;
end
$$;
comment on function private.delete_mural(uuid) is 'Removes a mural of the caller, and keeps what is needed to bring it back.';

create function private.restore_mural(p_mural uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_removed private.deleted_murals;
  v_mural public.murals;
  v_wall private.finished_walls;
  v_shown text[];
  v_columns text;
begin
  delete from private.deleted_murals r where r.mural_id = p_mural and r.artist_id = private.my_artist_id() returning * into v_removed;
  if v_removed.mural_id is null then
    select * into v_mural from public.murals m where m.id = p_mural and m.artist_id = private.my_artist_id();
    if v_mural.id is null then perform private.fail('mural_refused'); end if;
    return to_jsonb(v_mural);
  end if;
  v_mural := jsonb_populate_record(null::public.murals, v_removed.content);
  -- Its wall, unless that has another page by now; without it nobody agrees to anything.
  select * into v_wall from private.finished_walls w
    where w.lead_id = v_removed.lead_id and w.artist_id = v_removed.artist_id and w.mural_id is null for update;
  if v_removed.lead_id is not null and v_wall.consent is not true then
    v_mural.location_details := null;
    v_mural.latitude := null;
    v_mural.longitude := null;
    if v_mural.before_url = any (v_removed.client_pictures) then v_mural.before_url := null; end if;
    select coalesce(array_agg(u.url order by u.at), '{}') into v_shown
      from unnest(v_mural.image_url || v_mural.gallery_images) with ordinality u (url, at)
      where u.url is not null and u.url <> all (v_removed.client_pictures);
    v_mural.image_url := v_shown[1];
    v_mural.gallery_images := v_shown[2:];
    v_mural.public_visible := v_mural.public_visible and cardinality(v_shown) > 0;
  end if;
  if exists (select from public.murals m where m.slug = v_mural.slug)
     or exists (select from public.mural_redirects r where r.slug = v_mural.slug) then
    v_mural.slug := private.free_mural_slug(v_mural.title, v_mural.id);
  end if;
  select string_agg(format('%I', a.attname), ', ') into v_columns from pg_catalog.pg_attribute a
    where a.attrelid = 'public.murals'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  execute format('insert into public.murals (%1$s) select %1$s from (select ($1).*) m returning *', v_columns) using v_mural into v_mural;
  update private.finished_walls w set mural_id = v_mural.id where w.lead_id = v_wall.lead_id and w.artist_id = v_wall.artist_id;
  insert into public.mural_redirects (slug, mural_id)
    select s, v_mural.id from unnest(v_removed.redirects) s where not exists (select from public.murals m where m.slug = s)
    on conflict (slug) do nothing;
  return to_jsonb(v_mural);
end
$$;
comment on function private.restore_mural(uuid) is
  'Brings back a mural that the caller removed: at its address, unless that is another''s by now, with its old ones, and with what its client still agrees to.';

create function private.deleted_murals() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.mural_id, 'title', r.content ->> 'title', 'removed_at', r.removed_at,
      'pictures', to_jsonb(array_remove(array(select jsonb_array_elements_text(r.content -> 'gallery_images'))
        || array[r.content ->> 'image_url', r.content ->> 'before_url'], null))) order by r.removed_at desc), '[]')
  from private.deleted_murals r
  where r.artist_id = private.my_artist_id() and r.removed_at > private.clock() - interval '1 day'
$$;
comment on function private.deleted_murals() is 'What the caller can bring back: [{id, title, removed_at, pictures}], the last one first.';

create function private.delete_unrestored_murals() returns void
  language sql security definer set search_path = '' as $$
  delete from private.deleted_murals r where r.removed_at <= private.clock() - interval '1 day'
$$;
comment on function private.delete_unrestored_murals() is 'Forgets murals that were removed more than a day ago. One look at an index when there are none.';

create function public.save_mural(p_mural uuid, p_changes jsonb, p_read jsonb) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.save_mural(p_mural, p_changes, p_read)
$$;
comment on function public.save_mural(uuid, jsonb, jsonb) is
  'Saves fields of a mural of the calling artist, or of any for an admin, unless they were changed since they were read; gives the row.';

create function public.order_murals(p_murals uuid[]) returns void
  language sql security invoker set search_path = '' as $$
  select private.order_murals(p_murals)
$$;
comment on function public.order_murals(uuid[]) is 'Puts the murals of the calling artist into this order.';

create function public.delete_mural(p_mural uuid) returns void
  language sql security invoker set search_path = '' as $$
  select private.delete_mural(p_mural)
$$;
comment on function public.delete_mural(uuid) is 'Removes a mural of the calling artist; restore_mural brings it back for a day.';

create function public.restore_mural(p_mural uuid) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.restore_mural(p_mural)
$$;
comment on function public.restore_mural(uuid) is 'Brings back a mural that the calling artist removed within the last day; gives the row.';

create function public.deleted_murals() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.deleted_murals()
$$;
comment on function public.deleted_murals() is 'Murals that the calling artist can bring back: [{id, title, removed_at, pictures}].';

-- Who may call what.
grant execute on function
  private.mural_fields(murals), private.check_mural(murals), private.save_mural(uuid, jsonb, jsonb),
  private.order_murals(uuid[]), private.delete_mural(uuid), private.restore_mural(uuid), private.deleted_murals(),
  public.save_mural(uuid, jsonb, jsonb), public.order_murals(uuid[]), public.delete_mural(uuid),
  public.restore_mural(uuid), public.deleted_murals()
  to authenticated;
-- Buckets, and room for files.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('profile-photos', 'profile-photos', true, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'image/avif']),
  ('portfolio-images', 'portfolio-images', true, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'image/avif']),
  ('message-pictures', 'message-pictures', false, 5242880, array['image/webp', 'image/jpeg']),
  ('review-pictures', 'review-pictures', true, 5242880, array['image/webp', 'image/jpeg']),
  ('lead-photos', 'lead-photos', false, 5242880, array['image/webp', 'image/jpeg']),
  ('papers', 'papers', false, 10485760, array['application/pdf', 'image/webp', 'image/jpeg']),
  ('sketches', 'sketches', false, 5242880, array['image/webp', 'image/jpeg'])
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Buckets and who may put what where (specification, sections 3 and 7). A bucket checks the declared type and the
-- size; these policies check folder, name, role and number. SVG is not an image here: it can carry script.
create function private.may_keep_object(p_bucket text, p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select p_bucket in ('profile-photos', 'portfolio-images')
    and auth.uid() is not null
    and p_name ~ ('^' || auth.uid() || '/[a-z0-9-]{1,64}\.(jpg|jpeg|png|webp|avif)$')
    and coalesce(private.my_role() in ('artist', 'admin'), false)
$$;
comment on function private.may_keep_object(text, text) is
  'Whether the caller may have a file of this name: own folder, one level, plain name, artists (and admins for city covers).';

create function private.has_room_for(p_bucket text, p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select count(*) < 400 from storage.objects o
  where o.bucket_id in ('profile-photos', 'portfolio-images')
    and o.name like auth.uid() || '/%' and (o.bucket_id, o.name) <> (p_bucket, p_name)
$$;
comment on function private.has_room_for(text, text) is 'Whether the caller keeps fewer than 400 other files; overwriting one is always possible.';

-- Own folders only, also for reading: public addresses need no policy, listing somebody else's folder would. The second
-- one has what was fetched for an artist's page before they took it over.
create policy media_select on storage.objects for select to authenticated using (
  bucket_id in ('profile-photos', 'portfolio-images') and (storage.foldername(name))[1] in ((select auth.uid())::text, (select private.my_artist_id())::text));
create policy media_insert on storage.objects for insert to authenticated with check (
  private.may_keep_object(bucket_id, name) and private.has_room_for(bucket_id, name));
create policy media_update on storage.objects for update to authenticated
  using (bucket_id in ('profile-photos', 'portfolio-images') and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (private.may_keep_object(bucket_id, name));
create policy media_delete on storage.objects for delete to authenticated using (
  bucket_id in ('profile-photos', 'portfolio-images')
  and (storage.foldername(name))[1] in ((select auth.uid())::text, (select private.my_artist_id())::text));

-- At most 400 files a person, whoever writes the row. Storage services try the policies in a transaction that they undo,
-- and write afterwards as themselves, an upload with a signed address up to two hours later: a policy alone is a check
-- long before the act. The lock makes two uploads into one folder take turns.
create function private.keep_room_for_files() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_folder text := split_part(new.name, '/', 1);
  v_others bigint;
begin
  if new.bucket_id not in ('profile-photos', 'portfolio-images') then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('files of ' || v_folder, 0));
  select count(*) into v_others from storage.objects o
    where o.bucket_id in ('profile-photos', 'portfolio-images') and split_part(o.name, '/', 1) = v_folder
      and o.id <> new.id and (o.bucket_id, o.name) <> (new.bucket_id, new.name);
  -- The refusal of a policy, which every storage service knows how to answer. A signed address may outlive its account.
  if v_others >= 400 or (new.owner is not null and not exists (select from auth.users u where u.id = new.owner)) then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_room_for_files() is
  'Refuses the 401st file of a folder and files of accounts that are gone, one upload after the other; overwriting is always possible.';

create trigger objects_room before insert or update of bucket_id, name on storage.objects
  for each row execute function private.keep_room_for_files();

-- Which uploads everybody may see: those that a public row shows. A bucket alone cannot tell; its owner's switch can.
create function private.object_keys(p_urls text[]) returns text[]
  language sql immutable set search_path = '' as $$
  select coalesce(array_agg(distinct k.key), '{}')
  from unnest(p_urls) u
  cross join lateral (select substring(u from '/storage/v1/object/public/([^?#]+)') as key) k
  where k.key is not null
$$;
comment on function private.object_keys(text[]) is 'The uploads behind image addresses, as bucket/path, without the version; other addresses are left out.';

create index artists_objects_idx on public.artists
  using gin (private.object_keys(portfolio_images || profile_photo)) where public_visible;
create index cities_objects_idx on public.cities using gin (private.object_keys(array[cover_photo]));

create function private.is_object_public(p_bucket text, p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select coalesce((select b.public from storage.buckets b where b.id = p_bucket), false)
    and (p_bucket not in ('profile-photos', 'portfolio-images', 'review-pictures')
      or exists (select from public.artists a where a.public_visible
           and private.object_keys(a.portfolio_images || a.profile_photo) @> array[p_bucket || '/' || p_name])
      or exists (select from public.murals m where m.public_visible
           and private.object_keys(m.gallery_images || m.image_url || m.before_url) @> array[p_bucket || '/' || p_name])
      or exists (select from public.cities c
           where private.object_keys(array[c.cover_photo]) @> array[p_bucket || '/' || p_name])
      or exists (select from public.reviews r join public.artists a on a.id = r.artist_id and a.public_visible
           where r.public_visible and private.object_keys(r.pictures) @> array[p_bucket || '/' || p_name]))
$$;
comment on function private.is_object_public(text, text) is
  'Whether a file is served to everybody: in a public bucket and, among uploads, shown by a public artist, a public mural or a city. The embedded gateway asks it; a hosted project serves public buckets without asking.';

create index murals_objects_idx on public.murals
  using gin (private.object_keys(gallery_images || image_url || before_url)) where public_visible;

-- Files are weighed too: one account could fill the disk within minutes. What all of them weigh stands in one row, since nobody can add them up for each upload.
create table private.storage_use (
  one boolean primary key default true check (one),
  bytes bigint not null
);
alter table private.storage_use enable row level security;
comment on table private.storage_use is 'What all files of all buckets weigh together, in its one row; kept by triggers on storage.objects.';

create function private.weight(p_metadata jsonb) returns bigint
  language sql immutable set search_path = '' as $$
  select case when p_metadata ->> 'size' ~ '^[0-9]{1,15}$' then (p_metadata ->> 'size')::bigint else 0 end
$$;
comment on function private.weight(jsonb) is 'The bytes of a file, by what storage services say of it; 0 where they do not.';

insert into private.storage_use (bytes) select coalesce(sum(private.weight(o.metadata)), 0) from storage.objects o;

create function private.megabytes(p_key text) returns bigint
  language sql stable security definer set search_path = '' as $$
  select private.setting_int(p_key) * 1048576::bigint
$$;
comment on function private.megabytes(text) is 'A setting of megabytes, in bytes.';

create function private.count_bytes() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_more bigint := 0;
begin
  if tg_op <> 'DELETE' then v_more := coalesce((select sum(private.weight(n.metadata)) from new_files n), 0); end if;
  if tg_op <> 'INSERT' then v_more := v_more - coalesce((select sum(private.weight(o.metadata)) from old_files o), 0); end if;
  -- A download touches its row, too: only what changes the sum may wait for others who do.
  if v_more <> 0 then update private.storage_use u set bytes = greatest(0, u.bytes + v_more); end if;
  return null;
end
$$;
comment on function private.count_bytes() is 'Adds and takes away what files weigh.';

create trigger objects_count_new after insert on storage.objects referencing new table as new_files
  for each statement execute function private.count_bytes();
create trigger objects_count_changed after update on storage.objects referencing old table as old_files new table as new_files
  for each statement execute function private.count_bytes();
create trigger objects_count_gone after delete on storage.objects referencing old table as old_files
  for each statement execute function private.count_bytes();

create function private.quota_of(p_bucket text, p_name text, p_owner uuid, p_bytes bigint) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_there bigint := coalesce((
    select private.weight(o.metadata) from storage.objects o where o.bucket_id = p_bucket and o.name = p_name), 0);
  v_own bigint;
begin
  if (select u.bytes from private.storage_use u) - v_there + p_bytes > private.megabytes('upload_total_mb') then
    return 'total';
  end if;
  if p_owner is null then return null; end if;
  select coalesce(sum(private.weight(o.metadata)), 0) into v_own from storage.objects o
    where o.owner = p_owner and (o.bucket_id, o.name) <> (p_bucket, p_name);
  return case when v_own + p_bytes > private.megabytes('upload_person_mb') then 'person' end;
end
$$;
comment on function private.quota_of(text, text, uuid, bigint) is
  'Which quota a file of so many bytes would pass: total, person, or none (null). One that it takes the place of does not count.';

create function private.keep_quota() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- A row that is only tried, for a signed address, weighs nothing and has any type.
  if private.weight(new.metadata) > 0 and exists (select from storage.buckets b where b.id = new.bucket_id
      and (private.weight(new.metadata) > b.file_size_limit or new.metadata ->> 'mimetype' <> all (b.allowed_mime_types)))
    or (tg_op = 'INSERT' or private.weight(new.metadata) > private.weight(old.metadata))
      and private.quota_of(new.bucket_id, new.name, new.owner, private.weight(new.metadata)) is not null
  then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_quota() is 'Refuses files beyond what their bucket takes, an account may keep, or all together may.';

create trigger objects_weighed before insert or update of metadata, bucket_id on storage.objects
  for each row execute function private.keep_quota();

create function private.upload_refusal(p_bucket text, p_name text, p_owner uuid, p_network text, p_bytes bigint) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_quota text := private.quota_of(p_bucket, p_name, p_owner, p_bytes);
  v_bucket text := 'upload_network:' || encode(sha256(convert_to(private.setting('pepper') || p_network, 'UTF8')), 'hex');
  v_start timestamptz := date_bin(interval '1 hour', now(), timestamptz 'epoch');
  v_rest double precision := 1 - extract(epoch from now() - v_start) / 3600;
  v_kilobytes int := ceil(p_bytes / 1024.0);
  v_used double precision;
begin
  if v_quota is not null then return v_quota; end if;
  insert into private.rate_counters as c (bucket, window_start, n) values (v_bucket, v_start, v_kilobytes)
    on conflict (bucket, window_start) do update set n = least(c.n::bigint + excluded.n, 2000000000)::int;
  select sum(c.n * case c.window_start when v_start then 1 else v_rest end) into v_used from private.rate_counters c
    where c.bucket = v_bucket and c.window_start in (v_start, v_start - interval '1 hour');
  return case when v_used * 1024 > private.megabytes('upload_network_mb') then 'network' end;
end
$$;
comment on function private.upload_refusal(text, text, uuid, text, bigint) is
  'Counts an upload by its sender''s network and says which quota it passes: total, person, network (within an hour), or none (null). The embedded storage asks; a hosted one counts no networks.';

create function private.storage_room() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  -- The role that the API has set, which a definer's function keeps.
  if current_setting('role', true) <> 'service_role' and not private.is_admin() then perform private.fail('not_allowed'); end if;
  return (select jsonb_build_object('bytes', u.bytes, 'limit', private.megabytes('upload_total_mb')) from private.storage_use u);
end
$$;
comment on function private.storage_room() is 'What all files weigh, and what they may. Admins and the secret key only.';

create function public.storage_room() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.storage_room()
$$;
comment on function public.storage_room() is 'How full the storage is, for admins and the operator: {bytes, limit}.';

-- Who may call what.
grant execute on function
  private.object_keys(text[]), private.storage_room(), public.storage_room()
  to authenticated, service_role;
grant execute on function
  private.may_keep_object(text, text), private.has_room_for(text, text)
  to authenticated;
grant execute on function private.is_object_public(text, text) to service_role;
-- A lead is three things: the request, the person, and one row for each artist who was chosen. Two artists on one
-- lead work it independently, and what an artist may not see yet is a row they may not read.
create type public.lead_kind as enum ('quote', 'consultation');

create type public.lead_status as enum ('new', 'in_review', 'completed');

create function private.new_reference() returns text
  language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Without what looks like something else: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
  c_letters constant text := 'ACDEFGHJKMNPQRTVWXY34679';
  v_bytes bytea;
  v_reference text;
begin
  loop
    v_bytes := uuid_send(gen_random_uuid());
    select string_agg(substr(c_letters, get_byte(v_bytes, i) % 24 + 1, 1), '') into v_reference from generate_series(0, 5) i;
    exit when not exists (select from public.lead_records l where l.reference = v_reference);
  end loop;
  return v_reference;
end
$$;
comment on function private.new_reference() is 'A reference that no request has: 6 characters that can be read out on a phone.';

create table public.lead_records (
  id uuid primary key default gen_random_uuid(),
  kind public.lead_kind not null default 'quote',
  city text check (char_length(city) <= 100),
  project_description text not null check (char_length(project_description) between 10 and 2000),
  mural_size text check (char_length(mural_size) <= 100),
  surface_type text check (surface_type in ('brick', 'stucco', 'concrete', 'drywall', 'metal', 'other')),
  style_preference text check (style_preference in ('abstract', 'graffiti', 'realistic', 'nature', 'lettering', 'other')),
  budget_range text check (budget_range in ('under-1k', '1k-5k', '5k-10k', '10k-plus')),
  preferred_time text check (char_length(preferred_time) <= 100),
  created_by_user uuid references auth.users (id) on delete set null,
  held boolean not null default false,
  created_at timestamptz not null default now(),
  reference text not null default private.new_reference() check (reference ~ '^[ACDEFGHJKMNPQRTVWXY34679]{6}$'),
  withdrawn_at timestamptz,
  check (kind = 'consultation'
    or (city is not null and surface_type is not null and style_preference is not null and budget_range is not null))
);
alter table public.lead_records enable row level security;
comment on table public.lead_records is
  'What is asked for; no personal data. A held lead looks like spam and waits for an admin; a withdrawn one is over. reference names it on the phone.';
grant select on public.lead_records to authenticated;
grant all on public.lead_records to service_role;
create index lead_records_created_idx on public.lead_records (created_at desc, id);
create index lead_records_owner_idx on public.lead_records (created_by_user, created_at desc);
-- Few leads are held: to look among those is less than to look at each lead of an artist.
create index lead_records_held_idx on public.lead_records (id) where held;
create unique index lead_records_reference_idx on public.lead_records (reference);
-- Few are held or withdrawn: to look among those is less than to look at each lead of an artist.
create index lead_records_contact_hidden_idx on public.lead_records (id) where held or withdrawn_at is not null;

create table private.request_reasons (
  lead_id uuid primary key references public.lead_records (id) on delete cascade,
  held_reason text,
  -- The request of the same person that goes on in its place, where an admin closed it as a double.
  merged_into uuid references public.lead_records (id) on delete set null
);
alter table private.request_reasons enable row level security;
comment on table private.request_reasons is 'Why a lead was held or closed, for admins alone: what looks like a robot is not told so. Most have none.';
create index request_reasons_merged_idx on private.request_reasons (merged_into);

create table public.lead_contacts (
  lead_id uuid primary key references public.lead_records (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (private.valid_email(email) and char_length(email) <= 255),
  phone text check (char_length(phone) <= 20)
);
alter table public.lead_contacts enable row level security;
comment on table public.lead_contacts is 'Who asks. A row of its own, so that masking is row-level security and not a matter of the page.';
grant select on public.lead_contacts to authenticated, service_role;
grant all on public.lead_contacts to service_role;
-- A lost link is found by the address.
create index lead_contacts_email_idx on public.lead_contacts (lower(email));

create table public.lead_assignments (
  lead_id uuid not null references public.lead_records (id) on delete cascade,
  artist_id uuid not null references public.artists (id) on delete cascade,
  status public.lead_status not null default 'new',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  seen_at timestamptz,
  state text not null default 'sent' check (state in
    ('sent', 'seen', 'talking', 'proposed', 'accepted', 'completed', 'declined', 'passed', 'expired', 'withdrawn')),
  -- When the artist first answered in any way: what response times are counted from.
  answered_at timestamptz,
  accepted_at timestamptz,
  -- Who said that the wall is painted, and when the other one agreed.
  completed_by text check (completed_by in ('client', 'artist', 'admin')),
  completed_at timestamptz,
  confirmed_at timestamptz,
  -- The position of the last message that each side has seen.
  client_read bigint not null default 0,
  artist_read bigint not null default 0,
  primary key (lead_id, artist_id)
);
alter table public.lead_assignments enable row level security;
comment on table public.lead_assignments is 'Which artists have a lead, and how far each is with it.';
comment on column public.lead_assignments.answered_at is
  'When the artist first answered in any way. That of created_at where it is not known: it counts as a reply, and for no time.';
grant select on public.lead_assignments to authenticated, service_role;
grant all on public.lead_assignments to service_role;
-- What an artist's leads are found and masked by, without a look at the table.
create index lead_assignments_artist_status_idx on public.lead_assignments (artist_id, lead_id) include (status);
create index lead_assignments_newest_idx on public.lead_assignments (artist_id, created_at desc);
-- Who was given what in a week.
create index lead_assignments_created_idx on public.lead_assignments (created_at) include (artist_id);

create function private.my_requests() returns setof uuid
  language plpgsql stable security definer rows 10 set search_path = '' as $$
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
end
$$;
comment on function private.my_requests() is 'Leads the caller created.';

create function private.requests_assigned_to_me() returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id from public.lead_assignments a
    where a.artist_id = v_artist
      and not exists (select from public.lead_records l where l.id = a.lead_id and l.held);
end
$$;
comment on function private.requests_assigned_to_me() is 'Leads the calling artist was given; a held one shows itself to nobody but admins.';

create function private.requests_whose_contact_i_see() returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
  return query
    select a.lead_id from private.requests_i_work_on() mine (id)
    join public.lead_assignments a on a.lead_id = mine.id and a.artist_id = v_artist and a.status <> 'new';
end
$$;
comment on function private.requests_whose_contact_i_see() is
  'The caller''s own leads, and those the calling artist has taken beyond new (specification, section 4), unless withdrawn.';

create policy lead_records_select on public.lead_records for select to authenticated using (
  created_by_user = (select auth.uid())
  or (select private.is_admin())
  or id in (select private.requests_assigned_to_me()));
create policy lead_contacts_select on public.lead_contacts for select to authenticated using (
  (select private.is_admin()) or lead_id in (select private.requests_whose_contact_i_see()));
create policy lead_assignments_select on public.lead_assignments for select to authenticated using (
  (select private.is_admin())
  or lead_id in (select private.my_requests())
  or (artist_id = (select private.my_artist_id()) and lead_id in (select private.requests_assigned_to_me())));

-- The view starts from what each caller may see: everything, the leads they created, or the ones they were given. In one
-- query for all, an artist's leads would be found by looking at everybody's.
create function private.sees_every_request() returns boolean
  language plpgsql stable security invoker set search_path = '' as $$
begin
  return current_user <> 'authenticated' or private.is_admin();
end
$$;
comment on function private.sees_every_request() is
  'Whether row-level security keeps no lead from the caller: an admin, the secret key, a function of the schema''s owner.';

-- The specification's `leads`, as each caller may see it. Row-level security of the three tables does the work:
-- an artist finds no contact row while their own status is new, and no other artist's assignment ever.
create view public.leads with (security_invoker = true) as
select
  l.id,
  coalesce(c.name, '***') as name,
  c.email,
  c.phone,
  l.city,
  l.project_description,
  l.mural_size,
  l.surface_type,
  l.style_preference,
  l.budget_range,
  coalesce(w.mine, w.furthest, 'new') as status,
  coalesce(w.artists, '{}') as assigned_artist,
  l.created_by_user,
  l.created_at,
  l.kind,
  l.held,
  l.preferred_time,
  l.withdrawn_at
from public.lead_records l
left join public.lead_contacts c on c.lead_id = l.id
left join lateral (
  select
    array_agg(a.artist_id order by a.created_at, a.artist_id) as artists,
    max(a.status) as furthest,
    max(a.status) filter (where a.artist_id = (select private.my_artist_id())) as mine
  from public.lead_assignments a
  where a.lead_id = l.id
) w on true
where (select private.sees_every_request())
union all
select
  l.id,
  coalesce(c.name, '***') as name,
  c.email,
  c.phone,
  l.city,
  l.project_description,
  l.mural_size,
  l.surface_type,
  l.style_preference,
  l.budget_range,
  coalesce(w.mine, w.furthest, 'new') as status,
  coalesce(w.artists, '{}') as assigned_artist,
  l.created_by_user,
  l.created_at,
  l.kind,
  l.held,
  l.preferred_time,
  l.withdrawn_at
from public.lead_records l
left join public.lead_contacts c on c.lead_id = l.id
left join lateral (
  select
    array_agg(a.artist_id order by a.created_at, a.artist_id) as artists,
    max(a.status) as furthest,
    max(a.status) filter (where a.artist_id = (select private.my_artist_id())) as mine
  from public.lead_assignments a
  where a.lead_id = l.id
) w on true
where not (select private.sees_every_request()) and l.created_by_user = (select auth.uid())
union all
select
  l.id,
  coalesce(c.name, '***'),
  c.email,
  c.phone,
  l.city,
  l.project_description,
  l.mural_size,
  l.surface_type,
  l.style_preference,
  l.budget_range,
  a.status,
  array[a.artist_id],
  l.created_by_user,
  l.created_at,
  l.kind,
  l.held,
  l.preferred_time,
  l.withdrawn_at
from public.lead_assignments a
join public.lead_records l on l.id = a.lead_id
left join public.lead_contacts c on c.lead_id = l.id
-- To an artist row-level security shows no assignment but their own.
where not (select private.sees_every_request())
  and a.artist_id = (select private.my_artist_id())
  and l.created_by_user is distinct from (select auth.uid());
comment on view public.leads is 'Leads in the specification''s shape. status is the asking artist''s own, otherwise the furthest any artist is, otherwise new.';
grant select on public.leads to authenticated, service_role;
grant update (status) on public.leads to authenticated;

-- The rows of the admin's list, without the ways in which the view `leads` finds those of other callers: to prepare them
-- for each row took most of the time.
create view private.requests_in_full with (security_invoker = true) as
select
  l.id,
  coalesce(c.name, '***') as name,
  c.email,
  c.phone,
  l.city,
  l.project_description,
  l.mural_size,
  l.surface_type,
  l.style_preference,
  l.budget_range,
  coalesce(w.mine, w.furthest, 'new') as status,
  coalesce(w.artists, '{}') as assigned_artist,
  l.created_by_user,
  l.created_at,
  l.kind,
  l.held,
  l.preferred_time,
  l.withdrawn_at
from public.lead_records l
left join public.lead_contacts c on c.lead_id = l.id
left join lateral (
  select
    array_agg(a.artist_id order by a.created_at, a.artist_id) as artists,
    max(a.status) as furthest,
    max(a.status) filter (where a.artist_id = (select private.my_artist_id())) as mine
  from public.lead_assignments a
  where a.lead_id = l.id
) w on true;
comment on view private.requests_in_full is 'What the view leads shows to those who see every lead.';

-- Whoever asked closes their request: the artists who have it go on seeing that there was one, and no longer whose.
create function private.refuse_withdrawn() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.lead_records l where l.id = new.lead_id and l.withdrawn_at is not null) then
    perform private.fail('request_withdrawn');
  end if;
  return new;
end
$$;
comment on function private.refuse_withdrawn() is 'A withdrawn request is given to nobody, and nobody goes on with it.';

create trigger lead_assignments_not_withdrawn before insert or update of status on public.lead_assignments
  for each row execute function private.refuse_withdrawn();
create trigger lead_assignments_unclaimed before insert on public.lead_assignments
  for each row execute function private.refuse_unclaimed();

-- Who asked, and the photos of their wall, are for artists who are at the request. Once an artist has declined, was passed
-- over, let it expire, or is reported by the client, they are not, whatever their status says.
create function private.requests_i_work_on() returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id from public.lead_assignments a join public.lead_records l on l.id = a.lead_id
    where a.artist_id = v_artist and not l.held and l.withdrawn_at is null
      and a.state in ('sent', 'seen', 'talking', 'proposed', 'accepted', 'completed')
      and not exists (select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = 'client');
end
$$;
comment on function private.requests_i_work_on() is 'Requests that the calling artist can still answer or has painted, and whose client has not reported them.';

create trigger lead_records_1_city before insert or update of city on public.lead_records
  for each row when (new.city is not null) execute function private.name_asked_city();

-- Who may call what.
grant execute on function private.sees_every_request() to authenticated, service_role;
grant execute on function
  private.my_requests(), private.requests_assigned_to_me(), private.requests_whose_contact_i_see()
  to authenticated;
grant execute on function private.new_reference() to service_role;
-- What somebody who asks knows about the wall beyond the form's fields: its size in numbers, where it is, that nobody is
-- sure what it is made of, and walls of this site that it should be like. Beside the request and not in it: the
-- specification's columns stay what the form sends, and most of this is missing most of the time.
create table public.request_details (
  lead_id uuid primary key references public.lead_records (id) on delete cascade,
  width_ft numeric(6, 1) check (width_ft between 0.5 and 1000),
  height_ft numeric(6, 1) check (height_ft between 0.5 and 1000),
  -- Typed, about as large as something known, or measured in a photo: how far it can be trusted.
  size_source text check (size_source in ('typed', 'like', 'photo')),
  place text check (place in ('outside', 'inside')),
  -- The surface was given as other because whoever asked does not know it.
  surface_unsure boolean not null default false,
  -- No references: a mural that goes takes nothing of a request along.
  mural_ids uuid[] not null default '{}' check (cardinality(mural_ids) <= 6),
  check (num_nulls(width_ft, height_ft, size_source) in (0, 3))
);
alter table public.request_details enable row level security;
comment on table public.request_details is
  'What a request says about its wall besides the form: a row only where there is something. Written by submit_lead alone.';
grant select on public.request_details to authenticated, service_role;
grant all on public.request_details to service_role;

create policy request_details_select on public.request_details for select to authenticated using (
  (select private.is_admin())
  or lead_id in (select private.my_requests())
  or lead_id in (select private.requests_assigned_to_me()));

create function private.detail_feet(p_value jsonb, p_refusal text default 'feet_invalid') returns numeric
  language plpgsql stable set search_path = '' as $$
declare
  v_feet numeric;
begin
  if p_value is null or p_value = 'null' then return null; end if;
  if jsonb_typeof(p_value) <> 'number' then perform private.fail(p_refusal); end if;
  v_feet := (p_value #>> '{}')::numeric;
  if v_feet not between 0.5 and 1000 then perform private.fail(p_refusal); end if;
  return round(v_feet, 1);
end
$$;
comment on function private.detail_feet(jsonb, text) is 'One length of a wall as it is stored, to a tenth of a foot; null for none.';

create function private.detail_answer(p_value jsonb) returns boolean
  language plpgsql stable set search_path = '' as $$
begin
  if p_value is null or p_value = 'null' then return null; end if;
  if jsonb_typeof(p_value) <> 'boolean' then perform private.fail('invalid_input', 'details'); end if;
  return p_value::boolean;
end
$$;
comment on function private.detail_answer(jsonb) is 'Yes or no; null for no answer.';

create function private.detail_choice(p_value jsonb, p_choices text[]) returns text
  language plpgsql stable set search_path = '' as $$
begin
  if p_value is null or p_value = 'null' then return null; end if;
  if jsonb_typeof(p_value) <> 'string' or (p_value #>> '{}') <> all (p_choices) then
    perform private.fail('invalid_input', 'details');
  end if;
  return p_value #>> '{}';
end
$$;
comment on function private.detail_choice(jsonb, text[]) is 'One of some words; null for none.';

create function private.detail_murals(p_value jsonb) returns uuid[]
  language plpgsql stable set search_path = '' as $$
declare
  v_ids uuid[];
begin
  if p_value is null or p_value = 'null' then return '{}'; end if;
  if jsonb_typeof(p_value) <> 'array' then perform private.fail('invalid_input', 'details'); end if;
  if exists (select from jsonb_array_elements(p_value) x (id) where jsonb_typeof(x.id) <> 'string'
    or (x.id #>> '{}') !~ '^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$') then
    perform private.fail('invalid_input', 'details');
  end if;
  if jsonb_array_length(p_value) > 6 then perform private.fail('liked_murals_too_many'); end if;
  select coalesce(array_agg(y.id order by y.at), '{}') into v_ids from (
    select (x.id #>> '{}')::uuid as id, min(x.at) as at from jsonb_array_elements(p_value) with ordinality x (id, at) group by 1) y;
  return v_ids;
end
$$;
comment on function private.detail_murals(jsonb) is 'The murals that were chosen, each once, in the order of choosing.';

create function private.detail_slugs(p_value jsonb) returns text[]
  language plpgsql stable set search_path = '' as $$
declare
  v_slugs text[];
begin
  if p_value is null or p_value = 'null' then return '{}'; end if;
  if jsonb_typeof(p_value) <> 'array' then perform private.fail('invalid_input', 'details'); end if;
  if exists (select from jsonb_array_elements(p_value) x (slug)
    where jsonb_typeof(x.slug) <> 'string' or (x.slug #>> '{}') !~ '^[0-9a-z-]{1,140}$') then
    perform private.fail('invalid_input', 'details');
  end if;
  if jsonb_array_length(p_value) > 6 then perform private.fail('liked_murals_too_many'); end if;
  select coalesce(array_agg(y.slug order by y.at), '{}') into v_slugs from (
    select x.slug #>> '{}' as slug, min(x.at) as at from jsonb_array_elements(p_value) with ordinality x (slug, at) group by 1) y;
  return v_slugs;
end
$$;
comment on function private.detail_slugs(jsonb) is 'The same by what stands in their addresses: the file of cards that people choose from has no ids.';

create function private.checked_details(p_details jsonb) returns public.request_details
  language plpgsql stable set search_path = '' as $$
declare
  v_details public.request_details;
begin
  if coalesce(jsonb_typeof(p_details), 'null') not in ('null', 'object') then perform private.fail('invalid_input', 'details'); end if;
  if jsonb_typeof(p_details) = 'null' then p_details := null; end if;
  v_details.width_ft := private.detail_feet(p_details -> 'width_ft');
  v_details.height_ft := private.detail_feet(p_details -> 'height_ft');
  if num_nulls(v_details.width_ft, v_details.height_ft) = 1 then perform private.fail('feet_invalid'); end if;
  v_details.size_source := private.detail_choice(p_details -> 'size_source', '{typed,like,photo}');
  -- Where a size comes from is nothing without one.
  v_details.size_source := case when v_details.width_ft is not null then coalesce(v_details.size_source, 'typed') end;
  v_details.place := private.detail_choice(p_details -> 'place', '{outside,inside}');
  v_details.surface_unsure := coalesce(private.detail_answer(p_details -> 'surface_unsure'), false);
  v_details.mural_ids := private.detail_murals(p_details -> 'mural_ids');
  return v_details;
end
$$;
comment on function private.checked_details(jsonb) is
  'The rules of what is said about a wall, and it as it is stored. What it does not know is left out, as everywhere. src/features/requests/lead-details.ts has the same.';

create function private.has_details(p_details public.request_details) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return num_nonnulls(p_details.width_ft, p_details.place) > 0 or p_details.surface_unsure or p_details.mural_ids <> '{}';
end
$$;
comment on function private.has_details(request_details) is 'Whether there is something to keep.';

create function private.store_details(p_lead uuid, p_details public.request_details, p_slugs text[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  -- A mural that is not public any more is no reason to refuse a request: it goes without.
  select coalesce(array_agg(y.id order by y.at), '{}') into p_details.mural_ids from (
    select m.id, min(x.at) as at from (
      select i.id, null::text as slug, i.at from unnest(p_details.mural_ids) with ordinality i (id, at)
      union all
      select r.mural_id, w.slug, w.at + 6 from unnest(p_slugs) with ordinality w (slug, at)
        left join public.mural_redirects r on r.slug = w.slug) x
    join public.murals m on (m.id = x.id or m.slug = x.slug) and m.public_visible
    group by m.id) y;
  if not private.has_details(p_details) then return; end if;
  p_details.lead_id := p_lead;
  insert into public.request_details select (p_details).*;
end
$$;
comment on function private.store_details(uuid, request_details, text[]) is 'Keeps what was said about the wall of a new request.';

create function private.details_line(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_facts jsonb := private.site_facts_line(p_lead);
  v_details jsonb := (
    select to_jsonb(d) - 'lead_id' || jsonb_build_object('murals', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'slug', m.slug, 'title', m.title, 'image_url', m.image_url) order by x.at)
      from unnest(d.mural_ids) with ordinality x (id, at) join public.murals m on m.id = x.id and m.public_visible), '[]'))
    from public.request_details d where d.lead_id = p_lead);
begin
  if v_facts is null then return v_details; end if;
  return coalesce(v_details, '{"murals": []}') || jsonb_build_object('facts', v_facts);
end
$$;
comment on function private.details_line(uuid) is
  'What a request says about its wall and its site, with the murals that are public; null for nothing.';

create function private.delete_request_details() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from public.request_details d using gone g where d.lead_id = g.lead_id;
  return null;
end
$$;
comment on function private.delete_request_details() is 'Whoever asked was erased from a request: what they said about their wall goes along.';

create trigger lead_contacts_delete_request_details after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.delete_request_details();
-- What whoever asks knows about the place of a wall that an artist would ask next: whose it is, how high it goes, what
-- state it is in, power, water, a lift, words on it, and by when. All of it is optional, and most of it is missing.
create table public.site_facts (
  lead_id uuid primary key references public.lead_records (id) on delete cascade,
  owner text check (owner in ('mine', 'rented_agreed', 'rented_not_asked')),
  -- The height of the top edge above the ground, in feet: what a ladder or a lift must reach.
  top_ft numeric(5, 1) check (top_ft between 0.5 and 1000),
  condition text check (condition in ('sound', 'peeling', 'damaged', 'never_painted')),
  power boolean,
  water boolean,
  -- Whether a lift gets to the wall, and what it would stand on.
  lift text check (lift in ('firm_ground', 'soft_ground', 'none')),
  -- Words or a logo are to be on the wall: cities may call that a sign.
  lettering boolean,
  deadline date check (deadline between '2000-01-01' and '2100-12-31'),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(owner, top_ft, condition, power, water, lift, lettering, deadline) > 0)
);
alter table public.site_facts enable row level security;
comment on table public.site_facts is
  'What a request says about the site of its wall: a row only where something is said. Written by submit_lead and set_site_facts alone.';
grant select on public.site_facts to authenticated, service_role;
grant all on public.site_facts to service_role;

create policy site_facts_select on public.site_facts for select to authenticated using (
  (select private.is_admin())
  or lead_id in (select private.my_requests())
  or lead_id in (select private.requests_assigned_to_me()));

create function private.fact_day(p_value jsonb) returns date
  language plpgsql stable set search_path = '' as $$
declare
  v_day date;
begin
  if p_value is null or p_value = 'null' then return null; end if;
  if jsonb_typeof(p_value) <> 'string' or (p_value #>> '{}') !~ '^2[01]\d\d-\d\d-\d\d$' then perform private.fail('deadline_invalid'); end if;
  begin
    v_day := (p_value #>> '{}')::date;
  exception when datetime_field_overflow or invalid_datetime_format then
    perform private.fail('deadline_invalid');
  end;
  -- One that has gone by is no reason to refuse a request that waited for a network.
  if v_day > '2100-12-31' then perform private.fail('deadline_invalid'); end if;
  return v_day;
end
$$;
comment on function private.fact_day(jsonb) is 'A day of this century; null for no answer.';

create function private.checked_site_facts(p_facts jsonb) returns public.site_facts
  language plpgsql stable set search_path = '' as $$
declare
  v_facts public.site_facts;
begin
  if coalesce(jsonb_typeof(p_facts), 'null') not in ('null', 'object') then perform private.fail('invalid_input', 'facts'); end if;
  if jsonb_typeof(p_facts) = 'null' then p_facts := null; end if;
  v_facts.owner := private.detail_choice(p_facts -> 'owner', '{mine,rented_agreed,rented_not_asked}');
  v_facts.top_ft := private.detail_feet(p_facts -> 'top_ft', 'top_ft_invalid');
  v_facts.condition := private.detail_choice(p_facts -> 'condition', '{sound,peeling,damaged,never_painted}');
  v_facts.power := private.detail_answer(p_facts -> 'power');
  v_facts.water := private.detail_answer(p_facts -> 'water');
  v_facts.lift := private.detail_choice(p_facts -> 'lift', '{firm_ground,soft_ground,none}');
  v_facts.lettering := private.detail_answer(p_facts -> 'lettering');
  v_facts.deadline := private.fact_day(p_facts -> 'deadline');
  return v_facts;
end
$$;
comment on function private.checked_site_facts(jsonb) is
  'The rules of what is said about a site, and it as it is stored. What it does not know is left out, as everywhere. src/features/site-facts/site-facts.ts has the same.';

create function private.has_site_facts(p_facts public.site_facts) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return num_nonnulls(p_facts.owner, p_facts.top_ft, p_facts.condition, p_facts.power, p_facts.water, p_facts.lift,
    p_facts.lettering, p_facts.deadline) > 0;
end
$$;
comment on function private.has_site_facts(site_facts) is 'Whether there is something to keep.';

create function private.store_site_facts(p_lead uuid, p_facts public.site_facts) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_site_facts(p_facts) then
    delete from public.site_facts f where f.lead_id = p_lead;
    return;
  end if;
  p_facts.lead_id := p_lead;
  p_facts.updated_at := now();
  insert into public.site_facts as f select (p_facts).*
    on conflict (lead_id) do update set owner = excluded.owner, top_ft = excluded.top_ft, condition = excluded.condition,
      power = excluded.power, water = excluded.water, lift = excluded.lift, lettering = excluded.lettering,
      deadline = excluded.deadline, updated_at = excluded.updated_at
    where to_jsonb(f) - 'updated_at' <> to_jsonb(excluded) - 'updated_at';
end
$$;
comment on function private.store_site_facts(uuid, site_facts) is
  'Keeps what is said about the site of a request, in the place of what was; nothing said is no row. The same again changes nothing.';

create function private.site_facts_line(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(f) - '{lead_id,updated_at}'::text[] from public.site_facts f where f.lead_id = p_lead);
end
$$;
comment on function private.site_facts_line(uuid) is 'What a request says about the site of its wall, as checked_site_facts takes it; null for nothing.';

create function private.set_site_facts(p_facts jsonb, p_token text, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
begin
  if coalesce(jsonb_typeof(p_facts), 'null') <> 'object' then perform private.fail('invalid_input', 'facts'); end if;
  -- Painted, and both say so, or nobody disagreed for two weeks: there is nothing left to answer.
  if exists (select from public.lead_assignments s where s.lead_id = v_lead and s.state = 'completed'
    and (s.confirmed_at is not null or s.completed_at < private.clock() - interval '14 days')) then
    perform private.fail('move_refused');
  end if;
  perform private.store_site_facts(v_lead,
    private.checked_site_facts(coalesce(private.site_facts_line(v_lead), '{}') || p_facts));
  return private.request_data(v_lead);
end
$$;
comment on function private.set_site_facts(jsonb, text, uuid) is
  'Changes what a request says about its site until it is withdrawn or painted: facts that are not named stay, null takes one back. Its artists see it at once and get no email. Again changes nothing.';

create function public.set_site_facts(p_facts jsonb, p_token text default null, p_lead uuid default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.set_site_facts(p_facts, p_token, p_lead)
$$;
comment on function public.set_site_facts(jsonb, text, uuid) is
  'Changes what a request says about the site of its wall, for its link or its client; answers as track_request.';

create function private.delete_site_facts() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from public.site_facts f using gone g where f.lead_id = g.lead_id;
  return null;
end
$$;
comment on function private.delete_site_facts() is 'Whoever asked was erased from a request: what they said about its site goes along.';

create trigger lead_contacts_delete_site_facts after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.delete_site_facts();

-- Who may call what.
grant execute on function private.set_site_facts(jsonb, text, uuid), public.set_site_facts(jsonb, text, uuid) to anon, authenticated;
-- Status (specification, section 4): an artist moves their own assignment freely among the three; an admin moves all of a lead's.
create function private.set_lead_status(p_lead uuid, p_status text, p_read text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
  v_row public.lead_assignments;
  v_found boolean := false;
begin
  if p_status is null or p_status <> all (array['new', 'in_review', 'completed']) then perform private.fail('status_refused'); end if;
  perform from public.lead_records l where l.id = p_lead for no key update;
  for v_row in
    select a.* from public.lead_assignments a
    join public.lead_records l on l.id = a.lead_id
    where a.lead_id = p_lead
      and ((a.artist_id = v_artist and not l.held)
        or (private.is_admin() and not exists (
          select from public.lead_assignments own where own.lead_id = p_lead and own.artist_id = v_artist)))
    order by a.artist_id for update of a
  loop
    v_found := true;
    -- Two tabs do not undo each other.
    if v_row.artist_id = v_artist and v_row.status::text not in (p_read, p_status) then
      perform private.fail('changed_elsewhere', 'status');
    end if;
    if v_row.status::text <> p_status then
      perform private.move_assignment(p_lead, v_row.artist_id, 'set_' || p_status,
        case when v_row.artist_id = v_artist then 'artist' else 'admin' end);
      perform private.delete_status_mail(p_lead, v_row.artist_id, p_status);
      perform private.audit('lead.status', p_lead,
        jsonb_build_object('artist', v_row.artist_id, 'from', v_row.status, 'to', p_status));
    end if;
  end loop;
  -- The same answer for a lead that does not exist and for one that is somebody else's.
  if not v_found then perform private.fail('status_refused'); end if;
  return p_status;
end
$$;
comment on function private.set_lead_status(uuid, text, text) is
  'Sets the calling artist''s own status on a lead, unless it is neither p_read nor p_status by now, or for an admin that of every assigned artist; each change is noted.';

create function public.set_lead_status(p_lead uuid, p_status text, p_read text default null) returns text
  language sql security invoker set search_path = '' as $$
  select private.set_lead_status(p_lead, p_status, p_read)
$$;
comment on function public.set_lead_status(uuid, text, text) is
  'Moves a lead to new, in_review or completed; with p_read it refuses changed_elsewhere when the lead is elsewhere by now. The assigned artist or an admin.';

-- `update leads set status = ... where id = ...` (specification, section 7) keeps working. Without an INSTEAD OF
-- trigger a write to this join view would be an internal error instead of a refusal.
create function private.leads_instead() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'UPDATE' then perform private.fail('not_allowed'); end if;
  perform private.set_lead_status(old.id, new.status::text, null);
  return new;
end
$$;
comment on function private.leads_instead() is 'Writes to the view: status goes through set_lead_status, everything else is refused.';

create trigger leads_instead instead of insert or update or delete on public.leads
  for each row execute function private.leads_instead();

create function private.my_request_artists()
  returns table (lead_id uuid, artist_id uuid, artist_name text, artist_slug text, status public.lead_status, updated_at timestamptz)
  language sql stable security definer rows 20 set search_path = '' as $$
  select s.lead_id, a.id, a.name, case when a.public_visible then a.slug end, s.status, s.updated_at
  from public.lead_records l
  join public.lead_assignments s on s.lead_id = l.id
  join public.artists a on a.id = s.artist_id
  where l.created_by_user = auth.uid()
  order by l.created_at desc, l.id, a.name
$$;
comment on function private.my_request_artists() is 'Who has the caller''s leads and how far each is; no link to an artist who went private.';

create function public.my_request_artists()
  returns table (lead_id uuid, artist_id uuid, artist_name text, artist_slug text, status public.lead_status, updated_at timestamptz)
  language sql stable security invoker rows 20 set search_path = '' as $$
  select * from private.my_request_artists()
$$;
comment on function public.my_request_artists() is 'The artists on the caller''s own leads, newest lead first.';

-- How far each artist is with a request, beside the specification's three statuses: one table of
-- moves, one function that makes them. Each leaves a line that both sides see, and an entry in the audit log.
create table private.assignment_moves (
  event text not null check (event ~ '^[a-z]+(_[a-z]+)*$'),
  actor text not null check (actor in ('client', 'artist', 'admin', 'system')),
  state text not null,
  becomes text not null,
  primary key (event, actor, state)
);
alter table private.assignment_moves enable row level security;
comment on table private.assignment_moves is
  'What each event makes of each state, and who may cause it; what is not in it is refused. src/features/requests/assignment.ts has the same.';

insert into private.assignment_moves (event, actor, state, becomes)
select m.event, a, s, coalesce(m.becomes, s) from (values
  ('open', '{artist}'::text[], '{sent}'::text[], 'seen'),
  ('open', '{artist}', '{seen,talking,proposed,expired,accepted,completed,declined,passed,withdrawn}', null),
  ('write', '{client,artist}', '{sent,seen,talking,expired}', 'talking'),
  ('write', '{client,artist}', '{proposed,accepted,completed}', null),
  ('propose', '{artist}', '{sent,seen,talking,proposed,expired}', 'proposed'),
  ('retract', '{artist}', '{proposed}', 'talking'),
  ('accept', '{client}', '{proposed}', 'accepted'),
  ('decline', '{artist}', '{sent,seen,talking,proposed,expired}', 'declined'),
  ('turn_down', '{client}', '{proposed}', 'talking'),
  ('close', '{client}', '{sent,seen,talking,proposed,expired,accepted}', 'withdrawn'),
  ('close', '{client}', '{declined,passed,withdrawn,completed}', null),
  ('complete', '{artist}', '{talking,proposed,accepted,completed}', 'completed'),
  ('complete', '{client}', '{accepted,completed}', 'completed'),
  ('dispute', '{client,artist}', '{completed}', 'talking'),
  ('undo_complete', '{client,artist}', '{completed}', 'talking'),
  ('pass', '{system}', '{sent,seen,talking,proposed,expired}', 'passed'),
  ('expire', '{system}', '{sent,seen,talking}', 'expired'),
  ('set_new', '{artist,admin}', '{talking,completed}', 'seen'),
  ('set_new', '{artist,admin}', '{sent,seen,proposed,accepted,expired,declined,passed,withdrawn}', null),
  ('set_in_review', '{artist,admin}', '{sent,seen,talking,expired,completed}', 'talking'),
  ('set_in_review', '{artist,admin}', '{proposed,accepted,declined,passed,withdrawn}', null),
  ('set_completed', '{artist,admin}', '{sent,seen,talking,proposed,expired,accepted,completed}', 'completed'),
  ('set_completed', '{artist,admin}', '{declined,passed,withdrawn}', null)
) m (event, actors, states, becomes), unnest(m.actors) a, unnest(m.states) s;

create function private.sync_assignment_state() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_state text;
begin
  if tg_op = 'UPDATE' and (new.status = old.status or new.state <> old.state) then return new; end if;
  select m.becomes into v_state from private.assignment_moves m
    where m.event = 'set_' || new.status::text and m.actor = 'artist' and m.state = new.state
      and (tg_op = 'UPDATE' or new.status <> 'new');
  -- A move has set both, or there is nothing to follow.
  if not found or v_state = new.state then return new; end if;
  new.state := v_state;
  if new.status <> 'new' then
    -- Who brings a request in with its status does not say when it was answered.
    new.answered_at := coalesce(new.answered_at, case tg_op when 'INSERT' then new.created_at else new.updated_at end);
  end if;
  if new.status = 'completed' then
    new.completed_by := coalesce(new.completed_by, 'artist');
    new.completed_at := coalesce(new.completed_at, new.updated_at);
  end if;
  return new;
end
$$;
comment on function private.sync_assignment_state() is 'Whoever writes a status past the functions (imports, operators) does not leave the state behind.';

create trigger lead_assignments_sync_assignment_state before insert or update of status on public.lead_assignments
  for each row execute function private.sync_assignment_state();

create table public.assignment_events (
  id bigint generated always as identity primary key,
  lead_id uuid not null,
  artist_id uuid not null,
  actor text not null check (actor in ('client', 'artist', 'admin', 'system')),
  event text not null,
  -- What it made of the assignment.
  state text not null,
  -- Why, in the words of whoever declined.
  reason text check (char_length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
alter table public.assignment_events enable row level security;
comment on table public.assignment_events is 'Each change of an assignment''s state, which both sides see as a line in their conversation.';
grant select on public.assignment_events to authenticated, service_role;
grant all on public.assignment_events to service_role;
create index assignment_events_conversation_idx on public.assignment_events (lead_id, artist_id, id);

create policy assignment_events_select on public.assignment_events for select to authenticated using (
  (select private.is_admin())
  or lead_id in (select private.my_requests())
  or (artist_id = (select private.my_artist_id()) and lead_id in (select private.requests_assigned_to_me())));

create function private.delete_conversation() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from public.lead_messages m using gone g where m.lead_id = g.lead_id;
  update public.proposals p set message = null from gone g where p.lead_id = g.lead_id and p.message is not null;
  update public.assignment_events e set reason = null from gone g where e.lead_id = g.lead_id and e.reason is not null;
  return null;
end
$$;
comment on function private.delete_conversation() is 'Whoever asked was erased from a request: what was written about it is not kept.';

create trigger lead_contacts_delete_conversation after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.delete_conversation();

create function private.move_assignment(p_lead uuid, p_artist uuid, p_event text, p_actor text, p_reason text default null) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_row public.lead_assignments;
  v_next text;
  v_status public.lead_status;
begin
  -- The request before its artists, always: two moves of one request cannot wait for each other.
  perform from public.lead_records l where l.id = p_lead for no key update;
  select * into v_row from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist for no key update;
  select m.becomes into v_next from private.assignment_moves m
    where m.event = p_event and m.actor = p_actor and m.state = v_row.state;
  if not found then perform private.fail('move_refused'); end if;
  if v_row.state = 'completed' and v_next <> 'completed' and v_row.accepted_at is not null then v_next := 'accepted'; end if;
  v_status := case
    when p_event like 'set\_%' then substr(p_event, 5)::public.lead_status
    when p_event = 'complete' then 'completed'
    when p_event in ('dispute', 'undo_complete') then 'in_review'
    when p_event in ('write', 'propose', 'accept') then greatest(v_row.status, 'in_review')
    else v_row.status end;

  update public.lead_assignments a
    set state = v_next,
      seen_at = case when p_event = 'open' then coalesce(a.seen_at, now()) else a.seen_at end,
      answered_at = case when p_actor in ('artist', 'admin') and p_event <> 'open' and v_status <> 'new' or p_event = 'decline'
        then coalesce(a.answered_at, private.clock()) else a.answered_at end,
      accepted_at = case when p_event = 'accept' then private.clock() else a.accepted_at end,
      completed_by = case when v_next <> 'completed' then null else coalesce(a.completed_by, p_actor) end,
      completed_at = case when v_next <> 'completed' then null else coalesce(a.completed_at, private.clock()) end,
      confirmed_at = case when v_next <> 'completed' then null
        when a.completed_by is not null and a.completed_by <> p_actor and p_event = 'complete' then coalesce(a.confirmed_at, private.clock())
        else a.confirmed_at end,
      updated_at = case when v_next <> v_row.state and p_event <> 'open' or v_status <> v_row.status then now() else a.updated_at end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  if v_status <> v_row.status then
    update public.lead_assignments a set status = v_status where a.lead_id = p_lead and a.artist_id = p_artist;
    -- A message says itself that there is an answer, and so does a proposal.
    if v_status > v_row.status and p_actor in ('artist', 'admin') and p_event not in ('write', 'propose') then
      perform private.mail_status(p_lead, p_artist, v_status);
    end if;
  end if;
  -- Whoever works a request has read what they were told of it.
  if p_actor in ('artist', 'admin') then
    update public.notices n set read_at = now() from public.artists a
      where a.id = p_artist and n.user_id = a.user_id and n.lead_id = p_lead and n.artist_id = a.id and n.read_at is null;
  end if;
  if v_next <> v_row.state then
    insert into public.assignment_events (lead_id, artist_id, actor, event, state, reason)
      values (p_lead, p_artist, p_actor, p_event, v_next, p_reason);
    if p_event not like 'set\_%' then
      perform private.audit('lead.moved', p_lead, jsonb_build_object('artist', p_artist, 'event', p_event, 'by', p_actor,
        'from', v_row.state, 'to', v_next));
    end if;
  end if;
  return v_next;
end
$$;
comment on function private.move_assignment(uuid, uuid, text, text, text) is
  'Makes one move of an assignment, with everything that follows from it, or refuses it and changes nothing. Its callers know who asks.';

create function private.mail_status(p_lead uuid, p_artist uuid, p_status public.lead_status) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead public.lead_records;
  v_email text;
begin
  select * into v_lead from public.lead_records l where l.id = p_lead and not l.held;
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead.id;
  if v_email is null then return; end if;
  -- Each once: an artist may move the status back and forth.
  perform private.write_mail(case p_status when 'in_review' then 'request_answered' else 'request_completed' end,
    p_lead || ':' || p_artist, v_lead.created_by_user, v_email, p_lead, p_artist,
    p_due => now() + make_interval(secs => private.setting_int('mail_status_seconds')));
end
$$;
comment on function private.mail_status(uuid, uuid, lead_status) is
  'Notes the email to the client about a status chosen by an artist or an admin. It waits for mail_status_seconds (60), so that it can be undone.';

-- Who may call what.
grant execute on function
  private.set_lead_status(uuid, text, text), public.set_lead_status(uuid, text, text), private.my_request_artists(),
  public.my_request_artists()
  to authenticated;
-- Matching (specification, section 9). The TypeScript twin is src/features/requests/matching/matching.ts.
create function private.matching_artists(p_city text, p_style text, p_first uuid default null)
  returns table (artist_id uuid, rank int)
  language sql stable security definer rows 5 set search_path = '' as $$
  with pool as (
    select a.id, a.city, a.styles, a.featured, a.average_rating from public.artists a
    where a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
    order by a.featured desc, a.average_rating desc, a.id limit 10
  ), matches as (
    select p.id, false as first, p.featured, p.average_rating from pool p
    where p.id is distinct from p_first and (
      lower(private.clean(p.city)) = lower(private.clean(p_city))
      or exists (select from unnest(p.styles) s
                 where position(lower(p_style) in lower(s)) > 0 or position(lower(s) in lower(p_style)) > 0))
    union all
    select a.id, true, a.featured, a.average_rating from public.artists a
    where a.id = p_first and a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
  )
  select m.id, (row_number() over (order by m.first desc, m.featured desc, m.average_rating desc, m.id))::int
  from matches m
  order by 2 limit 5
$$;
comment on function private.matching_artists(text, text, uuid) is
  'At most 5 of the 10 best-standing public artists who are there, take requests, and whose style or city fits; the artist somebody asked for comes first.';

create table private.request_offers (
  lead_id uuid not null references public.lead_records (id) on delete cascade,
  artist_id uuid not null references public.artists (id) on delete cascade,
  rank int not null,
  asked boolean not null default false,
  primary key (lead_id, artist_id)
);
alter table private.request_offers enable row level security;
comment on table private.request_offers is 'Which artists a lead was offered: nobody else can be selected for it.';
comment on column private.request_offers.asked is 'Whoever wrote the request asked for this artist by name.';
create index request_offers_artist_idx on private.request_offers (artist_id);

create function private.request_matches(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', a.id, 'name', a.name, 'slug', a.slug, 'city', a.city, 'state', a.state, 'featured', a.featured,
      'average_rating', a.average_rating, 'review_count', a.review_count, 'profile_photo', a.profile_photo,
      'styles', to_jsonb(a.styles[1:4]), 'portfolio_images', to_jsonb(a.portfolio_images[1:2]), 'reason', r.reason, 'asked', o.asked) order by o.rank), '[]')
    from private.open_offers(p_lead) o join public.artists a on a.id = o.artist_id
    join private.match_reasons(p_lead, array(select x.artist_id from private.open_offers(p_lead) x),
      array(select x.artist_id from private.open_offers(p_lead) x where x.asked)) r on r.artist_id = a.id);
end
$$;
comment on function private.request_matches(uuid) is
  'The matching cards of a lead: offered artists who are still public and take requests, up to 4 styles and 2 images each, and why.';

create function private.open_offers(p_lead uuid) returns setof private.request_offers
  language plpgsql stable security definer rows 5 set search_path = '' as $$
begin
  return query
    select o.* from private.request_offers o
    join public.artists a on a.id = o.artist_id and a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
    where o.lead_id = p_lead;
end
$$;
comment on function private.open_offers(uuid) is 'Of the artists a lead was offered, those who are still public, are there, and take requests.';

-- Whoever hears a no is offered the next artist in the same breath, also where everybody who was offered has the
-- request by then.
create function private.next_matches(p_lead uuid, p_limit int) returns table (artist_id uuid, rank int)
  language sql stable security definer rows 3 set search_path = '' as $$
  select m.artist_id, coalesce((select max(o.rank) from private.request_offers o where o.lead_id = p_lead), 0) + m.rank
  from private.fitting_artists(p_lead, null, array(
    select o.artist_id from private.request_offers o where o.lead_id = p_lead
    union select s.artist_id from public.lead_assignments s where s.lead_id = p_lead), p_limit) m
$$;
comment on function private.next_matches(uuid, int) is
  'Who fits a request beyond those that it was offered and those who have it, the best first, by the rule in use.';

create function private.offer_next(p_lead uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.open_offers(p_lead) o where not exists (
      select from public.lead_assignments s where s.lead_id = o.lead_id and s.artist_id = o.artist_id)) then
    return;
  end if;
  insert into private.request_offers (lead_id, artist_id, rank)
    select p_lead, m.artist_id, m.rank from private.next_matches(p_lead, 3) m on conflict do nothing;
end
$$;
comment on function private.offer_next(uuid) is
  'Offers a request up to three more artists where nobody is left to be asked. Whoever hears a no, or nothing for 7 days, is told of them with it.';

create function private.offer_next_after() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.offer_next(new.lead_id);
  return null;
end
$$;
comment on function private.offer_next_after() is 'As private.offer_next, for the request of the row.';

create trigger lead_assignments_offer_next after update of state on public.lead_assignments
  for each row when (new.state in ('declined', 'expired') and old.state <> new.state) execute function private.offer_next_after();

create function private.matching_rule() returns text
  language sql stable security definer set search_path = '' as $$
  select case when private.setting('matching') = 'scores' then 'scores' else 'specification' end
$$;
comment on function private.matching_rule() is 'By which rule requests are offered: specification, unless the setting matching is scores (the fair one).';

create function private.matched_artists(p_lead uuid, p_first uuid, p_rule text, p_values jsonb, p_at timestamptz)
  returns table (artist_id uuid, rank int)
  language plpgsql stable security definer rows 5 set search_path = '' as $$
begin
  if p_rule = 'specification' then
    return query select m.artist_id, m.rank from public.lead_records l
      cross join lateral private.matching_artists(l.city, l.style_preference, p_first) m where l.id = p_lead;
  else
    return query select s.artist_id, s.rank from private.scored_artists(p_lead, p_first, null, p_at, p_values, 5) s;
  end if;
end
$$;
comment on function private.matched_artists(uuid, uuid, text, jsonb, timestamptz) is
  'At most 5 artists for a request by one of the two rules; p_values are weights to try.';

create function private.wanted_artists(p_lead uuid, p_asked uuid[]) returns table (artist_id uuid, rank int, asked boolean)
  language sql stable security definer rows 3 set search_path = '' as $$
  select a.id, (row_number() over (order by min(w.at)))::int, bool_or(w.asked)
  from (
    select x.id, x.at, true as asked from unnest(p_asked) with ordinality x (id, at)
    union all
    select m.artist_id, 1000 + x.at, false
    from public.request_details d cross join lateral unnest(d.mural_ids) with ordinality x (id, at)
    join public.murals m on m.id = x.id and m.public_visible
    where d.lead_id = p_lead) w
  join public.artists a on a.id = w.id and a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
  group by a.id
$$;
comment on function private.wanted_artists(uuid, uuid[]) is
  'The artists a client asks for, of those who take requests: by name (asked), then by the murals they chose, each in the order of the request. The rule of matching does not limit them.';

create function private.offer_artists(p_lead uuid, p_asked uuid[]) returns void
  language sql security definer set search_path = '' as $$
  with wanted as (select * from private.wanted_artists(p_lead, p_asked)), fitting as (
    -- Besides those who were asked for: as many as make five, and three at least.
    select m.artist_id, m.rank
    from private.matched_artists(p_lead, (select w.artist_id from wanted w where w.asked order by w.rank limit 1),
      private.matching_rule(), null, private.clock()) m
    where m.artist_id not in (select w.artist_id from wanted w)
    order by m.rank limit greatest(5 - (select count(*) from wanted), 3)
  )
  insert into private.request_offers (lead_id, artist_id, rank, asked)
    select p_lead, o.artist_id, row_number() over (order by o.fits, o.rank), o.asked
    from (select w.*, false as fits from wanted w union all select f.*, false, true from fitting f) o
    on conflict do nothing
$$;
comment on function private.offer_artists(uuid, uuid[]) is
  'Offers a request to the artists who were asked for by name or by their murals, in that order, and to those that fit it: the one place that decides who.';

-- Admins choose the rule of matching and its weights, and see before they save what that would have changed.
create function private.matching_settings() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('rule', private.matching_rule()) || private.match_values()
$$;
comment on function private.matching_settings() is 'The rule of matching, and its weights and bounds, by their names.';

create function private.checked_matching(p_changes jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_field text;
  v_value jsonb;
begin
  perform private.require_admin();
  if jsonb_typeof(p_changes) is distinct from 'object' then perform private.fail('invalid_input'); end if;
  for v_field, v_value in select c.key, c.value from jsonb_each(p_changes) c order by c.key loop
    if v_field = 'rule' then
      if v_value not in ('"scores"', '"specification"') then perform private.fail('invalid_input', 'rule'); end if;
    elsif not exists (select from private.match_weights w where w.part = v_field) then
      perform private.fail('invalid_input', v_field);
    elsif jsonb_typeof(v_value) <> 'number' or v_value::text !~ '^[0-9]{1,3}$'
      or not exists (select from private.match_weights w where w.part = v_field and v_value::text::int between w.least and w.most) then
      perform private.fail('matching_value_invalid', v_field);
    end if;
  end loop;
  return private.matching_settings() || p_changes;
end
$$;
comment on function private.checked_matching(jsonb) is
  'How matching would be set with these changes; refuses everybody but admins, and what is not a whole number within its bounds.';

create function private.spread(p_offers uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with places as materialized (
    select p.artist_id, p.requests, count(o.artist_id) as n
    from private.match_profiles p left join unnest(p_offers) o (artist_id) on o.artist_id = p.artist_id
    group by p.artist_id, p.requests
  ), ranked as (select x.n, row_number() over (order by x.n) as i, count(*) over () as of_all, sum(x.n) over () as total from places x)
  select jsonb_build_object(
    'artists', (select count(*) from places x where x.n > 0),
    'newcomers', (select count(*) from places x where x.n > 0 and x.requests < 3),
    'gini', coalesce(round(max(2.0 * s.weighed / (r.of_all * nullif(r.total, 0)) - (r.of_all + 1.0) / r.of_all), 2), 0))
  from ranked r cross join (select sum(y.i * y.n) as weighed from ranked y) s
$$;
comment on function private.spread(uuid[]) is
  'How places spread over all artists who could have them: to how many, to how many with fewer than three requests, and the Gini coefficient (0: all alike, 1: one has all).';

create function private.artist_names(p_artists uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by x.at), '[]')
  from unnest(p_artists) with ordinality x (id, at) join public.artists a on a.id = x.id
$$;
comment on function private.artist_names(uuid[]) is 'These artists by name, in their order.';

create function private.preview_matching(p_changes jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_now jsonb := private.matching_settings();
  v_new jsonb := private.checked_matching(p_changes);
  v_answer jsonb;
begin
  -- Both for the artists of today and the requests of the week that each request ended.
  with asked as (
    select l.id, l.city, l.style_preference, l.created_at,
      (select o.artist_id from private.request_offers o where o.lead_id = l.id and o.asked limit 1) as first
    from public.lead_records l where l.kind = 'quote' and not l.held
    order by l.created_at desc, l.id limit 100
  ), offers as materialized (
    select q.*,
      array(select m.artist_id from private.matched_artists(q.id, q.first, v_now ->> 'rule', v_now, q.created_at) m order by m.rank) as before,
      array(select m.artist_id from private.matched_artists(q.id, q.first, v_new ->> 'rule', v_new, q.created_at) m order by m.rank) as after
    from asked q
  ), changed as (select f.* from offers f where not (f.before <@ f.after and f.after <@ f.before))
  select jsonb_build_object(
    'requests', (select count(*) from offers), 'changed', (select count(*) from changed),
    'before', private.spread(array(select x.id from offers f cross join lateral unnest(f.before) x (id))),
    'after', private.spread(array(select x.id from offers f cross join lateral unnest(f.after) x (id))),
    'changes', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'city', c.city, 'style', c.style_preference,
        'created_at', c.created_at, 'before', private.artist_names(c.before), 'after', private.artist_names(c.after))
      order by c.created_at desc, c.id) from changed c), '[]'))
  into v_answer;
  return v_answer;
end
$$;
comment on function private.preview_matching(jsonb) is
  'What these changes would have made of the last 100 requests: the artists offered before and after, and how they spread. Admins only.';

create function private.save_matching(p_changes jsonb, p_read jsonb) returns jsonb
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.checked_matching(p_changes);
  perform from private.match_weights w order by w.position for update;
  perform private.refuse_stale(private.matching_settings(), p_changes, p_read);
  update private.match_weights w set value = (p_changes ->> w.part)::int
    where p_changes ? w.part and w.value <> (p_changes ->> w.part)::int;
  if p_changes ? 'rule' then
    insert into private.settings as s (key, value) values ('matching', p_changes ->> 'rule')
      on conflict (key) do update set value = excluded.value where s.value <> excluded.value;
  end if;
  if p_changes <> '{}' then perform private.audit('matching.changed', null, p_changes); end if;
  return private.matching_settings();
end
$$;
comment on function private.save_matching(jsonb, jsonb) is
  'Sets what was changed of matching, if each is still what p_read says; the audit trail has what. Admins only.';

create function public.matching_settings() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.checked_matching('{}')
$$;
comment on function public.matching_settings() is
  'The rule of matching, its weights and bounds: {rule, style, place, surface, budget, answers, acceptance, standing, reach_miles, week_share}. Admins only.';

create function public.preview_matching(p_changes jsonb) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.preview_matching(p_changes)
$$;
comment on function public.preview_matching(jsonb) is
  'What changes of matching would have made of the last 100 requests: {requests, changed, before, after, changes}. Admins only.';

create function public.save_matching(p_changes jsonb, p_read jsonb) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.save_matching(p_changes, p_read)
$$;
comment on function public.save_matching(jsonb, jsonb) is
  'Saves what was changed of matching; refuses changed_elsewhere when such a field is not as it was read. Answers as matching_settings. Admins only.';

-- Requests are offered by the specification's rule (section 9) as long as no operator chose the fair one. Whatever else
-- names artists for a request, the next ones and those suggested to an admin, follows the rule in use.
create function private.fitting_artists(p_lead uuid, p_first uuid, p_without uuid[], p_limit int)
  returns table (artist_id uuid, rank int)
  language plpgsql stable security definer rows 5 set search_path = '' as $$
begin
  if private.matching_rule() = 'scores' then
    return query select m.artist_id, m.rank
      from private.scored_artists(p_lead, p_first, p_without, private.clock(), null, p_limit) m;
    return;
  end if;
  return query
    select a.id, (row_number() over (
      order by (a.id is not distinct from p_first) desc, a.featured desc, a.average_rating desc, a.id))::int
    from public.lead_records l
    join public.artists a on a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
      and (a.id = p_first or lower(private.clean(a.city)) = lower(private.clean(l.city))
        or exists (select from unnest(a.styles) s where position(lower(l.style_preference) in lower(s)) > 0
          or position(lower(s) in lower(l.style_preference)) > 0))
    where l.id = p_lead and a.id <> all (p_without)
    order by 2 limit p_limit;
end
$$;
comment on function private.fitting_artists(uuid, uuid, uuid[], int) is
  'Everybody who fits a request by the rule in use, the best first, without p_without: by the scores, or by style or city and standing. p_first was asked for by name.';

-- Who may call what.
grant execute on function
  private.checked_matching(jsonb), private.preview_matching(jsonb), private.save_matching(jsonb, jsonb),
  public.matching_settings(), public.preview_matching(jsonb), public.save_matching(jsonb, jsonb)
  to authenticated;
-- What matching asks of artists, one narrow row each, so that 10,000 of them are compared in milliseconds. Kept by the
-- transactions that change artists and their requests; nothing here is not in public.artists or public.lead_assignments.
create table private.match_profiles (
  artist_id uuid primary key references public.artists (id) on delete cascade,
  city text,
  city_slug text,
  style_bits int not null,
  surfaces text[],
  minimum_price int,
  travel_miles int,
  paused_until date,
  answers int not null,
  acceptance int not null,
  standing int not null,
  requests int not null
);
alter table private.match_profiles enable row level security;
comment on table private.match_profiles is
  'The artists whom requests can be offered to (public, and there), as matching compares them. style_bits: a bit for each style of the form that theirs are; surfaces: those of the form, null where none is listed; answers, acceptance, standing: from 0 to 1000; requests: how many they were given, ever.';

create table private.match_words (
  artist_id uuid not null references private.match_profiles (artist_id) on delete cascade,
  word text not null,
  primary key (word, artist_id)
);
alter table private.match_words enable row level security;
comment on table private.match_words is 'Styles of these artists that the form does not have, in small letters: murals that somebody chose may have them.';
create index match_words_artist_idx on private.match_words (artist_id);

create function private.form_words(p_words text[], p_options text[]) returns text[]
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(array_agg(o.word order by o.word), '{}') from unnest(p_options) o (word)
    where exists (select from unnest(p_words) w (word)
      where position(o.word in lower(w.word)) > 0 or position(lower(w.word) in o.word) > 0));
end
$$;
comment on function private.form_words(text[], text[]) is
  'Which choices of a form free words stand for: those that one of them contains or is contained in (specification, section 9).';

create function private.form_styles() returns text[]
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return '{abstract,graffiti,realistic,nature,lettering,other}'::text[];
end
$$;
comment on function private.form_styles() is 'The styles of the form (specification, section 9), in the order of their bits.';

create function private.style_bits(p_styles text[]) returns int
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(sum(1 << (o.at - 1)::int), 0)::int from unnest(private.form_styles()) with ordinality o (word, at)
    where o.word = any (private.form_words(p_styles, private.form_styles())));
end
$$;
comment on function private.style_bits(text[]) is 'A bit for each style of the form that these styles are.';

create function private.style_words(p_styles text[]) returns text[]
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(array_agg(distinct x.word order by x.word), '{}')
    from (select lower(s.style) as word from unnest(p_styles) s (style)
      union all select unnest(private.form_words(p_styles, private.form_styles()))) x);
end
$$;
comment on function private.style_words(text[]) is 'Styles in small letters, with the choices of the form that they stand for.';

create function private.answer_score(p_hours smallint, p_replied smallint, p_asked smallint) returns int
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (case p_hours when 1 then 1000 when 4 then 900 when 8 then 800 when 24 then 600 when 48 then 400 when 72 then 200 else 500 end
    + coalesce(1000 * p_replied / nullif(p_asked, 0), 500)) / 2;
end
$$;
comment on function private.answer_score(smallint, smallint, smallint) is
  'How well an artist answers, from 0 to 1000: half of it how soon, half how often; 500 where it is not known.';

create function private.standing_score(p_featured boolean, p_rating numeric, p_reviews int) returns int
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- As if three reviews of 3.5 stars came first, so that one review neither makes nor breaks anybody.
  return (
    select case when p_featured then 500 else 0 end
      + round(100 * (n.reviews * p_rating + 10.5) / (n.reviews + 3))::int
    from (select case when p_rating = 0 then 0 else greatest(p_reviews, 3) end as reviews) n);
end
$$;
comment on function private.standing_score(boolean, numeric, int) is
  'How an artist stands, from 0 to 1000: half of it whether they are featured, half their rating, which counts the more the more reviews it has.';

create function private.acceptance_score(p_artist uuid) returns int
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when count(*) >= 5
      then (1000 * count(*) filter (where d.state not in ('declined', 'expired')) / count(*))::int else 500 end
    from (
      select l.state from (
        -- The last request of each person.
        select distinct on (p.address_hash) s.state, s.created_at, s.lead_id from public.lead_assignments s
        join private.request_senders p on p.lead_id = s.lead_id and p.proven_at is not null
          and p.address_hash <> all ((select private.mailboxes_of_artist(p_artist))::bytea[])
        where s.artist_id = p_artist and s.state not in ('sent', 'seen', 'withdrawn')
        order by p.address_hash, s.created_at desc, s.lead_id) l
      order by l.created_at desc, l.lead_id limit 20) d);
end
$$;
comment on function private.acceptance_score(uuid) is
  'How many of the last 20 requests that an artist decided about they took up, from 0 to 1000; 500 below five.';

create function private.refresh_match_profiles(p_artists uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.match_profiles p where p.artist_id = any (p_artists)
    and not exists (select from public.artists a where a.id = p.artist_id and a.public_visible and not a.unclaimed);
  insert into private.match_profiles as p (artist_id, city, city_slug, style_bits, surfaces, minimum_price, travel_miles, paused_until,
      answers, acceptance, standing, requests)
    select a.id, lower(private.clean(a.city)), a.city_slug, private.style_bits(a.styles),
      case when cardinality(a.surfaces) > 0 then private.form_words(a.surfaces, '{brick,stucco,concrete,drywall,metal}') end,
      a.minimum_price, a.travel_miles, a.paused_until,
      private.answer_score(a.answer_hours, a.replied_count, a.asked_count), private.acceptance_score(a.id),
      private.standing_score(a.featured, a.average_rating, a.review_count),
      (select count(*)::int from public.lead_assignments s where s.artist_id = a.id)
    from public.artists a where a.id = any (p_artists) and a.public_visible and not a.unclaimed
    on conflict (artist_id) do update set city = excluded.city, city_slug = excluded.city_slug, style_bits = excluded.style_bits, surfaces = excluded.surfaces,
      minimum_price = excluded.minimum_price, travel_miles = excluded.travel_miles, paused_until = excluded.paused_until,
      answers = excluded.answers, acceptance = excluded.acceptance, standing = excluded.standing, requests = excluded.requests
    where p is distinct from excluded;
  delete from private.match_words w using public.artists a
    where w.artist_id = any (p_artists) and a.id = w.artist_id and w.word <> all (private.style_words(a.styles));
  insert into private.match_words (artist_id, word)
    select a.id, w.word from public.artists a join private.match_profiles p on p.artist_id = a.id
      cross join lateral unnest(private.style_words(a.styles)) w (word)
    where a.id = any (p_artists) and w.word <> all (private.form_styles())
    on conflict do nothing;
end
$$;
comment on function private.refresh_match_profiles(uuid[]) is 'Makes the rows that matching compares of these artists anew, and writes what differs.';

create function private.sync_match_profiles() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_artists uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.id) into v_artists from new_rows n where n.public_visible;
  else
    select array_agg(n.id) into v_artists from new_rows n join old_rows o on o.id = n.id
      where (n.public_visible or o.public_visible)
        and (n.public_visible, n.unclaimed, n.city, n.state, n.styles, n.surfaces, n.minimum_price, n.travel_miles, n.paused_until,
          n.answer_hours, n.replied_count, n.asked_count, n.featured, n.average_rating, n.review_count)
        is distinct from (o.public_visible, o.unclaimed, o.city, o.state, o.styles, o.surfaces, o.minimum_price, o.travel_miles, o.paused_until,
          o.answer_hours, o.replied_count, o.asked_count, o.featured, o.average_rating, o.review_count);
  end if;
  if v_artists is not null then perform private.refresh_match_profiles(v_artists); end if;
  return null;
end
$$;
comment on function private.sync_match_profiles() is 'Carries what matching compares along with every statement that changes it.';

create trigger artists_matching_insert after insert on public.artists referencing new table as new_rows
  for each statement execute function private.sync_match_profiles();
create trigger artists_matching_update after update on public.artists referencing old table as old_rows new table as new_rows
  for each statement execute function private.sync_match_profiles();
-- Matching that is fair and says why. Every artist who takes requests is scored for a request: what they paint, how far
-- they are, surface, price, answers, standing; each part gives 0 to 1000 points, times its weight. From these:
--  1. Whoever was asked for by name comes first.
--  2. Nobody is offered who neither paints what is wanted nor is there, or comes there.
--  3. Who had their share of requests in the last seven days comes after all who did not: week_share, or twice an equal
--     part of what all artists were given, whichever is more.
--  4. The more points, the earlier. Equal ones are told apart by a hash of request and artist, which differs from request
--     to request, so that no id is always in front.
--  5. One place in five is for somebody with fewer than three requests, ever: the last one, where no such artist is
--     among the others.
-- private.matching_artists stays as the specification's rule (section 9); `matching` in private.settings chooses it.
create table private.match_weights (
  part text primary key,
  value int not null,
  least int not null default 0,
  most int not null default 100,
  position int not null,
  check (value between least and most)
);
alter table private.match_weights enable row level security;
comment on table private.match_weights is
  'What counts how much in matching: weights of the parts of a score, and its bounds, reach_miles (how far artists come who do not say) and week_share (how many requests a week are anybody''s share). Admins change them.';

insert into private.match_weights (part, value, least, most, position) values
  ('style', 35, 0, 100, 1),
  ('place', 20, 0, 100, 2),
  ('surface', 10, 0, 100, 3),
  ('budget', 10, 0, 100, 4),
  ('answers', 8, 0, 100, 5),
  ('acceptance', 5, 0, 100, 6),
  ('standing', 12, 0, 100, 7),
  ('reach_miles', 50, 0, 500, 8),
  ('week_share', 20, 1, 100, 9);

create function private.match_values() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(w.part, w.value order by w.position) from private.match_weights w
$$;
comment on function private.match_values() is 'The weights and bounds of matching as they are, by their names.';

create function private.miles_from(p_city text) returns table (city_slug text, miles double precision)
  language plpgsql stable rows 60 security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    with here as (
      select c.latitude, c.longitude from public.cities c
      where lower(c.city_name) = p_city and c.latitude is not null order by c.artist_count desc, c.slug limit 1)
    select c.slug, 7917.6 * asin(least(1, sqrt(
      sind((c.latitude - h.latitude)::double precision / 2) ^ 2
        + cosd(h.latitude::double precision) * cosd(c.latitude::double precision) * sind((c.longitude - h.longitude)::double precision / 2) ^ 2)))
    from public.cities c, here h where c.latitude is not null;
end
$$;
comment on function private.miles_from(text) is
  'How far the cities are from the one of that name (small letters), as the crow flies; none where its position is not known.';

create function private.city_words(p_city text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return lower((private.read_place(split_part(p_city, ',', 1), null))[1]);
end
$$;
comment on function private.city_words(text) is 'A city as a client typed it, for comparing: small letters, without its state.';

create function private.wanted_words(p_lead uuid) returns table (word text, murals int)
  language plpgsql stable rows 6 security definer set search_path = '' as $$
#variable_conflict use_column
begin
  -- Bit 6 is the style of the form; bits 0 to 5 are the murals that were chosen.
  return query
    select w.word, bit_or(w.bits)
    from (
      select l.style_preference as word, 64 as bits from public.lead_records l
      where l.id = p_lead and l.style_preference is not null
      union all
      select s.word, 1 << (c.at - 1)::int
      from public.request_details d
      cross join lateral unnest(d.mural_ids[1:6]) with ordinality c (mural_id, at)
      join public.murals m on m.id = c.mural_id and m.public_visible
      cross join lateral unnest(private.style_words(m.styles)) s (word)
      where d.lead_id = p_lead and s.word <> 'other') w
    group by w.word;
end
$$;
comment on function private.wanted_words(uuid) is 'What a request wants painted: words of style, each with the bits of where it comes from.';

create function private.scored_artists(
  p_lead uuid, p_first uuid, p_without uuid[], p_at timestamptz, p_values jsonb, p_limit int
) returns table (artist_id uuid, rank int, score int, week int, requests int)
  language plpgsql stable security definer rows 5 set search_path = '' set jit = off as $$
declare
  v_lead public.lead_records;
  v_values jsonb := coalesce(p_values, private.match_values());
  v_style int := v_values -> 'style';
  v_place int := v_values -> 'place';
  v_surface int := v_values -> 'surface';
  v_budget int := v_values -> 'budget';
  v_answers int := v_values -> 'answers';
  v_acceptance int := v_values -> 'acceptance';
  v_standing int := v_values -> 'standing';
  v_reach int := v_values -> 'reach_miles';
  v_city text;
  v_wall text;
  v_most int;
  v_murals uuid[];
  v_chosen int;
  v_named uuid[];
  v_named_bits int[];
  v_today date := private.today();
  v_since timestamptz := p_at - interval '7 days';
  v_share int;
  v_sated uuid[];
  v_seed bigint := hashtextextended(p_lead::text, 0);
begin
  select * into v_lead from public.lead_records l where l.id = p_lead;
  select coalesce(array_agg(m.id), '{}'), count(*) into v_murals, v_chosen
    from public.request_details d join public.murals m on m.id = any (d.mural_ids[1:6]) and m.public_visible where d.lead_id = p_lead;
  v_city := private.city_words(v_lead.city);
  v_wall := nullif(v_lead.surface_type, 'other');
  v_most := case v_lead.budget_range when 'under-1k' then 1000 when '1k-5k' then 5000 when '5k-10k' then 10000 end;
  select greatest((v_values -> 'week_share')::int, ceil(2.0 * n.given / greatest(n.artists, 1))) into v_share
    from (select (select count(*) from public.lead_assignments a where a.created_at >= v_since and a.created_at < p_at) as given,
      (select count(*) from private.match_profiles) as artists) n;
  v_sated := array(select a.artist_id from public.lead_assignments a where a.created_at >= v_since and a.created_at < p_at
    group by a.artist_id having count(*) >= v_share);
  -- As arrays, and not in the statement below: it joins them to all artists as the few that they mostly are.
  select array_agg(y.artist_id), array_agg(y.bits) into v_named, v_named_bits
    from (
      select x.artist_id, bit_or(x.bits) as bits
      from (
        select w.artist_id, n.murals as bits from private.wanted_words(p_lead) n join private.match_words w on w.word = n.word
        union all
        -- Bit 7: painted one of the murals that were chosen.
        select m.artist_id, 128 from public.murals m where m.id = any (v_murals)) x
      group by x.artist_id) y;
  return query
  with looked as materialized (
    select m.style_bits, bit_or(w.murals) as bits
    from generate_series(0, 63) m (style_bits)
    join private.wanted_words(p_lead) w on m.style_bits & (1 << (array_position(private.form_styles(), w.word) - 1)) > 0
    group by m.style_bits
  ), placed as (
    select p.*, coalesce(l.bits, 0) | coalesce(x.bits, 0) as bits,
      case when p.city = v_city then 0 when n.miles <= coalesce(p.travel_miles, v_reach) then n.miles end as miles
    from private.match_profiles p
    left join looked l on l.style_bits = p.style_bits
    left join unnest(v_named, v_named_bits) x (artist_id, bits) on x.artist_id = p.artist_id
    left join private.miles_from(v_city) n on n.city_slug = p.city_slug
    where (p.paused_until is null or p.paused_until <= v_today) and (p_without is null or p.artist_id <> all (p_without))
  ), parts as (
    select p.artist_id, p.requests, p.artist_id is not distinct from p_first as first,
      case when p.bits & 128 > 0 then 1000 when v_chosen = 0 then case when p.bits > 0 then 1000 else 0 end
        else greatest(case when p.bits & 64 > 0 then 500 else 0 end, 1000 * bit_count((p.bits & 63)::bit(6))::int / v_chosen) end as style,
      case when p.miles is null then 0 else (50000 / (50 + p.miles))::int end as place,
      case when v_wall is null or p.surfaces is null then 500 when v_wall = any (p.surfaces) then 1000 else 0 end as surface,
      case when v_most is null then 1000 when p.minimum_price is null then 500 when p.minimum_price <= v_most then 1000 else 0 end as budget,
      p.answers, p.acceptance, p.standing
    from placed p
    where p.bits > 0 or p.miles is not null or p.artist_id = p_first
  ), fits as materialized (
    select t.artist_id, t.first, t.requests, not t.first and t.artist_id = any (v_sated) as over, t.requests < 3 as newcomer,
      v_style * t.style + v_place * t.place + v_surface * t.surface + v_budget * t.budget
        + v_answers * t.answers + v_acceptance * t.acceptance + v_standing * t.standing as points,
      uuid_hash_extended(t.artist_id, v_seed) as turn
    from parts t
  ), best as materialized (
    select f.*, row_number() over (order by f.first desc, f.over, f.points desc, f.turn, f.artist_id) as place
    from (select * from fits f order by f.first desc, f.over, f.points desc, f.turn, f.artist_id limit p_limit) f
  ), newcomers as materialized (
    select f.*, 1000 as place from fits f
    where f.newcomer and not f.over and not exists (select from best b where b.newcomer)
    order by f.points desc, f.turn, f.artist_id limit p_limit / 5
  )
  select c.artist_id, (row_number() over (order by c.place))::int, c.points,
    (select count(*)::int from public.lead_assignments a
      where a.artist_id = c.artist_id and a.created_at >= v_since and a.created_at < p_at), c.requests
  from (
    select * from best b where b.place <= p_limit - (select count(*) from newcomers)
    union all select * from newcomers) c
  order by 2;
end
$$;
comment on function private.scored_artists(uuid, uuid, uuid[], timestamptz, jsonb, int) is
  'At most p_limit artists who fit a request, the best first, by the rules above: p_first was asked for by name, p_without are left out, p_at is when the week ends, p_values are weights to try (null: those there are).';

-- Why, in a line: what is true of an artist and public, and has to do with this request.
create function private.reason_style(p_styles text[], p_wanted text[]) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select 'paints ' || string_agg(x.style, ' and ' order by x.at)
    from (
      select case when lower(s.style) = any ('{abstract,graffiti,realistic,nature,lettering}') then lower(s.style) else s.style end as style, s.at
      from unnest(p_styles) with ordinality s (style, at)
      where private.style_words(array[s.style]) && p_wanted and lower(s.style) <> 'other'
      order by s.at limit 2) x);
end
$$;
comment on function private.reason_style(text[], text[]) is
  'The first two of an artist''s styles that are wanted: "paints nature and Calavera"; null for none.';

create function private.reason_place(p_city text, p_miles double precision, p_wanted text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case
    when lower(private.clean(p_city)) = p_wanted then 'works in ' || p_city
    when round(p_miles) < 1 then 'less than a mile away'
    when round(p_miles) = 1 then '1 mile away'
    else to_char(round(p_miles), 'FM999,999') || ' miles away' end;
end
$$;
comment on function private.reason_place(text, double precision, text) is
  '"works in Austin", or how far it is to there; null where that is not known or too far for the artist to come.';

create function private.reason_answers(p_hours smallint) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return 'usually answers within ' || case
    when p_hours = 1 then 'an hour' when p_hours < 24 then p_hours || ' hours'
    when p_hours < 48 then 'a day' else p_hours / 24 || ' days' end;
end
$$;
comment on function private.reason_answers(smallint) is
  'How soon an artist answers, in the words of their page (src/features/artists/trust-facts.ts); null where that is not known.';

create function private.match_reasons(p_lead uuid, p_artists uuid[], p_asked uuid[]) returns table (artist_id uuid, reason text)
  language plpgsql stable security definer rows 5 set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    with asked as materialized (
      select l.surface_type, private.city_words(l.city) as city,
        case l.budget_range when 'under-1k' then 1000 when '1k-5k' then 5000 when '5k-10k' then 10000 when '10k-plus' then 2147483647 end as most,
        array(select w.word from private.wanted_words(p_lead) w) as words,
        (select d.mural_ids[1:6] from public.request_details d where d.lead_id = p_lead) as murals,
        (select w.value from private.match_weights w where w.part = 'reach_miles') as reach
      from public.lead_records l where l.id = p_lead
    ), near as materialized (
      select n.city_slug, n.miles from asked q cross join lateral private.miles_from(q.city) n)
    select a.id, coalesce(nullif(concat_ws(' · ',
      case when a.id = any (p_asked) then 'asked for by name' end,
      case when exists (select from public.murals m where m.id = any (q.murals) and m.artist_id = a.id and m.public_visible)
        then 'painted a mural you like' end,
      private.reason_style(a.styles, q.words),
      private.reason_place(a.city, case when n.miles <= coalesce(a.travel_miles, q.reach) then n.miles end, q.city),
      case when q.surface_type <> 'other' and q.surface_type = any (private.form_words(a.surfaces, array[q.surface_type]))
        then 'does ' || q.surface_type end,
      case when a.minimum_price between 1 and q.most then 'walls from $' || to_char(a.minimum_price, 'FM9,999,999') end,
      private.reason_answers(a.answer_hours)), ''), 'paints murals')
    from asked q cross join public.artists a left join near n on n.city_slug = a.city_slug
    where a.id = any (p_artists);
end
$$;
comment on function private.match_reasons(uuid, uuid[], uuid[]) is
  'Why these artists fit a request, one line each, from what everybody can see of them; p_asked were asked for by name.';

create function private.request_suggestions(p_lead uuid, p_limit int default 3)
  returns table (artist_id uuid, rank int, reason text, week int, requests int)
  language plpgsql stable security definer rows 3 set search_path = '' as $$
declare
  v_have uuid[] := array(select a.artist_id from public.lead_assignments a where a.lead_id = p_lead);
  v_asked uuid[] := array(select x.id from private.request_intake i, unnest(i.asked_artists) with ordinality x (id, at)
    where i.lead_id = p_lead and x.id <> all (v_have) order by x.at);
begin
  return query
    with wanted as materialized (
      select w.artist_id, w.rank from private.wanted_artists(p_lead, v_asked) w where w.artist_id <> all (v_have)
    ), s as materialized (
      select w.artist_id, (row_number() over (order by w.fits, w.rank))::int as rank
      from (
        select x.*, false as fits from wanted x
        union all
        select f.artist_id, f.rank, true
        from private.fitting_artists(p_lead, null, v_have || array(select x.artist_id from wanted x), p_limit) f) w
      order by 2 limit p_limit)
    select s.artist_id, s.rank, r.reason, n.week, n.requests
    from s join private.match_reasons(p_lead, array(select x.artist_id from s x), v_asked) r on r.artist_id = s.artist_id
    cross join lateral (
      select count(*) filter (where a.created_at >= private.clock() - interval '7 days')::int as week, count(*)::int as requests
      from public.lead_assignments a where a.artist_id = s.artist_id) n
    order by s.rank;
end
$$;
comment on function private.request_suggestions(uuid, int) is
  'For who assigns a request: the artists its client asks for by name or by their murals, then who fits it best of those who do not have it, by the rule in use, why, and how many requests each was given in seven days and ever.';
-- A quote request arrives (specification, sections 4, 5 and 7). One transaction, safe to repeat.
create table private.request_intake (
  idempotency_key uuid primary key,
  lead_id uuid not null unique references public.lead_records (id) on delete cascade deferrable initially deferred,
  payload_hash bytea not null,
  claim_hash bytea,
  claim_expires_at timestamptz not null default now() + interval '24 hours',
  selected_at timestamptz,
  created_at timestamptz not null default now(),
  -- Who was asked for by name, so that a held request still reaches them once it is released.
  asked_artists uuid[] not null default '{}'
);
alter table private.request_intake enable row level security;
comment on table private.request_intake is
  'One row a submitted form: the key that makes a repeat harmless, and the hash of the claim that may choose its artists.';

create function private.check_person(p_name text, p_email text, p_phone text) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if coalesce(p_name, '') = '' then perform private.fail('name_required'); end if;
  if char_length(p_name) > 100 then perform private.fail('name_too_long'); end if;
  if not coalesce(private.valid_email(p_email), false) then perform private.fail('email_invalid'); end if;
  if char_length(p_email) > 255 then perform private.fail('email_too_long'); end if;
  if char_length(p_phone) > 20 then perform private.fail('phone_too_long'); end if;
end
$$;
comment on function private.check_person(text, text, text) is 'The first three rules of the quote form, over trimmed values.';

create function private.check_project(
  p_city text, p_project_description text, p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text
) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if coalesce(p_city, '') = '' then perform private.fail('city_required'); end if;
  if char_length(p_city) > 100 then perform private.fail('city_too_long'); end if;
  if char_length(coalesce(p_project_description, '')) < 10 then perform private.fail('project_too_short'); end if;
  if char_length(p_project_description) > 2000 then perform private.fail('project_too_long'); end if;
  if char_length(p_mural_size) > 100 then perform private.fail('mural_size_too_long'); end if;
  if coalesce(p_surface_type, '') <> all (array['brick', 'stucco', 'concrete', 'drywall', 'metal', 'other']) then
    perform private.fail('surface_required');
  end if;
  if coalesce(p_style_preference, '') <> all (array['abstract', 'graffiti', 'realistic', 'nature', 'lettering', 'other']) then
    perform private.fail('style_required');
  end if;
  if coalesce(p_budget_range, '') <> all (array['under-1k', '1k-5k', '5k-10k', '10k-plus']) then
    perform private.fail('budget_required');
  end if;
end
$$;
comment on function private.check_project(text, text, text, text, text, text) is 'The remaining rules of the quote form in its order, over trimmed values.';

create function private.claim_key(p_key uuid, p_lead uuid, p_payload jsonb, p_claim text) returns private.request_intake
  language plpgsql security definer set search_path = '' as $$
declare
  v_payload bytea := sha256(convert_to(p_payload::text, 'UTF8'));
  v_claim bytea := sha256(convert_to(p_claim, 'UTF8'));
  v_row private.request_intake;
begin
  -- A concurrent twin waits on this insert until the first one commits or rolls back.
  insert into private.request_intake (idempotency_key, lead_id, payload_hash, claim_hash)
    values (p_key, p_lead, v_payload, v_claim)
    on conflict (idempotency_key) do nothing;
  select * into strict v_row from private.request_intake i where i.idempotency_key = p_key;
  if v_row.claim_hash is distinct from v_claim or v_row.payload_hash <> v_payload then
    perform private.fail('idempotency_conflict');
  end if;
  return v_row;
end
$$;
comment on function private.claim_key(uuid, uuid, jsonb, text) is
  'Registers a form under its key, or finds it again. The same key with another form or another claim is refused.';

create function private.asked_artists(p_artist uuid, p_slugs text[]) returns uuid[]
  language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(y.id order by y.at), '{}') from (
    select a.id, 0 as at from public.artists a where a.id = p_artist
    union all
    select a.id, min(x.at) from unnest(p_slugs) with ordinality x (slug, at) join public.artists a on a.slug = x.slug
      where a.id is distinct from p_artist group by a.id) y
$$;
comment on function private.asked_artists(uuid, text[]) is
  'Whom a request asks for by name, each once: the artist whose page led to it, and those by what stands in their addresses.';

create function private.submit_lead(
  p_key uuid, p_claim text, p_name text, p_email text, p_phone text, p_city text, p_project_description text,
  p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text, p_artist uuid,
  p_website text, p_elapsed_ms int, p_details jsonb default null, p_artists text[] default null
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.request_intake;
  v_over text;
  v_held text;
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_city text := private.clean(p_city);
  v_project text := private.clean(p_project_description);
  v_size text := private.clean_or_null(p_mural_size);
  v_details public.request_details;
  v_facts public.site_facts;
  v_slugs text[];
  v_asked uuid[];
  v_form jsonb;
begin
  perform private.check_person(v_name, v_email, v_phone);
  perform private.check_project(v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range);
  v_details := private.checked_details(p_details);
  v_slugs := private.detail_slugs(p_details -> 'mural_slugs');
  v_facts := private.checked_site_facts(p_details -> 'facts');
  if cardinality(v_details.mural_ids) + cardinality(v_slugs) > 6 then perform private.fail('liked_murals_too_many'); end if;
  -- Only what nobody has named can be unknown.
  v_details.surface_unsure := v_details.surface_unsure and p_surface_type = 'other';
  -- 32 random bytes, however the caller wrote them down: 43 characters of base64url, 44 of base64, 64 of hex.
  if p_key is null or p_claim is null or p_claim !~ '^[A-Za-z0-9_+/=-]{43,128}$' then perform private.fail('invalid_input'); end if;

  v_form := jsonb_build_array(v_name, v_email, v_phone, v_city, v_project, v_size,
    p_surface_type, p_style_preference, p_budget_range, p_artist);
  if private.has_details(v_details) or v_slugs <> '{}' then
    v_form := v_form || jsonb_build_array(to_jsonb(v_details), to_jsonb(v_slugs));
  end if;
  if private.has_site_facts(v_facts) then v_form := v_form || jsonb_build_object('facts', to_jsonb(v_facts)); end if;
  if cardinality(p_artists) > 20 then perform private.fail('invalid_input', 'artists'); end if;
  if p_artists <> '{}' then v_form := v_form || jsonb_build_object('artists', p_artists); end if;
  v_intake := private.claim_key(p_key, v_lead, v_form, p_claim);
  if v_intake.lead_id <> v_lead then
    return private.with_link(jsonb_build_object('id', v_intake.lead_id, 'replayed', true, 'matches',
      case when v_intake.selected_at is null then private.request_matches(v_intake.lead_id) else '[]' end));
  end if;
  v_over := private.request_hold();

  -- What looks like a robot or a flood is kept for the admin, never dropped, and the answer does not tell.
  v_held := case
    when coalesce(p_website, '') <> '' then 'honeypot'
    when p_elapsed_ms < private.setting_int('lead_min_elapsed_ms') then 'too_fast'
    else v_over end;
  insert into public.lead_records (id, city, project_description, mural_size, surface_type, style_preference, budget_range,
      created_by_user, held)
    values (v_lead, v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range,
      (select u.id from auth.users u where u.id = auth.uid()), v_held is not null);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  perform private.store_details(v_lead, v_details, v_slugs);
  perform private.store_site_facts(v_lead, v_facts);
  v_asked := private.asked_artists(p_artist, p_artists);
  if v_held is null then
    perform private.offer_artists(v_lead, v_asked);
  else
    insert into private.request_reasons (lead_id, held_reason) values (v_lead, v_held);
    update private.request_intake i set asked_artists = v_asked where i.lead_id = v_lead;
  end if;
  return private.with_link(jsonb_build_object('id', v_lead, 'replayed', false, 'matches', private.request_matches(v_lead)));
end
$$;
comment on function private.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int, jsonb, text[]) is
  'Validates in form order, registers the key, applies the limits (repeats are free), stores the lead, what it says about its wall and its offers, or holds it, and gives its link. Whoever repeats the form has its claim, and gets the same.';

create function public.submit_lead(
  p_key uuid, p_claim text, p_name text, p_email text, p_phone text, p_city text, p_project_description text,
  p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text, p_artist uuid default null,
  p_website text default '', p_elapsed_ms int default null, p_details jsonb default null, p_artists text[] default null
) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.submit_lead(p_key, p_claim, p_name, p_email, p_phone, p_city, p_project_description, p_mural_size,
    p_surface_type, p_style_preference, p_budget_range, p_artist, p_website, p_elapsed_ms, p_details, p_artists)
$$;
comment on function public.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int, jsonb, text[]) is
  'Sends a quote request: {id, replayed, matches, token, reference}. p_key makes it safe to repeat; p_claim is the secret that later selects artists; token opens the request; p_details is what goes into request_details and, as facts, into site_facts; p_artist and p_artists (slugs, at most 20) are asked for by name.';

-- Whoever sent a request chooses among the artists it was offered, once, by the claim made before it was sent.
create function private.select_lead_artists(p_lead uuid, p_claim text, p_artists uuid[]) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_intake private.request_intake;
  v_ids uuid[];
  v_now uuid[];
begin
  select array_agg(distinct x order by x) into v_ids from unnest(p_artists) x where x is not null;
  if v_ids is null then perform private.fail('artists_required'); end if;

  select * into v_intake from private.request_intake i where i.lead_id = p_lead for update;
  -- One answer for an unknown lead, a wrong claim and an expired one: nothing can be learned by trying.
  if v_intake.claim_hash is null or p_claim is null or v_intake.claim_expires_at < now()
     or v_intake.claim_hash <> sha256(convert_to(p_claim, 'UTF8')) then
    perform private.fail('claim_refused');
  end if;

  if v_intake.selected_at is not null then
    select array_agg(a.artist_id order by a.artist_id) into v_now from public.lead_assignments a where a.lead_id = p_lead;
    if v_now is distinct from v_ids then perform private.fail('already_sent'); end if;
    return jsonb_build_object('sent', cardinality(v_ids), 'replayed', true);
  end if;

  if cardinality(v_ids) <> (select count(*) from private.open_offers(p_lead) o where o.artist_id = any (v_ids)) then
    perform private.fail('artists_not_offered');
  end if;
  insert into public.lead_assignments (lead_id, artist_id) select p_lead, x from unnest(v_ids) x;
  update private.request_intake i set selected_at = now() where i.lead_id = p_lead;
  return jsonb_build_object('sent', cardinality(v_ids), 'replayed', false);
end
$$;
comment on function private.select_lead_artists(uuid, text, uuid[]) is
  'Assigns offered artists who are still public and take requests to a lead for the holder of its claim. The same choice again gives the same answer.';

create function public.select_lead_artists(p_lead uuid, p_claim text, p_artists uuid[]) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.select_lead_artists(p_lead, p_claim, p_artists)
$$;
comment on function public.select_lead_artists(uuid, text, uuid[]) is 'Sends a request to the chosen artists: {sent, replayed}.';

-- "Book Consultation" on an artist page: a request for a call, which is a lead for that one artist.
create function private.request_consultation(
  p_key uuid, p_artist uuid, p_name text, p_email text, p_phone text, p_preferred_time text, p_message text
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.request_intake;
  v_artist public.artists;
  v_user uuid := (select u.id from auth.users u where u.id = auth.uid());
  v_held text;
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_time text := private.clean_or_null(p_preferred_time);
  v_message text := private.clean(p_message);
begin
  if v_user is null then perform private.fail('not_allowed'); end if;
  perform private.check_person(v_name, v_email, v_phone);
  if char_length(v_time) > 100 then perform private.fail('invalid_input', 'preferred_time'); end if;
  if char_length(coalesce(v_message, '')) < 10 then perform private.fail('project_too_short', 'message'); end if;
  if char_length(v_message) > 2000 then perform private.fail('project_too_long', 'message'); end if;
  if p_key is null then perform private.fail('invalid_input'); end if;

  v_intake := private.claim_key(p_key, v_lead,
    jsonb_build_array('consultation', v_user, p_artist, v_name, v_email, v_phone, v_time, v_message), null);
  if v_intake.lead_id <> v_lead then
    return private.with_link(jsonb_build_object('id', v_intake.lead_id, 'replayed', true));
  end if;

  select * into v_artist from public.artists a where a.id = p_artist and a.public_visible;
  if v_artist.id is null then perform private.fail('artist_unknown'); end if;
  -- Not asked of a repeated form: a call from before the pause is answered again.
  if not private.takes_requests(v_artist.paused_until) then perform private.fail('artist_paused'); end if;
  v_held := private.request_hold();
  insert into public.lead_records (id, kind, city, project_description, preferred_time, created_by_user, held)
    values (v_lead, 'consultation', v_artist.city, v_message, v_time, v_user, v_held is not null);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  if v_held is null then
    insert into public.lead_assignments (lead_id, artist_id) values (v_lead, p_artist);
  else
    insert into private.request_reasons (lead_id, held_reason) values (v_lead, v_held);
  end if;
  update private.request_intake i set selected_at = now(), asked_artists = array[p_artist] where i.lead_id = v_lead;
  return private.with_link(jsonb_build_object('id', v_lead, 'replayed', false));
end
$$;
comment on function private.request_consultation(uuid, uuid, text, text, text, text, text) is
  'Stores a request for a call, assigns it to a public artist who takes requests, or holds it, and gives its link. Same person rules, key and limits as a quote; only the same account may repeat the form.';

create function public.request_consultation(
  p_key uuid, p_artist uuid, p_name text, p_email text, p_phone text default null, p_preferred_time text default null,
  p_message text default null
) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.request_consultation(p_key, p_artist, p_name, p_email, p_phone, p_preferred_time, p_message)
$$;
comment on function public.request_consultation(uuid, uuid, text, text, text, text, text) is
  'Asks one public artist for a call: {id, replayed, token, reference}. Signed-in people only.';

-- Who may call what.
grant execute on function
  private.select_lead_artists(uuid, text, uuid[]), public.select_lead_artists(uuid, text, uuid[])
  to anon, authenticated;
grant execute on function
  private.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int, jsonb, text[]),
  public.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int, jsonb, text[])
  to anon, authenticated;
grant execute on function
  private.request_consultation(uuid, uuid, text, text, text, text, text),
  public.request_consultation(uuid, uuid, text, text, text, text, text)
  to authenticated;
-- Who sent a request, as far as anybody has proven it. What counts in public needs people who are not made up: an
-- address counts once the link that was emailed to it was opened, or once its account is confirmed. The token that a
-- form answers with proves nothing.
create table private.request_senders (
  lead_id uuid primary key references public.lead_records (id) on delete cascade,
  -- One mailbox is one person, however its address is spelled.
  address_hash bytea not null,
  -- Null where a request did not come through the API.
  network_hash bytea,
  proven_at timestamptz,
  proven_by text check (proven_by in ('link', 'account', 'operator')),
  check ((proven_at is null) = (proven_by is null))
);
alter table private.request_senders enable row level security;
comment on table private.request_senders is
  'The sender of each request, as peppered hashes: which mailbox, from which network, and by what the address is proven. Gone with the request.';
create index request_senders_address_idx on private.request_senders (address_hash);

create function private.mailbox(p_email text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select case when split_part(v.address, '@', 2) in ('gmail.com', 'googlemail.com')
        then replace(split_part(v.address, '@', 1), '.', '') || '@gmail.com' else v.address end
    from (select regexp_replace(lower(private.clean(p_email)), '(?<=.)\+[^@]*(?=@)', '') as address) v);
end
$$;
comment on function private.mailbox(text) is 'The mailbox of an address: without what stands behind a plus sign, and without the dots that Gmail ignores.';

create function private.network_hash() returns bytea
  language sql stable security definer set search_path = '' as $$
  select private.address_hash(nullif(private.client_ip(), 'unknown'))
$$;
comment on function private.network_hash() is 'The caller''s network, hashed with the pepper; null where it is not known.';

create function private.is_api_caller() returns boolean
  language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role', 'postgres') in ('anon', 'authenticated')
$$;
comment on function private.is_api_caller() is 'Whether a visitor or an account is calling, and not the operator or an import.';

create function private.note_sender(p_lead uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_email text := (select c.email from public.lead_contacts c where c.lead_id = p_lead);
  v_account text := (select u.email from public.lead_records l join auth.users u on u.id = l.created_by_user
    where l.id = p_lead and private.is_confirmed_account(u.id));
  v_by text := case when v_account is not null then 'account' when not private.is_api_caller() then 'operator' end;
begin
  if v_email is null and v_by is distinct from 'operator' then return; end if;
  insert into private.request_senders as s (lead_id, address_hash, network_hash, proven_at, proven_by)
    -- Of whom the operator brings in without an address, each is somebody.
    values (p_lead, coalesce(private.address_hash(private.mailbox(coalesce(v_account, v_email))), sha256(uuid_send(p_lead))),
      case when private.is_api_caller() then private.network_hash() end, case when v_by is not null then private.clock() end, v_by)
    on conflict (lead_id) do update
      set address_hash = excluded.address_hash, proven_at = excluded.proven_at, proven_by = excluded.proven_by
      where s.address_hash <> excluded.address_hash or s.proven_by is null;
end
$$;
comment on function private.note_sender(uuid) is
  'Notes who sent a request. A corrected address has to be proven anew; the account that sent it is proven already, and what the operator brings in counts as looked at.';

create function private.sync_request_sender() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_sender((to_jsonb(new) ->> case tg_table_name when 'lead_contacts' then 'lead_id' else 'id' end)::uuid);
  return null;
end
$$;
comment on function private.sync_request_sender() is 'A contact was written, or an account took a request over.';

create trigger lead_contacts_sender after insert or update of email on public.lead_contacts
  for each row execute function private.sync_request_sender();
create trigger lead_records_sender after insert on public.lead_records
  for each row execute function private.sync_request_sender();
create trigger lead_records_sender_adopted after update of created_by_user on public.lead_records
  for each row when (new.created_by_user is not null and old.created_by_user is distinct from new.created_by_user)
  execute function private.sync_request_sender();

create function private.prove_request(p_lead uuid) returns void
  language sql security definer set search_path = '' as $$
  update private.request_senders s set proven_at = private.clock(), proven_by = 'link'
    where s.lead_id = p_lead and s.proven_by is distinct from 'link'
$$;
comment on function private.prove_request(uuid) is
  'The link that was emailed to the present address of a request was opened. Its caller has looked at that link.';

create function private.is_request_proven(p_lead uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.request_senders s where s.lead_id = p_lead and s.proven_at is not null)
$$;
comment on function private.is_request_proven(uuid) is 'Whether the sender of a request has proven who they are.';

create function private.is_proven_address(p_email text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.request_senders s
      where s.address_hash = private.address_hash(private.mailbox(p_email)) and s.proven_by = 'link')
    -- Without a mail server an account is there at once, as in proven_email.
    or exists (select from auth.users u where lower(u.email) = lower(private.clean(p_email))
      and u.email_confirmed_at is not null and u.confirmation_sent_at is not null)
$$;
comment on function private.is_proven_address(text) is
  'Whether somebody has shown that they read the mail of an address: by a link to a request, or by confirming an account.';

-- An admin deletes what is spam among held requests, one or all; for a day that can be undone. What
-- nobody looks at for 30 days goes by itself. Until then it is closed (withdrawn_at), so that nothing waits for it.
create function private.delete_held_requests(p_leads uuid[]) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_leads uuid[];
begin
  perform private.require_admin();
  with closed as (
    update public.lead_records l set withdrawn_at = now()
      where l.held and l.withdrawn_at is null and (p_leads is null or l.id = any (p_leads)) returning l.id
  )
  select coalesce(array_agg(c.id), '{}') into v_leads from closed c;
  perform private.audit('lead.deleted', l) from unnest(v_leads) l;
  return jsonb_build_object('deleted', v_leads);
end
$$;
comment on function private.delete_held_requests(uuid[]) is
  'An admin deletes held requests, all of them without p_leads; they are gone a day later. Gives their ids.';

create function private.keep_held_requests(p_leads uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.lead_records l set withdrawn_at = null where l.held and l.withdrawn_at is not null and l.id = any (p_leads);
  perform private.audit('lead.kept', l) from unnest(p_leads) l;
end
$$;
comment on function private.keep_held_requests(uuid[]) is 'An admin takes the deletion of held requests back, within a day.';

create function public.delete_held_requests(p_leads uuid[] default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.delete_held_requests(p_leads)
$$;
comment on function public.delete_held_requests(uuid[]) is 'Deletes held requests; all of them without p_leads. Admins only.';

create function public.keep_held_requests(p_leads uuid[]) returns void
  language sql security invoker set search_path = '' as $$
  select private.keep_held_requests(p_leads)
$$;
comment on function public.keep_held_requests(uuid[]) is 'Takes the deletion of held requests back. Admins only.';

create function private.delete_expired_held_requests() returns void
  language sql security definer set search_path = '' as $$
  delete from public.lead_records l where l.held
    and (l.withdrawn_at < private.clock() - interval '1 day' or l.created_at < private.clock() - interval '30 days')
$$;
comment on function private.delete_expired_held_requests() is 'Removes held requests that were deleted a day ago, and those that nobody looked at for 30 days.';

-- Accounts and requests that one person makes up count nothing in public. Without a mail server whoever signs up has an
-- account at once, with any address; the embedded backend notes that, and the link of an email proves such a sender as it
-- proves a guest. And what artists ask of themselves, from their account or mailbox, is no work for a client.
create function private.is_confirmed_account(p_user uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = p_user and u.email <> '' and u.email_confirmed_at is not null
    and (u.confirmation_sent_at is not null or not coalesce(u.raw_app_meta_data ? 'unproven', false)))
$$;
comment on function private.is_confirmed_account(uuid) is
  'Whether the address of an account is known to be its owner''s: confirmed by a mail, or made by the operator.';

create function private.mailboxes_of_artist(p_artist uuid) returns bytea[]
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select array(select private.address_hash(private.mailbox(x.email)) from (
      select c.email from public.artist_contacts c where c.artist_id = p_artist
      union select u.email from public.artists a join auth.users u on u.id = a.user_id where a.id = p_artist) x
      where x.email <> ''));
end
$$;
comment on function private.mailboxes_of_artist(uuid) is 'The mailboxes of an artist, as peppered hashes: what comes from these is from themselves.';

-- Who may call what.
grant execute on function
  private.delete_held_requests(uuid[]), private.keep_held_requests(uuid[]), public.delete_held_requests(uuid[]),
  public.keep_held_requests(uuid[])
  to authenticated;
-- The link that opens a request for whoever has it: a guest can come back, on any device. Only the
-- hash of its token is kept. The token is derived from a key that is in another table, so that the same form again is
-- answered with the same token, and so that neither table alone opens anything.
create table private.request_links (
  token_hash bytea primary key,
  lead_id uuid not null references public.lead_records (id) on delete cascade,
  nonce uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default private.clock() + interval '1 year',
  revoked_at timestamptz,
  via text not null default 'page' check (via in ('page', 'email')),
  address_hash bytea,
  check ((via = 'email') = (address_hash is not null))
);
alter table private.request_links enable row level security;
comment on table private.request_links is
  'Links to requests: SHA-256 of each token, and what it was derived from besides the secret. One of each request is the browser''s, one for each address is in emails only; all work until they are revoked together.';
create index request_links_lead_idx on private.request_links (lead_id);
create index request_links_valid_idx on private.request_links (lead_id, via) where revoked_at is null;

create function private.derived_token(p_lead uuid, p_nonce uuid) returns text
  language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Without a secret the token is random: it works as well, and only the same form again is answered with another one.
  v_secret text := coalesce(private.link_secret(), gen_random_uuid()::text || gen_random_uuid()::text);
begin
  return translate(encode(private.hmac_sha256(convert_to(v_secret, 'UTF8'), uuid_send(p_lead) || uuid_send(p_nonce)), 'base64'), '+/=', '-_');
end
$$;
comment on function private.derived_token(uuid, uuid) is 'The token of a link: 32 bytes as base64url. Null without a nonce.';

create function private.token_hash(p_token text) returns bytea
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return sha256(convert_to(p_token, 'UTF8'));
end
$$;
comment on function private.token_hash(text) is 'What is kept of a token.';

create function private.request_path(p_token text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return '/request#' || p_token;
end
$$;
comment on function private.request_path(text) is
  'The page of a request, as mails link to it; src/config/paths.ts has the same. Behind #: no server, log or referrer ever has the token.';

create function private.renew_link(p_lead uuid) returns text
  language plpgsql security definer set search_path = '' as $$
begin
  perform from public.lead_records l where l.id = p_lead for no key update;
  update private.request_links k set revoked_at = now() where k.lead_id = p_lead and k.revoked_at is null;
  return private.link_token(p_lead, null);
end
$$;
comment on function private.renew_link(uuid) is 'Ends all links of a request, those in emails too, and gives the browser a new one.';

create function private.request_token(p_lead uuid) returns text
  language plpgsql security definer set search_path = '' as $$
begin
  -- The same form at the same instant waits here, and gets the same token.
  perform from public.lead_records l where l.id = p_lead for no key update;
  return private.link_token(p_lead, null);
end
$$;
comment on function private.request_token(uuid) is 'The token of a request for the browser that sent it. It proves nothing about the address.';

create function private.request_of_link(p_token text) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead uuid := private.request_by_token(p_token);
begin
  -- One answer for a wrong token, an old one, none, and one of a request that was erased.
  if v_lead is null then perform private.fail('link_refused'); end if;
  return v_lead;
end
$$;
comment on function private.request_of_link(text) is 'The request that a token opens; refuses everything else in the same words.';

create function private.delete_request_links() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.request_links k using gone g where k.lead_id = g.lead_id;
  return null;
end
$$;
comment on function private.delete_request_links() is 'Whoever asked was erased from a request: nothing opens it any more.';

create trigger lead_contacts_delete_request_links after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.delete_request_links();

create function private.with_link(p_answer jsonb) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := p_answer ->> 'id';
begin
  return p_answer || jsonb_build_object('token', private.request_token(v_lead),
    'reference', (select l.reference from public.lead_records l where l.id = v_lead));
end
$$;
comment on function private.with_link(jsonb) is 'The answer to a form, with the token and the reference of its request.';

-- Whoever has the link of a request can have it mailed to the address in it, to have it on another device.
create function private.mail_request_link(p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.request_of_link(p_token);
  v_email text;
  v_mail jsonb;
begin
  perform private.rate_limit('link_ip', private.client_ip(), private.setting_int('link_ip_limit'), interval '10 minutes');
  perform private.rate_limit('link_lead', v_lead::text, private.setting_int('link_email_limit'), interval '1 hour');
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead;
  -- A held one tells its sender nothing, as when it came. Two presses within a minute are one email.
  if not (select l.held from public.lead_records l where l.id = v_lead) then
    v_mail := private.unsent(private.mail_link(v_lead, v_email, 'own:' || v_lead || ':' || date_trunc('minute', now())));
  end if;
  return jsonb_build_object('email', v_email) || coalesce(v_mail, '{}');
end
$$;
comment on function private.mail_request_link(text) is
  'Mails the link that a token is of to the address in its request, three times an hour; the link stays valid.';

create function public.mail_request_link(p_token text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.mail_request_link(p_token)
$$;
comment on function public.mail_request_link(text) is 'Mails a link to the address in the request that it opens: {email}, and mail where it does not leave now, as private.mail_outcome says it.';

-- Links to requests, without a secret in the database: who has a dump has no working link. The browser that sent the
-- form and the emails about it get links of their own, so that opening an emailed one shows who reads the address.
create function private.link_secret() returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_secret text := nullif(current_setting('app.link_secret', true), '');
begin
  if v_secret is null and to_regclass('vault.decrypted_secrets') is not null then
    execute $q$select s.decrypted_secret from vault.decrypted_secrets s where s.name = 'link_secret'$q$ into v_secret;
  end if;
  return v_secret;
end
$$;
comment on function private.link_secret() is
  'What links are derived from: a setting of the session (the embedded backend has it in keys.json), or the vault of a hosted project. No table has it; null where there is neither.';

-- On a hosted project links are derived from a secret in the vault; the embedded backend has one in keys.json.
do $$
begin
  if to_regclass('vault.decrypted_secrets') is not null then
    execute $q$select vault.create_secret(gen_random_uuid()::text || gen_random_uuid()::text, 'link_secret', 'Derives the links to requests.')
      where not exists (select from vault.decrypted_secrets s where s.name = 'link_secret')$q$;
  end if;
end
$$;

create function private.link_token(p_lead uuid, p_email text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_address bytea := private.address_hash(p_email);
  v_link private.request_links;
  v_token text;
  v_nonce uuid := gen_random_uuid();
begin
  for v_link in
    select * from private.request_links k
    where k.lead_id = p_lead and k.revoked_at is null and k.expires_at > private.clock() and k.address_hash is not distinct from v_address
    order by k.created_at desc limit 3
  loop
    v_token := private.derived_token(p_lead, v_link.nonce);
    if v_link.token_hash = private.token_hash(v_token) then return v_token; end if;
  end loop;
  -- Beside those that are out: one that was derived from another secret keeps working.
  v_token := private.derived_token(p_lead, v_nonce);
  insert into private.request_links (token_hash, lead_id, nonce, via, address_hash)
    values (private.token_hash(v_token), p_lead, v_nonce, case when p_email is null then 'page' else 'email' end, v_address);
  return v_token;
end
$$;
comment on function private.link_token(uuid, text) is
  'The token of a request for the browser (without an address) or for emails to an address; makes one where there is none.';

-- The link is added when the email leaves: no row has one.
create function private.keep_no_link() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.payload := new.payload - 'link';
  return new;
end
$$;
comment on function private.keep_no_link() is 'Keeps links out of the outbox.';

create function private.is_to_client(p_kind text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.mail_kinds k where k.kind = p_kind and (k.linked or k.topic = 'requests'))
$$;
comment on function private.is_to_client(text) is 'Whether a kind of email is about a client''s own request, which it links to.';

create function private.rotate_request_link(p_token text, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_by_admin boolean := p_token is null and private.is_admin();
  v_lead uuid := case when v_by_admin
    then (select c.lead_id from public.lead_contacts c where c.lead_id = p_lead) else private.own_request(p_token, p_lead) end;
  v_token text;
begin
  if v_lead is null then perform private.fail('link_refused'); end if;
  perform private.rate_limit('link_rotated', v_lead::text, private.setting_int('link_email_limit'), interval '1 hour');
  -- A held one was never emailed a link, and does not tell that it is held.
  if not (select l.held from public.lead_records l where l.id = v_lead) and private.mail_link(v_lead,
      (select c.email from public.lead_contacts c where c.lead_id = v_lead), 'new:' || gen_random_uuid()) ->> 'state' <> 'sent' then
    perform private.fail('link_not_mailed');
  end if;
  v_token := private.renew_link(v_lead);
  perform private.audit('request.link_rotated', v_lead);
  -- An admin never acts as the client.
  return case when v_by_admin then '{}'::jsonb else jsonb_build_object('token', v_token) end;
end
$$;
comment on function private.rotate_request_link(text, uuid) is 'Ends all links of a request and emails a new one: for its page, its account, or an admin. Ends none where the email cannot leave now.';

create function public.rotate_request_link(p_token text default null, p_lead uuid default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.rotate_request_link(p_token, p_lead)
$$;
comment on function public.rotate_request_link(text, uuid) is 'Ends all links of a request and emails a new one: {token}, which an admin does not get.';

-- A link that only an email had is opened: the person reads that address. The page asks by POST; a GET runs nothing that writes.
create function private.note_opened(p_token text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := (
    select k.lead_id from private.request_links k join public.lead_contacts c on c.lead_id = k.lead_id
    where k.token_hash = private.token_hash(p_token) and k.revoked_at is null and k.expires_at > private.clock()
      -- Not where the address was corrected since.
      and k.address_hash = private.address_hash(c.email));
begin
  if v_lead is not null then perform private.prove_request(v_lead); end if;
end
$$;
comment on function private.note_opened(text) is 'Notes that the emailed link of a request was opened. The browser''s own proves nothing.';

-- Who may call what.
grant execute on function
  private.mail_request_link(text), public.mail_request_link(text), private.rotate_request_link(text, uuid),
  public.rotate_request_link(text, uuid)
  to anon, authenticated;
-- What the page of a request shows and does. The token stands in the body of each call, never in an address.
create function private.mark_request_seen(p_lead uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if p_lead is null or not exists (select from private.requests_assigned_to_me() mine (id) where mine.id = p_lead) then
    perform private.fail('not_allowed');
  end if;
  perform private.move_assignment(p_lead, private.my_artist_id(), 'open', 'artist');
end
$$;
comment on function private.mark_request_seen(uuid) is 'Notes when the calling artist first opened a lead of theirs.';

create function public.mark_request_seen(p_lead uuid) returns void
  language sql security invoker set search_path = '' as $$
  select private.mark_request_seen(p_lead)
$$;
comment on function public.mark_request_seen(uuid) is 'An artist has opened a lead they were given; who sent it sees that. Again changes nothing.';

create function private.request_data(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  -- Whoever did not say that a wall is painted is taken to agree after two weeks.
  v_agreed timestamptz := private.clock() - interval '14 days';
begin
  -- Whether it is held is not among it: what looks like a robot is not told so.
  return (select jsonb_build_object('id', l.id, 'reference', l.reference,
    'state', case when l.withdrawn_at is null then 'open' else 'withdrawn' end,
    'kind', l.kind, 'name', c.name, 'email', c.email, 'phone', c.phone, 'city', l.city,
    'project_description', l.project_description, 'mural_size', l.mural_size, 'surface_type', l.surface_type,
    'style_preference', l.style_preference, 'budget_range', l.budget_range, 'preferred_time', l.preferred_time,
    'created_at', l.created_at, 'details', private.details_line(l.id),
    -- Emails about news stay few until the link of one is opened.
    'unproven', not private.is_known_recipient(l.created_by_user, c.email),
    'merged_into', (
      select k.reference from private.request_reasons r join public.lead_records k on k.id = r.merged_into where r.lead_id = l.id),
    'artists', case when l.held then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end,
        'state', s.state, 'updated_at', greatest(s.updated_at, s.seen_at, t.last_at), 'unread', coalesce(t.unread, 0),
        'reported', r.lead_id is not null, 'completed_by', s.completed_by,
        'confirmed', s.state = 'completed' and (s.confirmed_at is not null or s.completed_at < v_agreed),
        'contact', case when s.accepted_at is not null and s.state in ('accepted', 'completed') then (
          select jsonb_build_object('email', e.email, 'phone', e.phone) from public.artist_contacts e where e.artist_id = a.id) end)
        order by s.created_at, a.name)
      from public.lead_assignments s join public.artists a on a.id = s.artist_id
      left join private.conversation_reports r on r.lead_id = s.lead_id and r.artist_id = s.artist_id and r.side = 'client'
      left join lateral (
        select max(m.created_at) as last_at, count(*) filter (where m.sender = 'artist' and m.position > s.client_read) as unread
        from public.lead_messages m where m.lead_id = s.lead_id and m.artist_id = s.artist_id and r.lead_id is null) t on true
      where s.lead_id = l.id), '[]') end,
    'messages', case when l.held then '[]' else coalesce((
      select jsonb_agg(private.message_line(m, 'client') order by m.position)
      from (
        select n.* from public.lead_messages n
        where n.lead_id = l.id and not exists (select from private.conversation_reports r
          where r.lead_id = n.lead_id and r.artist_id = n.artist_id and r.side = 'client')
        order by n.position desc limit 50) m), '[]') end,
    'proposals', case when l.held then '[]' else coalesce((
      select jsonb_agg(private.proposal_line(p) order by p.low, p.created_at)
      from public.proposals p
      where p.lead_id = l.id and p.state in ('open', 'accepted', 'passed')
        and not exists (select from private.conversation_reports r
          where r.lead_id = p.lead_id and r.artist_id = p.artist_id and r.side = 'client')), '[]') end,
    -- Nobody else is looked for once somebody is chosen.
    'matches', case when l.withdrawn_at is not null
        or exists (select from public.lead_assignments s where s.lead_id = l.id and s.accepted_at is not null) then '[]'
      else coalesce((
        select jsonb_agg(m.card order by m.at) from jsonb_array_elements(private.request_matches(l.id)) with ordinality m (card, at)
        where not exists (
          select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = (m.card ->> 'id')::uuid)), '[]') end)
  from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
  where l.id = p_lead);
end
$$;
comment on function private.request_data(uuid) is
  'A request as whoever asked sees it on its page; merged_into is the reference of the one that goes on, for a double.';

-- Whoever knows an address can ask for its links, so asking ends none.
create function private.mail_link(p_lead uuid, p_email text, p_key text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_mail('request_link', p_key, null, p_email, p_lead, null, '{"asked": true}');
  return private.mail_outcome('request_link', p_key, p_email, p_lead);
end
$$;
comment on function private.mail_link(uuid, text, text) is
  'Notes an email with the link of a request that its client asked for, and says what became of it. The link is added when it leaves.';

create function private.renew_request_link(p_email text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_email text := lower(private.clean(p_email));
  v_lead uuid;
begin
  perform private.check_person('-', v_email, null);
  perform private.rate_limit('link_ip', private.client_ip(), private.setting_int('link_ip_limit'), interval '10 minutes');
  -- Counted whether or not the address is known. Whoever is beyond has the emails of this hour.
  if private.rate_limit('link_email', v_email, 1000000000, interval '1 hour') <= private.setting_int('link_email_limit') then
    begin
      for v_lead in
        select l.id from public.lead_contacts c join public.lead_records l on l.id = c.lead_id
        where lower(c.email) = v_email and l.withdrawn_at is null
        order by l.created_at desc, l.id limit 3
      loop
        perform private.mail_link(v_lead, v_email, gen_random_uuid()::text);
      end loop;
      if not found then
        -- The same work, undone: how long an answer takes tells nothing.
        perform private.mail_link(null, v_email, gen_random_uuid()::text);
        raise sqlstate 'ZZ001';
      end if;
    exception when sqlstate 'ZZ001' then
      null;
    end;
  end if;
  return jsonb_build_object('ok', true);
end
$$;
comment on function private.renew_request_link(text) is
  'Emails the links of the newest 3 requests of an address; no link ends. The answer does not tell whether the address is known; limited for each caller, silently for each address.';

create function public.renew_request_link(p_email text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.renew_request_link(p_email)
$$;
comment on function public.renew_request_link(text) is 'Emails the links of the requests of an address: {ok}, whether or not there are any. No link ends.';

-- The page of a request for whoever sent it with their account: the same calls, with its id instead of a token.
create function private.own_request(p_token text, p_lead uuid) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  -- Somebody else's, and one whose person was erased, are refused like a wrong token.
  if p_token is null and exists (select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    where l.id = p_lead and l.created_by_user = auth.uid()) then
    return p_lead;
  end if;
  return private.request_of_link(p_token);
end
$$;
comment on function private.own_request(text, uuid) is
  'The request that a token opens or, without one, that the caller sent with their account; refuses everything else in the same words.';

create function private.open_request(p_token text, p_lead uuid default null) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.own_request(p_token, p_lead);
  v_withdrawn timestamptz;
begin
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = v_lead for no key update;
  if not found then perform private.fail('link_refused'); end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  return v_lead;
end
$$;
comment on function private.open_request(text, uuid) is 'The request of a token or of the caller, locked for a change; refuses a withdrawn one.';

create function private.track_request(p_token text, p_lead uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.note_opened(p_token);
  return private.request_data(private.own_request(p_token, p_lead));
end
$$;
comment on function private.track_request(text, uuid) is 'A request for whoever asked. It reads and spends nothing.';

create function private.add_request_artist(p_token text, p_artist uuid, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
begin
  if not exists (select from private.open_offers(v_lead) o where o.artist_id = p_artist) then
    perform private.fail('artists_not_offered');
  end if;
  insert into public.lead_assignments (lead_id, artist_id) values (v_lead, p_artist) on conflict do nothing;
  -- As if chosen in the form: it is not asked again.
  update private.request_intake i set selected_at = coalesce(i.selected_at, now()) where i.lead_id = v_lead;
  return private.request_data(v_lead);
end
$$;
comment on function private.add_request_artist(text, uuid, uuid) is
  'Sends a request to one more of the artists it was offered, who must still be public and take requests. Again changes nothing.';

create function private.add_request_line(p_token text, p_text text, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
  v_line text := E'\n' || private.clean_or_null(p_text);
  v_before text;
begin
  if v_line is null then perform private.fail('project_too_short', 'line'); end if;
  select l.project_description into v_before from public.lead_records l where l.id = v_lead;
  -- The same line again is an answer that was lost.
  if right(v_before, char_length(v_line)) <> v_line then
    if char_length(v_before || v_line) > 2000 then perform private.fail('project_too_long', 'line'); end if;
    update public.lead_records l set project_description = v_before || v_line where l.id = v_lead;
    perform private.mail_line_added(v_lead);
  end if;
  return private.request_data(v_lead);
end
$$;
comment on function private.add_request_line(text, text, uuid) is
  'Adds a line to a request, which stays within the length of a description, and tells its artists. The same line again changes nothing.';

create function private.correct_request_contact(p_token text, p_name text, p_email text, p_phone text, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_before text;
begin
  perform private.check_person(v_name, v_email, v_phone);
  select c.email into v_before from public.lead_contacts c where c.lead_id = v_lead;
  -- Whoever has the link could otherwise have the code sent to themselves.
  if p_token is not null and v_email <> v_before and private.has_agreement(v_lead) then perform private.fail('email_signs'); end if;
  update public.lead_contacts c set name = v_name, email = v_email, phone = v_phone where c.lead_id = v_lead;
  -- What has not left goes to the corrected address.
  update private.mails m set address = v_email
    where m.lead_id = v_lead and m.state = 'waiting' and lower(m.address) = lower(v_before)
      and not exists (select from private.mails o
        where o.event = m.event and o.id <> m.id and o.recipient = coalesce(m.user_id::text, lower(v_email)));
  return private.request_data(v_lead);
end
$$;
comment on function private.correct_request_contact(text, text, text, text, uuid) is
  'Corrects who asked and how to reach them, by the rules of the form; mails that wait go to the new address.';

-- Who closes a request closes it for every artist.
create function private.close_request(p_token text, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.own_request(p_token, p_lead);
  v_artist uuid;
begin
  perform from public.lead_records l where l.id = v_lead and l.withdrawn_at is null for no key update;
  if found then
    for v_artist in select a.artist_id from public.lead_assignments a where a.lead_id = v_lead order by a.artist_id loop
      perform private.move_assignment(v_lead, v_artist, 'close', 'client');
    end loop;
    update public.lead_records l set withdrawn_at = now() where l.id = v_lead;
    delete from private.mails m where m.lead_id = v_lead and m.state = 'waiting' and m.kind <> 'request_link';
    perform private.mail_withdrawn(v_lead);
    perform private.audit('request.withdrawn', v_lead);
  end if;
  return private.request_data(v_lead);
end
$$;
comment on function private.close_request(text, uuid) is
  'Closes a request for good: its artists are told and no longer see who asked, and other mails about it that wait are dropped. Again changes nothing.';

create function private.erase_request(p_token text, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.own_request(p_token, p_lead);
begin
  perform private.audit('request.erased', v_lead);
  -- Contact, artists, offers, form, links and mails go by their foreign keys.
  delete from public.lead_records l where l.id = v_lead;
  return jsonb_build_object('erased', true);
end
$$;
comment on function private.erase_request(text, uuid) is 'Erases a request with everything about it; that there was one is all that stays, in the audit log.';

-- Each takes a token, or the id of a request of the caller's own.
create function public.track_request(p_token text default null, p_lead uuid default null) returns jsonb
  language sql volatile security invoker set search_path = '' as $$
  select private.track_request(p_token, p_lead)
$$;
comment on function public.track_request(text, uuid) is
  'The request of a link, or of the caller: {id, reference, state, its fields, artists: [{id, name, slug, state, updated_at}], messages, proposals, matches}.';

create function public.add_request_artist(p_token text default null, p_artist uuid default null, p_lead uuid default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.add_request_artist(p_token, p_artist, p_lead)
$$;
comment on function public.add_request_artist(text, uuid, uuid) is 'Sends a request to one more of its matches; answers as track_request.';

create function public.add_request_line(p_token text default null, p_text text default null, p_lead uuid default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.add_request_line(p_token, p_text, p_lead)
$$;
comment on function public.add_request_line(text, text, uuid) is 'Adds a line to a request; answers as track_request.';

create function public.correct_request_contact(
  p_token text default null, p_name text default null, p_email text default null, p_phone text default null, p_lead uuid default null
) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.correct_request_contact(p_token, p_name, p_email, p_phone, p_lead)
$$;
comment on function public.correct_request_contact(text, text, text, text, uuid) is 'Corrects the contact in a request; answers as track_request.';

create function public.close_request(p_lead uuid default null, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.close_request(p_token, p_lead)
$$;
comment on function public.close_request(uuid, text) is 'Closes a request for good, for every artist; answers as track_request.';

create function public.erase_request(p_token text default null, p_lead uuid default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.erase_request(p_token, p_lead)
$$;
comment on function public.erase_request(text, uuid) is 'Erases a request: {erased}. Nothing opens it afterwards.';

-- Requests that somebody sent before they had an account become theirs, once they say so.
create function private.proven_email() returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  -- Without a mail server an account is there at once: only one that a mail was sent about proves that its address is read.
  return (select lower(u.email) from auth.users u
    where u.id = auth.uid() and u.email_confirmed_at is not null and u.confirmation_sent_at is not null and u.email <> '');
end
$$;
comment on function private.proven_email() is 'The address of the caller, if they have shown that they read its mails.';

create function private.adoptable_requests(p_token text) returns setof uuid
  language plpgsql stable security definer rows 3 set search_path = '' as $$
declare
  v_proven text := private.proven_email();
  v_token bytea := private.token_hash(p_token);
begin
  if private.my_role() is distinct from 'client' then return; end if;
  return query
    select l.id from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    where l.created_by_user is null
      and lower(c.email) = (select lower(u.email) from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null)
      and (lower(c.email) = v_proven or exists (select from private.request_links k
        where k.lead_id = l.id and k.token_hash = v_token and k.revoked_at is null and k.expires_at > private.clock()))
    order by l.created_at desc, l.id;
end
$$;
comment on function private.adoptable_requests(text) is
  'Requests of nobody with the confirmed address of the calling client, who has proven it by a mail; one of them also by its link.';

create function private.my_open_requests(p_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_build_object('count', count(*), 'requests', coalesce(
      jsonb_agg(jsonb_build_object('reference', l.reference, 'created_at', l.created_at) order by l.created_at desc, l.id), '[]'))
    from public.lead_records l where l.id in (select private.adoptable_requests(p_token)));
end
$$;
comment on function private.my_open_requests(text) is 'Which requests the caller could take over: how many, what they are called and when they were sent.';

create function private.adopt_requests(p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid;
  v_adopted int := 0;
begin
  for v_lead in
    update public.lead_records l set created_by_user = auth.uid()
      where l.created_by_user is null and l.id in (select private.adoptable_requests(p_token))
      returning l.id
  loop
    perform private.audit('request.adopted', v_lead);
    v_adopted := v_adopted + 1;
  end loop;
  return jsonb_build_object('adopted', v_adopted);
end
$$;
comment on function private.adopt_requests(text) is 'Gives those requests to the caller; their links stay valid. Again changes nothing.';

create function public.my_open_requests(p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.my_open_requests(p_token)
$$;
comment on function public.my_open_requests(text) is
  'Requests without an account that carry the caller''s confirmed address: {count, requests: [{reference, created_at}]}. p_token: the link of one that this browser sent.';

create function public.adopt_requests(p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.adopt_requests(p_token)
$$;
comment on function public.adopt_requests(text) is 'Adds those requests to the caller''s account: {adopted}.';

-- Who may call what.
grant execute on function
  private.renew_request_link(text), public.renew_request_link(text), private.track_request(text, uuid),
  private.add_request_artist(text, uuid, uuid), private.add_request_line(text, text, uuid),
  private.correct_request_contact(text, text, text, text, uuid), private.close_request(text, uuid),
  private.erase_request(text, uuid), public.track_request(text, uuid), public.add_request_artist(text, uuid, uuid),
  public.add_request_line(text, text, uuid), public.correct_request_contact(text, text, text, text, uuid),
  public.close_request(uuid, text), public.erase_request(text, uuid)
  to anon, authenticated;
grant execute on function
  private.mark_request_seen(uuid), public.mark_request_seen(uuid), private.my_open_requests(text),
  private.adopt_requests(text), public.my_open_requests(text), public.adopt_requests(text)
  to authenticated;
-- Photos of the wall: up to six of a request, and one of it with a mural on it, in a private bucket
-- under {request}/{sha256 of its claim, in hex}/{0-5}.webp and preview.webp. The claim is the secret of the browser that
-- sent the request, so nobody else can name a photo before there is one; and a request is always stored before its
-- photos. A name ends in .webp whatever its type is: browsers that cannot write WebP send JPEG.
create function private.request_of_photo(p_name text) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  if p_name is null or p_name !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{64}/([0-5]|preview)\.webp$' then return null; end if;
  return (
    select l.id from public.lead_records l
    join private.request_intake i on i.lead_id = l.id and encode(i.claim_hash, 'hex') = split_part(p_name, '/', 2)
    join public.lead_contacts c on c.lead_id = l.id
    where l.id = split_part(p_name, '/', 1)::uuid and l.withdrawn_at is null);
end
$$;
comment on function private.request_of_photo(text) is 'The open request that has room for a photo of this name; null where there is none.';

create function private.requests_whose_photos_are_mine() returns setof uuid
  language plpgsql stable security definer rows 5 set search_path = '' as $$
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
  return query select t.id from private.request_by_token(private.request_header('x-request-token')) t (id) where t.id is not null;
end
$$;
comment on function private.requests_whose_photos_are_mine() is
  'Requests whose photos the caller may take away: sent with their account, or opened by the token in the header x-request-token.';

create function private.requests_whose_photos_i_see() returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query select m.id from private.requests_whose_photos_are_mine() m (id);
  -- A photo of a wall tells where it is: it goes with the contact.
  return query select mine.id from private.requests_i_work_on() mine (id);
end
$$;
comment on function private.requests_whose_photos_i_see() is 'Requests whose photos the caller sees: their own, and those that the calling artist was given.';

create function private.may_add_request_photo(p_bucket text, p_name text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead uuid;
begin
  if p_bucket is distinct from 'lead-photos' then return false; end if;
  v_lead := private.request_of_photo(p_name);
  if v_lead is null then return false; end if;
  if v_lead in (select m.id from private.requests_whose_photos_are_mine() m (id)) then return true; end if;
  -- Without the link or the account, who knows the name is who has the claim, as long as that counts and no artist has
  -- opened the request: whoever sees its photos knows their names, too.
  return v_lead not in (select a.id from private.requests_assigned_to_me() a (id))
    and exists (select from private.request_intake i where i.lead_id = v_lead and i.claim_expires_at > private.clock())
    and not exists (select from public.lead_assignments a where a.lead_id = v_lead and a.state <> 'sent');
end
$$;
comment on function private.may_add_request_photo(text, text) is
  'Whether the caller may store a photo of this name: with the link or the account of its request, or with its claim, of which the name has the hash.';

create function private.is_photo_signed(p_name text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  -- A policy may be asked about a file of another bucket.
  if p_name is null or p_name !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then return false; end if;
  return exists (
    select from private.agreements a
    join private.agreement_signatures s on s.lead_id = a.lead_id and s.artist_id = a.artist_id
    join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = s.version
    where a.lead_id = split_part(p_name, '/', 1)::uuid and a.state not in ('draft', 'ended')
      and v.body::jsonb ->> 'photo' = split_part(split_part(p_name, '/', 3), '.', 1));
end
$$;
comment on function private.is_photo_signed(text) is 'Whether somebody signed an agreement that marks the wall on this photo: then it stays until the agreement ends.';

-- Nobody writes over a photo or moves it.
create policy request_photos_select on storage.objects for select to anon, authenticated using (
  bucket_id = 'lead-photos' and split_part(name, '/', 1) in (select s.id::text from private.requests_whose_photos_i_see() s (id)));
create policy request_photos_select_admin on storage.objects for select to authenticated using (
  bucket_id = 'lead-photos' and (select private.is_admin()));
create policy request_photos_insert on storage.objects for insert to anon, authenticated with check (
  private.may_add_request_photo(bucket_id, name));
create policy request_photos_delete on storage.objects for delete to anon, authenticated using (
  bucket_id = 'lead-photos' and split_part(name, '/', 1) in (select m.id::text from private.requests_whose_photos_are_mine() m (id))
  and not private.is_photo_signed(name));

-- Storage services write later and as themselves (0140_uploads.sql): the request may be gone or closed meanwhile. The
-- lock makes whoever erases or closes it wait for the row, which goes with it then.
create function private.keep_request_photos() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket_id <> 'lead-photos' then return new; end if;
  perform from public.lead_records l where l.id = private.request_of_photo(new.name) for share;
  if not found or private.request_of_photo(new.name) is null then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_request_photos() is 'Refuses photos that no open request has room for, whoever writes the row.';

create trigger objects_of_leads before insert or update of bucket_id, name on storage.objects
  for each row execute function private.keep_request_photos();

create function private.delete_request_photos(p_leads uuid[]) returns int
  language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
begin
  -- As in `private.delete_uploads`. Whatever starts with the id of the request and a slash; '0' follows the slash.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o using unnest(p_leads) g (id)
    where o.bucket_id = 'lead-photos' and o.name ~>=~ (g.id || '/') and o.name ~<~ (g.id || '0');
  get diagnostics v_count = row_count;
  perform set_config('storage.allow_delete_query', 'false', true);
  return v_count;
end
$$;
comment on function private.delete_request_photos(uuid[]) is 'Removes all photos of these requests; gives how many.';

create function private.delete_photos_of_contact() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_request_photos(array(select g.lead_id from gone g));
  return null;
end
$$;
comment on function private.delete_photos_of_contact() is 'Photos go with whoever asked, whatever takes that away: the request, the account, an operator.';

create trigger lead_contacts_drop_photos after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.delete_photos_of_contact();

create function private.request_of_photos(p_lead uuid, p_token text) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  if p_token is not null then return private.request_of_link(p_token); end if;
  if private.is_admin() and exists (select from public.lead_records l where l.id = p_lead) then return p_lead; end if;
  if p_lead in (select s.id from private.requests_whose_photos_i_see() s (id)) then return p_lead; end if;
  perform private.fail('link_refused');
end
$$;
comment on function private.request_of_photos(uuid, text) is
  'The request whose photos are asked for, where the caller sees them; refuses everything else in the words of a wrong link.';

create function private.request_photos(p_lead uuid, p_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead uuid := private.request_of_photos(p_lead, p_token);
  v_own boolean := p_token is not null or v_lead in (select m.id from private.requests_whose_photos_are_mine() m (id));
begin
  return (
    select jsonb_build_object('lead', l.id,
      -- Where the next ones go, for whoever may add some.
      'folder', case when v_own and l.withdrawn_at is null and c.lead_id is not null then l.id || '/' || encode(i.claim_hash, 'hex') end,
      'own', v_own,
      'photos', coalesce((
        select jsonb_agg(jsonb_build_object('path', o.name, 'name', split_part(split_part(o.name, '/', 3), '.', 1),
          'size', (o.metadata ->> 'size')::bigint, 'created_at', o.created_at,
          'signed', private.is_photo_signed(o.name)) order by o.name)
        from storage.objects o
        where o.bucket_id = 'lead-photos' and o.name ~>=~ (l.id || '/') and o.name ~<~ (l.id || '0')), '[]'))
    from public.lead_records l
    left join public.lead_contacts c on c.lead_id = l.id
    left join private.request_intake i on i.lead_id = l.id
    where l.id = v_lead);
end
$$;
comment on function private.request_photos(uuid, text) is 'The photos of a request that the caller sees, and where whoever sent it puts more.';

create function public.request_photos(p_lead uuid default null, p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.request_photos(p_lead, p_token)
$$;
comment on function public.request_photos(uuid, text) is
  'Photos of the wall of a request, for its client, its artists, admins, or by its link: {lead, folder, own, photos: [{path, name, size, created_at, signed}]}. `folder` is where whoever sent it may put more; `name` is 0 to 5, or preview; `signed` ones stay, because an agreement marks the wall on them.';

-- Who may call what.
grant execute on function
  private.requests_whose_photos_are_mine(), private.requests_whose_photos_i_see(), private.may_add_request_photo(text, text), private.is_photo_signed(text),
  private.request_photos(uuid, text), public.request_photos(uuid, text)
  to anon, authenticated;
-- The conversation between whoever asked and one artist. A message belongs to an assignment: two
-- artists on one request see nothing of each other. What is typed is text, without a contact of its own.
create table public.lead_messages (
  id uuid primary key default gen_random_uuid(),
  -- Their order: times of two transactions may be the same, or the other way round.
  position bigint generated always as identity,
  lead_id uuid not null,
  artist_id uuid not null,
  sender text not null check (sender in ('client', 'artist')),
  body text not null check (char_length(body) <= 2000),
  created_at timestamptz not null default now(),
  pictures smallint not null default 0 check (pictures between 0 and 4),
  -- How far the wall is on them: an entry of the diary of a job (0325_diary.sql).
  stage text check (stage in ('before', 'outline', 'painting', 'done')),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade,
  -- Pictures may stand alone.
  check (body <> '' or pictures > 0),
  check (stage is null or (sender = 'artist' and pictures > 0))
);
alter table public.lead_messages enable row level security;
comment on table public.lead_messages is 'What whoever asked and one artist write to each other. Kept as long as the request and both of them.';
grant select on public.lead_messages to authenticated;
grant all on public.lead_messages to service_role;
create unique index lead_messages_conversation_idx on public.lead_messages (lead_id, artist_id, position);
create index lead_messages_pictures_idx on public.lead_messages (lead_id, artist_id) where pictures > 0;

create table private.message_keys (
  message_id uuid primary key references public.lead_messages (id) on delete cascade,
  lead_id uuid not null,
  artist_id uuid not null,
  sender text not null,
  idempotency_key uuid not null,
  unique (lead_id, artist_id, sender, idempotency_key)
);
alter table private.message_keys enable row level security;
comment on table private.message_keys is 'The key that each message was sent with: it keeps one from being stored twice, and is the secret of its sender.';

create table private.conversation_reports (
  lead_id uuid not null,
  artist_id uuid not null,
  side text not null check (side in ('client', 'artist')),
  message_id uuid not null references public.lead_messages (id) on delete cascade,
  reason text check (char_length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  primary key (lead_id, artist_id, side),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
alter table private.conversation_reports enable row level security;
comment on table private.conversation_reports is 'Conversations that one side has reported: hidden from that side from then on, and open to admins.';
create index conversation_reports_message_idx on private.conversation_reports (message_id);

create function private.my_conversations() returns table (lead_id uuid, artist_id uuid, side text)
  language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query select t.lead_id, t.artist_id, t.side from private.own_conversations() t where not t.reported;
end
$$;
comment on function private.my_conversations() is
  'The conversations that the caller takes part in with their account, and on which side; not those that they reported.';

create policy lead_messages_select on public.lead_messages for select to authenticated using (
  (lead_id, artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t));

create function private.conversation_side(p_lead uuid, p_artist uuid, p_token text) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_side text;
begin
  if p_token is not null then
    if private.request_of_link(p_token) is distinct from p_lead then perform private.fail('link_refused'); end if;
    v_side := 'client';
  elsif p_artist = private.my_artist_id() and exists (select from private.requests_assigned_to_me() mine where mine = p_lead) then
    return 'artist';
  elsif exists (select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
      where l.id = p_lead and l.created_by_user = auth.uid()) then
    v_side := 'client';
  end if;
  -- What looks like a robot is not told so: its request has no artists.
  if v_side is null or not exists (select from public.lead_assignments a join public.lead_records l on l.id = a.lead_id and not l.held
      where a.lead_id = p_lead and a.artist_id = p_artist) then
    perform private.fail('not_allowed');
  end if;
  return v_side;
end
$$;
comment on function private.conversation_side(uuid, uuid, text) is
  'On which side of a conversation the caller is: the artist, or whoever asked, by account or by the token of the link. Everybody else is refused.';

create function private.notify_of_message(p_message public.lead_messages) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_to_artist boolean := p_message.sender = 'client';
  v_kind text := case when v_to_artist then 'lead_message' else 'request_message' end;
  v_topic text := case when v_to_artist then 'leads' else 'requests' end;
  v_user uuid;
  v_address text;
  v_last private.mails;
begin
  select case when v_to_artist then a.user_id else l.created_by_user end, case when not v_to_artist then c.email end
    into v_user, v_address
    from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    join public.artists a on a.id = p_message.artist_id
    where l.id = p_message.lead_id;
  if v_user is null and v_address is null
     or exists (select from private.conversation_reports r where r.lead_id = p_message.lead_id and r.artist_id = p_message.artist_id
       and r.side = case when v_to_artist then 'artist' else 'client' end) then
    return;
  end if;
  if v_user is not null then
    -- One notice for a conversation until it is read; its time is that of the last message.
    update public.notices n set created_at = clock_timestamp()
      where n.user_id = v_user and n.kind = v_kind and n.lead_id = p_message.lead_id and n.artist_id = p_message.artist_id
        and n.read_at is null;
    if not found then
      insert into public.notices (user_id, kind, event, lead_id, artist_id, digest_at)
        values (v_user, v_kind, v_kind || ':' || p_message.id, p_message.lead_id, p_message.artist_id,
          case when private.notice_mode(v_user, v_topic) = 'daily' then private.next_digest_of(v_user) end)
        on conflict do nothing;
    end if;
    if private.notice_mode(v_user, v_topic) <> 'at_once' then return; end if;
  end if;
  -- A mail shows all that is unread when it leaves: one that waits is enough, and at most one leaves in ten minutes.
  select m.* into v_last from private.mails m
    where m.kind = v_kind and m.lead_id = p_message.lead_id and m.artist_id = p_message.artist_id
    order by m.id desc limit 1;
  if v_last.state = 'waiting' and v_last.attempts = 0 then return; end if;
  insert into private.mails (kind, event, user_id, address, lead_id, artist_id, payload, next_attempt_at)
    values (v_kind, v_kind || ':' || p_message.id, v_user, v_address, p_message.lead_id, p_message.artist_id,
      case when v_to_artist then '{}' else
        jsonb_build_object('link', private.request_path(private.request_token(p_message.lead_id))) end,
      greatest(now() + make_interval(secs => private.setting_int('mail_message_seconds')), v_last.created_at + interval '10 minutes'))
    on conflict (event, recipient) do nothing;
end
$$;
comment on function private.notify_of_message(lead_messages) is
  'Tells the other side of a message: a notice where there is an account, and a mail that leaves a little later, unless it is read by then.';

create function private.message_line(p_message public.lead_messages, p_side text) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', p_message.id, 'position', p_message.position, 'artist_id', p_message.artist_id,
    'sender', p_message.sender, 'body', p_message.body, 'created_at', p_message.created_at, 'stage', p_message.stage,
    'key', case when p_message.sender = p_side then (
      select k.idempotency_key from private.message_keys k where k.message_id = p_message.id) end,
    'pictures', coalesce(case when p_message.pictures > 0 then (
      select jsonb_agg(jsonb_build_object('path', n.name,
        'arrived', exists (select from storage.objects o where o.bucket_id = 'message-pictures' and o.name = n.name)) order by n.at)
      from private.message_keys k
      cross join private.picture_names(p_message.lead_id, p_message.artist_id, k.idempotency_key, p_message.pictures)
        with ordinality n (name, at)
      where k.message_id = p_message.id) end, '[]'));
end
$$;
comment on function private.message_line(lead_messages, text) is
  'A message as one side sees it. Its key goes back to whoever sent it: their page knows it by that. Its pictures are named from the start, and may still be on their way.';

create function private.read_conversation(p_lead uuid, p_artist uuid, p_before bigint, p_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  c_page constant int := 50;
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_messages jsonb;
  v_first bigint;
begin
  if exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist and r.side = v_side) then
    return jsonb_build_object('side', v_side, 'reported', true, 'open', false, 'messages', '[]'::jsonb, 'events', '[]'::jsonb, 'earlier', false);
  end if;
  select jsonb_agg(private.message_line(m, v_side) order by m.position), min(m.position) into v_messages, v_first
    from (
      select n.* from public.lead_messages n
      where n.lead_id = p_lead and n.artist_id = p_artist and (p_before is null or n.position < p_before)
      order by n.position desc limit c_page) m;
  return (
    select jsonb_build_object('side', v_side, 'reported', false, 'state', a.state,
      'open', l.withdrawn_at is null
        and not exists (select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id)
        and exists (select from private.assignment_moves w where w.event = 'write' and w.actor = v_side and w.state = a.state),
      'seen_at', a.seen_at, 'client_read', a.client_read, 'artist_read', a.artist_read,
      'messages', coalesce(v_messages, '[]'),
      'earlier', exists (select from public.lead_messages m
        where m.lead_id = p_lead and m.artist_id = p_artist and m.position < v_first),
      'events', coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'actor', e.actor, 'event', e.event, 'state', e.state,
          'reason', e.reason, 'created_at', e.created_at) order by e.id)
        from public.assignment_events e where e.lead_id = p_lead and e.artist_id = p_artist), '[]'))
    from public.lead_assignments a join public.lead_records l on l.id = a.lead_id
    where a.lead_id = p_lead and a.artist_id = p_artist);
end
$$;
comment on function private.read_conversation(uuid, uuid, bigint, text) is
  'One conversation as the caller''s side sees it: the newest 50 messages, or those before a position, and every change of its state.';

create function private.mark_conversation_read(p_lead uuid, p_artist uuid, p_position bigint, p_token text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_last bigint;
begin
  select max(m.position) into v_last from public.lead_messages m
    where m.lead_id = p_lead and m.artist_id = p_artist and m.position <= p_position;
  update public.lead_assignments a
    set client_read = case when v_side = 'client' then greatest(a.client_read, v_last) else a.client_read end,
      artist_read = case when v_side = 'artist' then greatest(a.artist_read, v_last) else a.artist_read end
    where a.lead_id = p_lead and a.artist_id = p_artist
      and case v_side when 'client' then a.client_read else a.artist_read end < v_last;
  update public.notices n set read_at = now()
    where n.user_id = auth.uid() and n.lead_id = p_lead and n.artist_id = p_artist and n.read_at is null
      and n.kind = case v_side when 'client' then 'request_message' else 'lead_message' end
      and not exists (select from public.lead_messages m
        where m.lead_id = p_lead and m.artist_id = p_artist and m.sender <> v_side and m.position > p_position);
end
$$;
comment on function private.mark_conversation_read(uuid, uuid, bigint, text) is
  'Notes that the caller''s side has seen a conversation up to a message; the other side sees that. An earlier one changes nothing.';

create function private.report_message(p_message uuid, p_reason text, p_token text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := private.clean_or_null(p_reason);
  v_message public.lead_messages;
  v_side text;
begin
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  select * into v_message from public.lead_messages m where m.id = p_message;
  if not found then perform private.fail(case when p_token is null then 'not_allowed' else 'link_refused' end); end if;
  v_side := private.conversation_side(v_message.lead_id, v_message.artist_id, p_token);
  if v_message.sender = v_side then perform private.fail('not_allowed'); end if;
  insert into private.conversation_reports (lead_id, artist_id, side, message_id, reason)
    values (v_message.lead_id, v_message.artist_id, v_side, v_message.id, v_reason)
    on conflict do nothing;
  if found then
    perform private.audit('thread.reported', v_message.lead_id, jsonb_build_object('artist', v_message.artist_id, 'by', v_side));
    perform private.mail_admins('thread_reported', concat_ws(':', v_message.lead_id, v_message.artist_id, v_side), v_message.lead_id);
    update public.notices n set read_at = now()
      where n.user_id = auth.uid() and n.lead_id = v_message.lead_id and n.artist_id = v_message.artist_id and n.read_at is null;
  end if;
end
$$;
comment on function private.report_message(uuid, text, text) is
  'Reports a message of the other side: the conversation is hidden from the caller''s side and closed, and admins are told. Again changes nothing.';

create function private.admin_read_conversation(p_lead uuid, p_artist uuid, p_reason text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := private.clean_or_null(p_reason);
  v_report private.conversation_reports;
begin
  perform private.require_admin();
  select * into v_report from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist order by r.created_at limit 1;
  if v_report.lead_id is null and coalesce(char_length(v_reason), 0) < 10 then perform private.fail('not_allowed', 'reason'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  if not exists (select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist) then
    perform private.fail('not_allowed');
  end if;
  perform private.audit('thread.read', p_lead, jsonb_strip_nulls(jsonb_build_object('artist', p_artist,
    'reason', v_reason, 'reported_by', v_report.side)));
  return jsonb_build_object(
    'reports', coalesce((select jsonb_agg(jsonb_build_object('side', r.side, 'message_id', r.message_id, 'reason', r.reason,
        'created_at', r.created_at) order by r.created_at)
      from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist), '[]'),
    'messages', coalesce((select jsonb_agg(private.message_line(m, null) order by m.position)
      from public.lead_messages m where m.lead_id = p_lead and m.artist_id = p_artist), '[]'));
end
$$;
comment on function private.admin_read_conversation(uuid, uuid, text) is
  'A whole conversation for an admin: after a report, or with a reason of at least 10 characters; each reading is kept in the audit log.';

create function private.conversation_summaries(p_leads uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('lead_id', a.lead_id, 'artist_id', a.artist_id, 'state', a.state, 'reported', t.reported,
      'answered', a.answered_at is not null, 'at', greatest(a.created_at, a.updated_at, (
        select max(m.created_at) from public.lead_messages m where m.lead_id = a.lead_id and m.artist_id = a.artist_id)),
      'unread', case when t.reported then 0 else (
        select count(*) from public.lead_messages m
        where m.lead_id = a.lead_id and m.artist_id = a.artist_id and m.sender <> t.side
          and m.position > case t.side when 'client' then a.client_read else a.artist_read end) end))
    from private.own_conversations() t join public.lead_assignments a on a.lead_id = t.lead_id and a.artist_id = t.artist_id
    where a.lead_id = any (p_leads)), '[]');
end
$$;
comment on function private.conversation_summaries(uuid[]) is
  'State, whether the artist has answered, last activity and number of unread messages of the caller''s conversations about these requests; none unread of those that they have reported.';

create function public.read_conversation(p_lead uuid, p_artist uuid, p_before bigint default null, p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.read_conversation(p_lead, p_artist, p_before, p_token)
$$;
comment on function public.read_conversation(uuid, uuid, bigint, text) is
  'A conversation: {side, reported, open, state, seen_at, client_read, artist_read, messages, earlier, events}; older messages with p_before.';

create function public.mark_conversation_read(p_lead uuid, p_artist uuid, p_position bigint, p_token text default null) returns void
  language sql security invoker set search_path = '' as $$
  select private.mark_conversation_read(p_lead, p_artist, p_position, p_token)
$$;
comment on function public.mark_conversation_read(uuid, uuid, bigint, text) is 'The caller has seen a conversation up to a message; the other side sees that.';

create function public.report_message(p_message uuid, p_reason text default null, p_token text default null) returns void
  language sql security invoker set search_path = '' as $$
  select private.report_message(p_message, p_reason, p_token)
$$;
comment on function public.report_message(uuid, text, text) is
  'Reports a message of the other side, which hides the conversation from the caller and tells admins.';

create function public.admin_read_conversation(p_lead uuid, p_artist uuid, p_reason text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.admin_read_conversation(p_lead, p_artist, p_reason)
$$;
comment on function public.admin_read_conversation(uuid, uuid, text) is
  'A conversation for admins, after a report or with a reason: {reports, messages}. Each reading is audited.';

create function public.conversation_summaries(p_leads uuid[]) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.conversation_summaries(p_leads)
$$;
comment on function public.conversation_summaries(uuid[]) is
  'The caller''s conversations about these requests: [{lead_id, artist_id, state, answered, at, unread, reported}].';

-- Who may call what.
grant execute on function
  private.read_conversation(uuid, uuid, bigint, text), private.mark_conversation_read(uuid, uuid, bigint, text),
  private.report_message(uuid, text, text), public.read_conversation(uuid, uuid, bigint, text),
  public.mark_conversation_read(uuid, uuid, bigint, text), public.report_message(uuid, text, text)
  to anon, authenticated;
grant execute on function
  private.my_conversations(), private.admin_read_conversation(uuid, uuid, text), private.conversation_summaries(uuid[]),
  public.admin_read_conversation(uuid, uuid, text), public.conversation_summaries(uuid[])
  to authenticated;
-- Pictures in messages. A message is stored first and says how many pictures belong to it; then each
-- goes into a private bucket, under a name that only this message has: {request}/{artist}/{sha256, in hex}/{0-3}.webp.
-- The hash is that of the message's idempotency key, the secret of whoever sends it: nobody else can know a name before
-- there is something under it. A name ends in .webp whatever its type is, so that a message alone tells where its
-- pictures are; browsers that cannot write WebP send JPEG.
create function private.picture_names(p_lead uuid, p_artist uuid, p_key uuid, p_pictures int) returns setof text
  language sql stable rows 4 set search_path = '' as $$
  select concat_ws('/', p_lead, p_artist, encode(private.token_hash(p_key::text), 'hex'), n || '.webp')
  from generate_series(0, p_pictures - 1) n
$$;
comment on function private.picture_names(uuid, uuid, uuid, int) is 'Under which names the pictures of a message are stored, in their order.';

-- Who has the link of a request and no account says so in a header: storage services take nothing else along that a
-- policy could read, and a header stands in no address and no log of theirs. They set request.headers for policies as
-- PostgREST does for functions.
create function private.request_header(p_name text) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb ->> p_name;
end
$$;
comment on function private.request_header(text) is 'A header of the running request, by its name in small letters.';

create function private.request_by_token(p_token text) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select k.lead_id from private.request_links k
    join public.lead_contacts c on c.lead_id = k.lead_id
    where k.token_hash = private.token_hash(p_token) and k.revoked_at is null and k.expires_at > private.clock());
end
$$;
comment on function private.request_by_token(text) is 'The request that a token opens; null for everything else.';

create function private.conversations_i_read() returns table (lead_id uuid, artist_id uuid, side text)
  language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query select t.lead_id, t.artist_id, t.side from private.my_conversations() t;
  return query
    select a.lead_id, a.artist_id, 'client' from public.lead_assignments a join public.lead_records l on l.id = a.lead_id and not l.held
    where a.lead_id = private.request_by_token(private.request_header('x-request-token'))
      and not exists (
        select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = 'client');
  if private.is_admin() then
    -- What they have read by `admin_read_conversation`, which asks for a report or a reason and keeps both.
    return query
      select distinct e.subject, (e.detail ->> 'artist')::uuid, 'admin' from private.audit_log e
      where e.actor = auth.uid() and e.action = 'thread.read' and e.at > now() - interval '1 hour';
  end if;
end
$$;
comment on function private.conversations_i_read() is
  'The conversations whose pictures the caller sees: their own, those of the request whose token is in the header x-request-token, and for an admin those that they have read within the hour.';

create function private.message_of_picture(p_name text) returns public.lead_messages
  language plpgsql stable security definer set search_path = '' as $$
declare
  c_uuid constant text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  v_message public.lead_messages;
begin
  if p_name !~ concat('^', c_uuid, '/', c_uuid, '/[0-9a-f]{64}/[0-3]\.webp$') then return null; end if;
  select m.* into v_message from public.lead_messages m join private.message_keys k on k.message_id = m.id
    where m.lead_id = split_part(p_name, '/', 1)::uuid and m.artist_id = split_part(p_name, '/', 2)::uuid and m.pictures > 0
      and p_name in (select private.picture_names(m.lead_id, m.artist_id, k.idempotency_key, m.pictures));
  return v_message;
end
$$;
comment on function private.message_of_picture(text) is 'The message that has said that it has a picture of this name; null where there is none.';

create function private.may_add_picture(p_bucket text, p_name text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_message public.lead_messages;
begin
  if p_bucket <> 'message-pictures' then return false; end if;
  v_message := private.message_of_picture(p_name);
  return exists (
      select from private.conversations_i_read() t
      where t.lead_id = v_message.lead_id and t.artist_id = v_message.artist_id and t.side = v_message.sender)
    and not exists (
      select from private.conversation_reports r where r.lead_id = v_message.lead_id and r.artist_id = v_message.artist_id);
end
$$;
comment on function private.may_add_picture(text, text) is
  'Whether the caller has sent the message that this picture belongs to, in a conversation that nobody has reported.';

-- Nobody writes over a picture, moves it or takes it away: it goes with its message.
create policy message_pictures_select on storage.objects for select to anon, authenticated using (
  bucket_id = 'message-pictures'
  and (split_part(name, '/', 1), split_part(name, '/', 2)) in (
    select t.lead_id::text, t.artist_id::text from private.conversations_i_read() t));
create policy message_pictures_insert on storage.objects for insert to anon, authenticated with check (
  private.may_add_picture(bucket_id, name));

-- Storage services write later and as themselves (0140_uploads.sql): the message may have been erased meanwhile.
create function private.keep_expected_pictures() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket_id <> 'message-pictures' then return new; end if;
  perform from public.lead_messages m where m.id = (private.message_of_picture(new.name)).id for key share;
  if not found then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_expected_pictures() is 'Refuses pictures that no message expects, whoever writes the row.';

create trigger objects_expected before insert or update of bucket_id, name on storage.objects
  for each row execute function private.keep_expected_pictures();

create function private.delete_message_pictures() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- As in `private.delete_uploads`.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
    using private.message_keys k, private.picture_names(old.lead_id, old.artist_id, k.idempotency_key, old.pictures) n
    where k.message_id = old.id and o.bucket_id = 'message-pictures' and o.name = n;
  perform set_config('storage.allow_delete_query', 'false', true);
  return old;
end
$$;
comment on function private.delete_message_pictures() is 'Pictures go with their messages, whatever takes these away.';

-- Before: the key goes with the message. Few have pictures.
create trigger lead_messages_delete_message_pictures before delete on public.lead_messages
  for each row when (old.pictures > 0) execute function private.delete_message_pictures();

create function private.send_message(
  p_lead uuid, p_artist uuid, p_body text, p_key uuid, p_token text, p_pictures int, p_stage text
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_body text := coalesce(private.clean(p_body), '');
  v_pictures int := coalesce(p_pictures, 0);
  v_withdrawn timestamptz;
  v_message public.lead_messages;
begin
  if v_pictures > 4 then perform private.fail('pictures_too_many'); end if;
  if v_body = '' and v_pictures <= 0 then perform private.fail('message_required'); end if;
  if char_length(v_body) > 2000 then perform private.fail('message_too_long'); end if;
  if p_key is null or v_pictures < 0
     or (p_stage is not null
       and (v_side <> 'artist' or v_pictures = 0 or p_stage not in ('before', 'outline', 'painting', 'done'))) then
    perform private.fail('invalid_input');
  end if;
  -- A twin waits here until the first one is done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  select m.* into v_message from private.message_keys k join public.lead_messages m on m.id = k.message_id
    where k.lead_id = p_lead and k.artist_id = p_artist and k.sender = v_side and k.idempotency_key = p_key;
  if found then
    if (v_message.body, v_message.pictures, v_message.stage) is distinct from (v_body, v_pictures, p_stage) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.message_line(v_message, v_side) || '{"replayed": true}';
  end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  if exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist) then
    perform private.fail('move_refused');
  end if;
  if p_stage is not null and not private.is_chosen(p_lead, p_artist) then perform private.fail('move_refused'); end if;
  if v_pictures > 0 and v_pictures + (
      select coalesce(sum(m.pictures), 0) from public.lead_messages m
      where m.lead_id = p_lead and m.artist_id = p_artist and m.sender = v_side and m.pictures > 0) > 100 then
    perform private.fail('pictures_full');
  end if;
  perform private.rate_limit('message', concat_ws(':', p_lead, p_artist, v_side), private.setting_int('message_limit'), interval '10 minutes');
  perform private.move_assignment(p_lead, p_artist, 'write', v_side);
  insert into public.lead_messages (lead_id, artist_id, sender, body, pictures, stage)
    values (p_lead, p_artist, v_side, v_body, v_pictures, p_stage) returning * into v_message;
  insert into private.message_keys (message_id, lead_id, artist_id, sender, idempotency_key)
    values (v_message.id, p_lead, p_artist, v_side, p_key);
  -- Whoever answers has read what is above.
  update public.lead_assignments a
    set client_read = case when v_side = 'client' then v_message.position else a.client_read end,
      artist_read = case when v_side = 'artist' then v_message.position else a.artist_read end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  perform private.notify_of_message(v_message);
  return private.message_line(v_message, v_side) || '{"replayed": false}';
end
$$;
comment on function private.send_message(uuid, uuid, text, uuid, text, int, text) is
  'Stores one message of either side, once for each key; the first one of an artist is an answer (design, section 7). Its pictures follow.';

create function public.send_message(
  p_lead uuid, p_artist uuid, p_body text, p_key uuid, p_token text default null, p_pictures int default 0,
  p_stage text default null
) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.send_message(p_lead, p_artist, p_body, p_key, p_token, p_pictures, p_stage)
$$;
comment on function public.send_message(uuid, uuid, text, uuid, text, int, text) is
  'Sends a message to the other side of a request: {id, position, artist_id, sender, body, created_at, stage, key, pictures: [{path, arrived}], replayed}. p_key makes it safe to repeat; p_pictures says how many pictures follow, each to its path in the bucket message-pictures; p_stage, from the artist of an accepted job alone, puts them into its diary.';

-- Lists show which conversations their reader has reported, instead of nothing at all.
create function private.own_conversations() returns table (lead_id uuid, artist_id uuid, side text, reported boolean)
  language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id, a.artist_id, s.side, exists (
      select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = s.side)
    from (
      select l.id, 'client' as side, null::uuid as artist from public.lead_records l
        where l.created_by_user = auth.uid() and not l.held
      union all
      select mine, 'artist', v_artist from private.requests_assigned_to_me() mine
    ) s
    join public.lead_assignments a on a.lead_id = s.id and (s.artist is null or a.artist_id = s.artist);
end
$$;
comment on function private.own_conversations() is
  'The conversations that the caller takes part in with their account, on which side, and whether that side has reported them.';

-- What changes without another state is a line in the conversation too, and in the audit log: a proposal that is
-- changed, and a painted wall that the other side confirms. The state before tells each from the first of its kind.
create function private.note_same_state(p_lead uuid, p_artist uuid, p_event text, p_actor text, p_state text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  insert into public.assignment_events (lead_id, artist_id, actor, event, state) values (p_lead, p_artist, p_actor, p_event, p_state);
  perform private.audit('lead.moved', p_lead, jsonb_build_object('artist', p_artist, 'event', p_event, 'by', p_actor,
    'from', p_state, 'to', p_state));
end
$$;
comment on function private.note_same_state(uuid, uuid, text, text, text) is
  'Leaves the line and the entry that private.move_assignment leaves of another state.';

create function private.note_changed_proposal() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_same_state(new.lead_id, new.artist_id, 'propose', 'artist', 'proposed');
  return null;
end
$$;
comment on function private.note_changed_proposal() is 'Another proposal took the place of this one.';

create function private.note_confirmed() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_same_state(new.lead_id, new.artist_id, 'complete',
    case new.completed_by when 'artist' then 'client' when 'client' then 'artist'
      else case when new.artist_id = private.my_artist_id() then 'artist' else 'client' end end, new.state);
  return null;
end
$$;
comment on function private.note_confirmed() is 'Whoever did not say that the wall is painted says so too.';

create trigger lead_assignments_note_confirmed after update of confirmed_at on public.lead_assignments
  for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function private.note_confirmed();

-- Who may call what.
grant execute on function
  private.conversations_i_read(), private.may_add_picture(text, text),
  private.send_message(uuid, uuid, text, uuid, text, int, text), public.send_message(uuid, uuid, text, uuid, text, int, text)
  to anon, authenticated;
-- What an artist offers, and what becomes of it: proposed, accepted by whoever asked, declined,
-- expired, closed, painted. Whole US dollars; nothing here takes money.
create table public.proposals (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null,
  artist_id uuid not null,
  low int not null check (low between 1 and 1000000),
  -- The same as low for one price.
  high int not null check (high between 1 and 1000000),
  starts_on date not null,
  days int not null check (days between 1 and 365),
  included text[] not null default '{}' check (included <@ '{lift,primer,coating,permits,design}'::text[]),
  message text check (char_length(message) between 1 and 2000),
  valid_until date not null,
  state text not null default 'open' check (state in ('open', 'replaced', 'withdrawn', 'accepted', 'passed', 'declined')),
  created_at timestamptz not null default now(),
  preset text check (preset in ('halves', 'quarters', 'thirds', 'design_fee')),
  check (low <= high),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
alter table public.proposals enable row level security;
comment on table public.proposals is 'What artists offer for a request. A change is a new row, and the one before is kept as replaced.';
grant select on public.proposals to authenticated;
grant all on public.proposals to service_role;
create index proposals_thread_idx on public.proposals (lead_id, artist_id);
create unique index proposals_open_idx on public.proposals (lead_id, artist_id) where state in ('open', 'accepted');
create unique index proposals_accepted_idx on public.proposals (lead_id) where state = 'accepted';

create table private.proposal_keys (
  proposal_id uuid primary key references public.proposals (id) on delete cascade,
  lead_id uuid not null,
  artist_id uuid not null,
  idempotency_key uuid not null,
  unique (lead_id, artist_id, idempotency_key)
);
alter table private.proposal_keys enable row level security;
comment on table private.proposal_keys is 'The key that each proposal was sent with: it keeps one from being stored twice.';

create policy proposals_select on public.proposals for select to authenticated using (
  (select private.is_admin()) or (lead_id, artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t));

create function private.mail_client(p_kind text, p_key text, p_lead uuid, p_artist uuid) returns void
  language sql security definer set search_path = '' as $$
  select private.write_mail(p_kind, p_key, l.created_by_user, c.email, p_lead, p_artist,
    jsonb_build_object('link', private.request_path(private.request_token(p_lead))))
  from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
  where l.id = p_lead and not l.held
$$;
comment on function private.mail_client(text, text, uuid, uuid) is 'Tells whoever asked about one artist, with the link of their request.';

create function private.mail_artist(p_kind text, p_key text, p_lead uuid, p_artist uuid) returns void
  language sql security definer set search_path = '' as $$
  select private.write_mail(p_kind, p_key, a.user_id, null, p_lead, p_artist)
  from public.artists a where a.id = p_artist and a.user_id is not null
$$;
comment on function private.mail_artist(text, text, uuid, uuid) is 'Tells an artist about one of their leads.';

create function private.own_assignment(p_lead uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  v_withdrawn timestamptz;
begin
  if p_lead is null or not exists (select from private.requests_assigned_to_me() mine where mine = p_lead) then
    perform private.fail('not_allowed');
  end if;
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  return private.my_artist_id();
end
$$;
comment on function private.own_assignment(uuid) is
  'The calling artist, who has this lead; it is locked for a change. Refuses a withdrawn one, and everybody else.';

create function private.check_proposal(p_low int, p_high int, p_starts_on date, p_days int, p_included text[], p_message text, p_valid_until date)
  returns void
  language plpgsql stable set search_path = '' as $$
declare
  -- Today has not ended everywhere.
  v_today date := (private.clock() - interval '12 hours')::date;
begin
  if p_low is null or p_high is null or p_low < 1 or p_high > 1000000 or p_low > p_high then perform private.fail('price_invalid'); end if;
  if p_starts_on is null or p_starts_on < v_today or p_starts_on > v_today + 1100 then perform private.fail('start_invalid'); end if;
  if p_days is null or p_days not between 1 and 365 then perform private.fail('days_invalid'); end if;
  if p_included is null or not p_included <@ '{lift,primer,coating,permits,design}'::text[] then
    perform private.fail('invalid_input', 'included');
  end if;
  if char_length(p_message) > 2000 then perform private.fail('message_too_long', 'message'); end if;
  if p_valid_until is null or p_valid_until < v_today or p_valid_until > v_today + 366 then perform private.fail('valid_until_invalid'); end if;
end
$$;
comment on function private.check_proposal(int, int, date, int, text[], text, date) is 'The rules of a proposal, in the order of its form.';

create function private.send_proposal(p_lead uuid, p_low int, p_high int, p_starts_on date, p_days int, p_message text,
  p_valid_until date, p_key uuid, p_included text[], p_preset text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_high int := coalesce(p_high, p_low);
  v_message text := private.clean_or_null(p_message);
  v_included text[];
  v_proposal public.proposals;
begin
  select coalesce(array_agg(distinct x order by x), '{}') into v_included from unnest(p_included) x;
  if p_key is null then perform private.fail('invalid_input'); end if;
  select p.* into v_proposal from private.proposal_keys k join public.proposals p on p.id = k.proposal_id
    where k.lead_id = p_lead and k.artist_id = v_artist and k.idempotency_key = p_key;
  if found then
    if (v_proposal.low, v_proposal.high, v_proposal.starts_on, v_proposal.days, v_proposal.message, v_proposal.valid_until, v_proposal.included, v_proposal.preset)
       is distinct from (p_low, v_high, p_starts_on, p_days, v_message, p_valid_until, v_included, p_preset) then
      perform private.fail('idempotency_conflict');
    end if;
    return jsonb_build_object('id', v_proposal.id, 'replayed', true);
  end if;
  if p_preset <> all ('{halves,quarters,thirds,design_fee}') then perform private.fail('invalid_input', 'preset'); end if;
  perform private.check_proposal(p_low, v_high, p_starts_on, p_days, v_included, v_message, p_valid_until);
  perform private.move_assignment(p_lead, v_artist, 'propose', 'artist');
  update public.proposals p set state = 'replaced' where p.lead_id = p_lead and p.artist_id = v_artist and p.state = 'open';
  insert into public.proposals (lead_id, artist_id, low, high, starts_on, days, included, message, preset, valid_until)
    values (p_lead, v_artist, p_low, v_high, p_starts_on, p_days, v_included, v_message, p_preset, p_valid_until)
    returning * into v_proposal;
  insert into private.proposal_keys (proposal_id, lead_id, artist_id, idempotency_key)
    values (v_proposal.id, p_lead, v_artist, p_key);
  perform private.mail_client('request_proposal', v_proposal.id::text, p_lead, v_artist);
  return jsonb_build_object('id', v_proposal.id, 'replayed', false);
end
$$;
comment on function private.send_proposal(uuid, int, int, date, int, text, date, uuid, text[], text) is
  'Makes the calling artist''s proposal for a lead, or changes it until it is accepted; once for each key.';

create function private.withdraw_proposal(p_proposal uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_proposal public.proposals;
begin
  select * into v_proposal from public.proposals p where p.id = p_proposal and p.artist_id = private.my_artist_id();
  if not found then perform private.fail('not_allowed'); end if;
  perform private.own_assignment(v_proposal.lead_id);
  select * into v_proposal from public.proposals p where p.id = p_proposal;
  if v_proposal.state = 'withdrawn' then return; end if;
  if v_proposal.state <> 'open' then perform private.fail('proposal_changed'); end if;
  perform private.move_assignment(v_proposal.lead_id, v_proposal.artist_id, 'retract', 'artist');
  update public.proposals p set state = 'withdrawn' where p.id = p_proposal;
end
$$;
comment on function private.withdraw_proposal(uuid) is 'Takes the calling artist''s proposal back, until it is accepted. Again changes nothing.';

create function private.pass_others(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid;
begin
  for v_artist in
    select a.artist_id from public.lead_assignments a
    join private.assignment_moves m on m.event = 'pass' and m.actor = 'system' and m.state = a.state
    where a.lead_id = p_lead and a.artist_id <> p_artist order by a.artist_id
  loop
    perform private.move_assignment(p_lead, v_artist, 'pass', 'system');
    perform private.mail_artist('lead_passed', p_lead || ':' || v_artist, p_lead, v_artist);
  end loop;
  update public.proposals p set state = 'passed' where p.lead_id = p_lead and p.artist_id <> p_artist and p.state = 'open';
end
$$;
comment on function private.pass_others(uuid, uuid) is 'One artist was chosen: everybody else who could still have been is told.';

create function private.accept_proposal(p_proposal uuid, p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_proposal public.proposals;
  v_withdrawn timestamptz;
begin
  select * into v_proposal from public.proposals p where p.id = p_proposal;
  if not found then perform private.fail(case when p_token is null then 'not_allowed' else 'link_refused' end); end if;
  if private.conversation_side(v_proposal.lead_id, v_proposal.artist_id, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  -- Of two presses at the same instant the second waits here, and finds what the first has done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = v_proposal.lead_id for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  select * into v_proposal from public.proposals p where p.id = p_proposal;
  if v_proposal.state <> 'accepted' then
    if exists (select from public.proposals p where p.lead_id = v_proposal.lead_id and p.state = 'accepted') then
      perform private.fail('proposal_taken');
    end if;
    if v_proposal.state <> 'open' then perform private.fail('proposal_changed'); end if;
    if v_proposal.valid_until < (private.clock() - interval '12 hours')::date then perform private.fail('proposal_expired'); end if;
    perform private.move_assignment(v_proposal.lead_id, v_proposal.artist_id, 'accept', 'client');
    update public.proposals p set state = 'accepted' where p.id = p_proposal;
    perform private.pass_others(v_proposal.lead_id, v_proposal.artist_id);
    perform private.mail_artist('lead_accepted', p_proposal::text, v_proposal.lead_id, v_proposal.artist_id);
  end if;
  return private.request_data(v_proposal.lead_id);
end
$$;
comment on function private.accept_proposal(uuid, text) is
  'Whoever asked chooses one proposal: the other artists are told at once, and both sides see each other''s contact. Again changes nothing.';

create function private.decline_proposal(p_proposal uuid, p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_proposal public.proposals;
begin
  select * into v_proposal from public.proposals p where p.id = p_proposal;
  if not found then perform private.fail(case when p_token is null then 'not_allowed' else 'link_refused' end); end if;
  if private.conversation_side(v_proposal.lead_id, v_proposal.artist_id, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  perform from public.lead_records l where l.id = v_proposal.lead_id for no key update;
  select * into v_proposal from public.proposals p where p.id = p_proposal;
  if v_proposal.state <> 'declined' then
    if v_proposal.state <> 'open' then perform private.fail('proposal_changed'); end if;
    perform private.move_assignment(v_proposal.lead_id, v_proposal.artist_id, 'turn_down', 'client');
    update public.proposals p set state = 'declined' where p.id = p_proposal;
    perform private.mail_artist('lead_proposal_declined', p_proposal::text, v_proposal.lead_id, v_proposal.artist_id);
  end if;
  return private.request_data(v_proposal.lead_id);
end
$$;
comment on function private.decline_proposal(uuid, text) is
  'Whoever asked says no to one proposal: its artist is told, and both can go on talking. Again changes nothing.';

create function private.decline_lead(p_lead uuid, p_reason text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_reason text := private.clean_or_null(p_reason);
begin
  if v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  -- An answer that was lost.
  if exists (select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = v_artist and a.state = 'declined') then
    return 'declined';
  end if;
  perform private.move_assignment(p_lead, v_artist, 'decline', 'artist', v_reason);
  update public.proposals p set state = 'withdrawn' where p.lead_id = p_lead and p.artist_id = v_artist and p.state = 'open';
  perform private.mail_client('request_declined', p_lead || ':' || v_artist, p_lead, v_artist);
  return 'declined';
end
$$;
comment on function private.decline_lead(uuid, text) is 'The calling artist says no to a lead, with a reason that whoever asked sees. Again changes nothing.';

create function private.complete_request(p_lead uuid, p_artist uuid, p_token text, p_event text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_row public.lead_assignments;
  v_withdrawn timestamptz;
  v_claimed boolean;
  -- A wall may be said to be painted more than once: each time is news.
  v_key text := concat_ws(':', p_lead, p_artist, private.clock());
begin
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  select * into v_row from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist;
  v_claimed := v_row.state = 'completed' and v_row.confirmed_at is null and v_row.completed_by is distinct from v_side;
  -- Whoever was asked may say no, until they have said yes or two weeks are over.
  -- Whoever said so may take it back until the other has agreed, or a review tells of it.
  if p_event = 'undo_complete' and (v_row.completed_by is distinct from v_side or v_row.confirmed_at is not null
      or v_row.completed_at < private.clock() - interval '14 days' or exists (
        select from private.review_checks c where c.lead_id = p_lead and c.artist_id = p_artist)) then
    perform private.fail('move_refused');
  end if;
  if p_event = 'dispute' and (v_row.completed_by is not distinct from v_side or v_row.confirmed_at is not null
      or v_row.completed_at < private.clock() - interval '14 days') then
    perform private.fail('move_refused');
  end if;
  perform private.move_assignment(p_lead, p_artist, p_event, v_side);
  case
    when p_event = 'undo_complete' then
      delete from private.mails m where m.kind in ('lead_completed', 'request_completed') and m.lead_id = p_lead
        and m.artist_id = p_artist and m.state = 'waiting' and m.attempts = 0;
      update public.notices n set read_at = now() where n.kind in ('lead_completed', 'request_completed') and n.lead_id = p_lead
        and n.artist_id = p_artist and n.read_at is null;
    when p_event = 'dispute' and v_side = 'client' then perform private.mail_artist('lead_disputed', v_key, p_lead, p_artist);
    when p_event = 'dispute' then perform private.mail_client('request_disputed', v_key, p_lead, p_artist);
    when v_claimed and v_side = 'client' then perform private.mail_artist('lead_agreed', v_key, p_lead, p_artist);
    when v_claimed then perform private.mail_client('request_completed', v_key, p_lead, p_artist);
    when v_row.state <> 'completed' and v_side = 'client' then perform private.mail_artist('lead_completed', v_key, p_lead, p_artist);
    -- Of the first time the move itself has told.
    when v_row.state <> 'completed' and not exists (
        select from private.mails m where m.event = 'request_completed:' || p_lead || ':' || p_artist and m.created_at = now())
      and exists (select from public.assignment_events e
        where e.lead_id = p_lead and e.artist_id = p_artist and e.event in ('dispute', 'undo_complete')) then
      perform private.mail_client('request_completed', v_key, p_lead, p_artist);
    else null;
  end case;
  return (select a.state from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist);
end
$$;
comment on function private.complete_request(uuid, uuid, text, text) is
  'Either side says that the wall is painted (complete), which the other confirms by saying it too, takes that back (undo_complete), or says that it is not (dispute).';

-- Closing takes what is on offer with it.
create function private.close_proposals() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.proposals p set state = 'passed' where p.lead_id = new.id and p.state = 'open';
  return null;
end
$$;
comment on function private.close_proposals() is 'A request was closed: nothing can be accepted any more.';

create trigger lead_records_close_proposals after update of withdrawn_at on public.lead_records
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function private.close_proposals();

create function private.expire_assignments() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid;
  v_artist uuid;
begin
  for v_lead in
    select l.id from public.lead_records l
    where l.id in (select r.lead_id from private.reminders r where r.kind = 'expiry' and r.due_at <= private.clock() order by r.due_at limit 100)
    for no key update skip locked
  loop
    for v_artist in
      with due as (
        delete from private.reminders r where r.lead_id = v_lead and r.kind = 'expiry' and r.due_at <= private.clock() returning r.artist_id)
      select d.artist_id from due d where d.artist_id in (select private.artists_without_answer(v_lead)) order by 1
    loop
      perform private.move_assignment(v_lead, v_artist, 'expire', 'system');
      perform private.mail_client('request_expired', v_lead || ':' || v_artist, v_lead, v_artist);
      perform private.mail_artist('lead_expired', v_lead || ':' || v_artist, v_lead, v_artist);
    end loop;
  end loop;
end
$$;
comment on function private.expire_assignments() is
  'Ends what artists left without any answer for 7 days, of up to 100 leads. One look at an index when nothing is due.';

create function private.proposal_line(p_proposal public.proposals) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return to_jsonb(p_proposal) - 'lead_id';
end
$$;
comment on function private.proposal_line(proposals) is 'A proposal as both sides see it.';

create function public.send_proposal(p_lead uuid, p_low int, p_high int, p_starts_on date, p_days int, p_message text,
  p_valid_until date, p_key uuid, p_included text[] default '{}', p_preset text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.send_proposal(p_lead, p_low, p_high, p_starts_on, p_days, p_message, p_valid_until, p_key, p_included, p_preset)
$$;
comment on function public.send_proposal(uuid, int, int, date, int, text, date, uuid, text[], text) is
  'Makes or changes the calling artist''s proposal for a lead: {id, replayed}. p_key makes it safe to repeat; without p_high it is one price. p_preset says how it is to be paid.';

create function public.withdraw_proposal(p_proposal uuid) returns void
  language sql security invoker set search_path = '' as $$
  select private.withdraw_proposal(p_proposal)
$$;
comment on function public.withdraw_proposal(uuid) is 'Takes a proposal of the calling artist back.';

create function public.accept_proposal(p_proposal uuid, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.accept_proposal(p_proposal, p_token)
$$;
comment on function public.accept_proposal(uuid, text) is 'Accepts one proposal of a request; answers as track_request.';

create function public.decline_proposal(p_proposal uuid, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.decline_proposal(p_proposal, p_token)
$$;
comment on function public.decline_proposal(uuid, text) is 'Says no to one proposal of a request; answers as track_request.';

create function public.decline_lead(p_lead uuid, p_reason text) returns text
  language sql security invoker set search_path = '' as $$
  select private.decline_lead(p_lead, p_reason)
$$;
comment on function public.decline_lead(uuid, text) is 'The calling artist declines a lead, with a reason.';

create function public.complete_request(p_lead uuid, p_artist uuid, p_token text default null) returns text
  language sql security invoker set search_path = '' as $$
  select private.complete_request(p_lead, p_artist, p_token, 'complete')
$$;
comment on function public.complete_request(uuid, uuid, text) is 'One side says that the wall is painted; the other confirms by saying it too.';

create function public.dispute_completion(p_lead uuid, p_artist uuid, p_token text default null) returns text
  language sql security invoker set search_path = '' as $$
  select private.complete_request(p_lead, p_artist, p_token, 'dispute')
$$;
comment on function public.dispute_completion(uuid, uuid, text) is 'The side that was asked says that the wall is not painted yet.';

create function public.undo_completion(p_lead uuid, p_artist uuid, p_token text default null) returns text
  language sql security invoker set search_path = '' as $$
  select private.complete_request(p_lead, p_artist, p_token, 'undo_complete')
$$;
comment on function public.undo_completion(uuid, uuid, text) is
  'The side that said that the wall is painted takes it back, until the other has agreed.';

create trigger proposals_note_changed after update of state on public.proposals
  for each row when (old.state = 'open' and new.state = 'replaced') execute function private.note_changed_proposal();

-- Who may call what.
grant execute on function
  private.accept_proposal(uuid, text), private.complete_request(uuid, uuid, text, text),
  private.decline_proposal(uuid, text),
  public.accept_proposal(uuid, text), public.decline_proposal(uuid, text), public.complete_request(uuid, uuid, text),
  public.dispute_completion(uuid, uuid, text), public.undo_completion(uuid, uuid, text)
  to anon, authenticated;
grant execute on function
  private.send_proposal(uuid, int, int, date, int, text, date, uuid, text[], text), private.withdraw_proposal(uuid),
  private.decline_lead(uuid, text), public.send_proposal(uuid, int, int, date, int, text, date, uuid, text[], text),
  public.withdraw_proposal(uuid), public.decline_lead(uuid, text)
  to authenticated;
-- Numbers of cards and bank accounts, which no text about a payment may have.
create function private.check_digits_fit(p_digits text, p_luhn boolean) returns boolean
  language sql immutable set search_path = '' as $$
  select sum(case
      when not p_luhn then d.digit::int * (array[3, 7, 1])[(d.at - 1) % 3 + 1]
      when (char_length(p_digits) - d.at) % 2 = 0 then d.digit::int
      else d.digit::int * 2 - case when d.digit > '4' then 9 else 0 end end) % 10 = 0
  from string_to_table(p_digits, null) with ordinality d (digit, at)
$$;
comment on function private.check_digits_fit(text, boolean) is
  'Whether digits end in their check digit: of cards (Luhn), else of routing numbers and CLABE.';

create function private.has_checked_number(p_text text) returns boolean
  language plpgsql immutable set search_path = '' as $$
declare
  v_found text[][] := (
    select array_agg(array[f.pair[1], f.pair[2]] order by f.at)
    from regexp_matches(p_text, '([^0-9]*)([0-9]+)', 'g') with ordinality f (pair, at));
  v_digits text;
  v_shape text;
  v_last int;
begin
  for v_from in 1 .. coalesce(array_length(v_found, 1), 0) loop
    v_digits := '';
    v_shape := null;
    for v_at in v_from .. array_length(v_found, 1) loop
      exit when char_length(v_digits) >= 19
        or v_at > v_from and (char_length(v_found[v_at][1]) > 5 or v_found[v_at][1] ~ '[[:alpha:]]');
      v_digits := v_digits || v_found[v_at][2];
      v_last := char_length(v_found[v_at][2]);
      v_shape := concat_ws('-', v_shape, v_last);
      continue when char_length(v_digits) not between 13 and 19;
      if (v_shape ~ '^(4-6-[45]|6-[0-9]+)$' or v_last <= char_length(v_found[v_from][2]) and v_shape ~ '^([0-9]+)(-\1)*(-[0-9]+)?$')
        and v_digits ~ '^(4[0-9]{12}|4[0-9]{15}|4[0-9]{18}|5[1-5][0-9]{14}|2(22[1-9]|2[3-9][0-9]|[3-6][0-9]{2}|7[01][0-9]|720)[0-9]{12}|3[47][0-9]{13}|3(0[0-5]|[689][0-9])[0-9]{11,16}|35[0-9]{14,17}|(50|5[6-9]|6[0-9])[0-9]{11,17})$'
        and private.check_digits_fit(v_digits, true) then
        return true;
      end if;
      if v_shape ~ '^(18|3-3-11-1|6-6-6|3-3-3-3-3-3)$' and private.check_digits_fit(v_digits, false) then return true; end if;
    end loop;
  end loop;
  return false;
end
$$;
comment on function private.has_checked_number(text) is
  'Whether groups of digits with at most 5 characters between them, none of which is a letter, are a card or a CLABE.';

create function private.is_iban(p_text text) returns boolean
  language sql immutable set search_path = '' as $$
  select char_length(b.bare) >= 15 and (
    select string_agg(case when l.letter ~ '[A-Z]' then (ascii(l.letter) - 55)::text else l.letter end, '' order by l.at)::numeric % 97 = 1
    from string_to_table(substr(b.bare, 5) || left(b.bare, 4), null) with ordinality l (letter, at))
  from (select replace(p_text, ' ', '') as bare) b
$$;
comment on function private.is_iban(text) is 'Whether letters and digits in the form of an IBAN have its check digits.';

create function private.has_account_number(p_text text) returns boolean
  language plpgsql immutable set search_path = '' as $$
declare
  v_text text := private.plain_digits(p_text);
  c_run constant text := '([0-9](?:[ .\u2010-\u2013-]?[0-9]){5,16})';
  v_other text;
begin
  if private.has_checked_number(v_text) then return true; end if;
  -- Links, phones of any country, days, ZIP codes, and numbers of papers.
  v_text := regexp_replace(v_text, 'https?://[^ \t\r\n]+', ';', 'gi');
  foreach v_other in array array[
    '\+[0-9]([ ().\u2010-\u2013-]{0,2}[0-9])*',
    '(?<![0-9])(20[0-9]{2}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[.-][0-9]{1,2}[.-]20[0-9]{2}|20[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01]))(?![0-9])',
    '(?<![0-9-])[0-9]{5}-[0-9]{4}(?![0-9-])|(?<![A-Za-z])(TX|Texas)[ ,.]{1,3}[0-9]{5}[ -]?[0-9]{4}(?![0-9])'] loop
    v_text := regexp_replace(v_text, v_other, ';', 'g');
  end loop;
  v_text := regexp_replace(v_text, '(?<![a-z])(receipt|invoice|inv|permit|order|ticket|check|cheque|confirmation|conf|ref|reference|transaction|box|recibo|factura|folio|permiso|license)s?[ .:#-]*(no|nr|num|number|id)?[ .:#-]*[0-9][0-9-]*', ';', 'gi');
  return exists (
      select from regexp_matches(v_text, '(?<![0-9+])[0-9]{9}(?![0-9])', 'g') r (found)
      where r.found[1] ~ '^(0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)' and private.check_digits_fit(r.found[1], false))
    or exists (
      select from regexp_matches(v_text, '(?<![A-Z0-9])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Z0-9])', 'g') i (found)
      where private.is_iban(i.found[1]))
    or exists (
      select from (
        select n.found[1] as run
        from regexp_matches(v_text, '(?<![a-z])(?:routing|account|acct|a/c|aba|clabe|cuenta)[^0-9+]{0,30}' || c_run || '(?![0-9])', 'gi') n (found)
        union all
        select n.found[1]
        from regexp_matches(v_text, '(?<![0-9+])' || c_run || '[^0-9a-z]{0,3}(?:is |as |= ?)?(?:my |our |the )?(?:bank )?(?:routing|account|acct|aba|clabe|cuenta)(?![a-z])', 'gi') n (found)
      ) named
      -- Not a phone number, by which Zelle finds people.
      where named.run !~ '^(1[ .-]?)?[0-9]{3}[ .\u2010-\u2013-][0-9]{3}[ .\u2010-\u2013-]?[0-9]{4}$'
        and not (char_length(named.run) = 10 and v_text ~* 'zelle|venmo|cash ?app|phone|cell|call|text|whatsapp'));
end
$$;
comment on function private.has_account_number(text) is
  'Whether a text seems to have the number of a card or of a bank account, by check digits or words. src/lib/account-number.ts has the same rule.';
-- What accepted proposals say of the price of a wall. A kind is how much there is to paint (by the style that was asked
-- for) and how large the wall is: what moves a price most of all that a request says.
create function private.style_complexity(p_style text) returns text
  language sql immutable parallel safe set search_path = '' as $$
  select case p_style
    when 'lettering' then 'simple' when 'abstract' then 'graphic' when 'graffiti' then 'graphic'
    when 'nature' then 'realistic' when 'realistic' then 'detailed' end
$$;
comment on function private.style_complexity(text) is
  'How much there is to paint in a style; null where it says nothing. complexityOf of src/features/estimates is the same.';

create function private.size_step(p_area numeric) returns text
  language sql immutable parallel safe set search_path = '' as $$
  select case when p_area <= 100 then 'small' when p_area <= 500 then 'medium' when p_area <= 1000 then 'large' when p_area > 1000 then 'huge' end
$$;
comment on function private.size_step(numeric) is 'The step that an area in square feet ends in. sizeStep of src/features/estimates is the same.';

create function private.wall_area(p_size text) returns numeric
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_sides text[] := regexp_match(private.clean(p_size),
    '^(\d{0,4}(?:\.\d{0,2})?)\s*(?:ft|feet|foot|''|′|’)?\.?\s*(?:x|×|by|\*)\s*(\d{0,4}(?:\.\d{0,2})?)\s*(?:ft|feet|foot|''|′|’)?\.?\s*$', 'i');
begin
  if not v_sides[1] ~ '\d' or not v_sides[2] ~ '\d' then return null; end if;
  if v_sides[1]::numeric between 0.5 and 1000 and v_sides[2]::numeric between 0.5 and 1000 then
    return v_sides[1]::numeric * v_sides[2]::numeric;
  end if;
  return null;
end
$$;
comment on function private.wall_area(text) is
  'The square feet that the text of a size names, such as ''20 x 10 ft''; null for any other. feetOf of src/features/estimates reads the same.';

create table private.wall_prices (
  proposal_id uuid primary key references public.proposals (id) on delete cascade,
  complexity text not null check (complexity in ('simple', 'graphic', 'realistic', 'detailed')),
  size text not null check (size in ('small', 'medium', 'large', 'huge')),
  -- Dollars a square foot, in the middle of what the proposal says.
  foot numeric(12, 4) not null check (foot > 0)
);
alter table private.wall_prices enable row level security;
comment on table private.wall_prices is
  'One accepted proposal each, of a request that says how large the wall is and in which style. Gone with it; read by refresh_estimates alone.';
create index wall_prices_kind_idx on private.wall_prices (complexity, size);

create function private.price_walls() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.wall_prices w using new_rows n where w.proposal_id = n.id and n.state <> 'accepted';
  insert into private.wall_prices (proposal_id, complexity, size, foot)
    select k.id, k.complexity, private.size_step(k.area), (k.low + k.high) / 2.0 / k.area
    from (select n.id, n.low, n.high, private.style_complexity(l.style_preference::text) as complexity, private.wall_area(l.mural_size) as area
          from new_rows n join public.lead_records l on l.id = n.lead_id where n.state = 'accepted') k
    where k.complexity is not null and k.area is not null
    on conflict (proposal_id) do update set complexity = excluded.complexity, size = excluded.size, foot = excluded.foot;
  return null;
end
$$;
comment on function private.price_walls() is
  'Notes what an accepted proposal costs a square foot, in its transaction, and forgets one that is accepted no more.';

create trigger proposals_price_insert after insert on public.proposals referencing new table as new_rows
  for each statement execute function private.price_walls();
create trigger proposals_price_update after update on public.proposals referencing new table as new_rows
  for each statement execute function private.price_walls();

create function private.kinds_of_walls() returns jsonb
  language sql stable security definer set search_path = '' as $$
  -- Once for each artist, and not for each price.
  with artists as materialized (
    select a.artist_id, private.mailboxes_of_artist(a.artist_id) as mailboxes
    from (select distinct p.artist_id from private.wall_prices x join public.proposals p on p.id = x.proposal_id) a)
  select coalesce(jsonb_agg(jsonb_build_object('complexity', k.complexity, 'size', k.size,
      'low', greatest(1, round(k.low)), 'high', greatest(1, round(k.high)), 'walls', k.walls) order by k.complexity, k.size), '[]')
  from (
    select w.complexity, w.size, count(*) as walls,
      percentile_cont(0.1) within group (order by w.foot)::numeric as low,
      percentile_cont(0.9) within group (order by w.foot)::numeric as high
    from (
      select x.*, p.artist_id, s.address_hash,
        row_number() over (partition by x.complexity, x.size, p.artist_id order by p.created_at desc, p.id) as of_artist,
        row_number() over (partition by x.complexity, x.size, s.address_hash order by p.created_at desc, p.id) as of_client
      from private.wall_prices x
      join public.proposals p on p.id = x.proposal_id
      join artists a on a.artist_id = p.artist_id
      join private.request_senders s on s.lead_id = p.lead_id and s.proven_at is not null and s.address_hash <> all (a.mailboxes)) w
    -- No one person is most of a kind.
    where w.of_artist <= 6 and w.of_client <= 2
    group by w.complexity, w.size
    having count(*) >= 20 and count(distinct w.artist_id) >= 5 and count(distinct w.address_hash) >= 10) k
$$;
comment on function private.kinds_of_walls() is
  'Kinds of walls with at least 20 accepted proposals, by at least 5 artists and to at least 10 proven clients, of each artist the last 6 and of each client the last 2: the 10th to the 90th percentile of a square foot.';

create function public.refresh_estimates() returns boolean
  language sql volatile security invoker set search_path = '' as $$
  with changed as (
    update public.estimate_rates r set walls = k.walls from (select private.kinds_of_walls() as walls) k
    where r.walls <> k.walls returning 1)
  select exists (select from changed)
$$;
comment on function public.refresh_estimates() is
  'Brings what accepted proposals say into the rates of estimates, so that the outbox tells the pages; whether it is something else now. Asked for by the publisher, so that accepting waits for nobody else''s acceptance.';

-- Who may call what.
grant execute on function
  private.kinds_of_walls(), public.refresh_estimates()
  to service_role;
-- What an artist and a client agree on before the work begins: offered by the artist, signed by both. Versions and
-- signatures are only added. Whoever wants other terms gets a new version, which nobody has signed yet.
create table private.agreement_moves (
  event text not null check (event ~ '^[a-z]+(_[a-z]+)*$'),
  actor text not null check (actor in ('client', 'artist', 'system')),
  state text not null,
  becomes text not null,
  primary key (event, actor, state)
);
alter table private.agreement_moves enable row level security;
comment on table private.agreement_moves is
  'What each event makes of the state of an agreement, and who may cause it; what is not in it is refused. src/features/agreements/agreement-states.ts has the same.';

insert into private.agreement_moves (event, actor, state, becomes)
select m.event, a, s, m.becomes from (values
  ('offer', '{artist}'::text[], '{draft,offered,change_asked,signed_by_one}'::text[], 'offered'),
  ('offer', '{artist}', '{in_force,amending}', 'amending'),
  ('take_back', '{artist}', '{offered,change_asked,signed_by_one}', 'draft'),
  ('take_back', '{artist}', '{amending}', 'in_force'),
  ('ask_change', '{client}', '{offered,change_asked,signed_by_one}', 'change_asked'),
  ('ask_change', '{client}', '{amending}', 'amending'),
  ('sign', '{artist,client}', '{offered}', 'signed_by_one'),
  ('sign', '{artist,client}', '{amending}', 'amending'),
  ('countersign', '{artist,client}', '{signed_by_one,amending}', 'in_force'),
  ('end', '{artist,client}', '{in_force,amending}', 'ended'),
  ('close', '{system}', '{draft,offered,change_asked,signed_by_one,in_force,amending}', 'ended')
) m (event, actors, states, becomes), unnest(m.actors) a, unnest(m.states) s;

create table private.agreements (
  lead_id uuid not null,
  artist_id uuid not null,
  state text not null default 'draft'
    check (state in ('draft', 'offered', 'change_asked', 'signed_by_one', 'in_force', 'amending', 'ended')),
  -- The last version that was offered, and the one that both have signed.
  version int not null default 0,
  in_force int,
  -- What the client would like to have changed.
  change text check (char_length(change) between 1 and 2000),
  ended_by text check (ended_by in ('client', 'artist', 'system')),
  ended_reason text check (char_length(ended_reason) between 1 and 500),
  updated_at timestamptz not null default now(),
  primary key (lead_id, artist_id),
  check ((state = 'ended') = (ended_by is not null)),
  check (in_force is not null or state not in ('in_force', 'amending')),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
alter table private.agreements enable row level security;
comment on table private.agreements is
  'How far an artist and a client are with their agreement. No row is a draft: the artist''s browser keeps what was not offered yet.';

create table private.agreement_versions (
  lead_id uuid not null,
  artist_id uuid not null,
  version int not null check (version > 0),
  -- As it was hashed: jsonb has one text for each value.
  body text not null check (octet_length(body) <= 40960),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  idempotency_key uuid not null,
  created_at timestamptz not null default now(),
  primary key (lead_id, artist_id, version),
  unique (lead_id, artist_id, idempotency_key),
  foreign key (lead_id, artist_id) references private.agreements (lead_id, artist_id) on delete cascade
);
alter table private.agreement_versions enable row level security;
comment on table private.agreement_versions is
  'Every version that was offered, with the SHA-256 of its body; never changed, and gone with the request alone.';

create table private.agreement_signatures (
  lead_id uuid not null,
  artist_id uuid not null,
  version int not null,
  side text not null check (side in ('client', 'artist')),
  hash text not null,
  name text not null check (char_length(name) between 1 and 100),
  -- The artist's second tick, where the agreement waives VARA rights.
  waives boolean not null default false,
  proven_by text not null check (proven_by in ('account', 'code')),
  signed_at timestamptz not null,
  primary key (lead_id, artist_id, version, side),
  foreign key (lead_id, artist_id, version) references private.agreement_versions (lead_id, artist_id, version) on delete cascade
);
alter table private.agreement_signatures enable row level security;
comment on table private.agreement_signatures is
  'Who signed which version, by its hash: a signature counts for that one alone. Never changed.';

create table private.agreement_codes (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null,
  artist_id uuid not null,
  hash text not null,
  tries int not null default 0,
  created_at timestamptz not null,
  unique (lead_id, artist_id),
  foreign key (lead_id, artist_id) references private.agreements (lead_id, artist_id) on delete cascade
);
alter table private.agreement_codes enable row level security;
comment on table private.agreement_codes is
  'The code that a guest was last emailed to sign with, for one hash and 15 minutes. The code itself is made from the id, and kept nowhere.';

create function private.refuse_change() returns trigger
  language plpgsql set search_path = '' as $$
begin
  perform private.fail('not_allowed');
  return null;
end
$$;
comment on function private.refuse_change() is 'What was written down stays as it is.';

create trigger agreement_versions_refuse_change before update on private.agreement_versions
  for each row execute function private.refuse_change();
create trigger agreement_signatures_refuse_change before update on private.agreement_signatures
  for each row execute function private.refuse_change();

create function private.altered_agreements()
  returns table (lead_id uuid, artist_id uuid, version int)
  language sql stable security definer rows 10 set search_path = '' as $$
  select v.lead_id, v.artist_id, v.version from private.agreement_versions v
  where encode(sha256(convert_to(v.body, 'UTF8')), 'hex') <> v.hash
    or exists (select from private.agreement_signatures s
      where s.lead_id = v.lead_id and s.artist_id = v.artist_id and s.version = v.version and s.hash <> v.hash)
$$;
comment on function private.altered_agreements() is 'Versions whose body is not what was hashed and signed. There is none unless a file or a row was changed by hand.';

create function private.agreement_number(p_body jsonb, p_field text, p_least int, p_most int, p_optional boolean default false) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_value jsonb := p_body -> p_field;
begin
  if p_optional and coalesce(v_value, 'null') = 'null' then return jsonb_build_object(p_field, null); end if;
  if jsonb_typeof(v_value) is distinct from 'number' or (v_value #>> '{}')::numeric <> trunc((v_value #>> '{}')::numeric)
    or (v_value #>> '{}')::numeric not between p_least and p_most then
    perform private.fail('agreement_number_invalid', p_field);
  end if;
  return jsonb_build_object(p_field, (v_value #>> '{}')::numeric::int);
end
$$;
comment on function private.agreement_number(jsonb, text, int, int, boolean) is 'A whole number of an agreement between two bounds.';

create function private.agreement_text(p_body jsonb, p_field text, p_most int, p_optional boolean default false) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_value text;
begin
  if coalesce(jsonb_typeof(p_body -> p_field), 'null') not in ('null', 'string') then perform private.fail('invalid_input', p_field); end if;
  v_value := private.clean(p_body ->> p_field);
  if not p_optional and coalesce(v_value, '') = '' then perform private.fail('agreement_text_required', p_field); end if;
  if char_length(v_value) > p_most then perform private.fail('agreement_text_too_long', p_field); end if;
  return jsonb_build_object(p_field, coalesce(v_value, ''));
end
$$;
comment on function private.agreement_text(jsonb, text, int, boolean) is 'A text of an agreement; empty for none, where it is optional.';

create function private.agreement_choice(p_body jsonb, p_field text, p_choices text[]) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_body -> p_field) is distinct from 'string' or p_body ->> p_field <> all (p_choices) then
    perform private.fail('invalid_input', p_field);
  end if;
  return jsonb_build_object(p_field, p_body ->> p_field);
end
$$;
comment on function private.agreement_choice(jsonb, text, text[]) is 'One of some words of an agreement.';

create function private.agreement_clauses(p_body jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_clauses jsonb := coalesce(p_body -> 'clauses', '[]');
  v_clause jsonb;
  v_checked jsonb := '[]';
begin
  if jsonb_typeof(v_clauses) <> 'array' or jsonb_array_length(v_clauses) > 20 then perform private.fail('agreement_clauses_too_many'); end if;
  for v_clause in select * from jsonb_array_elements(v_clauses) loop
    if jsonb_typeof(v_clause) <> 'object' then perform private.fail('invalid_input', 'clauses'); end if;
    if char_length(private.clean(v_clause ->> 'text')) > 2000 then perform private.fail('clause_too_long'); end if;
    v_checked := v_checked || jsonb_build_array(
      private.agreement_text(v_clause, 'title', 100) || private.agreement_text(v_clause, 'text', 2000));
  end loop;
  return jsonb_build_object('clauses', v_checked);
end
$$;
comment on function private.agreement_clauses(jsonb) is 'Clauses in the artist''s own words, each with its title.';

create function private.checked_terms(p_terms jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_terms) is distinct from 'object' then perform private.fail('invalid_input'); end if;
  return private.agreement_choice(p_terms, 'prepared_by', '{client,artist}')
    || private.agreement_number(p_terms, 'rounds', 0, 10)
    || private.agreement_number(p_terms, 'round_price', 1, 100000, true)
    || private.agreement_number(p_terms, 'weather_days', 0, 60)
    || private.agreement_number(p_terms, 'postpone_days', 0, 90)
    || private.agreement_choice(p_terms, 'photos', '{owner_may_use,ask_first}')
    || private.agreement_text(p_terms, 'credit', 200, true)
    || private.agreement_choice(p_terms, 'vara', '{kept,waived}')
    || private.agreement_number(p_terms, 'removal_days', 30, 365)
    || private.agreement_choice(p_terms, 'coating', '{included,not_included}')
    || private.agreement_number(p_terms, 'warranty_months', 0, 120)
    || private.agreement_number(p_terms, 'stays_years', 0, 50)
    || private.agreement_choice(p_terms, 'insurance', '{none,liability}')
    || private.agreement_number(p_terms, 'ending_design', 0, 100)
    || private.agreement_number(p_terms, 'ending_painting', 0, 100)
    || private.agreement_clauses(p_terms);
end
$$;
comment on function private.checked_terms(jsonb) is
  'The rules of what an artist agrees on with everybody, and it as it is stored. src/features/agreements/agreement.ts has the same.';

create function private.agreement_parts(p_body jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_part jsonb;
  v_checked jsonb := '[]';
  v_sum bigint := 0;
begin
  if jsonb_typeof(p_body -> 'parts') is distinct from 'array' or jsonb_array_length(p_body -> 'parts') not between 1 and 8 then
    perform private.fail('parts_invalid');
  end if;
  for v_part in select * from jsonb_array_elements(p_body -> 'parts') loop
    if jsonb_typeof(v_part) <> 'object' then perform private.fail('parts_invalid'); end if;
    v_checked := v_checked || jsonb_build_array(private.agreement_text(v_part, 'label', 60)
      || private.agreement_number(v_part, 'amount', 1, 1000000)
      || private.agreement_choice(v_part, 'due', '{signed,design_approved,first_day,halfway,done}'));
    v_sum := v_sum + (v_part ->> 'amount')::numeric::bigint;
  end loop;
  if v_sum <> (p_body ->> 'price')::numeric then perform private.fail('parts_differ'); end if;
  return jsonb_build_object('parts', v_checked);
end
$$;
comment on function private.agreement_parts(jsonb) is 'The parts of the price, which they always make up.';

create function private.agreement_wall(p_body jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_corners jsonb := coalesce(p_body -> 'corners', 'null');
begin
  -- The wall as it is marked on one of the client's photos: four corners, as shares of its width and height.
  if v_corners <> 'null' and not private.valid_corners(v_corners) then perform private.fail('invalid_input', 'corners'); end if;
  return private.agreement_text(p_body, 'wall', 500) || private.agreement_number(p_body, 'photo', 0, 5, v_corners = 'null')
    || jsonb_build_object('corners', v_corners);
end
$$;
comment on function private.agreement_wall(jsonb) is 'The wall in words and, where it was marked, on one of the photos of the request.';

create function private.agreement_day(p_body jsonb, p_field text) returns date
  language plpgsql stable set search_path = '' as $$
begin
  if (p_body ->> p_field) is null or p_body ->> p_field !~ '^20\d\d-\d\d-\d\d$' then perform private.fail('agreement_date_invalid', p_field); end if;
  return (p_body ->> p_field)::date;
exception when datetime_field_overflow or invalid_datetime_format then
  perform private.fail('agreement_date_invalid', p_field);
end
$$;
comment on function private.agreement_day(jsonb, text) is 'A day of this century.';

create function private.checked_agreement(p_body jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_body jsonb := private.checked_terms(p_body);
  v_starts date := private.agreement_day(p_body, 'starts_on');
  v_ends date := private.agreement_day(p_body, 'ends_on');
begin
  v_body := v_body || private.agreement_choice(p_body, 'template', '{muro-1}')
    || private.agreement_text(p_body, 'artist', 100) || private.agreement_text(p_body, 'client', 100)
    || private.agreement_wall(p_body)
    || private.agreement_text(p_body, 'design', 2000, true)
    || private.agreement_number(p_body, 'price', 1, 1000000)
    || private.agreement_parts(p_body);
  if v_ends < v_starts or v_ends > v_starts + 1100 then perform private.fail('agreement_dates_invalid'); end if;
  v_body := v_body || jsonb_build_object('starts_on', v_starts, 'ends_on', v_ends);
  if octet_length(v_body::text) > 40960 then perform private.fail('agreement_too_long'); end if;
  return v_body;
end
$$;
comment on function private.checked_agreement(jsonb) is
  'The rules of an agreement, and it as it is stored: what is not in them is left out. src/features/agreements/agreement.ts has the same.';

create table public.agreement_terms (
  artist_id uuid primary key references public.artists (id) on delete cascade,
  terms jsonb not null check (octet_length(terms::text) <= 40960),
  updated_at timestamptz not null default now()
);
alter table public.agreement_terms enable row level security;
comment on table public.agreement_terms is 'What an artist''s agreements begin with. Nobody else reads it.';
grant select on public.agreement_terms to authenticated;
grant all on public.agreement_terms to service_role;
create policy agreement_terms_select on public.agreement_terms for select to authenticated using (artist_id = (select private.my_artist_id()));

create function private.save_agreement_terms(p_changes jsonb, p_read jsonb) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
  v_stored jsonb;
  v_terms jsonb;
begin
  if v_artist is null then perform private.fail('not_allowed'); end if;
  perform from public.artists a where a.id = v_artist for no key update;
  -- Terms may be older than that one can say in them how to pay.
  select '{"how_to_pay": ""}' || t.terms into v_stored from public.agreement_terms t where t.artist_id = v_artist;
  perform private.refuse_stale(coalesce(v_stored, p_read), p_changes, p_read);
  v_terms := coalesce(v_stored, p_read) || p_changes;
  v_terms := private.checked_terms(v_terms) || private.agreement_choice(v_terms, 'preset', '{halves,quarters,thirds,design_fee}')
    || private.agreement_text(v_terms, 'how_to_pay', 500, true);
  if private.has_account_number(v_terms ->> 'how_to_pay') then perform private.fail('account_number_refused', 'how_to_pay'); end if;
  insert into public.agreement_terms (artist_id, terms) values (v_artist, v_terms)
    on conflict (artist_id) do update set terms = excluded.terms, updated_at = now();
  return v_terms;
end
$$;
comment on function private.save_agreement_terms(jsonb, jsonb) is 'Keeps what was changed of the calling artist''s terms; what was never saved is what the form began with.';

create function public.save_agreement_terms(p_changes jsonb, p_read jsonb) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.save_agreement_terms(p_changes, p_read)
$$;
comment on function public.save_agreement_terms(jsonb, jsonb) is 'Saves the terms that the calling artist''s agreements begin with, and gives them.';

-- Who may call what.
grant execute on function private.save_agreement_terms(jsonb, jsonb), public.save_agreement_terms(jsonb, jsonb) to authenticated;
-- Offering, signing and ending an agreement. The request is locked before its agreement, always: of two acts at one
-- instant the second finds what the first has done.
create function private.agreement_side(p_lead uuid, p_artist uuid, p_token text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_withdrawn timestamptz;
begin
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  if not exists (select from public.lead_assignments s
      where s.lead_id = p_lead and s.artist_id = p_artist and s.accepted_at is not null and s.state in ('accepted', 'completed')) then
    perform private.fail('move_refused');
  end if;
  return v_side;
end
$$;
comment on function private.agreement_side(uuid, uuid, text) is
  'On which side the caller is of a request whose proposal was accepted; the request is locked for a change. Everybody else is refused.';

create function private.move_agreement(p_lead uuid, p_artist uuid, p_event text, p_actor text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_next text;
begin
  insert into private.agreements (lead_id, artist_id) values (p_lead, p_artist) on conflict do nothing;
  select m.becomes into v_next from private.agreements a
    join private.agreement_moves m on m.event = p_event and m.actor = p_actor and m.state = a.state
    where a.lead_id = p_lead and a.artist_id = p_artist;
  if not found then perform private.fail('move_refused'); end if;
  update private.agreements a
    set state = v_next, updated_at = private.clock(),
      in_force = case when p_event = 'countersign' then a.version else a.in_force end,
      ended_by = case when v_next = 'ended' then p_actor end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  perform private.audit('agreement.' || p_event, p_lead, jsonb_build_object('artist', p_artist, 'by', p_actor, 'to', v_next));
  return v_next;
end
$$;
comment on function private.move_agreement(uuid, uuid, text, text) is
  'Makes one move of an agreement, or refuses it and changes nothing. Its callers know who asks, and hold the request.';

create function private.offered_version(p_lead uuid, p_artist uuid, p_hash text) returns private.agreement_versions
  language plpgsql security definer set search_path = '' as $$
declare
  v_version private.agreement_versions;
begin
  select v.* into v_version from private.agreements a
    join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.version
    where a.lead_id = p_lead and a.artist_id = p_artist;
  if not found then perform private.fail('move_refused'); end if;
  if v_version.hash is distinct from p_hash then perform private.fail('agreement_changed'); end if;
  return v_version;
end
$$;
comment on function private.offered_version(uuid, uuid, text) is 'The version that is on offer, if it is the one that the caller has read.';

create function private.mail_agreement(p_kind text, p_lead uuid, p_artist uuid, p_to text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  -- Each is news, also the second of its kind.
  v_key text := concat_ws(':', p_lead, p_artist, (select a.version from private.agreements a
    where a.lead_id = p_lead and a.artist_id = p_artist), private.clock());
begin
  if p_to = 'client' then perform private.mail_client('request_' || p_kind, v_key, p_lead, p_artist);
  else perform private.mail_artist('lead_' || p_kind, v_key, p_lead, p_artist); end if;
end
$$;
comment on function private.mail_agreement(text, uuid, uuid, text) is 'Tells one side what the other did about their agreement.';

create function private.agreement_version_line(p_version private.agreement_versions) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('version', p_version.version, 'body', p_version.body, 'hash', p_version.hash,
    'created_at', p_version.created_at, 'signatures', coalesce((
      select jsonb_agg(jsonb_build_object('side', s.side, 'name', s.name, 'waives', s.waives, 'signed_at', s.signed_at) order by s.signed_at, s.side)
      from private.agreement_signatures s
      where s.lead_id = p_version.lead_id and s.artist_id = p_version.artist_id and s.version = p_version.version), '[]'))
$$;
comment on function private.agreement_version_line(private.agreement_versions) is 'A version with who signed it, as both sides see it.';

create function private.agreement_data(p_lead uuid, p_artist uuid, p_side text, p_guest boolean) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('side', p_side, 'by_code', p_guest, 'state', coalesce(a.state, 'draft'), 'change', a.change,
    'ended_by', a.ended_by, 'ended_reason', a.ended_reason,
    -- What was taken back is the artist's alone.
    'current', case when p_side = 'artist' or a.state <> 'draft' then (
      select private.agreement_version_line(v) from private.agreement_versions v
      where v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.version) end,
    'in_force', case when a.in_force <> a.version then (
      select private.agreement_version_line(v) from private.agreement_versions v
      where v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force) end)
  from (select p_lead as lead_id, p_artist as artist_id) k
  left join private.agreements a on a.lead_id = k.lead_id and a.artist_id = k.artist_id
$$;
comment on function private.agreement_data(uuid, uuid, text, boolean) is
  'The agreement as one side sees it: current is what was offered last, in_force the signed one before it while both amend it.';

create function private.read_agreement(p_lead uuid, p_artist uuid, p_token text) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.agreement_data(p_lead, p_artist, private.conversation_side(p_lead, p_artist, p_token), p_token is not null)
$$;
comment on function private.read_agreement(uuid, uuid, text) is 'The agreement for one of its two sides; refuses everybody else.';

create function private.offer_agreement(p_lead uuid, p_body jsonb, p_read int, p_key uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_body text := private.checked_agreement(p_body)::text;
  v_hash text := encode(sha256(convert_to(v_body, 'UTF8')), 'hex');
  v_read int;
  v_next int;
begin
  if p_key is null then perform private.fail('invalid_input'); end if;
  perform private.agreement_side(p_lead, v_artist, null);
  -- An answer that was lost.
  if exists (select from private.agreement_versions v where v.lead_id = p_lead and v.artist_id = v_artist and v.idempotency_key = p_key) then
    if not exists (select from private.agreement_versions v
        where v.lead_id = p_lead and v.artist_id = v_artist and v.idempotency_key = p_key and v.hash = v_hash) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.agreement_data(p_lead, v_artist, 'artist', false);
  end if;
  v_read := (select a.version from private.agreements a where a.lead_id = p_lead and a.artist_id = v_artist);
  if coalesce(v_read, 0) <> coalesce(p_read, 0) then perform private.fail('agreement_changed'); end if;
  -- The number of one that was taken back is not used again.
  select coalesce(max(v.version), 0) + 1 into v_next from private.agreement_versions v where v.lead_id = p_lead and v.artist_id = v_artist;
  if v_next > 100 then perform private.fail('agreement_versions_too_many'); end if;
  perform private.refuse_begun_parts(p_lead, v_artist, v_body::jsonb);
  perform private.move_agreement(p_lead, v_artist, 'offer', 'artist');
  insert into private.agreement_versions (lead_id, artist_id, version, body, hash, idempotency_key, created_at)
    values (p_lead, v_artist, v_next, v_body, v_hash, p_key, private.clock());
  update private.agreements a set version = v_next, change = null where a.lead_id = p_lead and a.artist_id = v_artist;
  perform private.mail_agreement('agreement_offered', p_lead, v_artist, 'client');
  return private.agreement_data(p_lead, v_artist, 'artist', false);
end
$$;
comment on function private.offer_agreement(uuid, jsonb, int, uuid) is
  'The calling artist offers a new version to the client, unless p_read is not the present one by now; nobody has signed it yet. Once for each key.';

create function private.take_back_agreement(p_lead uuid, p_hash text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_state text;
begin
  perform private.agreement_side(p_lead, v_artist, null);
  perform private.offered_version(p_lead, v_artist, p_hash);
  v_state := (select a.state from private.agreements a where a.lead_id = p_lead and a.artist_id = v_artist);
  if v_state not in ('draft', 'in_force') then
    perform private.move_agreement(p_lead, v_artist, 'take_back', 'artist');
    -- What both have signed goes on.
    update private.agreements a set change = null, version = coalesce(a.in_force, a.version)
      where a.lead_id = p_lead and a.artist_id = v_artist;
  end if;
  return private.agreement_data(p_lead, v_artist, 'artist', false);
end
$$;
comment on function private.take_back_agreement(uuid, text) is
  'The calling artist takes an offer back before both have signed it. Again changes nothing.';

create function private.ask_agreement_change(p_lead uuid, p_artist uuid, p_hash text, p_text text, p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_text text := private.clean_or_null(p_text);
begin
  if v_side <> 'client' then perform private.fail('not_allowed'); end if;
  if v_text is null then perform private.fail('change_required'); end if;
  if char_length(v_text) > 2000 then perform private.fail('message_too_long', 'change'); end if;
  perform private.offered_version(p_lead, p_artist, p_hash);
  if not exists (select from private.agreements a where a.lead_id = p_lead and a.artist_id = p_artist and a.change = v_text) then
    perform private.move_agreement(p_lead, p_artist, 'ask_change', 'client');
    update private.agreements a set change = v_text where a.lead_id = p_lead and a.artist_id = p_artist;
    perform private.mail_agreement('agreement_change', p_lead, p_artist, 'artist');
  end if;
  return private.agreement_data(p_lead, p_artist, 'client', p_token is not null);
end
$$;
comment on function private.ask_agreement_change(uuid, uuid, text, text, text) is
  'The client says what they would like to have changed before they sign. The same words again change nothing.';

create function private.agreement_code(p_id uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select lpad(((('x' || substr(encode(sha256(convert_to(private.setting('pepper') || 'agreement' || p_id, 'UTF8')), 'hex'), 1, 8))::bit(32)::bigint)
    % 1000000)::text, 6, '0')
$$;
comment on function private.agreement_code(uuid) is 'The six digits that belong to a row of private.agreement_codes.';

create function private.send_agreement_code(p_lead uuid, p_artist uuid, p_hash text, p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_code uuid := gen_random_uuid();
  v_email text := (select c.email from public.lead_contacts c where c.lead_id = p_lead);
begin
  if private.agreement_side(p_lead, p_artist, p_token) <> 'client' or p_token is null then perform private.fail('not_allowed'); end if;
  perform private.offered_version(p_lead, p_artist, p_hash);
  perform private.rate_limit('agreement_code', p_lead::text, 5, interval '1 hour');
  -- Also of whoever sends requests in the name of somebody else.
  perform private.rate_limit('agreement_code_to', encode(private.address_hash(private.mailbox(v_email)), 'hex'), 10, interval '1 day');
  insert into private.agreement_codes as c (id, lead_id, artist_id, hash, created_at) values (v_code, p_lead, p_artist, p_hash, private.clock())
    on conflict (lead_id, artist_id) do update set id = excluded.id, hash = excluded.hash, tries = 0, created_at = excluded.created_at;
  perform private.write_mail('request_signing_code', v_code::text, null, v_email, p_lead, p_artist);
  return jsonb_build_object('email', v_email)
    || private.unsent(private.mail_outcome('request_signing_code', v_code::text, v_email, p_lead));
end
$$;
comment on function private.send_agreement_code(uuid, uuid, text, text) is
  'Emails a guest the code to sign one version with, for 15 minutes: links are forwarded, a mailbox is not. It ends the one before.';

create function private.try_agreement_code(p_lead uuid, p_artist uuid, p_hash text, p_code text) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_code private.agreement_codes;
begin
  update private.agreement_codes c set tries = c.tries + 1
    where c.lead_id = p_lead and c.artist_id = p_artist and c.hash = p_hash and c.tries < 5
      and c.created_at > private.clock() - interval '15 minutes'
    returning c.* into v_code;
  if v_code.id is null or private.agreement_code(v_code.id) is distinct from private.code_digits(p_code) then return false; end if;
  delete from private.agreement_codes c where c.id = v_code.id;
  perform private.prove_request(p_lead);
  return true;
end
$$;
comment on function private.try_agreement_code(uuid, uuid, text, text) is 'Spends one of five tries on a code, and the code itself where it is right: then its reader is who has the address.';

create function private.sign_agreement(p_lead uuid, p_artist uuid, p_hash text, p_name text, p_waives boolean, p_code text, p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_version private.agreement_versions := private.offered_version(p_lead, p_artist, p_hash);
  v_name text := private.one_line(p_name);
  v_waives boolean := v_side = 'artist' and v_version.body::jsonb ->> 'vara' = 'waived';
  v_other boolean;
begin
  if not exists (select from private.agreement_signatures s
      where s.lead_id = p_lead and s.artist_id = p_artist and s.version = v_version.version and s.side = v_side) then
    if coalesce(v_name, '') = '' then perform private.fail('name_required'); end if;
    if char_length(v_name) > 100 then perform private.fail('name_too_long'); end if;
    if v_waives and not coalesce(p_waives, false) then perform private.fail('waiver_required'); end if;
    -- Said in the answer and not raised: the try stays counted.
    if p_token is not null and not private.try_agreement_code(p_lead, p_artist, p_hash, p_code) then
      return private.agreement_data(p_lead, p_artist, v_side, true) || jsonb_build_object('refused', 'code_refused');
    end if;
    v_other := exists (select from private.agreement_signatures s
      where s.lead_id = p_lead and s.artist_id = p_artist and s.version = v_version.version);
    perform private.move_agreement(p_lead, p_artist, case when v_other then 'countersign' else 'sign' end, v_side);
    insert into private.agreement_signatures (lead_id, artist_id, version, side, hash, name, waives, proven_by, signed_at)
      values (p_lead, p_artist, v_version.version, v_side, p_hash, v_name, v_waives,
        case when p_token is null then 'account' else 'code' end, private.clock());
    if v_other then
      perform private.set_payment_parts(p_lead, p_artist);
      perform private.mail_agreement('agreement_in_force', p_lead, p_artist, 'client');
      perform private.mail_agreement('agreement_in_force', p_lead, p_artist, 'artist');
    elsif v_side = 'client' then
      perform private.mail_agreement('agreement_signed', p_lead, p_artist, 'artist');
    end if;
  end if;
  return private.agreement_data(p_lead, p_artist, v_side, p_token is not null);
end
$$;
comment on function private.sign_agreement(uuid, uuid, text, text, boolean, text, text) is
  'Signs the version with this hash for the caller''s side, a guest with the code of an email; refused is code_refused where that is wrong. Again changes nothing.';

create function private.end_agreement(p_lead uuid, p_artist uuid, p_reason text, p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_reason text := private.clean_or_null(p_reason);
begin
  if v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  if not exists (select from private.agreements a
      where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'ended' and a.ended_by = v_side) then
    perform private.move_agreement(p_lead, p_artist, 'end', v_side);
    update private.agreements a set ended_reason = v_reason where a.lead_id = p_lead and a.artist_id = p_artist;
    perform private.mail_agreement('agreement_ended', p_lead, p_artist, case v_side when 'client' then 'artist' else 'client' end);
  end if;
  return private.agreement_data(p_lead, p_artist, v_side, p_token is not null);
end
$$;
comment on function private.end_agreement(uuid, uuid, text, text) is
  'One side ends an agreement early, with a reason; what is paid then is in its text. Again changes nothing.';

-- Closing a request ends its agreements. Erasing who asked erases what they signed.
create function private.close_agreements() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid;
begin
  for v_artist in select a.artist_id from private.agreements a where a.lead_id = new.id and a.state <> 'ended' order by 1 loop
    perform private.move_agreement(new.id, v_artist, 'close', 'system');
  end loop;
  return null;
end
$$;
comment on function private.close_agreements() is 'A request was closed: nothing about it can be signed any more.';

create trigger lead_records_close_agreements after update of withdrawn_at on public.lead_records
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function private.close_agreements();

create function private.delete_agreements() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.agreements a using gone g where a.lead_id = g.lead_id;
  return null;
end
$$;
comment on function private.delete_agreements() is 'Whoever asked was erased from a request: their name stands in its agreements.';

create trigger lead_contacts_delete_agreements after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.delete_agreements();

create function private.has_agreement(p_lead uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.agreements a where a.lead_id = p_lead and a.state not in ('draft', 'ended'))
$$;
comment on function private.has_agreement(uuid) is 'Whether an agreement is offered or signed, which the code of an email confirms.';

create function public.read_agreement(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.read_agreement(p_lead, p_artist, p_token)
$$;
comment on function public.read_agreement(uuid, uuid, text) is
  'The agreement of an artist and a client: {side, by_code, state, change, ended_by, ended_reason, current, in_force}, versions with body, hash and signatures.';

create function public.offer_agreement(p_lead uuid, p_body jsonb, p_read int, p_key uuid) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.offer_agreement(p_lead, p_body, p_read, p_key)
$$;
comment on function public.offer_agreement(uuid, jsonb, int, uuid) is 'Offers a new version to the client; p_read is the number of the last one. Answers as read_agreement.';

create function public.take_back_agreement(p_lead uuid, p_hash text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.take_back_agreement(p_lead, p_hash)
$$;
comment on function public.take_back_agreement(uuid, text) is 'Takes an offer back until both have signed it. Answers as read_agreement.';

create function public.ask_agreement_change(p_lead uuid, p_artist uuid, p_hash text, p_text text, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.ask_agreement_change(p_lead, p_artist, p_hash, p_text, p_token)
$$;
comment on function public.ask_agreement_change(uuid, uuid, text, text, text) is 'The client asks for another version. Answers as read_agreement.';

create function public.send_agreement_code(p_lead uuid, p_artist uuid, p_hash text, p_token text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.send_agreement_code(p_lead, p_artist, p_hash, p_token)
$$;
comment on function public.send_agreement_code(uuid, uuid, text, text) is 'Emails a guest the code to sign with: {email}.';

create function public.sign_agreement(p_lead uuid, p_artist uuid, p_hash text, p_name text, p_waives boolean default false,
  p_code text default null, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.sign_agreement(p_lead, p_artist, p_hash, p_name, p_waives, p_code, p_token)
$$;
comment on function public.sign_agreement(uuid, uuid, text, text, boolean, text, text) is
  'Signs one version for the caller''s side. Answers as read_agreement, with refused for a wrong code.';

create function public.end_agreement(p_lead uuid, p_artist uuid, p_reason text, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.end_agreement(p_lead, p_artist, p_reason, p_token)
$$;
comment on function public.end_agreement(uuid, uuid, text, text) is 'Ends a signed agreement early, with a reason. Answers as read_agreement.';

-- Who may call what.
grant execute on function
  private.read_agreement(uuid, uuid, text), private.ask_agreement_change(uuid, uuid, text, text, text),
  private.send_agreement_code(uuid, uuid, text, text), private.sign_agreement(uuid, uuid, text, text, boolean, text, text),
  private.end_agreement(uuid, uuid, text, text), public.read_agreement(uuid, uuid, text),
  public.ask_agreement_change(uuid, uuid, text, text, text), public.send_agreement_code(uuid, uuid, text, text),
  public.sign_agreement(uuid, uuid, text, text, boolean, text, text), public.end_agreement(uuid, uuid, text, text)
  to anon, authenticated;
grant execute on function
  private.offer_agreement(uuid, jsonb, int, uuid), private.take_back_agreement(uuid, text),
  public.offer_agreement(uuid, jsonb, int, uuid), public.take_back_agreement(uuid, text)
  to authenticated;
-- The parts of the price of a signed agreement: which is due, what the client says to have paid, and what the artist
-- says has arrived. No money passes through here, and no number of a card or an account is kept.
create table private.payment_moves (
  event text not null check (event ~ '^[a-z]+(_[a-z]+)*$'),
  actor text not null check (actor in ('client', 'artist', 'system')),
  state text not null,
  becomes text not null,
  primary key (event, actor, state)
);
alter table private.payment_moves enable row level security;
comment on table private.payment_moves is
  'What each event makes of the state of a part, and who may cause it; what is not in it is refused. src/features/payments/payment-states.ts has the same.';

insert into private.payment_moves (event, actor, state, becomes)
select m.event, m.actor, s, m.becomes from (values
  ('fall_due', 'system', '{planned}'::text[], 'due'),
  -- Nobody but the artist knows when they are halfway.
  ('ask', 'artist', '{planned,due,disputed}', 'asked'),
  ('report', 'client', '{planned,due,asked,reported,disputed}', 'reported'),
  ('receive', 'artist', '{planned,due,asked,reported,disputed}', 'received'),
  ('dispute', 'artist', '{reported}', 'disputed'),
  ('dispute', 'client', '{due,asked}', 'disputed'),
  ('waive', 'artist', '{planned,due,asked,disputed}', 'waived')
) m (event, actor, states, becomes), unnest(m.states) s;

create table private.payment_parts (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null,
  artist_id uuid not null,
  position smallint not null,
  label text not null check (char_length(label) between 1 and 60),
  amount int not null check (amount between 1 and 1000000),
  due text not null check (due in ('signed', 'design_approved', 'first_day', 'halfway', 'done')),
  state text not null default 'planned'
    check (state in ('planned', 'due', 'asked', 'reported', 'received', 'disputed', 'waived')),
  -- When it fell due, or was asked for before that.
  due_at timestamptz,
  -- When time alone makes it due, and when the client is reminded next.
  comes_at timestamptz,
  remind_at timestamptz,
  -- When another version of the agreement left it out.
  dropped_at timestamptz,
  -- What did not arrive of a part is one of its own: of which part of the agreement, and its how many-th rest.
  rest_of uuid references private.payment_parts (id) on delete cascade,
  rest smallint not null default 0,
  check ((rest_of is null) = (rest = 0)),
  check (dropped_at is null or state not in ('reported', 'received', 'waived')),
  foreign key (lead_id, artist_id) references private.agreements (lead_id, artist_id) on delete cascade
);
alter table private.payment_parts enable row level security;
comment on table private.payment_parts is
  'The parts of a price, made when its agreement comes into force. Those that are not dropped always make up the price.';
create index payment_parts_rest_idx on private.payment_parts (rest_of);
create index payment_parts_job_idx on private.payment_parts (lead_id, artist_id);
create index payment_parts_comes_idx on private.payment_parts (comes_at)
  where comes_at is not null and state = 'planned' and dropped_at is null;
create index payment_parts_remind_idx on private.payment_parts (remind_at) where remind_at is not null;

create table private.payment_notes (
  id bigint generated always as identity primary key,
  lead_id uuid not null,
  artist_id uuid not null,
  part_id uuid not null references private.payment_parts (id) on delete cascade,
  actor text not null check (actor in ('client', 'artist', 'system')),
  event text not null,
  note text check (char_length(note) between 1 and 500),
  -- What the client says to have paid, or the artist to have received.
  amount int check (amount between 1 and 1000000),
  how text check (char_length(how) between 1 and 100),
  paid_on date,
  created_at timestamptz not null,
  idempotency_key uuid,
  unique (lead_id, artist_id, actor, idempotency_key),
  check ((event = 'report') = (how is not null and paid_on is not null)),
  check (case event when 'report' then amount is not null when 'receive' then true else amount is null end),
  check ((actor = 'system') = (idempotency_key is null))
);
alter table private.payment_notes enable row level security;
comment on table private.payment_notes is 'Everything that was done about a part. Never changed, and gone with its agreement alone.';
create index payment_notes_part_idx on private.payment_notes (part_id, id);

create trigger payment_notes_refuse_change before update on private.payment_notes
  for each row execute function private.refuse_change();
-- What has arrived has arrived. Its place among the others may change.
create trigger payment_parts_refuse_change before update on private.payment_parts
  for each row when (old.state in ('received', 'waived') and (
    new.state <> old.state or new.label <> old.label or new.amount <> old.amount or new.due <> old.due))
  execute function private.refuse_change();

create function private.agreed_parts(p_lead uuid, p_artist uuid, p_body jsonb)
  returns table (place int, label text, amount int, due text, part uuid)
  language sql stable security definer rows 8 set search_path = '' as $$
  with agreed as (
    select n.at, n.part ->> 'label' as label, (n.part ->> 'amount')::int as amount, n.part ->> 'due' as due,
      row_number() over (partition by n.part ->> 'label', (n.part ->> 'amount')::int, n.part ->> 'due' order by n.at) as nth
    from jsonb_array_elements(p_body -> 'parts') with ordinality n (part, at)),
  whole as (
    -- A part with its rests is what was agreed.
    select coalesce(p.rest_of, p.id) as id, min(p.label) as label, sum(p.amount)::int as amount, min(p.due) as due,
      bool_or(p.state in ('reported', 'received', 'waived')) as begun, min(p.position) as position
    from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null group by 1),
  existing as (
    -- Of two that are the same the one that was begun is kept first.
    select w.id, w.label, w.amount, w.due, row_number() over (
      partition by w.label, w.amount, w.due order by w.begun desc, w.position) as nth
    from whole w)
  select a.at::int, a.label, a.amount, a.due, e.id from agreed a left join existing e using (label, amount, due, nth)
$$;
comment on function private.agreed_parts(uuid, uuid, jsonb) is 'The parts of a version in their order, each with the one that it keeps of those before.';

create function private.refuse_begun_parts(p_lead uuid, p_artist uuid, p_body jsonb) returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from private.payment_parts p
    where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null and p.state in ('reported', 'received', 'waived')
      and coalesce(p.rest_of, p.id) not in (select a.part from private.agreed_parts(p_lead, p_artist, p_body) a where a.part is not null)) then
    perform private.fail('parts_begun');
  end if;
end
$$;
comment on function private.refuse_begun_parts(uuid, uuid, jsonb) is 'Refuses a version that leaves out what is paid, said to be paid, or waived.';

create function private.set_payment_parts(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_body jsonb := (
    select v.body::jsonb from private.agreements a
    join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
    where a.lead_id = p_lead and a.artist_id = p_artist);
begin
  perform private.refuse_begun_parts(p_lead, p_artist, v_body);
  with agreed as materialized (select * from private.agreed_parts(p_lead, p_artist, v_body)),
  dropped as (
    update private.payment_parts p set dropped_at = private.clock(), comes_at = null, remind_at = null
    where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null
      and coalesce(p.rest_of, p.id) not in (select g.part from agreed g where g.part is not null)),
  kept as (
    update private.payment_parts p set position = g.place from agreed g where coalesce(p.rest_of, p.id) = g.part)
  insert into private.payment_parts (lead_id, artist_id, position, label, amount, due)
    select p_lead, p_artist, g.place, g.label, g.amount, g.due from agreed g where g.part is null;
  perform private.bring_payments(p_lead, p_artist);
end
$$;
comment on function private.set_payment_parts(uuid, uuid) is
  'The parts of the version that came into force: what is the same stays with all that was done about it, the rest is dropped. Its callers hold the request.';

create function private.part_label(p_part private.payment_parts) returns text
  language sql immutable set search_path = '' as $$
  select (p_part).label || case when (p_part).rest > 0 then ', the rest' else '' end
$$;
comment on function private.part_label(private.payment_parts) is 'What a part is called: as in the agreement, and whether it is what did not arrive of that.';

create function private.received_amount(p_part private.payment_parts, p_amount int) returns int
  language plpgsql stable security definer set search_path = '' as $$
begin
  if p_amount not between 1 and p_part.amount then perform private.fail('received_amount_invalid'); end if;
  return coalesce(p_amount, case when p_part.state = 'reported' then (
    select least(n.amount, p_part.amount) from private.payment_notes n
    where n.part_id = p_part.id and n.event = 'report' order by n.id desc limit 1) end, p_part.amount);
end
$$;
comment on function private.received_amount(private.payment_parts, int) is
  'How much of a part arrived: as the artist says, else as the client reported, else all of it. Never more than the part.';

create function private.add_rest(p_part private.payment_parts, p_amount int) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_whole uuid := coalesce(p_part.rest_of, p_part.id);
  v_rest uuid;
begin
  insert into private.payment_parts (lead_id, artist_id, position, label, amount, due, rest_of, rest)
    select p_part.lead_id, p_part.artist_id, p_part.position, p_part.label, p_amount, p_part.due, v_whole, max(p.rest) + 1
    from private.payment_parts p where p.id = v_whole or p.rest_of = v_whole
    returning id into v_rest;
  perform private.move_payment_part(v_rest, 'fall_due', 'system');
end
$$;
comment on function private.add_rest(private.payment_parts, int) is 'What did not arrive of a part becomes one of its own, due at once.';

create function private.move_payment_part(p_part uuid, p_event text, p_actor text, p_key uuid default null, p_note text default null,
  p_amount int default null, p_how text default null, p_paid_on date default null) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_part private.payment_parts;
  v_next text;
  v_amount int;
  v_now timestamptz := private.clock();
begin
  select * into v_part from private.payment_parts p where p.id = p_part and p.dropped_at is null for no key update;
  select m.becomes into v_next from private.payment_moves m
    where m.event = p_event and m.actor = p_actor and m.state = v_part.state;
  if not found then perform private.fail('move_refused'); end if;
  v_amount := case when p_event = 'receive' then private.received_amount(v_part, p_amount) else v_part.amount end;
  update private.payment_parts p
    set state = v_next, amount = v_amount,
      due_at = case when v_next in ('due', 'asked') then coalesce(p.due_at, v_now) else p.due_at end,
      remind_at = case when v_next in ('due', 'asked') and p.due_at is null then v_now + interval '1 day' else p.remind_at end
    where p.id = p_part;
  insert into private.payment_notes (lead_id, artist_id, part_id, actor, event, note, amount, how, paid_on, created_at, idempotency_key)
    values (v_part.lead_id, v_part.artist_id, p_part, p_actor, p_event, p_note, p_amount, p_how, p_paid_on, v_now, p_key);
  if v_amount < v_part.amount then perform private.add_rest(v_part, v_part.amount - v_amount); end if;
  return v_next;
end
$$;
comment on function private.move_payment_part(uuid, text, text, uuid, text, int, text, date) is
  'Makes one move of a part, or refuses it and changes nothing. Its callers know who asks, and hold the request.';

create function private.mail_payment(p_kind text, p_key text, p_lead uuid, p_artist uuid, p_payload jsonb) returns void
  language sql security definer set search_path = '' as $$
  select private.write_mail(p_kind, p_key, case when k.to_client then l.created_by_user else a.user_id end,
    case when k.to_client then c.email end, p_lead, p_artist, p_payload)
  from (select private.is_to_client(p_kind) as to_client) k, public.artists a, public.lead_records l
  join public.lead_contacts c on c.lead_id = l.id
  where l.id = p_lead and not l.held and a.id = p_artist and (k.to_client or a.user_id is not null)
$$;
comment on function private.mail_payment(text, text, uuid, uuid, jsonb) is 'Tells one side about a part of the price.';

create function private.payments_data(p_lead uuid, p_artist uuid, p_side text) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'side', p_side,
    'writable', exists (
      select from public.lead_assignments s join public.lead_records l on l.id = s.lead_id and l.withdrawn_at is null
      where s.lead_id = p_lead and s.artist_id = p_artist and s.accepted_at is not null and s.state in ('accepted', 'completed')),
    'agreement', a.state, 'artist', v.body::jsonb ->> 'artist', 'client', v.body::jsonb ->> 'client', 'hash', v.hash,
    'price', v.body::jsonb -> 'price',
    'how_to_pay', case when a.state in ('in_force', 'amending') then (
      select nullif(t.terms ->> 'how_to_pay', '') from public.agreement_terms t where t.artist_id = p_artist) end,
    'parts', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'label', private.part_label(p), 'amount', p.amount, 'due', p.due, 'state', p.state,
        'due_at', p.due_at, 'whole', (
          select sum(w.amount) from private.payment_parts w where coalesce(w.rest_of, w.id) = coalesce(p.rest_of, p.id)
            and w.lead_id = p.lead_id and w.artist_id = p.artist_id))
        order by p.position, p.rest)
      from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'part', n.part_id, 'actor', n.actor, 'event', n.event, 'note', n.note,
        'amount', n.amount, 'how', n.how, 'paid_on', n.paid_on, 'created_at', n.created_at) order by n.id)
      from private.payment_notes n join private.payment_parts p on p.id = n.part_id and p.dropped_at is null
      where p.lead_id = p_lead and p.artist_id = p_artist), '[]'))
  from private.agreements a
  join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
  where a.lead_id = p_lead and a.artist_id = p_artist
$$;
comment on function private.payments_data(uuid, uuid, text) is 'The parts of the agreement that is or was in force, as one side sees them; null before there is one.';

create function private.read_payments(p_lead uuid, p_artist uuid, p_token text) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.payments_data(p_lead, p_artist, private.conversation_side(p_lead, p_artist, p_token))
$$;
comment on function private.read_payments(uuid, uuid, text) is 'The parts of an agreement for one of its two sides; refuses everybody else.';

create function private.act_on_payment(p_lead uuid, p_artist uuid, p_side text, p_part uuid, p_event text, p_key uuid, p_note text,
  p_amount int, p_how text, p_paid_on date) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_note private.payment_notes;
  v_next text;
begin
  if p_key is null then perform private.fail('invalid_input'); end if;
  select * into v_note from private.payment_notes n
    where n.lead_id = p_lead and n.artist_id = p_artist and n.actor = p_side and n.idempotency_key = p_key;
  if found then
    if (v_note.part_id, v_note.event, v_note.note, v_note.amount, v_note.how, v_note.paid_on)
       is distinct from (p_part, p_event, p_note, p_amount, p_how, p_paid_on) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.payments_data(p_lead, p_artist, p_side);
  end if;
  if not exists (select from private.payment_parts p where p.id = p_part and p.lead_id = p_lead and p.artist_id = p_artist) then
    perform private.fail('invalid_input', 'part');
  end if;
  perform private.rate_limit('payment', concat_ws(':', p_lead, p_artist, p_side), 40, interval '1 day');
  v_next := private.move_payment_part(p_part, p_event, p_side, p_key, p_note, p_amount, p_how, p_paid_on);
  perform private.mail_payment(case p_side when 'client' then 'lead' else 'request' end || '_payment_' || v_next,
    p_part || ':' || p_key, p_lead, p_artist, jsonb_build_object('part', p_part));
  return private.payments_data(p_lead, p_artist, p_side);
end
$$;
comment on function private.act_on_payment(uuid, uuid, text, uuid, text, uuid, text, int, text, date) is
  'What one side does about a part, once for each key; the other is told. Its callers know who asks, and hold the request.';

create function private.move_payment(p_lead uuid, p_artist uuid, p_part uuid, p_event text, p_key uuid, p_note text, p_token text, p_amount int)
  returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_note text := private.clean_or_null(p_note);
begin
  if p_event is null or p_event not in ('ask', 'receive', 'dispute', 'waive') then perform private.fail('invalid_input', 'event'); end if;
  if p_amount is not null and p_event <> 'receive' then perform private.fail('invalid_input', 'amount'); end if;
  if v_note is null and p_event = 'dispute' then perform private.fail('reason_required', 'note'); end if;
  if char_length(v_note) > 500 then perform private.fail('reason_too_long', 'note'); end if;
  if private.has_account_number(v_note) then perform private.fail('account_number_refused', 'note'); end if;
  return private.act_on_payment(p_lead, p_artist, v_side, p_part, p_event, p_key, v_note, p_amount, null, null);
end
$$;
comment on function private.move_payment(uuid, uuid, uuid, text, uuid, text, text, int) is
  'One side asks for a part, says how much of it has arrived, waives it, or says that something about it is wrong.';

create function private.report_payment(p_lead uuid, p_artist uuid, p_part uuid, p_amount int, p_how text, p_paid_on date, p_key uuid, p_token text)
  returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_how text := private.one_line(p_how);
begin
  if v_side <> 'client' then perform private.fail('not_allowed'); end if;
  if p_amount is null or p_amount not between 1 and 1000000 then perform private.fail('amount_invalid'); end if;
  if coalesce(v_how, '') = '' then perform private.fail('how_required'); end if;
  if char_length(v_how) > 100 then perform private.fail('how_too_long'); end if;
  if private.has_account_number(v_how) then perform private.fail('account_number_refused', 'how'); end if;
  -- Today has begun elsewhere already.
  if p_paid_on is null or p_paid_on not between '2020-01-01' and (private.clock() + interval '12 hours')::date then
    perform private.fail('paid_on_invalid');
  end if;
  return private.act_on_payment(p_lead, p_artist, v_side, p_part, 'report', p_key, null, p_amount, v_how, p_paid_on);
end
$$;
comment on function private.report_payment(uuid, uuid, uuid, int, text, date, uuid, text) is
  'The client says that they have paid, how much, how and when. Only the artist can say that it has arrived.';

create function public.read_payments(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.read_payments(p_lead, p_artist, p_token)
$$;
comment on function public.read_payments(uuid, uuid, text) is
  'The parts of the price of an agreement, and what was done about them: {side, writable, agreement, artist, client, hash, price, how_to_pay, parts, notes}; null before it was in force.';

create function public.move_payment(p_lead uuid, p_artist uuid, p_part uuid, p_event text, p_key uuid, p_note text default null,
  p_token text default null, p_amount int default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.move_payment(p_lead, p_artist, p_part, p_event, p_key, p_note, p_token, p_amount)
$$;
comment on function public.move_payment(uuid, uuid, uuid, text, uuid, text, text, int) is
  'Does ask, receive, dispute or waive about a part, once for each key; of what is received p_amount, and the rest becomes a part of its own. Answers as read_payments.';

create function public.report_payment(p_lead uuid, p_artist uuid, p_part uuid, p_amount int, p_how text, p_paid_on date, p_key uuid,
  p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.report_payment(p_lead, p_artist, p_part, p_amount, p_how, p_paid_on, p_key, p_token)
$$;
comment on function public.report_payment(uuid, uuid, uuid, int, text, date, uuid, text) is
  'The client reports a payment, once for each key. Answers as read_payments.';

-- Who may call what.
grant execute on function
  private.read_payments(uuid, uuid, text), private.move_payment(uuid, uuid, uuid, text, uuid, text, text, int),
  private.report_payment(uuid, uuid, uuid, int, text, date, uuid, text), public.read_payments(uuid, uuid, text),
  public.move_payment(uuid, uuid, uuid, text, uuid, text, text, int), public.report_payment(uuid, uuid, uuid, int, text, date, uuid, text)
  to anon, authenticated;
-- A finished wall becomes a draft of a mural with one press of its artist. Where exactly it is, and
-- pictures that the client has taken, are shown only while the client agrees.
create table private.finished_walls (
  lead_id uuid not null,
  artist_id uuid not null,
  -- What whoever asked says to showing the place and their pictures; null until they have said something.
  consent boolean,
  consent_at timestamptz,
  mural_id uuid unique references public.murals (id) on delete set null,
  -- As the artist typed it; on the page only with consent.
  location_details text check (char_length(location_details) <= 500),
  -- Addresses of those of its pictures that whoever asked has taken.
  client_pictures text[] not null default '{}',
  primary key (lead_id, artist_id),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
alter table private.finished_walls enable row level security;
comment on table private.finished_walls is
  'Which mural a completed request became, and whether whoever asked lets its place and their pictures be shown. Apart from the mural: a page does not tell whose request it was.';
-- Finished walls keep their rule: where the wall is and what the client has taken, only while the client agrees.
create index finished_walls_artist_idx on private.finished_walls (artist_id);

create function private.is_wall_finished(p_lead uuid, p_artist uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'completed'
      and (a.confirmed_at is not null or a.completed_at is null or a.completed_at <= private.clock() - interval '14 days'));
end
$$;
comment on function private.is_wall_finished(uuid, uuid) is
  'Whether both sides say that the wall is painted, or one did and two weeks have passed; src/features/requests/lead.ts has the same (askedToConfirm).';

create function private.show_consented(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_wall private.finished_walls;
  v_shown text[];
begin
  select * into v_wall from private.finished_walls w where w.lead_id = p_lead and w.artist_id = p_artist;
  if v_wall.mural_id is null then return; end if;
  select coalesce(array_agg(p.url order by p.at), '{}') into v_shown
    from public.murals m, unnest(m.image_url || m.gallery_images) with ordinality p (url, at)
    where m.id = v_wall.mural_id and p.url is not null and (v_wall.consent or p.url <> all (v_wall.client_pictures));
  update public.murals m
    set location_details = case when v_wall.consent then v_wall.location_details end,
      latitude = case when v_wall.consent then m.latitude end, longitude = case when v_wall.consent then m.longitude end,
      before_url = case when v_wall.consent or m.before_url <> all (v_wall.client_pictures) then m.before_url end,
      image_url = v_shown[1], gallery_images = v_shown[2:],
      -- A page without any picture is none.
      public_visible = m.public_visible and cardinality(v_shown) > 0
    where m.id = v_wall.mural_id;
end
$$;
comment on function private.show_consented(uuid, uuid) is
  'Brings a mural into step with what whoever asked agrees to: without that it shows neither the place nor their pictures.';

create function private.place_consent(p_lead uuid, p_artist uuid, p_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  if private.conversation_side(p_lead, p_artist, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  return jsonb_build_object('granted', (
    select w.consent from private.finished_walls w where w.lead_id = p_lead and w.artist_id = p_artist));
end
$$;
comment on function private.place_consent(uuid, uuid, text) is 'What whoever asked has said to showing the place.';

create function private.set_place_consent(p_lead uuid, p_artist uuid, p_granted boolean, p_token text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if private.conversation_side(p_lead, p_artist, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  if p_granted is null then perform private.fail('invalid_input'); end if;
  perform from public.lead_records l where l.id = p_lead for no key update;
  -- Taking it back is always possible.
  if p_granted and not exists (
      select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'completed') then
    perform private.fail('move_refused');
  end if;
  insert into private.finished_walls (lead_id, artist_id, consent, consent_at) values (p_lead, p_artist, p_granted, now())
    on conflict (lead_id, artist_id) do update set consent = excluded.consent, consent_at = excluded.consent_at;
  perform private.show_consented(p_lead, p_artist);
end
$$;
comment on function private.set_place_consent(uuid, uuid, boolean, text) is
  'Whoever asked lets the artist show where the wall is and the pictures of it that they have sent, or does not any more.';

-- Whoever is erased from a request agrees to nothing any more.
create function private.delete_consent() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_wall private.finished_walls;
begin
  for v_wall in
    update private.finished_walls w set consent = null, consent_at = null from gone g where w.lead_id = g.lead_id returning w.*
  loop
    perform private.show_consented(v_wall.lead_id, v_wall.artist_id);
  end loop;
  return null;
end
$$;
comment on function private.delete_consent() is 'Whoever asked was erased from a request: what only they could allow is not shown any more.';

create trigger lead_contacts_delete_consent after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.delete_consent();

create function private.finished_mural(p_lead uuid, p_mural uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
  v_lead uuid := coalesce(p_lead, (
    select w.lead_id from private.finished_walls w where w.mural_id = p_mural and w.artist_id = private.my_artist_id()));
  v_wall private.finished_walls;
begin
  if v_lead is null or not exists (select from private.requests_assigned_to_me() mine where mine = v_lead) then
    -- Most murals are of no request.
    if p_mural is not null then return null; end if;
    perform private.fail('not_allowed');
  end if;
  select * into v_wall from private.finished_walls w where w.lead_id = v_lead and w.artist_id = v_artist;
  return jsonb_build_object('consent', v_wall.consent,
    'mural', (
      select jsonb_build_object('id', m.id, 'slug', m.slug, 'title', m.title, 'public_visible', m.public_visible)
      from public.murals m where m.id = v_wall.mural_id),
    'pictures', coalesce((
      select jsonb_agg(jsonb_build_object('path', n.name, 'sender', m.sender, 'stage', m.stage) order by m.position, n.at)
      from public.lead_messages m join private.message_keys k on k.message_id = m.id
      cross join lateral private.picture_names(m.lead_id, m.artist_id, k.idempotency_key, m.pictures) with ordinality n (name, at)
      join storage.objects o on o.bucket_id = 'message-pictures' and o.name = n.name
      where m.lead_id = v_lead and m.artist_id = v_artist and m.pictures > 0
        and not exists (select from private.conversation_reports r
          where r.lead_id = v_lead and r.artist_id = v_artist and r.side = 'artist')), '[]'));
end
$$;
comment on function private.finished_mural(uuid, uuid) is
  'What the mural of a finished wall is and can be made of, by its request or by the mural: {consent, mural: {id, slug, title, public_visible}, pictures: [{path, sender, stage}]}; null for a mural of no request.';

create function private.start_finished_mural(p_lead uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_mural uuid := (select w.mural_id from private.finished_walls w where w.lead_id = p_lead and w.artist_id = v_artist);
begin
  if v_mural is not null then return v_mural; end if;
  if not private.is_wall_finished(p_lead, v_artist) then perform private.fail('move_refused'); end if;
  with facts as (
    select l.city, l.surface_type, initcap(nullif(l.style_preference, 'other')) as style, d.width_ft, d.height_ft, a.state,
      least(private.day_of(coalesce(t.completed_at, now())), private.today()) as painted
    from public.lead_records l
    join public.lead_assignments t on t.lead_id = l.id and t.artist_id = v_artist
    join public.artists a on a.id = v_artist
    left join public.request_details d on d.lead_id = l.id
    where l.id = p_lead
  ), named as (
    select f.*, concat(coalesce(f.style || ' mural', 'Mural'), ' in ' || f.city) as title from facts f
  )
  insert into public.murals (slug, title, city, state, surface_type, styles, width_ft, height_ft, date_completed, artist_id)
    select private.free_mural_slug(n.title), n.title, n.city, private.state_code(n.state), n.surface_type,
      array_remove(array[n.style], null), n.width_ft, n.height_ft, n.painted, v_artist
    from named n
    returning id into v_mural;
  insert into private.finished_walls (lead_id, artist_id, mural_id) values (p_lead, v_artist, v_mural)
    on conflict (lead_id, artist_id) do update set mural_id = excluded.mural_id, location_details = null;
  perform private.audit('lead.mural', p_lead, jsonb_build_object('artist', v_artist, 'mural', v_mural));
  return v_mural;
end
$$;
comment on function private.start_finished_mural(uuid) is
  'Makes a draft of a mural of the facts of a finished wall, once for each; gives its id.';

create function private.note_mural_picture(p_mural uuid, p_url text, p_source text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_wall private.finished_walls;
  v_message public.lead_messages := private.message_of_picture(p_source);
begin
  select * into v_wall from private.finished_walls w where w.mural_id = p_mural and w.artist_id = private.my_artist_id() for update;
  if v_wall.mural_id is null then perform private.fail('not_allowed'); end if;
  if ((v_message.lead_id, v_message.artist_id) = (v_wall.lead_id, v_wall.artist_id)) is not true
     or private.media_url_ok(p_url, 'portfolio-images', auth.uid()) is not true then
    perform private.fail('image_refused', 'pictures');
  end if;
  if v_message.sender <> 'client' then return; end if;
  if v_wall.consent is not true then perform private.fail('consent_required'); end if;
  update private.finished_walls w set client_pictures = array_remove(w.client_pictures, p_url) || p_url where w.mural_id = p_mural;
end
$$;
comment on function private.note_mural_picture(uuid, text, text) is
  'Before a mural shows the copy of a photo of its conversation: notes one that the client has taken, which needs their consent.';

create function public.place_consent(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.place_consent(p_lead, p_artist, p_token)
$$;
comment on function public.place_consent(uuid, uuid, text) is
  'Whether whoever asked lets the artist show where the wall is: {granted}, null until they have said so.';

create function public.set_place_consent(p_lead uuid, p_artist uuid, p_granted boolean, p_token text default null) returns void
  language sql security invoker set search_path = '' as $$
  select private.set_place_consent(p_lead, p_artist, p_granted, p_token)
$$;
comment on function public.set_place_consent(uuid, uuid, boolean, text) is
  'Lets the artist show where the wall is, and the client''s pictures of it, or takes that back.';

create function public.finished_mural(p_lead uuid default null, p_mural uuid default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.finished_mural(p_lead, p_mural)
$$;
comment on function public.finished_mural(uuid, uuid) is
  'What the mural of the calling artist''s finished wall is or can be made of: {consent, mural, pictures: [{path, sender, stage}]}; null for a mural of no request.';

create function public.start_finished_mural(p_lead uuid) returns uuid
  language sql security invoker set search_path = '' as $$
  select private.start_finished_mural(p_lead)
$$;
comment on function public.start_finished_mural(uuid) is
  'Makes a draft of a mural of the facts of the calling artist''s finished wall, once for each; gives its id.';

create function public.note_mural_picture(p_mural uuid, p_url text, p_source text) returns void
  language sql security invoker set search_path = '' as $$
  select private.note_mural_picture(p_mural, p_url, p_source)
$$;
comment on function public.note_mural_picture(uuid, text, text) is
  'Before the calling artist''s mural shows p_url: says that it is a copy of this photo of the conversation.';

-- Who may call what.
grant execute on function
  private.place_consent(uuid, uuid, text), private.set_place_consent(uuid, uuid, boolean, text),
  public.place_consent(uuid, uuid, text), public.set_place_consent(uuid, uuid, boolean, text)
  to anon, authenticated;
grant execute on function
  private.finished_mural(uuid, uuid), private.start_finished_mural(uuid), private.note_mural_picture(uuid, text, text),
  public.finished_mural(uuid, uuid), public.start_finished_mural(uuid), public.note_mural_picture(uuid, text, text)
  to authenticated;
-- The diary of a job: photos of the wall at its stages. They are messages of the artist that say a stage, and so are
-- sent, shown, reported and erased as messages (0300_conversations.sql, 0305_message_pictures.sql).
create function private.is_chosen(p_lead uuid, p_artist uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.lead_assignments a
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state in ('accepted', 'completed'));
end
$$;
comment on function private.is_chosen(uuid, uuid) is 'Whether the artist has the job, painted or not.';

create function private.diary_data(p_lead uuid, p_artist uuid, p_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
begin
  if exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist and r.side = v_side) then
    return null;
  end if;
  return jsonb_build_object(
    'writable', v_side = 'artist' and private.is_chosen(p_lead, p_artist)
      and not exists (select from public.lead_records l where l.id = p_lead and l.withdrawn_at is not null)
      and not exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist),
    'entries', coalesce((
      select jsonb_agg(private.message_line(m, v_side) order by m.position) from public.lead_messages m
      where m.lead_id = p_lead and m.artist_id = p_artist and m.stage is not null), '[]'));
end
$$;
comment on function private.diary_data(uuid, uuid, text) is
  'The messages with a stage, for the two sides of a conversation; null to whom it is hidden. Everybody else is refused.';

create function public.diary_data(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.diary_data(p_lead, p_artist, p_token)
$$;
comment on function public.diary_data(uuid, uuid, text) is
  'The diary of a job: {writable, entries}, each entry a message with its stage (before, outline, painting, done) and pictures. send_message adds one.';

-- Who may call what.
grant execute on function private.diary_data(uuid, uuid, text), public.diary_data(uuid, uuid, text) to anon, authenticated;
-- What whoever asked says of a painted wall: once for each artist, public at once. Ratings follow
-- from reviews in the same transaction.
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  artist_id uuid not null references public.artists (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  body text not null check (char_length(body) between 20 and 2000),
  -- As its author wants to be called; null for who is not named, or is erased.
  author_name text check (author_name = private.clean(author_name) and char_length(author_name) between 1 and 60),
  author_town text check (author_town = private.clean(author_town) and char_length(author_town) between 1 and 60),
  pictures text[] not null default '{}' check (private.safe_urls(pictures) and cardinality(pictures) <= 3),
  reply text check (char_length(reply) between 1 and 2000),
  replied_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  hidden_at timestamptz,
  hidden_reason text check (char_length(hidden_reason) between 1 and 500),
  -- Null while it waits, and while it is disputed.
  counted_at timestamptz default now(),
  public_visible boolean not null generated always as (hidden_at is null and counted_at is not null) stored,
  check ((reply is null) = (replied_at is null)),
  check ((hidden_at is null) = (hidden_reason is null))
);
alter table public.reviews enable row level security;
comment on table public.reviews is 'What clients say of painted walls. Public, without a contact; which request one comes from is in private.review_checks.';
grant select on public.reviews to anon, authenticated;
grant all on public.reviews to service_role;
create index reviews_artist_idx on public.reviews (artist_id, created_at desc, id);
create index reviews_objects_idx on public.reviews using gin (private.object_keys(pictures)) where public_visible;
create index reviews_created_idx on public.reviews (created_at desc, id);

create function private.rate_artists() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_artists uuid[];
begin
  -- A review that waits changes nothing, also not a rating that was imported.
  case tg_op
    when 'INSERT' then select array_agg(distinct n.artist_id) into v_artists from new_rows n where n.public_visible;
    when 'DELETE' then select array_agg(distinct o.artist_id) into v_artists from old_rows o where o.public_visible;
    else select array_agg(distinct n.artist_id) into v_artists from old_rows o join new_rows n on n.id = o.id
      where n.public_visible <> o.public_visible or (n.public_visible and n.rating <> o.rating);
  end case;
  -- Of two reviews at the same instant the second waits here, and counts the first one too.
  perform from public.artists a where a.id = any (v_artists) order by a.id for no key update;
  update public.artists a set average_rating = r.average, review_count = r.reviews
    from (
      select x as id, coalesce(round(avg(v.rating), 1), 0) as average, count(v.id) as reviews
      from unnest(v_artists) x left join public.reviews v on v.artist_id = x and v.public_visible
      group by x) r
    where a.id = r.id and (a.average_rating, a.review_count) is distinct from (r.average, r.reviews::int);
  return null;
end
$$;
comment on function private.rate_artists() is 'Average and number of an artist''s reviews follow each review, in its transaction. Hidden ones do not count.';

create trigger reviews_rate_insert after insert on public.reviews referencing new table as new_rows
  for each statement execute function private.rate_artists();
create trigger reviews_rate_update after update on public.reviews referencing old table as old_rows new table as new_rows
  for each statement execute function private.rate_artists();
create trigger reviews_rate_delete after delete on public.reviews referencing old table as old_rows
  for each statement execute function private.rate_artists();
create trigger reviews_touch before update on public.reviews
  for each row execute function private.touch('public_visible', 'hidden_reason');

create function private.anonymize_review_of_contact() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.reviews r set author_name = null, pictures = '{}'
    from gone g join private.review_checks c on c.lead_id = g.lead_id where r.id = c.review_id;
  return null;
end
$$;
comment on function private.anonymize_review_of_contact() is
  'Whoever asked was erased from a request: their review stays, without a name and without their pictures.';

create trigger lead_contacts_anonymize_review_of_contact after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.anonymize_review_of_contact();

create function private.check_review(p_rating int, p_body text, p_name text, p_town text) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  if p_rating is null or p_rating not between 1 and 5 then perform private.fail('rating_invalid'); end if;
  if coalesce(char_length(p_body), 0) < 20 then perform private.fail('review_too_short'); end if;
  if char_length(p_body) > 2000 then perform private.fail('review_too_long'); end if;
  if char_length(p_name) > 60 then perform private.fail('review_name_too_long'); end if;
  if char_length(p_town) > 60 then perform private.fail('review_town_too_long'); end if;
end
$$;
comment on function private.check_review(int, text, text, text) is 'The rules of a review, in the order of its form.';

create function private.may_change(p_since timestamptz) returns boolean
  language sql stable security definer set search_path = '' as $$
  select p_since > private.clock() - interval '14 days'
$$;
comment on function private.may_change(timestamptz) is 'Whether a review or a reply of that time can still be changed.';

create function private.review_author(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', left(split_part(private.clean(c.name), ' ', 1), 60), 'town', left(private.clean(l.city), 60))
  from public.lead_records l join public.lead_contacts c on c.lead_id = l.id where l.id = p_lead
$$;
comment on function private.review_author(uuid) is 'How a review is signed unless its author wants it otherwise: first name and city of the request.';

create function private.review_line(p_review public.reviews, p_side text) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', p_review.id, 'artist_id', p_review.artist_id, 'rating', p_review.rating, 'body', p_review.body,
    'author_name', p_review.author_name, 'author_town', p_review.author_town, 'pictures', to_jsonb(p_review.pictures),
    'reply', p_review.reply, 'replied_at', p_review.replied_at, 'created_at', p_review.created_at,
    'hidden_reason', p_review.hidden_reason, 'waits_for', private.review_waits_for(p_review),
    'disputable', p_side = 'artist' and p_review.hidden_at is null and private.may_dispute(p_review),
    'editable', case p_side when 'client' then private.may_change(p_review.created_at)
      else p_review.replied_at is null or private.may_change(p_review.replied_at) end);
end
$$;
comment on function private.review_line(reviews, text) is
  'A review as one side of its request sees it: why it is hidden, what it waits for, whether that side can still change what it wrote, or dispute it.';

create function private.submit_review(p_lead uuid, p_artist uuid, p_rating int, p_body text, p_token text, p_name text, p_town text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_body text := private.clean(p_body);
  v_author jsonb := private.review_author(p_lead);
  v_name text := private.clean_or_null(coalesce(p_name, v_author ->> 'name'));
  v_town text := private.clean_or_null(coalesce(p_town, v_author ->> 'town'));
  v_address bytea := (select s.address_hash from private.request_senders s where s.lead_id = p_lead);
  v_review public.reviews;
begin
  if private.conversation_side(p_lead, p_artist, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  -- Nobody reviews themselves by sending themselves a request.
  if private.is_request_to_oneself(p_lead, p_artist) then perform private.fail('not_allowed'); end if;
  perform private.check_review(p_rating, v_body, v_name, v_town);
  -- A twin waits here until the first one is done.
  perform from public.lead_records l where l.id = p_lead for no key update;
  select r.* into v_review from private.review_checks c join public.reviews r on r.id = c.review_id
    where c.lead_id = p_lead and c.artist_id = p_artist;
  if found then
    if (v_review.rating, v_review.body, v_review.author_name, v_review.author_town) is distinct from (p_rating, v_body, v_name, v_town) then
      perform private.fail('review_exists');
    end if;
    return private.review_line(v_review, 'client') || '{"replayed": true}';
  end if;
  if not exists (select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'completed') then
    perform private.fail('review_too_early');
  end if;
  if private.is_request_proven(p_lead) and private.has_reviewed_lately(p_artist, v_address, private.clock()) then
    perform private.fail('review_this_year');
  end if;
  insert into public.reviews (artist_id, rating, body, author_name, author_town, created_at, counted_at)
    values (p_artist, p_rating, v_body, v_name, v_town, private.clock(), null) returning * into v_review;
  insert into private.review_checks (review_id, lead_id, artist_id, address_hash, network_hash)
    values (v_review.id, p_lead, p_artist, v_address, private.network_hash());
  perform private.count_reviews(array[p_artist]);
  select * into v_review from public.reviews r where r.id = v_review.id;
  perform private.mail_artist('lead_reviewed', v_review.id::text, p_lead, p_artist);
  return private.review_line(v_review, 'client') || '{"replayed": false}';
end
$$;
comment on function private.submit_review(uuid, uuid, int, text, text, text, text) is
  'Stores what the client says of a painted wall, once for each artist of a request, and shows it once it counts; the same again gives the same answer.';

create function private.my_review(p_review uuid, p_side text, p_token text) returns public.reviews
  language plpgsql security definer set search_path = '' as $$
declare
  v_review public.reviews;
  v_lead uuid := (select c.lead_id from private.review_checks c where c.review_id = p_review);
begin
  select * into v_review from public.reviews r where r.id = p_review;
  -- The same answer for a review that does not exist and for one that is somebody else's.
  if v_lead is null then
    if v_review.artist_id is distinct from private.my_artist_id() or p_side <> 'artist' then
      perform private.fail(case when p_token is null then 'not_allowed' else 'link_refused' end);
    end if;
  elsif private.conversation_side(v_lead, v_review.artist_id, p_token) <> p_side then
    perform private.fail('not_allowed');
  end if;
  select * into v_review from public.reviews r where r.id = p_review for no key update;
  return v_review;
end
$$;
comment on function private.my_review(uuid, text, text) is 'A review, locked for a change by one side of its request; everybody else is refused.';

create function private.edit_review(p_review uuid, p_rating int, p_body text, p_name text, p_town text, p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_review public.reviews := private.my_review(p_review, 'client', p_token);
  v_body text := private.clean(p_body);
  v_name text := private.clean_or_null(p_name);
  v_town text := private.clean_or_null(p_town);
begin
  if not private.may_change(v_review.created_at) then perform private.fail('review_final'); end if;
  perform private.check_review(p_rating, v_body, v_name, v_town);
  update public.reviews r set rating = p_rating, body = v_body, author_name = v_name, author_town = v_town
    where r.id = p_review returning * into v_review;
  return private.review_line(v_review, 'client');
end
$$;
comment on function private.edit_review(uuid, int, text, text, text, text) is 'Its author changes a review, for 14 days.';

create function private.reply_to_review(p_review uuid, p_body text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_review public.reviews := private.my_review(p_review, 'artist', null);
  v_body text := private.clean(p_body);
begin
  if coalesce(v_body, '') = '' then perform private.fail('reply_required'); end if;
  if char_length(v_body) > 2000 then perform private.fail('reply_too_long'); end if;
  if v_review.reply = v_body then return private.review_line(v_review, 'artist'); end if;
  if not private.may_change(coalesce(v_review.replied_at, private.clock())) then perform private.fail('review_final'); end if;
  update public.reviews r set reply = v_body, replied_at = coalesce(r.replied_at, private.clock())
    where r.id = p_review returning * into v_review;
  perform private.mail_client('request_replied', p_review::text, c.lead_id, c.artist_id)
    from private.review_checks c where c.review_id = p_review;
  return private.review_line(v_review, 'artist');
end
$$;
comment on function private.reply_to_review(uuid, text) is
  'The artist''s one reply to a review, which they can change for 14 days. Whoever wrote the review is told of the first.';

create function private.hide_review(p_review uuid, p_reason text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := private.clean_or_null(p_reason);
  v_review public.reviews;
begin
  perform private.require_admin();
  if v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  select * into v_review from public.reviews r where r.id = p_review for no key update;
  if not found then perform private.fail('not_allowed'); end if;
  if v_review.hidden_reason is not distinct from v_reason then return; end if;
  update private.review_checks c set looked_at = coalesce(c.looked_at, private.clock()) where c.review_id = p_review;
  update public.reviews r
    set hidden_at = coalesce(r.hidden_at, private.clock()), hidden_reason = v_reason
    where r.id = p_review returning * into v_review;
  perform private.audit('review.hidden', p_review, jsonb_build_object('artist', v_review.artist_id, 'reason', v_reason));
  perform private.mail_client('request_review_hidden', p_review || ':' || v_review.hidden_at, c.lead_id, c.artist_id),
      private.mail_artist('lead_review_hidden', p_review || ':' || v_review.hidden_at, c.lead_id, c.artist_id)
    from private.review_checks c where c.review_id = p_review and c.lead_id is not null;
end
$$;
comment on function private.hide_review(uuid, text) is
  'An admin takes a review off the pages, with a reason that both sides see; it does not count any more. Again changes nothing.';

create function private.show_review(p_review uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.review_checks c set looked_at = coalesce(c.looked_at, private.clock()) where c.review_id = p_review;
  update public.reviews r
    set hidden_at = null, hidden_reason = null, counted_at = coalesce(r.counted_at, private.clock())
    where r.id = p_review and not r.public_visible;
  if found then perform private.audit('review.shown', p_review); end if;
end
$$;
comment on function private.show_review(uuid) is 'An admin shows a review that is hidden, disputed or waiting. Again changes nothing.';

create function private.conversation_review(p_lead uuid, p_artist uuid, p_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
begin
  return (
    select jsonb_build_object('side', v_side,
      'review', (select private.review_line(r, v_side) from private.review_checks c join public.reviews r on r.id = c.review_id
        where c.lead_id = p_lead and c.artist_id = p_artist),
      'author', case v_side when 'client' then private.review_author(p_lead) end,
      'possible', a.state = 'completed')
    from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist);
end
$$;
comment on function private.conversation_review(uuid, uuid, text) is 'What either side of a request knows of its review.';

create function private.admin_list_reviews(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.admin_list_page(
    $q$
      select r.id, r.created_at, r.rating, a.name as artist, r.author_name
      from public.reviews r join public.artists a on a.id = r.artist_id left join private.review_checks c on c.review_id = r.id
      where case $2 when 'hidden' then r.hidden_at is not null when 'shown' then r.public_visible when 'low' then r.rating <= 2
          when 'disputed' then c.disputed_at is not null and c.looked_at is null
          when 'waiting' then r.hidden_at is null and r.counted_at is null else true end
        and ($1 is null or private.bare_text(a.name) like $1 or private.bare_text(r.author_name) like $1 or private.bare_text(r.author_town) like $1 or private.bare_text(r.body) like $1 or private.bare_text(r.reply) like $1)$q$,
    $q$
      select jsonb_build_object('id', r.id, 'artist_id', r.artist_id, 'artist', q.artist, 'slug', a.slug,
        'rating', r.rating, 'body', r.body, 'author_name', r.author_name, 'author_town', r.author_town, 'pictures', to_jsonb(r.pictures),
        'reply', r.reply, 'replied_at', r.replied_at, 'created_at', r.created_at, 'hidden_reason', r.hidden_reason)
        || private.review_case(r)
      from public.reviews r join public.artists a on a.id = r.artist_id where r.id = q.id$q$,
    array['shown', 'hidden', 'low', 'disputed', 'waiting']::text[],
    array['created_at', 'rating', 'artist', 'author_name']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_reviews(text, text, text, boolean, int, int) is 'Reviews, hidden ones too.';

create function public.submit_review(p_lead uuid, p_artist uuid, p_rating int, p_body text, p_token text default null,
  p_name text default null, p_town text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.submit_review(p_lead, p_artist, p_rating, p_body, p_token, p_name, p_town)
$$;
comment on function public.submit_review(uuid, uuid, int, text, text, text, text) is
  'Whoever asked reviews an artist whose wall is painted: the review with its id, and replayed. p_name and p_town are shown; an empty one is not, and without one it is the first name, or the city, of the request.';

create function public.edit_review(p_review uuid, p_rating int, p_body text, p_name text, p_town text, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.edit_review(p_review, p_rating, p_body, p_name, p_town, p_token)
$$;
comment on function public.edit_review(uuid, int, text, text, text, text) is 'Changes a review of the caller, for 14 days.';

create function public.reply_to_review(p_review uuid, p_body text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.reply_to_review(p_review, p_body)
$$;
comment on function public.reply_to_review(uuid, text) is 'The calling artist replies to a review, or changes their reply for 14 days.';

create function public.hide_review(p_review uuid, p_reason text) returns void
  language sql security invoker set search_path = '' as $$
  select private.hide_review(p_review, p_reason)
$$;
comment on function public.hide_review(uuid, text) is 'Takes a review off the pages, with a reason that both sides see. Admins only.';

create function public.show_review(p_review uuid) returns void
  language sql security invoker set search_path = '' as $$
  select private.show_review(p_review)
$$;
comment on function public.show_review(uuid) is 'Shows a hidden review again. Admins only.';

create function public.conversation_review(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.conversation_review(p_lead, p_artist, p_token)
$$;
comment on function public.conversation_review(uuid, uuid, text) is
  'The review that came of a request with one artist: {side, review, author, possible}; author is how it would be signed.';

create function public.admin_list_reviews(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_list_reviews(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_reviews(text, text, text, boolean, int, int) is 'Reviews, hidden ones too. Gives {total, rows}. Admins only.';

-- Who may call what.
grant execute on function
  private.submit_review(uuid, uuid, int, text, text, text, text),
  private.edit_review(uuid, int, text, text, text, text), private.conversation_review(uuid, uuid, text),
  public.submit_review(uuid, uuid, int, text, text, text, text), public.edit_review(uuid, int, text, text, text, text),
  public.conversation_review(uuid, uuid, text)
  to anon, authenticated;
grant execute on function
  private.reply_to_review(uuid, text), private.hide_review(uuid, text), private.show_review(uuid),
  private.admin_list_reviews(text, text, text, boolean, int, int), public.reply_to_review(uuid, text),
  public.hide_review(uuid, text), public.show_review(uuid),
  public.admin_list_reviews(text, text, text, boolean, int, int)
  to authenticated;
-- Up to 3 pictures of the wall with a review. They are public once the review shows them; only whoever wrote it puts
-- them there, with an account or with the link of the request, as long as the review can be changed.
create function private.review_of_picture(p_name text) returns public.reviews
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_review public.reviews;
begin
  if p_name !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f-]{36}\.(webp|jpg)$' then return null; end if;
  select * into v_review from public.reviews r where r.id = split_part(p_name, '/', 1)::uuid;
  return v_review;
end
$$;
comment on function private.review_of_picture(text) is 'The review that a picture of this name, {review}/{uuid}.webp, belongs to; null where there is none.';

create function private.may_add_review_picture(p_bucket text, p_name text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_review public.reviews;
begin
  if p_bucket <> 'review-pictures' then return false; end if;
  v_review := private.review_of_picture(p_name);
  return private.may_change(v_review.created_at) and exists (
    select from private.conversations_i_read() t join private.review_checks c on c.lead_id = t.lead_id and c.artist_id = t.artist_id
    where c.review_id = v_review.id and t.side = 'client');
end
$$;
comment on function private.may_add_review_picture(text, text) is 'Whether the caller wrote the review of this picture and can still change it.';

create policy review_pictures_insert on storage.objects for insert to anon, authenticated with check (
  private.may_add_review_picture(bucket_id, name));

-- Storage services write later and as themselves: the review may be gone, or full, meanwhile.
create function private.keep_review_pictures() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_review uuid := (private.review_of_picture(new.name)).id;
begin
  if new.bucket_id <> 'review-pictures' then return new; end if;
  perform from public.reviews r where r.id = v_review for no key update;
  -- Some room for what replaces others.
  if not found or 9 <= (
      select count(*) from storage.objects o where o.bucket_id = 'review-pictures' and o.id <> new.id and o.name like v_review || '/%') then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_review_pictures() is 'Refuses pictures of no review, and the 10th of one, whoever writes the row.';

create trigger objects_of_reviews before insert or update of bucket_id, name on storage.objects
  for each row execute function private.keep_review_pictures();

create function private.set_review_pictures(p_review uuid, p_pictures text[], p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_review public.reviews := private.my_review(p_review, 'client', p_token);
  v_pictures text[] := coalesce(p_pictures, '{}');
begin
  if not private.may_change(v_review.created_at) then perform private.fail('review_final'); end if;
  if cardinality(v_pictures) > 3
     or exists (select from unnest(v_pictures) u where not private.media_url_ok(u, 'review-pictures', p_review))
     or exists (select from unnest(private.object_keys(v_pictures)) k where not exists (
       select from storage.objects o where o.bucket_id || '/' || o.name = k)) then
    perform private.fail('review_pictures_invalid');
  end if;
  update public.reviews r set pictures = v_pictures where r.id = p_review returning * into v_review;
  return private.review_line(v_review, 'client');
end
$$;
comment on function private.set_review_pictures(uuid, text[], text) is 'Which uploads a review shows, in their order. Those that it shows no more are deleted.';

create function private.delete_review_pictures() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_kept text[] := '{}';
begin
  if tg_op = 'UPDATE' then v_kept := private.object_keys(new.pictures); end if;
  -- As in `private.delete_uploads`.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
    where o.bucket_id = 'review-pictures' and o.name like old.id || '/%' and o.bucket_id || '/' || o.name <> all (v_kept);
  perform set_config('storage.allow_delete_query', 'false', true);
  return null;
end
$$;
comment on function private.delete_review_pictures() is 'Pictures that a review no longer shows go, and all of them with it.';

create trigger reviews_drop_pictures after update of pictures on public.reviews
  for each row when (old.pictures <> new.pictures) execute function private.delete_review_pictures();
create trigger reviews_drop_all_pictures after delete on public.reviews
  for each row execute function private.delete_review_pictures();

create function public.set_review_pictures(p_review uuid, p_pictures text[], p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.set_review_pictures(p_review, p_pictures, p_token)
$$;
comment on function public.set_review_pictures(uuid, text[], text) is
  'Which of its uploads in the bucket review-pictures a review of the caller shows: up to 3 public addresses.';

-- Who may call what.
grant execute on function
  private.may_add_review_picture(text, text), private.set_review_pictures(uuid, text[], text),
  public.set_review_pictures(uuid, text[], text)
  to anon, authenticated;
-- When a review counts in public: its sender is proven, the artist's proposal was accepted, and the artist says that the
-- wall is painted or said nothing for 14 days. A dispute in time takes it off the page until an admin has looked. What
-- was brought in (demo data, imports) and what was public before counts as looked at.
create policy reviews_select on public.reviews for select to anon, authenticated using (
  public_visible and artist_id in (select a.id from public.artists a where a.public_visible));

create table private.review_checks (
  review_id uuid primary key references public.reviews (id) on delete cascade,
  address_hash bytea,
  network_hash bytea,
  disputed_at timestamptz,
  dispute_reason text check (char_length(dispute_reason) between 1 and 500),
  -- An admin decided: nothing else does from then on.
  looked_at timestamptz,
  changed_at timestamptz,
  -- Null where the request is gone.
  lead_id uuid references public.lead_records (id) on delete set null,
  artist_id uuid not null,
  unique (lead_id, artist_id)
);
alter table private.review_checks enable row level security;
comment on table private.review_checks is
  'Which request a review comes from, and what an admin needs to judge it, also when that is erased: peppered hashes of its sender''s address and network, the artist''s dispute, and whether an admin has looked. A review that was brought in has none.';
comment on column private.review_checks.changed_at is 'When the client last changed the stars or the words.';
create index review_checks_address_idx on private.review_checks (address_hash);

create function private.has_artist_agreed(p_assignment public.lead_assignments) returns boolean
  language sql stable security definer set search_path = '' as $$
  select p_assignment.state = 'completed' and p_assignment.accepted_at is not null
    and (p_assignment.completed_by <> 'client' or p_assignment.confirmed_at is not null
      or p_assignment.completed_at < private.clock() - interval '14 days')
$$;
comment on function private.has_artist_agreed(lead_assignments) is
  'A wall of an accepted proposal that its artist calls painted, or had 14 days to say that it is not.';

create function private.has_reviewed_lately(p_artist uuid, p_address bytea, p_at timestamptz) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.review_checks c join public.reviews r on r.id = c.review_id
    where c.address_hash = p_address and r.artist_id = p_artist and r.counted_at is not null and r.created_at > p_at - interval '1 year')
$$;
comment on function private.has_reviewed_lately(uuid, bytea, timestamptz) is
  'Whether a review by this mailbox of this artist counts that is less than a year older.';

create function private.count_reviews(p_artists uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  -- An update of no row would fire the triggers of reviews all the same.
  if not exists (select from public.reviews r where r.artist_id = any (p_artists) and r.counted_at is null) then return; end if;
  with ready as (
    -- Of two that become ready together the first.
    select distinct on (r.artist_id, s.address_hash) r.id, s.address_hash
    from public.reviews r
    join private.review_checks c on c.review_id = r.id and c.disputed_at is null and c.looked_at is null
    join public.lead_assignments a on a.lead_id = c.lead_id and a.artist_id = c.artist_id and private.has_artist_agreed(a)
    join private.request_senders s on s.lead_id = c.lead_id and s.proven_at is not null
    where r.artist_id = any (p_artists) and r.counted_at is null
      and not private.has_reviewed_lately(r.artist_id, s.address_hash, r.created_at)
    order by r.artist_id, s.address_hash, r.created_at, r.id
  ), known as (
    update private.review_checks c set address_hash = n.address_hash from ready n where c.review_id = n.id)
  update public.reviews r set counted_at = private.clock() from ready n where r.id = n.id;
end
$$;
comment on function private.count_reviews(uuid[]) is 'Lets those reviews of these artists count that need nothing more.';

create function private.review_waits_for(p_review public.reviews) returns text
  language sql stable security definer set search_path = '' as $$
  select case
    when p_review.counted_at is not null then null
    when c.disputed_at is not null and c.looked_at is null then 'dispute'
    when a.lead_id is null or a.accepted_at is null then 'admin'
    when s.proven_at is null then 'proof'
    when not private.has_artist_agreed(a) then 'artist'
    else 'admin' end
  from (select 1) one
  left join private.review_checks c on c.review_id = p_review.id
  left join public.lead_assignments a on a.lead_id = c.lead_id and a.artist_id = c.artist_id
  left join private.request_senders s on s.lead_id = c.lead_id
$$;
comment on function private.review_waits_for(reviews) is
  'What a review needs next before it counts: proof (of its sender), artist (who confirms the wall), dispute or admin (an admin''s decision). Null for one that counts.';

create function private.is_request_to_oneself(p_lead uuid, p_artist uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    cross join public.artists a
    left join public.artist_contacts own on own.artist_id = a.id
    left join auth.users u on u.id = a.user_id
    where l.id = p_lead and a.id = p_artist
      and (a.user_id = l.created_by_user or private.mailbox(c.email) in (private.mailbox(own.email), private.mailbox(u.email))))
$$;
comment on function private.is_request_to_oneself(uuid, uuid) is 'Whether an artist sent this request to themselves, by account or by mailbox.';

create function private.note_dispute(p_review uuid, p_reason text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  update private.review_checks c set disputed_at = private.clock(), dispute_reason = p_reason
    where c.review_id = p_review and c.disputed_at is null and c.looked_at is null;
  if not found then return; end if;
  update public.reviews r set counted_at = null where r.id = p_review and r.counted_at is not null;
  perform private.audit('review.disputed', p_review, jsonb_strip_nulls(jsonb_build_object('reason', p_reason)));
end
$$;
comment on function private.note_dispute(uuid, text) is 'Takes a review off the page until an admin has looked, unless one has.';

create function private.dispute_review(p_review uuid, p_reason text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_review public.reviews := private.my_review(p_review, 'artist', null);
  v_reason text := private.clean_or_null(p_reason);
begin
  if v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  if private.review_waits_for(v_review) is distinct from 'dispute' then
    if not private.may_dispute(v_review) then perform private.fail('dispute_too_late'); end if;
    perform private.note_dispute(p_review, v_reason);
  end if;
  select * into v_review from public.reviews r where r.id = p_review;
  return private.review_line(v_review, 'artist');
end
$$;
comment on function private.dispute_review(uuid, text) is
  'Its artist disputes a review, for 14 days: an admin decides whether it is shown. Again changes nothing.';

create function public.dispute_review(p_review uuid, p_reason text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.dispute_review(p_review, p_reason)
$$;
comment on function public.dispute_review(uuid, text) is
  'The calling artist disputes a review, for 14 days and with a reason; it is off the page until an admin has looked.';

-- An artist who says that a wall is not painted disputes the review of it, too.
create function private.hold_disputed_review() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- A status that is moved back says the same, but takes nothing off the page.
  perform private.note_dispute(r.id, null) from private.review_checks c join public.reviews r on r.id = c.review_id
    where c.lead_id = new.lead_id and c.artist_id = new.artist_id and (new.event = 'dispute' or r.counted_at is null);
  return null;
end
$$;
comment on function private.hold_disputed_review() is 'The artist says that a wall is not painted: an admin looks at the review of it.';

create trigger assignment_events_dispute after insert on public.assignment_events
  for each row when (new.event in ('dispute', 'set_in_review', 'set_new') and new.actor = 'artist') execute function private.hold_disputed_review();

create function private.review_case(p_review public.reviews) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('lead_id', c.lead_id, 'waits_for', private.review_waits_for(p_review),
    'disputed_at', c.disputed_at, 'dispute_reason', c.dispute_reason, 'looked_at', c.looked_at,
    'proven', coalesce(s.proven_at is not null, false),
    'same_sender', (select count(*) from private.review_checks o where o.address_hash = c.address_hash and o.review_id <> c.review_id),
    'same_network', (select count(*) from private.review_checks o
      where o.artist_id = p_review.artist_id and o.network_hash = c.network_hash and o.review_id <> c.review_id))
  from (select 1) one
  left join private.review_checks c on c.review_id = p_review.id
  left join private.request_senders s on s.lead_id = c.lead_id
$$;
comment on function private.review_case(reviews) is
  'What an admin judges a review by: its request, the dispute, whether its sender is proven, and how many reviews came from the same mailbox or, of the same artist, from the same network.';

-- In whatever order the rows of an erased request go, its review keeps no name.
create function private.anonymize_review_of_request() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.reviews r set author_name = null, pictures = '{}' where r.id = new.review_id;
  return null;
end
$$;
comment on function private.anonymize_review_of_request() is 'The request of a review was erased: the review stays, without a name and without pictures.';

create trigger review_checks_forget_reviewer after update of lead_id on private.review_checks
  for each row when (old.lead_id is not null and new.lead_id is null) execute function private.anonymize_review_of_request();

-- Whoever waited with the proof, or changed the stars on the last day, left the artist no time for a dispute: its 14 days
-- begin when a review counts, and again when it says something else.
create function private.may_dispute(p_review public.reviews) returns boolean
  language sql stable security definer set search_path = '' as $$
  select not exists (select from private.review_checks c
      where c.review_id = p_review.id and (c.disputed_at is not null or c.looked_at is not null))
    and private.may_change(greatest(p_review.created_at, p_review.counted_at,
      (select c.changed_at from private.review_checks c where c.review_id = p_review.id)))
$$;
comment on function private.may_dispute(reviews) is
  'Whether its artist can dispute a review: for 14 days from when it was written, counted or changed, until an admin has looked.';

create function private.note_changed_review() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- What an admin looked at were other words.
  update private.review_checks c set changed_at = private.clock(),
      looked_at = case when new.hidden_at is not null then c.looked_at end,
      disputed_at = case when new.hidden_at is not null or c.looked_at is null then c.disputed_at end
    where c.review_id = new.id;
  return null;
end
$$;
comment on function private.note_changed_review() is 'A client changed the stars or the words of a review: its artist can dispute it anew.';

create trigger reviews_changed after update of rating, body on public.reviews
  for each row when ((old.rating, old.body) is distinct from (new.rating, new.body)) execute function private.note_changed_review();

-- Who may call what.
grant execute on function
  private.dispute_review(uuid, text), public.dispute_review(uuid, text)
  to authenticated;
-- How artists work, as their pages say it: "usually answers within 4 hours", "12 walls painted", "replied to 9 of 10".
-- Counted from their requests at the end of each transaction that changes one, and by the clock where time alone does.
create table private.fact_recounts (
  artist_id uuid not null,
  -- Whether the transaction had none before: one row starts the count of all.
  is_first boolean not null
);
alter table private.fact_recounts enable row level security;
comment on table private.fact_recounts is 'Artists to count as the running transaction ends; empty after each. Artists may go before it ends.';

create table private.fact_schedule (
  artist_id uuid primary key references public.artists (id) on delete cascade,
  due_at timestamptz not null
);
alter table private.fact_schedule enable row level security;
comment on table private.fact_schedule is 'When time alone changes next what is counted of an artist, by private.clock().';
create index fact_schedule_due_idx on private.fact_schedule (due_at);

create function private.artist_facts(p_artists uuid[]) returns table (
  artist_id uuid, answer_hours smallint, walls_painted int, replied_count smallint, asked_count smallint, due_at timestamptz
)
  language plpgsql stable security definer rows 1 set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  -- Once, and not for each request.
  return query
    with t as materialized (select private.clock() as now)
    select a.id,
      case when r.timed >= 5 then (
        select min(h) from unnest('{1,4,8,24,48,72}'::smallint[]) h where r.median <= make_interval(hours => h)) end,
      (select count(distinct p.address_hash)::int from public.lead_assignments s
        join private.request_senders p on p.lead_id = s.lead_id and p.proven_at is not null and p.address_hash <> all (own.mailboxes)
        where s.artist_id = a.id and s.state = 'completed'
          and (s.confirmed_at is not null or s.completed_at < t.now - interval '14 days')),
      case when r.asked >= 5 then r.replied end,
      case when r.asked >= 5 then r.asked end,
      (select min(n.at) from (
        select s.created_at + interval '7 days' as at from public.lead_assignments s
          where s.artist_id = a.id and s.answered_at is null and s.state not in ('passed', 'withdrawn')
            and s.created_at >= t.now - interval '7 days'
        union all
        select s.completed_at + interval '14 days' from public.lead_assignments s
          where s.artist_id = a.id and s.state = 'completed' and s.confirmed_at is null and s.completed_at >= t.now - interval '14 days') n)
    from t join public.artists a on a.id = any (p_artists)
    -- Read once, and not where it is used.
    cross join lateral (select private.mailboxes_of_artist(a.id) as mailboxes offset 0) own
    cross join lateral (
      select count(*)::smallint as asked, count(l.answered_at)::smallint as replied, count(*) filter (where l.answered_at > l.created_at) as timed,
        percentile_cont(0.5) within group (order by l.answered_at - l.created_at) filter (where l.answered_at > l.created_at) as median
      from (
        select d.created_at, d.answered_at from (
          -- The last request of each person. Whoever was asked and passed over, or whose request was closed, within 7 days
          -- had no time to reply.
          select distinct on (p.address_hash) s.created_at, s.answered_at, s.lead_id from public.lead_assignments s
          join private.request_senders p on p.lead_id = s.lead_id and p.proven_at is not null and p.address_hash <> all (own.mailboxes)
          where s.artist_id = a.id and (s.answered_at is not null or s.created_at <
            case when s.state in ('passed', 'withdrawn') then s.updated_at else t.now end - interval '7 days')
          order by p.address_hash, s.created_at desc, s.lead_id) d
        order by d.created_at desc, d.lead_id limit 20) l) r;
end
$$;
comment on function private.artist_facts(uuid[]) is
  'What is counted of these artists, from scratch, of different proven people: the bucket of their median time to a first answer and how many they replied to, of the last request of each of the last 20 people, from 5 on; walls painted that both sides agree on; and when time alone changes it.';

create function private.count_facts(p_artists uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(cardinality(p_artists), 0) = 0 then return; end if;
  -- Of two changes at the same instant the second waits here, and counts the first one too. All in one order, so that
  -- two that are about the same artists do not wait for each other.
  perform from public.artists a where a.id = any (p_artists) order by a.id for no key update;
  perform private.count_reviews(p_artists);
  with facts as materialized (select * from private.artist_facts(p_artists)),
  settled as (delete from private.fact_schedule d using facts f where d.artist_id = f.artist_id and f.due_at is null),
  planned as (
    insert into private.fact_schedule as d (artist_id, due_at) select f.artist_id, f.due_at from facts f where f.due_at is not null
      on conflict (artist_id) do update set due_at = excluded.due_at where d.due_at <> excluded.due_at)
  -- Each row that is written renders pages anew.
  update public.artists a
    set answer_hours = f.answer_hours, walls_painted = f.walls_painted, replied_count = f.replied_count, asked_count = f.asked_count
    from facts f
    where a.id = f.artist_id and (a.answer_hours, a.walls_painted, a.replied_count, a.asked_count)
      is distinct from (f.answer_hours, f.walls_painted, f.replied_count, f.asked_count);
  -- What else is in their profiles follows the artists' rows.
  update private.match_profiles p set acceptance = n.acceptance, requests = n.requests
    from (
      select x as artist_id, private.acceptance_score(x) as acceptance,
        (select count(*)::int from public.lead_assignments s where s.artist_id = x) as requests
      from unnest(p_artists) x offset 0) n
    where p.artist_id = n.artist_id and (p.acceptance, p.requests) <> (n.acceptance, n.requests);
end
$$;
comment on function private.count_facts(uuid[]) is 'Counts these artists, their reviews and how matching sees their requests anew, and writes what differs.';

-- One step from a changed request to its artists: they are noted by the statement, and all counted at once as the
-- transaction ends, because it may go through the artists of many requests in any order.
create function private.plan_recount() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_artists uuid[];
begin
  -- What is counted comes from different people who are proven: one is proven, or somebody else by now.
  if tg_table_name = 'request_senders' then
    v_artists := array(select a.artist_id from public.lead_assignments a where a.lead_id = new.lead_id);
  -- That an artist has opened a request changes nothing that is counted.
  elsif tg_op <> 'UPDATE' or (replace(new.state, 'seen', 'sent'), new.created_at, new.answered_at, new.completed_at, new.confirmed_at)
      is distinct from (replace(old.state, 'seen', 'sent'), old.created_at, old.answered_at, old.completed_at, old.confirmed_at) then
    v_artists := array[coalesce(new.artist_id, old.artist_id)];
  else
    return null;
  end if;
  insert into private.fact_recounts (artist_id, is_first)
    select x, not exists (select from private.fact_recounts) from unnest(v_artists) x;
  return null;
end
$$;
comment on function private.plan_recount() is 'Notes the artists of a request that has changed, or whose sender is another one, for private.recount_artists.';

create trigger lead_assignments_facts after insert or update or delete on public.lead_assignments
  for each row execute function private.plan_recount();
create trigger request_senders_facts after insert or update on private.request_senders
  for each row execute function private.plan_recount();

create function private.recount_artists() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_artists uuid[];
begin
  -- Rows of other transactions are never seen: they are gone before those end.
  with noted as (delete from private.fact_recounts returning artist_id)
  select array_agg(distinct n.artist_id) into v_artists from noted n;
  perform private.count_facts(v_artists);
  return null;
end
$$;
comment on function private.recount_artists() is 'Counts the artists that a transaction has noted, as it ends.';

create constraint trigger fact_recounts_count after insert on private.fact_recounts deferrable initially deferred
  for each row when (new.is_first) execute function private.recount_artists();

create function private.count_due_facts() returns void
  language sql security definer set search_path = '' as $$
  select private.count_facts(array(
    select d.artist_id from private.fact_schedule d where d.due_at < private.clock() order by d.due_at limit 100))
$$;
comment on function private.count_due_facts() is 'Counts up to 100 artists for whom time has changed something. One look at an index when there is none.';
-- Papers of artists: a certificate of liability insurance, which an admin looks at. In public only the day to which a
-- checked one is good: no insurer, no amount, no file. A W-9 is asked for and never kept.
create table private.papers (
  -- Chosen by the browser, so that sending again finds it.
  id uuid primary key,
  artist_id uuid not null references public.artists (id) on delete cascade,
  -- In the bucket: {artist}/{id}.pdf, or a photo.
  path text not null unique,
  insurer text not null check (insurer = private.one_line(insurer) and char_length(insurer) between 1 and 100),
  -- Whole US dollars for each occurrence.
  amount int not null check (amount between 1 and 100000000),
  -- The first day on which it is no longer good.
  ends_on date not null,
  state text not null default 'sent' check (state in ('sent', 'checked', 'refused', 'ended')),
  reason text check (char_length(reason) <= 500),
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
alter table private.papers enable row level security;
comment on table private.papers is
  'Certificates of insurance as artists sent them, and what became of each. One that was removed or replaced is gone with its file.';
create index papers_artist_idx on private.papers (artist_id);
create index papers_ends_idx on private.papers (ends_on) where state in ('sent', 'checked');
create unique index papers_sent_idx on private.papers (artist_id) where state = 'sent';
create unique index papers_checked_idx on private.papers (artist_id) where state = 'checked';

create table private.paper_moves (
  event text not null check (event ~ '^[a-z]+$'),
  actor text not null check (actor in ('artist', 'admin', 'system')),
  state text not null,
  becomes text not null,
  primary key (event, actor, state)
);
alter table private.paper_moves enable row level security;
comment on table private.paper_moves is
  'What each event makes of each state of a paper, and who may cause it; what is not in it is refused. src/features/papers/paper.ts has the same. removed: row and file go.';

insert into private.paper_moves (event, actor, state, becomes)
select m.event, m.actor, s, m.becomes from (values
  ('check', 'admin', '{sent}'::text[], 'checked'),
  ('refuse', 'admin', '{sent,checked}', 'refused'),
  ('end', 'system', '{sent,checked}', 'ended'),
  ('remove', 'artist', '{sent,checked,refused,ended}', 'removed'),
  -- By the next one: a checked paper stays good until that is checked, too.
  ('replace', 'artist', '{sent,refused,ended}', 'removed'),
  ('replace', 'admin', '{checked,refused,ended}', 'removed')
) m (event, actor, states, becomes), unnest(m.states) s;

create function private.move_paper(p_paper private.papers, p_event text, p_actor text, p_reason text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_becomes text := (
    select m.becomes from private.paper_moves m where m.event = p_event and m.actor = p_actor and m.state = p_paper.state);
begin
  if v_becomes is null then perform private.fail('move_refused'); end if;
  if v_becomes = 'removed' then
    delete from private.papers p where p.id = p_paper.id;
  else
    update private.papers p set state = v_becomes, reason = p_reason,
      decided_at = case p_actor when 'admin' then now() else p.decided_at end where p.id = p_paper.id;
  end if;
  perform private.audit('paper.' || v_becomes, p_paper.artist_id,
    jsonb_build_object('paper', p_paper.id, 'by', p_actor, 'from', p_paper.state));
end
$$;
comment on function private.move_paper(private.papers, text, text, text) is
  'Makes the one move that private.paper_moves has for an event, and notes it; refuses any other.';

create function private.sync_checked_insurance() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := case tg_op when 'DELETE' then old.artist_id else new.artist_id end;
  v_to date := (select p.ends_on from private.papers p where p.artist_id = v_artist and p.state = 'checked');
begin
  update public.artists a set insured_to = v_to where a.id = v_artist and a.insured_to is distinct from v_to;
  return null;
end
$$;
comment on function private.sync_checked_insurance() is 'Keeps what pages say of an artist''s insurance: to when a checked certificate is good.';

create trigger papers_sync_checked_insurance after insert or delete or update of state on private.papers
  for each row execute function private.sync_checked_insurance();

-- The files. Nobody writes over one, moves it or takes it away: what an admin has checked stays that.
create function private.may_add_paper(p_bucket text, p_name text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return p_bucket = 'papers' and private.my_role() = 'artist' and p_name ~ concat('^', private.my_artist_id(),
      '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(pdf|webp|jpg)$')
    and (select count(*) from storage.objects o where o.bucket_id = 'papers' and o.name like private.my_artist_id() || '/%') < 8;
end
$$;
comment on function private.may_add_paper(text, text) is 'Whether the caller, an artist, may store a certificate of this name; eight at a time.';

create function private.has_agreed(p_lead uuid, p_artist uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.lead_assignments s
    join public.proposals p on p.lead_id = s.lead_id and p.artist_id = s.artist_id and p.state = 'accepted'
    join public.lead_contacts c on c.lead_id = s.lead_id
    where s.lead_id = p_lead and s.artist_id = p_artist and s.state in ('accepted', 'completed'))
$$;
comment on function private.has_agreed(uuid, uuid) is 'Whether the client of a request has accepted a proposal of this artist, and that still counts.';

create function private.papers_i_see() returns setof text
  language plpgsql stable security definer rows 4 set search_path = '' as $$
declare
  v_lead uuid := private.request_by_token(private.request_header('x-request-token'));
begin
  -- Only what was asked for by a call that notes it, for the five minutes that its link is good.
  return query
    select p.path from private.audit_log e
    join private.papers p on p.id = (e.detail ->> 'paper')::uuid
    where e.at > now() - interval '5 minutes' and e.action = 'paper.opened'
      and case e.detail ->> 'by'
        when 'admin' then e.actor = auth.uid() and private.is_admin()
        else p.state = 'checked' and private.has_agreed((e.detail ->> 'lead')::uuid, p.artist_id)
          and (e.actor = auth.uid() or (e.detail ->> 'lead')::uuid = v_lead) end;
end
$$;
comment on function private.papers_i_see() is
  'Files of certificates that the caller has opened within five minutes: an admin, or a client by account or by the token in the header x-request-token.';

create policy papers_select on storage.objects for select to anon, authenticated using (
  bucket_id = 'papers' and name in (select private.papers_i_see()));
create policy papers_select_own on storage.objects for select to authenticated using (
  bucket_id = 'papers' and split_part(name, '/', 1) = (select private.my_artist_id())::text);
create policy papers_insert on storage.objects for insert to authenticated with check (
  private.may_add_paper(bucket_id, name));

-- Storage services write later and as themselves (0140_uploads.sql): the artist may be gone by then.
create function private.keep_papers() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket_id <> 'papers' then return new; end if;
  perform from public.artists a where a.id::text = split_part(new.name, '/', 1) for key share;
  if not found then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_papers() is 'Refuses certificates of artists who are gone, whoever writes the row.';

create trigger objects_of_papers before insert or update of bucket_id, name on storage.objects
  for each row execute function private.keep_papers();

create function private.delete_paper_files(p_names text[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  -- As in `private.delete_uploads`.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'papers' and o.name = any (p_names);
  perform set_config('storage.allow_delete_query', 'false', true);
end
$$;
comment on function private.delete_paper_files(text[]) is 'Removes files of certificates.';

create function private.delete_file_of_paper() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_paper_files(array[old.path]);
  return null;
end
$$;
comment on function private.delete_file_of_paper() is 'A certificate''s file goes with it, whatever takes that away: its artist, the next one, the account.';

create trigger papers_delete_file after delete on private.papers
  for each row execute function private.delete_file_of_paper();

create function private.delete_papers_of_artist() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_paper_files(array(
    select o.name from storage.objects o where o.bucket_id = 'papers' and o.name like old.id || '/%'));
  return null;
end
$$;
comment on function private.delete_papers_of_artist() is 'What an artist stored and never sent goes with the profile.';

create trigger artists_papers after delete on public.artists
  for each row execute function private.delete_papers_of_artist();

create function private.delete_stray_papers() returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_paper_files(array(
    select o.name from storage.objects o where o.bucket_id = 'papers' and o.created_at < now() - interval '1 day'
      and not exists (select from private.papers p where p.path = o.name)));
end
$$;
comment on function private.delete_stray_papers() is 'Removes files that were stored a day ago and never sent.';

create function private.artist_zone(p_city_slug text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return case when p_city_slug in ('el-paso-tx', 'socorro-tx', 'horizon-city-tx', 'anthony-tx', 'san-elizario-tx', 'van-horn-tx', 'sierra-blanca-tx')
    then 'America/Denver' else 'America/Chicago' end;
end
$$;
comment on function private.artist_zone(text) is 'Where an artist lives, by the city of the profile: Texas is on Central time but for its western end.';

create function private.artist_day(p_city_slug text) returns date
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (private.clock() at time zone private.artist_zone(p_city_slug))::date;
end
$$;
comment on function private.artist_day(text) is 'Which day it is where an artist lives, by the city of the profile.';

create function private.end_papers() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_paper private.papers;
begin
  for v_paper in
    select p.* from private.papers p join public.artists a on a.id = p.artist_id
    where p.state in ('sent', 'checked') and p.ends_on <= private.clock()::date + 1 and p.ends_on <= private.artist_day(a.city_slug)
    order by p.id for update of a, p skip locked
  loop
    perform private.move_paper(v_paper, 'end', 'system');
  end loop;
  -- Not who has sent the next one already. Once for each paper.
  perform private.write_mail('paper_ending', p.id::text, a.user_id, null, null, a.id, jsonb_build_object('paper', p.id))
    from private.papers p join public.artists a on a.id = p.artist_id and a.user_id is not null
    where p.state = 'checked' and p.ends_on <= private.clock()::date + 31 and p.ends_on <= private.artist_day(a.city_slug) + 30
      and not exists (select from public.notices n where n.user_id = a.user_id and n.event = 'paper_ending:' || p.id)
      and not exists (select from private.papers n where n.artist_id = p.artist_id and n.state = 'sent');
end
$$;
comment on function private.end_papers() is
  'Ends certificates on their day, at midnight where the artist lives, and tells artists 30 days before.';
-- Sketches of the artist who was chosen, laid on the client's own wall: versions that stay as they are, comments pinned
-- to one of them, rounds of changes, and an approval that names the hash of its picture. The two parties alone.
create table private.sketch_moves (
  event text not null check (event ~ '^[a-z]+(_[a-z]+)*$'),
  actor text not null check (actor in ('client', 'artist', 'system')),
  state text not null,
  becomes text not null,
  primary key (event, actor, state)
);
alter table private.sketch_moves enable row level security;
comment on table private.sketch_moves is
  'What each event makes of the state of the sketches, and who may cause it; what is not in it is refused. src/features/sketches/sketch.ts has the same.';

insert into private.sketch_moves (event, actor, state, becomes)
select m.event, a, s, coalesce(m.becomes, s) from (values
  ('unlock', '{system}'::text[], '{locked}'::text[], 'open'),
  ('send', '{artist}', '{open,changes_asked}', 'open'),
  ('pin', '{client,artist}', '{open,changes_asked}', null),
  ('ask_changes', '{client}', '{open}', 'changes_asked'),
  ('approve', '{client}', '{open,changes_asked}', 'approved'),
  ('offer_round', '{artist}', '{open,changes_asked}', null),
  ('agree_round', '{client}', '{open,changes_asked}', null),
  ('reopen', '{client}', '{approved,client_reopens}', 'client_reopens'),
  ('reopen', '{artist}', '{approved,artist_reopens}', 'artist_reopens'),
  ('reopen', '{client}', '{artist_reopens}', 'open'),
  ('reopen', '{artist}', '{client_reopens}', 'open'),
  ('keep', '{client,artist}', '{approved,client_reopens,artist_reopens}', 'approved')
) m (event, actors, states, becomes), unnest(m.actors) a, unnest(m.states) s;

create table private.sketches (
  lead_id uuid not null,
  artist_id uuid not null,
  state text not null default 'locked'
    check (state in ('locked', 'open', 'changes_asked', 'approved', 'client_reopens', 'artist_reopens')),
  -- The version that was approved, by its number and the SHA-256 of its picture.
  approved smallint,
  approved_hash text,
  updated_at timestamptz not null default now(),
  primary key (lead_id, artist_id),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade,
  check ((approved is not null) = (state in ('approved', 'client_reopens', 'artist_reopens'))),
  check ((approved is null) = (approved_hash is null))
);
alter table private.sketches enable row level security;
comment on table private.sketches is 'How far the sketches of an accepted job are. Gone with the request, a withdrawal, or either party.';

create table private.sketch_versions (
  lead_id uuid not null,
  artist_id uuid not null,
  number smallint not null check (number between 1 and 10),
  -- The SHA-256 of the picture, in hex, which is its name in the bucket too.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- The photo of the wall that it is laid on, and where: four points in shares of that photo, from the top left clockwise.
  wall text,
  corners jsonb,
  strength real check (strength between 0 and 1),
  created_at timestamptz not null default now(),
  idempotency_key uuid not null,
  primary key (lead_id, artist_id, number),
  unique (lead_id, artist_id, idempotency_key),
  foreign key (lead_id, artist_id) references private.sketches (lead_id, artist_id) on delete cascade,
  check ((wall is null) = (corners is null) and (wall is null) = (strength is null))
);
alter table private.sketch_versions enable row level security;
comment on table private.sketch_versions is 'The versions of a sketch. Nothing changes one: another is added.';

create table private.sketch_pins (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null,
  artist_id uuid not null,
  version smallint not null,
  side text not null check (side in ('client', 'artist')),
  x real not null check (x between 0 and 1),
  y real not null check (y between 0 and 1),
  body text not null check (char_length(body) between 1 and 500),
  created_at timestamptz not null default now(),
  idempotency_key uuid not null,
  unique (lead_id, artist_id, side, idempotency_key),
  foreign key (lead_id, artist_id, version) references private.sketch_versions (lead_id, artist_id, number) on delete cascade
);
alter table private.sketch_pins enable row level security;
comment on table private.sketch_pins is 'Comments of either side at a place of one version, where they stay when there is a newer one.';
create index sketch_pins_version_idx on private.sketch_pins (lead_id, artist_id, version);

create table private.sketch_events (
  id bigint generated always as identity primary key,
  lead_id uuid not null,
  artist_id uuid not null,
  actor text not null check (actor in ('client', 'artist')),
  event text not null,
  version smallint,
  hash text,
  created_at timestamptz not null default now(),
  foreign key (lead_id, artist_id) references private.sketches (lead_id, artist_id) on delete cascade
);
alter table private.sketch_events enable row level security;
comment on table private.sketch_events is 'What was done about sketches, but for pins. Every ask_changes among it is a round.';
create index sketch_events_job_idx on private.sketch_events (lead_id, artist_id, id);

create table private.sketch_extra_rounds (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null,
  artist_id uuid not null,
  amount int not null check (amount between 0 and 1000000),
  offered_at timestamptz not null default now(),
  agreed_at timestamptz,
  foreign key (lead_id, artist_id) references private.sketches (lead_id, artist_id) on delete cascade
);
alter table private.sketch_extra_rounds enable row level security;
comment on table private.sketch_extra_rounds is 'Further rounds: what the artist asks for one, in whole dollars, and when the client agreed. Nothing here takes money.';
create unique index sketch_extra_rounds_offer_idx on private.sketch_extra_rounds (lead_id, artist_id) where agreed_at is null;
create index sketch_extra_rounds_job_idx on private.sketch_extra_rounds (lead_id, artist_id);

create function private.sketch_gate_open(p_lead uuid, p_artist uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  -- A design fee is what is due before the design: when both have signed.
  select not exists (
    select from private.agreements a join private.payment_parts fee on fee.lead_id = a.lead_id and fee.artist_id = a.artist_id
    join private.payment_parts later on later.lead_id = a.lead_id and later.artist_id = a.artist_id
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state in ('in_force', 'amending')
      and fee.dropped_at is null and fee.due = 'signed' and fee.state not in ('received', 'waived')
      and later.dropped_at is null and later.due = 'design_approved')
$$;
comment on function private.sketch_gate_open(uuid, uuid) is 'Whether the artist may begin with sketches: not while the agreement in force has a design fee that has not arrived.';

create function private.sketch_rounds(p_lead uuid, p_artist uuid) returns int
  language sql stable security definer set search_path = '' as $$
  select coalesce((
    select (v.body::jsonb ->> 'rounds')::int from private.agreements a
    join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state <> 'ended'), 2)
$$;
comment on function private.sketch_rounds(uuid, uuid) is 'How many rounds of changes the price includes: two, unless an agreement says otherwise.';

create function private.sketch_path(p_lead uuid, p_artist uuid, p_hash text) returns text
  language sql immutable set search_path = '' as $$
  select concat_ws('/', p_lead, p_artist, p_hash || '.webp')
$$;
comment on function private.sketch_path(uuid, uuid, text) is
  'Under which name a picture of a job is stored. It ends in .webp whatever its type is, as photos of the wall do.';

create function private.is_sketch_stored(p_lead uuid, p_artist uuid, p_hash text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from storage.objects o where o.bucket_id = 'sketches' and o.name = private.sketch_path(p_lead, p_artist, p_hash))
$$;
comment on function private.is_sketch_stored(uuid, uuid, text) is 'Whether the picture of this hash has arrived.';

create function private.sketch_job(p_lead uuid, p_artist uuid) returns private.sketches
  language plpgsql security definer set search_path = '' as $$
declare
  v_withdrawn timestamptz;
  v_row private.sketches;
begin
  -- Of two acts at the same instant the second waits here, and finds what the first has done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  if not exists (select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'accepted')
     or exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist) then
    perform private.fail('move_refused');
  end if;
  insert into private.sketches (lead_id, artist_id) values (p_lead, p_artist) on conflict do nothing;
  if private.sketch_gate_open(p_lead, p_artist) then
    update private.sketches s set state = m.becomes from private.sketch_moves m
      where s.lead_id = p_lead and s.artist_id = p_artist and m.event = 'unlock' and m.actor = 'system' and m.state = s.state;
  end if;
  select * into v_row from private.sketches s where s.lead_id = p_lead and s.artist_id = p_artist;
  return v_row;
end
$$;
comment on function private.sketch_job(uuid, uuid) is
  'The sketches of an accepted job, locked for an act of one side: its callers know who asks. Refuses a job that is not at work, a withdrawn request, and a reported conversation.';

create function private.move_sketch(p_job private.sketches, p_event text, p_actor text, p_version int default null, p_hash text default null)
  returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_next text;
begin
  select m.becomes into v_next from private.sketch_moves m
    where m.event = p_event and m.actor = p_actor and m.state = p_job.state;
  if not found then perform private.fail('move_refused'); end if;
  -- A repetition that changes nothing leaves no line.
  if v_next = p_job.state and p_event in ('reopen', 'keep') then return; end if;
  update private.sketches s set state = v_next, updated_at = private.clock(),
      approved = case when v_next = 'open' then null when p_event = 'approve' then p_version else s.approved end,
      approved_hash = case when v_next = 'open' then null when p_event = 'approve' then p_hash else s.approved_hash end
    where s.lead_id = p_job.lead_id and s.artist_id = p_job.artist_id;
  if p_event <> 'pin' then
    insert into private.sketch_events (lead_id, artist_id, actor, event, version, hash, created_at)
      values (p_job.lead_id, p_job.artist_id, p_actor, p_event, p_version, p_hash, private.clock());
  end if;
end
$$;
comment on function private.move_sketch(private.sketches, text, text, int, text) is
  'Makes one move of the sketches of a job, or refuses it and changes nothing. Its callers know who asks.';

create function private.sketch_rounds_left(p_lead uuid, p_artist uuid) returns int
  language sql stable security definer set search_path = '' as $$
  select private.sketch_rounds(p_lead, p_artist)
    + (select count(*) from private.sketch_extra_rounds r where r.lead_id = p_lead and r.artist_id = p_artist and r.agreed_at is not null)::int
    - (select count(*) from private.sketch_events e where e.lead_id = p_lead and e.artist_id = p_artist and e.event = 'ask_changes')::int
$$;
comment on function private.sketch_rounds_left(uuid, uuid) is 'How many more times the client can ask for changes.';

create function private.latest_sketch(p_job private.sketches) returns private.sketch_versions
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_version private.sketch_versions;
begin
  select * into v_version from private.sketch_versions v
    where v.lead_id = p_job.lead_id and v.artist_id = p_job.artist_id order by v.number desc limit 1;
  return v_version;
end
$$;
comment on function private.latest_sketch(private.sketches) is 'The newest version of a job; null before there is one.';

-- What both see.
create function private.read_sketches(p_lead uuid, p_artist uuid, p_side text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_state text;
begin
  select a.state into v_state from public.lead_assignments a join public.lead_records l on l.id = a.lead_id
    where a.lead_id = p_lead and a.artist_id = p_artist and a.accepted_at is not null
      and a.state in ('accepted', 'completed') and l.withdrawn_at is null
      and not exists (select from private.conversation_reports r
        where r.lead_id = p_lead and r.artist_id = p_artist and r.side = p_side);
  if not found then return null; end if;
  return (
    select jsonb_build_object('side', p_side, 'writable', v_state = 'accepted',
      'state', case when coalesce(s.state, 'locked') = 'locked' and private.sketch_gate_open(p_lead, p_artist) then 'open'
        else coalesce(s.state, 'locked') end,
      'approved', s.approved, 'approved_hash', s.approved_hash,
      'rounds_left', private.sketch_rounds_left(p_lead, p_artist),
      'rounds', private.sketch_rounds(p_lead, p_artist)
        + (select count(*) from private.sketch_extra_rounds r where r.lead_id = p_lead and r.artist_id = p_artist and r.agreed_at is not null),
      'offer', (select jsonb_build_object('id', r.id, 'amount', r.amount) from private.sketch_extra_rounds r
        where r.lead_id = p_lead and r.artist_id = p_artist and r.agreed_at is null),
      'versions', coalesce((
        select jsonb_agg(jsonb_build_object('number', v.number, 'hash', v.hash, 'path', private.sketch_path(v.lead_id, v.artist_id, v.hash),
          'wall', o.name, 'corners', case when o.name is not null then v.corners end, 'strength', v.strength, 'created_at', v.created_at,
          'pins', coalesce((
            select jsonb_agg(jsonb_build_object('id', p.id, 'side', p.side, 'x', p.x, 'y', p.y, 'body', p.body, 'created_at', p.created_at,
              'key', case when p.side = p_side then p.idempotency_key end) order by p.created_at, p.id)
            from private.sketch_pins p where p.lead_id = v.lead_id and p.artist_id = v.artist_id and p.version = v.number), '[]'))
          order by v.number)
        from private.sketch_versions v
        -- The client may have taken the photo away.
        left join storage.objects o on o.bucket_id = 'lead-photos' and o.name = v.wall
        where v.lead_id = p_lead and v.artist_id = p_artist), '[]'),
      'events', coalesce((
        select jsonb_agg(jsonb_build_object('id', e.id, 'event', e.event, 'actor', e.actor, 'version', e.version, 'created_at', e.created_at)
          order by e.id)
        from private.sketch_events e where e.lead_id = p_lead and e.artist_id = p_artist), '[]'))
    from (select 1) one left join private.sketches s on s.lead_id = p_lead and s.artist_id = p_artist);
end
$$;
comment on function private.read_sketches(uuid, uuid, text) is
  'Everything about the sketches of a job as one side sees it; null before a proposal is accepted, and to whom the conversation is hidden.';

create function private.sketch_data(p_lead uuid, p_artist uuid, p_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.read_sketches(p_lead, p_artist, private.conversation_side(p_lead, p_artist, p_token));
end
$$;
comment on function private.sketch_data(uuid, uuid, text) is 'The sketches of a job for the two sides of its conversation; everybody else is refused.';

create function public.sketch_data(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.sketch_data(p_lead, p_artist, p_token)
$$;
comment on function public.sketch_data(uuid, uuid, text) is
  'Sketches of an accepted job: {side, state, writable, approved, approved_hash, rounds, rounds_left, offer, versions: [{number, hash, path, wall, corners, strength, created_at, pins}], events}; null before.';

-- Who may call what.
grant execute on function private.sketch_data(uuid, uuid, text), public.sketch_data(uuid, uuid, text) to anon, authenticated;
-- What either side does about sketches. All of it answers with what there is then, and can be repeated.
create function private.add_sketch(p_lead uuid, p_hash text, p_wall text, p_corners jsonb, p_strength real, p_key uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_job private.sketches := private.sketch_job(p_lead, v_artist);
  v_version private.sketch_versions;
  v_number int;
begin
  if p_key is null or p_hash is null then perform private.fail('invalid_input'); end if;
  select * into v_version from private.sketch_versions v where v.lead_id = p_lead and v.artist_id = v_artist and v.idempotency_key = p_key;
  if found then
    if (v_version.hash, v_version.wall, v_version.corners) is distinct from (p_hash, p_wall, p_corners) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.read_sketches(p_lead, v_artist, 'artist');
  end if;
  if not private.is_sketch_stored(p_lead, v_artist, p_hash) then perform private.fail('sketch_missing'); end if;
  if p_wall is not null and (split_part(p_wall, '/', 1) <> p_lead::text or not private.valid_placement(p_corners)
      or p_strength is null or p_strength not between 0 and 1
      or not exists (select from storage.objects o where o.bucket_id = 'lead-photos' and o.name = p_wall)) then
    perform private.fail('invalid_input', 'wall');
  end if;
  v_number := coalesce((private.latest_sketch(v_job)).number, 0) + 1;
  if v_number > 10 then perform private.fail('sketches_full'); end if;
  perform private.move_sketch(v_job, 'send', 'artist', v_number, p_hash);
  insert into private.sketch_versions (lead_id, artist_id, number, hash, wall, corners, strength, created_at, idempotency_key)
    values (p_lead, v_artist, v_number, p_hash, p_wall, case when p_wall is not null then p_corners end,
      case when p_wall is not null then p_strength end, private.clock(), p_key);
  perform private.mail_client('request_sketch', concat_ws(':', p_lead, v_artist, v_number), p_lead, v_artist);
  return private.read_sketches(p_lead, v_artist, 'artist');
end
$$;
comment on function private.add_sketch(uuid, text, text, jsonb, real, uuid) is
  'The next version of the calling artist, once for each key: a picture that has arrived, and where it is laid on a photo of the wall.';

create function private.valid_placement(p_corners jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  -- A corner may stand beyond the photo, where a wall goes on.
  select coalesce(jsonb_path_match(p_corners, 'strict $.type() == "array" && $.size() == 4
    && !exists($[*] ? (@.type() != "array" || @.size() != 2))
    && !exists($[*][*] ? (@.type() != "number" || @ < -1 || @ > 2))', silent => true), false)
$$;
comment on function private.valid_placement(jsonb) is 'Whether these are four points of two shares of a photo, or near it. Pages draw nothing where no flat picture could look like that.';

create function private.add_sketch_pin(p_lead uuid, p_artist uuid, p_version int, p_x real, p_y real, p_body text, p_key uuid, p_token text)
  returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_job private.sketches := private.sketch_job(p_lead, p_artist);
  v_body text := private.clean_or_null(p_body);
  v_pin private.sketch_pins;
begin
  if v_body is null then perform private.fail('pin_required'); end if;
  if char_length(v_body) > 500 then perform private.fail('pin_too_long'); end if;
  if p_key is null or p_version is null or (p_x between 0 and 1 and p_y between 0 and 1) is not true then perform private.fail('invalid_input'); end if;
  select * into v_pin from private.sketch_pins p
    where p.lead_id = p_lead and p.artist_id = p_artist and p.side = v_side and p.idempotency_key = p_key;
  if found then
    if (v_pin.version, v_pin.x, v_pin.y, v_pin.body) is distinct from (p_version::smallint, p_x, p_y, v_body) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.read_sketches(p_lead, p_artist, v_side);
  end if;
  if not exists (select from private.sketch_versions v where v.lead_id = p_lead and v.artist_id = p_artist and v.number = p_version) then
    perform private.fail('invalid_input', 'version');
  end if;
  if (select count(*) from private.sketch_pins p where p.lead_id = p_lead and p.artist_id = p_artist) >= 200 then
    perform private.fail('pins_full');
  end if;
  perform private.rate_limit('pin', concat_ws(':', p_lead, p_artist, v_side), private.setting_int('message_limit'), interval '10 minutes');
  perform private.move_sketch(v_job, 'pin', v_side);
  insert into private.sketch_pins (lead_id, artist_id, version, side, x, y, body, created_at, idempotency_key)
    values (p_lead, p_artist, p_version, v_side, p_x, p_y, v_body, private.clock(), p_key);
  return private.read_sketches(p_lead, p_artist, v_side);
end
$$;
comment on function private.add_sketch_pin(uuid, uuid, int, real, real, text, uuid, text) is
  'A comment of either side at a place of one version, also of one that is not the newest any more; once for each key.';

create function private.act_on_sketch(p_lead uuid, p_artist uuid, p_event text, p_version int, p_hash text, p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_job private.sketches;
  v_version private.sketch_versions;
  -- What was approved may be reopened more than once: each time is news.
  v_key text := concat_ws(':', p_lead, p_artist, private.clock());
begin
  if v_side <> 'client' and p_event not in ('reopen', 'keep') then perform private.fail('not_allowed'); end if;
  v_job := private.sketch_job(p_lead, p_artist);
  if p_event in ('reopen', 'keep') then
    perform private.rate_limit('sketch', concat_ws(':', p_lead, p_artist, v_side), 20, interval '1 day');
    perform private.move_sketch(v_job, p_event, v_side, v_job.approved, v_job.approved_hash);
    if p_event = 'reopen' and v_job.state = 'approved' then
      if v_side = 'client' then perform private.mail_artist('lead_sketch_reopened', v_key, p_lead, p_artist);
      else perform private.mail_client('request_sketch_reopened', v_key, p_lead, p_artist); end if;
    end if;
    return private.read_sketches(p_lead, p_artist, v_side);
  end if;
  select * into v_version from private.sketch_versions v where v.lead_id = p_lead and v.artist_id = p_artist and v.number = p_version;
  if v_version.number is null then perform private.fail('invalid_input', 'version'); end if;
  if p_event = 'ask_changes' then
    if v_version.number <> (private.latest_sketch(v_job)).number then perform private.fail('sketch_outdated'); end if;
    -- An answer that was lost.
    if v_job.state = 'changes_asked' then return private.read_sketches(p_lead, p_artist, v_side); end if;
    if private.sketch_rounds_left(p_lead, p_artist) < 1 then perform private.fail('rounds_used'); end if;
    perform private.move_sketch(v_job, p_event, v_side, p_version, v_version.hash);
    perform private.mail_artist('lead_sketch_changes', v_key, p_lead, p_artist);
  else
    if v_version.hash is distinct from p_hash then perform private.fail('sketch_outdated'); end if;
    if v_job.state = 'approved' and v_job.approved = p_version then return private.read_sketches(p_lead, p_artist, v_side); end if;
    if not private.is_sketch_stored(p_lead, p_artist, p_hash) then perform private.fail('sketch_missing'); end if;
    perform private.move_sketch(v_job, p_event, v_side, p_version, p_hash);
    perform private.mail_artist('lead_sketch_approved', v_key, p_lead, p_artist);
  end if;
  return private.read_sketches(p_lead, p_artist, v_side);
end
$$;
comment on function private.act_on_sketch(uuid, uuid, text, int, text, text) is
  'The client asks for changes of the newest version or approves one by its hash; either side asks to reopen what is approved, or keeps it.';

create function private.offer_sketch_round(p_lead uuid, p_amount int) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_job private.sketches := private.sketch_job(p_lead, v_artist);
begin
  if p_amount is null or p_amount not between 0 and 1000000 then perform private.fail('round_invalid'); end if;
  if exists (select from private.sketch_extra_rounds r
      where r.lead_id = p_lead and r.artist_id = v_artist and r.agreed_at is null and r.amount = p_amount) then
    return private.read_sketches(p_lead, v_artist, 'artist');
  end if;
  perform private.rate_limit('sketch', concat_ws(':', p_lead, v_artist, 'artist'), 20, interval '1 day');
  perform private.move_sketch(v_job, 'offer_round', 'artist');
  delete from private.sketch_extra_rounds r where r.lead_id = p_lead and r.artist_id = v_artist and r.agreed_at is null;
  insert into private.sketch_extra_rounds (lead_id, artist_id, amount, offered_at) values (p_lead, v_artist, p_amount, private.clock());
  perform private.mail_client('request_sketch_round', concat_ws(':', p_lead, v_artist, private.clock()), p_lead, v_artist);
  return private.read_sketches(p_lead, v_artist, 'artist');
end
$$;
comment on function private.offer_sketch_round(uuid, int) is
  'The calling artist says what a further round costs. Another amount is another offer, and takes the place of one that nobody agreed to.';

create function private.agree_sketch_round(p_offer uuid, p_lead uuid, p_artist uuid, p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_job private.sketches;
  v_offer private.sketch_extra_rounds;
begin
  if v_side <> 'client' then perform private.fail('not_allowed'); end if;
  v_job := private.sketch_job(p_lead, p_artist);
  select * into v_offer from private.sketch_extra_rounds r where r.id = p_offer and r.lead_id = p_lead and r.artist_id = p_artist;
  if not found then perform private.fail('changed_elsewhere'); end if;
  if v_offer.agreed_at is null then
    perform private.move_sketch(v_job, 'agree_round', v_side);
    update private.sketch_extra_rounds r set agreed_at = private.clock() where r.id = p_offer;
    perform private.mail_artist('lead_sketch_round', p_offer::text, p_lead, p_artist);
  end if;
  return private.read_sketches(p_lead, p_artist, v_side);
end
$$;
comment on function private.agree_sketch_round(uuid, uuid, uuid, text) is
  'Whoever asked agrees to what a further round costs, to the offer that they saw and no other. Again changes nothing.';

create function public.add_sketch(p_lead uuid, p_hash text, p_key uuid, p_wall text default null, p_corners jsonb default null,
  p_strength real default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.add_sketch(p_lead, p_hash, p_wall, p_corners, p_strength, p_key)
$$;
comment on function public.add_sketch(uuid, text, uuid, text, jsonb, real) is
  'Adds a version of the calling artist, whose picture is at {lead}/{artist}/{hash}.webp in the bucket sketches already; answers as sketch_data.';

create function public.add_sketch_pin(p_lead uuid, p_artist uuid, p_version int, p_x real, p_y real, p_body text, p_key uuid,
  p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.add_sketch_pin(p_lead, p_artist, p_version, p_x, p_y, p_body, p_key, p_token)
$$;
comment on function public.add_sketch_pin(uuid, uuid, int, real, real, text, uuid, text) is
  'Pins a comment to a place of a version, in shares of its picture; answers as sketch_data. p_key makes it safe to repeat.';

create function public.ask_sketch_changes(p_lead uuid, p_artist uuid, p_version int, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.act_on_sketch(p_lead, p_artist, 'ask_changes', p_version, null, p_token)
$$;
comment on function public.ask_sketch_changes(uuid, uuid, int, text) is 'The client asks for changes of the newest version, which takes a round; answers as sketch_data.';

create function public.approve_sketch(p_lead uuid, p_artist uuid, p_version int, p_hash text, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.act_on_sketch(p_lead, p_artist, 'approve', p_version, p_hash, p_token)
$$;
comment on function public.approve_sketch(uuid, uuid, int, text, text) is 'The client approves a version by the hash of its picture; answers as sketch_data.';

create function public.reopen_sketch(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.act_on_sketch(p_lead, p_artist, 'reopen', null, null, p_token)
$$;
comment on function public.reopen_sketch(uuid, uuid, text) is 'One side asks to reopen an approved sketch, the other agrees by asking too; answers as sketch_data.';

create function public.keep_sketch(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.act_on_sketch(p_lead, p_artist, 'keep', null, null, p_token)
$$;
comment on function public.keep_sketch(uuid, uuid, text) is 'Either side leaves an approved sketch as it is after it was asked to reopen it; answers as sketch_data.';

create function public.offer_sketch_round(p_lead uuid, p_amount int) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.offer_sketch_round(p_lead, p_amount)
$$;
comment on function public.offer_sketch_round(uuid, int) is 'The calling artist says what a further round costs; answers as sketch_data.';

create function public.agree_sketch_round(p_offer uuid, p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.agree_sketch_round(p_offer, p_lead, p_artist, p_token)
$$;
comment on function public.agree_sketch_round(uuid, uuid, uuid, text) is 'The client agrees to what a further round costs; answers as sketch_data.';

-- Who may call what.
grant execute on function
  private.add_sketch_pin(uuid, uuid, int, real, real, text, uuid, text), private.act_on_sketch(uuid, uuid, text, int, text, text),
  private.agree_sketch_round(uuid, uuid, uuid, text),
  public.add_sketch_pin(uuid, uuid, int, real, real, text, uuid, text), public.ask_sketch_changes(uuid, uuid, int, text),
  public.approve_sketch(uuid, uuid, int, text, text), public.reopen_sketch(uuid, uuid, text), public.keep_sketch(uuid, uuid, text),
  public.agree_sketch_round(uuid, uuid, uuid, text)
  to anon, authenticated;
grant execute on function
  private.add_sketch(uuid, text, text, jsonb, real, uuid), private.offer_sketch_round(uuid, int),
  public.add_sketch(uuid, text, uuid, text, jsonb, real), public.offer_sketch_round(uuid, int)
  to authenticated;
-- The pictures of a job, in a private bucket under {request}/{artist}/{sha256 of the picture, in hex}.webp: a name says
-- what is under it. A picture arrives before the row that shows it, so that no row is without one.
create function private.job_of_sketch(p_name text) returns public.lead_assignments
  language plpgsql stable security definer set search_path = '' as $$
declare
  c_uuid constant text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  v_job public.lead_assignments;
begin
  if p_name is null or p_name !~ concat('^', c_uuid, '/', c_uuid, '/[0-9a-f]{64}\.webp$') then return null; end if;
  select a.* into v_job from public.lead_assignments a
    join public.lead_records l on l.id = a.lead_id and l.withdrawn_at is null and not l.held
    join public.lead_contacts c on c.lead_id = l.id
    where a.lead_id = split_part(p_name, '/', 1)::uuid and a.artist_id = split_part(p_name, '/', 2)::uuid
      and a.accepted_at is not null and a.state in ('accepted', 'completed')
      and not exists (select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id);
  return v_job;
end
$$;
comment on function private.job_of_sketch(text) is 'The job that has room for a picture of this name; null where there is none.';

create function private.may_add_sketch_file(p_bucket text, p_name text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_job public.lead_assignments;
begin
  if p_bucket is distinct from 'sketches' then return false; end if;
  v_job := private.job_of_sketch(p_name);
  return coalesce(v_job.artist_id = private.my_artist_id() and private.sketch_gate_open(v_job.lead_id, v_job.artist_id), false);
end
$$;
comment on function private.may_add_sketch_file(text, text) is 'Whether the caller is the artist of an accepted job that this picture is for.';

-- Nobody writes over a picture, moves it or takes it away: an approval names it.
create policy sketches_select on storage.objects for select to anon, authenticated using (
  bucket_id = 'sketches'
  and (split_part(name, '/', 1), split_part(name, '/', 2)) in (
    select t.lead_id::text, t.artist_id::text from private.conversations_i_read() t where t.side <> 'admin'));
create policy sketches_insert on storage.objects for insert to anon, authenticated with check (
  private.may_add_sketch_file(bucket_id, name));

-- Storage services write later and as themselves (0140_uploads.sql). The lock makes whoever erases or closes the request
-- wait for the row, which goes with it then. The embedded storage says what the bytes are; a hosted one does not, and
-- there it is the page that compares a picture with its name before it shows it.
create function private.keep_sketch_files() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket_id <> 'sketches' then return new; end if;
  perform from public.lead_records l where l.id = (private.job_of_sketch(new.name)).lead_id for share;
  if not found or (private.job_of_sketch(new.name)).lead_id is null
    or coalesce(new.metadata ->> 'sha256', split_part(split_part(new.name, '/', 3), '.', 1)) <> split_part(split_part(new.name, '/', 3), '.', 1)
    or (select count(*) from storage.objects o where o.bucket_id = 'sketches' and o.id <> new.id and o.name <> new.name
      and o.name ~>=~ (split_part(new.name, '/', 1) || '/') and o.name ~<~ (split_part(new.name, '/', 1) || '0')) >= 60
  then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_sketch_files() is
  'Refuses pictures that no job has room for, whoever writes the row, and those whose bytes are not what their name says.';

create trigger objects_of_sketches before insert or update of bucket_id, name, metadata on storage.objects
  for each row execute function private.keep_sketch_files();

create function private.delete_sketch_files(p_folders text[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  -- As in `private.delete_request_photos`: whatever starts with the folder and a slash; '0' follows the slash.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o using unnest(p_folders) f (folder)
    where o.bucket_id = 'sketches' and o.name ~>=~ (f.folder || '/') and o.name ~<~ (f.folder || '0');
  perform set_config('storage.allow_delete_query', 'false', true);
end
$$;
comment on function private.delete_sketch_files(text[]) is 'Removes all pictures in these folders, shown or not.';

create function private.delete_sketches_of_job() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_sketch_files(array(select g.lead_id || '/' || g.artist_id from gone g where g.accepted_at is not null));
  return null;
end
$$;
comment on function private.delete_sketches_of_job() is 'Pictures go with their job, whatever takes that away: the artist''s account, an admin. Its rows go by their foreign key.';

create trigger lead_assignments_delete_sketches after delete on public.lead_assignments referencing old table as gone
  for each statement execute function private.delete_sketches_of_job();

create function private.delete_sketches_of_contact() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.sketches s using gone g where s.lead_id = g.lead_id;
  perform private.delete_sketch_files(array(select g.lead_id::text from gone g));
  return null;
end
$$;
comment on function private.delete_sketches_of_contact() is 'Whoever asked was erased from a request: sketches on their wall are not kept.';

create trigger lead_contacts_delete_sketches after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.delete_sketches_of_contact();

create function private.delete_sketches_of_request() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.sketches s where s.lead_id = new.id;
  perform private.delete_sketch_files(array[new.id::text]);
  return null;
end
$$;
comment on function private.delete_sketches_of_request() is 'A request was closed: its sketches go.';

create trigger lead_records_delete_sketches after update of withdrawn_at on public.lead_records
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function private.delete_sketches_of_request();

-- Who may call what.
grant execute on function private.may_add_sketch_file(text, text) to anon, authenticated;
-- What makes a part of a price due: an event, or time alone. And how often the client is reminded: a day and a week after.
create function private.payment_time(p_part private.payment_parts) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
begin
  return case p_part.due
    when 'signed' then '-infinity'
    when 'design_approved' then (
      select timestamptz '-infinity' from private.sketches s
      where s.lead_id = p_part.lead_id and s.artist_id = p_part.artist_id and s.approved is not null)
    when 'first_day' then (
      select (v.body::jsonb ->> 'starts_on')::timestamp at time zone private.artist_zone(r.city_slug)
      from private.agreements a
      join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
      join public.artists r on r.id = a.artist_id
      where a.lead_id = p_part.lead_id and a.artist_id = p_part.artist_id)
    when 'done' then (
      select case when private.is_wall_finished(s.lead_id, s.artist_id) then '-infinity' else s.completed_at + interval '14 days' end
      from public.lead_assignments s
      where s.lead_id = p_part.lead_id and s.artist_id = p_part.artist_id and s.state = 'completed')
    -- Halfway comes when the artist says so.
    end;
end
$$;
comment on function private.payment_time(private.payment_parts) is
  'Since when a part is due, or from when on if nothing else happens; null while nobody knows.';

create function private.bring_payments(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_part uuid;
  v_open boolean := exists (select from private.agreements a
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state in ('in_force', 'amending'));
begin
  update private.payment_parts p set comes_at = case when v_open then private.payment_time(p) end
    where p.lead_id = p_lead and p.artist_id = p_artist and p.state = 'planned' and p.dropped_at is null;
  for v_part in
    select p.id from private.payment_parts p
    where p.lead_id = p_lead and p.artist_id = p_artist and p.state = 'planned' and p.dropped_at is null
      and p.comes_at <= private.clock()
    order by p.position
  loop
    perform private.move_payment_part(v_part, 'fall_due', 'system');
  end loop;
end
$$;
comment on function private.bring_payments(uuid, uuid) is
  'Makes due what is due by now of one job, and notes when time will bring the rest. Nothing of an agreement that has ended.';

create function private.bring_payments_of() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.bring_payments(new.lead_id, new.artist_id);
  return null;
end
$$;
comment on function private.bring_payments_of() is 'A sketch was approved, or somebody said that the wall is painted.';

create trigger sketches_bring_payments after update of state on private.sketches
  for each row when (new.state = 'approved' and old.state <> 'approved') execute function private.bring_payments_of();
create trigger lead_assignments_bring_payments after update of state, confirmed_at, completed_at on public.lead_assignments
  for each row when (new.state = 'completed' and (
    old.state <> new.state or new.confirmed_at is distinct from old.confirmed_at or new.completed_at is distinct from old.completed_at))
  execute function private.bring_payments_of();

create function private.remind_of_payments(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_part private.payment_parts;
  v_now timestamptz := private.clock();
  v_open boolean := exists (select from private.agreements a
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state in ('in_force', 'amending'));
begin
  for v_part in
    select * from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist and p.remind_at <= v_now order by p.position
  loop
    if v_open and v_part.state in ('due', 'asked') then
      perform private.mail_payment('request_payment_reminder', concat_ws(':', v_part.id, v_part.remind_at - v_part.due_at),
        p_lead, p_artist, jsonb_build_object('part', v_part.id));
    end if;
    -- Who slept past both sends one.
    update private.payment_parts p
      set remind_at = case when v_now < p.due_at + interval '7 days' then p.due_at + interval '7 days' end
      where p.id = v_part.id;
  end loop;
end
$$;
comment on function private.remind_of_payments(uuid, uuid) is 'Reminds the client of one job of what is due for a day or a week, and then no more.';

create function private.tend_payments() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz := private.clock();
  v_lead uuid;
  v_artist uuid;
begin
  -- A request at a time: a second worker passes over what the first is at.
  for v_lead in
    select l.id from public.lead_records l
    where l.id in (
      select p.lead_id from private.payment_parts p
      where p.comes_at <= v_now and p.state = 'planned' and p.dropped_at is null or p.remind_at <= v_now limit 100)
    for no key update skip locked
  loop
    for v_artist in select distinct p.artist_id from private.payment_parts p where p.lead_id = v_lead order by 1 loop
      perform private.bring_payments(v_lead, v_artist);
      perform private.remind_of_payments(v_lead, v_artist);
    end loop;
  end loop;
end
$$;
comment on function private.tend_payments() is
  'Makes due what time brings, and reminds of it, for up to 100 parts. A look at two indexes when there is nothing.';
-- Emails: kinds, outbox and delivery.

create table private.notice_topics (
  topic text primary key check (topic ~ '^[a-z]+$')
);
alter table private.notice_topics enable row level security;
comment on table private.notice_topics is 'What people choose about. src/features/notifications/notices.ts has a name for each; a test holds the two against each other.';

insert into private.notice_topics (topic) values
  ('admin'),
  ('leads'),
  ('reminders'),
  ('requests');

-- The outbox of mails: one row for each event and recipient, written in the transaction of the event and worked by the
-- product's process. A row says whom and about what; what the mail shows is read when it is sent, so that it shows
-- nothing that was hidden or erased since.
create table private.mail_kinds (
  kind text primary key check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  -- Not about the recipient's own request or account: it carries a link that ends such mails (RFC 8058).
  optional boolean not null default false,
  -- Anybody can cause it by typing somebody's address.
  by_anybody boolean not null default false,
  -- Nothing may be kept of whom it went to.
  forgotten boolean not null default false,
  linked boolean not null default false,
  topic text references private.notice_topics (topic),
  -- Shows itself in the product too, to who has an account.
  notice boolean not null default false,
  -- Nobody else's words are in it.
  wordless boolean not null default false,
  -- One a day at most, or the operator's own act: no limit for each recipient is needed.
  counted boolean not null default true,
  constraint mail_kinds_told_somewhere check (topic is null or notice)
);
alter table private.mail_kinds enable row level security;
comment on table private.mail_kinds is
  'Every kind of mail. src/mail/templates.ts has a template for each, src/features/notifications/notices.ts a title for each notice; tests hold them against each other.';
comment on column private.mail_kinds.linked is 'Its payload has a link that opens the request; a mail that is sent again gets it anew.';
create index mail_kinds_topic_idx on private.mail_kinds (topic);

insert into private.mail_kinds (kind, optional, by_anybody, forgotten, linked, topic, notice, wordless, counted) values
  ('account_deleted', false, false, true, false, null, false, true, false),
  ('artist_invited', false, false, false, false, null, false, true, true),
  ('artist_welcome', false, false, false, false, null, false, true, true),
  ('claim_accepted', false, false, false, false, null, true, false, true),
  ('claim_check', false, true, false, false, null, false, true, true),
  ('claim_refused', false, false, false, false, null, true, false, true),
  ('claim_waiting', true, false, false, false, 'admin', true, false, true),
  ('digest', true, false, false, false, null, false, false, false),
  ('lead_accepted', true, false, false, false, 'leads', true, false, true),
  ('lead_agreed', true, false, false, false, 'leads', true, false, true),
  ('lead_agreement_change', true, false, false, false, 'leads', true, false, true),
  ('lead_agreement_ended', true, false, false, false, 'leads', true, false, true),
  ('lead_agreement_in_force', false, false, false, false, null, true, false, true),
  ('lead_agreement_signed', true, false, false, false, 'leads', true, false, true),
  ('lead_completed', true, false, false, false, 'leads', true, false, true),
  ('lead_disputed', true, false, false, false, 'leads', true, false, true),
  ('lead_expired', true, false, false, false, 'reminders', true, false, true),
  ('lead_held', true, false, false, false, 'admin', true, false, true),
  ('lead_message', true, false, false, false, 'leads', true, false, true),
  ('lead_passed', true, false, false, false, 'leads', true, false, true),
  ('lead_payment_disputed', true, false, false, false, 'leads', true, false, true),
  ('lead_payment_reported', true, false, false, false, 'leads', true, false, true),
  ('lead_proposal_declined', true, false, false, false, 'leads', true, false, true),
  ('lead_received', true, false, false, false, 'leads', true, false, true),
  ('lead_released', true, false, false, false, 'admin', true, false, true),
  ('lead_review_hidden', true, false, false, false, 'leads', true, false, true),
  ('lead_reviewed', true, false, false, false, 'leads', true, false, true),
  ('lead_sketch_approved', true, false, false, false, 'leads', true, false, true),
  ('lead_sketch_changes', true, false, false, false, 'leads', true, false, true),
  ('lead_sketch_reopened', true, false, false, false, 'leads', true, false, true),
  ('lead_sketch_round', true, false, false, false, 'leads', true, false, true),
  ('lead_waiting', true, false, false, false, 'reminders', true, false, true),
  ('mural_hidden', false, false, false, false, null, true, false, true),
  ('newsletter_confirm', false, true, false, false, null, false, true, true),
  ('newsletter_issue', true, false, false, false, null, false, true, false),
  ('paper_checked', false, false, false, false, null, true, true, true),
  ('paper_ending', false, false, false, false, null, true, true, true),
  ('paper_refused', false, false, false, false, null, true, false, true),
  ('paper_sent', true, false, false, false, 'admin', true, false, true),
  ('picture_reported', true, false, false, false, 'admin', true, false, true),
  ('picture_taken_down', false, false, false, false, null, true, false, true),
  ('report_decided', false, true, false, false, null, false, true, true),
  ('request_agreement_ended', true, false, false, false, 'requests', true, false, true),
  ('request_agreement_in_force', false, false, false, true, null, true, false, true),
  ('request_agreement_offered', true, false, false, false, 'requests', true, false, true),
  ('request_answered', false, false, false, false, 'requests', true, false, true),
  ('request_assigned', false, false, false, false, 'requests', true, false, true),
  ('request_completed', false, false, false, false, 'requests', true, false, true),
  ('request_confirmed', false, true, false, true, null, true, false, true),
  ('request_declined', true, false, false, false, 'requests', true, false, true),
  ('request_disputed', true, false, false, false, 'requests', true, false, true),
  ('request_expired', true, false, false, false, 'requests', true, false, true),
  ('request_line_added', true, false, false, false, 'leads', true, false, true),
  ('request_link', false, true, false, true, null, false, false, true),
  ('request_message', true, false, false, false, 'requests', true, false, true),
  ('request_payment_asked', true, false, false, false, 'requests', true, false, true),
  ('request_payment_disputed', true, false, false, false, 'requests', true, false, true),
  ('request_payment_received', true, false, false, false, 'requests', true, false, true),
  ('request_payment_reminder', true, false, false, false, 'requests', true, false, true),
  ('request_payment_waived', true, false, false, false, 'requests', true, false, true),
  ('request_proposal', true, false, false, false, 'requests', true, false, true),
  ('request_replied', true, false, false, false, 'requests', true, false, true),
  ('request_review_hidden', true, false, false, false, 'requests', true, false, true),
  -- Its own limit is that of the codes.
  ('request_signing_code', false, false, false, true, null, false, true, false),
  ('request_sketch', true, false, false, false, 'requests', true, false, true),
  ('request_sketch_reopened', true, false, false, false, 'requests', true, false, true),
  ('request_sketch_round', true, false, false, false, 'requests', true, false, true),
  ('request_unmatched', true, false, false, false, 'admin', true, false, true),
  ('request_waiting', false, true, false, true, 'requests', true, false, true),
  ('request_withdrawn', true, false, false, false, 'leads', true, false, true),
  ('thread_reported', true, false, false, false, 'admin', true, false, true);

create table private.mails (
  id bigint generated always as identity primary key,
  kind text not null references private.mail_kinds (kind),
  event text not null,
  user_id uuid references auth.users (id) on delete cascade,
  -- Where to, of somebody without an account; with one, instead of the account's address.
  address text check (private.valid_email(address) and char_length(address) <= 255),
  recipient text not null generated always as (coalesce(user_id::text, lower(address))) stored,
  lead_id uuid references public.lead_records (id) on delete cascade,
  artist_id uuid references public.artists (id) on delete cascade,
  payload jsonb not null default '{}',
  message_id uuid not null unique default gen_random_uuid(),
  state text not null default 'waiting' check (state in ('waiting', 'leased', 'sent', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  answer text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  settled_at timestamptz,
  first_tried_at timestamptz,
  unique (event, recipient)
);
alter table private.mails enable row level security;
comment on table private.mails is
  'Emails that wait, are being sent, are sent or have failed for good; kept for 90 days. answer is what the server said last, or why nothing was sent. Links are not in it: private.mail_data adds them.';
comment on column private.mails.settled_at is 'When an admin said that nothing is to be done about a mail that has failed.';
create index mails_due_idx on private.mails (next_attempt_at, id) where state in ('waiting', 'leased');
create index mails_failed_idx on private.mails (id) where state = 'failed';
create index mails_created_idx on private.mails (created_at);
create index mails_kind_idx on private.mails (kind, recipient, created_at);
create index mails_user_idx on private.mails (user_id);
create index mails_lead_idx on private.mails (lead_id);
create index mails_artist_idx on private.mails (artist_id);

create function private.notify_mails() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('mails', '');
  return null;
end
$$;
comment on function private.notify_mails() is 'Wakes the worker. Without a payload: it leases what is due.';

create trigger mails_tell after insert on private.mails
  for each statement execute function private.notify_mails();

create function private.write_mail(
  p_kind text, p_key text, p_user uuid, p_address text default null, p_lead uuid default null, p_artist uuid default null,
  p_payload jsonb default '{}', p_due timestamptz default now()
) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_kind private.mail_kinds;
  v_mode text;
begin
  select * into v_kind from private.mail_kinds k where k.kind = p_kind;
  if p_user is not null and v_kind.notice then
    v_mode := private.notice_mode(p_user, v_kind.topic);
    insert into public.notices (user_id, kind, event, lead_id, artist_id, read_at, digest_at)
      values (p_user, p_kind, p_kind || ':' || p_key, p_lead, p_artist,
        -- What somebody did themselves is no news to them.
        case when p_user = auth.uid() then now() end,
        case when v_mode = 'daily' then private.next_digest_of(p_user) end)
      on conflict do nothing;
    -- Told before, in the way that was chosen then.
    if not found or v_mode <> 'at_once' then return; end if;
  end if;
  insert into private.mails (kind, event, user_id, address, lead_id, artist_id, payload, next_attempt_at)
    values (p_kind, p_kind || ':' || p_key, p_user, p_address, p_lead, p_artist, p_payload, p_due)
    on conflict (event, recipient) do nothing;
end
$$;
comment on function private.write_mail(text, text, uuid, text, uuid, uuid, jsonb, timestamptz) is
  'Notes an email to an account or an address, once for each event (kind and key). Its limits are private.limit_mail''s.';

create function private.mail_admins(p_kind text, p_key text, p_lead uuid, p_payload jsonb default '{}', p_except uuid default null) returns void
  language sql security definer set search_path = '' as $$
  select private.write_mail(p_kind, p_key, r.user_id, null, p_lead, null, p_payload)
  from public.user_roles r where r.role = 'admin' and r.user_id is distinct from p_except
$$;
comment on function private.mail_admins(text, text, uuid, jsonb, uuid) is 'Notes a mail to every admin, or to all but one.';

create function private.lease_mails(p_limit int, p_seconds int)
  returns table (id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts int, data jsonb)
  language plpgsql security definer rows 20 set search_path = '' as $$
declare
  v_mail private.mails;
  v_data jsonb;
  v_address text;
  -- One by one: what cannot be sent makes room for another.
  v_left int := least(greatest(coalesce(p_limit, 1), 1), 100);
begin
  if random() < 0.02 then delete from private.mails m where m.created_at < now() - interval '90 days'; end if;
  while v_left > 0 loop
    select m.* into v_mail from private.mails m
      where m.state in ('waiting', 'leased') and private.is_mail_due(m.created_at, m.attempts, m.next_attempt_at)
      order by m.next_attempt_at, m.id limit 1 for update skip locked;
    exit when not found;
    v_data := private.mail_data(v_mail);
    v_address := coalesce(v_mail.address, (select nullif(u.email, '') from auth.users u where u.id = v_mail.user_id));
    if v_data is null then
      delete from private.mails m where m.id = v_mail.id;
    -- Without an answer in 100 tries, each of them ended its worker.
    elsif v_address is null or (v_mail.attempts >= 100 and v_mail.answer is null) then
      update private.mails m
        set state = 'failed', leased_until = null,
          answer = coalesce(m.answer, case when v_address is null then 'The account has no address.' else 'It was begun 100 times and never ended.' end)
        where m.id = v_mail.id;
    else
      update private.mails m
        set state = 'leased', attempts = m.attempts + 1, first_tried_at = coalesce(m.first_tried_at, now()), leased_until = v.at, next_attempt_at = v.at
        from (select now() + make_interval(secs => least(greatest(coalesce(p_seconds, 60), 1), 3600)) as at) v
        where m.id = v_mail.id
        returning m.attempts into attempts;
      id := v_mail.id;
      kind := v_mail.kind;
      message_id := v_mail.message_id;
      address := v_address;
      select k.optional, k.forgotten into optional, forgotten from private.mail_kinds k where k.kind = v_mail.kind;
      data := v_data;
      v_left := v_left - 1;
      return next;
    end if;
  end loop;
end
$$;
comment on function private.lease_mails(int, int) is
  'Takes mails that are due, the oldest first, and gives each to one worker for so many seconds; one whose lease ran out is due again. What is about something that is gone is dropped.';

create function public.lease_mails(p_limit int, p_seconds int)
  returns table (id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts int, data jsonb)
  language sql security invoker rows 20 set search_path = '' as $$
  select * from private.lease_mails(p_limit, p_seconds)
$$;
comment on function public.lease_mails(int, int) is 'Leases mails that are due, with what their templates need. Secret key only.';

create function private.finish_mail(p_id bigint, p_ok boolean, p_answer text, p_permanent boolean) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_mail private.mails;
begin
  update private.mails m
    set state = case when p_ok then 'sent'
        when p_permanent or (m.attempts >= 100 and m.created_at < now() - interval '5 days') then 'failed'
        else 'waiting' end,
      -- 30 s, doubled each time, at most 15 minutes.
      next_attempt_at = now() + least(interval '30 seconds' * power(2, least(m.attempts, 20) - 1), interval '15 minutes'),
      leased_until = null,
      answer = left(regexp_replace(p_answer, '[[:cntrl:]]+', ' ', 'g'), 500),
      sent_at = case when p_ok then now() end,
      payload = case when p_ok then m.payload - 'link' else m.payload end
    -- A worker that took longer than its lease may still say that a mail left.
    where m.id = p_id and (m.state = 'leased' or (p_ok and m.state <> 'sent'))
    returning m.* into v_mail;
  delete from private.mails m using private.mail_kinds k
    where m.id = v_mail.id and m.state in ('sent', 'failed') and k.kind = m.kind and k.forgotten;
  return v_mail.state;
end
$$;
comment on function private.finish_mail(bigint, boolean, text, boolean) is
  'Notes what became of a leased mail: sent, failed for good, or waiting for its next try. Gives the state; null for one that nobody has leased.';

create function public.finish_mail(p_id bigint, p_ok boolean, p_answer text default null, p_permanent boolean default false) returns text
  language sql security invoker set search_path = '' as $$
  select private.finish_mail(p_id, p_ok, p_answer, p_permanent)
$$;
comment on function public.finish_mail(bigint, boolean, text, boolean) is 'Notes what became of a leased mail and gives its state. Secret key only.';

create trigger mails_2_keep_no_link before insert or update of payload on private.mails
  for each row when (new.payload ? 'link') execute function private.keep_no_link();

-- Who may call what.
grant execute on function
  private.lease_mails(int, int), public.lease_mails(int, int), private.finish_mail(bigint, boolean, text, boolean),
  public.finish_mail(bigint, boolean, text, boolean)
  to service_role;
-- Which events write mails. Triggers, so that every way in which an event comes about writes them. What is dated back
-- (demo data, imports) is no news.
create function private.confirm_request(p_lead uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead public.lead_records;
  v_email text;
  v_choice interval := make_interval(secs => private.setting_int('mail_choice_seconds'));
begin
  select * into v_lead from public.lead_records l where l.id = p_lead and l.withdrawn_at is null;
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead.id;
  if v_email is null then return; end if;
  -- Who has offers to choose from gets one mail, which says what they chose, unless that takes them too long.
  perform private.write_mail('request_confirmed', p_lead::text, v_lead.created_by_user, v_email, p_lead, null,
    jsonb_build_object('link', private.request_path(private.request_token(p_lead)), 'reference', v_lead.reference),
    now() + case when exists (select from private.request_offers o where o.lead_id = p_lead)
        and not exists (select from public.lead_assignments a where a.lead_id = p_lead)
      then v_choice else interval '0' end);
end
$$;
comment on function private.confirm_request(uuid) is 'Notes the mail that says to whoever asked that the request is there, with its link and its reference.';

create function private.mail_new_request() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead public.lead_records;
begin
  select * into v_lead from public.lead_records l where l.id = new.lead_id;
  if v_lead.id is null or new.created_at < now() then return null; end if;
  if v_lead.held then
    -- One an hour and admin: a flood is held so that it troubles nobody.
    perform private.mail_admins('lead_held', to_char(now() at time zone 'utc', 'YYYY-MM-DD HH24'), v_lead.id,
      jsonb_build_object('reason', (select r.held_reason from private.request_reasons r where r.lead_id = v_lead.id)));
    return null;
  end if;
  perform private.confirm_request(v_lead.id);
  if not exists (select from private.request_offers o where o.lead_id = v_lead.id)
     and not exists (select from public.lead_assignments a where a.lead_id = v_lead.id) then
    perform private.mail_admins('request_unmatched', v_lead.id::text, v_lead.id);
  end if;
  return null;
end
$$;
comment on function private.mail_new_request() is
  'A form was stored: tells who sent it, and admins when no artist fits or it is held. A held one tells its sender nothing, so that nobody can make the product write to strangers in a flood.';

-- At the end of the transaction: the key of a form is registered before the request and its offers are there.
create constraint trigger mail_new_request after insert on private.request_intake
  deferrable initially deferred for each row execute function private.mail_new_request();

create function private.mail_assigned_artists(p_lead uuid) returns void
  language sql security definer set search_path = '' as $$
  select private.write_mail('lead_received', p_lead || ':' || a.id, a.user_id, null, p_lead, a.id)
  from public.lead_assignments s
  join public.artists a on a.id = s.artist_id and a.user_id is not null
  where s.lead_id = p_lead
$$;
comment on function private.mail_assigned_artists(uuid) is 'Notes the mails to the artists who have a lead; each gets one for each lead.';

create function private.mail_assignments() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead public.lead_records;
  v_email text;
  v_artists uuid[];
begin
  for v_lead in
    select l.* from public.lead_records l
    where not l.held and l.id in (select n.lead_id from made n where n.created_at >= now())
    order by l.id
  loop
    perform private.mail_assigned_artists(v_lead.id);
    -- A request that comes with its artist says so itself.
    continue when v_lead.created_at >= now();
    update private.mails m set next_attempt_at = now()
      where m.event = 'request_confirmed:' || v_lead.id and m.state = 'waiting' and m.attempts = 0;
    if found then
      perform pg_notify('mails', '');
      continue;
    end if;
    select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead.id;
    continue when v_email is null;
    select array_agg(n.artist_id order by n.artist_id) into v_artists from made n where n.lead_id = v_lead.id;
    perform private.write_mail('request_assigned', v_lead.id || ':' || md5(v_artists::text), v_lead.created_by_user, v_email,
      v_lead.id, null, jsonb_build_object('artist_ids', v_artists));
  end loop;
  return null;
end
$$;
comment on function private.mail_assignments() is 'A lead was given to artists: tells them, and who asked, in the confirmation when that has not left yet.';

create trigger lead_assignments_mail after insert on public.lead_assignments referencing new table as made
  for each statement execute function private.mail_assignments();

create function private.mail_released() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.mail_assigned_artists(new.id);
  perform private.confirm_request(new.id);
  perform private.mail_admins('lead_released', new.id::text, new.id, '{}', auth.uid());
  return null;
end
$$;
comment on function private.mail_released() is 'A held lead was released: what its arrival would have told, and the other admins.';

create trigger lead_records_mail_released after update of held on public.lead_records
  for each row when (old.held and not new.held) execute function private.mail_released();

create function private.mail_welcome(p_user uuid) returns void
  language sql security definer set search_path = '' as $$
  select private.write_mail('artist_welcome', u.id::text, u.id)
  from auth.users u join public.user_roles r on r.user_id = u.id and r.role = 'artist'
  where u.id = p_user and u.email_confirmed_at is not null and u.email <> ''
$$;
comment on function private.mail_welcome(uuid) is 'Notes the welcome to an artist whose address is confirmed, once.';

create function private.mail_new_artist() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- The time of an account comes from whatever made it, another clock than this one.
  if (select u.created_at from auth.users u where u.id = new.user_id) > now() - interval '1 hour' then
    perform private.mail_welcome(new.user_id);
  end if;
  return null;
end
$$;
comment on function private.mail_new_artist() is 'Welcomes an artist who has just signed up.';

create trigger user_roles_mail_welcome after insert on public.user_roles
  for each row when (new.role = 'artist') execute function private.mail_new_artist();

create function private.mail_confirmed_artist() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.mail_welcome(new.id);
  return null;
end
$$;
comment on function private.mail_confirmed_artist() is 'Welcomes an artist whose address was confirmed after the sign-up.';

create trigger mail_confirmed_artist after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.mail_confirmed_artist();

create function private.mail_account_deleted() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is not null and private.valid_email(old.email) and char_length(old.email) <= 255 then
    perform private.write_mail('account_deleted', old.id::text, null, old.email);
  end if;
  return null;
end
$$;
comment on function private.mail_account_deleted() is
  'Tells the address of an account that it is gone. The row goes once the mail has left; no other mail to the person stays.';

create trigger mail_account_deleted after delete on auth.users
  for each row execute function private.mail_account_deleted();

-- What a mail says is read when it leaves.
create function private.mail_about(p_mail private.mails) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_data jsonb := p_mail.payload;
begin
  if p_mail.lead_id is not null then
    -- Who asked is not among it: whoever may know looks at the page, which masks what the specification masks.
    v_data := v_data || (
      select jsonb_build_object('lead', jsonb_build_object('id', l.id, 'kind', l.kind, 'city', l.city,
          'project_description', l.project_description, 'mural_size', l.mural_size, 'surface_type', l.surface_type,
          'style_preference', l.style_preference, 'budget_range', l.budget_range, 'preferred_time', l.preferred_time,
          'account', l.created_by_user is not null,
          'liked', (select coalesce(jsonb_agg(m.title order by x.at), '[]') from public.request_details d
            cross join lateral unnest(d.mural_ids) with ordinality x (id, at)
            join public.murals m on m.id = x.id and m.public_visible where d.lead_id = l.id)),
        'artists', coalesce((
          select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by s.created_at, a.name)
          from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]'),
        'offers', (select count(*) from private.open_offers(l.id)))
      from public.lead_records l
      where l.id = p_mail.lead_id and exists (select from public.lead_contacts c where c.lead_id = l.id)
        and (p_mail.artist_id is null or exists (
          select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = p_mail.artist_id)));
  end if;
  if p_mail.artist_id is not null then
    v_data := v_data || (
      select jsonb_build_object('artist', jsonb_build_object('id', a.id, 'name', a.name,
        'slug', case when a.public_visible then a.slug end))
      from public.artists a where a.id = p_mail.artist_id);
  end if;
  if p_mail.kind in ('lead_waiting', 'request_waiting') then v_data := v_data || private.waiting_data(p_mail); end if;
  return v_data;
end
$$;
comment on function private.mail_about(private.mails) is
  'What a mail is about, as it is now: its payload, the request without a person, who has it. Null when that is gone.';

create function private.message_data(p_mail private.mails) returns jsonb
  language sql stable security definer set search_path = '' as $$
  -- The latest five, the oldest of them first. A mail shows no picture: it would be out of the hands of both.
  select case when count(*) > 0 then jsonb_build_object('messages', jsonb_agg(
      concat_ws(E'\n', nullif(left(u.body, 600), ''),
        case u.pictures when 0 then null when 1 then '1 photo' else u.pictures || ' photos' end) order by u.position),
      'count', max(u.total)) end
  from (
    select m.body, m.pictures, m.position, count(*) over () as total
    from public.lead_messages m join public.lead_assignments a on a.lead_id = m.lead_id and a.artist_id = m.artist_id
    where m.lead_id = p_mail.lead_id and m.artist_id = p_mail.artist_id
      and case p_mail.kind when 'lead_message' then m.sender = 'client' and m.position > a.artist_read
        else m.sender = 'artist' and m.position > a.client_read end
      and not exists (select from private.conversation_reports r where r.lead_id = m.lead_id and r.artist_id = m.artist_id)
    order by m.position desc limit 5) u
$$;
comment on function private.message_data(private.mails) is 'What a mail about messages shows: those that are still unread. Null when all are read.';

create function private.agreement_mail(p_mail private.mails) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select case p_mail.kind
    -- The last that was asked for: one email may stand for two presses.
    when 'request_signing_code' then (
      select jsonb_build_object('code', private.agreement_code(c.id)) from private.agreement_codes c
      where c.lead_id = p_mail.lead_id and c.artist_id = p_mail.artist_id and c.created_at > private.clock() - interval '15 minutes')
    else (
      select jsonb_build_object('agreement', private.agreement_version_line(v) || jsonb_build_object('change', a.change, 'ended_reason', a.ended_reason))
      from private.agreements a join private.agreement_versions v
        on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = coalesce(
          case when p_mail.kind like '%in\_force' then a.in_force end, a.version)
      where a.lead_id = p_mail.lead_id and a.artist_id = p_mail.artist_id) end
$$;
comment on function private.agreement_mail(private.mails) is 'What an email about an agreement shows, as it is now.';

create function private.payment_mail(p_mail private.mails) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('payment', jsonb_build_object('label', private.part_label(p), 'amount', p.amount, 'note', n.note,
    'paid', n.amount, 'how', n.how, 'paid_on', n.paid_on, 'rest', (
      select coalesce(sum(w.amount), 0) from private.payment_parts w
      where p.state = 'received' and w.lead_id = p.lead_id and w.artist_id = p.artist_id and w.dropped_at is null
        and coalesce(w.rest_of, w.id) = coalesce(p.rest_of, p.id) and w.state not in ('received', 'waived'))),
    -- Whether the page says how to pay.
    'payable', exists (select from public.agreement_terms t
      join private.agreements a on a.artist_id = t.artist_id and a.lead_id = p.lead_id and a.state in ('in_force', 'amending')
      where t.artist_id = p.artist_id and nullif(t.terms ->> 'how_to_pay', '') is not null))
  from private.payment_parts p
  left join lateral (
    select * from private.payment_notes x
    where x.part_id = p.id and x.actor = case when p_mail.kind like 'lead\_%' then 'client' else 'artist' end
      and x.event = case p_mail.kind when 'request_payment_asked' then 'ask' when 'request_payment_received' then 'receive'
        when 'request_payment_waived' then 'waive' when 'lead_payment_reported' then 'report' else 'dispute' end
    order by x.id desc limit 1) n on p_mail.kind <> 'request_payment_reminder'
  where p.id = (p_mail.payload ->> 'part')::uuid
    and (p.state in ('due', 'asked') or p_mail.kind not in ('request_payment_asked', 'request_payment_reminder'))
$$;
comment on function private.payment_mail(private.mails) is
  'What an email about a part of the price shows, with the last that was said. Null where nobody waits for the money any more, or the agreement is gone.';

create function private.mail_details(p_mail private.mails) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when p_mail.kind in ('lead_message', 'request_message') then private.message_data(p_mail)
    when p_mail.kind = 'request_proposal' then (
      select jsonb_build_object('proposal', private.proposal_line(p)) from public.proposals p
      where p.lead_id = p_mail.lead_id and p.artist_id = p_mail.artist_id and p.state = 'open')
    when p_mail.kind = 'request_signing_code' or p_mail.kind like '%\_agreement\_%' then private.agreement_mail(p_mail)
    when p_mail.kind like '%\_payment\_%' then private.payment_mail(p_mail)
    when p_mail.kind in ('request_declined', 'request_expired') then jsonb_build_object(
      'reason', (select e.reason from public.assignment_events e
        where e.lead_id = p_mail.lead_id and e.artist_id = p_mail.artist_id and e.event = 'decline' order by e.id desc limit 1),
      'matches', private.request_data(p_mail.lead_id) -> 'matches')
    when p_mail.kind in ('lead_reviewed', 'request_replied', 'lead_review_hidden', 'request_review_hidden') then (
      select jsonb_build_object('review', private.review_line(r, null)) from private.review_checks c join public.reviews r on r.id = c.review_id
      where c.lead_id = p_mail.lead_id and c.artist_id = p_mail.artist_id
        and (r.hidden_at is not null) = (p_mail.kind in ('lead_review_hidden', 'request_review_hidden')))
    when p_mail.kind = 'request_sketch' then jsonb_build_object('on_wall', coalesce((
      select exists (select from storage.objects o where o.bucket_id = 'lead-photos' and o.name = v.wall)
      from private.sketch_versions v where v.lead_id = p_mail.lead_id and v.artist_id = p_mail.artist_id
      order by v.number desc limit 1), false))
    when p_mail.kind like 'paper\_%' then private.paper_mail(p_mail)
    when p_mail.kind = 'mural_hidden' then (
      select jsonb_build_object('title', m.title, 'reason', m.hidden_reason) from public.murals m
      where m.id = (p_mail.payload ->> 'mural')::uuid and m.hidden_at is not null)
    -- Null where somebody has decided before the mail left.
    when p_mail.kind = 'picture_reported' then (
      select jsonb_build_object('reason', r.reason, 'words', r.words, 'page', r.page) from private.picture_reports r
      where r.picture = p_mail.payload ->> 'picture' and r.decision is null order by r.created_at desc, r.id limit 1)
    else '{}' end;
end
$$;
comment on function private.mail_details(private.mails) is
  'What a kind of mail shows beside its subject, as it is now; null when there is no reason for it any more, as where a review was taken back, or shown again, before the mail left.';

create function private.mail_data(p_mail private.mails) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_to text := coalesce(p_mail.address, (select nullif(u.email, '') from auth.users u where u.id = p_mail.user_id));
  v_kind private.mail_kinds;
  v_data jsonb;
begin
  select * into v_kind from private.mail_kinds k where k.kind = p_mail.kind;
  if v_kind.kind in ('artist_invited', 'claim_check') then
    v_data := private.claim_data(p_mail);
  elsif v_kind.kind in ('newsletter_confirm', 'newsletter_issue') then
    v_data := private.newsletter_data(p_mail);
  else
    if v_kind.kind = 'digest' then
      v_data := private.digest_data(p_mail);
    -- Not what an account wants no mails about any more.
    elsif p_mail.user_id is null or private.notice_mode(p_mail.user_id, v_kind.topic) <> 'here' then
      v_data := private.mail_about(p_mail) || private.mail_details(p_mail);
    end if;
    if v_kind.optional and p_mail.user_id is not null then
      v_data := v_data || jsonb_build_object('unsubscribe', private.unsubscribe_token(p_mail.user_id, v_kind.topic));
    end if;
  end if;
  if v_data is null or v_to is null then return v_data; end if;
  if p_mail.lead_id is not null and private.is_to_client(p_mail.kind) then
    v_data := v_data || jsonb_build_object('link', private.request_path(private.link_token(p_mail.lead_id, v_to)));
  end if;
  return case when private.is_known_recipient(p_mail.user_id, v_to) then v_data else private.plain_data(p_mail.kind, v_data) end;
end
$$;
comment on function private.mail_data(private.mails) is
  'What an email shows to its recipient, as it is now, and the link of their own request; without anybody''s words where the address is not proven. Null when it is not wanted any more, or what it is about is gone.';

-- How many emails one person gets, whoever causes them, and in whose words. A trigger, so that every kind of email and
-- every way to write one is under the same limits, those that come later too.
create table private.unproven_mailboxes (
  mailbox_hash bytea primary key,
  -- Its confirmation is the first.
  emails int not null default 1,
  -- When the next one may leave, after those that follow the confirmation.
  next_at timestamptz,
  created_at timestamptz not null default now(),
  -- Links to requests that somebody asked for.
  links int not null default 0
);
alter table private.unproven_mailboxes enable row level security;
comment on table private.unproven_mailboxes is
  'How many emails went to mailboxes that nobody has proven to read: peppered hashes, kept for a year. It outlives the requests, so that erasing one gives no more emails.';
create index unproven_mailboxes_created_idx on private.unproven_mailboxes (created_at);

create function private.is_known_recipient(p_user uuid, p_email text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u
      where u.id = p_user and lower(u.email) = lower(p_email) and u.email_confirmed_at is not null)
    or private.is_proven_address(p_email)
    or exists (select from private.newsletter_subscribers s where lower(s.email) = lower(p_email) and s.confirmed_at is not null)
$$;
comment on function private.is_known_recipient(uuid, text) is
  'Whether an email goes to a confirmed account of its own, or to an address that somebody has shown to read.';

create function private.room_for_unproven(p_mailbox bytea, out refusal text, out due_at timestamptz)
  language plpgsql security definer set search_path = '' as $$
declare
  v_row private.unproven_mailboxes;
  v_now timestamptz := private.clock();
begin
  if random() < 0.01 then delete from private.unproven_mailboxes u where u.created_at < now() - interval '1 year'; end if;
  insert into private.unproven_mailboxes (mailbox_hash) values (p_mailbox) on conflict do nothing;
  if found then return; end if;
  select * into v_row from private.unproven_mailboxes u where u.mailbox_hash = p_mailbox for update;
  -- Links that were asked for came first.
  if v_row.emails = 0 then
    update private.unproven_mailboxes u set emails = 1 where u.mailbox_hash = p_mailbox;
    return;
  end if;
  if v_row.next_at - interval '1 day' > v_now then
    refusal := 'Not sent: an email with the link already waits for this address.';
  elsif v_row.emails > private.setting_int('mail_unproven_limit') then
    refusal := 'Not sent: nobody has opened the link that this address got. The news is on the page of the request.';
  else
    due_at := greatest(v_row.next_at, v_now);
    update private.unproven_mailboxes u set emails = u.emails + 1, next_at = v_due.at + interval '1 day'
      from (select due_at as at) v_due where u.mailbox_hash = p_mailbox;
  end if;
end
$$;
comment on function private.room_for_unproven(bytea) is
  'Takes one of the few emails for a mailbox that nobody has proven: the confirmation at once, three more a day apart. Says why there is none, or when it may leave.';

create function private.room_for_known(p_mailbox bytea, p_kind private.mail_kinds) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_key text := encode(p_mailbox, 'hex');
begin
  if p_kind.by_anybody and not private.try_rate_limit('mail_by_anybody:' || v_key, private.setting_int('mail_address_limit'), interval '1 day')
     or p_kind.topic = 'admin' and not private.try_rate_limit('mail_admin:' || v_key, private.setting_int('mail_admin_limit'), interval '1 day')
     or not private.try_rate_limit('mail:' || v_key, private.setting_int('mail_recipient_limit'), interval '1 day') then
    return 'Not sent: this address had its share of such emails for a day.';
  end if;
  return null;
end
$$;
comment on function private.room_for_known(bytea, private.mail_kinds) is
  'Takes one of the emails that a mailbox may get in a day: of all kinds, of those that strangers cause, and of those to admins. Says why there is none.';

create function private.room_for_asked(p_mailbox bytea, p_known boolean) returns timestamptz
  language plpgsql security definer set search_path = '' as $$
declare
  v_limit int := case when p_known then private.setting_int('mail_address_limit') else private.setting_int('mail_asked_limit') end;
begin
  if not private.try_rate_limit('mail_asked:' || encode(p_mailbox, 'hex'), v_limit, interval '1 day') then
    -- What was used in the window before fades.
    return date_bin(interval '1 day', now(), timestamptz 'epoch') + interval '1 day' + interval '1 day' / greatest(v_limit, 1);
  end if;
  if p_known then return null; end if;
  -- Who reads none of 20 links in a year is not who asks for them.
  insert into private.unproven_mailboxes as u (mailbox_hash, emails, links) values (p_mailbox, 0, 1)
    on conflict (mailbox_hash) do update set links = u.links + 1 where u.links < 20;
  return case when not found then timestamptz 'infinity' end;
end
$$;
comment on function private.room_for_asked(bytea, boolean) is
  'Takes one of the links that a mailbox may get because somebody asked for them; they count apart from all other emails. Null, or when there is room again.';

create function private.joins_waiting(p_mail private.mails) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_waiting bigint;
begin
  if p_mail.lead_id is null then return false; end if;
  select m.id into v_waiting from private.mails m
    where m.lead_id = p_mail.lead_id and m.kind = p_mail.kind and m.artist_id is not distinct from p_mail.artist_id
      and m.payload -> 'part' is not distinct from p_mail.payload -> 'part'
      and m.recipient = coalesce(p_mail.user_id::text, lower(p_mail.address)) and m.state = 'waiting' and m.attempts = 0
    limit 1 for update;
  if v_waiting is null then return false; end if;
  -- Somebody waits for it now.
  update private.mails m set next_attempt_at = least(m.next_attempt_at, now()) where m.id = v_waiting and p_mail.payload ? 'asked';
  -- It shows what is so when it leaves; whom it is about is in its payload.
  update private.mails m set payload = m.payload || jsonb_build_object('artist_ids',
      (select jsonb_agg(distinct x) from jsonb_array_elements((m.payload -> 'artist_ids') || (p_mail.payload -> 'artist_ids')) x))
    where m.id = v_waiting and m.payload ? 'artist_ids' and p_mail.payload ? 'artist_ids';
  return true;
end
$$;
comment on function private.joins_waiting(private.mails) is
  'Whether an email of this kind about this request, artist and part of the price waits already for the same person: then that one says it.';

create function private.limit_mail() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_to text := coalesce(new.address, (select nullif(u.email, '') from auth.users u where u.id = new.user_id));
  v_mailbox bytea := private.address_hash(private.mailbox(v_to));
  v_kind private.mail_kinds;
  v_refusal text;
  v_due timestamptz;
  v_known boolean;
begin
  if new.state <> 'waiting' or v_to is null or exists (select from private.mails m
      where m.event = new.event and m.recipient = coalesce(new.user_id::text, lower(new.address))) then return new; end if;
  if private.joins_waiting(new) then return null; end if;
  select * into v_kind from private.mail_kinds k where k.kind = new.kind;
  v_known := private.is_known_recipient(new.user_id, v_to);
  if new.payload ? 'asked' then
    v_due := private.room_for_asked(v_mailbox, v_known);
    if v_due is not null then v_refusal := 'Not sent: this address had its share of links that were asked for.'; end if;
    -- Before all others that are due: somebody waits for it.
    new.next_attempt_at := coalesce(v_due, now() - interval '10 days');
  -- A code is of use for minutes only, and counted where it is asked for.
  elsif new.kind <> 'request_signing_code' and not v_known then
    select r.refusal, r.due_at into v_refusal, v_due from private.room_for_unproven(v_mailbox) r;
    new.next_attempt_at := greatest(new.next_attempt_at, now() + (v_due - private.clock()));
  elsif v_kind.counted then
    v_refusal := private.room_for_known(v_mailbox, v_kind);
  end if;
  if v_refusal is not null then
    -- Admins see it in the list of emails and can send it; there is nothing to do about it.
    new.state := 'failed';
    new.answer := v_refusal;
    new.settled_at := now();
    update public.notices n set digest_at = private.next_digest_of(n.user_id)
      where n.user_id = new.user_id and n.kind = new.kind and n.lead_id is not distinct from new.lead_id
        and n.artist_id is not distinct from new.artist_id and n.read_at is null and n.digest_at is null;
  end if;
  return new;
end
$$;
comment on function private.limit_mail() is
  'Holds every email to its limits: one that waits for each request, artist and kind, few for an address that nobody has proven, and so many a day for everybody. What is beyond is noted, and comes in the daily summary to those who have notifications.';

create trigger mails_1_limit before insert on private.mails for each row execute function private.limit_mail();

create function private.is_outbox_stuck() returns boolean
  language sql stable security definer set search_path = '' as $$
  -- An answer without a code is no answer of a server; one of 500 and more to an email that waits is about us. One of them
  -- may be a server's odd word for a recipient.
  select count(*) filter (where t.answer !~ '\m[45]\d\d[ -]') > 0 or count(distinct t.recipient) filter (where t.answer ~ '\m5\d\d[ -]') > 1
  from (
    select m.answer, m.recipient, m.next_attempt_at - least(interval '30 seconds' * power(2, least(m.attempts, 20) - 1), interval '15 minutes') as at
    from private.mails m where m.state = 'waiting' and m.attempts > 0 and m.answer is not null) t
  where not exists (select from private.mails s
    where s.state = 'sent' and s.created_at > now() - interval '1 day' and s.sent_at >= t.at)
$$;
comment on function private.is_outbox_stuck() is 'Whether the mail server took nothing since it was last tried: what waits then waits for it.';

create function private.mail_outcome(p_kind text, p_key text, p_email text, p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_mail private.mails;
begin
  select * into v_mail from private.mails m where m.event = p_kind || ':' || p_key and m.recipient = lower(p_email);
  if not found then
    select * into v_mail from private.mails m
      where m.lead_id = p_lead and m.kind = p_kind and m.recipient = lower(p_email) and m.state in ('waiting', 'leased')
      order by m.id desc limit 1;
  end if;
  if v_mail.id is null or v_mail.state = 'failed' then
    return jsonb_strip_nulls(jsonb_build_object('state', 'not',
      'at', case when isfinite(v_mail.next_attempt_at) and v_mail.next_attempt_at > now() then v_mail.next_attempt_at end));
  elsif v_mail.state = 'waiting' and v_mail.next_attempt_at > now() then
    return jsonb_build_object('state', 'later', 'at', v_mail.next_attempt_at);
  elsif v_mail.state <> 'sent' and private.is_outbox_stuck() then
    return '{"state": "later"}';
  end if;
  return '{"state": "sent"}';
end
$$;
comment on function private.mail_outcome(text, text, text, uuid) is
  'What became of an email, for whoever asked for it: {state: sent, later or not, at: when it leaves, or when there is room again, where that is known}.';

create function private.unsent(p_outcome jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select case when p_outcome ->> 'state' = 'sent' then '{}' else jsonb_build_object('mail', p_outcome) end
$$;
comment on function private.unsent(jsonb) is 'What an answer says of an email beside its own fields: {mail}, where it does not leave now.';

create function private.delete_unproven_mailbox() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.unproven_mailboxes u where u.mailbox_hash = private.address_hash(private.mailbox(new.email));
  return null;
end
$$;
comment on function private.delete_unproven_mailbox() is 'Somebody confirmed the newsletter for an address: once it has left the list, its emails count anew.';

create function private.plain_data(p_kind text, p_data jsonb) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select case when k.wordless then p_data || case when p_data ? 'page' then '{"page": "/"}' else '{}' end::jsonb
    else jsonb_strip_nulls(jsonb_build_object('plain', true, 'link', p_data -> 'link', 'reference', p_data -> 'reference',
      'lead', jsonb_build_object('id', p_data #> '{lead,id}', 'kind', p_data #> '{lead,kind}', 'account', p_data #> '{lead,account}'))) end
  from private.mail_kinds k where k.kind = p_kind
$$;
comment on function private.plain_data(text, jsonb) is
  'What an email to an address that nobody has proven may show: that there is news, and the link. No word that somebody typed.';

create function private.limit_proposals() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.rate_limit('proposal', new.lead_id || ':' || new.artist_id, private.setting_int('proposal_limit'), interval '1 day');
  return new;
end
$$;
comment on function private.limit_proposals() is 'An artist changes a proposal so many times a day.';

create trigger proposals_limit before insert on public.proposals for each row execute function private.limit_proposals();

create function private.limit_completions() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.rate_limit('completion', new.lead_id || ':' || new.artist_id, private.setting_int('completion_limit'), interval '1 day');
  return new;
end
$$;
comment on function private.limit_completions() is 'The two sides say so many times a day that a wall is painted, or that it is not.';

create trigger assignment_events_limit before insert on public.assignment_events
  for each row when (new.event in ('complete', 'dispute', 'undo_complete')) execute function private.limit_completions();

-- An email fails for good only when its server refuses it. What a server says about us (quota, sender, password), or that
-- it is down, says nothing about the email: it waits for five days (RFC 5321, section 4.5.4.1) and admins see that it waits.
create function private.keep_mails(p_ids bigint[], p_seconds int) returns void
  language sql security definer set search_path = '' as $$
  update private.mails m set leased_until = v.at, next_attempt_at = v.at
  from (select now() + make_interval(secs => least(greatest(coalesce(p_seconds, 60), 1), 3600)) as at) v
  where m.id = any (p_ids[1:100]) and m.state = 'leased'
$$;
comment on function private.keep_mails(bigint[], int) is
  'Keeps leased emails with their worker for so many seconds more: a server may take ten minutes to answer.';

create function public.keep_mails(p_ids bigint[], p_seconds int) returns void
  language sql security invoker set search_path = '' as $$
  select private.keep_mails(p_ids, p_seconds)
$$;
comment on function public.keep_mails(bigint[], int) is 'Keeps leased emails with their worker. Secret key only.';

-- A status chosen in the artist's list is sometimes a slip: its email waits a minute, and choosing another status drops it.
create function private.delete_status_mail(p_lead uuid, p_artist uuid, p_status text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_key text := p_lead || ':' || p_artist;
  v_events text[] := case p_status
    when 'new' then array['request_answered:' || v_key, 'request_completed:' || v_key]
    when 'in_review' then array['request_completed:' || v_key]
    else '{}' end;
  v_since timestamptz := now() - make_interval(secs => private.setting_int('mail_status_seconds'));
begin
  delete from private.mails m where m.event = any (v_events) and m.state = 'waiting' and m.attempts = 0 and m.created_at > v_since;
  delete from public.notices n where n.event = any (v_events) and n.read_at is null and n.created_at > v_since;
end
$$;
comment on function private.delete_status_mail(uuid, uuid, text) is
  'Takes the email about a status back that was chosen before p_status, with its notification, while it has not left.';

-- A clock that was ahead and is set right leaves times behind that would hold an email for as long as it was ahead. A lease
-- and the wait after a failure are shorter than an hour, so what lies later is from such a clock; and an email that is to
-- come was written by it: only its limits (mail_limits, digests) hold one for longer.
create function private.is_mail_due(p_created_at timestamptz, p_attempts int, p_next timestamptz) returns boolean
  language sql stable set search_path = '' as $$
  select p_next <= now()
    or (p_attempts > 0 and p_next > now() + interval '61 minutes')
    or (p_attempts = 0 and p_created_at > now() + interval '1 minute' and p_next <= p_created_at + interval '61 minutes')
$$;
comment on function private.is_mail_due(timestamptz, int, timestamptz) is
  'Whether an email may be sent now; a time that only a clock that was ahead can have stored is past.';

-- Emails about accounts are among the few that an address gets before anybody has proven to read it. Who asked for one
-- waits for it, so it leaves at once or not at all.
create function private.room_for_account_mail(p_email text) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (select u.id from auth.users u where lower(u.email) = lower(p_email));
begin
  if private.is_known_recipient(v_user, p_email) then return true; end if;
  insert into private.unproven_mailboxes as m (mailbox_hash) values (private.address_hash(private.mailbox(p_email)))
    on conflict (mailbox_hash) do update set emails = m.emails + 1
      where m.emails <= private.setting_int('mail_unproven_limit');
  return found;
end
$$;
comment on function private.room_for_account_mail(text) is
  'Takes one of the few emails for a mailbox that nobody has proven; everybody else has room. The embedded backend asks before it emails about an account; a hosted project has limits of its own.';

-- Who may call what.
grant execute on function
  private.keep_mails(bigint[], int), public.keep_mails(bigint[], int)
  to service_role;
-- What somebody is told by mail at once, once a day, or only in the product. Kinds of mail are grouped into topics that
-- people understand; a kind without one is about an own account or an own form, and is always sent.
create table public.notice_preferences (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- A name of the IANA list, which no constraint can look at: private.set_notice_preference does.
  zone text not null default 'America/Chicago' check (char_length(zone) <= 64),
  modes jsonb not null default '{}' check (jsonb_typeof(modes) = 'object'),
  updated_at timestamptz not null default now()
);
alter table public.notice_preferences enable row level security;
comment on table public.notice_preferences is
  'How each person hears of each topic: modes is {topic: at_once|daily|here}, at_once where it says nothing. zone is where they live: a digest comes at 8 in their morning.';
grant select on public.notice_preferences to authenticated, service_role;
grant all on public.notice_preferences to service_role;

create policy notice_preferences_select on public.notice_preferences for select to authenticated
  using (user_id = (select auth.uid()));

create function private.notice_mode(p_user uuid, p_topic text) returns text
  language sql stable security definer set search_path = '' as $$
  select coalesce((select p.modes ->> p_topic from public.notice_preferences p where p.user_id = p_user), 'at_once')
$$;
comment on function private.notice_mode(uuid, text) is 'How somebody hears of a topic: at_once, daily or here. Without a topic always at once.';

create function private.next_digest(p_zone text) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
declare
  -- The hour on the wall: the days on which clocks are changed have an 8 too.
  v_local timestamp := private.clock() at time zone p_zone;
  v_day date := v_local::date + case when v_local::time < time '08:00' then 0 else 1 end;
begin
  return (v_day + time '08:00') at time zone p_zone;
end
$$;
comment on function private.next_digest(text) is 'The next 8 in the morning of a zone.';

create function private.next_digest_of(p_user uuid) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.next_digest(coalesce((select p.zone from public.notice_preferences p where p.user_id = p_user), 'America/Chicago'));
exception when invalid_parameter_value then
  -- A zone that a newer list no longer has must not stop what is told.
  return private.next_digest('UTC');
end
$$;
comment on function private.next_digest_of(uuid) is 'When somebody gets their next digest.';

create function private.change_notice_modes(p_user uuid, p_modes jsonb, p_zone text default null) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notice_preferences (user_id, zone, modes)
    values (p_user, coalesce(p_zone, 'America/Chicago'), p_modes)
    on conflict (user_id) do update
      set modes = notice_preferences.modes || excluded.modes, zone = coalesce(p_zone, notice_preferences.zone), updated_at = now();
  -- What was collected goes by what was chosen last.
  update public.notices n
    set digest_at = case when private.notice_mode(p_user, k.topic) <> 'here' then private.next_digest_of(p_user) end
    from private.mail_kinds k
    where n.user_id = p_user and n.digest_at is not null and k.kind = n.kind;
end
$$;
comment on function private.change_notice_modes(uuid, jsonb, text) is 'Changes how somebody hears of some topics, and the digest that is being collected.';

create function private.set_notice_preference(p_topic text, p_mode text, p_zone text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then perform private.fail('not_allowed'); end if;
  if p_topic is null or not exists (select from private.notice_topics t where t.topic = p_topic) then
    perform private.fail('invalid_input', 'topic');
  end if;
  if p_mode is null or p_mode not in ('at_once', 'daily', 'here') then perform private.fail('invalid_input', 'mode'); end if;
  if p_zone is not null and not exists (select from pg_catalog.pg_timezone_names z where z.name = p_zone) then
    perform private.fail('invalid_input', 'zone');
  end if;
  perform private.change_notice_modes(auth.uid(), jsonb_build_object(p_topic, p_mode), p_zone);
end
$$;
comment on function private.set_notice_preference(text, text, text) is 'Notes how the caller wants to hear of a topic, and in which zone they live.';

create function public.set_notice_preference(p_topic text, p_mode text, p_zone text default null) returns void
  language sql security invoker set search_path = '' as $$
  select private.set_notice_preference(p_topic, p_mode, p_zone)
$$;
comment on function public.set_notice_preference(text, text, text) is
  'How the caller wants to hear of a topic: at_once, daily or here; with the zone (IANA) of their mornings, if it is to change.';

-- What happened, in the product: whatever writes a mail to an account writes its notice too, once for each event and
-- recipient, whichever way they want mail. A row says about what; words are made of it in src/features/notifications/notices.ts.
create table public.notices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  event text not null,
  lead_id uuid references public.lead_records (id) on delete cascade,
  artist_id uuid references public.artists (id) on delete cascade,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Waits to be told in the digest of that morning.
  digest_at timestamptz,
  unique (user_id, event)
);
alter table public.notices enable row level security;
comment on table public.notices is 'What each account is told in the product, kept for 90 days. Nothing of whoever asks is in it: not even who.';
grant select on public.notices to authenticated;
grant all on public.notices to service_role;
create index notices_user_idx on public.notices (user_id, created_at desc);
create index notices_unread_idx on public.notices (user_id) where read_at is null;
create index notices_digest_idx on public.notices (digest_at) where digest_at is not null;
create index notices_created_idx on public.notices (created_at);
create index notices_lead_idx on public.notices (lead_id);
create index notices_artist_idx on public.notices (artist_id);

create policy notices_select on public.notices for select to authenticated using (user_id = (select auth.uid()));

-- What was dealt with is read, wherever that was.
create function private.mark_unassigned_notices_read() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.notices n set read_at = now()
    where n.lead_id in (select m.lead_id from made m) and n.kind = 'request_unmatched' and n.read_at is null;
  return null;
end
$$;
comment on function private.mark_unassigned_notices_read() is 'A request has an artist now: no admin need look for one.';

create trigger lead_assignments_settle after insert on public.lead_assignments referencing new table as made
  for each statement execute function private.mark_unassigned_notices_read();

create function private.delete_unassigned_notices() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notices n using gone g, public.artists a
    where a.id = g.artist_id and n.user_id = a.user_id and n.lead_id = g.lead_id and n.artist_id = a.id;
  return null;
end
$$;
comment on function private.delete_unassigned_notices() is 'A lead was taken from artists: what they were told of it leads nowhere.';

create trigger lead_assignments_drop_notices after delete on public.lead_assignments referencing old table as gone
  for each statement execute function private.delete_unassigned_notices();

create function private.mark_request_notices_read() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.notices n set read_at = now()
    where n.lead_id = new.id and n.read_at is null
      and (new.withdrawn_at is not null or (n.kind = 'lead_held' and not new.held));
  return null;
end
$$;
comment on function private.mark_request_notices_read() is 'A request was withdrawn, or looked at and released: there is nothing to do about it.';

create trigger lead_records_mark_notices_read after update of held, withdrawn_at on public.lead_records
  for each row when (new.withdrawn_at is distinct from old.withdrawn_at or new.held <> old.held)
  execute function private.mark_request_notices_read();

create function private.delete_notices_of_contact() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notices n using gone g where n.lead_id = g.lead_id;
  return null;
end
$$;
comment on function private.delete_notices_of_contact() is 'Whoever asked was erased from a request: nobody is told of it any more.';

create trigger lead_contacts_drop_notices after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.delete_notices_of_contact();

create function private.notice_line(p_notice public.notices) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('id', p_notice.id, 'kind', p_notice.kind, 'lead_id', p_notice.lead_id,
      'created_at', p_notice.created_at, 'read', p_notice.read_at is not null)
    || coalesce((select jsonb_build_object('city', l.city, 'call', l.kind = 'consultation', 'style', l.style_preference)
      from public.lead_records l where l.id = p_notice.lead_id), '{}')
    || coalesce((select jsonb_build_object('artist', a.name) from public.artists a where a.id = p_notice.artist_id), '{}');
end
$$;
comment on function private.notice_line(notices) is 'What a notice says: about which place and style, and which artist. Nothing of whoever asks.';

create function private.my_notices(p_limit int) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select jsonb_agg(private.notice_line(n) order by n.created_at desc, n.id)
    from (
      select m.* from public.notices m where m.user_id = auth.uid()
      order by m.created_at desc limit least(greatest(coalesce(p_limit, 20), 1), 100)
    ) n), '[]');
end
$$;
comment on function private.my_notices(int) is 'The caller''s newest notices.';

create function public.my_notices(p_limit int default 20) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.my_notices(p_limit)
$$;
comment on function public.my_notices(int) is
  'The caller''s newest notices, the newest first: [{id, kind, lead_id, created_at, read, city, call, style, artist}].';

create function private.my_news() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'unread', (select count(*) from (
      select from public.notices n where n.user_id = auth.uid() and n.read_at is null limit 100) u),
    'newest', greatest(
      (select n.created_at from public.notices n where n.user_id = auth.uid() order by n.created_at desc limit 1),
      case when private.is_admin() then (select max(l.created_at) from public.lead_records l) end));
end
$$;
comment on function private.my_news() is
  'How many notices the caller has not read, at most 100, and when the last thing came that their lists show. Asked every few seconds: two looks into indexes.';

create function public.my_news() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.my_news()
$$;
comment on function public.my_news() is '{unread, newest} of the caller. The same answer as before means that there is nothing new.';

create function private.mark_notices_read(p_ids uuid[]) returns int
  language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
begin
  if auth.uid() is null then perform private.fail('not_allowed'); end if;
  update public.notices n set read_at = now()
    where n.user_id = auth.uid() and n.read_at is null and (p_ids is null or n.id = any (p_ids));
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function private.mark_notices_read(uuid[]) is 'Notes that the caller has read these of their notices, or all.';

create function public.mark_notices_read(p_ids uuid[] default null) returns int
  language sql security invoker set search_path = '' as $$
  select private.mark_notices_read(p_ids)
$$;
comment on function public.mark_notices_read(uuid[]) is 'Marks notices of the caller as read, all of them without ids; gives how many were not.';

-- Artists who have a request hear of what whoever asked does to it afterwards.
-- What a client adds is news for the artists who are at it.
create function private.mail_line_added(p_lead uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  -- Lines of the same ten minutes are one mail, which leaves when they are over and shows all of them.
  v_until timestamptz := date_bin(interval '10 minutes', now(), timestamptz 'epoch') + interval '10 minutes';
begin
  perform private.write_mail('request_line_added', concat_ws(':', p_lead, a.id, to_char(v_until at time zone 'utc', 'YYYY-MM-DD HH24:MI')),
    a.user_id, null, p_lead, a.id, '{}', v_until)
  from public.lead_assignments s
  join public.artists a on a.id = s.artist_id and a.user_id is not null
  join public.lead_records l on l.id = s.lead_id and not l.held
  where s.lead_id = p_lead and s.state not in ('declined', 'passed', 'withdrawn')
    -- One that has not heard of the request yet reads the line in it.
    and not exists (select from private.mails m
      where m.event = 'lead_received:' || p_lead || ':' || a.id and m.state = 'waiting' and m.attempts = 0);
end
$$;
comment on function private.mail_line_added(uuid) is 'Tells the artists who have a request that a line was added, once for the lines of some minutes.';

create function private.mail_withdrawn(p_lead uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_mail('request_withdrawn', concat_ws(':', p_lead, a.id), a.user_id, null, p_lead, a.id)
  from public.lead_assignments s
  join public.artists a on a.id = s.artist_id and a.user_id is not null
  join public.lead_records l on l.id = s.lead_id and not l.held
  where s.lead_id = p_lead;
end
$$;
comment on function private.mail_withdrawn(uuid) is 'Tells the artists who have a request that it is over.';

-- Who may call what.
grant execute on function
  private.set_notice_preference(text, text, text), public.set_notice_preference(text, text, text),
  private.my_notices(int), public.my_notices(int), private.my_news(), public.my_news(),
  private.mark_notices_read(uuid[]), public.mark_notices_read(uuid[])
  to authenticated;
-- A link that ends mails by one press, or by one click of a mailbox (RFC 8058), without signing in. Its token is derived
-- like those of requests; only its hash is kept, with whom and what it ends.
create table private.unsubscribe_links (
  token_hash bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- None: the digest, whatever it collects.
  topic text,
  nonce uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  unique nulls not distinct (user_id, topic)
);
alter table private.unsubscribe_links enable row level security;
comment on table private.unsubscribe_links is
  'Links that end mails: SHA-256 of each token, and what it was derived from besides the key. One for each account and topic; it stays valid, because mails stay in mailboxes.';

create function private.unsubscribe_token(p_user uuid, p_topic text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_nonce uuid;
  v_token text;
begin
  select k.nonce into v_nonce from private.unsubscribe_links k where k.user_id = p_user and k.topic is not distinct from p_topic;
  if v_nonce is null then v_nonce := gen_random_uuid(); end if;
  v_token := private.derived_token(p_user, v_nonce);
  -- Again where the key is another than the one it was made with.
  insert into private.unsubscribe_links (token_hash, user_id, topic, nonce)
    values (private.token_hash(v_token), p_user, p_topic, v_nonce)
    on conflict (user_id, topic) do update set token_hash = excluded.token_hash, nonce = excluded.nonce
      where unsubscribe_links.token_hash <> excluded.token_hash;
  return v_token;
end
$$;
comment on function private.unsubscribe_token(uuid, text) is 'The token that ends mails about a topic to an account; without a topic, its digests.';

create function private.unsubscribe(p_token text) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_link private.unsubscribe_links;
begin
  select * into v_link from private.unsubscribe_links k where k.token_hash = private.token_hash(p_token);
  if not found then return private.unsubscribe_newsletter(p_token); end if;
  perform private.change_notice_modes(v_link.user_id, case
    when v_link.topic is not null then jsonb_build_object(v_link.topic, 'here')
    else coalesce((
      select jsonb_object_agg(m.topic, 'here') from public.notice_preferences p, jsonb_each_text(p.modes) m (topic, mode)
      where p.user_id = v_link.user_id and m.mode = 'daily'), '{}') end);
  return true;
end
$$;
comment on function private.unsubscribe(text) is
  'Ends the mails that a token is for, an account''s about a topic or the newsletter, and says whether there are any.';

create function public.unsubscribe(p_token text) returns jsonb
  language plpgsql security invoker set search_path = '' as $$
begin
  -- One answer for every token.
  perform private.unsubscribe(p_token);
  return jsonb_build_object('ok', true);
end
$$;
comment on function public.unsubscribe(text) is 'Ends the mails that a token of a mail is for; the answer does not tell whether it is for any.';

-- What somebody wants to hear of once a day is collected in their notices and leaves as one mail at 8 in their morning:
-- a row in the outbox like any other, made when the hour has come, so that it says what is unread by then.
create function private.write_digests() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_digest record;
  v_key text;
begin
  if random() < 0.02 then delete from public.notices n where n.created_at < now() - interval '90 days'; end if;
  for v_digest in
    with due as (
      select n.id, n.user_id, n.digest_at from public.notices n
      where n.digest_at <= private.clock() for update skip locked
    ), taken as (
      update public.notices n set digest_at = null from due where n.id = due.id
    )
    select d.user_id, d.digest_at, jsonb_agg(d.id) as ids from due d group by d.user_id, d.digest_at order by 2, 1
  loop
    v_key := to_char(v_digest.digest_at at time zone 'utc', 'YYYY-MM-DD HH24:MI');
    -- One that came while this morning's was being written.
    if exists (select from private.mails m where m.event = 'digest:' || v_key and m.recipient = v_digest.user_id::text) then
      update public.notices n set digest_at = private.next_digest_of(n.user_id)
        where n.id in (select i::uuid from jsonb_array_elements_text(v_digest.ids) i);
    else
      perform private.write_mail('digest', v_key, v_digest.user_id, null, null, null,
        jsonb_build_object('notices', v_digest.ids));
    end if;
  end loop;
end
$$;
comment on function private.write_digests() is
  'Notes the digests whose morning has come, one for each person and day. Also forgets what is older than 90 days.';

create function private.digest_data(p_mail private.mails) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('notices', jsonb_agg(private.notice_line(n) order by n.created_at, n.id))
  from public.notices n join private.mail_kinds k on k.kind = n.kind
  where n.id in (select i::uuid from jsonb_array_elements_text(p_mail.payload -> 'notices') i)
    and n.user_id = p_mail.user_id and n.read_at is null and private.notice_mode(n.user_id, k.topic) <> 'here'
  having count(*) > 0
$$;
comment on function private.digest_data(private.mails) is 'The notices of a daily summary that are still unread and wanted. Null when there is none.';

-- Who may call what.
grant execute on function private.unsubscribe(text), public.unsubscribe(text) to anon, authenticated, service_role;
-- An artist who leaves a lead as new is reminded after a day; after two, whoever asked is told who has not answered,
-- with the next artists that fit. What is dated back (demo data, imports), and what was there before, is not chased.
create table private.reminders (
  lead_id uuid not null,
  artist_id uuid not null,
  kind text not null check (kind in ('lead_waiting', 'request_waiting', 'expiry')),
  due_at timestamptz not null,
  primary key (lead_id, artist_id, kind),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
alter table private.reminders enable row level security;
comment on table private.reminders is
  'Which mail an assignment causes when, unless its artist answers before; by private.clock(). A row goes when its time has come.';
create index reminders_due_idx on private.reminders (due_at);

create function private.plan_reminders() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.reminders (lead_id, artist_id, kind, due_at)
    select n.lead_id, n.artist_id, k.kind, private.clock() + k.after
    from made n, (values ('lead_waiting', interval '24 hours'), ('request_waiting', interval '48 hours'), ('expiry', interval '7 days'))
      k (kind, after)
    where n.created_at >= now();
  return null;
end
$$;
comment on function private.plan_reminders() is 'A lead was given to artists: plans what happens when they do not answer.';

create trigger lead_assignments_remind after insert on public.lead_assignments referencing new table as made
  for each statement execute function private.plan_reminders();

-- Who has not answered in any way, and still could: a message of whoever asked is no answer.
create function private.artists_without_answer(p_lead uuid) returns setof uuid
  language sql stable security definer rows 3 set search_path = '' as $$
  select s.artist_id
  from public.lead_assignments s join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
  where s.lead_id = p_lead and s.answered_at is null and s.state in ('sent', 'seen', 'talking')
$$;
comment on function private.artists_without_answer(uuid) is 'Who could answer a request and has not; nobody of one that is held or withdrawn.';

create function private.write_reminders() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz := private.clock();
  v_lead public.lead_records;
  v_email text;
  v_silent uuid[];
begin
  -- A lead at a time: a second worker passes over what the first is at.
  for v_lead in
    select l.* from public.lead_records l
    where l.id in (select r.lead_id from private.reminders r where r.due_at <= v_now order by r.due_at limit 100)
    for no key update skip locked
  loop
    perform private.write_mail('lead_waiting', v_lead.id || ':' || a.id, a.user_id, null, v_lead.id, a.id,
      jsonb_build_object('artist_ids', array[a.id]))
    from private.reminders r
    join public.artists a on a.id = r.artist_id and a.user_id is not null
    where r.lead_id = v_lead.id and r.kind = 'lead_waiting' and r.due_at <= v_now
      and r.artist_id in (select private.artists_without_answer(v_lead.id));
    delete from private.reminders r where r.lead_id = v_lead.id and r.kind = 'lead_waiting' and r.due_at <= v_now;

    -- Whoever asked several within hours gets one mail about all of them.
    with told as (
      delete from private.reminders r
      where r.lead_id = v_lead.id and r.kind = 'request_waiting' and r.due_at <= v_now + interval '12 hours'
        and exists (select from private.reminders d
          where d.lead_id = v_lead.id and d.kind = 'request_waiting' and d.due_at <= v_now)
      returning r.artist_id
    )
    select array_agg(t.artist_id order by t.artist_id) into v_silent
      from told t where t.artist_id in (select private.artists_without_answer(v_lead.id));
    select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead.id;
    continue when v_silent is null or v_email is null;
    perform private.write_mail('request_waiting', v_lead.id || ':' || md5(v_silent::text), v_lead.created_by_user, v_email,
      v_lead.id, null, jsonb_build_object('artist_ids', v_silent, 'reference', v_lead.reference,
        'link', private.request_path(private.request_token(v_lead.id))));
  end loop;
end
$$;
comment on function private.write_reminders() is
  'Notes the reminders that are due, of up to 100 leads: to each artist who was silent for a day, and to whoever asked about those silent for two. One look at an index when none is.';

create function private.waiting_data(p_mail private.mails) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select case when count(*) > 0 then jsonb_build_object(
    'silent', jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name, a.id),
    'matches', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by o.rank)
      from private.open_offers(p_mail.lead_id) o join public.artists m on m.id = o.artist_id
      where not exists (
        select from public.lead_assignments s where s.lead_id = o.lead_id and s.artist_id = o.artist_id)), '[]')) end
  from private.artists_without_answer(p_mail.lead_id) silent (id) join public.artists a on a.id = silent.id
  where p_mail.payload -> 'artist_ids' ? a.id::text
$$;
comment on function private.waiting_data(private.mails) is
  'Of those whom a reminder is about, who is silent still, and who else fits; null when all have answered.';
-- The newsletter: an address is on the list once whoever reads its mails has said so by a press, and off it by one.
create table private.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (private.valid_email(email) and char_length(email) <= 255),
  nonce uuid not null default gen_random_uuid(),
  token_hash bytea unique,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);
alter table private.newsletter_subscribers enable row level security;
comment on table private.newsletter_subscribers is
  'Who gets the newsletter, once confirmed; a row goes when its address unsubscribes. token_hash is SHA-256 of the token that confirms and ends it, nonce what that was derived from besides the key.';
create unique index newsletter_subscribers_email_idx on private.newsletter_subscribers (lower(email));
create index newsletter_subscribers_waiting_idx on private.newsletter_subscribers (created_at) where confirmed_at is null;

create function private.newsletter_token(p_subscriber uuid) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_token text := private.derived_token(p_subscriber,
    (select s.nonce from private.newsletter_subscribers s where s.id = p_subscriber));
begin
  -- Again where the key is another than the one it was made with.
  update private.newsletter_subscribers s set token_hash = private.token_hash(v_token)
    where s.id = p_subscriber and s.token_hash is distinct from private.token_hash(v_token);
  return v_token;
end
$$;
comment on function private.newsletter_token(uuid) is 'The token that confirms a subscription and ends it.';

create function private.subscribe_newsletter(p_email text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_email text := private.clean(p_email);
  v_subscriber private.newsletter_subscribers;
begin
  if not coalesce(private.valid_email(v_email), false) then perform private.fail('newsletter_email_invalid'); end if;
  if char_length(v_email) > 255 then perform private.fail('email_too_long'); end if;
  perform private.rate_limit('newsletter_ip', private.client_ip(), private.setting_int('newsletter_ip_limit'), interval '10 minutes');
  -- Counted whether or not the address is on the list.
  if private.rate_limit('newsletter_email', lower(v_email), 1000000000, interval '1 hour') <= 3 then
    begin
      insert into private.newsletter_subscribers as s (email, created_at) values (v_email, private.clock())
        on conflict (lower(email)) do update set created_at = case when s.confirmed_at is null then excluded.created_at else s.created_at end
        returning * into v_subscriber;
      perform private.write_mail('newsletter_confirm', gen_random_uuid()::text, null, v_email);
      -- The same work, undone: how long an answer takes tells nothing.
      if v_subscriber.confirmed_at is not null then raise sqlstate 'ZZ001'; end if;
    exception when sqlstate 'ZZ001' then
      null;
    end;
  end if;
  return jsonb_build_object('ok', true);
end
$$;
comment on function private.subscribe_newsletter(text) is
  'Keeps an address for 30 days and mails it a link that confirms. The answer does not tell whether it is on the list already; limited for each caller, silently for each address.';

create function private.confirm_newsletter(p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
begin
  update private.newsletter_subscribers s set confirmed_at = coalesce(s.confirmed_at, now())
    where s.token_hash = private.token_hash(p_token)
      and (s.confirmed_at is not null or s.created_at >= private.clock() - interval '30 days');
  if not found then perform private.fail('newsletter_refused'); end if;
  return jsonb_build_object('confirmed', true);
end
$$;
comment on function private.confirm_newsletter(text) is 'Puts the address of a token on the list. Again changes nothing.';

create function private.delete_newsletter_mails(p_email text) returns void
  language sql security definer set search_path = '' as $$
  delete from private.mails m
  where m.kind in ('newsletter_confirm', 'newsletter_issue') and m.recipient = lower(p_email)
$$;
comment on function private.delete_newsletter_mails(text) is 'Removes the newsletter''s mails to an address from the outbox, sent ones too.';

create function private.unsubscribe_newsletter(p_token text) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_email text;
begin
  delete from private.newsletter_subscribers s where s.token_hash = private.token_hash(p_token) returning s.email into v_email;
  perform private.delete_newsletter_mails(v_email);
  return v_email is not null;
end
$$;
comment on function private.unsubscribe_newsletter(text) is 'Takes the address of a token off the list and forgets it; says whether there was one.';

create function private.delete_subscriber() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.newsletter_subscribers s where lower(s.email) = lower(old.email);
  perform private.delete_newsletter_mails(old.email);
  return null;
end
$$;
comment on function private.delete_subscriber() is 'An account is gone: the newsletter forgets its confirmed address.';

create trigger forget_subscriber after delete on auth.users
  for each row when (old.email_confirmed_at is not null and old.confirmation_sent_at is not null) execute function private.delete_subscriber();

create function public.subscribe_newsletter(p_email text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.subscribe_newsletter(p_email)
$$;
comment on function public.subscribe_newsletter(text) is 'Mails an address a link that confirms its subscription: {ok}, whether or not it is on the list.';

create function public.confirm_newsletter(p_token text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.confirm_newsletter(p_token)
$$;
comment on function public.confirm_newsletter(text) is 'Confirms the subscription that a mail asked about: {confirmed}.';

-- The monthly mail: composed by an admin, one row of the outbox for each confirmed address and issue.
create table private.newsletter_issues (
  id uuid primary key,
  subject text not null check (char_length(subject) between 1 and 120),
  intro text not null check (char_length(intro) <= 2000),
  artist_ids uuid[] not null check (cardinality(artist_ids) <= 50),
  mural_ids uuid[] not null check (cardinality(mural_ids) <= 50),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  recipients int
);
alter table private.newsletter_issues enable row level security;
comment on table private.newsletter_issues is 'Issues of the newsletter, those tried out too. What became private since it was composed is not in the mail.';
create index newsletter_issues_sent_idx on private.newsletter_issues (sent_at desc) where sent_at is not null;

create function private.newsletter_artist(p_artist public.artists) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', p_artist.id, 'name', p_artist.name, 'slug', p_artist.slug,
    'city', p_artist.city, 'state', p_artist.state);
end
$$;
comment on function private.newsletter_artist(artists) is 'A line about an artist.';

create function private.newsletter_mural(p_mural public.murals) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('id', p_mural.id, 'name', p_mural.title, 'slug', p_mural.slug,
    'city', p_mural.city, 'state', p_mural.state);
end
$$;
comment on function private.newsletter_mural(murals) is 'A line about a mural.';

create function private.newsletter_content(p_issue private.newsletter_issues) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('subject', p_issue.subject, 'intro', p_issue.intro,
    'artists', coalesce((
      select jsonb_agg(private.newsletter_artist(a) order by c.at)
      from unnest(p_issue.artist_ids) with ordinality c (id, at) join public.artists a on a.id = c.id and a.public_visible), '[]'),
    'murals', coalesce((
      select jsonb_agg(private.newsletter_mural(m) order by c.at)
      from unnest(p_issue.mural_ids) with ordinality c (id, at) join public.murals m on m.id = c.id and m.public_visible), '[]'));
end
$$;
comment on function private.newsletter_content(private.newsletter_issues) is 'What an issue says, as it is now.';

create function private.admin_newsletter() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_since timestamptz := private.clock() - interval '1 month';
begin
  perform private.require_admin();
  return jsonb_build_object(
    'confirmed', (select count(*) from private.newsletter_subscribers s where s.confirmed_at is not null),
    'waiting', (select count(*) from private.newsletter_subscribers s where s.confirmed_at is null),
    'last', (select jsonb_build_object('subject', i.subject, 'sent_at', i.sent_at, 'recipients', i.recipients)
      from private.newsletter_issues i where i.sent_at is not null order by i.sent_at desc limit 1),
    'artists', coalesce((select jsonb_agg(private.newsletter_artist(a)
        || jsonb_build_object('picture', coalesce(a.portfolio_images[1], a.profile_photo)) order by a.created_at desc, a.id) from (
      select x.* from public.artists x where x.public_visible and x.created_at > v_since order by x.created_at desc, x.id limit 50) a), '[]'),
    'murals', coalesce((select jsonb_agg(private.newsletter_mural(m)
        || jsonb_build_object('picture', m.image_url) order by m.created_at desc, m.id) from (
      select x.* from public.murals x where x.public_visible and x.created_at > v_since order by x.created_at desc, x.id limit 50) m), '[]'));
end
$$;
comment on function private.admin_newsletter() is
  'How many are on the list and have not confirmed yet, the last issue, and the public artists and murals of the last month.';

create function private.send_newsletter(
  p_id uuid, p_subject text, p_intro text, p_artists uuid[], p_murals uuid[], p_to_all boolean
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_issue private.newsletter_issues;
  v_recipients int;
begin
  perform private.require_admin();
  if p_id is null then perform private.fail('invalid_input'); end if;
  if coalesce(private.clean(p_subject), '') = '' or char_length(private.clean(p_subject)) > 120 then
    perform private.fail('invalid_input', 'subject');
  end if;
  if char_length(p_intro) > 2000 then perform private.fail('invalid_input', 'intro'); end if;
  if cardinality(p_artists) > 50 or cardinality(p_murals) > 50
    or coalesce(cardinality(p_artists), 0) + coalesce(cardinality(p_murals), 0) = 0 then
    perform private.fail('invalid_input', 'items');
  end if;
  -- An issue that was sent stays as it was; a twin waits here until the first one has ended.
  insert into private.newsletter_issues as i (id, subject, intro, artist_ids, mural_ids)
    values (p_id, private.clean(p_subject), coalesce(btrim(p_intro), ''), coalesce(p_artists, '{}'), coalesce(p_murals, '{}'))
    on conflict (id) do update
      set subject = excluded.subject, intro = excluded.intro, artist_ids = excluded.artist_ids, mural_ids = excluded.mural_ids
      where i.sent_at is null
    returning * into v_issue;
  if v_issue.id is null then
    return (select jsonb_build_object('recipients', i.recipients, 'replayed', true) from private.newsletter_issues i where i.id = p_id);
  end if;
  if not coalesce(p_to_all, false) then
    perform private.write_mail('newsletter_issue', 'test:' || gen_random_uuid(), null, u.email, null, null,
      jsonb_build_object('issue', p_id, 'test', true))
    from auth.users u where u.id = auth.uid();
    return jsonb_build_object('recipients', 1, 'replayed', false);
  end if;
  perform private.write_mail('newsletter_issue', p_id::text, null, s.email, null, null, jsonb_build_object('issue', p_id))
    from private.newsletter_subscribers s where s.confirmed_at is not null;
  select count(*) into v_recipients from private.mails m where m.event = 'newsletter_issue:' || p_id;
  update private.newsletter_issues i set sent_at = now(), recipients = v_recipients where i.id = p_id;
  perform private.audit('newsletter.sent', p_id, jsonb_build_object('name', v_issue.subject, 'recipients', v_recipients));
  return jsonb_build_object('recipients', v_recipients, 'replayed', false);
end
$$;
comment on function private.send_newsletter(uuid, text, text, uuid[], uuid[], boolean) is
  'Notes the mails of an issue: one to the calling admin, or one to each confirmed address and the end of the issue. Sent again it sends nothing twice.';

create function private.admin_list_subscribers(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.admin_list_page(
    $q$
      select s.id, s.email, s.confirmed_at as created_at from private.newsletter_subscribers s
      where ($2 is null or $2 = 'confirmed') and s.confirmed_at is not null and ($1 is null or s.email ilike $1)$q$,
    $q$jsonb_build_object('id', q.id, 'email', q.email, 'created_at', q.created_at)$q$,
    array['confirmed']::text[],
    array['created_at', 'email']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_subscribers(text, text, text, boolean, int, int) is 'Confirmed addresses of the newsletter.';

create function public.admin_list_subscribers(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_list_subscribers(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_subscribers(text, text, text, boolean, int, int) is
  'Confirmed addresses of the newsletter: {total, rows: [{id, email, created_at}]}. Admins only.';

create function public.admin_newsletter() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_newsletter()
$$;
comment on function public.admin_newsletter() is 'What the next issue can be made of: {confirmed, waiting, last, artists, murals}. Admins only.';

create function public.send_newsletter(
  p_id uuid, p_subject text, p_intro text default '', p_artists uuid[] default '{}', p_murals uuid[] default '{}',
  p_to_all boolean default false
) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.send_newsletter(p_id, p_subject, p_intro, p_artists, p_murals, p_to_all)
$$;
comment on function public.send_newsletter(uuid, text, text, uuid[], uuid[], boolean) is
  'Sends an issue to the caller or, with p_to_all, to every confirmed address: {recipients, replayed}. p_id makes it safe to repeat. Admins only.';

create function private.delete_unconfirmed_subscribers() returns void
  language sql security definer set search_path = '' as $$
  delete from private.newsletter_subscribers s
  where s.confirmed_at is null and s.created_at < private.clock() - interval '30 days'
$$;
comment on function private.delete_unconfirmed_subscribers() is
  'Forgets addresses that did not confirm the newsletter within 30 days. One look at an index when there is none.';

create trigger newsletter_subscribers_proven after update of confirmed_at on private.newsletter_subscribers
  for each row when (new.confirmed_at is not null) execute function private.delete_unproven_mailbox();
create trigger newsletter_issues_1_clean before insert or update of subject, intro on private.newsletter_issues
  for each row execute function private.clean_issue();

create function private.newsletter_data(p_mail private.mails) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_subscriber private.newsletter_subscribers;
  v_issue private.newsletter_issues;
begin
  select * into v_subscriber from private.newsletter_subscribers s where lower(s.email) = p_mail.recipient;
  if p_mail.kind = 'newsletter_confirm' then
    return case when v_subscriber.id is not null and v_subscriber.confirmed_at is null then
      jsonb_build_object('link', '/newsletter#confirm=' || private.newsletter_token(v_subscriber.id)) end;
  end if;
  -- One to try it out goes to an admin, who need not be on the list.
  if v_subscriber.confirmed_at is null and not p_mail.payload ? 'test' then return null; end if;
  select * into v_issue from private.newsletter_issues i where i.id = (p_mail.payload ->> 'issue')::uuid;
  if not found then return null; end if;
  return private.newsletter_content(v_issue) || case when v_subscriber.id is null then '{}'
    else jsonb_build_object('unsubscribe', private.newsletter_token(v_subscriber.id)) end;
end
$$;
comment on function private.newsletter_data(private.mails) is 'What a mail of the newsletter shows. Null when nobody is to confirm or to get it any more.';

-- Who may call what.
grant execute on function
  private.subscribe_newsletter(text), private.confirm_newsletter(text), public.subscribe_newsletter(text),
  public.confirm_newsletter(text)
  to anon, authenticated;
grant execute on function
  private.admin_newsletter(), private.send_newsletter(uuid, text, text, uuid[], uuid[], boolean),
  private.admin_list_subscribers(text, text, text, boolean, int, int),
  public.admin_list_subscribers(text, text, text, boolean, int, int), public.admin_newsletter(),
  public.send_newsletter(uuid, text, text, uuid[], uuid[], boolean)
  to authenticated;
-- Hosted only: wakes the publisher over HTTP through pg_net, signed as Standard Webhooks asks. Where pg_net or the
-- settings webhook_url and webhook_secret are missing, nothing happens: NOTIFY and the publisher's sweep remain.
create function private.hmac_sha256(p_key bytea, p_message bytea) returns bytea
  language plpgsql immutable strict set search_path = '' as $$
declare
  v_key bytea := case when length(p_key) > 64 then sha256(p_key) else p_key end;
  v_inner bytea := ''::bytea;
  v_outer bytea := ''::bytea;
  v_byte int;
begin
  -- RFC 2104 over the built-in sha256, because pgcrypto does not live in the same schema everywhere.
  for i in 0..63 loop
    v_byte := case when i < length(v_key) then get_byte(v_key, i) else 0 end;
    v_inner := v_inner || set_byte('\x00'::bytea, 0, v_byte # 54);
    v_outer := v_outer || set_byte('\x00'::bytea, 0, v_byte # 92);
  end loop;
  return sha256(v_outer || sha256(v_inner || p_message));
end
$$;
comment on function private.hmac_sha256(bytea, bytea) is 'HMAC-SHA-256 (RFC 2104).';

create function private.webhook_signature(p_secret text, p_id text, p_timestamp bigint, p_body text) returns text
  language sql immutable strict set search_path = '' as $$
  select 'v1,' || encode(private.hmac_sha256(
    decode(regexp_replace(p_secret, '^whsec_', ''), 'base64'),
    convert_to(p_id || '.' || p_timestamp || '.' || p_body, 'UTF8')), 'base64')
$$;
comment on function private.webhook_signature(text, text, bigint, text) is 'The webhook-signature header of Standard Webhooks.';

create function private.call_webhook() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_url text := private.setting('webhook_url');
  v_secret text := private.setting('webhook_secret');
  v_id text := 'msg_' || replace(gen_random_uuid()::text, '-', '');
  v_at bigint := extract(epoch from clock_timestamp());
  v_body jsonb := jsonb_build_object('type', 'site.changed');
begin
  if v_url is null or v_secret is null or to_regnamespace('net') is null then return; end if;
  -- One call a transaction is enough: the publisher reads the whole outbox.
  if current_setting('app.webhook_called', true) = pg_current_xact_id()::text then return; end if;
  perform set_config('app.webhook_called', pg_current_xact_id()::text, true);
  execute 'select net.http_post(url := $1, body := $2, headers := $3)' using v_url, v_body, jsonb_build_object(
    'content-type', 'application/json', 'webhook-id', v_id, 'webhook-timestamp', v_at::text,
    'webhook-signature', private.webhook_signature(v_secret, v_id, v_at, v_body::text));
exception when others then
  -- Saving a profile must not fail because a notification could not be queued.
  raise warning 'site webhook not queued: %', sqlerrm;
end
$$;
comment on function private.call_webhook() is 'Queues one signed call to the publisher for this transaction, where the project is set up for it.';

-- The outbox: what changed on the pages, written in the transaction that changed it. A rolled-back change leaves nothing.
create table private.site_changes (
  id bigint generated always as identity primary key,
  table_name text not null,
  op text not null check (op in ('INSERT', 'UPDATE', 'DELETE')),
  old jsonb,
  new jsonb,
  changed_at timestamptz not null default now(),
  request text default substring(current_setting('application_name', true) from '^mural-directory ([\w-]{8,40})$')
);
alter table private.site_changes enable row level security;
comment on table private.site_changes is 'Changes waiting to be published: the columns that pages show, before and after. Rows are deleted once published.';
comment on column private.site_changes.request is 'The id of the request that made the change, as its session is named; null where none did.';
grant select, delete on private.site_changes to service_role;

create function private.page_row(p_row jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select p_row - '{user_id,hidden_at,hidden_reason,counted_at}'::text[]
$$;
comment on function private.page_row(jsonb) is 'A row as pages know it: not whose it is, nor what is between people.';

create function private.on_pages(p_row jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  select coalesce((p_row ->> 'public_visible')::boolean, true)
$$;
comment on function private.on_pages(jsonb) is 'Whether pages show this row: cities always, artists and murals while they are public.';

create function private.record_site_changes() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.site_changes (table_name, op, new)
      select tg_table_name, tg_op, private.page_row(to_jsonb(n)) from new_rows n where private.on_pages(to_jsonb(n));
  elsif tg_op = 'DELETE' then
    insert into private.site_changes (table_name, op, old)
      select tg_table_name, tg_op,
        case when private.on_pages(to_jsonb(o)) then private.page_row(to_jsonb(o))
             else jsonb_build_object('id', o.id, 'slug', to_jsonb(o) -> 'slug', 'public_visible', false) end
      from old_rows o where tg_table_name = 'artists' or private.on_pages(to_jsonb(o));
  else
    insert into private.site_changes (table_name, op, old, new)
      select tg_table_name, tg_op, private.page_row(to_jsonb(o)), private.page_row(to_jsonb(n))
      from old_rows o join new_rows n on n.id = o.id
      where private.page_content(to_jsonb(o)) <> private.page_content(to_jsonb(n))
        and (private.on_pages(to_jsonb(o)) or private.on_pages(to_jsonb(n)));
  end if;
  return null;
end
$$;
comment on function private.record_site_changes() is
  'Writes what pages show into the outbox, and every artist who is deleted; another change that no page shows writes nothing.';

create trigger artists_site_insert after insert on public.artists referencing new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger artists_site_update after update on public.artists referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger artists_site_delete after delete on public.artists referencing old table as old_rows
  for each statement execute function private.record_site_changes();
create trigger murals_site_insert after insert on public.murals referencing new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger murals_site_update after update on public.murals referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger murals_site_delete after delete on public.murals referencing old table as old_rows
  for each statement execute function private.record_site_changes();
create trigger cities_site_insert after insert on public.cities referencing new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger cities_site_update after update on public.cities referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger cities_site_delete after delete on public.cities referencing old table as old_rows
  for each statement execute function private.record_site_changes();

create function public.read_site_changes(p_limit int default 1000)
  returns table (id bigint, table_name text, op text, old jsonb, new jsonb, changed_at timestamptz, request text)
  language sql stable security invoker rows 100 set search_path = '' as $$
  select c.id, c.table_name, c.op, c.old, c.new, c.changed_at, c.request from private.site_changes c
  order by c.id limit least(greatest(coalesce(p_limit, 1000), 0), 10000)
$$;
comment on function public.read_site_changes(int) is
  'The oldest unpublished changes. Reading claims nothing: a crash before finish_site_changes publishes them again.';

-- What the publisher keeps in the database: webhooks it has seen, jobs it ran, and what admins ask of it.
create table private.webhooks_seen (
  id text primary key,
  seen_at timestamptz not null default now()
);
alter table private.webhooks_seen enable row level security;
comment on table private.webhooks_seen is 'Webhook ids of the last week: the same id never runs twice.';
grant select, insert, update, delete on private.webhooks_seen to service_role;

create table private.publish_jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (char_length(kind) between 1 and 40),
  detail jsonb not null default '{}',
  ok boolean,
  result jsonb,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
alter table private.publish_jobs enable row level security;
comment on table private.publish_jobs is 'The publisher''s last 500 jobs.';
grant select, insert, update, delete on private.publish_jobs to service_role;
create index publish_jobs_started_idx on private.publish_jobs (started_at desc);

create table private.publish_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('rebuild', 'rollback')),
  requested_by uuid,
  requested_at timestamptz not null default now(),
  finished_at timestamptz
);
alter table private.publish_requests enable row level security;
comment on table private.publish_requests is 'What admins asked the publisher to do.';
grant select, insert, update, delete on private.publish_requests to service_role;

create function public.remember_webhook(p_id text) returns boolean
  language plpgsql security invoker set search_path = '' as $$
declare
  v_new int;
begin
  if coalesce(p_id, '') = '' or char_length(p_id) > 200 then perform private.fail('invalid_input'); end if;
  delete from private.webhooks_seen w where w.seen_at < now() - interval '7 days';
  insert into private.webhooks_seen (id) values (p_id) on conflict do nothing;
  get diagnostics v_new = row_count;
  return v_new = 1;
end
$$;
comment on function public.remember_webhook(text) is 'True for a webhook id that was never seen before, and only once.';

create function public.start_publish_job(p_kind text, p_detail jsonb default '{}') returns uuid
  language plpgsql security invoker set search_path = '' as $$
declare
  v_id uuid;
begin
  delete from private.publish_jobs j where j.started_at < (
    select o.started_at from private.publish_jobs o order by o.started_at desc offset 499 limit 1);
  insert into private.publish_jobs (kind, detail) values (p_kind, coalesce(p_detail, '{}')) returning id into v_id;
  return v_id;
end
$$;
comment on function public.start_publish_job(text, jsonb) is 'Notes the start of a job; gives its id.';

create function public.finish_publish_job(p_id uuid, p_ok boolean, p_detail jsonb default '{}') returns void
  language sql security invoker set search_path = '' as $$
  update private.publish_jobs j set ok = p_ok, result = p_detail, finished_at = clock_timestamp() where j.id = p_id
$$;
comment on function public.finish_publish_job(uuid, boolean, jsonb) is 'Notes how a job ended.';

create function public.read_publish_requests()
  returns table (id bigint, kind text, requested_by uuid, requested_at timestamptz)
  language sql stable security invoker rows 5 set search_path = '' as $$
  select r.id, r.kind, r.requested_by, r.requested_at from private.publish_requests r where r.finished_at is null order by r.id
$$;
comment on function public.read_publish_requests() is 'What admins asked for and the publisher has not done yet, oldest first.';

create function public.finish_publish_request(p_id bigint) returns void
  language sql security invoker set search_path = '' as $$
  update private.publish_requests r set finished_at = now() where r.id = p_id and r.finished_at is null
$$;
comment on function public.finish_publish_request(bigint) is 'Marks an admin''s request as done.';

create function private.request_publish(p_kind text) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint;
begin
  perform private.require_admin();
  if p_kind is null or p_kind not in ('rebuild', 'rollback') then perform private.fail('invalid_input'); end if;
  insert into private.publish_requests (kind, requested_by) values (p_kind, auth.uid()) returning id into v_id;
  perform private.audit('publish.' || p_kind, null);
  perform pg_notify('publish_requests', '');
  perform private.call_webhook();
  return v_id;
end
$$;
comment on function private.request_publish(text) is 'Asks the publisher for a full build or for the previous release.';

create function private.admin_publishing() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'pending', (select count(*) from private.site_changes),
    'jobs', (select coalesce(jsonb_agg(to_jsonb(j) order by j.started_at desc), '[]')
             from (select * from private.publish_jobs o order by o.started_at desc limit 20) j),
    'requests', (select coalesce(jsonb_agg(to_jsonb(r) order by r.id desc), '[]')
                 from (select * from private.publish_requests o order by o.id desc limit 20) r));
end
$$;
comment on function private.admin_publishing() is 'Changes that wait, the last 20 jobs and the last 20 requests.';

create function public.request_publish(p_kind text) returns bigint
  language sql security invoker set search_path = '' as $$
  select private.request_publish(p_kind)
$$;
comment on function public.request_publish(text) is 'Asks for a ''rebuild'' or a ''rollback''. Admins only.';

create function public.admin_publishing() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_publishing()
$$;
comment on function public.admin_publishing() is 'The state of publishing: {pending, jobs, requests}. Admins only.';

-- The notification carries what the outbox takes in, so that the publisher need not read it first.
create function private.notify_site_changes() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_changes text := (select jsonb_agg(to_jsonb(m) order by m.id) from made m);
begin
  if v_changes is null then return null; end if;
  -- PostgreSQL takes payloads below 8,000 bytes; without one the publisher reads the outbox.
  perform pg_notify('site_changes', case when octet_length(v_changes) < 8000 then v_changes else '' end);
  perform private.call_webhook();
  return null;
end
$$;
comment on function private.notify_site_changes() is 'Wakes the publisher, with the new changes themselves where they fit.';

create trigger site_changes_tell after insert on private.site_changes referencing new table as made
  for each statement execute function private.notify_site_changes();

-- The publisher keeps every row that pages show in memory, and takes changes from the outbox alone. So the outbox has the
-- time of a change too, which the sitemap names; a row in which nothing else changed is still no change.
create function private.page_content(p_row jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select private.page_row(p_row) - 'updated_at'
$$;
comment on function private.page_content(jsonb) is 'What makes a row another one for the pages.';

create function public.finish_site_changes(p_ids bigint[], p_job jsonb default null) returns int
  language plpgsql security invoker set search_path = '' as $$
declare
  v_gone int;
begin
  delete from private.site_changes c where c.id = any (p_ids);
  get diagnostics v_gone = row_count;
  if p_job is not null then
    perform public.finish_publish_job(public.start_publish_job(p_job ->> 'kind'), (p_job ->> 'ok')::boolean, p_job -> 'result');
  end if;
  return v_gone;
end
$$;
comment on function public.finish_site_changes(bigint[], jsonb) is
  'Drops published changes and notes the job {kind, ok, result} that published them; gives how many there were.';

create function public.directory_checksum() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'artists', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from a.updated_at) * 1000000), 0)::numeric(40)::text)
                from public.artists a where a.public_visible),
    'murals', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from m.updated_at) * 1000000), 0)::numeric(40)::text)
               from public.murals m where m.public_visible),
    -- A position counts in its hundred-thousandths, which are whole.
    'cities', (select jsonb_build_array(count(*), coalesce(sum(c.artist_count
                 + char_length(concat(c.city_name, c.description, c.cover_photo))
                 + coalesce(c.latitude * 100000 + c.longitude * 1000000000, 0)), 0)::numeric(40)::text)
               from public.cities c),
    'reviews', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from r.updated_at) * 1000000), 0)::numeric(40)::text)
                from public.reviews r join public.artists a on a.id = r.artist_id where r.public_visible and a.public_visible),
    'mural_redirects', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from r.created_at) * 1000000), 0)::numeric(40)::text)
                        from public.mural_redirects r join public.murals m on m.id = r.mural_id where m.public_visible),
    'estimate_rates', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from e.updated_at) * 1000000), 0)::numeric(40)::text)
                       from public.estimate_rates e),
    'city_rules', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from r.updated_at) * 1000000), 0)::numeric(40)::text)
                   from public.city_rules r))
$$;
comment on function public.directory_checksum() is
  'For each table of the pages: how many rows, and a sum that differs when a row was changed. Reads every row, to notice changes that the outbox never had.';

-- PostgreSQL counts writes for its vacuum, also those of restores and of sessions without triggers, and says so up to ten
-- seconds after the commit. It begins anew after a crash and at each start; a restored table is another one.
create function public.directory_writes() returns text
  language sql stable security invoker set search_path = '' as $$
  select concat_ws(' ', pg_postmaster_start_time(), (select b.stats_reset from pg_catalog.pg_stat_bgwriter b), string_agg(
    concat_ws(',', t.id::oid, pg_stat_get_tuples_inserted(t.id), pg_stat_get_tuples_updated(t.id), pg_stat_get_tuples_deleted(t.id),
      pg_stat_get_live_tuples(t.id)), ' ' order by t.id))
  from unnest('{public.artists,public.murals,public.cities,public.reviews,public.mural_redirects,public.estimate_rates,public.city_rules}'::regclass[]) t (id)
  where current_setting('track_counts')::boolean having count(*) > 0
$$;
comment on function public.directory_writes() is
  'A text that is another one after each write to a table of the pages, without a look at its rows. Null where the server counts no writes.';

create trigger reviews_site_insert after insert on public.reviews referencing new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger reviews_site_update after update on public.reviews referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger reviews_site_delete after delete on public.reviews referencing old table as old_rows
  for each statement execute function private.record_site_changes();
create trigger mural_redirects_site_insert after insert on public.mural_redirects referencing new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger mural_redirects_site_update after update on public.mural_redirects referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger mural_redirects_site_delete after delete on public.mural_redirects referencing old table as old_rows
  for each statement execute function private.record_site_changes();

-- Whoever has just gone public waits for their page.
create function private.my_page_is_up() returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.artists a
    where a.user_id = auth.uid() and a.public_visible
      and not exists (select from private.site_changes c where c.table_name = 'artists' and c.new ->> 'id' = a.id::text))
$$;
comment on function private.my_page_is_up() is 'Whether the caller''s page is public, and shows all that was changed.';

create function public.my_page_is_up() returns boolean
  language sql stable security invoker set search_path = '' as $$
  select private.my_page_is_up()
$$;
comment on function public.my_page_is_up() is 'Whether the page of the calling artist is public, and shows all that was changed.';

-- Who may call what.
grant execute on function
  private.request_publish(text), private.admin_publishing(), public.request_publish(text), public.admin_publishing(),
  private.my_page_is_up(), public.my_page_is_up()
  to authenticated;
grant execute on function
  public.read_site_changes(int), public.remember_webhook(text), public.start_publish_job(text, jsonb),
  public.finish_publish_job(uuid, boolean, jsonb), public.read_publish_requests(),
  public.finish_publish_request(bigint), public.finish_site_changes(bigint[], jsonb), public.directory_checksum(),
  public.directory_writes()
  to service_role;
-- Several servers over one database: who leads, and which files of the site the leader has written.
create table private.leases (
  name text primary key check (char_length(name) between 1 and 40),
  holder text not null check (char_length(holder) between 1 and 200),
  until timestamptz not null
);
alter table private.leases enable row level security;
comment on table private.leases is 'Who does what only one may do at a time, and until when nobody else takes it over.';
grant select, insert, update, delete on private.leases to service_role;

create function public.take_lease(p_name text, p_holder text, p_seconds int) returns text
  language plpgsql security invoker set search_path = '' as $$
declare
  v_until timestamptz := clock_timestamp() + make_interval(secs => least(greatest(p_seconds, 1), 600));
  v_holder text;
begin
  insert into private.leases as l (name, holder, until) values (p_name, p_holder, v_until)
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where l.holder = excluded.holder or l.until < clock_timestamp()
    returning l.holder into v_holder;
  return coalesce(v_holder, (select l.holder from private.leases l where l.name = p_name));
end
$$;
comment on function public.take_lease(text, text, int) is
  'Takes or renews a lease that nobody else has for so many seconds; gives who has it now.';

create function public.end_lease(p_name text, p_holder text) returns void
  language sql security invoker set search_path = '' as $$
  delete from private.leases l where l.name = p_name and l.holder = p_holder
$$;
comment on function public.end_lease(text, text) is 'Lets the next one have a lease at once.';

create table private.site_log (
  id bigint generated always as identity primary key,
  files text[] not null,
  written_at timestamptz not null default clock_timestamp()
);
alter table private.site_log enable row level security;
comment on table private.site_log is
  'Files of the site that the leading publisher has put into the bucket or removed from it, for the servers that follow. The last hour is kept.';
grant select, insert, delete on private.site_log to service_role;

create function public.note_site_files(p_holder text, p_files text[]) returns boolean
  language plpgsql security invoker set search_path = '' as $$
begin
  -- Ids are in the order of the commits: who reads up to one misses none before it.
  perform pg_advisory_xact_lock(hashtextextended('private.site_log', 0));
  if not exists (select from private.leases l where l.name = 'publish' and l.holder = p_holder) then return false; end if;
  insert into private.site_log (files) values (p_files);
  delete from private.site_log g where g.written_at < now() - interval '1 hour'
    and g.id < (select max(m.id) from private.site_log m);
  perform pg_notify('site_log', '');
  return true;
end
$$;
comment on function public.note_site_files(text, text[]) is
  'Tells the servers that follow which files of the site are others now; false, and nothing noted, for one that leads no more.';

create function public.read_site_log(p_after bigint) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'last', (select max(g.id) from private.site_log g),
    'known', exists (select from private.site_log g where g.id = p_after),
    'files', coalesce((select jsonb_agg(distinct f.file) from private.site_log g cross join unnest(g.files) f (file)
                       where g.id > p_after), '[]'))
$$;
comment on function public.read_site_log(bigint) is
  'The files noted after an entry, and the last entry; `known` is false where that entry is not kept: then nobody can tell what is missing.';

-- Who may call what.
grant execute on function
  public.take_lease(text, text, int), public.end_lease(text, text), public.note_site_files(text, text[]),
  public.read_site_log(bigint)
  to service_role;
-- What a wall costs: the rates of estimates, which admins edit and every page shows with their day and sources, and from
-- 20 accepted proposals of a kind on what those cost a square foot. src/features/estimates/estimate.ts makes the range of it.
create function private.rate_keys() returns text[]
  language sql immutable parallel safe set search_path = '' as $$
  select '{floor,foot.simple,foot.graphic,foot.realistic,foot.detailed,size.small,size.medium,size.large,size.huge,surface.brick,surface.stucco,surface.concrete,surface.drywall,surface.metal,surface.other,lift,city.else}'::text[]
$$;
comment on function private.rate_keys() is
  'The spans that there always are, in the order of the form; cities come beside them. RATE_KEYS of src/features/estimates is the same.';

create table public.estimate_rates (
  id uuid primary key default '00000000-0000-4000-8000-00000000c057',
  spans jsonb not null check (jsonb_typeof(spans) = 'object' and spans ?& private.rate_keys()),
  lift_above int not null check (lift_above between 1 and 100),
  lift_covers int not null check (lift_covers between 50 and 10000),
  checked_on date not null,
  sources jsonb not null check (jsonb_typeof(sources) = 'array'),
  walls jsonb not null default '[]' check (jsonb_typeof(walls) = 'array'),
  updated_at timestamptz not null default now(),
  -- There is one row.
  check (id = '00000000-0000-4000-8000-00000000c057')
);
alter table public.estimate_rates enable row level security;
comment on table public.estimate_rates is 'One row: what estimates are made of. Public. Written by save_estimate_rates and refresh_estimates alone.';
comment on column public.estimate_rates.spans is
  'From, to, by key: floor and lift in dollars, foot.{complexity} in dollars a square foot, size.{step}, surface.{surface} and city.{slug} in percent.';
comment on column public.estimate_rates.walls is
  'What accepted proposals cost a square foot, of each kind that has 20: 10th and 90th percentile. No single price, no id.';
grant select on public.estimate_rates to anon, authenticated, service_role;
grant all on public.estimate_rates to service_role;

create policy estimate_rates_select on public.estimate_rates for select to anon, authenticated using (true);

-- Read on that day; what each says is in the words of this site.
insert into public.estimate_rates (spans, lift_above, lift_covers, checked_on, sources) values (
  '{"floor": [500, 1500],
    "foot.simple": [10, 22], "foot.graphic": [15, 30], "foot.realistic": [28, 52], "foot.detailed": [45, 80],
    "size.small": [100, 125], "size.medium": [100, 100], "size.large": [80, 95], "size.huge": [70, 85],
    "surface.brick": [110, 135], "surface.stucco": [105, 120], "surface.concrete": [100, 115],
    "surface.drywall": [100, 100], "surface.metal": [105, 125], "surface.other": [100, 135],
    "lift": [700, 1500],
    "city.san-antonio-tx": [100, 100], "city.austin-tx": [100, 106], "city.else": [100, 110]}',
  12, 600, '2026-11-24',
  '[{"name": "artsmurals.com", "url": "https://artsmurals.com/pricing.php",
     "says": "$25 a square foot up to 260, down to $19 from 975 on, lift and paint included"},
    {"name": "artandmurals.com", "url": "http://artandmurals.com/mural_price_chart.htm",
     "says": "Four kinds from cartoons to fine realism: $25 to $85 a square foot under 15, $10 to $65 over 125; $500 at least on a wall"},
    {"name": "californiamuralart.com", "url": "https://www.californiamuralart.com/mural-pricing",
     "says": "$20 to $50 a square foot by how complex it is; lift and scaffold added at cost"},
    {"name": "danblack.work", "url": "http://danblack.work/faq",
     "says": "$15 to $50 a square foot, $800 at least; preparing the wall not included"},
    {"name": "morganmurals.com", "url": "https://www.morganmurals.com/pricing",
     "says": "$15 to $50 a square foot; more above 10 feet and far away"},
    {"name": "themuraldude.com", "url": "https://www.themuraldude.com/pricing/",
     "says": "$30 a square foot, $40 for detailed work; lifts, preparation and travel extra"},
    {"name": "artturquoise.com", "url": "https://www.artturquoise.com/mural-pricing/",
     "says": "$10 to $50 a square foot, less for larger walls; $500 at least"},
    {"name": "rebeccapaavoart.com", "url": "https://rebeccapaavoart.com/murals",
     "says": "$30 to $80 a square foot, from $1,000"},
    {"name": "bananaink.com (Richardson, Texas)", "url": "http://bananaink.com/faq/",
     "says": "$400 at least; by detail, texture and height"},
    {"name": "muralswall.com", "url": "http://muralswall.com/faq/index.html",
     "says": "8 by 10 feet, fairly detailed: $5,000 on a flat inside wall to $7,000 on a heavily textured outside one"},
    {"name": "engineerfix.com", "url": "https://engineerfix.com/how-much-does-it-cost-to-rent-a-cherry-picker-2",
     "says": "A 30 to 45 foot boom lift: $700 to $1,500 a week"},
    {"name": "Bureau of Economic Analysis, by bibersma.com and austinchamber.com", "url": "http://www.bibersma.com/how-much-san-antonio-pays-for-goods-in-u-s/",
     "says": "Prices in San Antonio are 94.4 % of the national average (2017), those in Austin about the average (2021)"}]');

create function private.check_span(p_key text, p_span jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_dollars boolean := p_key ~ '^(floor|lift|foot\..*)$';
  v_most int := case when v_dollars then 1000000 else 500 end;
  v_least int := case when v_dollars then 1 else 10 end;
begin
  if jsonb_typeof(p_span) = 'array' and jsonb_array_length(p_span) = 2
     and p_span ->> 0 ~ '^\d{1,7}$' and p_span ->> 1 ~ '^\d{1,7}$'
     and jsonb_typeof(p_span -> 0) = 'number' and jsonb_typeof(p_span -> 1) = 'number'
     and (p_span ->> 0)::int >= v_least and (p_span ->> 1)::int <= v_most and (p_span ->> 0)::int <= (p_span ->> 1)::int then
    return;
  end if;
  perform private.fail(case when v_dollars then 'price_invalid' else 'share_invalid' end, p_key);
end
$$;
comment on function private.check_span(text, jsonb) is 'The rule of one span: whole dollars, or whole percent, the lower one first.';

create function private.check_sources(p_sources jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_source jsonb;
begin
  if jsonb_typeof(p_sources) is distinct from 'array' or jsonb_array_length(p_sources) not between 1 and 12 then
    perform private.fail('sources_invalid');
  end if;
  for v_source in select s from jsonb_array_elements(p_sources) s loop
    if jsonb_typeof(v_source) <> 'object' or v_source - '{name,url,says}'::text[] <> '{}' then perform private.fail('sources_invalid'); end if;
    if coalesce(char_length(private.clean(v_source ->> 'name')), 0) not between 1 and 100
       or coalesce(char_length(private.clean(v_source ->> 'says')), 0) not between 1 and 200
       or coalesce(private.web_address(v_source ->> 'url') <> v_source ->> 'url', true) then
      perform private.fail('sources_invalid');
    end if;
  end loop;
end
$$;
comment on function private.check_sources(jsonb) is 'The rule of the sources: 1 to 12, each with a name, a web address and what it says.';

create function private.check_rates(p_rates jsonb) returns void
  language plpgsql stable set search_path = '' as $$
declare
  v_key text;
  v_day date;
begin
  foreach v_key in array private.rate_keys() loop
    perform private.check_span(v_key, p_rates -> v_key);
  end loop;
  for v_key in select k from jsonb_object_keys(p_rates) k where k ~ '^city\.' and p_rates -> k <> 'null' order by k loop
    perform private.check_span(v_key, p_rates -> v_key);
  end loop;
  if coalesce(p_rates ->> 'lift_above', '') !~ '^\d{1,3}$' or (p_rates ->> 'lift_above')::int not between 1 and 100 then
    perform private.fail('lift_above_invalid');
  end if;
  if coalesce(p_rates ->> 'lift_covers', '') !~ '^\d{1,5}$' or (p_rates ->> 'lift_covers')::int not between 50 and 10000 then
    perform private.fail('lift_covers_invalid');
  end if;
  begin
    v_day := case when p_rates ->> 'checked_on' ~ '^\d{4}-\d{2}-\d{2}$' then (p_rates ->> 'checked_on')::date end;
  exception when datetime_field_overflow then
    v_day := null;
  end;
  -- It may be tomorrow there already.
  if coalesce(v_day > ((private.clock() + interval '1 day') at time zone 'utc')::date, true) then perform private.fail('checked_on_invalid'); end if;
  perform private.check_sources(p_rates -> 'sources');
end
$$;
comment on function private.check_rates(jsonb) is 'The rules of the rates, in the order of their form.';

create function private.rate_fields(p_rates public.estimate_rates) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce((select jsonb_object_agg('city.' || c.slug, null) from public.cities c), '{}')
    || p_rates.spans
    || jsonb_build_object('lift_above', p_rates.lift_above, 'lift_covers', p_rates.lift_covers,
         'checked_on', p_rates.checked_on, 'sources', p_rates.sources)
$$;
comment on function private.rate_fields(estimate_rates) is
  'The rates as their form has them, each span a field of its own; a city without a span of its own is null.';

create function private.save_estimate_rates(p_changes jsonb, p_read jsonb) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_rates public.estimate_rates;
  v_fields jsonb;
  v_next jsonb;
begin
  if not private.is_admin() then perform private.fail('not_allowed'); end if;
  select * into strict v_rates from public.estimate_rates for update;
  v_fields := private.rate_fields(v_rates);
  perform private.refuse_stale(v_fields, p_changes, p_read);
  v_next := v_fields || p_changes;
  if v_next <> v_fields then
    perform private.check_rates(v_next);
    update public.estimate_rates r
    set spans = (select jsonb_object_agg(s.key, s.value) from jsonb_each(v_next) s (key, value)
                 where (s.key = any (private.rate_keys()) or s.key ~ '^city\.') and s.value <> 'null'),
        lift_above = (v_next ->> 'lift_above')::int, lift_covers = (v_next ->> 'lift_covers')::int,
        checked_on = (v_next ->> 'checked_on')::date, sources = v_next -> 'sources';
    perform private.audit('costs.changed', null, jsonb_build_object(
      'from', (select jsonb_object_agg(c.key, v_fields -> c.key) from jsonb_each(p_changes) c (key, value) where v_fields -> c.key <> c.value),
      'to', (select jsonb_object_agg(c.key, c.value) from jsonb_each(p_changes) c (key, value) where v_fields -> c.key <> c.value)));
    select * into strict v_rates from public.estimate_rates;
  end if;
  return private.rate_fields(v_rates);
end
$$;
comment on function private.save_estimate_rates(jsonb, jsonb) is
  'Saves the rates of p_changes, if each is still what p_read says, with an entry in the audit log; gives all of them.';

create function public.save_estimate_rates(p_changes jsonb, p_read jsonb) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.save_estimate_rates(p_changes, p_read)
$$;
comment on function public.save_estimate_rates(jsonb, jsonb) is
  'Saves what was changed in the rates of estimates; refuses changed_elsewhere when such a field is not as it was read. With no changes it reads them. Admins only.';

create trigger estimate_rates_touch before update on public.estimate_rates
  for each row execute function private.touch();

-- Pages show them: the outbox has their changes, and the sweep looks whether the publisher has them.
create trigger estimate_rates_site_insert after insert on public.estimate_rates referencing new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger estimate_rates_site_update after update on public.estimate_rates referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger estimate_rates_site_delete after delete on public.estimate_rates referencing old table as old_rows
  for each statement execute function private.record_site_changes();

-- Who may call what.
grant execute on function
  private.save_estimate_rates(jsonb, jsonb), public.save_estimate_rates(jsonb, jsonb)
  to authenticated;
grant execute on function private.rate_keys() to service_role;
-- What a city asks for before a wall is painted. Admins write it under Cities, /guides/permits/{city} shows all of it, and
-- a request what holds for its wall. By the city's address and not its id: the first rules are in every database, also
-- where an admin adds that city only later, as artists and murals stand under a city that is not in the table yet.
create function private.wall_conditions() returns text[]
  language sql immutable parallel safe set search_path = '' as $$
  select '{outside,inside,bare_masonry,rented,not_asked,lettering,high}'::text[]
$$;
comment on function private.wall_conditions() is
  'What a rule can depend on, in the order of its form. WALL_CONDITIONS of src/features/permits/city-rule.ts is the same.';

create table public.city_rules (
  id uuid primary key default gen_random_uuid(),
  city_slug text not null check (city_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(city_slug) <= 140),
  title text not null check (char_length(title) between 1 and 200),
  body text not null check (char_length(body) between 1 and 1000),
  source_name text not null check (char_length(source_name) between 1 and 120),
  source_url text not null check (source_url ~ '^https://' and private.web_address(source_url) = source_url),
  checked_on date not null,
  -- All of them have to hold; none is every wall.
  applies text[] not null default '{}' check (applies <@ private.wall_conditions()),
  updated_at timestamptz not null default now()
);
alter table public.city_rules enable row level security;
comment on table public.city_rules is
  'What cities ask for before a wall is painted, each with its source and the day on which that was read. Public; written by admins alone.';
comment on column public.city_rules.city_slug is 'The address of its city, which need not be in the table of cities: nothing shows the rule until it is.';
comment on column public.city_rules.applies is 'What a request has to say for the rule to be listed there. What is not said does not hold.';
grant select on public.city_rules to anon, authenticated, service_role;
grant delete on public.city_rules to authenticated, service_role;
grant all on public.city_rules to service_role;
grant insert (city_slug, title, body, source_name, source_url, checked_on, applies),
  update (title, body, source_name, source_url, checked_on, applies) on public.city_rules to authenticated;
create index city_rules_city_idx on public.city_rules (city_slug);

create policy city_rules_select on public.city_rules for select to anon, authenticated using (true);
create policy city_rules_insert on public.city_rules for insert to authenticated with check ((select private.is_admin()));
create policy city_rules_update on public.city_rules for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy city_rules_delete on public.city_rules for delete to authenticated using ((select private.is_admin()));

-- Read on that day; what each says is in the words of this site.
insert into public.city_rules (id, city_slug, title, body, source_name, source_url, checked_on, applies) values
  ('00000000-0000-4000-8000-0000000c1001', 'san-antonio-tx', 'A certificate before work on historic buildings',
   'If the building is a landmark or in a historic district, paint on any outside wall needs a certificate of appropriateness first, also at the side or back. Work without one can bring a stop-work order and a $500 fee for applying afterwards. The city’s Explorer Map says whether an address is historic.',
   'City of San Antonio, Office of Historic Preservation',
   'https://www.sa.gov/Directory/Departments/OHP/Project-Review/Before-Getting-Started', '2026-11-27', '{outside}'),
  ('00000000-0000-4000-8000-0000000c1002', 'san-antonio-tx', 'Bare masonry on historic buildings',
   'The design guidelines for landmarks and historic districts ask you not to paint brick, stone or stucco that was never painted. Plan the mural on another wall or on panels, or ask the Office of Historic Preservation before you design it.',
   'Historic Design Guidelines, Exterior Maintenance and Alterations (copy)',
   'https://fdocuments.us/document/2-guidelines-for-exterior-maintenance-and-historic-design-guidelines-1-2-guidelines.html', '2026-11-27',
   '{outside,bare_masonry}'),
  ('00000000-0000-4000-8000-0000000c1003', 'san-antonio-tx', 'Logos and business names are signs',
   'A logo, a business name or an advertisement in a mural comes under the sign code. A sign of more than 32 square feet on a building needs a plan review and a permit, and only a licensed sign contractor can apply for it.',
   'City of San Antonio, Development Services',
   'https://sa.gov/Directory/Departments/DSD/Constructing/Business-Commercial/Permit-Process/Sign-Billboard', '2026-11-27',
   '{outside,lettering}'),
  ('00000000-0000-4000-8000-0000000c1004', 'san-antonio-tx', 'The owner has to agree',
   'Painting a wall without its owner’s consent is an offense in Texas. A tenant cannot give it: get the owner’s agreement in writing, with a sketch of the mural.',
   'Texas Penal Code, section 28.08',
   'https://statutes.capitol.texas.gov/Docs/PE/htm/PE.28.htm', '2026-11-27', '{rented}');

create function private.complete_city_rule() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.title := private.one_line(new.title);
  new.body := private.clean(new.body);
  new.source_name := private.one_line(new.source_name);
  if coalesce(new.title, '') = '' then perform private.fail('title_required'); end if;
  if char_length(new.title) > 200 then perform private.fail('title_too_long'); end if;
  if coalesce(char_length(new.body), 0) not between 1 and 1000 then perform private.fail('rule_text_invalid'); end if;
  if coalesce(char_length(new.source_name), 0) not between 1 and 120 then perform private.fail('rule_source_invalid'); end if;
  if new.source_url !~ '^https://' or private.web_address(new.source_url) is distinct from new.source_url then
    perform private.fail('rule_address_invalid');
  end if;
  -- It may be tomorrow there already.
  if coalesce(new.checked_on > ((private.clock() + interval '1 day') at time zone 'utc')::date, true) then perform private.fail('checked_on_invalid'); end if;
  -- Each once, in one order: the same conditions are the same value.
  if not coalesce(new.applies <@ private.wall_conditions(), false) then perform private.fail('invalid_input', 'applies'); end if;
  new.applies := array(select c from unnest(private.wall_conditions()) c where c = any (new.applies));
  return new;
end
$$;
comment on function private.complete_city_rule() is
  'The rules of a rule: a title, up to 1,000 characters, a source at an https address, read on a day that has come.';

create trigger city_rules_1_complete before insert or update on public.city_rules
  for each row execute function private.complete_city_rule();
create trigger city_rules_2_touch before update on public.city_rules
  for each row execute function private.touch();

create function private.audit_city_rule() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_rule public.city_rules := case when tg_op = 'DELETE' then old else new end;
begin
  if private.is_admin() and (tg_op <> 'UPDATE' or to_jsonb(old) - 'updated_at' <> to_jsonb(new) - 'updated_at') then
    perform private.audit('rule.' || lower(tg_op), v_rule.id, jsonb_build_object('city', v_rule.city_slug, 'title', v_rule.title));
  end if;
  return null;
end
$$;
comment on function private.audit_city_rule() is 'Notes what an admin does to the rules of cities.';

create trigger city_rules_audit after insert or update or delete on public.city_rules
  for each row execute function private.audit_city_rule();

create function private.move_city_rules() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.city_rules r set city_slug = new.slug, updated_at = now() where r.city_slug = old.slug;
  return null;
end
$$;
comment on function private.move_city_rules() is 'A city that is called something else keeps its rules.';

create trigger cities_move_rules after update on public.cities
  for each row when (new.slug is distinct from old.slug) execute function private.move_city_rules();

-- Saving only what was changed in a rule.
create function private.save_city_rule(p_rule uuid, p_changes jsonb, p_read jsonb) returns public.city_rules
  language plpgsql security invoker set search_path = '' as $$
declare
  v_rule public.city_rules;
  v_fields jsonb;
begin
  select * into v_rule from public.city_rules r where r.id = p_rule for update;
  if v_rule.id is null then perform private.fail('not_allowed'); end if;
  v_fields := to_jsonb(v_rule) - '{id,city_slug,updated_at}'::text[];
  perform private.refuse_stale(v_fields, p_changes, p_read);
  if p_changes <> '{}' then
    v_rule := jsonb_populate_record(v_rule, v_fields || p_changes);
    update public.city_rules r
    set title = v_rule.title, body = v_rule.body, source_name = v_rule.source_name, source_url = v_rule.source_url,
        checked_on = v_rule.checked_on, applies = v_rule.applies
    where r.id = p_rule
    returning * into v_rule;
  end if;
  return v_rule;
end
$$;
comment on function private.save_city_rule(uuid, jsonb, jsonb) is
  'Saves the fields of p_changes, if each is still what p_read says. Row-level security lets admins alone.';

create function public.save_city_rule(p_rule uuid, p_changes jsonb, p_read jsonb) returns public.city_rules
  language sql security invoker set search_path = '' as $$
  select private.save_city_rule(p_rule, p_changes, p_read)
$$;
comment on function public.save_city_rule(uuid, jsonb, jsonb) is
  'Saves what was changed in a rule of a city; refuses changed_elsewhere when such a field is not as it was read. Admins only.';

-- What holds for the wall of a request.
create function private.wall_says(p_lead uuid) returns text[]
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select array_remove(array[d.place,
      case when f.condition = 'never_painted' and l.surface_type in ('brick', 'stucco', 'concrete') then 'bare_masonry' end,
      case when f.owner in ('rented_agreed', 'rented_not_asked') then 'rented' end,
      case when f.owner = 'rented_not_asked' then 'not_asked' end,
      case when f.lettering then 'lettering' end,
      -- From there on artists reckon with a lift.
      case when f.top_ft > 12 then 'high' end], null)
    from public.lead_records l
    left join public.request_details d on d.lead_id = l.id
    left join public.site_facts f on f.lead_id = l.id
    where l.id = p_lead);
end
$$;
comment on function private.wall_says(uuid) is 'The conditions of rules that hold for the wall of a request. What is not said does not hold.';

create function private.request_rules(p_lead uuid, p_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead uuid := case when p_token is null and (private.is_admin()
      or exists (select from private.requests_assigned_to_me() mine (id) where mine.id = p_lead))
    then p_lead else private.own_request(p_token, p_lead) end;
  v_says text[] := private.wall_says(v_lead);
begin
  return (
    select jsonb_build_object('city', c.slug, 'rules', coalesce((
      select jsonb_agg(to_jsonb(r) - 'updated_at' order by cardinality(r.applies), r.title, r.id)
      from public.city_rules r where r.city_slug = c.slug and r.applies <@ v_says), '[]'))
    from public.lead_records l
    join public.cities c on lower(c.city_name) = lower(l.city)
    where l.id = v_lead and exists (select from public.city_rules r where r.city_slug = c.slug)
    order by c.artist_count desc, c.slug limit 1);
end
$$;
comment on function private.request_rules(uuid, text) is
  'What holds for the wall of a request: for its artists, for who asked, by account or link, and for admins. Null where its city has no rules.';

create function public.request_rules(p_lead uuid default null, p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.request_rules(p_lead, p_token)
$$;
comment on function public.request_rules(uuid, text) is
  'The rules of its city that apply to a request: {city, rules}, or null where the city has none. For its artists, who asked, and admins.';

-- Pages show them.
create trigger city_rules_site_insert after insert on public.city_rules referencing new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger city_rules_site_update after update on public.city_rules referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger city_rules_site_delete after delete on public.city_rules referencing old table as old_rows
  for each statement execute function private.record_site_changes();

-- Who may call what.
grant execute on function private.wall_conditions() to authenticated, service_role;
grant execute on function private.save_city_rule(uuid, jsonb, jsonb), public.save_city_rule(uuid, jsonb, jsonb) to authenticated;
grant execute on function private.request_rules(uuid, text), public.request_rules(uuid, text) to anon, authenticated;
-- How often an artist's page, murals and pictures were looked at: counts by day, and nothing about who looked. No cookie,
-- address or identifier is read for it or kept with it.
create table private.artist_views (
  artist_id uuid not null references public.artists (id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('page', 'mural', 'picture')),
  -- '' for the artist's page, a mural's id, or private.picture_key of a picture's address.
  key text not null,
  views int not null default 1,
  primary key (artist_id, day, kind, key)
);
alter table private.artist_views enable row level security;
comment on table private.artist_views is
  'Views of an artist''s page, murals and pictures by day, kept for 400 days. Only what pages show has a row, so nobody can add any.';
create index artist_views_day_idx on private.artist_views (day);

create function private.picture_key(p_url text) returns text
  language sql immutable set search_path = '' as $$
  select right(p_url, 100)
$$;
comment on function private.picture_key(text) is 'By what views of a picture are kept: the end of its address, which is its owner and file.';

create function private.looks_like_a_person() returns boolean
  language sql stable security definer set search_path = '' as $$
  -- Browsers say for their users whether these want to be counted, programs mostly what they are. CUBOT makes phones.
  select coalesce(h ->> 'sec-gpc', '') <> '1' and coalesce(h ->> 'dnt', '') <> '1'
    and coalesce(h ->> 'user-agent', '') ~* '^mozilla/'
    and h ->> 'user-agent' !~* '((?<!cu)bot|crawl|spider|slurp|scrap|headless|lighthouse|preview|monitor|prerender|externalhit|phantom|selenium|puppeteer|playwright)'
  from (select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb as h) r
$$;
comment on function private.looks_like_a_person() is
  'Whether the caller''s headers are those of a browser that does not ask for privacy; nothing of them is kept.';

create function private.count_view(p_page text, p_slug text, p_picture int, p_pictures int) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid;
  v_owner uuid;
  v_kind text := p_page;
  v_key text := '';
  v_pictures text[];
begin
  if not private.looks_like_a_person() then return; end if;
  if p_page = 'artist' then
    v_kind := 'page';
    select a.id, a.user_id, a.portfolio_images into v_artist, v_owner, v_pictures
      from public.artists a where a.slug = p_slug and a.public_visible;
  else
    select a.id, a.user_id, m.id, m.gallery_images into v_artist, v_owner, v_key, v_pictures
      from public.murals m join public.artists a on a.id = m.artist_id
      where m.slug = p_slug and m.public_visible and p_page = 'mural';
  end if;
  if p_picture is not null then
    v_kind := 'picture';
    -- By its place: the page has no room for names. One with another number of pictures is not the page of now.
    v_key := case when cardinality(v_pictures) = p_pictures then private.picture_key(v_pictures[p_picture + 1]) end;
  end if;
  -- Nobody looks at their own page to know how many did.
  if v_artist is null or v_key is null or v_owner = auth.uid() or private.is_admin() then return; end if;
  -- A flood makes a count useless, and must not make it slow: by artist and altogether, since nothing is known of callers.
  if not private.try_rate_limit('view', private.setting_int('view_limit'), interval '10 minutes')
    or private.rate_limit('view_artist', v_artist::text, 1000000000, interval '10 minutes') > private.setting_int('view_artist_limit') then
    return;
  end if;
  insert into private.artist_views as v (artist_id, day, kind, key) values (v_artist, private.today(), v_kind, v_key)
    on conflict (artist_id, day, kind, key) do update set views = v.views + 1 where v.views < 1000000;
end
$$;
comment on function private.count_view(text, text, int, int) is
  'Counts one view of a public page (artist or mural, by slug) or of a picture on it. Programs, owners, admins, floods and whatever is on no page change nothing; nobody is told.';

create function public.count_view(p_page text, p_slug text, p_picture int default null, p_pictures int default null) returns void
  language sql security invoker set search_path = '' as $$
  select private.count_view(p_page, p_slug, p_picture, p_pictures)
$$;
comment on function public.count_view(text, text, int, int) is
  'A visitor looks at the page of an artist or a mural, or at one of its pictures: p_picture of p_pictures, from 0. The answer is always the same.';

create function private.delete_old_views() returns void
  language sql security definer set search_path = '' as $$
  delete from private.artist_views v where v.day < private.today() - 400
$$;
comment on function private.delete_old_views() is 'Forgets views of more than 13 months ago. One look at an index when there are none.';

-- The first tab of an artist's dashboard, in one answer: what needs them now, and how a month goes.
create function private.artist_needs(p_artist uuid) returns table (kind text, lead_id uuid, at timestamptz, until date, count int)
  language sql stable security definer rows 10 set search_path = '' as $$
  -- Each request once, with what is most pressing about it.
  with t as materialized (select private.clock() as now, (private.clock() - interval '12 hours')::date as today)
  select n.kind, s.lead_id,
    case n.kind when 'dispute' then last.created_at when 'confirm' then s.completed_at when 'accepted' then s.accepted_at
      when 'message' then unread.last_at when 'answer' then s.created_at else p.created_at end,
    case n.kind when 'confirm' then (s.completed_at + interval '14 days')::date when 'painted' then p.starts_on + p.days
      when 'proposal_ends' then p.valid_until when 'proposal_ended' then p.valid_until end,
    unread.messages
  from t cross join public.lead_assignments s
  join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
  left join public.proposals p on p.lead_id = s.lead_id and p.artist_id = s.artist_id
    and p.state = case s.state when 'proposed' then 'open' when 'accepted' then 'accepted' end
  left join lateral (
    select e.event, e.actor, e.created_at from public.assignment_events e
    where s.state in ('talking', 'accepted') and e.lead_id = s.lead_id and e.artist_id = s.artist_id order by e.id desc limit 1) last on true
  cross join lateral (
    select count(*) filter (where m.sender = 'client' and m.position > s.artist_read)::int as messages,
      max(m.created_at) filter (where m.sender = 'client') as last_at, max(m.created_at) filter (where m.sender = 'artist') as own_at
    from public.lead_messages m where m.lead_id = s.lead_id and m.artist_id = s.artist_id) unread
  cross join lateral (select case
    when last.event = 'dispute' and last.actor = 'client' and coalesce(unread.own_at < last.created_at, true) then 'dispute'
    when s.state = 'completed' and s.completed_by <> 'artist' and s.confirmed_at is null and s.completed_at >= t.now - interval '14 days' then 'confirm'
    when s.answered_at is null and s.state in ('sent', 'seen', 'talking') then 'answer'
    when unread.messages > 0 then 'message'
    when s.state = 'accepted' and s.accepted_at > t.now - interval '7 days' and coalesce(unread.own_at < s.accepted_at, true) then 'accepted'
    when s.state = 'accepted' and p.starts_on + p.days < t.today then 'painted'
    when s.state = 'proposed' and p.valid_until between t.today - 14 and t.today - 1 then 'proposal_ended'
    when s.state = 'proposed' and p.valid_until between t.today and t.today + 3 then 'proposal_ends' end as kind) n
  where s.artist_id = p_artist and s.state not in ('declined', 'passed', 'expired', 'withdrawn') and n.kind is not null
    and not exists (select from private.conversation_reports r where r.lead_id = s.lead_id and r.artist_id = s.artist_id)
  union all
  -- Without one from before this directory had requests: the artist's page is where those are.
  select 'review', c.lead_id, r.created_at, null, r.rating
  from public.reviews r join private.review_checks c on c.review_id = r.id and c.lead_id is not null
  where r.artist_id = p_artist and r.public_visible and r.reply is null
    and r.created_at > private.clock() - interval '60 days'
$$;
comment on function private.artist_needs(uuid) is
  'What waits for an artist: requests without an answer, unread messages, proposals that end or were accepted, walls to confirm or to call painted, disputes, reviews without a reply. count is of messages, or the stars of a review.';

create function private.artist_month(p_artist uuid, p_month date) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with span as (select p_month as first, (p_month + interval '1 month')::date as next),
  own as materialized (
    select s.lead_id, s.created_at, s.answered_at, s.accepted_at
    from public.lead_assignments s join public.lead_records l on l.id = s.lead_id and not l.held
    where s.artist_id = p_artist
      and greatest(s.created_at, s.answered_at, s.accepted_at) >= (select private.start_of(first) from span)
  ), moments as (
    select x.what, private.day_of(x.at) as day, x.hours
    from span, (
      select 'request' as what, o.created_at as at, null::double precision as hours from own o
      union all
      -- Nobody knows how long one took that was brought in.
      select 'answer', o.answered_at, nullif(extract(epoch from o.answered_at - o.created_at), 0) / 3600 from own o
      union all
      select 'accepted', o.accepted_at, null from own o) x
    where x.at >= private.start_of(span.first) and x.at < private.start_of(span.next)
  ), looked as (
    select v.day, v.views from span, private.artist_views v
    where v.artist_id = p_artist and v.kind = 'page' and v.day >= span.first and v.day < span.next
  ), days as (
    select d::date as day, count(m.what) filter (where m.what = 'request') as requests, count(m.what) filter (where m.what = 'answer') as answers,
      count(m.what) filter (where m.what = 'accepted') as accepted, percentile_cont(0.5) within group (order by m.hours) as hours,
      (select coalesce(sum(k.views), 0) from looked k where k.day = d::date) as views
    from span, generate_series(span.first, least(span.next - 1, private.today()), interval '1 day') d left join moments m on m.day = d::date
    group by d
  )
  select jsonb_build_object('month', p_month, 'requests', sum(d.requests), 'answers', sum(d.answers), 'accepted', sum(d.accepted), 'views', sum(d.views),
    'won', (select count(*) from own o, span where o.accepted_at is not null
      and o.created_at >= private.start_of(span.first) and o.created_at < private.start_of(span.next)),
    'hours', (select percentile_cont(0.5) within group (order by m.hours) from moments m),
    'days', jsonb_agg(to_jsonb(d) order by d.day))
  from days d
$$;
comment on function private.artist_month(uuid, date) is
  'How a month of an artist went, in all and by day: requests that came, first answers, proposals accepted, how many of its requests were won, the median time to an answer in hours, views of their page.';

create function private.artist_view_counts(p_artist uuid, p_month date) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with looked as (
    select v.kind, v.key, coalesce(sum(v.views) filter (where v.day >= p_month), 0) as views,
      coalesce(sum(v.views) filter (where v.day < p_month), 0) as before
    from private.artist_views v
    where v.artist_id = p_artist and v.kind <> 'page'
      and v.day >= (p_month - interval '1 month')::date and v.day < (p_month + interval '1 month')::date
    group by 1, 2
  ), shown as (
    select x.url, min(x.place) as place, max(x.title) as title
    from (
      select u.url, u.place, null as title from public.artists a, unnest(a.portfolio_images) with ordinality u (url, place) where a.id = p_artist
      union all
      select u.url, 1000 + u.place, m.title from public.murals m, unnest(m.gallery_images) with ordinality u (url, place)
      where m.artist_id = p_artist and m.public_visible) x
    group by x.url
  )
  select jsonb_build_object(
    'pictures', (
      select coalesce(jsonb_agg(jsonb_build_object('url', s.url, 'title', s.title, 'views', coalesce(k.views, 0), 'before', coalesce(k.before, 0))
        order by coalesce(k.views, 0) desc, s.place, s.url), '[]')
      from shown s left join looked k on k.kind = 'picture' and k.key = private.picture_key(s.url)),
    'murals', (
      select coalesce(jsonb_agg(jsonb_build_object('url', m.image_url, 'title', m.title, 'views', coalesce(k.views, 0), 'before', coalesce(k.before, 0))
        order by coalesce(k.views, 0) desc, m.created_at desc, m.id), '[]')
      from public.murals m left join looked k on k.kind = 'mural' and k.key = m.id::text
      where m.artist_id = p_artist and m.public_visible))
$$;
comment on function private.artist_view_counts(uuid, date) is
  'How often each picture and mural that an artist shows now was looked at in a month, and in the month before.';

create function private.my_day(p_month date) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  c_most constant int := 3;
  v_artist uuid := private.my_artist_id();
  v_now date := date_trunc('month', private.today())::date;
  v_month date := greatest(least(date_trunc('month', p_month)::date, v_now), (v_now - interval '12 months')::date);
begin
  if v_artist is null then perform private.fail('not_allowed'); end if;
  return (
    select jsonb_build_object(
      'needs', coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'lead_id', n.lead_id, 'at', n.at, 'until', n.until, 'count', n.count,
        'of', n.of, 'city', l.city, 'size', l.mural_size, 'surface', l.surface_type, 'budget', l.budget_range,
        'project', left(l.project_description, 120))
        order by array_position('{dispute,confirm,accepted,answer,message,proposal_ends,painted,proposal_ended,review}'::text[], n.kind), n.place), '[]'))
    from (
      select x.*, row_number() over (partition by x.kind order by x.at, x.lead_id) as place, count(*) over (partition by x.kind) as of
      from private.artist_needs(v_artist) x) n
    join public.lead_records l on l.id = n.lead_id
    where n.place <= c_most
  ) || jsonb_build_object('coming', (
    select coalesce(jsonb_agg(to_jsonb(c) order by c.starts_on, c.lead_id), '[]')
    from (
      select s.lead_id, p.starts_on, p.days, k.name, l.city
      from public.lead_assignments s
      join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
      join public.lead_contacts k on k.lead_id = s.lead_id
      join public.proposals p on p.lead_id = s.lead_id and p.artist_id = s.artist_id and p.state = 'accepted'
      where s.artist_id = v_artist and s.state = 'accepted' and p.starts_on + p.days >= private.today()
        and not exists (select from private.conversation_reports r where r.lead_id = s.lead_id and r.artist_id = s.artist_id)
      order by p.starts_on, s.lead_id limit c_most) c)
  ) || jsonb_build_object('month', private.artist_month(v_artist, v_month),
    'before', private.artist_month(v_artist, (v_month - interval '1 month')::date) - 'days') || private.artist_view_counts(v_artist, v_month);
end
$$;
comment on function private.my_day(date) is
  'What waits for the calling artist, the most pressing kind first, what they paint next, and their numbers of a month beside those of the month before.';

create function public.my_day(p_month date default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.my_day(p_month)
$$;
comment on function public.my_day(date) is
  'The calling artist''s day: {needs, coming, month, before, pictures, murals}; needs are at most 3 of a kind, with how many there are of it; coming are the next 3 walls that are booked. The numbers are of the month of p_month, without it of this one; at most 12 months back.';

-- Who may call what.
grant execute on function
  private.count_view(text, text, int, int), public.count_view(text, text, int, int)
  to anon, authenticated;
grant execute on function
  private.my_day(date), public.my_day(date)
  to authenticated;
-- Import of artists from a file: what each line would change, then all of it in one transaction, or nothing. Safe to
-- repeat: who is there already is found again. What somebody runs themselves is left as it is.
create table private.imported_addresses (
  address_hash bytea primary key,
  -- Null once the page is gone, by whoever has the address or by their account.
  artist_id uuid references public.artists (id) on delete set null
);
alter table private.imported_addresses enable row level security;
comment on table private.imported_addresses is
  'Whose page an import made for an address, of which only a hash is kept: an import that is repeated finds it whatever its owner has changed since, and does not bring back a page that was removed.';
create index imported_addresses_artist_idx on private.imported_addresses (artist_id);

create function private.address_hash(p_email text) returns bytea
  language plpgsql stable security definer set search_path = '' as $$
begin
  return sha256(convert_to(private.setting('pepper') || lower(private.clean(p_email)), 'UTF8'));
end
$$;
comment on function private.address_hash(text) is 'What is kept of an address that an import has brought. Null without one.';

create function private.import_error(p_code text, p_field text default null) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('field', coalesce(p_field, c.field), 'message', c.message) from private.error_codes c where c.code = p_code
$$;
comment on function private.import_error(text, text) is 'An error of a line, in the words of private.fail.';

create function private.profile_errors(p_fields jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_rule private.profile_rules;
  v_message text;
  v_state text;
  v_errors jsonb := '[]';
begin
  -- Most lines are right: one look at all of it first.
  begin
    perform private.checked_profile(p_fields);
    return v_errors;
  exception when others then
    null;
  end;
  for v_rule in select * from private.profile_form() r where p_fields ? r.field order by r.position loop
    begin
      perform private.checked_profile(jsonb_build_object(v_rule.field, p_fields -> v_rule.field));
    exception when others then
      get stacked diagnostics v_message = message_text, v_state = returned_sqlstate;
      v_errors := v_errors || case when v_state = 'PGRST'
        then jsonb_build_object('field', v_rule.field, 'message', v_message::jsonb ->> 'message')
        else private.import_error(case when v_rule.kind = 'number' then v_rule.refusal else 'invalid_input' end, v_rule.field) end;
    end;
  end loop;
  return v_errors;
end
$$;
comment on function private.profile_errors(jsonb) is 'Everything that is wrong with fields of a profile: [{field, message}] in form order.';

create function private.import_rows(p_rows jsonb) returns table (line int, fields jsonb)
  language plpgsql stable security definer rows 100 set search_path = '' as $$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then perform private.fail('invalid_input', 'rows'); end if;
  if jsonb_array_length(p_rows) > 1000 then perform private.fail('import_too_large'); end if;
  if exists (select from jsonb_array_elements(p_rows) r
      where case when jsonb_typeof(r) <> 'object' then true else coalesce(r ->> 'line', '') !~ '^[0-9]{1,7}$' end) then
    perform private.fail('invalid_input', 'rows');
  end if;
  return query
    select (r.row ->> 'line')::int, private.import_fields(r.row)
    from jsonb_array_elements(p_rows) with ordinality r (row, at) order by r.at;
end
$$;
comment on function private.import_rows(jsonb) is 'The lines of an import with what each says; refuses what is no list of lines, or too long a one.';

create function private.imported_artists(p_fields jsonb) returns setof uuid
  language plpgsql stable security definer rows 2 set search_path = '' as $$
declare
  v_email text := lower(private.clean_or_null(p_fields ->> 'email'));
begin
  return query select a.id from public.artists a where a.slug = private.clean(p_fields ->> 'slug');
  if found then return; end if;
  return query
    select m.artist_id from private.imported_addresses m where m.address_hash = private.address_hash(v_email) and m.artist_id is not null
    union select c.artist_id from public.artist_contacts c where lower(c.email) = v_email;
  if found then return; end if;
  -- Two of one name and town with two addresses are two people.
  return query
    select a.id from public.artists a left join public.artist_contacts c on c.artist_id = a.id
    where lower(a.name) = lower(private.clean(p_fields ->> 'name'))
      and lower(coalesce(a.city, '')) = lower(coalesce(private.clean(p_fields ->> 'city'), ''))
      and (c.email is null or v_email is null);
end
$$;
comment on function private.imported_artists(jsonb) is
  'Whom a line is about: by slug, otherwise by e-mail, the one an import brought or the present one, otherwise by name and city.';

create function private.import_changes(p_stored jsonb, p_fields jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('field', f.key, 'from', p_stored -> f.key, 'to', f.value) order by f.key), '[]')
  from jsonb_each(p_fields) f where p_stored -> f.key is distinct from f.value
$$;
comment on function private.import_changes(jsonb, jsonb) is 'Which fields of a row a line changes: [{field, from, to}].';

create function private.import_line(p_line int, p_action text, p_name text, p_slug text, p_changes jsonb, p_errors jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select jsonb_build_object('line', p_line, 'action', case when p_errors = '[]' then p_action end, 'name', p_name, 'slug', p_slug,
    'changes', coalesce(p_changes, '[]'), 'errors', p_errors)
$$;
comment on function private.import_line(int, text, text, text, jsonb, jsonb) is 'What becomes of a line; nothing where it has errors.';

create function private.artist_of_line(p_row public.artists) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.profile_fields(p_row) || jsonb_build_object('public', p_row.public_visible) || private.noted_photos(p_row.id)
$$;
comment on function private.artist_of_line(artists) is 'What an import can say of an artist.';

create function private.checked_line(p_fields jsonb) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.checked_profile(p_fields)
    || (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_fields) f where f.key in ('public', 'photo', 'images'))
$$;
comment on function private.checked_line(jsonb) is 'What a line says of an artist, as it is stored.';

create function private.plan_artist(p_line int, p_fields jsonb, p_seen jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_errors jsonb := private.profile_errors(p_fields);
  v_found uuid[] := '{}';
  v_artist public.artists;
  v_email text := lower(private.clean_or_null(p_fields ->> 'email'));
  v_place text := lower(concat_ws('|', private.clean(p_fields ->> 'name'), coalesce(private.clean(p_fields ->> 'city'), '')));
  v_keys text[] := '{}';
  v_changes jsonb;
begin
  if private.clean_or_null(p_fields ->> 'name') is null then v_errors := private.import_error('name_required') || v_errors; end if;
  if p_fields ? 'public' and jsonb_typeof(p_fields -> 'public') <> 'boolean' then
    v_errors := v_errors || private.import_error('invalid_input', 'public');
  end if;
  if p_fields ? 'photo' and private.are_addresses(jsonb_build_array(p_fields -> 'photo')) is not true then
    v_errors := v_errors || private.import_error('photo_address_invalid', 'photo');
  end if;
  if p_fields ? 'images' and private.are_addresses(p_fields -> 'images') is not true then
    v_errors := v_errors || private.import_error('photo_address_invalid', 'images');
  end if;
  if v_errors = '[]' then
    v_found := array(select private.imported_artists(p_fields));
    if cardinality(v_found) > 1 then v_errors := v_errors || private.import_error('import_ambiguous'); end if;
    select * into v_artist from public.artists a where a.id = v_found[1];
    if v_artist.id is null and exists (
        select from private.imported_addresses m where m.address_hash = private.address_hash(v_email) and m.artist_id is null) then
      v_errors := v_errors || private.import_error('import_removed');
    end if;
    -- As private.imported_artists: of one name and city are two people only where both have an address.
    v_keys := case when v_artist.id is not null then array['id:' || v_artist.id]
      when v_email is not null then array['email:' || v_email, 'with:' || v_place] else array['without:' || v_place] end;
    if p_seen ?| v_keys[1:1] or v_artist.id is null and (p_seen ? ('without:' || v_place) or v_email is null and p_seen ? ('with:' || v_place)) then
      v_errors := v_errors || private.import_error('import_twice');
    end if;
  end if;
  if v_errors = '[]' and v_artist.unclaimed then
    v_changes := private.import_changes(private.artist_of_line(v_artist), private.checked_line(p_fields));
  end if;
  return private.import_line(p_line, case when v_artist.id is null then 'create' when not v_artist.unclaimed then 'kept'
      when v_changes = '[]' then 'same' else 'update' end,
    coalesce(p_fields ->> 'name', ''), v_artist.slug, v_changes, v_errors)
    || jsonb_build_object('id', v_artist.id, 'keys', to_jsonb(v_keys));
end
$$;
comment on function private.plan_artist(int, jsonb, jsonb) is 'What a line would do, with the keys by which a later line about the same artist is known.';

create function private.mark_address(p_artist uuid, p_email text) returns void
  language sql security definer set search_path = '' as $$
  insert into private.imported_addresses as m (address_hash, artist_id)
    select private.address_hash(p_email), p_artist where p_email is not null
    on conflict (address_hash) do update set artist_id = excluded.artist_id
$$;
comment on function private.mark_address(uuid, text) is 'Remembers for whom an import has brought an address.';

create function private.add_imported_artist(p_fields jsonb) returns public.artists
  language plpgsql security definer set search_path = '' as $$
declare
  v_fields jsonb := private.checked_profile(p_fields);
  v_artist public.artists := jsonb_populate_record(null::public.artists, v_fields);
  v_columns text;
begin
  select string_agg(format('%I', k), ', ') into v_columns from jsonb_object_keys(v_fields) k
    where k <> 'name' and to_jsonb(v_artist) ? k;
  -- Complete from the beginning, so that the pages hear of it once.
  execute format('insert into public.artists (name, slug, unclaimed, public_visible%s) select ($1).name, null, true, $2%s returning *',
    coalesce(', ' || v_columns, ''), coalesce(', ' || regexp_replace(v_columns, '(\w+)', '($1).\1', 'g'), ''))
    -- With its first photo where some are to be fetched.
    using v_artist, coalesce((p_fields ->> 'public')::boolean, false) and not p_fields ?| '{photo,images}' into v_artist;
  insert into public.artist_contacts (artist_id, email, phone) values (v_artist.id, v_fields ->> 'email', v_fields ->> 'phone');
  perform private.note_photos(v_artist.id, p_fields);
  perform private.mark_address(v_artist.id, v_fields ->> 'email');
  return v_artist;
end
$$;
comment on function private.add_imported_artist(jsonb) is 'Adds an artist whose page nobody has claimed yet; private unless the line says otherwise.';

create function private.change_imported_artist(p_artist uuid, p_fields jsonb) returns public.artists
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists;
begin
  select * into strict v_artist from public.artists a where a.id = p_artist for update;
  v_artist := private.write_profile(v_artist, p_fields);
  perform private.mark_address(p_artist, private.checked_profile(p_fields) ->> 'email');
  if p_fields ? 'public' then
    update public.artists a set public_visible = (p_fields ->> 'public')::boolean
      where a.id = p_artist and a.public_visible <> (p_fields ->> 'public')::boolean;
  end if;
  perform private.note_photos(p_artist, p_fields);
  return v_artist;
end
$$;
comment on function private.change_imported_artist(uuid, jsonb) is 'Changes what a line says of an artist whose page nobody has claimed yet.';

create function private.import_artists(p_rows jsonb, p_apply boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_row record;
  v_line jsonb;
  v_lines jsonb[] := '{}';
  v_seen jsonb := '{}';
  v_artist public.artists;
  v_done int[] := '{0,0}';
begin
  perform private.require_admin();
  if p_apply is null then perform private.fail('invalid_input', 'apply'); end if;
  -- Two at once would both find nobody, and both add everybody.
  if p_apply then perform pg_advisory_xact_lock(hashtext('import_artists')); end if;
  for v_row in select r.line, r.fields from private.import_rows(p_rows) r loop
    v_line := private.plan_artist(v_row.line, v_row.fields, v_seen);
    select v_seen || coalesce(jsonb_object_agg(k, true), '{}') into v_seen from jsonb_array_elements_text(v_line -> 'keys') k;
    v_lines := v_lines || (v_line - '{keys}'::text[] || jsonb_build_object('fields', v_row.fields));
  end loop;
  if p_apply and not exists (select from unnest(v_lines) l where l ->> 'action' is null) then
    for i in 1 .. cardinality(v_lines) loop
      case v_lines[i] ->> 'action'
        when 'create' then
          v_artist := private.add_imported_artist(v_lines[i] -> 'fields');
          v_lines[i] := v_lines[i] || jsonb_build_object('slug', v_artist.slug);
          v_done[1] := v_done[1] + 1;
        when 'update' then
          perform private.change_imported_artist((v_lines[i] ->> 'id')::uuid, v_lines[i] -> 'fields');
          v_done[2] := v_done[2] + 1;
        else null;
      end case;
    end loop;
    if v_done <> '{0,0}' then
      perform private.audit('artist.imported', null, jsonb_build_object('created', v_done[1], 'updated', v_done[2]));
    end if;
  end if;
  return (
    with namesakes as materialized (
      select private.name_key(a.name) as word,
        jsonb_agg(jsonb_build_object('name', a.name, 'city', a.city, 'slug', a.slug) order by a.created_at, a.id) as who
      from public.artists a where not p_apply group by 1)
    select coalesce(jsonb_agg(l - '{fields,id}'::text[]
      || case when n.who is null then '{}' else jsonb_build_object('namesakes', n.who) end order by at), '[]')
    from unnest(v_lines) with ordinality u (l, at)
    left join namesakes n on l ->> 'action' = 'create' and n.word = private.name_key(l ->> 'name'));
end
$$;
comment on function private.import_artists(jsonb, boolean) is
  'Plans an import, and with p_apply does it, unless any line has errors: then nothing is written. Gives what becomes of each line.';

create function public.import_artists(p_rows jsonb, p_apply boolean) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.import_artists(p_rows, p_apply)
$$;
comment on function public.import_artists(jsonb, boolean) is
  'Adds artists from the lines of a file and changes those that nobody has claimed: [{line, action: create|update|same|kept|null, name, slug, changes, errors, namesakes}]. All lines or none. Admins only.';

-- What a line of an import says, in the words that rows are kept in: composed letters, names on one line, the place that
-- is meant. So a line finds the artist that it made before, whatever program wrote the file.
create function private.import_fields(p_row jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_fields jsonb;
  v_place text[];
begin
  select coalesce(jsonb_object_agg(f.key, case
      when jsonb_typeof(f.value) <> 'string' then f.value
      when f.key in ('bio', 'description', 'location_details') then to_jsonb(private.clean(f.value #>> '{}'))
      else to_jsonb(private.one_line(f.value #>> '{}')) end), '{}')
    into v_fields from jsonb_each(p_row) f where f.key <> 'line';
  if jsonb_typeof(v_fields -> 'city') = 'string' or jsonb_typeof(v_fields -> 'state') = 'string' then
    v_place := private.read_place(
      case when jsonb_typeof(v_fields -> 'city') = 'string' then v_fields ->> 'city' end,
      case when jsonb_typeof(v_fields -> 'state') = 'string' then v_fields ->> 'state' end);
    v_fields := v_fields
      || case when v_place[1] is not null then jsonb_build_object('city', private.known_city(v_place[1], v_place[2])) else '{}' end
      || case when v_place[2] is not null then jsonb_build_object('state', coalesce(private.state_code(v_place[2]), v_place[2])) else '{}' end;
  end if;
  -- What is empty says nothing about its field.
  return (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(v_fields) f where f.value not in ('null', '""', '[]'));
end
$$;
comment on function private.import_fields(jsonb) is 'What a line says of its fields, as rows are kept; empty ones are left out.';

-- Who may call what.
grant execute on function
  private.import_artists(jsonb, boolean), public.import_artists(jsonb, boolean)
  to authenticated;
-- Photos that an import names by their addresses. They are fetched by the product's process, which looks at every
-- address before it connects; a row lasts until somebody has taken the page over.
create table private.imported_photos (
  id bigint generated always as identity primary key,
  artist_id uuid not null references public.artists (id) on delete cascade,
  -- The profile photo, or one of the portfolio by its place.
  portrait boolean not null,
  place int not null check (place between 1 and 40),
  url text not null check (private.web_address_within(url, 1000) is not distinct from url),
  -- Its page becomes public with it.
  publish boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'fetched', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  problem text,
  stored_url text,
  created_at timestamptz not null default now(),
  unique (artist_id, portrait, url)
);
alter table private.imported_photos enable row level security;
comment on table private.imported_photos is
  'Photos of unclaimed artists'' pages that wait to be fetched, are fetched, or could not be, and why. next_attempt_at is also the end of the lease of a process that is at it.';
create index imported_photos_due_idx on private.imported_photos (next_attempt_at, id) where state = 'waiting';

create trigger imported_photos_tell after insert or update of publish on private.imported_photos
  for each statement execute function private.notify_mails();

create function private.are_addresses(p_list jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_list) = 'array' and jsonb_array_length(p_list) <= 40
    and not exists (select from jsonb_array_elements(p_list) x
      where jsonb_typeof(x) <> 'string' or private.web_address_within(x #>> '{}', 1000) is distinct from x #>> '{}')
$$;
comment on function private.are_addresses(jsonb) is 'Whether this is a list of at most 40 web addresses with their schemes.';

create function private.noted_photos(p_artist uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'photo', (array_agg(p.url order by p.id desc) filter (where p.portrait))[1],
    'images', jsonb_agg(p.url order by p.place, p.id) filter (where not p.portrait)))
  from private.imported_photos p where p.artist_id = p_artist and p.state <> 'failed'
$$;
comment on function private.noted_photos(uuid) is 'The addresses that imports have given for a page, as a line has them; those that could not be fetched may be given again.';

create function private.note_photos(p_artist uuid, p_fields jsonb) returns void
  language sql security definer set search_path = '' as $$
  insert into private.imported_photos as p (artist_id, portrait, place, url, publish)
    select p_artist, w.portrait, w.place, w.url, coalesce((p_fields ->> 'public')::boolean, false)
    from (
      select true as portrait, 1 as place, p_fields ->> 'photo' as url
      union all
      select false, min(i.place)::int, i.url from jsonb_array_elements_text(p_fields -> 'images') with ordinality i (url, place) group by i.url
    ) w where w.url is not null
    order by w.portrait desc, w.place
    on conflict (artist_id, portrait, url) do update set
      state = 'waiting', attempts = 0, next_attempt_at = now(), problem = null, place = excluded.place, publish = excluded.publish
      where p.state = 'failed'
$$;
comment on function private.note_photos(uuid, jsonb) is 'Notes the photos of a line, to be fetched. Those that are there already stay as they are.';

create function private.lease_imported_photos(p_limit int, p_seconds int)
  returns table (id bigint, artist_id uuid, bucket text, url text, attempts int)
  language sql security definer rows 20 set search_path = '' as $$
  -- Without an answer in ten tries, each of them ended its process.
  update private.imported_photos p set state = 'failed', problem = 'It was begun ten times and never ended'
    where p.state = 'waiting' and p.attempts >= 10 and p.next_attempt_at <= now();
  update private.imported_photos p
    set attempts = p.attempts + 1, next_attempt_at = now() + make_interval(secs => least(greatest(coalesce(p_seconds, 60), 1), 3600))
    where p.id in (
      select w.id from private.imported_photos w join public.artists a on a.id = w.artist_id and a.unclaimed
      where w.state = 'waiting' and w.next_attempt_at <= now()
      order by w.next_attempt_at, w.id limit least(greatest(coalesce(p_limit, 1), 1), 100) for update of w skip locked)
    returning p.id, p.artist_id, case when p.portrait then 'profile-photos' else 'portfolio-images' end, p.url, p.attempts
$$;
comment on function private.lease_imported_photos(int, int) is
  'Takes photos that are due, the oldest first, and gives each to one process for so many seconds.';

create function private.finish_imported_photo(p_id bigint, p_stored_url text, p_problem text, p_permanent boolean) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_photo private.imported_photos;
begin
  select p.* into v_photo from private.imported_photos p where p.id = p_id and p.state = 'waiting' for update;
  if v_photo.id is null then return null; end if;
  if p_stored_url is not null then
    if not private.media_url_ok(p_stored_url, case when v_photo.portrait then 'profile-photos' else 'portfolio-images' end, v_photo.artist_id) then
      perform private.fail('image_refused');
    end if;
    update public.artists a set
      profile_photo = case when v_photo.portrait then p_stored_url else a.profile_photo end,
      portfolio_images = case when v_photo.portrait or cardinality(a.portfolio_images) >= 40 then a.portfolio_images else (
        select array_agg(u.url order by case when u.url = p_stored_url then v_photo.place else p.place end nulls last, u.at)
        from unnest(a.portfolio_images || p_stored_url) with ordinality u (url, at)
        left join private.imported_photos p on p.artist_id = a.id and p.stored_url = u.url) end,
      public_visible = a.public_visible or v_photo.publish
      where a.id = v_photo.artist_id and a.unclaimed;
    if not found then return null; end if;
  end if;
  update private.imported_photos p set
    state = case when p_stored_url is not null then 'fetched' when p_permanent or p.attempts >= 3 then 'failed' else 'waiting' end,
    next_attempt_at = now() + make_interval(mins => p.attempts),
    problem = left(regexp_replace(p_problem, '[[:cntrl:]]+', ' ', 'g'), 200),
    stored_url = p_stored_url
    where p.id = p_id returning p.* into v_photo;
  return v_photo.state;
end
$$;
comment on function private.finish_imported_photo(bigint, text, text, boolean) is
  'Shows a photo that was fetched on its page, or notes why it could not be; three tries at most. Gives the state; null where its page is somebody''s or gone by now.';

create function private.imported_photos(p_slugs text[]) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('photos', count(*), 'fetched', count(*) filter (where p.state = 'fetched'),
      'waiting', count(*) filter (where p.state = 'waiting'),
      'problems', coalesce((jsonb_agg(jsonb_build_object('name', a.name, 'url', p.url, 'problem', p.problem) order by p.id)
        filter (where p.state = 'failed')), '[]'),
      'slugs', coalesce(jsonb_agg(distinct a.slug)
        filter (where p.state = 'waiting' or a.profile_photo is not null or a.portfolio_images <> '{}'), '[]'))
    from private.imported_photos p join public.artists a on a.id = p.artist_id where a.slug = any (p_slugs));
end
$$;
comment on function private.imported_photos(text[]) is 'How far the photos of these pages are, and which of the pages have one or may get one.';

create function private.show_imported_artists(p_slugs text[]) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_shown uuid[];
  v_later uuid[];
begin
  perform private.require_admin();
  with shown as (
    update public.artists a set public_visible = true
      where a.slug = any (p_slugs) and a.unclaimed and (a.profile_photo is not null or a.portfolio_images <> '{}')
      returning a.id)
  select coalesce(array_agg(s.id), '{}') into v_shown from shown s;
  with later as (
    update private.imported_photos p set publish = true from public.artists a
      where a.id = p.artist_id and a.slug = any (p_slugs) and a.unclaimed and p.state = 'waiting' and a.id <> all (v_shown)
      returning p.artist_id)
  select coalesce(array_agg(distinct l.artist_id), '{}') into v_later from later l;
  return jsonb_build_object('shown', v_shown, 'later', v_later);
end
$$;
comment on function private.show_imported_artists(text[]) is
  'Makes unclaimed pages with a photo public, those whose photos are still to be fetched with the first one; one without stays private.';

create function private.delete_files_of_page() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from storage.objects o where o.bucket_id in ('profile-photos', 'portfolio-images') and o.name like old.id || '/%') then
    perform private.delete_uploads(old.id);
  end if;
  return null;
end
$$;
comment on function private.delete_files_of_page() is 'What was fetched for an artist''s page goes with it.';

create trigger artists_files after delete on public.artists
  for each row execute function private.delete_files_of_page();

create function public.lease_imported_photos(p_limit int, p_seconds int)
  returns table (id bigint, artist_id uuid, bucket text, url text, attempts int)
  language sql security invoker rows 20 set search_path = '' as $$
  select * from private.lease_imported_photos(p_limit, p_seconds)
$$;
comment on function public.lease_imported_photos(int, int) is 'Leases photos that are to be fetched. Secret key only.';

create function public.finish_imported_photo(p_id bigint, p_stored_url text default null, p_problem text default null, p_permanent boolean default false) returns text
  language sql security invoker set search_path = '' as $$
  select private.finish_imported_photo(p_id, p_stored_url, p_problem, p_permanent)
$$;
comment on function public.finish_imported_photo(bigint, text, text, boolean) is 'Notes what became of a photo that was to be fetched. Secret key only.';

create function public.imported_photos(p_slugs text[]) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.imported_photos(p_slugs)
$$;
comment on function public.imported_photos(text[]) is
  'How far the photos of imported pages are: {photos, fetched, waiting, problems: [{name, url, problem}], slugs}; slugs are those of pages with a photo, or one that may still come. Admins only.';

create function public.show_imported_artists(p_slugs text[]) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.show_imported_artists(p_slugs)
$$;
comment on function public.show_imported_artists(text[]) is
  'Shows unclaimed pages that have a photo, or with their first one: {shown, later}, ids. Admins only.';

-- Who may call what.
grant execute on function
  private.lease_imported_photos(int, int), private.finish_imported_photo(bigint, text, text, boolean),
  public.lease_imported_photos(int, int), public.finish_imported_photo(bigint, text, text, boolean)
  to service_role;
grant execute on function
  private.imported_photos(text[]), private.show_imported_artists(text[]), public.imported_photos(text[]),
  public.show_imported_artists(text[])
  to authenticated;
-- Import of murals from a file, as artists are imported: what each line would change, then all of it or nothing. A mural
-- without pictures is a draft until its artist, or an admin, adds them.
create function private.import_mural_fields() returns text[]
  language sql immutable set search_path = '' as $$
  select '{title,description,city,state,location_details,date_completed,surface_type,medium,width_ft,height_ft,dimensions,styles,license,credit}'::text[]
$$;
comment on function private.import_mural_fields() is 'Columns of a mural that a line can say something of.';

create function private.with_mural_fields(p_mural public.murals, p_fields jsonb) returns public.murals
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_mural public.murals;
begin
  begin
    v_mural := jsonb_populate_record(p_mural, (
      select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_fields) f where f.key = any (private.import_mural_fields())));
  exception
    when numeric_value_out_of_range then perform private.fail('feet_invalid');
    when data_exception then perform private.fail('invalid_input');
  end;
  if p_fields ? 'state' then
    v_mural.state := private.state_code(p_fields ->> 'state');
    if v_mural.state is null then perform private.fail('state_invalid'); end if;
  end if;
  return private.check_mural(v_mural);
end
$$;
comment on function private.with_mural_fields(murals, jsonb) is 'A mural with what a line says of it, by the rules of its form.';

create function private.blank_mural() returns public.murals
  language sql stable security definer set search_path = '' as $$
  select jsonb_populate_record(null::public.murals, jsonb_build_object('title', 'x', 'styles', '[]'::jsonb, 'gallery_images', '[]'::jsonb,
    'picture_details', '{}'::jsonb, 'public_visible', false))
$$;
comment on function private.blank_mural() is 'What a line is checked against.';

create function private.mural_errors(p_fields jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_field text;
  v_message text;
  v_state text;
  v_errors jsonb := '[]';
begin
  begin
    perform private.with_mural_fields(private.blank_mural(), p_fields);
    return v_errors;
  exception when others then
    null;
  end;
  foreach v_field in array private.import_mural_fields() loop
    continue when not p_fields ? v_field;
    begin
      perform private.with_mural_fields(private.blank_mural(), jsonb_build_object(v_field, p_fields -> v_field));
    exception when others then
      get stacked diagnostics v_message = message_text, v_state = returned_sqlstate;
      v_errors := v_errors || jsonb_build_object('field', v_field,
        'message', case when v_state = 'PGRST' then v_message::jsonb ->> 'message' else private.import_error('invalid_input') ->> 'message' end);
    end;
  end loop;
  return v_errors;
end
$$;
comment on function private.mural_errors(jsonb) is 'Everything that is wrong with fields of a mural: [{field, message}] in form order.';

create function private.artists_named(p_name text) returns setof uuid
  language plpgsql stable security definer rows 1 set search_path = '' as $$
begin
  return query select a.id from public.artists a where a.slug = private.clean(p_name);
  if found then return; end if;
  return query select c.artist_id from public.artist_contacts c where lower(c.email) = lower(private.clean(p_name));
  if found then return; end if;
  return query select a.id from public.artists a where lower(a.name) = lower(private.clean(p_name));
end
$$;
comment on function private.artists_named(text) is 'Whom a line names as the artist of a mural: by slug, otherwise by e-mail, otherwise by name.';

create function private.mural_of_line(p_mural public.murals) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.mural_fields(p_mural) || jsonb_build_object('public', p_mural.public_visible, 'artist', p_mural.artist_id)
$$;
comment on function private.mural_of_line(murals) is 'What an import can say of a mural.';

create function private.plan_mural(p_line int, p_fields jsonb, p_seen jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_errors jsonb := private.mural_errors(p_fields);
  v_artists uuid[] := '{}';
  v_found uuid[] := '{}';
  v_mural public.murals;
  v_next public.murals;
  v_said jsonb;
  v_key text;
  v_changes jsonb;
  v_left_out text;
begin
  if private.clean_or_null(p_fields ->> 'title') is null then v_errors := private.import_error('title_required') || v_errors; end if;
  if p_fields ? 'public' and jsonb_typeof(p_fields -> 'public') <> 'boolean' then
    v_errors := v_errors || private.import_error('invalid_input', 'public');
  end if;
  if p_fields ? 'artist' then
    v_artists := array(select private.artists_named(p_fields ->> 'artist'));
    if cardinality(v_artists) = 0 then v_errors := v_errors || private.import_error('import_artist_unknown'); end if;
    if cardinality(v_artists) > 1 then v_errors := v_errors || private.import_error('import_ambiguous', 'artist'); end if;
  end if;
  if v_errors = '[]' then
    v_found := array(select m.id from public.murals m where m.slug = private.clean(p_fields ->> 'slug'));
    if v_found = '{}' then
      -- The same title is another wall with another artist; of nobody's, in another city.
      v_found := array(
        select m.id from public.murals m where lower(m.title) = lower(private.clean(p_fields ->> 'title'))
          and m.artist_id is not distinct from v_artists[1]
          and (m.artist_id is not null or lower(coalesce(m.city, '')) = lower(coalesce(private.clean(p_fields ->> 'city'), ''))));
    end if;
    if cardinality(v_found) > 1 then v_errors := v_errors || private.import_error('import_ambiguous'); end if;
    select * into v_mural from public.murals m where m.id = v_found[1];
    v_key := coalesce('id:' || v_mural.id, lower(concat_ws('|', 'new', v_artists[1], private.clean(p_fields ->> 'title'),
      case when v_artists[1] is null then coalesce(private.clean(p_fields ->> 'city'), '') end)));
    if p_seen ? v_key then v_errors := v_errors || private.import_error('import_twice'); end if;
    if (p_fields ->> 'public')::boolean then
      v_left_out := case when v_mural.hidden_at is not null then 'mural_hidden' when v_mural.image_url is null then 'import_draft' end;
      if v_left_out is not null then p_fields := p_fields || '{"public": false}'; end if;
    end if;
  end if;
  if v_errors = '[]' then
    v_next := private.with_mural_fields(case when v_mural.id is null then private.blank_mural() else v_mural end, p_fields);
    v_said := (select jsonb_object_agg(f.key, case f.key when 'public' then p_fields -> 'public' when 'artist' then to_jsonb(v_artists[1])
        else to_jsonb(v_next) -> f.key end) from jsonb_each(p_fields) f
      where f.key in ('public', 'artist') or f.key = any (private.import_mural_fields()));
    if v_mural.id is not null then v_changes := private.import_changes(private.mural_of_line(v_mural), v_said); end if;
  end if;
  return private.import_line(p_line, case when v_mural.id is null then 'create'
      when exists (select from public.artists a where a.id = v_mural.artist_id and a.user_id is not null)
        or exists (select from private.finished_walls w where w.mural_id = v_mural.id) then 'kept'
      when v_changes = '[]' then 'same' else 'update' end,
    coalesce(p_fields ->> 'title', ''), v_mural.slug,
    -- An artist is read by name.
    (select jsonb_agg(case c ->> 'field' when 'artist' then c || jsonb_build_object(
        'from', (select a.name from public.artists a where a.id = (c ->> 'from')::uuid),
        'to', (select a.name from public.artists a where a.id = (c ->> 'to')::uuid)) else c end)
      from jsonb_array_elements(coalesce(v_changes, '[]')) c), v_errors)
    || jsonb_build_object('id', v_mural.id, 'key', v_key, 'said', v_said,
      'notes', case when v_left_out is null then '[]' else jsonb_build_array(private.import_error(v_left_out, 'public')) end);
end
$$;
comment on function private.plan_mural(int, jsonb, jsonb) is
  'What a line would do, with the key by which a later line about the same mural is known, and what it says as it is stored.';

create function private.store_imported_mural(p_mural uuid, p_said jsonb) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_said jsonb := p_said - '{public,artist}'::text[]
    || case when p_said ? 'public' then jsonb_build_object('public_visible', p_said -> 'public') else '{}' end
    || case when p_said ? 'artist' then jsonb_build_object('artist_id', p_said -> 'artist') else '{}' end;
  v_mural public.murals := jsonb_populate_record(null::public.murals, v_said);
  v_slug text;
begin
  if p_mural is not null then
    execute format('update public.murals set %s where id = $2 returning slug',
      (select string_agg(format('%1$I = ($1).%1$I', k), ', ') from jsonb_object_keys(v_said) k)) using v_mural, p_mural into v_slug;
    return v_slug;
  end if;
  execute format('insert into public.murals (slug, %s) select $2, %s returning slug',
    (select string_agg(format('%I', k), ', ' order by k) from jsonb_object_keys(v_said) k),
    (select string_agg(format('($1).%I', k), ', ' order by k) from jsonb_object_keys(v_said) k))
    using v_mural, private.free_mural_slug(v_mural.title) into v_slug;
  return v_slug;
end
$$;
comment on function private.store_imported_mural(uuid, jsonb) is 'Adds or changes a mural by what a line says; gives its address.';

create function private.import_murals(p_rows jsonb, p_apply boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_row record;
  v_line jsonb;
  v_lines jsonb[] := '{}';
  v_seen jsonb := '{}';
  v_done int[] := '{0,0}';
begin
  perform private.require_admin();
  if p_apply is null then perform private.fail('invalid_input', 'apply'); end if;
  if p_apply then perform pg_advisory_xact_lock(hashtext('import_murals')); end if;
  for v_row in select r.line, r.fields from private.import_rows(p_rows) r loop
    v_line := private.plan_mural(v_row.line, v_row.fields, v_seen);
    if v_line ->> 'key' is not null then v_seen := v_seen || jsonb_build_object(v_line ->> 'key', true); end if;
    v_lines := v_lines || v_line;
  end loop;
  if p_apply and not exists (select from unnest(v_lines) l where l ->> 'action' is null) then
    for i in 1 .. cardinality(v_lines) loop
      if v_lines[i] ->> 'action' in ('create', 'update') then
        v_lines[i] := v_lines[i] || jsonb_build_object('slug', private.store_imported_mural((v_lines[i] ->> 'id')::uuid, v_lines[i] -> 'said'));
        if v_lines[i] ->> 'action' = 'create' then v_done[1] := v_done[1] + 1; else v_done[2] := v_done[2] + 1; end if;
      end if;
    end loop;
    if v_done <> '{0,0}' then
      perform private.audit('mural.imported', null, jsonb_build_object('created', v_done[1], 'updated', v_done[2]));
    end if;
  end if;
  return (select coalesce(jsonb_agg(l - '{id,key,said}'::text[] order by at), '[]') from unnest(v_lines) with ordinality u (l, at));
end
$$;
comment on function private.import_murals(jsonb, boolean) is
  'Plans an import of murals, and with p_apply does it, unless any line has errors: then nothing is written. Gives what becomes of each line.';

create function public.import_murals(p_rows jsonb, p_apply boolean) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.import_murals(p_rows, p_apply)
$$;
comment on function public.import_murals(jsonb, boolean) is
  'Adds murals from the lines of a file and changes those that no artist runs: [{line, action: create|update|same|kept|null, name, slug, changes, errors, notes}]. All lines or none. Admins only.';

-- Who may call what.
grant execute on function
  private.import_murals(jsonb, boolean), public.import_murals(jsonb, boolean)
  to authenticated;
-- An imported page is handed over to whom it is about: whoever reads the mails of the address on file takes it over by a
-- press, invited by an admin or because they said "This is me"; who cannot read them asks the admins. Nobody is handed
-- a page that has an owner, and whoever is asked may have it removed instead.
create table private.claim_links (
  artist_id uuid primary key references public.artists (id) on delete cascade,
  token_hash bytea not null unique,
  nonce uuid not null,
  -- Whoever reads another address proves nothing.
  address_hash bytea not null,
  expires_at timestamptz not null,
  invited_at timestamptz
);
alter table private.claim_links enable row level security;
comment on table private.claim_links is
  'What the link in a mail hands a page over by: SHA-256 of its token, what that was derived from besides the key, and the hash of the address it went to. One for each page.';

create table private.page_claims (
  id uuid primary key default gen_random_uuid(),
  artist_id uuid not null references public.artists (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  note text check (char_length(note) <= 500),
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused')),
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
alter table private.page_claims enable row level security;
comment on table private.page_claims is '"This is me": who says so of which unclaimed page, and what became of it. note is for the admins who decide.';
create unique index page_claims_waiting_idx on private.page_claims (artist_id, user_id) where state = 'waiting';
create index page_claims_artist_idx on private.page_claims (artist_id);
create index page_claims_user_idx on private.page_claims (user_id);

create function private.contact_email(p_artist uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select c.email from public.artist_contacts c where c.artist_id = p_artist
$$;
comment on function private.contact_email(uuid) is 'The address on file of an artist.';

create function private.claim_token(p_artist uuid) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_address bytea := private.address_hash(private.contact_email(p_artist));
  v_link private.claim_links;
  v_token text;
begin
  select * into v_link from private.claim_links k where k.artist_id = p_artist for update;
  v_token := private.derived_token(p_artist, v_link.nonce);
  if v_link.token_hash = private.token_hash(v_token) and v_link.address_hash = v_address
     and v_link.expires_at > private.clock() + interval '7 days' then
    return v_token;
  end if;
  v_link.nonce := gen_random_uuid();
  v_token := private.derived_token(p_artist, v_link.nonce);
  insert into private.claim_links (artist_id, token_hash, nonce, address_hash, expires_at)
    values (p_artist, private.token_hash(v_token), v_link.nonce, v_address, private.clock() + interval '30 days')
    on conflict (artist_id) do update set token_hash = excluded.token_hash, nonce = excluded.nonce,
      address_hash = excluded.address_hash, expires_at = excluded.expires_at;
  return v_token;
end
$$;
comment on function private.claim_token(uuid) is
  'The token that hands a page over; a new one, good for 30 days, where there is none, the address is another, or the last has a week left.';

create function private.artist_of_claim_link(p_token text) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_artist uuid;
begin
  select a.id into v_artist from private.claim_links k join public.artists a on a.id = k.artist_id
    where k.token_hash = private.token_hash(p_token)
      -- Whoever has taken it over may press again; to everybody else the link is worth nothing then.
      and (a.user_id = auth.uid()
        or a.unclaimed and k.expires_at > private.clock() and k.address_hash = private.address_hash(private.contact_email(a.id)));
  if v_artist is null then perform private.fail('page_link_refused'); end if;
  return v_artist;
end
$$;
comment on function private.artist_of_claim_link(text) is
  'Whose page a token hands over; refuses a wrong, old or spent one, and one that went to another address, in the same words.';

create function private.is_blank_profile(p_artist public.artists) returns boolean
  language sql stable security definer set search_path = '' as $$
  select not p_artist.public_visible and p_artist.bio is null and p_artist.profile_photo is null
    and p_artist.portfolio_images = '{}' and p_artist.styles = '{}'
    and not exists (select from public.murals m where m.artist_id = p_artist.id)
    and not exists (select from public.lead_assignments s where s.artist_id = p_artist.id)
    and not exists (select from public.reviews r where r.artist_id = p_artist.id)
$$;
comment on function private.is_blank_profile(artists) is 'Whether a profile is as it was made for the account: nothing is lost with it.';

create function private.check_claimant(p_user uuid) returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.user_roles r where r.user_id = p_user and r.role = 'artist') then
    perform private.fail('artist_account_needed');
  end if;
  if exists (select from public.artists a where a.user_id = p_user and not private.is_blank_profile(a)) then
    perform private.fail('own_profile_exists');
  end if;
end
$$;
comment on function private.check_claimant(uuid) is 'Refuses an account that cannot run an artist''s page, or runs one with something on it.';

create function private.transfer_artist(p_artist uuid, p_user uuid, p_how text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists;
  v_claim private.page_claims;
begin
  -- One account after the other, so that one of two pages at once stays where it is.
  perform from auth.users u where u.id = p_user for update;
  select * into v_artist from public.artists a where a.id = p_artist for update;
  if v_artist.user_id = p_user then return jsonb_build_object('slug', v_artist.slug, 'replayed', true); end if;
  if not coalesce(v_artist.unclaimed, false) then perform private.fail('page_claimed'); end if;
  perform private.check_claimant(p_user);
  delete from public.artists a where a.user_id = p_user;
  update public.artists a set user_id = p_user where a.id = p_artist;
  -- From here on its owner chooses the photos.
  delete from private.imported_photos p where p.artist_id = p_artist;
  insert into public.artist_contacts as c (artist_id, email)
    select p_artist, u.email from auth.users u
    where u.id = p_user and private.valid_email(u.email) and char_length(u.email) <= 255
    on conflict (artist_id) do update set email = coalesce(c.email, excluded.email);
  perform private.audit('artist.claimed', p_artist, jsonb_build_object('name', v_artist.name, 'how', p_how));
  for v_claim in
    update private.page_claims c set state = case when c.user_id = p_user then 'accepted' else 'refused' end, decided_at = now()
      where c.artist_id = p_artist and c.state = 'waiting' returning c.*
  loop
    if v_claim.user_id <> p_user or auth.uid() is distinct from p_user then
      perform private.write_mail('claim_' || v_claim.state, v_claim.id::text, v_claim.user_id, null, null, p_artist);
    end if;
  end loop;
  perform private.mark_claim_notices_read(p_artist);
  return jsonb_build_object('slug', v_artist.slug, 'replayed', false);
end
$$;
comment on function private.transfer_artist(uuid, uuid, text) is
  'Gives an unclaimed page to an account, whose blank profile gives way to it, and tells everybody who wanted it.';

create function private.mark_claim_notices_read(p_artist uuid) returns void
  language sql security definer set search_path = '' as $$
  update public.notices n set read_at = now()
  where n.kind = 'claim_waiting' and n.artist_id = p_artist and n.read_at is null
    and not exists (select from private.page_claims c where c.artist_id = p_artist and c.state = 'waiting')
$$;
comment on function private.mark_claim_notices_read(uuid) is 'Where nothing waits for an admin any more, what they were told of it is read.';

create function private.invite_artist(p_artist uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists;
  v_email text;
begin
  perform private.require_admin();
  select * into v_artist from public.artists a where a.id = p_artist for update;
  if v_artist.id is null then perform private.fail('artist_unknown'); end if;
  if not v_artist.unclaimed then perform private.fail('page_claimed'); end if;
  v_email := private.contact_email(p_artist);
  if v_email is null then perform private.fail('address_missing'); end if;
  perform private.claim_token(p_artist);
  -- Once a day at most, however often it is pressed.
  perform private.write_mail('artist_invited', p_artist || ':' || private.today(), null, v_email, null, p_artist);
  update private.claim_links k set invited_at = private.clock() where k.artist_id = p_artist;
  perform private.audit('artist.invited', p_artist, jsonb_build_object('name', v_artist.name));
  return jsonb_build_object('invited_at', private.clock());
end
$$;
comment on function private.invite_artist(uuid) is 'Mails the address on file of an unclaimed page the link that hands it over; at most once a day.';

create function private.invite_new_artists(p_artists uuid[]) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_invited int;
begin
  perform private.require_admin();
  select count(private.invite_artist(n.id)) into v_invited from (
    select a.id from public.artists a
      join public.artist_contacts c on c.artist_id = a.id and c.email is not null
      left join private.claim_links k on k.artist_id = a.id
    where a.unclaimed and (a.id = any (p_artists) or p_artists is null and a.public_visible and k.invited_at is null)
    order by a.created_at, a.id limit 500) n;
  return jsonb_build_object('invited', v_invited);
end
$$;
comment on function private.invite_new_artists(uuid[]) is
  'Invites those of these artists whose page is unclaimed, or everybody with a public page and no invitation yet; the first 500 with an address.';

create function private.claimable_page(p_slug text, p_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_linked uuid := case when p_token is not null then private.artist_of_claim_link(p_token) end;
begin
  return (
    select jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end,
      'city', a.city, 'state', a.state, 'unclaimed', a.unclaimed, 'mine', coalesce(a.user_id = auth.uid(), false),
      'waiting', exists (select from private.page_claims c where c.artist_id = a.id and c.user_id = auth.uid() and c.state = 'waiting'))
    from public.artists a where a.id = v_linked or v_linked is null and a.slug = p_slug and a.public_visible);
end
$$;
comment on function private.claimable_page(text, text) is
  'A page as whoever says that it is theirs sees it, by its slug or by the token of a mail; reading spends nothing. Null for none.';

create function private.confirm_claim(p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then perform private.fail('not_allowed'); end if;
  return private.transfer_artist(private.artist_of_claim_link(p_token), auth.uid(), 'link');
end
$$;
comment on function private.confirm_claim(text) is 'Hands the page of a token over to the caller, who has it from the mail to the address on file.';

create function private.delete_unclaimed_page(p_token text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.artist_of_claim_link(p_token);
  v_name text;
begin
  perform from public.artists a where a.id = v_artist and a.unclaimed for update;
  if not found then perform private.fail('page_claimed'); end if;
  -- Never to come back with another import.
  perform private.mark_address(v_artist, private.contact_email(v_artist));
  update public.murals m set public_visible = false where m.artist_id = v_artist and m.public_visible;
  perform private.audit('artist.removed', v_artist, '{}');
  update private.audit_log e set detail = e.detail - 'name' where e.subject = v_artist and e.detail ? 'name';
  delete from public.artists a where a.id = v_artist;
end
$$;
comment on function private.delete_unclaimed_page(text) is
  'Whoever an unclaimed page is about does not want it: it goes, with the address and its murals'' place in public, and is not imported again.';

create function private.claim_artist(p_artist uuid, p_note text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := auth.uid();
  v_artist public.artists;
  v_email text;
  v_claim uuid;
begin
  if v_user is null then perform private.fail('not_allowed'); end if;
  if char_length(private.clean(p_note)) > 500 then perform private.fail('reason_too_long', 'note'); end if;
  select * into v_artist from public.artists a where a.id = p_artist and (a.public_visible or a.user_id = v_user);
  if v_artist.id is null then perform private.fail('artist_unknown'); end if;
  if v_artist.user_id = v_user then return jsonb_build_object('state', 'accepted', 'slug', v_artist.slug, 'mailed', false); end if;
  if not v_artist.unclaimed then perform private.fail('page_claimed'); end if;
  perform private.check_claimant(v_user);
  v_email := private.contact_email(p_artist);
  if lower(v_email) = private.proven_email() then
    return jsonb_build_object('state', 'accepted', 'mailed', false) || private.transfer_artist(p_artist, v_user, 'address');
  end if;
  perform from auth.users u where u.id = v_user for update;
  if not exists (select from private.page_claims c where c.artist_id = p_artist and c.user_id = v_user and c.state = 'waiting') then
    -- Refused ones count for a day, so that nobody asks for all pages one after the other.
    if (select count(*) from private.page_claims c where c.user_id = v_user and c.state <> 'accepted'
        and (c.state = 'waiting' or c.created_at > now() - interval '1 day')) >= 3 then
      perform private.fail('rate_limited');
    end if;
    insert into private.page_claims (artist_id, user_id, note) values (p_artist, v_user, private.clean_or_null(p_note)) returning id into v_claim;
    if v_email is not null then
      perform private.claim_token(p_artist);
      -- One a day for each page, whoever asks: its owner is not to be flooded.
      perform private.write_mail('claim_check', p_artist || ':' || private.today(), null, v_email, null, p_artist);
    end if;
    perform private.write_mail('claim_waiting', v_claim::text, r.user_id, null, null, p_artist)
      from public.user_roles r where r.role = 'admin';
    perform private.audit('artist.claim', p_artist, jsonb_build_object('name', v_artist.name));
  end if;
  return jsonb_build_object('state', 'waiting', 'slug', v_artist.slug, 'mailed', v_email is not null);
end
$$;
comment on function private.claim_artist(uuid, text) is
  'The caller says that an unclaimed page is theirs. Whoever has proven to read the address on file has it at once; otherwise a mail goes there, and admins are told. Again changes nothing.';

create function private.decide_claim(p_claim uuid, p_accept boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_claim private.page_claims;
begin
  perform private.require_admin();
  if p_accept is null then perform private.fail('invalid_input'); end if;
  select * into v_claim from private.page_claims c where c.id = p_claim for update;
  if v_claim.id is null or v_claim.state <> 'waiting' then perform private.fail('move_refused'); end if;
  if p_accept then return private.transfer_artist(v_claim.artist_id, v_claim.user_id, 'admin'); end if;
  update private.page_claims c set state = 'refused', decided_at = now() where c.id = p_claim;
  perform private.write_mail('claim_refused', p_claim::text, v_claim.user_id, null, null, v_claim.artist_id);
  perform private.audit('artist.claim_refused', v_claim.artist_id,
    (select jsonb_build_object('name', a.name) from public.artists a where a.id = v_claim.artist_id));
  perform private.mark_claim_notices_read(v_claim.artist_id);
  return (select jsonb_build_object('slug', a.slug, 'replayed', false) from public.artists a where a.id = v_claim.artist_id);
end
$$;
comment on function private.decide_claim(uuid, boolean) is 'An admin hands a page over to who claims it, or does not.';

create function public.invite_artist(p_artist uuid) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.invite_artist(p_artist)
$$;
comment on function public.invite_artist(uuid) is 'Invites whom an unclaimed page is about by mail: {invited_at}. Admins only.';

create function public.invite_new_artists(p_artists uuid[] default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.invite_new_artists(p_artists)
$$;
comment on function public.invite_new_artists(uuid[]) is
  'Invites these artists as far as nobody has claimed their page, or everybody with an unclaimed public page who was not yet: {invited}. Admins only.';

create function public.claimable_page(p_slug text default null, p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.claimable_page(p_slug, p_token)
$$;
comment on function public.claimable_page(text, text) is
  'A page that can be taken over, by slug or by the token of a mail: {id, name, slug, city, state, unclaimed, mine, waiting}, null for none.';

create function public.confirm_claim(p_token text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.confirm_claim(p_token)
$$;
comment on function public.confirm_claim(text) is 'Takes over the page of a token: {slug, replayed}. Artists only.';

create function public.delete_unclaimed_page(p_token text) returns void
  language sql security invoker set search_path = '' as $$
  select private.delete_unclaimed_page(p_token)
$$;
comment on function public.delete_unclaimed_page(text) is 'Removes the unclaimed page of a token, and keeps it from being imported again.';

create function public.claim_artist(p_artist uuid, p_note text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.claim_artist(p_artist, p_note)
$$;
comment on function public.claim_artist(uuid, text) is 'Says that an unclaimed page is the caller''s: {state: accepted|waiting, slug, mailed}. Artists only.';

create function public.decide_claim(p_claim uuid, p_accept boolean) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.decide_claim(p_claim, p_accept)
$$;
comment on function public.decide_claim(uuid, boolean) is 'Decides who runs an unclaimed page: {slug, replayed}. Admins only.';

create function private.claim_data(p_mail private.mails) returns jsonb
  language plpgsql security definer set search_path = '' as $$
begin
  -- Not where the page has an owner by now, or another address.
  return (
    select jsonb_build_object('artist', jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end),
      'link', '/claim#' || private.claim_token(a.id))
    from public.artists a
    where a.id = p_mail.artist_id and a.unclaimed and lower(private.contact_email(a.id)) = p_mail.recipient);
end
$$;
comment on function private.claim_data(private.mails) is 'What a mail shows to whom an imported page is about. Null when the page is somebody''s by now.';

-- Who may call what.
grant execute on function
  private.claimable_page(text, text), private.delete_unclaimed_page(text), public.claimable_page(text, text),
  public.delete_unclaimed_page(text)
  to anon, authenticated;
grant execute on function
  private.invite_artist(uuid), private.invite_new_artists(uuid[]), private.confirm_claim(text),
  private.claim_artist(uuid, text), private.decide_claim(uuid, boolean), public.invite_artist(uuid),
  public.invite_new_artists(uuid[]), public.confirm_claim(text), public.claim_artist(uuid, text),
  public.decide_claim(uuid, boolean)
  to authenticated;
-- What artists, admins and clients do with papers.
create function private.paper_line(p_paper private.papers) returns jsonb
  language sql immutable set search_path = '' as $$
  select to_jsonb(p_paper) - 'artist_id'
$$;
comment on function private.paper_line(private.papers) is 'A certificate as its artist and admins see it.';

create function private.my_papers() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(private.paper_line(p) order by p.created_at desc, p.id), '[]')
  from private.papers p where p.artist_id = private.my_artist_id()
$$;
comment on function private.my_papers() is 'The caller''s certificates, the newest first.';

create function private.my_locked_artist() returns public.artists
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists;
begin
  select * into v_artist from public.artists a where a.user_id = auth.uid() for update;
  if v_artist.id is null then perform private.fail('not_allowed'); end if;
  return v_artist;
end
$$;
comment on function private.my_locked_artist() is 'The caller''s artist profile, locked, so that two devices take turns; refuses everybody else.';

create function private.send_certificate(p_id uuid, p_path text, p_insurer text, p_amount int, p_ends_on date) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists := private.my_locked_artist();
  v_insurer text := private.one_line(p_insurer);
  v_old private.papers;
begin
  if exists (select from private.papers p where p.id = p_id and p.artist_id = v_artist.id) then return private.my_papers(); end if;
  if coalesce(v_insurer, '') = '' then perform private.fail('insurer_required'); end if;
  if char_length(v_insurer) > 100 then perform private.fail('insurer_too_long'); end if;
  if p_amount is null or p_amount not between 1 and 100000000 then perform private.fail('coverage_invalid'); end if;
  if p_ends_on is null or p_ends_on <= private.artist_day(v_artist.city_slug)
     or p_ends_on > private.artist_day(v_artist.city_slug) + interval '5 years' then
    perform private.fail('insurance_end_invalid');
  end if;
  if p_id is null or p_path is null or p_path !~ concat('^', v_artist.id, '/', p_id, '\.(pdf|webp|jpg)$')
     or not exists (select from storage.objects o where o.bucket_id = 'papers' and o.name = p_path) then
    perform private.fail('paper_missing');
  end if;
  perform private.rate_limit('paper', v_artist.id::text, private.setting_int('paper_limit'), interval '1 day');
  for v_old in select p.* from private.papers p where p.artist_id = v_artist.id and p.state <> 'checked' for update loop
    perform private.move_paper(v_old, 'replace', 'artist');
  end loop;
  insert into private.papers (id, artist_id, path, insurer, amount, ends_on)
    values (p_id, v_artist.id, p_path, v_insurer, p_amount, p_ends_on);
  perform private.audit('paper.sent', v_artist.id, jsonb_build_object('paper', p_id, 'by', 'artist'));
  perform private.write_mail('paper_sent', p_id::text, r.user_id, null, null, v_artist.id, jsonb_build_object('paper', p_id))
    from public.user_roles r where r.role = 'admin';
  return private.my_papers();
end
$$;
comment on function private.send_certificate(uuid, text, text, int, date) is
  'Sends a certificate whose file is stored, in the place of any that is not checked, and tells admins. Again changes nothing.';

create function private.remove_paper(p_id uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists := private.my_locked_artist();
  v_paper private.papers;
begin
  select * into v_paper from private.papers p where p.id = p_id and p.artist_id = v_artist.id for update;
  if v_paper.id is not null then perform private.move_paper(v_paper, 'remove', 'artist'); end if;
  return private.my_papers();
end
$$;
comment on function private.remove_paper(uuid) is 'Takes a certificate of the caller''s away, with its file. Again changes nothing.';

create function private.decide_paper(p_id uuid, p_accept boolean, p_reason text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := private.clean_or_null(p_reason);
  v_state text := case when p_accept then 'checked' else 'refused' end;
  v_artist public.artists;
  v_paper private.papers;
  v_old private.papers;
begin
  perform private.require_admin();
  if p_accept is null then perform private.fail('invalid_input'); end if;
  if not p_accept and v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  -- The artist first, as whoever sends one.
  select a.* into v_artist from public.artists a join private.papers p on p.artist_id = a.id where p.id = p_id for update of a;
  select * into v_paper from private.papers p where p.id = p_id for update;
  if v_paper.id is null then perform private.fail('move_refused'); end if;
  if v_artist.user_id = auth.uid() then perform private.fail('not_allowed'); end if;
  if v_paper.state = v_state then return; end if;
  if p_accept then
    for v_old in select p.* from private.papers p where p.artist_id = v_artist.id and p.id <> p_id for update loop
      perform private.move_paper(v_old, 'replace', 'admin');
    end loop;
  end if;
  perform private.move_paper(v_paper, case when p_accept then 'check' else 'refuse' end, 'admin', case when not p_accept then v_reason end);
  update public.notices n set read_at = now() where n.event = 'paper_sent:' || p_id and n.read_at is null;
  if v_artist.user_id is not null then
    perform private.write_mail('paper_' || v_state, p_id::text, v_artist.user_id, null, null, v_artist.id,
      jsonb_build_object('paper', p_id));
  end if;
end
$$;
comment on function private.decide_paper(uuid, boolean, text) is
  'An admin checks a certificate, or refuses it with a reason that its artist is told; nobody decides about their own. Again changes nothing.';

create function private.note_look(p_paper private.papers, p_detail jsonb) returns jsonb
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit('paper.opened', p_paper.artist_id, p_detail || jsonb_build_object('paper', p_paper.id));
  return jsonb_build_object('path', p_paper.path);
end
$$;
comment on function private.note_look(private.papers, jsonb) is 'Notes who opens a certificate, which opens its file to them for five minutes.';

create function private.admin_open_paper(p_id uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_paper private.papers;
begin
  perform private.require_admin();
  select * into v_paper from private.papers p where p.id = p_id;
  if v_paper.id is null then perform private.fail('paper_refused'); end if;
  return private.note_look(v_paper, '{"by": "admin"}');
end
$$;
comment on function private.admin_open_paper(uuid) is 'Opens a certificate for an admin: where its file is.';

create function private.agreed_artist(p_lead uuid, p_artist uuid, p_token text) returns public.artists
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_artist public.artists;
begin
  select a.* into v_artist from public.artists a
    where a.id = p_artist and private.has_agreed(p_lead, a.id)
      and case when p_token is not null then private.request_by_token(p_token) = p_lead
        else exists (select from public.lead_records l where l.id = p_lead and l.created_by_user = auth.uid()) end;
  -- One answer for a stranger, another client, and one who chose somebody else.
  if v_artist.id is null then perform private.fail('paper_refused'); end if;
  return v_artist;
end
$$;
comment on function private.agreed_artist(uuid, uuid, text) is
  'The artist whose proposal the caller, by account or by the token of the link, has accepted; refuses everybody else in the same words.';

create function private.agreed_papers(p_lead uuid, p_artist uuid, p_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_artist public.artists := private.agreed_artist(p_lead, p_artist, p_token);
begin
  return jsonb_build_object('insured', v_artist.insured, 'insured_to', v_artist.insured_to);
end
$$;
comment on function private.agreed_papers(uuid, uuid, text) is 'What a client may know of the papers of the artist whom they have chosen.';

create function private.open_certificate(p_lead uuid, p_artist uuid, p_token text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists := private.agreed_artist(p_lead, p_artist, p_token);
  v_paper private.papers;
begin
  select * into v_paper from private.papers p where p.artist_id = v_artist.id and p.state = 'checked';
  if v_paper.id is null then perform private.fail('paper_refused'); end if;
  perform private.rate_limit('paper_look', p_lead::text, private.setting_int('paper_look_limit'), interval '1 day');
  return private.note_look(v_paper, jsonb_build_object('by', 'client', 'lead', p_lead));
end
$$;
comment on function private.open_certificate(uuid, uuid, text) is
  'Opens the checked certificate of the artist whose proposal the caller has accepted: where its file is.';

create function private.needs_papers(p_rows int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('total', (select count(*) from private.papers p where p.state = 'sent'), 'rows', coalesce((
    select jsonb_agg(private.paper_line(p) || jsonb_build_object('artist', a.name, 'own', coalesce(a.user_id = auth.uid(), false))
      order by p.created_at, p.id)
    from (select s.* from private.papers s where s.state = 'sent' order by s.created_at, s.id limit p_rows) p
    join public.artists a on a.id = p.artist_id), '[]'))
$$;
comment on function private.needs_papers(int) is 'Certificates that wait for an admin, the first of them first.';

create function private.paper_mail(p_mail private.mails) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ends_on', p.ends_on) || case when p.reason is null then '{}' else jsonb_build_object('reason', p.reason) end
  from private.papers p
  where p.id = (p_mail.payload ->> 'paper')::uuid
    and p.state = case p_mail.kind when 'paper_sent' then 'sent' when 'paper_refused' then 'refused' else 'checked' end
$$;
comment on function private.paper_mail(private.mails) is 'What a mail shows of a certificate; null where it is another thing by now.';

create function public.my_papers() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.my_papers()
$$;
comment on function public.my_papers() is
  'The caller''s certificates of insurance: [{id, path, insurer, amount, ends_on, state, reason, created_at, decided_at}]. Artists only.';

create function public.send_certificate(p_id uuid, p_path text, p_insurer text, p_amount int, p_ends_on date) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.send_certificate(p_id, p_path, p_insurer, p_amount, p_ends_on)
$$;
comment on function public.send_certificate(uuid, text, text, int, date) is
  'Sends a certificate whose file is in the bucket papers under {artist}/{p_id}.pdf, .webp or .jpg; gives my_papers. p_id makes it safe to repeat.';

create function public.remove_paper(p_id uuid) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.remove_paper(p_id)
$$;
comment on function public.remove_paper(uuid) is 'Takes one of the caller''s certificates away; gives my_papers.';

create function public.decide_paper(p_id uuid, p_accept boolean, p_reason text default null) returns void
  language sql security invoker set search_path = '' as $$
  select private.decide_paper(p_id, p_accept, p_reason)
$$;
comment on function public.decide_paper(uuid, boolean, text) is 'Checks a certificate, or refuses it with a reason. Admins only.';

create function public.admin_open_paper(p_id uuid) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.admin_open_paper(p_id)
$$;
comment on function public.admin_open_paper(uuid) is 'Where the file of a certificate is: {path}; the caller reads it for five minutes. Noted. Admins only.';

create function public.agreed_papers(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.agreed_papers(p_lead, p_artist, p_token)
$$;
comment on function public.agreed_papers(uuid, uuid, text) is
  'What a client sees of the papers of the artist whose proposal they accepted: {insured, insured_to}.';

create function public.open_certificate(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.open_certificate(p_lead, p_artist, p_token)
$$;
comment on function public.open_certificate(uuid, uuid, text) is
  'Where the checked certificate of the artist whose proposal the caller accepted is: {path}; they read it for five minutes. Noted.';

-- Who may call what.
grant execute on function
  private.papers_i_see(), private.agreed_papers(uuid, uuid, text), private.open_certificate(uuid, uuid, text),
  public.agreed_papers(uuid, uuid, text), public.open_certificate(uuid, uuid, text)
  to anon, authenticated;
grant execute on function
  private.may_add_paper(text, text), private.my_papers(), private.send_certificate(uuid, text, text, int, date),
  private.remove_paper(uuid), private.decide_paper(uuid, boolean, text), private.admin_open_paper(uuid),
  public.my_papers(), public.send_certificate(uuid, text, text, int, date), public.remove_paper(uuid),
  public.decide_paper(uuid, boolean, text), public.admin_open_paper(uuid)
  to authenticated;
-- Anybody may say that a public picture should not be there: whoever looks at a page names one of its pictures and why.
-- Admins read it, and dismiss it or take the picture down.
create table private.picture_reports (
  id uuid primary key default gen_random_uuid(),
  picture text not null check (char_length(picture) <= 1000),
  page text not null check (char_length(page) <= 300),
  artist_id uuid references public.artists (id) on delete cascade,
  -- Removing a mural, or a review, does not remove what was said of its pictures: it can come back.
  mural_id uuid references public.murals (id) on delete set null,
  review_id uuid references public.reviews (id) on delete set null,
  reason text not null check (reason in ('not_theirs', 'no_consent', 'offensive', 'other')),
  words text check (char_length(words) between 1 and 1000),
  -- For the answer, and gone with it.
  email text check (private.valid_email(email) and char_length(email) <= 255),
  idempotency_key uuid not null unique,
  created_at timestamptz not null default now(),
  decision text check (decision in ('dismissed', 'taken_down')),
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  check (decision is null or email is null)
);
alter table private.picture_reports enable row level security;
comment on table private.picture_reports is
  'What anybody said of a public picture, by its address and the page that showed it, and what an admin decided. Who said it is not kept, but for an address that wants an answer, until there is one or 180 days have passed; a decided report goes after a year.';
create index picture_reports_open_idx on private.picture_reports (picture) where decision is null;
create index picture_reports_created_idx on private.picture_reports (created_at);
create index picture_reports_email_idx on private.picture_reports (lower(email)) where email is not null;
create index picture_reports_artist_idx on private.picture_reports (artist_id);
create index picture_reports_mural_idx on private.picture_reports (mural_id);
create index picture_reports_review_idx on private.picture_reports (review_id);

create function private.pictures_of_page(p_page text)
  returns table (url text, artist_id uuid, mural_id uuid, review_id uuid)
  language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  v_slug text := substring(p_page from '^/(?:artist|mural)/([a-z0-9-]{1,140})(?:/reviews)?$');
  v_artist public.artists;
  v_newest int;
begin
  if v_slug is null then return; end if;
  if p_page = '/mural/' || v_slug then
    return query select p.picture, m.artist_id, m.id, null::uuid
      from public.murals m, unnest(array[m.image_url, m.before_url] || m.gallery_images) with ordinality p (picture, at)
      where m.slug = v_slug and m.public_visible and p.picture is not null order by p.at;
  elsif p_page like '/artist/%' then
    select * into v_artist from public.artists a where a.slug = v_slug and a.public_visible;
    if p_page = '/artist/' || v_slug then
      v_newest := 3;
      return query select p.picture, v_artist.id, null::uuid, null::uuid
        from unnest(v_artist.profile_photo || v_artist.portfolio_images) with ordinality p (picture, at)
        where p.picture is not null order by p.at;
    end if;
    return query select p.picture, v_artist.id, null::uuid, r.id
      from (select * from public.reviews r where r.artist_id = v_artist.id and r.public_visible
        order by r.created_at desc, r.id limit v_newest) r, unnest(r.pictures) with ordinality p (picture, at)
      order by r.created_at desc, r.id, p.at;
  end if;
end
$$;
comment on function private.pictures_of_page(text) is
  'The uploads that the page of an artist, of a mural or of reviews shows, in its order, and what they belong to; src/site/reported-pictures.ts has the same order. Nothing for another page.';

create function private.page_pictures(p_page text) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(p.url), '[]') from private.pictures_of_page(p_page) p
$$;
comment on function private.page_pictures(text) is 'The addresses of the pictures of a public page, in its order.';

create function private.report_picture(
  p_key uuid, p_page text, p_picture text, p_reason text, p_words text, p_email text
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_words text := private.clean_or_null(p_words);
  v_email text := private.clean_or_null(p_email);
  v_known private.picture_reports;
  v_shown record;
begin
  if p_key is null then perform private.fail('invalid_input'); end if;
  if coalesce(p_reason, '') not in ('not_theirs', 'no_consent', 'offensive', 'other') then perform private.fail('report_reason_required'); end if;
  if p_reason = 'other' and v_words is null then perform private.fail('report_words_required'); end if;
  if char_length(v_words) > 1000 then perform private.fail('report_words_too_long'); end if;
  if not private.valid_email(v_email) then perform private.fail('email_invalid'); end if;
  if char_length(v_email) > 255 then perform private.fail('email_too_long'); end if;
  -- A repetition is free, also once the picture is gone.
  select * into v_known from private.picture_reports r where r.idempotency_key = p_key;
  if not found then
    select * into v_shown from private.pictures_of_page(p_page) p where p.url = p_picture limit 1;
    if not found then perform private.fail('picture_gone'); end if;
    perform private.rate_limit('report_ip', private.client_ip(), private.setting_int('report_ip_limit'), interval '10 minutes');
    if not private.try_rate_limit('report_total', private.setting_int('report_total_limit'), interval '10 minutes') then
      perform private.fail('rate_limited');
    end if;
    insert into private.picture_reports (picture, page, artist_id, mural_id, review_id, reason, words, email, idempotency_key)
      values (p_picture, p_page, v_shown.artist_id, v_shown.mural_id, v_shown.review_id, p_reason, v_words, v_email, p_key)
      on conflict (idempotency_key) do nothing;
    if found then
      -- Once a day for each picture, however many say so.
      perform private.write_mail('picture_reported', md5(p_picture) || ':' || private.today(), r.user_id, null, null, v_shown.artist_id,
          jsonb_build_object('picture', p_picture))
        from public.user_roles r where r.role = 'admin';
      return jsonb_build_object('replayed', false);
    end if;
    select * into v_known from private.picture_reports r where r.idempotency_key = p_key;
  end if;
  if (v_known.picture, v_known.reason, v_known.words) is distinct from (p_picture, p_reason, v_words) then
    perform private.fail('idempotency_conflict');
  end if;
  return jsonb_build_object('replayed', true);
end
$$;
comment on function private.report_picture(uuid, text, text, text, text, text) is
  'Notes what somebody says of a picture that a public page shows, once for each key, and tells the admins. Limited: 10 in 10 minutes a client, 300 altogether, unless set otherwise.';

create function private.delete_old_reporters() returns void
  language sql security definer set search_path = '' as $$
  update private.picture_reports r set email = null
    where r.email is not null and r.created_at < private.clock() - interval '180 days';
  delete from private.picture_reports r
    where r.created_at < private.clock() - interval '1 year' and r.decided_at < private.clock() - interval '1 year'
$$;
comment on function private.delete_old_reporters() is
  'Forgets who waits for an answer after 180 days, and a report a year after it was decided. One look at an index when there is nothing.';

create function private.anonymize_reports() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update private.picture_reports r set email = null where lower(r.email) = lower(old.email);
  return null;
end
$$;
comment on function private.anonymize_reports() is 'An account is gone: what was reported from its confirmed address is kept without it.';

create trigger forget_reports_of after delete on auth.users
  for each row when (old.email_confirmed_at is not null and old.confirmation_sent_at is not null) execute function private.anonymize_reports();

create function public.page_pictures(p_page text) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.page_pictures(p_page)
$$;
comment on function public.page_pictures(text) is 'The addresses of the pictures that a public page shows, in its order: [url].';

create function public.report_picture(
  p_key uuid, p_page text, p_picture text, p_reason text, p_words text default null, p_email text default null
) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.report_picture(p_key, p_page, p_picture, p_reason, p_words, p_email)
$$;
comment on function public.report_picture(uuid, text, text, text, text, text) is
  'Reports a picture of a public page: {replayed}. Reasons: not_theirs, no_consent, offensive, other.';

-- What admins do about reported pictures: look at them, let them be, or take one down. Then it leaves every row that
-- shows it, its file goes as those of other removed pictures do, and its artist is told why.
create function private.is_same_picture(p_a text, p_b text) returns boolean
  language sql immutable set search_path = '' as $$
  -- An address may end in a version.
  select split_part(p_a, '?', 1) = split_part(p_b, '?', 1)
$$;
comment on function private.is_same_picture(text, text) is 'Whether two addresses are of one upload, whatever version they name. Null where one is.';

create function private.without_picture(p_pictures text[], p_picture text) returns text[]
  language sql immutable set search_path = '' as $$
  select coalesce(array_agg(u.url order by u.at), '{}') from unnest(p_pictures) with ordinality u (url, at)
  where private.is_same_picture(u.url, p_picture) is false
$$;
comment on function private.without_picture(text[], text) is 'The pictures of a list in their order, without one of them.';

create function private.without_details(p_details jsonb, p_picture text) returns jsonb
  language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(p_details) d
  where not private.is_same_picture(d.key, p_picture)
$$;
comment on function private.without_details(jsonb, text) is 'What is said of pictures, without one of them.';

create function private.take_down_picture(p_picture text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_keys text[] := private.object_keys(array[p_picture]);
begin
  update public.artists a
    set profile_photo = case when private.is_same_picture(a.profile_photo, p_picture) then null else a.profile_photo end,
      portfolio_images = private.without_picture(a.portfolio_images, p_picture),
      picture_details = private.without_details(a.picture_details, p_picture)
    where exists (select from unnest(a.portfolio_images || a.profile_photo) u where private.is_same_picture(u, p_picture));
  update public.murals m
    set image_url = s.shown[1], gallery_images = s.shown[2:],
      before_url = case when private.is_same_picture(m.before_url, p_picture) then null else m.before_url end,
      picture_details = private.without_details(m.picture_details, p_picture),
      -- A page without any picture is none; its artist finds it among the drafts.
      public_visible = m.public_visible and (cardinality(s.shown) > 0 or m.image_url is null)
    from (select o.id, private.without_picture(o.image_url || o.gallery_images, p_picture) as shown from public.murals o) s
    where s.id = m.id
      and exists (select from unnest(m.gallery_images || array[m.image_url, m.before_url]) u where private.is_same_picture(u, p_picture));
  -- One that was removed can be brought back, but not with this picture.
  update private.deleted_murals r
    set content = r.content || jsonb_build_object(
      'image_url', to_jsonb(s.shown[1]), 'gallery_images', to_jsonb(s.shown[2:]),
      'before_url', case when private.is_same_picture(r.content ->> 'before_url', p_picture) then 'null' else r.content -> 'before_url' end,
      'public_visible', (r.content ->> 'public_visible')::boolean and cardinality(s.shown) > 0)
    from (select o.mural_id, private.without_picture(
        (o.content ->> 'image_url') || array(select jsonb_array_elements_text(o.content -> 'gallery_images')), p_picture) as shown
      from private.deleted_murals o) s
    where s.mural_id = r.mural_id and r.content::text like '%' || split_part(p_picture, '?', 1) || '%';
  -- The files of a review go with their place in it.
  update public.reviews r set pictures = private.without_picture(r.pictures, p_picture)
    where exists (select from unnest(r.pictures) u where private.is_same_picture(u, p_picture));
  -- As in `private.delete_uploads`; a city keeps its cover, which an admin chose.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
    where o.bucket_id in ('profile-photos', 'portfolio-images') and o.bucket_id || '/' || o.name = any (v_keys)
      and not exists (select from public.cities c where private.is_same_picture(c.cover_photo, p_picture));
  perform set_config('storage.allow_delete_query', 'false', true);
end
$$;
comment on function private.take_down_picture(text) is
  'Takes an upload out of every profile, mural and review, drafts and removed ones too, with its file. A mural whose cover it was shows the next picture; one that has none is a draft again.';

create function private.decide_picture_report(p_report uuid, p_action text, p_reason text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_report private.picture_reports;
  v_reason text := private.clean_or_null(p_reason);
  v_decision text;
  v_open private.picture_reports;
begin
  perform private.require_admin();
  v_decision := case p_action when 'dismiss' then 'dismissed' when 'take_down' then 'taken_down' end;
  if v_decision is null then perform private.fail('invalid_input'); end if;
  select * into v_report from private.picture_reports r where r.id = p_report for update;
  if v_report.id is null then perform private.fail('report_unknown'); end if;
  if v_report.decision = v_decision then return jsonb_build_object('decided', 0); end if;
  if v_report.decision is not null then perform private.fail('move_refused'); end if;
  if v_decision = 'taken_down' then
    if v_reason is null then perform private.fail('reason_required'); end if;
    if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
    perform private.take_down_picture(v_report.picture);
    -- What a client shows in a review is not the artist's to answer for.
    if v_report.review_id is null then
      perform private.write_mail('picture_taken_down', md5(v_report.picture) || ':' || v_report.id, a.user_id, null, null, a.id,
          jsonb_build_object('reason', v_reason, 'mural', (select m.title from public.murals m where m.id = v_report.mural_id)))
        from public.artists a where a.id = v_report.artist_id and a.user_id is not null;
    end if;
  end if;
  perform private.audit('picture.' || v_decision, coalesce(v_report.artist_id, v_report.mural_id, v_report.id), jsonb_strip_nulls(jsonb_build_object(
    'name', (select a.name from public.artists a where a.id = v_report.artist_id), 'page', v_report.page,
    'reported', v_report.reason, 'reason', v_reason)));
  -- A picture that is down leaves nothing to decide; one that stays is judged by each report.
  for v_open in
    select * from private.picture_reports r
    where r.decision is null and (r.id = p_report or v_decision = 'taken_down' and private.is_same_picture(r.picture, v_report.picture))
    order by r.id for update
  loop
    if v_open.email is not null then
      perform private.write_mail('report_decided', v_open.id::text, null, v_open.email, null, null,
        jsonb_build_object('decision', v_decision, 'page', v_open.page));
    end if;
    update private.picture_reports r set decision = v_decision, decided_at = private.clock(), email = null where r.id = v_open.id;
  end loop;
  update public.notices n set read_at = now()
    where n.kind = 'picture_reported' and n.read_at is null and n.event like 'picture_reported:' || md5(v_report.picture) || ':%'
      and not exists (select from private.picture_reports r where r.picture = v_report.picture and r.decision is null);
  return jsonb_build_object('decided', 1);
end
$$;
comment on function private.decide_picture_report(uuid, text, text) is
  'An admin lets a reported picture be, or takes it down with a reason that its artist is told, which decides all that is open about it. Whoever wants an answer gets it, and is forgotten. Again changes nothing.';

create function private.admin_list_picture_reports(
  p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int
) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.admin_list_page(
    $q$
      select r.id, r.created_at, r.reason, coalesce(a.name, m.title) as about, m.title, a.name as artist
      from private.picture_reports r left join public.artists a on a.id = r.artist_id left join public.murals m on m.id = r.mural_id
      where case $2 when 'open' then r.decision is null when 'dismissed' then r.decision = 'dismissed'
                    when 'taken_down' then r.decision = 'taken_down' else true end
        and ($1 is null or private.bare_text(a.name) like $1 or private.bare_text(m.title) like $1 or private.bare_text(r.words) like $1 or r.email ilike $1 or r.page ilike $1)$q$,
    $q$
      select to_jsonb(r) - '{idempotency_key,artist_id,mural_id,review_id}'::text[] || jsonb_build_object(
        'artist', q.artist, 'mural', q.title, 'by_client', r.review_id is not null,
        'shown', exists (select from private.pictures_of_page(r.page) p where p.url = r.picture),
        'others', (select count(*) from private.picture_reports o where o.picture = r.picture and o.decision is null and o.id <> r.id))
      from private.picture_reports r where r.id = q.id$q$,
    array['open', 'dismissed', 'taken_down']::text[],
    array['created_at', 'reason', 'about']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_picture_reports(text, text, text, boolean, int, int) is
  'Reported pictures with whose they are, whether the page still shows them, and how many others say something of them.';

create function public.decide_picture_report(p_report uuid, p_action text, p_reason text default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.decide_picture_report(p_report, p_action, p_reason)
$$;
comment on function public.decide_picture_report(uuid, text, text) is
  'Decides about a reported picture, dismiss or take_down with a reason: {decided}. Admins only.';

create function public.admin_list_picture_reports(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_list_picture_reports(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_picture_reports(text, text, text, boolean, int, int) is 'Reported pictures. Gives {total, rows}. Admins only.';

-- Who may call what.
grant execute on function
  private.page_pictures(text), private.report_picture(uuid, text, text, text, text, text), public.page_pictures(text),
  public.report_picture(uuid, text, text, text, text, text)
  to anon, authenticated;
grant execute on function
  private.decide_picture_report(uuid, text, text),
  private.admin_list_picture_reports(text, text, text, boolean, int, int),
  public.decide_picture_report(uuid, text, text), public.admin_list_picture_reports(text, text, text, boolean, int, int)
  to authenticated;
-- The admin's first tab (specification, section 2).
create function private.admin_overview() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'artists', (select count(*) from public.artists),
    'artists_public', (select count(*) from public.artists a where a.public_visible),
    'leads', (select count(*) from public.lead_records),
    'leads_last_7_days', (select count(*) from public.lead_records l where l.created_at >= now() - interval '7 days'),
    'held_leads', (select count(*) from public.lead_records l where l.held),
    'cities', (select count(*) from public.cities),
    'user_roles', (select count(*) from public.user_roles),
    'clients', (select count(*) from public.user_roles r where r.role = 'client'));
end
$$;
comment on function private.admin_overview() is 'The counts of the overview.';

create function public.admin_overview() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_overview()
$$;
comment on function public.admin_overview() is 'Counts of artists, leads, cities, roles and clients. Admins only.';

create function private.admin_requests_by_day(p_days int) returns table (day date, leads int)
  language plpgsql stable security definer rows 30 set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select d::date, count(l.id)::int
    from generate_series(private.today() - (least(greatest(coalesce(p_days, 30), 1), 366) - 1), private.today(), interval '1 day') d
    left join public.lead_records l on l.created_at >= private.start_of(d::date) and l.created_at < private.start_of(d::date + 1)
    group by d order by d;
end
$$;
comment on function private.admin_requests_by_day(int) is 'Leads a day up to today, days without one included.';

create function public.admin_requests_by_day(p_days int default 30) returns table (day date, leads int)
  language sql stable security invoker rows 30 set search_path = '' as $$
  select * from private.admin_requests_by_day(p_days)
$$;
comment on function public.admin_requests_by_day(int) is 'How many leads came on each of the last days (1 to 366). Admins only.';

-- The admin's lists of accounts.
create function private.admin_list_users(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.admin_list_page(
    $q$
      select r.user_id as id, u.email::text as email, coalesce(nullif(btrim(u.raw_user_meta_data ->> 'name'), ''), split_part(u.email, '@', 1)) as name, r.role::text as role, r.created_at, coalesce(n.leads, 0) as lead_count
      from public.user_roles r join auth.users u on u.id = r.user_id
      left join (select l.created_by_user, count(*)::int as leads from public.lead_records l group by 1) n on n.created_by_user = r.user_id
      where ($2 is null or r.role::text = $2 or ($2 = 'with_leads' and r.role = 'client' and n.leads > 0))
        and ($1 is null or u.email ilike $1 or private.bare_text(u.raw_user_meta_data ->> 'name') like $1)$q$,
    $q$jsonb_build_object('user_id', q.id, 'email', q.email, 'name', q.name, 'role', q.role, 'created_at', q.created_at, 'lead_count', q.lead_count)$q$,
    array['admin', 'artist', 'client', 'with_leads']::text[],
    array['created_at', 'email', 'name', 'role', 'lead_count']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_users(text, text, text, boolean, int, int) is
  'Accounts with their roles and how many leads each has sent; the filter is a role, or clients with leads.';

create function public.admin_list_users(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_list_users(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_users(text, text, text, boolean, int, int) is
  'Accounts with their roles and how many leads each has sent; the filter is a role, or with_leads. Gives {total, rows}. Admins only.';

-- The admin's lists of what the directory shows.
-- The admin's list of artists says whose page is unclaimed, who was invited and who says that it is theirs.
create function private.admin_list_artists(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.admin_list_page(
    $q$
      select a.id, a.name, a.city, a.state, c.email, a.featured, a.public_visible, a.average_rating, a.created_at
      from public.artists a left join public.artist_contacts c on c.artist_id = a.id
      where case $2 when 'public' then a.public_visible when 'private' then not a.public_visible
                    when 'featured' then a.featured when 'unclaimed' then a.unclaimed
                    when 'claims' then exists (select from private.page_claims p where p.artist_id = a.id and p.state = 'waiting')
                    else true end
        and ($1 is null or private.bare_text(a.name) like $1 or private.bare_text(a.city) like $1 or a.slug ilike $1 or c.email ilike $1)$q$,
    $q$
      select to_jsonb(a) || jsonb_build_object('email', c.email, 'phone', c.phone,
        'invited_at', (select k.invited_at from private.claim_links k where k.artist_id = a.id and a.unclaimed),
        'claims', coalesce((
          select jsonb_agg(jsonb_build_object('id', p.id, 'email', u.email, 'note', p.note, 'created_at', p.created_at) order by p.created_at)
          from private.page_claims p join auth.users u on u.id = p.user_id where p.artist_id = a.id and p.state = 'waiting'), '[]'))
      from public.artists a left join public.artist_contacts c on c.artist_id = a.id where a.id = q.id$q$,
    array['public', 'private', 'featured', 'unclaimed', 'claims']::text[],
    array['created_at', 'name', 'city', 'state', 'email', 'featured', 'public_visible', 'average_rating']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_artists(text, text, text, boolean, int, int) is 'Artists with their contacts.';

create function public.admin_list_artists(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_list_artists(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_artists(text, text, text, boolean, int, int) is 'Artists with their contacts. Gives {total, rows}. Admins only.';

create function private.admin_list_cities(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.admin_list_page(
    $q$
      select c.id, c.city_name, c.state, c.slug, c.artist_count, c.featured, c.created_at from public.cities c
      where ($2 is null or c.featured) and ($1 is null or private.bare_text(c.city_name) like $1 or c.state ilike $1 or c.slug ilike $1)$q$,
    $q$select to_jsonb(c) from public.cities c where c.id = q.id$q$,
    array['featured']::text[],
    array['city_name', 'state', 'slug', 'artist_count', 'featured', 'created_at']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_cities(text, text, text, boolean, int, int) is 'Service areas.';

create function public.admin_list_cities(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_list_cities(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_cities(text, text, text, boolean, int, int) is 'Service areas. Gives {total, rows}. Admins only.';

-- Reading the audit trail.
create function private.admin_list_audit(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.admin_list_page(
    $q$
      select l.id, l.at, l.action, u.email::text as actor_email
      from private.audit_log l left join auth.users u on u.id = l.actor
      where ($2 is null or split_part(l.action, '.', 1) = $2)
        and ($1 is null or l.action ilike $1 or u.email ilike $1 or l.subject::text ilike $1 or private.bare_text(l.detail::text) like $1)$q$,
    $q$
      select jsonb_build_object('id', l.id, 'at', l.at, 'actor', l.actor, 'actor_email', q.actor_email, 'action', l.action,
        'subject', l.subject, 'detail', l.detail)
      from private.audit_log l where l.id = q.id$q$,
    array['lead', 'artist', 'mural', 'picture', 'city', 'role', 'account', 'publish', 'request', 'thread', 'review']::text[],
    array['at', 'action', 'actor_email']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_audit(text, text, text, boolean, int, int) is 'The audit trail; the filter is the part of the action before the dot.';

create function public.admin_list_audit(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_list_audit(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_audit(text, text, text, boolean, int, int) is
  'The audit trail; the filter is the part of the action before the dot. Gives {total, rows}. Admins only.';

-- What admins do about murals: look for them, feature them, take them down with a reason and show them again, and say
-- whose they are. The fields are saved by save_mural.
create function private.mural_for_admin(p_mural uuid) returns public.murals
  language plpgsql security definer set search_path = '' as $$
declare
  v_mural public.murals;
begin
  perform private.require_admin();
  select * into v_mural from public.murals m where m.id = p_mural for update;
  if v_mural.id is null then perform private.fail('mural_unknown'); end if;
  return v_mural;
end
$$;
comment on function private.mural_for_admin(uuid) is 'A mural that an admin is about to change, locked.';

create function private.hide_mural(p_mural uuid, p_reason text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_mural public.murals := private.mural_for_admin(p_mural);
  v_reason text := private.clean_or_null(p_reason);
begin
  if v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  if v_mural.hidden_reason = v_reason then return; end if;
  update public.murals m set public_visible = false, hidden_at = coalesce(m.hidden_at, now()), hidden_reason = v_reason where m.id = p_mural;
  perform private.audit('mural.hidden', p_mural, jsonb_build_object('name', v_mural.title, 'reason', v_reason));
  perform private.write_mail('mural_hidden', p_mural || ':' || md5(v_reason || private.today()), a.user_id, null, null, a.id,
      jsonb_build_object('mural', p_mural))
    from public.artists a where a.id = v_mural.artist_id and a.user_id is not null;
end
$$;
comment on function private.hide_mural(uuid, text) is 'Takes a mural off the pages, with a reason that its artist is told. Its artist cannot bring it back.';

create function private.show_mural(p_mural uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_mural public.murals := private.mural_for_admin(p_mural);
begin
  if v_mural.hidden_at is null then return; end if;
  -- A draft that was never public is its artist's to publish.
  update public.murals m set hidden_at = null, hidden_reason = null, public_visible = m.published_at is not null where m.id = p_mural;
  perform private.audit('mural.shown', p_mural, jsonb_build_object('name', v_mural.title));
end
$$;
comment on function private.show_mural(uuid) is 'Shows a mural again that was taken down.';

create function private.feature_mural(p_mural uuid, p_featured boolean) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_mural public.murals := private.mural_for_admin(p_mural);
begin
  if p_featured is null then perform private.fail('invalid_input'); end if;
  if v_mural.featured = p_featured then return; end if;
  update public.murals m set featured = p_featured where m.id = p_mural;
  perform private.audit('mural.featured', p_mural, jsonb_build_object('name', v_mural.title, 'to', p_featured));
end
$$;
comment on function private.feature_mural(uuid, boolean) is 'Features a mural, or does not any more.';

create function private.give_mural(p_mural uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_mural public.murals := private.mural_for_admin(p_mural);
begin
  if p_artist is not null and not exists (select from public.artists a where a.id = p_artist) then perform private.fail('artist_unknown'); end if;
  if v_mural.artist_id is not distinct from p_artist then return; end if;
  -- The wall of a request is the work of whoever had that request.
  if exists (select from private.finished_walls w where w.mural_id = p_mural) then perform private.fail('move_refused'); end if;
  update public.murals m set artist_id = p_artist where m.id = p_mural;
  perform private.audit('mural.given', p_mural, jsonb_build_object('name', v_mural.title,
    'from', (select a.name from public.artists a where a.id = v_mural.artist_id), 'to', (select a.name from public.artists a where a.id = p_artist)));
end
$$;
comment on function private.give_mural(uuid, uuid) is 'Says whose work a mural is; null for nobody''s of this directory.';

create function private.audit_mural() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  -- Featuring, hiding and giving away have entries of their own.
  v_apart text[] := '{featured,hidden_at,hidden_reason,artist_id,updated_at,published_at}';
begin
  if (new.hidden_at is null) <> (old.hidden_at is null) then v_apart := v_apart || '{public_visible}'; end if;
  if to_jsonb(new) - v_apart <> to_jsonb(old) - v_apart and private.is_admin() then
    perform private.audit('mural.edited', new.id, jsonb_build_object('name', new.title));
  end if;
  return null;
end
$$;
comment on function private.audit_mural() is 'Notes what an admin changes in a mural.';

create trigger murals_audit after update on public.murals
  for each row execute function private.audit_mural();

create function private.admin_list_murals(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.admin_list_page(
    $q$
      select m.id, m.title, a.name as artist, m.city, m.featured, m.public_visible, m.created_at, m.updated_at
      from public.murals m left join public.artists a on a.id = m.artist_id
      where case $2 when 'public' then m.public_visible when 'draft' then not m.public_visible and m.hidden_at is null
                    when 'hidden' then m.hidden_at is not null when 'featured' then m.featured
                    when 'nobody' then m.artist_id is null else true end
        and ($1 is null or private.bare_text(m.title) like $1 or private.bare_text(a.name) like $1 or private.bare_text(m.city) like $1 or m.slug ilike $1)$q$,
    $q$
      select to_jsonb(m) || jsonb_build_object('artist', q.artist, 'artist_slug', case when a.public_visible then a.slug end)
      from public.murals m left join public.artists a on a.id = m.artist_id where m.id = q.id$q$,
    array['public', 'draft', 'hidden', 'featured', 'nobody']::text[],
    array['created_at', 'title', 'artist', 'city', 'featured', 'public_visible', 'updated_at']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_murals(text, text, text, boolean, int, int) is 'Murals, drafts and hidden ones too, with whose they are.';

create function public.hide_mural(p_mural uuid, p_reason text) returns void
  language sql security invoker set search_path = '' as $$
  select private.hide_mural(p_mural, p_reason)
$$;
comment on function public.hide_mural(uuid, text) is 'Takes a mural off the pages, with a reason that its artist is told. Admins only.';

create function public.show_mural(p_mural uuid) returns void
  language sql security invoker set search_path = '' as $$
  select private.show_mural(p_mural)
$$;
comment on function public.show_mural(uuid) is 'Shows a hidden mural again. Admins only.';

create function public.feature_mural(p_mural uuid, p_featured boolean) returns void
  language sql security invoker set search_path = '' as $$
  select private.feature_mural(p_mural, p_featured)
$$;
comment on function public.feature_mural(uuid, boolean) is 'Features a mural, or does not any more. Admins only.';

create function public.give_mural(p_mural uuid, p_artist uuid) returns void
  language sql security invoker set search_path = '' as $$
  select private.give_mural(p_mural, p_artist)
$$;
comment on function public.give_mural(uuid, uuid) is 'Says whose work a mural is; null for nobody''s. Admins only.';

create function public.admin_list_murals(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_list_murals(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_murals(text, text, text, boolean, int, int) is 'Murals with whose they are. Gives {total, rows}. Admins only.';

-- Who may call what.
grant execute on function
  private.admin_overview(), public.admin_overview(), private.admin_requests_by_day(int), public.admin_requests_by_day(int),
  private.admin_list_users(text, text, text, boolean, int, int),
  public.admin_list_users(text, text, text, boolean, int, int),
  private.admin_list_artists(text, text, text, boolean, int, int),
  public.admin_list_artists(text, text, text, boolean, int, int),
  private.admin_list_cities(text, text, text, boolean, int, int),
  public.admin_list_cities(text, text, text, boolean, int, int),
  private.admin_list_audit(text, text, text, boolean, int, int),
  public.admin_list_audit(text, text, text, boolean, int, int), private.hide_mural(uuid, text),
  private.show_mural(uuid), private.feature_mural(uuid, boolean), private.give_mural(uuid, uuid),
  private.admin_list_murals(text, text, text, boolean, int, int), public.hide_mural(uuid, text),
  public.show_mural(uuid), public.feature_mural(uuid, boolean), public.give_mural(uuid, uuid),
  public.admin_list_murals(text, text, text, boolean, int, int)
  to authenticated;
-- The admin's view of leads, and the two things an admin does with one.
create function private.admin_assign_request(p_lead uuid, p_artists uuid[], p_read uuid[]) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  -- A null among them would make every comparison below unknown.
  v_read uuid[] := array_remove(p_read, null);
  v_ids uuid[];
begin
  perform private.require_admin();
  perform from public.lead_records l where l.id = p_lead for update;
  if not found then perform private.fail('invalid_input', 'lead'); end if;
  select coalesce(array_agg(x order by x), '{}') into v_ids from (
    select y from unnest(p_artists) y where y is not null and (v_read is null or y <> all (v_read))
    union
    select a.artist_id from public.lead_assignments a
    where a.lead_id = p_lead and v_read is not null and (a.artist_id = any (p_artists) or a.artist_id <> all (v_read))) merged (x);
  if cardinality(v_ids) > 10 then perform private.fail('invalid_input', 'artists'); end if;
  if cardinality(v_ids) <> (select count(*) from public.artists a where a.id = any (v_ids)) then perform private.fail('artist_unknown'); end if;

  delete from public.lead_assignments a where a.lead_id = p_lead and a.artist_id <> all (v_ids);
  insert into public.lead_assignments (lead_id, artist_id) select p_lead, x from unnest(v_ids) x on conflict do nothing;
  update public.lead_records l set held = false where l.id = p_lead and l.held and cardinality(v_ids) > 0;
  -- The admin has decided: the sender's own choice would come too late.
  update private.request_intake i set selected_at = coalesce(i.selected_at, now()) where i.lead_id = p_lead;
  perform private.audit('lead.assigned', p_lead, jsonb_build_object('artists', v_ids));
  return jsonb_build_object('assigned', cardinality(v_ids), 'artists', coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name) from public.artists a where a.id = any (v_ids)), '[]'));
end
$$;
comment on function private.admin_assign_request(uuid, uuid[], uuid[]) is
  'Makes exactly these artists (at most 10) have the lead; who stays keeps their status. With p_read it adds and removes those in which p_artists differs from that: whom another admin added or removed since stays so. Assigning a held lead releases it.';

create function private.admin_release_request(p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead public.lead_records;
  v_asked uuid[];
begin
  perform private.require_admin();
  update public.lead_records l set held = false where l.id = p_lead and l.held returning * into v_lead;
  if v_lead.id is null then perform private.fail('invalid_input', 'lead'); end if;
  select i.asked_artists into v_asked from private.request_intake i where i.lead_id = p_lead;
  if v_lead.kind = 'consultation' and exists (select from public.artists a where a.id = v_asked[1] and a.public_visible) then
    -- A call was asked of this artist alone.
    insert into public.lead_assignments (lead_id, artist_id) values (p_lead, v_asked[1]) on conflict do nothing;
  else
    perform private.offer_artists(p_lead, v_asked);
  end if;
  perform private.audit('lead.released', p_lead, jsonb_build_object('reason', (select r.held_reason from private.request_reasons r where r.lead_id = p_lead)));
  return jsonb_build_object('id', p_lead, 'matches', private.request_matches(p_lead));
end
$$;
comment on function private.admin_release_request(uuid) is
  'Takes a lead out of quarantine: a call goes to the artist who was asked, for a quote it gives those that fit, for the admin to assign.';

create function public.admin_assign_request(p_lead uuid, p_artists uuid[], p_read uuid[] default null) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.admin_assign_request(p_lead, p_artists, p_read)
$$;
comment on function public.admin_assign_request(uuid, uuid[], uuid[]) is
  'Sets who has a lead; with p_read it keeps what others changed since: {assigned, artists: [{id, name}]}. Admins only.';

create function public.admin_release_request(p_lead uuid) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.admin_release_request(p_lead)
$$;
comment on function public.admin_release_request(uuid) is 'Releases a held lead: {id, matches}. Admins only.';

-- The admin's list of leads as it opens: newest first, nothing searched or filtered. The page is read from an index, and
-- only its rows are joined; the list in general joins and sorts all leads first.
create function private.admin_newest_requests(p_limit int, p_offset int) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'total', (select count(*) from public.lead_records),
    'rows', coalesce((
      select jsonb_agg((select v.lead from private.admin_requests v where v.id = q.id) order by q.created_at desc, q.id)
      from (
        select l.id, l.created_at from public.lead_records l order by l.created_at desc, l.id
        limit least(greatest(coalesce(p_limit, 25), 1), 1000) offset greatest(coalesce(p_offset, 0), 0)
      ) q), '[]'));
end
$$;
comment on function private.admin_newest_requests(int, int) is 'What admin_list_requests gives without a search and a filter, newest first.';

create function private.is_own_address(p_lead uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from private.request_senders s where s.lead_id = p_lead and s.proven_by = 'link')
    or exists (select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id join auth.users u on u.id = l.created_by_user
      where l.id = p_lead and u.email_confirmed_at is not null and u.confirmation_sent_at is not null
        and private.mailbox(u.email) = private.mailbox(c.email))
$$;
comment on function private.is_own_address(uuid) is
  'Whether the sender of a request reads its address: they opened the link that was emailed, or confirmed their account.';

create view private.admin_requests with (security_invoker = true) as
select l.id, to_jsonb(l) || jsonb_build_object('held_reason', w.held_reason, 'reference', r.reference, 'merged_into', w.merged_into,
  'proven', private.is_own_address(l.id),
  'assignments', coalesce((
    select jsonb_agg(jsonb_build_object('artist_id', a.id, 'name', a.name, 'status', s.status, 'state', s.state,
      'reported', exists (select from private.conversation_reports t where t.lead_id = s.lead_id and t.artist_id = s.artist_id)) order by a.name)
    from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]')) as lead
from private.requests_in_full l join public.lead_records r on r.id = l.id left join private.request_reasons w on w.lead_id = l.id;
comment on view private.admin_requests is 'A lead as the admin''s list shows it, with the artists who have it.';

-- One request for an admin: the row of the list, what admins noted about it, and three artists who would suit it.
create table private.request_notes (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.lead_records (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  body text not null check (char_length(body) between 1 and 1000),
  created_at timestamptz not null default now()
);
alter table private.request_notes enable row level security;
comment on table private.request_notes is 'What admins note about a request, for each other alone. Goes with the request, and with whoever asked.';
create index request_notes_lead_idx on private.request_notes (lead_id, created_at);
create index request_notes_author_idx on private.request_notes (author);

create function private.delete_request_notes() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.request_notes n using gone g where n.lead_id = g.lead_id;
  return null;
end
$$;
comment on function private.delete_request_notes() is 'Whoever asked was erased from a request: what admins noted about it is not kept.';

create trigger lead_contacts_delete_request_notes after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.delete_request_notes();

create function private.chosen_requests(p_leads uuid[]) returns uuid[]
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_leads uuid[];
begin
  perform private.require_admin();
  select coalesce(array_agg(distinct x order by x), '{}') into v_leads from unnest(p_leads) x where x is not null;
  if cardinality(v_leads) = 0 then perform private.fail('invalid_input', 'leads'); end if;
  if cardinality(v_leads) > 100 then perform private.fail('leads_too_many'); end if;
  if cardinality(v_leads) <> (select count(*) from public.lead_records l where l.id = any (v_leads)) then
    perform private.fail('invalid_input', 'leads');
  end if;
  return v_leads;
end
$$;
comment on function private.chosen_requests(uuid[]) is 'The requests that an admin has chosen, each once and in order: 1 to 100 that exist.';

create function private.add_request_notes(p_leads uuid[], p_note text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_leads uuid[] := private.chosen_requests(p_leads);
  v_note text := private.clean_or_null(p_note);
  v_row private.request_notes;
begin
  if v_note is null then perform private.fail('note_required'); end if;
  if char_length(v_note) > 1000 then perform private.fail('note_too_long'); end if;
  for v_row in
    insert into private.request_notes (lead_id, author, body)
      select c.lead_id, auth.uid(), v_note from public.lead_contacts c where c.lead_id = any (v_leads) order by c.lead_id
      returning *
  loop
    -- What it says is not in the trail, which outlives whoever asked.
    perform private.audit('lead.noted', v_row.lead_id, jsonb_build_object('note', v_row.id));
  end loop;
  return jsonb_build_object('noted', cardinality(v_leads));
end
$$;
comment on function private.add_request_notes(uuid[], text) is 'Notes the same about each of the chosen requests; nobody but admins reads it.';

create function private.delete_request_note(p_note uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid;
begin
  perform private.require_admin();
  delete from private.request_notes n where n.id = p_note returning n.lead_id into v_lead;
  if v_lead is null then return; end if;
  perform private.audit('lead.note_removed', v_lead, jsonb_build_object('note', p_note));
end
$$;
comment on function private.delete_request_note(uuid) is 'Removes a note about a request; that there was one stays in the audit trail. Again changes nothing.';

create function private.artist_card(p_artist uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'name', a.name, 'slug', a.slug, 'city', a.city, 'state', a.state,
    'styles', to_jsonb(a.styles[1:4]), 'profile_photo', a.profile_photo, 'email', c.email, 'public_visible', a.public_visible,
    'open_requests', (
      select count(*) from public.lead_assignments s
      join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
      where s.artist_id = a.id and s.state in ('sent', 'seen', 'talking', 'proposed')))
  from public.artists a left join public.artist_contacts c on c.artist_id = a.id
  where a.id = p_artist
$$;
comment on function private.artist_card(uuid) is
  'An artist as an admin chooses one: enough to tell two of a name apart, and how many requests they have under way.';

create function private.suggestions_for(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  -- A held request is not for artists: releasing it comes first.
  select coalesce(jsonb_agg(private.artist_card(s.artist_id) || jsonb_build_object('reason', s.reason) order by s.rank), '[]')
  from public.lead_records l cross join lateral private.request_suggestions(l.id, 3) s
  where l.id = p_lead and not l.held and l.withdrawn_at is null
$$;
comment on function private.suggestions_for(uuid) is 'Up to three artists who suit a request and do not have it, with why.';

create function private.admin_request(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead jsonb;
begin
  perform private.require_admin();
  select v.lead into v_lead from private.admin_requests v where v.id = p_lead;
  if v_lead is null then return null; end if;
  return jsonb_build_object('lead', v_lead,
    'suggestions', private.suggestions_for(p_lead),
    'doubles', private.request_duplicates(p_lead),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'author', u.email, 'created_at', n.created_at)
        order by n.created_at desc, n.id)
      from private.request_notes n left join auth.users u on u.id = n.author where n.lead_id = p_lead), '[]'));
end
$$;
comment on function private.admin_request(uuid) is
  'One request with three artists who would suit it, what admins noted, and other requests of the same person. Null for none.';

create function private.admin_suggestions(p_leads uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('lead_id', x.id, 'suggestions', private.suggestions_for(x.id))), '[]')
  from unnest(private.chosen_requests(p_leads)) x (id)
$$;
comment on function private.admin_suggestions(uuid[]) is 'Of up to 100 requests, for each the artists who suit it.';

create function public.admin_suggestions(p_leads uuid[]) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_suggestions(p_leads)
$$;
comment on function public.admin_suggestions(uuid[]) is 'Up to three artists who suit each of these requests: [{lead_id, suggestions}]. Admins only.';

create function private.admin_find_artists(p_search text, p_limit int) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_like text := private.like_pattern(p_search);
begin
  perform private.require_admin();
  return coalesce((
    select jsonb_agg(private.artist_card(q.id) order by q.begins desc, q.name, q.id)
    from (
      select a.id, a.name, coalesce(private.bare_text(a.name) like substr(v_like, 2), false) as begins
      from public.artists a left join public.artist_contacts c on c.artist_id = a.id
      where v_like is not null
        and (private.bare_text(a.name) like v_like or private.bare_text(a.city) like v_like or a.slug ilike v_like or c.email ilike v_like)
      order by 3 desc, a.name, a.id limit least(greatest(coalesce(p_limit, 10), 1), 50)
    ) q), '[]');
end
$$;
comment on function private.admin_find_artists(text, int) is 'Artists whose name, city, slug or e-mail holds the text, those whose name begins with it first.';

create function public.admin_request(p_lead uuid) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_request(p_lead)
$$;
comment on function public.admin_request(uuid) is 'One request: {lead, suggestions, notes}, or null. Admins only.';

create function public.add_request_notes(p_leads uuid[], p_note text) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.add_request_notes(p_leads, p_note)
$$;
comment on function public.add_request_notes(uuid[], text) is 'Notes something about up to 100 requests, for admins alone: {noted}. Admins only.';

create function public.delete_request_note(p_note uuid) returns void
  language sql security invoker set search_path = '' as $$
  select private.delete_request_note(p_note)
$$;
comment on function public.delete_request_note(uuid) is 'Removes a note about a request. Admins only.';

create function public.admin_find_artists(p_search text, p_limit int default 10) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_find_artists(p_search, p_limit)
$$;
comment on function public.admin_find_artists(text, int) is
  'Artists by name, city, slug or e-mail, each with photo, city, styles, e-mail and how many requests they have under way. Admins only.';

-- The admin's list of requests, narrowed by city, style, budget and days as well, and found by telephone number.
create function private.phone_pattern(p_search text) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  v_digits text := regexp_replace(p_search, '\D', '', 'g');
begin
  -- Whoever has other signs in it is looking for something else; three digits are in every number.
  if p_search !~ '^[\d\s().+/-]+$' or char_length(v_digits) < 4 then return null; end if;
  return '%' || case when v_digits ~ '^1\d{10}$' then substr(v_digits, 2) else v_digits end || '%';
end
$$;
comment on function private.phone_pattern(text) is
  'A pattern for the digits of a telephone number, however it is written and with or without the 1 of the country; null for what is none.';

create function private.admin_list_requests(
  p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int,
  p_city text, p_style text, p_budget text, p_from date, p_until date
) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_search text := private.clean_or_null(p_search);
  v_filter text := private.clean_or_null(p_filter);
  v_phone text := private.phone_pattern(p_search);
  v_only text := concat_ws(' and ', 'true',
    'lower(l.city) = lower(' || quote_literal(private.clean_or_null(p_city)) || ')',
    'l.style_preference = ' || quote_literal(private.clean_or_null(p_style)),
    'l.budget_range = ' || quote_literal(private.clean_or_null(p_budget)),
    'l.created_at >= ' || quote_literal(private.start_of(p_from)) || '::timestamptz',
    'l.created_at < ' || quote_literal(private.start_of(p_until + 1)) || '::timestamptz');
begin
  if v_search is null and v_filter is null and v_only = 'true'
    and coalesce(private.clean_or_null(p_sort), 'created_at') = 'created_at' and coalesce(p_desc, true) then
    return private.admin_newest_requests(p_limit, p_offset);
  end if;
  return private.admin_list_page(
    format($q$
      select l.id, l.created_at, l.city, l.kind::text as kind, l.style_preference, l.budget_range, c.name, c.email, l.held,
             coalesce(s.furthest, 'new')::text as status
      from public.lead_records l
      left join public.lead_contacts c on c.lead_id = l.id
      left join private.request_progress s on s.lead_id = l.id
      where case $2 when 'held' then l.held when 'withdrawn' then l.withdrawn_at is not null
                    when 'unassigned' then s.lead_id is null and not l.held and l.withdrawn_at is null
                    when 'unanswered' then s.unanswered and not l.held and l.withdrawn_at is null
                    when 'reported' then exists (select from private.conversation_reports t where t.lead_id = l.id)
                    when 'proposed' then s.proposed when 'accepted' then s.accepted
                    when 'new' then coalesce(s.furthest, 'new') = 'new' and not l.held when 'in_review' then s.furthest = 'in_review'
                    when 'completed' then s.furthest = 'completed' else true end
        and %s
        and ($1 is null or private.bare_text(c.name) like $1 or c.email ilike $1 or private.bare_text(l.city) like $1 or private.bare_text(l.project_description) like $1
          or l.reference ilike $1%s)$q$,
      v_only, ' or regexp_replace(c.phone, ''\D'', '''', ''g'') like ' || quote_literal(v_phone)),
    'select v.lead from private.admin_requests v where v.id = q.id',
    array['new', 'in_review', 'completed', 'held', 'unassigned', 'unanswered', 'proposed', 'accepted', 'withdrawn', 'reported']::text[],
    array['created_at', 'city', 'kind', 'style_preference', 'budget_range', 'name', 'email', 'status', 'held']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset);
end
$$;
comment on function private.admin_list_requests(text, text, text, boolean, int, int, text, text, text, date, date) is
  'All leads with the artists who have them; new, in_review and completed go by the furthest artist; a held one is only held.';

create function public.admin_list_requests(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0, p_city text default null, p_style text default null, p_budget text default null, p_from date default null,
  p_until date default null
) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_list_requests(p_search, p_filter, p_sort, p_desc, p_limit, p_offset, p_city, p_style, p_budget, p_from, p_until)
$$;
comment on function public.admin_list_requests(text, text, text, boolean, int, int, text, text, text, date, date) is
  'All leads with the artists who have them, {total, rows}; searched in names, e-mails, telephone numbers, cities, texts and references, and narrowed by state, city, style, budget and days. Admins only.';

create function private.admin_request_cities() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return coalesce((
    select jsonb_agg(q.city order by q.city)
    from (select min(l.city) as city from public.lead_records l where l.city <> '' group by lower(l.city) order by count(*) desc, 1 limit 200) q), '[]');
end
$$;
comment on function private.admin_request_cities() is 'The cities that requests are about, each in one spelling; the 200 with the most.';

create function public.admin_request_cities() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_request_cities()
$$;
comment on function public.admin_request_cities() is 'The cities that requests are about, in order. Admins only.';

-- Who may call what.
grant execute on function
  private.admin_assign_request(uuid, uuid[], uuid[]), private.admin_release_request(uuid), public.admin_assign_request(uuid, uuid[], uuid[]),
  public.admin_release_request(uuid), private.add_request_notes(uuid[], text), private.delete_request_note(uuid),
  private.admin_suggestions(uuid[]), public.admin_suggestions(uuid[]),
  private.admin_request(uuid), private.admin_find_artists(text, int), public.admin_request(uuid),
  public.add_request_notes(uuid[], text), public.delete_request_note(uuid), public.admin_find_artists(text, int),
  private.admin_list_requests(text, text, text, boolean, int, int, text, text, text, date, date),
  public.admin_list_requests(text, text, text, boolean, int, int, text, text, text, date, date),
  private.admin_request_cities(), public.admin_request_cities()
  to authenticated;
-- What an admin does with several requests at once: give them to an artist, and remind who has not answered.
create function private.assign_requests(p_leads uuid[], p_artist uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_leads uuid[] := private.chosen_requests(p_leads);
  v_lead public.lead_records;
  v_has uuid[];
  v_assigned int := 0;
begin
  if not exists (select from public.artists a where a.id = p_artist) then perform private.fail('artist_unknown'); end if;
  -- In the order of ids, so that two admins at once do not wait for each other.
  for v_lead in select l.* from public.lead_records l where l.id = any (v_leads) order by l.id for update loop
    select coalesce(array_agg(a.artist_id), '{}') into v_has from public.lead_assignments a where a.lead_id = v_lead.id;
    continue when v_lead.withdrawn_at is not null or p_artist = any (v_has) or cardinality(v_has) >= 10;
    perform private.admin_assign_request(v_lead.id, v_has || p_artist, null);
    v_assigned := v_assigned + 1;
  end loop;
  return jsonb_build_object('assigned', v_assigned, 'left', cardinality(v_leads) - v_assigned);
end
$$;
comment on function private.assign_requests(uuid[], uuid) is
  'Gives an artist each of the chosen requests; left are those that are withdrawn, that the artist has, and that ten artists have.';

create function private.remind_artists(p_leads uuid[]) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_leads uuid[] := private.chosen_requests(p_leads);
  v_lead uuid;
  v_artists uuid[];
  v_reminded int := 0;
begin
  foreach v_lead in array v_leads loop
    -- One after the other: of two at once, the second finds the artists reminded.
    perform from public.lead_records l where l.id = v_lead for no key update;
    select array_agg(a.id order by a.id) into v_artists
      from private.artists_without_answer(v_lead) silent (id) join public.artists a on a.id = silent.id and a.user_id is not null
      where not exists (select from public.notices n
        where n.user_id = a.user_id and n.kind = 'lead_waiting' and n.lead_id = v_lead and n.artist_id = a.id
          -- The reminder that goes out by itself after a day counts as well.
          and (n.event = 'lead_waiting:' || v_lead || ':' || a.id || ':' || private.today()
            or n.created_at >= date_trunc('day', now()) and n.event = 'lead_waiting:' || v_lead || ':' || a.id));
    continue when v_artists is null;
    perform private.write_mail('lead_waiting', v_lead || ':' || a.id || ':' || private.today(), a.user_id, null, v_lead, a.id,
        jsonb_build_object('artist_ids', array[a.id], 'by_admin', true))
      from public.artists a where a.id = any (v_artists);
    perform private.audit('lead.reminded', v_lead, jsonb_build_object('artists', v_artists));
    v_reminded := v_reminded + cardinality(v_artists);
  end loop;
  return jsonb_build_object('reminded', v_reminded);
end
$$;
comment on function private.remind_artists(uuid[]) is
  'Tells each artist who has not answered that a request waits, at most once a day for each artist and request.';

create function public.assign_requests(p_leads uuid[], p_artist uuid) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.assign_requests(p_leads, p_artist)
$$;
comment on function public.assign_requests(uuid[], uuid) is 'Gives an artist up to 100 requests: {assigned, left}. Admins only.';

create function public.remind_artists(p_leads uuid[]) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.remind_artists(p_leads)
$$;
comment on function public.remind_artists(uuid[]) is 'Reminds the silent artists of up to 100 requests, once a day: {reminded}. Admins only.';

-- Two requests of one person become one: the other is closed and leads to it. Nothing moves that could be lost on the
-- way: conversations, proposals and pictures stay readable where they were, and their artists get the one that goes on.
create function private.same_person(p_a uuid, p_b uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select coalesce(a.created_by_user = b.created_by_user, false) or private.mailbox(ca.email) = private.mailbox(cb.email)
  from public.lead_records a
  join public.lead_contacts ca on ca.lead_id = a.id
  cross join public.lead_records b
  join public.lead_contacts cb on cb.lead_id = b.id
  where a.id = p_a and b.id = p_b
$$;
comment on function private.same_person(uuid, uuid) is
  'Whether two requests say that one person sent them: by account or address. Who has proven it, private.is_proven_pair says.';

create function private.close_duplicate(p_lead uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid;
begin
  for v_artist in select a.artist_id from public.lead_assignments a where a.lead_id = p_lead order by a.artist_id loop
    perform private.move_assignment(p_lead, v_artist, 'close', 'client');
  end loop;
  -- What was not told yet would lead to a closed request.
  delete from private.mails m where m.lead_id = p_lead and m.state = 'waiting' and m.kind <> 'request_link';
end
$$;
comment on function private.close_duplicate(uuid) is 'Ends a request for each artist who has it, without a word: who is at it has the other one.';

create function private.merge_requests(p_keep uuid, p_double uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_new uuid[];
begin
  perform private.require_admin();
  -- Both in the order of ids, as everywhere.
  perform from public.lead_records l where l.id in (p_keep, p_double) order by l.id for update;
  if exists (select from private.request_reasons r where r.lead_id = p_double and r.merged_into = p_keep) then
    return jsonb_build_object('id', p_keep, 'replayed', true);
  end if;
  if p_keep = p_double or private.same_person(p_keep, p_double) is not true then perform private.fail('leads_differ'); end if;
  if private.is_proven_pair(p_keep, p_double) is not true then perform private.fail('person_unproven'); end if;
  if exists (select from public.lead_records l where l.id in (p_keep, p_double) and l.withdrawn_at is not null) then
    perform private.fail('request_withdrawn');
  end if;
  if exists (select from public.lead_assignments a where a.lead_id = p_double and a.state in ('accepted', 'completed')) then
    perform private.fail('double_decided');
  end if;

  -- Who is at it goes on with the other one, as far as they are; dated as before, so that nobody is told of a new request.
  with moved as (
    insert into public.lead_assignments (lead_id, artist_id, status, created_at, updated_at, seen_at, answered_at)
      select p_keep, a.artist_id, a.status, a.created_at, a.updated_at, a.seen_at, a.answered_at
      from public.lead_assignments a
      where a.lead_id = p_double and a.state in ('sent', 'seen', 'talking', 'proposed')
        and not exists (select from public.lead_assignments k where k.lead_id = p_keep and k.artist_id = a.artist_id)
      order by a.created_at
      limit greatest(0, 10 - (select count(*) from public.lead_assignments k where k.lead_id = p_keep))
      returning artist_id)
  select coalesce(array_agg(m.artist_id order by m.artist_id), '{}') into v_new from moved m;
  perform private.close_duplicate(p_double);
  insert into private.request_reasons (lead_id, merged_into) values (p_double, p_keep)
    on conflict (lead_id) do update set merged_into = excluded.merged_into;
  update public.lead_records l set withdrawn_at = now() where l.id = p_double;
  update public.lead_records l set held = false where l.id = p_keep and l.held and cardinality(v_new) > 0;
  update private.request_notes n set lead_id = p_keep where n.lead_id = p_double;
  perform private.audit('lead.merged', p_keep, jsonb_build_object('double', p_double, 'artists', v_new));
  perform private.audit('lead.merged', p_double, jsonb_build_object('into', p_keep));
  return jsonb_build_object('id', p_keep, 'replayed', false);
end
$$;
comment on function private.merge_requests(uuid, uuid) is
  'Closes a double of a request for everybody and links it; its artists who are at it get the one that goes on, as far as they are. Both are of one person who has proven it. Again changes nothing.';

create function public.merge_requests(p_keep uuid, p_double uuid) returns jsonb
  language sql security invoker set search_path = '' as $$
  select private.merge_requests(p_keep, p_double)
$$;
comment on function public.merge_requests(uuid, uuid) is
  'Makes one of two requests of a person: the second is closed and leads to the first: {id, replayed}. Admins only.';

create function private.request_duplicates(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg((select v.lead from private.admin_requests v where v.id = o.id) || jsonb_build_object(
      'mergeable', private.is_proven_pair(p_lead, o.id)) order by o.created_at desc, o.id), '[]')
  from (
    select l.id, l.created_at
    from public.lead_records l
    where l.id <> p_lead and l.id in (
        select c.lead_id from public.lead_contacts c
        where lower(c.email) = (select lower(m.email) from public.lead_contacts m where m.lead_id = p_lead)
        union
        select s.id from public.lead_records s
        where s.created_by_user = (select m.created_by_user from public.lead_records m where m.id = p_lead))
      and (l.withdrawn_at is null or l.id in (select r.lead_id from private.request_reasons r where r.merged_into = p_lead))
    order by l.created_at desc, l.id limit 5
  ) o
$$;
comment on function private.request_duplicates(uuid) is
  'The five latest other requests of the account or the address of one: open ones, and those that were merged into it.';

-- Equal typed addresses are not the same person: two requests become one only where both are proven to be of one.
create function private.is_proven_pair(p_a uuid, p_b uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select coalesce(a.created_by_user = b.created_by_user, false) or private.is_own_address(a.id) and private.is_own_address(b.id)
  from public.lead_records a cross join public.lead_records b where a.id = p_a and b.id = p_b
$$;
comment on function private.is_proven_pair(uuid, uuid) is
  'Whether both of two requests with one address are proven to be of whoever reads it, or came from one account.';

-- Who may call what.
grant execute on function
  private.assign_requests(uuid[], uuid), private.remind_artists(uuid[]), public.assign_requests(uuid[], uuid),
  public.remind_artists(uuid[]), public.merge_requests(uuid, uuid), private.merge_requests(uuid, uuid)
  to authenticated;
-- Admins find what was reported, read it, and open it again or leave it closed.
create function private.admin_dismiss_reports(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist;
  if not found then return; end if;
  perform private.audit('thread.dismissed', p_lead, jsonb_build_object('artist', p_artist));
  update public.notices n set read_at = now()
    where n.kind = 'thread_reported' and n.lead_id = p_lead and n.read_at is null
      and not exists (select from private.conversation_reports r where r.lead_id = p_lead);
end
$$;
comment on function private.admin_dismiss_reports(uuid, uuid) is
  'An admin has looked at a report and found nothing wrong: both sides see the conversation again, and can write. Again changes nothing.';

create function public.admin_dismiss_reports(p_lead uuid, p_artist uuid) returns void
  language sql security invoker set search_path = '' as $$
  select private.admin_dismiss_reports(p_lead, p_artist)
$$;
comment on function public.admin_dismiss_reports(uuid, uuid) is 'Opens a reported conversation again. Admins only.';

-- Who may call what.
grant execute on function
  private.admin_dismiss_reports(uuid, uuid), public.admin_dismiss_reports(uuid, uuid)
  to authenticated;
-- What admins see of the mails, and what they can do about one.
create function private.resend_mail(p_id bigint) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_mail private.mails;
begin
  perform private.require_admin();
  update private.mails m
    set state = 'waiting', attempts = 0, first_tried_at = null, next_attempt_at = now(), sent_at = null,
      -- Mailboxes drop what has an identity that they have seen.
      message_id = case m.state when 'sent' then gen_random_uuid() else m.message_id end
    where m.id = p_id and m.state in ('sent', 'failed')
    returning m.* into v_mail;
  if v_mail.id is null then perform private.fail('invalid_input', 'mail'); end if;
  if v_mail.lead_id is not null and (select k.linked from private.mail_kinds k where k.kind = v_mail.kind) then
    update private.mails m
      set payload = m.payload || jsonb_build_object('link', private.request_path(private.request_token(v_mail.lead_id)))
      where m.id = v_mail.id;
  end if;
  perform private.audit('mail.resent', v_mail.lead_id, jsonb_build_object('mail', v_mail.id, 'kind', v_mail.kind));
  perform pg_notify('mails', '');
  return v_mail.state;
end
$$;
comment on function private.resend_mail(bigint) is
  'Sends a mail again that was sent or has failed, with a link that opens; the second is a mail of its own when the first was sent. The link shows itself to nobody but whom it goes to.';

create function public.resend_mail(p_id bigint) returns text
  language sql security invoker set search_path = '' as $$
  select private.resend_mail(p_id)
$$;
comment on function public.resend_mail(bigint) is 'Puts a sent or failed mail back among those that wait; gives its state. Admins only.';

-- The list of mails with a search and pages, as the other lists of admins have them.
create function private.admin_mails(p_state text, p_before bigint, p_limit int, p_search text, p_offset int) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_states text[] := case p_state when 'waiting' then array['waiting', 'leased'] when 'sent' then array['sent']
    when 'failed' then array['failed'] end;
  v_like text := private.like_pattern(p_search);
  v_waiting int;
  v_failed int;
  v_all int;
  v_found uuid[];
  v_total int;
  v_rows jsonb;
begin
  perform private.require_admin();
  if p_state is not null and v_states is null then perform private.fail('invalid_input', 'state'); end if;
  -- Few wait or failed, and an index has each; the sent ones, the many, are the rest of all, which reads no text of any.
  select count(*) into v_waiting from private.mails m where m.state in ('waiting', 'leased');
  select count(*) into v_failed from private.mails m where m.state = 'failed';
  select count(*) into v_all from private.mails m;
  if v_like is null then
    v_total := case p_state when 'waiting' then v_waiting when 'failed' then v_failed when 'sent' then v_all - v_waiting - v_failed
      else v_all end;
  else
    select array_agg(u.id) into v_found from auth.users u where u.email ilike v_like;
    select count(*) into v_total from private.mails m
      where (v_states is null or m.state = any (v_states)) and (m.address ilike v_like or m.user_id = any (v_found));
  end if;
  select jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind,
      'to', coalesce(q.address, (select u.email from auth.users u where u.id = q.user_id)),
      'lead_id', q.lead_id, 'state', case q.state when 'leased' then 'waiting' else q.state end, 'attempts', q.attempts,
      'next_attempt_at', case when q.state in ('waiting', 'leased') then q.next_attempt_at end, 'answer', q.answer,
      'created_at', q.created_at, 'sent_at', q.sent_at) order by q.id desc)
    into v_rows
    from (
      select m.* from private.mails m
      where (v_states is null or m.state = any (v_states)) and (p_before is null or m.id < p_before)
        and (v_like is null or m.address ilike v_like or m.user_id = any (v_found))
      order by m.id desc limit least(greatest(coalesce(p_limit, 25), 1), 1000) offset greatest(coalesce(p_offset, 0), 0)
    ) q;
  return jsonb_build_object(
    'counts', jsonb_build_object('waiting', v_waiting, 'sent', v_all - v_waiting - v_failed, 'failed', v_failed),
    'total', v_total, 'rows', coalesce(v_rows, '[]'));
end
$$;
comment on function private.admin_mails(text, bigint, int, text, int) is
  'Mails, the newest first, from below an id on or from a position on: {counts: {waiting, sent, failed}, total, rows}; the search is in addresses. What they say is not among it.';

create function public.admin_mails(
  p_state text default null, p_before bigint default null, p_limit int default 25, p_search text default null, p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_mails(p_state, p_before, p_limit, p_search, p_offset)
$$;
comment on function public.admin_mails(text, bigint, int, text, int) is
  'Mails that are waiting, sent or failed, with the server''s answers: {counts, total, rows}; the next page is below the last id, or at p_offset. Admins only.';

-- Who may call what.
grant execute on function
  private.resend_mail(bigint), public.resend_mail(bigint), private.admin_mails(text, bigint, int, text, int),
  public.admin_mails(text, bigint, int, text, int)
  to authenticated;
-- What needs an admin, as one answer: held and unassigned requests, those that nobody has answered for two days, what
-- was reported, who says that a page is theirs, mails that were given up, and rules of cities to look up again.
create function private.undismiss_mail() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.settled_at := null;
  return new;
end
$$;
comment on function private.undismiss_mail() is 'A mail that is sent again, or fails again, is looked at anew.';

create trigger mails_unsettle before update of state on private.mails
  for each row when (old.settled_at is not null and new.state <> old.state) execute function private.undismiss_mail();

create function private.dismiss_mail(p_id bigint) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_mail private.mails;
begin
  perform private.require_admin();
  update private.mails m set settled_at = now() where m.id = p_id and m.state = 'failed' and m.settled_at is null returning m.* into v_mail;
  if v_mail.id is null then
    if not exists (select from private.mails m where m.id = p_id) then perform private.fail('invalid_input', 'mail'); end if;
    return;
  end if;
  perform private.audit('mail.settled', v_mail.lead_id, jsonb_build_object('mail', v_mail.id, 'kind', v_mail.kind));
end
$$;
comment on function private.dismiss_mail(bigint) is 'Takes a mail that has failed off the desk; it stays in the list of mails. Again changes nothing.';

create view private.request_progress with (security_invoker = true) as
select a.lead_id, max(a.status) as furthest, bool_or(a.state = 'proposed') as proposed, bool_or(a.state = 'accepted') as accepted,
  max(a.created_at) as given_at,
  not bool_or(a.status <> 'new' or a.answered_at is not null)
    and max(a.created_at) < (select private.clock()) - interval '48 hours' as unanswered
from public.lead_assignments a group by a.lead_id;
comment on view private.request_progress is
  'How far the artists of a request are; unanswered when none has answered and the last of them has had it for 48 hours.';

create view private.request_needs with (security_invoker = true) as
select l.id, greatest(l.created_at, p.given_at) as since,
  case when l.held then 'held' when p.lead_id is null then 'unassigned' when p.unanswered then 'unanswered' end as need
from public.lead_records l
join public.lead_contacts c on c.lead_id = l.id
left join private.request_progress p on p.lead_id = l.id
where l.withdrawn_at is null;
comment on view private.request_needs is
  'What each open request waits for: an admin who decides, an artist, or an answer; null for nothing. since is when that began.';

create function private.needs_requests(p_rows int, p_from timestamptz) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with q as materialized (
    select n.id, n.need, n.since, n.need = 'held' or n.since >= p_from as lately from private.request_needs n where n.need is not null
  ), ranked as (
    select q.*, row_number() over (partition by q.need order by q.since desc, q.id) as place from q where q.lately
  )
  select jsonb_object_agg(k.need, jsonb_build_object(
    'total', (select count(*) from q where q.need = k.need and q.lately),
    'older', (select count(*) from q where q.need = k.need and not q.lately),
    'rows', coalesce((
      select jsonb_agg((select v.lead from private.admin_requests v where v.id = p.id) order by p.place)
      from ranked p where p.need = k.need and p.place <= p_rows), '[]')))
  from unnest(array['held', 'unassigned', 'unanswered']) k (need)
$$;
comment on function private.needs_requests(int, timestamptz) is
  'The requests of each need, the latest first: held ones all, the others that wait since a day, and how many for longer.';

create function private.needs_conversations(p_rows int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with q as materialized (
    select r.lead_id, r.artist_id, max(r.created_at) as at, (array_agg(r.side order by r.created_at desc))[1] as side,
      (array_agg(r.reason order by r.created_at desc))[1] as reason
    from private.conversation_reports r group by r.lead_id, r.artist_id
  )
  select jsonb_build_object('total', (select count(*) from q), 'rows', coalesce((
    select jsonb_agg(jsonb_build_object('lead_id', p.lead_id, 'artist_id', p.artist_id, 'artist', a.name, 'client', c.name,
      'side', p.side, 'reason', p.reason, 'created_at', p.at) order by p.at desc, p.lead_id, p.artist_id)
    from (select q.* from q order by q.at desc, q.lead_id, q.artist_id limit p_rows) p
    join public.artists a on a.id = p.artist_id
    left join public.lead_contacts c on c.lead_id = p.lead_id), '[]'))
$$;
comment on function private.needs_conversations(int) is
  'Reported conversations, the latest first, with who reported last and why; what was written is read in the request.';

create function private.needs_claims(p_rows int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('total', (select count(*) from private.page_claims c where c.state = 'waiting'), 'rows', coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'email', u.email, 'note', p.note, 'created_at', p.created_at,
      'name', a.name, 'slug', a.slug, 'city', a.city, 'public_visible', a.public_visible) order by p.created_at, p.id)
    from (select c.* from private.page_claims c where c.state = 'waiting' order by c.created_at, c.id limit p_rows) p
    join public.artists a on a.id = p.artist_id join auth.users u on u.id = p.user_id), '[]'))
$$;
comment on function private.needs_claims(int) is 'Who says that a page is theirs and waits for a decision, the first of them first.';

create function private.needs_mails(p_rows int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with q as materialized (select m.* from private.mails m where m.state = 'failed' and m.settled_at is null),
    -- Half an hour of tries, of which the first three end within four minutes.
    stuck as materialized (
      select m.* from private.mails m where m.state in ('waiting', 'leased') and m.attempts >= 3 and m.answer is not null
        and m.created_at < now() - interval '30 minutes')
  -- Those that are stuck have one cause, and count as one thing to look at.
  select jsonb_build_object('total', (select count(*) from q) + least(1, (select count(*) from stuck)),
    'stuck', (select jsonb_build_object('total', count(*), 'since', min(s.created_at),
      'answer', (array_agg(s.answer order by s.id desc))[1]) from stuck s having count(*) > 0),
    'rows', coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind,
      'to', coalesce(p.address, (select u.email from auth.users u where u.id = p.user_id)), 'state', p.state,
      'attempts', p.attempts, 'next_attempt_at', null, 'answer', p.answer, 'created_at', p.created_at, 'sent_at', p.sent_at)
      order by p.id desc)
    from (select q.* from q order by q.id desc limit p_rows) p), '[]'))
$$;
comment on function private.needs_mails(int) is 'Mails that were given up and that nobody has settled, the latest first.';

create function private.needs_rules(p_rows int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with q as materialized (
    select r.id, r.title, r.source_url, r.checked_on, c.city_name as city
    from public.city_rules r join public.cities c on c.slug = r.city_slug
    where r.checked_on <= private.today() - interval '1 year'
  )
  select jsonb_build_object('total', (select count(*) from q), 'rows', coalesce((
    select jsonb_agg(to_jsonb(p) order by p.checked_on, p.id) from (select q.* from q order by q.checked_on, q.id limit p_rows) p), '[]'))
$$;
comment on function private.needs_rules(int) is 'Rules of cities that nobody has looked up for a year, the oldest first.';

create function private.admin_needs(p_rows int) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  -- What is older is past helping; the lists of requests have it.
  c_days constant int := 30;
  v_rows int := least(greatest(coalesce(p_rows, 5), 1), 50);
  v_from timestamptz := private.clock() - make_interval(days => c_days);
begin
  perform private.require_admin();
  return private.needs_requests(v_rows, v_from) || jsonb_build_object(
    'threads', private.needs_conversations(v_rows),
    'pictures', private.admin_list_picture_reports('', 'open', 'created_at', true, v_rows, 0),
    'reviews', private.admin_list_reviews('', 'disputed', 'created_at', true, v_rows, 0),
    'claims', private.needs_claims(v_rows),
    'papers', private.needs_papers(v_rows),
    'mails', private.needs_mails(v_rows),
    'rules', private.needs_rules(v_rows));
end
$$;
comment on function private.admin_needs(int) is
  'What needs an admin, in groups with their counts and first rows. Requests that wait for more than 30 days are only counted.';

create function public.admin_needs(p_rows int default 5) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_needs(p_rows)
$$;
comment on function public.admin_needs(int) is
  '{held, unassigned, unanswered, threads, pictures, claims, papers, mails, rules}, each {total, rows}; the second and third with older, how many wait for more than 30 days. Admins only.';

create function public.dismiss_mail(p_id bigint) returns void
  language sql security invoker set search_path = '' as $$
  select private.dismiss_mail(p_id)
$$;
comment on function public.dismiss_mail(bigint) is 'Says that nothing is to be done about a mail that has failed. Admins only.';

-- One person with what is theirs, for an admin.
create function private.admin_person(p_user uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('user_id', u.id, 'email', u.email, 'name',
      coalesce(nullif(btrim(u.raw_user_meta_data ->> 'name'), ''), split_part(u.email, '@', 1)),
      'role', r.role, 'created_at', r.created_at, 'last_sign_in_at', u.last_sign_in_at,
      'artist', (select private.artist_card(a.id) from public.artists a where a.user_id = u.id limit 1),
      'leads', coalesce((
        select jsonb_agg((select v.lead from private.admin_requests v where v.id = l.id) order by l.created_at desc, l.id)
        from (select x.id, x.created_at from public.lead_records x where x.created_by_user = u.id order by x.created_at desc, x.id limit 25) l), '[]'),
      'mails', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'to', u.email,
          'state', case m.state when 'leased' then 'waiting' else m.state end, 'attempts', m.attempts, 'next_attempt_at', null,
          'answer', m.answer, 'created_at', m.created_at, 'sent_at', m.sent_at) order by m.id desc)
        from (select x.* from private.mails x where x.recipient in (u.id::text, lower(u.email)) order by x.id desc limit 25) m), '[]'))
    from auth.users u join public.user_roles r on r.user_id = u.id where u.id = p_user);
end
$$;
comment on function private.admin_person(uuid) is
  'One person: role, last log-in, artist page, the newest leads that they sent and emails that went to them. Null for none.';

create function public.admin_person(p_user uuid) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.admin_person(p_user)
$$;
comment on function public.admin_person(uuid) is 'One person with their artist page, leads and emails, or null. Admins only.';

-- Who may call what.
grant execute on function
  private.admin_person(uuid), public.admin_person(uuid),
  private.dismiss_mail(bigint), private.admin_needs(int), public.admin_needs(int), public.dismiss_mail(bigint)
  to authenticated;
-- Erasure: the account, the profile, the uploads, and who asked in the leads it sent. The requests themselves stay
-- with the artists who work on them, without a person.
create function private.delete_uploads(p_user uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  -- Hosted storage refuses to lose rows in SQL unless told that it is meant. Without its row a file is not served.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.bucket_id in ('profile-photos', 'portfolio-images') and o.name like p_user || '/%'
    and not exists (
      select from public.cities c where c.cover_photo like '%/object/public/' || o.bucket_id || '/' || o.name
    );
  perform set_config('storage.allow_delete_query', 'false', true);
  -- A mural page must not outlive the picture on it.
  delete from public.murals m
  where exists (select from unnest(m.gallery_images || array[m.image_url, m.before_url]) x
    where x like '%/object/public/%/' || p_user || '/%');
end
$$;
comment on function private.delete_uploads(uuid) is 'Removes the files of a person, or of an artist''s page, and the murals that show them; a picture that a city shows stays.';

create function private.delete_my_account() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := auth.uid();
begin
  perform from auth.users u where u.id = v_user for update;
  if not found then perform private.fail('not_allowed'); end if;
  if private.is_admin() and (select count(*) from public.user_roles r where r.role = 'admin') < 2 then
    perform private.fail('last_admin');
  end if;
  perform private.audit('account.deleted', v_user, jsonb_build_object('role', private.my_role()));
  delete from auth.users u where u.id = v_user;
end
$$;
comment on function private.delete_my_account() is 'Deletes the caller''s account with everything personal in one transaction. The last admin cannot go.';

create function public.delete_my_account() returns void
  language sql security invoker set search_path = '' as $$
  select private.delete_my_account()
$$;
comment on function public.delete_my_account() is 'Deletes the caller''s own account and personal data for good.';

-- An account's address stands in mails, in lists of the dashboard and in exports. Whoever makes the account (the sign-up
-- of a hosted project takes quoted markup for an address), the rule is that of the forms; the columns bound its length.
create function private.check_account_email() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or new.email is distinct from old.email) and not private.valid_email(nullif(new.email, ''))
    or (tg_op = 'INSERT' or new.email_change is distinct from old.email_change)
    and not private.valid_email(nullif(new.email_change, ''))
  then
    perform private.fail('email_invalid');
  end if;
  return new;
end
$$;
comment on function private.check_account_email() is
  'Refuses an address of an account, or one that it wants to change to, that the forms would refuse. Addresses from before the rule stay.';

create trigger check_account_email before insert or update of email, email_change on auth.users
  for each row execute function private.check_account_email();

-- Whoever deletes an account, the person themselves or an operator, everything personal goes with it.
create function private.delete_person() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_uploads(old.id);
  delete from public.lead_contacts c using public.lead_records l where l.id = c.lead_id and l.created_by_user = old.id;
  update public.lead_records l set project_description = 'Removed at the request of the person who sent it.', preferred_time = null
    where l.created_by_user = old.id;
  delete from private.request_intake i using public.lead_records l where l.id = i.lead_id and l.created_by_user = old.id;
  -- Entries about the profile stay; whose it was does not.
  update private.audit_log e set detail = e.detail - 'name'
    where e.detail ? 'name' and e.subject in (select a.id from public.artists a where a.user_id = old.id union all select old.id);
  return old;
end
$$;
comment on function private.delete_person() is
  'Before an account goes: its uploads with the murals that show them, who asked in its leads, and its name in the audit log. Role, profile, contact, assignments, sessions and identities go by their foreign keys.';

create trigger erase_person before delete on auth.users
  for each row execute function private.delete_person();

-- Everything that is about a person, for that person. Each part is a row here, so that whatever keeps more about people
-- adds one line; tests/db/accounts/export.test.ts names every table that has none.
create table private.export_parts (
  part text primary key check (part ~ '^[a-z]+(_[a-z]+)*$'),
  -- Gives jsonb, a row for each thing, of the caller alone; runs with the rights of its owner.
  query text not null
);
alter table private.export_parts enable row level security;
comment on table private.export_parts is
  'What an export holds: each query gives what is about auth.uid(), and nothing that the caller may not see. Only migrations write it.';

insert into private.export_parts (part, query) values
  ('account', $$
    select jsonb_build_object('id', u.id, 'email', u.email, 'metadata', u.raw_user_meta_data, 'created_at', u.created_at,
      'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
    from auth.users u where u.id = auth.uid()$$),
  ('files', $$
    select jsonb_build_object('bucket', o.bucket_id, 'path', o.name, 'created_at', o.created_at, 'metadata', o.metadata)
    from storage.objects o where o.name like auth.uid() || '/%' or o.name like private.my_artist_id() || '/%'
      or (o.bucket_id in ('message-pictures', 'sketches') and (split_part(o.name, '/', 1), split_part(o.name, '/', 2)) in (
        select t.lead_id::text, t.artist_id::text from private.my_conversations() t))
      or (o.bucket_id = 'review-pictures' and split_part(o.name, '/', 1) in (
        select c.review_id::text from private.review_checks c join public.lead_records l on l.id = c.lead_id where l.created_by_user = auth.uid()))
      or (o.bucket_id = 'lead-photos' and split_part(o.name, '/', 1) in (
        select l.id::text from public.lead_records l where l.created_by_user = auth.uid()))$$),
  ('finished_walls', $$
    select to_jsonb(w) || jsonb_build_object('location_details', case when w.artist_id = private.my_artist_id() then w.location_details end)
    from private.finished_walls w
    where w.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid())
      or w.artist_id = private.my_artist_id()$$),
  ('request_details', $$
    select to_jsonb(d) from public.request_details d
    where d.lead_id in (select private.my_requests()) or d.lead_id in (select private.requests_assigned_to_me())$$),
  ('agreement_terms', $$
    select to_jsonb(g) from public.agreement_terms g where g.artist_id = private.my_artist_id()$$),
  ('agreements', $$
    select to_jsonb(a) || jsonb_build_object('versions', (
      select jsonb_agg(private.agreement_version_line(t) order by t.version) from private.agreement_versions t
      where t.lead_id = a.lead_id and t.artist_id = a.artist_id))
    from private.agreements a where a.artist_id = private.my_artist_id() or a.lead_id in (select private.my_requests())$$),
  ('payment_parts', $$
    select to_jsonb(p) - 'comes_at' - 'remind_at' from private.payment_parts p
    where p.artist_id = private.my_artist_id() or p.lead_id in (select private.my_requests())$$),
  ('payment_notes', $$
    select to_jsonb(n) - 'idempotency_key' from private.payment_notes n
    where n.artist_id = private.my_artist_id() or n.lead_id in (select private.my_requests())$$),
  ('site_facts', $$
    select to_jsonb(f) from public.site_facts f
    where f.lead_id in (select private.my_requests()) or f.lead_id in (select private.requests_assigned_to_me())$$),
  ('assignment_events', $$
    select to_jsonb(e) - 'id' from public.assignment_events e
    where (e.lead_id, e.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)$$),
  ('sketches', $$
    select to_jsonb(s) from private.sketches s
    where (s.lead_id, s.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)$$),
  ('sketch_versions', $$
    select to_jsonb(s) - 'idempotency_key' from private.sketch_versions s
    where (s.lead_id, s.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)$$),
  ('sketch_pins', $$
    select to_jsonb(s) - 'idempotency_key' from private.sketch_pins s
    where (s.lead_id, s.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)$$),
  ('sketch_events', $$
    select to_jsonb(s) - 'id' from private.sketch_events s
    where (s.lead_id, s.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)$$),
  ('sketch_extra_rounds', $$
    select to_jsonb(s) from private.sketch_extra_rounds s
    where (s.lead_id, s.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)$$),
  ('leads', $$
    select to_jsonb(l) - '{created_by_user,held,reference}'::text[]
      || jsonb_build_object('merged_into', (select r.merged_into from private.request_reasons r where r.lead_id = l.id),
        'status', s.status, 'assigned_at', s.created_at, 'updated_at', s.updated_at, 'seen_at', s.seen_at, 'state', s.state,
        'answered_at', s.answered_at, 'accepted_at', s.accepted_at, 'completed_by', s.completed_by, 'completed_at', s.completed_at,
        'confirmed_at', s.confirmed_at, 'client_read', s.client_read, 'artist_read', s.artist_read,
        'name', coalesce(c.name, '***'), 'email', c.email, 'phone', c.phone)
    from public.lead_assignments s
    join public.lead_records l on l.id = s.lead_id
    left join public.lead_contacts c on c.lead_id = l.id and c.lead_id in (select private.requests_whose_contact_i_see())
    where s.artist_id = private.my_artist_id() and l.id in (select private.requests_assigned_to_me())$$),
  ('log', $$
    select jsonb_build_object('at', e.at, 'action', e.action, 'subject', e.subject, 'by_me', e.actor is not distinct from auth.uid(),
      'detail', e.detail)
    from private.audit_log e where e.actor = auth.uid() or e.subject in (auth.uid(), private.my_artist_id())$$),
  ('mails', $$
    select jsonb_build_object('kind', m.kind, 'address', m.address, 'request', m.lead_id, 'state', m.state,
      'answer', m.answer, 'created_at', m.created_at, 'sent_at', m.sent_at)
    from private.mails m
    where m.user_id = auth.uid()
      or (m.user_id is null and m.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid()))$$),
  ('messages', $$
    select to_jsonb(m) - 'position' || jsonb_build_object('pictures', private.message_line(m, null) -> 'pictures') from public.lead_messages m
    where (m.lead_id, m.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)$$),
  ('mural_redirects', $$
    select to_jsonb(r) from public.mural_redirects r join public.murals m on m.id = r.mural_id
    where m.artist_id = private.my_artist_id()$$),
  ('murals', $$
    select to_jsonb(m) from public.murals m where m.artist_id = private.my_artist_id()$$),
  ('newsletter', $$
    select to_jsonb(s) - '{nonce,token_hash}'::text[] from private.newsletter_subscribers s
    where lower(s.email) = private.proven_email()$$),
  ('notice_preferences', $$
    select to_jsonb(p) - 'user_id' from public.notice_preferences p where p.user_id = auth.uid()$$),
  ('notices', $$
    select to_jsonb(n) - '{user_id,event}'::text[] from public.notices n where n.user_id = auth.uid()$$),
  ('page_claims', $$
    select to_jsonb(c) - 'user_id' from private.page_claims c where c.user_id = auth.uid()$$),
  ('papers', $$
    select to_jsonb(p) - 'artist_id' from private.papers p where p.artist_id = private.my_artist_id()$$),
  ('picture_reports', $$
    select to_jsonb(r) - 'idempotency_key' from private.picture_reports r where lower(r.email) = private.proven_email()$$),
  ('profile', $$
    select to_jsonb(a) from public.artists a where a.user_id = auth.uid()$$),
  ('profile_contact', $$
    select to_jsonb(c) from public.artist_contacts c where c.artist_id = private.my_artist_id()$$),
  ('proposals', $$
    select to_jsonb(p) from public.proposals p
    where (p.lead_id, p.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)$$),
  ('publishing', $$
    select to_jsonb(r) from private.publish_requests r where r.requested_by = auth.uid()$$),
  ('deleted_murals', $$
    select to_jsonb(r) - '{lead_id,client_pictures}'::text[] from private.deleted_murals r where r.artist_id = private.my_artist_id()$$),
  ('reports', $$
    select to_jsonb(r) from private.conversation_reports r
    where (r.side = 'client' and r.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid()))
      or (r.side = 'artist' and r.artist_id = private.my_artist_id())$$),
  ('request_links', $$
    select jsonb_build_object('request', k.lead_id, 'created_at', k.created_at, 'expires_at', k.expires_at, 'revoked_at', k.revoked_at)
    from private.request_links k join public.lead_records l on l.id = k.lead_id where l.created_by_user = auth.uid()$$),
  ('requests', $$
    select private.request_data(l.id) - 'matches' || jsonb_build_object('withdrawn_at', l.withdrawn_at)
    from public.lead_records l where l.created_by_user = auth.uid()$$),
  ('review_disputes', $$
    select jsonb_build_object('review', c.review_id, 'disputed_at', c.disputed_at, 'reason', c.dispute_reason)
    from private.review_checks c where c.artist_id = private.my_artist_id() and c.disputed_at is not null$$),
  ('reviews', $$
    select to_jsonb(r) - '{public_visible,counted_at}'::text[] || jsonb_build_object('lead_id', c.lead_id)
    from public.reviews r left join private.review_checks c on c.review_id = r.id
    where r.artist_id = private.my_artist_id()
      or c.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid())$$),
  ('roles', $$
    select to_jsonb(r) from public.user_roles r where r.user_id = auth.uid()$$),
  ('sessions', $$
    select jsonb_build_object('created_at', s.created_at, 'updated_at', s.updated_at,
      'user_agent', to_jsonb(s) -> 'user_agent', 'ip', to_jsonb(s) -> 'ip')
    from auth.sessions s where s.user_id = auth.uid()$$),
  ('views', $$
    select to_jsonb(v) - 'artist_id' from private.artist_views v where v.artist_id = private.my_artist_id()$$);

create function private.export_my_data() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_part private.export_parts;
  v_rows jsonb;
  v_data jsonb := jsonb_build_object('exported_at', now());
begin
  perform from auth.users u where u.id = auth.uid();
  if not found then perform private.fail('not_allowed'); end if;
  for v_part in select * from private.export_parts loop
    execute format('select coalesce(jsonb_agg(q.x), ''[]'') from (%s) q (x)', v_part.query) into v_rows;
    v_data := v_data || jsonb_build_object(v_part.part, v_rows);
  end loop;
  return v_data;
end
$$;
comment on function private.export_my_data() is 'Each part of private.export_parts as a list, of the caller alone.';

create function public.export_my_data() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.export_my_data()
$$;
comment on function public.export_my_data() is
  'Everything about the caller: {exported_at, account, profile, requests, leads, files, …}, each a list. Files are named with bucket and path.';

-- What "npm run doctor" cannot see from outside: it has the secret key, and on a hosted project nothing else.
-- What a limit kept back needs nobody.
create function private.examine_setup(p_id text, p_at bigint, p_body text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_secret text := private.setting('webhook_secret');
  v_migrations jsonb;
begin
  -- Kept by the Supabase CLI, and by the embedded backend in the same way; not there where files were run by hand.
  if exists (
    select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'supabase_migrations' and c.relname = 'schema_migrations'
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
  ) then
    execute 'select jsonb_agg(m.version order by m.version) from supabase_migrations.schema_migrations m' into v_migrations;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'migrations', v_migrations,
    'media_origin', private.setting('media_origin'),
    'webhook_url', private.setting('webhook_url'),
    -- The secret itself stays here: whether a server has the same is seen by what it says to this.
    'webhook_signature', case when v_secret ~ '^whsec_([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'
      then private.webhook_signature(v_secret, p_id, p_at, p_body) end,
    'pg_net', to_regnamespace('net') is not null,
    'agreements_altered', (select count(*) from private.altered_agreements()),
    'admins', (select count(*) from public.user_roles r where r.role = 'admin'),
    'mails_failed', (select count(*) from private.mails m where m.state = 'failed' and m.settled_at is null and m.created_at > now() - interval '1 day'));
end
$$;
comment on function private.examine_setup(text, bigint, text) is
  'Clock, applied migrations, settings that others must match, agreements that are not what was signed, and the signature that the database would give a webhook of this id, time and body.';

create function public.examine_setup(p_id text, p_at bigint, p_body text) returns jsonb
  language sql volatile security invoker set search_path = '' as $$
  select private.examine_setup(p_id, p_at, p_body)
$$;
comment on function public.examine_setup(text, bigint, text) is 'What an operator compares with their settings. Secret key only.';

create function private.operator_figures() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'changes', c.n, 'change_age', coalesce(extract(epoch from now() - c.first), 0),
    'mails_waiting', m.n, 'mail_age', coalesce(extract(epoch from now() - m.first), 0), 'mails_tried', m.tried,
    'mails_failed', (select count(*) from private.mails f where f.state = 'failed' and f.settled_at is null),
    'uploads', u.bytes, 'uploads_limit', private.megabytes('upload_total_mb'),
    'lease', (select extract(epoch from l.until - clock_timestamp()) from private.leases l where l.name = 'publish'))
  from (select count(*) as n, min(s.changed_at) as first from private.site_changes s) c,
    (select count(*) as n, count(*) filter (where w.attempts > 0 and w.state = 'waiting') as tried,
       -- Since it should have left: what is held on purpose waits for its time.
       min(case when w.attempts > 0 then coalesce(w.first_tried_at, w.created_at) else greatest(w.created_at, w.next_attempt_at) end)
         filter (where w.attempts > 0 or w.next_attempt_at <= now()) as first
     from private.mails w where w.state in ('waiting', 'leased')) m,
    private.storage_use u
$$;
comment on function private.operator_figures() is
  'What waits, for how many seconds the first of it has, and what did not leave: changes that are to be published, emails, uploads. How long somebody still publishes, where several may.';

create function public.operator_figures() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.operator_figures()
$$;
comment on function public.operator_figures() is 'What /metrics says of the database, in one query. Secret key only.';

-- Who may call what.
grant execute on function
  private.delete_my_account(), public.delete_my_account(), private.export_my_data(), public.export_my_data()
  to authenticated;
grant execute on function
  private.examine_setup(text, bigint, text), public.examine_setup(text, bigint, text),
  private.operator_figures(), public.operator_figures()
  to service_role;
-- What the clock does. The worker of the mails asks for it every few seconds; on a hosted project pg_cron can as well.
create table private.chores (
  name text primary key,
  -- Their order: a reminder, and then the end.
  position int not null unique,
  -- Of private, without arguments.
  function text not null check (function ~ '^[a-z_]+$'),
  every interval not null,
  last_at timestamptz
);
alter table private.chores enable row level security;
comment on table private.chores is
  'What is done by the clock: which function, how long after its last time at the earliest, and when that was, by private.clock().';
insert into private.chores (name, position, function, every) values
  ('reminders', 1, 'write_reminders', '0'),
  ('expiry', 2, 'expire_assignments', '0'),
  ('facts', 3, 'count_due_facts', '0'),
  ('digests', 4, 'write_digests', '0'),
  ('held requests', 5, 'delete_expired_held_requests', '10 minutes'),
  ('removed murals', 6, 'delete_unrestored_murals', '10 minutes'),
  ('reporters', 7, 'delete_old_reporters', '10 minutes'),
  ('unconfirmed subscribers', 8, 'delete_unconfirmed_subscribers', '10 minutes'),
  ('views', 9, 'delete_old_views', '10 minutes'),
  ('papers', 10, 'end_papers', '0'),
  ('stray papers', 11, 'delete_stray_papers', '10 minutes'),
  ('payments', 12, 'tend_payments', '0');

create function private.run_chores() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_chore private.chores;
  v_now timestamptz := private.clock();
begin
  for v_chore in
    select * from private.chores c
    -- Also where the clock was set back meanwhile.
    where c.last_at is null or c.last_at > v_now or c.last_at <= v_now - c.every
    order by c.position for update skip locked
  loop
    -- One that fails holds up no other, and is tried again.
    begin
      execute format('select private.%I()', v_chore.function);
      update private.chores c set last_at = v_now where c.name = v_chore.name;
    exception when others then
      raise warning 'The chore "%" failed: %', v_chore.name, sqlerrm;
    end;
  end loop;
end
$$;
comment on function private.run_chores() is 'Does what is due by the clock; what somebody else is at already is left to them.';

create function public.run_chores() returns void
  language sql security invoker set search_path = '' as $$
  select private.run_chores()
$$;
comment on function public.run_chores() is 'Does what is due by the clock. Secret key only.';

do $$
begin
  if to_regnamespace('cron') is not null then
    execute $q$select cron.schedule('chores', '* * * * *', 'select private.run_chores()')$q$;
  end if;
end
$$;

-- Who may call what.
grant execute on function private.run_chores(), public.run_chores() to service_role;
-- Where the job of an artist and a client stands, in few facts: pages that show a part of it ask this again and again,
-- and read the part anew when the version is another.
create function private.job_agreement(p_agreement private.agreements, p_side text) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', p_agreement.state, 'mine_signed', coalesce(bool_or(s.side = p_side), false),
    'theirs_signed', coalesce(bool_or(s.side <> p_side), false), 'change_asked', p_agreement.change is not null)
  from private.agreement_signatures s
  where s.lead_id = p_agreement.lead_id and s.artist_id = p_agreement.artist_id and s.version = p_agreement.version
  -- What was taken back is the artist's alone.
  having p_agreement.version > 0 and (p_side = 'artist' or p_agreement.state <> 'draft')
$$;
comment on function private.job_agreement(private.agreements, text) is
  'How far an agreement is for one side, with who signed what was offered last; null before it is offered.';

create function private.job_sketches(p_lead uuid, p_artist uuid, p_state text) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('versions', v.count, 'rounds_left', private.sketch_rounds_left(p_lead, p_artist),
    'state', case when coalesce(p_state, 'locked') <> 'locked' then p_state when v.is_open then 'open' else 'locked' end)
  from (
    select count(*) as count, private.sketch_gate_open(p_lead, p_artist) as is_open
    from private.sketch_versions where lead_id = p_lead and artist_id = p_artist) v
  where v.count > 0 or not v.is_open
$$;
comment on function private.job_sketches(uuid, uuid, text) is
  'How far the sketches of a job are; null where none was sent and nothing keeps the artist from it.';

create function private.job_payment(p_agreement private.agreements) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('label', private.part_label(p), 'amount', p.amount, 'due', p.due, 'state', p.state)
  from private.payment_parts p
  where p_agreement.state in ('in_force', 'amending') and p.lead_id = p_agreement.lead_id and p.artist_id = p_agreement.artist_id
    and p.dropped_at is null and p.state not in ('received', 'waived')
  -- One that somebody has to do something about comes first.
  order by p.state = 'planned', p.position, p.rest limit 1
$$;
comment on function private.job_payment(private.agreements) is
  'The next part of the price that is neither received nor waived; null where there is none, or no agreement is in force.';

create function private.job_starts_on(p_agreement private.agreements, p_lead uuid, p_artist uuid) returns date
  language sql stable security definer set search_path = '' as $$
  select coalesce((
    select (v.body::jsonb ->> 'starts_on')::date from private.agreement_versions v
    where p_agreement.state in ('in_force', 'amending') and v.lead_id = p_lead and v.artist_id = p_artist
      and v.version = p_agreement.in_force), (
    select p.starts_on from public.proposals p where p.lead_id = p_lead and p.artist_id = p_artist and p.state = 'accepted'))
$$;
comment on function private.job_starts_on(private.agreements, uuid, uuid) is
  'When the painting begins: by the agreement in force, or by the accepted proposal.';

create function private.read_job(p_lead uuid, p_artist uuid, p_token text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_assignment public.lead_assignments;
  v_agreement private.agreements;
  v_sketches private.sketches;
  v_job jsonb;
begin
  select * into v_assignment from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist;
  if v_assignment.accepted_at is null then return null; end if;
  select * into v_agreement from private.agreements a where a.lead_id = p_lead and a.artist_id = p_artist;
  -- Whoever reported a conversation is not shown its sketches.
  if v_assignment.state in ('accepted', 'completed') and not exists (select from private.conversation_reports r
      where r.lead_id = p_lead and r.artist_id = p_artist and r.side = v_side) then
    select * into v_sketches from private.sketches s where s.lead_id = p_lead and s.artist_id = p_artist;
    v_job := jsonb_build_object('sketches', private.job_sketches(p_lead, p_artist, v_sketches.state));
  end if;
  v_job := coalesce(v_job, jsonb_build_object('sketches', null)) || jsonb_build_object(
    'agreement', private.job_agreement(v_agreement, v_side), 'payment', private.job_payment(v_agreement),
    'starts_on', private.job_starts_on(v_agreement, p_lead, p_artist),
    'state', v_assignment.state, 'confirmed', private.is_wall_finished(p_lead, p_artist));
  -- Every act about an agreement or sketches writes its row, and every act about a part of the price a note. Photos of
  -- the diary arrive after their message.
  return v_job || jsonb_build_object('version', md5(concat_ws(' ', v_job, v_agreement, v_sketches, (
    select string_agg(p::text, ' ' order by p.id) from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist), (
    select max(n.id) from private.payment_notes n where n.lead_id = p_lead and n.artist_id = p_artist), (
    select t.updated_at from public.agreement_terms t where v_agreement.in_force is not null and t.artist_id = p_artist), (
    select string_agg(private.message_line(m, v_side)::text, ' ' order by m.position) from public.lead_messages m
    where m.lead_id = p_lead and m.artist_id = p_artist and m.stage is not null))));
end
$$;
comment on function private.read_job(uuid, uuid, text) is
  'Where a job stands, for one of its two sides; null before a proposal is accepted. Everybody else is refused.';

create function public.read_job(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select private.read_job(p_lead, p_artist, p_token)
$$;
comment on function public.read_job(uuid, uuid, text) is
  'An accepted job in short: {version, state, confirmed, starts_on, agreement: {state, mine_signed, theirs_signed, change_asked}, sketches: {state, versions, rounds_left}, payment: {label, amount, due, state}}, each null where there is none. The version is another after every change.';

-- Who may call what.
grant execute on function private.read_job(uuid, uuid, text), public.read_job(uuid, uuid, text) to anon, authenticated;
