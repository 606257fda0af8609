-- Cities (specification, section 3): the service areas. Admins write them; artist_count follows the artists.
create table public.cities (
  id uuid primary key default gen_random_uuid(),
  city_name text not null check (city_name = private.clean(city_name) and char_length(city_name) between 1 and 100),
  state text not null check (char_length(state) <= 50),
  slug text not null unique default '',
  description text check (char_length(description) <= 2000),
  cover_photo text check (private.safe_url(cover_photo)),
  -- Kept by triggers.
  artist_count int not null default 0 check (artist_count >= 0),
  -- Set by admins: on the home page.
  featured boolean not null default false,
  created_at timestamptz not null default now(),
  latitude numeric(8, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  old_slugs text[] not null default '{}',
  check (slug = private.city_slug(city_name, state)),
  constraint cities_position_check check ((latitude is null) = (longitude is null))
);
comment on table public.cities is 'Service areas. The slug follows from name and state, artist_count from the public artists.';
comment on column public.cities.latitude is 'With longitude, the middle of the city; without them no map shows it.';
comment on column public.cities.old_slugs is
  'Addresses that the city had before, the latest last, at most 20. One that another city or an artist has now is theirs.';
grant select on public.cities to anon, authenticated, service_role;
grant delete on public.cities to authenticated, service_role;
grant insert (city_name, state, slug, description, cover_photo, featured, latitude, longitude), update (city_name,
  state, slug, description, cover_photo, featured, latitude, longitude) on public.cities to authenticated;
create index cities_name_idx on public.cities (city_name);

create policy cities_select on public.cities for select to anon, authenticated using (true);
create policy cities_insert on public.cities for insert to authenticated with check ((select private.is_admin()));
create policy cities_update on public.cities for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy cities_delete on public.cities for delete to authenticated using ((select private.is_admin()));

create function private.city_artist_count(p_slug text) returns int
  language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Locked, so that a city made while an artist moves there does not keep the count of before.
  perform private.lock_city(p_slug);
  return (select count(*) from public.artists a where a.public_visible and a.city_slug = p_slug);
end
$$;
comment on function private.city_artist_count(text) is 'How many public artists work in this city.';

create function private.complete_city() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_place text[] := private.read_place(new.city_name, new.state);
  v_slugs text[];
begin
  new.city_name := coalesce(v_place[1], '');
  new.state := v_place[2];
  new.description := private.clean_or_null(new.description);
  if new.city_name = '' then perform private.fail('city_required', 'city_name'); end if;
  if char_length(new.city_name) > 100 then perform private.fail('city_too_long', 'city_name'); end if;
  if private.state_code(new.state) is null then perform private.fail('state_invalid'); end if;
  if char_length(new.description) > 2000 then perform private.fail('description_too_long'); end if;
  if abs(new.latitude) > 90 then perform private.fail('latitude_invalid'); end if;
  if abs(new.longitude) > 180 then perform private.fail('longitude_invalid'); end if;
  if (new.latitude is null) <> (new.longitude is null) then perform private.fail('position_incomplete'); end if;
  new.slug := private.city_slug(new.city_name, new.state);
  if new.slug is null then perform private.fail('city_required', 'city_name'); end if;
  -- Where it was before leads to its page from then on.
  if tg_op = 'UPDATE' and new.slug <> old.slug then
    v_slugs := array_remove(array_remove(old.old_slugs, old.slug) || old.slug, new.slug);
    new.old_slugs := v_slugs[greatest(cardinality(v_slugs) - 19, 1):];
    update public.city_rules r set city_slug = new.slug, updated_at = now() where r.city_slug = old.slug;
  end if;
  -- auth.uid() is set for people only; operators and seeds may use any plain address.
  if auth.uid() is not null and new.cover_photo is not null
     and (tg_op = 'INSERT' or new.cover_photo is distinct from old.cover_photo)
     and not private.media_url_ok(new.cover_photo, 'portfolio-images', auth.uid()) then
    perform private.fail('image_refused', 'cover_photo');
  end if;
  new.artist_count := private.city_artist_count(new.slug);
  return new;
end
$$;
comment on function private.complete_city() is
  'Trims, checks the position, derives the slug, keeps those it had and moves the rules of the city along, counts the artists, and takes a cover photo only from the admin''s own uploads.';

create trigger cities_complete before insert or update on public.cities
  for each row execute function private.complete_city();

create function private.audit_row() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - tg_argv[1] end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - tg_argv[1] end;
begin
  if private.is_admin() and v_old is distinct from v_new then
    perform private.audit(tg_argv[0] || '.' || lower(tg_op), (coalesce(v_new, v_old) ->> 'id')::uuid,
      (select jsonb_object_agg(d.key, coalesce(v_new, v_old) -> d.value) from jsonb_each_text(tg_argv[2]::jsonb) d));
  end if;
  return null;
end
$$;
comment on function private.audit_row() is
  'Notes what an admin does to a row. The trigger says what it is, the field whose change is nobody''s act, and which fields the entry shows.';

-- The counter moves with every artist.
create trigger cities_audit after insert or update or delete on public.cities
  for each row execute function private.audit_row('city', 'artist_count', '{"name": "slug"}');

-- Saving only what was changed in a service area. Plain updates of the table stay possible.
create function private.save_city(p_city uuid, p_changes jsonb, p_read jsonb) returns public.cities
  language plpgsql security invoker set search_path = '' as $$
declare
  v_city public.cities;
begin
  select * into v_city from public.cities c where c.id = p_city for update;
  return private.save_row(v_city, '{city_name,state,description,cover_photo,featured,latitude,longitude}', p_changes, p_read);
end
$$;
comment on function private.save_city(uuid, jsonb, jsonb) is
  'Saves the fields of p_changes; refuses changed_elsewhere where one is not what p_read says. Row-level security lets admins alone.';

-- Cities count their artists. What else pages count, the publisher counts from the rows that it has in memory.
create function private.lock_city(p_slug text) returns void
  language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('city:' || p_slug, 0))
$$;
comment on function private.lock_city(text) is 'Waits for the transaction that counts the artists of this city, until it ends.';

create function private.count_city_artists() returns trigger
  language plpgsql security definer set search_path = '' as $$
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

select private.after_statements('public.artists', 'city_count', 'count_city_artists');
