-- Sketches of the artist who was chosen, laid on the client's own wall: versions that stay as they are, comments pinned
-- to one of them, rounds of changes, and an approval that names the hash of its picture. The two parties alone.
insert into private.moves (process, event, actor, state, becomes)
select 'sketch', m.event, a, s, coalesce(m.becomes, s) from (values
  ('unlock', '{system}'::text[], '{locked}'::text[], 'open'),
  ('send', '{artist}', '{open,changes_asked}', 'open'),
  ('pin', '{client,artist}', '{open,changes_asked}', null),
  ('ask_changes', '{client}', '{open}', 'changes_asked'),
  ('approve', '{client}', '{open,changes_asked}', 'approved'),
  ('offer_round', '{artist}', '{open,changes_asked}', null),
  ('agree_round', '{client}', '{open,changes_asked}', null),
  ('reopen', '{client}', '{approved,client_reopens}', 'client_reopens'),
  ('reopen', '{artist}', '{approved,artist_reopens}', 'artist_reopens'),
  ('reopen', '{client}', '{artist_reopens}', 'open'),
  ('reopen', '{artist}', '{client_reopens}', 'open'),
  ('keep', '{client,artist}', '{approved,client_reopens,artist_reopens}', 'approved')
) m (event, actors, states, becomes), unnest(m.actors) a, unnest(m.states) s;

create table private.sketches (
  lead_id uuid not null,
  artist_id uuid not null,
  state text not null default 'locked'
    check (state in ('locked', 'open', 'changes_asked', 'approved', 'client_reopens', 'artist_reopens')),
  -- The version that was approved, by its number and the SHA-256 of its picture.
  approved smallint,
  approved_hash text,
  updated_at timestamptz not null default now(),
  primary key (lead_id, artist_id),
  foreign key (lead_id, artist_id) references public.lead_assignments (lead_id, artist_id) on delete cascade,
  check ((approved is not null) = (state in ('approved', 'client_reopens', 'artist_reopens'))),
  check ((approved is null) = (approved_hash is null))
);
comment on table private.sketches is 'How far the sketches of an accepted job are. Gone with the request, a withdrawal, or either party.';

create table private.sketch_versions (
  lead_id uuid not null,
  artist_id uuid not null,
  number smallint not null check (number between 1 and 10),
  -- The SHA-256 of the picture, in hex, which is its name in the bucket too.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- The photo of the wall that it is laid on, and where: four points in shares of that photo, from the top left clockwise.
  wall text,
  corners jsonb,
  -- How opaque the sketch lies on the photo.
  strength real check (strength between 0 and 1),
  created_at timestamptz not null default now(),
  idempotency_key uuid not null,
  primary key (lead_id, artist_id, number),
  unique (lead_id, artist_id, idempotency_key),
  foreign key (lead_id, artist_id) references private.sketches (lead_id, artist_id) on delete cascade,
  check ((wall is null) = (corners is null) and (wall is null) = (strength is null))
);
comment on table private.sketch_versions is 'The versions of a sketch. Nothing changes one: another is added.';

create table private.sketch_pins (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null,
  artist_id uuid not null,
  version smallint not null,
  side text not null check (side in ('client', 'artist')),
  -- In shares of the width and height, from the top left.
  x real not null check (x between 0 and 1),
  y real not null check (y between 0 and 1),
  body text not null check (char_length(body) between 1 and 500),
  created_at timestamptz not null default now(),
  idempotency_key uuid not null,
  unique (lead_id, artist_id, side, idempotency_key),
  foreign key (lead_id, artist_id, version) references private.sketch_versions (lead_id, artist_id, number) on delete cascade
);
comment on table private.sketch_pins is 'Comments of either side at a place of one version, where they stay when there is a newer one.';
create index sketch_pins_version_idx on private.sketch_pins (lead_id, artist_id, version);

create table private.sketch_events (
  id bigint generated always as identity primary key,
  lead_id uuid not null,
  artist_id uuid not null,
  actor text not null check (actor in ('client', 'artist')),
  event text not null,
  -- Which one it was about; null for all of them.
  version smallint,
  hash text,
  -- What the client wrote to a wish for changes.
  note text check (char_length(note) between 1 and 500),
  created_at timestamptz not null default now(),
  foreign key (lead_id, artist_id) references private.sketches (lead_id, artist_id) on delete cascade
);
comment on table private.sketch_events is 'What was done about sketches, but for pins. Every ask_changes among it is a round.';
create index sketch_events_job_idx on private.sketch_events (lead_id, artist_id, id);

