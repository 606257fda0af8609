-- Matching (specification, section 9).
create function private.matching_artists(p_city text, p_style text, p_first uuid default null)
  returns table (artist_id uuid, rank int)
  language sql stable security definer rows 5 set search_path = '' as $$
  with pool as (
    select a.id, a.city, a.styles, a.featured, a.average_rating from public.artists a
    where a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
    order by a.featured desc, a.average_rating desc, a.id limit 10
  ), matches as (
    select p.id, false as first, p.featured, p.average_rating from pool p
    where p.id is distinct from p_first and (
      lower(private.clean(p.city)) = lower(private.clean(p_city))
      or exists (select from unnest(p.styles) s
                 where position(lower(p_style) in lower(s)) > 0 or position(lower(s) in lower(p_style)) > 0))
    union all
    select a.id, true, a.featured, a.average_rating from public.artists a
    where a.id = p_first and a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
  )
  select m.id, (row_number() over (order by m.first desc, m.featured desc, m.average_rating desc, m.id))::int
  from matches m
  order by 2 limit 5
$$;
comment on function private.matching_artists(text, text, uuid) is
  'At most 5 of the 10 best-standing public artists who are there, take requests, and whose style or city fits; the artist whom the client asked for comes first.';

create table private.request_offers (
  lead_id uuid not null references public.lead_records (id) on delete cascade,
  artist_id uuid not null references public.artists (id) on delete cascade,
  -- The order in which the client is shown them, from 1.
  rank int not null,
  asked boolean not null default false,
  primary key (lead_id, artist_id)
);
comment on table private.request_offers is 'Which artists a lead was offered: nobody else can be selected for it.';
comment on column private.request_offers.asked is 'The client asked for this artist by name.';
create index request_offers_artist_idx on private.request_offers (artist_id);

create function private.request_matches(p_lead uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', a.id, 'name', a.name, 'slug', a.slug, 'city', a.city, 'state', a.state, 'featured', a.featured,
      'average_rating', a.average_rating, 'review_count', a.review_count, 'profile_photo', a.profile_photo,
      'styles', to_jsonb(a.styles[1:4]), 'portfolio_images', to_jsonb(a.portfolio_images[1:2]), 'reason', r.reason, 'reasons', r.reasons, 'asked', o.asked) order by o.rank), '[]')
    from private.open_offers(p_lead) o join public.artists a on a.id = o.artist_id
    join private.match_reasons(p_lead, array(select x.artist_id from private.open_offers(p_lead) x),
      array(select x.artist_id from private.open_offers(p_lead) x where x.asked)) r on r.artist_id = a.id);
end
$$;
comment on function private.request_matches(uuid) is
  'The matching cards of a lead: offered artists who are still public and take requests, up to 4 styles and 2 images each, and why.';

create function private.skip_gone_artist() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform from public.artists a where a.id = new.artist_id for key share;
  return case when found then new end;
end
$$;
comment on function private.skip_gone_artist() is 'An artist who leaves at the same instant is not offered: the request is sent all the same.';

create trigger request_offers_skip_gone_artist before insert on private.request_offers
  for each row execute function private.skip_gone_artist();

create function private.open_offers(p_lead uuid) returns setof private.request_offers
  language plpgsql stable security definer rows 5 set search_path = '' as $$
begin
  return query
    select o.* from private.request_offers o
    join public.artists a on a.id = o.artist_id and a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
    where o.lead_id = p_lead;
end
$$;
comment on function private.open_offers(uuid) is 'Of the artists a lead was offered, those who are still public, are there, and take requests.';

-- A client who hears a no is offered the next artist in the same breath, also where everybody who was offered has the
-- request by then.
create function private.next_matches(p_lead uuid, p_limit int) returns table (artist_id uuid, rank int)
  language sql stable security definer rows 3 set search_path = '' as $$
  select m.artist_id, coalesce((select max(o.rank) from private.request_offers o where o.lead_id = p_lead), 0) + m.rank
  from private.fitting_artists(p_lead, array(
    select o.artist_id from private.request_offers o where o.lead_id = p_lead
    union select s.artist_id from public.lead_assignments s where s.lead_id = p_lead), p_limit) m
$$;
comment on function private.next_matches(uuid, int) is
  'Who fits a request beyond those that it was offered and those who have it, the best first, by the rule in use.';

create function private.offer_next() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.open_offers(new.lead_id) o where not exists (
      select from public.lead_assignments s where s.lead_id = o.lead_id and s.artist_id = o.artist_id)) then
    return null;
  end if;
  insert into private.request_offers (lead_id, artist_id, rank)
    select new.lead_id, m.artist_id, m.rank from private.next_matches(new.lead_id, 3) m on conflict do nothing;
  return null;
