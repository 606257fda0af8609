set check_function_bodies = off;

set local check_function_bodies = off;

DROP FUNCTION "private"."detail_feet"(jsonb);

CREATE TABLE "public"."site_facts" ("lead_id" uuid NOT NULL, "owner" text, "top_ft" numeric(5,1), "condition" text, "power" boolean, "water" boolean, "lift" text, "lettering" boolean, "deadline" date, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "site_facts_check" CHECK ((num_nonnulls(owner, top_ft, condition, power, water, lift, lettering, deadline) > 0)), CONSTRAINT "site_facts_condition_check" CHECK ((condition = ANY (ARRAY['sound'::text, 'peeling'::text, 'damaged'::text, 'never_painted'::text]))), CONSTRAINT "site_facts_deadline_check" CHECK (((deadline >= '2000-01-01'::date) AND (deadline <= '2100-12-31'::date))), CONSTRAINT "site_facts_lift_check" CHECK ((lift = ANY (ARRAY['firm_ground'::text, 'soft_ground'::text, 'none'::text]))), CONSTRAINT "site_facts_owner_check" CHECK ((owner = ANY (ARRAY['mine'::text, 'rented_agreed'::text, 'rented_not_asked'::text]))), CONSTRAINT "site_facts_pkey" PRIMARY KEY (lead_id), CONSTRAINT "site_facts_top_ft_check" CHECK (((top_ft >= 0.5) AND (top_ft <= (1000)::numeric))));

ALTER TABLE "public"."site_facts" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.checked_details(p_details jsonb)
 RETURNS public.request_details
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_details public.request_details;
begin
  if coalesce(jsonb_typeof(p_details), 'null') not in ('null', 'object') then perform private.fail('invalid_input', 'details'); end if;
  if jsonb_typeof(p_details) = 'null' then p_details := null; end if;
  v_details.width_ft := private.detail_feet(p_details -> 'width_ft');
  v_details.height_ft := private.detail_feet(p_details -> 'height_ft');
  if num_nulls(v_details.width_ft, v_details.height_ft) = 1 then perform private.fail('feet_invalid'); end if;
  v_details.size_source := private.detail_choice(p_details -> 'size_source', '{typed,like,photo}');
  -- Where a size comes from is nothing without one.
  v_details.size_source := case when v_details.width_ft is not null then coalesce(v_details.size_source, 'typed') end;
  v_details.place := private.detail_choice(p_details -> 'place', '{outside,inside}');
  v_details.surface_unsure := coalesce(private.detail_answer(p_details -> 'surface_unsure'), false);
  v_details.mural_ids := private.detail_murals(p_details -> 'mural_ids');
  return v_details;
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_site_facts(p_facts jsonb)
 RETURNS public.site_facts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_facts public.site_facts;
begin
  if coalesce(jsonb_typeof(p_facts), 'null') not in ('null', 'object') then perform private.fail('invalid_input', 'facts'); end if;
  if jsonb_typeof(p_facts) = 'null' then p_facts := null; end if;
  v_facts.owner := private.detail_choice(p_facts -> 'owner', '{mine,rented_agreed,rented_not_asked}');
  v_facts.top_ft := private.detail_feet(p_facts -> 'top_ft', 'top_ft_invalid');
  v_facts.condition := private.detail_choice(p_facts -> 'condition', '{sound,peeling,damaged,never_painted}');
  v_facts.power := private.detail_answer(p_facts -> 'power');
  v_facts.water := private.detail_answer(p_facts -> 'water');
  v_facts.lift := private.detail_choice(p_facts -> 'lift', '{firm_ground,soft_ground,none}');
  v_facts.lettering := private.detail_answer(p_facts -> 'lettering');
  v_facts.deadline := private.fact_day(p_facts -> 'deadline');
  return v_facts;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_site_facts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.site_facts f using gone g where f.lead_id = g.lead_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.detail_answer(p_value jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_value is null or p_value = 'null' then return null; end if;
  if jsonb_typeof(p_value) <> 'boolean' then perform private.fail('invalid_input', 'details'); end if;
  return p_value::boolean;
end
$function$;

CREATE OR REPLACE FUNCTION private.detail_feet(p_value jsonb, p_refusal text DEFAULT 'feet_invalid'::text)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_feet numeric;
begin
  if p_value is null or p_value = 'null' then return null; end if;
  if jsonb_typeof(p_value) <> 'number' then perform private.fail(p_refusal); end if;
  v_feet := (p_value #>> '{}')::numeric;
  if v_feet not between 0.5 and 1000 then perform private.fail(p_refusal); end if;
  return round(v_feet, 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.details_line(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_facts jsonb := private.site_facts_line(p_lead);
  v_details jsonb := (
    select to_jsonb(d) - 'lead_id' || jsonb_build_object('murals', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'slug', m.slug, 'title', m.title, 'image_url', m.image_url) order by x.at)
      from unnest(d.mural_ids) with ordinality x (id, at) join public.murals m on m.id = x.id and m.public_visible), '[]'))
    from public.request_details d where d.lead_id = p_lead);
