set check_function_bodies = off;

set local check_function_bodies = off;

REVOKE ALL ON FUNCTION "private"."count_due_facts"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."expire_assignments"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."forget_held_leads"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."forget_removed_murals"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."forget_reporters"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."forget_unconfirmed"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."forget_views"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."write_reminders"() FROM "service_role";

DROP FUNCTION "private"."acceptance_score"(uuid);

DROP FUNCTION "private"."address_hash"(text);

DROP FUNCTION "private"."answer_score"(smallint, smallint, smallint);

DROP FUNCTION "private"."artist_facts"(uuid[]);

DROP FUNCTION "private"."assignment_state"(public.lead_assignments);

DROP FUNCTION "private"."city_words"(text);

DROP FUNCTION "private"."form_styles"();

DROP FUNCTION "private"."form_words"(text[], text[]);

DROP FUNCTION "private"."join_leads"(uuid, uuid);

DROP FUNCTION "private"."lead_matches"(uuid);

DROP FUNCTION "private"."lease_due_mails"(integer, integer);

DROP FUNCTION "private"."looks"(text[]);

DROP FUNCTION "private"."mail_content"(private.mails);

DROP FUNCTION "private"."mail_details_before_reviews"(private.mails);

DROP FUNCTION "private"."mail_of_product"(private.mails);

DROP FUNCTION "private"."mail_subject"(private.mails);

DROP FUNCTION "private"."mailbox"(text);

DROP FUNCTION "private"."mailboxes_of_artist"(uuid);

DROP FUNCTION "private"."match_reasons"(uuid, uuid[], uuid);

DROP FUNCTION "private"."miles_from"(text);

DROP FUNCTION "private"."open_offers"(uuid);

DROP FUNCTION "private"."reason_answers"(smallint);

DROP FUNCTION "private"."reason_place"(text, double precision, text);

DROP FUNCTION "private"."reason_style"(text[], text[]);

DROP FUNCTION "private"."request_by_itself"(uuid);

DROP FUNCTION "private"."request_page"(uuid);

DROP FUNCTION "private"."request_with_threads"(uuid);

DROP FUNCTION "private"."request_without_details"(uuid);

DROP FUNCTION "private"."setting"(text, text);

DROP FUNCTION "private"."setting_int"(text, integer);

DROP FUNCTION "private"."standing_score"(boolean, numeric, integer);

DROP FUNCTION "private"."store_consultation"(uuid, uuid, text, text, text, text, text);

DROP FUNCTION "private"."store_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb);

DROP FUNCTION "private"."style_words"(text[]);

DROP FUNCTION "private"."takes_requests"(date);

DROP FUNCTION "private"."today"();

DROP FUNCTION "private"."unsubscribe_topic"(text);

DROP FUNCTION "private"."wanted_words"(uuid);

CREATE TABLE "private"."chores" ("name" text NOT NULL, "position" integer NOT NULL, "function" text NOT NULL, "every" interval NOT NULL, "last_at" timestamp with time zone, CONSTRAINT "chores_function_check" CHECK ((function ~ '^[a-z_]+$'::text)), CONSTRAINT "chores_pkey" PRIMARY KEY (name), CONSTRAINT "chores_position_key" UNIQUE ("position"));

ALTER TABLE "private"."chores" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."chores" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.acceptance_score(p_artist uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select case when count(*) >= 5
      then (1000 * count(*) filter (where d.state not in ('declined', 'expired')) / count(*))::int else 500 end
    from (
      select l.state from (
        -- The last request of each person.
        select distinct on (p.address_hash) s.state, s.created_at, s.lead_id from public.lead_assignments s
        join private.lead_senders p on p.lead_id = s.lead_id and p.proven_at is not null
          and p.address_hash <> all ((select private.mailboxes_of_artist(p_artist))::bytea[])
        where s.artist_id = p_artist and s.state not in ('sent', 'seen', 'withdrawn')
        order by p.address_hash, s.created_at desc, s.lead_id) l
      order by l.created_at desc, l.lead_id limit 20) d);
end
$function$;

ALTER FUNCTION "private"."acceptance_score"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.address_hash(p_email text)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return sha256(convert_to(private.setting('pepper', '') || lower(private.clean(p_email)), 'UTF8'));
end
$function$;

