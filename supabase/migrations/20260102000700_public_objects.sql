-- Which uploads everybody may see: those that a public row shows. A bucket alone cannot tell; its owner's switch can.

create function private.object_keys(p_urls text[]) returns text[]
  language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(distinct k.key), '{}')
  from unnest(p_urls) u
  cross join lateral (select substring(u from '/storage/v1/object/public/([^?#]+)') as key) k
  where k.key is not null
$$;
comment on function private.object_keys(text[]) is
  'The uploads behind image addresses, as bucket/path, without the version; other addresses are left out.';
-- Whoever writes a row of an indexed table evaluates the index.
grant execute on function private.object_keys(text[]) to authenticated, service_role;

create index artists_objects_idx on public.artists
  using gin (private.object_keys(portfolio_images || profile_photo)) where public_visible;
create index murals_objects_idx on public.murals
  using gin (private.object_keys(gallery_images || image_url)) where public_visible;
create index cities_objects_idx on public.cities using gin (private.object_keys(array[cover_photo]));

create function private.is_object_public(p_bucket text, p_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select b.public from storage.buckets b where b.id = p_bucket), false)
    and (p_bucket not in ('profile-photos', 'portfolio-images')
      or exists (select from public.artists a where a.public_visible
           and private.object_keys(a.portfolio_images || a.profile_photo) @> array[p_bucket || '/' || p_name])
      or exists (select from public.murals m where m.public_visible
           and private.object_keys(m.gallery_images || m.image_url) @> array[p_bucket || '/' || p_name])
      or exists (select from public.cities c
           where private.object_keys(array[c.cover_photo]) @> array[p_bucket || '/' || p_name]))
$$;
comment on function private.is_object_public(text, text) is
  'Whether a file is served to everybody: in a public bucket and, among uploads, shown by a public artist, a public mural or a city. '
  'The embedded gateway asks it; a hosted project serves public buckets without asking.';
grant execute on function private.is_object_public(text, text) to service_role;
