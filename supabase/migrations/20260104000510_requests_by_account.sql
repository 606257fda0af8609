-- The page of a request for whoever sent it with their account: the same calls, with its id instead of a token.
create function private.lead_of(p_token text, p_lead uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Somebody else's, and one whose person was erased, are refused like a wrong token.
  if p_token is null and exists (select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    where l.id = p_lead and l.created_by_user = auth.uid()) then
    return p_lead;
  end if;
  return private.lead_of_link(p_token);
end
$$;
comment on function private.lead_of(text, uuid) is
  'The request that a token opens or, without one, that the caller sent with their account; refuses everything else in the same words.';

drop function private.open_request(text);
create function private.open_request(p_token text, p_lead uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.lead_of(p_token, p_lead);
  v_withdrawn timestamptz;
begin
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = v_lead for no key update;
  if not found then perform private.fail('link_refused'); end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  return v_lead;
end
$$;
comment on function private.open_request(text, uuid) is 'The request of a token or of the caller, locked for a change; refuses a withdrawn one.';

drop function public.track_request(text), public.add_request_artist(text, uuid), public.add_request_line(text, text),
  public.correct_request_contact(text, text, text, text), public.withdraw_request(text), public.erase_request(text);
drop function private.track_request(text), private.add_request_artist(text, uuid), private.add_request_line(text, text),
  private.correct_request_contact(text, text, text, text), private.withdraw_request(text), private.erase_request(text);

create function private.track_request(p_token text, p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.request_page(private.lead_of(p_token, p_lead));
end
$$;
comment on function private.track_request(text, uuid) is 'A request for whoever asked. It reads and spends nothing.';

create function private.add_request_artist(p_token text, p_artist uuid, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
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
comment on function private.add_request_artist(text, uuid, uuid) is
  'Sends a request to one more of the artists it was offered, who must still be public. Again changes nothing.';

create function private.add_request_line(p_token text, p_text text, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
  v_line text := E'\n' || private.clean_or_null(p_text);
  v_before text;
begin
  if v_line is null then perform private.fail('project_too_short', 'line'); end if;
  select l.project_description into v_before from public.lead_records l where l.id = v_lead;
  -- The same line again is an answer that was lost.
  if right(v_before, char_length(v_line)) <> v_line then
    if char_length(v_before || v_line) > 2000 then perform private.fail('project_too_long', 'line'); end if;
    update public.lead_records l set project_description = v_before || v_line where l.id = v_lead;
    perform private.mail_line_added(v_lead);
  end if;
  return private.request_page(v_lead);
end
$$;
comment on function private.add_request_line(text, text, uuid) is
  'Adds a line to a request, which stays within the length of a description, and tells its artists. The same line again changes nothing.';

create function private.correct_request_contact(p_token text, p_name text, p_email text, p_phone text, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
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
comment on function private.correct_request_contact(text, text, text, text, uuid) is
  'Corrects who asked and how to reach them, by the rules of the form; mails that wait go to the new address.';

create function private.withdraw_request(p_token text, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.lead_of(p_token, p_lead);
begin
  update public.lead_records l set withdrawn_at = now() where l.id = v_lead and l.withdrawn_at is null;
  if found then
    delete from private.mails m where m.lead_id = v_lead and m.state = 'waiting' and m.kind <> 'request_link';
    perform private.mail_withdrawn(v_lead);
    perform private.audit('request.withdrawn', v_lead);
  end if;
  return private.request_page(v_lead);
end
$$;
comment on function private.withdraw_request(text, uuid) is
  'Closes a request for good: its artists are told and no longer see who asked, and other mails about it that wait are dropped. Again changes nothing.';

create function private.erase_request(p_token text, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.lead_of(p_token, p_lead);
begin
  perform private.audit('request.erased', v_lead);
  -- Contact, artists, offers, form, links and mails go by their foreign keys.
  delete from public.lead_records l where l.id = v_lead;
  return jsonb_build_object('erased', true);
end
$$;
comment on function private.erase_request(text, uuid) is 'Erases a request with everything about it; that there was one is all that stays, in the audit log.';

-- Each takes a token, or the id of a request of the caller's own.
create function public.track_request(p_token text default null, p_lead uuid default null) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.track_request(p_token, p_lead)
$$;
comment on function public.track_request(text, uuid) is
  'The request of a link, or of the caller: {id, reference, state, its fields, artists: [{id, name, slug, state, updated_at}], messages, proposals, matches}.';

create function public.add_request_artist(p_token text default null, p_artist uuid default null, p_lead uuid default null) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.add_request_artist(p_token, p_artist, p_lead)
$$;
comment on function public.add_request_artist(text, uuid, uuid) is 'Sends a request to one more of its matches; answers as track_request.';

create function public.add_request_line(p_token text default null, p_text text default null, p_lead uuid default null) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.add_request_line(p_token, p_text, p_lead)
$$;
comment on function public.add_request_line(text, text, uuid) is 'Adds a line to a request; answers as track_request.';

create function public.correct_request_contact(
  p_token text default null, p_name text default null, p_email text default null, p_phone text default null, p_lead uuid default null
) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.correct_request_contact(p_token, p_name, p_email, p_phone, p_lead)
$$;
comment on function public.correct_request_contact(text, text, text, text, uuid) is 'Corrects the contact in a request; answers as track_request.';

create function public.withdraw_request(p_token text default null, p_lead uuid default null) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.withdraw_request(p_token, p_lead)
$$;
comment on function public.withdraw_request(text, uuid) is 'Closes a request for good; answers as track_request.';

create function public.erase_request(p_token text default null, p_lead uuid default null) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.erase_request(p_token, p_lead)
$$;
comment on function public.erase_request(text, uuid) is 'Erases a request: {erased}. Nothing opens it afterwards.';

grant execute on function
  private.track_request(text, uuid), public.track_request(text, uuid),
  private.add_request_artist(text, uuid, uuid), public.add_request_artist(text, uuid, uuid),
  private.add_request_line(text, text, uuid), public.add_request_line(text, text, uuid),
  private.correct_request_contact(text, text, text, text, uuid), public.correct_request_contact(text, text, text, text, uuid),
  private.withdraw_request(text, uuid), public.withdraw_request(text, uuid),
  private.erase_request(text, uuid), public.erase_request(text, uuid)
to anon, authenticated;
