-- What pages say of how an artist works and is rated: "usually answers within 4 hours", "12 walls painted", "replied to 9
-- of 10", "4.9 out of 5 · 16 reviews". This file has all that counts these numbers: a trigger on each of three tables
-- compares a row as it was with the row as it is, and only what makes a difference is counted.
--   lead_assignments: an artist is asked, answers, declines, completes, or a request goes.
--   request_senders:  a client proves who they are.
--   reviews:          a review counts, no longer counts, or gets other stars.
-- The clock alone does the rest (private.fact_schedule).
create table private.fact_schedule (
  artist_id uuid primary key references public.artists (id) on delete cascade,
  due_at timestamptz not null
);
comment on table private.fact_schedule is 'When time alone changes next what is counted of an artist, by private.clock().';
create index fact_schedule_due_idx on private.fact_schedule (due_at);

create function private.artist_facts(p_artist uuid) returns table (
  answer_hours smallint, walls_painted int, replied_count smallint, asked_count smallint, acceptance int, requests int, due_at timestamptz
)
  language plpgsql stable security definer rows 1 set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_now timestamptz := private.clock();
  v_settled timestamptz := private.clock() - make_interval(days => private.setting_int('wall_settle_days'));
  -- Once, and not for each request.
  v_own bytea[] := private.mailboxes_of_artist(p_artist);
begin
  return query
    with given as materialized (
      -- The client of each request, where they are proven and not the artist.
      select s.*, (select p.address_hash from private.request_senders p
        where p.lead_id = s.lead_id and p.proven_at is not null and p.address_hash <> all (v_own)) as person
      from public.lead_assignments s where s.artist_id = p_artist
    ), asked as materialized (
      select d.created_at, d.answered_at from (
        -- The last request of each client. An artist who was passed over, or whose request was closed, within 7 days had
        -- no time to reply.
        select distinct on (g.person) g.created_at, g.answered_at, g.lead_id from given g
        where g.person is not null and (g.answered_at is not null or g.created_at <
          case when g.state in ('passed', 'withdrawn') then g.updated_at else v_now end - interval '7 days')
        order by g.person, g.created_at desc, g.lead_id) d
      order by d.created_at desc, d.lead_id limit 20
    ), decided as materialized (
      select d.state from (
        select distinct on (g.person) g.state, g.created_at, g.lead_id from given g
        where g.person is not null and g.state not in ('sent', 'seen', 'withdrawn')
        order by g.person, g.created_at desc, g.lead_id) d
      order by d.created_at desc, d.lead_id limit 20
    ), replies as materialized (
      select count(*)::smallint as asked, count(a.answered_at)::smallint as replied, count(*) filter (where a.answered_at > a.created_at) as timed,
        percentile_cont(0.5) within group (order by a.answered_at - a.created_at) filter (where a.answered_at > a.created_at) as median
      from asked a)
    select
      case when r.timed >= 5 then (
        select min(h) from unnest('{1,4,8,24,48,72}'::smallint[]) h where r.median <= make_interval(hours => h)) end,
      w.painted, case when r.asked >= 5 then r.replied end, case when r.asked >= 5 then r.asked end,
      (select case when count(*) >= 5
        then (1000 * count(*) filter (where d.state not in ('declined', 'expired')) / count(*))::int else 500 end from decided d),
      w.requests, w.due_at
    from replies r cross join (
      select count(*)::int as requests,
        count(distinct g.person) filter (where g.state = 'completed'
          and (g.confirmed_at is not null or g.completed_at < v_now - interval '14 days')
          and coalesce(g.accepted_at, g.created_at) <= v_settled)::int as painted,
        least(
          min(g.created_at) filter (where g.answered_at is null and g.state not in ('passed', 'withdrawn')
            and g.created_at >= v_now - interval '7 days') + interval '7 days',
          min(g.completed_at) filter (where g.state = 'completed' and g.confirmed_at is null
            and g.completed_at >= v_now - interval '14 days') + interval '14 days',
          min(coalesce(g.accepted_at, g.created_at)) filter (where g.state = 'completed'
            and coalesce(g.accepted_at, g.created_at) > v_settled) + (v_now - v_settled)) as due_at
      from given g) w;
end
$$;
comment on function private.artist_facts(uuid) is
  'What is counted of an artist, from scratch, of different proven clients: the bucket of the median time to a first answer and to how many the artist replied, of the last request of each of the last 20 clients, from 5 on; walls painted that both agree on; for matching, how many of the last 20 that were decided about the artist took up, from 0 to 1000 (500 below five), and how many requests there were ever; and when time alone changes it.';

