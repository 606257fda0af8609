-- Buckets, and room for files.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('profile-photos', 'profile-photos', true, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'image/avif']),
  ('portfolio-images', 'portfolio-images', true, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'image/avif']),
  ('message-pictures', 'message-pictures', false, 5242880, array['image/webp', 'image/jpeg']),
  ('review-pictures', 'review-pictures', true, 5242880, array['image/webp', 'image/jpeg']),
  ('lead-photos', 'lead-photos', false, 5242880, array['image/webp', 'image/jpeg']),
  ('papers', 'papers', false, 10485760, array['application/pdf', 'image/webp', 'image/jpeg']),
  ('sketches', 'sketches', false, 5242880, array['image/webp', 'image/jpeg'])
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- By a range of names: the operators are those of the index that every storage has for beginnings of names.
create function private.uploads_in(p_folder text, p_but_bucket text, p_but_name text, p_but_id uuid default null) returns bigint
  language sql stable security definer set search_path = '' as $$
  select count(*) from storage.objects o
  where o.bucket_id in ('profile-photos', 'portfolio-images')
    and o.name operator(pg_catalog.~>=~) (p_folder || '/') and o.name operator(pg_catalog.~<~) (p_folder || '0')
    and (o.bucket_id, o.name) <> (p_but_bucket, p_but_name) and o.id is distinct from p_but_id
$$;
comment on function private.uploads_in(text, text, text, uuid) is 'How many uploads a folder of a person or a page holds, but for one file by its name, or by its id where it is moved.';

