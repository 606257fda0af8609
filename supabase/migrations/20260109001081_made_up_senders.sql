-- Accounts and requests that one person makes up count nothing in public. Without a mail server whoever signs up has an
-- account at once, with any address; the embedded backend notes that, and the link of an email proves such a sender as it
-- proves a guest. And what artists ask of themselves, from their account or mailbox, is no work for a client.
create function private.is_confirmed_account(p_user uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users u where u.id = p_user and u.email <> '' and u.email_confirmed_at is not null
    and (u.confirmation_sent_at is not null or not coalesce(u.raw_app_meta_data ? 'unproven', false)))
$$;
comment on function private.is_confirmed_account(uuid) is
  'Whether the address of an account is known to be its owner''s: confirmed by a mail, or made by the operator.';

create or replace function private.note_sender(p_lead uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_email text := (select c.email from public.lead_contacts c where c.lead_id = p_lead);
  v_account text := (select u.email from public.lead_records l join auth.users u on u.id = l.created_by_user
    where l.id = p_lead and private.is_confirmed_account(u.id));
  v_by text := case when v_account is not null then 'account' when not private.is_api_caller() then 'operator' end;
begin
  if v_email is null and v_by is distinct from 'operator' then return; end if;
  insert into private.lead_senders as s (lead_id, address_hash, network_hash, proven_at, proven_by)
    -- Of whom the operator brings in without an address, each is somebody.
    values (p_lead, coalesce(private.address_hash(private.mailbox(coalesce(v_account, v_email))), sha256(uuid_send(p_lead))),
      case when private.is_api_caller() then private.network_hash() end, case when v_by is not null then private.clock() end, v_by)
    on conflict (lead_id) do update
      set address_hash = excluded.address_hash, proven_at = excluded.proven_at, proven_by = excluded.proven_by
      where s.address_hash <> excluded.address_hash or s.proven_by is null;
end
$$;

create function private.mailboxes_of_artist(p_artist uuid) returns bytea[]
  language sql stable security definer set search_path = ''
as $$
  select array(select private.address_hash(private.mailbox(x.email)) from (
    select c.email from public.artist_contacts c where c.artist_id = p_artist
    union select u.email from public.artists a join auth.users u on u.id = a.user_id where a.id = p_artist) x
    where x.email <> '')
$$;
comment on function private.mailboxes_of_artist(uuid) is
  'The mailboxes of an artist, as peppered hashes: what comes from these is from themselves.';

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
      join private.lead_senders p on p.lead_id = s.lead_id and p.proven_at is not null and p.address_hash <> all (own.mailboxes)
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
        join private.lead_senders p on p.lead_id = s.lead_id and p.proven_at is not null and p.address_hash <> all (own.mailboxes)
        where s.artist_id = a.id and (s.answered_at is not null or s.created_at <
          case when s.state in ('passed', 'withdrawn') then s.updated_at else t.now end - interval '7 days')
        order by p.address_hash, s.created_at desc, s.lead_id) d
      order by d.created_at desc, d.lead_id limit 20) l) r
$$;

create or replace function private.acceptance_score(p_artist uuid) returns int
  language sql stable security definer set search_path = ''
as $$
  select case when count(*) >= 5
    then (1000 * count(*) filter (where d.state not in ('declined', 'expired')) / count(*))::int else 500 end
  from (
    select l.state from (
      -- The last request of each person.
      select distinct on (p.address_hash) s.state, s.created_at, s.lead_id from public.lead_assignments s
      join private.lead_senders p on p.lead_id = s.lead_id and p.proven_at is not null
        and p.address_hash <> all ((select private.mailboxes_of_artist(p_artist))::bytea[])
      where s.artist_id = p_artist and s.state not in ('sent', 'seen', 'withdrawn')
      order by p.address_hash, s.created_at desc, s.lead_id) l
    order by l.created_at desc, l.lead_id limit 20) d
$$;

create or replace function private.kinds_of_walls() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  -- Once for each artist, and not for each price.
  with artists as materialized (
    select a.artist_id, private.mailboxes_of_artist(a.artist_id) as mailboxes
    from (select distinct p.artist_id from private.wall_prices x join public.proposals p on p.id = x.proposal_id) a)
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
      join artists a on a.artist_id = p.artist_id
      join private.lead_senders s on s.lead_id = p.lead_id and s.proven_at is not null and s.address_hash <> all (a.mailboxes)) w
    -- No one person is most of a kind.
    where w.of_artist <= 6 and w.of_client <= 2
    group by w.complexity, w.size
    having count(*) >= 20 and count(distinct w.artist_id) >= 5 and count(distinct w.address_hash) >= 10) k
$$;

select private.count_facts(array(select distinct s.artist_id from public.lead_assignments s));
