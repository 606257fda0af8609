-- What the page of a request shows and does. The token stands in the body of each call, never in an address.
create function private.mark_request_seen(p_lead uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if p_lead is null or not exists (select from private.requests_assigned_to_me() mine (id) where mine.id = p_lead) then
    perform private.fail('not_allowed');
  end if;
  perform private.move_assignment(p_lead, private.my_artist_id(), 'open', 'artist');
end
$$;
comment on function private.mark_request_seen(uuid) is
  'Notes when the calling artist first opened a lead of theirs; who sent it sees that. Again changes nothing.';

create function private.request_data(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  -- The side that did not say that a wall is painted is taken to agree after two weeks.
  v_agreed timestamptz := private.clock() - interval '14 days';
begin
  -- Whether it is held is not among it: what looks like a robot is not told so.
  return (select jsonb_build_object('id', l.id, 'reference', l.reference,
    'state', case when l.withdrawn_at is null then 'open' else 'withdrawn' end,
    'kind', l.kind, 'name', c.name, 'email', c.email, 'phone', c.phone, 'city', l.city,
    'project_description', l.project_description, 'mural_size', l.mural_size, 'surface_type', l.surface_type,
    'style_preference', l.style_preference, 'budget_range', l.budget_range,
    'created_at', l.created_at, 'details', private.details_line(l.id),
    'address_change', (
      select jsonb_build_object('email', a.email, 'at', a.takes_effect_at, 'confirmed', a.confirmed_at is not null)
      from private.address_changes a where a.lead_id = l.id),
    -- Emails about news stay few until the link of one is opened.
    'unproven', not private.is_known_recipient(l.created_by_user, c.email),
    'merged_into', (
      select k.reference from private.request_reasons r join public.lead_records k on k.id = r.merged_into where r.lead_id = l.id),
    'artists', case when l.held then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end,
        'state', s.state, 'updated_at', greatest(s.updated_at, s.seen_at, t.last_at), 'unread', coalesce(t.unread, 0),
        'reported', r.lead_id is not null, 'completed_by', s.completed_by,
        'confirmed', s.state = 'completed' and (s.confirmed_at is not null or s.completed_at < v_agreed),
        'contact', case when s.accepted_at is not null and s.state in ('accepted', 'completed') then (
          select jsonb_build_object('email', e.email, 'phone', e.phone) from public.artist_contacts e where e.artist_id = a.id) end)
        order by s.created_at, a.name)
      from public.lead_assignments s join public.artists a on a.id = s.artist_id
      left join private.conversation_reports r on r.lead_id = s.lead_id and r.artist_id = s.artist_id and r.side = 'client'
      left join lateral (
        select max(m.created_at) as last_at, count(*) filter (where m.sender = 'artist' and m.position > s.client_read) as unread
        from public.lead_messages m where m.lead_id = s.lead_id and m.artist_id = s.artist_id and r.lead_id is null) t on true
      where s.lead_id = l.id), '[]') end,
    'messages', case when l.held then '[]' else coalesce((
      select jsonb_agg(private.message_line(m, 'client') order by m.position)
      from (
        select n.* from public.lead_messages n
        where n.lead_id = l.id and not exists (select from private.conversation_reports r
          where r.lead_id = n.lead_id and r.artist_id = n.artist_id and r.side = 'client')
        order by n.position desc limit 50) m), '[]') end,
    'proposals', case when l.held then '[]' else coalesce((
      select jsonb_agg(to_jsonb(p) - 'lead_id' order by p.low, p.created_at)
      from public.proposals p
      where p.lead_id = l.id and p.state in ('open', 'accepted', 'passed')
        and not exists (select from private.conversation_reports r
          where r.lead_id = p.lead_id and r.artist_id = p.artist_id and r.side = 'client')), '[]') end,
    -- Of artists who are gone.
    'kept', (select count(*) from private.sealed_jobs j where j.lead_id = l.id and j.for_client and j.expires_at > private.clock()),
    -- Nobody else is looked for while an artist is chosen.
    'matches', case when l.withdrawn_at is not null
        or exists (select from public.lead_assignments s where s.lead_id = l.id and s.accepted_at is not null and s.state <> 'called_off') then '[]'
      else coalesce((
        select jsonb_agg(m.card order by m.at) from jsonb_array_elements(private.request_matches(l.id)) with ordinality m (card, at)
        where not exists (
          select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = (m.card ->> 'id')::uuid)), '[]') end)
  from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
  where l.id = p_lead);
