-- What "npm run doctor" cannot see from outside: it has the secret key, and on a hosted project nothing else.
create function private.examine_setup(p_id text, p_at bigint, p_body text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_secret text := private.setting('webhook_secret', null);
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
    'media_origin', private.setting('media_origin', null),
    'webhook_url', private.setting('webhook_url', null),
    -- The secret itself stays here: whether a server has the same is seen by what it says to this.
    'webhook_signature', case when v_secret ~ '^whsec_([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'
      then private.webhook_signature(v_secret, p_id, p_at, p_body) end,
    'pg_net', to_regnamespace('net') is not null,
    'admins', (select count(*) from public.user_roles r where r.role = 'admin'),
    'mails_failed', (select count(*) from private.mails m where m.state = 'failed' and m.created_at > now() - interval '1 day'));
end
$$;
comment on function private.examine_setup(text, bigint, text) is
  'Clock, applied migrations, settings that others must match, and the signature that the database would give a webhook of this id, time and body.';

create function public.examine_setup(p_id text, p_at bigint, p_body text) returns jsonb
  language sql volatile security invoker set search_path = ''
as $$
  select private.examine_setup(p_id, p_at, p_body)
$$;
comment on function public.examine_setup(text, bigint, text) is 'What an operator compares with their settings. Secret key only.';
grant execute on function private.examine_setup(text, bigint, text), public.examine_setup(text, bigint, text) to service_role;
