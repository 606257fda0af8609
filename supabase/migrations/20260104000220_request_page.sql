-- What the page of a request shows and does. The token stands in the body of each call, never in an address.
alter table public.lead_assignments add column seen_at timestamptz;

create function private.mark_lead_seen(p_lead uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_lead is null or not exists (select from private.leads_assigned_to_me() mine (id) where mine.id = p_lead) then
    perform private.fail('not_allowed');
  end if;
  update public.lead_assignments a set seen_at = now()
    where a.lead_id = p_lead and a.artist_id = private.my_artist_id() and a.seen_at is null;
end
$$;
comment on function private.mark_lead_seen(uuid) is 'Notes when the calling artist first opened a lead of theirs.';

create function public.mark_lead_seen(p_lead uuid) returns void
  language sql security invoker set search_path = ''
as $$
  select private.mark_lead_seen(p_lead)
$$;
comment on function public.mark_lead_seen(uuid) is 'An artist has opened a lead they were given; who sent it sees that. Again changes nothing.';
grant execute on function private.mark_lead_seen(uuid), public.mark_lead_seen(uuid) to authenticated;

create function private.assignment_state(p_assignment public.lead_assignments) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return case p_assignment.status when 'in_review' then 'talking' when 'completed' then 'completed'
    else case when p_assignment.seen_at is null then 'sent' else 'seen' end end;
end
$$;
comment on function private.assignment_state(public.lead_assignments) is
  'How far an artist is with a request, as whoever asked is told. src/domain/assignment.ts has the same states.';

create function private.request_page(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  -- Whether it is held is not among it: what looks like a robot is not told so.
  select jsonb_build_object('id', l.id, 'reference', l.reference,
    'state', case when l.withdrawn_at is null then 'open' else 'withdrawn' end,
    'kind', l.kind, 'name', c.name, 'email', c.email, 'phone', c.phone, 'city', l.city,
    'project_description', l.project_description, 'mural_size', l.mural_size, 'surface_type', l.surface_type,
    'style_preference', l.style_preference, 'budget_range', l.budget_range, 'preferred_time', l.preferred_time,
    'created_at', l.created_at,
    'artists', case when l.held then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end,
        'state', private.assignment_state(s), 'updated_at', greatest(s.updated_at, s.seen_at)) order by s.created_at, a.name)
      from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]') end,
    'messages', '[]'::jsonb, 'proposals', '[]'::jsonb,
    'matches', case when l.withdrawn_at is not null then '[]' else coalesce((
      select jsonb_agg(m.card order by m.at) from jsonb_array_elements(private.lead_matches(l.id)) with ordinality m (card, at)
      where not exists (
        select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = (m.card ->> 'id')::uuid)), '[]') end)
  from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
  where l.id = p_lead
$$;
comment on function private.request_page(uuid) is
  'A request as whoever asked sees it: their words, who has it and how far each is, and which offered artists could have it too.';

