-- Artists publish their murals themselves (design, section 7): what a wall's page says more, who writes it, and what the
-- owner may not. A mural can be a draft; an admin can take one down, and only an admin brings it back.
insert into private.error_codes (code, status, field, message) values
  ('mural_picture_required', 422, 'image_url', 'Please add a picture before you publish it'),
  ('mural_pictures_too_many', 422, 'gallery_images', 'A mural takes at most 12 pictures'),
  ('mural_hidden', 409, null, 'This mural was taken down by an admin.'),
  ('murals_full', 409, null, 'There is no room for more than 500 murals'),
  ('place_consent_required', 409, 'location_details', 'The client has not agreed to show where the wall is');

create function private.valid_picture_details(d jsonb) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if jsonb_typeof(d) is distinct from 'object' then return false; end if;
  return (select count(*) from jsonb_object_keys(d)) <= 60
    and not exists (
      select from jsonb_each(d) p where not private.safe_url(p.key) or case when jsonb_typeof(p.value) <> 'object' then true
        else p.value - '{x,y,alt}'::text[] <> '{}' or exists (
          select from jsonb_each(p.value) v where case
            when v.key = 'alt' then jsonb_typeof(v.value) <> 'string' or char_length(v.value #>> '{}') > 200
            when jsonb_typeof(v.value) <> 'number' then true
            else (v.value #>> '{}')::numeric not between 0 and 1 end) end);
end
$$;
comment on function private.valid_picture_details(jsonb) is
  'Whether this says of at most 60 pictures, by address, where the eye should rest (x and y from 0 to 1, from the left and the top) and what they show (alt); each is optional.';
grant execute on function private.valid_picture_details(jsonb) to anon, authenticated, service_role;

create function private.wall_size(p_width numeric, p_height numeric) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return trim_scale(p_width) || ' ft x ' || trim_scale(p_height) || ' ft';
end
$$;
comment on function private.wall_size(numeric, numeric) is
  'Width and height in feet as the specification''s dimensions are written, ''24 ft x 10 ft''; null unless both are known.';
grant execute on function private.wall_size(numeric, numeric) to authenticated, service_role;

alter table public.artists
  add column picture_details jsonb not null default '{}' check (private.valid_picture_details(picture_details));
comment on column public.artists.picture_details is
  'Focus point and alternative text of portfolio pictures and the profile photo, by address.';
grant update (picture_details) on public.artists to authenticated;

alter table public.murals
  add column width_ft numeric(6, 1) check (width_ft between 0.5 and 1000),
  add column height_ft numeric(6, 1) check (height_ft between 0.5 and 1000),
  -- Among the artist's own, the lowest first; the newest of the same.
  add column position int not null default 0 check (position between 0 and 9999),
  add column latitude numeric(8, 5) check (latitude between -90 and 90),
  add column longitude numeric(8, 5) check (longitude between -180 and 180),
  add column before_url text check (private.safe_url(before_url)),
  add column license text check (license in ('all-rights-reserved', 'cc-by', 'cc-by-sa', 'cc-by-nc', 'cc-by-nc-nd')),
  add column credit text check (char_length(credit) <= 200),
  add column picture_details jsonb not null default '{}' check (private.valid_picture_details(picture_details)),
  add column published_at timestamptz,
  add column hidden_at timestamptz,
  add column hidden_reason text check (char_length(hidden_reason) between 1 and 500),
  add constraint murals_point_check check ((latitude is null) = (longitude is null)),
  add constraint murals_hidden_check check ((hidden_at is null) = (hidden_reason is null));
comment on table public.murals is 'Mural projects, drafts and public ones. Their artists write them; what an admin hides stays hidden.';
comment on column public.murals.dimensions is 'Derived where width_ft and height_ft are known, otherwise as it was written.';
comment on column public.murals.latitude is 'With longitude, where the wall is; without them it is somewhere in its city.';
comment on column public.murals.before_url is 'The wall before it was painted.';
comment on column public.murals.license is 'How others may use the pictures; null reads as all rights reserved.';
comment on column public.murals.credit is 'Who took part, and who took the pictures.';
comment on column public.murals.picture_details is 'Focus point and alternative text of its pictures, by address.';
comment on column public.murals.published_at is 'When it was public first; null for a draft that never was. Its address changes freely until then.';
comment on column public.murals.hidden_at is 'When an admin took it down; nobody else brings it back.';

-- What was private may have been public once. Nothing that pages show changes by it.
alter table public.murals disable trigger user;
update public.murals set published_at = created_at;
alter table public.murals enable trigger user;

create or replace function private.page_row(p_row jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select p_row - '{user_id,lead_id,published_at,hidden_at,hidden_by,hidden_reason}'::text[]
$$;

-- Columns that no API role writes: slug, featured, published_at, hidden_at, hidden_reason, dates; and the artist only at first.
grant insert (artist_id, title, description, city, state, location_details, date_completed, surface_type, medium, dimensions,
    width_ft, height_ft, styles, image_url, gallery_images, before_url, public_visible, position, latitude, longitude, license,
    credit, picture_details),
  update (title, description, city, state, location_details, date_completed, surface_type, medium, dimensions, width_ft,
    height_ft, styles, image_url, gallery_images, before_url, public_visible, position, latitude, longitude, license, credit,
    picture_details),
  delete on public.murals to authenticated;
alter policy murals_select on public.murals
  using (public_visible or artist_id = (select private.my_artist_id()) or (select private.is_admin()));
create policy murals_insert on public.murals for insert to authenticated
  with check (artist_id = (select private.my_artist_id()));
create policy murals_update on public.murals for update to authenticated
  using (artist_id = (select private.my_artist_id()) or (select private.is_admin()))
  with check (artist_id = (select private.my_artist_id()) or (select private.is_admin()));
create policy murals_delete on public.murals for delete to authenticated
  using (artist_id = (select private.my_artist_id()));

create function private.normalise_mural() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_size text := private.wall_size(new.width_ft, new.height_ft);
begin
  new.title := private.clean(new.title);
  new.description := private.clean_or_null(new.description);
  new.city := private.clean_or_null(new.city);
  new.state := private.clean_or_null(new.state);
  new.location_details := private.clean_or_null(new.location_details);
  new.surface_type := private.clean_or_null(new.surface_type);
  new.medium := private.clean_or_null(new.medium);
  new.dimensions := private.clean_or_null(new.dimensions);
  new.credit := private.clean_or_null(new.credit);
  if v_size is not null then
    new.dimensions := v_size;
  elsif tg_op = 'UPDATE' and new.dimensions = private.wall_size(old.width_ft, old.height_ft) then
    new.dimensions := null;
  end if;
  if new.public_visible then new.published_at := coalesce(new.published_at, now()); end if;
  return new;
end
$$;
comment on function private.normalise_mural() is
  'Stores trimmed text, derives dimensions from width and height, and notes when a mural is public first.';
create trigger murals_1_normalise before insert or update on public.murals
  for each row execute function private.normalise_mural();

-- Finished walls keep their rule: where the wall is and what the client has taken, only while the client agrees.
create index finished_walls_artist_idx on private.finished_walls (artist_id);
create function private.shows_unconsented(p_mural uuid, p_artist uuid, p_urls text[]) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.finished_walls w
    where w.artist_id = p_artist and w.client_pictures && p_urls and (w.mural_id is distinct from p_mural or w.consent is not true))
$$;
comment on function private.shows_unconsented(uuid, uuid, text[]) is
  'Whether one of these pictures was taken by a client of the artist who has not agreed to its being on this mural''s page.';

create function private.note_place(p_mural uuid, p_place text) returns void
  language plpgsql security definer set search_path = ''
as $$
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
grant execute on function private.shows_unconsented(uuid, uuid, text[]), private.note_place(uuid, text) to authenticated;

create or replace function private.show_consented(p_lead uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_wall private.finished_walls;
  v_shown text[];
begin
  select * into v_wall from private.finished_walls w where w.lead_id = p_lead and w.artist_id = p_artist;
  if v_wall.mural_id is null then return; end if;
  select coalesce(array_agg(p.url order by p.at), '{}') into v_shown
    from public.murals m, unnest(m.image_url || m.gallery_images) with ordinality p (url, at)
    where m.id = v_wall.mural_id and p.url is not null and (v_wall.consent or p.url <> all (v_wall.client_pictures));
  update public.murals m
    set location_details = case when v_wall.consent then v_wall.location_details end,
      latitude = case when v_wall.consent then m.latitude end, longitude = case when v_wall.consent then m.longitude end,
      before_url = case when v_wall.consent or m.before_url <> all (v_wall.client_pictures) then m.before_url end,
      image_url = v_shown[1], gallery_images = v_shown[2:],
      -- A page without any picture is none.
      public_visible = m.public_visible and cardinality(v_shown) > 0
    where m.id = v_wall.mural_id;
end
$$;

create function private.guard_mural() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_owner uuid;
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
    select a.user_id into v_owner from public.artists a where a.id = new.artist_id;
    if exists (select from unnest(v_added) u where not private.media_url_ok(u, 'portfolio-images', v_owner)
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

-- The picture of the wall before is public, erased and found like the others.
drop index public.murals_objects_idx;
create index murals_objects_idx on public.murals
  using gin (private.object_keys(gallery_images || image_url || before_url)) where public_visible;
create or replace function private.is_object_public(p_bucket text, p_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select b.public from storage.buckets b where b.id = p_bucket), false)
    and (p_bucket not in ('profile-photos', 'portfolio-images', 'review-pictures')
      or exists (select from public.artists a where a.public_visible
           and private.object_keys(a.portfolio_images || a.profile_photo) @> array[p_bucket || '/' || p_name])
      or exists (select from public.murals m where m.public_visible
           and private.object_keys(m.gallery_images || m.image_url || m.before_url) @> array[p_bucket || '/' || p_name])
      or exists (select from public.cities c
           where private.object_keys(array[c.cover_photo]) @> array[p_bucket || '/' || p_name])
      or exists (select from public.reviews r join public.artists a on a.id = r.artist_id and a.public_visible
           where r.public_visible and private.object_keys(r.pictures) @> array[p_bucket || '/' || p_name]))
$$;

create or replace function private.erase_uploads(p_user uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Hosted storage refuses to lose rows in SQL unless told that it is meant. Without its row a file is not served.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.bucket_id in ('profile-photos', 'portfolio-images') and o.name like p_user || '/%'
    and not exists (
      select from public.cities c where c.cover_photo like '%/object/public/' || o.bucket_id || '/' || o.name
    );
  perform set_config('storage.allow_delete_query', 'false', true);
  -- A mural page must not outlive the picture on it.
  delete from public.murals m
  where exists (select from unnest(m.gallery_images || array[m.image_url, m.before_url]) x
    where x like '%/object/public/%/' || p_user || '/%');
end
$$;
