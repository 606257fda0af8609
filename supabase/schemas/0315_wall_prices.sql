-- What accepted proposals say of the price of a wall. A kind is how much there is to paint (by the style that was asked
-- for) and how large the wall is: what moves a price most of all that a request says.
create function private.style_complexity(p_style text) returns text
  language sql immutable parallel safe set search_path = '' as $$
  select case p_style
    when 'lettering' then 'simple' when 'abstract' then 'graphic' when 'graffiti' then 'graphic'
    when 'nature' then 'realistic' when 'realistic' then 'detailed' end
$$;
comment on function private.style_complexity(text) is
  'How much there is to paint in a style; null where it says nothing. complexityOf of src/features/estimates is the same.';

create function private.size_step(p_area numeric) returns text
  language sql immutable parallel safe set search_path = '' as $$
  select case when p_area <= 100 then 'small' when p_area <= 500 then 'medium' when p_area <= 1000 then 'large' when p_area > 1000 then 'huge' end
$$;
comment on function private.size_step(numeric) is 'The step that an area in square feet ends in. sizeStep of src/features/estimates is the same.';

create function private.wall_area(p_size text) returns numeric
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_sides text[] := regexp_match(private.clean(p_size),
    '^(\d{0,4}(?:\.\d{0,2})?)\s*(?:ft|feet|foot|''|′|’)?\.?\s*(?:x|×|by|\*)\s*(\d{0,4}(?:\.\d{0,2})?)\s*(?:ft|feet|foot|''|′|’)?\.?\s*$', 'i');
begin
  if not v_sides[1] ~ '\d' or not v_sides[2] ~ '\d' then return null; end if;
  if v_sides[1]::numeric between 0.5 and 1000 and v_sides[2]::numeric between 0.5 and 1000 then
    return v_sides[1]::numeric * v_sides[2]::numeric;
  end if;
  return null;
end
$$;
comment on function private.wall_area(text) is
  'The square feet that the text of a size names, such as ''20 x 10 ft''; null for any other. feetOf of src/features/estimates reads the same.';

create table private.wall_prices (
  proposal_id uuid primary key references public.proposals (id) on delete cascade,
  complexity text not null check (complexity in ('simple', 'graphic', 'realistic', 'detailed')),
  size text not null check (size in ('small', 'medium', 'large', 'huge')),
  -- Dollars a square foot, in the middle of what the proposal says.
  foot numeric(12, 4) not null check (foot > 0)
);
comment on table private.wall_prices is
  'One accepted proposal each, of a request that says how large the wall is and in which style. Gone with it; read by refresh_estimates alone.';
create index wall_prices_kind_idx on private.wall_prices (complexity, size);

create function private.price_walls() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.wall_prices w using new_rows n where w.proposal_id = n.id and n.state <> 'accepted';
  insert into private.wall_prices (proposal_id, complexity, size, foot)
    select k.id, k.complexity, private.size_step(k.area), (k.low + k.high) / 2.0 / k.area
    from (select n.id, n.low, n.high, private.style_complexity(l.style_preference::text) as complexity, private.wall_area(l.mural_size) as area
          from new_rows n join public.lead_records l on l.id = n.lead_id where n.state = 'accepted') k
    where k.complexity is not null and k.area is not null
    on conflict (proposal_id) do update set complexity = excluded.complexity, size = excluded.size, foot = excluded.foot;
  return null;
end
$$;
comment on function private.price_walls() is
  'Notes what an accepted proposal costs a square foot, in its transaction, and forgets one that is accepted no more.';

select private.after_statements('public.proposals', 'price', 'price_walls', '{insert,update}');

create function private.kinds_of_walls() returns jsonb
  language sql stable security definer set search_path = '' as $$
  -- Once for each artist, and not for each price.
  with artists as materialized (
    select a.artist_id, private.mailboxes_of_artist(a.artist_id) as mailboxes,
      (select greatest(r.created_at, u.created_at) > private.clock() - interval '90 days'
        from public.artists r left join auth.users u on u.id = r.user_id where r.id = a.artist_id) as young
    from (select distinct p.artist_id from private.wall_prices x join public.proposals p on p.id = x.proposal_id) a),
  -- No one person is most of a kind: not by artist, not by mailbox or domain, not by network.
  weighed as (
    select x.complexity, x.size, x.foot, p.artist_id, a.young, c.client,
      row_number() over (partition by x.complexity, x.size, p.artist_id order by p.created_at desc, p.id) as of_artist,
      row_number() over (partition by x.complexity, x.size, a.young, c.client order by p.created_at desc, p.id) as of_client,
      row_number() over (partition by x.complexity, x.size, a.young, c.network order by p.created_at desc, p.id) as of_network
    from private.wall_prices x
    join public.proposals p on p.id = x.proposal_id
    join artists a on a.artist_id = p.artist_id
    join public.lead_assignments g on g.lead_id = p.lead_id and g.artist_id = p.artist_id
    join private.request_senders s on s.lead_id = p.lead_id and s.proven_at is not null and s.address_hash <> all (a.mailboxes)
    cross join lateral (select coalesce(s.domain_hash, s.address_hash) as client, coalesce(s.network_hash, s.address_hash) as network) c
    where coalesce(g.accepted_at, p.created_at) <= private.clock() - make_interval(days => private.setting_int('wall_settle_days'))),
  kinds as (
    select w.complexity, w.size, v.with_young, count(*) as walls,
      percentile_cont(0.1) within group (order by w.foot)::numeric as low,
      percentile_cont(0.9) within group (order by w.foot)::numeric as high
    from weighed w cross join (values (true), (false)) v (with_young)
    where w.of_artist <= 6 and w.of_client <= private.setting_int('review_sender_limit')
      and w.of_network <= private.setting_int('review_sender_limit') and (v.with_young or not w.young)
    group by w.complexity, w.size, v.with_young
    having count(*) >= 20 and count(distinct w.artist_id) >= 5 and count(distinct w.client) >= 10)
  select coalesce(jsonb_agg(jsonb_build_object('complexity', k.complexity, 'size', k.size,
      'low', greatest(1, round(least(greatest(k.low, o.low * 0.9), o.low * 1.1))),
      'high', greatest(1, round(least(greatest(k.high, o.high * 0.9), o.high * 1.1))), 'walls', k.walls) order by k.complexity, k.size), '[]')
  from kinds k join kinds o on o.complexity = k.complexity and o.size = k.size and not o.with_young
  where k.with_young
$$;
comment on function private.kinds_of_walls() is
  'Kinds of walls with at least 20 accepted proposals of artists who have been here for 90 days, by at least 5 of them and to at least 10 proven clients: the 10th to the 90th percentile of a square foot. Of each artist the last 6 count, of each client, domain and network the last 2; younger artists move it by a tenth at most.';

create function public.refresh_estimates() returns boolean
  language sql volatile security invoker set search_path = '' as $$
  with changed as (
    update public.estimate_rates r set walls = k.walls from (select private.kinds_of_walls() as walls) k
    where r.walls <> k.walls returning 1)
  select exists (select from changed)
$$;
comment on function public.refresh_estimates() is
  'Brings what accepted proposals say into the rates of estimates, so that the outbox tells the pages; whether it is something else now. Asked for by the publisher, so that accepting waits for nobody else''s acceptance.';

grant execute on function
  private.kinds_of_walls(), public.refresh_estimates()
  to service_role;
