-- Photos that an import names by their addresses. They are fetched by the product's process, which looks at every
-- address before it connects; a row lasts until the artist has taken the page over.
create table private.imported_photos (
  id bigint generated always as identity primary key,
  artist_id uuid not null references public.artists (id) on delete cascade,
  -- The profile photo, or one of the portfolio by its place.
  portrait boolean not null,
  place int not null check (place between 1 and 40),
  url text not null check (private.web_address(url, 1000) is not distinct from url),
  -- Its page becomes public with it.
  publish boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'fetched', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- Why the last attempt failed.
  problem text,
  -- Where it is now, once it is fetched.
  stored_url text,
  created_at timestamptz not null default now(),
  unique (artist_id, portrait, url)
);
comment on table private.imported_photos is
  'Photos of unclaimed artists'' pages that wait to be fetched, are fetched, or could not be, and why. next_attempt_at is also the end of the lease of a process that is at it.';
create index imported_photos_due_idx on private.imported_photos (next_attempt_at, id) where state = 'waiting';

create trigger imported_photos_notify after insert or update of publish on private.imported_photos
  for each statement execute function private.notify_process('mails');

create function private.are_addresses(p_list jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_list) = 'array' and jsonb_array_length(p_list) <= 40
    and not exists (select from jsonb_array_elements(p_list) x
      where jsonb_typeof(x) <> 'string' or private.web_address(x #>> '{}', 1000) is distinct from x #>> '{}')
$$;
comment on function private.are_addresses(jsonb) is 'Whether this is a list of at most 40 web addresses with their schemes.';

create function private.noted_photos(p_artist uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'photo', (array_agg(p.url order by p.id desc) filter (where p.portrait))[1],
    'images', jsonb_agg(p.url order by p.place, p.id) filter (where not p.portrait)))
  from private.imported_photos p where p.artist_id = p_artist and p.state <> 'failed'
$$;
comment on function private.noted_photos(uuid) is 'The addresses that imports have given for a page, as a line has them; those that could not be fetched may be given again.';

create function private.note_photos(p_artist uuid, p_fields jsonb) returns void
  language sql security definer set search_path = '' as $$
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
$$;
comment on function private.note_photos(uuid, jsonb) is 'Notes the photos of a line, to be fetched. Those that are there already stay as they are.';

create function private.lease_imported_photos(p_limit int, p_seconds int)
  returns table (id bigint, artist_id uuid, bucket text, url text, attempts int)
  language sql security definer rows 20 set search_path = '' as $$
  -- Without an answer in ten tries, each of them ended its process.
  update private.imported_photos p set state = 'failed', problem = 'It was begun ten times and never ended'
    where p.state = 'waiting' and p.attempts >= 10 and p.next_attempt_at <= now();
  update private.imported_photos p
    set attempts = p.attempts + 1, next_attempt_at = private.lease_end(p_seconds)
    where p.id in (
      select w.id from private.imported_photos w join public.artists a on a.id = w.artist_id and a.unclaimed
      where w.state = 'waiting' and w.next_attempt_at <= now()
      order by w.next_attempt_at, w.id limit least(greatest(coalesce(p_limit, 1), 1), 100) for update of w skip locked)
    returning p.id, p.artist_id, case when p.portrait then 'profile-photos' else 'portfolio-images' end, p.url, p.attempts
$$;
comment on function private.lease_imported_photos(int, int) is
  'Takes photos that are due, the oldest first, and gives each to one process for so many seconds. Secret key only.';

create function private.finish_imported_photo(p_id bigint, p_stored_url text default null, p_problem text default null, p_permanent boolean default false) returns text
  language plpgsql security definer set search_path = '' as $$
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
    next_attempt_at = now() + private.retry_after(p.attempts),
    problem = private.noted_problem(p_problem),
    stored_url = p_stored_url
    where p.id = p_id returning p.* into v_photo;
  return v_photo.state;
end
$$;
comment on function private.finish_imported_photo(bigint, text, text, boolean) is
  'Shows a photo that was fetched on its page, or notes why it could not be; three tries at most. Gives the state; null where its page is claimed or gone by now. Secret key only.';

create function private.imported_photos(p_slugs text[]) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.imported_photos(text[]) is
  'How far the photos of imported pages are: {photos, fetched, waiting, problems: [{name, url, problem}], slugs}; slugs are those of pages with a photo, or one that may still come. Admins only.';

create function private.show_imported_artists(p_slugs text[]) returns jsonb
  language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.show_imported_artists(text[]) is
  'Makes unclaimed pages with a photo public, those whose photos are still to be fetched with the first one; one without stays private. Gives {shown, later}, ids. Admins only.';

create function private.delete_files_of_page() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from storage.objects o where o.bucket_id in ('profile-photos', 'portfolio-images') and o.name like old.id || '/%') then
    perform private.delete_uploads(old.id);
  end if;
  perform private.delete_folders('papers', array[old.id::text]);
  return null;
end
$$;
comment on function private.delete_files_of_page() is 'What was fetched for an artist''s page goes with it, and so do certificates that were stored and never sent.';

create trigger artists_files after delete on public.artists
  for each row execute function private.delete_files_of_page();
