-- Whose turn it is: one answer for an artist and a client about a request, which pages, lists and desks read.
create function private.removed_request() returns text language sql immutable parallel safe set search_path = '' as $$
  select 'Removed at the request of the person who sent it.'
$$;
comment on function private.removed_request() is 'What stands in the place of a project once the account of its client is gone.';

create function private.is_client_gone(p_lead public.lead_records) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  -- Most are told by their text; one that a client has typed still has an address.
  if p_lead.project_description <> private.removed_request() then return false; end if;
  return not exists (select from public.lead_contacts c where c.lead_id = p_lead.id);
end
$$;
comment on function private.is_client_gone(public.lead_records) is
  'Whether the account of the client has been deleted, so that nobody is there to answer, or to be answered.';

create function private.turns_of(p_leads uuid[], p_artists uuid[])
  returns table (lead_id uuid, artist_id uuid, side text, steps text[], step text, action text, waits boolean, since timestamptz, until date, turn jsonb, actions text[])
  language plpgsql stable security definer rows 100 set search_path = '' as $$
begin
  return query
  with f as materialized (
    select s.*, l.held or l.withdrawn_at is not null as closed, private.is_client_gone(l) as client_gone, s.state = 'accepted' as working, t.now,
      s.state = 'completed' and (s.confirmed_at is not null or s.completed_at is null or s.completed_at <= t.now - interval '14 days') as finished,
      coalesce(a.state, 'draft') as agreement, a.version as number, a.change is not null as change_asked, a.updated_at as agreement_at,
      g.client_signed, g.artist_signed, coalesce(g.at, v.created_at) as sign_since,
      p.id is not null as proposed, p.low, p.valid_until, p.created_at as proposed_at,
      -- The days as they are agreed on, else as they were proposed.
      coalesce((b.body ->> 'starts_on')::date, p.starts_on) as starts_on,
      coalesce((b.body ->> 'ends_on')::date, p.starts_on + p.days) as ends_on,
      coalesce((b.body ->> 'starts_on')::date, p.starts_on) <= t.today as begun, t.today,
      m.owed, m.reported, m.disputed, coalesce(m.unpaid, false) as unpaid, n.reported_at, n.disputed_at,
      case when b.body is null then 'design' = any (p.included) else (b.body ->> 'rounds')::int > 0 or d.waits end as wants_design,
      case when r.reported then null when k.state <> 'locked' then k.state when private.sketch_gate_open(s.lead_id, s.artist_id) then 'open'
        else 'locked' end as sketch, z.number as sketch_number, coalesce(z.created_at, k.updated_at) as sketch_at, k.updated_at as sketch_moved,
      s.agreement_skipped_at > coalesce(v.created_at, '-infinity') as skipped, s.agreement_asked_at > coalesce(v.created_at, '-infinity') as asked,
      w.ends_on as papers_end, o.created_at as unfinished_at, c.review_id, h.created_at as reviewed_at, h.rating
    from unnest(p_leads, p_artists) key (lead_id, artist_id)
    join public.lead_assignments s on s.lead_id = key.lead_id and s.artist_id = key.artist_id
    join public.lead_records l on l.id = s.lead_id
    cross join (select n.now, private.day_of(n.now) as today from (select private.clock() as now offset 0) n offset 0) t
    left join private.agreements a on a.lead_id = s.lead_id and a.artist_id = s.artist_id
    left join private.agreement_versions v on v.lead_id = s.lead_id and v.artist_id = s.artist_id and v.version = a.version
    left join lateral (
      select i.body::jsonb as body from private.agreement_versions i
      where a.state in ('in_force', 'amending') and i.lead_id = s.lead_id and i.artist_id = s.artist_id and i.version = a.in_force) b on true
    left join lateral (
      select coalesce(bool_or(i.side = 'client'), false) as client_signed, coalesce(bool_or(i.side = 'artist'), false) as artist_signed,
        max(i.signed_at) as at
      from private.agreement_signatures i where i.lead_id = s.lead_id and i.artist_id = s.artist_id and i.version = a.version) g on true
    left join public.proposals p on p.lead_id = s.lead_id and p.artist_id = s.artist_id
      and p.state = case s.state when 'proposed' then 'open' else 'accepted' end
    -- The first part of each kind: one that is reported keeps the artist from nothing but itself. What is said to be paid
    -- is to be settled also when the agreement has ended.
    left join lateral (
      select bool_or(i.state <> 'planned') as unpaid,
        (array_agg(i order by i.position, i.rest) filter (where i.state in ('due', 'asked')))[1] as owed,
        (array_agg(i order by i.position, i.rest) filter (where i.state = 'reported'))[1] as reported,
        (array_agg(i order by i.position, i.rest) filter (where i.state = 'disputed'))[1] as disputed
      from private.payment_parts i
      where i.lead_id = s.lead_id and i.artist_id = s.artist_id and i.dropped_at is null
        and i.state = any (case when a.state in ('in_force', 'amending') then '{planned,due,asked,reported,disputed}'::text[]
          else '{reported,disputed}' end)) m on true
    left join lateral (
      select max(i.created_at) filter (where i.part_id = (m.reported).id) as reported_at,
        max(i.created_at) filter (where i.part_id = (m.disputed).id) as disputed_at
      from private.payment_notes i where i.part_id in ((m.reported).id, (m.disputed).id)) n on true
    left join lateral (
      select exists (select from private.payment_parts i where i.lead_id = s.lead_id and i.artist_id = s.artist_id and i.dropped_at is null
        and i.due = 'design_approved' and i.state = 'planned') as waits) d on true
    left join lateral (
      select exists (select from private.conversation_reports i where i.lead_id = s.lead_id and i.artist_id = s.artist_id) as reported) r on true
    left join lateral (
      select coalesce(i.state, 'locked') as state, i.updated_at
      from (select 1) one left join private.sketches i on i.lead_id = s.lead_id and i.artist_id = s.artist_id) k on true
    left join lateral (
      select i.number::int, i.created_at from private.sketch_versions i
      where i.lead_id = s.lead_id and i.artist_id = s.artist_id order by i.number desc limit 1) z on true
    left join private.papers w on w.artist_id = s.artist_id and w.state = 'checked' and w.ends_on <= t.today + 30
    -- The client says that the wall isn't finished, and the artist has not written since.
    left join lateral (
      select e.created_at from (
        select i.event, i.actor, i.created_at from public.assignment_events i
        where i.lead_id = s.lead_id and i.artist_id = s.artist_id order by i.id desc limit 1) e
      where s.state in ('talking', 'accepted') and e.event = 'dispute' and e.actor = 'client' and not exists (
        select from public.lead_messages i where i.lead_id = s.lead_id and i.artist_id = s.artist_id and i.sender = 'artist'
          and i.created_at >= e.created_at)) o on true
    left join private.review_checks c on c.lead_id = s.lead_id and c.artist_id = s.artist_id
    left join public.reviews h on h.id = c.review_id and h.public_visible and h.reply is null and h.created_at > t.now - interval '60 days'
  ), found as (
    select f.*,
      case when f.agreement in ('in_force', 'amending') then 'done' when f.state in ('completed', 'called_off') then 'skipped'
        when not f.working then 'ahead' when f.agreement in ('offered', 'change_asked', 'signed_by_one') then 'now'
        -- Nobody misses it once the design or the painting is under way, unless the client asked for it.
        when f.skipped or (f.agreement = 'ended' or f.sketch_number is not null or f.begun) and not coalesce(f.asked, false) then 'skipped'
        else 'now' end as agreement_step,
      case when f.sketch in ('approved', 'client_reopens', 'artist_reopens') then 'done' when f.state in ('completed', 'called_off') then 'skipped'
        when not f.working then 'ahead' when f.sketch_number is not null then 'now'
        when f.begun or f.agreement in ('in_force', 'amending') and not f.wants_design then 'skipped'
        when f.wants_design then 'now' when f.skipped or f.agreement = 'ended' then 'skipped' else 'ahead' end as design_step
    from f
  ), told as (
    select f.lead_id, f.artist_id, x.side, x.place, x.action, x.waits, x.amount, private.part_label(x.part) as label, x.version, x.since, x.until from found f cross join lateral (
      select 'client' as side, c.* from (values
        (1, f.state = 'proposed' and f.valid_until >= f.today, 'answer_proposal', true, f.low, null::private.payment_parts, null::int, f.proposed_at, f.valid_until),
        (2, f.state = 'completed' and not f.finished and f.completed_by is distinct from 'client', 'confirm_painted', true,
          null, null, null, f.completed_at, (f.completed_at + interval '14 days')::date),
        (3, f.working and (f.agreement in ('offered', 'signed_by_one') or f.agreement = 'amending' and not f.change_asked) and not f.client_signed,
          'sign_agreement', true, null, null, f.number, f.sign_since, null),
        (4, (f.owed).id is not null, 'pay_part', true, (f.owed).amount, f.owed, null, (f.owed).due_at, null),
        (5, (f.disputed).id is not null, 'settle_payment', true, (f.disputed).amount, f.disputed, null, f.disputed_at, null),
        (6, f.working and f.sketch = 'open' and f.sketch_number is not null,
          case when f.sketch_number is not null and private.sketch_rounds_left(f.lead_id, f.artist_id) < 1 then 'approve_sketch' else 'answer_sketch' end,
          true, null, null, f.sketch_number, f.sketch_at, null),
        (7, f.working and f.sketch = 'artist_reopens', 'answer_reopen', true, null, null, f.sketch_number, f.sketch_moved, null),
        (8, f.finished and f.review_id is null and f.completed_at > f.now - interval '60 days'
          and not private.is_request_to_oneself(f.lead_id, f.artist_id), 'review', true, null, null, null, f.completed_at, null)
      ) c (place, holds, action, waits, amount, part, version, since, until)
      union all
      select 'artist', c.* from (values
        (1, f.state in ('sent', 'seen') or f.state = 'talking' and f.answered_at is null, 'answer', true, null::int, null::private.payment_parts, null::int, f.created_at, null::date),
        (2, f.state = 'expired', 'answer', false, null, null, null, f.created_at, null),
        (3, f.unfinished_at is not null, 'finish', true, null, null, null, f.unfinished_at, null),
        (4, f.state = 'talking' or f.state = 'proposed' and f.valid_until < f.today, 'propose', false, null, null, null, f.updated_at, null),
        (5, f.state = 'completed' and not f.finished and f.completed_by is distinct from 'artist', 'confirm_painted', true,
          null, null, null, f.completed_at, (f.completed_at + interval '14 days')::date),
        (6, f.working and (f.agreement = 'change_asked' or f.agreement = 'amending' and f.change_asked), 'change_agreement', true,
          null, null, f.number, f.agreement_at, null),
        (7, f.working and f.agreement in ('offered', 'signed_by_one', 'amending') and not f.artist_signed, 'sign_agreement', true,
          null, null, f.number, f.sign_since, null),
        (8, (f.reported).id is not null, 'confirm_payment', true, (f.reported).amount, f.reported, null, f.reported_at, null),
        (9, (f.disputed).id is not null, 'settle_payment', true, (f.disputed).amount, f.disputed, null, f.disputed_at, null),
        (10, f.working and f.sketch = 'changes_asked', 'send_sketch', true, null, null, f.sketch_number + 1, f.sketch_moved, null),
        (11, f.working and f.sketch = 'client_reopens', 'answer_reopen', true, null, null, f.sketch_number, f.sketch_moved, null),
        (12, (f.owed).due_at < f.now - interval '7 days', 'ask_for_payment', true, (f.owed).amount, f.owed, null, (f.owed).due_at, null),
        (13, f.agreement_step = 'now' and f.agreement in ('draft', 'ended'), 'write_agreement', true, null, null, null,
          greatest(f.accepted_at, case when f.asked then f.agreement_asked_at end), f.starts_on),
        (14, f.agreement_step <> 'now' and f.design_step = 'now' and f.sketch = 'open' and f.sketch_number is null, 'send_sketch', true,
          null, null, 1, greatest(f.accepted_at, f.sign_since), f.starts_on),
        (15, f.working and f.ends_on < f.today, 'mark_painted', true, null, null, null, f.ends_on::timestamptz, f.ends_on),
        (16, f.working and f.papers_end is not null, 'renew_papers', true, null, null, null, f.accepted_at, f.papers_end),
        (17, f.working and 'now' not in (f.agreement_step, f.design_step), 'paint', false, null, null, null, f.starts_on::timestamptz, f.starts_on),
        (18, f.reviewed_at is not null, 'reply_review', true, f.rating::int, null, null, f.reviewed_at, null)
      ) c (place, holds, action, waits, amount, part, version, since, until)) x
    -- Of a client who is gone only a painted wall is left to do something about.
    where x.holds and not f.closed and (not f.client_gone or x.side = 'artist' and f.state = 'completed')
  ), first as (
    select distinct on (told.lead_id, told.artist_id, told.side) told.*, array_agg(told.action) over (
      partition by told.lead_id, told.artist_id, told.side order by told.place rows between unbounded preceding and unbounded following) as actions
    from told order by told.lead_id, told.artist_id, told.side, told.place
  ), line as (
    select f.lead_id, f.artist_id, array['done',
      case when f.accepted_at is not null then 'done' when f.state not in ('accepted', 'completed', 'called_off') then 'now' else 'skipped' end,
      f.agreement_step, f.design_step,
      case when f.finished then 'done' when f.state in ('accepted', 'completed') then 'now' else 'ahead' end,
      -- What is still to be paid keeps it open.
      case when not f.finished then 'ahead' when f.unpaid then 'now' else 'done' end] as steps, f.closed
    from found f
  ), shown as (
    select l.lead_id, l.artist_id, coalesce((array['request', 'proposal', 'agreement', 'design', 'painting', 'done'])[p.present], 'over') as step,
      -- At most one is the present one, and none of a request that is closed.
      array(select case when i.state = 'now' and i.n is distinct from p.present then 'ahead' else i.state end
        from unnest(l.steps) with ordinality i (state, n) order by i.n) as steps
    from line l cross join lateral (select case when not l.closed then array_position(l.steps, 'now') end as present) p
  )
  select shown.lead_id, shown.artist_id, y.side, shown.steps, shown.step, first.action, coalesce(first.waits, false), first.since, first.until,
    case when first.action is not null then to_jsonb(first) - '{lead_id,artist_id,side,place,actions}'::text[] end,
    coalesce(first.actions, '{}')
  from shown cross join unnest(array['client', 'artist']) y (side)
  left join first on first.lead_id = shown.lead_id and first.artist_id = shown.artist_id and first.side = y.side;
