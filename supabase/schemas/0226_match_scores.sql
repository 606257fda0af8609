-- Matching that is fair and says why. Every artist who takes requests is scored for a request: what they paint, how far
-- they are, surface, price, answers, standing; each part gives 0 to 1000 points, times its weight. From these:
--  1. The artist who was asked for by name comes first.
--  2. Nobody is offered who neither paints what is wanted nor is there, or comes there.
--  3. Who had their share of requests in the last seven days comes after all who did not: 20, or twice an equal part of
--     what all artists were given, whichever is more.
--  4. The more points, the earlier. Equal ones are told apart by a hash of request and artist, which differs from request
--     to request, so that no id is always in front.
--  5. One place in five is for an artist with fewer than three requests, ever: the last one, where no such artist is
--     among the others.
-- private.matching_artists stays as the specification's rule (section 9); `matching` in private.settings chooses it.
create function private.match_reach() returns int
  language sql immutable parallel safe set search_path = '' as $$ select 50 $$;
comment on function private.match_reach() is 'How many miles artists come who do not say how far.';

create function private.miles_from(p_city text) returns table (city_slug text, miles double precision)
  language plpgsql stable rows 60 security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    with here as (
      select c.latitude, c.longitude from public.cities c
      where lower(c.city_name) = p_city and c.latitude is not null order by c.artist_count desc, c.slug limit 1)
    select c.slug, 7917.6 * asin(least(1, sqrt(
      sind((c.latitude - h.latitude)::double precision / 2) ^ 2
        + cosd(h.latitude::double precision) * cosd(c.latitude::double precision) * sind((c.longitude - h.longitude)::double precision / 2) ^ 2)))
    from public.cities c, here h where c.latitude is not null;
end
$$;
comment on function private.miles_from(text) is
  'How far the cities are from the one of that name (small letters), as the crow flies; none where its position is not known.';

