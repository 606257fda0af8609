-- Status (specification, section 4): an artist moves their own assignment freely among the three; an admin moves all of a lead's.
create function private.set_lead_status(p_lead uuid, p_status text, p_read text default null) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid := private.my_artist_id();
  v_row public.lead_assignments;
  v_found boolean := false;
begin
  if p_status is null or p_status <> all (array['new', 'in_review', 'completed']) then perform private.fail('status_refused'); end if;
  perform from public.lead_records l where l.id = p_lead for no key update;
  for v_row in
    select a.* from public.lead_assignments a
    join public.lead_records l on l.id = a.lead_id
    where a.lead_id = p_lead
      and ((a.artist_id = v_artist and not l.held)
        or (private.is_admin() and not exists (
          select from public.lead_assignments own where own.lead_id = p_lead and own.artist_id = v_artist)))
    order by a.artist_id for no key update of a
  loop
    v_found := true;
    -- Two tabs do not undo each other.
    if v_row.artist_id = v_artist and v_row.status::text not in (p_read, p_status) then
      perform private.fail('changed_elsewhere', 'status');
    end if;
    if v_row.status::text <> p_status then
      perform private.move_assignment(p_lead, v_row.artist_id, 'set_' || p_status,
        case when v_row.artist_id = v_artist then 'artist' else 'admin' end);
      perform private.delete_status_mail(p_lead, v_row.artist_id, p_status);
      perform private.audit('lead.status', p_lead,
        jsonb_build_object('artist', v_row.artist_id, 'from', v_row.status, 'to', p_status));
    end if;
  end loop;
  -- The same answer for a lead that does not exist and for another artist's.
  if not v_found then perform private.fail('status_refused'); end if;
  return p_status;
end
$$;
comment on function private.set_lead_status(uuid, text, text) is
  'Moves a lead to new, in_review or completed: the calling artist''s own assignment or, for an admin, every one; each change is noted. Refuses changed_elsewhere where the artist''s is neither p_read nor p_status by now.';

-- `update leads set status = ... where id = ...` (specification, section 7) keeps working. Without an INSTEAD OF
-- trigger a write to this join view would be an internal error instead of a refusal.
create function private.leads_instead() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'UPDATE' then perform private.fail('not_allowed'); end if;
  perform private.set_lead_status(old.id, new.status::text, null);
  return new;
end
$$;
comment on function private.leads_instead() is 'Writes to the view: status goes through set_lead_status, everything else is refused.';

create trigger leads_instead instead of insert or update or delete on public.leads
  for each row execute function private.leads_instead();

create function private.my_request_artists()
  returns table (lead_id uuid, artist_id uuid, artist_name text, artist_slug text, status public.lead_status, updated_at timestamptz)
  language sql stable security definer rows 20 set search_path = '' as $$
  select s.lead_id, a.id, a.name, case when a.public_visible then a.slug end, s.status, s.updated_at
  from public.lead_records l
  join public.lead_assignments s on s.lead_id = l.id
  join public.artists a on a.id = s.artist_id
  where l.created_by_user = auth.uid()
  order by l.created_at desc, l.id, a.name
$$;
comment on function private.my_request_artists() is
  'The artists on the caller''s own leads, newest lead first, and how far each is; no link to an artist who went private.';

