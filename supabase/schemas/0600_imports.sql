-- Import of artists and murals from a file: what each line would change, then all of it in one transaction, or nothing.
-- Safe to repeat: what is there already is found again. What an artist runs themselves is left as it is.
create function private.import_error(p_code text, p_field text default null) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('field', coalesce(p_field, c.field), 'message', c.message) from private.error_codes c where c.code = p_code
$$;
comment on function private.import_error(text, text) is 'An error of a line, in the words of private.fail.';

create function private.line_fields(p_of text) returns text[]
  language plpgsql stable security definer set search_path = '' as $$
begin
  return case p_of
    when 'artist' then array(select r.field from private.profile_form() r order by r.position) || '{public,photo,images}'
    else '{title,description,city,state,location_details,date_completed,surface_type,medium,width_ft,height_ft,dimensions,styles,license,credit,public,artist}' end;
end
$$;
comment on function private.line_fields(text) is 'What a line can say of an artist or of a mural, in form order.';

create function private.checked_line(p_of text, p_fields jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(p_fields -> 'public') <> 'boolean' then perform private.fail('invalid_input', 'public'); end if;
  return jsonb_strip_nulls(jsonb_build_object('public', p_fields -> 'public'))
    || case p_of when 'artist' then private.checked_artist(p_fields) else private.checked_mural(p_fields) end;
end
$$;
comment on function private.checked_line(text, jsonb) is 'What a line says, as it is stored; refuses the first rule that is broken.';

create function private.line_errors(p_of text, p_fields jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_field text;
  v_message text;
  v_state text;
  v_errors jsonb := '[]';
begin
  foreach v_field in array private.line_fields(p_of) loop
    continue when not p_fields ? v_field;
    begin
      perform private.checked_line(p_of, jsonb_build_object(v_field, p_fields -> v_field));
    exception when others then
      get stacked diagnostics v_message = message_text, v_state = returned_sqlstate;
      v_errors := v_errors || case when v_state = 'PGRST'
        then jsonb_build_object('field', v_field, 'message', v_message::jsonb ->> 'message') else private.import_error('invalid_input', v_field) end;
    end;
  end loop;
  return v_errors;
end
$$;
comment on function private.line_errors(text, jsonb) is 'Everything that is wrong with what a line says: [{field, message}] in form order.';

create function private.import_changes(p_stored jsonb, p_said jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('field', f.key, 'from', w.was, 'to', w.is) order by f.key), '[]')
    from jsonb_each(p_said) f
    -- An artist is read by name.
    cross join lateral (select
      case f.key when 'artist' then (select to_jsonb(a.name) from public.artists a where a.id::text = p_stored ->> f.key) else p_stored -> f.key end as was,
      case f.key when 'artist' then (select to_jsonb(a.name) from public.artists a where a.id::text = p_said ->> f.key) else f.value end as is) w
    where p_stored -> f.key is distinct from f.value);
end
$$;
comment on function private.import_changes(jsonb, jsonb) is 'Which fields of a row a line changes: [{field, from, to}].';

create function private.plan_line(p_of text, p_line int, p_fields jsonb, p_seen jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_name text := case p_of when 'artist' then 'name' else 'title' end;
  -- It has to be there, so it is looked at where it is not, too.
  v_fields jsonb := jsonb_build_object(v_name, null) || p_fields;
  v_plan jsonb := jsonb_build_object('line', p_line, 'name', coalesce(p_fields ->> v_name, ''), 'action', null, 'slug', null,
    'changes', '[]'::jsonb, 'errors', '[]'::jsonb, 'keys', '{}'::jsonb);
  v_said jsonb;
begin
  begin
    v_said := private.checked_line(p_of, v_fields);
  exception when others then
    return v_plan || jsonb_build_object('errors', private.line_errors(p_of, v_fields));
  end;
  v_plan := v_plan || jsonb_build_object('said', v_said)
    || case p_of when 'artist' then private.plan_artist(p_fields ->> 'slug', v_said, p_seen) else private.plan_mural(p_fields ->> 'slug', v_said, p_seen) end;
  return v_plan || jsonb_build_object('action', case when v_plan -> 'errors' <> '[]' then null when v_plan ->> 'id' is null then 'create'
    when v_plan -> 'kept' = 'true' then 'kept' when v_plan -> 'changes' = '[]' then 'same' else 'update' end);
end
$$;
comment on function private.plan_line(text, int, jsonb, jsonb) is
  'What a line would do, what it says as it is stored, and the keys by which a later line about the same artist or mural is known.';

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

create function private.import_lines(p_of text, p_rows jsonb, p_apply boolean) returns jsonb[]
  language plpgsql security definer set search_path = '' as $$
declare
  v_row record;
  v_lines jsonb[] := '{}';
  v_line jsonb;
  v_seen jsonb := '{}';
  v_created int := 0;
  v_updated int := 0;
begin
  perform private.require_admin();
  if p_apply is null then perform private.fail('invalid_input', 'apply'); end if;
  -- Two at once would both find nobody, and both add everybody.
  if p_apply then perform pg_advisory_xact_lock(hashtext('import of ' || p_of)); end if;
  for v_row in select r.line, r.fields from private.import_rows(p_rows) r loop
    v_line := private.plan_line(p_of, v_row.line, v_row.fields, v_seen);
    v_seen := v_seen || (v_line -> 'keys');
    v_lines := v_lines || v_line;
  end loop;
  if p_apply and not exists (select from unnest(v_lines) l where l ->> 'action' is null) then
    for i in 1 .. cardinality(v_lines) loop
      v_line := v_lines[i];
      continue when v_line ->> 'action' not in ('create', 'update');
      v_lines[i] := v_line || jsonb_build_object('slug', case p_of
        when 'artist' then private.store_imported_artist((v_line ->> 'id')::uuid, v_line -> 'said')
        else private.store_imported_mural((v_line ->> 'id')::uuid, v_line -> 'said') end);
      if v_line ->> 'action' = 'create' then v_created := v_created + 1; else v_updated := v_updated + 1; end if;
    end loop;
    if v_created + v_updated > 0 then
      perform private.audit(p_of || '.imported', null, jsonb_build_object('created', v_created, 'updated', v_updated));
    end if;
  end if;
  return array(select l - '{id,kept,keys,said}'::text[] from unnest(v_lines) l);
end
$$;
comment on function private.import_lines(text, jsonb, boolean) is
  'What each line would do, and with p_apply, unless any of them has errors, all of it: all lines or none. Admins only.';

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
