-- Cities (specification, section 3): the service areas. Admins write them; artist_count follows the facets.
create table public.cities (
  id uuid primary key default gen_random_uuid(),
  city_name text not null check (city_name = private.clean(city_name) and char_length(city_name) between 1 and 100),
  state text not null check (char_length(state) <= 50),
  slug text not null unique default '',
  description text check (char_length(description) <= 2000),
  cover_photo text check (private.safe_url(cover_photo)),
  artist_count int not null default 0 check (artist_count >= 0),
  featured boolean not null default false,
  created_at timestamptz not null default now(),
  check (slug = private.city_slug(city_name, state))
);
alter table public.cities enable row level security;
comment on table public.cities is 'Service areas. The slug follows from name and state, artist_count from the public artists.';
create index cities_name_idx on public.cities (city_name);

grant select on public.cities to anon, authenticated;
grant insert (city_name, state, slug, description, cover_photo, featured),
      update (city_name, state, slug, description, cover_photo, featured), delete on public.cities to authenticated;
grant all on public.cities to service_role;
create policy cities_select on public.cities for select to anon, authenticated using (true);
create policy cities_insert on public.cities for insert to authenticated with check ((select private.is_admin()));
create policy cities_update on public.cities for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy cities_delete on public.cities for delete to authenticated using ((select private.is_admin()));

create function private.city_artist_count(p_slug text) returns int
  language sql volatile security definer set search_path = ''
as $$
  -- Locked, so that a city made while an artist moves there does not keep the count of before.
  select coalesce((select f.artist_count from public.directory_facets f where f.kind = 'city' and f.value = p_slug for update), 0)
$$;
comment on function private.city_artist_count(text) is 'How many public artists work in this city.';

create function private.complete_city() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.city_name := private.clean(new.city_name);
  new.state := private.clean(new.state);
  new.description := private.clean_or_null(new.description);
  if coalesce(new.city_name, '') = '' then perform private.fail('city_required', 'city_name'); end if;
  if char_length(new.city_name) > 100 then perform private.fail('city_too_long', 'city_name'); end if;
  if private.state_code(new.state) is null then perform private.fail('state_invalid'); end if;
  if char_length(new.description) > 2000 then perform private.fail('description_too_long'); end if;
  new.slug := private.city_slug(new.city_name, new.state);
  if new.slug is null then perform private.fail('city_required', 'city_name'); end if;
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
comment on function private.complete_city() is 'Trims, derives the slug, counts the artists, and takes a cover photo only from the admin''s own uploads.';
create trigger cities_complete before insert or update on public.cities
  for each row execute function private.complete_city();

create function private.audit_city() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'artist_count' end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'artist_count' end;
begin
  -- The counter moves with every artist: that is nobody's action.
  if private.is_admin() and v_old is distinct from v_new then
    perform private.audit('city.' || lower(tg_op), (coalesce(v_new, v_old) ->> 'id')::uuid,
      jsonb_build_object('name', coalesce(v_new, v_old) ->> 'slug'));
  end if;
  return null;
end
$$;
comment on function private.audit_city() is 'Notes what an admin does to the service areas.';
create trigger cities_audit after insert or update or delete on public.cities
  for each row execute function private.audit_city();
