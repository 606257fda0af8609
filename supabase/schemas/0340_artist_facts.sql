-- How artists work, as their pages say it: "usually answers within 4 hours", "12 walls painted", "replied to 9 of 10".
-- Counted from their requests at the end of each transaction that changes one, and by the clock where time alone does.
create table private.fact_recounts (
  artist_id uuid not null,
  -- Whether the transaction had none before: one row starts the count of all.
  is_first boolean not null
);
alter table private.fact_recounts enable row level security;
comment on table private.fact_recounts is 'Artists to count as the running transaction ends; empty after each. Artists may go before it ends.';

create table private.fact_schedule (
  artist_id uuid primary key references public.artists (id) on delete cascade,
  due_at timestamptz not null
);
alter table private.fact_schedule enable row level security;
comment on table private.fact_schedule is 'When time alone changes next what is counted of an artist, by private.clock().';
create index fact_schedule_due_idx on private.fact_schedule (due_at);

create function private.artist_facts(p_artists uuid[]) returns table (
  artist_id uuid, answer_hours smallint, walls_painted int, replied_count smallint, asked_count smallint, due_at timestamptz
)
  language plpgsql stable security definer rows 1 set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  -- Once, and not for each request.
  return query
    with t as materialized (select private.clock() as now)
    select a.id,
      case when r.timed >= 5 then (
        select min(h) from unnest('{1,4,8,24,48,72}'::smallint[]) h where r.median <= make_interval(hours => h)) end,
      (select count(distinct p.address_hash)::int from public.lead_assignments s
        join private.request_senders p on p.lead_id = s.lead_id and p.proven_at is not null and p.address_hash <> all (own.mailboxes)
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
    -- Read once, and not where it is used.
    cross join lateral (select private.mailboxes_of_artist(a.id) as mailboxes offset 0) own
    cross join lateral (
      select count(*)::smallint as asked, count(l.answered_at)::smallint as replied, count(*) filter (where l.answered_at > l.created_at) as timed,
        percentile_cont(0.5) within group (order by l.answered_at - l.created_at) filter (where l.answered_at > l.created_at) as median
      from (
        select d.created_at, d.answered_at from (
          -- The last request of each person. Whoever was asked and passed over, or whose request was closed, within 7 days
          -- had no time to reply.
          select distinct on (p.address_hash) s.created_at, s.answered_at, s.lead_id from public.lead_assignments s
          join private.request_senders p on p.lead_id = s.lead_id and p.proven_at is not null and p.address_hash <> all (own.mailboxes)
          where s.artist_id = a.id and (s.answered_at is not null or s.created_at <
            case when s.state in ('passed', 'withdrawn') then s.updated_at else t.now end - interval '7 days')
          order by p.address_hash, s.created_at desc, s.lead_id) d
        order by d.created_at desc, d.lead_id limit 20) l) r;
end
$$;
comment on function private.artist_facts(uuid[]) is
  'What is counted of these artists, from scratch, of different proven people: the bucket of their median time to a first answer and how many they replied to, of the last request of each of the last 20 people, from 5 on; walls painted that both sides agree on; and when time alone changes it.';

create function private.count_facts(p_artists uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(cardinality(p_artists), 0) = 0 then return; end if;
  -- Of two changes at the same instant the second waits here, and counts the first one too. All in one order, so that
  -- two that are about the same artists do not wait for each other.
  perform from public.artists a where a.id = any (p_artists) order by a.id for no key update;
  perform private.count_reviews(p_artists);
  with facts as materialized (select * from private.artist_facts(p_artists)),
  settled as (delete from private.fact_schedule d using facts f where d.artist_id = f.artist_id and f.due_at is null),
  planned as (
    insert into private.fact_schedule as d (artist_id, due_at) select f.artist_id, f.due_at from facts f where f.due_at is not null
      on conflict (artist_id) do update set due_at = excluded.due_at where d.due_at <> excluded.due_at)
  -- Each row that is written renders pages anew.
  update public.artists a
    set answer_hours = f.answer_hours, walls_painted = f.walls_painted, replied_count = f.replied_count, asked_count = f.asked_count
    from facts f
    where a.id = f.artist_id and (a.answer_hours, a.walls_painted, a.replied_count, a.asked_count)
      is distinct from (f.answer_hours, f.walls_painted, f.replied_count, f.asked_count);
  -- What else is in their profiles follows the artists' rows.
  update private.match_profiles p set acceptance = n.acceptance, requests = n.requests
    from (
      select x as artist_id, private.acceptance_score(x) as acceptance,
        (select count(*)::int from public.lead_assignments s where s.artist_id = x) as requests
      from unnest(p_artists) x offset 0) n
    where p.artist_id = n.artist_id and (p.acceptance, p.requests) <> (n.acceptance, n.requests);
end
$$;
comment on function private.count_facts(uuid[]) is 'Counts these artists, their reviews and how matching sees their requests anew, and writes what differs.';

-- One step from a changed request to its artists: they are noted by the statement, and all counted at once as the
-- transaction ends, because it may go through the artists of many requests in any order.
create function private.plan_recount() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_artists uuid[];
begin
  -- What is counted comes from different people who are proven: one is proven, or somebody else by now.
  if tg_table_name = 'request_senders' then
    v_artists := array(select a.artist_id from public.lead_assignments a where a.lead_id = new.lead_id);
  -- That an artist has opened a request changes nothing that is counted.
  elsif tg_op <> 'UPDATE' or (replace(new.state, 'seen', 'sent'), new.created_at, new.answered_at, new.completed_at, new.confirmed_at)
      is distinct from (replace(old.state, 'seen', 'sent'), old.created_at, old.answered_at, old.completed_at, old.confirmed_at) then
    v_artists := array[coalesce(new.artist_id, old.artist_id)];
  else
    return null;
  end if;
  insert into private.fact_recounts (artist_id, is_first)
    select x, not exists (select from private.fact_recounts) from unnest(v_artists) x;
  return null;
end
$$;
comment on function private.plan_recount() is 'Notes the artists of a request that has changed, or whose sender is another one, for private.recount_artists.';

create trigger lead_assignments_facts after insert or update or delete on public.lead_assignments
  for each row execute function private.plan_recount();
create trigger request_senders_facts after insert or update on private.request_senders
  for each row execute function private.plan_recount();

create function private.recount_artists() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_artists uuid[];
begin
  -- Rows of other transactions are never seen: they are gone before those end.
  with noted as (delete from private.fact_recounts returning artist_id)
  select array_agg(distinct n.artist_id) into v_artists from noted n;
  perform private.count_facts(v_artists);
  return null;
end
$$;
comment on function private.recount_artists() is 'Counts the artists that a transaction has noted, as it ends.';

create constraint trigger fact_recounts_count after insert on private.fact_recounts deferrable initially deferred
  for each row when (new.is_first) execute function private.recount_artists();

create function private.count_due_facts() returns void
  language sql security definer set search_path = '' as $$
  select private.count_facts(array(
    select d.artist_id from private.fact_schedule d where d.due_at < private.clock() order by d.due_at limit 100))
$$;
comment on function private.count_due_facts() is 'Counts up to 100 artists for whom time has changed something. One look at an index when there is none.';
