-- Import of murals from a file, as artists are imported: what each line would change, then all of it or nothing. A mural
-- without pictures is a draft until its artist, or an admin, adds them.
create function private.import_mural_fields() returns text[]
  language sql immutable set search_path = '' as $$
  select '{title,description,city,state,location_details,date_completed,surface_type,medium,width_ft,height_ft,dimensions,styles,license,credit}'::text[]
$$;
comment on function private.import_mural_fields() is 'Columns of a mural that a line can say something of.';

create function private.with_mural_fields(p_mural public.murals, p_fields jsonb) returns public.murals
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_mural public.murals;
begin
  begin
    v_mural := jsonb_populate_record(p_mural, (
      select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_fields) f where f.key = any (private.import_mural_fields())));
  exception
    when numeric_value_out_of_range then perform private.fail('feet_invalid');
    when data_exception then perform private.fail('invalid_input');
  end;
  if p_fields ? 'state' then
    v_mural.state := private.state_code(p_fields ->> 'state');
    if v_mural.state is null then perform private.fail('state_invalid'); end if;
  end if;
  return private.check_mural(v_mural);
end
$$;
comment on function private.with_mural_fields(murals, jsonb) is 'A mural with what a line says of it, by the rules of its form.';

create function private.blank_mural() returns public.murals
  language sql stable security definer set search_path = '' as $$
  select jsonb_populate_record(null::public.murals, jsonb_build_object('title', 'x', 'styles', '[]'::jsonb, 'gallery_images', '[]'::jsonb,
    'picture_details', '{}'::jsonb, 'public_visible', false))
$$;
comment on function private.blank_mural() is 'What a line is checked against.';

