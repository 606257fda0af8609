-- What an admin does with several requests at once: give them to an artist, and remind who has not answered.
create function private.assign_requests(p_leads uuid[], p_artist uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_leads uuid[] := private.chosen_requests(p_leads);
  v_lead public.lead_records;
  v_has uuid[];
  v_assigned int := 0;
begin
  if not exists (select from public.artists a where a.id = p_artist) then perform private.fail('artist_unknown'); end if;
  for v_lead in select l.* from public.lead_records l where l.id = any (v_leads) order by l.id loop
    select coalesce(array_agg(a.artist_id), '{}') into v_has from public.lead_assignments a where a.lead_id = v_lead.id;
    continue when v_lead.withdrawn_at is not null or p_artist = any (v_has) or cardinality(v_has) >= 10;
    perform private.admin_assign_request(v_lead.id, v_has || p_artist, null);
    v_assigned := v_assigned + 1;
  end loop;
  return jsonb_build_object('assigned', v_assigned, 'left', cardinality(v_leads) - v_assigned);
end
$$;
comment on function private.assign_requests(uuid[], uuid) is
  'Gives an artist each of the chosen requests; left are those that are withdrawn, that the artist has, and that ten artists have. Gives {assigned, left}. Admins only.';

create function private.remind_artists(p_leads uuid[]) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_leads uuid[] := private.chosen_requests(p_leads);
  v_lead uuid;
  v_artists uuid[];
  v_reminded int := 0;
begin
  foreach v_lead in array v_leads loop
    select array_agg(a.id order by a.id) into v_artists
      from private.artists_without_answer(v_lead) silent (id) join public.artists a on a.id = silent.id and a.user_id is not null
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
comment on function private.remind_artists(uuid[]) is
  'Tells each artist who has not answered that a request waits, at most once a day for each artist and request. Gives {reminded}. Admins only.';

-- Two requests of one person become one: the other is closed and leads to it. Nothing moves that could be lost on the
-- way: conversations, proposals and pictures stay readable where they were, and their artists get the one that goes on.
create function private.merge_requests(p_keep uuid, p_double uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_new uuid[];
  v_artist uuid;
begin
  perform private.require_admin();
  -- Both in the order of ids, as everywhere.
  perform from public.lead_records l where l.id in (p_keep, p_double) order by l.id for no key update;
  if exists (select from private.request_reasons r where r.lead_id = p_double and r.merged_into = p_keep) then
    return jsonb_build_object('id', p_keep, 'replayed', true);
  end if;
  -- Whether they say that one person sent them: by account or address.
  if p_keep = p_double or not exists (
      select from public.lead_records a join public.lead_contacts ca on ca.lead_id = a.id
      cross join public.lead_records b join public.lead_contacts cb on cb.lead_id = b.id
      where a.id = p_keep and b.id = p_double
        and (a.created_by_user = b.created_by_user or private.mailbox(ca.email) = private.mailbox(cb.email))) then
    perform private.fail('leads_differ');
  end if;
  if private.is_proven_pair(p_keep, p_double) is not true then perform private.fail('person_unproven'); end if;
  if exists (select from public.lead_records l where l.id in (p_keep, p_double) and l.withdrawn_at is not null) then
    perform private.fail('request_withdrawn');
  end if;
  if exists (select from public.lead_assignments a where a.lead_id = p_double and a.state in ('accepted', 'completed')) then
    perform private.fail('double_decided');
  end if;

  -- Who is at it goes on with the other one, as far as they are; dated as before, so that nobody hears of a new request.
  with moved as (
    insert into public.lead_assignments (lead_id, artist_id, status, created_at, updated_at, seen_at, answered_at)
      select p_keep, a.artist_id, a.status, a.created_at, a.updated_at, a.seen_at, a.answered_at
      from public.lead_assignments a
      where a.lead_id = p_double and a.state in ('sent', 'seen', 'talking', 'proposed')
        and not exists (select from public.lead_assignments k where k.lead_id = p_keep and k.artist_id = a.artist_id)
      order by a.created_at
      limit greatest(0, 10 - (select count(*) from public.lead_assignments k where k.lead_id = p_keep))
      returning artist_id)
  select coalesce(array_agg(m.artist_id order by m.artist_id), '{}') into v_new from moved m;
  -- Without a word: who is at it has the other one.
  for v_artist in select a.artist_id from public.lead_assignments a where a.lead_id = p_double order by a.artist_id loop
    perform private.move_assignment(p_double, v_artist, 'close', 'client');
  end loop;
  -- What was not told yet would lead to a closed request.
  delete from private.mails m where m.lead_id = p_double and m.state = 'waiting' and m.kind <> 'request_link';
  insert into private.request_reasons (lead_id, merged_into) values (p_double, p_keep)
    on conflict (lead_id) do update set merged_into = excluded.merged_into;
  update public.lead_records l set withdrawn_at = now() where l.id = p_double;
  update public.lead_records l set held = false where l.id = p_keep and l.held and cardinality(v_new) > 0;
  update private.request_notes n set lead_id = p_keep where n.lead_id = p_double;
  perform private.audit('lead.merged', p_keep, jsonb_build_object('double', p_double, 'artists', v_new));
  perform private.audit('lead.merged', p_double, jsonb_build_object('into', p_keep));
  return jsonb_build_object('id', p_keep, 'replayed', false);
end
$$;
comment on function private.merge_requests(uuid, uuid) is
  'Closes a double of a request for everybody and links it; its artists who are at it get the one that goes on, as far as they are. Both are of one person who has proven it. Again changes nothing. Gives {id, replayed}. Admins only.';

create function private.request_duplicates(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg((select v.lead from private.admin_requests v where v.id = o.id) || jsonb_build_object(
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
      and (l.withdrawn_at is null or l.id in (select r.lead_id from private.request_reasons r where r.merged_into = p_lead))
    order by l.created_at desc, l.id limit 5
  ) o
$$;
comment on function private.request_duplicates(uuid) is
  'The five latest other requests of the account or the address of one: open ones, and those that were merged into it.';

-- Equal typed addresses are not the same person: two requests become one only where both are proven to be of one.
create function private.is_proven_pair(p_a uuid, p_b uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select coalesce(a.created_by_user = b.created_by_user, false) or private.is_own_address(a.id) and private.is_own_address(b.id)
  from public.lead_records a cross join public.lead_records b where a.id = p_a and b.id = p_b
$$;
comment on function private.is_proven_pair(uuid, uuid) is
  'Whether both of two requests with one address are proven to be of its reader, or came from one account.';
