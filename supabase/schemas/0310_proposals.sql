-- What an artist offers, and what becomes of it: proposed, accepted by the client, declined,
-- expired, closed, painted. Whole US dollars; nothing here takes money.
create table public.proposals (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null,
  artist_id uuid not null,
  -- Whole US dollars of the whole job; `high` is the same as `low` for one price.
  low int not null check (low between 1 and 1000000),
  high int not null check (high between 1 and 1000000),
  starts_on date not null,
  days int not null check (days between 1 and 365),
  included text[] not null default '{}' check (included <@ '{lift,primer,coating,permits,design}'::text[]),
  message text check (char_length(message) between 1 and 2000),
  valid_until date not null,
  state text not null default 'open' check (state in ('open', 'replaced', 'withdrawn', 'accepted', 'passed', 'declined', 'called_off')),
  created_at timestamptz not null default now(),
  preset text check (preset in ('halves', 'quarters', 'thirds', 'design_fee')),
  tax text not null default 'not_said' check (tax in ('not_said', 'included', 'plus')),
  check (low <= high),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
comment on table public.proposals is 'What artists offer for a request, with what their terms said about sales tax then. A change is a new row, and the one before is kept as replaced.';
grant select on public.proposals to authenticated;
create index proposals_conversation_idx on public.proposals (lead_id, artist_id);
create unique index proposals_open_idx on public.proposals (lead_id, artist_id) where state in ('open', 'accepted');
create unique index proposals_accepted_idx on public.proposals (lead_id) where state = 'accepted';

create table private.proposal_keys (
  proposal_id uuid primary key references public.proposals (id) on delete cascade,
  lead_id uuid not null,
  artist_id uuid not null,
  idempotency_key uuid not null,
  unique (lead_id, artist_id, idempotency_key)
);
comment on table private.proposal_keys is 'The key that each proposal was sent with: it keeps one from being stored twice.';

create policy proposals_select on public.proposals for select to authenticated using (
  (select private.is_admin()) or (lead_id, artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t));

create function private.own_assignment(p_lead uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  v_withdrawn timestamptz;
begin
  if p_lead is null or not exists (select from private.requests_assigned_to_me() mine where mine = p_lead) then
    perform private.fail('not_allowed');
  end if;
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  return private.my_artist_id();
end
$$;
comment on function private.own_assignment(uuid) is
  'The calling artist, who has this lead; it is locked for a change. Refuses a withdrawn one, and everybody else.';

create function private.check_proposal(p_low int, p_high int, p_starts_on date, p_days int, p_included text[], p_message text, p_valid_until date)
  returns void
  language plpgsql stable set search_path = '' as $$
declare
  -- Today has not ended everywhere.
  v_today date := (private.clock() - interval '12 hours')::date;
begin
  if p_low is null or p_high is null or p_low < 1 or p_high > 1000000 or p_low > p_high then perform private.fail('price_invalid'); end if;
  if p_starts_on is null or p_starts_on < v_today or p_starts_on > v_today + 1100 then perform private.fail('start_invalid'); end if;
  if p_days is null or p_days not between 1 and 365 then perform private.fail('days_invalid'); end if;
  if p_included is null or not p_included <@ '{lift,primer,coating,permits,design}'::text[] then
    perform private.fail('invalid_input', 'included');
  end if;
  if char_length(p_message) > 2000 then perform private.fail('message_too_long', 'message'); end if;
  if p_valid_until is null or p_valid_until < v_today or p_valid_until > v_today + 366 then perform private.fail('valid_until_invalid'); end if;
end
$$;
comment on function private.check_proposal(int, int, date, int, text[], text, date) is 'The rules of a proposal, in the order of its form.';

create function private.send_proposal(p_lead uuid, p_low int, p_high int, p_starts_on date, p_days int, p_message text,
  p_valid_until date, p_key uuid, p_included text[] default '{}', p_preset text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_high int := coalesce(p_high, p_low);
  v_message text := private.clean_or_null(p_message);
  v_included text[];
  v_proposal public.proposals;
begin
  perform private.expect_client(p_lead);
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
  update public.proposals p set state = 'replaced' where p.lead_id = p_lead and p.artist_id = v_artist and p.state in ('open', 'passed');
  insert into public.proposals (lead_id, artist_id, low, high, starts_on, days, included, message, preset, valid_until, tax)
    values (p_lead, v_artist, p_low, v_high, p_starts_on, p_days, v_included, v_message, p_preset, p_valid_until, coalesce((select t.terms ->> 'tax' from public.agreement_terms t where t.artist_id = v_artist), 'not_said'))
    returning * into v_proposal;
  insert into private.proposal_keys (proposal_id, lead_id, artist_id, idempotency_key) values (v_proposal.id, p_lead, v_artist, p_key);
  perform private.mail_side('request_proposal', v_proposal.id::text, p_lead, v_artist);
  return jsonb_build_object('id', v_proposal.id, 'replayed', false);
end
$$;
comment on function private.send_proposal(uuid, int, int, date, int, text, date, uuid, text[], text) is
  'Makes the calling artist''s proposal for a lead, or changes it until it is accepted; once for each key. Gives {id, replayed}. p_key makes it safe to repeat; without p_high it is one price. p_preset says how it is to be paid.';

create function private.withdraw_proposal(p_proposal uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_proposal public.proposals;
begin
  select * into v_proposal from public.proposals p where p.id = p_proposal and p.artist_id = private.my_artist_id();
  if not found then perform private.fail('not_allowed'); end if;
  perform private.own_assignment(v_proposal.lead_id);
  select * into v_proposal from public.proposals p where p.id = p_proposal;
  if v_proposal.state = 'withdrawn' then return; end if;
  if v_proposal.state <> 'open' then perform private.fail('proposal_changed'); end if;
  perform private.move_assignment(v_proposal.lead_id, v_proposal.artist_id, 'retract', 'artist');
  update public.proposals p set state = 'withdrawn' where p.id = p_proposal;
end
$$;
comment on function private.withdraw_proposal(uuid) is
  'Takes the calling artist''s proposal back, until it is accepted. Again changes nothing.';

create function private.pass_others(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid;
begin
  for v_artist in
    select a.artist_id from public.lead_assignments a
    join private.moves m on m.process = 'assignment' and m.event = 'pass' and m.actor = 'system' and m.state = a.state
    where a.lead_id = p_lead and a.artist_id <> p_artist order by a.artist_id
  loop
    perform private.move_assignment(p_lead, v_artist, 'pass', 'system');
    perform private.mail_side('lead_passed', concat_ws(':', p_lead, v_artist, private.clock()), p_lead, v_artist);
  end loop;
  update public.proposals p set state = 'passed' where p.lead_id = p_lead and p.artist_id <> p_artist and p.state = 'open';
end
$$;
comment on function private.pass_others(uuid, uuid) is 'One artist was chosen: all others who could still have been read it.';

create function private.accept_proposal(p_proposal uuid, p_token text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_proposal public.proposals;
  v_withdrawn timestamptz;
begin
  select * into v_proposal from public.proposals p where p.id = p_proposal;
  if not found then perform private.fail(case when p_token is null then 'not_allowed' else 'link_refused' end); end if;
  if private.conversation_side(v_proposal.lead_id, v_proposal.artist_id, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  -- Of two presses at the same instant the second waits here, and finds what the first has done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = v_proposal.lead_id for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  select * into v_proposal from public.proposals p where p.id = p_proposal;
  if v_proposal.state <> 'accepted' then
    if exists (select from public.proposals p where p.lead_id = v_proposal.lead_id and p.state = 'accepted') then
      perform private.fail('proposal_taken');
    end if;
    if v_proposal.state <> 'open' then perform private.fail('proposal_changed'); end if;
    if v_proposal.valid_until < (private.clock() - interval '12 hours')::date then perform private.fail('proposal_expired'); end if;
    perform private.move_assignment(v_proposal.lead_id, v_proposal.artist_id, 'accept', 'client');
    update public.proposals p set state = 'accepted' where p.id = p_proposal;
    perform private.pass_others(v_proposal.lead_id, v_proposal.artist_id);
    perform private.mail_side('lead_accepted', p_proposal::text, v_proposal.lead_id, v_proposal.artist_id);
  end if;
  return private.request_data(v_proposal.lead_id);
end
$$;
comment on function private.accept_proposal(uuid, text) is
  'The client chooses one proposal: the other artists are told at once, and both sides see each other''s contact. Again changes nothing. Answers as track_request.';

create function private.decline_proposal(p_proposal uuid, p_token text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
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
    perform private.mail_side('lead_proposal_declined', p_proposal::text, v_proposal.lead_id, v_proposal.artist_id);
  end if;
  return private.request_data(v_proposal.lead_id);
end
$$;
comment on function private.decline_proposal(uuid, text) is
  'The client says no to one proposal: its artist hears of it, and both can go on talking. Again changes nothing. Answers as track_request.';

create function private.decline_lead(p_lead uuid, p_reason text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_reason text := private.required_text(p_reason, 500, 'reason_required', 'reason_too_long');
begin
  -- An answer that was lost.
  if exists (select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = v_artist and a.state = 'declined') then
    return 'declined';
  end if;
  perform private.move_assignment(p_lead, v_artist, 'decline', 'artist', (select v_reason from public.lead_contacts c where c.lead_id = p_lead));
  update public.proposals p set state = 'withdrawn' where p.lead_id = p_lead and p.artist_id = v_artist and p.state = 'open';
  perform private.mail_side('request_declined', p_lead || ':' || v_artist, p_lead, v_artist);
  return 'declined';
end
$$;
comment on function private.decline_lead(uuid, text) is
  'The calling artist says no to a lead, with a reason for the client, if there still is one. Again changes nothing.';

create function private.complete_request(p_lead uuid, p_artist uuid, p_token text, p_event text) returns text
  language plpgsql security definer set search_path = '' as $$
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
  -- The side that was asked may say no, until they have said yes or two weeks are over.
  -- The side that said so may take it back until the other has agreed, or a review tells of it.
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
    when p_event = 'dispute' then
      perform private.mail_side(case v_side when 'client' then 'lead_disputed' else 'request_disputed' end, v_key, p_lead, p_artist);
    when v_claimed then
      perform private.mail_side(case v_side when 'client' then 'lead_agreed' else 'request_completed' end, v_key, p_lead, p_artist);
    when v_row.state <> 'completed' and v_side = 'client' then perform private.mail_side('lead_completed', v_key, p_lead, p_artist);
    -- Of the first time the move itself has told.
    when v_row.state <> 'completed' and not exists (
        select from private.mails m where m.event = 'request_completed:' || p_lead || ':' || p_artist and m.created_at = now())
      and exists (select from public.assignment_events e
        where e.lead_id = p_lead and e.artist_id = p_artist and e.event in ('dispute', 'undo_complete')) then
      perform private.mail_side('request_completed', v_key, p_lead, p_artist);
    else null;
  end case;
  return (select a.state from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist);
end
$$;
comment on function private.complete_request(uuid, uuid, text, text) is
  'Either side says that the wall is painted (complete), which the other confirms by saying it too, takes that back (undo_complete), or says that it is not (dispute).';

create function private.expire_assignments() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_lead uuid;
  v_artist uuid;
begin
  for v_lead in
    select l.id from public.lead_records l
    where l.id in (select r.lead_id from private.reminders r where r.kind = 'expiry' and r.due_at <= private.clock() order by r.due_at limit 100)
    for no key update skip locked
  loop
    for v_artist in
      with due as (
        delete from private.reminders r where r.lead_id = v_lead and r.kind = 'expiry' and r.due_at <= private.clock() returning r.artist_id)
      select d.artist_id from due d where d.artist_id in (select private.artists_without_answer(v_lead)) order by 1
    loop
      perform private.move_assignment(v_lead, v_artist, 'expire', 'system');
      perform private.mail_side('request_expired', v_lead || ':' || v_artist, v_lead, v_artist);
      perform private.mail_side('lead_expired', v_lead || ':' || v_artist, v_lead, v_artist);
    end loop;
  end loop;
end
$$;
comment on function private.expire_assignments() is
  'Ends what artists left without any answer for 7 days, of up to 100 leads. One look at an index when nothing is due.';

create function public.complete_request(p_lead uuid, p_artist uuid, p_token text default null) returns text
  language sql security invoker set search_path = '' as $$
  select private.complete_request(p_lead, p_artist, private.with_proof('complete_request', p_token), 'complete')
$$;
comment on function public.complete_request(uuid, uuid, text) is 'One side says that the wall is painted; the other confirms by saying it too.';

create function public.dispute_completion(p_lead uuid, p_artist uuid, p_token text default null) returns text
  language sql security invoker set search_path = '' as $$
  select private.complete_request(p_lead, p_artist, private.with_proof('dispute_completion', p_token), 'dispute')
$$;
comment on function public.dispute_completion(uuid, uuid, text) is 'The side that was asked says that the wall is not painted yet.';

create function public.undo_completion(p_lead uuid, p_artist uuid, p_token text default null) returns text
  language sql security invoker set search_path = '' as $$
  select private.complete_request(p_lead, p_artist, private.with_proof('undo_completion', p_token), 'undo_complete')
$$;
comment on function public.undo_completion(uuid, uuid, text) is
  'The side that said that the wall is painted takes it back, until the other has agreed.';

grant execute on function
  private.complete_request(uuid, uuid, text, text), public.complete_request(uuid, uuid, text),
  public.dispute_completion(uuid, uuid, text), public.undo_completion(uuid, uuid, text)
  to anon, authenticated;
