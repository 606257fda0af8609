-- Murals (specification, section 3): finished walls, with or without an artist of this directory.
create table public.murals (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 140),
  title text not null check (char_length(private.clean(title)) between 1 and 200),
  description text check (char_length(description) <= 5000),
  city text check (char_length(city) <= 100),
  state text check (char_length(state) <= 50),
  location_details text check (char_length(location_details) <= 500),
  -- What a calendar shows: the API takes 'infinity' and years before Christ for days.
  date_completed date check (date_completed between '1800-01-01' and '9999-12-31'),
  surface_type text check (char_length(surface_type) <= 50),
  medium text check (char_length(medium) <= 50),
  dimensions text check (char_length(dimensions) <= 100),
  styles text[] not null default '{}' check (private.valid_list(styles)),
  -- The main picture; gallery_images follow in the order of the page.
  image_url text check (private.safe_url(image_url)),
  gallery_images text[] not null default '{}' check (private.safe_urls(gallery_images)),
  featured boolean not null default false,
  -- By the artist; an admin hides by hidden_at.
  public_visible boolean not null default false,
  -- Null for one whose artist is not in the directory.
  artist_id uuid references public.artists (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  city_slug text generated always as (private.city_slug(city, state)) stored,
  -- In feet, both or neither.
  width_ft numeric(6, 1) check (width_ft between 0.5 and 1000),
  height_ft numeric(6, 1) check (height_ft between 0.5 and 1000),
  -- Among the artist's own, the lowest first; the newest of the same.
  position int not null default 0 check (position between 0 and 9999),
  latitude numeric(8, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  before_url text check (private.safe_url(before_url)),
  license text check (license in ('all-rights-reserved', 'cc-by', 'cc-by-sa', 'cc-by-nc', 'cc-by-nc-nd')),
  credit text check (char_length(credit) <= 200),
  picture_details jsonb not null default '{}' check (private.valid_picture_details(picture_details)),
  published_at timestamptz,
  hidden_at timestamptz,
  -- For its artist and admins.
  hidden_reason text check (char_length(hidden_reason) between 1 and 500),
  constraint murals_point_check check ((latitude is null) = (longitude is null)),
  constraint murals_hidden_check check ((hidden_at is null) = (hidden_reason is null))
);
comment on table public.murals is 'Mural projects, drafts and public ones. Their artists write them; what an admin hides stays hidden.';
comment on column public.murals.dimensions is 'Derived where width_ft and height_ft are known, otherwise as it was written.';
comment on column public.murals.latitude is 'With longitude, where the wall is; without them it is somewhere in its city.';
comment on column public.murals.before_url is 'The wall before it was painted.';
comment on column public.murals.license is 'How others may use the pictures; null reads as all rights reserved.';
comment on column public.murals.credit is 'Who took part, and who took the pictures.';
comment on column public.murals.picture_details is 'Focus point, corners of the wall and alternative text of its pictures, by address.';
comment on column public.murals.published_at is 'When it was public first; null for a draft that never was. Its address changes freely until then.';
comment on column public.murals.hidden_at is 'When an admin took it down; nobody else brings it back.';
grant select on public.murals to anon, authenticated, service_role;
grant delete on public.murals to authenticated, service_role;
grant insert (title, description, city, state, location_details, date_completed, surface_type, medium, dimensions,
  styles, image_url, gallery_images, public_visible, artist_id, width_ft, height_ft, position, latitude, longitude,
  before_url, license, credit, picture_details), update (title, description, city, state, location_details,
  date_completed, surface_type, medium, dimensions, styles, image_url, gallery_images, public_visible, width_ft,
  height_ft, position, latitude, longitude, before_url, license, credit,
  picture_details) on public.murals to authenticated;
create index murals_recent_idx on public.murals (created_at desc) where public_visible;
create index murals_artist_idx on public.murals (artist_id);
create index murals_city_slug_idx on public.murals (city_slug) where public_visible;
create index murals_title_idx on public.murals (lower(title));

create policy murals_select_anon on public.murals for select to anon using (public_visible);
create policy murals_select on public.murals for select to authenticated
  using (
  public_visible or artist_id = (select private.my_artist_id()) or (select private.is_admin()));

create function private.touch() returns trigger
  language plpgsql set search_path = '' as $$
declare
  -- A stored generated column has no value yet in a before trigger, so it is left out; a table names what else is no change.
  v_no_change text[] := '{city_slug}'::text[] || coalesce(tg_argv, '{}');
begin
  if to_jsonb(new) - v_no_change <> to_jsonb(old) - v_no_change then new.updated_at := now(); end if;
  return new;
end
$$;
comment on function private.touch() is 'Keeps updated_at; an update that changes nothing is not a change.';

create trigger murals_touch before update on public.murals
  for each row execute function private.touch();

-- Artists publish their murals themselves: what a wall's page says more, who writes it, and what the
-- owner may not. A mural can be a draft; an admin can take one down, and only an admin brings it back.
create function private.wall_size(p_width numeric, p_height numeric) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return trim_scale(p_width) || ' ft x ' || trim_scale(p_height) || ' ft';
end
$$;
comment on function private.wall_size(numeric, numeric) is
  'Width and height in feet as the specification''s dimensions are written, ''24 ft x 10 ft''; null unless both are known.';

create policy murals_insert on public.murals for insert to authenticated
  with check (artist_id = (select private.my_artist_id()));
create policy murals_update on public.murals for update to authenticated
  using (artist_id = (select private.my_artist_id()) or (select private.is_admin()))
  with check (artist_id = (select private.my_artist_id()) or (select private.is_admin()));
create policy murals_delete on public.murals for delete to authenticated
  using (artist_id = (select private.my_artist_id()));

create function private.normalise_mural() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_size text := private.wall_size(new.width_ft, new.height_ft);
  v_place text[] := private.read_place(new.city, new.state);
begin
  new.title := private.one_line(new.title);
  new.description := private.clean_or_null(new.description);
  new.city := private.known_city(v_place[1], v_place[2]);
  new.state := v_place[2];
  new.location_details := private.clean_or_null(new.location_details);
  new.surface_type := nullif(private.one_line(new.surface_type), '');
  new.medium := nullif(private.one_line(new.medium), '');
  new.dimensions := nullif(private.one_line(new.dimensions), '');
  new.credit := nullif(private.one_line(new.credit), '');
  if v_size is not null then
    new.dimensions := v_size;
  elsif tg_op = 'UPDATE' and new.dimensions = private.wall_size(old.width_ft, old.height_ft) then
    new.dimensions := null;
  end if;
  if new.public_visible then
    new.published_at := coalesce(new.published_at, case tg_op when 'INSERT' then new.created_at else now() end);
  end if;
  return new;
end
$$;
comment on function private.normalise_mural() is
  'Stores text as it is kept, and the place that is meant; derives dimensions from width and height, and notes when a mural is public first.';

create trigger murals_1_normalise before insert or update on public.murals
  for each row execute function private.normalise_mural();

create function private.shows_unconsented(p_mural uuid, p_artist uuid, p_urls text[]) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.finished_walls w
    where w.artist_id = p_artist and w.client_pictures && p_urls and (w.mural_id is distinct from p_mural or w.consent is not true))
