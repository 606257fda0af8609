set check_function_bodies = off;

set local check_function_bodies = off;

DROP FUNCTION "private"."admin_list_clients"(text, text, text, boolean, integer, integer);

DROP FUNCTION "public"."admin_list_clients"(text, text, text, boolean, integer, integer);

CREATE OR REPLACE FUNCTION private.admin_list_users(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

COMMENT ON FUNCTION "private"."admin_list_users"(text, text, text, boolean, integer, integer) IS 'Accounts with their roles and how many leads each has sent; the filter is a role, or clients with leads.';

COMMENT ON FUNCTION "public"."admin_list_users"(text, text, text, boolean, integer, integer) IS 'Accounts with their roles and how many leads each has sent; the filter is a role, or with_leads. Gives {total, rows}. Admins only.';

reset check_function_bodies;
