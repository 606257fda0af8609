-- Reading the audit trail.

create function private.admin_list_audit(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.admin_page(
    $q$
      select l.id, l.at, l.action, u.email::text as actor_email
      from private.audit_log l left join auth.users u on u.id = l.actor
      where ($2 is null or split_part(l.action, '.', 1) = $2)
        and ($1 is null or l.action ilike $1 or u.email ilike $1 or l.subject::text ilike $1 or l.detail::text ilike $1)$q$,
    $q$
      select jsonb_build_object('id', l.id, 'at', l.at, 'actor', l.actor, 'actor_email', q.actor_email, 'action', l.action,
        'subject', l.subject, 'detail', l.detail)
      from private.audit_log l where l.id = q.id$q$,
    array['lead', 'artist', 'city', 'role', 'account', 'publish']::text[],
    array['at', 'action', 'actor_email']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_audit(text, text, text, boolean, int, int) is 'The audit trail; the filter is the part of the action before the dot.';

create function public.admin_list_audit(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_list_audit(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_audit(text, text, text, boolean, int, int) is 'The audit trail; the filter is the part of the action before the dot. Gives {total, rows}. Admins only.';
grant execute on function private.admin_list_audit(text, text, text, boolean, int, int), public.admin_list_audit(text, text, text, boolean, int, int) to authenticated;
