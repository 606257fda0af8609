-- Saving only what was changed in a profile. The form of 2026-01-01, which writes every field, stays for who calls it.
create function private.profile_fields(p_artist public.artists) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'name', p_artist.name, 'city', p_artist.city, 'state', p_artist.state, 'bio', p_artist.bio, 'styles', p_artist.styles,
    'mediums', p_artist.mediums, 'surfaces', p_artist.surfaces, 'years_experience', p_artist.years_experience,
    'email', c.email, 'phone', c.phone)
  from (select) one left join public.artist_contacts c on c.artist_id = p_artist.id
$$;
comment on function private.profile_fields(public.artists) is 'The fields of the profile form as they are stored, contact included, for who may read it.';

create function private.save_artist_profile(p_artist uuid, p_changes jsonb, p_read jsonb) returns jsonb
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_artist public.artists;
  v_fields jsonb;
begin
  -- The lock asks for the right to update, so that row-level security refuses here what it would refuse below.
  select * into v_artist from public.artists a where a.id = p_artist for update;
  if v_artist.id is null then perform private.fail('profile_refused'); end if;
  v_fields := private.profile_fields(v_artist);
  perform private.refuse_stale(v_fields, p_changes, p_read);
  if p_changes <> '{}' then
    v_fields := v_fields || p_changes;
    v_artist := jsonb_populate_record(v_artist, v_fields);
    v_artist := private.save_artist_profile(
      p_artist, v_artist.name, v_fields ->> 'email', v_fields ->> 'phone', v_artist.city, v_artist.state, v_artist.bio,
      v_artist.styles, v_artist.mediums, v_artist.surfaces, v_artist.years_experience);
  end if;
  return to_jsonb(v_artist) || private.profile_fields(v_artist);
end
$$;
comment on function private.save_artist_profile(uuid, jsonb, jsonb) is
  'Saves the fields of p_changes by the rules of the whole form, if each is still what p_read says. Runs with the caller''s rights.';

create function public.save_artist_profile(p_artist uuid, p_changes jsonb, p_read jsonb) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.save_artist_profile(p_artist, p_changes, p_read)
$$;
comment on function public.save_artist_profile(uuid, jsonb, jsonb) is
  'Saves what was changed in an artist''s profile and contact; refuses changed_elsewhere when such a field is not as it was read. Gives the row with email and phone. The owner or an admin.';
grant execute on function private.profile_fields(public.artists),
  private.save_artist_profile(uuid, jsonb, jsonb), public.save_artist_profile(uuid, jsonb, jsonb) to authenticated;
