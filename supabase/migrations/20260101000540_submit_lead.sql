-- A quote request arrives (specification, sections 4, 5 and 7). One transaction, safe to repeat.
create table private.lead_intake (
  idempotency_key uuid primary key,
  lead_id uuid not null unique references public.lead_records (id) on delete cascade deferrable initially deferred,
  payload_hash bytea not null,
  claim_hash bytea,
  claim_expires_at timestamptz not null default now() + interval '24 hours',
  selected_at timestamptz,
  created_at timestamptz not null default now()
);
alter table private.lead_intake enable row level security;
comment on table private.lead_intake is
  'One row a submitted form: the key that makes a repeat harmless, and the hash of the claim that may choose its artists.';

create function private.check_person(p_name text, p_email text, p_phone text) returns void
  language plpgsql stable set search_path = ''
as $$
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
  language plpgsql stable set search_path = ''
as $$
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
comment on function private.check_project(text, text, text, text, text, text) is
  'The remaining rules of the quote form in its order, over trimmed values.';

create function private.claim_key(p_key uuid, p_lead uuid, p_payload jsonb, p_claim text) returns private.lead_intake
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payload bytea := sha256(convert_to(p_payload::text, 'UTF8'));
  v_claim bytea := sha256(convert_to(p_claim, 'UTF8'));
  v_row private.lead_intake;
begin
  -- A concurrent twin waits on this insert until the first one commits or rolls back.
  insert into private.lead_intake (idempotency_key, lead_id, payload_hash, claim_hash)
    values (p_key, p_lead, v_payload, v_claim)
    on conflict (idempotency_key) do nothing;
  select * into strict v_row from private.lead_intake i where i.idempotency_key = p_key;
  if v_row.claim_hash is distinct from v_claim or v_row.payload_hash <> v_payload then
    perform private.fail('idempotency_conflict');
  end if;
  return v_row;
end
$$;
comment on function private.claim_key(uuid, uuid, jsonb, text) is
  'Registers a form under its key, or finds it again. The same key with another form or another claim is refused.';

create function private.submit_lead(
  p_key uuid, p_claim text, p_name text, p_email text, p_phone text, p_city text, p_project_description text,
  p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text, p_artist uuid,
  p_website text, p_elapsed_ms int
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.lead_intake;
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
  perform private.limit_lead(v_email);

  -- What looks like a robot is kept for the admin, never dropped, and the answer does not tell.
  v_held := case
    when coalesce(p_website, '') <> '' then 'honeypot'
    when p_elapsed_ms < private.setting_int('lead_min_elapsed_ms', 250) then 'too_fast' end;
  insert into public.lead_records (id, city, project_description, mural_size, surface_type, style_preference, budget_range,
      created_by_user, held, held_reason)
    values (v_lead, v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range,
      (select u.id from auth.users u where u.id = auth.uid()), v_held is not null, v_held);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  if v_held is null then
    insert into private.lead_offers (lead_id, artist_id, rank)
      select v_lead, m.artist_id, m.rank from private.matching_artists(v_city, p_style_preference, p_artist) m;
  end if;
  return jsonb_build_object('id', v_lead, 'replayed', false, 'matches', private.lead_matches(v_lead));
end
$$;
comment on function private.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int) is
  'Validates in form order, registers the key, applies the limits (repeats are free), stores the lead and its offers.';

create function public.submit_lead(
  p_key uuid, p_claim text, p_name text, p_email text, p_phone text, p_city text, p_project_description text,
  p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text, p_artist uuid default null,
  p_website text default '', p_elapsed_ms int default null
) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.submit_lead(p_key, p_claim, p_name, p_email, p_phone, p_city, p_project_description, p_mural_size,
    p_surface_type, p_style_preference, p_budget_range, p_artist, p_website, p_elapsed_ms)
$$;
comment on function public.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int) is
  'Sends a quote request: {id, replayed, matches}. p_key makes it safe to repeat; p_claim is the secret that later selects artists.';
grant execute on function
  private.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int),
  public.submit_lead(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, int)
to anon, authenticated;
