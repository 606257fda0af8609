set check_function_bodies = off;

set local check_function_bodies = off;

DROP TRIGGER "assignment_events_limit" ON "public"."assignment_events";

ALTER TABLE "public"."proposals" DROP CONSTRAINT "proposals_state_check";

CREATE OR REPLACE FUNCTION private.complete_request(p_lead uuid, p_artist uuid, p_token text, p_event text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_row public.lead_assignments;
  v_withdrawn timestamptz;
  v_claimed boolean;
  -- A wall may be said to be painted more than once: each time is news.
  v_key text := concat_ws(':', p_lead, p_artist, private.clock());
begin
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  select * into v_row from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist;
  v_claimed := v_row.state = 'completed' and v_row.confirmed_at is null and v_row.completed_by is distinct from v_side;
  -- Whoever was asked may say no, until they have said yes or two weeks are over.
  -- Whoever said so may take it back until the other has agreed, or a review tells of it.
  if p_event = 'undo_complete' and (v_row.completed_by is distinct from v_side or v_row.confirmed_at is not null
      or v_row.completed_at < private.clock() - interval '14 days' or exists (
        select from private.review_checks c where c.lead_id = p_lead and c.artist_id = p_artist)) then
    perform private.fail('move_refused');
  end if;
  if p_event = 'dispute' and (v_row.completed_by is not distinct from v_side or v_row.confirmed_at is not null
      or v_row.completed_at < private.clock() - interval '14 days') then
    perform private.fail('move_refused');
  end if;
  perform private.move_assignment(p_lead, p_artist, p_event, v_side);
  case
    when p_event = 'undo_complete' then
      delete from private.mails m where m.kind in ('lead_completed', 'request_completed') and m.lead_id = p_lead
        and m.artist_id = p_artist and m.state = 'waiting' and m.attempts = 0;
      update public.notices n set read_at = now() where n.kind in ('lead_completed', 'request_completed') and n.lead_id = p_lead
        and n.artist_id = p_artist and n.read_at is null;
    when p_event = 'dispute' and v_side = 'client' then perform private.mail_artist('lead_disputed', v_key, p_lead, p_artist);
    when p_event = 'dispute' then perform private.mail_client('request_disputed', v_key, p_lead, p_artist);
    when v_claimed and v_side = 'client' then perform private.mail_artist('lead_agreed', v_key, p_lead, p_artist);
    when v_claimed then perform private.mail_client('request_completed', v_key, p_lead, p_artist);
    when v_row.state <> 'completed' and v_side = 'client' then perform private.mail_artist('lead_completed', v_key, p_lead, p_artist);
    -- Of the first time the move itself has told.
    when v_row.state <> 'completed' and not exists (
        select from private.mails m where m.event = 'request_completed:' || p_lead || ':' || p_artist and m.created_at = now())
      and exists (select from public.assignment_events e
        where e.lead_id = p_lead and e.artist_id = p_artist and e.event in ('dispute', 'undo_complete')) then
      perform private.mail_client('request_completed', v_key, p_lead, p_artist);
    else null;
  end case;
  return (select a.state from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist);
end
$function$;

CREATE OR REPLACE FUNCTION private.decline_proposal(p_proposal uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_proposal public.proposals;
begin
  select * into v_proposal from public.proposals p where p.id = p_proposal;
  if not found then perform private.fail(case when p_token is null then 'not_allowed' else 'link_refused' end); end if;
  if private.conversation_side(v_proposal.lead_id, v_proposal.artist_id, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  perform from public.lead_records l where l.id = v_proposal.lead_id for no key update;
  select * into v_proposal from public.proposals p where p.id = p_proposal;
  if v_proposal.state <> 'declined' then
    if v_proposal.state <> 'open' then perform private.fail('proposal_changed'); end if;
    perform private.move_assignment(v_proposal.lead_id, v_proposal.artist_id, 'turn_down', 'client');
    update public.proposals p set state = 'declined' where p.id = p_proposal;
    perform private.mail_artist('lead_proposal_declined', p_proposal::text, v_proposal.lead_id, v_proposal.artist_id);
  end if;
  return private.request_data(v_proposal.lead_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.move_assignment(p_lead uuid, p_artist uuid, p_event text, p_actor text, p_reason text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.lead_assignments;
  v_next text;
  v_status public.lead_status;
begin
  -- The request before its artists, always: two moves of one request cannot wait for each other.
  perform from public.lead_records l where l.id = p_lead for no key update;
  select * into v_row from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist for no key update;
  select m.becomes into v_next from private.assignment_moves m
    where m.event = p_event and m.actor = p_actor and m.state = v_row.state;
  if not found then perform private.fail('move_refused'); end if;
  if v_row.state = 'completed' and v_next <> 'completed' and v_row.accepted_at is not null then v_next := 'accepted'; end if;
  v_status := case
    when p_event like 'set\_%' then substr(p_event, 5)::public.lead_status
    when p_event = 'complete' then 'completed'
    when p_event in ('dispute', 'undo_complete') then 'in_review'
    when p_event in ('write', 'propose', 'accept') then greatest(v_row.status, 'in_review')
    else v_row.status end;

  update public.lead_assignments a
    set state = v_next,
      seen_at = case when p_event = 'open' then coalesce(a.seen_at, now()) else a.seen_at end,
      answered_at = case when p_actor in ('artist', 'admin') and p_event <> 'open' and v_status <> 'new' or p_event = 'decline'
        then coalesce(a.answered_at, private.clock()) else a.answered_at end,
      accepted_at = case when p_event = 'accept' then private.clock() else a.accepted_at end,
      completed_by = case when v_next <> 'completed' then null else coalesce(a.completed_by, p_actor) end,
      completed_at = case when v_next <> 'completed' then null else coalesce(a.completed_at, private.clock()) end,
      confirmed_at = case when v_next <> 'completed' then null
        when a.completed_by is not null and a.completed_by <> p_actor and p_event = 'complete' then coalesce(a.confirmed_at, private.clock())
        else a.confirmed_at end,
      updated_at = case when v_next <> v_row.state and p_event <> 'open' or v_status <> v_row.status then now() else a.updated_at end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  if v_status <> v_row.status then
    update public.lead_assignments a set status = v_status where a.lead_id = p_lead and a.artist_id = p_artist;
    -- A message says itself that there is an answer, and so does a proposal.
    if v_status > v_row.status and p_actor in ('artist', 'admin') and p_event not in ('write', 'propose') then
      perform private.mail_status(p_lead, p_artist, v_status);
    end if;
  end if;
  -- Whoever works a request has read what they were told of it.
  if p_actor in ('artist', 'admin') then
    update public.notices n set read_at = now() from public.artists a
      where a.id = p_artist and n.user_id = a.user_id and n.lead_id = p_lead and n.artist_id = a.id and n.read_at is null;
  end if;
  if v_next <> v_row.state then
    insert into public.assignment_events (lead_id, artist_id, actor, event, state, reason)
      values (p_lead, p_artist, p_actor, p_event, v_next, p_reason);
    if p_event not like 'set\_%' then
      perform private.audit('lead.moved', p_lead, jsonb_build_object('artist', p_artist, 'event', p_event, 'by', p_actor,
        'from', v_row.state, 'to', v_next));
    end if;
  end if;
  return v_next;
end
$function$;

CREATE OR REPLACE FUNCTION public.decline_proposal(p_proposal uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.decline_proposal(p_proposal, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.undo_completion(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.complete_request(p_lead, p_artist, p_token, 'undo_complete')
$function$;

ALTER TABLE "public"."proposals" ADD CONSTRAINT "proposals_state_check" CHECK ((state = ANY (ARRAY['open'::text, 'replaced'::text, 'withdrawn'::text, 'accepted'::text, 'passed'::text, 'declined'::text])));

CREATE TRIGGER assignment_events_limit BEFORE INSERT ON public.assignment_events FOR EACH ROW WHEN ((new.event = ANY (ARRAY['complete'::text, 'dispute'::text, 'undo_complete'::text]))) EXECUTE FUNCTION private.limit_completions();

COMMENT ON FUNCTION "private"."complete_request"(uuid, uuid, text, text) IS 'Either side says that the wall is painted (complete), which the other confirms by saying it too, takes that back (undo_complete), or says that it is not (dispute).';

COMMENT ON FUNCTION "private"."decline_proposal"(uuid, text) IS 'Whoever asked says no to one proposal: its artist is told, and both can go on talking. Again changes nothing.';

COMMENT ON FUNCTION "public"."decline_proposal"(uuid, text) IS 'Says no to one proposal of a request; answers as track_request.';

COMMENT ON FUNCTION "public"."undo_completion"(uuid, uuid, text) IS 'The side that said that the wall is painted takes it back, until the other has agreed.';

REVOKE ALL ON FUNCTION "private"."decline_proposal"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decline_proposal"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."decline_proposal"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decline_proposal"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_completion"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_completion"(uuid, uuid, text) TO "anon", "authenticated";


insert into private.assignment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.assignment_moves, '{"actor":"client","event":"turn_down","state":"proposed","becomes":"talking"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.assignment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.assignment_moves, '{"actor":"client","event":"undo_complete","state":"completed","becomes":"talking"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.assignment_moves (actor, event, state, becomes)
  select actor, event, state, becomes from jsonb_populate_record(null::private.assignment_moves, '{"actor":"artist","event":"undo_complete","state":"completed","becomes":"talking"}')
  on conflict (actor, event, state) do update set becomes = excluded.becomes;

insert into private.mail_kinds (kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody)
  select kind, topic, linked, notice, counted, optional, wordless, forgotten, by_anybody from jsonb_populate_record(null::private.mail_kinds, '{"kind":"lead_proposal_declined","topic":"leads","linked":false,"notice":true,"counted":true,"optional":true,"wordless":false,"forgotten":false,"by_anybody":false}')
  on conflict (kind) do update set topic = excluded.topic, linked = excluded.linked, notice = excluded.notice, counted = excluded.counted, optional = excluded.optional, wordless = excluded.wordless, forgotten = excluded.forgotten, by_anybody = excluded.by_anybody;

reset check_function_bodies;
