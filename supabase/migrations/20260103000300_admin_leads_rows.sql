-- The rows of the admin's list, without the ways in which the view `leads` finds those of other callers: to prepare them
-- for each row took most of the time.
create view private.leads_in_full with (security_invoker = true) as
select
  l.id,
  coalesce(c.name, '***') as name,
  c.email,
  c.phone,
  l.city,
  l.project_description,
  l.mural_size,
  l.surface_type,
  l.style_preference,
  l.budget_range,
  coalesce(w.mine, w.furthest, 'new') as status,
  coalesce(w.artists, '{}') as assigned_artist,
  l.created_by_user,
  l.created_at,
  l.kind,
  l.held,
  l.preferred_time
from public.lead_records l
left join public.lead_contacts c on c.lead_id = l.id
left join lateral (
  select
    array_agg(a.artist_id order by a.created_at, a.artist_id) as artists,
    max(a.status) as furthest,
    max(a.status) filter (where a.artist_id = (select private.my_artist_id())) as mine
  from public.lead_assignments a
  where a.lead_id = l.id
) w on true;
comment on view private.leads_in_full is 'What the view leads shows to those who see every lead.';

-- What an artist's leads are found and masked by, without a look at the table.
create index lead_assignments_artist_status_idx on public.lead_assignments (artist_id, lead_id) include (status);
drop index public.lead_assignments_artist_idx;

create or replace function private.leads_whose_contact_i_see() returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
  return query
    select a.lead_id from public.lead_assignments a
    where a.artist_id = v_artist and a.status <> 'new'
      and not exists (select from public.lead_records l where l.id = a.lead_id and l.held);
end
$$;

create view private.admin_leads with (security_invoker = true) as
select l.id, to_jsonb(l) || jsonb_build_object('held_reason', r.held_reason, 'assignments', coalesce((
    select jsonb_agg(jsonb_build_object('artist_id', a.id, 'name', a.name, 'status', s.status) order by a.name)
    from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]')) as lead
from private.leads_in_full l join public.lead_records r on r.id = l.id;
comment on view private.admin_leads is 'A lead as the admin''s list shows it, with the artists who have it.';

create or replace function private.admin_newest_leads(p_limit int, p_offset int) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'total', (select count(*) from public.lead_records),
    'rows', coalesce((
      select jsonb_agg((select v.lead from private.admin_leads v where v.id = q.id) order by q.created_at desc, q.id)
      from (
        select l.id, l.created_at from public.lead_records l order by l.created_at desc, l.id
        limit least(greatest(coalesce(p_limit, 25), 1), 1000) offset greatest(coalesce(p_offset, 0), 0)
      ) q), '[]'));
end
$$;

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
    'select v.lead from private.admin_leads v where v.id = q.id',
    array['new', 'in_review', 'completed', 'held', 'unassigned']::text[],
    array['created_at', 'city', 'kind', 'style_preference', 'budget_range', 'name', 'email', 'status', 'held']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset);
end
$$;

drop function private.admin_lead_row(uuid);
