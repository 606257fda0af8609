-- Import of murals: which one a line is about, and what becomes of it. A mural without pictures is a draft until its
-- artist, or an admin, adds them.
create function private.checked_mural(p_fields jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_said jsonb := (select jsonb_object_agg(f.key, f.value) from jsonb_each(p_fields) f where f.key = any (private.line_fields('mural')));
  v_mural public.murals := private.changed_mural(null,
    '{"title": "x", "styles": [], "gallery_images": [], "picture_details": {}, "public_visible": false}' || v_said);
  v_artists uuid[];
begin
  if v_said ? 'artist' then
    v_artists := array(select private.artists_named(v_said ->> 'artist'));
    if cardinality(v_artists) = 0 then perform private.fail('import_artist_unknown'); end if;
    if cardinality(v_artists) > 1 then perform private.fail('import_ambiguous', 'artist'); end if;
  end if;
  return (
    select jsonb_object_agg(f.key, f.value) from jsonb_each(to_jsonb(v_mural) || jsonb_build_object('artist', v_artists[1])) f where v_said ? f.key);
end
$$;
comment on function private.checked_mural(jsonb) is 'What a line says of a mural, as it is stored, by the rules of its form; its artist as an id.';

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

create function private.plan_mural(p_slug text, p_said jsonb, p_seen jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_artist uuid := p_said ->> 'artist';
  v_said jsonb := p_said;
  v_found uuid[] := array(select m.id from public.murals m where m.slug = p_slug);
  v_mural public.murals;
  v_key text;
  v_errors jsonb := '[]';
  v_changes jsonb := '[]';
  v_left_out text;
begin
  if v_found = '{}' then
    -- The same title is another wall with another artist; of nobody's, in another city.
    v_found := array(
      select m.id from public.murals m where lower(m.title) = lower(p_said ->> 'title') and m.artist_id is not distinct from v_artist
        and (m.artist_id is not null or lower(coalesce(m.city, '')) = lower(coalesce(p_said ->> 'city', ''))));
  end if;
  if cardinality(v_found) > 1 then v_errors := v_errors || private.import_error('import_ambiguous'); end if;
  if v_found <> '{}' then select * into v_mural from public.murals m where m.id = v_found[1]; end if;
  v_key := coalesce('id:' || v_mural.id,
    lower(concat_ws('|', 'new', v_artist, p_said ->> 'title', case when v_artist is null then coalesce(p_said ->> 'city', '') end)));
  if p_seen ? v_key then v_errors := v_errors || private.import_error('import_twice'); end if;
  if p_said -> 'public' = 'true' then
    v_left_out := case when v_mural.hidden_at is not null then 'mural_hidden' when v_mural.image_url is null then 'import_draft' end;
    if v_left_out is not null then v_said := v_said || '{"public": false}'; end if;
  end if;
  if v_errors = '[]' and v_mural.id is not null then
    v_changes := private.import_changes(
      private.mural_fields(v_mural) || jsonb_build_object('public', v_mural.public_visible, 'artist', v_mural.artist_id), v_said);
  end if;
  return jsonb_build_object('id', v_mural.id, 'slug', v_mural.slug, 'changes', v_changes, 'errors', v_errors, 'keys', jsonb_build_object(v_key, true),
    'kept', exists (select from public.artists a where a.id = v_mural.artist_id and a.user_id is not null)
      or exists (select from private.finished_walls w where w.mural_id = v_mural.id),
    'said', v_said, 'notes', case when v_left_out is null then '[]' else jsonb_build_array(private.import_error(v_left_out, 'public')) end);
end
$$;
comment on function private.plan_mural(text, jsonb, jsonb) is 'Which mural a line is about, what it would change of it, and what of the line is left out.';

create function private.store_imported_mural(p_mural uuid, p_said jsonb) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_said jsonb := p_said || jsonb_strip_nulls(jsonb_build_object('public_visible', p_said -> 'public', 'artist_id', p_said -> 'artist'));
begin
  return (private.write_row(jsonb_populate_record(null::public.murals, v_said || jsonb_build_object('id', p_mural)), v_said)).slug;
end
$$;
comment on function private.store_imported_mural(uuid, jsonb) is 'Adds or changes a mural by what a line says; gives its address.';

create function private.import_murals(p_rows jsonb, p_apply boolean) returns jsonb
  language sql security definer set search_path = '' as $$
  select coalesce(jsonb_agg('{"notes": []}' || l order by at), '[]') from unnest(private.import_lines('mural', p_rows, p_apply)) with ordinality u (l, at)
$$;
comment on function private.import_murals(jsonb, boolean) is
  'Adds murals from the lines of a file and changes those that no artist runs, with p_apply and unless any line has errors: [{line, action: create|update|same|kept|null, name, slug, changes, errors, notes}]. All lines or none. Admins only.';
