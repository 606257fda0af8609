set check_function_bodies = off;

set local check_function_bodies = off;

CREATE TABLE "public"."city_rules" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "city_slug" text NOT NULL, "title" text NOT NULL, "body" text NOT NULL, "source_name" text NOT NULL, "source_url" text NOT NULL, "checked_on" date NOT NULL, "applies" text[] NOT NULL DEFAULT '{}'::text[], "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "city_rules_body_check" CHECK (((char_length(body) >= 1) AND (char_length(body) <= 1000))), CONSTRAINT "city_rules_city_slug_check" CHECK (((city_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(city_slug) <= 140))), CONSTRAINT "city_rules_pkey" PRIMARY KEY (id), CONSTRAINT "city_rules_source_name_check" CHECK (((char_length(source_name) >= 1) AND (char_length(source_name) <= 120))), CONSTRAINT "city_rules_title_check" CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200))), CONSTRAINT "city_rules_source_url_check" CHECK (((source_url ~ '^https://'::text) AND (private.web_address(source_url) = source_url))));

ALTER TABLE "public"."city_rules" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.admin_needs(p_rows integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What is older is past helping; the lists of requests have it.
  c_days constant int := 30;
  v_rows int := least(greatest(coalesce(p_rows, 5), 1), 50);
  v_from timestamptz := private.clock() - make_interval(days => c_days);
begin
  perform private.require_admin();
  return private.needs_requests(v_rows, v_from) || jsonb_build_object(
    'threads', private.needs_conversations(v_rows),
    'pictures', private.admin_list_picture_reports('', 'open', 'created_at', true, v_rows, 0),
    'reviews', private.admin_list_reviews('', 'disputed', 'created_at', true, v_rows, 0),
    'claims', private.needs_claims(v_rows),
    'mails', private.needs_mails(v_rows),
    'rules', private.needs_rules(v_rows));
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_city_rule()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rule public.city_rules := case when tg_op = 'DELETE' then old else new end;
begin
  if private.is_admin() and (tg_op <> 'UPDATE' or to_jsonb(old) - 'updated_at' <> to_jsonb(new) - 'updated_at') then
    perform private.audit('rule.' || lower(tg_op), v_rule.id, jsonb_build_object('city', v_rule.city_slug, 'title', v_rule.title));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.complete_city_rule()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.title := private.one_line(new.title);
  new.body := private.clean(new.body);
  new.source_name := private.one_line(new.source_name);
  if coalesce(new.title, '') = '' then perform private.fail('title_required'); end if;
  if char_length(new.title) > 200 then perform private.fail('title_too_long'); end if;
  if coalesce(char_length(new.body), 0) not between 1 and 1000 then perform private.fail('rule_text_invalid'); end if;
  if coalesce(char_length(new.source_name), 0) not between 1 and 120 then perform private.fail('rule_source_invalid'); end if;
  if new.source_url !~ '^https://' or private.web_address(new.source_url) is distinct from new.source_url then
    perform private.fail('rule_address_invalid');
  end if;
  -- It may be tomorrow there already.
  if coalesce(new.checked_on > private.today() + 1, true) then perform private.fail('checked_on_invalid'); end if;
  -- Each once, in one order: the same conditions are the same value.
  if not coalesce(new.applies <@ private.wall_conditions(), false) then perform private.fail('invalid_input', 'applies'); end if;
  new.applies := array(select c from unnest(private.wall_conditions()) c where c = any (new.applies));
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.move_city_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.city_rules r set city_slug = new.slug, updated_at = now() where r.city_slug = old.slug;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.needs_rules(p_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with q as materialized (
    select r.id, r.title, r.source_url, r.checked_on, c.city_name as city
    from public.city_rules r join public.cities c on c.slug = r.city_slug
    where r.checked_on <= private.today() - interval '1 year'
  )
  select jsonb_build_object('total', (select count(*) from q), 'rows', coalesce((
    select jsonb_agg(to_jsonb(p) order by p.checked_on, p.id) from (select q.* from q order by q.checked_on, q.id limit p_rows) p), '[]'))
$function$;

CREATE OR REPLACE FUNCTION private.request_rules(p_lead uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := case when p_token is null and (private.is_admin()
      or exists (select from private.requests_assigned_to_me() mine (id) where mine.id = p_lead))
    then p_lead else private.own_request(p_token, p_lead) end;
  v_says text[] := private.wall_says(v_lead);
begin
  return (
    select jsonb_build_object('city', c.slug, 'rules', coalesce((
      select jsonb_agg(to_jsonb(r) - 'updated_at' order by cardinality(r.applies), r.title, r.id)
      from public.city_rules r where r.city_slug = c.slug and r.applies <@ v_says), '[]'))
    from public.lead_records l
    join public.cities c on lower(c.city_name) = lower(l.city)
    where l.id = v_lead and exists (select from public.city_rules r where r.city_slug = c.slug)
    order by c.artist_count desc, c.slug limit 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.save_city_rule(p_rule uuid, p_changes jsonb, p_read jsonb)
 RETURNS public.city_rules
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_rule public.city_rules;
  v_fields jsonb;
begin
  select * into v_rule from public.city_rules r where r.id = p_rule for update;
  if v_rule.id is null then perform private.fail('not_allowed'); end if;
  v_fields := to_jsonb(v_rule) - '{id,city_slug,updated_at}'::text[];
  perform private.refuse_stale(v_fields, p_changes, p_read);
  if p_changes <> '{}' then
    v_rule := jsonb_populate_record(v_rule, v_fields || p_changes);
    update public.city_rules r
    set title = v_rule.title, body = v_rule.body, source_name = v_rule.source_name, source_url = v_rule.source_url,
        checked_on = v_rule.checked_on, applies = v_rule.applies
    where r.id = p_rule
    returning * into v_rule;
  end if;
  return v_rule;
end
$function$;

CREATE OR REPLACE FUNCTION private.wall_conditions()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select '{outside,inside,bare_masonry,rented,not_asked,lettering,high}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.wall_says(p_lead uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select array_remove(array[d.place,
      case when f.condition = 'never_painted' and l.surface_type in ('brick', 'stucco', 'concrete') then 'bare_masonry' end,
      case when f.owner in ('rented_agreed', 'rented_not_asked') then 'rented' end,
      case when f.owner = 'rented_not_asked' then 'not_asked' end,
      case when f.lettering then 'lettering' end,
      -- From there on artists reckon with a lift.
      case when f.top_ft > 12 then 'high' end], null)
    from public.lead_records l
    left join public.request_details d on d.lead_id = l.id
    left join public.site_facts f on f.lead_id = l.id
    where l.id = p_lead);
end
$function$;

CREATE OR REPLACE FUNCTION public.directory_checksum()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'artists', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from a.updated_at) * 1000000), 0)::numeric(40)::text)
                from public.artists a where a.public_visible),
    'murals', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from m.updated_at) * 1000000), 0)::numeric(40)::text)
               from public.murals m where m.public_visible),
    -- A position counts in its hundred-thousandths, which are whole.
    'cities', (select jsonb_build_array(count(*), coalesce(sum(c.artist_count
                 + char_length(concat(c.city_name, c.description, c.cover_photo))
                 + coalesce(c.latitude * 100000 + c.longitude * 1000000000, 0)), 0)::numeric(40)::text)
               from public.cities c),
    'reviews', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from r.updated_at) * 1000000), 0)::numeric(40)::text)
                from public.reviews r join public.artists a on a.id = r.artist_id where r.public_visible and a.public_visible),
    'mural_redirects', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from r.created_at) * 1000000), 0)::numeric(40)::text)
                        from public.mural_redirects r join public.murals m on m.id = r.mural_id where m.public_visible),
    'estimate_rates', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from e.updated_at) * 1000000), 0)::numeric(40)::text)
                       from public.estimate_rates e),
    'city_rules', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from r.updated_at) * 1000000), 0)::numeric(40)::text)
                   from public.city_rules r))