create function private.count_facts(p_artists uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid;
  v_facts record;
begin
  -- Of two changes at the same instant the second waits here, and counts the first one too. All in one order, so that
  -- two that are about the same artists do not wait for each other.
  perform from public.artists a where a.id = any (p_artists) order by a.id for no key update;
  perform private.count_reviews(p_artists);
  for v_artist in select a.id from public.artists a where a.id = any (p_artists) order by a.id loop
    select * into v_facts from private.artist_facts(v_artist);
    if v_facts.due_at is null then
      delete from private.fact_schedule d where d.artist_id = v_artist;
    else
      insert into private.fact_schedule as d (artist_id, due_at) values (v_artist, v_facts.due_at)
        on conflict (artist_id) do update set due_at = excluded.due_at where d.due_at <> excluded.due_at;
    end if;
    update private.match_profiles p set acceptance = v_facts.acceptance, requests = v_facts.requests
      where p.artist_id = v_artist and (p.acceptance, p.requests) <> (v_facts.acceptance, v_facts.requests);
    -- A row that is written renders pages anew, and an update of no row fires the triggers of artists all the same.
    if exists (select from public.artists a where a.id = v_artist
        and (a.answer_hours, a.walls_painted, a.replied_count, a.asked_count)
          is distinct from (v_facts.answer_hours, v_facts.walls_painted, v_facts.replied_count, v_facts.asked_count)) then
      update public.artists a set answer_hours = v_facts.answer_hours, walls_painted = v_facts.walls_painted,
          replied_count = v_facts.replied_count, asked_count = v_facts.asked_count
        where a.id = v_artist;
    end if;
  end loop;
end
$$;
comment on function private.count_facts(uuid[]) is 'Counts these artists, their reviews and how matching sees their requests anew, and writes what differs.';

-- A transaction may go through the artists of many requests in any order. So each statement notes them, in a setting
-- that ends with the transaction and forgets what a savepoint takes back, and all are counted at once as it ends.
create function private.note_counted_artists(p_artists uuid[]) returns void
  language plpgsql set search_path = '' as $$
begin
  perform set_config('app.counted_artists',
    concat_ws(',', nullif(current_setting('app.counted_artists', true), ''), nullif(array_to_string(p_artists, ','), '')), true);
end
$$;
comment on function private.note_counted_artists(uuid[]) is 'Notes artists for private.count_noted_artists.';

create function private.counted_state(p_state text) returns text
  language sql immutable parallel safe set search_path = '' as $$
  select case when p_state in ('sent', 'seen') then 'open' when p_state in ('talking', 'proposed', 'accepted', 'called_off') then 'taken'
    when p_state in ('declined', 'expired') then 'lost' else p_state end
$$;
comment on function private.counted_state(text) is 'States of an assignment that count the same, by one word.';

create function private.note_counted_assignment() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- That an artist has opened a request changes no number, and no message after the first answer does.
  if tg_op <> 'UPDATE' or (new.artist_id, private.counted_state(new.state), new.created_at, new.answered_at, new.completed_at, new.confirmed_at)
      is distinct from (old.artist_id, private.counted_state(old.state), old.created_at, old.answered_at, old.completed_at, old.confirmed_at)
      -- Whether an artist had time to reply.
      or (new.state in ('passed', 'withdrawn') and new.updated_at <> old.updated_at) then
    perform private.note_counted_artists(array_remove(array[nullif(old.artist_id, new.artist_id), new.artist_id], null));
  end if;
  return null;
end
$$;
comment on function private.note_counted_assignment() is 'Notes the artist of an assignment that a number follows from, where it makes a difference.';

create function private.note_counted_sender() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or (new.address_hash, new.proven_at is null) <> (old.address_hash, old.proven_at is null) then
    perform private.note_counted_artists(array(select a.artist_id from public.lead_assignments a where a.lead_id = new.lead_id));
  end if;
  return null;
end
$$;
comment on function private.note_counted_sender() is 'Notes the artists of a request whose client is proven, or another person by now.';

create function private.count_noted_artists() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_artists text := nullif(current_setting('app.counted_artists', true), '');
begin
  if v_artists is null then return null; end if;
  perform set_config('app.counted_artists', '', true);
  perform private.count_facts(string_to_array(v_artists, ',')::uuid[]);
  return null;
end
$$;
comment on function private.count_noted_artists() is 'Counts the artists that a transaction has noted, all of them when the first of its changes comes up at its end.';

-- The note first, also where constraints are immediate.
create trigger lead_assignments_1_note_counted after insert or update or delete on public.lead_assignments
  for each row execute function private.note_counted_assignment();
create constraint trigger lead_assignments_2_count after insert or update or delete on public.lead_assignments
  deferrable initially deferred for each row execute function private.count_noted_artists();
create trigger request_senders_1_note_counted after insert or update on private.request_senders
  for each row execute function private.note_counted_sender();
create constraint trigger request_senders_2_count after insert or update on private.request_senders
  deferrable initially deferred for each row execute function private.count_noted_artists();

create function private.rate_artists() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_artists uuid[];
begin
  -- A review that waits changes nothing, also not a rating that was imported.
  case tg_op
    when 'INSERT' then select array_agg(distinct n.artist_id) into v_artists from new_rows n where n.public_visible;
    when 'DELETE' then select array_agg(distinct o.artist_id) into v_artists from old_rows o where o.public_visible;
    else select array_agg(distinct n.artist_id) into v_artists from old_rows o join new_rows n on n.id = o.id
      where n.public_visible <> o.public_visible or (n.public_visible and n.rating <> o.rating);
  end case;
  -- Of two reviews at the same instant the second waits here, and counts the first one too.
  perform from public.artists a where a.id = any (v_artists) order by a.id for no key update;
  update public.artists a set average_rating = r.average, review_count = r.reviews
    from (
      select x as id, coalesce(round(avg(v.rating), 1), 0) as average, count(v.id) as reviews
      from unnest(v_artists) x left join public.reviews v on v.artist_id = x and v.public_visible
      group by x) r
    where a.id = r.id and (a.average_rating, a.review_count) is distinct from (r.average, r.reviews::int);
  return null;
end
$$;
comment on function private.rate_artists() is 'Average and number of an artist''s reviews follow each review, in its transaction. Hidden ones do not count.';

select private.after_statements('public.reviews', 'rate', 'rate_artists');

create function private.count_due_facts() returns void
  language sql security definer set search_path = '' as $$
  select private.count_facts(array(
    select d.artist_id from private.fact_schedule d where d.due_at < private.clock() order by d.due_at limit 100))
$$;
comment on function private.count_due_facts() is 'Counts up to 100 artists for whom time has changed something. One look at an index when there is none.';
