-- Embedded only: the roles that the hosted platform has. They are the server's: another database of it may have made them
-- already, or be at it.
do $$
declare
  v_role text;
begin
  foreach v_role in array array['anon', 'authenticated', 'service_role', 'supabase_auth_admin', 'supabase_storage_admin'] loop
    continue when exists (select from pg_roles where rolname = v_role);
    begin
      execute format('create role %I nologin noinherit %s', v_role, case v_role when 'service_role' then 'bypassrls' end);
    exception
      when duplicate_object or unique_violation then null;
      -- Only a superuser, and from PostgreSQL 16 on a role that bypasses policies itself, may give that away. Then
      -- policies of its own let service_role pass: see policies.sql.
      when insufficient_privilege then execute format('create role %I nologin noinherit', v_role);
    end;
  end loop;
end $$;
