-- Where cities are, for the map and for which of them are near each other. The admin's form fills it in from its own list
-- of towns; no outside service is asked.
insert into private.error_codes (code, status, field, message) values
  ('latitude_invalid', 422, 'latitude', 'Latitude must be a number from -90 to 90'),
  ('longitude_invalid', 422, 'longitude', 'Longitude must be a number from -180 to 180'),
  ('position_incomplete', 422, 'longitude', 'Please give both latitude and longitude, or neither');

alter table public.cities
  add column latitude numeric(8, 5) check (latitude between -90 and 90),
  add column longitude numeric(8, 5) check (longitude between -180 and 180),
  add constraint cities_position_check check ((latitude is null) = (longitude is null));
comment on column public.cities.latitude is 'With longitude, the middle of the city; without them no map shows it.';
grant insert (latitude, longitude), update (latitude, longitude) on public.cities to authenticated;

-- The cities that an earlier release has placed, and those of its demo.
update public.cities c set latitude = p.latitude, longitude = p.longitude
from (values
  ('san-antonio-tx', 29.42412, -98.49363), ('austin-tx', 30.26715, -97.74306), ('houston-tx', 29.76328, -95.36327),
  ('dallas-tx', 32.78306, -96.80667), ('fort-worth-tx', 32.72541, -97.32085), ('el-paso-tx', 31.75872, -106.48693),
  ('new-braunfels-tx', 29.703, -98.12445), ('san-marcos-tx', 29.88327, -97.94139), ('seguin-tx', 29.56884, -97.96473),
  ('boerne-tx', 29.79466, -98.73197), ('schertz-tx', 29.55217, -98.26973), ('kerrville-tx', 30.04743, -99.14032),
  ('corpus-christi-tx', 27.80058, -97.39638), ('laredo-tx', 27.50641, -99.50754), ('mcallen-tx', 26.20341, -98.23001),
  ('brownsville-tx', 25.90175, -97.49748), ('lubbock-tx', 33.57786, -101.85517), ('amarillo-tx', 35.222, -101.8313),
  ('waco-tx', 31.54933, -97.14667), ('arlington-tx', 32.73569, -97.10807), ('plano-tx', 33.01984, -96.69889),
  ('denton-tx', 33.21484, -97.13307), ('round-rock-tx', 30.50826, -97.6789), ('georgetown-tx', 30.63269, -97.67723),
  ('fredericksburg-tx', 30.2752, -98.87198), ('marfa-tx', 30.30973, -104.02134), ('galveston-tx', 29.30135, -94.7977),
  ('beaumont-tx', 30.08605, -94.10185), ('tyler-tx', 32.35126, -95.30106), ('abilene-tx', 32.44874, -99.73314),
  ('midland-tx', 31.99735, -102.07791), ('odessa-tx', 31.84568, -102.36764), ('victoria-tx', 28.80527, -97.0036),
  ('uvalde-tx', 29.20968, -99.78617), ('del-rio-tx', 29.36273, -100.89676), ('eagle-pass-tx', 28.70914, -100.49952),
  ('gruene-tx', 29.7383, -98.1042), ('wimberley-tx', 29.99744, -98.09862), ('dripping-springs-tx', 30.19021, -98.08668),
  ('bandera-tx', 29.72661, -99.07365), ('comfort-tx', 29.96771, -98.90503), ('converse-tx', 29.51801, -98.31612),
  ('universal-city-tx', 29.54801, -98.29112), ('cibolo-tx', 29.56162, -98.22696), ('live-oak-tx', 29.56523, -98.3364),
  ('helotes-tx', 29.57801, -98.68975), ('castroville-tx', 29.35579, -98.87864), ('hondo-tx', 29.34746, -99.14142),
  ('floresville-tx', 29.13358, -98.15612), ('pleasanton-tx', 28.96719, -98.47863), ('lockhart-tx', 29.88494, -97.67),
  ('luling-tx', 29.68051, -97.6475), ('gonzales-tx', 29.50163, -97.45249), ('bastrop-tx', 30.11049, -97.31527),
  ('kyle-tx', 29.98911, -97.87723), ('buda-tx', 30.08521, -97.84028), ('pflugerville-tx', 30.43937, -97.62),
  ('temple-tx', 31.09823, -97.34278), ('killeen-tx', 31.11712, -97.7278), ('bryan-tx', 30.67436, -96.36996),
  ('college-station-tx', 30.62798, -96.33441)
) p (slug, latitude, longitude)
where p.slug = c.slug;

create or replace function private.complete_city() returns trigger
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
  if abs(new.latitude) > 90 then perform private.fail('latitude_invalid'); end if;
  if abs(new.longitude) > 180 then perform private.fail('longitude_invalid'); end if;
  if (new.latitude is null) <> (new.longitude is null) then perform private.fail('position_incomplete'); end if;
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
comment on function private.complete_city() is
  'Trims, checks the position, derives the slug, counts the artists, and takes a cover photo only from the admin''s own uploads.';

create or replace function private.save_city(p_city uuid, p_changes jsonb, p_read jsonb) returns public.cities
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_city public.cities;
  v_fields jsonb;
begin
  select * into v_city from public.cities c where c.id = p_city for update;
  if v_city.id is null then perform private.fail('not_allowed'); end if;
  v_fields := jsonb_build_object(
    'city_name', v_city.city_name, 'state', v_city.state, 'description', v_city.description,
    'cover_photo', v_city.cover_photo, 'featured', v_city.featured,
    'latitude', v_city.latitude, 'longitude', v_city.longitude);
  perform private.refuse_stale(v_fields, p_changes, p_read);
  if p_changes <> '{}' then
    v_city := jsonb_populate_record(v_city, v_fields || p_changes);
    update public.cities c
    set city_name = v_city.city_name, state = v_city.state, description = v_city.description,
        cover_photo = v_city.cover_photo, featured = v_city.featured,
        latitude = v_city.latitude, longitude = v_city.longitude
    where c.id = p_city
    returning * into v_city;
  end if;
  return v_city;
end
$$;

create or replace function public.directory_checksum() returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'artists', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from a.updated_at) * 1000000), 0)::numeric(40)::text)
                from public.artists a where a.public_visible),
    'murals', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from m.updated_at) * 1000000), 0)::numeric(40)::text)
               from public.murals m where m.public_visible),
    -- A position counts in its hundred-thousandths, which are whole.
    'cities', (select jsonb_build_array(count(*), coalesce(sum(c.artist_count
                 + char_length(concat(c.city_name, c.description, c.cover_photo))
                 + coalesce(c.latitude * 100000 + c.longitude * 1000000000, 0)), 0)::numeric(40)::text)
               from public.cities c),
    'reviews', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from r.updated_at) * 1000000), 0)::numeric(40)::text)
                from public.reviews r join public.artists a on a.id = r.artist_id where r.public_visible and a.public_visible),
    'mural_redirects', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from r.created_at) * 1000000), 0)::numeric(40)::text)
                        from public.mural_redirects r join public.murals m on m.id = r.mural_id where m.public_visible))
$$;
