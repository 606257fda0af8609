-- Deny by default; the operator's settings; the clock.

-- The order of locks. Acts meet: both sides of a request, an admin, the clock and an erasure at the same instant. Whatever
-- a transaction locks or writes of these, it takes in this order, and several of one kind in the order of their ids:
--   1. person (auth.users)              6. agreement (private.agreements)
--   2. request (public.lead_records)    7. part of a price (private.payment_parts)
--   3. intake (private.request_intake)  8. sketch (private.sketches)
--   4. assignment                       9. mural, then the wall that it shows
--   5. proposal                        10. email (private.mails)
-- The request alone would do for all that hangs on it: every act takes it first. Artists are counted as a transaction
-- ends (private.count_facts), so they come last. `for no key update` unless the row itself goes: only then do foreign
-- keys of others have to wait. What is taken with `skip locked` waits for nobody, and stands outside the order.
-- tests/db/lock-order.test.ts reads these files for it; what two acts do at once is tried in tests/db/meetings.test.ts.

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

-- What follows from a change is done once a statement.
create function private.after_statements(p_table regclass, p_name text, p_function text, p_events text[] default '{insert,update,delete}') returns void
  language plpgsql set search_path = '' as $$
declare
  v_event text;
begin
  foreach v_event in array p_events loop
    execute format('create trigger %I after %s on %s referencing %s for each statement execute function private.%I()',
      concat_ws('_', split_part(p_table::text, '.', 2), p_name, v_event), v_event, p_table,
      concat_ws(' ', case when v_event <> 'insert' then 'old table as old_rows' end, case when v_event <> 'delete' then 'new table as new_rows' end),
      p_function);
  end loop;
end
$$;
comment on function private.after_statements(regclass, text, text, text[]) is
  'Makes the triggers of a table that call a function once a statement, which finds the rows in old_rows and new_rows.';

-- What an operator can set. What an operator has set is a row of private.settings; without one the default counts.
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
comment on table private.setting_defaults is
  'Every setting: its default (null: none, or times the value of the setting that it follows), its bounds where it is a whole number, and what it means.';

insert into private.setting_defaults (key, value, least, most, meaning) values
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
  ('lead_user_limit', '10', 'Requests of one confirmed account in an hour; more are held for an admin.'),
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
  ('review_first_looks', '2', 'How many reviews of an artist an admin looks at before others count by themselves.'),
  ('review_sender_limit', '2', 'Reviews of one artist, and prices of one kind, that count from one domain or network.'),
  ('wall_settle_days', '2', 'How many days after its acceptance a wall counts at the earliest.'),
  ('completion_limit', '6', 'How often one wall can be marked as painted in a day.'),
  ('mail_unproven_limit', '3', 'Emails to an address that nobody has proven, after the first.'),
  ('mail_asked_limit', '2', 'Links that leave in a day for an address that nobody has proven, because its client asked for them.'),
  ('mail_recipient_limit', '30', 'Emails to one address in a day; at most a third from one person.'),
  ('mail_address_limit', '10', 'Emails to one address in a day that anybody can cause.'),
  ('mail_admin_limit', '5', 'Emails to one admin about the desk in a day.'),
  ('upload_person_mb', '500', 'Megabytes of files that one account may keep.'),
  ('upload_network_mb', '250', 'Megabytes of files that one network may send in an hour.'),
  ('upload_total_mb', '20000', 'Megabytes of all files together.');

insert into private.setting_defaults (key, follows, times, meaning) values
  ('lead_total_limit', 'lead_ip_limit', 20, 'Requests of everybody in 10 minutes; more are held for an admin.');

create table private.settings (
  key text primary key,
  value text not null
);
comment on table private.settings is
  'What an operator has set; private.setting_defaults says what can be. Secrets that a database dump must not have are not here: see private.link_secret.';

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
