-- The admin's list of leads as it opens: newest first, nothing searched or filtered. The page is read from an index, and
-- only its rows are joined; the list in general joins and sorts all leads first.
create function private.admin_lead_row(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select to_jsonb(l) || jsonb_build_object('held_reason', r.held_reason, 'assignments', coalesce((
      select jsonb_agg(jsonb_build_object('artist_id', a.id, 'name', a.name, 'status', s.status) order by a.name)
      from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = p_lead), '[]'))
    from public.leads l join public.lead_records r on r.id = l.id where l.id = p_lead);
end
$$;
comment on function private.admin_lead_row(uuid) is 'A lead as the admin''s list shows it, with the artists who have it.';

create function private.admin_newest_leads(p_limit int, p_offset int) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'total', (select count(*) from public.lead_records),
    'rows', coalesce((
      select jsonb_agg(private.admin_lead_row(q.id) order by q.created_at desc, q.id)
      from (
        select l.id, l.created_at from public.lead_records l order by l.created_at desc, l.id
        limit least(greatest(coalesce(p_limit, 25), 1), 1000) offset greatest(coalesce(p_offset, 0), 0)
      ) q), '[]'));
end
$$;
comment on function private.admin_newest_leads(int, int) is 'What admin_list_leads gives without a search and a filter, newest first.';

create or replace function private.admin_list_leads(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(private.clean_or_null(p_search), private.clean_or_null(p_filter)) is null
    and coalesce(private.clean_or_null(p_sort), 'created_at') = 'created_at' and coalesce(p_desc, true) then
    return private.admin_newest_leads(p_limit, p_offset);
  end if;
  return private.admin_page(
    $q$
      select l.id, l.created_at, l.city, l.kind::text as kind, l.style_preference, l.budget_range, c.name, c.email, l.held,
             coalesce(s.furthest, 'new')::text as status
      from public.lead_records l
      left join public.lead_contacts c on c.lead_id = l.id
      left join (select a.lead_id, max(a.status) as furthest from public.lead_assignments a group by 1) s on s.lead_id = l.id
      where case $2 when 'held' then l.held when 'unassigned' then s.lead_id is null and not l.held
                    when 'new' then coalesce(s.furthest, 'new') = 'new' and not l.held when 'in_review' then s.furthest = 'in_review'
                    when 'completed' then s.furthest = 'completed' else true end
        and ($1 is null or c.name ilike $1 or c.email ilike $1 or l.city ilike $1 or l.project_description ilike $1)$q$,
    'private.admin_lead_row(q.id)',
    array['new', 'in_review', 'completed', 'held', 'unassigned']::text[],
    array['created_at', 'city', 'kind', 'style_preference', 'budget_range', 'name', 'email', 'status', 'held']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset);
end
$$;