end
$$;
comment on function private.request_data(uuid) is
  'A request as the client sees it on its page; merged_into is the reference of the one that goes on, for a double.';

-- A visitor who knows an address can ask for its links, so asking ends none.
create function private.mail_link(p_lead uuid, p_email text, p_key text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_mail('request_link', p_key, null, p_email, p_lead, null, '{"asked": true}');
  return private.mail_outcome('request_link', p_key, p_email, p_lead);
end
$$;
comment on function private.mail_link(uuid, text, text) is
  'Notes an email with the link of a request that its client asked for, and says what became of it. The link is added when it leaves.';

create function private.renew_request_link(p_email text) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_email text := lower(private.pasted_email(p_email));
  v_lead uuid;
begin
  perform private.check_person('-', v_email, null);
  perform private.rate_limit('link_ip', private.client_ip(), private.setting_int('link_ip_limit'), interval '10 minutes');
  -- Counted whether or not the address is known. A client who is beyond has the emails of this hour.
  if private.rate_limit('link_email', v_email, 1000000000, interval '1 hour') <= private.setting_int('link_email_limit') then
    begin
      for v_lead in
        select l.id from public.lead_contacts c join public.lead_records l on l.id = c.lead_id
        where lower(c.email) = v_email and l.withdrawn_at is null
        order by l.created_at desc, l.id limit 3
      loop
        perform from public.lead_records l where l.id = v_lead for key share;
        continue when not found;
        perform private.mail_link(v_lead, v_email, gen_random_uuid()::text);
      end loop;
      if not found then
        -- The same work, undone: how long an answer takes tells nothing.
        perform private.mail_link(null, v_email, gen_random_uuid()::text);
        raise sqlstate 'ZZ001';
      end if;
    exception when sqlstate 'ZZ001' then
      null;
    end;
  end if;
  return jsonb_build_object('ok', true);
end
$$;
comment on function private.renew_request_link(text) is
  'Emails the links of the newest 3 requests of an address; no link ends. {ok} does not tell whether the address is known; limited for each caller, silently for each address.';

-- The page of a request for the client who sent it with their account: the same calls, with its id instead of a token.
create function private.own_request(p_token text, p_lead uuid) returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  -- Another client's, and one whose person was erased, are refused like a wrong token.
  if p_token is null and exists (select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    where l.id = p_lead and l.created_by_user = auth.uid()) then
    return p_lead;
  end if;
  return private.request_of_link(p_token);
end
$$;
comment on function private.own_request(text, uuid) is
  'The request that a token opens or, without one, that the caller sent with their account; refuses everything else in the same words.';

create function private.open_request(p_token text, p_lead uuid default null) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.own_request(p_token, p_lead);
  v_withdrawn timestamptz;
begin
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = v_lead for no key update;
  if not found then perform private.fail('link_refused'); end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  return v_lead;
end
$$;
comment on function private.open_request(text, uuid) is 'The request of a token or of the caller, locked for a change; refuses a withdrawn one.';

create function private.track_request(p_token text default null, p_lead uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.note_opened(p_token);
  return private.request_data(private.own_request(p_token, p_lead));
end
$$;
comment on function private.track_request(text, uuid) is
  'A request for its client, by its link or their account; it reads and spends nothing. Gives {id, reference, state, its fields, artists: [{id, name, slug, state, updated_at}], messages, proposals, matches}.';

create function private.add_request_artist(p_token text default null, p_artist uuid default null, p_lead uuid default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
begin
  if not exists (select from private.open_offers(v_lead) o where o.artist_id = p_artist) then
    perform private.fail('artists_not_offered');
  end if;
  insert into public.lead_assignments (lead_id, artist_id) values (v_lead, p_artist) on conflict do nothing;
  -- As if chosen in the form: it is not asked again.
  update private.request_intake i set selected_at = coalesce(i.selected_at, now()) where i.lead_id = v_lead;
  return private.request_data(v_lead);
end
$$;
comment on function private.add_request_artist(text, uuid, uuid) is
  'Sends a request to one more of the artists it was offered, who must still be public and take requests. Again changes nothing. Answers as track_request.';

create function private.add_request_line(p_token text default null, p_text text default null, p_lead uuid default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
  v_line text := E'\n' || private.clean_or_null(p_text);
  v_before text;
  -- Lines of the same ten minutes are one email, which leaves when they are over and shows all of them.
  v_until timestamptz := date_bin(interval '10 minutes', now(), timestamptz 'epoch') + interval '10 minutes';
begin
  if v_line is null then perform private.fail('project_too_short', 'line'); end if;
  select l.project_description into v_before from public.lead_records l where l.id = v_lead;
  -- The same line again is an answer that was lost.
  if right(v_before, char_length(v_line)) <> v_line then
    if char_length(v_before || v_line) > 2000 then perform private.fail('project_too_long', 'line'); end if;
    update public.lead_records l set project_description = v_before || v_line where l.id = v_lead;
    perform private.mail_side('request_line_added', concat_ws(':', v_lead, s.artist_id, to_char(v_until at time zone 'utc', 'YYYY-MM-DD HH24:MI')),
        v_lead, s.artist_id, p_due => v_until)
      from public.lead_assignments s join public.lead_records l on l.id = s.lead_id and not l.held
      where s.lead_id = v_lead and s.state not in ('declined', 'passed', 'withdrawn', 'called_off')
        -- One that has not heard of the request yet reads the line in it.
        and not exists (select from private.mails m
          where m.event = 'lead_received:' || v_lead || ':' || s.artist_id and m.state = 'waiting' and m.attempts = 0);
  end if;
  return private.request_data(v_lead);
end
$$;
comment on function private.add_request_line(text, text, uuid) is
  'Adds a line to a request, which stays within the length of a description, and tells its artists. The same line again changes nothing. Answers as track_request.';

create function private.change_address(p_lead uuid, p_email text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_before text := (select c.email from public.lead_contacts c where c.lead_id = p_lead);
begin
  perform private.tell_client(p_lead, 'correct_request_contact', v_before);
  -- What was proven once is not changed by the link alone.
  update private.request_senders s set was_proven = true where s.lead_id = p_lead and private.is_address_proven(p_lead);
  update public.lead_contacts c set email = p_email where c.lead_id = p_lead;
  delete from private.address_changes a where a.lead_id = p_lead;
  -- What has not left goes to the new address.
  update private.mails m set address = p_email
    where m.lead_id = p_lead and m.state = 'waiting' and lower(m.address) = lower(v_before)
      and not exists (select from private.mails o
        where o.event = m.event and o.id <> m.id and o.recipient = coalesce(m.user_id::text, lower(p_email)));
end
$$;
comment on function private.change_address(uuid, text) is
  'Gives a request another address, and tells the one before; emails that wait go to the new one. Its callers hold the request.';

create function private.correct_request_contact(
  p_token text default null, p_name text default null, p_email text default null, p_phone text default null, p_lead uuid default null
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
  v_name text := private.clean(p_name);
  v_email text := private.pasted_email(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_before text;
begin
  perform private.check_person(v_name, v_email, v_phone);
  select c.email into v_before from public.lead_contacts c where c.lead_id = v_lead;
  -- A stranger with the link could otherwise have the code sent to themselves.
  if v_email <> v_before and not private.is_client_proven(p_token)
    and exists (select from private.agreements a where a.lead_id = v_lead and a.state not in ('draft', 'ended')) then
    perform private.fail('email_signs');
  end if;
  if v_email <> v_before then
    -- The device on which the code was typed stays the client's.
    update private.device_proofs d set address_hash = private.address_hash(v_email)
      where d.secret_hash = (private.device_proof(p_token)).secret_hash;
    perform private.change_address(v_lead, v_email);
  end if;
  update public.lead_contacts c set name = v_name, phone = v_phone where c.lead_id = v_lead;
  return private.request_data(v_lead);
end
$$;
comment on function private.correct_request_contact(text, text, text, text, uuid) is
  'Corrects who asked and how to reach them, by the rules of the form. Answers as track_request.';

-- Who closes a request closes it for every artist.
create function private.close_request(p_lead uuid default null, p_token text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.own_request(p_token, p_lead);
  v_artist uuid;
begin
  perform from public.lead_records l where l.id = v_lead and l.withdrawn_at is null for no key update;
  if found then
    for v_artist in select a.artist_id from public.lead_assignments a where a.lead_id = v_lead order by a.artist_id loop
      perform private.move_assignment(v_lead, v_artist, 'close', 'client');
    end loop;
    update public.lead_records l set withdrawn_at = now() where l.id = v_lead;
    -- A right hangs on those that are owed.
    delete from private.mails m using private.mail_kinds k
      where m.lead_id = v_lead and m.state = 'waiting' and k.kind = m.kind and not k.owed
        and m.kind not in ('request_link', 'request_acted', 'request_copy_kept');
    perform private.mail_side('request_withdrawn', concat_ws(':', v_lead, s.artist_id), v_lead, s.artist_id)
      from public.lead_assignments s join public.lead_records l on l.id = s.lead_id and not l.held where s.lead_id = v_lead;
    perform private.tell_client(v_lead, 'close_request');
    perform private.audit('request.withdrawn', v_lead);
  end if;
  return private.request_data(v_lead);
end
$$;
comment on function private.close_request(uuid, text) is
  'Closes a request for good: its artists are told and no longer see who asked, and other mails about it that wait are dropped. Again changes nothing. Answers as track_request.';

create function private.end_with_request() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid;
begin
  -- There is nothing to do about it.
  update public.notices n set read_at = now() where n.lead_id = new.id and n.read_at is null;
  update public.proposals p set state = 'passed' where p.lead_id = new.id and p.state = 'open';
  for v_artist in select a.artist_id from private.agreements a where a.lead_id = new.id and a.state <> 'ended' order by 1 loop
    perform private.move_agreement(new.id, v_artist, 'close', 'system');
  end loop;
  delete from private.sketches s where s.lead_id = new.id;
  perform private.delete_folders('sketches', array[new.id::text]);
  return null;
end
$$;
comment on function private.end_with_request() is
  'A request was closed: nothing about it can be accepted or signed any more, and its sketches go.';

create trigger lead_records_end_with_request after update of withdrawn_at on public.lead_records
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function private.end_with_request();

create function private.erase_request(p_token text default null, p_lead uuid default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.own_request(p_token, p_lead);
begin
  perform private.audit('request.erased', v_lead);
  perform private.tell_client(v_lead, 'erase_request');
  -- Contact, artists, offers, form, links and mails go by their foreign keys.
  delete from public.lead_records l where l.id = v_lead;
  return jsonb_build_object('erased', true);
end
$$;
comment on function private.erase_request(text, uuid) is
  'Erases a request with everything about it. What stays is that there was one, in the audit log, and the artist''s copy of an accepted job (private.seal_jobs). Gives {erased}. Nothing opens it afterwards.';
