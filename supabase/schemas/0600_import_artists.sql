-- Import of artists from a file: what each line would change, then all of it in one transaction, or nothing. Safe to
-- repeat: who is there already is found again. What an artist runs themselves is left as it is.
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

create function private.import_error(p_code text, p_field text default null) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('field', coalesce(p_field, c.field), 'message', c.message) from private.error_codes c where c.code = p_code
$$;
comment on function private.import_error(text, text) is 'An error of a line, in the words of private.fail.';

create function private.profile_errors(p_fields jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_rule private.profile_rules;
  v_message text;
  v_state text;
  v_errors jsonb := '[]';
begin
  -- Most lines are right: one look at all of it first.
  begin
    perform private.checked_profile(p_fields);
    return v_errors;
  exception when others then
    null;
  end;
  for v_rule in select * from private.profile_form() r where p_fields ? r.field order by r.position loop
    begin
      perform private.checked_profile(jsonb_build_object(v_rule.field, p_fields -> v_rule.field));
    exception when others then
      get stacked diagnostics v_message = message_text, v_state = returned_sqlstate;
      v_errors := v_errors || case when v_state = 'PGRST'
        then jsonb_build_object('field', v_rule.field, 'message', v_message::jsonb ->> 'message')
        else private.import_error(case when v_rule.kind = 'number' then v_rule.refusal else 'invalid_input' end, v_rule.field) end;
    end;
  end loop;
  return v_errors;
end
$$;
comment on function private.profile_errors(jsonb) is 'Everything that is wrong with fields of a profile: [{field, message}] in form order.';

create function private.import_rows(p_rows jsonb) returns table (line int, fields jsonb)
  language plpgsql stable security definer rows 100 set search_path = '' as $$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then perform private.fail('invalid_input', 'rows'); end if;
  if jsonb_array_length(p_rows) > 1000 then perform private.fail('import_too_large'); end if;
  if exists (select from jsonb_array_elements(p_rows) r
      where case when jsonb_typeof(r) <> 'object' then true else coalesce(r ->> 'line', '') !~ '^[0-9]{1,7}$' end) then
    perform private.fail('invalid_input', 'rows');
  end if;
  return query
    select (r.row ->> 'line')::int, private.import_fields(r.row)
    from jsonb_array_elements(p_rows) with ordinality r (row, at) order by r.at;
end
$$;
comment on function private.import_rows(jsonb) is 'The lines of an import with what each says; refuses what is no list of lines, or too long a one.';

create function private.imported_artists(p_fields jsonb) returns setof uuid
  language plpgsql stable security definer rows 2 set search_path = '' as $$
declare
  v_email text := lower(private.clean_or_null(p_fields ->> 'email'));
begin
  return query select a.id from public.artists a where a.slug = private.clean(p_fields ->> 'slug');
  if found then return; end if;
  return query
    select m.artist_id from private.imported_addresses m where m.address_hash = private.address_hash(v_email) and m.artist_id is not null
    union select c.artist_id from public.artist_contacts c where lower(c.email) = v_email;
  if found then return; end if;
  -- Two of one name and town with two addresses are two people.
  return query
    select a.id from public.artists a left join public.artist_contacts c on c.artist_id = a.id
    where lower(a.name) = lower(private.clean(p_fields ->> 'name'))
      and lower(coalesce(a.city, '')) = lower(coalesce(private.clean(p_fields ->> 'city'), ''))
      and (c.email is null or v_email is null);
end
$$;
comment on function private.imported_artists(jsonb) is
  'Whom a line is about: by slug, otherwise by e-mail, the one an import brought or the present one, otherwise by name and city.';

create function private.import_changes(p_stored jsonb, p_fields jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('field', f.key, 'from', p_stored -> f.key, 'to', f.value) order by f.key), '[]')
  from jsonb_each(p_fields) f where p_stored -> f.key is distinct from f.value
$$;
comment on function private.import_changes(jsonb, jsonb) is 'Which fields of a row a line changes: [{field, from, to}].';

create function private.import_line(p_line int, p_action text, p_name text, p_slug text, p_changes jsonb, p_errors jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select jsonb_build_object('line', p_line, 'action', case when p_errors = '[]' then p_action end, 'name', p_name, 'slug', p_slug,
    'changes', coalesce(p_changes, '[]'), 'errors', p_errors)
$$;
comment on function private.import_line(int, text, text, text, jsonb, jsonb) is 'What becomes of a line; nothing where it has errors.';

create function private.artist_of_line(p_row public.artists) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.profile_fields(p_row) || jsonb_build_object('public', p_row.public_visible) || private.noted_photos(p_row.id)
$$;
comment on function private.artist_of_line(artists) is 'What an import can say of an artist.';

create function private.checked_line(p_fields jsonb) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.checked_profile(p_fields)
    || (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_fields) f where f.key in ('public', 'photo', 'images'))
$$;
comment on function private.checked_line(jsonb) is 'What a line says of an artist, as it is stored.';

