set check_function_bodies = off;

set local check_function_bodies = off;

DROP FUNCTION "private"."detail_feet"(jsonb);

CREATE TABLE "private"."agreement_codes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "hash" text NOT NULL, "tries" integer NOT NULL DEFAULT 0, "created_at" timestamp with time zone NOT NULL, CONSTRAINT "agreement_codes_lead_id_artist_id_key" UNIQUE (lead_id, artist_id), CONSTRAINT "agreement_codes_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."agreement_codes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."agreement_moves" ("event" text NOT NULL, "actor" text NOT NULL, "state" text NOT NULL, "becomes" text NOT NULL, CONSTRAINT "agreement_moves_actor_check" CHECK ((actor = ANY (ARRAY['client'::text, 'artist'::text, 'system'::text]))), CONSTRAINT "agreement_moves_event_check" CHECK ((event ~ '^[a-z]+(_[a-z]+)*$'::text)), CONSTRAINT "agreement_moves_pkey" PRIMARY KEY (event, actor, state));

ALTER TABLE "private"."agreement_moves" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."agreement_signatures" ("lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "version" integer NOT NULL, "side" text NOT NULL, "hash" text NOT NULL, "name" text NOT NULL, "waives" boolean NOT NULL DEFAULT false, "proven_by" text NOT NULL, "signed_at" timestamp with time zone NOT NULL, CONSTRAINT "agreement_signatures_name_check" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))), CONSTRAINT "agreement_signatures_pkey" PRIMARY KEY (lead_id, artist_id, version, side), CONSTRAINT "agreement_signatures_proven_by_check" CHECK ((proven_by = ANY (ARRAY['account'::text, 'code'::text]))), CONSTRAINT "agreement_signatures_side_check" CHECK ((side = ANY (ARRAY['client'::text, 'artist'::text]))));

ALTER TABLE "private"."agreement_signatures" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."agreement_versions" ("lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "version" integer NOT NULL, "body" text NOT NULL, "hash" text NOT NULL, "idempotency_key" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "agreement_versions_body_check" CHECK ((octet_length(body) <= 40960)), CONSTRAINT "agreement_versions_hash_check" CHECK ((hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "agreement_versions_lead_id_artist_id_idempotency_key_key" UNIQUE (lead_id, artist_id, idempotency_key), CONSTRAINT "agreement_versions_pkey" PRIMARY KEY (lead_id, artist_id, version), CONSTRAINT "agreement_versions_version_check" CHECK ((version > 0)));

ALTER TABLE "private"."agreement_versions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."agreements" ("lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "state" text NOT NULL DEFAULT 'draft'::text, "version" integer NOT NULL DEFAULT 0, "in_force" integer, "change" text, "ended_by" text, "ended_reason" text, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "agreements_change_check" CHECK (((char_length(change) >= 1) AND (char_length(change) <= 2000))), CONSTRAINT "agreements_check1" CHECK (((in_force IS NOT NULL) OR (state <> ALL (ARRAY['in_force'::text, 'amending'::text])))), CONSTRAINT "agreements_check" CHECK (((state = 'ended'::text) = (ended_by IS NOT NULL))), CONSTRAINT "agreements_ended_by_check" CHECK ((ended_by = ANY (ARRAY['client'::text, 'artist'::text, 'system'::text]))), CONSTRAINT "agreements_ended_reason_check" CHECK (((char_length(ended_reason) >= 1) AND (char_length(ended_reason) <= 500))), CONSTRAINT "agreements_pkey" PRIMARY KEY (lead_id, artist_id), CONSTRAINT "agreements_state_check" CHECK ((state = ANY (ARRAY['draft'::text, 'offered'::text, 'change_asked'::text, 'signed_by_one'::text, 'in_force'::text, 'amending'::text, 'ended'::text]))));

ALTER TABLE "private"."agreements" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."paper_moves" ("event" text NOT NULL, "actor" text NOT NULL, "state" text NOT NULL, "becomes" text NOT NULL, CONSTRAINT "paper_moves_actor_check" CHECK ((actor = ANY (ARRAY['artist'::text, 'admin'::text, 'system'::text]))), CONSTRAINT "paper_moves_event_check" CHECK ((event ~ '^[a-z]+$'::text)), CONSTRAINT "paper_moves_pkey" PRIMARY KEY (event, actor, state));

ALTER TABLE "private"."paper_moves" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."papers" ("id" uuid NOT NULL, "artist_id" uuid NOT NULL, "path" text NOT NULL, "insurer" text NOT NULL, "amount" integer NOT NULL, "ends_on" date NOT NULL, "state" text NOT NULL DEFAULT 'sent'::text, "reason" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "decided_at" timestamp with time zone, CONSTRAINT "papers_amount_check" CHECK (((amount >= 1) AND (amount <= 100000000))), CONSTRAINT "papers_path_key" UNIQUE (path), CONSTRAINT "papers_pkey" PRIMARY KEY (id), CONSTRAINT "papers_reason_check" CHECK ((char_length(reason) <= 500)), CONSTRAINT "papers_state_check" CHECK ((state = ANY (ARRAY['sent'::text, 'checked'::text, 'refused'::text, 'ended'::text]))), CONSTRAINT "papers_insurer_check" CHECK (((insurer = private.one_line(insurer)) AND ((char_length(insurer) >= 1) AND (char_length(insurer) <= 100)))));

ALTER TABLE "private"."papers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."sketch_events" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "actor" text NOT NULL, "event" text NOT NULL, "version" smallint, "hash" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "sketch_events_actor_check" CHECK ((actor = ANY (ARRAY['client'::text, 'artist'::text]))), CONSTRAINT "sketch_events_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."sketch_events" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."sketch_extra_rounds" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "amount" integer NOT NULL, "offered_at" timestamp with time zone NOT NULL DEFAULT now(), "agreed_at" timestamp with time zone, CONSTRAINT "sketch_extra_rounds_amount_check" CHECK (((amount >= 0) AND (amount <= 1000000))), CONSTRAINT "sketch_extra_rounds_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."sketch_extra_rounds" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."sketch_moves" ("event" text NOT NULL, "actor" text NOT NULL, "state" text NOT NULL, "becomes" text NOT NULL, CONSTRAINT "sketch_moves_actor_check" CHECK ((actor = ANY (ARRAY['client'::text, 'artist'::text, 'system'::text]))), CONSTRAINT "sketch_moves_event_check" CHECK ((event ~ '^[a-z]+(_[a-z]+)*$'::text)), CONSTRAINT "sketch_moves_pkey" PRIMARY KEY (event, actor, state));

ALTER TABLE "private"."sketch_moves" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."sketch_pins" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "version" smallint NOT NULL, "side" text NOT NULL, "x" real NOT NULL, "y" real NOT NULL, "body" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "idempotency_key" uuid NOT NULL, CONSTRAINT "sketch_pins_body_check" CHECK (((char_length(body) >= 1) AND (char_length(body) <= 500))), CONSTRAINT "sketch_pins_lead_id_artist_id_side_idempotency_key_key" UNIQUE (lead_id, artist_id, side, idempotency_key), CONSTRAINT "sketch_pins_pkey" PRIMARY KEY (id), CONSTRAINT "sketch_pins_side_check" CHECK ((side = ANY (ARRAY['client'::text, 'artist'::text]))), CONSTRAINT "sketch_pins_x_check" CHECK (((x >= (0)::double precision) AND (x <= (1)::double precision))), CONSTRAINT "sketch_pins_y_check" CHECK (((y >= (0)::double precision) AND (y <= (1)::double precision))));

ALTER TABLE "private"."sketch_pins" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."sketch_versions" ("lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "number" smallint NOT NULL, "hash" text NOT NULL, "wall" text, "corners" jsonb, "strength" real, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "idempotency_key" uuid NOT NULL, CONSTRAINT "sketch_versions_check" CHECK ((((wall IS NULL) = (corners IS NULL)) AND ((wall IS NULL) = (strength IS NULL)))), CONSTRAINT "sketch_versions_hash_check" CHECK ((hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "sketch_versions_lead_id_artist_id_idempotency_key_key" UNIQUE (lead_id, artist_id, idempotency_key), CONSTRAINT "sketch_versions_number_check" CHECK (((number >= 1) AND (number <= 10))), CONSTRAINT "sketch_versions_pkey" PRIMARY KEY (lead_id, artist_id, number), CONSTRAINT "sketch_versions_strength_check" CHECK (((strength >= (0)::double precision) AND (strength <= (1)::double precision))));

ALTER TABLE "private"."sketch_versions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."sketches" ("lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "state" text NOT NULL DEFAULT 'locked'::text, "approved" smallint, "approved_hash" text, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "sketches_check1" CHECK (((approved IS NULL) = (approved_hash IS NULL))), CONSTRAINT "sketches_check" CHECK (((approved IS NOT NULL) = (state = ANY (ARRAY['approved'::text, 'client_reopens'::text, 'artist_reopens'::text])))), CONSTRAINT "sketches_pkey" PRIMARY KEY (lead_id, artist_id), CONSTRAINT "sketches_state_check" CHECK ((state = ANY (ARRAY['locked'::text, 'open'::text, 'changes_asked'::text, 'approved'::text, 'client_reopens'::text, 'artist_reopens'::text]))));

ALTER TABLE "private"."sketches" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."agreement_terms" ("artist_id" uuid NOT NULL, "terms" jsonb NOT NULL, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "agreement_terms_pkey" PRIMARY KEY (artist_id), CONSTRAINT "agreement_terms_terms_check" CHECK ((octet_length((terms)::text) <= 40960)));

ALTER TABLE "public"."agreement_terms" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."city_rules" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "city_slug" text NOT NULL, "title" text NOT NULL, "body" text NOT NULL, "source_name" text NOT NULL, "source_url" text NOT NULL, "checked_on" date NOT NULL, "applies" text[] NOT NULL DEFAULT '{}'::text[], "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "city_rules_body_check" CHECK (((char_length(body) >= 1) AND (char_length(body) <= 1000))), CONSTRAINT "city_rules_city_slug_check" CHECK (((city_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(city_slug) <= 140))), CONSTRAINT "city_rules_pkey" PRIMARY KEY (id), CONSTRAINT "city_rules_source_name_check" CHECK (((char_length(source_name) >= 1) AND (char_length(source_name) <= 120))), CONSTRAINT "city_rules_title_check" CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200))), CONSTRAINT "city_rules_source_url_check" CHECK (((source_url ~ '^https://'::text) AND (private.web_address(source_url) = source_url))));

ALTER TABLE "public"."city_rules" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."site_facts" ("lead_id" uuid NOT NULL, "owner" text, "top_ft" numeric(5,1), "condition" text, "power" boolean, "water" boolean, "lift" text, "lettering" boolean, "deadline" date, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "site_facts_check" CHECK ((num_nonnulls(owner, top_ft, condition, power, water, lift, lettering, deadline) > 0)), CONSTRAINT "site_facts_condition_check" CHECK ((condition = ANY (ARRAY['sound'::text, 'peeling'::text, 'damaged'::text, 'never_painted'::text]))), CONSTRAINT "site_facts_deadline_check" CHECK (((deadline >= '2000-01-01'::date) AND (deadline <= '2100-12-31'::date))), CONSTRAINT "site_facts_lift_check" CHECK ((lift = ANY (ARRAY['firm_ground'::text, 'soft_ground'::text, 'none'::text]))), CONSTRAINT "site_facts_owner_check" CHECK ((owner = ANY (ARRAY['mine'::text, 'rented_agreed'::text, 'rented_not_asked'::text]))), CONSTRAINT "site_facts_pkey" PRIMARY KEY (lead_id), CONSTRAINT "site_facts_top_ft_check" CHECK (((top_ft >= 0.5) AND (top_ft <= (1000)::numeric))));

ALTER TABLE "public"."site_facts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."artists" ADD COLUMN "insured_to" date;

