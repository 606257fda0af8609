-- A quote request arrives (specification, sections 4, 5 and 7). One transaction, safe to repeat.
create table private.request_intake (
  idempotency_key uuid primary key,
  lead_id uuid not null unique references public.lead_records (id) on delete cascade deferrable initially deferred,
  -- SHA-256 of what was sent: the same key with other words is refused.
  payload_hash bytea not null,
  -- SHA-256 of the secret in the browser that may choose its artists.
  claim_hash bytea,
  claim_expires_at timestamptz not null default now() + interval '24 hours',
  -- When the client chose artists, or let the choice be.
  selected_at timestamptz,
  created_at timestamptz not null default now(),
  -- Who was asked for by name, so that a held request still reaches them once it is released.
  asked_artists uuid[] not null default '{}'
);
comment on table private.request_intake is
  'One row a submitted form: the key that makes a repeat harmless, and the hash of the claim that may choose its artists.';

create function private.check_person(p_name text, p_email text, p_phone text) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if coalesce(p_name, '') = '' then perform private.fail('name_required'); end if;
  if char_length(p_name) > 100 then perform private.fail('name_too_long'); end if;
  if not coalesce(private.valid_email(p_email), false) then perform private.fail('email_invalid'); end if;
  if char_length(p_email) > 255 then perform private.fail('email_too_long'); end if;
  if char_length(p_phone) > 20 then perform private.fail('phone_too_long'); end if;
end
$$;
comment on function private.check_person(text, text, text) is 'The first three rules of the quote form, over trimmed values.';

create function private.check_project(
  p_city text, p_project_description text, p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text
) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if coalesce(p_city, '') = '' then perform private.fail('city_required'); end if;
  if char_length(p_city) > 100 then perform private.fail('city_too_long'); end if;
  if char_length(coalesce(p_project_description, '')) < 10 then perform private.fail('project_too_short'); end if;
  if char_length(p_project_description) > 2000 then perform private.fail('project_too_long'); end if;
  if char_length(p_mural_size) > 100 then perform private.fail('mural_size_too_long'); end if;
  if coalesce(p_surface_type, '') <> all (array['brick', 'stucco', 'concrete', 'drywall', 'metal', 'other']) then
    perform private.fail('surface_required');
  end if;
  if coalesce(p_style_preference, '') <> all (array['abstract', 'graffiti', 'realistic', 'nature', 'lettering', 'other']) then
    perform private.fail('style_required');
  end if;
  if coalesce(p_budget_range, '') <> all (array['under-1k', '1k-5k', '5k-10k', '10k-plus']) then
    perform private.fail('budget_required');
  end if;
end
$$;
comment on function private.check_project(text, text, text, text, text, text) is 'The remaining rules of the quote form in its order, over trimmed values.';

create function private.claim_key(p_key uuid, p_lead uuid, p_payload jsonb, p_claim text) returns private.request_intake
  language plpgsql security definer set search_path = '' as $$
declare
  v_payload bytea := sha256(convert_to(p_payload::text, 'UTF8'));
  v_claim bytea := sha256(convert_to(p_claim, 'UTF8'));
  v_row private.request_intake;
begin
  -- A concurrent twin waits on this insert until the first one commits or rolls back.
  insert into private.request_intake (idempotency_key, lead_id, payload_hash, claim_hash)
    values (p_key, p_lead, v_payload, v_claim)
    on conflict (idempotency_key) do nothing;
  select * into strict v_row from private.request_intake i where i.idempotency_key = p_key;
  if v_row.claim_hash is distinct from v_claim or v_row.payload_hash <> v_payload then
    perform private.fail('idempotency_conflict');
  end if;
  return v_row;
end
$$;
comment on function private.claim_key(uuid, uuid, jsonb, text) is
  'Registers a form under its key, or finds it again. The same key with another form or another claim is refused.';

create function private.asked_artists(p_artist uuid, p_slugs text[]) returns uuid[]
  language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(y.id order by y.at), '{}') from (
    select a.id, 0 as at from public.artists a where a.id = p_artist
    union all
    select a.id, min(x.at) from unnest(p_slugs) with ordinality x (slug, at) join public.artists a on a.slug = x.slug
      where a.id is distinct from p_artist group by a.id) y
$$;
comment on function private.asked_artists(uuid, text[]) is
  'Whom a request asks for by name, each once: the artist whose page led to it, and those by what stands in their addresses.';

