-- The admin's view of leads, and the two things an admin does with one.

create function private.admin_list_leads(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.admin_page(
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
    $q$
      select to_jsonb(l) || jsonb_build_object('held_reason', r.held_reason, 'assignments', coalesce((
        select jsonb_agg(jsonb_build_object('artist_id', a.id, 'name', a.name, 'status', s.status) order by a.name)
        from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = q.id), '[]'))
      from public.leads l join public.lead_records r on r.id = l.id where l.id = q.id$q$,
    array['new', 'in_review', 'completed', 'held', 'unassigned']::text[],
    array['created_at', 'city', 'kind', 'style_preference', 'budget_range', 'name', 'email', 'status', 'held']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_leads(text, text, text, boolean, int, int) is 'All leads with the artists who have them; new, in_review and completed go by the furthest artist; a held one is only held.';

create function public.admin_list_leads(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_list_leads(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_leads(text, text, text, boolean, int, int) is 'All leads with the artists who have them; new, in_review and completed go by the furthest artist; a held one is only held. Gives {total, rows}. Admins only.';
grant execute on function private.admin_list_leads(text, text, text, boolean, int, int), public.admin_list_leads(text, text, text, boolean, int, int) to authenticated;

create function private.admin_assign_lead(p_lead uuid, p_artists uuid[]) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  perform private.require_admin();
  select coalesce(array_agg(distinct x order by x), '{}') into v_ids from unnest(p_artists) x where x is not null;
  if cardinality(v_ids) > 10 then perform private.fail('invalid_input', 'artists'); end if;
  perform from public.lead_records l where l.id = p_lead for update;
  if not found then perform private.fail('invalid_input', 'lead'); end if;
  if cardinality(v_ids) <> (select count(*) from public.artists a where a.id = any (v_ids)) then perform private.fail('artist_unknown'); end if;

  delete from public.lead_assignments a where a.lead_id = p_lead and a.artist_id <> all (v_ids);
  insert into public.lead_assignments (lead_id, artist_id) select p_lead, x from unnest(v_ids) x on conflict do nothing;
  update public.lead_records l set held = false where l.id = p_lead and l.held and cardinality(v_ids) > 0;
  -- The admin has decided: the sender's own choice would come too late.
  update private.lead_intake i set selected_at = coalesce(i.selected_at, now()) where i.lead_id = p_lead;
  perform private.audit('lead.assigned', p_lead, jsonb_build_object('artists', v_ids));
  return jsonb_build_object('assigned', cardinality(v_ids));
end
$$;
comment on function private.admin_assign_lead(uuid, uuid[]) is
  'Makes exactly these artists (at most 10) have the lead; who stays keeps their status. Assigning a held lead releases it.';

create function private.admin_release_lead(p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead public.lead_records;
begin
  perform private.require_admin();
  update public.lead_records l set held = false where l.id = p_lead and l.held returning * into v_lead;
  if v_lead.id is null then perform private.fail('invalid_input', 'lead'); end if;
  insert into private.lead_offers (lead_id, artist_id, rank)
    select p_lead, m.artist_id, m.rank from private.matching_artists(v_lead.city, v_lead.style_preference) m
    on conflict do nothing;
  perform private.audit('lead.released', p_lead, jsonb_build_object('reason', v_lead.held_reason));
  return jsonb_build_object('id', p_lead, 'matches', private.lead_matches(p_lead));
end
$$;
comment on function private.admin_release_lead(uuid) is 'Takes a lead out of quarantine and gives the artists that fit, for the admin to assign.';

create function public.admin_assign_lead(p_lead uuid, p_artists uuid[]) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.admin_assign_lead(p_lead, p_artists)
$$;
comment on function public.admin_assign_lead(uuid, uuid[]) is 'Sets who has a lead: {assigned}. Admins only.';

create function public.admin_release_lead(p_lead uuid) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.admin_release_lead(p_lead)
$$;
comment on function public.admin_release_lead(uuid) is 'Releases a held lead: {id, matches}. Admins only.';
grant execute on function private.admin_assign_lead(uuid, uuid[]), public.admin_assign_lead(uuid, uuid[]),
  private.admin_release_lead(uuid), public.admin_release_lead(uuid) to authenticated;
