-- What the form of a mural saves, the order of an artist's murals, and a removal that can be taken back for a day.
create function private.mural_fields(p_mural public.murals) returns jsonb
  language plpgsql stable security invoker set search_path = '' as $$
declare
  v_row jsonb := to_jsonb(p_mural);
begin
  return (
    select jsonb_object_agg(k, v_row -> k) from unnest('{title,description,city,state,location_details,date_completed,surface_type,medium,
      width_ft,height_ft,dimensions,styles,image_url,gallery_images,before_url,license,credit,latitude,longitude,picture_details,
      public_visible}'::text[]) k);
end
$$;
comment on function private.mural_fields(murals) is 'What the form of a mural holds.';

create function private.changed_mural(p_mural public.murals, p_changes jsonb) returns public.murals
  language plpgsql stable security invoker set search_path = '' as $$
declare
  m public.murals;
begin
  begin
    m := jsonb_populate_record(p_mural, p_changes);
  exception
    when numeric_value_out_of_range then perform private.fail('feet_invalid');
    when data_exception then perform private.fail('invalid_input');
  end;
  -- A state is judged only when it is what changes: earlier ones are kept as they were written.
  if private.clean_or_null(p_changes ->> 'state') is not null then
    m.state := private.state_code(p_changes ->> 'state');
    if m.state is null then perform private.fail('state_invalid'); end if;
  end if;
  m.title := private.clean_or_null(m.title);
  if m.title is null then perform private.fail('title_required'); end if;
  if char_length(m.title) > 200 then perform private.fail('title_too_long'); end if;
  if char_length(private.clean(m.description)) > 5000 then perform private.fail('story_too_long'); end if;
  if char_length(private.clean(m.city)) > 100 then perform private.fail('city_too_long'); end if;
  if char_length(private.clean(m.location_details)) > 500 then perform private.fail('place_too_long'); end if;
  if m.date_completed not between '1800-01-01' and current_date + 1 then perform private.fail('completed_invalid'); end if;
  if char_length(private.clean(m.surface_type)) > 50 then perform private.fail('surface_too_long'); end if;
  if char_length(private.clean(m.medium)) > 50 then perform private.fail('medium_too_long'); end if;
  if m.width_ft not between 0.5 and 1000 then perform private.fail('feet_invalid'); end if;
  if m.height_ft not between 0.5 and 1000 then perform private.fail('feet_invalid', 'height_ft'); end if;
  if char_length(private.clean(m.dimensions)) > 100 then perform private.fail('size_too_long'); end if;
  m.styles := private.clean_list(m.styles);
  if not private.valid_list(m.styles) then perform private.fail('list_item_too_long', 'styles'); end if;
  if not (private.safe_url(m.image_url) and private.safe_url(m.before_url) and private.safe_urls(coalesce(m.gallery_images, '{}'))) then
    perform private.fail('image_refused', 'gallery_images');
  end if;
  if char_length(private.clean(m.credit)) > 200 then perform private.fail('credit_too_long'); end if;
  if m.license not in ('all-rights-reserved', 'cc-by', 'cc-by-sa', 'cc-by-nc', 'cc-by-nc-nd')
     or (m.latitude is null) <> (m.longitude is null) or m.latitude not between -90 and 90 or m.longitude not between -180 and 180
     or m.gallery_images is null or m.public_visible is null or not private.valid_picture_details(m.picture_details) then
    perform private.fail('invalid_input');
  end if;
  return m;
end
$$;
comment on function private.changed_mural(murals, jsonb) is
  'A mural with some fields changed, as it is stored; refuses the first rule that is broken, in the order of the form. src/features/murals/mural-form.ts is the twin.';

create function private.save_mural(p_mural uuid, p_changes jsonb, p_read jsonb) returns jsonb
  language plpgsql security invoker set search_path = '' as $$
declare
  v_mural public.murals;
begin
  -- The lock asks for the right to update, so that row-level security refuses here what it would refuse below.
  select * into v_mural from public.murals m where m.id = p_mural for no key update;
  if v_mural.id is null then perform private.fail('mural_refused'); end if;
  perform private.refuse_stale(private.mural_fields(v_mural), p_changes, p_read);
  v_mural := private.write_row(private.changed_mural(v_mural, p_changes), p_changes);
  if v_mural.id is null then perform private.fail('mural_refused'); end if;
  return to_jsonb(v_mural);
end
$$;
comment on function private.save_mural(uuid, jsonb, jsonb) is
  'Saves fields of a mural, all or none, unless one of them was changed since it was read; gives the row. Runs with the caller''s rights: its artist''s, or an admin''s.';

create function private.order_murals(p_murals uuid[]) returns void
  language plpgsql security invoker set search_path = '' as $$
begin
  if p_murals is null or cardinality(p_murals) > 500 or array_position(p_murals, null) is not null then
    perform private.fail('invalid_input');
  end if;
  update public.murals m set position = o.at from (
      select x.id, min(x.at)::int as at from unnest(p_murals) with ordinality x (id, at) group by 1) o
    where m.id = o.id and m.artist_id = private.my_artist_id() and m.position <> o.at;
end
$$;
comment on function private.order_murals(uuid[]) is
  'Puts the murals of the calling artist into this order; others are left as they are.';

create table private.deleted_murals (
  mural_id uuid primary key,
  artist_id uuid not null references public.artists (id) on delete cascade,
  removed_at timestamptz not null default now(),
  -- The row as it was.
  content jsonb not null,
  -- Addresses it was public under before.
  redirects text[] not null default '{}',
  -- The request whose wall it was, and those of its pictures that are its client's.
  lead_id uuid,
  client_pictures text[] not null default '{}'
);
comment on table private.deleted_murals is 'Murals that their artist has removed, for a day, to bring back.';
create index deleted_murals_artist_idx on private.deleted_murals (artist_id);
create index deleted_murals_time_idx on private.deleted_murals (removed_at);

create function private.delete_mural(p_mural uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_mural public.murals;
  v_wall private.finished_walls;
begin
  select * into v_mural from public.murals m where m.id = p_mural and m.artist_id = private.my_artist_id() for update;
  if v_mural.id is null then
    -- Once more changes nothing.
    if exists (select from private.deleted_murals r where r.mural_id = p_mural and r.artist_id = private.my_artist_id()) then return; end if;
    perform private.fail('mural_refused');
  end if;
  select * into v_wall from private.finished_walls w where w.mural_id = p_mural;
  insert into private.deleted_murals (mural_id, artist_id, removed_at, content, redirects, lead_id, client_pictures)
    values (p_mural, v_mural.artist_id, private.clock(), to_jsonb(v_mural) - 'city_slug',
      array(select r.slug from public.mural_redirects r where r.mural_id = p_mural), v_wall.lead_id,
      coalesce(v_wall.client_pictures, '{}'))
    on conflict (mural_id) do update set removed_at = excluded.removed_at, content = excluded.content,
      redirects = excluded.redirects, lead_id = excluded.lead_id, client_pictures = excluded.client_pictures;
  delete from public.murals m where m.id = p_mural;
end
$$;
comment on function private.delete_mural(uuid) is
  'Removes a mural of the calling artist, and keeps for a day what restore_mural needs to bring it back.';

create function private.restore_mural(p_mural uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_removed private.deleted_murals;
  v_mural public.murals;
  v_wall private.finished_walls;
  v_shown text[];
  v_columns text;
begin
  delete from private.deleted_murals r where r.mural_id = p_mural and r.artist_id = private.my_artist_id() returning * into v_removed;
  if v_removed.mural_id is null then
    select * into v_mural from public.murals m where m.id = p_mural and m.artist_id = private.my_artist_id();
    if v_mural.id is null then perform private.fail('mural_refused'); end if;
    return to_jsonb(v_mural);
  end if;
  v_mural := jsonb_populate_record(null::public.murals, v_removed.content);
  -- Its wall, unless that has another page by now; without it nobody agrees to anything.
  select * into v_wall from private.finished_walls w
    where w.lead_id = v_removed.lead_id and w.artist_id = v_removed.artist_id and w.mural_id is null for no key update;
  if v_removed.lead_id is not null and v_wall.consent is not true then
    v_mural.location_details := null;
    v_mural.latitude := null;
    v_mural.longitude := null;
    if v_mural.before_url = any (v_removed.client_pictures) then v_mural.before_url := null; end if;
    select coalesce(array_agg(u.url order by u.at), '{}') into v_shown
      from unnest(v_mural.image_url || v_mural.gallery_images) with ordinality u (url, at)
      where u.url is not null and u.url <> all (v_removed.client_pictures);
    v_mural.image_url := v_shown[1];
    v_mural.gallery_images := v_shown[2:];
    v_mural.public_visible := v_mural.public_visible and cardinality(v_shown) > 0;
  end if;
  if exists (select from public.murals m where m.slug = v_mural.slug)
     or exists (select from public.mural_redirects r where r.slug = v_mural.slug) then
    v_mural.slug := private.free_mural_slug(v_mural.title, v_mural.id);
  end if;
  select string_agg(format('%I', a.attname), ', ') into v_columns from pg_catalog.pg_attribute a
    where a.attrelid = 'public.murals'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  execute format('insert into public.murals (%1$s) select %1$s from (select ($1).*) m returning *', v_columns) using v_mural into v_mural;
  update private.finished_walls w set mural_id = v_mural.id where w.lead_id = v_wall.lead_id and w.artist_id = v_wall.artist_id;
  insert into public.mural_redirects (slug, mural_id)
    select s, v_mural.id from unnest(v_removed.redirects) s where not exists (select from public.murals m where m.slug = s)
    on conflict (slug) do nothing;
  return to_jsonb(v_mural);
end
$$;
comment on function private.restore_mural(uuid) is
  'Brings back a mural that the caller removed: at its address, unless that is another''s by now, with its old ones, and with what its client still agrees to.';

create function private.deleted_murals() returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.mural_id, 'title', r.content ->> 'title', 'removed_at', r.removed_at,
      'pictures', to_jsonb(array_remove(array(select jsonb_array_elements_text(r.content -> 'gallery_images'))
        || array[r.content ->> 'image_url', r.content ->> 'before_url'], null))) order by r.removed_at desc), '[]')
  from private.deleted_murals r
  where r.artist_id = private.my_artist_id() and r.removed_at > private.clock() - interval '1 day'
$$;
comment on function private.deleted_murals() is
  'What the caller can bring back: [{id, title, removed_at, pictures}], the last one first.';

grant execute on function private.mural_fields(murals), private.changed_mural(murals, jsonb) to authenticated;
