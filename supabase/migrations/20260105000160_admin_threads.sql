-- Admins find what was reported, read it, and open it again or leave it closed.
create or replace view private.admin_leads with (security_invoker = true) as
select l.id, to_jsonb(l) || jsonb_build_object('held_reason', r.held_reason, 'assignments', coalesce((
    select jsonb_agg(jsonb_build_object('artist_id', a.id, 'name', a.name, 'status', s.status, 'state', s.state,
      'reported', exists (select from private.thread_reports t where t.lead_id = s.lead_id and t.artist_id = s.artist_id)) order by a.name)
    from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]')) as lead
from private.leads_in_full l join public.lead_records r on r.id = l.id;

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
                    when 'reported' then exists (select from private.thread_reports t where t.lead_id = l.id)
                    when 'new' then coalesce(s.furthest, 'new') = 'new' and not l.held when 'in_review' then s.furthest = 'in_review'
                    when 'completed' then s.furthest = 'completed' else true end
        and ($1 is null or c.name ilike $1 or c.email ilike $1 or l.city ilike $1 or l.project_description ilike $1)$q$,
    'select v.lead from private.admin_leads v where v.id = q.id',
    array['new', 'in_review', 'completed', 'held', 'unassigned', 'reported']::text[],
    array['created_at', 'city', 'kind', 'style_preference', 'budget_range', 'name', 'email', 'status', 'held']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset);
end
$$;

create function private.admin_dismiss_reports(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.thread_reports r where r.lead_id = p_lead and r.artist_id = p_artist;
  if not found then return; end if;
  perform private.audit('thread.dismissed', p_lead, jsonb_build_object('artist', p_artist));
  update public.notices n set read_at = now()
    where n.kind = 'thread_reported' and n.lead_id = p_lead and n.read_at is null
      and not exists (select from private.thread_reports r where r.lead_id = p_lead);
end
$$;
comment on function private.admin_dismiss_reports(uuid, uuid) is
  'An admin has looked at a report and found nothing wrong: both sides see the conversation again, and can write. Again changes nothing.';

create function public.admin_dismiss_reports(p_lead uuid, p_artist uuid) returns void
  language sql security invoker set search_path = ''
as $$
  select private.admin_dismiss_reports(p_lead, p_artist)
$$;
comment on function public.admin_dismiss_reports(uuid, uuid) is 'Opens a reported conversation again. Admins only.';
grant execute on function private.admin_dismiss_reports(uuid, uuid), public.admin_dismiss_reports(uuid, uuid) to authenticated;

-- As before, with what is done to requests and conversations.
create or replace function private.admin_list_audit(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
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
    array['lead', 'artist', 'city', 'role', 'account', 'publish', 'request', 'thread']::text[],
    array['at', 'action', 'actor_email']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
