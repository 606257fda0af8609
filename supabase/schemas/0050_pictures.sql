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

create function private.valid_picture_details(d jsonb) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if jsonb_typeof(d) is distinct from 'object' then return false; end if;
  return (select count(*) from jsonb_object_keys(d)) <= 60
    and not exists (
      select from jsonb_each(d) p where not private.safe_url(p.key) or case when jsonb_typeof(p.value) <> 'object' then true
        else p.value - '{x,y,alt}'::text[] <> '{}' or exists (
          select from jsonb_each(p.value) v where case
            when v.key = 'alt' then jsonb_typeof(v.value) <> 'string' or char_length(v.value #>> '{}') > 200
            when jsonb_typeof(v.value) <> 'number' then true
            else (v.value #>> '{}')::numeric not between 0 and 1 end) end);
end
$$;
comment on function private.valid_picture_details(jsonb) is
  'Whether this says of at most 60 pictures, by address, where the eye should rest (x and y from 0 to 1, from the left and the top) and what they show (alt); each is optional.';

-- Who may call what.
grant execute on function private.valid_picture_details(jsonb) to anon, authenticated, service_role;
grant execute on function private.media_url_ok(text, text, uuid) to authenticated;
