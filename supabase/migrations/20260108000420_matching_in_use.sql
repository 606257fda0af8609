-- Requests are offered to who fits them best by the scores; by the specification's rule where the setting says so.
comment on table private.settings is
  'Operator settings. client_ip_header, media_origin, lead_ip_limit, lead_user_limit, lead_total_limit, lead_min_elapsed_ms, mail_address_limit, mail_choice_seconds, mail_message_seconds, message_limit, view_limit, view_artist_limit, link_ip_limit, link_email_limit, newsletter_ip_limit, report_ip_limit, report_total_limit, matching, link_secret, clock_offset_seconds, webhook_url, webhook_secret, pepper.';
alter table private.lead_offers add column asked boolean not null default false;
comment on column private.lead_offers.asked is 'Whoever wrote the request asked for this artist by name.';

create function private.matching_rule() returns text
  language sql stable security definer set search_path = ''
as $$
  select case when private.setting('matching', '') = 'specification' then 'specification' else 'scores' end
$$;
comment on function private.matching_rule() is
  'By which rule requests are offered: scores, unless the setting matching is specification.';

create function private.matched_artists(p_lead uuid, p_first uuid, p_rule text, p_values jsonb, p_at timestamptz)
  returns table (artist_id uuid, rank int)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_rule = 'specification' then
    return query select m.artist_id, m.rank from public.lead_records l
      cross join lateral private.matching_artists(l.city, l.style_preference, p_first) m where l.id = p_lead;
  else
    return query select s.artist_id, s.rank from private.scored_artists(p_lead, p_first, null, p_at, p_values, 5) s;
  end if;
end
$$;
comment on function private.matched_artists(uuid, uuid, text, jsonb, timestamptz) is
  'At most 5 artists for a request by one of the two rules; p_values are weights to try.';

create function private.offer_artists(p_lead uuid, p_first uuid) returns void
  language sql security definer set search_path = ''
as $$
  insert into private.lead_offers (lead_id, artist_id, rank, asked)
    select p_lead, m.artist_id, m.rank, m.artist_id is not distinct from p_first
    from private.matched_artists(p_lead, p_first, private.matching_rule(), null, private.clock()) m
    on conflict do nothing
$$;
comment on function private.offer_artists(uuid, uuid) is
  'Offers a request to the artists that fit it: the one place that decides who. p_first was asked for by name.';

create or replace function private.next_matches(p_lead uuid, p_limit int) returns table (artist_id uuid, rank int)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_last int := coalesce((select max(o.rank) from private.lead_offers o where o.lead_id = p_lead), 0);
  v_without uuid[] := array(
    select o.artist_id from private.lead_offers o where o.lead_id = p_lead
    union select s.artist_id from public.lead_assignments s where s.lead_id = p_lead);
begin
  if private.matching_rule() = 'scores' then
    return query select m.artist_id, v_last + m.rank
      from private.scored_artists(p_lead, null, v_without, private.clock(), null, p_limit) m;
    return;
  end if;
  return query
    select a.id, (v_last + row_number() over (order by a.featured desc, a.average_rating desc, a.id))::int
    from public.lead_records l
    join public.artists a on a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
      and (lower(private.clean(a.city)) = lower(private.clean(l.city))
        or exists (select from unnest(a.styles) s where position(lower(l.style_preference) in lower(s)) > 0
          or position(lower(s) in lower(l.style_preference)) > 0))
    where l.id = p_lead and a.id <> all (v_without)
    order by 2 limit p_limit;
end
$$;
comment on function private.next_matches(uuid, int) is
  'Who fits a request beyond those that it was offered and those who have it, the best first: by the scores, or by city or style and standing where the specification''s rule holds.';

create or replace function private.lead_matches(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', a.id, 'name', a.name, 'slug', a.slug, 'city', a.city, 'state', a.state, 'featured', a.featured,
    'average_rating', a.average_rating, 'review_count', a.review_count, 'profile_photo', a.profile_photo,
    'styles', to_jsonb(a.styles[1:4]), 'portfolio_images', to_jsonb(a.portfolio_images[1:2]), 'reason', r.reason) order by o.rank), '[]')
  from private.open_offers(p_lead) o join public.artists a on a.id = o.artist_id
  join private.match_reasons(p_lead, array(select x.artist_id from private.open_offers(p_lead) x),
    (select x.artist_id from private.open_offers(p_lead) x where x.asked limit 1)) r on r.artist_id = a.id
