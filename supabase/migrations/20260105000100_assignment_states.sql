-- How far each artist is with a request (design, section 7), beside the specification's three statuses: one table of
-- moves, one function that makes them. Each leaves a line that both sides see, and an entry in the audit log.
insert into private.error_codes (code, status, field, message) values
  ('move_refused', 409, null, 'That is not possible any more. Somebody may have been faster.');

create table private.assignment_moves (
  event text not null check (event ~ '^[a-z]+(_[a-z]+)*$'),
  actor text not null check (actor in ('client', 'artist', 'admin', 'system')),
  state text not null,
  becomes text not null,
  primary key (event, actor, state)
);
alter table private.assignment_moves enable row level security;
comment on table private.assignment_moves is
  'What each event makes of each state, and who may cause it; what is not in it is refused. src/domain/assignment.ts has the same.';

do $$
declare
  c_undecided constant text[] := '{sent,seen,talking,proposed,expired}';
  c_ended constant text[] := '{declined,passed,withdrawn}';
  v record;
begin
  for v in select * from (values
    ('open', '{artist}'::text[], '{sent}'::text[], 'seen'),
    ('open', '{artist}', c_undecided[2:] || '{accepted,completed}'::text[] || c_ended, null),
    ('write', '{client,artist}', '{sent,seen,talking,expired}', 'talking'),
    ('write', '{client,artist}', '{proposed,accepted,completed}', null),
    ('propose', '{artist}', c_undecided, 'proposed'),
    ('retract', '{artist}', '{proposed}', 'talking'),
    ('accept', '{client}', '{proposed}', 'accepted'),
    ('decline', '{artist}', c_undecided, 'declined'),
    ('close', '{client}', c_undecided || '{accepted}'::text[], 'withdrawn'),
    ('close', '{client}', c_ended || '{completed}'::text[], null),
    ('complete', '{artist}', '{talking,proposed,accepted,completed}', 'completed'),
    ('complete', '{client}', '{accepted,completed}', 'completed'),
    ('dispute', '{client,artist}', '{completed}', 'talking'),
    ('pass', '{system}', c_undecided, 'passed'),
    ('expire', '{system}', '{sent,seen,talking}', 'expired'),
    ('set_new', '{artist,admin}', '{talking,completed}', 'seen'),
    ('set_new', '{artist,admin}', '{sent,seen,proposed,accepted,expired}'::text[] || c_ended, null),
    ('set_in_review', '{artist,admin}', '{sent,seen,talking,expired,completed}', 'talking'),
    ('set_in_review', '{artist,admin}', '{proposed,accepted}'::text[] || c_ended, null),
    ('set_completed', '{artist,admin}', c_undecided || '{accepted,completed}'::text[], 'completed'),
    ('set_completed', '{artist,admin}', c_ended, null)
  ) m (event, actors, states, becomes) loop
    insert into private.assignment_moves (event, actor, state, becomes)
      select v.event, a, s, coalesce(v.becomes, s) from unnest(v.actors) a, unnest(v.states) s;
  end loop;
end
$$;

alter table public.lead_assignments
  add column state text not null default 'sent' check (state in
    ('sent', 'seen', 'talking', 'proposed', 'accepted', 'completed', 'declined', 'passed', 'expired', 'withdrawn')),
  -- When the artist first answered in any way: what response times are counted from.
  add column answered_at timestamptz,
  add column accepted_at timestamptz,
  -- Who said that the wall is painted, and when the other one agreed.
  add column completed_by text check (completed_by in ('client', 'artist', 'admin')),
  add column completed_at timestamptz,
  add column confirmed_at timestamptz;
update public.lead_assignments a
  set state = case
      when a.status = 'completed' then 'completed'
      when exists (select from public.lead_records l where l.id = a.lead_id and l.withdrawn_at is not null) then 'withdrawn'
      when a.status = 'in_review' then 'talking'
      when a.seen_at is not null then 'seen'
      else 'sent' end,
    answered_at = case when a.status <> 'new' then a.updated_at end,
    completed_by = case when a.status = 'completed' then 'artist' end,
    completed_at = case when a.status = 'completed' then a.updated_at end;

create function private.follow_status() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_state text;
begin
  if tg_op = 'UPDATE' and (new.status = old.status or new.state <> old.state) then return new; end if;
  select m.becomes into v_state from private.assignment_moves m
    where m.event = 'set_' || new.status::text and m.actor = 'artist' and m.state = new.state
      and (tg_op = 'UPDATE' or new.status <> 'new');
  -- A move has set both, or there is nothing to follow.
  if not found or v_state = new.state then return new; end if;
  new.state := v_state;
  if new.status <> 'new' then new.answered_at := coalesce(new.answered_at, new.updated_at); end if;
  if new.status = 'completed' then
    new.completed_by := coalesce(new.completed_by, 'artist');
    new.completed_at := coalesce(new.completed_at, new.updated_at);
  end if;
  return new;
end
$$;
comment on function private.follow_status() is
  'Whoever writes a status past the functions (imports, operators) does not leave the state behind.';