ALTER FUNCTION "private"."address_hash"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.admin_leads_by_day(p_days integer)
 RETURNS TABLE(day date, leads integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
    select d::date, count(l.id)::int
    from generate_series(current_date - (least(greatest(coalesce(p_days, 30), 1), 366) - 1), current_date, interval '1 day') d
    left join public.lead_records l on l.created_at >= d and l.created_at < d + interval '1 day'
    group by d order by d;
end
$function$;

CREATE OR REPLACE FUNCTION private.adoptable_requests(p_token text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
declare
  v_proven text := private.proven_email();
  v_token bytea := private.token_hash(p_token);
begin
  if private.my_role() is distinct from 'client' then return; end if;
  return query
    select l.id from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    where l.created_by_user is null
      and lower(c.email) = (select lower(u.email) from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null)
      and (lower(c.email) = v_proven or exists (select from private.request_links k
        where k.lead_id = l.id and k.token_hash = v_token and k.revoked_at is null and k.expires_at > private.clock()))
    order by l.created_at desc, l.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.answer_score(p_hours smallint, p_replied smallint, p_asked smallint)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (case p_hours when 1 then 1000 when 4 then 900 when 8 then 800 when 24 then 600 when 48 then 400 when 72 then 200 else 500 end
    + coalesce(1000 * p_replied / nullif(p_asked, 0), 500)) / 2;
end
$function$;

ALTER FUNCTION "private"."answer_score"(smallint, smallint, smallint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.artist_facts(p_artists uuid[])
 RETURNS TABLE(artist_id uuid, answer_hours smallint, walls_painted integer, replied_count smallint, asked_count smallint, due_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  -- Once, and not for each request.
  return query
    with t as materialized (select private.clock() as now)
    select a.id,
      case when r.timed >= 5 then (
        select min(h) from unnest('{1,4,8,24,48,72}'::smallint[]) h where r.median <= make_interval(hours => h)) end,
      (select count(distinct p.address_hash)::int from public.lead_assignments s
        join private.lead_senders p on p.lead_id = s.lead_id and p.proven_at is not null and p.address_hash <> all (own.mailboxes)
        where s.artist_id = a.id and s.state = 'completed'
          and (s.confirmed_at is not null or s.completed_at < t.now - interval '14 days')),
      case when r.asked >= 5 then r.replied end,
      case when r.asked >= 5 then r.asked end,
      (select min(n.at) from (
        select s.created_at + interval '7 days' as at from public.lead_assignments s
          where s.artist_id = a.id and s.answered_at is null and s.state not in ('passed', 'withdrawn')
            and s.created_at >= t.now - interval '7 days'
        union all
        select s.completed_at + interval '14 days' from public.lead_assignments s
          where s.artist_id = a.id and s.state = 'completed' and s.confirmed_at is null and s.completed_at >= t.now - interval '14 days') n)
    from t join public.artists a on a.id = any (p_artists)
    -- Read once, and not where it is used.
    cross join lateral (select private.mailboxes_of_artist(a.id) as mailboxes offset 0) own
    cross join lateral (
      select count(*)::smallint as asked, count(l.answered_at)::smallint as replied, count(*) filter (where l.answered_at > l.created_at) as timed,
        percentile_cont(0.5) within group (order by l.answered_at - l.created_at) filter (where l.answered_at > l.created_at) as median
      from (
        select d.created_at, d.answered_at from (
          -- The last request of each person. Whoever was asked and passed over, or whose request was closed, within 7 days
          -- had no time to reply.
          select distinct on (p.address_hash) s.created_at, s.answered_at, s.lead_id from public.lead_assignments s
          join private.lead_senders p on p.lead_id = s.lead_id and p.proven_at is not null and p.address_hash <> all (own.mailboxes)
          where s.artist_id = a.id and (s.answered_at is not null or s.created_at <
            case when s.state in ('passed', 'withdrawn') then s.updated_at else t.now end - interval '7 days')
          order by p.address_hash, s.created_at desc, s.lead_id) d
        order by d.created_at desc, d.lead_id limit 20) l) r;
end
$function$;

ALTER FUNCTION "private"."artist_facts"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.artist_needs(p_artist uuid)
 RETURNS TABLE(kind text, lead_id uuid, at timestamp with time zone, until date, count integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
  -- Each request once, with what is most pressing about it.
  with t as materialized (select private.clock() as now, (private.clock() - interval '12 hours')::date as today)
  select n.kind, s.lead_id,
    case n.kind when 'dispute' then last.created_at when 'confirm' then s.completed_at when 'accepted' then s.accepted_at
      when 'message' then unread.last_at when 'answer' then s.created_at else p.created_at end,
    case n.kind when 'confirm' then (s.completed_at + interval '14 days')::date when 'painted' then p.starts_on + p.days
      when 'proposal_ends' then p.valid_until when 'proposal_ended' then p.valid_until end,
    unread.messages
  from t cross join public.lead_assignments s
  join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
  left join public.proposals p on p.lead_id = s.lead_id and p.artist_id = s.artist_id
    and p.state = case s.state when 'proposed' then 'open' when 'accepted' then 'accepted' end
  left join lateral (
    select e.event, e.actor, e.created_at from public.lead_events e
    where s.state in ('talking', 'accepted') and e.lead_id = s.lead_id and e.artist_id = s.artist_id order by e.id desc limit 1) last on true
  cross join lateral (
    select count(*) filter (where m.sender = 'client' and m.position > s.artist_read)::int as messages,
      max(m.created_at) filter (where m.sender = 'client') as last_at, max(m.created_at) filter (where m.sender = 'artist') as own_at
    from public.lead_messages m where m.lead_id = s.lead_id and m.artist_id = s.artist_id) unread
  cross join lateral (select case
    when last.event = 'dispute' and last.actor = 'client' and coalesce(unread.own_at < last.created_at, true) then 'dispute'
    when s.state = 'completed' and s.completed_by <> 'artist' and s.confirmed_at is null and s.completed_at >= t.now - interval '14 days' then 'confirm'
    when s.answered_at is null and s.state in ('sent', 'seen', 'talking') then 'answer'
    when unread.messages > 0 then 'message'
    when s.state = 'accepted' and s.accepted_at > t.now - interval '7 days' and coalesce(unread.own_at < s.accepted_at, true) then 'accepted'
    when s.state = 'accepted' and p.starts_on + p.days < t.today then 'painted'
    when s.state = 'proposed' and p.valid_until between t.today - 14 and t.today - 1 then 'proposal_ended'
    when s.state = 'proposed' and p.valid_until between t.today and t.today + 3 then 'proposal_ends' end as kind) n
  where s.artist_id = p_artist and s.state not in ('declined', 'passed', 'expired', 'withdrawn') and n.kind is not null
    and not exists (select from private.thread_reports r where r.lead_id = s.lead_id and r.artist_id = s.artist_id)
  union all
  -- Without one from before this directory had requests: the artist's page is where those are.
  select 'review', r.lead_id, r.created_at, null, r.rating
  from public.reviews r
  where r.artist_id = p_artist and r.public_visible and r.reply is null and r.lead_id is not null
    and r.created_at > private.clock() - interval '60 days'
$function$;

CREATE OR REPLACE FUNCTION private.artists_named(p_name text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
begin
  return query select a.id from public.artists a where a.slug = private.clean(p_name);
  if found then return; end if;
  return query select c.artist_id from public.artist_contacts c where lower(c.email) = lower(private.clean(p_name));
  if found then return; end if;
  return query select a.id from public.artists a where lower(a.name) = lower(private.clean(p_name));
end
$function$;

CREATE OR REPLACE FUNCTION private.city_words(p_city text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return lower((private.read_place(split_part(p_city, ',', 1), null))[1]);
end
$function$;

ALTER FUNCTION "private"."city_words"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.claim_data(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Not where the page has an owner by now, or another address.
  return (
    select jsonb_build_object('artist', jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end),
      'link', '/claim#' || private.page_token(a.id))
    from public.artists a
    where a.id = p_mail.artist_id and a.unclaimed and lower(private.contact_email(a.id)) = p_mail.recipient);
end
$function$;

ALTER FUNCTION "private"."claim_data"(private.mails) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_changed_facts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artists uuid[];
begin
  -- Rows of other transactions are never seen: they are gone before those end. The first of many takes all.
  with changed as (delete from private.facts_changed returning artist_id)
  select coalesce(array_agg(distinct c.artist_id), '{}') into v_artists from changed c;
  if cardinality(v_artists) = 0 then return null; end if;
  -- Locks the artists, so that the requests of each are counted by one transaction after the other.
  perform private.count_facts(v_artists);
  -- What else is in their profiles follows the artists' rows.
  update private.match_profiles p set acceptance = n.acceptance, requests = n.requests
    from (
      select x as artist_id, private.acceptance_score(x) as acceptance,
        (select count(*)::int from public.lead_assignments s where s.artist_id = x) as requests
      from unnest(v_artists) x offset 0) n
    where p.artist_id = n.artist_id and (p.acceptance, p.requests) <> (n.acceptance, n.requests);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_reviews(p_artists uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- An update of no row would fire the triggers of reviews all the same.
  if not exists (select from public.reviews r where r.artist_id = any (p_artists) and r.counted_at is null) then return; end if;
  with ready as (
    -- Of two that become ready together the first.
    select distinct on (r.artist_id, s.address_hash) r.id, s.address_hash
    from public.reviews r
    join private.review_checks c on c.review_id = r.id and c.disputed_at is null and c.looked_at is null
    join public.lead_assignments a on a.lead_id = r.lead_id and a.artist_id = r.artist_id and private.has_artist_agreed(a)
    join private.lead_senders s on s.lead_id = r.lead_id and s.proven_at is not null
    where r.artist_id = any (p_artists) and r.counted_at is null
      and not private.has_reviewed_lately(r.artist_id, s.address_hash, r.created_at)
    order by r.artist_id, s.address_hash, r.created_at, r.id
  ), known as (
    update private.review_checks c set address_hash = n.address_hash from ready n where c.review_id = n.id)
  update public.reviews r set counted_at = private.clock() from ready n where r.id = n.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.digest_data(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('notices', jsonb_agg(private.notice_line(n) order by n.created_at, n.id))
  from public.notices n join private.mail_kinds k on k.kind = n.kind
  where n.id in (select i::uuid from jsonb_array_elements_text(p_mail.payload -> 'notices') i)
    and n.user_id = p_mail.user_id and n.read_at is null and private.notice_mode(n.user_id, k.topic) <> 'here'
  having count(*) > 0
$function$;

ALTER FUNCTION "private"."digest_data"(private.mails) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.fitting_artists(p_lead uuid, p_first uuid, p_without uuid[], p_limit integer)
 RETURNS TABLE(artist_id uuid, rank integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
begin
  if private.matching_rule() = 'scores' then
    return query select m.artist_id, m.rank
      from private.scored_artists(p_lead, p_first, p_without, private.clock(), null, p_limit) m;
    return;
  end if;
  return query
    select a.id, (row_number() over (
      order by (a.id is not distinct from p_first) desc, a.featured desc, a.average_rating desc, a.id))::int
    from public.lead_records l
    join public.artists a on a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
      and (a.id = p_first or lower(private.clean(a.city)) = lower(private.clean(l.city))
        or exists (select from unnest(a.styles) s where position(lower(l.style_preference) in lower(s)) > 0
          or position(lower(s) in lower(l.style_preference)) > 0))
    where l.id = p_lead and a.id <> all (p_without)
    order by 2 limit p_limit;
end
$function$;

CREATE OR REPLACE FUNCTION private.form_styles()
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return '{abstract,graffiti,realistic,nature,lettering,other}'::text[];
end
$function$;

ALTER FUNCTION "private"."form_styles"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.form_words(p_words text[], p_options text[])
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(array_agg(o.word order by o.word), '{}') from unnest(p_options) o (word)
    where exists (select from unnest(p_words) w (word)
      where position(o.word in lower(w.word)) > 0 or position(lower(w.word) in o.word) > 0));
end
$function$;

ALTER FUNCTION "private"."form_words"(text[], text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.import_rows(p_rows jsonb)
 RETURNS TABLE(line integer, fields jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then perform private.fail('invalid_input', 'rows'); end if;
  if jsonb_array_length(p_rows) > 1000 then perform private.fail('import_too_large'); end if;
  if exists (select from jsonb_array_elements(p_rows) r
      where case when jsonb_typeof(r) <> 'object' then true else coalesce(r ->> 'line', '') !~ '^[0-9]{1,7}$' end) then
    perform private.fail('invalid_input', 'rows');
  end if;
  return query
    select (r.row ->> 'line')::int, private.import_fields(r.row)
    from jsonb_array_elements(p_rows) with ordinality r (row, at) order by r.at;
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_artists(p_fields jsonb)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
AS $function$
declare
  v_email text := lower(private.clean_or_null(p_fields ->> 'email'));
begin
  return query select a.id from public.artists a where a.slug = private.clean(p_fields ->> 'slug');
  if found then return; end if;
  return query
    select m.artist_id from private.imported_addresses m where m.address_hash = private.address_hash(v_email) and m.artist_id is not null
    union select c.artist_id from public.artist_contacts c where lower(c.email) = v_email;
  if found then return; end if;
  -- Two of one name and town with two addresses are two people.
  return query
    select a.id from public.artists a left join public.artist_contacts c on c.artist_id = a.id
    where lower(a.name) = lower(private.clean(p_fields ->> 'name'))
      and lower(coalesce(a.city, '')) = lower(coalesce(private.clean(p_fields ->> 'city'), ''))
      and (c.email is null or v_email is null);
end
$function$;

CREATE OR REPLACE FUNCTION private.lead_matches(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', a.id, 'name', a.name, 'slug', a.slug, 'city', a.city, 'state', a.state, 'featured', a.featured,
      'average_rating', a.average_rating, 'review_count', a.review_count, 'profile_photo', a.profile_photo,
      'styles', to_jsonb(a.styles[1:4]), 'portfolio_images', to_jsonb(a.portfolio_images[1:2]), 'reason', r.reason) order by o.rank), '[]')
    from private.open_offers(p_lead) o join public.artists a on a.id = o.artist_id
    join private.match_reasons(p_lead, array(select x.artist_id from private.open_offers(p_lead) x),
      (select x.artist_id from private.open_offers(p_lead) x where x.asked limit 1)) r on r.artist_id = a.id);
end
$function$;

ALTER FUNCTION "private"."lead_matches"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lead_suggestions(p_lead uuid, p_limit integer DEFAULT 3)
 RETURNS TABLE(artist_id uuid, rank integer, reason text, week integer, requests integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
declare
  v_asked uuid := (select i.asked_artist from private.lead_intake i where i.lead_id = p_lead);
  v_have uuid[] := array(select a.artist_id from public.lead_assignments a where a.lead_id = p_lead);
begin
  if v_asked = any (v_have) then v_asked := null; end if;
  return query
    with s as materialized (select * from private.fitting_artists(p_lead, v_asked, v_have, p_limit))
    select s.artist_id, s.rank, r.reason, n.week, n.requests
    from s join private.match_reasons(p_lead, array(select x.artist_id from s x), v_asked) r on r.artist_id = s.artist_id
    cross join lateral (
      select count(*) filter (where a.created_at >= private.clock() - interval '7 days')::int as week, count(*)::int as requests
      from public.lead_assignments a where a.artist_id = s.artist_id) n
    order by s.rank;
end
$function$;

CREATE OR REPLACE FUNCTION private.leads_assigned_to_me()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id from public.lead_assignments a
    where a.artist_id = v_artist
      and not exists (select from public.lead_records l where l.id = a.lead_id and l.held);
end
$function$;

CREATE OR REPLACE FUNCTION private.leads_i_work_on()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id from public.lead_assignments a join public.lead_records l on l.id = a.lead_id
    where a.artist_id = v_artist and not l.held and l.withdrawn_at is null
      and a.state in ('sent', 'seen', 'talking', 'proposed', 'accepted', 'completed')
      and not exists (select from private.thread_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = 'client');
end
$function$;

CREATE OR REPLACE FUNCTION private.leads_of_mine()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
end
$function$;

CREATE OR REPLACE FUNCTION private.leads_whose_contact_i_see()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
  return query
    select a.lead_id from private.leads_i_work_on() mine (id)
    join public.lead_assignments a on a.lead_id = mine.id and a.artist_id = v_artist and a.status <> 'new';
end
$function$;

CREATE OR REPLACE FUNCTION private.leads_whose_photos_are_mine()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
  return query select t.id from private.lead_by_token(private.request_header('x-request-token')) t (id) where t.id is not null;
end
$function$;

CREATE OR REPLACE FUNCTION private.leads_whose_photos_i_see()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
begin
  return query select m.id from private.leads_whose_photos_are_mine() m (id);
  -- A photo of a wall tells where it is: it goes with the contact.
  return query select mine.id from private.leads_i_work_on() mine (id);
end
$function$;

CREATE OR REPLACE FUNCTION private.lease_mails(p_limit integer, p_seconds integer)
 RETURNS TABLE(id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts integer, data jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_mail private.mails;
  v_data jsonb;
  v_address text;
  -- One by one: what cannot be sent makes room for another.
  v_left int := least(greatest(coalesce(p_limit, 1), 1), 100);
begin
  if random() < 0.02 then delete from private.mails m where m.created_at < now() - interval '90 days'; end if;
  while v_left > 0 loop
    select m.* into v_mail from private.mails m
      where m.state in ('waiting', 'leased') and private.is_mail_due(m.created_at, m.attempts, m.next_attempt_at)
      order by m.next_attempt_at, m.id limit 1 for update skip locked;
    exit when not found;
    v_data := private.mail_data(v_mail);
    v_address := coalesce(v_mail.address, (select nullif(u.email, '') from auth.users u where u.id = v_mail.user_id));
    if v_data is null then
      delete from private.mails m where m.id = v_mail.id;
    -- Without an answer in 100 tries, each of them ended its worker.
    elsif v_address is null or (v_mail.attempts >= 100 and v_mail.answer is null) then
      update private.mails m
        set state = 'failed', leased_until = null,
          answer = coalesce(m.answer, case when v_address is null then 'The account has no address.' else 'It was begun 100 times and never ended.' end)
        where m.id = v_mail.id;
    else
      update private.mails m
        set state = 'leased', attempts = m.attempts + 1, leased_until = v.at, next_attempt_at = v.at
        from (select now() + make_interval(secs => least(greatest(coalesce(p_seconds, 60), 1), 3600)) as at) v
        where m.id = v_mail.id
        returning m.attempts into attempts;
      id := v_mail.id;
      kind := v_mail.kind;
      message_id := v_mail.message_id;
      address := v_address;
      select k.optional, k.forgotten into optional, forgotten from private.mail_kinds k where k.kind = v_mail.kind;
      data := v_data;
      v_left := v_left - 1;
      return next;
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_admins()
 RETURNS TABLE(user_id uuid, email text, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
  select r.user_id, u.email::text, r.created_at from public.user_roles r join auth.users u on u.id = r.user_id
  where r.role = 'admin' order by r.created_at
$function$;

CREATE OR REPLACE FUNCTION private.looks(p_styles text[])
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(sum(1 << (o.at - 1)::int), 0)::int from unnest(private.form_styles()) with ordinality o (word, at)
    where o.word = any (private.form_words(p_styles, private.form_styles())));
end
$function$;

ALTER FUNCTION "private"."looks"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mail_about(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_data jsonb := p_mail.payload;
begin
  if p_mail.lead_id is not null then
    -- Who asked is not among it: whoever may know looks at the page, which masks what the specification masks.
    v_data := v_data || (
      select jsonb_build_object('lead', jsonb_build_object('id', l.id, 'kind', l.kind, 'city', l.city,
          'project_description', l.project_description, 'mural_size', l.mural_size, 'surface_type', l.surface_type,
          'style_preference', l.style_preference, 'budget_range', l.budget_range, 'preferred_time', l.preferred_time,
          'account', l.created_by_user is not null),
        'artists', coalesce((
          select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by s.created_at, a.name)
          from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]'),
        'offers', (select count(*) from private.open_offers(l.id)))
      from public.lead_records l
      where l.id = p_mail.lead_id and exists (select from public.lead_contacts c where c.lead_id = l.id)
        and (p_mail.artist_id is null or exists (
          select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = p_mail.artist_id)));
  end if;
  if p_mail.artist_id is not null then
    v_data := v_data || (
      select jsonb_build_object('artist', jsonb_build_object('id', a.id, 'name', a.name,
        'slug', case when a.public_visible then a.slug end))
      from public.artists a where a.id = p_mail.artist_id);
  end if;
  if p_mail.kind in ('lead_waiting', 'request_waiting') then v_data := v_data || private.waiting_data(p_mail); end if;
  return v_data;
end
$function$;

ALTER FUNCTION "private"."mail_about"(private.mails) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mail_data(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_to text := coalesce(p_mail.address, (select nullif(u.email, '') from auth.users u where u.id = p_mail.user_id));
  v_kind private.mail_kinds;
  v_data jsonb;
begin
  select * into v_kind from private.mail_kinds k where k.kind = p_mail.kind;
  if v_kind.kind in ('artist_invited', 'claim_check') then
    v_data := private.claim_data(p_mail);
  elsif v_kind.kind in ('newsletter_confirm', 'newsletter_issue') then
    v_data := private.newsletter_data(p_mail);
  else
    if v_kind.kind = 'digest' then
      v_data := private.digest_data(p_mail);
    -- Not what an account wants no mails about any more.
    elsif p_mail.user_id is null or private.notice_mode(p_mail.user_id, v_kind.topic) <> 'here' then
      v_data := private.mail_about(p_mail) || private.mail_details(p_mail);
    end if;
    if v_kind.optional and p_mail.user_id is not null then
      v_data := v_data || jsonb_build_object('unsubscribe', private.unsubscribe_token(p_mail.user_id, v_kind.topic));
    end if;
  end if;
  if v_data is null or v_to is null then return v_data; end if;
  if p_mail.lead_id is not null and private.is_to_client(p_mail.kind) then
    v_data := v_data || jsonb_build_object('link', private.request_path(private.link_token(p_mail.lead_id, v_to)));
  end if;
  return case when private.is_known_recipient(p_mail.user_id, v_to) then v_data else private.plain_data(p_mail.kind, v_data) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_details(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case
    when p_mail.kind in ('lead_message', 'request_message') then private.message_data(p_mail)
    when p_mail.kind = 'request_proposal' then (
      select jsonb_build_object('proposal', private.proposal_line(p)) from public.proposals p
      where p.lead_id = p_mail.lead_id and p.artist_id = p_mail.artist_id and p.state = 'open')
    when p_mail.kind in ('request_declined', 'request_expired') then jsonb_build_object(
      'reason', (select e.reason from public.lead_events e
        where e.lead_id = p_mail.lead_id and e.artist_id = p_mail.artist_id and e.event = 'decline' order by e.id desc limit 1),
      'matches', private.request_page(p_mail.lead_id) -> 'matches')
    when p_mail.kind in ('lead_reviewed', 'request_replied', 'lead_review_hidden', 'request_review_hidden') then (
      select jsonb_build_object('review', private.review_line(r, null)) from public.reviews r
      where r.lead_id = p_mail.lead_id and r.artist_id = p_mail.artist_id
        and (r.hidden_at is not null) = (p_mail.kind in ('lead_review_hidden', 'request_review_hidden')))
    when p_mail.kind = 'mural_hidden' then (
      select jsonb_build_object('title', m.title, 'reason', m.hidden_reason) from public.murals m
      where m.id = (p_mail.payload ->> 'mural')::uuid and m.hidden_at is not null)
    -- Null where somebody has decided before the mail left.
    when p_mail.kind = 'picture_reported' then (
      select jsonb_build_object('reason', r.reason, 'words', r.words, 'page', r.page) from private.picture_reports r
      where r.picture = p_mail.payload ->> 'picture' and r.decision is null order by r.created_at desc, r.id limit 1)
    else '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.mailbox(p_email text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    select case when split_part(v.address, '@', 2) in ('gmail.com', 'googlemail.com')
        then replace(split_part(v.address, '@', 1), '.', '') || '@gmail.com' else v.address end
    from (select regexp_replace(lower(private.clean(p_email)), '(?<=.)\+[^@]*(?=@)', '') as address) v);
end
$function$;

ALTER FUNCTION "private"."mailbox"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.mailboxes_of_artist(p_artist uuid)
 RETURNS bytea[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select array(select private.address_hash(private.mailbox(x.email)) from (
      select c.email from public.artist_contacts c where c.artist_id = p_artist
      union select u.email from public.artists a join auth.users u on u.id = a.user_id where a.id = p_artist) x
      where x.email <> ''));
end
$function$;

ALTER FUNCTION "private"."mailboxes_of_artist"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.match_reasons(p_lead uuid, p_artists uuid[], p_asked uuid)
 RETURNS TABLE(artist_id uuid, reason text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    with asked as materialized (
      select l.surface_type, private.city_words(l.city) as city,
        case l.budget_range when 'under-1k' then 1000 when '1k-5k' then 5000 when '5k-10k' then 10000 when '10k-plus' then 2147483647 end as most,
        array(select w.word from private.wanted_words(p_lead) w) as words,
        (select d.mural_ids[1:6] from public.lead_details d where d.lead_id = p_lead) as murals,
        (select w.value from private.match_weights w where w.part = 'reach_miles') as reach
      from public.lead_records l where l.id = p_lead
    ), near as materialized (
      select n.city_slug, n.miles from asked q cross join lateral private.miles_from(q.city) n)
    select a.id, coalesce(nullif(concat_ws(' · ',
      case when a.id = p_asked then 'asked for by name' end,
      case when exists (select from public.murals m where m.id = any (q.murals) and m.artist_id = a.id and m.public_visible)
        then 'painted a mural you like' end,
      private.reason_style(a.styles, q.words),
      private.reason_place(a.city, case when n.miles <= coalesce(a.travel_miles, q.reach) then n.miles end, q.city),
      case when q.surface_type <> 'other' and q.surface_type = any (private.form_words(a.surfaces, array[q.surface_type]))
        then 'does ' || q.surface_type end,
      case when a.minimum_price between 1 and q.most then 'walls from $' || to_char(a.minimum_price, 'FM9,999,999') end,
      private.reason_answers(a.answer_hours)), ''), 'paints murals')
    from asked q cross join public.artists a left join near n on n.city_slug = a.city_slug
    where a.id = any (p_artists);
end
$function$;

ALTER FUNCTION "private"."match_reasons"(uuid, uuid[], uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.matched_artists(p_lead uuid, p_first uuid, p_rule text, p_values jsonb, p_at timestamp with time zone)
 RETURNS TABLE(artist_id uuid, rank integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
begin
  if p_rule = 'specification' then
    return query select m.artist_id, m.rank from public.lead_records l
      cross join lateral private.matching_artists(l.city, l.style_preference, p_first) m where l.id = p_lead;
  else
    return query select s.artist_id, s.rank from private.scored_artists(p_lead, p_first, null, p_at, p_values, 5) s;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.matching_artists(p_city text, p_style text, p_first uuid DEFAULT NULL::uuid)
 RETURNS TABLE(artist_id uuid, rank integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
  with pool as (
    select a.id, a.city, a.styles, a.featured, a.average_rating from public.artists a
    where a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
    order by a.featured desc, a.average_rating desc, a.id limit 10
  ), matches as (
    select p.id, false as first, p.featured, p.average_rating from pool p
    where p.id is distinct from p_first and (
      lower(private.clean(p.city)) = lower(private.clean(p_city))
      or exists (select from unnest(p.styles) s
                 where position(lower(p_style) in lower(s)) > 0 or position(lower(s) in lower(p_style)) > 0))
    union all
    select a.id, true, a.featured, a.average_rating from public.artists a
    where a.id = p_first and a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
  )
  select m.id, (row_number() over (order by m.first desc, m.featured desc, m.average_rating desc, m.id))::int
  from matches m
  order by 2 limit 5
$function$;

CREATE OR REPLACE FUNCTION private.merge_leads(p_keep uuid, p_double uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_new uuid[];
begin
  perform private.require_admin();
  -- Both in the order of ids, as everywhere.
  perform from public.lead_records l where l.id in (p_keep, p_double) order by l.id for update;
  if exists (select from public.lead_records l where l.id = p_double and l.merged_into = p_keep) then
    return jsonb_build_object('id', p_keep, 'replayed', true);
  end if;
  if p_keep = p_double or private.same_person(p_keep, p_double) is not true then perform private.fail('leads_differ'); end if;
  if private.is_proven_pair(p_keep, p_double) is not true then perform private.fail('person_unproven'); end if;
  if exists (select from public.lead_records l where l.id in (p_keep, p_double) and l.withdrawn_at is not null) then
    perform private.fail('request_withdrawn');
  end if;
  if exists (select from public.lead_assignments a where a.lead_id = p_double and a.state in ('accepted', 'completed')) then
    perform private.fail('double_decided');
  end if;

  -- Who is at it goes on with the other one, as far as they are; dated as before, so that nobody is told of a new request.
  with moved as (
    insert into public.lead_assignments (lead_id, artist_id, status, created_at, updated_at, seen_at, answered_at)
      select p_keep, a.artist_id, a.status, a.created_at, a.updated_at, a.seen_at, a.answered_at
      from public.lead_assignments a
      where a.lead_id = p_double and a.state in ('sent', 'seen', 'talking', 'proposed')
        and not exists (select from public.lead_assignments k where k.lead_id = p_keep and k.artist_id = a.artist_id)
      order by a.created_at
      limit greatest(0, 10 - (select count(*) from public.lead_assignments k where k.lead_id = p_keep))
      returning artist_id)
  select coalesce(array_agg(m.artist_id order by m.artist_id), '{}') into v_new from moved m;
  perform private.close_double(p_double);
  update public.lead_records l set withdrawn_at = now(), merged_into = p_keep where l.id = p_double;
  update public.lead_records l set held = false where l.id = p_keep and l.held and cardinality(v_new) > 0;
  update private.lead_notes n set lead_id = p_keep where n.lead_id = p_double;
  perform private.audit('lead.merged', p_keep, jsonb_build_object('double', p_double, 'artists', v_new));
  perform private.audit('lead.merged', p_double, jsonb_build_object('into', p_keep));
  return jsonb_build_object('id', p_keep, 'replayed', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.miles_from(p_city text)
 RETURNS TABLE(city_slug text, miles double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 60
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
    with here as (
      select c.latitude, c.longitude from public.cities c
      where lower(c.city_name) = p_city and c.latitude is not null order by c.artist_count desc, c.slug limit 1)
    select c.slug, 7917.6 * asin(least(1, sqrt(
      sind((c.latitude - h.latitude)::double precision / 2) ^ 2
        + cosd(h.latitude::double precision) * cosd(c.latitude::double precision) * sind((c.longitude - h.longitude)::double precision / 2) ^ 2)))
    from public.cities c, here h where c.latitude is not null;
end
$function$;

ALTER FUNCTION "private"."miles_from"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.my_lead_artists()
 RETURNS TABLE(lead_id uuid, artist_id uuid, artist_name text, artist_slug text, status public.lead_status, updated_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  select s.lead_id, a.id, a.name, case when a.public_visible then a.slug end, s.status, s.updated_at
  from public.lead_records l
  join public.lead_assignments s on s.lead_id = l.id
  join public.artists a on a.id = s.artist_id
  where l.created_by_user = auth.uid()
  order by l.created_at desc, l.id, a.name
$function$;

CREATE OR REPLACE FUNCTION private.my_threads()
 RETURNS TABLE(lead_id uuid, artist_id uuid, side text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
begin
  return query select t.lead_id, t.artist_id, t.side from private.own_threads() t where not t.reported;
end
$function$;

CREATE OR REPLACE FUNCTION private.newsletter_data(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_subscriber private.newsletter_subscribers;
  v_issue private.newsletter_issues;
begin
  select * into v_subscriber from private.newsletter_subscribers s where lower(s.email) = p_mail.recipient;
  if p_mail.kind = 'newsletter_confirm' then
    return case when v_subscriber.id is not null and v_subscriber.confirmed_at is null then
      jsonb_build_object('link', '/newsletter#confirm=' || private.newsletter_token(v_subscriber.id)) end;
  end if;
  -- One to try it out goes to an admin, who need not be on the list.
  if v_subscriber.confirmed_at is null and not p_mail.payload ? 'test' then return null; end if;
  select * into v_issue from private.newsletter_issues i where i.id = (p_mail.payload ->> 'issue')::uuid;
  if not found then return null; end if;
  return private.newsletter_content(v_issue) || case when v_subscriber.id is null then '{}'
    else jsonb_build_object('unsubscribe', private.newsletter_token(v_subscriber.id)) end;
end
$function$;

ALTER FUNCTION "private"."newsletter_data"(private.mails) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.next_matches(p_lead uuid, p_limit integer)
 RETURNS TABLE(artist_id uuid, rank integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
  select m.artist_id, coalesce((select max(o.rank) from private.lead_offers o where o.lead_id = p_lead), 0) + m.rank
  from private.fitting_artists(p_lead, null, array(
    select o.artist_id from private.lead_offers o where o.lead_id = p_lead
    union select s.artist_id from public.lead_assignments s where s.lead_id = p_lead), p_limit) m
$function$;

CREATE OR REPLACE FUNCTION private.note_facts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case tg_op
    when 'INSERT' then insert into private.facts_changed select distinct n.artist_id from new_rows n;
    when 'DELETE' then insert into private.facts_changed select distinct o.artist_id from old_rows o;
    else insert into private.facts_changed select distinct n.artist_id
      from old_rows o join new_rows n on n.lead_id = o.lead_id and n.artist_id = o.artist_id
      -- That an artist has opened a request is none of them.
      where (replace(n.state, 'seen', 'sent'), n.created_at, n.answered_at, n.completed_at, n.confirmed_at)
        is distinct from (replace(o.state, 'seen', 'sent'), o.created_at, o.answered_at, o.completed_at, o.confirmed_at);
  end case;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_offers(p_lead uuid)
 RETURNS SETOF private.lead_offers
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
begin
  return query
    select o.* from private.lead_offers o
    join public.artists a on a.id = o.artist_id and a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
    where o.lead_id = p_lead;
end
$function$;

ALTER FUNCTION "private"."open_offers"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.own_threads()
 RETURNS TABLE(lead_id uuid, artist_id uuid, side text, reported boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id, a.artist_id, s.side, exists (
      select from private.thread_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = s.side)
    from (
      select l.id, 'client' as side, null::uuid as artist from public.lead_records l
        where l.created_by_user = auth.uid() and not l.held
      union all
      select mine, 'artist', v_artist from private.leads_assigned_to_me() mine
    ) s
    join public.lead_assignments a on a.lead_id = s.id and (s.artist is null or a.artist_id = s.artist);
end
$function$;

CREATE OR REPLACE FUNCTION private.picture_names(p_lead uuid, p_artist uuid, p_key uuid, p_pictures integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE ROWS 4
 SET search_path TO ''
AS $function$
  select concat_ws('/', p_lead, p_artist, encode(private.token_hash(p_key::text), 'hex'), n || '.webp')
  from generate_series(0, p_pictures - 1) n
$function$;

CREATE OR REPLACE FUNCTION private.pictures_of_page(p_page text)
 RETURNS TABLE(url text, artist_id uuid, mural_id uuid, review_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_slug text := substring(p_page from '^/(?:artist|mural)/([a-z0-9-]{1,140})(?:/reviews)?$');
  v_artist public.artists;
  v_newest int;
begin
  if v_slug is null then return; end if;
  if p_page = '/mural/' || v_slug then
    return query select p.picture, m.artist_id, m.id, null::uuid
      from public.murals m, unnest(array[m.image_url, m.before_url] || m.gallery_images) with ordinality p (picture, at)
      where m.slug = v_slug and m.public_visible and p.picture is not null order by p.at;
  elsif p_page like '/artist/%' then
    select * into v_artist from public.artists a where a.slug = v_slug and a.public_visible;
    if p_page = '/artist/' || v_slug then
      v_newest := 3;
      return query select p.picture, v_artist.id, null::uuid, null::uuid
        from unnest(v_artist.profile_photo || v_artist.portfolio_images) with ordinality p (picture, at)
        where p.picture is not null order by p.at;
    end if;
    return query select p.picture, v_artist.id, null::uuid, r.id
      from (select * from public.reviews r where r.artist_id = v_artist.id and r.public_visible
        order by r.created_at desc, r.id limit v_newest) r, unnest(r.pictures) with ordinality p (picture, at)
      order by r.created_at desc, r.id, p.at;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.profile_form()
 RETURNS SETOF private.profile_rules
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 16
 SET search_path TO ''
AS $function$
  select * from private.profile_rules
$function$;

CREATE OR REPLACE FUNCTION private.reason_answers(p_hours smallint)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return 'usually answers within ' || case
    when p_hours = 1 then 'an hour' when p_hours < 24 then p_hours || ' hours'
    when p_hours < 48 then 'a day' else p_hours / 24 || ' days' end;
end
$function$;

ALTER FUNCTION "private"."reason_answers"(smallint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.reason_place(p_city text, p_miles double precision, p_wanted text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return case
    when lower(private.clean(p_city)) = p_wanted then 'works in ' || p_city
    when round(p_miles) < 1 then 'less than a mile away'
    when round(p_miles) = 1 then '1 mile away'
    else to_char(round(p_miles), 'FM999,999') || ' miles away' end;
end
$function$;

ALTER FUNCTION "private"."reason_place"(text, double precision, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.reason_style(p_styles text[], p_wanted text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    select 'paints ' || string_agg(x.style, ' and ' order by x.at)
    from (
      select case when lower(s.style) = any ('{abstract,graffiti,realistic,nature,lettering}') then lower(s.style) else s.style end as style, s.at
      from unnest(p_styles) with ordinality s (style, at)
      where private.style_words(array[s.style]) && p_wanted and lower(s.style) <> 'other'
      order by s.at limit 2) x);
end
$function$;

ALTER FUNCTION "private"."reason_style"(text[], text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.request_consultation(p_key uuid, p_artist uuid, p_name text, p_email text, p_phone text, p_preferred_time text, p_message text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.lead_intake;
  v_artist public.artists;
  v_user uuid := (select u.id from auth.users u where u.id = auth.uid());
  v_held text;
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_time text := private.clean_or_null(p_preferred_time);
  v_message text := private.clean(p_message);
begin
  if v_user is null then perform private.fail('not_allowed'); end if;
  perform private.check_person(v_name, v_email, v_phone);
  if char_length(v_time) > 100 then perform private.fail('invalid_input', 'preferred_time'); end if;
  if char_length(coalesce(v_message, '')) < 10 then perform private.fail('project_too_short', 'message'); end if;
  if char_length(v_message) > 2000 then perform private.fail('project_too_long', 'message'); end if;
  if p_key is null then perform private.fail('invalid_input'); end if;

  v_intake := private.claim_key(p_key, v_lead,
    jsonb_build_array('consultation', v_user, p_artist, v_name, v_email, v_phone, v_time, v_message), null);
  if v_intake.lead_id <> v_lead then
    return private.with_link(jsonb_build_object('id', v_intake.lead_id, 'replayed', true));
  end if;

  select * into v_artist from public.artists a where a.id = p_artist and a.public_visible;
  if v_artist.id is null then perform private.fail('artist_unknown'); end if;
  -- Not asked of a repeated form: a call from before the pause is answered again.
  if not private.takes_requests(v_artist.paused_until) then perform private.fail('artist_paused'); end if;
  v_held := private.lead_hold();
  insert into public.lead_records (id, kind, city, project_description, preferred_time, created_by_user, held, held_reason)
    values (v_lead, 'consultation', v_artist.city, v_message, v_time, v_user, v_held is not null, v_held);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  if v_held is null then insert into public.lead_assignments (lead_id, artist_id) values (v_lead, p_artist); end if;
  update private.lead_intake i set selected_at = now(), asked_artist = p_artist where i.lead_id = v_lead;
  return private.with_link(jsonb_build_object('id', v_lead, 'replayed', false));
end
$function$;

CREATE OR REPLACE FUNCTION private.request_page(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Whoever did not say that a wall is painted is taken to agree after two weeks.
  v_agreed timestamptz := private.clock() - interval '14 days';
begin
  -- Whether it is held is not among it: what looks like a robot is not told so.
  return (select jsonb_build_object('id', l.id, 'reference', l.reference,
    'state', case when l.withdrawn_at is null then 'open' else 'withdrawn' end,
    'kind', l.kind, 'name', c.name, 'email', c.email, 'phone', c.phone, 'city', l.city,
    'project_description', l.project_description, 'mural_size', l.mural_size, 'surface_type', l.surface_type,
    'style_preference', l.style_preference, 'budget_range', l.budget_range, 'preferred_time', l.preferred_time,
    'created_at', l.created_at, 'details', private.details_line(l.id),
    'merged_into', (select k.reference from public.lead_records k where k.id = l.merged_into),
    'artists', case when l.held then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end,
        'state', s.state, 'updated_at', greatest(s.updated_at, s.seen_at, t.last_at), 'unread', coalesce(t.unread, 0),
        'reported', r.lead_id is not null, 'completed_by', s.completed_by,
        'confirmed', s.state = 'completed' and (s.confirmed_at is not null or s.completed_at < v_agreed),
        'contact', case when s.accepted_at is not null and s.state in ('accepted', 'completed') then (
          select jsonb_build_object('email', e.email, 'phone', e.phone) from public.artist_contacts e where e.artist_id = a.id) end)
        order by s.created_at, a.name)
      from public.lead_assignments s join public.artists a on a.id = s.artist_id
      left join private.thread_reports r on r.lead_id = s.lead_id and r.artist_id = s.artist_id and r.side = 'client'
      left join lateral (
        select max(m.created_at) as last_at, count(*) filter (where m.sender = 'artist' and m.position > s.client_read) as unread
        from public.lead_messages m where m.lead_id = s.lead_id and m.artist_id = s.artist_id and r.lead_id is null) t on true
      where s.lead_id = l.id), '[]') end,
    'messages', case when l.held then '[]' else coalesce((
      select jsonb_agg(private.message_line(m, 'client') order by m.position)
      from (
        select n.* from public.lead_messages n
        where n.lead_id = l.id and not exists (select from private.thread_reports r
          where r.lead_id = n.lead_id and r.artist_id = n.artist_id and r.side = 'client')
        order by n.position desc limit 50) m), '[]') end,
    'proposals', case when l.held then '[]' else coalesce((
      select jsonb_agg(private.proposal_line(p) order by p.low, p.created_at)
      from public.proposals p
      where p.lead_id = l.id and p.state in ('open', 'accepted', 'passed')
        and not exists (select from private.thread_reports r
          where r.lead_id = p.lead_id and r.artist_id = p.artist_id and r.side = 'client')), '[]') end,
    -- Nobody else is looked for once somebody is chosen.
    'matches', case when l.withdrawn_at is not null
        or exists (select from public.lead_assignments s where s.lead_id = l.id and s.accepted_at is not null) then '[]'
      else coalesce((
        select jsonb_agg(m.card order by m.at) from jsonb_array_elements(private.lead_matches(l.id)) with ordinality m (card, at)
        where not exists (
          select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = (m.card ->> 'id')::uuid)), '[]') end)
  from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
  where l.id = p_lead);
end
$function$;

ALTER FUNCTION "private"."request_page"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.run_chores()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_chore private.chores;
  v_now timestamptz := private.clock();
begin
  for v_chore in
    select * from private.chores c
    -- Also where the clock was set back meanwhile.
    where c.last_at is null or c.last_at > v_now or c.last_at <= v_now - c.every
    order by c.position for update skip locked
  loop
    -- One that fails holds up no other, and is tried again.
    begin
      execute format('select private.%I()', v_chore.function);
      update private.chores c set last_at = v_now where c.name = v_chore.name;
    exception when others then
      raise warning 'The chore "%" failed: %', v_chore.name, sqlerrm;
    end;
  end loop;
end
$function$;

ALTER FUNCTION "private"."run_chores"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.scored_artists(p_lead uuid, p_first uuid, p_without uuid[], p_at timestamp with time zone, p_values jsonb, p_limit integer)
 RETURNS TABLE(artist_id uuid, rank integer, score integer, week integer, requests integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  v_lead public.lead_records;
  v_values jsonb := coalesce(p_values, private.match_values());
  v_style int := v_values -> 'style';
  v_place int := v_values -> 'place';
  v_surface int := v_values -> 'surface';
  v_budget int := v_values -> 'budget';
  v_answers int := v_values -> 'answers';
  v_acceptance int := v_values -> 'acceptance';
  v_standing int := v_values -> 'standing';
  v_reach int := v_values -> 'reach_miles';
  v_city text;
  v_wall text;
  v_most int;
  v_murals uuid[];
  v_chosen int;
  v_named uuid[];
  v_named_bits int[];
  v_today date := private.today();
  v_since timestamptz := p_at - interval '7 days';
  v_share int;
  v_sated uuid[];
  v_seed bigint := hashtextextended(p_lead::text, 0);
begin
  select * into v_lead from public.lead_records l where l.id = p_lead;
  select coalesce(array_agg(m.id), '{}'), count(*) into v_murals, v_chosen
    from public.lead_details d join public.murals m on m.id = any (d.mural_ids[1:6]) and m.public_visible where d.lead_id = p_lead;
  v_city := private.city_words(v_lead.city);
  v_wall := nullif(v_lead.surface_type, 'other');
  v_most := case v_lead.budget_range when 'under-1k' then 1000 when '1k-5k' then 5000 when '5k-10k' then 10000 end;
  select greatest((v_values -> 'week_share')::int, ceil(2.0 * n.given / greatest(n.artists, 1))) into v_share
    from (select (select count(*) from public.lead_assignments a where a.created_at >= v_since and a.created_at < p_at) as given,
      (select count(*) from private.match_profiles) as artists) n;
  v_sated := array(select a.artist_id from public.lead_assignments a where a.created_at >= v_since and a.created_at < p_at
    group by a.artist_id having count(*) >= v_share);
  -- As arrays, and not in the statement below: it joins them to all artists as the few that they mostly are.
  select array_agg(y.artist_id), array_agg(y.bits) into v_named, v_named_bits
    from (
      select x.artist_id, bit_or(x.bits) as bits
      from (
        select w.artist_id, n.murals as bits from private.wanted_words(p_lead) n join private.match_words w on w.word = n.word
        union all
        -- Bit 7: painted one of the murals that were chosen.
        select m.artist_id, 128 from public.murals m where m.id = any (v_murals)) x
      group by x.artist_id) y;
  return query
  with looked as materialized (
    select m.looks, bit_or(w.murals) as bits
    from generate_series(0, 63) m (looks)
    join private.wanted_words(p_lead) w on m.looks & (1 << (array_position(private.form_styles(), w.word) - 1)) > 0
    group by m.looks
  ), placed as (
    select p.*, coalesce(l.bits, 0) | coalesce(x.bits, 0) as bits,
      case when p.city = v_city then 0 when n.miles <= coalesce(p.travel_miles, v_reach) then n.miles end as miles
    from private.match_profiles p
    left join looked l on l.looks = p.looks
    left join unnest(v_named, v_named_bits) x (artist_id, bits) on x.artist_id = p.artist_id
    left join private.miles_from(v_city) n on n.city_slug = p.city_slug
    where (p.paused_until is null or p.paused_until <= v_today) and (p_without is null or p.artist_id <> all (p_without))
  ), parts as (
    select p.artist_id, p.requests, p.artist_id is not distinct from p_first as first,
      case when p.bits & 128 > 0 then 1000 when v_chosen = 0 then case when p.bits > 0 then 1000 else 0 end
        else greatest(case when p.bits & 64 > 0 then 500 else 0 end, 1000 * bit_count((p.bits & 63)::bit(6))::int / v_chosen) end as style,
      case when p.miles is null then 0 else (50000 / (50 + p.miles))::int end as place,
      case when v_wall is null or p.surfaces is null then 500 when v_wall = any (p.surfaces) then 1000 else 0 end as surface,
      case when v_most is null then 1000 when p.minimum_price is null then 500 when p.minimum_price <= v_most then 1000 else 0 end as budget,
      p.answers, p.acceptance, p.standing
    from placed p
    where p.bits > 0 or p.miles is not null or p.artist_id = p_first
  ), fits as materialized (
    select t.artist_id, t.first, t.requests, not t.first and t.artist_id = any (v_sated) as over, t.requests < 3 as newcomer,
      v_style * t.style + v_place * t.place + v_surface * t.surface + v_budget * t.budget
        + v_answers * t.answers + v_acceptance * t.acceptance + v_standing * t.standing as points,
      uuid_hash_extended(t.artist_id, v_seed) as turn
    from parts t
  ), best as materialized (
    select f.*, row_number() over (order by f.first desc, f.over, f.points desc, f.turn, f.artist_id) as place
    from (select * from fits f order by f.first desc, f.over, f.points desc, f.turn, f.artist_id limit p_limit) f
  ), newcomers as materialized (
    select f.*, 1000 as place from fits f
    where f.newcomer and not f.over and not exists (select from best b where b.newcomer)
    order by f.points desc, f.turn, f.artist_id limit p_limit / 5
  )
  select c.artist_id, (row_number() over (order by c.place))::int, c.points,
    (select count(*)::int from public.lead_assignments a
      where a.artist_id = c.artist_id and a.created_at >= v_since and a.created_at < p_at), c.requests
  from (
    select * from best b where b.place <= p_limit - (select count(*) from newcomers)
    union all select * from newcomers) c
  order by 2;
end
$function$;

CREATE OR REPLACE FUNCTION private.setting(p_key text, p_default text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select nullif(s.value, '') from private.settings s where s.key = p_key), p_default);
end
$function$;

ALTER FUNCTION "private"."setting"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.setting_int(p_key text, p_default integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select case when v ~ '^[0-9]{1,9}$' then v::int else p_default end from private.setting(p_key, null) v);
end
$function$;

ALTER FUNCTION "private"."setting_int"(text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.silent_artists(p_lead uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
  select s.artist_id
  from public.lead_assignments s join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
  where s.lead_id = p_lead and s.answered_at is null and s.state in ('sent', 'seen', 'talking')
$function$;

CREATE OR REPLACE FUNCTION private.standing_score(p_featured boolean, p_rating numeric, p_reviews integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  -- As if three reviews of 3.5 stars came first, so that one review neither makes nor breaks anybody.
  return (
    select case when p_featured then 500 else 0 end
      + round(100 * (n.reviews * p_rating + 10.5) / (n.reviews + 3))::int
    from (select case when p_rating = 0 then 0 else greatest(p_reviews, 3) end as reviews) n);
end
$function$;

ALTER FUNCTION "private"."standing_score"(boolean, numeric, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.style_words(p_styles text[])
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(array_agg(distinct x.word order by x.word), '{}')
    from (select lower(s.style) as word from unnest(p_styles) s (style)
      union all select unnest(private.form_words(p_styles, private.form_styles()))) x);
end
$function$;

ALTER FUNCTION "private"."style_words"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.submit_lead(p_key uuid, p_claim text, p_name text, p_email text, p_phone text, p_city text, p_project_description text, p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text, p_artist uuid, p_website text, p_elapsed_ms integer, p_details jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.lead_intake;
  v_over text;
  v_held text;
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_city text := private.clean(p_city);
  v_project text := private.clean(p_project_description);
  v_size text := private.clean_or_null(p_mural_size);
  v_details public.lead_details;
  v_slugs text[];
  v_form jsonb;
begin
  perform private.check_person(v_name, v_email, v_phone);
  perform private.check_project(v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range);
  v_details := private.checked_details(p_details);
  v_slugs := private.detail_slugs(p_details -> 'mural_slugs');
  if cardinality(v_details.mural_ids) + cardinality(v_slugs) > 6 then perform private.fail('liked_murals_too_many'); end if;
  -- Only what nobody has named can be unknown.
  v_details.surface_unsure := v_details.surface_unsure and p_surface_type = 'other';
  -- 32 random bytes, however the caller wrote them down: 43 characters of base64url, 44 of base64, 64 of hex.
  if p_key is null or p_claim is null or p_claim !~ '^[A-Za-z0-9_+/=-]{43,128}$' then perform private.fail('invalid_input'); end if;

  v_form := jsonb_build_array(v_name, v_email, v_phone, v_city, v_project, v_size,
    p_surface_type, p_style_preference, p_budget_range, p_artist);
  if private.has_details(v_details) or v_slugs <> '{}' then
    v_form := v_form || jsonb_build_array(to_jsonb(v_details), to_jsonb(v_slugs));
  end if;
  v_intake := private.claim_key(p_key, v_lead, v_form, p_claim);
  if v_intake.lead_id <> v_lead then
    return private.with_link(jsonb_build_object('id', v_intake.lead_id, 'replayed', true, 'matches',
      case when v_intake.selected_at is null then private.lead_matches(v_intake.lead_id) else '[]' end));
  end if;
  v_over := private.lead_hold();

  -- What looks like a robot or a flood is kept for the admin, never dropped, and the answer does not tell.
  v_held := case
    when coalesce(p_website, '') <> '' then 'honeypot'
    when p_elapsed_ms < private.setting_int('lead_min_elapsed_ms', 250) then 'too_fast'
    else v_over end;
  insert into public.lead_records (id, city, project_description, mural_size, surface_type, style_preference, budget_range,
      created_by_user, held, held_reason)
    values (v_lead, v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range,
      (select u.id from auth.users u where u.id = auth.uid()), v_held is not null, v_held);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  perform private.store_details(v_lead, v_details, v_slugs);
  if v_held is null then
    perform private.offer_artists(v_lead, p_artist);
  else
    update private.lead_intake i set asked_artist = (select a.id from public.artists a where a.id = p_artist) where i.lead_id = v_lead;
  end if;
  return private.with_link(jsonb_build_object('id', v_lead, 'replayed', false, 'matches', private.lead_matches(v_lead)));
end
$function$;

CREATE OR REPLACE FUNCTION private.takes_requests(p_paused_until date)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return p_paused_until is null or p_paused_until <= private.today();
end
$function$;

ALTER FUNCTION "private"."takes_requests"(date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.threads_i_read()
 RETURNS TABLE(lead_id uuid, artist_id uuid, side text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
begin
  return query select t.lead_id, t.artist_id, t.side from private.my_threads() t;
  return query
    select a.lead_id, a.artist_id, 'client' from public.lead_assignments a join public.lead_records l on l.id = a.lead_id and not l.held
    where a.lead_id = private.lead_by_token(private.request_header('x-request-token'))
      and not exists (
        select from private.thread_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = 'client');
  if private.is_admin() then
    -- What they have read by `admin_read_thread`, which asks for a report or a reason and keeps both.
    return query
      select distinct e.subject, (e.detail ->> 'artist')::uuid, 'admin' from private.audit_log e
      where e.actor = auth.uid() and e.action = 'thread.read' and e.at > now() - interval '1 hour';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.today()
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (private.clock() at time zone 'utc')::date;
end
$function$;

ALTER FUNCTION "private"."today"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.unsubscribe(p_token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link private.unsubscribe_links;
begin
  select * into v_link from private.unsubscribe_links k where k.token_hash = private.token_hash(p_token);
  if not found then return private.unsubscribe_newsletter(p_token); end if;
  perform private.change_notice_modes(v_link.user_id, case
    when v_link.topic is not null then jsonb_build_object(v_link.topic, 'here')
    else coalesce((
      select jsonb_object_agg(m.topic, 'here') from public.notice_preferences p, jsonb_each_text(p.modes) m (topic, mode)
      where p.user_id = v_link.user_id and m.mode = 'daily'), '{}') end);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.wanted_words(p_lead uuid)
 RETURNS TABLE(word text, murals integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 6
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  -- Bit 6 is the style of the form; bits 0 to 5 are the murals that were chosen.
  return query
    select w.word, bit_or(w.bits)
    from (
      select l.style_preference as word, 64 as bits from public.lead_records l
      where l.id = p_lead and l.style_preference is not null
      union all
      select s.word, 1 << (c.at - 1)::int
      from public.lead_details d
      cross join lateral unnest(d.mural_ids[1:6]) with ordinality c (mural_id, at)
      join public.murals m on m.id = c.mural_id and m.public_visible
      cross join lateral unnest(private.style_words(m.styles)) s (word)
      where d.lead_id = p_lead and s.word <> 'other') w
    group by w.word;
end
$function$;

ALTER FUNCTION "private"."wanted_words"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.admin_leads_by_day(p_days integer DEFAULT 30)
 RETURNS TABLE(day date, leads integer)
 LANGUAGE sql
 STABLE ROWS 30
 SET search_path TO ''
AS $function$
  select * from private.admin_leads_by_day(p_days)
$function$;

CREATE OR REPLACE FUNCTION public.lease_mails(p_limit integer, p_seconds integer)
 RETURNS TABLE(id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts integer, data jsonb)
 LANGUAGE sql
 ROWS 20
 SET search_path TO ''
AS $function$
  select * from private.lease_mails(p_limit, p_seconds)
$function$;

CREATE OR REPLACE FUNCTION public.list_admins()
 RETURNS TABLE(user_id uuid, email text, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 5
 SET search_path TO ''
AS $function$
  select * from private.list_admins()
$function$;

CREATE OR REPLACE FUNCTION public.my_lead_artists()
 RETURNS TABLE(lead_id uuid, artist_id uuid, artist_name text, artist_slug text, status public.lead_status, updated_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
  select * from private.my_lead_artists()
$function$;

CREATE OR REPLACE FUNCTION public.read_publish_requests()
 RETURNS TABLE(id bigint, kind text, requested_by uuid, requested_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 5
 SET search_path TO ''
AS $function$
  select r.id, r.kind, r.requested_by, r.requested_at from private.publish_requests r where r.finished_at is null order by r.id
$function$;

CREATE OR REPLACE FUNCTION public.read_site_changes(p_limit integer DEFAULT 1000)
 RETURNS TABLE(id bigint, table_name text, op text, old jsonb, new jsonb, changed_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 100
 SET search_path TO ''
AS $function$
  select c.id, c.table_name, c.op, c.old, c.new, c.changed_at from private.site_changes c
  order by c.id limit least(greatest(coalesce(p_limit, 1000), 0), 10000)
$function$;

CREATE OR REPLACE FUNCTION public.run_chores()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.run_chores()
$function$;

ALTER FUNCTION "public"."run_chores"() OWNER TO "postgres";

COMMENT ON FUNCTION "private"."acceptance_score"(uuid) IS 'How many of the last 20 requests that an artist decided about they took up, from 0 to 1000; 500 below five.';

COMMENT ON FUNCTION "private"."address_hash"(text) IS 'What is kept of an address that an import has brought. Null without one.';

COMMENT ON FUNCTION "private"."answer_score"(smallint, smallint, smallint) IS 'How well an artist answers, from 0 to 1000: half of it how soon, half how often; 500 where it is not known.';

COMMENT ON FUNCTION "private"."artist_facts"(uuid[]) IS 'What is counted of these artists, from scratch, of different proven people: the bucket of their median time to a first answer and how many they replied to, of the last request of each of the last 20 people, from 5 on; walls painted that both sides agree on; and when time alone changes it.';

COMMENT ON FUNCTION "private"."city_words"(text) IS 'A city as a client typed it, for comparing: small letters, without its state.';

COMMENT ON FUNCTION "private"."claim_data"(private.mails) IS 'What a mail shows to whom an imported page is about. Null when the page is somebody''s by now.';

COMMENT ON FUNCTION "private"."digest_data"(private.mails) IS 'The notices of a daily summary that are still unread and wanted. Null when there is none.';

COMMENT ON FUNCTION "private"."form_styles"() IS 'The styles of the form (specification, section 9), in the order of the bits of looks.';

COMMENT ON FUNCTION "private"."form_words"(text[], text[]) IS 'Which choices of a form free words stand for: those that one of them contains or is contained in (specification, section 9).';

COMMENT ON FUNCTION "private"."lead_matches"(uuid) IS 'The matching cards of a lead: offered artists who are still public and take requests, up to 4 styles and 2 images each, and why.';

COMMENT ON FUNCTION "private"."lease_mails"(integer, integer) IS 'Takes mails that are due, the oldest first, and gives each to one worker for so many seconds; one whose lease ran out is due again. What is about something that is gone is dropped.';

COMMENT ON FUNCTION "private"."looks"(text[]) IS 'A bit for each style of the form that these styles are.';

COMMENT ON FUNCTION "private"."mail_about"(private.mails) IS 'What a mail is about, as it is now: its payload, the request without a person, who has it. Null when that is gone.';

COMMENT ON FUNCTION "private"."mail_data"(private.mails) IS 'What an email shows to its recipient, as it is now, and the link of their own request; without anybody''s words where the address is not proven. Null when it is not wanted any more, or what it is about is gone.';

COMMENT ON FUNCTION "private"."mail_details"(private.mails) IS 'What a kind of mail shows beside its subject, as it is now; null when there is no reason for it any more, as where a review was taken back, or shown again, before the mail left.';

COMMENT ON FUNCTION "private"."mailbox"(text) IS 'The mailbox of an address: without what stands behind a plus sign, and without the dots that Gmail ignores.';

COMMENT ON FUNCTION "private"."mailboxes_of_artist"(uuid) IS 'The mailboxes of an artist, as peppered hashes: what comes from these is from themselves.';

COMMENT ON FUNCTION "private"."match_reasons"(uuid, uuid[], uuid) IS 'Why these artists fit a request, one line each, from what everybody can see of them; p_asked was asked for by name.';

COMMENT ON FUNCTION "private"."merge_leads"(uuid, uuid) IS 'Closes a double of a request for everybody and links it; its artists who are at it get the one that goes on, as far as they are. Both are of one person who has proven it. Again changes nothing.';

COMMENT ON FUNCTION "private"."miles_from"(text) IS 'How far the cities are from the one of that name (small letters), as the crow flies; none where its position is not known.';

COMMENT ON FUNCTION "private"."newsletter_data"(private.mails) IS 'What a mail of the newsletter shows. Null when nobody is to confirm or to get it any more.';

COMMENT ON FUNCTION "private"."open_offers"(uuid) IS 'Of the artists a lead was offered, those who are still public, are there, and take requests.';

COMMENT ON FUNCTION "private"."reason_answers"(smallint) IS 'How soon an artist answers, in the words of their page (src/domain/trust-facts.ts); null where that is not known.';

COMMENT ON FUNCTION "private"."reason_place"(text, double precision, text) IS '"works in Austin", or how far it is to there; null where that is not known or too far for the artist to come.';

COMMENT ON FUNCTION "private"."reason_style"(text[], text[]) IS 'The first two of an artist''s styles that are wanted: "paints nature and Calavera"; null for none.';

COMMENT ON FUNCTION "private"."request_consultation"(uuid, uuid, text, text, text, text, text) IS 'Stores a request for a call, assigns it to a public artist who takes requests, or holds it, and gives its link. Same person rules, key and limits as a quote; only the same account may repeat the form.';

COMMENT ON FUNCTION "private"."request_page"(uuid) IS 'A request as whoever asked sees it on its page; merged_into is the reference of the one that goes on, for a double.';

COMMENT ON FUNCTION "private"."run_chores"() IS 'Does what is due by the clock; what somebody else is at already is left to them.';

COMMENT ON FUNCTION "private"."setting"(text, text) IS 'A setting, or the default when it is missing or empty.';

COMMENT ON FUNCTION "private"."setting_int"(text, integer) IS 'A whole-number setting; anything else counts as missing, so that a typing error never stops the site.';

COMMENT ON FUNCTION "private"."standing_score"(boolean, numeric, integer) IS 'How an artist stands, from 0 to 1000: half of it whether they are featured, half their rating, which counts the more the more reviews it has.';

COMMENT ON FUNCTION "private"."style_words"(text[]) IS 'Styles in small letters, with the choices of the form that they stand for.';

COMMENT ON FUNCTION "private"."submit_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb) IS 'Validates in form order, registers the key, applies the limits (repeats are free), stores the lead, what it says about its wall and its offers, or holds it, and gives its link. Whoever repeats the form has its claim, and gets the same.';

COMMENT ON FUNCTION "private"."takes_requests"(date) IS 'Whether an artist with this paused_until takes requests. src/domain/pause.ts asks the same.';

COMMENT ON FUNCTION "private"."today"() IS 'The day by which pauses go.';

COMMENT ON FUNCTION "private"."unsubscribe"(text) IS 'Ends the mails that a token is for, an account''s about a topic or the newsletter, and says whether there are any.';

COMMENT ON FUNCTION "private"."wanted_words"(uuid) IS 'What a request wants painted: words of style, each with the bits of where it comes from.';

COMMENT ON FUNCTION "public"."run_chores"() IS 'Does what is due by the clock. Secret key only.';

COMMENT ON TABLE "private"."chores" IS 'What is done by the clock: which function, how long after its last time at the earliest, and when that was, by private.clock().';

REVOKE ALL ON FUNCTION "private"."acceptance_score"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."acceptance_score"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."acceptance_score"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."address_hash"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."address_hash"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."address_hash"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."answer_score"(smallint, smallint, smallint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_score"(smallint, smallint, smallint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_score"(smallint, smallint, smallint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."artist_facts"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."artist_facts"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."artist_facts"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."city_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."city_words"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."city_words"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."claim_data"(private.mails) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_data"(private.mails) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."claim_data"(private.mails) TO "postgres";

REVOKE ALL ON FUNCTION "private"."digest_data"(private.mails) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."digest_data"(private.mails) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."digest_data"(private.mails) TO "postgres";

REVOKE ALL ON FUNCTION "private"."form_styles"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."form_styles"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."form_styles"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."form_words"(text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."form_words"(text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."form_words"(text[], text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lead_matches"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lead_matches"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lead_matches"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."looks"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."looks"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."looks"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mail_about"(private.mails) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_about"(private.mails) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mail_about"(private.mails) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mailbox"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mailbox"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailbox"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mailboxes_of_artist"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mailboxes_of_artist"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mailboxes_of_artist"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."match_reasons"(uuid, uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."match_reasons"(uuid, uuid[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."match_reasons"(uuid, uuid[], uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."miles_from"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."miles_from"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."miles_from"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."newsletter_data"(private.mails) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."newsletter_data"(private.mails) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."newsletter_data"(private.mails) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_offers"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_offers"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_offers"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_answers"(smallint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reason_answers"(smallint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reason_answers"(smallint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_place"(text, double precision, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reason_place"(text, double precision, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reason_place"(text, double precision, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_style"(text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reason_style"(text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reason_style"(text[], text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."request_page"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_page"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."request_page"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."run_chores"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."run_chores"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."run_chores"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."run_chores"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."setting"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."setting"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."setting"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."setting_int"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."setting_int"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."setting_int"(text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."standing_score"(boolean, numeric, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."standing_score"(boolean, numeric, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."standing_score"(boolean, numeric, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."style_words"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."style_words"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."style_words"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."takes_requests"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."takes_requests"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."takes_requests"(date) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."takes_requests"(date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."today"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."today"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."today"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."wanted_words"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_words"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wanted_words"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."run_chores"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."run_chores"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."run_chores"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."run_chores"() TO "service_role";

CREATE INDEX reviews_objects_idx ON public.reviews USING gin (private.object_keys(pictures)) WHERE public_visible;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"reminders","every":"00:00:00","function":"write_reminders","position":1}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"expiry","every":"00:00:00","function":"expire_assignments","position":2}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"facts","every":"00:00:00","function":"count_due_facts","position":3}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"digests","every":"00:00:00","function":"write_digests","position":4}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"held requests","every":"00:10:00","function":"forget_held_leads","position":5}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"removed murals","every":"00:10:00","function":"forget_removed_murals","position":6}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"reporters","every":"00:10:00","function":"forget_reporters","position":7}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"unconfirmed subscribers","every":"00:10:00","function":"forget_unconfirmed","position":8}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"views","every":"00:10:00","function":"forget_views","position":9}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

do $$
begin
  if to_regnamespace('cron') is not null then
    execute $q$select cron.schedule('chores', '* * * * *', 'select private.run_chores()')$q$;
  end if;
end
$$;

reset check_function_bodies;
