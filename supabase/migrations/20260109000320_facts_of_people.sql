-- What is counted of artists and of prices comes from different people who are proven: one mailbox is one person.
create or replace function private.artist_facts(p_artists uuid[]) returns table (
  artist_id uuid, answer_hours smallint, walls_painted int, replied_count smallint, asked_count smallint, due_at timestamptz
)
  language sql stable security definer set search_path = ''
as $$
  -- Once, and not for each request.
  with t as materialized (select private.clock() as now)
  select a.id,
    case when r.timed >= 5 then (
      select min(h) from unnest('{1,4,8,24,48,72}'::smallint[]) h where r.median <= make_interval(hours => h)) end,
    (select count(distinct p.address_hash)::int from public.lead_assignments s
      join private.lead_senders p on p.lead_id = s.lead_id and p.proven_at is not null
      where s.artist_id = a.id and s.state = 'completed'
        and (s.confirmed_at is not null or s.completed_at < t.now - interval '14 days')),
    case when r.asked >= 5 then r.replied end,
    case when r.asked >= 5 then r.asked end,
    (select min(n.at) from (
      select s.created_at + interval '7 days' as at from public.lead_assignments s
        where s.artist_id = a.id and s.answered_at is null and s.state not in ('passed', 'withdrawn')
          and s.created_at >= t.now - interval '7 days'
      union all
      select s.completed_at + interval '14 days' from public.lead_assignments s
        where s.artist_id = a.id and s.state = 'completed' and s.confirmed_at is null and s.completed_at >= t.now - interval '14 days') n)
  from t join public.artists a on a.id = any (p_artists)
  cross join lateral (
    select count(*)::smallint as asked, count(l.answered_at)::smallint as replied, count(*) filter (where l.answered_at > l.created_at) as timed,
      percentile_cont(0.5) within group (order by l.answered_at - l.created_at) filter (where l.answered_at > l.created_at) as median
    from (
      select d.created_at, d.answered_at from (
        -- The last request of each person. Whoever was asked and passed over, or whose request was closed, within 7 days
        -- had no time to reply.
        select distinct on (p.address_hash) s.created_at, s.answered_at, s.lead_id from public.lead_assignments s
        join private.lead_senders p on p.lead_id = s.lead_id and p.proven_at is not null
        where s.artist_id = a.id and (s.answered_at is not null or s.created_at <
          case when s.state in ('passed', 'withdrawn') then s.updated_at else t.now end - interval '7 days')
        order by p.address_hash, s.created_at desc, s.lead_id) d
      order by d.created_at desc, d.lead_id limit 20) l) r
$$;
comment on function private.artist_facts(uuid[]) is
  'What is counted of these artists, from scratch, of different proven people: the bucket of their median time to a first answer and how many they replied to, of the last request of each of the last 20 people, from 5 on; walls painted that both sides agree on; and when time alone changes it.';

create or replace function private.count_facts(p_artists uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if cardinality(p_artists) = 0 then return; end if;
  -- Of two changes at the same instant the second waits here, and counts the first one too. All in one order, so that
  -- two that are about the same artists do not wait for each other.
  perform from public.artists a where a.id = any (p_artists) order by a.id for no key update;
  perform private.count_reviews(p_artists);
  with facts as materialized (select * from private.artist_facts(p_artists)),
  settled as (delete from private.facts_due d using facts f where d.artist_id = f.artist_id and f.due_at is null),
  planned as (
    insert into private.facts_due as d (artist_id, due_at) select f.artist_id, f.due_at from facts f where f.due_at is not null
      on conflict (artist_id) do update set due_at = excluded.due_at where d.due_at <> excluded.due_at)
  -- Each row that is written renders pages anew.
  update public.artists a
    set answer_hours = f.answer_hours, walls_painted = f.walls_painted, replied_count = f.replied_count, asked_count = f.asked_count
    from facts f
    where a.id = f.artist_id and (a.answer_hours, a.walls_painted, a.replied_count, a.asked_count)
      is distinct from (f.answer_hours, f.walls_painted, f.replied_count, f.asked_count);
end
$$;
comment on function private.count_facts(uuid[]) is 'Counts these artists and their reviews anew, and writes what differs.';

create function private.note_proof() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.facts_changed select distinct a.artist_id from public.lead_assignments a where a.lead_id = new.lead_id;
  return null;
end
$$;
comment on function private.note_proof() is 'Who sent a request is proven, or somebody else by now: its artists are counted anew.';
create trigger lead_senders_facts after insert or update on private.lead_senders
  for each row execute function private.note_proof();

create or replace function private.acceptance_score(p_artist uuid) returns int
  language sql stable security definer set search_path = ''
as $$
  select case when count(*) >= 5
    then (1000 * count(*) filter (where d.state not in ('declined', 'expired')) / count(*))::int else 500 end
  from (
    select s.state from public.lead_assignments s
    join private.lead_senders p on p.lead_id = s.lead_id and p.proven_at is not null
    where s.artist_id = p_artist and s.state not in ('sent', 'seen', 'withdrawn')
    order by s.created_at desc, s.lead_id limit 20) d
$$;

create or replace function private.kinds_of_walls() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('complexity', k.complexity, 'size', k.size,
      'low', greatest(1, round(k.low)), 'high', greatest(1, round(k.high)), 'walls', k.walls) order by k.complexity, k.size), '[]')
  from (
    select w.complexity, w.size, count(*) as walls,
      percentile_cont(0.1) within group (order by w.foot)::numeric as low,
      percentile_cont(0.9) within group (order by w.foot)::numeric as high
    from (
      select x.*, p.artist_id, s.address_hash,
        row_number() over (partition by x.complexity, x.size, p.artist_id order by p.created_at desc, p.id) as of_artist,
        row_number() over (partition by x.complexity, x.size, s.address_hash order by p.created_at desc, p.id) as of_client
      from private.wall_prices x
      join public.proposals p on p.id = x.proposal_id
      join private.lead_senders s on s.lead_id = p.lead_id and s.proven_at is not null) w
    -- No one person is most of a kind.
    where w.of_artist <= 6 and w.of_client <= 2
    group by w.complexity, w.size
    having count(*) >= 20 and count(distinct w.artist_id) >= 5 and count(distinct w.address_hash) >= 10) k
$$;
comment on function private.kinds_of_walls() is
  'Kinds of walls with at least 20 accepted proposals, by at least 5 artists and to at least 10 proven clients, of each artist the last 6 and of each client the last 2: the 10th to the 90th percentile of a square foot.';

select private.count_facts(array(select distinct s.artist_id from public.lead_assignments s));