-- Buckets and who may put what where (specification, sections 3 and 7). A bucket checks the declared type and the
-- size; these policies check folder, name, role and number. SVG is not an image here: it can carry script.
create function private.may_keep_object(p_bucket text, p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select p_bucket in ('profile-photos', 'portfolio-images')
    and auth.uid() is not null
    and p_name ~ ('^' || auth.uid() || '/[a-z0-9-]{1,64}\.(jpg|jpeg|png|webp|avif)$')
    and coalesce(private.my_role() in ('artist', 'admin'), false)
$$;
comment on function private.may_keep_object(text, text) is
  'Whether the caller may have a file of this name: own folder, one level, plain name, artists (and admins for city covers).';

-- Own folders only, also for reading: public addresses need no policy, listing another person's folder would. The second
-- one has what was fetched for an artist's page before they took it over.
create policy media_select on storage.objects for select to authenticated using (
  bucket_id in ('profile-photos', 'portfolio-images') and (storage.foldername(name))[1] in ((select auth.uid())::text, (select private.my_artist_id())::text));
create policy media_insert on storage.objects for insert to authenticated with check (private.may_keep_object(bucket_id, name));
create policy media_update on storage.objects for update to authenticated
  using (bucket_id in ('profile-photos', 'portfolio-images') and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (private.may_keep_object(bucket_id, name));
create policy media_delete on storage.objects for delete to authenticated using (
  bucket_id in ('profile-photos', 'portfolio-images')
  and (storage.foldername(name))[1] in ((select auth.uid())::text, (select private.my_artist_id())::text));

-- What a file needs, by any way to write its row. Storage services try the policies in a transaction that they undo, and
-- write afterwards as themselves, an upload with a signed address up to two hours later: a policy alone is a check long
-- before the act, and what the file belongs to may be gone, closed or full meanwhile. The locks make an erasure wait for the row.
create function private.keep_expected_files() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_folder text := split_part(new.name, '/', 1);
  v_hash text := split_part(split_part(new.name, '/', 3), '.', 1);
  v_refused boolean := false;
begin
  case new.bucket_id
    when 'profile-photos', 'portfolio-images' then
      -- Two uploads into one folder take turns. A signed address may outlive its account.
      perform pg_advisory_xact_lock(hashtextextended('files of ' || v_folder, 0));
      v_refused := private.uploads_in(v_folder, new.bucket_id, new.name, new.id) >= 400
        or (new.owner is not null and not exists (select from auth.users u where u.id = new.owner));
    when 'lead-photos' then
      perform from public.lead_records l where l.id = private.request_of_photo(new.name) for share;
      v_refused := not found or private.request_of_photo(new.name) is null;
    when 'message-pictures' then
      perform from public.lead_messages m where m.id = (private.message_of_picture(new.name)).id for key share;
      v_refused := not found;
    when 'review-pictures' then
      perform from public.reviews r where r.id = (private.review_of_picture(new.name)).id for no key update;
      -- Some room for what replaces others.
      v_refused := not found or 9 <= (
        select count(*) from storage.objects o where o.bucket_id = 'review-pictures' and o.id <> new.id and o.name like v_folder || '/%');
    when 'papers' then
      perform from public.artists a where a.id::text = v_folder for key share;
      v_refused := not found;
    when 'sketches' then
      perform from public.lead_records l where l.id = (private.job_of_sketch(new.name)).lead_id for share;
      -- The embedded storage says what the bytes are; a hosted one does not, and there it is the page that compares a picture
      -- with its name before it shows it.
      v_refused := not found or (private.job_of_sketch(new.name)).lead_id is null or coalesce(new.metadata ->> 'sha256', v_hash) <> v_hash
        or (select count(*) from storage.objects o where o.bucket_id = 'sketches' and o.id <> new.id and o.name <> new.name
          and o.name ~>=~ (v_folder || '/') and o.name ~<~ (v_folder || '0')) >= 60;
    else null;
  end case;
  -- The refusal of a policy, which every storage service knows how to answer.
  if v_refused then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_expected_files() is
  'Refuses files that nothing expects or has room for: the 401st of a folder, those of accounts and artists who are gone, photos of no open request, pictures of no message, the 10th of a review, and sketches of no job or whose bytes are not what their name says. Overwriting is always possible.';

create trigger objects_expected before insert or update of bucket_id, name on storage.objects
  for each row execute function private.keep_expected_files();
create trigger objects_of_sketches before update of metadata on storage.objects
  for each row when (new.bucket_id = 'sketches') execute function private.keep_expected_files();

-- Which uploads everybody may see: those that a public row shows. A bucket alone cannot tell; its owner's switch can.
create function private.object_keys(p_urls text[]) returns text[]
  language sql immutable set search_path = '' as $$
  select coalesce(array_agg(distinct k.key), '{}')
  from unnest(p_urls) u
  cross join lateral (select substring(u from '/storage/v1/object/public/([^?#]+)') as key) k
  where k.key is not null
$$;
comment on function private.object_keys(text[]) is 'The uploads behind image addresses, as bucket/path, without the version; other addresses are left out.';

create index artists_objects_idx on public.artists
  using gin (private.object_keys(portfolio_images || profile_photo)) where public_visible;
create index cities_objects_idx on public.cities using gin (private.object_keys(array[cover_photo]));

create function private.is_object_public(p_bucket text, p_name text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select coalesce((select b.public from storage.buckets b where b.id = p_bucket), false)
    and (p_bucket not in ('profile-photos', 'portfolio-images', 'review-pictures')
      or exists (select from public.artists a where a.public_visible
           and private.object_keys(a.portfolio_images || a.profile_photo) @> array[p_bucket || '/' || p_name])
      or exists (select from public.murals m where m.public_visible
           and private.object_keys(m.gallery_images || m.image_url || m.before_url) @> array[p_bucket || '/' || p_name])
      or exists (select from public.cities c
           where private.object_keys(array[c.cover_photo]) @> array[p_bucket || '/' || p_name])
      or exists (select from public.reviews r join public.artists a on a.id = r.artist_id and a.public_visible
           where r.public_visible and private.object_keys(r.pictures) @> array[p_bucket || '/' || p_name]))
$$;
comment on function private.is_object_public(text, text) is
  'Whether a file is served to everybody: in a public bucket and, among uploads, shown by a public artist, a public mural or a city. The embedded gateway asks it; a hosted project serves public buckets without asking.';

create index murals_objects_idx on public.murals
  using gin (private.object_keys(gallery_images || image_url || before_url)) where public_visible;

-- Files are weighed too: one account could fill the disk within minutes. What all of them weigh stands in one row, since nobody can add them up for each upload.
create table private.storage_use (
  owner uuid unique nulls not distinct,
  bytes bigint not null
);
comment on table private.storage_use is
  'What the files of all buckets weigh: in the row without an owner all together, in the others those of one account; kept by triggers on storage.objects.';

create function private.delete_objects(p_ids uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  -- Hosted storage refuses to lose rows in SQL unless told that it is meant. Without its row a file is not served.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.id = any (p_ids);
  perform set_config('storage.allow_delete_query', 'false', true);
end
$$;
comment on function private.delete_objects(uuid[]) is 'Removes files.';

create function private.delete_folders(p_bucket text, p_folders text[]) returns void
  language sql security definer set search_path = '' as $$
  -- Whatever starts with the folder and a slash; '0' follows the slash.
  select private.delete_objects(array(
    select o.id from unnest(p_folders) f (folder)
    join storage.objects o on o.bucket_id = p_bucket and o.name ~>=~ (f.folder || '/') and o.name ~<~ (f.folder || '0')))
$$;
comment on function private.delete_folders(text, text[]) is 'Removes all files of a bucket in these folders.';

create function private.weight(p_metadata jsonb) returns bigint
  language sql immutable set search_path = '' as $$
  select case when p_metadata ->> 'size' ~ '^[0-9]{1,15}$' then (p_metadata ->> 'size')::bigint else 0 end
$$;
comment on function private.weight(jsonb) is 'The bytes of a file, by what storage services say of it; 0 where they do not.';

insert into private.storage_use (owner, bytes)
  select o.owner, coalesce(sum(private.weight(o.metadata)), 0) from storage.objects o
  group by grouping sets ((), (o.owner)) having grouping(o.owner) = 1 or o.owner is not null;

create function private.megabytes(p_key text) returns bigint
  language sql stable security definer set search_path = '' as $$
  select private.setting_int(p_key) * 1048576::bigint
$$;
comment on function private.megabytes(text) is 'A setting of megabytes, in bytes.';

create function private.count_bytes() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_changes private.storage_use[] := '{}';
begin
  if tg_op <> 'DELETE' then v_changes := array(select (n.owner, private.weight(n.metadata))::private.storage_use from new_rows n); end if;
  if tg_op <> 'INSERT' then
    v_changes := v_changes || array(select (o.owner, -private.weight(o.metadata))::private.storage_use from old_rows o);
  end if;
  -- A download touches its row, too: only what changes a sum may wait for others who do, all in one order.
  insert into private.storage_use as u (owner, bytes)
    select c.owner, sum(c.bytes) from unnest(v_changes) c
    group by grouping sets ((), (c.owner)) having sum(c.bytes) <> 0 and (grouping(c.owner) = 1 or c.owner is not null)
    order by grouping(c.owner) desc, c.owner
    on conflict (owner) do update set bytes = greatest(0, u.bytes + excluded.bytes);
  if tg_op = 'DELETE' then
    delete from private.storage_use u where u.owner in (select c.owner from unnest(v_changes) c) and u.bytes = 0;
  end if;
  return null;
end
$$;
comment on function private.count_bytes() is 'Adds and takes away what files weigh.';

select private.after_statements('storage.objects', 'count', 'count_bytes');

create function private.quota_of(p_bucket text, p_name text, p_owner uuid, p_bytes bigint) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_there bigint := coalesce((
    select private.weight(o.metadata) from storage.objects o where o.bucket_id = p_bucket and o.name = p_name), 0);
  v_own bigint;
begin
  if (select u.bytes from private.storage_use u where u.owner is null) - v_there + p_bytes > private.megabytes('upload_total_mb') then
    return 'total';
  end if;
  if p_owner is null then return null; end if;
  v_own := coalesce((select u.bytes from private.storage_use u where u.owner = p_owner), 0)
    - coalesce((select private.weight(o.metadata) from storage.objects o
      where o.bucket_id = p_bucket and o.name = p_name and o.owner = p_owner), 0);
  return case when v_own + p_bytes > private.megabytes('upload_person_mb') then 'person' end;
end
$$;
comment on function private.quota_of(text, text, uuid, bigint) is
  'Which quota a file of so many bytes would pass: total, person, or none (null). One that it takes the place of does not count.';

create function private.keep_quota() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- A row that is only tried, for a signed address, weighs nothing and has any type.
  if private.weight(new.metadata) > 0 and exists (select from storage.buckets b where b.id = new.bucket_id
      and (private.weight(new.metadata) > b.file_size_limit or new.metadata ->> 'mimetype' <> all (b.allowed_mime_types)))
    or (tg_op = 'INSERT' or private.weight(new.metadata) > private.weight(old.metadata))
      and private.quota_of(new.bucket_id, new.name, new.owner, private.weight(new.metadata)) is not null
  then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_quota() is 'Refuses files beyond what their bucket takes, an account may keep, or all together may.';

create trigger objects_weighed before insert or update of metadata, bucket_id on storage.objects
  for each row execute function private.keep_quota();

create function private.upload_refusal(p_bucket text, p_name text, p_owner uuid, p_network text, p_bytes bigint) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_quota text := private.quota_of(p_bucket, p_name, p_owner, p_bytes);
  c_any constant bigint := 1000000000000;
begin
  if v_quota is not null then return v_quota; end if;
  return case when private.rate_limit('upload_network', p_network, c_any, interval '1 hour', ceil(p_bytes / 1024.0)::int) * 1024
    > private.megabytes('upload_network_mb') then 'network' end;
end
$$;
comment on function private.upload_refusal(text, text, uuid, text, bigint) is
  'Counts an upload by its sender''s network and says which quota it passes: total, person, network (within an hour), or none (null). The embedded storage asks; a hosted one counts no networks.';

create function private.storage_room() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  -- The role that the API has set, which a definer's function keeps.
  if current_setting('role', true) <> 'service_role' and not private.is_admin() then perform private.fail('not_allowed'); end if;
  return (select jsonb_build_object('bytes', u.bytes, 'limit', private.megabytes('upload_total_mb')) from private.storage_use u where u.owner is null);
end
$$;
comment on function private.storage_room() is 'How full the storage is: {bytes, limit}. Admins and the secret key only.';

grant execute on function private.object_keys(text[]) to authenticated, service_role;
grant execute on function private.may_keep_object(text, text) to authenticated;
grant execute on function private.is_object_public(text, text) to service_role;
