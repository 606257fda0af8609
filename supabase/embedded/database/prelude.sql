-- Embedded only, after roles.sql: what the hosted platform already has. Runs before the migrations, again whenever it
-- changes, and must be repeatable. It never runs against a hosted project.
create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;

grant usage on schema public, auth, storage, extensions to anon, authenticated, service_role;

-- Hosted defaults: whatever is made in public is granted to the API roles unless a migration revokes it. Not again once
-- the first migration has taken them away: then a later one would make what everybody may use.
do $$ begin
  if to_regnamespace('private') is null then
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
    alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  end if;
end $$;

grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant all on all tables in schema auth to service_role;
-- Named, because a migration may have taken PUBLIC's right to run functions away.
grant execute on all functions in schema auth, storage, extensions to anon, authenticated, service_role;

-- The e-mail is a claim of the token; the stock function reads a setting that nothing sets.
create or replace function auth.email() returns text language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
$$;

-- What this backend remembers about itself.
create schema if not exists embedded;
create table if not exists embedded.state (key text primary key, value text not null);

-- What a form does, for the health of what answers it: a write into these tables, in the session of a visitor. Who keeps
-- forms out of them keeps this out.
create or replace function embedded.try_write(p_tables text[]) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_table regclass;
begin
  for v_table in select to_regclass(name) from unnest(p_tables) name where to_regclass(name) is not null loop
    execute format('lock table %s in row exclusive mode', v_table);
  end loop;
  insert into embedded.state (key, value) values ('probe', '') on conflict (key) do update set value = '';
end $$;
revoke execute on function embedded.try_write from public;
grant usage on schema embedded to anon;
grant execute on function embedded.try_write to anon;

-- What a mail's link and code stand for. Neither is kept: the link's is a hash, the code's one with a key. A sign-up that
-- waits for its address has no user yet; everything about it is in `details`.
create table if not exists embedded.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  user_id uuid references auth.users (id) on delete cascade,
  -- The mailbox that it was made for.
  email text not null,
  token_hash text not null unique,
  code_hash text,
  tries smallint not null default 0,
  details jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index if not exists one_time_tokens_email_idx on embedded.one_time_tokens (email, kind);
create index if not exists one_time_tokens_user_idx on embedded.one_time_tokens (user_id);
create index if not exists one_time_tokens_expires_idx on embedded.one_time_tokens (expires_at);

-- When a password was last set by whoever was signed in: a change of the address that is taken back takes it along.
create table if not exists embedded.password_changes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  changed_at timestamptz not null default now()
);

-- Erasure in SQL (an account that is deleted) has to reach the files as well.
create or replace function embedded.object_gone() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_name, json_build_object('bucket', old.bucket_id, 'name', old.name, 'version', old.version)::text);
  return null;
end $$;
drop trigger if exists embedded_object_gone on storage.objects;
create trigger embedded_object_gone after delete on storage.objects
  for each row execute function embedded.object_gone();
drop trigger if exists embedded_object_replaced on storage.objects;
create trigger embedded_object_replaced after update on storage.objects
  for each row when (old.version is distinct from new.version) execute function embedded.object_gone();

-- Mails are files as well: whoever writes them has to be told whose are to go.
create table if not exists embedded.deleted_accounts (
  id uuid primary key, email text not null, gone_at timestamptz not null default clock_timestamp()
);
create or replace function embedded.account_gone() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(old.email, '') <> '' then
    insert into embedded.deleted_accounts (id, email) values (old.id, lower(old.email)) on conflict do nothing;
    perform pg_notify('embedded_account_gone', '');
  end if;
  return null;
end $$;
drop trigger if exists embedded_account_gone on auth.users;
create trigger embedded_account_gone after delete on auth.users
  for each row execute function embedded.account_gone();

-- A session is believed for some seconds once it was found: whoever does so is told of its end.
create or replace function embedded.session_gone() returns trigger language plpgsql as $$
begin
  perform pg_notify('embedded_session_gone', old.id::text);
  return null;
end $$;
drop trigger if exists embedded_session_gone on auth.sessions;
create trigger embedded_session_gone after delete on auth.sessions
  for each row execute function embedded.session_gone();

create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
