-- Buckets and who may put what where (specification, sections 3 and 7). A bucket checks the declared type and the
-- size; these policies check folder, name, role and number. SVG is not an image here: it can carry script.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('profile-photos', 'profile-photos', true, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'image/avif']),
  ('portfolio-images', 'portfolio-images', true, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create function private.may_keep_object(p_bucket text, p_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select p_bucket in ('profile-photos', 'portfolio-images')
    and auth.uid() is not null
    and p_name ~ ('^' || auth.uid() || '/[a-z0-9-]{1,64}\.(jpg|jpeg|png|webp|avif)$')
    and coalesce(private.my_role() in ('artist', 'admin'), false)
$$;
comment on function private.may_keep_object(text, text) is
  'Whether the caller may have a file of this name: own folder, one level, plain name, artists (and admins for city covers).';

create function private.has_room_for(p_bucket text, p_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select count(*) < 60 from storage.objects o
  where o.bucket_id in ('profile-photos', 'portfolio-images')
    and o.name like auth.uid() || '/%' and (o.bucket_id, o.name) <> (p_bucket, p_name)
$$;
comment on function private.has_room_for(text, text) is 'Whether the caller keeps fewer than 60 other files; overwriting one is always possible.';
grant execute on function private.may_keep_object(text, text), private.has_room_for(text, text) to authenticated;

-- Own folder only, also for reading: public addresses need no policy, listing somebody else's folder would.
create policy media_select on storage.objects for select to authenticated using (
  bucket_id in ('profile-photos', 'portfolio-images') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy media_insert on storage.objects for insert to authenticated with check (
  private.may_keep_object(bucket_id, name) and private.has_room_for(bucket_id, name));
create policy media_update on storage.objects for update to authenticated
  using (bucket_id in ('profile-photos', 'portfolio-images') and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (private.may_keep_object(bucket_id, name));
create policy media_delete on storage.objects for delete to authenticated using (
  bucket_id in ('profile-photos', 'portfolio-images') and (storage.foldername(name))[1] = (select auth.uid())::text);