create function private.city_words(p_city text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return lower((private.read_place(split_part(p_city, ',', 1), null))[1]);
end
$$;
comment on function private.city_words(text) is 'A city as a client typed it, for comparing: small letters, without its state.';

create function private.wanted_words(p_lead uuid) returns table (word text, murals int)
  language plpgsql stable rows 6 security definer set search_path = '' as $$
#variable_conflict use_column
begin
  -- Bit 6 is the style of the form; bits 0 to 5 are the murals that were chosen.
  return query
    select w.word, bit_or(w.bits)
    from (
      select l.style_preference as word, 64 as bits from public.lead_records l
      where l.id = p_lead and l.style_preference is not null
      union all
      select s.word, 1 << (c.at - 1)::int
      from public.request_details d
      cross join lateral unnest(d.mural_ids[1:6]) with ordinality c (mural_id, at)
      join public.murals m on m.id = c.mural_id and m.public_visible
      cross join lateral unnest(private.style_words(m.styles)) s (word)
      where d.lead_id = p_lead and s.word <> 'other') w
    group by w.word;
end
$$;
comment on function private.wanted_words(uuid) is 'What a request wants painted: words of style, each with the bits of where it comes from.';

create function private.scored_artists(
  p_lead uuid, p_first uuid, p_without uuid[], p_at timestamptz, p_limit int
) returns table (artist_id uuid, rank int, score int, week int, requests int)
  language plpgsql stable security definer rows 5 set search_path = '' set jit = off as $$
declare
  v_lead public.lead_records;
  v_city text;
  v_wall text;
  v_most int;
  v_murals uuid[];
  v_chosen int;
  v_named uuid[];
  v_named_bits int[];
  v_today date := private.today();
  v_since timestamptz := p_at - interval '7 days';
  v_share int;
  v_sated uuid[];
  v_seed bigint := hashtextextended(p_lead::text, 0);
begin
  select * into v_lead from public.lead_records l where l.id = p_lead;
  select coalesce(array_agg(m.id), '{}'), count(*) into v_murals, v_chosen
    from public.request_details d join public.murals m on m.id = any (d.mural_ids[1:6]) and m.public_visible where d.lead_id = p_lead;
  v_city := private.city_words(v_lead.city);
  v_wall := nullif(v_lead.surface_type, 'other');
  v_most := case v_lead.budget_range when 'under-1k' then 1000 when '1k-5k' then 5000 when '5k-10k' then 10000 end;
  select greatest(20, ceil(2.0 * n.given / greatest(n.artists, 1))) into v_share
    from (select (select count(*) from public.lead_assignments a where a.created_at >= v_since and a.created_at < p_at) as given,
      (select count(*) from private.match_profiles) as artists) n;
  v_sated := array(select a.artist_id from public.lead_assignments a where a.created_at >= v_since and a.created_at < p_at
    group by a.artist_id having count(*) >= v_share);
  -- As arrays, and not in the statement below: it joins them to all artists as the few that they mostly are.
  select array_agg(y.artist_id), array_agg(y.bits) into v_named, v_named_bits
    from (
      select x.artist_id, bit_or(x.bits) as bits
      from (
        select w.artist_id, n.murals as bits from private.wanted_words(p_lead) n join private.match_words w on w.word = n.word
        union all
        -- Bit 7: painted one of the murals that were chosen.
        select m.artist_id, 128 from public.murals m where m.id = any (v_murals)) x
      group by x.artist_id) y;
  return query
  with looked as materialized (
    select m.style_bits, bit_or(w.murals) as bits
    from generate_series(0, 63) m (style_bits)
    join private.wanted_words(p_lead) w on m.style_bits & (1 << (array_position(private.form_styles(), w.word) - 1)) > 0
    group by m.style_bits
  ), placed as (
    select p.*, coalesce(l.bits, 0) | coalesce(x.bits, 0) as bits,
      case when p.city = v_city then 0 when n.miles <= coalesce(p.travel_miles, private.match_reach()) then n.miles end as miles
    from private.match_profiles p
    left join looked l on l.style_bits = p.style_bits
    left join unnest(v_named, v_named_bits) x (artist_id, bits) on x.artist_id = p.artist_id
    left join private.miles_from(v_city) n on n.city_slug = p.city_slug
    where (p.paused_until is null or p.paused_until <= v_today) and (p_without is null or p.artist_id <> all (p_without))
  ), parts as (
    select p.artist_id, p.requests, p.artist_id is not distinct from p_first as first,
      case when p.bits & 128 > 0 then 1000 when v_chosen = 0 then case when p.bits > 0 then 1000 else 0 end
        else greatest(case when p.bits & 64 > 0 then 500 else 0 end, 1000 * bit_count((p.bits & 63)::bit(6))::int / v_chosen) end as style,
      case when p.miles is null then 0 else (50000 / (50 + p.miles))::int end as place,
      case when v_wall is null or p.surfaces is null then 500 when v_wall = any (p.surfaces) then 1000 else 0 end as surface,
      case when v_most is null then 1000 when p.minimum_price is null then 500 when p.minimum_price <= v_most then 1000 else 0 end as budget,
      p.answers, p.acceptance, p.standing
    from placed p
    where p.bits > 0 or p.miles is not null or p.artist_id = p_first
  ), fits as materialized (
    select t.artist_id, t.first, t.requests, not t.first and t.artist_id = any (v_sated) as over, t.requests < 3 as newcomer,
      35 * t.style + 20 * t.place + 10 * t.surface + 10 * t.budget
        + 8 * t.answers + 5 * t.acceptance + 12 * t.standing as points,
      uuid_hash_extended(t.artist_id, v_seed) as turn
    from parts t
  ), best as materialized (
    select f.*, row_number() over (order by f.first desc, f.over, f.points desc, f.turn, f.artist_id) as place
    from (select * from fits f order by f.first desc, f.over, f.points desc, f.turn, f.artist_id limit p_limit) f
  ), newcomers as materialized (
    select f.*, 1000 as place from fits f
    where f.newcomer and not f.over and not exists (select from best b where b.newcomer)
    order by f.points desc, f.turn, f.artist_id limit p_limit / 5
  )
  select c.artist_id, (row_number() over (order by c.place))::int, c.points,
    (select count(*)::int from public.lead_assignments a
      where a.artist_id = c.artist_id and a.created_at >= v_since and a.created_at < p_at), c.requests
  from (
    select * from best b where b.place <= p_limit - (select count(*) from newcomers)
    union all select * from newcomers) c
  order by 2;
end
$$;
comment on function private.scored_artists(uuid, uuid, uuid[], timestamptz, int) is
  'At most p_limit artists who fit a request, the best first, by the rules above: p_first was asked for by name, p_without are left out, p_at is when the week ends.';

-- Why: what is true of an artist and public, and has to do with this request. As codes, whose words are in the reader's
-- language (src/features/requests/match-reason.ts), and as a line in English for every other program.
create function private.reason_style(p_styles text[], p_wanted text[]) returns jsonb
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select jsonb_build_object('code', 'paints', 'styles', jsonb_agg(x.style order by x.at))
    from (
      select s.style, s.at from unnest(p_styles) with ordinality s (style, at)
      where private.style_words(array[s.style]) && p_wanted and lower(s.style) <> 'other'
      order by s.at limit 2) x
    having count(*) > 0);
end
$$;
comment on function private.reason_style(text[], text[]) is
  'The first two of an artist''s styles that are wanted; null for none.';

create function private.reason_place(p_city text, p_miles double precision, p_wanted text) returns jsonb
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case
    when lower(private.clean(p_city)) = p_wanted then jsonb_build_object('code', 'works_in', 'city', p_city)
    when p_miles is not null then jsonb_build_object('code', 'away', 'miles', round(p_miles)) end;
end
$$;
comment on function private.reason_place(text, double precision, text) is
  'In the same city, or how far it is to there; null where that is not known or too far for the artist to come.';

