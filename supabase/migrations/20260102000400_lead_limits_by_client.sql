-- What one person may send must not depend on strangers who name their e-mail: the address that stands in a form is no
-- proof of anything. Requests are counted by client, by confirmed account and in total; what is too much is held for an
-- admin, and refused only far beyond.
comment on table private.settings is
  'Operator settings. client_ip_header, media_origin, lead_ip_limit, lead_user_limit, lead_total_limit, lead_min_elapsed_ms, webhook_url, webhook_secret, pepper.';
comment on table private.rate_counters is
  'How often a hashed client or account was seen in each window, and all of them together. Rows older than a day are dropped.';

drop function private.hit(text, text, int, interval);
create function private.hit(p_kind text, p_subject text, p_limit bigint, p_window interval) returns double precision
  language plpgsql security definer set search_path = ''
as $$
declare
  v_bucket text := p_kind || ':' || encode(sha256(convert_to(private.setting('pepper', '') || p_subject, 'UTF8')), 'hex');
  v_start timestamptz := date_bin(p_window, now(), timestamptz 'epoch');
  v_rest double precision := 1 - extract(epoch from now() - v_start) / extract(epoch from p_window);
  v_now int;
  v_before int;
begin
  insert into private.rate_counters as c (bucket, window_start, n) values (v_bucket, v_start, 1)
    on conflict (bucket, window_start) do update set n = c.n + 1
    returning n into v_now;
  select c.n into v_before from private.rate_counters c where c.bucket = v_bucket and c.window_start = v_start - p_window;
  if v_now + coalesce(v_before, 0) * v_rest > p_limit then
    perform private.fail('rate_limited', null,
      jsonb_build_object('Retry-After', greatest(1, ceil(extract(epoch from p_window) * v_rest))::int::text));
  end if;
  if random() < 0.01 then delete from private.rate_counters c where c.window_start < now() - interval '1 day'; end if;
  return v_now + coalesce(v_before, 0) * v_rest;
end
$$;
comment on function private.hit(text, text, bigint, interval) is
  'Counts one use and gives how many the current window and the fading one before hold; refuses with 429 and Retry-After beyond the limit.';

create function private.take_of_total(p_kind text, p_limit bigint, p_window interval) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  v_start timestamptz := date_bin(p_window, now(), timestamptz 'epoch');
  v_rest double precision := 1 - extract(epoch from now() - v_start) / extract(epoch from p_window);
  v_used double precision;
begin
  select coalesce(sum(c.n * case c.window_start when v_start then 1 else v_rest end), 0) into v_used
    from private.rate_counters c
    where c.bucket in (select p_kind || ':' || i from generate_series(0, 15) i) and c.window_start in (v_start, v_start - p_window);
  if v_used + 1 > p_limit then return false; end if;
  -- One of 16 rows: senders at the same time would otherwise wait for each other.
  insert into private.rate_counters as c (bucket, window_start, n) values (p_kind || ':' || floor(random() * 16)::int, v_start, 1)
    on conflict (bucket, window_start) do update set n = c.n + 1;
  return true;
end
$$;
comment on function private.take_of_total(text, bigint, interval) is
  'Takes one of what everybody may do together; false, and nothing taken, when the windows hold the limit. A few at once may pass it.';

