-- A line is not refused for what it need not say: a mural that cannot be public is imported as it can be, and its line says so.
insert into private.error_codes (code, status, field, message) values
  ('import_draft', 422, 'public', 'Imported as a draft: add a photo, then publish it');
update private.error_codes set message = 'No artist has this slug, email or name. Import the artist first, or leave this cell empty.'
  where code = 'import_artist_unknown';

create or replace function private.plan_mural(p_line int, p_fields jsonb, p_seen jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
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

comment on function public.import_murals(jsonb, boolean) is
  'Adds murals from the lines of a file and changes those that no artist runs: [{line, action: create|update|same|kept|null, name, slug, changes, errors, notes}]. All lines or none. Admins only.';
