-- The admin's list of requests, narrowed by city, style, budget and days as well, and found by telephone number.
create or replace view private.admin_leads with (security_invoker = true) as
select l.id, to_jsonb(l) || jsonb_build_object('held_reason', r.held_reason, 'reference', r.reference, 'assignments', coalesce((
    select jsonb_agg(jsonb_build_object('artist_id', a.id, 'name', a.name, 'status', s.status, 'state', s.state,
      'reported', exists (select from private.thread_reports t where t.lead_id = s.lead_id and t.artist_id = s.artist_id)) order by a.name)
    from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]')) as lead
from private.leads_in_full l join public.lead_records r on r.id = l.id;

create function private.phone_pattern(p_search text) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  v_digits text := regexp_replace(p_search, '\D', '', 'g');
begin
  -- Whoever has other signs in it is looking for something else; three digits are in every number.
  if p_search !~ '^[\d\s().+/-]+$' or char_length(v_digits) < 4 then return null; end if;
  return '%' || case when v_digits ~ '^1\d{10}$' then substr(v_digits, 2) else v_digits end || '%';
end
$$;
comment on function private.phone_pattern(text) is
  'A pattern for the digits of a telephone number, however it is written and with or without the 1 of the country; null for what is none.';

drop function public.admin_list_leads(text, text, text, boolean, int, int);
drop function private.admin_list_leads(text, text, text, boolean, int, int);

create function private.admin_list_leads(
  p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int,
  p_city text, p_style text, p_budget text, p_from date, p_until date
) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_search text := private.clean_or_null(p_search);
  v_filter text := private.clean_or_null(p_filter);
  v_phone text := private.phone_pattern(p_search);
  v_only text := concat_ws(' and ', 'true',
    'lower(l.city) = lower(' || quote_literal(private.clean_or_null(p_city)) || ')',
    'l.style_preference = ' || quote_literal(private.clean_or_null(p_style)),
    'l.budget_range = ' || quote_literal(private.clean_or_null(p_budget)),
    'l.created_at >= ' || quote_literal(p_from) || '::date',
    'l.created_at < ' || quote_literal(p_until) || '::date + 1');
begin
  if v_search is null and v_filter is null and v_only = 'true'
    and coalesce(private.clean_or_null(p_sort), 'created_at') = 'created_at' and coalesce(p_desc, true) then
    return private.admin_newest_leads(p_limit, p_offset);
  end if;
  return private.admin_page(
    format($q$
      select l.id, l.created_at, l.city, l.kind::text as kind, l.style_preference, l.budget_range, c.name, c.email, l.held,
             coalesce(s.furthest, 'new')::text as status
      from public.lead_records l
      left join public.lead_contacts c on c.lead_id = l.id
      left join private.lead_progress s on s.lead_id = l.id
      where case $2 when 'held' then l.held when 'withdrawn' then l.withdrawn_at is not null
                    when 'unassigned' then s.lead_id is null and not l.held and l.withdrawn_at is null
                    when 'unanswered' then s.unanswered and not l.held and l.withdrawn_at is null
                    when 'reported' then exists (select from private.thread_reports t where t.lead_id = l.id)
                    when 'proposed' then s.proposed when 'accepted' then s.accepted
                    when 'new' then coalesce(s.furthest, 'new') = 'new' and not l.held when 'in_review' then s.furthest = 'in_review'
                    when 'completed' then s.furthest = 'completed' else true end
        and %s
        and ($1 is null or c.name ilike $1 or c.email ilike $1 or l.city ilike $1 or l.project_description ilike $1
          or l.reference ilike $1%s)$q$,
      v_only, ' or regexp_replace(c.phone, ''\D'', '''', ''g'') like ' || quote_literal(v_phone)),
    'select v.lead from private.admin_leads v where v.id = q.id',
    array['new', 'in_review', 'completed', 'held', 'unassigned', 'unanswered', 'proposed', 'accepted', 'withdrawn', 'reported']::text[],
    array['created_at', 'city', 'kind', 'style_preference', 'budget_range', 'name', 'email', 'status', 'held']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset);
end
$$;
comment on function private.admin_list_leads(text, text, text, boolean, int, int, text, text, text, date, date) is
  'All leads with the artists who have them; new, in_review and completed go by the furthest artist; a held one is only held.';

create function public.admin_list_leads(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0, p_city text default null, p_style text default null, p_budget text default null, p_from date default null,
  p_until date default null
) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_list_leads(p_search, p_filter, p_sort, p_desc, p_limit, p_offset, p_city, p_style, p_budget, p_from, p_until)
$$;
comment on function public.admin_list_leads(text, text, text, boolean, int, int, text, text, text, date, date) is
  'All leads with the artists who have them, {total, rows}; searched in names, e-mails, telephone numbers, cities, texts and references, and narrowed by state, city, style, budget and days. Admins only.';

create function private.admin_lead_cities() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return coalesce((
    select jsonb_agg(q.city order by q.city)
    from (select min(l.city) as city from public.lead_records l where l.city <> '' group by lower(l.city) order by count(*) desc, 1 limit 200) q), '[]');
end
$$;
comment on function private.admin_lead_cities() is 'The cities that requests are about, each in one spelling; the 200 with the most.';

create function public.admin_lead_cities() returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_lead_cities()
$$;
comment on function public.admin_lead_cities() is 'The cities that requests are about, in order. Admins only.';
grant execute on function private.admin_list_leads(text, text, text, boolean, int, int, text, text, text, date, date),
  public.admin_list_leads(text, text, text, boolean, int, int, text, text, text, date, date),
  private.admin_lead_cities(), public.admin_lead_cities() to authenticated;