create function private.plan_artist(p_line int, p_fields jsonb, p_seen jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_errors jsonb := private.profile_errors(p_fields);
  v_found uuid[] := '{}';
  v_artist public.artists;
  v_email text := lower(private.clean_or_null(p_fields ->> 'email'));
  v_place text := lower(concat_ws('|', private.clean(p_fields ->> 'name'), coalesce(private.clean(p_fields ->> 'city'), '')));
  v_keys text[] := '{}';
  v_changes jsonb;
begin
  if private.clean_or_null(p_fields ->> 'name') is null then v_errors := private.import_error('name_required') || v_errors; end if;
  if p_fields ? 'public' and jsonb_typeof(p_fields -> 'public') <> 'boolean' then
    v_errors := v_errors || private.import_error('invalid_input', 'public');
  end if;
  if p_fields ? 'photo' and private.are_addresses(jsonb_build_array(p_fields -> 'photo')) is not true then
    v_errors := v_errors || private.import_error('photo_address_invalid', 'photo');
  end if;
  if p_fields ? 'images' and private.are_addresses(p_fields -> 'images') is not true then
    v_errors := v_errors || private.import_error('photo_address_invalid', 'images');
  end if;
  if v_errors = '[]' then
    v_found := array(select private.imported_artists(p_fields));
    if cardinality(v_found) > 1 then v_errors := v_errors || private.import_error('import_ambiguous'); end if;
    select * into v_artist from public.artists a where a.id = v_found[1];
    if v_artist.id is null and exists (
        select from private.imported_addresses m where m.address_hash = private.address_hash(v_email) and m.artist_id is null) then
      v_errors := v_errors || private.import_error('import_removed');
    end if;
    -- As private.imported_artists: of one name and city are two people only where both have an address.
    v_keys := case when v_artist.id is not null then array['id:' || v_artist.id]
      when v_email is not null then array['email:' || v_email, 'with:' || v_place] else array['without:' || v_place] end;
    if p_seen ?| v_keys[1:1] or v_artist.id is null and (p_seen ? ('without:' || v_place) or v_email is null and p_seen ? ('with:' || v_place)) then
      v_errors := v_errors || private.import_error('import_twice');
    end if;
  end if;
  if v_errors = '[]' and v_artist.unclaimed then
    v_changes := private.import_changes(private.artist_of_line(v_artist), private.checked_line(p_fields));
  end if;
  return private.import_line(p_line, case when v_artist.id is null then 'create' when not v_artist.unclaimed then 'kept'
      when v_changes = '[]' then 'same' else 'update' end,
    coalesce(p_fields ->> 'name', ''), v_artist.slug, v_changes, v_errors)
    || jsonb_build_object('id', v_artist.id, 'keys', to_jsonb(v_keys));
end
$$;
comment on function private.plan_artist(int, jsonb, jsonb) is 'What a line would do, with the keys by which a later line about the same artist is known.';

create function private.mark_address(p_artist uuid, p_email text) returns void
  language sql security definer set search_path = '' as $$
  insert into private.imported_addresses as m (address_hash, artist_id)
    select private.address_hash(p_email), p_artist where p_email is not null
    on conflict (address_hash) do update set artist_id = excluded.artist_id
$$;
comment on function private.mark_address(uuid, text) is 'Remembers for whom an import has brought an address.';

create function private.add_imported_artist(p_fields jsonb) returns public.artists
  language plpgsql security definer set search_path = '' as $$
declare
  v_fields jsonb := private.checked_profile(p_fields);
  v_artist public.artists := jsonb_populate_record(null::public.artists, v_fields);
  v_columns text;
begin
  select string_agg(format('%I', k), ', ') into v_columns from jsonb_object_keys(v_fields) k
    where k <> 'name' and to_jsonb(v_artist) ? k;
  -- Complete from the beginning, so that the pages hear of it once.
  execute format('insert into public.artists (name, slug, unclaimed, public_visible%s) select ($1).name, null, true, $2%s returning *',
    coalesce(', ' || v_columns, ''), coalesce(', ' || regexp_replace(v_columns, '(\w+)', '($1).\1', 'g'), ''))
    -- With its first photo where some are to be fetched.
    using v_artist, coalesce((p_fields ->> 'public')::boolean, false) and not p_fields ?| '{photo,images}' into v_artist;
  insert into public.artist_contacts (artist_id, email, phone) values (v_artist.id, v_fields ->> 'email', v_fields ->> 'phone');
  perform private.note_photos(v_artist.id, p_fields);
  perform private.mark_address(v_artist.id, v_fields ->> 'email');
  return v_artist;
end
$$;
comment on function private.add_imported_artist(jsonb) is 'Adds an artist whose page nobody has claimed yet; private unless the line says otherwise.';

create function private.change_imported_artist(p_artist uuid, p_fields jsonb) returns public.artists
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist public.artists;
begin
  select * into strict v_artist from public.artists a where a.id = p_artist for no key update;
  v_artist := private.write_profile(v_artist, p_fields);
  perform private.mark_address(p_artist, private.checked_profile(p_fields) ->> 'email');
  if p_fields ? 'public' then
    update public.artists a set public_visible = (p_fields ->> 'public')::boolean
      where a.id = p_artist and a.public_visible <> (p_fields ->> 'public')::boolean;
  end if;
  perform private.note_photos(p_artist, p_fields);
  return v_artist;
end
$$;
comment on function private.change_imported_artist(uuid, jsonb) is 'Changes what a line says of an artist whose page nobody has claimed yet.';

create function private.import_artists(p_rows jsonb, p_apply boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_row record;
  v_line jsonb;
  v_lines jsonb[] := '{}';
  v_seen jsonb := '{}';
  v_artist public.artists;
  v_done int[] := '{0,0}';
begin
  perform private.require_admin();
  if p_apply is null then perform private.fail('invalid_input', 'apply'); end if;
  -- Two at once would both find nobody, and both add everybody.
  if p_apply then perform pg_advisory_xact_lock(hashtext('import_artists')); end if;
  for v_row in select r.line, r.fields from private.import_rows(p_rows) r loop
    v_line := private.plan_artist(v_row.line, v_row.fields, v_seen);
    select v_seen || coalesce(jsonb_object_agg(k, true), '{}') into v_seen from jsonb_array_elements_text(v_line -> 'keys') k;
    v_lines := v_lines || (v_line - '{keys}'::text[] || jsonb_build_object('fields', v_row.fields));
  end loop;
  if p_apply and not exists (select from unnest(v_lines) l where l ->> 'action' is null) then
    for i in 1 .. cardinality(v_lines) loop
      case v_lines[i] ->> 'action'
        when 'create' then
          v_artist := private.add_imported_artist(v_lines[i] -> 'fields');
          v_lines[i] := v_lines[i] || jsonb_build_object('slug', v_artist.slug);
          v_done[1] := v_done[1] + 1;
        when 'update' then
          perform private.change_imported_artist((v_lines[i] ->> 'id')::uuid, v_lines[i] -> 'fields');
          v_done[2] := v_done[2] + 1;
        else null;
      end case;
    end loop;
    if v_done <> '{0,0}' then
      perform private.audit('artist.imported', null, jsonb_build_object('created', v_done[1], 'updated', v_done[2]));
    end if;
  end if;
  return (
    with namesakes as materialized (
      select private.name_key(a.name) as word,
        jsonb_agg(jsonb_build_object('name', a.name, 'city', a.city, 'slug', a.slug) order by a.created_at, a.id) as who
      from public.artists a where not p_apply group by 1)
    select coalesce(jsonb_agg(l - '{fields,id}'::text[]
      || case when n.who is null then '{}' else jsonb_build_object('namesakes', n.who) end order by at), '[]')
    from unnest(v_lines) with ordinality u (l, at)
    left join namesakes n on l ->> 'action' = 'create' and n.word = private.name_key(l ->> 'name'));
end
$$;
comment on function private.import_artists(jsonb, boolean) is
  'Adds artists from the lines of a file and changes those that nobody has claimed, with p_apply and unless any line has errors: [{line, action: create|update|same|kept|null, name, slug, changes, errors, namesakes}]. All lines or none. Admins only.';

-- What a line of an import says, in the words that rows are kept in: composed letters, names on one line, the place that
-- is meant. So a line finds the artist that it made before, whatever program wrote the file.
create function private.import_fields(p_row jsonb) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  v_fields jsonb;
  v_place text[];
begin
  select coalesce(jsonb_object_agg(f.key, case
      when jsonb_typeof(f.value) <> 'string' then f.value
      when f.key in ('bio', 'description', 'location_details') then to_jsonb(private.clean(f.value #>> '{}'))
      else to_jsonb(private.one_line(f.value #>> '{}')) end), '{}')
    into v_fields from jsonb_each(p_row) f where f.key <> 'line';
  if jsonb_typeof(v_fields -> 'city') = 'string' or jsonb_typeof(v_fields -> 'state') = 'string' then
    v_place := private.read_place(
      case when jsonb_typeof(v_fields -> 'city') = 'string' then v_fields ->> 'city' end,
      case when jsonb_typeof(v_fields -> 'state') = 'string' then v_fields ->> 'state' end);
    v_fields := v_fields
      || case when v_place[1] is not null then jsonb_build_object('city', private.known_city(v_place[1], v_place[2])) else '{}' end
      || case when v_place[2] is not null then jsonb_build_object('state', coalesce(private.state_code(v_place[2]), v_place[2])) else '{}' end;
  end if;
  -- What is empty says nothing about its field.
  return (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(v_fields) f where f.value not in ('null', '""', '[]'));
end
$$;
comment on function private.import_fields(jsonb) is 'What a line says of its fields, as rows are kept; empty ones are left out.';
