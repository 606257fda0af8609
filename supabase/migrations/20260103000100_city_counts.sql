-- Cities count their artists themselves. Pages count styles, mediums and cities from the rows that they have in memory,
-- so that nobody else needs the counters of before, which every saved profile had to pass.
drop trigger artists_facets_insert on public.artists;
drop trigger artists_facets_update on public.artists;
drop trigger artists_facets_delete on public.artists;
drop function private.count_artist_facets();
drop function private.apply_facets(public.directory_facets[]);
drop function private.artist_facets(boolean, text[], text[], text, text, int);
drop table public.directory_facets;

create function private.lock_city(p_slug text) returns void
  language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('city:' || p_slug, 0))
$$;
comment on function private.lock_city(text) is 'Waits for whoever counts the artists of this city, until their transaction ends.';

create or replace function private.city_artist_count(p_slug text) returns int
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Locked, so that a city made while an artist moves there does not keep the count of before.
  perform private.lock_city(p_slug);
  return (select count(*) from public.artists a where a.public_visible and a.city_slug = p_slug);
end
$$;
comment on function private.city_artist_count(text) is 'How many public artists work in this city.';

create function private.count_city_artists() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_cities text[];
  v_city text;
begin
  -- Which cities have other artists now: of an update, those of rows that moved, came or went. In one order for everybody,
  -- so that two changes at once cannot deadlock.
  if tg_op = 'INSERT' then
    select array_agg(distinct n.city_slug order by n.city_slug) into v_cities
      from new_rows n where n.public_visible and n.city_slug is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct o.city_slug order by o.city_slug) into v_cities
      from old_rows o where o.public_visible and o.city_slug is not null;
  else
    select array_agg(distinct c.slug order by c.slug) into v_cities
      from old_rows o join new_rows n on n.id = o.id
      cross join lateral (values (case when o.public_visible then o.city_slug end, case when n.public_visible then n.city_slug end)) w (before, after)
      cross join lateral (values (w.before), (w.after)) c (slug)
      where w.before is distinct from w.after and c.slug is not null;
  end if;
  foreach v_city in array coalesce(v_cities, '{}') loop
    perform private.lock_city(v_city);
    update public.cities c set artist_count = private.city_artist_count(c.slug) where c.slug = v_city;
  end loop;
  return null;
end
$$;
comment on function private.count_city_artists() is 'Carries the cities'' artist_count along with every statement that moves, brings or takes public artists.';
create trigger artists_city_count_insert after insert on public.artists referencing new table as new_rows
  for each statement execute function private.count_city_artists();
create trigger artists_city_count_update after update on public.artists referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_city_artists();
create trigger artists_city_count_delete after delete on public.artists referencing old table as old_rows
  for each statement execute function private.count_city_artists();