create function private.mural_errors(p_fields jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_field text;
  v_message text;
  v_state text;
  v_errors jsonb := '[]';
begin
  begin
    perform private.with_mural_fields(private.blank_mural(), p_fields);
    return v_errors;
  exception when others then
    null;
  end;
  foreach v_field in array private.import_mural_fields() loop
    continue when not p_fields ? v_field;
    begin
      perform private.with_mural_fields(private.blank_mural(), jsonb_build_object(v_field, p_fields -> v_field));
    exception when others then
      get stacked diagnostics v_message = message_text, v_state = returned_sqlstate;
      v_errors := v_errors || jsonb_build_object('field', v_field,
        'message', case when v_state = 'PGRST' then v_message::jsonb ->> 'message' else private.import_error('invalid_input') ->> 'message' end);
    end;
  end loop;
  return v_errors;
end
$$;
comment on function private.mural_errors(jsonb) is 'Everything that is wrong with fields of a mural: [{field, message}] in form order.';

create function private.artists_named(p_name text) returns setof uuid
  language plpgsql stable security definer rows 1 set search_path = '' as $$
begin
  return query select a.id from public.artists a where a.slug = private.clean(p_name);
  if found then return; end if;
  return query select c.artist_id from public.artist_contacts c where lower(c.email) = lower(private.clean(p_name));
  if found then return; end if;
  return query select a.id from public.artists a where lower(a.name) = lower(private.clean(p_name));
end
$$;
comment on function private.artists_named(text) is 'Whom a line names as the artist of a mural: by slug, otherwise by e-mail, otherwise by name.';

create function private.mural_of_line(p_mural public.murals) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.mural_fields(p_mural) || jsonb_build_object('public', p_mural.public_visible, 'artist', p_mural.artist_id)
$$;
comment on function private.mural_of_line(murals) is 'What an import can say of a mural.';

create function private.plan_mural(p_line int, p_fields jsonb, p_seen jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_errors jsonb := private.mural_errors(p_fields);
  v_artists uuid[] := '{}';
  v_found uuid[] := '{}';
  v_mural public.murals;
  v_next public.murals;
  v_said jsonb;
  v_key text;
  v_changes jsonb;
  v_left_out text;
begin
  if private.clean_or_null(p_fields ->> 'title') is null then v_errors := private.import_error('title_required') || v_errors; end if;
  if p_fields ? 'public' and jsonb_typeof(p_fields -> 'public') <> 'boolean' then
    v_errors := v_errors || private.import_error('invalid_input', 'public');
  end if;
  if p_fields ? 'artist' then
    v_artists := array(select private.artists_named(p_fields ->> 'artist'));
    if cardinality(v_artists) = 0 then v_errors := v_errors || private.import_error('import_artist_unknown'); end if;
    if cardinality(v_artists) > 1 then v_errors := v_errors || private.import_error('import_ambiguous', 'artist'); end if;
  end if;
  if v_errors = '[]' then
    v_found := array(select m.id from public.murals m where m.slug = private.clean(p_fields ->> 'slug'));
    if v_found = '{}' then
      -- The same title is another wall with another artist; of nobody's, in another city.
      v_found := array(
        select m.id from public.murals m where lower(m.title) = lower(private.clean(p_fields ->> 'title'))
          and m.artist_id is not distinct from v_artists[1]
          and (m.artist_id is not null or lower(coalesce(m.city, '')) = lower(coalesce(private.clean(p_fields ->> 'city'), ''))));
    end if;
    if cardinality(v_found) > 1 then v_errors := v_errors || private.import_error('import_ambiguous'); end if;
    select * into v_mural from public.murals m where m.id = v_found[1];
    v_key := coalesce('id:' || v_mural.id, lower(concat_ws('|', 'new', v_artists[1], private.clean(p_fields ->> 'title'),
      case when v_artists[1] is null then coalesce(private.clean(p_fields ->> 'city'), '') end)));
    if p_seen ? v_key then v_errors := v_errors || private.import_error('import_twice'); end if;
    if (p_fields ->> 'public')::boolean then
      v_left_out := case when v_mural.hidden_at is not null then 'mural_hidden' when v_mural.image_url is null then 'import_draft' end;
      if v_left_out is not null then p_fields := p_fields || '{"public": false}'; end if;
    end if;
  end if;
  if v_errors = '[]' then
    v_next := private.with_mural_fields(case when v_mural.id is null then private.blank_mural() else v_mural end, p_fields);
    v_said := (select jsonb_object_agg(f.key, case f.key when 'public' then p_fields -> 'public' when 'artist' then to_jsonb(v_artists[1])
        else to_jsonb(v_next) -> f.key end) from jsonb_each(p_fields) f
      where f.key in ('public', 'artist') or f.key = any (private.import_mural_fields()));
    if v_mural.id is not null then v_changes := private.import_changes(private.mural_of_line(v_mural), v_said); end if;
  end if;
  return private.import_line(p_line, case when v_mural.id is null then 'create'
      when exists (select from public.artists a where a.id = v_mural.artist_id and a.user_id is not null)
        or exists (select from private.finished_walls w where w.mural_id = v_mural.id) then 'kept'
      when v_changes = '[]' then 'same' else 'update' end,
    coalesce(p_fields ->> 'title', ''), v_mural.slug,
    -- An artist is read by name.
    (select jsonb_agg(case c ->> 'field' when 'artist' then c || jsonb_build_object(
        'from', (select a.name from public.artists a where a.id = (c ->> 'from')::uuid),
        'to', (select a.name from public.artists a where a.id = (c ->> 'to')::uuid)) else c end)
      from jsonb_array_elements(coalesce(v_changes, '[]')) c), v_errors)
    || jsonb_build_object('id', v_mural.id, 'key', v_key, 'said', v_said,
      'notes', case when v_left_out is null then '[]' else jsonb_build_array(private.import_error(v_left_out, 'public')) end);
end
$$;
comment on function private.plan_mural(int, jsonb, jsonb) is
  'What a line would do, with the key by which a later line about the same mural is known, and what it says as it is stored.';

create function private.store_imported_mural(p_mural uuid, p_said jsonb) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_said jsonb := p_said - '{public,artist}'::text[]
    || case when p_said ? 'public' then jsonb_build_object('public_visible', p_said -> 'public') else '{}' end
    || case when p_said ? 'artist' then jsonb_build_object('artist_id', p_said -> 'artist') else '{}' end;
  v_mural public.murals := jsonb_populate_record(null::public.murals, v_said);
  v_slug text;
begin
  if p_mural is not null then
    execute format('update public.murals set %s where id = $2 returning slug',
      (select string_agg(format('%1$I = ($1).%1$I', k), ', ') from jsonb_object_keys(v_said) k)) using v_mural, p_mural into v_slug;
    return v_slug;
  end if;
  execute format('insert into public.murals (slug, %s) select $2, %s returning slug',
    (select string_agg(format('%I', k), ', ' order by k) from jsonb_object_keys(v_said) k),
    (select string_agg(format('($1).%I', k), ', ' order by k) from jsonb_object_keys(v_said) k))
    using v_mural, private.free_mural_slug(v_mural.title) into v_slug;
  return v_slug;
end
$$;
comment on function private.store_imported_mural(uuid, jsonb) is 'Adds or changes a mural by what a line says; gives its address.';

create function private.import_murals(p_rows jsonb, p_apply boolean) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_row record;
  v_line jsonb;
  v_lines jsonb[] := '{}';
  v_seen jsonb := '{}';
  v_done int[] := '{0,0}';
begin
  perform private.require_admin();
  if p_apply is null then perform private.fail('invalid_input', 'apply'); end if;
  if p_apply then perform pg_advisory_xact_lock(hashtext('import_murals')); end if;
  for v_row in select r.line, r.fields from private.import_rows(p_rows) r loop
    v_line := private.plan_mural(v_row.line, v_row.fields, v_seen);
    if v_line ->> 'key' is not null then v_seen := v_seen || jsonb_build_object(v_line ->> 'key', true); end if;
    v_lines := v_lines || v_line;
  end loop;
  if p_apply and not exists (select from unnest(v_lines) l where l ->> 'action' is null) then
    for i in 1 .. cardinality(v_lines) loop
      if v_lines[i] ->> 'action' in ('create', 'update') then
        v_lines[i] := v_lines[i] || jsonb_build_object('slug', private.store_imported_mural((v_lines[i] ->> 'id')::uuid, v_lines[i] -> 'said'));
        if v_lines[i] ->> 'action' = 'create' then v_done[1] := v_done[1] + 1; else v_done[2] := v_done[2] + 1; end if;
      end if;
    end loop;
    if v_done <> '{0,0}' then
      perform private.audit('mural.imported', null, jsonb_build_object('created', v_done[1], 'updated', v_done[2]));
    end if;
  end if;
  return (select coalesce(jsonb_agg(l - '{id,key,said}'::text[] order by at), '[]') from unnest(v_lines) with ordinality u (l, at));
end
$$;
comment on function private.import_murals(jsonb, boolean) is
  'Adds murals from the lines of a file and changes those that no artist runs, with p_apply and unless any line has errors: [{line, action: create|update|same|kept|null, name, slug, changes, errors, notes}]. All lines or none. Admins only.';