create function private.reason_words(p_reason jsonb) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_number int := coalesce(p_reason -> 'miles', p_reason -> 'price', p_reason -> 'hours')::int;
begin
  return case p_reason ->> 'code'
    when 'asked' then 'asked for by name'
    when 'liked' then 'painted a mural you like'
    when 'paints' then 'paints ' || concat_ws(' and ', p_reason -> 'styles' ->> 0, p_reason -> 'styles' ->> 1)
    when 'works_in' then 'works in ' || (p_reason ->> 'city')
    when 'away' then case when v_number < 1 then 'less than a mile away' when v_number = 1 then '1 mile away'
      else to_char(v_number, 'FM999,999') || ' miles away' end
    when 'does' then 'does ' || (p_reason ->> 'surface')
    when 'from' then 'walls from $' || to_char(v_number, 'FM9,999,999')
    when 'answers' then 'usually answers within ' || case
      when v_number = 1 then 'an hour' when v_number < 24 then v_number || ' hours'
      when v_number < 48 then 'a day' else v_number / 24 || ' days' end end;
end
$$;
comment on function private.reason_words(jsonb) is
  'One reason in English: "paints Nature and Calavera". The bundle has the same words; tests hold them against each other.';

create function private.reason_line(p_reasons jsonb) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce((
    select string_agg(private.reason_words(x.reason), ' · ' order by x.at) from jsonb_array_elements(p_reasons) with ordinality x (reason, at)),
    'paints murals');
end
$$;
comment on function private.reason_line(jsonb) is 'Why an artist fits a request, in a line.';

create function private.match_reasons(p_lead uuid, p_artists uuid[], p_asked uuid[]) returns table (artist_id uuid, reason text, reasons jsonb)
  language plpgsql stable security definer rows 5 set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    with asked as materialized (
      select l.surface_type, private.city_words(l.city) as city,
        case l.budget_range when 'under-1k' then 1000 when '1k-5k' then 5000 when '5k-10k' then 10000 when '10k-plus' then 2147483647 end as most,
        array(select w.word from private.wanted_words(p_lead) w) as words,
        (select d.mural_ids[1:6] from public.request_details d where d.lead_id = p_lead) as murals,
        private.match_reach() as reach
      from public.lead_records l where l.id = p_lead
    ), near as materialized (
      select n.city_slug, n.miles from asked q cross join lateral private.miles_from(q.city) n)
    select a.id, private.reason_line(r.reasons), r.reasons
    from asked q cross join public.artists a left join near n on n.city_slug = a.city_slug
    cross join lateral (
      select coalesce(jsonb_agg(x.reason order by x.at) filter (where x.reason is not null), '[]') as reasons
      from unnest(array[
        case when a.id = any (p_asked) then '{"code": "asked"}'::jsonb end,
        case when exists (select from public.murals m where m.id = any (q.murals) and m.artist_id = a.id and m.public_visible)
          then '{"code": "liked"}'::jsonb end,
        private.reason_style(a.styles, q.words),
        private.reason_place(a.city, case when n.miles <= coalesce(a.travel_miles, q.reach) then n.miles end, q.city),
        case when q.surface_type <> 'other' and q.surface_type = any (private.form_words(a.surfaces, array[q.surface_type]))
          then jsonb_build_object('code', 'does', 'surface', q.surface_type) end,
        case when a.minimum_price between 1 and q.most then jsonb_build_object('code', 'from', 'price', a.minimum_price) end,
        case when a.answer_hours is not null then jsonb_build_object('code', 'answers', 'hours', a.answer_hours) end
      ]) with ordinality x (reason, at)) r
    where a.id = any (p_artists);
end
$$;
comment on function private.match_reasons(uuid, uuid[], uuid[]) is
  'Why these artists fit a request, as one line each and as codes, from what everybody can see of them; p_asked were asked for by name.';

create function private.request_suggestions(p_lead uuid, p_limit int default 3)
  returns table (artist_id uuid, rank int, reason text, week int, requests int)
  language plpgsql stable security definer rows 3 set search_path = '' as $$
declare
  v_have uuid[] := array(select a.artist_id from public.lead_assignments a where a.lead_id = p_lead);
  v_asked uuid[] := array(select x.id from private.request_intake i, unnest(i.asked_artists) with ordinality x (id, at)
    where i.lead_id = p_lead and x.id <> all (v_have) order by x.at);
begin
  return query
    with wanted as materialized (
      select w.artist_id, w.rank from private.wanted_artists(p_lead, v_asked) w where w.artist_id <> all (v_have)
    ), s as materialized (
      select w.artist_id, (row_number() over (order by w.fits, w.rank))::int as rank
      from (
        select x.*, false as fits from wanted x
        union all
        select f.artist_id, f.rank, true
        from private.fitting_artists(p_lead, v_have || array(select x.artist_id from wanted x), p_limit) f) w
      order by 2 limit p_limit)
    select s.artist_id, s.rank, r.reason, n.week, n.requests
    from s join private.match_reasons(p_lead, array(select x.artist_id from s x), v_asked) r on r.artist_id = s.artist_id
    cross join lateral (
      select count(*) filter (where a.created_at >= private.clock() - interval '7 days')::int as week, count(*)::int as requests
      from public.lead_assignments a where a.artist_id = s.artist_id) n
    order by s.rank;
end
$$;
comment on function private.request_suggestions(uuid, int) is
  'For who assigns a request: the artists its client asks for by name or by their murals, then who fits it best of those who do not have it, by the rule in use, why, and how many requests each was given in seven days and ever.';
