set check_function_bodies = off;

set local check_function_bodies = off;

CREATE TABLE "private"."leases" ("name" text NOT NULL, "holder" text NOT NULL, "until" timestamp with time zone NOT NULL, CONSTRAINT "leases_holder_check" CHECK (((char_length(holder) >= 1) AND (char_length(holder) <= 200))), CONSTRAINT "leases_name_check" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 40))), CONSTRAINT "leases_pkey" PRIMARY KEY (name));

ALTER TABLE "private"."leases" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."site_log" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "files" text[] NOT NULL, "written_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "site_log_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."site_log" ENABLE ROW LEVEL SECURITY;

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
    'uploads', u.bytes, 'uploads_limit', private.megabytes('upload_total_mb'),
    'lease', (select extract(epoch from l.until - clock_timestamp()) from private.leases l where l.name = 'publish'))
  from (select count(*) as n, min(s.changed_at) as first from private.site_changes s) c,
    (select count(*) as n, min(w.created_at) as first, count(*) filter (where w.attempts > 0 and w.state = 'waiting') as tried
     from private.mails w where w.state in ('waiting', 'leased')) m,
    private.storage_use u
$function$;

CREATE OR REPLACE FUNCTION public.end_lease(p_name text, p_holder text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.leases l where l.name = p_name and l.holder = p_holder
$function$;

CREATE OR REPLACE FUNCTION public.note_site_files(p_holder text, p_files text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Ids are in the order of the commits: who reads up to one misses none before it.
  perform pg_advisory_xact_lock(hashtextextended('private.site_log', 0));
  if not exists (select from private.leases l where l.name = 'publish' and l.holder = p_holder) then return false; end if;
  insert into private.site_log (files) values (p_files);
  delete from private.site_log g where g.written_at < now() - interval '1 hour'
    and g.id < (select max(m.id) from private.site_log m);
  perform pg_notify('site_log', '');
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.read_site_log(p_after bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'last', (select max(g.id) from private.site_log g),
    'known', exists (select from private.site_log g where g.id = p_after),
    'files', coalesce((select jsonb_agg(distinct f.file) from private.site_log g cross join unnest(g.files) f (file)
                       where g.id > p_after), '[]'))
$function$;

CREATE OR REPLACE FUNCTION public.take_lease(p_name text, p_holder text, p_seconds integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_until timestamptz := clock_timestamp() + make_interval(secs => least(greatest(p_seconds, 1), 600));
  v_holder text;
begin
  insert into private.leases as l (name, holder, until) values (p_name, p_holder, v_until)
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where l.holder = excluded.holder or l.until < clock_timestamp()
    returning l.holder into v_holder;
  return coalesce(v_holder, (select l.holder from private.leases l where l.name = p_name));
end
$function$;

COMMENT ON FUNCTION "private"."operator_figures"() IS 'What waits, for how many seconds the first of it has, and what did not leave: changes that are to be published, emails, uploads. How long somebody still publishes, where several may.';

COMMENT ON FUNCTION "public"."end_lease"(text, text) IS 'Lets the next one have a lease at once.';

COMMENT ON FUNCTION "public"."note_site_files"(text, text[]) IS 'Tells the servers that follow which files of the site are others now; false, and nothing noted, for one that leads no more.';

COMMENT ON FUNCTION "public"."read_site_log"(bigint) IS 'The files noted after an entry, and the last entry; `known` is false where that entry is not kept: then nobody can tell what is missing.';

COMMENT ON FUNCTION "public"."take_lease"(text, text, integer) IS 'Takes or renews a lease that nobody else has for so many seconds; gives who has it now.';

COMMENT ON TABLE "private"."leases" IS 'Who does what only one may do at a time, and until when nobody else takes it over.';

COMMENT ON TABLE "private"."site_log" IS 'Files of the site that the leading publisher has put into the bucket or removed from it, for the servers that follow. The last hour is kept.';

REVOKE ALL ON FUNCTION "public"."end_lease"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_lease"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."note_site_files"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_site_files"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."read_site_log"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_site_log"(bigint) TO "service_role";

REVOKE ALL ON FUNCTION "public"."take_lease"(text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_lease"(text, text, integer) TO "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "private"."leases" TO "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "private"."site_log" TO "service_role";

reset check_function_bodies;