$$;
comment on function private.lead_matches(uuid) is
  'The matching cards of a lead: offered artists who are still public and take requests, up to 4 styles and 2 images each, and why.';

create or replace function private.store_lead(
  p_key uuid, p_claim text, p_name text, p_email text, p_phone text, p_city text, p_project_description text,
  p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text, p_artist uuid,
  p_website text, p_elapsed_ms int, p_details jsonb default null
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.lead_intake;
  v_over text;
  v_held text;
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_city text := private.clean(p_city);
  v_project text := private.clean(p_project_description);
  v_size text := private.clean_or_null(p_mural_size);
  v_details public.lead_details;
  v_slugs text[];
  v_form jsonb;
begin
  perform private.check_person(v_name, v_email, v_phone);
  perform private.check_project(v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range);
  v_details := private.checked_details(p_details);
  v_slugs := private.detail_slugs(p_details -> 'mural_slugs');
  if cardinality(v_details.mural_ids) + cardinality(v_slugs) > 6 then perform private.fail('liked_murals_too_many'); end if;
  -- Only what nobody has named can be unknown.
  v_details.surface_unsure := v_details.surface_unsure and p_surface_type = 'other';
  -- 32 random bytes, however the caller wrote them down: 43 characters of base64url, 44 of base64, 64 of hex.
  if p_key is null or p_claim is null or p_claim !~ '^[A-Za-z0-9_+/=-]{43,128}$' then perform private.fail('invalid_input'); end if;

  v_form := jsonb_build_array(v_name, v_email, v_phone, v_city, v_project, v_size,
    p_surface_type, p_style_preference, p_budget_range, p_artist);
  if private.has_details(v_details) or v_slugs <> '{}' then
    v_form := v_form || jsonb_build_array(to_jsonb(v_details), to_jsonb(v_slugs));
  end if;
  v_intake := private.claim_key(p_key, v_lead, v_form, p_claim);
  if v_intake.lead_id <> v_lead then
    return jsonb_build_object('id', v_intake.lead_id, 'replayed', true, 'matches',
      case when v_intake.selected_at is null then private.lead_matches(v_intake.lead_id) else '[]' end);
  end if;
  v_over := private.lead_hold();

  -- What looks like a robot or a flood is kept for the admin, never dropped, and the answer does not tell.
  v_held := case
    when coalesce(p_website, '') <> '' then 'honeypot'
    when p_elapsed_ms < private.setting_int('lead_min_elapsed_ms', 250) then 'too_fast'
    else v_over end;
  insert into public.lead_records (id, city, project_description, mural_size, surface_type, style_preference, budget_range,
      created_by_user, held, held_reason)
    values (v_lead, v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range,
      (select u.id from auth.users u where u.id = auth.uid()), v_held is not null, v_held);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  perform private.store_details(v_lead, v_details, v_slugs);
  if v_held is null then
    perform private.offer_artists(v_lead, p_artist);
  else
    update private.lead_intake i set asked_artist = (select a.id from public.artists a where a.id = p_artist) where i.lead_id = v_lead;
  end if;
  return jsonb_build_object('id', v_lead, 'replayed', false, 'matches', private.lead_matches(v_lead));
end
$$;

create or replace function private.admin_release_lead(p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead public.lead_records;
  v_asked uuid;
begin
  perform private.require_admin();
  update public.lead_records l set held = false where l.id = p_lead and l.held returning * into v_lead;
  if v_lead.id is null then perform private.fail('invalid_input', 'lead'); end if;
  select a.id into v_asked from private.lead_intake i join public.artists a on a.id = i.asked_artist and a.public_visible
    where i.lead_id = p_lead;
  if v_lead.kind = 'consultation' and v_asked is not null then
    -- A call was asked of this artist alone.
    insert into public.lead_assignments (lead_id, artist_id) values (p_lead, v_asked) on conflict do nothing;
  else
    perform private.offer_artists(p_lead, v_asked);
  end if;
  perform private.audit('lead.released', p_lead, jsonb_build_object('reason', v_lead.held_reason));
  return jsonb_build_object('id', p_lead, 'matches', private.lead_matches(p_lead));
end
$$;
