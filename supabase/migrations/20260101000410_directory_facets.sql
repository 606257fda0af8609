-- How many public artists name each style, medium and city. Kept by triggers at a cost that follows the change,
-- not the size of the directory, so that filter lists and city pages never scan the artists.
create table public.directory_facets (
  kind text not null check (kind in ('style', 'medium', 'city')),
  value text not null,
  label text not null,
  state text,
  artist_count int not null,
  primary key (kind, value)
);
alter table public.directory_facets enable row level security;
comment on table public.directory_facets is
  'Counters of public artists. value is the style or medium as it is spelled, or the city slug; label is what to show (a city as its first artist spelled it).';
grant select on public.directory_facets to anon, authenticated;
grant all on public.directory_facets to service_role;
create policy directory_facets_select on public.directory_facets for select to anon, authenticated using (true);

create function private.artist_facets(
  p_visible boolean, p_styles text[], p_mediums text[], p_city text, p_city_slug text, p_sign int
) returns setof public.directory_facets
  language sql immutable set search_path = ''
as $$
  select distinct 'style', s, s, null::text, p_sign from unnest(p_styles) s where p_visible
  union all
  select distinct 'medium', m, m, null::text, p_sign from unnest(p_mediums) m where p_visible
  union all
  select 'city', p_city_slug, p_city, upper(right(p_city_slug, 2)), p_sign where p_visible and p_city_slug is not null
$$;
comment on function private.artist_facets(boolean, text[], text[], text, text, int) is
  'The facets one artist stands for, each counted p_sign times; none for a private artist.';

create function private.apply_facets(p_changes public.directory_facets[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_cities text[];
begin
  -- One order for everybody, so that two changes at once cannot deadlock.
  with delta as (
    select c.kind, c.value, (array_agg(c.label order by c.artist_count desc))[1] as label, min(c.state) as state,
           sum(c.artist_count)::int as n
    from unnest(p_changes) c group by c.kind, c.value having sum(c.artist_count) <> 0
    order by c.kind, c.value
  ), applied as (
    insert into public.directory_facets as f (kind, value, label, state, artist_count)
    select d.kind, d.value, d.label, d.state, d.n from delta d
    on conflict (kind, value) do update set artist_count = f.artist_count + excluded.artist_count
    returning f.kind, f.value
  )
  select array_agg(a.value) filter (where a.kind = 'city') into v_cities from applied a;

  delete from public.directory_facets f
  using unnest(p_changes) c
  where f.kind = c.kind and f.value = c.value and f.artist_count = 0;

  update public.cities c
  set artist_count = private.city_artist_count(c.slug)
  where c.slug = any (v_cities);
end
$$;
comment on function private.apply_facets(public.directory_facets[]) is
  'Adds signed counts to the facets, drops those that reach zero, and carries the cities'' artist_count along.';

create function private.count_artist_facets() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.apply_facets(array(
      select f from new_rows n, private.artist_facets(n.public_visible, n.styles, n.mediums, n.city, n.city_slug, 1) f));
  elsif tg_op = 'DELETE' then
    perform private.apply_facets(array(
      select f from old_rows o, private.artist_facets(o.public_visible, o.styles, o.mediums, o.city, o.city_slug, -1) f));
  else
    perform private.apply_facets(array(
      select f from old_rows o, private.artist_facets(o.public_visible, o.styles, o.mediums, o.city, o.city_slug, -1) f
      union all
      select f from new_rows n, private.artist_facets(n.public_visible, n.styles, n.mediums, n.city, n.city_slug, 1) f));
  end if;
  return null;
end
$$;
comment on function private.count_artist_facets() is 'Carries the facet counters along with every statement that changes artists.';
create trigger artists_facets_insert after insert on public.artists referencing new table as new_rows
  for each statement execute function private.count_artist_facets();
create trigger artists_facets_update after update on public.artists referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_artist_facets();
create trigger artists_facets_delete after delete on public.artists referencing old table as old_rows
  for each statement execute function private.count_artist_facets();