create function private.lead_hold() returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := (select u.id from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
  v_client_limit bigint := private.setting_int('lead_ip_limit', 30);
  -- The name before was lead_email_limit.
  v_user_limit bigint := private.setting_int('lead_user_limit', private.setting_int('lead_email_limit', 10));
  v_total_limit bigint := private.setting_int('lead_total_limit', least(20 * v_client_limit, 999999999)::int);
  v_client double precision;
  v_own double precision;
begin
  -- Always in this order, so that two requests cannot wait for each other.
  v_client := private.hit('lead_ip', private.client_ip(), 4 * v_client_limit, interval '10 minutes');
  if v_user is not null then v_own := private.hit('lead_user', v_user::text, 4 * v_user_limit, interval '1 hour'); end if;
  return case
    -- A confirmed account is held for what it sends itself, never for its neighbours behind one address.
    when v_own is not null then case when v_own > v_user_limit then 'account_limit' end
    when v_client > v_client_limit then 'client_limit'
    when not private.take_of_total('lead_total', v_total_limit, interval '10 minutes') then 'total_limit' end;
end
$$;
comment on function private.lead_hold() is
  'Counts a new lead and says why it is held, or null. Held: from 31 in 10 minutes a client, 11 an hour a confirmed account, 601 in 10 minutes altogether, unless set otherwise. Refused: beyond four times as many of one sender.';

-- Who was asked for by name, so that a held request still reaches them once it is released.
alter table private.lead_intake add column asked_artist uuid references public.artists (id) on delete set null;
create index lead_intake_asked_idx on private.lead_intake (asked_artist);

create or replace function private.submit_lead(
  p_key uuid, p_claim text, p_name text, p_email text, p_phone text, p_city text, p_project_description text,
  p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text, p_artist uuid,
  p_website text, p_elapsed_ms int
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
begin
  perform private.check_person(v_name, v_email, v_phone);
  perform private.check_project(v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range);
  -- 32 random bytes, however the caller wrote them down: 43 characters of base64url, 44 of base64, 64 of hex.
  if p_key is null or p_claim is null or p_claim !~ '^[A-Za-z0-9_+/=-]{43,128}$' then perform private.fail('invalid_input'); end if;

  v_intake := private.claim_key(p_key, v_lead, jsonb_build_array(v_name, v_email, v_phone, v_city, v_project, v_size,
    p_surface_type, p_style_preference, p_budget_range, p_artist), p_claim);
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
  if v_held is null then
    insert into private.lead_offers (lead_id, artist_id, rank)
      select v_lead, m.artist_id, m.rank from private.matching_artists(v_city, p_style_preference, p_artist) m;
  else
    update private.lead_intake i set asked_artist = (select a.id from public.artists a where a.id = p_artist) where i.lead_id = v_lead;
  end if;
  return jsonb_build_object('id', v_lead, 'replayed', false, 'matches', private.lead_matches(v_lead));
end
$$;
comment on function private.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int) is
  'Validates in form order, registers the key, applies the limits (repeats are free), stores the lead and its offers, or holds it.';

create or replace function private.request_consultation(
  p_key uuid, p_artist uuid, p_name text, p_email text, p_phone text, p_preferred_time text, p_message text
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.lead_intake;
  v_artist public.artists;
  v_user uuid := (select u.id from auth.users u where u.id = auth.uid());
  v_held text;
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
  v_held := private.lead_hold();
  insert into public.lead_records (id, kind, city, project_description, preferred_time, created_by_user, held, held_reason)
    values (v_lead, 'consultation', v_artist.city, v_message, v_time, v_user, v_held is not null, v_held);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  if v_held is null then insert into public.lead_assignments (lead_id, artist_id) values (v_lead, p_artist); end if;
  update private.lead_intake i set selected_at = now(), asked_artist = p_artist where i.lead_id = v_lead;
  return jsonb_build_object('id', v_lead, 'replayed', false);
end
$$;
comment on function private.request_consultation(uuid, uuid, text, text, text, text, text) is
  'Stores a request for a call and assigns it to a public artist, or holds it. Same person rules, key and limits as a quote.';

drop function private.limit_lead(text);

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
    insert into private.lead_offers (lead_id, artist_id, rank)
      select p_lead, m.artist_id, m.rank from private.matching_artists(v_lead.city, v_lead.style_preference, v_asked) m
      on conflict do nothing;
  end if;
  perform private.audit('lead.released', p_lead, jsonb_build_object('reason', v_lead.held_reason));
  return jsonb_build_object('id', p_lead, 'matches', private.lead_matches(p_lead));
end
$$;
comment on function private.admin_release_lead(uuid) is
  'Takes a lead out of quarantine: a call goes to the artist who was asked, for a quote it gives those that fit, for the admin to assign.';
