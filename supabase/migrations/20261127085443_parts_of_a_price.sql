set check_function_bodies = off;

set local check_function_bodies = off;

DROP POLICY "request_photos_delete" ON "storage"."objects";

DROP FUNCTION "private"."send_message"(uuid, uuid, text, uuid, text, integer);

DROP FUNCTION "private"."send_proposal"(uuid, integer, integer, date, integer, text, date, uuid, text[]);

DROP FUNCTION "public"."send_message"(uuid, uuid, text, uuid, text, integer);

DROP FUNCTION "public"."send_proposal"(uuid, integer, integer, date, integer, text, date, uuid, text[]);

CREATE TABLE "private"."payment_moves" ("event" text NOT NULL, "actor" text NOT NULL, "state" text NOT NULL, "becomes" text NOT NULL, CONSTRAINT "payment_moves_actor_check" CHECK ((actor = ANY (ARRAY['client'::text, 'artist'::text, 'system'::text]))), CONSTRAINT "payment_moves_event_check" CHECK ((event ~ '^[a-z]+(_[a-z]+)*$'::text)), CONSTRAINT "payment_moves_pkey" PRIMARY KEY (event, actor, state));

ALTER TABLE "private"."payment_moves" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."payment_notes" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "part_id" uuid NOT NULL, "actor" text NOT NULL, "event" text NOT NULL, "note" text, "amount" integer, "how" text, "paid_on" date, "created_at" timestamp with time zone NOT NULL, "idempotency_key" uuid, CONSTRAINT "payment_notes_actor_check" CHECK ((actor = ANY (ARRAY['client'::text, 'artist'::text, 'system'::text]))), CONSTRAINT "payment_notes_amount_check" CHECK (((amount >= 1) AND (amount <= 1000000))), CONSTRAINT "payment_notes_check1" CHECK (((actor = 'system'::text) = (idempotency_key IS NULL))), CONSTRAINT "payment_notes_check" CHECK (((event = 'report'::text) = ((amount IS NOT NULL) AND (how IS NOT NULL) AND (paid_on IS NOT NULL)))), CONSTRAINT "payment_notes_how_check" CHECK (((char_length(how) >= 1) AND (char_length(how) <= 100))), CONSTRAINT "payment_notes_lead_id_artist_id_actor_idempotency_key_key" UNIQUE (lead_id, artist_id, actor, idempotency_key), CONSTRAINT "payment_notes_note_check" CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500))), CONSTRAINT "payment_notes_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."payment_notes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."payment_parts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "position" smallint NOT NULL, "label" text NOT NULL, "amount" integer NOT NULL, "due" text NOT NULL, "state" text NOT NULL DEFAULT 'planned'::text, "due_at" timestamp with time zone, "comes_at" timestamp with time zone, "remind_at" timestamp with time zone, "dropped_at" timestamp with time zone, CONSTRAINT "payment_parts_amount_check" CHECK (((amount >= 1) AND (amount <= 1000000))), CONSTRAINT "payment_parts_check" CHECK (((dropped_at IS NULL) OR (state <> ALL (ARRAY['reported'::text, 'received'::text, 'waived'::text])))), CONSTRAINT "payment_parts_due_check" CHECK ((due = ANY (ARRAY['signed'::text, 'design_approved'::text, 'first_day'::text, 'halfway'::text, 'done'::text]))), CONSTRAINT "payment_parts_label_check" CHECK (((char_length(label) >= 1) AND (char_length(label) <= 60))), CONSTRAINT "payment_parts_pkey" PRIMARY KEY (id), CONSTRAINT "payment_parts_state_check" CHECK ((state = ANY (ARRAY['planned'::text, 'due'::text, 'asked'::text, 'reported'::text, 'received'::text, 'disputed'::text, 'waived'::text]))));

ALTER TABLE "private"."payment_parts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."lead_messages" ADD COLUMN "stage" text;

ALTER TABLE "public"."proposals" ADD COLUMN "preset" text;

