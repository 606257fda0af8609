-- The parts of the price of a signed agreement: which is due, what the client says to have paid, and what the artist
-- says has arrived. No money passes through here, and no number of a card or an account is kept.
insert into private.moves (process, event, actor, state, becomes)
select 'payment', m.event, m.actor, s, m.becomes from (values
  ('fall_due', 'system', '{planned}'::text[], 'due'),
  -- Nobody but the artist knows when they are halfway.
  ('ask', 'artist', '{planned,due,disputed}', 'asked'),
  ('report', 'client', '{planned,due,asked,reported,disputed}', 'reported'),
  ('receive', 'artist', '{planned,due,asked,reported,disputed}', 'received'),
  ('dispute', 'artist', '{reported}', 'disputed'),
  ('dispute', 'client', '{due,asked}', 'disputed'),
  ('waive', 'artist', '{planned,due,asked,disputed}', 'waived')
) m (event, actor, states, becomes), unnest(m.states) s;

create table private.payment_parts (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null,
  artist_id uuid not null,
  position smallint not null,
  label text not null check (char_length(label) between 1 and 60),
  amount int not null check (amount between 1 and 1000000),
  due text not null check (due in ('signed', 'design_approved', 'first_day', 'halfway', 'done')),
  state text not null default 'planned'
    check (state in ('planned', 'due', 'asked', 'reported', 'received', 'disputed', 'waived')),
  -- When it fell due, or was asked for before that.
  due_at timestamptz,
  -- When time alone makes it due, and when the client is reminded next.
  comes_at timestamptz,
  remind_at timestamptz,
  -- When another version of the agreement left it out.
  dropped_at timestamptz,
  -- What did not arrive of a part is one of its own: of which part of the agreement, and its how many-th rest.
  rest_of uuid references private.payment_parts (id) on delete cascade,
  rest smallint not null default 0,
  check ((rest_of is null) = (rest = 0)),
  check (dropped_at is null or state not in ('reported', 'received', 'waived')),
  foreign key (lead_id, artist_id) references private.agreements (lead_id, artist_id) on delete cascade
);
comment on table private.payment_parts is
  'The parts of a price, made when its agreement comes into force. Those that are not dropped always make up the price.';
create index payment_parts_rest_idx on private.payment_parts (rest_of);
create index payment_parts_job_idx on private.payment_parts (lead_id, artist_id);
create index payment_parts_comes_idx on private.payment_parts (comes_at)
  where comes_at is not null and state = 'planned' and dropped_at is null;
create index payment_parts_remind_idx on private.payment_parts (remind_at) where remind_at is not null;

create table private.payment_notes (
  id bigint generated always as identity primary key,
  lead_id uuid not null,
  artist_id uuid not null,
  part_id uuid not null references private.payment_parts (id) on delete cascade,
  actor text not null check (actor in ('client', 'artist', 'system')),
  event text not null,
  note text check (char_length(note) between 1 and 500),
  -- What the client says to have paid, or the artist to have received.
  amount int check (amount between 1 and 1000000),
  how text check (char_length(how) between 1 and 100),
  paid_on date,
  created_at timestamptz not null,
  idempotency_key uuid,
  unique (lead_id, artist_id, actor, idempotency_key),
  check ((event = 'report') = (how is not null and paid_on is not null)),
  check (case event when 'report' then amount is not null when 'receive' then true else amount is null end),
  check ((actor = 'system') = (idempotency_key is null))
);
comment on table private.payment_notes is 'Everything that was done about a part. Never changed. It outlives its agreement in private.sealed_jobs.';
create index payment_notes_part_idx on private.payment_notes (part_id, id);

create trigger payment_notes_refuse_change before update on private.payment_notes
  for each row execute function private.refuse_change();
-- What has arrived has arrived. Its place among the others may change.
create trigger payment_parts_refuse_change before update on private.payment_parts
  for each row when (old.state in ('received', 'waived') and (
    new.state <> old.state or new.label <> old.label or new.amount <> old.amount or new.due <> old.due))
  execute function private.refuse_change();

