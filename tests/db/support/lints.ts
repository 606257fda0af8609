/** One rule of `supabase/CONVENTIONS.md`: a query that finds offenders, and how to make one that it must find. */
interface Lint {
  rule: string;
  query: string;
  breakIt: string[];
  found: string;
}

const OURS = `n.nspname in ('public', 'private')`;
const functions = (where: string) =>
  `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where ${OURS} and ${where} order by 1`;
const relations = (kinds: string, where: string) =>
  `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where ${OURS} and c.relkind in (${kinds}) and ${where} order by 1`;
const FUNCTION = 'create function private.zz() returns int language sql';

export const lints: Lint[] = [
  {
    rule: 'every table has row-level security',
    query: relations(`'r', 'p'`, 'not c.relrowsecurity'),
    breakIt: ['create table public.zz (id int)'],
    found: 'public.zz',
  },
  {
    rule: 'every table and view has a comment',
    query: relations(`'r', 'p', 'v', 'm'`, `obj_description(c.oid, 'pg_class') is null`),
    breakIt: ['create view public.zz as select 1 as one'],
    found: 'public.zz',
  },
  {
    rule: 'every function has a comment',
    query: functions(`obj_description(p.oid, 'pg_proc') is null`),
    breakIt: [`${FUNCTION} as 'select 1'`],
    found: 'private.zz',
  },
  {
    rule: 'every function has an empty search_path',
    query: functions(
      `not coalesce('search_path=""' = any (p.proconfig) or 'search_path=' = any (p.proconfig), false)`,
    ),
    breakIt: [`${FUNCTION} as 'select 1'`],
    found: 'private.zz',
  },
  {
    rule: 'every security definer function of the embedded backend has an empty search_path',
    query: `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'embedded' and p.prosecdef
        and not coalesce('search_path=""' = any (p.proconfig) or 'search_path=' = any (p.proconfig), false) order by 1`,
    breakIt: ['alter function embedded.account_gone() reset search_path'],
    found: 'embedded.account_gone',
  },
  {
    rule: 'every function that gives rows says how many',
    query: functions('p.proretset and p.prorows = 1000'),
    breakIt: [`create function private.zz() returns setof int language sql as 'select 1'`],
    found: 'private.zz',
  },
  {
    rule: 'no function in public is security definer',
    query: functions(`n.nspname = 'public' and p.prosecdef`),
    breakIt: ['alter function public.admin_overview() security definer'],
    found: 'public.admin_overview',
  },
  {
    rule: 'PUBLIC may execute nothing',
    query: functions(
      `exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)`,
    ),
    breakIt: ['grant execute on function private.is_admin() to public'],
    found: 'private.is_admin',
  },
  {
    rule: 'PUBLIC may read and write no table',
    query: relations(
      `'r', 'v', 'm', 'p'`,
      'exists (select from aclexplode(c.relacl) a where a.grantee = 0)',
    ),
    breakIt: ['grant select on public.cities to public'],
    found: 'public.cities',
  },
  {
    rule: 'views run with the rights of the caller',
    query: relations(`'v'`, `not coalesce('security_invoker=true' = any (c.reloptions), false)`),
    breakIt: ['create view public.zz as select 1 as one'],
    found: 'public.zz',
  },
  {
    rule: 'policies name their role',
    query: `select policyname as name from pg_policies where schemaname in ('public', 'private') and 'public' = any (roles)`,
    breakIt: ['create policy zz on public.cities for select using (true)'],
    found: 'zz',
  },
  {
    rule: 'policies ask who is calling once a statement',
    query: `select policyname as name from pg_policies
      where regexp_replace(coalesce(qual, '') || coalesce(with_check, ''),
        '\\( ?SELECT (auth\\.uid|private\\.is_admin|private\\.my_role|private\\.my_artist_id)\\(\\)', '', 'g')
        ~ '(auth\\.uid|private\\.is_admin|private\\.my_role|private\\.my_artist_id)\\(\\)'`,
    breakIt: ['create policy zz on public.cities for select to anon using (private.is_admin())'],
    found: 'zz',
  },
  {
    rule: 'no permissive policy is doubled for one role and command',
    query: `select min(policyname) as name from pg_policies, unnest(roles) r where permissive = 'PERMISSIVE'
      and schemaname = 'public' group by tablename, cmd, r having count(*) > 1`,
    breakIt: ['create policy zz on public.cities for select to anon using (true)'],
    found: 'cities_select',
  },
  {
    rule: 'every foreign key has an index that starts with it',
    query: `select k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where ${OURS} and k.contype = 'f' and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] operator(pg_catalog.@>) k.conkey)`,
    breakIt: ['alter table public.cities add column zz uuid references public.artists (id)'],
    found: 'cities_zz_fkey',
  },
  {
    rule: 'every setting that a function asks for is known, and a number where a number is asked for',
    query: `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
      regexp_matches(p.prosrc, $$private\\.(setting|setting_int|megabytes)\\(([^)]*)\\)$$, 'g') asked
      where ${OURS} and not asked[2] like 'p\\_%' and not asked[2] like 'v\\_row%' and not exists (
        select from private.setting_defaults d where quote_literal(d.key) = asked[2]
          and (asked[1] = 'setting' or d.least is not null)) order by 1`,
    breakIt: [`${FUNCTION} as $$ select private.setting_int('mesage_limit') $$`],
    found: 'private.zz',
  },
];
