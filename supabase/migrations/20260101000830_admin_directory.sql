-- The admin's lists of what the directory shows.

create function private.admin_list_artists(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.admin_page(
    $q$
      select a.id, a.name, a.city, a.state, c.email, a.featured, a.public_visible, a.average_rating, a.created_at
      from public.artists a left join public.artist_contacts c on c.artist_id = a.id
      where case $2 when 'public' then a.public_visible when 'private' then not a.public_visible
                    when 'featured' then a.featured else true end
        and ($1 is null or a.name ilike $1 or a.city ilike $1 or a.slug ilike $1 or c.email ilike $1)$q$,
    $q$
      select to_jsonb(a) || jsonb_build_object('email', c.email, 'phone', c.phone)
      from public.artists a left join public.artist_contacts c on c.artist_id = a.id where a.id = q.id$q$,
    array['public', 'private', 'featured']::text[],
    array['created_at', 'name', 'city', 'state', 'email', 'featured', 'public_visible', 'average_rating']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_artists(text, text, text, boolean, int, int) is 'Artists with their contacts.';

create function public.admin_list_artists(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_list_artists(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_artists(text, text, text, boolean, int, int) is 'Artists with their contacts. Gives {total, rows}. Admins only.';
grant execute on function private.admin_list_artists(text, text, text, boolean, int, int), public.admin_list_artists(text, text, text, boolean, int, int) to authenticated;

create function private.admin_list_cities(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.admin_page(
    $q$
      select c.id, c.city_name, c.state, c.slug, c.artist_count, c.featured, c.created_at from public.cities c
      where ($2 is null or c.featured) and ($1 is null or c.city_name ilike $1 or c.state ilike $1 or c.slug ilike $1)$q$,
    $q$select to_jsonb(c) from public.cities c where c.id = q.id$q$,
    array['featured']::text[],
    array['city_name', 'state', 'slug', 'artist_count', 'featured', 'created_at']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_cities(text, text, text, boolean, int, int) is 'Service areas.';

create function public.admin_list_cities(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_list_cities(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_cities(text, text, text, boolean, int, int) is 'Service areas. Gives {total, rows}. Admins only.';
grant execute on function private.admin_list_cities(text, text, text, boolean, int, int), public.admin_list_cities(text, text, text, boolean, int, int) to authenticated;
