set check_function_bodies = off;

set local check_function_bodies = off;

DROP FUNCTION "private"."invite_new_artists"();

DROP FUNCTION "public"."invite_new_artists"();

CREATE OR REPLACE FUNCTION private.invite_new_artists(p_artists uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invited int;
begin
  perform private.require_admin();
  select count(private.invite_artist(n.id)) into v_invited from (
    select a.id from public.artists a
      join public.artist_contacts c on c.artist_id = a.id and c.email is not null
      left join private.claim_links k on k.artist_id = a.id
    where a.unclaimed and (a.id = any (p_artists) or p_artists is null and a.public_visible and k.invited_at is null)
    order by a.created_at, a.id limit 500) n;
  return jsonb_build_object('invited', v_invited);
end
$function$;

CREATE OR REPLACE FUNCTION public.invite_new_artists(p_artists uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.invite_new_artists(p_artists)
$function$;

COMMENT ON FUNCTION "private"."invite_new_artists"(uuid[]) IS 'Invites those of these artists whose page is unclaimed, or everybody with a public page and no invitation yet; the first 500 with an address.';

COMMENT ON FUNCTION "public"."invite_new_artists"(uuid[]) IS 'Invites these artists as far as nobody has claimed their page, or everybody with an unclaimed public page who was not yet: {invited}. Admins only.';

REVOKE ALL ON FUNCTION "private"."invite_new_artists"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invite_new_artists"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."invite_new_artists"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."invite_new_artists"(uuid[]) TO "authenticated";


reset check_function_bodies;