CREATE OR REPLACE FUNCTION private.act_on_payment(p_lead uuid, p_artist uuid, p_side text, p_part uuid, p_event text, p_key uuid, p_note text, p_amount integer, p_how text, p_paid_on date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_note private.payment_notes;
  v_next text;
begin
  if p_key is null then perform private.fail('invalid_input'); end if;
  select * into v_note from private.payment_notes n
    where n.lead_id = p_lead and n.artist_id = p_artist and n.actor = p_side and n.idempotency_key = p_key;
  if found then
    if (v_note.part_id, v_note.event, v_note.note, v_note.amount, v_note.how, v_note.paid_on)
       is distinct from (p_part, p_event, p_note, p_amount, p_how, p_paid_on) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.payments_data(p_lead, p_artist, p_side);
  end if;
  if not exists (select from private.payment_parts p where p.id = p_part and p.lead_id = p_lead and p.artist_id = p_artist) then
    perform private.fail('invalid_input', 'part');
  end if;
  perform private.rate_limit('payment', concat_ws(':', p_lead, p_artist, p_side), 40, interval '1 day');
  v_next := private.move_payment_part(p_part, p_event, p_side, p_key, p_note, p_amount, p_how, p_paid_on);
  perform private.mail_payment(case p_side when 'client' then 'lead' else 'request' end || '_payment_' || v_next,
    p_part || ':' || p_key, p_lead, p_artist, jsonb_build_object('part', p_part));
  return private.payments_data(p_lead, p_artist, p_side);
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
    perform private.mail_artist('lead_sketch_round', p_offer::text, p_lead, p_artist);
  end if;
  return private.read_sketches(p_lead, p_artist, v_side);
end
$function$;

CREATE OR REPLACE FUNCTION private.agreed_parts(p_lead uuid, p_artist uuid, p_body jsonb)
 RETURNS TABLE(place integer, label text, amount integer, due text, part uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 8
 SET search_path TO ''
AS $function$
  with agreed as (
    select n.at, n.part ->> 'label' as label, (n.part ->> 'amount')::int as amount, n.part ->> 'due' as due,
      row_number() over (partition by n.part ->> 'label', (n.part ->> 'amount')::int, n.part ->> 'due' order by n.at) as nth
    from jsonb_array_elements(p_body -> 'parts') with ordinality n (part, at)),
  existing as (
    -- Of two that are the same the one that was begun is kept first.
    select p.id, p.label, p.amount, p.due, row_number() over (
      partition by p.label, p.amount, p.due order by p.state in ('reported', 'received', 'waived') desc, p.position) as nth
    from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null)
  select a.at::int, a.label, a.amount, a.due, e.id from agreed a left join existing e using (label, amount, due, nth)
$function$;

CREATE OR REPLACE FUNCTION private.artist_day(p_city_slug text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (private.clock() at time zone private.artist_zone(p_city_slug))::date;
end
$function$;

CREATE OR REPLACE FUNCTION private.artist_zone(p_city_slug text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_city_slug in ('el-paso-tx', 'socorro-tx', 'horizon-city-tx', 'anthony-tx', 'san-elizario-tx', 'van-horn-tx', 'sierra-blanca-tx')
    then 'America/Denver' else 'America/Chicago' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.bring_payments(p_lead uuid, p_artist uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_part uuid;
  v_open boolean := exists (select from private.agreements a
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state in ('in_force', 'amending'));
begin
  update private.payment_parts p set comes_at = case when v_open then private.payment_time(p) end
    where p.lead_id = p_lead and p.artist_id = p_artist and p.state = 'planned' and p.dropped_at is null;
  for v_part in
    select p.id from private.payment_parts p
    where p.lead_id = p_lead and p.artist_id = p_artist and p.state = 'planned' and p.dropped_at is null
      and p.comes_at <= private.clock()
    order by p.position
  loop
    perform private.move_payment_part(v_part, 'fall_due', 'system');
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.bring_payments_of()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.bring_payments(new.lead_id, new.artist_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.diary_data(p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
begin
  if exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist and r.side = v_side) then
    return null;
  end if;
  return jsonb_build_object(
    'writable', v_side = 'artist' and private.is_chosen(p_lead, p_artist)
      and not exists (select from public.lead_records l where l.id = p_lead and l.withdrawn_at is not null)
      and not exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist),
    'entries', coalesce((
      select jsonb_agg(private.message_line(m, v_side) order by m.position) from public.lead_messages m
      where m.lead_id = p_lead and m.artist_id = p_artist and m.stage is not null), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.finished_mural(p_lead uuid, p_mural uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
  v_lead uuid := coalesce(p_lead, (
    select w.lead_id from private.finished_walls w where w.mural_id = p_mural and w.artist_id = private.my_artist_id()));
  v_wall private.finished_walls;
begin
  if v_lead is null or not exists (select from private.requests_assigned_to_me() mine where mine = v_lead) then
    -- Most murals are of no request.
    if p_mural is not null then return null; end if;
    perform private.fail('not_allowed');
  end if;
  select * into v_wall from private.finished_walls w where w.lead_id = v_lead and w.artist_id = v_artist;
  return jsonb_build_object('consent', v_wall.consent,
    'mural', (
      select jsonb_build_object('id', m.id, 'slug', m.slug, 'title', m.title, 'public_visible', m.public_visible)
      from public.murals m where m.id = v_wall.mural_id),
    'pictures', coalesce((
      select jsonb_agg(jsonb_build_object('path', n.name, 'sender', m.sender, 'stage', m.stage) order by m.position, n.at)
      from public.lead_messages m join private.message_keys k on k.message_id = m.id
      cross join lateral private.picture_names(m.lead_id, m.artist_id, k.idempotency_key, m.pictures) with ordinality n (name, at)
      join storage.objects o on o.bucket_id = 'message-pictures' and o.name = n.name
      where m.lead_id = v_lead and m.artist_id = v_artist and m.pictures > 0
        and not exists (select from private.conversation_reports r
          where r.lead_id = v_lead and r.artist_id = v_artist and r.side = 'artist')), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.has_account_number(p_text text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from regexp_matches(
      -- Links and days.
      regexp_replace(regexp_replace(normalize(p_text, nfkc), 'https://[^ \t\r\n]+', ';', 'gi'),
        '(?<![0-9])(?:20[0-9]{2}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[.-][0-9]{1,2}[.-]20[0-9]{2})(?![0-9])', ';', 'g'),
      '[0-9](?:[ .\u2010-\u2013-]?[0-9])*', 'g') as run (found),
      lateral (select regexp_replace(run.found[1], '[^0-9]', '', 'g') as digits) d
    -- A phone number of the United States is how Zelle finds people.
    where char_length(d.digits) >= 8 and char_length(d.digits) <> 10 and not (char_length(d.digits) = 11 and d.digits like '1%'))
$function$;

CREATE OR REPLACE FUNCTION private.is_chosen(p_lead uuid, p_artist uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.lead_assignments a
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state in ('accepted', 'completed'));
end
$function$;

CREATE OR REPLACE FUNCTION private.is_photo_signed(p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A policy may be asked about a file of another bucket.
  if p_name is null or p_name !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then return false; end if;
  return exists (
    select from private.agreements a
    join private.agreement_signatures s on s.lead_id = a.lead_id and s.artist_id = a.artist_id
    join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = s.version
    where a.lead_id = split_part(p_name, '/', 1)::uuid and a.state not in ('draft', 'ended')
      and v.body::jsonb ->> 'photo' = split_part(split_part(p_name, '/', 3), '.', 1));
end
$function$;

CREATE OR REPLACE FUNCTION private.job_agreement(p_agreement private.agreements, p_side text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('state', p_agreement.state, 'mine_signed', coalesce(bool_or(s.side = p_side), false),
    'theirs_signed', coalesce(bool_or(s.side <> p_side), false), 'change_asked', p_agreement.change is not null)
  from private.agreement_signatures s
  where s.lead_id = p_agreement.lead_id and s.artist_id = p_agreement.artist_id and s.version = p_agreement.version
  -- What was taken back is the artist's alone.
  having p_agreement.version > 0 and (p_side = 'artist' or p_agreement.state <> 'draft')
$function$;

CREATE OR REPLACE FUNCTION private.job_payment(p_agreement private.agreements)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('label', p.label, 'amount', p.amount, 'due', p.due, 'state', p.state)
  from private.payment_parts p
  where p_agreement.state in ('in_force', 'amending') and p.lead_id = p_agreement.lead_id and p.artist_id = p_agreement.artist_id
    and p.dropped_at is null and p.state not in ('received', 'waived')
  -- One that somebody has to do something about comes first.
  order by p.state = 'planned', p.position limit 1
$function$;

CREATE OR REPLACE FUNCTION private.job_sketches(p_lead uuid, p_artist uuid, p_state text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('versions', v.count, 'rounds_left', private.sketch_rounds_left(p_lead, p_artist),
    'state', case when coalesce(p_state, 'locked') <> 'locked' then p_state when v.is_open then 'open' else 'locked' end)
  from (
    select count(*) as count, private.sketch_gate_open(p_lead, p_artist) as is_open
    from private.sketch_versions where lead_id = p_lead and artist_id = p_artist) v
  where v.count > 0 or not v.is_open
$function$;

CREATE OR REPLACE FUNCTION private.job_starts_on(p_agreement private.agreements, p_lead uuid, p_artist uuid)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select (v.body::jsonb ->> 'starts_on')::date from private.agreement_versions v
    where p_agreement.state in ('in_force', 'amending') and v.lead_id = p_lead and v.artist_id = p_artist
      and v.version = p_agreement.in_force), (
    select p.starts_on from public.proposals p where p.lead_id = p_lead and p.artist_id = p_artist and p.state = 'accepted'))
$function$;

CREATE OR REPLACE FUNCTION private.joins_waiting(p_mail private.mails)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_waiting bigint;
begin
  if p_mail.lead_id is null then return false; end if;
  select m.id into v_waiting from private.mails m
    where m.lead_id = p_mail.lead_id and m.kind = p_mail.kind and m.artist_id is not distinct from p_mail.artist_id
      and m.payload -> 'part' is not distinct from p_mail.payload -> 'part'
      and m.recipient = coalesce(p_mail.user_id::text, lower(p_mail.address)) and m.state = 'waiting' and m.attempts = 0
    limit 1 for update;
  if v_waiting is null then return false; end if;
  -- It shows what is so when it leaves; whom it is about is in its payload.
  update private.mails m set payload = m.payload || jsonb_build_object('artist_ids',
      (select jsonb_agg(distinct x) from jsonb_array_elements((m.payload -> 'artist_ids') || (p_mail.payload -> 'artist_ids')) x))
    where m.id = v_waiting and m.payload ? 'artist_ids' and p_mail.payload ? 'artist_ids';
  return true;
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
    when p_mail.kind like '%\_payment\_%' then private.payment_mail(p_mail)
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

CREATE OR REPLACE FUNCTION private.mail_payment(p_kind text, p_key text, p_lead uuid, p_artist uuid, p_payload jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.write_mail(p_kind, p_key, case when k.to_client then l.created_by_user else a.user_id end,
    case when k.to_client then c.email end, p_lead, p_artist, p_payload)
  from (select private.is_to_client(p_kind) as to_client) k, public.artists a, public.lead_records l
  join public.lead_contacts c on c.lead_id = l.id
  where l.id = p_lead and not l.held and a.id = p_artist and (k.to_client or a.user_id is not null)
$function$;

CREATE OR REPLACE FUNCTION private.message_line(p_message public.lead_messages, p_side text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('id', p_message.id, 'position', p_message.position, 'artist_id', p_message.artist_id,
    'sender', p_message.sender, 'body', p_message.body, 'created_at', p_message.created_at, 'stage', p_message.stage,
    'key', case when p_message.sender = p_side then (
      select k.idempotency_key from private.message_keys k where k.message_id = p_message.id) end,
    'pictures', coalesce(case when p_message.pictures > 0 then (
      select jsonb_agg(jsonb_build_object('path', n.name,
        'arrived', exists (select from storage.objects o where o.bucket_id = 'message-pictures' and o.name = n.name)) order by n.at)
      from private.message_keys k
      cross join private.picture_names(p_message.lead_id, p_message.artist_id, k.idempotency_key, p_message.pictures)
        with ordinality n (name, at)
      where k.message_id = p_message.id) end, '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.move_payment(p_lead uuid, p_artist uuid, p_part uuid, p_event text, p_key uuid, p_note text, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_note text := private.clean_or_null(p_note);
begin
  if p_event is null or p_event not in ('ask', 'receive', 'dispute', 'waive') then perform private.fail('invalid_input', 'event'); end if;
  if v_note is null and p_event = 'dispute' then perform private.fail('reason_required', 'note'); end if;
  if char_length(v_note) > 500 then perform private.fail('reason_too_long', 'note'); end if;
  if private.has_account_number(v_note) then perform private.fail('account_number_refused', 'note'); end if;
  return private.act_on_payment(p_lead, p_artist, v_side, p_part, p_event, p_key, v_note, null, null, null);
end
$function$;

CREATE OR REPLACE FUNCTION private.move_payment_part(p_part uuid, p_event text, p_actor text, p_key uuid DEFAULT NULL::uuid, p_note text DEFAULT NULL::text, p_amount integer DEFAULT NULL::integer, p_how text DEFAULT NULL::text, p_paid_on date DEFAULT NULL::date)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_part private.payment_parts;
  v_next text;
  v_now timestamptz := private.clock();
begin
  select * into v_part from private.payment_parts p where p.id = p_part and p.dropped_at is null for no key update;
  select m.becomes into v_next from private.payment_moves m
    where m.event = p_event and m.actor = p_actor and m.state = v_part.state;
  if not found then perform private.fail('move_refused'); end if;
  update private.payment_parts p
    set state = v_next,
      due_at = case when v_next in ('due', 'asked') then coalesce(p.due_at, v_now) else p.due_at end,
      remind_at = case when v_next in ('due', 'asked') and p.due_at is null then v_now + interval '1 day' else p.remind_at end
    where p.id = p_part;
  insert into private.payment_notes (lead_id, artist_id, part_id, actor, event, note, amount, how, paid_on, created_at, idempotency_key)
    values (v_part.lead_id, v_part.artist_id, p_part, p_actor, p_event, p_note, p_amount, p_how, p_paid_on, v_now, p_key);
  return v_next;
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
  perform private.refuse_begun_parts(p_lead, v_artist, v_body::jsonb);
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
  perform private.mail_client('request_sketch_round', concat_ws(':', p_lead, v_artist, private.clock()), p_lead, v_artist);
  return private.read_sketches(p_lead, v_artist, 'artist');
end
$function$;

CREATE OR REPLACE FUNCTION private.payment_mail(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('payment', jsonb_build_object('label', p.label, 'amount', p.amount, 'note', n.note,
    'paid', n.amount, 'how', n.how, 'paid_on', n.paid_on))
  from private.payment_parts p
  left join lateral (
    select * from private.payment_notes x
    where x.part_id = p.id and x.actor = case when p_mail.kind like 'lead\_%' then 'client' else 'artist' end
      and x.event = case p_mail.kind when 'request_payment_asked' then 'ask' when 'request_payment_received' then 'receive'
        when 'request_payment_waived' then 'waive' when 'lead_payment_reported' then 'report' else 'dispute' end
    order by x.id desc limit 1) n on p_mail.kind <> 'request_payment_reminder'
  where p.id = (p_mail.payload ->> 'part')::uuid
    and (p.state in ('due', 'asked') or p_mail.kind not in ('request_payment_asked', 'request_payment_reminder'))
$function$;

CREATE OR REPLACE FUNCTION private.payment_time(p_part private.payment_parts)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case p_part.due
    when 'signed' then '-infinity'
    when 'design_approved' then (
      select timestamptz '-infinity' from private.sketches s
      where s.lead_id = p_part.lead_id and s.artist_id = p_part.artist_id and s.approved is not null)
    when 'first_day' then (
      select (v.body::jsonb ->> 'starts_on')::timestamp at time zone private.artist_zone(r.city_slug)
      from private.agreements a
      join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
      join public.artists r on r.id = a.artist_id
      where a.lead_id = p_part.lead_id and a.artist_id = p_part.artist_id)
    when 'done' then (
      select case when private.is_wall_finished(s.lead_id, s.artist_id) then '-infinity' else s.completed_at + interval '14 days' end
      from public.lead_assignments s
      where s.lead_id = p_part.lead_id and s.artist_id = p_part.artist_id and s.state = 'completed')
    -- Halfway comes when the artist says so.
    end;
end
$function$;

CREATE OR REPLACE FUNCTION private.payments_data(p_lead uuid, p_artist uuid, p_side text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'side', p_side,
    'writable', exists (
      select from public.lead_assignments s join public.lead_records l on l.id = s.lead_id and l.withdrawn_at is null
      where s.lead_id = p_lead and s.artist_id = p_artist and s.accepted_at is not null and s.state in ('accepted', 'completed')),
    'agreement', a.state, 'artist', v.body::jsonb ->> 'artist', 'client', v.body::jsonb ->> 'client', 'hash', v.hash,
    'price', v.body::jsonb -> 'price',
    'how_to_pay', case when a.state in ('in_force', 'amending') then (
      select nullif(t.terms ->> 'how_to_pay', '') from public.agreement_terms t where t.artist_id = p_artist) end,
    'parts', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'label', p.label, 'amount', p.amount, 'due', p.due, 'state', p.state,
        'due_at', p.due_at) order by p.position)
      from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'part', n.part_id, 'actor', n.actor, 'event', n.event, 'note', n.note,
        'amount', n.amount, 'how', n.how, 'paid_on', n.paid_on, 'created_at', n.created_at) order by n.id)
      from private.payment_notes n join private.payment_parts p on p.id = n.part_id and p.dropped_at is null
      where p.lead_id = p_lead and p.artist_id = p_artist), '[]'))
  from private.agreements a
  join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
  where a.lead_id = p_lead and a.artist_id = p_artist
$function$;

CREATE OR REPLACE FUNCTION private.read_job(p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_assignment public.lead_assignments;
  v_agreement private.agreements;
  v_sketches private.sketches;
  v_job jsonb;
begin
  select * into v_assignment from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist;
  if v_assignment.accepted_at is null then return null; end if;
  select * into v_agreement from private.agreements a where a.lead_id = p_lead and a.artist_id = p_artist;
  -- Whoever reported a conversation is not shown its sketches.
  if v_assignment.state in ('accepted', 'completed') and not exists (select from private.conversation_reports r
      where r.lead_id = p_lead and r.artist_id = p_artist and r.side = v_side) then
    select * into v_sketches from private.sketches s where s.lead_id = p_lead and s.artist_id = p_artist;
    v_job := jsonb_build_object('sketches', private.job_sketches(p_lead, p_artist, v_sketches.state));
  end if;
  v_job := coalesce(v_job, jsonb_build_object('sketches', null)) || jsonb_build_object(
    'agreement', private.job_agreement(v_agreement, v_side), 'payment', private.job_payment(v_agreement),
    'starts_on', private.job_starts_on(v_agreement, p_lead, p_artist),
    'state', v_assignment.state, 'confirmed', private.is_wall_finished(p_lead, p_artist));
  -- Every act about an agreement or sketches writes its row, and every act about a part of the price a note. Photos of
  -- the diary arrive after their message.
  return v_job || jsonb_build_object('version', md5(concat_ws(' ', v_job, v_agreement, v_sketches, (
    select string_agg(p::text, ' ' order by p.id) from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist), (
    select max(n.id) from private.payment_notes n where n.lead_id = p_lead and n.artist_id = p_artist), (
    select t.updated_at from public.agreement_terms t where v_agreement.in_force is not null and t.artist_id = p_artist), (
    select string_agg(private.message_line(m, v_side)::text, ' ' order by m.position) from public.lead_messages m
    where m.lead_id = p_lead and m.artist_id = p_artist and m.stage is not null))));
end
$function$;

CREATE OR REPLACE FUNCTION private.read_payments(p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.payments_data(p_lead, p_artist, private.conversation_side(p_lead, p_artist, p_token))
$function$;

CREATE OR REPLACE FUNCTION private.refuse_begun_parts(p_lead uuid, p_artist uuid, p_body jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from private.payment_parts p
    where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null and p.state in ('reported', 'received', 'waived')
      and p.id not in (select a.part from private.agreed_parts(p_lead, p_artist, p_body) a where a.part is not null)) then
    perform private.fail('parts_begun');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.remind_of_payments(p_lead uuid, p_artist uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_part private.payment_parts;
  v_now timestamptz := private.clock();
  v_open boolean := exists (select from private.agreements a
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state in ('in_force', 'amending'));
begin
  for v_part in
    select * from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist and p.remind_at <= v_now order by p.position
  loop
    if v_open and v_part.state in ('due', 'asked') then
      perform private.mail_payment('request_payment_reminder', concat_ws(':', v_part.id, v_part.remind_at - v_part.due_at),
        p_lead, p_artist, jsonb_build_object('part', v_part.id));
    end if;
    -- Who slept past both sends one.
    update private.payment_parts p
      set remind_at = case when v_now < p.due_at + interval '7 days' then p.due_at + interval '7 days' end
      where p.id = v_part.id;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.report_payment(p_lead uuid, p_artist uuid, p_part uuid, p_amount integer, p_how text, p_paid_on date, p_key uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_how text := private.one_line(p_how);
begin
  if v_side <> 'client' then perform private.fail('not_allowed'); end if;
  if p_amount is null or p_amount not between 1 and 1000000 then perform private.fail('price_invalid', 'amount'); end if;
  if coalesce(v_how, '') = '' then perform private.fail('how_required'); end if;
  if char_length(v_how) > 100 then perform private.fail('how_too_long'); end if;
  if private.has_account_number(v_how) then perform private.fail('account_number_refused', 'how'); end if;
  -- Today has begun elsewhere already.
  if p_paid_on is null or p_paid_on not between '2020-01-01' and (private.clock() + interval '12 hours')::date then
    perform private.fail('paid_on_invalid');
  end if;
  return private.act_on_payment(p_lead, p_artist, v_side, p_part, 'report', p_key, null, p_amount, v_how, p_paid_on);
end
$function$;

CREATE OR REPLACE FUNCTION private.request_photos(p_lead uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.request_of_photos(p_lead, p_token);
  v_own boolean := p_token is not null or v_lead in (select m.id from private.requests_whose_photos_are_mine() m (id));
begin
  return (
    select jsonb_build_object('lead', l.id,
      -- Where the next ones go, for whoever may add some.
      'folder', case when v_own and l.withdrawn_at is null and c.lead_id is not null then l.id || '/' || encode(i.claim_hash, 'hex') end,
      'own', v_own,
      'photos', coalesce((
        select jsonb_agg(jsonb_build_object('path', o.name, 'name', split_part(split_part(o.name, '/', 3), '.', 1),
          'size', (o.metadata ->> 'size')::bigint, 'created_at', o.created_at,
          'signed', private.is_photo_signed(o.name)) order by o.name)
        from storage.objects o
        where o.bucket_id = 'lead-photos' and o.name ~>=~ (l.id || '/') and o.name ~<~ (l.id || '0')), '[]'))
    from public.lead_records l
    left join public.lead_contacts c on c.lead_id = l.id
    left join private.request_intake i on i.lead_id = l.id
    where l.id = v_lead);
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
  -- Terms may be older than that one can say in them how to pay.
  select '{"how_to_pay": ""}' || t.terms into v_stored from public.agreement_terms t where t.artist_id = v_artist;
  perform private.refuse_stale(coalesce(v_stored, p_read), p_changes, p_read);
  v_terms := coalesce(v_stored, p_read) || p_changes;
  v_terms := private.checked_terms(v_terms) || private.agreement_choice(v_terms, 'preset', '{halves,quarters,thirds,design_fee}')
    || private.agreement_text(v_terms, 'how_to_pay', 500, true);
  if private.has_account_number(v_terms ->> 'how_to_pay') then perform private.fail('account_number_refused', 'how_to_pay'); end if;
  insert into public.agreement_terms (artist_id, terms) values (v_artist, v_terms)
    on conflict (artist_id) do update set terms = excluded.terms, updated_at = now();
  return v_terms;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_message(p_lead uuid, p_artist uuid, p_body text, p_key uuid, p_token text, p_pictures integer, p_stage text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_body text := coalesce(private.clean(p_body), '');
  v_pictures int := coalesce(p_pictures, 0);
  v_withdrawn timestamptz;
  v_message public.lead_messages;
begin
  if v_pictures > 4 then perform private.fail('pictures_too_many'); end if;
  if v_body = '' and v_pictures <= 0 then perform private.fail('message_required'); end if;
  if char_length(v_body) > 2000 then perform private.fail('message_too_long'); end if;
  if p_key is null or v_pictures < 0
     or (p_stage is not null
       and (v_side <> 'artist' or v_pictures = 0 or p_stage not in ('before', 'outline', 'painting', 'done'))) then
    perform private.fail('invalid_input');
  end if;
  -- A twin waits here until the first one is done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  select m.* into v_message from private.message_keys k join public.lead_messages m on m.id = k.message_id
    where k.lead_id = p_lead and k.artist_id = p_artist and k.sender = v_side and k.idempotency_key = p_key;
  if found then
    if (v_message.body, v_message.pictures, v_message.stage) is distinct from (v_body, v_pictures, p_stage) then
      perform private.fail('idempotency_conflict');
    end if;
    return private.message_line(v_message, v_side) || '{"replayed": true}';
  end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  if exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist) then
    perform private.fail('move_refused');
  end if;
  if p_stage is not null and not private.is_chosen(p_lead, p_artist) then perform private.fail('move_refused'); end if;
  if v_pictures > 0 and v_pictures + (
      select coalesce(sum(m.pictures), 0) from public.lead_messages m
      where m.lead_id = p_lead and m.artist_id = p_artist and m.sender = v_side and m.pictures > 0) > 100 then
    perform private.fail('pictures_full');
  end if;
  perform private.rate_limit('message', concat_ws(':', p_lead, p_artist, v_side), private.setting_int('message_limit'), interval '10 minutes');
  perform private.move_assignment(p_lead, p_artist, 'write', v_side);
  insert into public.lead_messages (lead_id, artist_id, sender, body, pictures, stage)
    values (p_lead, p_artist, v_side, v_body, v_pictures, p_stage) returning * into v_message;
  insert into private.message_keys (message_id, lead_id, artist_id, sender, idempotency_key)
    values (v_message.id, p_lead, p_artist, v_side, p_key);
  -- Whoever answers has read what is above.
  update public.lead_assignments a
    set client_read = case when v_side = 'client' then v_message.position else a.client_read end,
      artist_read = case when v_side = 'artist' then v_message.position else a.artist_read end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  perform private.notify_of_message(v_message);
  return private.message_line(v_message, v_side) || '{"replayed": false}';
end
$function$;

CREATE OR REPLACE FUNCTION private.send_proposal(p_lead uuid, p_low integer, p_high integer, p_starts_on date, p_days integer, p_message text, p_valid_until date, p_key uuid, p_included text[], p_preset text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_high int := coalesce(p_high, p_low);
  v_message text := private.clean_or_null(p_message);
  v_included text[];
  v_proposal public.proposals;
begin
  select coalesce(array_agg(distinct x order by x), '{}') into v_included from unnest(p_included) x;
  if p_key is null then perform private.fail('invalid_input'); end if;
  select p.* into v_proposal from private.proposal_keys k join public.proposals p on p.id = k.proposal_id
    where k.lead_id = p_lead and k.artist_id = v_artist and k.idempotency_key = p_key;
  if found then
    if (v_proposal.low, v_proposal.high, v_proposal.starts_on, v_proposal.days, v_proposal.message, v_proposal.valid_until, v_proposal.included, v_proposal.preset)
       is distinct from (p_low, v_high, p_starts_on, p_days, v_message, p_valid_until, v_included, p_preset) then
      perform private.fail('idempotency_conflict');
    end if;
    return jsonb_build_object('id', v_proposal.id, 'replayed', true);
  end if;
  if p_preset <> all ('{halves,quarters,thirds,design_fee}') then perform private.fail('invalid_input', 'preset'); end if;
  perform private.check_proposal(p_low, v_high, p_starts_on, p_days, v_included, v_message, p_valid_until);
  perform private.move_assignment(p_lead, v_artist, 'propose', 'artist');
  update public.proposals p set state = 'replaced' where p.lead_id = p_lead and p.artist_id = v_artist and p.state = 'open';
  insert into public.proposals (lead_id, artist_id, low, high, starts_on, days, included, message, preset, valid_until)
    values (p_lead, v_artist, p_low, v_high, p_starts_on, p_days, v_included, v_message, p_preset, p_valid_until)
    returning * into v_proposal;
  insert into private.proposal_keys (proposal_id, lead_id, artist_id, idempotency_key)
    values (v_proposal.id, p_lead, v_artist, p_key);
  perform private.mail_client('request_proposal', v_proposal.id::text, p_lead, v_artist);
  return jsonb_build_object('id', v_proposal.id, 'replayed', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.set_payment_parts(p_lead uuid, p_artist uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_body jsonb := (
    select v.body::jsonb from private.agreements a
    join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
    where a.lead_id = p_lead and a.artist_id = p_artist);
begin
  perform private.refuse_begun_parts(p_lead, p_artist, v_body);
  with agreed as materialized (select * from private.agreed_parts(p_lead, p_artist, v_body)),
  dropped as (
    update private.payment_parts p set dropped_at = private.clock(), comes_at = null, remind_at = null
    where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null
      and p.id not in (select g.part from agreed g where g.part is not null)),
  kept as (
    update private.payment_parts p set position = g.place from agreed g where p.id = g.part)
  insert into private.payment_parts (lead_id, artist_id, position, label, amount, due)
    select p_lead, p_artist, g.place, g.label, g.amount, g.due from agreed g where g.part is null;
  perform private.bring_payments(p_lead, p_artist);
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
      perform private.set_payment_parts(p_lead, p_artist);
      perform private.mail_agreement('agreement_in_force', p_lead, p_artist, 'client');
      perform private.mail_agreement('agreement_in_force', p_lead, p_artist, 'artist');
    elsif v_side = 'client' then
      perform private.mail_agreement('agreement_signed', p_lead, p_artist, 'artist');
    end if;
  end if;
  return private.agreement_data(p_lead, p_artist, v_side, p_token is not null);
end
$function$;

CREATE OR REPLACE FUNCTION private.sketch_gate_open(p_lead uuid, p_artist uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- A design fee is what is due before the design: when both have signed.
  select not exists (
    select from private.agreements a join private.payment_parts fee on fee.lead_id = a.lead_id and fee.artist_id = a.artist_id
    join private.payment_parts later on later.lead_id = a.lead_id and later.artist_id = a.artist_id
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state in ('in_force', 'amending')
      and fee.dropped_at is null and fee.due = 'signed' and fee.state not in ('received', 'waived')
      and later.dropped_at is null and later.due = 'design_approved')
$function$;

CREATE OR REPLACE FUNCTION private.tend_payments()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_now timestamptz := private.clock();
  v_lead uuid;
  v_artist uuid;
begin
  -- A request at a time: a second worker passes over what the first is at.
  for v_lead in
    select l.id from public.lead_records l
    where l.id in (
      select p.lead_id from private.payment_parts p
      where p.comes_at <= v_now and p.state = 'planned' and p.dropped_at is null or p.remind_at <= v_now limit 100)
    for no key update skip locked
  loop
    for v_artist in select distinct p.artist_id from private.payment_parts p where p.lead_id = v_lead order by 1 loop
      perform private.bring_payments(v_lead, v_artist);
      perform private.remind_of_payments(v_lead, v_artist);
    end loop;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.diary_data(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.diary_data(p_lead, p_artist, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.move_payment(p_lead uuid, p_artist uuid, p_part uuid, p_event text, p_key uuid, p_note text DEFAULT NULL::text, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.move_payment(p_lead, p_artist, p_part, p_event, p_key, p_note, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.read_job(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.read_job(p_lead, p_artist, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.read_payments(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.read_payments(p_lead, p_artist, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.report_payment(p_lead uuid, p_artist uuid, p_part uuid, p_amount integer, p_how text, p_paid_on date, p_key uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.report_payment(p_lead, p_artist, p_part, p_amount, p_how, p_paid_on, p_key, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.send_message(p_lead uuid, p_artist uuid, p_body text, p_key uuid, p_token text DEFAULT NULL::text, p_pictures integer DEFAULT 0, p_stage text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.send_message(p_lead, p_artist, p_body, p_key, p_token, p_pictures, p_stage)
$function$;

CREATE OR REPLACE FUNCTION public.send_proposal(p_lead uuid, p_low integer, p_high integer, p_starts_on date, p_days integer, p_message text, p_valid_until date, p_key uuid, p_included text[] DEFAULT '{}'::text[], p_preset text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.send_proposal(p_lead, p_low, p_high, p_starts_on, p_days, p_message, p_valid_until, p_key, p_included, p_preset)
$function$;

ALTER TABLE "private"."payment_parts" ADD CONSTRAINT "payment_parts_lead_id_artist_id_fkey" FOREIGN KEY (lead_id, artist_id) REFERENCES private.agreements(lead_id, artist_id) ON DELETE CASCADE;

ALTER TABLE "private"."payment_notes" ADD CONSTRAINT "payment_notes_part_id_fkey" FOREIGN KEY (part_id) REFERENCES private.payment_parts(id) ON DELETE CASCADE;

ALTER TABLE "public"."lead_messages" ADD CONSTRAINT "lead_messages_check1" CHECK (((stage IS NULL) OR ((sender = 'artist'::text) AND (pictures > 0))));

ALTER TABLE "public"."lead_messages" ADD CONSTRAINT "lead_messages_stage_check" CHECK ((stage = ANY (ARRAY['before'::text, 'outline'::text, 'painting'::text, 'done'::text])));

ALTER TABLE "public"."proposals" ADD CONSTRAINT "proposals_preset_check" CHECK ((preset = ANY (ARRAY['halves'::text, 'quarters'::text, 'thirds'::text, 'design_fee'::text])));

CREATE INDEX payment_notes_part_idx ON private.payment_notes USING btree (part_id, id);

CREATE INDEX payment_parts_comes_idx ON private.payment_parts USING btree (comes_at) WHERE ((comes_at IS NOT NULL) AND (state = 'planned'::text) AND (dropped_at IS NULL));

CREATE INDEX payment_parts_job_idx ON private.payment_parts USING btree (lead_id, artist_id);

CREATE INDEX payment_parts_remind_idx ON private.payment_parts USING btree (remind_at) WHERE (remind_at IS NOT NULL);

CREATE TRIGGER payment_notes_refuse_change BEFORE UPDATE ON private.payment_notes FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER payment_parts_refuse_change BEFORE UPDATE ON private.payment_parts FOR EACH ROW WHEN (((old.state = ANY (ARRAY['received'::text, 'waived'::text])) AND ((new.state <> old.state) OR (new.label <> old.label) OR (new.amount <> old.amount) OR (new.due <> old.due)))) EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER sketches_bring_payments AFTER UPDATE OF state ON private.sketches FOR EACH ROW WHEN (((new.state = 'approved'::text) AND (old.state <> 'approved'::text))) EXECUTE FUNCTION private.bring_payments_of();

CREATE TRIGGER lead_assignments_bring_payments AFTER UPDATE OF state, confirmed_at, completed_at ON public.lead_assignments FOR EACH ROW WHEN (((new.state = 'completed'::text) AND ((old.state <> new.state) OR (new.confirmed_at IS DISTINCT FROM old.confirmed_at) OR (new.completed_at IS DISTINCT FROM old.completed_at)))) EXECUTE FUNCTION private.bring_payments_of();

CREATE POLICY "request_photos_delete" ON "storage"."objects" FOR DELETE TO "anon", "authenticated" USING (((bucket_id = 'lead-photos'::text) AND (split_part(name, '/'::text, 1) IN ( SELECT (m.id)::text AS id
   FROM private.requests_whose_photos_are_mine() m(id))) AND (NOT private.is_photo_signed(name))));

COMMENT ON FUNCTION "private"."act_on_payment"(uuid, uuid, text, uuid, text, uuid, text, integer, text, date) IS 'What one side does about a part, once for each key; the other is told. Its callers know who asks, and hold the request.';

COMMENT ON FUNCTION "private"."agreed_parts"(uuid, uuid, jsonb) IS 'The parts of a version in their order, each with the one that it keeps of those before.';

COMMENT ON FUNCTION "private"."artist_zone"(text) IS 'Where an artist lives, by the city of the profile: Texas is on Central time but for its western end.';

COMMENT ON FUNCTION "private"."bring_payments"(uuid, uuid) IS 'Makes due what is due by now of one job, and notes when time will bring the rest. Nothing of an agreement that has ended.';

COMMENT ON FUNCTION "private"."bring_payments_of"() IS 'A sketch was approved, or somebody said that the wall is painted.';

COMMENT ON FUNCTION "private"."diary_data"(uuid, uuid, text) IS 'The messages with a stage, for the two sides of a conversation; null to whom it is hidden. Everybody else is refused.';

COMMENT ON FUNCTION "private"."finished_mural"(uuid, uuid) IS 'What the mural of a finished wall is and can be made of, by its request or by the mural: {consent, mural: {id, slug, title, public_visible}, pictures: [{path, sender, stage}]}; null for a mural of no request.';

COMMENT ON FUNCTION "private"."has_account_number"(text) IS 'Whether a text seems to have the number of a card or of a bank account. src/lib/account-number.ts has the same rule.';

COMMENT ON FUNCTION "private"."is_chosen"(uuid, uuid) IS 'Whether the artist has the job, painted or not.';

COMMENT ON FUNCTION "private"."is_photo_signed"(text) IS 'Whether somebody signed an agreement that marks the wall on this photo: then it stays until the agreement ends.';

COMMENT ON FUNCTION "private"."job_agreement"(private.agreements, text) IS 'How far an agreement is for one side, with who signed what was offered last; null before it is offered.';

COMMENT ON FUNCTION "private"."job_payment"(private.agreements) IS 'The next part of the price that is neither received nor waived; null where there is none, or no agreement is in force.';

COMMENT ON FUNCTION "private"."job_sketches"(uuid, uuid, text) IS 'How far the sketches of a job are; null where none was sent and nothing keeps the artist from it.';

COMMENT ON FUNCTION "private"."job_starts_on"(private.agreements, uuid, uuid) IS 'When the painting begins: by the agreement in force, or by the accepted proposal.';

COMMENT ON FUNCTION "private"."joins_waiting"(private.mails) IS 'Whether an email of this kind about this request, artist and part of the price waits already for the same person: then that one says it.';

COMMENT ON FUNCTION "private"."mail_payment"(text, text, uuid, uuid, jsonb) IS 'Tells one side about a part of the price.';

COMMENT ON FUNCTION "private"."move_payment"(uuid, uuid, uuid, text, uuid, text, text) IS 'One side asks for a part, says that it has arrived, waives it, or says that something about it is wrong.';

COMMENT ON FUNCTION "private"."move_payment_part"(uuid, text, text, uuid, text, integer, text, date) IS 'Makes one move of a part, or refuses it and changes nothing. Its callers know who asks, and hold the request.';

COMMENT ON FUNCTION "private"."payment_mail"(private.mails) IS 'What an email about a part of the price shows, with the last that was said. Null where nobody waits for the money any more, or the agreement is gone.';

COMMENT ON FUNCTION "private"."payment_time"(private.payment_parts) IS 'Since when a part is due, or from when on if nothing else happens; null while nobody knows.';

COMMENT ON FUNCTION "private"."payments_data"(uuid, uuid, text) IS 'The parts of the agreement that is or was in force, as one side sees them; null before there is one.';

COMMENT ON FUNCTION "private"."read_job"(uuid, uuid, text) IS 'Where a job stands, for one of its two sides; null before a proposal is accepted. Everybody else is refused.';

COMMENT ON FUNCTION "private"."read_payments"(uuid, uuid, text) IS 'The parts of an agreement for one of its two sides; refuses everybody else.';

COMMENT ON FUNCTION "private"."refuse_begun_parts"(uuid, uuid, jsonb) IS 'Refuses a version that leaves out what is paid, said to be paid, or waived.';

COMMENT ON FUNCTION "private"."remind_of_payments"(uuid, uuid) IS 'Reminds the client of one job of what is due for a day or a week, and then no more.';

COMMENT ON FUNCTION "private"."report_payment"(uuid, uuid, uuid, integer, text, date, uuid, text) IS 'The client says that they have paid, how much, how and when. Only the artist can say that it has arrived.';

COMMENT ON FUNCTION "private"."send_message"(uuid, uuid, text, uuid, text, integer, text) IS 'Stores one message of either side, once for each key; the first one of an artist is an answer (design, section 7). Its pictures follow.';

COMMENT ON FUNCTION "private"."send_proposal"(uuid, integer, integer, date, integer, text, date, uuid, text[], text) IS 'Makes the calling artist''s proposal for a lead, or changes it until it is accepted; once for each key.';

COMMENT ON FUNCTION "private"."set_payment_parts"(uuid, uuid) IS 'The parts of the version that came into force: what is the same stays with all that was done about it, the rest is dropped. Its callers hold the request.';

COMMENT ON FUNCTION "private"."sketch_gate_open"(uuid, uuid) IS 'Whether the artist may begin with sketches: not while the agreement in force has a design fee that has not arrived.';

COMMENT ON FUNCTION "private"."tend_payments"() IS 'Makes due what time brings, and reminds of it, for up to 100 parts. A look at two indexes when there is nothing.';

COMMENT ON FUNCTION "public"."diary_data"(uuid, uuid, text) IS 'The diary of a job: {writable, entries}, each entry a message with its stage (before, outline, painting, done) and pictures. send_message adds one.';

COMMENT ON FUNCTION "public"."finished_mural"(uuid, uuid) IS 'What the mural of the calling artist''s finished wall is or can be made of: {consent, mural, pictures: [{path, sender, stage}]}; null for a mural of no request.';

COMMENT ON FUNCTION "public"."move_payment"(uuid, uuid, uuid, text, uuid, text, text) IS 'Does ask, receive, dispute or waive about a part, once for each key. Answers as read_payments.';

COMMENT ON FUNCTION "public"."read_job"(uuid, uuid, text) IS 'An accepted job in short: {version, state, confirmed, starts_on, agreement: {state, mine_signed, theirs_signed, change_asked}, sketches: {state, versions, rounds_left}, payment: {label, amount, due, state}}, each null where there is none. The version is another after every change.';

COMMENT ON FUNCTION "public"."read_payments"(uuid, uuid, text) IS 'The parts of the price of an agreement, and what was done about them: {side, writable, agreement, artist, client, hash, price, how_to_pay, parts, notes}; null before it was in force.';

COMMENT ON FUNCTION "public"."report_payment"(uuid, uuid, uuid, integer, text, date, uuid, text) IS 'The client reports a payment, once for each key. Answers as read_payments.';

COMMENT ON FUNCTION "public"."request_photos"(uuid, text) IS 'Photos of the wall of a request, for its client, its artists, admins, or by its link: {lead, folder, own, photos: [{path, name, size, created_at, signed}]}. `folder` is where whoever sent it may put more; `name` is 0 to 5, or preview; `signed` ones stay, because an agreement marks the wall on them.';

COMMENT ON FUNCTION "public"."send_message"(uuid, uuid, text, uuid, text, integer, text) IS 'Sends a message to the other side of a request: {id, position, artist_id, sender, body, created_at, stage, key, pictures: [{path, arrived}], replayed}. p_key makes it safe to repeat; p_pictures says how many pictures follow, each to its path in the bucket message-pictures; p_stage, from the artist of an accepted job alone, puts them into its diary.';

COMMENT ON FUNCTION "public"."send_proposal"(uuid, integer, integer, date, integer, text, date, uuid, text[], text) IS 'Makes or changes the calling artist''s proposal for a lead: {id, replayed}. p_key makes it safe to repeat; without p_high it is one price. p_preset says how it is to be paid.';

COMMENT ON TABLE "private"."payment_moves" IS 'What each event makes of the state of a part, and who may cause it; what is not in it is refused. src/features/payments/payment-states.ts has the same.';

COMMENT ON TABLE "private"."payment_notes" IS 'Everything that was done about a part. Never changed, and gone with its agreement alone.';

COMMENT ON TABLE "private"."payment_parts" IS 'The parts of a price, made when its agreement comes into force. Those that are not dropped always make up the price.';

REVOKE ALL ON FUNCTION "private"."act_on_payment"(uuid, uuid, text, uuid, text, uuid, text, integer, text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."agreed_parts"(uuid, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."artist_zone"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bring_payments"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bring_payments_of"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."diary_data"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."diary_data"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."has_account_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_chosen"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_photo_signed"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_photo_signed"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."job_agreement"(private.agreements, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_payment"(private.agreements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_sketches"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_starts_on"(private.agreements, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_payment"(text, text, uuid, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_payment"(uuid, uuid, uuid, text, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."move_payment"(uuid, uuid, uuid, text, uuid, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."move_payment_part"(uuid, text, text, uuid, text, integer, text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_mail"(private.mails) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_time"(private.payment_parts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payments_data"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_job"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_job"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."read_payments"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_payments"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."refuse_begun_parts"(uuid, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remind_of_payments"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_payment"(uuid, uuid, uuid, integer, text, date, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_payment"(uuid, uuid, uuid, integer, text, date, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."send_message"(uuid, uuid, text, uuid, text, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_message"(uuid, uuid, text, uuid, text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."send_proposal"(uuid, integer, integer, date, integer, text, date, uuid, text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_proposal"(uuid, integer, integer, date, integer, text, date, uuid, text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."set_payment_parts"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tend_payments"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."diary_data"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."diary_data"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."move_payment"(uuid, uuid, uuid, text, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."move_payment"(uuid, uuid, uuid, text, uuid, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."read_job"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_job"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."read_payments"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_payments"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."report_payment"(uuid, uuid, uuid, integer, text, date, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_payment"(uuid, uuid, uuid, integer, text, date, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."send_message"(uuid, uuid, text, uuid, text, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_message"(uuid, uuid, text, uuid, text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."send_proposal"(uuid, integer, integer, date, integer, text, date, uuid, text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_proposal"(uuid, integer, integer, date, integer, text, date, uuid, text[], text) TO "authenticated";


insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"payments","every":"00:00:00","function":"tend_payments","position":12}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"account_number_refused","field":null,"status":422,"message":"Leave card and account numbers out. Anyone with the link could read them."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"how_required","field":"how","status":422,"message":"Please say how you paid"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"how_too_long","field":"how","status":422,"message":"How you paid must be at most 100 characters"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"paid_on_invalid","field":"paid_on","status":422,"message":"Please choose the day you paid"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"parts_begun","field":"parts","status":409,"message":"Keep the parts that are paid, reported or waived as they are"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"payment_parts","query":"\n    select to_jsonb(p) - ''comes_at'' - ''remind_at'' from private.payment_parts p\n    where p.artist_id = private.my_artist_id() or p.lead_id in (select private.my_requests())"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"payment_notes","query":"\n    select to_jsonb(n) - ''idempotency_key'' from private.payment_notes n\n    where n.artist_id = private.my_artist_id() or n.lead_id in (select private.my_requests())"}')
  on conflict (part) do update set query = excluded.query;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"lead_payment_disputed","topic":"leads","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"lead_payment_reported","topic":"leads","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"lead_sketch_round","topic":"leads","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_payment_asked","topic":"requests","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_payment_disputed","topic":"requests","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_payment_received","topic":"requests","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_payment_reminder","topic":"requests","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_payment_waived","topic":"requests","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"request_sketch_round","topic":"requests","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"system","event":"fall_due","state":"planned","becomes":"due"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"artist","event":"ask","state":"planned","becomes":"asked"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"artist","event":"ask","state":"due","becomes":"asked"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"artist","event":"ask","state":"disputed","becomes":"asked"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"client","event":"report","state":"planned","becomes":"reported"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"client","event":"report","state":"due","becomes":"reported"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"client","event":"report","state":"asked","becomes":"reported"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"client","event":"report","state":"reported","becomes":"reported"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"client","event":"report","state":"disputed","becomes":"reported"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"artist","event":"receive","state":"planned","becomes":"received"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"artist","event":"receive","state":"due","becomes":"received"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"artist","event":"receive","state":"asked","becomes":"received"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"artist","event":"receive","state":"reported","becomes":"received"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"artist","event":"receive","state":"disputed","becomes":"received"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"artist","event":"dispute","state":"reported","becomes":"disputed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"client","event":"dispute","state":"due","becomes":"disputed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"client","event":"dispute","state":"asked","becomes":"disputed"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"artist","event":"waive","state":"planned","becomes":"waived"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"artist","event":"waive","state":"due","becomes":"waived"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"artist","event":"waive","state":"asked","becomes":"waived"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.payment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.payment_moves, '{"actor":"artist","event":"waive","state":"disputed","becomes":"waived"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

reset check_function_bodies;

-- What is in force already gets its parts.
select private.set_payment_parts(a.lead_id, a.artist_id) from private.agreements a where a.state in ('in_force', 'amending');