-- How far each artist is with a request, beside the specification's three statuses. Each move leaves a line that both
-- sides see, and an entry in the audit log.
insert into private.moves (process, event, actor, state, becomes)
select 'assignment', m.event, a, s, coalesce(m.becomes, s) from (values
  ('open', '{artist}'::text[], '{sent}'::text[], 'seen'),
  ('open', '{artist}', '{seen,talking,proposed,expired,accepted,completed,declined,passed,withdrawn,called_off}', null),
  ('write', '{client,artist}', '{sent,seen,talking,expired}', 'talking'),
  ('write', '{client,artist}', '{proposed,accepted,completed,called_off}', null),
  ('propose', '{artist}', '{sent,seen,talking,proposed,expired}', 'proposed'),
  ('retract', '{artist}', '{proposed}', 'talking'),
  ('accept', '{client}', '{proposed}', 'accepted'),
  ('decline', '{artist}', '{sent,seen,talking,proposed,expired}', 'declined'),
  ('turn_down', '{client}', '{proposed}', 'talking'),
  ('close', '{client}', '{sent,seen,talking,proposed,expired,accepted}', 'withdrawn'),
  ('close', '{client}', '{declined,passed,withdrawn,completed,called_off}', null),
  ('call_off', '{client,artist}', '{accepted}', 'called_off'),
  ('ask_again', '{client}', '{passed}', 'talking'),
  ('complete', '{artist}', '{talking,proposed,accepted,completed}', 'completed'),
  ('complete', '{client}', '{accepted,completed}', 'completed'),
  ('dispute', '{client,artist}', '{completed}', 'talking'),
  ('undo_complete', '{client,artist}', '{completed}', 'talking'),
  ('pass', '{system}', '{sent,seen,talking,proposed,expired}', 'passed'),
  ('expire', '{system}', '{sent,seen,talking}', 'expired'),
  ('set_new', '{artist,admin}', '{talking,completed}', 'seen'),
  ('set_new', '{artist,admin}', '{sent,seen,proposed,accepted,expired,declined,passed,withdrawn,called_off}', null),
  ('set_in_review', '{artist,admin}', '{sent,seen,talking,expired,completed}', 'talking'),
  ('set_in_review', '{artist,admin}', '{proposed,accepted,declined,passed,withdrawn,called_off}', null),
  ('set_completed', '{artist,admin}', '{sent,seen,talking,proposed,expired,accepted,completed}', 'completed'),
  ('set_completed', '{artist,admin}', '{declined,passed,withdrawn,called_off}', null)
) m (event, actors, states, becomes), unnest(m.actors) a, unnest(m.states) s;

create function private.sync_assignment_state() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_state text;
begin
  select m.becomes into v_state from private.moves m
    where m.process = 'assignment' and m.event = 'set_' || new.status::text and m.actor = 'artist' and m.state = new.state;
  -- A move has set both, or there is nothing to follow.
  if not found or v_state = new.state then return new; end if;
  new.state := v_state;
  if new.status <> 'new' then
    -- Who brings a request in with its status does not say when it was answered.
    new.answered_at := coalesce(new.answered_at, case tg_op when 'INSERT' then new.created_at else new.updated_at end);
  end if;
  if new.status = 'completed' then
    new.completed_by := coalesce(new.completed_by, 'artist');
    new.completed_at := coalesce(new.completed_at, new.updated_at);
  end if;
  return new;
end
$$;
comment on function private.sync_assignment_state() is 'An import or operator that writes a status past the functions does not leave the state behind.';

create trigger lead_assignments_sync_new_state before insert on public.lead_assignments
  for each row when (new.status <> 'new') execute function private.sync_assignment_state();
create trigger lead_assignments_sync_state before update of status on public.lead_assignments
  for each row when (new.status <> old.status and new.state = old.state) execute function private.sync_assignment_state();