CREATE OR REPLACE FUNCTION private.act_on_sketch(p_lead uuid, p_artist uuid, p_event text, p_version integer, p_hash text, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_job private.sketches;
  v_version private.sketch_versions;
  -- What was approved may be reopened more than once: each time is news.
  v_key text := concat_ws(':', p_lead, p_artist, private.clock());
begin
  if v_side <> 'client' and p_event not in ('reopen', 'keep') then perform private.fail('not_allowed'); end if;
  v_job := private.sketch_job(p_lead, p_artist);
  if p_event in ('reopen', 'keep') then
    perform private.rate_limit('sketch', concat_ws(':', p_lead, p_artist, v_side), 20, interval '1 day');
    perform private.move_sketch(v_job, p_event, v_side, v_job.approved, v_job.approved_hash);
    if p_event = 'reopen' and v_job.state = 'approved' then
      if v_side = 'client' then perform private.mail_artist('lead_sketch_reopened', v_key, p_lead, p_artist);
      else perform private.mail_client('request_sketch_reopened', v_key, p_lead, p_artist); end if;
    end if;
    return private.read_sketches(p_lead, p_artist, v_side);
  end if;
  select * into v_version from private.sketch_versions v where v.lead_id = p_lead and v.artist_id = p_artist and v.number = p_version;
  if v_version.number is null then perform private.fail('invalid_input', 'version'); end if;
  if p_event = 'ask_changes' then
    if v_version.number <> (private.latest_sketch(v_job)).number then perform private.fail('sketch_outdated'); end if;
    -- An answer that was lost.
    if v_job.state = 'changes_asked' then return private.read_sketches(p_lead, p_artist, v_side); end if;
    if private.sketch_rounds_left(p_lead, p_artist) < 1 then perform private.fail('rounds_used'); end if;
    perform private.move_sketch(v_job, p_event, v_side, p_version, v_version.hash);
    perform private.mail_artist('lead_sketch_changes', v_key, p_lead, p_artist);
  else
    if v_version.hash is distinct from p_hash then perform private.fail('sketch_outdated'); end if;
    if v_job.state = 'approved' and v_job.approved = p_version then return private.read_sketches(p_lead, p_artist, v_side); end if;
    if not private.is_sketch_stored(p_lead, p_artist, p_hash) then perform private.fail('sketch_missing'); end if;
    perform private.move_sketch(v_job, p_event, v_side, p_version, p_hash);
    perform private.mail_artist('lead_sketch_approved', v_key, p_lead, p_artist);
  end if;
  return private.read_sketches(p_lead, p_artist, v_side);
end
$function$;

CREATE OR REPLACE FUNCTION private.add_sketch(p_lead uuid, p_hash text, p_wall text, p_corners jsonb, p_strength real, p_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_job private.sketches := private.sketch_job(p_lead, v_artist);
  v_version private.sketch_versions;
  v_number int;
begin
  if p_key is null or p_hash is null then perform private.fail('invalid_input'); end if;
  select * into v_version from private.sketch_versions v where v.lead_id = p_lead and v.artist_id = v_artist and v.idempotency_key = p_key;
  if found then
    if (v_version.hash, v_version.wall, v_version.corners) is distinct from (p_hash, p_wall, p_corners) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.read_sketches(p_lead, v_artist, 'artist');
  end if;
  if not private.is_sketch_stored(p_lead, v_artist, p_hash) then perform private.fail('sketch_missing'); end if;
  if p_wall is not null and (split_part(p_wall, '/', 1) <> p_lead::text or not private.valid_placement(p_corners)
      or p_strength is null or p_strength not between 0 and 1
      or not exists (select from storage.objects o where o.bucket_id = 'lead-photos' and o.name = p_wall)) then
    perform private.fail('invalid_input', 'wall');
  end if;
  v_number := coalesce((private.latest_sketch(v_job)).number, 0) + 1;
  if v_number > 10 then perform private.fail('sketches_full'); end if;
  perform private.move_sketch(v_job, 'send', 'artist', v_number, p_hash);
  insert into private.sketch_versions (lead_id, artist_id, number, hash, wall, corners, strength, created_at, idempotency_key)
    values (p_lead, v_artist, v_number, p_hash, p_wall, case when p_wall is not null then p_corners end,
      case when p_wall is not null then p_strength end, private.clock(), p_key);
  perform private.mail_client('request_sketch', concat_ws(':', p_lead, v_artist, v_number), p_lead, v_artist);
  return private.read_sketches(p_lead, v_artist, 'artist');
end
$function$;

CREATE OR REPLACE FUNCTION private.add_sketch_pin(p_lead uuid, p_artist uuid, p_version integer, p_x real, p_y real, p_body text, p_key uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_job private.sketches := private.sketch_job(p_lead, p_artist);
  v_body text := private.clean_or_null(p_body);
  v_pin private.sketch_pins;
begin
  if v_body is null then perform private.fail('pin_required'); end if;
  if char_length(v_body) > 500 then perform private.fail('pin_too_long'); end if;
  if p_key is null or p_version is null or (p_x between 0 and 1 and p_y between 0 and 1) is not true then perform private.fail('invalid_input'); end if;
  select * into v_pin from private.sketch_pins p
    where p.lead_id = p_lead and p.artist_id = p_artist and p.side = v_side and p.idempotency_key = p_key;
  if found then
    if (v_pin.version, v_pin.x, v_pin.y, v_pin.body) is distinct from (p_version::smallint, p_x, p_y, v_body) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.read_sketches(p_lead, p_artist, v_side);
  end if;
  if not exists (select from private.sketch_versions v where v.lead_id = p_lead and v.artist_id = p_artist and v.number = p_version) then
    perform private.fail('invalid_input', 'version');
  end if;
  if (select count(*) from private.sketch_pins p where p.lead_id = p_lead and p.artist_id = p_artist) >= 200 then
    perform private.fail('pins_full');
  end if;
  perform private.rate_limit('pin', concat_ws(':', p_lead, p_artist, v_side), private.setting_int('message_limit'), interval '10 minutes');
  perform private.move_sketch(v_job, 'pin', v_side);
  insert into private.sketch_pins (lead_id, artist_id, version, side, x, y, body, created_at, idempotency_key)
    values (p_lead, p_artist, p_version, v_side, p_x, p_y, v_body, private.clock(), p_key);
  return private.read_sketches(p_lead, p_artist, v_side);
end
$function$;

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
    'papers', private.needs_papers(v_rows),
    'mails', private.needs_mails(v_rows),
    'rules', private.needs_rules(v_rows));
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_open_paper(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_paper private.papers;
begin
  perform private.require_admin();
  select * into v_paper from private.papers p where p.id = p_id;
  if v_paper.id is null then perform private.fail('paper_refused'); end if;
  return private.note_look(v_paper, '{"by": "admin"}');
end
$function$;

CREATE OR REPLACE FUNCTION private.agree_sketch_round(p_offer uuid, p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_job private.sketches;
  v_offer private.sketch_extra_rounds;
begin
  if v_side <> 'client' then perform private.fail('not_allowed'); end if;
  v_job := private.sketch_job(p_lead, p_artist);
  select * into v_offer from private.sketch_extra_rounds r where r.id = p_offer and r.lead_id = p_lead and r.artist_id = p_artist;
  if not found then perform private.fail('changed_elsewhere'); end if;
  if v_offer.agreed_at is null then
    perform private.move_sketch(v_job, 'agree_round', v_side);
    update private.sketch_extra_rounds r set agreed_at = private.clock() where r.id = p_offer;
  end if;
  return private.read_sketches(p_lead, p_artist, v_side);
end
$function$;

CREATE OR REPLACE FUNCTION private.agreed_artist(p_lead uuid, p_artist uuid, p_token text)
 RETURNS public.artists
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists;
begin
  select a.* into v_artist from public.artists a
    where a.id = p_artist and private.has_agreed(p_lead, a.id)
      and case when p_token is not null then private.request_by_token(p_token) = p_lead
        else exists (select from public.lead_records l where l.id = p_lead and l.created_by_user = auth.uid()) end;
  -- One answer for a stranger, another client, and one who chose somebody else.
  if v_artist.id is null then perform private.fail('paper_refused'); end if;
  return v_artist;
end
$function$;

CREATE OR REPLACE FUNCTION private.agreed_papers(p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists := private.agreed_artist(p_lead, p_artist, p_token);
begin
  return jsonb_build_object('insured', v_artist.insured, 'insured_to', v_artist.insured_to);
end
$function$;

CREATE OR REPLACE FUNCTION private.agreement_choice(p_body jsonb, p_field text, p_choices text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_body -> p_field) is distinct from 'string' or p_body ->> p_field <> all (p_choices) then
    perform private.fail('invalid_input', p_field);
  end if;
  return jsonb_build_object(p_field, p_body ->> p_field);
end
$function$;

CREATE OR REPLACE FUNCTION private.agreement_clauses(p_body jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_clauses jsonb := coalesce(p_body -> 'clauses', '[]');
  v_clause jsonb;
  v_checked jsonb := '[]';
begin
  if jsonb_typeof(v_clauses) <> 'array' or jsonb_array_length(v_clauses) > 20 then perform private.fail('agreement_clauses_too_many'); end if;
  for v_clause in select * from jsonb_array_elements(v_clauses) loop
    if jsonb_typeof(v_clause) <> 'object' then perform private.fail('invalid_input', 'clauses'); end if;
    if char_length(private.clean(v_clause ->> 'text')) > 2000 then perform private.fail('clause_too_long'); end if;
    v_checked := v_checked || jsonb_build_array(
      private.agreement_text(v_clause, 'title', 100) || private.agreement_text(v_clause, 'text', 2000));
  end loop;
  return jsonb_build_object('clauses', v_checked);
end
$function$;

CREATE OR REPLACE FUNCTION private.agreement_code(p_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select lpad(((('x' || substr(encode(sha256(convert_to(private.setting('pepper') || 'agreement' || p_id, 'UTF8')), 'hex'), 1, 8))::bit(32)::bigint)
    % 1000000)::text, 6, '0')
$function$;

CREATE OR REPLACE FUNCTION private.agreement_data(p_lead uuid, p_artist uuid, p_side text, p_guest boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('side', p_side, 'by_code', p_guest, 'state', coalesce(a.state, 'draft'), 'change', a.change,
    'ended_by', a.ended_by, 'ended_reason', a.ended_reason,
    -- What was taken back is the artist's alone.
    'current', case when p_side = 'artist' or a.state <> 'draft' then (
      select private.agreement_version_line(v) from private.agreement_versions v
      where v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.version) end,
    'in_force', case when a.in_force <> a.version then (
      select private.agreement_version_line(v) from private.agreement_versions v
      where v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force) end)
  from (select p_lead as lead_id, p_artist as artist_id) k
  left join private.agreements a on a.lead_id = k.lead_id and a.artist_id = k.artist_id
$function$;

CREATE OR REPLACE FUNCTION private.agreement_day(p_body jsonb, p_field text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if (p_body ->> p_field) is null or p_body ->> p_field !~ '^20\d\d-\d\d-\d\d$' then perform private.fail('agreement_date_invalid', p_field); end if;
  return (p_body ->> p_field)::date;
exception when datetime_field_overflow or invalid_datetime_format then
  perform private.fail('agreement_date_invalid', p_field);
end
$function$;

CREATE OR REPLACE FUNCTION private.agreement_mail(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_mail.kind
    -- The last that was asked for: one email may stand for two presses.
    when 'request_signing_code' then (
      select jsonb_build_object('code', private.agreement_code(c.id)) from private.agreement_codes c
      where c.lead_id = p_mail.lead_id and c.artist_id = p_mail.artist_id and c.created_at > private.clock() - interval '15 minutes')
    else (
      select jsonb_build_object('agreement', private.agreement_version_line(v) || jsonb_build_object('change', a.change, 'ended_reason', a.ended_reason))
      from private.agreements a join private.agreement_versions v
        on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = coalesce(
          case when p_mail.kind like '%in\_force' then a.in_force end, a.version)
      where a.lead_id = p_mail.lead_id and a.artist_id = p_mail.artist_id) end
$function$;

CREATE OR REPLACE FUNCTION private.agreement_number(p_body jsonb, p_field text, p_least integer, p_most integer, p_optional boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_value jsonb := p_body -> p_field;
begin
  if p_optional and coalesce(v_value, 'null') = 'null' then return jsonb_build_object(p_field, null); end if;
  if jsonb_typeof(v_value) is distinct from 'number' or (v_value #>> '{}')::numeric <> trunc((v_value #>> '{}')::numeric)
    or (v_value #>> '{}')::numeric not between p_least and p_most then
    perform private.fail('agreement_number_invalid', p_field);
  end if;
  return jsonb_build_object(p_field, (v_value #>> '{}')::numeric::int);
end
$function$;

CREATE OR REPLACE FUNCTION private.agreement_parts(p_body jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_part jsonb;
  v_checked jsonb := '[]';
  v_sum bigint := 0;
begin
  if jsonb_typeof(p_body -> 'parts') is distinct from 'array' or jsonb_array_length(p_body -> 'parts') not between 1 and 8 then
    perform private.fail('parts_invalid');
  end if;
  for v_part in select * from jsonb_array_elements(p_body -> 'parts') loop
    if jsonb_typeof(v_part) <> 'object' then perform private.fail('parts_invalid'); end if;
    v_checked := v_checked || jsonb_build_array(private.agreement_text(v_part, 'label', 60)
      || private.agreement_number(v_part, 'amount', 1, 1000000)
      || private.agreement_choice(v_part, 'due', '{signed,design_approved,first_day,halfway,done}'));
    v_sum := v_sum + (v_part ->> 'amount')::numeric::bigint;
  end loop;
  if v_sum <> (p_body ->> 'price')::numeric then perform private.fail('parts_differ'); end if;
  return jsonb_build_object('parts', v_checked);
end
$function$;

CREATE OR REPLACE FUNCTION private.agreement_side(p_lead uuid, p_artist uuid, p_token text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_withdrawn timestamptz;
begin
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  if not exists (select from public.lead_assignments s
      where s.lead_id = p_lead and s.artist_id = p_artist and s.accepted_at is not null and s.state in ('accepted', 'completed')) then
    perform private.fail('move_refused');
  end if;
  return v_side;
end
$function$;

CREATE OR REPLACE FUNCTION private.agreement_text(p_body jsonb, p_field text, p_most integer, p_optional boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_value text;
begin
  if coalesce(jsonb_typeof(p_body -> p_field), 'null') not in ('null', 'string') then perform private.fail('invalid_input', p_field); end if;
  v_value := private.clean(p_body ->> p_field);
  if not p_optional and coalesce(v_value, '') = '' then perform private.fail('agreement_text_required', p_field); end if;
  if char_length(v_value) > p_most then perform private.fail('agreement_text_too_long', p_field); end if;
  return jsonb_build_object(p_field, coalesce(v_value, ''));
end
$function$;

CREATE OR REPLACE FUNCTION private.agreement_version_line(p_version private.agreement_versions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('version', p_version.version, 'body', p_version.body, 'hash', p_version.hash,
    'created_at', p_version.created_at, 'signatures', coalesce((
      select jsonb_agg(jsonb_build_object('side', s.side, 'name', s.name, 'waives', s.waives, 'signed_at', s.signed_at) order by s.signed_at, s.side)
      from private.agreement_signatures s
      where s.lead_id = p_version.lead_id and s.artist_id = p_version.artist_id and s.version = p_version.version), '[]'))
$function$;

CREATE OR REPLACE FUNCTION private.agreement_wall(p_body jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_corners jsonb := coalesce(p_body -> 'corners', 'null');
begin
  -- The wall as it is marked on one of the client's photos: four corners, as shares of its width and height.
  if v_corners <> 'null' and not private.valid_corners(v_corners) then perform private.fail('invalid_input', 'corners'); end if;
  return private.agreement_text(p_body, 'wall', 500) || private.agreement_number(p_body, 'photo', 0, 5, v_corners = 'null')
    || jsonb_build_object('corners', v_corners);
end
$function$;

CREATE OR REPLACE FUNCTION private.altered_agreements()
 RETURNS TABLE(lead_id uuid, artist_id uuid, version integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
  select v.lead_id, v.artist_id, v.version from private.agreement_versions v
  where encode(sha256(convert_to(v.body, 'UTF8')), 'hex') <> v.hash
    or exists (select from private.agreement_signatures s
      where s.lead_id = v.lead_id and s.artist_id = v.artist_id and s.version = v.version and s.hash <> v.hash)
$function$;

CREATE OR REPLACE FUNCTION private.artist_day(p_city_slug text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (private.clock() at time zone
    case when p_city_slug in ('el-paso-tx', 'socorro-tx', 'horizon-city-tx', 'anthony-tx', 'san-elizario-tx', 'van-horn-tx', 'sierra-blanca-tx')
      then 'America/Denver' else 'America/Chicago' end)::date;
end
$function$;

CREATE OR REPLACE FUNCTION private.ask_agreement_change(p_lead uuid, p_artist uuid, p_hash text, p_text text, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_text text := private.clean_or_null(p_text);
begin
  if v_side <> 'client' then perform private.fail('not_allowed'); end if;
  if v_text is null then perform private.fail('change_required'); end if;
  if char_length(v_text) > 2000 then perform private.fail('message_too_long', 'change'); end if;
  perform private.offered_version(p_lead, p_artist, p_hash);
  if not exists (select from private.agreements a where a.lead_id = p_lead and a.artist_id = p_artist and a.change = v_text) then
    perform private.move_agreement(p_lead, p_artist, 'ask_change', 'client');
    update private.agreements a set change = v_text where a.lead_id = p_lead and a.artist_id = p_artist;
    perform private.mail_agreement('agreement_change', p_lead, p_artist, 'artist');
  end if;
  return private.agreement_data(p_lead, p_artist, 'client', p_token is not null);
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_artist()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_what text;
begin
  -- Owners edit their own profile all day; only what an admin does to somebody's profile is noted.
  if auth.uid() is null or auth.uid() is not distinct from new.user_id then return null; end if;
  foreach v_what in array array['featured', 'public_visible'] loop
    if to_jsonb(new) -> v_what <> to_jsonb(old) -> v_what then
      perform private.audit(case v_what when 'featured' then 'artist.featured' else 'artist.visibility' end, new.id,
        jsonb_build_object('name', new.name, 'to', to_jsonb(new) -> v_what));
    end if;
  end loop;
  if to_jsonb(new) - '{featured,public_visible,insured_to,updated_at}'::text[]
      <> to_jsonb(old) - '{featured,public_visible,insured_to,updated_at}'::text[] then
    perform private.audit('artist.profile', new.id, jsonb_build_object('name', new.name));
  end if;
  return null;
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

CREATE OR REPLACE FUNCTION private.checked_agreement(p_body jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_body jsonb := private.checked_terms(p_body);
  v_starts date := private.agreement_day(p_body, 'starts_on');
  v_ends date := private.agreement_day(p_body, 'ends_on');
begin
  v_body := v_body || private.agreement_choice(p_body, 'template', '{muro-1}')
    || private.agreement_text(p_body, 'artist', 100) || private.agreement_text(p_body, 'client', 100)
    || private.agreement_wall(p_body)
    || private.agreement_text(p_body, 'design', 2000, true)
    || private.agreement_number(p_body, 'price', 1, 1000000)
    || private.agreement_parts(p_body);
  if v_ends < v_starts or v_ends > v_starts + 1100 then perform private.fail('agreement_dates_invalid'); end if;
  v_body := v_body || jsonb_build_object('starts_on', v_starts, 'ends_on', v_ends);
  if octet_length(v_body::text) > 40960 then perform private.fail('agreement_too_long'); end if;
  return v_body;
end
$function$;

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

CREATE OR REPLACE FUNCTION private.checked_terms(p_terms jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_terms) is distinct from 'object' then perform private.fail('invalid_input'); end if;
  return private.agreement_choice(p_terms, 'prepared_by', '{client,artist}')
    || private.agreement_number(p_terms, 'rounds', 0, 10)
    || private.agreement_number(p_terms, 'round_price', 1, 100000, true)
    || private.agreement_number(p_terms, 'weather_days', 0, 60)
    || private.agreement_number(p_terms, 'postpone_days', 0, 90)
    || private.agreement_choice(p_terms, 'photos', '{owner_may_use,ask_first}')
    || private.agreement_text(p_terms, 'credit', 200, true)
    || private.agreement_choice(p_terms, 'vara', '{kept,waived}')
    || private.agreement_number(p_terms, 'removal_days', 30, 365)
    || private.agreement_choice(p_terms, 'coating', '{included,not_included}')
    || private.agreement_number(p_terms, 'warranty_months', 0, 120)
    || private.agreement_number(p_terms, 'stays_years', 0, 50)
    || private.agreement_choice(p_terms, 'insurance', '{none,liability}')
    || private.agreement_number(p_terms, 'ending_design', 0, 100)
    || private.agreement_number(p_terms, 'ending_painting', 0, 100)
    || private.agreement_clauses(p_terms);
end
$function$;

CREATE OR REPLACE FUNCTION private.close_agreements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid;
begin
  for v_artist in select a.artist_id from private.agreements a where a.lead_id = new.id and a.state <> 'ended' order by 1 loop
    perform private.move_agreement(new.id, v_artist, 'close', 'system');
  end loop;
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

CREATE OR REPLACE FUNCTION private.correct_request_contact(p_token text, p_name text, p_email text, p_phone text, p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_before text;
begin
  perform private.check_person(v_name, v_email, v_phone);
  select c.email into v_before from public.lead_contacts c where c.lead_id = v_lead;
  -- Whoever has the link could otherwise have the code sent to themselves.
  if p_token is not null and v_email <> v_before and private.has_agreement(v_lead) then perform private.fail('email_signs'); end if;
  update public.lead_contacts c set name = v_name, email = v_email, phone = v_phone where c.lead_id = v_lead;
  -- What has not left goes to the corrected address.
  update private.mails m set address = v_email
    where m.lead_id = v_lead and m.state = 'waiting' and lower(m.address) = lower(v_before)
      and not exists (select from private.mails o
        where o.event = m.event and o.id <> m.id and o.recipient = coalesce(m.user_id::text, lower(v_email)));
  return private.request_data(v_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.decide_paper(p_id uuid, p_accept boolean, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason text := private.clean_or_null(p_reason);
  v_state text := case when p_accept then 'checked' else 'refused' end;
  v_artist public.artists;
  v_paper private.papers;
  v_old private.papers;
begin
  perform private.require_admin();
  if p_accept is null then perform private.fail('invalid_input'); end if;
  if not p_accept and v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  -- The artist first, as whoever sends one.
  select a.* into v_artist from public.artists a join private.papers p on p.artist_id = a.id where p.id = p_id for update of a;
  select * into v_paper from private.papers p where p.id = p_id for update;
  if v_paper.id is null then perform private.fail('move_refused'); end if;
  if v_artist.user_id = auth.uid() then perform private.fail('not_allowed'); end if;
  if v_paper.state = v_state then return; end if;
  if p_accept then
    for v_old in select p.* from private.papers p where p.artist_id = v_artist.id and p.id <> p_id for update loop
      perform private.move_paper(v_old, 'replace', 'admin');
    end loop;
  end if;
  perform private.move_paper(v_paper, case when p_accept then 'check' else 'refuse' end, 'admin', case when not p_accept then v_reason end);
  update public.notices n set read_at = now() where n.event = 'paper_sent:' || p_id and n.read_at is null;
  if v_artist.user_id is not null then
    perform private.write_mail('paper_' || v_state, p_id::text, v_artist.user_id, null, null, v_artist.id,
      jsonb_build_object('paper', p_id));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_agreements()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.agreements a using gone g where a.lead_id = g.lead_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_file_of_paper()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.delete_paper_files(array[old.path]);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_paper_files(p_names text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- As in `private.delete_uploads`.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'papers' and o.name = any (p_names);
  perform set_config('storage.allow_delete_query', 'false', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_papers_of_artist()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.delete_paper_files(array(
    select o.name from storage.objects o where o.bucket_id = 'papers' and o.name like old.id || '/%'));
  return null;
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

CREATE OR REPLACE FUNCTION private.delete_sketch_files(p_folders text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- As in `private.delete_request_photos`: whatever starts with the folder and a slash; '0' follows the slash.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o using unnest(p_folders) f (folder)
    where o.bucket_id = 'sketches' and o.name ~>=~ (f.folder || '/') and o.name ~<~ (f.folder || '0');
  perform set_config('storage.allow_delete_query', 'false', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_sketches_of_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.sketches s using gone g where s.lead_id = g.lead_id;
  perform private.delete_sketch_files(array(select g.lead_id::text from gone g));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_sketches_of_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.delete_sketch_files(array(select g.lead_id || '/' || g.artist_id from gone g where g.accepted_at is not null));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_sketches_of_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.sketches s where s.lead_id = new.id;
  perform private.delete_sketch_files(array[new.id::text]);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_stray_papers()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.delete_paper_files(array(
    select o.name from storage.objects o where o.bucket_id = 'papers' and o.created_at < now() - interval '1 day'
      and not exists (select from private.papers p where p.path = o.name)));
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

CREATE OR REPLACE FUNCTION private.end_agreement(p_lead uuid, p_artist uuid, p_reason text, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_reason text := private.clean_or_null(p_reason);
begin
  if v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  if not exists (select from private.agreements a
      where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'ended' and a.ended_by = v_side) then
    perform private.move_agreement(p_lead, p_artist, 'end', v_side);
    update private.agreements a set ended_reason = v_reason where a.lead_id = p_lead and a.artist_id = p_artist;
    perform private.mail_agreement('agreement_ended', p_lead, p_artist, case v_side when 'client' then 'artist' else 'client' end);
  end if;
  return private.agreement_data(p_lead, p_artist, v_side, p_token is not null);
end
$function$;

CREATE OR REPLACE FUNCTION private.end_papers()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_paper private.papers;
begin
  for v_paper in
    select p.* from private.papers p join public.artists a on a.id = p.artist_id
    where p.state in ('sent', 'checked') and p.ends_on <= private.clock()::date + 1 and p.ends_on <= private.artist_day(a.city_slug)
    order by p.id for update of a, p skip locked
  loop
    perform private.move_paper(v_paper, 'end', 'system');
  end loop;
  -- Not who has sent the next one already. Once for each paper.
  perform private.write_mail('paper_ending', p.id::text, a.user_id, null, null, a.id, jsonb_build_object('paper', p.id))
    from private.papers p join public.artists a on a.id = p.artist_id and a.user_id is not null
    where p.state = 'checked' and p.ends_on <= private.clock()::date + 31 and p.ends_on <= private.artist_day(a.city_slug) + 30
      and not exists (select from public.notices n where n.user_id = a.user_id and n.event = 'paper_ending:' || p.id)
      and not exists (select from private.papers n where n.artist_id = p.artist_id and n.state = 'sent');
end
$function$;

CREATE OR REPLACE FUNCTION private.examine_setup(p_id text, p_at bigint, p_body text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_secret text := private.setting('webhook_secret');
  v_migrations jsonb;
begin
  -- Kept by the Supabase CLI, and by the embedded backend in the same way; not there where files were run by hand.
  if exists (
    select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'supabase_migrations' and c.relname = 'schema_migrations'
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
  ) then
    execute 'select jsonb_agg(m.version order by m.version) from supabase_migrations.schema_migrations m' into v_migrations;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'migrations', v_migrations,
    'media_origin', private.setting('media_origin'),
    'webhook_url', private.setting('webhook_url'),
    -- The secret itself stays here: whether a server has the same is seen by what it says to this.
    'webhook_signature', case when v_secret ~ '^whsec_([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'
      then private.webhook_signature(v_secret, p_id, p_at, p_body) end,
    'pg_net', to_regnamespace('net') is not null,
    'agreements_altered', (select count(*) from private.altered_agreements()),
    'admins', (select count(*) from public.user_roles r where r.role = 'admin'),
    'mails_failed', (select count(*) from private.mails m where m.state = 'failed' and m.settled_at is null and m.created_at > now() - interval '1 day'));
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

CREATE OR REPLACE FUNCTION private.has_agreed(p_lead uuid, p_artist uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.lead_assignments s
    join public.proposals p on p.lead_id = s.lead_id and p.artist_id = s.artist_id and p.state = 'accepted'
    join public.lead_contacts c on c.lead_id = s.lead_id
    where s.lead_id = p_lead and s.artist_id = p_artist and s.state in ('accepted', 'completed'))
$function$;

CREATE OR REPLACE FUNCTION private.has_agreement(p_lead uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.agreements a where a.lead_id = p_lead and a.state not in ('draft', 'ended'))
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

CREATE OR REPLACE FUNCTION private.is_sketch_stored(p_lead uuid, p_artist uuid, p_hash text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from storage.objects o where o.bucket_id = 'sketches' and o.name = private.sketch_path(p_lead, p_artist, p_hash))
$function$;

CREATE OR REPLACE FUNCTION private.job_of_sketch(p_name text)
 RETURNS public.lead_assignments
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_uuid constant text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  v_job public.lead_assignments;
begin
  if p_name is null or p_name !~ concat('^', c_uuid, '/', c_uuid, '/[0-9a-f]{64}\.webp$') then return null; end if;
  select a.* into v_job from public.lead_assignments a
    join public.lead_records l on l.id = a.lead_id and l.withdrawn_at is null and not l.held
    join public.lead_contacts c on c.lead_id = l.id
    where a.lead_id = split_part(p_name, '/', 1)::uuid and a.artist_id = split_part(p_name, '/', 2)::uuid
      and a.accepted_at is not null and a.state in ('accepted', 'completed')
      and not exists (select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id);
  return v_job;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_papers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.bucket_id <> 'papers' then return new; end if;
  perform from public.artists a where a.id::text = split_part(new.name, '/', 1) for key share;
  if not found then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_sketch_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.bucket_id <> 'sketches' then return new; end if;
  perform from public.lead_records l where l.id = (private.job_of_sketch(new.name)).lead_id for share;
  if not found or (private.job_of_sketch(new.name)).lead_id is null
    or coalesce(new.metadata ->> 'sha256', split_part(split_part(new.name, '/', 3), '.', 1)) <> split_part(split_part(new.name, '/', 3), '.', 1)
    or (select count(*) from storage.objects o where o.bucket_id = 'sketches' and o.id <> new.id and o.name <> new.name
      and o.name ~>=~ (split_part(new.name, '/', 1) || '/') and o.name ~<~ (split_part(new.name, '/', 1) || '0')) >= 60
  then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.latest_sketch(p_job private.sketches)
 RETURNS private.sketch_versions
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_version private.sketch_versions;
begin
  select * into v_version from private.sketch_versions v
    where v.lead_id = p_job.lead_id and v.artist_id = p_job.artist_id order by v.number desc limit 1;
  return v_version;
end
$function$;

CREATE OR REPLACE FUNCTION private.limit_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_to text := coalesce(new.address, (select nullif(u.email, '') from auth.users u where u.id = new.user_id));
  v_mailbox bytea := private.address_hash(private.mailbox(v_to));
  v_kind private.mail_kinds;
  v_refusal text;
  v_due timestamptz;
begin
  if new.state <> 'waiting' or v_to is null or exists (select from private.mails m
      where m.event = new.event and m.recipient = coalesce(new.user_id::text, lower(new.address))) then return new; end if;
  if private.joins_waiting(new) then return null; end if;
  select * into v_kind from private.mail_kinds k where k.kind = new.kind;
  -- A code is of use for minutes only, and counted where it is asked for.
  if new.kind <> 'request_signing_code' and not private.is_known_recipient(new.user_id, v_to) then
    select r.refusal, r.due_at into v_refusal, v_due from private.room_for_unproven(v_mailbox) r;
    new.next_attempt_at := greatest(new.next_attempt_at, now() + (v_due - private.clock()));
  elsif v_kind.counted then
    v_refusal := private.room_for_known(v_mailbox, v_kind);
  end if;
  if v_refusal is not null then
    -- Admins see it in the list of emails and can send it; there is nothing to do about it.
    new.state := 'failed';
    new.answer := v_refusal;
    new.settled_at := now();
    update public.notices n set digest_at = private.next_digest_of(n.user_id)
      where n.user_id = new.user_id and n.kind = new.kind and n.lead_id is not distinct from new.lead_id
        and n.artist_id is not distinct from new.artist_id and n.read_at is null and n.digest_at is null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_agreement(p_kind text, p_lead uuid, p_artist uuid, p_to text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Each is news, also the second of its kind.
  v_key text := concat_ws(':', p_lead, p_artist, (select a.version from private.agreements a
    where a.lead_id = p_lead and a.artist_id = p_artist), private.clock());
begin
  if p_to = 'client' then perform private.mail_client('request_' || p_kind, v_key, p_lead, p_artist);
  else perform private.mail_artist('lead_' || p_kind, v_key, p_lead, p_artist); end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_details(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case
    when p_mail.kind in ('lead_message', 'request_message') then private.message_data(p_mail)
    when p_mail.kind = 'request_proposal' then (
      select jsonb_build_object('proposal', private.proposal_line(p)) from public.proposals p
      where p.lead_id = p_mail.lead_id and p.artist_id = p_mail.artist_id and p.state = 'open')
    when p_mail.kind = 'request_signing_code' or p_mail.kind like '%\_agreement\_%' then private.agreement_mail(p_mail)
    when p_mail.kind in ('request_declined', 'request_expired') then jsonb_build_object(
      'reason', (select e.reason from public.assignment_events e
        where e.lead_id = p_mail.lead_id and e.artist_id = p_mail.artist_id and e.event = 'decline' order by e.id desc limit 1),
      'matches', private.request_data(p_mail.lead_id) -> 'matches')
    when p_mail.kind in ('lead_reviewed', 'request_replied', 'lead_review_hidden', 'request_review_hidden') then (
      select jsonb_build_object('review', private.review_line(r, null)) from private.review_checks c join public.reviews r on r.id = c.review_id
      where c.lead_id = p_mail.lead_id and c.artist_id = p_mail.artist_id
        and (r.hidden_at is not null) = (p_mail.kind in ('lead_review_hidden', 'request_review_hidden')))
    when p_mail.kind like 'paper\_%' then private.paper_mail(p_mail)
    when p_mail.kind = 'mural_hidden' then (
      select jsonb_build_object('title', m.title, 'reason', m.hidden_reason) from public.murals m
      where m.id = (p_mail.payload ->> 'mural')::uuid and m.hidden_at is not null)
    -- Null where somebody has decided before the mail left.
    when p_mail.kind = 'picture_reported' then (
      select jsonb_build_object('reason', r.reason, 'words', r.words, 'page', r.page) from private.picture_reports r
      where r.picture = p_mail.payload ->> 'picture' and r.decision is null order by r.created_at desc, r.id limit 1)
    else '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_add_paper(p_bucket text, p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return p_bucket = 'papers' and private.my_role() = 'artist' and p_name ~ concat('^', private.my_artist_id(),
      '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(pdf|webp|jpg)$')
    and (select count(*) from storage.objects o where o.bucket_id = 'papers' and o.name like private.my_artist_id() || '/%') < 8;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_add_sketch_file(p_bucket text, p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_job public.lead_assignments;
begin
  if p_bucket is distinct from 'sketches' then return false; end if;
  v_job := private.job_of_sketch(p_name);
  return coalesce(v_job.artist_id = private.my_artist_id() and private.sketch_gate_open(v_job.lead_id, v_job.artist_id), false);
end
$function$;

CREATE OR REPLACE FUNCTION private.move_agreement(p_lead uuid, p_artist uuid, p_event text, p_actor text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_next text;
begin
  insert into private.agreements (lead_id, artist_id) values (p_lead, p_artist) on conflict do nothing;
  select m.becomes into v_next from private.agreements a
    join private.agreement_moves m on m.event = p_event and m.actor = p_actor and m.state = a.state
    where a.lead_id = p_lead and a.artist_id = p_artist;
  if not found then perform private.fail('move_refused'); end if;
  update private.agreements a
    set state = v_next, updated_at = private.clock(),
      in_force = case when p_event = 'countersign' then a.version else a.in_force end,
      ended_by = case when v_next = 'ended' then p_actor end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  perform private.audit('agreement.' || p_event, p_lead, jsonb_build_object('artist', p_artist, 'by', p_actor, 'to', v_next));
  return v_next;
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

CREATE OR REPLACE FUNCTION private.move_paper(p_paper private.papers, p_event text, p_actor text, p_reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_becomes text := (
    select m.becomes from private.paper_moves m where m.event = p_event and m.actor = p_actor and m.state = p_paper.state);
begin
  if v_becomes is null then perform private.fail('move_refused'); end if;
  if v_becomes = 'removed' then
    delete from private.papers p where p.id = p_paper.id;
  else
    update private.papers p set state = v_becomes, reason = p_reason,
      decided_at = case p_actor when 'admin' then now() else p.decided_at end where p.id = p_paper.id;
  end if;
  perform private.audit('paper.' || v_becomes, p_paper.artist_id,
    jsonb_build_object('paper', p_paper.id, 'by', p_actor, 'from', p_paper.state));
end
$function$;

CREATE OR REPLACE FUNCTION private.move_sketch(p_job private.sketches, p_event text, p_actor text, p_version integer DEFAULT NULL::integer, p_hash text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_next text;
begin
  select m.becomes into v_next from private.sketch_moves m
    where m.event = p_event and m.actor = p_actor and m.state = p_job.state;
  if not found then perform private.fail('move_refused'); end if;
  -- A repetition that changes nothing leaves no line.
  if v_next = p_job.state and p_event in ('reopen', 'keep') then return; end if;
  update private.sketches s set state = v_next, updated_at = private.clock(),
      approved = case when v_next = 'open' then null when p_event = 'approve' then p_version else s.approved end,
      approved_hash = case when v_next = 'open' then null when p_event = 'approve' then p_hash else s.approved_hash end
    where s.lead_id = p_job.lead_id and s.artist_id = p_job.artist_id;
  if p_event <> 'pin' then
    insert into private.sketch_events (lead_id, artist_id, actor, event, version, hash, created_at)
      values (p_job.lead_id, p_job.artist_id, p_actor, p_event, p_version, p_hash, private.clock());
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_locked_artist()
 RETURNS public.artists
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists;
begin
  select * into v_artist from public.artists a where a.user_id = auth.uid() for update;
  if v_artist.id is null then perform private.fail('not_allowed'); end if;
  return v_artist;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_papers()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.paper_line(p) order by p.created_at desc, p.id), '[]')
  from private.papers p where p.artist_id = private.my_artist_id()
$function$;

CREATE OR REPLACE FUNCTION private.needs_papers(p_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('total', (select count(*) from private.papers p where p.state = 'sent'), 'rows', coalesce((
    select jsonb_agg(private.paper_line(p) || jsonb_build_object('artist', a.name, 'own', coalesce(a.user_id = auth.uid(), false))
      order by p.created_at, p.id)
    from (select s.* from private.papers s where s.state = 'sent' order by s.created_at, s.id limit p_rows) p
    join public.artists a on a.id = p.artist_id), '[]'))
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

CREATE OR REPLACE FUNCTION private.note_look(p_paper private.papers, p_detail jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit('paper.opened', p_paper.artist_id, p_detail || jsonb_build_object('paper', p_paper.id));
  return jsonb_build_object('path', p_paper.path);
end
$function$;

CREATE OR REPLACE FUNCTION private.offer_agreement(p_lead uuid, p_body jsonb, p_read integer, p_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_body text := private.checked_agreement(p_body)::text;
  v_hash text := encode(sha256(convert_to(v_body, 'UTF8')), 'hex');
  v_read int;
  v_next int;
begin
  if p_key is null then perform private.fail('invalid_input'); end if;
  perform private.agreement_side(p_lead, v_artist, null);
  -- An answer that was lost.
  if exists (select from private.agreement_versions v where v.lead_id = p_lead and v.artist_id = v_artist and v.idempotency_key = p_key) then
    if not exists (select from private.agreement_versions v
        where v.lead_id = p_lead and v.artist_id = v_artist and v.idempotency_key = p_key and v.hash = v_hash) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.agreement_data(p_lead, v_artist, 'artist', false);
  end if;
  v_read := (select a.version from private.agreements a where a.lead_id = p_lead and a.artist_id = v_artist);
  if coalesce(v_read, 0) <> coalesce(p_read, 0) then perform private.fail('agreement_changed'); end if;
  -- The number of one that was taken back is not used again.
  select coalesce(max(v.version), 0) + 1 into v_next from private.agreement_versions v where v.lead_id = p_lead and v.artist_id = v_artist;
  if v_next > 100 then perform private.fail('agreement_versions_too_many'); end if;
  perform private.move_agreement(p_lead, v_artist, 'offer', 'artist');
  insert into private.agreement_versions (lead_id, artist_id, version, body, hash, idempotency_key, created_at)
    values (p_lead, v_artist, v_next, v_body, v_hash, p_key, private.clock());
  update private.agreements a set version = v_next, change = null where a.lead_id = p_lead and a.artist_id = v_artist;
  perform private.mail_agreement('agreement_offered', p_lead, v_artist, 'client');
  return private.agreement_data(p_lead, v_artist, 'artist', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.offer_sketch_round(p_lead uuid, p_amount integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_job private.sketches := private.sketch_job(p_lead, v_artist);
begin
  if p_amount is null or p_amount not between 0 and 1000000 then perform private.fail('round_invalid'); end if;
  if exists (select from private.sketch_extra_rounds r
      where r.lead_id = p_lead and r.artist_id = v_artist and r.agreed_at is null and r.amount = p_amount) then
    return private.read_sketches(p_lead, v_artist, 'artist');
  end if;
  perform private.rate_limit('sketch', concat_ws(':', p_lead, v_artist, 'artist'), 20, interval '1 day');
  perform private.move_sketch(v_job, 'offer_round', 'artist');
  delete from private.sketch_extra_rounds r where r.lead_id = p_lead and r.artist_id = v_artist and r.agreed_at is null;
  insert into private.sketch_extra_rounds (lead_id, artist_id, amount, offered_at) values (p_lead, v_artist, p_amount, private.clock());
  return private.read_sketches(p_lead, v_artist, 'artist');
end
$function$;

CREATE OR REPLACE FUNCTION private.offered_version(p_lead uuid, p_artist uuid, p_hash text)
 RETURNS private.agreement_versions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_version private.agreement_versions;
begin
  select v.* into v_version from private.agreements a
    join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.version
    where a.lead_id = p_lead and a.artist_id = p_artist;
  if not found then perform private.fail('move_refused'); end if;
  if v_version.hash is distinct from p_hash then perform private.fail('agreement_changed'); end if;
  return v_version;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_certificate(p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists := private.agreed_artist(p_lead, p_artist, p_token);
  v_paper private.papers;
begin
  select * into v_paper from private.papers p where p.artist_id = v_artist.id and p.state = 'checked';
  if v_paper.id is null then perform private.fail('paper_refused'); end if;
  perform private.rate_limit('paper_look', p_lead::text, private.setting_int('paper_look_limit'), interval '1 day');
  return private.note_look(v_paper, jsonb_build_object('by', 'client', 'lead', p_lead));
end
$function$;

CREATE OR REPLACE FUNCTION private.paper_line(p_paper private.papers)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(p_paper) - 'artist_id'
$function$;

CREATE OR REPLACE FUNCTION private.paper_mail(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('ends_on', p.ends_on) || case when p.reason is null then '{}' else jsonb_build_object('reason', p.reason) end
  from private.papers p
  where p.id = (p_mail.payload ->> 'paper')::uuid
    and p.state = case p_mail.kind when 'paper_sent' then 'sent' when 'paper_refused' then 'refused' else 'checked' end
$function$;

CREATE OR REPLACE FUNCTION private.papers_i_see()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 4
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.request_by_token(private.request_header('x-request-token'));
begin
  -- Only what was asked for by a call that notes it, for the five minutes that its link is good.
  return query
    select p.path from private.audit_log e
    join private.papers p on p.id = (e.detail ->> 'paper')::uuid
    where e.at > now() - interval '5 minutes' and e.action = 'paper.opened'
      and case e.detail ->> 'by'
        when 'admin' then e.actor = auth.uid() and private.is_admin()
        else p.state = 'checked' and private.has_agreed((e.detail ->> 'lead')::uuid, p.artist_id)
          and (e.actor = auth.uid() or (e.detail ->> 'lead')::uuid = v_lead) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_agreement(p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.agreement_data(p_lead, p_artist, private.conversation_side(p_lead, p_artist, p_token), p_token is not null)
$function$;

CREATE OR REPLACE FUNCTION private.read_sketches(p_lead uuid, p_artist uuid, p_side text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_state text;
begin
  select a.state into v_state from public.lead_assignments a join public.lead_records l on l.id = a.lead_id
    where a.lead_id = p_lead and a.artist_id = p_artist and a.accepted_at is not null
      and a.state in ('accepted', 'completed') and l.withdrawn_at is null
      and not exists (select from private.conversation_reports r
        where r.lead_id = p_lead and r.artist_id = p_artist and r.side = p_side);
  if not found then return null; end if;
  return (
    select jsonb_build_object('side', p_side, 'writable', v_state = 'accepted',
      'state', case when coalesce(s.state, 'locked') = 'locked' and private.sketch_gate_open(p_lead, p_artist) then 'open'
        else coalesce(s.state, 'locked') end,
      'approved', s.approved, 'approved_hash', s.approved_hash,
      'rounds_left', private.sketch_rounds_left(p_lead, p_artist),
      'rounds', private.sketch_rounds(p_lead, p_artist)
        + (select count(*) from private.sketch_extra_rounds r where r.lead_id = p_lead and r.artist_id = p_artist and r.agreed_at is not null),
      'offer', (select jsonb_build_object('id', r.id, 'amount', r.amount) from private.sketch_extra_rounds r
        where r.lead_id = p_lead and r.artist_id = p_artist and r.agreed_at is null),
      'versions', coalesce((
        select jsonb_agg(jsonb_build_object('number', v.number, 'hash', v.hash, 'path', private.sketch_path(v.lead_id, v.artist_id, v.hash),
          'wall', o.name, 'corners', case when o.name is not null then v.corners end, 'strength', v.strength, 'created_at', v.created_at,
          'pins', coalesce((
            select jsonb_agg(jsonb_build_object('id', p.id, 'side', p.side, 'x', p.x, 'y', p.y, 'body', p.body, 'created_at', p.created_at,
              'key', case when p.side = p_side then p.idempotency_key end) order by p.created_at, p.id)
            from private.sketch_pins p where p.lead_id = v.lead_id and p.artist_id = v.artist_id and p.version = v.number), '[]'))
          order by v.number)
        from private.sketch_versions v
        -- The client may have taken the photo away.
        left join storage.objects o on o.bucket_id = 'lead-photos' and o.name = v.wall
        where v.lead_id = p_lead and v.artist_id = p_artist), '[]'),
      'events', coalesce((
        select jsonb_agg(jsonb_build_object('id', e.id, 'event', e.event, 'actor', e.actor, 'version', e.version, 'created_at', e.created_at)
          order by e.id)
        from private.sketch_events e where e.lead_id = p_lead and e.artist_id = p_artist), '[]'))
    from (select 1) one left join private.sketches s on s.lead_id = p_lead and s.artist_id = p_artist);
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.fail('not_allowed');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_paper(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists := private.my_locked_artist();
  v_paper private.papers;
begin
  select * into v_paper from private.papers p where p.id = p_id and p.artist_id = v_artist.id for update;
  if v_paper.id is not null then perform private.move_paper(v_paper, 'remove', 'artist'); end if;
  return private.my_papers();
end
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

CREATE OR REPLACE FUNCTION private.save_agreement_terms(p_changes jsonb, p_read jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
  v_stored jsonb;
  v_terms jsonb;
begin
  if v_artist is null then perform private.fail('not_allowed'); end if;
  perform from public.artists a where a.id = v_artist for no key update;
  select t.terms into v_stored from public.agreement_terms t where t.artist_id = v_artist;
  perform private.refuse_stale(coalesce(v_stored, p_read), p_changes, p_read);
  v_terms := coalesce(v_stored, p_read) || p_changes;
  v_terms := private.checked_terms(v_terms) || private.agreement_choice(v_terms, 'preset', '{halves,quarters,thirds,design_fee}');
  insert into public.agreement_terms (artist_id, terms) values (v_artist, v_terms)
    on conflict (artist_id) do update set terms = excluded.terms, updated_at = now();
  return v_terms;
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

CREATE OR REPLACE FUNCTION private.send_agreement_code(p_lead uuid, p_artist uuid, p_hash text, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_code uuid := gen_random_uuid();
  v_email text := (select c.email from public.lead_contacts c where c.lead_id = p_lead);
begin
  if private.agreement_side(p_lead, p_artist, p_token) <> 'client' or p_token is null then perform private.fail('not_allowed'); end if;
  perform private.offered_version(p_lead, p_artist, p_hash);
  perform private.rate_limit('agreement_code', p_lead::text, 5, interval '1 hour');
  -- Also of whoever sends requests in the name of somebody else.
  perform private.rate_limit('agreement_code_to', encode(private.address_hash(private.mailbox(v_email)), 'hex'), 10, interval '1 day');
  insert into private.agreement_codes as c (id, lead_id, artist_id, hash, created_at) values (v_code, p_lead, p_artist, p_hash, private.clock())
    on conflict (lead_id, artist_id) do update set id = excluded.id, hash = excluded.hash, tries = 0, created_at = excluded.created_at;
  perform private.write_mail('request_signing_code', v_code::text, null, v_email, p_lead, p_artist);
  return jsonb_build_object('email', v_email);
end
$function$;

CREATE OR REPLACE FUNCTION private.send_certificate(p_id uuid, p_path text, p_insurer text, p_amount integer, p_ends_on date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists := private.my_locked_artist();
  v_insurer text := private.one_line(p_insurer);
  v_old private.papers;
begin
  if exists (select from private.papers p where p.id = p_id and p.artist_id = v_artist.id) then return private.my_papers(); end if;
  if coalesce(v_insurer, '') = '' then perform private.fail('insurer_required'); end if;
  if char_length(v_insurer) > 100 then perform private.fail('insurer_too_long'); end if;
  if p_amount is null or p_amount not between 1 and 100000000 then perform private.fail('coverage_invalid'); end if;
  if p_ends_on is null or p_ends_on <= private.artist_day(v_artist.city_slug)
     or p_ends_on > private.artist_day(v_artist.city_slug) + interval '5 years' then
    perform private.fail('insurance_end_invalid');
  end if;
  if p_id is null or p_path is null or p_path !~ concat('^', v_artist.id, '/', p_id, '\.(pdf|webp|jpg)$')
     or not exists (select from storage.objects o where o.bucket_id = 'papers' and o.name = p_path) then
    perform private.fail('paper_missing');
  end if;
  perform private.rate_limit('paper', v_artist.id::text, private.setting_int('paper_limit'), interval '1 day');
  for v_old in select p.* from private.papers p where p.artist_id = v_artist.id and p.state <> 'checked' for update loop
    perform private.move_paper(v_old, 'replace', 'artist');
  end loop;
  insert into private.papers (id, artist_id, path, insurer, amount, ends_on)
    values (p_id, v_artist.id, p_path, v_insurer, p_amount, p_ends_on);
  perform private.audit('paper.sent', v_artist.id, jsonb_build_object('paper', p_id, 'by', 'artist'));
  perform private.write_mail('paper_sent', p_id::text, r.user_id, null, null, v_artist.id, jsonb_build_object('paper', p_id))
    from public.user_roles r where r.role = 'admin';
  return private.my_papers();
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

CREATE OR REPLACE FUNCTION private.sign_agreement(p_lead uuid, p_artist uuid, p_hash text, p_name text, p_waives boolean, p_code text, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_version private.agreement_versions := private.offered_version(p_lead, p_artist, p_hash);
  v_name text := private.one_line(p_name);
  v_waives boolean := v_side = 'artist' and v_version.body::jsonb ->> 'vara' = 'waived';
  v_other boolean;
begin
  if not exists (select from private.agreement_signatures s
      where s.lead_id = p_lead and s.artist_id = p_artist and s.version = v_version.version and s.side = v_side) then
    if coalesce(v_name, '') = '' then perform private.fail('name_required'); end if;
    if char_length(v_name) > 100 then perform private.fail('name_too_long'); end if;
    if v_waives and not coalesce(p_waives, false) then perform private.fail('waiver_required'); end if;
    -- Said in the answer and not raised: the try stays counted.
    if p_token is not null and not private.try_agreement_code(p_lead, p_artist, p_hash, p_code) then
      return private.agreement_data(p_lead, p_artist, v_side, true) || jsonb_build_object('refused', 'code_refused');
    end if;
    v_other := exists (select from private.agreement_signatures s
      where s.lead_id = p_lead and s.artist_id = p_artist and s.version = v_version.version);
    perform private.move_agreement(p_lead, p_artist, case when v_other then 'countersign' else 'sign' end, v_side);
    insert into private.agreement_signatures (lead_id, artist_id, version, side, hash, name, waives, proven_by, signed_at)
      values (p_lead, p_artist, v_version.version, v_side, p_hash, v_name, v_waives,
        case when p_token is null then 'account' else 'code' end, private.clock());
    if v_other then
      perform private.mail_agreement('agreement_in_force', p_lead, p_artist, 'client');
      perform private.mail_agreement('agreement_in_force', p_lead, p_artist, 'artist');
    elsif v_side = 'client' then
      perform private.mail_agreement('agreement_signed', p_lead, p_artist, 'artist');
    end if;
  end if;
  return private.agreement_data(p_lead, p_artist, v_side, p_token is not null);
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

CREATE OR REPLACE FUNCTION private.sketch_data(p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.read_sketches(p_lead, p_artist, private.conversation_side(p_lead, p_artist, p_token));
end
$function$;

CREATE OR REPLACE FUNCTION private.sketch_gate_open(p_lead uuid, p_artist uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- An agreement with a design fee will close it until the artist has received the fee.
  select true
$function$;

CREATE OR REPLACE FUNCTION private.sketch_job(p_lead uuid, p_artist uuid)
 RETURNS private.sketches
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_withdrawn timestamptz;
  v_row private.sketches;
begin
  -- Of two acts at the same instant the second waits here, and finds what the first has done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  if not exists (select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'accepted')
     or exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist) then
    perform private.fail('move_refused');
  end if;
  insert into private.sketches (lead_id, artist_id) values (p_lead, p_artist) on conflict do nothing;
  if private.sketch_gate_open(p_lead, p_artist) then
    update private.sketches s set state = m.becomes from private.sketch_moves m
      where s.lead_id = p_lead and s.artist_id = p_artist and m.event = 'unlock' and m.actor = 'system' and m.state = s.state;
  end if;
  select * into v_row from private.sketches s where s.lead_id = p_lead and s.artist_id = p_artist;
  return v_row;
end
$function$;

CREATE OR REPLACE FUNCTION private.sketch_path(p_lead uuid, p_artist uuid, p_hash text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws('/', p_lead, p_artist, p_hash || '.webp')
$function$;

CREATE OR REPLACE FUNCTION private.sketch_rounds(p_lead uuid, p_artist uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select (v.body::jsonb ->> 'rounds')::int from private.agreements a
    join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state <> 'ended'), 2)
$function$;

CREATE OR REPLACE FUNCTION private.sketch_rounds_left(p_lead uuid, p_artist uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.sketch_rounds(p_lead, p_artist)
    + (select count(*) from private.sketch_extra_rounds r where r.lead_id = p_lead and r.artist_id = p_artist and r.agreed_at is not null)::int
    - (select count(*) from private.sketch_events e where e.lead_id = p_lead and e.artist_id = p_artist and e.event = 'ask_changes')::int
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

CREATE OR REPLACE FUNCTION private.sync_checked_insurance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := case tg_op when 'DELETE' then old.artist_id else new.artist_id end;
  v_to date := (select p.ends_on from private.papers p where p.artist_id = v_artist and p.state = 'checked');
begin
  update public.artists a set insured_to = v_to where a.id = v_artist and a.insured_to is distinct from v_to;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_back_agreement(p_lead uuid, p_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_state text;
begin
  perform private.agreement_side(p_lead, v_artist, null);
  perform private.offered_version(p_lead, v_artist, p_hash);
  v_state := (select a.state from private.agreements a where a.lead_id = p_lead and a.artist_id = v_artist);
  if v_state not in ('draft', 'in_force') then
    perform private.move_agreement(p_lead, v_artist, 'take_back', 'artist');
    -- What both have signed goes on.
    update private.agreements a set change = null, version = coalesce(a.in_force, a.version)
      where a.lead_id = p_lead and a.artist_id = v_artist;
  end if;
  return private.agreement_data(p_lead, v_artist, 'artist', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.try_agreement_code(p_lead uuid, p_artist uuid, p_hash text, p_code text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_code private.agreement_codes;
begin
  update private.agreement_codes c set tries = c.tries + 1
    where c.lead_id = p_lead and c.artist_id = p_artist and c.hash = p_hash and c.tries < 5
      and c.created_at > private.clock() - interval '15 minutes'
    returning c.* into v_code;
  if v_code.id is null or private.agreement_code(v_code.id) is distinct from private.clean(p_code) then return false; end if;
  delete from private.agreement_codes c where c.id = v_code.id;
  perform private.prove_request(p_lead);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.valid_placement(p_corners jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- A corner may stand beyond the photo, where a wall goes on.
  select coalesce(jsonb_path_match(p_corners, 'strict $.type() == "array" && $.size() == 4
    && !exists($[*] ? (@.type() != "array" || @.size() != 2))
    && !exists($[*][*] ? (@.type() != "number" || @ < -1 || @ > 2))', silent => true), false)
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

CREATE OR REPLACE FUNCTION public.add_sketch(p_lead uuid, p_hash text, p_key uuid, p_wall text DEFAULT NULL::text, p_corners jsonb DEFAULT NULL::jsonb, p_strength real DEFAULT NULL::real)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.add_sketch(p_lead, p_hash, p_wall, p_corners, p_strength, p_key)
$function$;

CREATE OR REPLACE FUNCTION public.add_sketch_pin(p_lead uuid, p_artist uuid, p_version integer, p_x real, p_y real, p_body text, p_key uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.add_sketch_pin(p_lead, p_artist, p_version, p_x, p_y, p_body, p_key, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.admin_open_paper(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.admin_open_paper(p_id)
$function$;

CREATE OR REPLACE FUNCTION public.agree_sketch_round(p_offer uuid, p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.agree_sketch_round(p_offer, p_lead, p_artist, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.agreed_papers(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.agreed_papers(p_lead, p_artist, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.approve_sketch(p_lead uuid, p_artist uuid, p_version integer, p_hash text, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.act_on_sketch(p_lead, p_artist, 'approve', p_version, p_hash, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.ask_agreement_change(p_lead uuid, p_artist uuid, p_hash text, p_text text, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.ask_agreement_change(p_lead, p_artist, p_hash, p_text, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.ask_sketch_changes(p_lead uuid, p_artist uuid, p_version integer, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.act_on_sketch(p_lead, p_artist, 'ask_changes', p_version, null, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.decide_paper(p_id uuid, p_accept boolean, p_reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.decide_paper(p_id, p_accept, p_reason)
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

CREATE OR REPLACE FUNCTION public.end_agreement(p_lead uuid, p_artist uuid, p_reason text, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.end_agreement(p_lead, p_artist, p_reason, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.keep_sketch(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.act_on_sketch(p_lead, p_artist, 'keep', null, null, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.my_papers()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.my_papers()
$function$;

CREATE OR REPLACE FUNCTION public.offer_agreement(p_lead uuid, p_body jsonb, p_read integer, p_key uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.offer_agreement(p_lead, p_body, p_read, p_key)
$function$;

CREATE OR REPLACE FUNCTION public.offer_sketch_round(p_lead uuid, p_amount integer)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.offer_sketch_round(p_lead, p_amount)
$function$;

CREATE OR REPLACE FUNCTION public.open_certificate(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.open_certificate(p_lead, p_artist, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.read_agreement(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.read_agreement(p_lead, p_artist, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.remove_paper(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.remove_paper(p_id)
$function$;

CREATE OR REPLACE FUNCTION public.reopen_sketch(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.act_on_sketch(p_lead, p_artist, 'reopen', null, null, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.request_rules(p_lead uuid DEFAULT NULL::uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.request_rules(p_lead, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.save_agreement_terms(p_changes jsonb, p_read jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_agreement_terms(p_changes, p_read)
$function$;

CREATE OR REPLACE FUNCTION public.save_city_rule(p_rule uuid, p_changes jsonb, p_read jsonb)
 RETURNS public.city_rules
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_city_rule(p_rule, p_changes, p_read)
$function$;

CREATE OR REPLACE FUNCTION public.send_agreement_code(p_lead uuid, p_artist uuid, p_hash text, p_token text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.send_agreement_code(p_lead, p_artist, p_hash, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.send_certificate(p_id uuid, p_path text, p_insurer text, p_amount integer, p_ends_on date)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.send_certificate(p_id, p_path, p_insurer, p_amount, p_ends_on)
$function$;

CREATE OR REPLACE FUNCTION public.set_site_facts(p_facts jsonb, p_token text DEFAULT NULL::text, p_lead uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.set_site_facts(p_facts, p_token, p_lead)
$function$;

CREATE OR REPLACE FUNCTION public.sign_agreement(p_lead uuid, p_artist uuid, p_hash text, p_name text, p_waives boolean DEFAULT false, p_code text DEFAULT NULL::text, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.sign_agreement(p_lead, p_artist, p_hash, p_name, p_waives, p_code, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.sketch_data(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.sketch_data(p_lead, p_artist, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.take_back_agreement(p_lead uuid, p_hash text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.take_back_agreement(p_lead, p_hash)
$function$;

ALTER TABLE "private"."agreement_signatures" ADD CONSTRAINT "agreement_signatures_lead_id_artist_id_version_fkey" FOREIGN KEY (lead_id, artist_id, version) REFERENCES private.agreement_versions(lead_id, artist_id, version) ON DELETE CASCADE;

ALTER TABLE "private"."agreements" ADD CONSTRAINT "agreements_lead_id_artist_id_fkey" FOREIGN KEY (lead_id, artist_id) REFERENCES public.lead_assignments(lead_id, artist_id) ON DELETE CASCADE;

ALTER TABLE "private"."agreement_codes" ADD CONSTRAINT "agreement_codes_lead_id_artist_id_fkey" FOREIGN KEY (lead_id, artist_id) REFERENCES private.agreements(lead_id, artist_id) ON DELETE CASCADE;

ALTER TABLE "private"."agreement_versions" ADD CONSTRAINT "agreement_versions_lead_id_artist_id_fkey" FOREIGN KEY (lead_id, artist_id) REFERENCES private.agreements(lead_id, artist_id) ON DELETE CASCADE;

ALTER TABLE "private"."papers" ADD CONSTRAINT "papers_artist_id_fkey" FOREIGN KEY (artist_id) REFERENCES public.artists(id) ON DELETE CASCADE;

ALTER TABLE "private"."sketch_pins" ADD CONSTRAINT "sketch_pins_lead_id_artist_id_version_fkey" FOREIGN KEY (lead_id, artist_id, version) REFERENCES private.sketch_versions(lead_id, artist_id, number) ON DELETE CASCADE;

ALTER TABLE "private"."sketches" ADD CONSTRAINT "sketches_lead_id_artist_id_fkey" FOREIGN KEY (lead_id, artist_id) REFERENCES public.lead_assignments(lead_id, artist_id) ON DELETE CASCADE;

ALTER TABLE "private"."sketch_events" ADD CONSTRAINT "sketch_events_lead_id_artist_id_fkey" FOREIGN KEY (lead_id, artist_id) REFERENCES private.sketches(lead_id, artist_id) ON DELETE CASCADE;

ALTER TABLE "private"."sketch_extra_rounds" ADD CONSTRAINT "sketch_extra_rounds_lead_id_artist_id_fkey" FOREIGN KEY (lead_id, artist_id) REFERENCES private.sketches(lead_id, artist_id) ON DELETE CASCADE;

ALTER TABLE "private"."sketch_versions" ADD CONSTRAINT "sketch_versions_lead_id_artist_id_fkey" FOREIGN KEY (lead_id, artist_id) REFERENCES private.sketches(lead_id, artist_id) ON DELETE CASCADE;

ALTER TABLE "public"."agreement_terms" ADD CONSTRAINT "agreement_terms_artist_id_fkey" FOREIGN KEY (artist_id) REFERENCES public.artists(id) ON DELETE CASCADE;

ALTER TABLE "public"."site_facts" ADD CONSTRAINT "site_facts_lead_id_fkey" FOREIGN KEY (lead_id) REFERENCES public.lead_records(id) ON DELETE CASCADE;

CREATE INDEX papers_artist_idx ON private.papers USING btree (artist_id);

CREATE UNIQUE INDEX papers_checked_idx ON private.papers USING btree (artist_id) WHERE (state = 'checked'::text);

CREATE INDEX papers_ends_idx ON private.papers USING btree (ends_on) WHERE (state = ANY (ARRAY['sent'::text, 'checked'::text]));

CREATE UNIQUE INDEX papers_sent_idx ON private.papers USING btree (artist_id) WHERE (state = 'sent'::text);

CREATE INDEX sketch_events_job_idx ON private.sketch_events USING btree (lead_id, artist_id, id);

CREATE INDEX sketch_extra_rounds_job_idx ON private.sketch_extra_rounds USING btree (lead_id, artist_id);

CREATE UNIQUE INDEX sketch_extra_rounds_offer_idx ON private.sketch_extra_rounds USING btree (lead_id, artist_id) WHERE (agreed_at IS NULL);

CREATE INDEX sketch_pins_version_idx ON private.sketch_pins USING btree (lead_id, artist_id, version);

CREATE INDEX city_rules_city_idx ON public.city_rules USING btree (city_slug);

CREATE TRIGGER agreement_signatures_refuse_change BEFORE UPDATE ON private.agreement_signatures FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER agreement_versions_refuse_change BEFORE UPDATE ON private.agreement_versions FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER papers_delete_file AFTER DELETE ON private.papers FOR EACH ROW EXECUTE FUNCTION private.delete_file_of_paper();

CREATE TRIGGER papers_sync_checked_insurance AFTER INSERT OR DELETE OR UPDATE OF state ON private.papers FOR EACH ROW EXECUTE FUNCTION private.sync_checked_insurance();

CREATE TRIGGER artists_papers AFTER DELETE ON public.artists FOR EACH ROW EXECUTE FUNCTION private.delete_papers_of_artist();

CREATE TRIGGER cities_move_rules AFTER UPDATE ON public.cities FOR EACH ROW WHEN ((new.slug IS DISTINCT FROM old.slug)) EXECUTE FUNCTION private.move_city_rules();

CREATE TRIGGER city_rules_1_complete BEFORE INSERT OR UPDATE ON public.city_rules FOR EACH ROW EXECUTE FUNCTION private.complete_city_rule();

CREATE TRIGGER city_rules_2_touch BEFORE UPDATE ON public.city_rules FOR EACH ROW EXECUTE FUNCTION private.touch();

CREATE TRIGGER city_rules_audit AFTER INSERT OR DELETE OR UPDATE ON public.city_rules FOR EACH ROW EXECUTE FUNCTION private.audit_city_rule();

CREATE TRIGGER city_rules_site_delete AFTER DELETE ON public.city_rules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_site_changes();

CREATE TRIGGER city_rules_site_insert AFTER INSERT ON public.city_rules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_site_changes();

CREATE TRIGGER city_rules_site_update AFTER UPDATE ON public.city_rules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_site_changes();

CREATE TRIGGER lead_assignments_delete_sketches AFTER DELETE ON public.lead_assignments REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.delete_sketches_of_job();

CREATE TRIGGER lead_contacts_delete_agreements AFTER DELETE ON public.lead_contacts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.delete_agreements();

CREATE TRIGGER lead_contacts_delete_site_facts AFTER DELETE ON public.lead_contacts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.delete_site_facts();

CREATE TRIGGER lead_contacts_delete_sketches AFTER DELETE ON public.lead_contacts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.delete_sketches_of_contact();

CREATE TRIGGER lead_records_close_agreements AFTER UPDATE OF withdrawn_at ON public.lead_records FOR EACH ROW WHEN (((old.withdrawn_at IS NULL) AND (new.withdrawn_at IS NOT NULL))) EXECUTE FUNCTION private.close_agreements();

CREATE TRIGGER lead_records_delete_sketches AFTER UPDATE OF withdrawn_at ON public.lead_records FOR EACH ROW WHEN (((old.withdrawn_at IS NULL) AND (new.withdrawn_at IS NOT NULL))) EXECUTE FUNCTION private.delete_sketches_of_request();

CREATE TRIGGER objects_of_papers BEFORE INSERT OR UPDATE OF bucket_id, name ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.keep_papers();

CREATE TRIGGER objects_of_sketches BEFORE INSERT OR UPDATE OF bucket_id, name, metadata ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.keep_sketch_files();

CREATE POLICY "agreement_terms_select" ON "public"."agreement_terms" FOR SELECT TO "authenticated" USING ((artist_id = ( SELECT private.my_artist_id() AS my_artist_id)));

CREATE POLICY "city_rules_delete" ON "public"."city_rules" FOR DELETE TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "city_rules_insert" ON "public"."city_rules" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "city_rules_select" ON "public"."city_rules" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "city_rules_update" ON "public"."city_rules" FOR UPDATE TO "authenticated" USING (( SELECT private.is_admin() AS is_admin)) WITH CHECK (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "site_facts_select" ON "public"."site_facts" FOR SELECT TO "authenticated" USING ((( SELECT private.is_admin() AS is_admin) OR (lead_id IN ( SELECT private.my_requests() AS my_requests)) OR (lead_id IN ( SELECT private.requests_assigned_to_me() AS requests_assigned_to_me))));

CREATE POLICY "papers_insert" ON "storage"."objects" FOR INSERT TO "authenticated" WITH CHECK (private.may_add_paper(bucket_id, name));

CREATE POLICY "papers_select_own" ON "storage"."objects" FOR SELECT TO "authenticated" USING (((bucket_id = 'papers'::text) AND (split_part(name, '/'::text, 1) = (( SELECT private.my_artist_id() AS my_artist_id))::text)));

CREATE POLICY "papers_select" ON "storage"."objects" FOR SELECT TO "anon", "authenticated" USING (((bucket_id = 'papers'::text) AND (name IN ( SELECT private.papers_i_see() AS papers_i_see))));

CREATE POLICY "sketches_insert" ON "storage"."objects" FOR INSERT TO "anon", "authenticated" WITH CHECK (private.may_add_sketch_file(bucket_id, name));

CREATE POLICY "sketches_select" ON "storage"."objects" FOR SELECT TO "anon", "authenticated" USING (((bucket_id = 'sketches'::text) AND ((split_part(name, '/'::text, 1), split_part(name, '/'::text, 2)) IN ( SELECT (t.lead_id)::text AS lead_id,
    (t.artist_id)::text AS artist_id
   FROM private.conversations_i_read() t(lead_id, artist_id, side)
  WHERE (t.side <> 'admin'::text)))));

COMMENT ON COLUMN "public"."artists"."insured_to" IS 'To which day a certificate of liability insurance that an admin has checked is good; null for none. Nobody but what follows from certificates writes it.';

COMMENT ON COLUMN "public"."city_rules"."applies" IS 'What a request has to say for the rule to be listed there. What is not said does not hold.';

COMMENT ON COLUMN "public"."city_rules"."city_slug" IS 'The address of its city, which need not be in the table of cities: nothing shows the rule until it is.';

COMMENT ON FUNCTION "private"."act_on_sketch"(uuid, uuid, text, integer, text, text) IS 'The client asks for changes of the newest version or approves one by its hash; either side asks to reopen what is approved, or keeps it.';

COMMENT ON FUNCTION "private"."add_sketch"(uuid, text, text, jsonb, real, uuid) IS 'The next version of the calling artist, once for each key: a picture that has arrived, and where it is laid on a photo of the wall.';

COMMENT ON FUNCTION "private"."add_sketch_pin"(uuid, uuid, integer, real, real, text, uuid, text) IS 'A comment of either side at a place of one version, also of one that is not the newest any more; once for each key.';

COMMENT ON FUNCTION "private"."admin_open_paper"(uuid) IS 'Opens a certificate for an admin: where its file is.';

COMMENT ON FUNCTION "private"."agree_sketch_round"(uuid, uuid, uuid, text) IS 'Whoever asked agrees to what a further round costs, to the offer that they saw and no other. Again changes nothing.';

COMMENT ON FUNCTION "private"."agreed_artist"(uuid, uuid, text) IS 'The artist whose proposal the caller, by account or by the token of the link, has accepted; refuses everybody else in the same words.';

COMMENT ON FUNCTION "private"."agreed_papers"(uuid, uuid, text) IS 'What a client may know of the papers of the artist whom they have chosen.';

COMMENT ON FUNCTION "private"."agreement_choice"(jsonb, text, text[]) IS 'One of some words of an agreement.';

COMMENT ON FUNCTION "private"."agreement_clauses"(jsonb) IS 'Clauses in the artist''s own words, each with its title.';

COMMENT ON FUNCTION "private"."agreement_code"(uuid) IS 'The six digits that belong to a row of private.agreement_codes.';

COMMENT ON FUNCTION "private"."agreement_data"(uuid, uuid, text, boolean) IS 'The agreement as one side sees it: current is what was offered last, in_force the signed one before it while both amend it.';

COMMENT ON FUNCTION "private"."agreement_day"(jsonb, text) IS 'A day of this century.';

COMMENT ON FUNCTION "private"."agreement_mail"(private.mails) IS 'What an email about an agreement shows, as it is now.';

COMMENT ON FUNCTION "private"."agreement_number"(jsonb, text, integer, integer, boolean) IS 'A whole number of an agreement between two bounds.';

COMMENT ON FUNCTION "private"."agreement_parts"(jsonb) IS 'The parts of the price, which they always make up.';

COMMENT ON FUNCTION "private"."agreement_side"(uuid, uuid, text) IS 'On which side the caller is of a request whose proposal was accepted; the request is locked for a change. Everybody else is refused.';

COMMENT ON FUNCTION "private"."agreement_text"(jsonb, text, integer, boolean) IS 'A text of an agreement; empty for none, where it is optional.';

COMMENT ON FUNCTION "private"."agreement_version_line"(private.agreement_versions) IS 'A version with who signed it, as both sides see it.';

COMMENT ON FUNCTION "private"."agreement_wall"(jsonb) IS 'The wall in words and, where it was marked, on one of the photos of the request.';

COMMENT ON FUNCTION "private"."altered_agreements"() IS 'Versions whose body is not what was hashed and signed. There is none unless a file or a row was changed by hand.';

COMMENT ON FUNCTION "private"."artist_day"(text) IS 'Which day it is where an artist lives, by the city of the profile.';

COMMENT ON FUNCTION "private"."ask_agreement_change"(uuid, uuid, text, text, text) IS 'The client says what they would like to have changed before they sign. The same words again change nothing.';

COMMENT ON FUNCTION "private"."audit_city_rule"() IS 'Notes what an admin does to the rules of cities.';

COMMENT ON FUNCTION "private"."checked_agreement"(jsonb) IS 'The rules of an agreement, and it as it is stored: what is not in them is left out. src/features/agreements/agreement.ts has the same.';

COMMENT ON FUNCTION "private"."checked_site_facts"(jsonb) IS 'The rules of what is said about a site, and it as it is stored. What it does not know is left out, as everywhere. src/features/site-facts/site-facts.ts has the same.';

COMMENT ON FUNCTION "private"."checked_terms"(jsonb) IS 'The rules of what an artist agrees on with everybody, and it as it is stored. src/features/agreements/agreement.ts has the same.';

COMMENT ON FUNCTION "private"."close_agreements"() IS 'A request was closed: nothing about it can be signed any more.';

COMMENT ON FUNCTION "private"."complete_city_rule"() IS 'The rules of a rule: a title, up to 1,000 characters, a source at an https address, read on a day that has come.';

COMMENT ON FUNCTION "private"."decide_paper"(uuid, boolean, text) IS 'An admin checks a certificate, or refuses it with a reason that its artist is told; nobody decides about their own. Again changes nothing.';

COMMENT ON FUNCTION "private"."delete_agreements"() IS 'Whoever asked was erased from a request: their name stands in its agreements.';

COMMENT ON FUNCTION "private"."delete_file_of_paper"() IS 'A certificate''s file goes with it, whatever takes that away: its artist, the next one, the account.';

COMMENT ON FUNCTION "private"."delete_paper_files"(text[]) IS 'Removes files of certificates.';

COMMENT ON FUNCTION "private"."delete_papers_of_artist"() IS 'What an artist stored and never sent goes with the profile.';

COMMENT ON FUNCTION "private"."delete_site_facts"() IS 'Whoever asked was erased from a request: what they said about its site goes along.';

COMMENT ON FUNCTION "private"."delete_sketch_files"(text[]) IS 'Removes all pictures in these folders, shown or not.';

COMMENT ON FUNCTION "private"."delete_sketches_of_contact"() IS 'Whoever asked was erased from a request: sketches on their wall are not kept.';

COMMENT ON FUNCTION "private"."delete_sketches_of_job"() IS 'Pictures go with their job, whatever takes that away: the artist''s account, an admin. Its rows go by their foreign key.';

COMMENT ON FUNCTION "private"."delete_sketches_of_request"() IS 'A request was closed: its sketches go.';

COMMENT ON FUNCTION "private"."delete_stray_papers"() IS 'Removes files that were stored a day ago and never sent.';

COMMENT ON FUNCTION "private"."detail_answer"(jsonb) IS 'Yes or no; null for no answer.';

COMMENT ON FUNCTION "private"."detail_feet"(jsonb, text) IS 'One length of a wall as it is stored, to a tenth of a foot; null for none.';

COMMENT ON FUNCTION "private"."details_line"(uuid) IS 'What a request says about its wall and its site, with the murals that are public; null for nothing.';

COMMENT ON FUNCTION "private"."end_agreement"(uuid, uuid, text, text) IS 'One side ends an agreement early, with a reason; what is paid then is in its text. Again changes nothing.';

COMMENT ON FUNCTION "private"."end_papers"() IS 'Ends certificates on their day, at midnight where the artist lives, and tells artists 30 days before.';

COMMENT ON FUNCTION "private"."examine_setup"(text, bigint, text) IS 'Clock, applied migrations, settings that others must match, agreements that are not what was signed, and the signature that the database would give a webhook of this id, time and body.';

COMMENT ON FUNCTION "private"."fact_day"(jsonb) IS 'A day of this century; null for no answer.';

COMMENT ON FUNCTION "private"."has_agreed"(uuid, uuid) IS 'Whether the client of a request has accepted a proposal of this artist, and that still counts.';

COMMENT ON FUNCTION "private"."has_agreement"(uuid) IS 'Whether an agreement is offered or signed, which the code of an email confirms.';

COMMENT ON FUNCTION "private"."has_site_facts"(public.site_facts) IS 'Whether there is something to keep.';

COMMENT ON FUNCTION "private"."is_sketch_stored"(uuid, uuid, text) IS 'Whether the picture of this hash has arrived.';

COMMENT ON FUNCTION "private"."job_of_sketch"(text) IS 'The job that has room for a picture of this name; null where there is none.';

COMMENT ON FUNCTION "private"."keep_papers"() IS 'Refuses certificates of artists who are gone, whoever writes the row.';

COMMENT ON FUNCTION "private"."keep_sketch_files"() IS 'Refuses pictures that no job has room for, whoever writes the row, and those whose bytes are not what their name says.';

COMMENT ON FUNCTION "private"."latest_sketch"(private.sketches) IS 'The newest version of a job; null before there is one.';

COMMENT ON FUNCTION "private"."mail_agreement"(text, uuid, uuid, text) IS 'Tells one side what the other did about their agreement.';

COMMENT ON FUNCTION "private"."may_add_paper"(text, text) IS 'Whether the caller, an artist, may store a certificate of this name; eight at a time.';

COMMENT ON FUNCTION "private"."may_add_sketch_file"(text, text) IS 'Whether the caller is the artist of an accepted job that this picture is for.';

COMMENT ON FUNCTION "private"."move_agreement"(uuid, uuid, text, text) IS 'Makes one move of an agreement, or refuses it and changes nothing. Its callers know who asks, and hold the request.';

COMMENT ON FUNCTION "private"."move_city_rules"() IS 'A city that is called something else keeps its rules.';

COMMENT ON FUNCTION "private"."move_paper"(private.papers, text, text, text) IS 'Makes the one move that private.paper_moves has for an event, and notes it; refuses any other.';

COMMENT ON FUNCTION "private"."move_sketch"(private.sketches, text, text, integer, text) IS 'Makes one move of the sketches of a job, or refuses it and changes nothing. Its callers know who asks.';

COMMENT ON FUNCTION "private"."my_locked_artist"() IS 'The caller''s artist profile, locked, so that two devices take turns; refuses everybody else.';

COMMENT ON FUNCTION "private"."my_papers"() IS 'The caller''s certificates, the newest first.';

COMMENT ON FUNCTION "private"."needs_papers"(integer) IS 'Certificates that wait for an admin, the first of them first.';

COMMENT ON FUNCTION "private"."needs_rules"(integer) IS 'Rules of cities that nobody has looked up for a year, the oldest first.';

COMMENT ON FUNCTION "private"."note_look"(private.papers, jsonb) IS 'Notes who opens a certificate, which opens its file to them for five minutes.';

COMMENT ON FUNCTION "private"."offer_agreement"(uuid, jsonb, integer, uuid) IS 'The calling artist offers a new version to the client, unless p_read is not the present one by now; nobody has signed it yet. Once for each key.';

COMMENT ON FUNCTION "private"."offer_sketch_round"(uuid, integer) IS 'The calling artist says what a further round costs. Another amount is another offer, and takes the place of one that nobody agreed to.';

COMMENT ON FUNCTION "private"."offered_version"(uuid, uuid, text) IS 'The version that is on offer, if it is the one that the caller has read.';

COMMENT ON FUNCTION "private"."open_certificate"(uuid, uuid, text) IS 'Opens the checked certificate of the artist whose proposal the caller has accepted: where its file is.';

COMMENT ON FUNCTION "private"."paper_line"(private.papers) IS 'A certificate as its artist and admins see it.';

COMMENT ON FUNCTION "private"."paper_mail"(private.mails) IS 'What a mail shows of a certificate; null where it is another thing by now.';

COMMENT ON FUNCTION "private"."papers_i_see"() IS 'Files of certificates that the caller has opened within five minutes: an admin, or a client by account or by the token in the header x-request-token.';

COMMENT ON FUNCTION "private"."read_agreement"(uuid, uuid, text) IS 'The agreement for one of its two sides; refuses everybody else.';

COMMENT ON FUNCTION "private"."read_sketches"(uuid, uuid, text) IS 'Everything about the sketches of a job as one side sees it; null before a proposal is accepted, and to whom the conversation is hidden.';

COMMENT ON FUNCTION "private"."refuse_change"() IS 'What was written down stays as it is.';

COMMENT ON FUNCTION "private"."remove_paper"(uuid) IS 'Takes a certificate of the caller''s away, with its file. Again changes nothing.';

COMMENT ON FUNCTION "private"."request_rules"(uuid, text) IS 'What holds for the wall of a request: for its artists, for who asked, by account or link, and for admins. Null where its city has no rules.';

COMMENT ON FUNCTION "private"."save_agreement_terms"(jsonb, jsonb) IS 'Keeps what was changed of the calling artist''s terms; what was never saved is what the form began with.';

COMMENT ON FUNCTION "private"."save_city_rule"(uuid, jsonb, jsonb) IS 'Saves the fields of p_changes, if each is still what p_read says. Row-level security lets admins alone.';

COMMENT ON FUNCTION "private"."send_agreement_code"(uuid, uuid, text, text) IS 'Emails a guest the code to sign one version with, for 15 minutes: links are forwarded, a mailbox is not. It ends the one before.';

COMMENT ON FUNCTION "private"."send_certificate"(uuid, text, text, integer, date) IS 'Sends a certificate whose file is stored, in the place of any that is not checked, and tells admins. Again changes nothing.';

COMMENT ON FUNCTION "private"."set_site_facts"(jsonb, text, uuid) IS 'Changes what a request says about its site until it is withdrawn or painted: facts that are not named stay, null takes one back. Its artists see it at once and get no email. Again changes nothing.';

COMMENT ON FUNCTION "private"."sign_agreement"(uuid, uuid, text, text, boolean, text, text) IS 'Signs the version with this hash for the caller''s side, a guest with the code of an email; refused is code_refused where that is wrong. Again changes nothing.';

COMMENT ON FUNCTION "private"."site_facts_line"(uuid) IS 'What a request says about the site of its wall, as checked_site_facts takes it; null for nothing.';

COMMENT ON FUNCTION "private"."sketch_data"(uuid, uuid, text) IS 'The sketches of a job for the two sides of its conversation; everybody else is refused.';

COMMENT ON FUNCTION "private"."sketch_gate_open"(uuid, uuid) IS 'Whether the artist may begin with sketches, as far as the agreement is concerned.';

COMMENT ON FUNCTION "private"."sketch_job"(uuid, uuid) IS 'The sketches of an accepted job, locked for an act of one side: its callers know who asks. Refuses a job that is not at work, a withdrawn request, and a reported conversation.';

COMMENT ON FUNCTION "private"."sketch_path"(uuid, uuid, text) IS 'Under which name a picture of a job is stored. It ends in .webp whatever its type is, as photos of the wall do.';

COMMENT ON FUNCTION "private"."sketch_rounds"(uuid, uuid) IS 'How many rounds of changes the price includes: two, unless an agreement says otherwise.';

COMMENT ON FUNCTION "private"."sketch_rounds_left"(uuid, uuid) IS 'How many more times the client can ask for changes.';

COMMENT ON FUNCTION "private"."store_site_facts"(uuid, public.site_facts) IS 'Keeps what is said about the site of a request, in the place of what was; nothing said is no row. The same again changes nothing.';

COMMENT ON FUNCTION "private"."sync_checked_insurance"() IS 'Keeps what pages say of an artist''s insurance: to when a checked certificate is good.';

COMMENT ON FUNCTION "private"."take_back_agreement"(uuid, text) IS 'The calling artist takes an offer back before both have signed it. Again changes nothing.';

COMMENT ON FUNCTION "private"."try_agreement_code"(uuid, uuid, text, text) IS 'Spends one of five tries on a code, and the code itself where it is right: then its reader is who has the address.';

COMMENT ON FUNCTION "private"."valid_placement"(jsonb) IS 'Whether these are four points of two shares of a photo, or near it. Pages draw nothing where no flat picture could look like that.';

COMMENT ON FUNCTION "private"."wall_conditions"() IS 'What a rule can depend on, in the order of its form. WALL_CONDITIONS of src/features/permits/city-rule.ts is the same.';

COMMENT ON FUNCTION "private"."wall_says"(uuid) IS 'The conditions of rules that hold for the wall of a request. What is not said does not hold.';

COMMENT ON FUNCTION "public"."add_sketch"(uuid, text, uuid, text, jsonb, real) IS 'Adds a version of the calling artist, whose picture is at {lead}/{artist}/{hash}.webp in the bucket sketches already; answers as sketch_data.';

COMMENT ON FUNCTION "public"."add_sketch_pin"(uuid, uuid, integer, real, real, text, uuid, text) IS 'Pins a comment to a place of a version, in shares of its picture; answers as sketch_data. p_key makes it safe to repeat.';

COMMENT ON FUNCTION "public"."admin_needs"(integer) IS '{held, unassigned, unanswered, threads, pictures, claims, papers, mails, rules}, each {total, rows}; the second and third with older, how many wait for more than 30 days. Admins only.';

COMMENT ON FUNCTION "public"."admin_open_paper"(uuid) IS 'Where the file of a certificate is: {path}; the caller reads it for five minutes. Noted. Admins only.';

COMMENT ON FUNCTION "public"."agree_sketch_round"(uuid, uuid, uuid, text) IS 'The client agrees to what a further round costs; answers as sketch_data.';

COMMENT ON FUNCTION "public"."agreed_papers"(uuid, uuid, text) IS 'What a client sees of the papers of the artist whose proposal they accepted: {insured, insured_to}.';

COMMENT ON FUNCTION "public"."approve_sketch"(uuid, uuid, integer, text, text) IS 'The client approves a version by the hash of its picture; answers as sketch_data.';

COMMENT ON FUNCTION "public"."ask_agreement_change"(uuid, uuid, text, text, text) IS 'The client asks for another version. Answers as read_agreement.';

COMMENT ON FUNCTION "public"."ask_sketch_changes"(uuid, uuid, integer, text) IS 'The client asks for changes of the newest version, which takes a round; answers as sketch_data.';

COMMENT ON FUNCTION "public"."decide_paper"(uuid, boolean, text) IS 'Checks a certificate, or refuses it with a reason. Admins only.';

COMMENT ON FUNCTION "public"."end_agreement"(uuid, uuid, text, text) IS 'Ends a signed agreement early, with a reason. Answers as read_agreement.';

COMMENT ON FUNCTION "public"."keep_sketch"(uuid, uuid, text) IS 'Either side leaves an approved sketch as it is after it was asked to reopen it; answers as sketch_data.';

COMMENT ON FUNCTION "public"."my_papers"() IS 'The caller''s certificates of insurance: [{id, path, insurer, amount, ends_on, state, reason, created_at, decided_at}]. Artists only.';

COMMENT ON FUNCTION "public"."offer_agreement"(uuid, jsonb, integer, uuid) IS 'Offers a new version to the client; p_read is the number of the last one. Answers as read_agreement.';

COMMENT ON FUNCTION "public"."offer_sketch_round"(uuid, integer) IS 'The calling artist says what a further round costs; answers as sketch_data.';

COMMENT ON FUNCTION "public"."open_certificate"(uuid, uuid, text) IS 'Where the checked certificate of the artist whose proposal the caller accepted is: {path}; they read it for five minutes. Noted.';

COMMENT ON FUNCTION "public"."read_agreement"(uuid, uuid, text) IS 'The agreement of an artist and a client: {side, by_code, state, change, ended_by, ended_reason, current, in_force}, versions with body, hash and signatures.';

COMMENT ON FUNCTION "public"."remove_paper"(uuid) IS 'Takes one of the caller''s certificates away; gives my_papers.';

COMMENT ON FUNCTION "public"."reopen_sketch"(uuid, uuid, text) IS 'One side asks to reopen an approved sketch, the other agrees by asking too; answers as sketch_data.';

COMMENT ON FUNCTION "public"."request_rules"(uuid, text) IS 'The rules of its city that apply to a request: {city, rules}, or null where the city has none. For its artists, who asked, and admins.';

COMMENT ON FUNCTION "public"."save_agreement_terms"(jsonb, jsonb) IS 'Saves the terms that the calling artist''s agreements begin with, and gives them.';

COMMENT ON FUNCTION "public"."save_city_rule"(uuid, jsonb, jsonb) IS 'Saves what was changed in a rule of a city; refuses changed_elsewhere when such a field is not as it was read. Admins only.';

COMMENT ON FUNCTION "public"."send_agreement_code"(uuid, uuid, text, text) IS 'Emails a guest the code to sign with: {email}.';

COMMENT ON FUNCTION "public"."send_certificate"(uuid, text, text, integer, date) IS 'Sends a certificate whose file is in the bucket papers under {artist}/{p_id}.pdf, .webp or .jpg; gives my_papers. p_id makes it safe to repeat.';

COMMENT ON FUNCTION "public"."set_site_facts"(jsonb, text, uuid) IS 'Changes what a request says about the site of its wall, for its link or its client; answers as track_request.';

COMMENT ON FUNCTION "public"."sign_agreement"(uuid, uuid, text, text, boolean, text, text) IS 'Signs one version for the caller''s side. Answers as read_agreement, with refused for a wrong code.';

COMMENT ON FUNCTION "public"."sketch_data"(uuid, uuid, text) IS 'Sketches of an accepted job: {side, state, writable, approved, approved_hash, rounds, rounds_left, offer, versions: [{number, hash, path, wall, corners, strength, created_at, pins}], events}; null before.';

COMMENT ON FUNCTION "public"."submit_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb, text[]) IS 'Sends a quote request: {id, replayed, matches, token, reference}. p_key makes it safe to repeat; p_claim is the secret that later selects artists; token opens the request; p_details is what goes into request_details and, as facts, into site_facts; p_artist and p_artists (slugs, at most 20) are asked for by name.';

COMMENT ON FUNCTION "public"."take_back_agreement"(uuid, text) IS 'Takes an offer back until both have signed it. Answers as read_agreement.';

COMMENT ON TABLE "private"."agreement_codes" IS 'The code that a guest was last emailed to sign with, for one hash and 15 minutes. The code itself is made from the id, and kept nowhere.';

COMMENT ON TABLE "private"."agreement_moves" IS 'What each event makes of the state of an agreement, and who may cause it; what is not in it is refused. src/features/agreements/agreement-states.ts has the same.';

COMMENT ON TABLE "private"."agreement_signatures" IS 'Who signed which version, by its hash: a signature counts for that one alone. Never changed.';

COMMENT ON TABLE "private"."agreement_versions" IS 'Every version that was offered, with the SHA-256 of its body; never changed, and gone with the request alone.';

COMMENT ON TABLE "private"."agreements" IS 'How far an artist and a client are with their agreement. No row is a draft: the artist''s browser keeps what was not offered yet.';

COMMENT ON TABLE "private"."paper_moves" IS 'What each event makes of each state of a paper, and who may cause it; what is not in it is refused. src/features/papers/paper.ts has the same. removed: row and file go.';

COMMENT ON TABLE "private"."papers" IS 'Certificates of insurance as artists sent them, and what became of each. One that was removed or replaced is gone with its file.';

COMMENT ON TABLE "private"."sketch_events" IS 'What was done about sketches, but for pins. Every ask_changes among it is a round.';

COMMENT ON TABLE "private"."sketch_extra_rounds" IS 'Further rounds: what the artist asks for one, in whole dollars, and when the client agreed. Nothing here takes money.';

COMMENT ON TABLE "private"."sketch_moves" IS 'What each event makes of the state of the sketches, and who may cause it; what is not in it is refused. src/features/sketches/sketch.ts has the same.';

COMMENT ON TABLE "private"."sketch_pins" IS 'Comments of either side at a place of one version, where they stay when there is a newer one.';

COMMENT ON TABLE "private"."sketch_versions" IS 'The versions of a sketch. Nothing changes one: another is added.';

COMMENT ON TABLE "private"."sketches" IS 'How far the sketches of an accepted job are. Gone with the request, a withdrawal, or either party.';

COMMENT ON TABLE "public"."agreement_terms" IS 'What an artist''s agreements begin with. Nobody else reads it.';

COMMENT ON TABLE "public"."city_rules" IS 'What cities ask for before a wall is painted, each with its source and the day on which that was read. Public; written by admins alone.';

COMMENT ON TABLE "public"."site_facts" IS 'What a request says about the site of its wall: a row only where something is said. Written by submit_lead and set_site_facts alone.';

REVOKE ALL ON FUNCTION "private"."act_on_sketch"(uuid, uuid, text, integer, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."act_on_sketch"(uuid, uuid, text, integer, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."add_sketch"(uuid, text, text, jsonb, real, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_sketch"(uuid, text, text, jsonb, real, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."add_sketch_pin"(uuid, uuid, integer, real, real, text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_sketch_pin"(uuid, uuid, integer, real, real, text, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."admin_open_paper"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."admin_open_paper"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."agree_sketch_round"(uuid, uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agree_sketch_round"(uuid, uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."agreed_artist"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreed_papers"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agreed_papers"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."agreement_choice"(jsonb, text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreement_clauses"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreement_code"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreement_data"(uuid, uuid, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreement_day"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreement_mail"(private.mails) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreement_number"(jsonb, text, integer, integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreement_parts"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreement_side"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreement_text"(jsonb, text, integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreement_version_line"(private.agreement_versions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreement_wall"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."altered_agreements"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."artist_day"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ask_agreement_change"(uuid, uuid, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_agreement_change"(uuid, uuid, text, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."audit_city_rule"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_agreement"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_site_facts"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_terms"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_agreements"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."complete_city_rule"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide_paper"(uuid, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decide_paper"(uuid, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_agreements"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_file_of_paper"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_paper_files"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_papers_of_artist"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_site_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_sketch_files"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_sketches_of_contact"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_sketches_of_job"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_sketches_of_request"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_stray_papers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."detail_answer"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."detail_feet"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_agreement"(uuid, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_agreement"(uuid, uuid, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."end_papers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fact_day"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_agreed"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_agreement"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_site_facts"(public.site_facts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_sketch_stored"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_of_sketch"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_papers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_sketch_files"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."latest_sketch"(private.sketches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_agreement"(text, uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_add_paper"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_add_paper"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_add_sketch_file"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_add_sketch_file"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."move_agreement"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_city_rules"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_paper"(private.papers, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_sketch"(private.sketches, text, text, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."my_locked_artist"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."my_papers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_papers"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."needs_papers"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_rules"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_look"(private.papers, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offer_agreement"(uuid, jsonb, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."offer_agreement"(uuid, jsonb, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."offer_sketch_round"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."offer_sketch_round"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."offered_version"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_certificate"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_certificate"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."paper_line"(private.papers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."paper_mail"(private.mails) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."papers_i_see"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."papers_i_see"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."read_agreement"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_agreement"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."read_sketches"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_paper"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_paper"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."request_rules"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_rules"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."save_agreement_terms"(jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_agreement_terms"(jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."save_city_rule"(uuid, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_city_rule"(uuid, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."send_agreement_code"(uuid, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_agreement_code"(uuid, uuid, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."send_certificate"(uuid, text, text, integer, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_certificate"(uuid, text, text, integer, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."set_site_facts"(jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_site_facts"(jsonb, text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."sign_agreement"(uuid, uuid, text, text, boolean, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sign_agreement"(uuid, uuid, text, text, boolean, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."site_facts_line"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sketch_data"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sketch_data"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."sketch_gate_open"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sketch_job"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sketch_path"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sketch_rounds"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sketch_rounds_left"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_site_facts"(uuid, public.site_facts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sync_checked_insurance"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_back_agreement"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_agreement"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."try_agreement_code"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."valid_placement"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wall_conditions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."wall_conditions"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."wall_conditions"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."wall_says"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_sketch"(uuid, text, uuid, text, jsonb, real) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_sketch"(uuid, text, uuid, text, jsonb, real) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_sketch_pin"(uuid, uuid, integer, real, real, text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_sketch_pin"(uuid, uuid, integer, real, real, text, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."admin_open_paper"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_open_paper"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."agree_sketch_round"(uuid, uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."agree_sketch_round"(uuid, uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."agreed_papers"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."agreed_papers"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."approve_sketch"(uuid, uuid, integer, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."approve_sketch"(uuid, uuid, integer, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."ask_agreement_change"(uuid, uuid, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_agreement_change"(uuid, uuid, text, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."ask_sketch_changes"(uuid, uuid, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_sketch_changes"(uuid, uuid, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."decide_paper"(uuid, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_paper"(uuid, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."end_agreement"(uuid, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_agreement"(uuid, uuid, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."keep_sketch"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_sketch"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."my_papers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_papers"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."offer_agreement"(uuid, jsonb, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."offer_agreement"(uuid, jsonb, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."offer_sketch_round"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."offer_sketch_round"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_certificate"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_certificate"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."read_agreement"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_agreement"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_paper"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_paper"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reopen_sketch"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reopen_sketch"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."request_rules"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_rules"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."save_agreement_terms"(jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_agreement_terms"(jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_city_rule"(uuid, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_city_rule"(uuid, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."send_agreement_code"(uuid, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_agreement_code"(uuid, uuid, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."send_certificate"(uuid, text, text, integer, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_certificate"(uuid, text, text, integer, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_site_facts"(jsonb, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_site_facts"(jsonb, text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."sign_agreement"(uuid, uuid, text, text, boolean, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sign_agreement"(uuid, uuid, text, text, boolean, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."sketch_data"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sketch_data"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."take_back_agreement"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_back_agreement"(uuid, text) TO "authenticated";

GRANT SELECT ON TABLE "public"."agreement_terms" TO "authenticated";

GRANT ALL ON TABLE "public"."agreement_terms" TO "service_role";

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

GRANT SELECT ON TABLE "public"."site_facts" TO "authenticated";

GRANT ALL ON TABLE "public"."site_facts" TO "service_role";

ALTER TABLE "public"."city_rules" ADD CONSTRAINT "city_rules_applies_check" CHECK ((applies <@ private.wall_conditions()));

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"offer","state":"draft","becomes":"offered"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"offer","state":"offered","becomes":"offered"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"offer","state":"change_asked","becomes":"offered"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"offer","state":"signed_by_one","becomes":"offered"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"offer","state":"in_force","becomes":"amending"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"offer","state":"amending","becomes":"amending"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"take_back","state":"offered","becomes":"draft"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"take_back","state":"change_asked","becomes":"draft"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"take_back","state":"signed_by_one","becomes":"draft"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"take_back","state":"amending","becomes":"in_force"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"client","event":"ask_change","state":"offered","becomes":"change_asked"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"client","event":"ask_change","state":"change_asked","becomes":"change_asked"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"client","event":"ask_change","state":"signed_by_one","becomes":"change_asked"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"client","event":"ask_change","state":"amending","becomes":"amending"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"sign","state":"offered","becomes":"signed_by_one"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"client","event":"sign","state":"offered","becomes":"signed_by_one"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"sign","state":"amending","becomes":"amending"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"client","event":"sign","state":"amending","becomes":"amending"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"countersign","state":"signed_by_one","becomes":"in_force"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"countersign","state":"amending","becomes":"in_force"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"client","event":"countersign","state":"signed_by_one","becomes":"in_force"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"client","event":"countersign","state":"amending","becomes":"in_force"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"end","state":"in_force","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"artist","event":"end","state":"amending","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"client","event":"end","state":"in_force","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"client","event":"end","state":"amending","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"system","event":"close","state":"draft","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"system","event":"close","state":"offered","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"system","event":"close","state":"change_asked","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"system","event":"close","state":"signed_by_one","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"system","event":"close","state":"in_force","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.agreement_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.agreement_moves, '{"actor":"system","event":"close","state":"amending","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"papers","every":"00:00:00","function":"end_papers","position":10}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"stray papers","every":"00:10:00","function":"delete_stray_papers","position":11}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"agreement_changed","field":null,"status":409,"message":"The agreement changed while you were reading. Read the new version."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"agreement_clauses_too_many","field":"clauses","status":422,"message":"An agreement can have at most 20 clauses of your own"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"agreement_date_invalid","field":null,"status":422,"message":"Please choose a day"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"agreement_dates_invalid","field":"ends_on","status":422,"message":"The last day must be after the first, within three years"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"agreement_number_invalid","field":null,"status":422,"message":"Please enter a whole number within its bounds"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"agreement_text_required","field":null,"status":422,"message":"Please fill this in"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"agreement_text_too_long","field":null,"status":422,"message":"This text is too long"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"agreement_too_long","field":"clauses","status":422,"message":"An agreement can have at most 40 KB of text"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"agreement_versions_too_many","field":null,"status":409,"message":"This agreement has 100 versions. Talk first, then write the last one."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"change_required","field":"change","status":422,"message":"Please say what you would like to change"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"clause_too_long","field":"clauses","status":422,"message":"A clause can have at most 2000 characters"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"code_refused","field":"code","status":422,"message":"That code is wrong or has expired. Try again or get a new one."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"coverage_invalid","field":"amount","status":422,"message":"Coverage must be whole dollars from 1 to 100,000,000"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"deadline_invalid","field":"deadline","status":422,"message":"Please choose a day from today on"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"email_signs","field":"email","status":409,"message":"Your email confirms the agreement, so it can’t change now. Ask your artist to take the agreement back first."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"insurance_end_invalid","field":"ends_on","status":422,"message":"Please choose a day from tomorrow on, within five years"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"insurer_required","field":"insurer","status":422,"message":"Please name the insurer"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"insurer_too_long","field":"insurer","status":422,"message":"Insurer must be at most 100 characters"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"paper_missing","field":"file","status":422,"message":"Please choose the certificate, a PDF or a photo"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"paper_refused","field":null,"status":404,"message":"There is no certificate for you here."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"parts_differ","field":"parts","status":422,"message":"The parts must add up to the price"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"parts_invalid","field":"parts","status":422,"message":"The price has 1 to 8 parts"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"pin_required","field":"body","status":422,"message":"Please write a comment"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"pin_too_long","field":"body","status":422,"message":"Comment must be at most 500 characters"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"pins_full","field":null,"status":409,"message":"There is no room for more comments on these sketches."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"rule_address_invalid","field":"source_url","status":422,"message":"Please enter an address that begins with https://"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"rule_source_invalid","field":"source_name","status":422,"message":"Please name the source, in at most 120 characters"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"rule_text_invalid","field":"body","status":422,"message":"Please say what the rule means, in at most 1000 characters"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"round_invalid","field":"amount","status":422,"message":"Amount must be whole dollars from 0 to 1,000,000"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"rounds_used","field":null,"status":409,"message":"No rounds are left. Agree on a further one first."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"sketch_missing","field":null,"status":409,"message":"The sketch has not arrived. Send it again."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"sketch_outdated","field":null,"status":409,"message":"There is a newer version. Please look at it first."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"sketches_full","field":null,"status":409,"message":"There is no room for more than 10 versions"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"top_ft_invalid","field":"top_ft","status":422,"message":"Height must be from 0.5 to 1000 feet"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"waiver_required","field":"waives","status":422,"message":"Tick that you waive your rights, or keep them in the agreement"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"files","query":"\n    select jsonb_build_object(''bucket'', o.bucket_id, ''path'', o.name, ''created_at'', o.created_at, ''metadata'', o.metadata)\n    from storage.objects o where o.name like auth.uid() || ''/%'' or o.name like private.my_artist_id() || ''/%''\n      or (o.bucket_id in (''message-pictures'', ''sketches'') and (split_part(o.name, ''/'', 1), split_part(o.name, ''/'', 2)) in (\n        select t.lead_id::text, t.artist_id::text from private.my_conversations() t))\n      or (o.bucket_id = ''review-pictures'' and split_part(o.name, ''/'', 1) in (\n        select c.review_id::text from private.review_checks c join public.lead_records l on l.id = c.lead_id where l.created_by_user = auth.uid()))\n      or (o.bucket_id = ''lead-photos'' and split_part(o.name, ''/'', 1) in (\n        select l.id::text from public.lead_records l where l.created_by_user = auth.uid()))"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"agreement_terms","query":"\n    select to_jsonb(g) from public.agreement_terms g where g.artist_id = private.my_artist_id()"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"agreements","query":"\n    select to_jsonb(a) || jsonb_build_object(''versions'', (\n      select jsonb_agg(private.agreement_version_line(t) order by t.version) from private.agreement_versions t\n      where t.lead_id = a.lead_id and t.artist_id = a.artist_id))\n    from private.agreements a where a.artist_id = private.my_artist_id() or a.lead_id in (select private.my_requests())"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"site_facts","query":"\n    select to_jsonb(f) from public.site_facts f\n    where f.lead_id in (select private.my_requests()) or f.lead_id in (select private.requests_assigned_to_me())"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"sketches","query":"\n    select to_jsonb(s) from private.sketches s\n    where (s.lead_id, s.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"sketch_versions","query":"\n    select to_jsonb(s) - ''idempotency_key'' from private.sketch_versions s\n    where (s.lead_id, s.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"sketch_pins","query":"\n    select to_jsonb(s) - ''idempotency_key'' from private.sketch_pins s\n    where (s.lead_id, s.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"sketch_events","query":"\n    select to_jsonb(s) - ''id'' from private.sketch_events s\n    where (s.lead_id, s.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"sketch_extra_rounds","query":"\n    select to_jsonb(s) from private.sketch_extra_rounds s\n    where (s.lead_id, s.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"papers","query":"\n    select to_jsonb(p) - ''artist_id'' from private.papers p where p.artist_id = private.my_artist_id()"}')
  on conflict (part) do update set query = excluded.query;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"lead_agreement_change","topic":"leads","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"lead_agreement_ended","topic":"leads","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"lead_agreement_in_force","topic":null,"linked":false,"notice":true,"counted":true,"optional":false,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"lead_agreement_signed","topic":"leads","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"lead_sketch_approved","topic":"leads","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"lead_sketch_changes","topic":"leads","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"lead_sketch_reopened","topic":"leads","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"paper_checked","topic":null,"linked":false,"notice":true,"counted":true,"optional":false,"wordless":true,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"paper_ending","topic":null,"linked":false,"notice":true,"counted":true,"optional":false,"wordless":true,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"paper_refused","topic":null,"linked":false,"notice":true,"counted":true,"optional":false,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"paper_sent","topic":"admin","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_agreement_ended","topic":"requests","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_agreement_in_force","topic":null,"linked":true,"notice":true,"counted":true,"optional":false,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_agreement_offered","topic":"requests","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_signing_code","topic":null,"linked":true,"notice":false,"counted":false,"optional":false,"wordless":true,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_sketch","topic":"requests","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_sketch_reopened","topic":"requests","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"admin","event":"check","state":"sent","becomes":"checked"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"admin","event":"refuse","state":"sent","becomes":"refused"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"admin","event":"refuse","state":"checked","becomes":"refused"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"system","event":"end","state":"sent","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"system","event":"end","state":"checked","becomes":"ended"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"remove","state":"sent","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"remove","state":"checked","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"remove","state":"refused","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"remove","state":"ended","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"replace","state":"sent","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"replace","state":"refused","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"artist","event":"replace","state":"ended","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"admin","event":"replace","state":"checked","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"admin","event":"replace","state":"refused","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.paper_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.paper_moves, '{"actor":"admin","event":"replace","state":"ended","becomes":"removed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"paper_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"Certificates of insurance that one artist sends in a day."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"paper_look_limit","most":999999999,"least":0,"times":null,"value":"50","follows":null,"meaning":"How often the certificate of the artist of one request is opened in a day."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"system","event":"unlock","state":"locked","becomes":"open"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"artist","event":"send","state":"open","becomes":"open"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"artist","event":"send","state":"changes_asked","becomes":"open"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"client","event":"pin","state":"open","becomes":"open"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"client","event":"pin","state":"changes_asked","becomes":"changes_asked"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"artist","event":"pin","state":"open","becomes":"open"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"artist","event":"pin","state":"changes_asked","becomes":"changes_asked"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"client","event":"ask_changes","state":"open","becomes":"changes_asked"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"client","event":"approve","state":"open","becomes":"approved"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"client","event":"approve","state":"changes_asked","becomes":"approved"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"artist","event":"offer_round","state":"open","becomes":"open"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"artist","event":"offer_round","state":"changes_asked","becomes":"changes_asked"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"client","event":"agree_round","state":"open","becomes":"open"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"client","event":"agree_round","state":"changes_asked","becomes":"changes_asked"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"client","event":"reopen","state":"approved","becomes":"client_reopens"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"client","event":"reopen","state":"client_reopens","becomes":"client_reopens"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"artist","event":"reopen","state":"approved","becomes":"artist_reopens"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"artist","event":"reopen","state":"artist_reopens","becomes":"artist_reopens"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"client","event":"reopen","state":"artist_reopens","becomes":"open"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"artist","event":"reopen","state":"client_reopens","becomes":"open"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"client","event":"keep","state":"approved","becomes":"approved"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"client","event":"keep","state":"client_reopens","becomes":"approved"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"client","event":"keep","state":"artist_reopens","becomes":"approved"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"artist","event":"keep","state":"approved","becomes":"approved"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"artist","event":"keep","state":"client_reopens","becomes":"approved"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.sketch_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.sketch_moves, '{"actor":"artist","event":"keep","state":"artist_reopens","becomes":"approved"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

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

insert into storage.buckets (id, name, owner, public, owner_id, file_size_limit, allowed_mime_types)
  select id, name, owner, public, owner_id, file_size_limit, allowed_mime_types from jsonb_populate_record(null::storage.buckets, '{"id":"papers","name":"papers","owner":null,"public":false,"owner_id":null,"file_size_limit":10485760,"allowed_mime_types":["application/pdf","image/webp","image/jpeg"]}')
  on conflict (id) do update set name = excluded.name, owner = excluded.owner, public = excluded.public, owner_id = excluded.owner_id, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

insert into storage.buckets (id, name, owner, public, owner_id, file_size_limit, allowed_mime_types)
  select id, name, owner, public, owner_id, file_size_limit, allowed_mime_types from jsonb_populate_record(null::storage.buckets, '{"id":"sketches","name":"sketches","owner":null,"public":false,"owner_id":null,"file_size_limit":5242880,"allowed_mime_types":["image/webp","image/jpeg"]}')
  on conflict (id) do update set name = excluded.name, owner = excluded.owner, public = excluded.public, owner_id = excluded.owner_id, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

reset check_function_bodies;
