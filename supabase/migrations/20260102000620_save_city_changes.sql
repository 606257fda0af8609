-- Saving only what was changed in a service area. Plain updates of the table stay possible.
create function private.save_city(p_city uuid, p_changes jsonb, p_read jsonb) returns public.cities
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
    'cover_photo', v_city.cover_photo, 'featured', v_city.featured);
  perform private.refuse_stale(v_fields, p_changes, p_read);
  if p_changes <> '{}' then
    v_city := jsonb_populate_record(v_city, v_fields || p_changes);
    update public.cities c
    set city_name = v_city.city_name, state = v_city.state, description = v_city.description,
        cover_photo = v_city.cover_photo, featured = v_city.featured
    where c.id = p_city
    returning * into v_city;
  end if;
  return v_city;
end
$$;
comment on function private.save_city(uuid, jsonb, jsonb) is
  'Saves the fields of p_changes, if each is still what p_read says. Row-level security lets admins alone.';

create function public.save_city(p_city uuid, p_changes jsonb, p_read jsonb) returns public.cities
  language sql security invoker set search_path = ''
as $$
  select * from private.save_city(p_city, p_changes, p_read)
$$;
comment on function public.save_city(uuid, jsonb, jsonb) is
  'Saves what was changed in a service area; refuses changed_elsewhere when such a field is not as it was read. Admins only.';
grant execute on function private.save_city(uuid, jsonb, jsonb), public.save_city(uuid, jsonb, jsonb) to authenticated;