begin
  if v_facts is null then return v_details; end if;
  return coalesce(v_details, '{"murals": []}') || jsonb_build_object('facts', v_facts);
end
$function$;

CREATE OR REPLACE FUNCTION private.fact_day(p_value jsonb)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_day date;
begin
  if p_value is null or p_value = 'null' then return null; end if;
  if jsonb_typeof(p_value) <> 'string' or (p_value #>> '{}') !~ '^2[01]\d\d-\d\d-\d\d$' then perform private.fail('deadline_invalid'); end if;
  begin
    v_day := (p_value #>> '{}')::date;
  exception when datetime_field_overflow or invalid_datetime_format then
    perform private.fail('deadline_invalid');
  end;
  -- One that has gone by is no reason to refuse a request that waited for a network.
  if v_day > '2100-12-31' then perform private.fail('deadline_invalid'); end if;
  return v_day;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_site_facts(p_facts public.site_facts)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return num_nonnulls(p_facts.owner, p_facts.top_ft, p_facts.condition, p_facts.power, p_facts.water, p_facts.lift,
    p_facts.lettering, p_facts.deadline) > 0;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_site_facts(p_facts jsonb, p_token text, p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
begin
  if coalesce(jsonb_typeof(p_facts), 'null') <> 'object' then perform private.fail('invalid_input', 'facts'); end if;
  -- Painted, and both say so, or nobody disagreed for two weeks: there is nothing left to answer.
  if exists (select from public.lead_assignments s where s.lead_id = v_lead and s.state = 'completed'
    and (s.confirmed_at is not null or s.completed_at < private.clock() - interval '14 days')) then
    perform private.fail('move_refused');
  end if;
  perform private.store_site_facts(v_lead,
    private.checked_site_facts(coalesce(private.site_facts_line(v_lead), '{}') || p_facts));
  return private.request_data(v_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.site_facts_line(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select to_jsonb(f) - '{lead_id,updated_at}'::text[] from public.site_facts f where f.lead_id = p_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.store_site_facts(p_lead uuid, p_facts public.site_facts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_site_facts(p_facts) then
    delete from public.site_facts f where f.lead_id = p_lead;
    return;
  end if;
  p_facts.lead_id := p_lead;
  p_facts.updated_at := now();
  insert into public.site_facts as f select (p_facts).*
    on conflict (lead_id) do update set owner = excluded.owner, top_ft = excluded.top_ft, condition = excluded.condition,
      power = excluded.power, water = excluded.water, lift = excluded.lift, lettering = excluded.lettering,
      deadline = excluded.deadline, updated_at = excluded.updated_at
    where to_jsonb(f) - 'updated_at' <> to_jsonb(excluded) - 'updated_at';
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
  v_facts public.site_facts;
  v_slugs text[];
  v_asked uuid[];
  v_form jsonb;
begin
  perform private.check_person(v_name, v_email, v_phone);
  perform private.check_project(v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range);
  v_details := private.checked_details(p_details);
  v_slugs := private.detail_slugs(p_details -> 'mural_slugs');
  v_facts := private.checked_site_facts(p_details -> 'facts');
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
$function$;

CREATE OR REPLACE FUNCTION public.set_site_facts(p_facts jsonb, p_token text DEFAULT NULL::text, p_lead uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.set_site_facts(p_facts, p_token, p_lead)
$function$;

ALTER TABLE "public"."site_facts" ADD CONSTRAINT "site_facts_lead_id_fkey" FOREIGN KEY (lead_id) REFERENCES public.lead_records(id) ON DELETE CASCADE;

CREATE TRIGGER lead_contacts_delete_site_facts AFTER DELETE ON public.lead_contacts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.delete_site_facts();

CREATE POLICY "site_facts_select" ON "public"."site_facts" FOR SELECT TO "authenticated" USING ((( SELECT private.is_admin() AS is_admin) OR (lead_id IN ( SELECT private.my_requests() AS my_requests)) OR (lead_id IN ( SELECT private.requests_assigned_to_me() AS requests_assigned_to_me))));

COMMENT ON FUNCTION "private"."checked_site_facts"(jsonb) IS 'The rules of what is said about a site, and it as it is stored. What it does not know is left out, as everywhere. src/features/site-facts/site-facts.ts has the same.';

COMMENT ON FUNCTION "private"."delete_site_facts"() IS 'Whoever asked was erased from a request: what they said about its site goes along.';

COMMENT ON FUNCTION "private"."detail_answer"(jsonb) IS 'Yes or no; null for no answer.';

COMMENT ON FUNCTION "private"."detail_feet"(jsonb, text) IS 'One length of a wall as it is stored, to a tenth of a foot; null for none.';

COMMENT ON FUNCTION "private"."details_line"(uuid) IS 'What a request says about its wall and its site, with the murals that are public; null for nothing.';

COMMENT ON FUNCTION "private"."fact_day"(jsonb) IS 'A day of this century; null for no answer.';

COMMENT ON FUNCTION "private"."has_site_facts"(public.site_facts) IS 'Whether there is something to keep.';

COMMENT ON FUNCTION "private"."set_site_facts"(jsonb, text, uuid) IS 'Changes what a request says about its site until it is withdrawn or painted: facts that are not named stay, null takes one back. Its artists see it at once and get no email. Again changes nothing.';

COMMENT ON FUNCTION "private"."site_facts_line"(uuid) IS 'What a request says about the site of its wall, as checked_site_facts takes it; null for nothing.';

COMMENT ON FUNCTION "private"."store_site_facts"(uuid, public.site_facts) IS 'Keeps what is said about the site of a request, in the place of what was; nothing said is no row. The same again changes nothing.';

COMMENT ON FUNCTION "public"."set_site_facts"(jsonb, text, uuid) IS 'Changes what a request says about the site of its wall, for its link or its client; answers as track_request.';

COMMENT ON FUNCTION "public"."submit_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb, text[]) IS 'Sends a quote request: {id, replayed, matches, token, reference}. p_key makes it safe to repeat; p_claim is the secret that later selects artists; token opens the request; p_details is what goes into request_details and, as facts, into site_facts; p_artist and p_artists (slugs, at most 20) are asked for by name.';

COMMENT ON TABLE "public"."site_facts" IS 'What a request says about the site of its wall: a row only where something is said. Written by submit_lead and set_site_facts alone.';

REVOKE ALL ON FUNCTION "private"."checked_site_facts"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_site_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."detail_answer"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."detail_feet"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fact_day"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_site_facts"(public.site_facts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_site_facts"(jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_site_facts"(jsonb, text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."site_facts_line"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_site_facts"(uuid, public.site_facts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."set_site_facts"(jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_site_facts"(jsonb, text, uuid) TO "anon", "authenticated";

GRANT SELECT ON TABLE "public"."site_facts" TO "authenticated";

GRANT ALL ON TABLE "public"."site_facts" TO "service_role";

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"deadline_invalid","field":"deadline","status":422,"message":"Please choose a day from today on"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"top_ft_invalid","field":"top_ft","status":422,"message":"Height must be from 0.5 to 1000 feet"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"site_facts","query":"\n    select to_jsonb(f) from public.site_facts f\n    where f.lead_id in (select private.my_requests()) or f.lead_id in (select private.requests_assigned_to_me())"}')
  on conflict (part) do update set query = excluded.query;

reset check_function_bodies;