create trigger lead_assignments_follow_status before insert or update of status on public.lead_assignments
  for each row execute function private.follow_status();

create or replace function private.assignment_state(p_assignment public.lead_assignments) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return p_assignment.state;
end
$$;

create table public.lead_events (
  id bigint generated always as identity primary key,
  lead_id uuid not null,
  artist_id uuid not null,
  actor text not null check (actor in ('client', 'artist', 'admin', 'system')),
  event text not null,
  -- What it made of the assignment.
  state text not null,
  -- Why, in the words of whoever declined.
  reason text check (char_length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade
);
alter table public.lead_events enable row level security;
comment on table public.lead_events is
  'Each change of an assignment''s state, which both sides see as a line in their conversation.';
create index lead_events_thread_idx on public.lead_events (lead_id, artist_id, id);
create policy lead_events_select on public.lead_events for select to authenticated using (
  (select private.is_admin())
  or lead_id in (select private.leads_of_mine())
  or (artist_id = (select private.my_artist_id()) and lead_id in (select private.leads_assigned_to_me())));
grant select on public.lead_events to authenticated;
grant all on public.lead_events to service_role;

create function private.drop_thread() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.lead_events e set reason = null from gone g where e.lead_id = g.lead_id and e.reason is not null;
  return null;
end
$$;
comment on function private.drop_thread() is 'Whoever asked was erased from a request: what was written about it is not kept.';
create trigger lead_contacts_drop_thread after delete on public.lead_contacts referencing old table as gone
  for each statement execute function private.drop_thread();

create function private.move_assignment(p_lead uuid, p_artist uuid, p_event text, p_actor text, p_reason text default null) returns text
  language plpgsql security definer set search_path = ''
as $$
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
    when p_event = 'dispute' then 'in_review'
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
    insert into public.lead_events (lead_id, artist_id, actor, event, state, reason)
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

-- As before, as part of a move: whoever wrote first is not told that they were answered.
drop trigger lead_assignments_mail_status on public.lead_assignments;
drop function private.mail_status();
create function private.mail_status(p_lead uuid, p_artist uuid, p_status public.lead_status) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead public.lead_records;
  v_email text;
begin
  select * into v_lead from public.lead_records l where l.id = p_lead and not l.held;
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead.id;
  if v_email is null then return; end if;
  -- Each once: an artist may move the status back and forth.
  perform private.write_mail(case p_status when 'in_review' then 'request_answered' else 'request_completed' end,
    p_lead || ':' || p_artist, v_lead.created_by_user, v_email, p_lead, p_artist);
end
$$;
comment on function private.mail_status(uuid, uuid, public.lead_status) is
  'An artist took a request up, or completed it: tells who asked, each once.';
drop trigger lead_assignments_settle_seen on public.lead_assignments;
drop function private.settle_seen();

create or replace function private.mark_lead_seen(p_lead uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_lead is null or not exists (select from private.leads_assigned_to_me() mine (id) where mine.id = p_lead) then
    perform private.fail('not_allowed');
  end if;
  perform private.move_assignment(p_lead, private.my_artist_id(), 'open', 'artist');
end
$$;

create or replace function private.set_lead_status(p_lead uuid, p_status text) returns text
  language plpgsql security definer set search_path = ''
as $$
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
    order by a.artist_id for update of a
  loop
    v_found := true;
    if v_row.status::text <> p_status then
      perform private.move_assignment(p_lead, v_row.artist_id, 'set_' || p_status,
        case when v_row.artist_id = v_artist then 'artist' else 'admin' end);
      perform private.audit('lead.status', p_lead,
        jsonb_build_object('artist', v_row.artist_id, 'from', v_row.status, 'to', p_status));
    end if;
  end loop;
  -- The same answer for a lead that does not exist and for one that is somebody else's.
  if not v_found then perform private.fail('status_refused'); end if;
  return p_status;
end
$$;

-- Who closes a request closes it for every artist.
create or replace function private.withdraw_request(p_token text, p_lead uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lead uuid := private.lead_of(p_token, p_lead);
  v_artist uuid;
begin
  perform from public.lead_records l where l.id = v_lead and l.withdrawn_at is null for no key update;
  if found then
    for v_artist in select a.artist_id from public.lead_assignments a where a.lead_id = v_lead order by a.artist_id loop
      perform private.move_assignment(v_lead, v_artist, 'close', 'client');
    end loop;
    update public.lead_records l set withdrawn_at = now() where l.id = v_lead;
    delete from private.mails m where m.lead_id = v_lead and m.state = 'waiting' and m.kind <> 'request_link';
    perform private.mail_withdrawn(v_lead);
    perform private.audit('request.withdrawn', v_lead);
  end if;
  return private.request_page(v_lead);
end
$$;

-- Who has not answered in any way, and still could: a message of whoever asked is no answer.
create or replace function private.silent_artists(p_lead uuid) returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select s.artist_id
  from public.lead_assignments s join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
  where s.lead_id = p_lead and s.answered_at is null and s.state in ('sent', 'seen', 'talking')
$$;