end
$$;
comment on function private.turns_of(uuid[], uuid[]) is
  'Where requests are, each with one artist, a row for each side: the states of the six steps, the present one, and what the side does next (null for nothing), since when and until when. waits: it is their turn now; else only what comes next. turn is that with its amount, part (label) or version, as pages read it; actions are all that the side could do, for reminders. Lists ask for all their rows at once.';

create function private.job_turns(p_lead uuid, p_artist uuid)
  returns table (side text, steps text[], step text, action text, waits boolean, since timestamptz, until date, turn jsonb, actions text[])
  language plpgsql stable security definer rows 2 set search_path = '' as $$
begin
  return query
  select t.side, t.steps, t.step, t.action, t.waits, t.since, t.until, t.turn, t.actions
  from private.turns_of(array[p_lead], array[p_artist]) t;
end
$$;
comment on function private.job_turns(uuid, uuid) is 'As private.turns_of, of one request with one artist.';

create function private.job_can(p_assignment public.lead_assignments, p_side text) returns text[]
  language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct x.act order by x.act), '{}')
  from public.lead_records l
  left join private.agreements a on a.lead_id = p_assignment.lead_id and a.artist_id = p_assignment.artist_id
  left join private.sketches k on k.lead_id = p_assignment.lead_id and k.artist_id = p_assignment.artist_id
  cross join lateral (
    select m.event from private.moves m
    where m.process = 'assignment' and m.actor = p_side and m.state = p_assignment.state and m.event in ('write', 'complete', 'undo_complete', 'dispute', 'call_off')
    union all
    select e.act || '_agreement' from unnest(private.agreement_can(a, p_side)) e (act) where p_assignment.state = 'accepted'
    union all
    select case p_side when 'client' then 'ask_for_agreement' end
    where p_assignment.state = 'accepted' and coalesce(a.state, 'draft') in ('draft', 'ended')
      and not coalesce(p_assignment.agreement_asked_at > greatest(a.updated_at, p_assignment.agreement_skipped_at, '-infinity'), false)
    union all
    select m.event || '_sketch' from private.moves m
    where m.process = 'sketch' and m.actor = p_side and m.state = coalesce(k.state, 'locked') and p_assignment.state = 'accepted'
    union all
    select m.event || '_payment' from private.payment_parts p join private.moves m on m.process = 'payment' and m.state = p.state and m.actor = p_side
    where p.lead_id = p_assignment.lead_id and p.artist_id = p_assignment.artist_id and p.dropped_at is null) x (act)
  where l.id = p_assignment.lead_id and l.withdrawn_at is null and x.act is not null
    -- Of a client who is gone only whether the wall is painted is left to say.
    and (x.act in ('complete', 'undo_complete') or not private.is_client_gone(l))
