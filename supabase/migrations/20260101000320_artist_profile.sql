-- The two ways an artist's dashboard writes a profile: making the first one, and saving the form in one transaction.

create function private.ensure_artist_profile() returns public.artists
  language plpgsql security definer set search_path = ''
as $$
declare
  v_user auth.users;
  v_artist public.artists;
  v_name text;
begin
  if private.my_role() is distinct from 'artist' then perform private.fail('not_allowed'); end if;
  select * into v_artist from public.artists a where a.user_id = auth.uid();
  if found then return v_artist; end if;

  select * into strict v_user from auth.users u where u.id = auth.uid();
  v_name := left(coalesce(private.clean_or_null(v_user.raw_user_meta_data ->> 'name'),
                          private.clean_or_null(split_part(v_user.email, '@', 1)), 'Artist'), 100);
  -- The trigger fills in the slug.
  insert into public.artists (user_id, name, slug) values (v_user.id, private.clean(v_name), null)
    on conflict (user_id) do nothing;
  select * into strict v_artist from public.artists a where a.user_id = auth.uid();
  insert into public.artist_contacts (artist_id, email)
    values (v_artist.id, case when private.valid_email(v_user.email) and char_length(v_user.email) <= 255 then v_user.email end)
    on conflict do nothing;
  return v_artist;
end
$$;
comment on function private.ensure_artist_profile() is
  'The caller''s artist profile, made private and named after the account when there is none (specification, section 4).';

create function public.ensure_artist_profile() returns public.artists
  language sql security invoker set search_path = ''
as $$
  select * from private.ensure_artist_profile()
$$;
comment on function public.ensure_artist_profile() is 'The caller''s artist profile, created on the first visit. Artists only.';
grant execute on function private.ensure_artist_profile(), public.ensure_artist_profile() to authenticated;

create function private.save_artist_profile(
  p_artist uuid, p_name text, p_email text, p_phone text, p_city text, p_state text, p_bio text,
  p_styles text[], p_mediums text[], p_surfaces text[], p_years_experience int
) returns public.artists
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_artist public.artists;
  v_email text := private.clean_or_null(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_styles text[] := private.clean_list(p_styles);
  v_mediums text[] := private.clean_list(p_mediums);
  v_surfaces text[] := private.clean_list(p_surfaces);
begin
  if private.clean_or_null(p_name) is null then perform private.fail('name_required'); end if;
  if char_length(private.clean(p_name)) > 100 then perform private.fail('name_too_long'); end if;
  if not private.valid_email(v_email) then perform private.fail('email_invalid'); end if;
  if char_length(v_email) > 255 then perform private.fail('email_too_long'); end if;
  if char_length(v_phone) > 20 then perform private.fail('phone_too_long'); end if;
  if char_length(private.clean(p_city)) > 100 then perform private.fail('city_too_long'); end if;
  if char_length(private.clean(p_state)) > 50 then perform private.fail('state_too_long'); end if;
  if char_length(private.clean(p_bio)) > 2000 then perform private.fail('bio_too_long'); end if;
  if p_years_experience not between 0 and 100 then perform private.fail('years_invalid'); end if;
  if not private.valid_list(v_styles) then perform private.fail('list_item_too_long', 'styles'); end if;
  if not private.valid_list(v_mediums) then perform private.fail('list_item_too_long', 'mediums'); end if;
  if not private.valid_list(v_surfaces) then perform private.fail('list_item_too_long', 'surfaces'); end if;

  -- Row-level security decides whether there is a row to update.
  update public.artists a
  set name = p_name, city = p_city, state = p_state, bio = p_bio, styles = v_styles, mediums = v_mediums,
      surfaces = v_surfaces, years_experience = p_years_experience
  where a.id = p_artist
  returning * into v_artist;
  if v_artist.id is null then perform private.fail('profile_refused'); end if;
  insert into public.artist_contacts as c (artist_id, email, phone) values (p_artist, v_email, v_phone)
    on conflict (artist_id) do update set email = excluded.email, phone = excluded.phone;
  return v_artist;
end
$$;
comment on function private.save_artist_profile(uuid, text, text, text, text, text, text, text[], text[], text[], int) is
  'Saves the profile form (specification, section 5) and the contact together, or neither. Runs with the caller''s rights.';

create function public.save_artist_profile(
  p_artist uuid, p_name text, p_email text default null, p_phone text default null, p_city text default null,
  p_state text default null, p_bio text default null, p_styles text[] default '{}', p_mediums text[] default '{}',
  p_surfaces text[] default '{}', p_years_experience int default null
) returns public.artists
  language sql security invoker set search_path = ''
as $$
  select * from private.save_artist_profile(
    p_artist, p_name, p_email, p_phone, p_city, p_state, p_bio, p_styles, p_mediums, p_surfaces, p_years_experience)
$$;
comment on function public.save_artist_profile(uuid, text, text, text, text, text, text, text[], text[], text[], int) is
  'Saves an artist''s profile and contact in one transaction. The owner or an admin.';
grant execute on function
  private.save_artist_profile(uuid, text, text, text, text, text, text, text[], text[], text[], int),
  public.save_artist_profile(uuid, text, text, text, text, text, text, text[], text[], text[], int)
to authenticated;
