-- What matching asks of artists, one narrow row each, so that 10,000 of them are compared in milliseconds. Kept by the
-- transactions that change artists and their requests; nothing here is not in public.artists or public.lead_assignments.
create table private.match_profiles (
  artist_id uuid primary key references public.artists (id) on delete cascade,
  city text,
  city_slug text,
  style_bits int not null,
  surfaces text[],
  minimum_price int,
  -- As in artists: null means not said.
  travel_miles int,
  paused_until date,
  answers int not null,
  acceptance int not null,
  standing int not null,
  requests int not null
);
comment on table private.match_profiles is
  'The artists whom requests can be offered to (public, and there), as matching compares them. style_bits: a bit for each style of the form that theirs are; surfaces: those of the form, null where none is listed; answers, acceptance, standing: from 0 to 1000; requests: how many they were given, ever.';

create table private.match_words (
  artist_id uuid not null references private.match_profiles (artist_id) on delete cascade,
  word text not null,
  primary key (word, artist_id)
);
comment on table private.match_words is 'Styles of these artists that the form does not have, in small letters: murals that a client chose may have them.';
create index match_words_artist_idx on private.match_words (artist_id);

create function private.form_words(p_words text[], p_options text[]) returns text[]
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(array_agg(o.word order by o.word), '{}') from unnest(p_options) o (word)
    where exists (select from unnest(p_words) w (word)
      where position(o.word in lower(w.word)) > 0 or position(lower(w.word) in o.word) > 0));
end
$$;
comment on function private.form_words(text[], text[]) is
  'Which choices of a form free words stand for: those that one of them contains or is contained in (specification, section 9).';

create function private.form_styles() returns text[]
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return '{abstract,graffiti,realistic,nature,lettering,other}'::text[];
end
$$;
comment on function private.form_styles() is 'The styles of the form (specification, section 9), in the order of their bits.';

create function private.style_bits(p_styles text[]) returns int
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(sum(1 << (o.at - 1)::int), 0)::int from unnest(private.form_styles()) with ordinality o (word, at)
    where o.word = any (private.form_words(p_styles, private.form_styles())));
end
$$;
comment on function private.style_bits(text[]) is 'A bit for each style of the form that these styles are.';

create function private.style_words(p_styles text[]) returns text[]
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(array_agg(distinct x.word order by x.word), '{}')
    from (select lower(s.style) as word from unnest(p_styles) s (style)
      union all select unnest(private.form_words(p_styles, private.form_styles()))) x);
end
$$;
comment on function private.style_words(text[]) is 'Styles in small letters, with the choices of the form that they stand for.';

create function private.answer_score(p_hours smallint, p_replied smallint, p_asked smallint) returns int
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (case p_hours when 1 then 1000 when 4 then 900 when 8 then 800 when 24 then 600 when 48 then 400 when 72 then 200 else 500 end
    + coalesce(1000 * p_replied / nullif(p_asked, 0), 500)) / 2;
end
$$;
comment on function private.answer_score(smallint, smallint, smallint) is
  'How well an artist answers, from 0 to 1000: half of it how soon, half how often; 500 where it is not known.';

create function private.standing_score(p_featured boolean, p_rating numeric, p_reviews int) returns int
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- As if three reviews of 3.5 stars came first, so that one review neither makes nor breaks anybody.
  return (
    select case when p_featured then 500 else 0 end
      + round(100 * (n.reviews * p_rating + 10.5) / (n.reviews + 3))::int
    from (select case when p_rating = 0 then 0 else greatest(p_reviews, 3) end as reviews) n);
end
$$;
comment on function private.standing_score(boolean, numeric, int) is
  'How an artist stands, from 0 to 1000: half of it whether they are featured, half their rating, which counts the more the more reviews it has.';

create function private.refresh_match_profiles(p_artists uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  delete from private.match_profiles p where p.artist_id = any (p_artists)
    and not exists (select from public.artists a where a.id = p.artist_id and a.public_visible and not a.unclaimed);
  insert into private.match_profiles as p (artist_id, city, city_slug, style_bits, surfaces, minimum_price, travel_miles, paused_until,
      answers, acceptance, standing, requests)
    select a.id, lower(private.clean(a.city)), a.city_slug, private.style_bits(a.styles),
      case when cardinality(a.surfaces) > 0 then private.form_words(a.surfaces, '{brick,stucco,concrete,drywall,metal}') end,
      a.minimum_price, a.travel_miles, a.paused_until,
      private.answer_score(a.answer_hours, a.replied_count, a.asked_count), f.acceptance,
      private.standing_score(a.featured, a.average_rating, a.review_count), f.requests
    from public.artists a cross join lateral private.artist_facts(a.id) f where a.id = any (p_artists) and a.public_visible and not a.unclaimed
    on conflict (artist_id) do update set city = excluded.city, city_slug = excluded.city_slug, style_bits = excluded.style_bits, surfaces = excluded.surfaces,
      minimum_price = excluded.minimum_price, travel_miles = excluded.travel_miles, paused_until = excluded.paused_until,
      answers = excluded.answers, acceptance = excluded.acceptance, standing = excluded.standing, requests = excluded.requests
    where p is distinct from excluded;
  delete from private.match_words w using public.artists a
    where w.artist_id = any (p_artists) and a.id = w.artist_id and w.word <> all (private.style_words(a.styles));
  insert into private.match_words (artist_id, word)
    select a.id, w.word from public.artists a join private.match_profiles p on p.artist_id = a.id
      cross join lateral unnest(private.style_words(a.styles)) w (word)
    where a.id = any (p_artists) and w.word <> all (private.form_styles())
    on conflict do nothing;
end
$$;
comment on function private.refresh_match_profiles(uuid[]) is 'Makes the rows that matching compares of these artists anew, and writes what differs.';

create function private.sync_match_profiles() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_artists uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.id) into v_artists from new_rows n where n.public_visible;
  else
    select array_agg(n.id) into v_artists from new_rows n join old_rows o on o.id = n.id
      where (n.public_visible or o.public_visible)
        and (n.public_visible, n.unclaimed, n.city, n.state, n.styles, n.surfaces, n.minimum_price, n.travel_miles, n.paused_until)
        is distinct from (o.public_visible, o.unclaimed, o.city, o.state, o.styles, o.surfaces, o.minimum_price, o.travel_miles, o.paused_until);
    -- Numbers alone, as most of the time.
    update private.match_profiles p set answers = private.answer_score(n.answer_hours, n.replied_count, n.asked_count),
        standing = private.standing_score(n.featured, n.average_rating, n.review_count)
      from new_rows n join old_rows o on o.id = n.id
      where p.artist_id = n.id and (n.answer_hours, n.replied_count, n.asked_count, n.featured, n.average_rating, n.review_count)
        is distinct from (o.answer_hours, o.replied_count, o.asked_count, o.featured, o.average_rating, o.review_count);
  end if;
  if v_artists is not null then perform private.refresh_match_profiles(v_artists); end if;
  return null;
end
$$;
comment on function private.sync_match_profiles() is 'Carries what matching compares along with every statement that changes it.';

select private.after_statements('public.artists', 'matching', 'sync_match_profiles', '{insert,update}');
