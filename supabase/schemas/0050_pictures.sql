-- Which image addresses an API role may store: own bucket, own folder, the configured origin, nothing else.
create function private.media_url_ok(p_url text, p_bucket text, p_owner uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_origin text := nullif(rtrim(private.setting('media_origin'), '/'), '');
  v_file constant text := '[a-z0-9-]{1,64}\.(jpg|jpeg|png|webp|avif)(\?v=[0-9]{1,16})?$';
  v_path text := '/storage/v1/object/public/' || p_bucket || '/' || p_owner || '/';
begin
  if p_url is null or p_owner is null then return false; end if;
  if v_origin is null then return p_url ~ ('^https://[a-z0-9]{20}\.supabase\.co' || v_path || v_file); end if;
  return left(p_url, char_length(v_origin || v_path)) = v_origin || v_path
    and substr(p_url, char_length(v_origin || v_path) + 1) ~ ('^' || v_file);
end
$$;
comment on function private.media_url_ok(text, text, uuid) is
  'Whether an address is a file of this owner in this bucket at the configured origin (setting media_origin; without it, any hosted project).';

create function private.artist_media_ok(p_url text, p_bucket text, p_artist uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.media_url_ok(p_url, p_bucket, p_artist)
    or private.media_url_ok(p_url, p_bucket, (select a.user_id from public.artists a where a.id = p_artist));
end
$$;
comment on function private.artist_media_ok(text, text, uuid) is
  'Whether an address is a file of this artist: one of their uploads, or one that was fetched for their page before they had an account.';

create function private.valid_corners(c jsonb) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_from jsonb;
  v_to jsonb;
  v_next jsonb;
begin
  if not coalesce(jsonb_path_match(c, 'strict $.type() == "array" && $.size() == 4
      && !exists($[*] ? (@.type() != "array" || @.size() != 2))
      && !exists($[*][*] ? (@.type() != "number" || @ < 0 || @ > 1))', silent => true), false) then
    return false;
  end if;
  for i in 0..3 loop
    v_from := c -> i;
    v_to := c -> ((i + 1) % 4);
    v_next := c -> ((i + 2) % 4);
    -- Twice the area of the three, less than nothing where they turn left.
    if ((v_to ->> 0)::numeric - (v_from ->> 0)::numeric) * ((v_next ->> 1)::numeric - (v_from ->> 1)::numeric)
       - ((v_to ->> 1)::numeric - (v_from ->> 1)::numeric) * ((v_next ->> 0)::numeric - (v_from ->> 0)::numeric) <= 0.02 then
      return false;
    end if;
  end loop;
  return true;
end
$$;
comment on function private.valid_corners(jsonb) is
  'Whether these are the corners of a wall in a photo: four points of two shares, from the top left clockwise, nowhere hollow and not tiny.';

create function private.valid_picture_details(d jsonb) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if jsonb_typeof(d) is distinct from 'object' then return false; end if;
  return (select count(*) from jsonb_object_keys(d)) <= 60
    and not exists (
      select from jsonb_each(d) p where not private.safe_url(p.key) or case when jsonb_typeof(p.value) <> 'object' then true
        else p.value - '{x,y,corners,alt}'::text[] <> '{}' or exists (
          select from jsonb_each(p.value) v where case
            when v.key = 'alt' then jsonb_typeof(v.value) <> 'string' or char_length(v.value #>> '{}') > 200
            when v.key = 'corners' then not private.valid_corners(v.value)
            when jsonb_typeof(v.value) <> 'number' then true
            else (v.value #>> '{}')::numeric not between 0 and 1 end) end);
end
$$;
comment on function private.valid_picture_details(jsonb) is
  'Whether this says of at most 60 pictures, by address, where the eye should rest (x and y from 0 to 1, from the left and the top), where the painted wall is (corners) and what they show (alt); each is optional.';

grant execute on function private.valid_picture_details(jsonb), private.valid_corners(jsonb)
  to anon, authenticated, service_role;
grant execute on function
  private.media_url_ok(text, text, uuid), private.artist_media_ok(text, text, uuid)
  to authenticated;
