-- What an admin does with several requests at once: give them to an artist, and remind who has not answered.
create function private.assign_leads(p_leads uuid[], p_artist uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_leads uuid[] := private.chosen_leads(p_leads);
  v_lead public.lead_records;
  v_has uuid[];
  v_assigned int := 0;
begin
  if not exists (select from public.artists a where a.id = p_artist) then perform private.fail('artist_unknown'); end if;
  -- In the order of ids, so that two admins at once do not wait for each other.
  for v_lead in select l.* from public.lead_records l where l.id = any (v_leads) order by l.id for update loop
    select coalesce(array_agg(a.artist_id), '{}') into v_has from public.lead_assignments a where a.lead_id = v_lead.id;
    continue when v_lead.withdrawn_at is not null or p_artist = any (v_has) or cardinality(v_has) >= 10;
    perform private.admin_assign_lead(v_lead.id, v_has || p_artist);
    v_assigned := v_assigned + 1;
  end loop;
  return jsonb_build_object('assigned', v_assigned, 'left', cardinality(v_leads) - v_assigned);
end
$$;
comment on function private.assign_leads(uuid[], uuid) is
  'Gives an artist each of the chosen requests; left are those that are withdrawn, that the artist has, and that ten artists have.';

create function private.remind_leads(p_leads uuid[]) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_leads uuid[] := private.chosen_leads(p_leads);
  v_lead uuid;
  v_artists uuid[];
  v_reminded int := 0;
begin
  foreach v_lead in array v_leads loop
    -- One after the other: of two at once, the second finds the artists reminded.
    perform from public.lead_records l where l.id = v_lead for no key update;
    select array_agg(a.id order by a.id) into v_artists
      from private.silent_artists(v_lead) silent (id) join public.artists a on a.id = silent.id and a.user_id is not null
      where not exists (select from public.notices n
        where n.user_id = a.user_id and n.kind = 'lead_waiting' and n.lead_id = v_lead and n.artist_id = a.id
          -- The reminder that goes out by itself after a day counts as well.
          and (n.event = 'lead_waiting:' || v_lead || ':' || a.id || ':' || private.today()
            or n.created_at >= date_trunc('day', now()) and n.event = 'lead_waiting:' || v_lead || ':' || a.id));
    continue when v_artists is null;
    perform private.write_mail('lead_waiting', v_lead || ':' || a.id || ':' || private.today(), a.user_id, null, v_lead, a.id,
        jsonb_build_object('artist_ids', array[a.id], 'by_admin', true))
      from public.artists a where a.id = any (v_artists);
    perform private.audit('lead.reminded', v_lead, jsonb_build_object('artists', v_artists));
    v_reminded := v_reminded + cardinality(v_artists);
  end loop;
  return jsonb_build_object('reminded', v_reminded);
end
$$;
comment on function private.remind_leads(uuid[]) is
  'Tells each artist who has not answered that a request waits, at most once a day for each artist and request.';

create function public.assign_leads(p_leads uuid[], p_artist uuid) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.assign_leads(p_leads, p_artist)
$$;
comment on function public.assign_leads(uuid[], uuid) is 'Gives an artist up to 100 requests: {assigned, left}. Admins only.';

create function public.remind_leads(p_leads uuid[]) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.remind_leads(p_leads)
$$;
comment on function public.remind_leads(uuid[]) is
  'Reminds the silent artists of up to 100 requests, once a day: {reminded}. Admins only.';
grant execute on function private.assign_leads(uuid[], uuid), public.assign_leads(uuid[], uuid),
  private.remind_leads(uuid[]), public.remind_leads(uuid[]) to authenticated;
