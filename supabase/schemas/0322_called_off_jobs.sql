-- The way out of an accepted proposal, for either side and with a reason. The client can then choose another artist, and ask
-- those who were passed over once more.
create function private.called_off_line(p_assignment public.lead_assignments) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('by', e.actor, 'reason', e.reason, 'at', e.created_at, 'signed', exists (
    select from private.agreements a
    where a.lead_id = e.lead_id and a.artist_id = e.artist_id and a.in_force is not null))
  from public.assignment_events e
  where e.lead_id = p_assignment.lead_id and e.artist_id = p_assignment.artist_id and e.event = 'call_off'
  order by e.id desc limit 1
$$;
comment on function private.called_off_line(public.lead_assignments) is
  'Who called a job off, when and why, and whether both had signed an agreement about it.';

create function private.call_off_job(p_lead uuid, p_artist uuid, p_reason text, p_token text default null) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_reason text := private.required_text(p_reason, 500, 'reason_required', 'reason_too_long');
  v_withdrawn timestamptz;
  v_agreement text := (select a.state from private.agreements a where a.lead_id = p_lead and a.artist_id = p_artist);
begin
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  perform private.expect_client(p_lead);
  -- The other side was faster, or an answer was lost.
  if exists (select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'called_off') then
    return 'called_off';
  end if;
  perform private.move_assignment(p_lead, p_artist, 'call_off', v_side, v_reason);
  update public.proposals p set state = 'called_off' where p.lead_id = p_lead and p.artist_id = p_artist and p.state = 'accepted';
  -- What both have signed ends by its terms, and what waits for a signature is withdrawn.
  if v_agreement in ('in_force', 'amending') then
    perform private.move_agreement(p_lead, p_artist, 'end', v_side);
    update private.agreements a set ended_reason = v_reason where a.lead_id = p_lead and a.artist_id = p_artist;
  elsif v_agreement in ('offered', 'change_asked', 'signed_by_one') then
    perform private.move_agreement(p_lead, p_artist, 'close', 'system');
  end if;
  perform private.mail_side(case v_side when 'client' then 'lead_called_off' else 'request_called_off' end,
    p_lead || ':' || p_artist, p_lead, p_artist);
  perform private.tell_side(v_side, p_lead, p_artist, 'call_off_job');
  return 'called_off';
end
$$;
comment on function private.call_off_job(uuid, uuid, text, text) is
  'Either side ends an accepted job for good, with a reason: the state called_off. What was signed ends by its terms, payments can still be settled, and the client chooses anew. Again changes nothing.';

create function private.ask_artist_again(p_token text default null, p_artist uuid default null, p_lead uuid default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
begin
  if exists (select from public.lead_assignments a where a.lead_id = v_lead and a.state in ('accepted', 'completed')) then
    perform private.fail('proposal_taken');
  end if;
  -- An answer that was lost.
  if exists (select from public.lead_assignments a where a.lead_id = v_lead and a.artist_id = p_artist and a.state in ('talking', 'proposed')) then
    return private.request_data(v_lead);
  end if;
  perform private.move_assignment(v_lead, p_artist, 'ask_again', 'client');
  perform private.mail_side('lead_asked_again', concat_ws(':', v_lead, p_artist, private.clock()), v_lead, p_artist);
  return private.request_data(v_lead);
end
$$;
comment on function private.ask_artist_again(text, uuid, uuid) is
  'The client asks an artist who was passed over once more, while nobody is chosen. What that artist offers now is a new proposal. Again changes nothing. Answers as track_request.';
