-- Rows hold names on one line and places as people mean them, whoever writes them: 'San Antonio, TX' beside TX is the
-- city San Antonio. What was stored before is brought to the same rule.

create or replace function private.normalise_artist() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_place text[] := private.read_place(new.city, new.state);
begin
  new.name := private.one_line(new.name);
  new.city := v_place[1];
  new.state := v_place[2];
  new.bio := private.clean_or_null(new.bio);
  if tg_op = 'INSERT' and new.slug is null then
    new.slug := private.free_artist_slug(new.name, coalesce(new.user_id, new.id));
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'city_slug' <> to_jsonb(old) - 'city_slug' then new.updated_at := now(); end if;
  return new;
end
$$;
comment on function private.normalise_artist() is 'Stores text as it is kept, and the place that is meant; fills in a missing slug, keeps updated_at.';

create or replace function private.normalise_mural() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_size text := private.wall_size(new.width_ft, new.height_ft);
  v_place text[] := private.read_place(new.city, new.state);
begin
  new.title := private.one_line(new.title);
  new.description := private.clean_or_null(new.description);
  new.city := v_place[1];
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
  if new.public_visible then new.published_at := coalesce(new.published_at, now()); end if;
  return new;
end
$$;
comment on function private.normalise_mural() is
  'Stores text as it is kept, and the place that is meant; derives dimensions from width and height, and notes when a mural is public first.';

create or replace function private.complete_city() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_place text[] := private.read_place(new.city_name, new.state);
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

create function private.name_asked_city() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.city := private.asked_city(new.city);
  return new;
end
$$;
comment on function private.name_asked_city() is 'Stores the city that a client means, so that artists there are found.';
create trigger lead_records_1_city before insert or update of city on public.lead_records
  for each row when (new.city is not null) execute function private.name_asked_city();

create or replace function private.city_words(p_city text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select lower((private.read_place(split_part(p_city, ',', 1), null))[1])
$$;
comment on function private.city_words(text) is 'A city as a client typed it, for comparing: small letters, without its state.';

create function private.clean_account_name() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.raw_user_meta_data := jsonb_set(new.raw_user_meta_data, '{name}', to_jsonb(private.one_line(new.raw_user_meta_data ->> 'name')));
  return new;
end
$$;
comment on function private.clean_account_name() is 'Stores an account''s name as names are kept: admins read it in their lists.';
create trigger clean_account_name before insert or update of raw_user_meta_data on auth.users
  for each row when (jsonb_typeof(new.raw_user_meta_data -> 'name') = 'string') execute function private.clean_account_name();

create function private.clean_issue() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.subject := private.one_line(new.subject);
  new.intro := private.clean(new.intro);
  return new;
end
$$;
comment on function private.clean_issue() is 'Stores the words of an issue as texts are kept.';
create trigger newsletter_issues_1_clean before insert or update of subject, intro on private.newsletter_issues
  for each row execute function private.clean_issue();

-- Rows from before. A name of which nothing can be seen gets one that says so; checks would refuse it from now on.
update public.artists a set name = coalesce(nullif(private.one_line(a.name), ''), 'Artist'),
    styles = private.clean_list(a.styles), mediums = private.clean_list(a.mediums), surfaces = private.clean_list(a.surfaces),
    languages = private.clean_list(a.languages)
  where a.name <> private.one_line(a.name) or not private.valid_list(a.styles) or not private.valid_list(a.mediums)
    or not private.valid_list(a.surfaces) or not private.valid_list(a.languages)
    or array[a.city, a.state] is distinct from private.read_place(a.city, a.state)
    or a.city_slug is distinct from private.city_slug(a.city, a.state);
update public.murals m set title = coalesce(nullif(private.one_line(m.title), ''), 'Untitled'), styles = private.clean_list(m.styles)
  where m.title <> private.one_line(m.title) or not private.valid_list(m.styles)
    or array[m.city, m.state] is distinct from private.read_place(m.city, m.state)
    or m.city_slug is distinct from private.city_slug(m.city, m.state);
update public.cities c set city_name = coalesce(nullif(private.one_line(c.city_name), ''), c.slug)
  where c.city_name <> private.one_line(c.city_name) or c.slug is distinct from private.city_slug(c.city_name, c.state);
update public.reviews r set author_name = nullif(private.one_line(r.author_name), ''), author_town = nullif(private.one_line(r.author_town), '')
  where r.author_name <> private.clean(r.author_name) or r.author_town <> private.clean(r.author_town);
