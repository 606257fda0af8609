-- The admin's lists of accounts.

create function private.admin_list_users(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.admin_page(
    $q$
      select r.user_id as id, u.email::text as email, coalesce(nullif(btrim(u.raw_user_meta_data ->> 'name'), ''), split_part(u.email, '@', 1)) as name, r.role::text as role, r.created_at
      from public.user_roles r join auth.users u on u.id = r.user_id
      where ($2 is null or r.role::text = $2)
        and ($1 is null or u.email ilike $1 or u.raw_user_meta_data ->> 'name' ilike $1)$q$,
    $q$jsonb_build_object('user_id', q.id, 'email', q.email, 'name', q.name, 'role', q.role, 'created_at', q.created_at)$q$,
    array['admin', 'artist', 'client']::text[],
    array['created_at', 'email', 'name', 'role']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_users(text, text, text, boolean, int, int) is 'Accounts with their roles; the filter is a role.';

create function public.admin_list_users(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_list_users(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_users(text, text, text, boolean, int, int) is 'Accounts with their roles; the filter is a role. Gives {total, rows}. Admins only.';
grant execute on function private.admin_list_users(text, text, text, boolean, int, int), public.admin_list_users(text, text, text, boolean, int, int) to authenticated;

create function private.admin_list_clients(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.admin_page(
    $q$
      select r.user_id as id, u.email::text as email, coalesce(nullif(btrim(u.raw_user_meta_data ->> 'name'), ''), split_part(u.email, '@', 1)) as name, r.created_at, coalesce(n.leads, 0) as lead_count
      from public.user_roles r join auth.users u on u.id = r.user_id
      left join (select l.created_by_user, count(*)::int as leads from public.lead_records l group by 1) n on n.created_by_user = r.user_id
      where r.role = 'client' and ($2 is null or coalesce(n.leads, 0) > 0)
        and ($1 is null or u.email ilike $1 or u.raw_user_meta_data ->> 'name' ilike $1)$q$,
    $q$jsonb_build_object('user_id', q.id, 'email', q.email, 'name', q.name, 'created_at', q.created_at, 'lead_count', q.lead_count)$q$,
    array['with_leads']::text[],
    array['created_at', 'email', 'name', 'lead_count']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_clients(text, text, text, boolean, int, int) is 'Clients with how many leads each has sent.';

create function public.admin_list_clients(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_list_clients(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_clients(text, text, text, boolean, int, int) is 'Clients with how many leads each has sent. Gives {total, rows}. Admins only.';
grant execute on function private.admin_list_clients(text, text, text, boolean, int, int), public.admin_list_clients(text, text, text, boolean, int, int) to authenticated;