create function private.agreed_parts(p_lead uuid, p_artist uuid, p_body jsonb)
  returns table (place int, label text, amount int, due text, part uuid)
  language sql stable security definer rows 8 set search_path = '' as $$
  with agreed as (
    select n.at, n.part ->> 'label' as label, (n.part ->> 'amount')::int as amount, n.part ->> 'due' as due,
      row_number() over (partition by n.part ->> 'label', (n.part ->> 'amount')::int, n.part ->> 'due' order by n.at) as nth
    from jsonb_array_elements(p_body -> 'parts') with ordinality n (part, at)),
  whole as (
    -- A part with its rests is what was agreed.
    select coalesce(p.rest_of, p.id) as id, min(p.label) as label, sum(p.amount)::int as amount, min(p.due) as due,
      bool_or(p.state in ('reported', 'received', 'waived')) as begun, min(p.position) as position
    from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null group by 1),
  existing as (
    -- Of two that are the same the one that was begun is kept first.
    select w.id, w.label, w.amount, w.due, row_number() over (
      partition by w.label, w.amount, w.due order by w.begun desc, w.position) as nth
    from whole w)
  select a.at::int, a.label, a.amount, a.due, e.id from agreed a left join existing e using (label, amount, due, nth)
$$;
comment on function private.agreed_parts(uuid, uuid, jsonb) is 'The parts of a version in their order, each with the one that it keeps of those before.';

create function private.refuse_begun_parts(p_lead uuid, p_artist uuid, p_body jsonb) returns void
  language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from private.payment_parts p
    where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null and p.state in ('reported', 'received', 'waived')
      and coalesce(p.rest_of, p.id) not in (select a.part from private.agreed_parts(p_lead, p_artist, p_body) a where a.part is not null)) then
    perform private.fail('parts_begun');
  end if;
end
$$;
comment on function private.refuse_begun_parts(uuid, uuid, jsonb) is 'Refuses a version that leaves out what is paid, said to be paid, or waived.';

create function private.set_payment_parts(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
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
      and coalesce(p.rest_of, p.id) not in (select g.part from agreed g where g.part is not null)),
  kept as (
    update private.payment_parts p set position = g.place from agreed g where coalesce(p.rest_of, p.id) = g.part)
  insert into private.payment_parts (lead_id, artist_id, position, label, amount, due)
    select p_lead, p_artist, g.place, g.label, g.amount, g.due from agreed g where g.part is null;
  perform private.bring_payments(p_lead, p_artist);
end
$$;
comment on function private.set_payment_parts(uuid, uuid) is
  'The parts of the version that came into force: what is the same stays with all that was done about it, the rest is dropped. Its callers hold the request.';

create function private.part_label(p_part private.payment_parts) returns text
  language sql immutable set search_path = '' as $$
  select (p_part).label || case when (p_part).rest > 0 then ', the rest' else '' end
$$;
comment on function private.part_label(private.payment_parts) is 'What a part is called: as in the agreement, and whether it is what did not arrive of that.';

create function private.received_amount(p_part private.payment_parts, p_amount int) returns int
  language plpgsql stable security definer set search_path = '' as $$
begin
  if p_amount not between 1 and p_part.amount then perform private.fail('received_amount_invalid'); end if;
  return coalesce(p_amount, case when p_part.state = 'reported' then (
    select least(n.amount, p_part.amount) from private.payment_notes n
    where n.part_id = p_part.id and n.event = 'report' order by n.id desc limit 1) end, p_part.amount);
end
$$;
comment on function private.received_amount(private.payment_parts, int) is
  'How much of a part arrived: as the artist says, else as the client reported, else all of it. Never more than the part.';

create function private.add_rest(p_part private.payment_parts, p_amount int) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_whole uuid := coalesce(p_part.rest_of, p_part.id);
  v_rest uuid;
