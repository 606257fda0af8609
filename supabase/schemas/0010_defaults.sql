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

create table private.settings (
  key text primary key,
  value text not null
);
alter table private.settings enable row level security;
comment on table private.settings is
  'Operator settings; README.md lists them under Operate. Secrets that a database dump must not have are not here: see private.link_secret.';

-- Rate-limit buckets are keyed by hashes; without the pepper they could be reversed by trying every address.
insert into private.settings (key, value) values
  ('pepper', gen_random_uuid()::text || gen_random_uuid()::text),
  ('upload_person_mb', '500'), ('upload_network_mb', '250'), ('upload_total_mb', '20000');

create function private.setting(p_key text, p_default text) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select nullif(s.value, '') from private.settings s where s.key = p_key), p_default);
end
$$;
comment on function private.setting(text, text) is 'A setting, or the default when it is missing or empty.';

create function private.setting_int(p_key text, p_default int) returns int
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when v ~ '^[0-9]{1,9}$' then v::int else p_default end from private.setting(p_key, null) v);
end
$$;
comment on function private.setting_int(text, int) is
  'A whole-number setting; anything else counts as missing, so that a typing error never stops the site.';

-- What happens hours or days after something goes by this clock, so that tests can move it.
create function private.clock() returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
begin
  return now() + make_interval(secs => private.setting_int('clock_offset_seconds', 0));
end
$$;
comment on function private.clock() is
  'The time by which reminders, digests and ends of links go: the transaction''s, moved by clock_offset_seconds of private.settings. Nothing but tests sets that.';