$$;
comment on function private.job_can(public.lead_assignments, text) is
  'What one side of an accepted job may do now, by the tables of moves: nothing once the request is closed. Each act checks it again, and its details.';

create function private.job_line(p_lead uuid, p_artist uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('steps', min(t.steps), 'step', min(t.step), 'turns', jsonb_object_agg(t.side, t.turn))
  from private.job_turns(p_lead, p_artist) t
$$;
comment on function private.job_line(uuid, uuid) is 'Where a job stands and whose turn it is, as lists and pages read it.';

create function private.leads_at(p_step text) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = '' as $$
begin
  return query
  select t.lead_id
  from (select array_agg(a.lead_id) as leads, array_agg(a.artist_id) as artists from public.lead_assignments a
    where a.state in ('accepted', 'completed', 'called_off')) j
  cross join lateral private.turns_of(j.leads, j.artists) t
  where case p_step when 'payment' then t.step = 'done'
    when 'late' then t.action = 'settle_payment' or t.action in ('pay_part', 'sign_agreement', 'change_agreement')
      and t.since < private.clock() - interval '7 days'
    else t.step = p_step end;
end
$$;
comment on function private.leads_at(text) is
  'The requests with a job at a step; payment: painted and not all paid, late: a payment is disputed, or a side waits for a week.';

create function private.job_history(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(h) order by h.at desc), '[]')
  from (
    select x.* from (
      select e.artist_id, e.created_at as at, e.actor, e.event, null::int as version, null::int as amount from public.assignment_events e
      where e.lead_id = p_lead and e.event in ('accept', 'complete', 'dispute', 'undo_complete', 'call_off')
      union all
      select v.artist_id, v.created_at, 'artist', 'offer_agreement', v.version, null from private.agreement_versions v where v.lead_id = p_lead
      union all
      select g.artist_id, g.signed_at, g.side, 'sign_agreement', g.version, null from private.agreement_signatures g where g.lead_id = p_lead
      union all
      select n.artist_id, n.created_at, n.actor, n.event || '_payment', null, coalesce(n.amount, p.amount)
      from private.payment_notes n join private.payment_parts p on p.id = n.part_id where n.lead_id = p_lead
      union all
      select k.artist_id, k.created_at, k.actor, k.event || '_sketch', k.version, null from private.sketch_events k where k.lead_id = p_lead) x
    order by x.at desc limit 12) h