create function private.open_request(p_token text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.lead_of_link(p_token);
  v_withdrawn timestamptz;
begin
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = v_lead for no key update;
  if not found then perform private.fail('link_refused'); end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  return v_lead;
end
$$;
comment on function private.open_request(text) is 'The request that a token opens, locked for a change; refuses a withdrawn one.';

create function private.track_request(p_token text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.request_page(private.lead_of_link(p_token));
end
$$;
comment on function private.track_request(text) is 'The request that a token opens. It reads and spends nothing.';

create function private.add_request_artist(p_token text, p_artist uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.open_request(p_token);
begin
  if not exists (select from private.lead_offers o join public.artists a on a.id = o.artist_id and a.public_visible
    where o.lead_id = v_lead and o.artist_id = p_artist) then
    perform private.fail('artists_not_offered');
  end if;
  insert into public.lead_assignments (lead_id, artist_id) values (v_lead, p_artist) on conflict do nothing;
  -- As if chosen in the form: it is not asked again.
  update private.lead_intake i set selected_at = coalesce(i.selected_at, now()) where i.lead_id = v_lead;
  return private.request_page(v_lead);
end
$$;
comment on function private.add_request_artist(text, uuid) is
  'Sends a request to one more of the artists it was offered, who must still be public. Again changes nothing.';

create function private.add_request_line(p_token text, p_text text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.open_request(p_token);
  v_line text := E'\n' || private.clean_or_null(p_text);
  v_before text;
begin
  if v_line is null then perform private.fail('project_too_short', 'line'); end if;
  select l.project_description into v_before from public.lead_records l where l.id = v_lead;
  -- The same line again is an answer that was lost.
  if right(v_before, char_length(v_line)) <> v_line then
    if char_length(v_before || v_line) > 2000 then perform private.fail('project_too_long', 'line'); end if;
    update public.lead_records l set project_description = v_before || v_line where l.id = v_lead;
  end if;
  return private.request_page(v_lead);
end
$$;
comment on function private.add_request_line(text, text) is
  'Adds a line to a request, which stays within the length of a description. The same line again changes nothing.';

create function private.correct_request_contact(p_token text, p_name text, p_email text, p_phone text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.open_request(p_token);
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_before text;
begin
  perform private.check_person(v_name, v_email, v_phone);
  select c.email into v_before from public.lead_contacts c where c.lead_id = v_lead;
  update public.lead_contacts c set name = v_name, email = v_email, phone = v_phone where c.lead_id = v_lead;
  -- What has not left goes to the corrected address.
  update private.mails m set address = v_email
    where m.lead_id = v_lead and m.state = 'waiting' and lower(m.address) = lower(v_before)
      and not exists (select from private.mails o
        where o.event = m.event and o.id <> m.id and o.recipient = coalesce(m.user_id::text, lower(v_email)));
  return private.request_page(v_lead);
end
$$;
comment on function private.correct_request_contact(text, text, text, text) is
  'Corrects who asked and how to reach them, by the rules of the form; mails that wait go to the new address.';

create function private.withdraw_request(p_token text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.lead_of_link(p_token);
begin
  update public.lead_records l set withdrawn_at = now() where l.id = v_lead and l.withdrawn_at is null;
  if found then
    delete from private.mails m where m.lead_id = v_lead and m.state = 'waiting' and m.kind <> 'request_link';
    perform private.audit('request.withdrawn', v_lead);
  end if;
  return private.request_page(v_lead);
end
$$;
comment on function private.withdraw_request(text) is
  'Closes a request for good: its artists no longer see who asked, and mails about it that wait are dropped. Again changes nothing.';

create function private.erase_request(p_token text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.lead_of_link(p_token);
begin
  perform private.audit('request.erased', v_lead);
  -- Contact, artists, offers, form, links and mails go by their foreign keys.
  delete from public.lead_records l where l.id = v_lead;
  return jsonb_build_object('erased', true);
end
$$;
comment on function private.erase_request(text) is 'Erases a request with everything about it; that there was one is all that stays, in the audit log.';

insert into private.mail_kinds (kind, by_anybody) values ('request_link', true);

create function private.mail_link(p_lead uuid, p_email text, p_token text) returns void
  language sql security definer set search_path = ''
as $$
  select private.write_mail('request_link', gen_random_uuid()::text, null, p_email, p_lead, null,
    jsonb_build_object('link', private.request_path(p_token)))
$$;
comment on function private.mail_link(uuid, text, text) is 'Notes a mail with a link that was asked for again.';

create function private.renew_request_link(p_email text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_email text := lower(private.clean(p_email));
  v_lead uuid;
begin
  perform private.check_person('-', v_email, null);
  perform private.hit('link_ip', private.client_ip(), private.setting_int('link_ip_limit', 10), interval '10 minutes');
  -- Counted whether or not the address is known. Whoever is beyond has the mails of this hour: the last one's link works.
  if private.hit('link_email', v_email, 1000000000, interval '1 hour') <= private.setting_int('link_email_limit', 3) then
    begin
      for v_lead in
        select l.id from public.lead_contacts c join public.lead_records l on l.id = c.lead_id
        where lower(c.email) = v_email and l.withdrawn_at is null
        order by l.created_at desc, l.id limit 3
      loop
        perform private.mail_link(v_lead, v_email, private.renew_link(v_lead));
      end loop;
      if not found then
        -- The same work, undone: how long an answer takes tells nothing.
        perform private.mail_link(null, v_email, private.derived_token(gen_random_uuid(), gen_random_uuid()));
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
  'Mails new links to the newest 3 requests of an address, and revokes their old ones. The answer does not tell whether it is known; limited for each caller, silently for each address.';

create or replace function private.confirm_request(p_lead uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead public.lead_records;
  v_email text;
  v_choice interval := make_interval(secs => private.setting_int('mail_choice_seconds', 60));
begin
  select * into v_lead from public.lead_records l where l.id = p_lead and l.withdrawn_at is null;
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead.id;
  if v_email is null then return; end if;
  -- Who has offers to choose from gets one mail, which says what they chose, unless that takes them too long.
  perform private.write_mail('request_confirmed', p_lead::text, v_lead.created_by_user, v_email, p_lead, null,
    jsonb_build_object('link', private.request_path(private.request_token(p_lead)), 'reference', v_lead.reference),
    now() + case when exists (select from private.lead_offers o where o.lead_id = p_lead)
        and not exists (select from public.lead_assignments a where a.lead_id = p_lead)
      then v_choice else interval '0' end);
end
$$;
comment on function private.confirm_request(uuid) is
  'Notes the mail that says to whoever asked that the request is there, with its link and its reference.';

create function public.track_request(p_token text) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.track_request(p_token)
$$;
comment on function public.track_request(text) is
  'The request of a link: {id, reference, state, its fields, artists: [{id, name, slug, state, updated_at}], messages, proposals, matches}.';

create function public.add_request_artist(p_token text, p_artist uuid) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.add_request_artist(p_token, p_artist)
$$;
comment on function public.add_request_artist(text, uuid) is 'Sends the request of a link to one more of its matches; answers as track_request.';

create function public.add_request_line(p_token text, p_text text) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.add_request_line(p_token, p_text)
$$;
comment on function public.add_request_line(text, text) is 'Adds a line to the request of a link; answers as track_request.';

create function public.correct_request_contact(p_token text, p_name text, p_email text, p_phone text default null) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.correct_request_contact(p_token, p_name, p_email, p_phone)
$$;
comment on function public.correct_request_contact(text, text, text, text) is 'Corrects the contact in the request of a link; answers as track_request.';

create function public.withdraw_request(p_token text) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.withdraw_request(p_token)
$$;
comment on function public.withdraw_request(text) is 'Closes the request of a link for good; answers as track_request.';

create function public.erase_request(p_token text) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.erase_request(p_token)
$$;
comment on function public.erase_request(text) is 'Erases the request of a link: {erased}. The link opens nothing afterwards.';

create function public.renew_request_link(p_email text) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.renew_request_link(p_email)
$$;
comment on function public.renew_request_link(text) is 'Mails new links to the requests of an address: {ok}, whether or not there are any.';

grant execute on function
  private.track_request(text), public.track_request(text),
  private.add_request_artist(text, uuid), public.add_request_artist(text, uuid),
  private.add_request_line(text, text), public.add_request_line(text, text),
  private.correct_request_contact(text, text, text, text), public.correct_request_contact(text, text, text, text),
  private.withdraw_request(text), public.withdraw_request(text),
  private.erase_request(text), public.erase_request(text),
  private.renew_request_link(text), public.renew_request_link(text)
to anon, authenticated;
