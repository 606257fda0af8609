set check_function_bodies = off;

set local check_function_bodies = off;

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
    select string_agg(private.message_line(m, v_side)::text, ' ' order by m.position) from public.lead_messages m
    where m.lead_id = p_lead and m.artist_id = p_artist and m.stage is not null))));
end
$function$;

CREATE OR REPLACE FUNCTION public.read_job(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.read_job(p_lead, p_artist, p_token)
$function$;

COMMENT ON FUNCTION "private"."job_agreement"(private.agreements, text) IS 'How far an agreement is for one side, with who signed what was offered last; null before it is offered.';

COMMENT ON FUNCTION "private"."job_payment"(private.agreements) IS 'The next part of the price that is neither received nor waived; null where there is none, or no agreement is in force.';

COMMENT ON FUNCTION "private"."job_sketches"(uuid, uuid, text) IS 'How far the sketches of a job are; null where none was sent and nothing keeps the artist from it.';

COMMENT ON FUNCTION "private"."job_starts_on"(private.agreements, uuid, uuid) IS 'When the painting begins: by the agreement in force, or by the accepted proposal.';

COMMENT ON FUNCTION "private"."read_job"(uuid, uuid, text) IS 'Where a job stands, for one of its two sides; null before a proposal is accepted. Everybody else is refused.';

COMMENT ON FUNCTION "public"."read_job"(uuid, uuid, text) IS 'An accepted job in short: {version, state, confirmed, starts_on, agreement: {state, mine_signed, theirs_signed, change_asked}, sketches: {state, versions, rounds_left}, payment: {label, amount, due, state}}, each null where there is none. The version is another after every change.';

REVOKE ALL ON FUNCTION "private"."job_agreement"(private.agreements, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_payment"(private.agreements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_sketches"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."job_starts_on"(private.agreements, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_job"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_job"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."read_job"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_job"(uuid, uuid, text) TO "anon", "authenticated";


reset check_function_bodies;
