-- Everything that migrations make, as rows: what it is and its text. Grants to other roles than those of the API are the
-- operator's own.
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
  select 'table ' || name as "on", a.* from tables,
    aclexplode(coalesce(relacl, acldefault('r', relowner))) a where a.grantee <> relowner
  union all
  select case prokind when 'p' then 'procedure ' else 'function ' end || name, a.* from functions,
    aclexplode(coalesce(proacl, acldefault('f', proowner))) a where a.grantee <> proowner
  union all
  select format('schema %I', nspname), a.* from spaces join pg_namespace n using (oid, nspname), aclexplode(n.nspacl) a
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
select 'table' as kind, name, '' as def from tables where relkind = 'r'
union all
select 'function', name, pg_get_functiondef(oid) from functions
union all
select 'column', t.name || '.' || quote_ident(a.attname),
  format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
    || case a.attgenerated when 's' then ' generated' else '' end || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum where t.relkind = 'r'
union all
select 'view', t.name, pg_get_viewdef(c.oid) || coalesce(c.reloptions::text, '')
from tables t join pg_class c using (oid) where t.relkind = 'v'
union all
select 'constraint', format('%I on %s', k.conname, t.name), pg_get_constraintdef(k.oid)
from tables t join pg_constraint k on k.conrelid = t.oid where k.contype in ('c', 'f', 'u', 'p', 'x')
union all
select 'index', format('%I.%I', s.nspname, c.relname), pg_get_indexdef(i.indexrelid)
from pg_index i join pg_class c on c.oid = i.indexrelid join spaces s on s.oid = c.relnamespace
where not exists (select from pg_constraint k where k.conindid = i.indexrelid)
union all
select 'trigger', format('%I on %s', g.tgname, g.tgrelid::regclass), pg_get_triggerdef(g.oid) || g.tgenabled::text
from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
where not g.tgisinternal and n.nspname in ('public', 'private', 'auth', 'storage') and g.tgname not like 'embedded\_%'
union all
select 'policy', format('%I on %I.%I', policyname, schemaname, tablename),
  concat_ws(' ', permissive, cmd, roles::text, qual, 'check', with_check)
from pg_policies where schemaname in ('public', 'private', 'storage') and policyname not like 'embedded\_%'
union all
select 'row-level security', name, relrowsecurity::text from tables where relkind = 'r'
union all
select 'grant', format('%s on %s to %s', lower(g.privilege_type), g."on", r.name), ''
from grants g join grantees r on r.oid = g.grantee
union all
select 'grant', format('%s on new %s%s to %s', lower(d.privilege_type), d.objects, i.schema, r.name), ''
from defaults d join grantees r on r.oid = d.grantee,
  lateral (select case d.nspname when 'public' then ' in schema public' else '' end) i (schema)
union all
select 'grant', format('%s (%I) on %s to %s', lower(g.privilege_type), a.attname, t.name, r.name), ''
from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped,
  aclexplode(a.attacl) g join grantees r on r.oid = g.grantee
order by 1, 2
