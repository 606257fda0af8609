-- Text rules, pure. The TypeScript twins are src/domain/{text,email,slug,artist}.ts.
-- PL/pgSQL, because these run for every row that is written: SQL functions that call each other are planned again
-- at each call.

create function private.clean(t text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return btrim(t, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');
end
$$;
comment on function private.clean(text) is 'Text without white space at its ends: exactly what JavaScript''s trim removes.';

create function private.clean_or_null(t text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return nullif(private.clean(t), '');
end
$$;
comment on function private.clean_or_null(text) is 'Trimmed text; empty becomes null.';

create function private.valid_email(t text) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return t ~ '^[A-Za-z0-9_+''%-]+(\.[A-Za-z0-9_+''%-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$';
end
$$;
comment on function private.valid_email(text) is 'Whether this has the form of an e-mail address (specification, section 5); its length is judged apart.';

create function private.slugify(t text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return btrim(regexp_replace(
    lower(regexp_replace(normalize(t, nfd), '[\u0300-\u036f]', '', 'g') collate "C"),
    '[^a-z0-9]+', '-', 'g'), '-');
end
$$;
comment on function private.slugify(text) is 'Lower-case words joined by hyphens; accents are dropped, everything else separates.';

create function private.artist_slug(p_name text, p_user uuid) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(nullif(rtrim(left(private.slugify(p_name), 100), '-'), ''), 'artist') || '-' || left(p_user::text, 8)
$$;
comment on function private.artist_slug(text, uuid) is
  'Slug of a new profile: hyphenated name and the first 8 characters of the user id (specification, section 9).';

create function private.clean_list(a text[]) returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(array_agg(s.item order by s.at), '{}')
  from (
    select private.clean(x.item) as item, x.at
    from unnest(a) with ordinality x (item, at)
    where private.clean(x.item) <> ''
    order by x.at limit 20
  ) s
$$;
comment on function private.clean_list(text[]) is 'List items trimmed, empty ones dropped, the first 20 kept (specification, section 5).';

create function private.valid_list(a text[]) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return a is not null and cardinality(a) <= 20 and array_position(a, null) is null
    and not exists (select from unnest(a) x where x <> private.clean(x) or char_length(x) not between 1 and 50);
end
$$;
comment on function private.valid_list(text[]) is 'Whether a stored list follows section 5: at most 20 trimmed items of 1 to 50 characters.';

create function private.safe_url(t text) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return t is null or (char_length(t) <= 500
    and t ~ '^https?://([A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(:[0-9]{1,5})?/[A-Za-z0-9._~/%-]*(\?[A-Za-z0-9._~=&%-]*)?$');
end
$$;
comment on function private.safe_url(text) is 'Null or a plain web address: no script, no data, no white space, no quotes.';

create function private.safe_urls(a text[]) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return a is not null and cardinality(a) <= 40
    and not exists (select from unnest(a) x where x is null or not private.safe_url(x));
end
$$;
comment on function private.safe_urls(text[]) is 'Whether a list holds at most 40 plain web addresses.';

-- CHECK constraints run with the rights of whoever writes the row.
grant execute on function
  private.clean(text), private.clean_or_null(text), private.valid_email(text), private.slugify(text),
  private.artist_slug(text, uuid), private.clean_list(text[]), private.valid_list(text[]),
  private.safe_url(text), private.safe_urls(text[])
to anon, authenticated, service_role;
