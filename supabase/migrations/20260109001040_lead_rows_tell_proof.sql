-- Every row of a lead says whether its address is proven: an admin who merges two sees which is which.
create or replace view private.admin_leads with (security_invoker = true) as
select l.id, to_jsonb(l) || jsonb_build_object('held_reason', r.held_reason, 'reference', r.reference, 'merged_into', r.merged_into,
  'proven', private.is_own_address(l.id),
  'assignments', coalesce((
    select jsonb_agg(jsonb_build_object('artist_id', a.id, 'name', a.name, 'status', s.status, 'state', s.state,
      'reported', exists (select from private.thread_reports t where t.lead_id = s.lead_id and t.artist_id = s.artist_id)) order by a.name)
    from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]')) as lead
from private.leads_in_full l join public.lead_records r on r.id = l.id;

create or replace function private.lead_doubles(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg((select v.lead from private.admin_leads v where v.id = o.id) || jsonb_build_object(
      'mergeable', private.is_proven_pair(p_lead, o.id)) order by o.created_at desc, o.id), '[]')
  from (
    select l.id, l.created_at
    from public.lead_records l
    where l.id <> p_lead and l.id in (
        select c.lead_id from public.lead_contacts c
        where lower(c.email) = (select lower(m.email) from public.lead_contacts m where m.lead_id = p_lead)
        union
        select s.id from public.lead_records s
        where s.created_by_user = (select m.created_by_user from public.lead_records m where m.id = p_lead))
      and (l.withdrawn_at is null or l.merged_into = p_lead)
    order by l.created_at desc, l.id limit 5
  ) o
$$;

create or replace function private.admin_lead(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lead jsonb;
begin
  perform private.require_admin();
  select v.lead into v_lead from private.admin_leads v where v.id = p_lead;
  if v_lead is null then return null; end if;
  return jsonb_build_object('lead', v_lead,
    'suggestions', case when v_lead ->> 'withdrawn_at' is null then private.suggestions_for(p_lead) else '[]' end,
    'doubles', private.lead_doubles(p_lead),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'author', u.email, 'created_at', n.created_at)
        order by n.created_at desc, n.id)
      from private.lead_notes n left join auth.users u on u.id = n.author where n.lead_id = p_lead), '[]'));
end
$$;