$$;
comment on function private.job_history(uuid) is 'What was last done in the jobs of a request, for admins: who did what, and when; no words of anybody.';

create function private.ask_for_agreement(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_row public.lead_assignments;
begin
  select * into v_row from public.lead_assignments s where s.lead_id = p_lead and s.artist_id = p_artist for no key update;
  if v_side <> 'client' then perform private.fail('not_allowed'); end if;
  -- Again, or when the artist was faster, changes nothing.
  if 'ask_for_agreement' = any (private.job_can(v_row, v_side)) then
    update public.lead_assignments s set agreement_asked_at = private.clock(), agreement_skipped_at = null
      where s.lead_id = p_lead and s.artist_id = p_artist;
    perform private.mail_side('lead_wants_agreement', p_lead || ':' || p_artist, p_lead, p_artist);
  end if;
  return private.job_data(p_lead, p_artist, v_side);
end
$$;
comment on function private.ask_for_agreement(uuid, uuid, text) is
  'The client would like an agreement, also where both had gone on without one. The artist hears of it once for each request. Answers as read_job.';

create function private.skip_agreement(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
begin
  if exists (select from private.job_turns(p_lead, p_artist) t where t.action = 'write_agreement') then
    update public.lead_assignments s set agreement_skipped_at = private.clock() where s.lead_id = p_lead and s.artist_id = p_artist;
  end if;
  return private.job_data(p_lead, p_artist, v_side);
end
$$;
comment on function private.skip_agreement(uuid, uuid, text) is
  'Either side goes on without an agreement, until one is written or the client asks for it. Again changes nothing. Answers as read_job.';