create table private.sketch_extra_rounds (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null,
  artist_id uuid not null,
  amount int not null check (amount between 0 and 1000000),
  offered_at timestamptz not null default now(),
  agreed_at timestamptz,
  foreign key (lead_id, artist_id) references private.sketches (lead_id, artist_id) on delete cascade
);
comment on table private.sketch_extra_rounds is 'Further rounds: what the artist asks for one, in whole dollars, and when the client agreed. Nothing here takes money.';
create unique index sketch_extra_rounds_offer_idx on private.sketch_extra_rounds (lead_id, artist_id) where agreed_at is null;
create index sketch_extra_rounds_job_idx on private.sketch_extra_rounds (lead_id, artist_id);

create function private.sketch_gate_open(p_lead uuid, p_artist uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  -- A design fee is what is due before the design: when both have signed.
  return not exists (
    select from private.agreements a join private.payment_parts fee on fee.lead_id = a.lead_id and fee.artist_id = a.artist_id
    join private.payment_parts later on later.lead_id = a.lead_id and later.artist_id = a.artist_id
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state in ('in_force', 'amending')
      and fee.dropped_at is null and fee.due = 'signed' and fee.state not in ('received', 'waived')
      and later.dropped_at is null and later.due = 'design_approved');
end
$$;
comment on function private.sketch_gate_open(uuid, uuid) is 'Whether the artist may begin with sketches: not while the agreement in force has a design fee that has not arrived.';

create function private.sketch_rounds(p_lead uuid, p_artist uuid) returns int
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select (v.body::jsonb ->> 'rounds')::int from private.agreements a
    join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
    where a.lead_id = p_lead and a.artist_id = p_artist and a.state <> 'ended'), 2)
    + (select count(*) from private.sketch_extra_rounds r where r.lead_id = p_lead and r.artist_id = p_artist and r.agreed_at is not null)::int;
end
$$;
comment on function private.sketch_rounds(uuid, uuid) is 'How many rounds of changes there are: those of the price, two unless an agreement says otherwise, and those agreed on since.';

create function private.sketch_path(p_lead uuid, p_artist uuid, p_hash text) returns text
  language sql immutable set search_path = '' as $$
  select concat_ws('/', p_lead, p_artist, p_hash || '.webp')
$$;
comment on function private.sketch_path(uuid, uuid, text) is
  'Under which name a picture of a job is stored. It ends in .webp whatever its type is, as photos of the wall do.';

create function private.is_sketch_stored(p_lead uuid, p_artist uuid, p_hash text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from storage.objects o where o.bucket_id = 'sketches' and o.name = private.sketch_path(p_lead, p_artist, p_hash))
$$;
comment on function private.is_sketch_stored(uuid, uuid, text) is 'Whether the picture of this hash has arrived.';

create function private.sketch_job(p_lead uuid, p_artist uuid) returns private.sketches
  language plpgsql security definer set search_path = '' as $$
declare
  v_withdrawn timestamptz;
  v_row private.sketches;
begin
  -- Of two acts at the same instant the second waits here, and finds what the first has done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  perform private.expect_client(p_lead);
  if not exists (select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'accepted')
     or exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist) then
    perform private.fail('move_refused');
  end if;
  insert into private.sketches (lead_id, artist_id) values (p_lead, p_artist) on conflict do nothing;
  if private.sketch_gate_open(p_lead, p_artist) then
    update private.sketches s set state = m.becomes from private.moves m
      where s.lead_id = p_lead and s.artist_id = p_artist and m.process = 'sketch' and m.event = 'unlock' and m.actor = 'system' and m.state = s.state;
  end if;
  select * into v_row from private.sketches s where s.lead_id = p_lead and s.artist_id = p_artist;
  return v_row;
end
$$;
comment on function private.sketch_job(uuid, uuid) is
  'The sketches of an accepted job, locked for an act of one side: its callers know who asks. Refuses a job that is not at work, a withdrawn request, and a reported conversation.';