$function$;

CREATE OR REPLACE FUNCTION public.directory_writes()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' ', pg_postmaster_start_time(), (select b.stats_reset from pg_catalog.pg_stat_bgwriter b), string_agg(
    concat_ws(',', t.id::oid, pg_stat_get_tuples_inserted(t.id), pg_stat_get_tuples_updated(t.id), pg_stat_get_tuples_deleted(t.id),
      pg_stat_get_live_tuples(t.id)), ' ' order by t.id))
  from unnest('{public.artists,public.murals,public.cities,public.reviews,public.mural_redirects,public.estimate_rates,public.city_rules}'::regclass[]) t (id)
  where current_setting('track_counts')::boolean having count(*) > 0
$function$;

CREATE OR REPLACE FUNCTION public.request_rules(p_lead uuid DEFAULT NULL::uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.request_rules(p_lead, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.save_city_rule(p_rule uuid, p_changes jsonb, p_read jsonb)
 RETURNS public.city_rules
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_city_rule(p_rule, p_changes, p_read)
$function$;

CREATE INDEX city_rules_city_idx ON public.city_rules USING btree (city_slug);

CREATE TRIGGER cities_move_rules AFTER UPDATE ON public.cities FOR EACH ROW WHEN ((new.slug IS DISTINCT FROM old.slug)) EXECUTE FUNCTION private.move_city_rules();

CREATE TRIGGER city_rules_1_complete BEFORE INSERT OR UPDATE ON public.city_rules FOR EACH ROW EXECUTE FUNCTION private.complete_city_rule();

CREATE TRIGGER city_rules_2_touch BEFORE UPDATE ON public.city_rules FOR EACH ROW EXECUTE FUNCTION private.touch();

CREATE TRIGGER city_rules_audit AFTER INSERT OR DELETE OR UPDATE ON public.city_rules FOR EACH ROW EXECUTE FUNCTION private.audit_city_rule();

CREATE TRIGGER city_rules_site_delete AFTER DELETE ON public.city_rules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_site_changes();

CREATE TRIGGER city_rules_site_insert AFTER INSERT ON public.city_rules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_site_changes();

CREATE TRIGGER city_rules_site_update AFTER UPDATE ON public.city_rules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_site_changes();

CREATE POLICY "city_rules_delete" ON "public"."city_rules" FOR DELETE TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "city_rules_insert" ON "public"."city_rules" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "city_rules_select" ON "public"."city_rules" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "city_rules_update" ON "public"."city_rules" FOR UPDATE TO "authenticated" USING (( SELECT private.is_admin() AS is_admin)) WITH CHECK (( SELECT private.is_admin() AS is_admin));

COMMENT ON COLUMN "public"."city_rules"."applies" IS 'What a request has to say for the rule to be listed there. What is not said does not hold.';

COMMENT ON COLUMN "public"."city_rules"."city_slug" IS 'The address of its city, which need not be in the table of cities: nothing shows the rule until it is.';

COMMENT ON FUNCTION "private"."audit_city_rule"() IS 'Notes what an admin does to the rules of cities.';

COMMENT ON FUNCTION "private"."complete_city_rule"() IS 'The rules of a rule: a title, up to 1,000 characters, a source at an https address, read on a day that has come.';

COMMENT ON FUNCTION "private"."move_city_rules"() IS 'A city that is called something else keeps its rules.';

COMMENT ON FUNCTION "private"."needs_rules"(integer) IS 'Rules of cities that nobody has looked up for a year, the oldest first.';

COMMENT ON FUNCTION "private"."request_rules"(uuid, text) IS 'What holds for the wall of a request: for its artists, for who asked, by account or link, and for admins. Null where its city has no rules.';

COMMENT ON FUNCTION "private"."save_city_rule"(uuid, jsonb, jsonb) IS 'Saves the fields of p_changes, if each is still what p_read says. Row-level security lets admins alone.';

COMMENT ON FUNCTION "private"."wall_conditions"() IS 'What a rule can depend on, in the order of its form. WALL_CONDITIONS of src/features/permits/city-rule.ts is the same.';

COMMENT ON FUNCTION "private"."wall_says"(uuid) IS 'The conditions of rules that hold for the wall of a request. What is not said does not hold.';

COMMENT ON FUNCTION "public"."admin_needs"(integer) IS '{held, unassigned, unanswered, threads, pictures, claims, mails, rules}, each {total, rows}; the second and third with older, how many wait for more than 30 days. Admins only.';

COMMENT ON FUNCTION "public"."request_rules"(uuid, text) IS 'The rules of its city that apply to a request: {city, rules}, or null where the city has none. For its artists, who asked, and admins.';

COMMENT ON FUNCTION "public"."save_city_rule"(uuid, jsonb, jsonb) IS 'Saves what was changed in a rule of a city; refuses changed_elsewhere when such a field is not as it was read. Admins only.';

COMMENT ON TABLE "public"."city_rules" IS 'What cities ask for before a wall is painted, each with its source and the day on which that was read. Public; written by admins alone.';

REVOKE ALL ON FUNCTION "private"."audit_city_rule"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."complete_city_rule"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_city_rules"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_rules"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_rules"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_rules"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."save_city_rule"(uuid, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_city_rule"(uuid, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."wall_conditions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."wall_conditions"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."wall_conditions"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."wall_says"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."request_rules"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_rules"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."save_city_rule"(uuid, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_city_rule"(uuid, jsonb, jsonb) TO "authenticated";

GRANT SELECT ON TABLE "public"."city_rules" TO "anon";

GRANT INSERT ("applies"), UPDATE ("applies") ON TABLE "public"."city_rules" TO "authenticated";

GRANT INSERT ("body"), UPDATE ("body") ON TABLE "public"."city_rules" TO "authenticated";

GRANT INSERT ("checked_on"), UPDATE ("checked_on") ON TABLE "public"."city_rules" TO "authenticated";

GRANT INSERT ("city_slug") ON TABLE "public"."city_rules" TO "authenticated";

GRANT INSERT ("source_name"), UPDATE ("source_name") ON TABLE "public"."city_rules" TO "authenticated";

GRANT INSERT ("source_url"), UPDATE ("source_url") ON TABLE "public"."city_rules" TO "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."city_rules" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."city_rules" TO "authenticated";

GRANT ALL ON TABLE "public"."city_rules" TO "service_role";

ALTER TABLE "public"."city_rules" ADD CONSTRAINT "city_rules_applies_check" CHECK ((applies <@ private.wall_conditions()));

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"rule_address_invalid","field":"source_url","status":422,"message":"Please enter an address that begins with https://"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"rule_source_invalid","field":"source_name","status":422,"message":"Please name the source, in at most 120 characters"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"rule_text_invalid","field":"body","status":422,"message":"Please say what the rule means, in at most 1000 characters"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into public.city_rules (id, body, title, applies, city_slug, checked_on, source_url, source_name)
  select id, body, title, applies, city_slug, checked_on, source_url, source_name from jsonb_populate_record(null::public.city_rules, '{"id":"00000000-0000-4000-8000-0000000c1001","body":"If the building is a landmark or in a historic district, paint on any outside wall needs a certificate of appropriateness first, also at the side or back. Work without one can bring a stop-work order and a $500 fee for applying afterwards. The city’s Explorer Map says whether an address is historic.","title":"A certificate before work on historic buildings","applies":["outside"],"city_slug":"san-antonio-tx","checked_on":"2026-11-27","source_url":"https://www.sa.gov/Directory/Departments/OHP/Project-Review/Before-Getting-Started","source_name":"City of San Antonio, Office of Historic Preservation"}')
  on conflict (id) do update set body = excluded.body, title = excluded.title, applies = excluded.applies, city_slug = excluded.city_slug, checked_on = excluded.checked_on, source_url = excluded.source_url, source_name = excluded.source_name;

insert into public.city_rules (id, body, title, applies, city_slug, checked_on, source_url, source_name)
  select id, body, title, applies, city_slug, checked_on, source_url, source_name from jsonb_populate_record(null::public.city_rules, '{"id":"00000000-0000-4000-8000-0000000c1002","body":"The design guidelines for landmarks and historic districts ask you not to paint brick, stone or stucco that was never painted. Plan the mural on another wall or on panels, or ask the Office of Historic Preservation before you design it.","title":"Bare masonry on historic buildings","applies":["outside","bare_masonry"],"city_slug":"san-antonio-tx","checked_on":"2026-11-27","source_url":"https://fdocuments.us/document/2-guidelines-for-exterior-maintenance-and-historic-design-guidelines-1-2-guidelines.html","source_name":"Historic Design Guidelines, Exterior Maintenance and Alterations (copy)"}')
  on conflict (id) do update set body = excluded.body, title = excluded.title, applies = excluded.applies, city_slug = excluded.city_slug, checked_on = excluded.checked_on, source_url = excluded.source_url, source_name = excluded.source_name;

insert into public.city_rules (id, body, title, applies, city_slug, checked_on, source_url, source_name)
  select id, body, title, applies, city_slug, checked_on, source_url, source_name from jsonb_populate_record(null::public.city_rules, '{"id":"00000000-0000-4000-8000-0000000c1003","body":"A logo, a business name or an advertisement in a mural comes under the sign code. A sign of more than 32 square feet on a building needs a plan review and a permit, and only a licensed sign contractor can apply for it.","title":"Logos and business names are signs","applies":["outside","lettering"],"city_slug":"san-antonio-tx","checked_on":"2026-11-27","source_url":"https://sa.gov/Directory/Departments/DSD/Constructing/Business-Commercial/Permit-Process/Sign-Billboard","source_name":"City of San Antonio, Development Services"}')
  on conflict (id) do update set body = excluded.body, title = excluded.title, applies = excluded.applies, city_slug = excluded.city_slug, checked_on = excluded.checked_on, source_url = excluded.source_url, source_name = excluded.source_name;

insert into public.city_rules (id, body, title, applies, city_slug, checked_on, source_url, source_name)
  select id, body, title, applies, city_slug, checked_on, source_url, source_name from jsonb_populate_record(null::public.city_rules, '{"id":"00000000-0000-4000-8000-0000000c1004","body":"Painting a wall without its owner’s consent is an offense in Texas. A tenant cannot give it: get the owner’s agreement in writing, with a sketch of the mural.","title":"The owner has to agree","applies":["rented"],"city_slug":"san-antonio-tx","checked_on":"2026-11-27","source_url":"https://statutes.capitol.texas.gov/Docs/PE/htm/PE.28.htm","source_name":"Texas Penal Code, section 28.08"}')
  on conflict (id) do update set body = excluded.body, title = excluded.title, applies = excluded.applies, city_slug = excluded.city_slug, checked_on = excluded.checked_on, source_url = excluded.source_url, source_name = excluded.source_name;

reset check_function_bodies;
