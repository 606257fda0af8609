set check_function_bodies = off;

set local check_function_bodies = off;

DROP TRIGGER "lead_senders_facts" ON "private"."lead_senders";

DROP TRIGGER "lead_assignments_facts_delete" ON "public"."lead_assignments";

DROP TRIGGER "lead_assignments_facts_insert" ON "public"."lead_assignments";

DROP TRIGGER "lead_assignments_facts_update" ON "public"."lead_assignments";

DROP FUNCTION "private"."note_facts"();

DROP FUNCTION "private"."note_proof"();

DROP TABLE "private"."facts_changed";

DROP FUNCTION "private"."count_changed_facts"();

-- Renamed by hand, so that what is due stays due.
ALTER TABLE "private"."facts_due" RENAME TO "fact_schedule";

ALTER TABLE "private"."fact_schedule" RENAME CONSTRAINT "facts_due_pkey" TO "fact_schedule_pkey";

ALTER TABLE "private"."fact_schedule" RENAME CONSTRAINT "facts_due_artist_id_fkey" TO "fact_schedule_artist_id_fkey";

ALTER INDEX "private"."facts_due_idx" RENAME TO "fact_schedule_due_idx";

CREATE TABLE "private"."fact_recounts" ("artist_id" uuid NOT NULL, "is_first" boolean NOT NULL);

ALTER TABLE "private"."fact_recounts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."fact_recounts" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_due_facts()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.count_facts(array(
    select d.artist_id from private.fact_schedule d where d.due_at < private.clock() order by d.due_at limit 100))
$function$;

CREATE OR REPLACE FUNCTION private.count_facts(p_artists uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(cardinality(p_artists), 0) = 0 then return; end if;
  -- Of two changes at the same instant the second waits here, and counts the first one too. All in one order, so that
  -- two that are about the same artists do not wait for each other.
  perform from public.artists a where a.id = any (p_artists) order by a.id for no key update;
  perform private.count_reviews(p_artists);
  with facts as materialized (select * from private.artist_facts(p_artists)),
  settled as (delete from private.fact_schedule d using facts f where d.artist_id = f.artist_id and f.due_at is null),
  planned as (
    insert into private.fact_schedule as d (artist_id, due_at) select f.artist_id, f.due_at from facts f where f.due_at is not null
      on conflict (artist_id) do update set due_at = excluded.due_at where d.due_at <> excluded.due_at)
  -- Each row that is written renders pages anew.
  update public.artists a
    set answer_hours = f.answer_hours, walls_painted = f.walls_painted, replied_count = f.replied_count, asked_count = f.asked_count
    from facts f
    where a.id = f.artist_id and (a.answer_hours, a.walls_painted, a.replied_count, a.asked_count)
      is distinct from (f.answer_hours, f.walls_painted, f.replied_count, f.asked_count);
  -- What else is in their profiles follows the artists' rows.
  update private.match_profiles p set acceptance = n.acceptance, requests = n.requests
    from (
      select x as artist_id, private.acceptance_score(x) as acceptance,
        (select count(*)::int from public.lead_assignments s where s.artist_id = x) as requests
      from unnest(p_artists) x offset 0) n
    where p.artist_id = n.artist_id and (p.acceptance, p.requests) <> (n.acceptance, n.requests);
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_recount()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artists uuid[];
begin
  -- What is counted comes from different people who are proven: one is proven, or somebody else by now.
  if tg_table_name = 'lead_senders' then
    v_artists := array(select a.artist_id from public.lead_assignments a where a.lead_id = new.lead_id);
  -- That an artist has opened a request changes nothing that is counted.
  elsif tg_op <> 'UPDATE' or (replace(new.state, 'seen', 'sent'), new.created_at, new.answered_at, new.completed_at, new.confirmed_at)
      is distinct from (replace(old.state, 'seen', 'sent'), old.created_at, old.answered_at, old.completed_at, old.confirmed_at) then
    v_artists := array[coalesce(new.artist_id, old.artist_id)];
  else
    return null;
  end if;
  insert into private.fact_recounts (artist_id, is_first)
    select x, not exists (select from private.fact_recounts) from unnest(v_artists) x;
  return null;
end
$function$;

ALTER FUNCTION "private"."plan_recount"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.recount_artists()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artists uuid[];
begin
  -- Rows of other transactions are never seen: they are gone before those end.
  with noted as (delete from private.fact_recounts returning artist_id)
  select array_agg(distinct n.artist_id) into v_artists from noted n;
  perform private.count_facts(v_artists);
  return null;
end
$function$;

ALTER FUNCTION "private"."recount_artists"() OWNER TO "postgres";

CREATE CONSTRAINT TRIGGER fact_recounts_count AFTER INSERT ON private.fact_recounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.is_first) EXECUTE FUNCTION private.recount_artists();

CREATE TRIGGER lead_senders_facts AFTER INSERT OR UPDATE ON private.lead_senders FOR EACH ROW EXECUTE FUNCTION private.plan_recount();

CREATE TRIGGER lead_assignments_facts AFTER INSERT OR DELETE OR UPDATE ON public.lead_assignments FOR EACH ROW EXECUTE FUNCTION private.plan_recount();

COMMENT ON FUNCTION "private"."count_facts"(uuid[]) IS 'Counts these artists, their reviews and how matching sees their requests anew, and writes what differs.';

COMMENT ON FUNCTION "private"."plan_recount"() IS 'Notes the artists of a request that has changed, or whose sender is another one, for private.recount_artists.';

COMMENT ON FUNCTION "private"."recount_artists"() IS 'Counts the artists that a transaction has noted, as it ends.';

COMMENT ON TABLE "private"."fact_recounts" IS 'Artists to count as the running transaction ends; empty after each. Artists may go before it ends.';

COMMENT ON TABLE "private"."fact_schedule" IS 'When time alone changes next what is counted of an artist, by private.clock().';

REVOKE ALL ON FUNCTION "private"."plan_recount"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_recount"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_recount"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."recount_artists"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recount_artists"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recount_artists"() TO "postgres";

reset check_function_bodies;
