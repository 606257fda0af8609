-- "Book Consultation" on an artist page: a request for a call, which is a lead for that one artist.
create function private.request_consultation(
  p_key uuid, p_artist uuid, p_name text, p_email text, p_phone text, p_preferred_time text, p_message text
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.lead_intake;
  v_artist public.artists;
  v_user uuid := (select u.id from auth.users u where u.id = auth.uid());
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_time text := private.clean_or_null(p_preferred_time);
  v_message text := private.clean(p_message);
begin
  if v_user is null then perform private.fail('not_allowed'); end if;
  perform private.check_person(v_name, v_email, v_phone);
  if char_length(v_time) > 100 then perform private.fail('invalid_input', 'preferred_time'); end if;
  if char_length(coalesce(v_message, '')) < 10 then perform private.fail('project_too_short', 'message'); end if;
  if char_length(v_message) > 2000 then perform private.fail('project_too_long', 'message'); end if;
  if p_key is null then perform private.fail('invalid_input'); end if;

  v_intake := private.claim_key(p_key, v_lead,
    jsonb_build_array('consultation', v_user, p_artist, v_name, v_email, v_phone, v_time, v_message), null);
  if v_intake.lead_id <> v_lead then return jsonb_build_object('id', v_intake.lead_id, 'replayed', true); end if;

  select * into v_artist from public.artists a where a.id = p_artist and a.public_visible;
  if v_artist.id is null then perform private.fail('artist_unknown'); end if;
  perform private.limit_lead(v_email);
  insert into public.lead_records (id, kind, city, project_description, preferred_time, created_by_user)
    values (v_lead, 'consultation', v_artist.city, v_message, v_time, v_user);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  insert into public.lead_assignments (lead_id, artist_id) values (v_lead, p_artist);
  update private.lead_intake i set selected_at = now() where i.lead_id = v_lead;
  return jsonb_build_object('id', v_lead, 'replayed', false);
end
$$;
comment on function private.request_consultation(uuid, uuid, text, text, text, text, text) is
  'Stores a request for a call and assigns it to a public artist. Same person rules, key and limits as a quote.';

create function public.request_consultation(
  p_key uuid, p_artist uuid, p_name text, p_email text, p_phone text default null, p_preferred_time text default null,
  p_message text default null
) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.request_consultation(p_key, p_artist, p_name, p_email, p_phone, p_preferred_time, p_message)
$$;
comment on function public.request_consultation(uuid, uuid, text, text, text, text, text) is
  'Asks one public artist for a call: {id, replayed}. Signed-in people only.';
grant execute on function
  private.request_consultation(uuid, uuid, text, text, text, text, text),
  public.request_consultation(uuid, uuid, text, text, text, text, text)
to authenticated;
