set check_function_bodies = off;

set local check_function_bodies = off;

DROP POLICY "media_delete" ON "storage"."objects";

DROP POLICY "media_select" ON "storage"."objects";

CREATE TABLE "private"."imported_photos" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "artist_id" uuid NOT NULL, "portrait" boolean NOT NULL, "place" integer NOT NULL, "url" text NOT NULL, "publish" boolean NOT NULL DEFAULT false, "state" text NOT NULL DEFAULT 'waiting'::text, "attempts" integer NOT NULL DEFAULT 0, "next_attempt_at" timestamp with time zone NOT NULL DEFAULT now(), "problem" text, "stored_url" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "imported_photos_artist_id_portrait_url_key" UNIQUE (artist_id, portrait, url), CONSTRAINT "imported_photos_pkey" PRIMARY KEY (id), CONSTRAINT "imported_photos_place_check" CHECK (((place >= 1) AND (place <= 40))), CONSTRAINT "imported_photos_state_check" CHECK ((state = ANY (ARRAY['waiting'::text, 'fetched'::text, 'failed'::text]))), CONSTRAINT "imported_photos_url_check" CHECK ((NOT (private.web_address(url) IS DISTINCT FROM url))));

ALTER TABLE "private"."imported_photos" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.add_imported_artist(p_fields jsonb)
 RETURNS public.artists
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.admin_newsletter()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_since timestamptz := private.clock() - interval '1 month';
begin
  perform private.require_admin();
  return jsonb_build_object(
    'confirmed', (select count(*) from private.newsletter_subscribers s where s.confirmed_at is not null),
    'waiting', (select count(*) from private.newsletter_subscribers s where s.confirmed_at is null),
    'last', (select jsonb_build_object('subject', i.subject, 'sent_at', i.sent_at, 'recipients', i.recipients)
      from private.newsletter_issues i where i.sent_at is not null order by i.sent_at desc limit 1),
    'artists', coalesce((select jsonb_agg(private.newsletter_artist(a)
        || jsonb_build_object('picture', coalesce(a.portfolio_images[1], a.profile_photo)) order by a.created_at desc, a.id) from (
      select x.* from public.artists x where x.public_visible and x.created_at > v_since order by x.created_at desc, x.id limit 50) a), '[]'),
    'murals', coalesce((select jsonb_agg(private.newsletter_mural(m)
        || jsonb_build_object('picture', m.image_url) order by m.created_at desc, m.id) from (
      select x.* from public.murals x where x.public_visible and x.created_at > v_since order by x.created_at desc, x.id limit 50) m), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.are_addresses(p_list jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_typeof(p_list) = 'array' and jsonb_array_length(p_list) <= 40
    and not exists (select from jsonb_array_elements(p_list) x
      where jsonb_typeof(x) <> 'string' or private.web_address(x #>> '{}') is distinct from x #>> '{}')
$function$;

CREATE OR REPLACE FUNCTION private.artist_media_ok(p_url text, p_bucket text, p_artist uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.media_url_ok(p_url, p_bucket, p_artist)
    or private.media_url_ok(p_url, p_bucket, (select a.user_id from public.artists a where a.id = p_artist));
end
$function$;

CREATE OR REPLACE FUNCTION private.artist_of_line(p_row public.artists)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.profile_fields(p_row) || jsonb_build_object('public', p_row.public_visible) || private.noted_photos(p_row.id)
$function$;

CREATE OR REPLACE FUNCTION private.change_imported_artist(p_artist uuid, p_fields jsonb)
 RETURNS public.artists
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists;
begin
  select * into strict v_artist from public.artists a where a.id = p_artist for update;
  v_artist := private.write_profile(v_artist, p_fields);
  perform private.mark_address(p_artist, private.checked_profile(p_fields) ->> 'email');
  if p_fields ? 'public' then
    update public.artists a set public_visible = (p_fields ->> 'public')::boolean
      where a.id = p_artist and a.public_visible <> (p_fields ->> 'public')::boolean;
  end if;
  perform private.note_photos(p_artist, p_fields);
  return v_artist;
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_line(p_fields jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.checked_profile(p_fields)
    || (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_fields) f where f.key in ('public', 'photo', 'images'))
$function$;

CREATE OR REPLACE FUNCTION private.delete_files_of_page()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from storage.objects o where o.bucket_id in ('profile-photos', 'portfolio-images') and o.name like old.id || '/%') then
    perform private.delete_uploads(old.id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.finish_imported_photo(p_id bigint, p_stored_url text, p_problem text, p_permanent boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_photo private.imported_photos;
begin
  select p.* into v_photo from private.imported_photos p where p.id = p_id and p.state = 'waiting' for update;
  if v_photo.id is null then return null; end if;
  if p_stored_url is not null then
    if not private.media_url_ok(p_stored_url, case when v_photo.portrait then 'profile-photos' else 'portfolio-images' end, v_photo.artist_id) then
      perform private.fail('image_refused');
    end if;
    update public.artists a set
      profile_photo = case when v_photo.portrait then p_stored_url else a.profile_photo end,
      portfolio_images = case when v_photo.portrait or cardinality(a.portfolio_images) >= 40 then a.portfolio_images else (
        select array_agg(u.url order by case when u.url = p_stored_url then v_photo.place else p.place end nulls last, u.at)
        from unnest(a.portfolio_images || p_stored_url) with ordinality u (url, at)
        left join private.imported_photos p on p.artist_id = a.id and p.stored_url = u.url) end,
      public_visible = a.public_visible or v_photo.publish
      where a.id = v_photo.artist_id and a.unclaimed;
    if not found then return null; end if;
  end if;
  update private.imported_photos p set
    state = case when p_stored_url is not null then 'fetched' when p_permanent or p.attempts >= 3 then 'failed' else 'waiting' end,
    next_attempt_at = now() + make_interval(mins => p.attempts),
    problem = left(regexp_replace(p_problem, '[[:cntrl:]]+', ' ', 'g'), 200),
    stored_url = p_stored_url
    where p.id = p_id returning p.* into v_photo;
  return v_photo.state;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_artist()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_url text;
begin
  -- An invoker function on purpose: current_user is the API role here, and postgres for operators and definer functions.
  if current_user not in ('anon', 'authenticated') then return new; end if;
  if tg_op = 'INSERT' then
    new.featured := false;
    new.average_rating := 0;
    new.public_visible := false;
    new.slug := private.free_artist_slug(new.name, new.user_id);
    return new;
  end if;
  if new.featured is distinct from old.featured and not private.is_admin() then perform private.fail('not_allowed'); end if;
  if new.profile_photo is distinct from old.profile_photo and new.profile_photo is not null
     and not private.artist_media_ok(new.profile_photo, 'profile-photos', new.id) then
    perform private.fail('image_refused', 'profile_photo');
  end if;
  -- Only additions are judged, so that reordering and removing always work.
  for v_url in select x from unnest(new.portfolio_images) x where x is not null and x <> all (old.portfolio_images) loop
    if not private.artist_media_ok(v_url, 'portfolio-images', new.id) then
      perform private.fail('image_refused', 'portfolio_images');
    end if;
  end loop;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_mural()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_before public.murals;
  v_added text[];
begin
  if new.public_visible and new.hidden_at is not null then perform private.fail('mural_hidden'); end if;
  -- As in private.guard_artist: what follows is for API roles.
  if current_user not in ('anon', 'authenticated') then return new; end if;
  if tg_op = 'INSERT' then
    new.artist_id := coalesce(new.artist_id, private.my_artist_id());
    if (select count(*) from public.murals m where m.artist_id = new.artist_id) >= 500 then perform private.fail('murals_full'); end if;
  else
    v_before := old;
    if new.location_details is distinct from old.location_details
       or new.latitude is not null and (new.latitude, new.longitude) is distinct from (old.latitude, old.longitude) then
      perform private.note_place(new.id, new.location_details);
    end if;
  end if;
  if new.public_visible then
    -- What the form calls a draft that has no title yet.
    if lower(new.title) = 'untitled mural' and (v_before.public_visible is not true or new.title <> v_before.title) then
      perform private.fail('title_required');
    end if;
    if new.image_url is null and (v_before.public_visible is not true or v_before.image_url is not null) then
      perform private.fail('mural_picture_required');
    end if;
  end if;
  if cardinality(array_remove(new.image_url || new.gallery_images, null))
     > greatest(12, coalesce(cardinality(array_remove(v_before.image_url || v_before.gallery_images, null)), 0)) then
    perform private.fail('mural_pictures_too_many');
  end if;
  -- Only additions are judged, so that reordering and removing always work.
  select array_agg(u) into v_added from unnest(new.gallery_images || array[new.image_url, new.before_url]) u
    where u is not null and u is distinct from v_before.image_url and u is distinct from v_before.before_url
      and u <> all (coalesce(v_before.gallery_images, '{}'));
  if v_added is not null then
    if exists (select from unnest(v_added) u where not private.artist_media_ok(u, 'portfolio-images', new.artist_id)
        and not (private.is_admin() and private.media_url_ok(u, 'portfolio-images', auth.uid()))) then
      perform private.fail('image_refused', 'gallery_images');
    end if;
    if private.shows_unconsented(new.id, new.artist_id, v_added) then perform private.fail('consent_required'); end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.import_artists(p_rows jsonb, p_apply boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      select private.slugify(a.name) as word,
        jsonb_agg(jsonb_build_object('name', a.name, 'city', a.city, 'slug', a.slug) order by a.created_at, a.id) as who
      from public.artists a where not p_apply group by 1)
    select coalesce(jsonb_agg(l - '{fields,id}'::text[]
      || case when n.who is null then '{}' else jsonb_build_object('namesakes', n.who) end order by at), '[]')
    from unnest(v_lines) with ordinality u (l, at)
    left join namesakes n on l ->> 'action' = 'create' and n.word = private.slugify(l ->> 'name') and n.word <> '');
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_photos(p_slugs text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('photos', count(*), 'fetched', count(*) filter (where p.state = 'fetched'),
      'waiting', count(*) filter (where p.state = 'waiting'),
      'problems', coalesce((jsonb_agg(jsonb_build_object('name', a.name, 'url', p.url, 'problem', p.problem) order by p.id)
        filter (where p.state = 'failed')), '[]'),
      'slugs', coalesce(jsonb_agg(distinct a.slug)
        filter (where p.state = 'waiting' or a.profile_photo is not null or a.portfolio_images <> '{}'), '[]'))
    from private.imported_photos p join public.artists a on a.id = p.artist_id where a.slug = any (p_slugs));
end
$function$;

CREATE OR REPLACE FUNCTION private.lease_imported_photos(p_limit integer, p_seconds integer)
 RETURNS TABLE(id bigint, artist_id uuid, bucket text, url text, attempts integer)
 LANGUAGE sql
 SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  -- Without an answer in ten tries, each of them ended its process.
  update private.imported_photos p set state = 'failed', problem = 'It was begun ten times and never ended'
    where p.state = 'waiting' and p.attempts >= 10 and p.next_attempt_at <= now();
  update private.imported_photos p
    set attempts = p.attempts + 1, next_attempt_at = now() + make_interval(secs => least(greatest(coalesce(p_seconds, 60), 1), 3600))
    where p.id in (
      select w.id from private.imported_photos w join public.artists a on a.id = w.artist_id and a.unclaimed
      where w.state = 'waiting' and w.next_attempt_at <= now()
      order by w.next_attempt_at, w.id limit least(greatest(coalesce(p_limit, 1), 1), 100) for update of w skip locked)
    returning p.id, p.artist_id, case when p.portrait then 'profile-photos' else 'portfolio-images' end, p.url, p.attempts
$function$;

CREATE OR REPLACE FUNCTION private.note_photos(p_artist uuid, p_fields jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.imported_photos as p (artist_id, portrait, place, url, publish)
    select p_artist, w.portrait, w.place, w.url, coalesce((p_fields ->> 'public')::boolean, false)
    from (
      select true as portrait, 1 as place, p_fields ->> 'photo' as url
      union all
      select false, min(i.place)::int, i.url from jsonb_array_elements_text(p_fields -> 'images') with ordinality i (url, place) group by i.url
    ) w where w.url is not null
    order by w.portrait desc, w.place
    on conflict (artist_id, portrait, url) do update set
      state = 'waiting', attempts = 0, next_attempt_at = now(), problem = null, place = excluded.place, publish = excluded.publish
      where p.state = 'failed'
$function$;

CREATE OR REPLACE FUNCTION private.noted_photos(p_artist uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object(
    'photo', (array_agg(p.url order by p.id desc) filter (where p.portrait))[1],
    'images', jsonb_agg(p.url order by p.place, p.id) filter (where not p.portrait)))
  from private.imported_photos p where p.artist_id = p_artist and p.state <> 'failed'
$function$;

CREATE OR REPLACE FUNCTION private.plan_artist(p_line integer, p_fields jsonb, p_seen jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.show_imported_artists(p_slugs text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_shown uuid[];
  v_later uuid[];
begin
  perform private.require_admin();
  with shown as (
    update public.artists a set public_visible = true
      where a.slug = any (p_slugs) and a.unclaimed and (a.profile_photo is not null or a.portfolio_images <> '{}')
      returning a.id)
  select coalesce(array_agg(s.id), '{}') into v_shown from shown s;
  with later as (
    update private.imported_photos p set publish = true from public.artists a
      where a.id = p.artist_id and a.slug = any (p_slugs) and a.unclaimed and p.state = 'waiting' and a.id <> all (v_shown)
      returning p.artist_id)
  select coalesce(array_agg(distinct l.artist_id), '{}') into v_later from later l;
  return jsonb_build_object('shown', v_shown, 'later', v_later);
end
$function$;

CREATE OR REPLACE FUNCTION private.transfer_artist(p_artist uuid, p_user uuid, p_how text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists;
  v_claim private.page_claims;
begin
  -- One account after the other, so that one of two pages at once stays where it is.
  perform from auth.users u where u.id = p_user for update;
  select * into v_artist from public.artists a where a.id = p_artist for update;
  if v_artist.user_id = p_user then return jsonb_build_object('slug', v_artist.slug, 'replayed', true); end if;
  if not coalesce(v_artist.unclaimed, false) then perform private.fail('page_claimed'); end if;
  perform private.check_claimant(p_user);
  delete from public.artists a where a.user_id = p_user;
  update public.artists a set user_id = p_user where a.id = p_artist;
  -- From here on its owner chooses the photos.
  delete from private.imported_photos p where p.artist_id = p_artist;
  insert into public.artist_contacts as c (artist_id, email)
    select p_artist, u.email from auth.users u
    where u.id = p_user and private.valid_email(u.email) and char_length(u.email) <= 255
    on conflict (artist_id) do update set email = coalesce(c.email, excluded.email);
  perform private.audit('artist.claimed', p_artist, jsonb_build_object('name', v_artist.name, 'how', p_how));
  for v_claim in
    update private.page_claims c set state = case when c.user_id = p_user then 'accepted' else 'refused' end, decided_at = now()
      where c.artist_id = p_artist and c.state = 'waiting' returning c.*
  loop
    if v_claim.user_id <> p_user or auth.uid() is distinct from p_user then
      perform private.write_mail('claim_' || v_claim.state, v_claim.id::text, v_claim.user_id, null, null, p_artist);
    end if;
  end loop;
  perform private.mark_claim_notices_read(p_artist);
  return jsonb_build_object('slug', v_artist.slug, 'replayed', false);
end
$function$;

CREATE OR REPLACE FUNCTION public.finish_imported_photo(p_id bigint, p_stored_url text DEFAULT NULL::text, p_problem text DEFAULT NULL::text, p_permanent boolean DEFAULT false)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.finish_imported_photo(p_id, p_stored_url, p_problem, p_permanent)
$function$;

CREATE OR REPLACE FUNCTION public.imported_photos(p_slugs text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.imported_photos(p_slugs)
$function$;

CREATE OR REPLACE FUNCTION public.lease_imported_photos(p_limit integer, p_seconds integer)
 RETURNS TABLE(id bigint, artist_id uuid, bucket text, url text, attempts integer)
 LANGUAGE sql
 ROWS 20
 SET search_path TO ''
AS $function$
  select * from private.lease_imported_photos(p_limit, p_seconds)
$function$;

CREATE OR REPLACE FUNCTION public.show_imported_artists(p_slugs text[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.show_imported_artists(p_slugs)
$function$;

ALTER TABLE "private"."imported_photos" ADD CONSTRAINT "imported_photos_artist_id_fkey" FOREIGN KEY (artist_id) REFERENCES public.artists(id) ON DELETE CASCADE;

CREATE INDEX imported_photos_due_idx ON private.imported_photos USING btree (next_attempt_at, id) WHERE (state = 'waiting'::text);

CREATE TRIGGER imported_photos_tell AFTER INSERT OR UPDATE OF publish ON private.imported_photos FOR EACH STATEMENT EXECUTE FUNCTION private.notify_mails();

CREATE TRIGGER artists_files AFTER DELETE ON public.artists FOR EACH ROW EXECUTE FUNCTION private.delete_files_of_page();

CREATE POLICY "media_delete" ON "storage"."objects" FOR DELETE TO "authenticated" USING (((bucket_id = ANY (ARRAY['profile-photos'::text, 'portfolio-images'::text])) AND ((storage.foldername(name))[1] = ANY (ARRAY[(( SELECT auth.uid() AS uid))::text, (( SELECT private.my_artist_id() AS my_artist_id))::text]))));

CREATE POLICY "media_select" ON "storage"."objects" FOR SELECT TO "authenticated" USING (((bucket_id = ANY (ARRAY['profile-photos'::text, 'portfolio-images'::text])) AND ((storage.foldername(name))[1] = ANY (ARRAY[(( SELECT auth.uid() AS uid))::text, (( SELECT private.my_artist_id() AS my_artist_id))::text]))));

COMMENT ON FUNCTION "private"."are_addresses"(jsonb) IS 'Whether this is a list of at most 40 web addresses with their schemes.';

COMMENT ON FUNCTION "private"."artist_media_ok"(text, text, uuid) IS 'Whether an address is a file of this artist: one of their uploads, or one that was fetched for their page before they had an account.';

COMMENT ON FUNCTION "private"."delete_files_of_page"() IS 'What was fetched for an artist''s page goes with it.';

COMMENT ON FUNCTION "private"."delete_uploads"(uuid) IS 'Removes the files of a person, or of an artist''s page, and the murals that show them; a picture that a city shows stays.';

COMMENT ON FUNCTION "private"."finish_imported_photo"(bigint, text, text, boolean) IS 'Shows a photo that was fetched on its page, or notes why it could not be; three tries at most. Gives the state; null where its page is somebody''s or gone by now.';

COMMENT ON FUNCTION "private"."imported_photos"(text[]) IS 'How far the photos of these pages are, and which of the pages have one or may get one.';

COMMENT ON FUNCTION "private"."lease_imported_photos"(integer, integer) IS 'Takes photos that are due, the oldest first, and gives each to one process for so many seconds.';

COMMENT ON FUNCTION "private"."note_photos"(uuid, jsonb) IS 'Notes the photos of a line, to be fetched. Those that are there already stay as they are.';

COMMENT ON FUNCTION "private"."noted_photos"(uuid) IS 'The addresses that imports have given for a page, as a line has them; those that could not be fetched may be given again.';

COMMENT ON FUNCTION "private"."show_imported_artists"(text[]) IS 'Makes unclaimed pages with a photo public, those whose photos are still to be fetched with the first one; one without stays private.';

COMMENT ON FUNCTION "public"."finish_imported_photo"(bigint, text, text, boolean) IS 'Notes what became of a photo that was to be fetched. Secret key only.';

COMMENT ON FUNCTION "public"."import_artists"(jsonb, boolean) IS 'Adds artists from the lines of a file and changes those that nobody has claimed: [{line, action: create|update|same|kept|null, name, slug, changes, errors, namesakes}]. All lines or none. Admins only.';

COMMENT ON FUNCTION "public"."imported_photos"(text[]) IS 'How far the photos of imported pages are: {photos, fetched, waiting, problems: [{name, url, problem}], slugs}; slugs are those of pages with a photo, or one that may still come. Admins only.';

COMMENT ON FUNCTION "public"."lease_imported_photos"(integer, integer) IS 'Leases photos that are to be fetched. Secret key only.';

COMMENT ON FUNCTION "public"."show_imported_artists"(text[]) IS 'Shows unclaimed pages that have a photo, or with their first one: {shown, later}, ids. Admins only.';

COMMENT ON TABLE "private"."imported_photos" IS 'Photos of unclaimed artists'' pages that wait to be fetched, are fetched, or could not be, and why. next_attempt_at is also the end of the lease of a process that is at it.';

REVOKE ALL ON FUNCTION "private"."are_addresses"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."artist_media_ok"(text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."artist_media_ok"(text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_files_of_page"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."finish_imported_photo"(bigint, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_imported_photo"(bigint, text, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."imported_photos"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."imported_photos"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lease_imported_photos"(integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lease_imported_photos"(integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."note_photos"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."noted_photos"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."show_imported_artists"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."show_imported_artists"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."finish_imported_photo"(bigint, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_imported_photo"(bigint, text, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."imported_photos"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."imported_photos"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."lease_imported_photos"(integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."lease_imported_photos"(integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."show_imported_artists"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."show_imported_artists"(text[]) TO "authenticated";


insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"photo_address_invalid","field":"photo","status":422,"message":"Write web addresses of photos, as in https://example.com/photo.jpg"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"files","query":"\n    select jsonb_build_object(''bucket'', o.bucket_id, ''path'', o.name, ''created_at'', o.created_at, ''metadata'', o.metadata)\n    from storage.objects o where o.name like auth.uid() || ''/%'' or o.name like private.my_artist_id() || ''/%''\n      or (o.bucket_id = ''message-pictures'' and (split_part(o.name, ''/'', 1), split_part(o.name, ''/'', 2)) in (\n        select t.lead_id::text, t.artist_id::text from private.my_conversations() t))\n      or (o.bucket_id = ''review-pictures'' and split_part(o.name, ''/'', 1) in (\n        select c.review_id::text from private.review_checks c join public.lead_records l on l.id = c.lead_id where l.created_by_user = auth.uid()))\n      or (o.bucket_id = ''lead-photos'' and split_part(o.name, ''/'', 1) in (\n        select l.id::text from public.lead_records l where l.created_by_user = auth.uid()))"}')
  on conflict (part) do update set query = excluded.query;

reset check_function_bodies;
