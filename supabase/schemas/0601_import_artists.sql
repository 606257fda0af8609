-- Import of artists: whom a line is about, and what becomes of them. What the imports have in common is in 0600_imports.sql.
create table private.imported_addresses (
  address_hash bytea primary key,
  -- Null once the page is gone, by the owner of the address or by their account.
  artist_id uuid references public.artists (id) on delete set null
);
comment on table private.imported_addresses is
  'Whose page an import made for an address, of which only a hash is kept: an import that is repeated finds it whatever its owner has changed since, and does not bring back a page that was removed.';
create index imported_addresses_artist_idx on private.imported_addresses (artist_id);

create function private.address_hash(p_email text) returns bytea
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.peppered(lower(private.clean(p_email)));
end
$$;
comment on function private.address_hash(text) is 'What is kept of an address that an import has brought. Null without one.';

create function private.checked_artist(p_fields jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  if p_fields ? 'photo' and private.are_addresses(jsonb_build_array(p_fields -> 'photo')) is not true then
    perform private.fail('photo_address_invalid');
  end if;
  if p_fields ? 'images' and private.are_addresses(p_fields -> 'images') is not true then perform private.fail('photo_address_invalid', 'images'); end if;
  return private.checked_profile(p_fields) || jsonb_strip_nulls(jsonb_build_object('photo', p_fields -> 'photo', 'images', p_fields -> 'images'));
end
$$;
comment on function private.checked_artist(jsonb) is 'What a line says of an artist, as it is stored.';

create function private.imported_artists(p_slug text, p_said jsonb) returns setof uuid
  language plpgsql stable security definer rows 2 set search_path = '' as $$
declare
  v_email text := lower(p_said ->> 'email');
begin
  return query select a.id from public.artists a where a.slug = p_slug;
  if found then return; end if;
  return query
    select m.artist_id from private.imported_addresses m where m.address_hash = private.address_hash(v_email) and m.artist_id is not null
    union select c.artist_id from public.artist_contacts c where lower(c.email) = v_email;
  if found then return; end if;
  -- Two of one name and town with two addresses are two people.
  return query
    select a.id from public.artists a left join public.artist_contacts c on c.artist_id = a.id
    where lower(a.name) = lower(p_said ->> 'name')
      and lower(coalesce(a.city, '')) = lower(coalesce(p_said ->> 'city', ''))
      and (c.email is null or v_email is null);
end
$$;
comment on function private.imported_artists(text, jsonb) is
  'Whom a line is about: by slug, otherwise by e-mail, the one an import brought or the present one, otherwise by name and city.';

create function private.plan_artist(p_slug text, p_said jsonb, p_seen jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_email text := lower(p_said ->> 'email');
  v_place text := lower(concat_ws('|', p_said ->> 'name', coalesce(p_said ->> 'city', '')));
  v_found uuid[] := array(select private.imported_artists(p_slug, p_said));
  v_artist public.artists;
  v_keys text[];
  v_errors jsonb := '[]';
  v_changes jsonb := '[]';
begin
  if cardinality(v_found) > 1 then v_errors := v_errors || private.import_error('import_ambiguous'); end if;
  if v_found <> '{}' then
    select * into v_artist from public.artists a where a.id = v_found[1];
  elsif exists (
      select from private.imported_addresses m where m.address_hash = private.address_hash(v_email) and m.artist_id is null) then
    v_errors := v_errors || private.import_error('import_removed');
  end if;
  -- As private.imported_artists: of one name and city are two people only where both have an address.
  v_keys := case when v_artist.id is not null then array['id:' || v_artist.id]
    when v_email is not null then array['email:' || v_email, 'with:' || v_place] else array['without:' || v_place] end;
  if p_seen ? v_keys[1] or v_artist.id is null and (p_seen ? ('without:' || v_place) or v_email is null and p_seen ? ('with:' || v_place)) then
    v_errors := v_errors || private.import_error('import_twice');
  end if;
  if v_errors = '[]' and v_artist.unclaimed then
    v_changes := private.import_changes(
      private.profile_fields(v_artist) || jsonb_build_object('public', v_artist.public_visible) || private.noted_photos(v_artist.id), p_said);
  end if;
  return jsonb_build_object('id', v_artist.id, 'slug', v_artist.slug, 'kept', not v_artist.unclaimed, 'changes', v_changes, 'errors', v_errors,
    'keys', jsonb_object(v_keys, v_keys));
end
$$;
comment on function private.plan_artist(text, jsonb, jsonb) is 'Whom a line is about, and what it would change of them.';

create function private.mark_address(p_artist uuid, p_email text) returns void
  language sql security definer set search_path = '' as $$
  insert into private.imported_addresses as m (address_hash, artist_id)
    select private.address_hash(p_email), p_artist where p_email is not null
    on conflict (address_hash) do update set artist_id = excluded.artist_id
$$;
comment on function private.mark_address(uuid, text) is 'Remembers for whom an import has brought an address.';

create function private.store_imported_artist(p_artist uuid, p_said jsonb) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists;
  v_said jsonb := p_said || case when p_said ? 'public' then jsonb_build_object('public_visible', p_said -> 'public') else '{}' end;
begin
  if p_artist is not null then
    select * into strict v_artist from public.artists a where a.id = p_artist for no key update;
  else
    -- Complete from the beginning, so that the pages hear of it once; where photos are to be fetched, with the first of them.
    v_said := '{"unclaimed": true, "email": null, "phone": null}' || v_said
      || case when p_said ?| '{photo,images}' then '{"public_visible": false}' else '{}' end::jsonb;
  end if;
  v_artist := private.write_profile(v_artist, v_said);
  if p_said ? 'email' then perform private.mark_address(v_artist.id, p_said ->> 'email'); end if;
  if p_said ?| '{photo,images}' then perform private.note_photos(v_artist.id, p_said); end if;
  return v_artist.slug;
end
$$;
comment on function private.store_imported_artist(uuid, jsonb) is
  'Adds an artist whose page nobody has claimed yet, private unless the line says otherwise, or changes one; gives its address.';

create function private.import_artists(p_rows jsonb, p_apply boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_lines jsonb[] := private.import_lines('artist', p_rows, p_apply);
begin
  return (
    with namesakes as materialized (
      select private.name_key(a.name) as word,
        jsonb_agg(jsonb_build_object('name', a.name, 'city', a.city, 'slug', a.slug) order by a.created_at, a.id) as who
      from public.artists a where not p_apply group by 1)
    select coalesce(jsonb_agg(l
      || case when n.who is null then '{}' else jsonb_build_object('namesakes', n.who) end order by at), '[]')
    from unnest(v_lines) with ordinality u (l, at)
    left join namesakes n on l ->> 'action' = 'create' and n.word = private.name_key(l ->> 'name'));
end
$$;
comment on function private.import_artists(jsonb, boolean) is
  'Adds artists from the lines of a file and changes those that nobody has claimed, with p_apply and unless any line has errors: [{line, action: create|update|same|kept|null, name, slug, changes, errors, namesakes}]. All lines or none. Admins only.';
