-- Which image addresses an API role may store: own bucket, own folder, the configured origin, nothing else.
create function private.media_url_ok(p_url text, p_bucket text, p_owner uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_origin text := rtrim(private.setting('media_origin', ''), '/');
  v_file constant text := '[a-z0-9-]{1,64}\.(jpg|jpeg|png|webp|avif)(\?v=[0-9]{1,16})?$';
  v_path text := '/storage/v1/object/public/' || p_bucket || '/' || p_owner || '/';
begin
  if p_url is null or p_owner is null then return false; end if;
  if v_origin = '' then return p_url ~ ('^https://[a-z0-9]{20}\.supabase\.co' || v_path || v_file); end if;
  return left(p_url, char_length(v_origin || v_path)) = v_origin || v_path
    and substr(p_url, char_length(v_origin || v_path) + 1) ~ ('^' || v_file);
end
$$;
comment on function private.media_url_ok(text, text, uuid) is
  'Whether an address is a file of this owner in this bucket at the configured origin (setting media_origin; without it, any hosted project).';
grant execute on function private.media_url_ok(text, text, uuid) to authenticated;
