set check_function_bodies = off;

set local check_function_bodies = off;

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
  select 2
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

CREATE OR REPLACE FUNCTION public.agree_sketch_round(p_offer uuid, p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.agree_sketch_round(p_offer, p_lead, p_artist, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.approve_sketch(p_lead uuid, p_artist uuid, p_version integer, p_hash text, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.act_on_sketch(p_lead, p_artist, 'approve', p_version, p_hash, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.ask_sketch_changes(p_lead uuid, p_artist uuid, p_version integer, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.act_on_sketch(p_lead, p_artist, 'ask_changes', p_version, null, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.keep_sketch(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.act_on_sketch(p_lead, p_artist, 'keep', null, null, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.offer_sketch_round(p_lead uuid, p_amount integer)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.offer_sketch_round(p_lead, p_amount)
$function$;

CREATE OR REPLACE FUNCTION public.reopen_sketch(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.act_on_sketch(p_lead, p_artist, 'reopen', null, null, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.sketch_data(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.sketch_data(p_lead, p_artist, p_token)
$function$;

ALTER TABLE "private"."sketch_pins" ADD CONSTRAINT "sketch_pins_lead_id_artist_id_version_fkey" FOREIGN KEY (lead_id, artist_id, version) REFERENCES private.sketch_versions(lead_id, artist_id, number) ON DELETE CASCADE;

ALTER TABLE "private"."sketches" ADD CONSTRAINT "sketches_lead_id_artist_id_fkey" FOREIGN KEY (lead_id, artist_id) REFERENCES public.lead_assignments(lead_id, artist_id) ON DELETE CASCADE;

ALTER TABLE "private"."sketch_events" ADD CONSTRAINT "sketch_events_lead_id_artist_id_fkey" FOREIGN KEY (lead_id, artist_id) REFERENCES private.sketches(lead_id, artist_id) ON DELETE CASCADE;

ALTER TABLE "private"."sketch_extra_rounds" ADD CONSTRAINT "sketch_extra_rounds_lead_id_artist_id_fkey" FOREIGN KEY (lead_id, artist_id) REFERENCES private.sketches(lead_id, artist_id) ON DELETE CASCADE;

ALTER TABLE "private"."sketch_versions" ADD CONSTRAINT "sketch_versions_lead_id_artist_id_fkey" FOREIGN KEY (lead_id, artist_id) REFERENCES private.sketches(lead_id, artist_id) ON DELETE CASCADE;

CREATE INDEX sketch_events_job_idx ON private.sketch_events USING btree (lead_id, artist_id, id);

CREATE INDEX sketch_extra_rounds_job_idx ON private.sketch_extra_rounds USING btree (lead_id, artist_id);

CREATE UNIQUE INDEX sketch_extra_rounds_offer_idx ON private.sketch_extra_rounds USING btree (lead_id, artist_id) WHERE (agreed_at IS NULL);

CREATE INDEX sketch_pins_version_idx ON private.sketch_pins USING btree (lead_id, artist_id, version);

CREATE TRIGGER lead_assignments_delete_sketches AFTER DELETE ON public.lead_assignments REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.delete_sketches_of_job();

CREATE TRIGGER lead_contacts_delete_sketches AFTER DELETE ON public.lead_contacts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.delete_sketches_of_contact();

CREATE TRIGGER lead_records_delete_sketches AFTER UPDATE OF withdrawn_at ON public.lead_records FOR EACH ROW WHEN (((old.withdrawn_at IS NULL) AND (new.withdrawn_at IS NOT NULL))) EXECUTE FUNCTION private.delete_sketches_of_request();

CREATE TRIGGER objects_of_sketches BEFORE INSERT OR UPDATE OF bucket_id, name, metadata ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.keep_sketch_files();

CREATE POLICY "sketches_insert" ON "storage"."objects" FOR INSERT TO "anon", "authenticated" WITH CHECK (private.may_add_sketch_file(bucket_id, name));

CREATE POLICY "sketches_select" ON "storage"."objects" FOR SELECT TO "anon", "authenticated" USING (((bucket_id = 'sketches'::text) AND ((split_part(name, '/'::text, 1), split_part(name, '/'::text, 2)) IN ( SELECT (t.lead_id)::text AS lead_id,
    (t.artist_id)::text AS artist_id
   FROM private.conversations_i_read() t(lead_id, artist_id, side)
  WHERE (t.side <> 'admin'::text)))));

COMMENT ON FUNCTION "private"."act_on_sketch"(uuid, uuid, text, integer, text, text) IS 'The client asks for changes of the newest version or approves one by its hash; either side asks to reopen what is approved, or keeps it.';

COMMENT ON FUNCTION "private"."add_sketch"(uuid, text, text, jsonb, real, uuid) IS 'The next version of the calling artist, once for each key: a picture that has arrived, and where it is laid on a photo of the wall.';

COMMENT ON FUNCTION "private"."add_sketch_pin"(uuid, uuid, integer, real, real, text, uuid, text) IS 'A comment of either side at a place of one version, also of one that is not the newest any more; once for each key.';

COMMENT ON FUNCTION "private"."agree_sketch_round"(uuid, uuid, uuid, text) IS 'Whoever asked agrees to what a further round costs, to the offer that they saw and no other. Again changes nothing.';

COMMENT ON FUNCTION "private"."delete_sketch_files"(text[]) IS 'Removes all pictures in these folders, shown or not.';

COMMENT ON FUNCTION "private"."delete_sketches_of_contact"() IS 'Whoever asked was erased from a request: sketches on their wall are not kept.';

COMMENT ON FUNCTION "private"."delete_sketches_of_job"() IS 'Pictures go with their job, whatever takes that away: the artist''s account, an admin. Its rows go by their foreign key.';

COMMENT ON FUNCTION "private"."delete_sketches_of_request"() IS 'A request was closed: its sketches go.';

COMMENT ON FUNCTION "private"."is_sketch_stored"(uuid, uuid, text) IS 'Whether the picture of this hash has arrived.';

COMMENT ON FUNCTION "private"."job_of_sketch"(text) IS 'The job that has room for a picture of this name; null where there is none.';

COMMENT ON FUNCTION "private"."keep_sketch_files"() IS 'Refuses pictures that no job has room for, whoever writes the row, and those whose bytes are not what their name says.';

COMMENT ON FUNCTION "private"."latest_sketch"(private.sketches) IS 'The newest version of a job; null before there is one.';

COMMENT ON FUNCTION "private"."may_add_sketch_file"(text, text) IS 'Whether the caller is the artist of an accepted job that this picture is for.';

COMMENT ON FUNCTION "private"."move_sketch"(private.sketches, text, text, integer, text) IS 'Makes one move of the sketches of a job, or refuses it and changes nothing. Its callers know who asks.';

COMMENT ON FUNCTION "private"."offer_sketch_round"(uuid, integer) IS 'The calling artist says what a further round costs. Another amount is another offer, and takes the place of one that nobody agreed to.';

COMMENT ON FUNCTION "private"."read_sketches"(uuid, uuid, text) IS 'Everything about the sketches of a job as one side sees it; null before a proposal is accepted, and to whom the conversation is hidden.';

COMMENT ON FUNCTION "private"."sketch_data"(uuid, uuid, text) IS 'The sketches of a job for the two sides of its conversation; everybody else is refused.';

COMMENT ON FUNCTION "private"."sketch_gate_open"(uuid, uuid) IS 'Whether the artist may begin with sketches, as far as the agreement is concerned.';

COMMENT ON FUNCTION "private"."sketch_job"(uuid, uuid) IS 'The sketches of an accepted job, locked for an act of one side: its callers know who asks. Refuses a job that is not at work, a withdrawn request, and a reported conversation.';

COMMENT ON FUNCTION "private"."sketch_path"(uuid, uuid, text) IS 'Under which name a picture of a job is stored. It ends in .webp whatever its type is, as photos of the wall do.';

COMMENT ON FUNCTION "private"."sketch_rounds"(uuid, uuid) IS 'How many rounds of changes the price includes: two, unless an agreement says otherwise.';

COMMENT ON FUNCTION "private"."sketch_rounds_left"(uuid, uuid) IS 'How many more times the client can ask for changes.';

COMMENT ON FUNCTION "private"."valid_placement"(jsonb) IS 'Whether these are four points of two shares of a photo, or near it. Pages draw nothing where no flat picture could look like that.';

COMMENT ON FUNCTION "public"."add_sketch"(uuid, text, uuid, text, jsonb, real) IS 'Adds a version of the calling artist, whose picture is at {lead}/{artist}/{hash}.webp in the bucket sketches already; answers as sketch_data.';

COMMENT ON FUNCTION "public"."add_sketch_pin"(uuid, uuid, integer, real, real, text, uuid, text) IS 'Pins a comment to a place of a version, in shares of its picture; answers as sketch_data. p_key makes it safe to repeat.';

COMMENT ON FUNCTION "public"."agree_sketch_round"(uuid, uuid, uuid, text) IS 'The client agrees to what a further round costs; answers as sketch_data.';

COMMENT ON FUNCTION "public"."approve_sketch"(uuid, uuid, integer, text, text) IS 'The client approves a version by the hash of its picture; answers as sketch_data.';

COMMENT ON FUNCTION "public"."ask_sketch_changes"(uuid, uuid, integer, text) IS 'The client asks for changes of the newest version, which takes a round; answers as sketch_data.';

COMMENT ON FUNCTION "public"."keep_sketch"(uuid, uuid, text) IS 'Either side leaves an approved sketch as it is after it was asked to reopen it; answers as sketch_data.';

COMMENT ON FUNCTION "public"."offer_sketch_round"(uuid, integer) IS 'The calling artist says what a further round costs; answers as sketch_data.';

COMMENT ON FUNCTION "public"."reopen_sketch"(uuid, uuid, text) IS 'One side asks to reopen an approved sketch, the other agrees by asking too; answers as sketch_data.';

COMMENT ON FUNCTION "public"."sketch_data"(uuid, uuid, text) IS 'Sketches of an accepted job: {side, state, writable, approved, approved_hash, rounds, rounds_left, offer, versions: [{number, hash, path, wall, corners, strength, created_at, pins}], events}; null before.';

COMMENT ON TABLE "private"."sketch_events" IS 'What was done about sketches, but for pins. Every ask_changes among it is a round.';

COMMENT ON TABLE "private"."sketch_extra_rounds" IS 'Further rounds: what the artist asks for one, in whole dollars, and when the client agreed. Nothing here takes money.';

COMMENT ON TABLE "private"."sketch_moves" IS 'What each event makes of the state of the sketches, and who may cause it; what is not in it is refused. src/features/sketches/sketch.ts has the same.';

COMMENT ON TABLE "private"."sketch_pins" IS 'Comments of either side at a place of one version, where they stay when there is a newer one.';

COMMENT ON TABLE "private"."sketch_versions" IS 'The versions of a sketch. Nothing changes one: another is added.';

COMMENT ON TABLE "private"."sketches" IS 'How far the sketches of an accepted job are. Gone with the request, a withdrawal, or either party.';

REVOKE ALL ON FUNCTION "private"."act_on_sketch"(uuid, uuid, text, integer, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."act_on_sketch"(uuid, uuid, text, integer, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."add_sketch"(uuid, text, text, jsonb, real, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_sketch"(uuid, text, text, jsonb, real, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."add_sketch_pin"(uuid, uuid, integer, real, real, text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_sketch_pin"(uuid, uuid, integer, real, real, text, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."agree_sketch_round"(uuid, uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agree_sketch_round"(uuid, uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_sketch_files"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_sketches_of_contact"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_sketches_of_job"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_sketches_of_request"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_sketch_stored"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_of_sketch"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_sketch_files"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."latest_sketch"(private.sketches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_add_sketch_file"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_add_sketch_file"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."move_sketch"(private.sketches, text, text, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."offer_sketch_round"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."offer_sketch_round"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."read_sketches"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sketch_data"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sketch_data"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."sketch_gate_open"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sketch_job"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sketch_path"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sketch_rounds"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sketch_rounds_left"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."valid_placement"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_sketch"(uuid, text, uuid, text, jsonb, real) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_sketch"(uuid, text, uuid, text, jsonb, real) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_sketch_pin"(uuid, uuid, integer, real, real, text, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_sketch_pin"(uuid, uuid, integer, real, real, text, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."agree_sketch_round"(uuid, uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."agree_sketch_round"(uuid, uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."approve_sketch"(uuid, uuid, integer, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."approve_sketch"(uuid, uuid, integer, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."ask_sketch_changes"(uuid, uuid, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_sketch_changes"(uuid, uuid, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."keep_sketch"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_sketch"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."offer_sketch_round"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."offer_sketch_round"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reopen_sketch"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reopen_sketch"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."sketch_data"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sketch_data"(uuid, uuid, text) TO "anon", "authenticated";


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

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"files","query":"\n    select jsonb_build_object(''bucket'', o.bucket_id, ''path'', o.name, ''created_at'', o.created_at, ''metadata'', o.metadata)\n    from storage.objects o where o.name like auth.uid() || ''/%'' or o.name like private.my_artist_id() || ''/%''\n      or (o.bucket_id in (''message-pictures'', ''sketches'') and (split_part(o.name, ''/'', 1), split_part(o.name, ''/'', 2)) in (\n        select t.lead_id::text, t.artist_id::text from private.my_conversations() t))\n      or (o.bucket_id = ''review-pictures'' and split_part(o.name, ''/'', 1) in (\n        select c.review_id::text from private.review_checks c join public.lead_records l on l.id = c.lead_id where l.created_by_user = auth.uid()))\n      or (o.bucket_id = ''lead-photos'' and split_part(o.name, ''/'', 1) in (\n        select l.id::text from public.lead_records l where l.created_by_user = auth.uid()))"}')
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
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_sketch","topic":"requests","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_sketch_reopened","topic":"requests","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

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

insert into storage.buckets (id, name, owner, public, owner_id, file_size_limit, allowed_mime_types)
  select id, name, owner, public, owner_id, file_size_limit, allowed_mime_types from jsonb_populate_record(null::storage.buckets, '{"id":"sketches","name":"sketches","owner":null,"public":false,"owner_id":null,"file_size_limit":5242880,"allowed_mime_types":["image/webp","image/jpeg"]}')
  on conflict (id) do update set name = excluded.name, owner = excluded.owner, public = excluded.public, owner_id = excluded.owner_id, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

reset check_function_bodies;
