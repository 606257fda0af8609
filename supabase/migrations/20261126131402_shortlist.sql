set check_function_bodies = off;

set local check_function_bodies = off;

DROP INDEX "private"."request_intake_asked_idx";

ALTER TABLE "private"."request_intake" DROP CONSTRAINT "request_intake_asked_artist_fkey";

DROP FUNCTION "private"."match_reasons"(uuid, uuid[], uuid);

DROP FUNCTION "private"."offer_artists"(uuid, uuid);

DROP FUNCTION "private"."submit_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb);

DROP FUNCTION "public"."submit_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb);

ALTER TABLE "private"."request_intake" ADD COLUMN "asked_artists" uuid[] NOT NULL DEFAULT '{}'::uuid[];

update private.request_intake i set asked_artists = array[i.asked_artist] where i.asked_artist is not null;

ALTER TABLE "private"."request_intake" DROP COLUMN "asked_artist";

CREATE OR REPLACE FUNCTION private.admin_release_request(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead public.lead_records;
  v_asked uuid[];
begin
  perform private.require_admin();
  update public.lead_records l set held = false where l.id = p_lead and l.held returning * into v_lead;
  if v_lead.id is null then perform private.fail('invalid_input', 'lead'); end if;
  select i.asked_artists into v_asked from private.request_intake i where i.lead_id = p_lead;
  if v_lead.kind = 'consultation' and exists (select from public.artists a where a.id = v_asked[1] and a.public_visible) then
    -- A call was asked of this artist alone.
    insert into public.lead_assignments (lead_id, artist_id) values (p_lead, v_asked[1]) on conflict do nothing;
  else
    perform private.offer_artists(p_lead, v_asked);
  end if;
  perform private.audit('lead.released', p_lead, jsonb_build_object('reason', (select r.held_reason from private.request_reasons r where r.lead_id = p_lead)));
  return jsonb_build_object('id', p_lead, 'matches', private.request_matches(p_lead));
end
$function$;

CREATE OR REPLACE FUNCTION private.asked_artists(p_artist uuid, p_slugs text[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(y.id order by y.at), '{}') from (
    select a.id, 0 as at from public.artists a where a.id = p_artist
    union all
    select a.id, min(x.at) from unnest(p_slugs) with ordinality x (slug, at) join public.artists a on a.slug = x.slug
      where a.id is distinct from p_artist group by a.id) y
$function$;

CREATE OR REPLACE FUNCTION private.match_reasons(p_lead uuid, p_artists uuid[], p_asked uuid[])
 RETURNS TABLE(artist_id uuid, reason text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    with asked as materialized (
      select l.surface_type, private.city_words(l.city) as city,
        case l.budget_range when 'under-1k' then 1000 when '1k-5k' then 5000 when '5k-10k' then 10000 when '10k-plus' then 2147483647 end as most,
        array(select w.word from private.wanted_words(p_lead) w) as words,
        (select d.mural_ids[1:6] from public.request_details d where d.lead_id = p_lead) as murals,
        (select w.value from private.match_weights w where w.part = 'reach_miles') as reach
      from public.lead_records l where l.id = p_lead
    ), near as materialized (
      select n.city_slug, n.miles from asked q cross join lateral private.miles_from(q.city) n)
    select a.id, coalesce(nullif(concat_ws(' · ',
      case when a.id = any (p_asked) then 'asked for by name' end,
      case when exists (select from public.murals m where m.id = any (q.murals) and m.artist_id = a.id and m.public_visible)
        then 'painted a mural you like' end,
      private.reason_style(a.styles, q.words),
      private.reason_place(a.city, case when n.miles <= coalesce(a.travel_miles, q.reach) then n.miles end, q.city),
      case when q.surface_type <> 'other' and q.surface_type = any (private.form_words(a.surfaces, array[q.surface_type]))
        then 'does ' || q.surface_type end,
      case when a.minimum_price between 1 and q.most then 'walls from $' || to_char(a.minimum_price, 'FM9,999,999') end,
      private.reason_answers(a.answer_hours)), ''), 'paints murals')
    from asked q cross join public.artists a left join near n on n.city_slug = a.city_slug
    where a.id = any (p_artists);
end
$function$;

CREATE OR REPLACE FUNCTION private.offer_artists(p_lead uuid, p_asked uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with asked as (
    select a.id as artist_id, x.at::int as rank
    from unnest(p_asked) with ordinality x (id, at) join public.artists a on a.id = x.id
    where a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
  ), fitting as (
    -- Besides those who were asked for: as many as make five, and three at least.
    select m.artist_id, 1000 + m.rank as rank
    from private.matched_artists(p_lead, (select q.artist_id from asked q order by q.rank limit 1),
      private.matching_rule(), null, private.clock()) m
    where m.artist_id not in (select q.artist_id from asked q)
    order by m.rank limit greatest(5 - (select count(*) from asked), 3)
  )
  insert into private.request_offers (lead_id, artist_id, rank, asked)
    select p_lead, o.artist_id, row_number() over (order by o.rank), o.asked
    from (select q.artist_id, q.rank, true as asked from asked q union all select f.artist_id, f.rank, false from fitting f) o
    on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.request_consultation(p_key uuid, p_artist uuid, p_name text, p_email text, p_phone text, p_preferred_time text, p_message text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.request_intake;
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
  if v_intake.lead_id <> v_lead then
    return private.with_link(jsonb_build_object('id', v_intake.lead_id, 'replayed', true));
  end if;

  select * into v_artist from public.artists a where a.id = p_artist and a.public_visible;
  if v_artist.id is null then perform private.fail('artist_unknown'); end if;
  -- Not asked of a repeated form: a call from before the pause is answered again.
  if not private.takes_requests(v_artist.paused_until) then perform private.fail('artist_paused'); end if;
  v_held := private.request_hold();
  insert into public.lead_records (id, kind, city, project_description, preferred_time, created_by_user, held)
    values (v_lead, 'consultation', v_artist.city, v_message, v_time, v_user, v_held is not null);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  if v_held is null then
    insert into public.lead_assignments (lead_id, artist_id) values (v_lead, p_artist);
  else
    insert into private.request_reasons (lead_id, held_reason) values (v_lead, v_held);
  end if;
  update private.request_intake i set selected_at = now(), asked_artists = array[p_artist] where i.lead_id = v_lead;
  return private.with_link(jsonb_build_object('id', v_lead, 'replayed', false));
end
$function$;

CREATE OR REPLACE FUNCTION private.request_matches(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', a.id, 'name', a.name, 'slug', a.slug, 'city', a.city, 'state', a.state, 'featured', a.featured,
      'average_rating', a.average_rating, 'review_count', a.review_count, 'profile_photo', a.profile_photo,
      'styles', to_jsonb(a.styles[1:4]), 'portfolio_images', to_jsonb(a.portfolio_images[1:2]), 'reason', r.reason, 'asked', o.asked) order by o.rank), '[]')
    from private.open_offers(p_lead) o join public.artists a on a.id = o.artist_id
    join private.match_reasons(p_lead, array(select x.artist_id from private.open_offers(p_lead) x),
      array(select x.artist_id from private.open_offers(p_lead) x where x.asked)) r on r.artist_id = a.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.request_suggestions(p_lead uuid, p_limit integer DEFAULT 3)
 RETURNS TABLE(artist_id uuid, rank integer, reason text, week integer, requests integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
declare
  v_have uuid[] := array(select a.artist_id from public.lead_assignments a where a.lead_id = p_lead);
  v_asked uuid[] := array(select x.id from private.request_intake i, unnest(i.asked_artists) with ordinality x (id, at)
    where i.lead_id = p_lead and x.id <> all (v_have) order by x.at);
begin
  return query
    with s as materialized (select * from private.fitting_artists(p_lead, v_asked[1], v_have, p_limit))
    select s.artist_id, s.rank, r.reason, n.week, n.requests
    from s join private.match_reasons(p_lead, array(select x.artist_id from s x), v_asked) r on r.artist_id = s.artist_id
    cross join lateral (
      select count(*) filter (where a.created_at >= private.clock() - interval '7 days')::int as week, count(*)::int as requests
      from public.lead_assignments a where a.artist_id = s.artist_id) n
    order by s.rank;
end
$function$;

CREATE OR REPLACE FUNCTION private.submit_lead(p_key uuid, p_claim text, p_name text, p_email text, p_phone text, p_city text, p_project_description text, p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text, p_artist uuid, p_website text, p_elapsed_ms integer, p_details jsonb DEFAULT NULL::jsonb, p_artists text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.request_intake;
  v_over text;
  v_held text;
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_city text := private.clean(p_city);
  v_project text := private.clean(p_project_description);
  v_size text := private.clean_or_null(p_mural_size);
  v_details public.request_details;
  v_slugs text[];
  v_asked uuid[];
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
  insert into public.lead_records (id, city, project_description, mural_size, surface_type, style_preference, budget_range,
      created_by_user, held)
    values (v_lead, v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range,
      (select u.id from auth.users u where u.id = auth.uid()), v_held is not null);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  perform private.store_details(v_lead, v_details, v_slugs);
  v_asked := private.asked_artists(p_artist, p_artists);
  if v_held is null then
    perform private.offer_artists(v_lead, v_asked);
  else
    insert into private.request_reasons (lead_id, held_reason) values (v_lead, v_held);
    update private.request_intake i set asked_artists = v_asked where i.lead_id = v_lead;
  end if;
  return private.with_link(jsonb_build_object('id', v_lead, 'replayed', false, 'matches', private.request_matches(v_lead)));
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_lead(p_key uuid, p_claim text, p_name text, p_email text, p_phone text, p_city text, p_project_description text, p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text, p_artist uuid DEFAULT NULL::uuid, p_website text DEFAULT ''::text, p_elapsed_ms integer DEFAULT NULL::integer, p_details jsonb DEFAULT NULL::jsonb, p_artists text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.submit_lead(p_key, p_claim, p_name, p_email, p_phone, p_city, p_project_description, p_mural_size,
    p_surface_type, p_style_preference, p_budget_range, p_artist, p_website, p_elapsed_ms, p_details, p_artists)
$function$;

COMMENT ON FUNCTION "private"."asked_artists"(uuid, text[]) IS 'Whom a request asks for by name, each once: the artist whose page led to it, and those by what stands in their addresses.';

COMMENT ON FUNCTION "private"."match_reasons"(uuid, uuid[], uuid[]) IS 'Why these artists fit a request, one line each, from what everybody can see of them; p_asked were asked for by name.';

COMMENT ON FUNCTION "private"."offer_artists"(uuid, uuid[]) IS 'Offers a request to the artists who were asked for by name, in their order, and to those that fit it: the one place that decides who.';

COMMENT ON FUNCTION "private"."submit_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb, text[]) IS 'Validates in form order, registers the key, applies the limits (repeats are free), stores the lead, what it says about its wall and its offers, or holds it, and gives its link. Whoever repeats the form has its claim, and gets the same.';

COMMENT ON FUNCTION "public"."submit_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb, text[]) IS 'Sends a quote request: {id, replayed, matches, token, reference}. p_key makes it safe to repeat; p_claim is the secret that later selects artists; token opens the request; p_details is what goes into request_details; p_artist and p_artists (slugs, at most 20) are asked for by name.';

REVOKE ALL ON FUNCTION "private"."asked_artists"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."match_reasons"(uuid, uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offer_artists"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."submit_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."submit_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."submit_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."submit_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb, text[]) TO "anon", "authenticated";


reset check_function_bodies;
