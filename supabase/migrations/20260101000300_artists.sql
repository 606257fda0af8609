-- Artists (specification, sections 3 to 5). Only what is public lives here; e-mail and phone are in artist_contacts.
create table public.artists (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references auth.users (id) on delete cascade,
  name text not null check (name = private.clean(name) and char_length(name) between 1 and 100),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 140),
  city text check (char_length(city) <= 100),
  state text check (char_length(state) <= 50),
  bio text check (char_length(bio) <= 2000),
  styles text[] not null default '{}' check (private.valid_list(styles)),
  mediums text[] not null default '{}' check (private.valid_list(mediums)),
  surfaces text[] not null default '{}' check (private.valid_list(surfaces)),
  profile_photo text check (private.safe_url(profile_photo)),
  portfolio_images text[] not null default '{}' check (private.safe_urls(portfolio_images)),
  featured boolean not null default false,
  public_visible boolean not null default false,
  average_rating numeric(2, 1) not null default 0 check (average_rating between 0 and 5),
  years_experience int check (years_experience between 0 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  city_slug text generated always as (private.city_slug(city, state)) stored
);
alter table public.artists enable row level security;
comment on table public.artists is 'Public artist profiles. A row is shown to visitors only while public_visible is true.';

create index artists_city_slug_idx on public.artists (city_slug) where public_visible;
create index artists_standing_idx on public.artists (featured desc, average_rating desc, id) where public_visible;
create index artists_created_idx on public.artists (created_at desc);

create function private.my_artist_id() returns uuid
  language sql stable security definer set search_path = ''
as $$
  select a.id from public.artists a where a.user_id = auth.uid()
$$;
comment on function private.my_artist_id() is 'The caller''s artist profile, or null.';
grant execute on function private.my_artist_id() to authenticated, service_role;

grant select on public.artists to anon, authenticated;
grant all on public.artists to service_role;
-- average_rating, slug (on update) and created_at are nobody's to write; the guard decides on featured and images.
grant insert (user_id, name, slug, city, state, bio, styles, mediums, surfaces, years_experience, public_visible)
  on public.artists to authenticated;
grant update (name, city, state, bio, styles, mediums, surfaces, profile_photo, portfolio_images, years_experience, public_visible, featured)
  on public.artists to authenticated;

create policy artists_select_anon on public.artists for select to anon using (public_visible);
create policy artists_select on public.artists for select to authenticated
  using (public_visible or user_id = (select auth.uid()) or (select private.is_admin()));
create policy artists_insert on public.artists for insert to authenticated
  with check (user_id = (select auth.uid()) and not public_visible and (select private.my_role()) = 'artist');
create policy artists_update on public.artists for update to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()))
  with check (user_id = (select auth.uid()) or (select private.is_admin()));

create function private.free_artist_slug(p_name text, p_user uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  -- Time-ordered ids share their first characters, so namesakes of one minute collide: the second carries its whole id.
  select case when exists (select from public.artists a where a.slug = s) then left(s, -8) || p_user else s end
  from private.artist_slug(p_name, p_user) s
$$;
comment on function private.free_artist_slug(text, uuid) is 'The slug by the rule, or a longer one when somebody has that already.';
grant execute on function private.free_artist_slug(text, uuid) to authenticated, service_role;

create function private.normalise_artist() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.name := private.clean(new.name);
  new.city := private.clean_or_null(new.city);
  new.state := private.clean_or_null(new.state);
  new.bio := private.clean_or_null(new.bio);
  if tg_op = 'INSERT' and new.slug is null then
    new.slug := private.free_artist_slug(new.name, coalesce(new.user_id, new.id));
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'city_slug' <> to_jsonb(old) - 'city_slug' then new.updated_at := now(); end if;
  return new;
end
$$;
comment on function private.normalise_artist() is 'Stores trimmed text, fills in a missing slug, keeps updated_at.';
create trigger artists_1_normalise before insert or update on public.artists
  for each row execute function private.normalise_artist();

create function private.guard_artist() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_url text;
begin
  -- An invoker function on purpose: current_user is the API role here, and postgres for operators and definer functions.
  if current_user not in ('anon', 'authenticated') then return new; end if;
  if tg_op = 'INSERT' then
    new.featured := false;
    new.average_rating := 0;
    new.public_visible := false;
    new.slug := private.free_artist_slug(new.name, new.user_id);
    return new;
  end if;
  if new.featured is distinct from old.featured and not private.is_admin() then perform private.fail('not_allowed'); end if;
  if new.profile_photo is distinct from old.profile_photo and new.profile_photo is not null
     and not private.media_url_ok(new.profile_photo, 'profile-photos', new.user_id) then
    perform private.fail('image_refused', 'profile_photo');
  end if;
  -- Only additions are judged, so that reordering and removing always work.
  for v_url in select x from unnest(new.portfolio_images) x where x is not null and x <> all (old.portfolio_images) loop
    if not private.media_url_ok(v_url, 'portfolio-images', new.user_id) then
      perform private.fail('image_refused', 'portfolio_images');
    end if;
  end loop;
  return new;
end
$$;
comment on function private.guard_artist() is
  'What an API role may not do to a profile: feature itself, choose its slug, start public, show images that are not its own.';
create trigger artists_2_guard before insert or update on public.artists
  for each row execute function private.guard_artist();

create function private.audit_artist() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_what text;
begin
  -- Owners edit their own profile all day; only what an admin does to somebody's profile is noted.
  if auth.uid() is null or auth.uid() is not distinct from new.user_id then return null; end if;
  foreach v_what in array array['featured', 'public_visible'] loop
    if to_jsonb(new) -> v_what <> to_jsonb(old) -> v_what then
      perform private.audit(case v_what when 'featured' then 'artist.featured' else 'artist.visibility' end, new.id,
        jsonb_build_object('name', new.name, 'to', to_jsonb(new) -> v_what));
    end if;
  end loop;
  if to_jsonb(new) - '{featured,public_visible,updated_at}'::text[] <> to_jsonb(old) - '{featured,public_visible,updated_at}'::text[] then
    perform private.audit('artist.profile', new.id, jsonb_build_object('name', new.name));
  end if;
  return null;
end
$$;
comment on function private.audit_artist() is 'Notes what an admin changes on an artist''s profile.';
create trigger artists_audit after update on public.artists
  for each row execute function private.audit_artist();