create table public.assignment_events (
  id bigint generated always as identity primary key,
  lead_id uuid not null,
  artist_id uuid not null,
  actor text not null check (actor in ('client', 'artist', 'admin', 'system')),
  event text not null,
  -- What it made of the assignment.
  state text not null,
  -- Why, in the words of who declined or called it off.
  reason text check (char_length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
comment on table public.assignment_events is 'Each change of an assignment''s state, which both sides see as a line in their conversation.';
grant select on public.assignment_events to authenticated, service_role;
create index assignment_events_conversation_idx on public.assignment_events (lead_id, artist_id, id);

create policy assignment_events_select on public.assignment_events for select to authenticated using (
  (select private.is_admin())
  or lead_id in (select private.my_requests())
  or (artist_id = (select private.my_artist_id()) and lead_id in (select private.requests_assigned_to_me())));

create function private.move_assignment(p_lead uuid, p_artist uuid, p_event text, p_actor text, p_reason text default null) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_row public.lead_assignments;
  v_next text;
  v_status public.lead_status;
  v_withdrawn timestamptz;
  -- The side that did not say that the wall is painted says so too.
  v_confirms boolean;
begin
  -- The request before its artists, always: two moves of one request cannot wait for each other.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  select * into v_row from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist for no key update;
  v_next := private.next_state('assignment', p_event, p_actor, v_row.state);
  if v_row.state = 'completed' and v_next <> 'completed' and v_row.accepted_at is not null then v_next := 'accepted'; end if;
  v_confirms := p_event = 'complete' and v_row.confirmed_at is null and coalesce(v_row.completed_by <> p_actor, false);
  v_status := case
    when p_event like 'set\_%' then substr(p_event, 5)::public.lead_status
    when p_event = 'complete' then 'completed'
    when p_event in ('dispute', 'undo_complete') then 'in_review'
    when p_event in ('write', 'propose', 'accept') then greatest(v_row.status, 'in_review')
    else v_row.status end;
  if v_status <> v_row.status and v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;

  update public.lead_assignments a
    set state = v_next, status = v_status,
      seen_at = case when p_event = 'open' then coalesce(a.seen_at, now()) else a.seen_at end,
      answered_at = case when p_actor in ('artist', 'admin') and p_event <> 'open' and v_status <> 'new' or p_event = 'decline'
        then coalesce(a.answered_at, private.clock()) else a.answered_at end,
      accepted_at = case when p_event = 'accept' then private.clock() else a.accepted_at end,
      completed_by = case when v_next <> 'completed' then null else coalesce(a.completed_by, p_actor) end,
      completed_at = case when v_next <> 'completed' then null else coalesce(a.completed_at, private.clock()) end,
      confirmed_at = case when v_next <> 'completed' then null when v_confirms then private.clock() else a.confirmed_at end,
      updated_at = case when v_next <> v_row.state and p_event <> 'open' or v_status <> v_row.status then now() else a.updated_at end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  -- A message says itself that there is an answer, and so does a proposal. The status of an artist who is not at it any
  -- more is for their own list.
  if v_status > v_row.status and p_actor in ('artist', 'admin') and p_event not in ('write', 'propose')
     and v_next not in ('declined', 'passed', 'called_off') then
    -- Each once: an artist may move the status back and forth. It waits, so that it can be undone.
    perform private.mail_side(case v_status when 'in_review' then 'request_answered' else 'request_completed' end, p_lead || ':' || p_artist,
      p_lead, p_artist, p_due => now() + make_interval(secs => private.setting_int('mail_status_seconds')));
  end if;
  -- An artist who works a request has read what they were told of it.
  if p_actor in ('artist', 'admin') then
    update public.notices n set read_at = now() from public.artists a
      where a.id = p_artist and n.user_id = a.user_id and n.lead_id = p_lead and n.artist_id = a.id and n.read_at is null;
  end if;
  -- Another proposal in the place of one, and a wall that is confirmed, are news without another state.
  if v_next <> v_row.state or v_confirms or p_event = 'propose' then
    insert into public.assignment_events (lead_id, artist_id, actor, event, state, reason)
      values (p_lead, p_artist, p_actor, p_event, v_next, p_reason);
    if p_event not like 'set\_%' then
      perform private.audit('lead.moved', p_lead, jsonb_build_object('artist', p_artist, 'event', p_event, 'by', p_actor,
        'from', v_row.state, 'to', v_next));
    end if;
  end if;
  return v_next;
end
$$;
comment on function private.move_assignment(uuid, uuid, text, text, text) is
  'Makes one move of an assignment, with everything that follows from it, or refuses it and changes nothing. Its callers know who asks.';
