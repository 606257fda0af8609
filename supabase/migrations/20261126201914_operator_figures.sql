set check_function_bodies = off;

set local check_function_bodies = off;

DROP FUNCTION "public"."read_site_changes"(integer);

ALTER TABLE "private"."site_changes" ADD COLUMN "request" text DEFAULT "substring"(current_setting('application_name'::text, true), '^mural-directory ([\w-]{8,40})$'::text);

CREATE OR REPLACE FUNCTION private.operator_figures()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'changes', c.n, 'change_age', coalesce(extract(epoch from now() - c.first), 0),
    'mails_waiting', m.n, 'mail_age', coalesce(extract(epoch from now() - m.first), 0), 'mails_tried', m.tried,
    'mails_failed', (select count(*) from private.mails f where f.state = 'failed' and f.settled_at is null),
    'uploads', u.bytes, 'uploads_limit', private.megabytes('upload_total_mb'))
  from (select count(*) as n, min(s.changed_at) as first from private.site_changes s) c,
    (select count(*) as n, min(w.created_at) as first, count(*) filter (where w.attempts > 0 and w.state = 'waiting') as tried
     from private.mails w where w.state in ('waiting', 'leased')) m,
    private.storage_use u
$function$;

CREATE OR REPLACE FUNCTION public.operator_figures()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.operator_figures()
$function$;

CREATE OR REPLACE FUNCTION public.read_site_changes(p_limit integer DEFAULT 1000)
 RETURNS TABLE(id bigint, table_name text, op text, old jsonb, new jsonb, changed_at timestamp with time zone, request text)
 LANGUAGE sql
 STABLE ROWS 100
 SET search_path TO ''
AS $function$
  select c.id, c.table_name, c.op, c.old, c.new, c.changed_at, c.request from private.site_changes c
  order by c.id limit least(greatest(coalesce(p_limit, 1000), 0), 10000)
$function$;

COMMENT ON COLUMN "private"."site_changes"."request" IS 'The id of the request that made the change, as its session is named; null where none did.';

COMMENT ON FUNCTION "private"."operator_figures"() IS 'What waits, for how many seconds the first of it has, and what did not leave: changes that are to be published, emails, uploads.';

COMMENT ON FUNCTION "public"."operator_figures"() IS 'What /metrics says of the database, in one query. Secret key only.';

COMMENT ON FUNCTION "public"."read_site_changes"(integer) IS 'The oldest unpublished changes. Reading claims nothing: a crash before finish_site_changes publishes them again.';

REVOKE ALL ON FUNCTION "private"."operator_figures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."operator_figures"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."operator_figures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_figures"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_site_changes"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_site_changes"(integer) TO "service_role";

reset check_function_bodies;
