set check_function_bodies = off;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.directory_writes()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' ', pg_postmaster_start_time(), (select b.stats_reset from pg_catalog.pg_stat_bgwriter b), string_agg(
    concat_ws(',', t.id::oid, pg_stat_get_tuples_inserted(t.id), pg_stat_get_tuples_updated(t.id), pg_stat_get_tuples_deleted(t.id),
      pg_stat_get_live_tuples(t.id)), ' ' order by t.id))
  from unnest('{public.artists,public.murals,public.cities,public.reviews,public.mural_redirects,public.estimate_rates}'::regclass[]) t (id)
  where current_setting('track_counts')::boolean having count(*) > 0
$function$;

ALTER FUNCTION "public"."directory_writes"() OWNER TO "postgres";

COMMENT ON FUNCTION "public"."directory_checksum"() IS 'For each table of the pages: how many rows, and a sum that differs when a row was changed. Reads every row, to notice changes that the outbox never had.';

COMMENT ON FUNCTION "public"."directory_writes"() IS 'A text that is another one after each write to a table of the pages, without a look at its rows. Null where the server counts no writes.';

REVOKE ALL ON FUNCTION "public"."directory_writes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."directory_writes"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."directory_writes"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."directory_writes"() TO "service_role";

reset check_function_bodies;
