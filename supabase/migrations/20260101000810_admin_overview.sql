-- The admin's first tab (specification, section 2).
create function private.admin_overview() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'artists', (select count(*) from public.artists),
    'artists_public', (select count(*) from public.artists a where a.public_visible),
    'leads', (select count(*) from public.lead_records),
    'leads_last_7_days', (select count(*) from public.lead_records l where l.created_at >= now() - interval '7 days'),
    'held_leads', (select count(*) from public.lead_records l where l.held),
    'cities', (select count(*) from public.cities),
    'user_roles', (select count(*) from public.user_roles),
    'clients', (select count(*) from public.user_roles r where r.role = 'client'));
end
$$;
comment on function private.admin_overview() is 'The counts of the overview.';

create function public.admin_overview() returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_overview()
$$;
comment on function public.admin_overview() is 'Counts of artists, leads, cities, roles and clients. Admins only.';

create function private.admin_leads_by_day(p_days int) returns table (day date, leads int)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select d::date, count(l.id)::int
    from generate_series(current_date - (least(greatest(coalesce(p_days, 30), 1), 366) - 1), current_date, interval '1 day') d
    left join public.lead_records l on l.created_at >= d and l.created_at < d + interval '1 day'
    group by d order by d;
end
$$;
comment on function private.admin_leads_by_day(int) is 'Leads a day up to today, days without one included.';

create function public.admin_leads_by_day(p_days int default 30) returns table (day date, leads int)
  language sql stable security invoker set search_path = ''
as $$
  select * from private.admin_leads_by_day(p_days)
$$;
comment on function public.admin_leads_by_day(int) is 'How many leads came on each of the last days (1 to 366). Admins only.';
grant execute on function private.admin_overview(), public.admin_overview(),
  private.admin_leads_by_day(int), public.admin_leads_by_day(int) to authenticated;