begin
  insert into private.payment_parts (lead_id, artist_id, position, label, amount, due, rest_of, rest)
    select p_part.lead_id, p_part.artist_id, p_part.position, p_part.label, p_amount, p_part.due, v_whole, max(p.rest) + 1
    from private.payment_parts p where p.id = v_whole or p.rest_of = v_whole
    returning id into v_rest;
  perform private.move_payment_part(v_rest, 'fall_due', 'system');
end
$$;
comment on function private.add_rest(private.payment_parts, int) is 'What did not arrive of a part becomes one of its own, due at once.';

create function private.move_payment_part(p_part uuid, p_event text, p_actor text, p_key uuid default null, p_note text default null,
  p_amount int default null, p_how text default null, p_paid_on date default null) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_part private.payment_parts;
  v_next text;
  v_amount int;
  v_now timestamptz := private.clock();
begin
  select * into v_part from private.payment_parts p where p.id = p_part and p.dropped_at is null for no key update;
  v_next := private.next_state('payment', p_event, p_actor, v_part.state);
  v_amount := case when p_event = 'receive' then private.received_amount(v_part, p_amount) else v_part.amount end;
  update private.payment_parts p
    set state = v_next, amount = v_amount,
      due_at = case when v_next in ('due', 'asked') then coalesce(p.due_at, v_now) else p.due_at end,
      remind_at = case when v_next in ('due', 'asked') and p.due_at is null then v_now + interval '1 day' else p.remind_at end
    where p.id = p_part;
  insert into private.payment_notes (lead_id, artist_id, part_id, actor, event, note, amount, how, paid_on, created_at, idempotency_key)
    values (v_part.lead_id, v_part.artist_id, p_part, p_actor, p_event, p_note, p_amount, p_how, p_paid_on, v_now, p_key);
  if v_amount < v_part.amount then perform private.add_rest(v_part, v_part.amount - v_amount); end if;
  return v_next;
end
$$;
comment on function private.move_payment_part(uuid, text, text, uuid, text, int, text, date) is
  'Makes one move of a part, or refuses it and changes nothing. Its callers know who asks, and hold the request.';

create function private.payments_data(p_lead uuid, p_artist uuid, p_side text) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'side', p_side,
    'writable', w.writable,
    'agreement', a.state, 'artist', v.body::jsonb ->> 'artist', 'client', v.body::jsonb ->> 'client', 'hash', v.hash,
    'price', v.body::jsonb -> 'price', 'tax', coalesce(v.body::jsonb ->> 'tax', 'not_said'),
    'wall', v.body::jsonb ->> 'wall', 'reference', (select l.reference from public.lead_records l where l.id = p_lead),
    -- As both have signed it.
    'how_to_pay', case when a.state in ('in_force', 'amending') then nullif(v.body::jsonb ->> 'how_to_pay', '') end,
    'parts', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'label', private.part_label(p), 'amount', p.amount, 'due', p.due, 'state', p.state,
        'can', array(select m.event from private.moves m where m.process = 'payment' and m.actor = p_side and m.state = p.state and w.writable order by 1),
        'due_at', p.due_at, 'whole', (
          select sum(o.amount) from private.payment_parts o where coalesce(o.rest_of, o.id) = coalesce(p.rest_of, p.id)
            and o.lead_id = p.lead_id and o.artist_id = p.artist_id))
        order by p.position, p.rest)
      from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'part', n.part_id, 'actor', n.actor, 'event', n.event, 'note', n.note,
        'amount', n.amount, 'how', n.how, 'paid_on', n.paid_on, 'created_at', n.created_at) order by n.id)
      from private.payment_notes n join private.payment_parts p on p.id = n.part_id and p.dropped_at is null
      where p.lead_id = p_lead and p.artist_id = p_artist), '[]'))
  from private.agreements a
  join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
  cross join lateral (select exists (
    select from public.lead_assignments s join public.lead_records l on l.id = s.lead_id and l.withdrawn_at is null
    where s.lead_id = p_lead and s.artist_id = p_artist and s.accepted_at is not null
      and s.state in ('accepted', 'completed', 'called_off')) as writable) w
  where a.lead_id = p_lead and a.artist_id = p_artist
