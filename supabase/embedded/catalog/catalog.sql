-- Everything that migrations make, as rows: what it is, its text, what makes it so, and what removes it where that loses
-- no data. Grants to other roles than those of the API are the operator's own.
with spaces as (
  select oid, nspname from pg_namespace where nspname in ('public', 'private')
), tables as (
  select c.oid, format('%I.%I', s.nspname, c.relname) as name, c.relrowsecurity, c.relkind, c.relacl, c.relowner
  from pg_class c join spaces s on s.oid = c.relnamespace where c.relkind in ('r', 'v')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
), functions as (
  select p.oid, format('%I.%I(%s)', s.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name, p.proacl,
    p.proowner, p.prokind
  from pg_proc p join spaces s on s.oid = p.pronamespace
  where p.prokind in ('f', 'p') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
), grants as (
  select case relkind when 'v' then 'v' else 'r' end as kind, 'table ' || name as "on", a.* from tables,
    aclexplode(coalesce(relacl, acldefault('r', relowner))) a where a.grantee <> relowner
  union all
  select 'f', case prokind when 'p' then 'procedure ' else 'function ' end || name, a.* from functions,
    aclexplode(coalesce(proacl, acldefault('f', proowner))) a where a.grantee <> proowner
  union all
  select 's', format('schema %I', nspname), a.* from spaces join pg_namespace n using (oid, nspname), aclexplode(n.nspacl) a
    where a.grantee <> n.nspowner
), grantees as (
  select oid, quote_ident(rolname) as name from pg_roles where rolname in ('anon', 'authenticated', 'service_role')
  union all select 0, 'public'
), defaults as (
  -- What whoever migrates makes from now on; without a row, everybody may run a new function.
  select s.nspname, o.name as objects, a.* from (values ('r'::"char", 'tables'), ('f', 'functions'), ('S', 'sequences')) o (type, name)
    join spaces s on s.nspname = 'public' or o.type = 'f'
    left join pg_default_acl d on d.defaclnamespace = case s.nspname when 'public' then s.oid else 0 end
      and d.defaclobjtype = o.type and d.defaclrole = current_user::regrole,
    aclexplode(coalesce(d.defaclacl, case s.nspname when 'public' then null else acldefault('f', current_user::regrole) end)) a
)
select * from (
  select 1 as rank, 'table' as kind, name, '' as def, format('create table %s ()', name) as make, null as drop
  from tables where relkind = 'r'
  union all
  select 2, 'function', name, pg_get_functiondef(oid), pg_get_functiondef(oid), 'drop function ' || name from functions
  union all
  select 3, 'column', t.name || '.' || quote_ident(a.attname),
    format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
      || case a.attgenerated when 's' then ' generated' else '' end || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''),
    format('alter table %s add column if not exists %I %s %s', t.name, a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attidentity <> '' then 'generated always as identity'
          when a.attgenerated = 's' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
          else coalesce('default ' || pg_get_expr(d.adbin, d.adrelid), '') end)
      || case when a.attgenerated = '' and a.attidentity = '' then format('; alter table %s alter column %I %s', t.name, a.attname,
        coalesce('set default ' || pg_get_expr(d.adbin, d.adrelid), 'drop default')) else '' end
      || format('; alter table %s alter column %I %s not null', t.name, a.attname, case when a.attnotnull then 'set' else 'drop' end),
    null
  from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum where t.relkind = 'r'
  union all
  select 4, 'view', t.name, pg_get_viewdef(c.oid) || coalesce(c.reloptions::text, ''),
    format('create or replace view %s %s as %s', t.name,
      case when c.reloptions is null then '' else 'with (' || array_to_string(c.reloptions, ', ') || ')' end, pg_get_viewdef(c.oid)),
    'drop view ' || t.name
  from tables t join pg_class c using (oid) where t.relkind = 'v'
  union all
  select 5, 'constraint', format('%I on %s', k.conname, t.name), pg_get_constraintdef(k.oid),
    format('alter table %s drop constraint if exists %I; alter table %1$s add constraint %2$I %s', t.name, k.conname, pg_get_constraintdef(k.oid)),
    format('alter table %s drop constraint %I', t.name, k.conname)
  from tables t join pg_constraint k on k.conrelid = t.oid where k.contype in ('c', 'f', 'u', 'p', 'x')
  union all
  select 6, 'index', format('%I.%I', s.nspname, c.relname), pg_get_indexdef(i.indexrelid),
    format('drop index if exists %I.%I; %s', s.nspname, c.relname, pg_get_indexdef(i.indexrelid)),
    format('drop index %I.%I', s.nspname, c.relname)
  from pg_index i join pg_class c on c.oid = i.indexrelid join spaces s on s.oid = c.relnamespace
  where not exists (select from pg_constraint k where k.conindid = i.indexrelid)
  union all
  select 7, 'trigger', format('%I on %s', g.tgname, g.tgrelid::regclass), pg_get_triggerdef(g.oid) || g.tgenabled::text,
    format('drop trigger if exists %I on %s; %s', g.tgname, g.tgrelid::regclass, pg_get_triggerdef(g.oid)),
    format('drop trigger %I on %s', g.tgname, g.tgrelid::regclass)
  from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not g.tgisinternal and n.nspname in ('public', 'private', 'auth', 'storage') and g.tgname not like 'embedded\_%'
  union all
  select 8, 'policy', format('%I on %I.%I', policyname, schemaname, tablename),
    concat_ws(' ', permissive, cmd, roles::text, qual, 'check', with_check),
    format('drop policy if exists %I on %I.%I; create policy %1$I on %2$I.%3$I as %s for %s to %s %s %s', policyname, schemaname,
      tablename, permissive, cmd, array_to_string(roles, ', '), 'using (' || qual || ')', 'with check (' || with_check || ')'),
    format('drop policy %I on %I.%I', policyname, schemaname, tablename)
  from pg_policies where schemaname in ('public', 'private', 'storage') and policyname not like 'embedded\_%'
  union all
  select 9, 'row-level security', name, relrowsecurity::text,
    format('alter table %s %s row level security', name, case when relrowsecurity then 'enable' else 'disable' end), null
  from tables where relkind = 'r'
  union all
  select 10, 'grant', format('%s on %s to %s', lower(g.privilege_type), g."on", r.name), '',
    format('grant %s on %s to %s', g.privilege_type, g."on", r.name), format('revoke %s on %s from %s', g.privilege_type, g."on", r.name)
  from grants g join grantees r on r.oid = g.grantee
  union all
  select 10, 'grant', format('%s on new %s%s to %s', lower(d.privilege_type), d.objects, i.schema, r.name), '',
    format('alter default privileges%s grant %s on %s to %s', i.schema, d.privilege_type, d.objects, r.name),
    format('alter default privileges%s revoke %s on %s from %s', i.schema, d.privilege_type, d.objects, r.name)
  from defaults d join grantees r on r.oid = d.grantee,
    lateral (select case d.nspname when 'public' then ' in schema public' else '' end) i (schema)
  union all
  select 10, 'grant', format('%s (%I) on %s to %s', lower(g.privilege_type), a.attname, t.name, r.name), '',
    format('grant %s (%I) on %s to %s', g.privilege_type, a.attname, t.name, r.name),
    format('revoke %s (%I) on %s from %s', g.privilege_type, a.attname, t.name, r.name)
  from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped,
    aclexplode(a.attacl) g join grantees r on r.oid = g.grantee
) items order by rank, kind, name
