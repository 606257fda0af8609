-- What an admin uploaded for a city belongs to the directory, and stays when the admin leaves.

create or replace function private.erase_uploads(p_user uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Hosted storage refuses to lose rows in SQL unless told that it is meant. Without its row a file is not served.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.bucket_id in ('profile-photos', 'portfolio-images') and o.name like p_user || '/%'
    and not exists (
      select from public.cities c where c.cover_photo like '%/object/public/' || o.bucket_id || '/' || o.name
    );
  perform set_config('storage.allow_delete_query', 'false', true);
  -- A mural page must not outlive the picture on it.
  delete from public.murals m
  where m.image_url like '%/object/public/%/' || p_user || '/%'
     or exists (select from unnest(m.gallery_images) x where x like '%/object/public/%/' || p_user || '/%');
end
$$;
comment on function private.erase_uploads(uuid) is
  'Removes a person''s files and the murals that show them; a picture that a city shows stays.';