$$;
comment on function private.payments_data(uuid, uuid, text) is 'The parts of the agreement that is or was in force, as one side sees them, and what it may do about each; null before there is one.';

create function private.read_payments(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.payments_data(p_lead, p_artist, private.conversation_side(p_lead, p_artist, p_token))
$$;
comment on function private.read_payments(uuid, uuid, text) is
  'The parts of the price of an agreement for one of its two sides, and what was done about them: {side, writable, agreement, artist, client, hash, price, tax, wall, reference, how_to_pay, parts: [{id, label, amount, due, state, can, due_at, whole}], notes}; null before it was in force.';

create function private.act_on_payment(p_lead uuid, p_artist uuid, p_side text, p_part uuid, p_event text, p_key uuid, p_note text,
  p_amount int, p_how text, p_paid_on date) returns jsonb
  language plpgsql security definer set search_path = '' as $$
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
  perform private.mail_side(case p_side when 'client' then 'lead' else 'request' end || '_payment_' || v_next,
    p_part || ':' || p_key, p_lead, p_artist, jsonb_build_object('part', p_part));
  return private.payments_data(p_lead, p_artist, p_side);
end
$$;
comment on function private.act_on_payment(uuid, uuid, text, uuid, text, uuid, text, int, text, date) is
  'What one side does about a part, once for each key; the other hears of it. Its callers know who asks, and hold the request.';

create function private.move_payment(p_lead uuid, p_artist uuid, p_part uuid, p_event text, p_key uuid, p_note text default null,
  p_token text default null, p_amount int default null)
  returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token, true);
  v_note text := private.clean_or_null(p_note);
begin
  if p_event is null or p_event not in ('ask', 'receive', 'dispute', 'waive') then perform private.fail('invalid_input', 'event'); end if;
  if p_amount is not null and p_event <> 'receive' then perform private.fail('invalid_input', 'amount'); end if;
  if v_note is null and p_event = 'dispute' then perform private.fail('reason_required', 'note'); end if;
  if char_length(v_note) > 500 then perform private.fail('reason_too_long', 'note'); end if;
  if private.has_account_number(v_note) then perform private.fail('account_number_refused', 'note'); end if;
  return private.act_on_payment(p_lead, p_artist, v_side, p_part, p_event, p_key, v_note, p_amount, null, null);
end
$$;
comment on function private.move_payment(uuid, uuid, uuid, text, uuid, text, text, int) is
  'Does ask, receive, dispute or waive about a part, for one side and once for each key; of what is received p_amount, and the rest becomes a part of its own. Answers as read_payments.';

create function private.report_payment(p_lead uuid, p_artist uuid, p_part uuid, p_amount int, p_how text, p_paid_on date, p_key uuid,
  p_token text default null)
  returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token, true);
  v_how text;
begin
  if v_side <> 'client' then perform private.fail('not_allowed'); end if;
  if p_amount is null or p_amount not between 1 and 1000000 then perform private.fail('amount_invalid'); end if;
  v_how := private.required_text(private.one_line(p_how), 100, 'how_required', 'how_too_long');
  if private.has_account_number(v_how) then perform private.fail('account_number_refused', 'how'); end if;
  -- Today has begun elsewhere already.
  if p_paid_on is null or p_paid_on not between '2020-01-01' and (private.clock() + interval '14 hours')::date then
    perform private.fail('paid_on_invalid');
  end if;
  return private.act_on_payment(p_lead, p_artist, v_side, p_part, 'report', p_key, null, p_amount, v_how, p_paid_on);
end
$$;
comment on function private.report_payment(uuid, uuid, uuid, int, text, date, uuid, text) is
  'The client says that they have paid, how much, how and when, once for each key. Only the artist can say that it has arrived. Answers as read_payments.';