$$;
comment on function private.shows_unconsented(uuid, uuid, text[]) is
  'Whether one of these pictures was taken by a client of the artist who has not agreed to its being on this mural''s page.';

create function private.note_place(p_mural uuid, p_place text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_wall private.finished_walls;
begin
  if not exists (select from public.murals m
      where m.id = p_mural and (m.artist_id = private.my_artist_id() or private.is_admin())) then
    perform private.fail('not_allowed');
  end if;
  select * into v_wall from private.finished_walls w where w.mural_id = p_mural;
  if v_wall.mural_id is null then return; end if;
  if v_wall.consent is not true then perform private.fail('place_consent_required'); end if;
  update private.finished_walls w set location_details = p_place where w.mural_id = p_mural;
end
$$;
comment on function private.note_place(uuid, text) is
  'Before a mural says where it is: refuses that for a finished wall without its client''s consent, and otherwise notes it with the wall.';

create function private.guard_mural() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_before public.murals;
  v_added text[];
begin
  if new.public_visible and new.hidden_at is not null then perform private.fail('mural_hidden'); end if;
  -- As in private.guard_artist: what follows is for API roles.
  if current_user not in ('anon', 'authenticated') then return new; end if;
  if tg_op = 'INSERT' then
    new.artist_id := coalesce(new.artist_id, private.my_artist_id());
    if (select count(*) from public.murals m where m.artist_id = new.artist_id) >= 500 then perform private.fail('murals_full'); end if;
  else
    v_before := old;
    if new.location_details is distinct from old.location_details
       or new.latitude is not null and (new.latitude, new.longitude) is distinct from (old.latitude, old.longitude) then
      perform private.note_place(new.id, new.location_details);
    end if;
  end if;
  if new.public_visible then
    -- What the form calls a draft that has no title yet.
    if lower(new.title) = 'untitled mural' and (v_before.public_visible is not true or new.title <> v_before.title) then
      perform private.fail('title_required');
    end if;
    if new.image_url is null and (v_before.public_visible is not true or v_before.image_url is not null) then
      perform private.fail('mural_picture_required');
    end if;
  end if;
  if cardinality(array_remove(new.image_url || new.gallery_images, null))
     > greatest(12, coalesce(cardinality(array_remove(v_before.image_url || v_before.gallery_images, null)), 0)) then
    perform private.fail('mural_pictures_too_many');
  end if;
  -- Only additions are judged, so that reordering and removing always work.
  select array_agg(u) into v_added from unnest(new.gallery_images || array[new.image_url, new.before_url]) u
    where u is not null and u is distinct from v_before.image_url and u is distinct from v_before.before_url
      and u <> all (coalesce(v_before.gallery_images, '{}'));
  if v_added is not null then
    if exists (select from unnest(v_added) u where not private.artist_media_ok(u, 'portfolio-images', new.artist_id)
        and not (private.is_admin() and private.media_url_ok(u, 'portfolio-images', auth.uid()))) then
      perform private.fail('image_refused', 'gallery_images');
    end if;
    if private.shows_unconsented(new.id, new.artist_id, v_added) then perform private.fail('consent_required'); end if;
  end if;
  return new;
end
$$;
comment on function private.guard_mural() is
  'What an API role may not do to a mural: bring back what an admin hid, publish it without title or picture, show more than 12 pictures, those of others, or what a client has not agreed to.';

create trigger murals_2_guard before insert or update on public.murals
  for each row execute function private.guard_mural();

grant execute on function private.wall_size(numeric, numeric) to authenticated, service_role;
grant execute on function
  private.shows_unconsented(uuid, uuid, text[]), private.note_place(uuid, text)
  to authenticated;