end
$$;
comment on function private.offer_next() is
  'Offers a request up to three more artists where nobody is left to be asked. The email to a client who hears a no, or nothing for 7 days, names them.';

create trigger lead_assignments_offer_next after update of state on public.lead_assignments
  for each row when (new.state in ('declined', 'expired', 'called_off') and old.state <> new.state) execute function private.offer_next();

create function private.matching_rule() returns text
  language sql stable security definer set search_path = '' as $$
  select case when private.setting('matching') = 'scores' then 'scores' else 'specification' end
$$;
comment on function private.matching_rule() is 'By which rule requests are offered: specification, unless the setting matching is scores (the fair one).';

create function private.matched_artists(p_lead uuid, p_first uuid, p_rule text, p_at timestamptz)
  returns table (artist_id uuid, rank int)
  language plpgsql stable security definer rows 5 set search_path = '' as $$
begin
  if p_rule = 'specification' then
    return query select m.artist_id, m.rank from public.lead_records l
      cross join lateral private.matching_artists(l.city, l.style_preference, p_first) m where l.id = p_lead;
  else
    return query select s.artist_id, s.rank from private.scored_artists(p_lead, p_first, null, p_at, 5) s;
  end if;
end
$$;
comment on function private.matched_artists(uuid, uuid, text, timestamptz) is
  'At most 5 artists for a request by one of the two rules.';

create function private.wanted_artists(p_lead uuid, p_asked uuid[]) returns table (artist_id uuid, rank int, asked boolean)
  language sql stable security definer rows 3 set search_path = '' as $$
  select a.id, (row_number() over (order by min(w.at)))::int, bool_or(w.asked)
  from (
    select x.id, x.at, true as asked from unnest(p_asked) with ordinality x (id, at)
    union all
    select m.artist_id, 1000 + x.at, false
    from public.request_details d cross join lateral unnest(d.mural_ids) with ordinality x (id, at)
    join public.murals m on m.id = x.id and m.public_visible
    where d.lead_id = p_lead) w
  join public.artists a on a.id = w.id and a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
  group by a.id
$$;
comment on function private.wanted_artists(uuid, uuid[]) is
  'The artists a client asks for, of those who take requests: by name (asked), then by the murals they chose, each in the order of the request. The rule of matching does not limit them.';

create function private.offer_artists(p_lead uuid, p_asked uuid[]) returns void
  language sql security definer set search_path = '' as $$
  with wanted as (select * from private.wanted_artists(p_lead, p_asked)), fitting as (
    -- Besides those who were asked for: as many as make five, and three at least.
    select m.artist_id, m.rank
    from private.matched_artists(p_lead, (select w.artist_id from wanted w where w.asked order by w.rank limit 1),
      private.matching_rule(), private.clock()) m
    where m.artist_id not in (select w.artist_id from wanted w)
    order by m.rank limit greatest(5 - (select count(*) from wanted), 3)
  )
  insert into private.request_offers (lead_id, artist_id, rank, asked)
    select p_lead, o.artist_id, row_number() over (order by o.fits, o.rank), o.asked
    from (select w.*, false as fits from wanted w union all select f.*, false, true from fitting f) o
    on conflict do nothing
$$;
comment on function private.offer_artists(uuid, uuid[]) is
  'Offers a request to the artists who were asked for by name or by their murals, in that order, and to those that fit it: the one place that decides who.';

-- Requests are offered by the specification's rule (section 9) as long as no operator chose the fair one. Whatever else
-- names artists for a request, the next ones and those suggested to an admin, follows the rule in use.
create function private.fitting_artists(p_lead uuid, p_without uuid[], p_limit int)
  returns table (artist_id uuid, rank int)
  language plpgsql stable security definer rows 5 set search_path = '' as $$
declare
  v_city text;
  v_style text;
begin
  if private.matching_rule() = 'scores' then
    return query select m.artist_id, m.rank
      from private.scored_artists(p_lead, null, p_without, private.clock(), p_limit) m;
    return;
  end if;
  select lower(private.clean(l.city)), lower(l.style_preference) into v_city, v_style from public.lead_records l where l.id = p_lead;
  -- In the order of an index, so that it ends with the last who is needed.
  return query
    select a.id, (row_number() over (order by a.featured desc, a.average_rating desc, a.id))::int
    from public.artists a
    where a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until) and a.id <> all (p_without)
      and (exists (select from unnest(a.styles) s where position(v_style in lower(s)) > 0 or position(lower(s) in v_style) > 0)
        or lower(private.clean(a.city)) = v_city)
    order by a.featured desc, a.average_rating desc, a.id limit p_limit;
end
$$;
comment on function private.fitting_artists(uuid, uuid[], int) is
  'Everybody who fits a request by the rule in use, the best first, without p_without: by the scores, or by style or city and standing.';