create function private.submit_lead(
  p_key uuid, p_claim text, p_name text, p_email text, p_phone text, p_city text, p_project_description text,
  p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text, p_artist uuid default null,
  p_website text default '', p_elapsed_ms int default null, p_details jsonb default null, p_artists text[] default null
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.request_intake;
  v_over text;
  v_held text;
  v_name text := private.clean(p_name);
  v_email text := private.pasted_email(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_city text := private.clean(p_city);
  v_project text := private.clean(p_project_description);
  v_size text := private.clean_or_null(p_mural_size);
  v_details public.request_details;
  v_facts public.site_facts;
  v_slugs text[];
  v_user uuid;
  v_asked uuid[];
  v_call boolean;
  v_locale text;
  v_form jsonb;
begin
  -- An account that goes at the same instant goes before this, or with this request.
  select u.id into v_user from auth.users u where u.id = auth.uid() for share;
  perform private.check_person(v_name, v_email, v_phone);
  perform private.check_project(v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range);
  v_details := private.checked_details(p_details);
  v_slugs := private.detail_list(p_details -> 'mural_slugs', '^[0-9a-z-]{1,140}$');
  v_facts := private.checked_site_facts(p_details -> 'facts');
  v_call := coalesce(private.detail_choice(p_details -> 'call_first', '[true, false]')::boolean, false);
  v_locale := coalesce(private.detail_choice(p_details -> 'locale', '["en", "es"]'), private.account_locale(v_user));
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
  if private.has_site_facts(v_facts) then v_form := v_form || jsonb_build_object('facts', to_jsonb(v_facts)); end if;
  if v_call then v_form := v_form || jsonb_build_object('call_first', true); end if;
  if cardinality(p_artists) > 20 then perform private.fail('invalid_input', 'artists'); end if;
  if p_artists <> '{}' then v_form := v_form || jsonb_build_object('artists', p_artists); end if;
  v_intake := private.claim_key(p_key, v_lead, v_form, p_claim);
  if v_intake.lead_id <> v_lead then
    return private.with_link(jsonb_build_object('id', v_intake.lead_id, 'replayed', true, 'matches',
      case when v_intake.selected_at is null then private.request_matches(v_intake.lead_id) else '[]' end));
  end if;
  v_over := private.request_hold();

  -- What looks like a robot or a flood is kept for the admin, never dropped, and the answer does not tell.
  v_held := case
    when coalesce(p_website, '') <> '' then 'honeypot'
    when p_elapsed_ms < private.setting_int('lead_min_elapsed_ms') then 'too_fast'
    else v_over end;
  insert into public.lead_records (id, kind, city, project_description, mural_size, surface_type, style_preference, budget_range,
      created_by_user, held, locale)
    values (v_lead, case when v_call then 'consultation' else 'quote' end::public.lead_kind, v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range,
      v_user, v_held is not null, v_locale);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  perform private.store_details(v_lead, v_details, v_slugs);
  perform private.store_site_facts(v_lead, v_facts);
  v_asked := private.asked_artists(p_artist, p_artists);
  if v_held is null then
    perform private.offer_artists(v_lead, v_asked);
  else
    insert into private.request_reasons (lead_id, held_reason) values (v_lead, v_held);
    update private.request_intake i set asked_artists = v_asked where i.lead_id = v_lead;
  end if;
  return private.with_link(jsonb_build_object('id', v_lead, 'replayed', false, 'matches', private.request_matches(v_lead)));
end
$$;
comment on function private.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int, jsonb, text[]) is
  'Validates in form order, registers the key, applies the limits (repeats are free), stores the lead, what it says about its wall and its offers, or holds it, and gives its link. A client who repeats the form has its claim, and gets the same. Gives {id, replayed, matches, token, reference}. p_key makes it safe to repeat; p_claim is the secret that later selects artists; token opens the request; p_details is what goes into request_details and, as facts, into site_facts, call_first for a consultation, and locale (en or es) for the language of its page; p_artist and p_artists (slugs, at most 20) are asked for by name.';

-- The client of a request chooses among the artists it was offered, once, by the claim made before it was sent.
create function private.select_lead_artists(p_lead uuid, p_claim text, p_artists uuid[]) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_intake private.request_intake;
  v_withdrawn timestamptz;
  v_ids uuid[];
  v_now uuid[];
begin
  select array_agg(distinct x order by x) into v_ids from unnest(p_artists) x where x is not null;
  if v_ids is null then perform private.fail('artists_required'); end if;

  -- A request that is closed at the same instant is closed before or after this, never meanwhile.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  select * into v_intake from private.request_intake i where i.lead_id = p_lead for no key update;
  -- One answer for an unknown lead, a wrong claim and an expired one: nothing can be learned by trying.
  if v_intake.claim_hash is null or p_claim is null or v_intake.claim_expires_at < now()
     or v_intake.claim_hash <> sha256(convert_to(p_claim, 'UTF8')) then
    perform private.fail('claim_refused');
  end if;

  if v_intake.selected_at is not null then
    select array_agg(a.artist_id order by a.artist_id) into v_now from public.lead_assignments a where a.lead_id = p_lead;
    if v_now is distinct from v_ids then perform private.fail('already_sent'); end if;
    return jsonb_build_object('sent', cardinality(v_ids), 'replayed', true);
  end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;

  if cardinality(v_ids) <> (select count(*) from private.open_offers(p_lead) o where o.artist_id = any (v_ids)) then
    perform private.fail('artists_not_offered');
  end if;
  insert into public.lead_assignments (lead_id, artist_id) select p_lead, x from unnest(v_ids) x;
  update private.request_intake i set selected_at = now() where i.lead_id = p_lead;
  return jsonb_build_object('sent', cardinality(v_ids), 'replayed', false);
end
$$;
comment on function private.select_lead_artists(uuid, text, uuid[]) is
  'Assigns offered artists who are still public and take requests to a lead for the holder of its claim. The same choice again gives the same answer. Gives {sent, replayed}.';
