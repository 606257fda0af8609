-- Embedded only, after the migrations: lets service_role pass the policies of every table where it cannot bypass them.
do $$
declare
  v_table regclass;
begin
  if (select rolbypassrls from pg_roles where rolname = 'service_role') then return; end if;
  for v_table in
    select c.oid from pg_class c
    where c.relrowsecurity and c.relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage')
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'embedded_service_role')
  loop
    execute format('create policy embedded_service_role on %s to service_role using (true) with check (true)', v_table);
  end loop;
end $$;