create function private.move_sketch(p_job private.sketches, p_event text, p_actor text, p_version int default null, p_hash text default null,
  p_note text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_next text := private.next_state('sketch', p_event, p_actor, p_job.state);
begin
  -- A repetition that changes nothing leaves no line.
  if v_next = p_job.state and p_event in ('reopen', 'keep') then return; end if;
  update private.sketches s set state = v_next, updated_at = private.clock(),
      approved = case when v_next = 'open' then null when p_event = 'approve' then p_version else s.approved end,
      approved_hash = case when v_next = 'open' then null when p_event = 'approve' then p_hash else s.approved_hash end
    where s.lead_id = p_job.lead_id and s.artist_id = p_job.artist_id;
  if p_event <> 'pin' then
    insert into private.sketch_events (lead_id, artist_id, actor, event, version, hash, note, created_at)
      values (p_job.lead_id, p_job.artist_id, p_actor, p_event, p_version, p_hash, p_note, private.clock());
  end if;
end
$$;
comment on function private.move_sketch(private.sketches, text, text, int, text, text) is
  'Makes one move of the sketches of a job, or refuses it and changes nothing. Its callers know who asks.';

create function private.sketch_rounds_left(p_lead uuid, p_artist uuid) returns int
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.sketch_rounds(p_lead, p_artist)
    - (select count(*) from private.sketch_events e where e.lead_id = p_lead and e.artist_id = p_artist and e.event = 'ask_changes')::int;
end
$$;
comment on function private.sketch_rounds_left(uuid, uuid) is 'How many more times the client can ask for changes.';

-- What both see.
create function private.read_sketches(p_lead uuid, p_artist uuid, p_side text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_state text;
begin
  select a.state into v_state from public.lead_assignments a join public.lead_records l on l.id = a.lead_id
    where a.lead_id = p_lead and a.artist_id = p_artist and a.accepted_at is not null
      and a.state in ('accepted', 'completed', 'called_off') and l.withdrawn_at is null
      and not exists (select from private.conversation_reports r
        where r.lead_id = p_lead and r.artist_id = p_artist and r.side = p_side);
  if not found then return null; end if;
  return (
    select jsonb_build_object('side', p_side, 'writable', v_state = 'accepted', 'state', n.state,
      'can', array(select m.event from private.moves m where m.process = 'sketch' and m.actor = p_side and m.state = n.state and v_state = 'accepted' order by 1),
      'approved', s.approved, 'approved_hash', s.approved_hash,
      'rounds_left', private.sketch_rounds_left(p_lead, p_artist),
      'rounds', private.sketch_rounds(p_lead, p_artist),
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
        left join storage.objects o on o.bucket_id in ('lead-photos', 'message-pictures') and o.name = v.wall
        where v.lead_id = p_lead and v.artist_id = p_artist), '[]'),
      'events', coalesce((
        select jsonb_agg(jsonb_build_object('id', e.id, 'event', e.event, 'actor', e.actor, 'version', e.version, 'note', e.note,
          'created_at', e.created_at)
          order by e.id)
        from private.sketch_events e where e.lead_id = p_lead and e.artist_id = p_artist), '[]'))
    from (select 1) one left join private.sketches s on s.lead_id = p_lead and s.artist_id = p_artist
    cross join lateral (select case when coalesce(s.state, 'locked') = 'locked' and private.sketch_gate_open(p_lead, p_artist) then 'open'
      else coalesce(s.state, 'locked') end as state) n);
end
$$;
comment on function private.read_sketches(uuid, uuid, text) is
  'Everything about the sketches of a job as one side sees it; null before a proposal is accepted, and to whom the conversation is hidden.';

create function private.sketch_data(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.read_sketches(p_lead, p_artist, private.conversation_side(p_lead, p_artist, p_token));
end
$$;
comment on function private.sketch_data(uuid, uuid, text) is
  'Sketches of an accepted job for the two sides of its conversation: {side, state, can, writable, approved, approved_hash, rounds, rounds_left, offer, versions: [{number, hash, path, wall, corners, strength, created_at, pins}], events}; null before.';
