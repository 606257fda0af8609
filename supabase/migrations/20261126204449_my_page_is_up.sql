set check_function_bodies = off;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.my_page_is_up()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.artists a
    where a.user_id = auth.uid() and a.public_visible
      and not exists (select from private.site_changes c where c.table_name = 'artists' and c.new ->> 'id' = a.id::text))
$function$;

CREATE OR REPLACE FUNCTION public.my_page_is_up()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.my_page_is_up()
$function$;

COMMENT ON FUNCTION "private"."my_page_is_up"() IS 'Whether the caller''s page is public, and shows all that was changed.';

COMMENT ON FUNCTION "public"."my_page_is_up"() IS 'Whether the page of the calling artist is public, and shows all that was changed.';

REVOKE ALL ON FUNCTION "private"."my_page_is_up"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_page_is_up"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_page_is_up"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_page_is_up"() TO "authenticated";


reset check_function_bodies;
