-- Admins find 'Łódź' by 'lodz' and 'Muñoz' by 'munoz'.
create function private.bare_text(t text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if t !~ '[^\u0001-\u007f]' then return lower(t); end if;
  return lower(private.bare_letters(regexp_replace(normalize(t, nfkd), '[\u0300-\u036f]', '', 'g')));
end
$$;
comment on function private.bare_text(text) is 'Text in small letters without accents, for finding it.';

create or replace function private.like_pattern(p_search text) returns text
  language sql immutable set search_path = ''
as $$
  select '%' || replace(replace(replace(private.bare_text(private.clean_or_null(p_search)), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
comment on function private.like_pattern(text) is
  'A pattern that finds the text literally in private.bare_text; null for no search. Addresses have no accents: ilike finds it in those.';

-- Every list searches by this pattern; what people write is compared without accents.
do $$
declare
  v_function record;
  v_definition text;
begin
  for v_function in
    select p.oid, p.proname from pg_catalog.pg_proc p
    where p.pronamespace = 'private'::regnamespace and (p.proname like 'admin\_list\_%' or p.proname = 'admin_find_artists')
  loop
    v_definition := pg_catalog.pg_get_functiondef(v_function.oid);
    execute regexp_replace(v_definition,
      '(\m[a-z]+\.(?:name|city|city_name|title|project_description|author_name|author_town|body|reply|words|detail::text|raw_user_meta_data ->> ''name'')) ilike (\$1|v_like|substr\(v_like, 2\))',
      'private.bare_text(\1) like \2', 'g');
  end loop;
end
$$;
