set check_function_bodies = off;

set local check_function_bodies = off;

ALTER TABLE "private"."imported_photos" DROP CONSTRAINT "imported_photos_url_check";

ALTER TABLE "private"."payment_notes" DROP CONSTRAINT "payment_notes_check1";

ALTER TABLE "private"."payment_notes" DROP CONSTRAINT "payment_notes_check";

ALTER TABLE "private"."payment_parts" DROP CONSTRAINT "payment_parts_check";

ALTER TABLE "public"."artists" DROP CONSTRAINT "artists_website_check";

ALTER TABLE "public"."city_rules" DROP CONSTRAINT "city_rules_source_url_check";

DROP FUNCTION "private"."has_account_number"(text);

DROP FUNCTION "private"."mail_link"(uuid, text, text);

DROP FUNCTION "private"."move_payment"(uuid, uuid, uuid, text, uuid, text, text);

DROP FUNCTION "private"."web_address"(text);

DROP FUNCTION "public"."move_payment"(uuid, uuid, uuid, text, uuid, text, text);

ALTER TABLE "private"."mails" ADD COLUMN "first_tried_at" timestamp with time zone;

ALTER TABLE "private"."payment_parts" ADD COLUMN "rest_of" uuid;

ALTER TABLE "private"."payment_parts" ADD COLUMN "rest" smallint NOT NULL DEFAULT 0;

ALTER TABLE "private"."unproven_mailboxes" ADD COLUMN "links" integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.add_rest(p_part private.payment_parts, p_amount integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_whole uuid := coalesce(p_part.rest_of, p_part.id);
  v_rest uuid;
begin
  insert into private.payment_parts (lead_id, artist_id, position, label, amount, due, rest_of, rest)
    select p_part.lead_id, p_part.artist_id, p_part.position, p_part.label, p_amount, p_part.due, v_whole, max(p.rest) + 1
    from private.payment_parts p where p.id = v_whole or p.rest_of = v_whole
    returning id into v_rest;
  perform private.move_payment_part(v_rest, 'fall_due', 'system');
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_list_requests(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer, p_city text, p_style text, p_budget text, p_from date, p_until date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_search text := private.clean_or_null(p_search);
  v_filter text := private.clean_or_null(p_filter);
  v_phone text := private.phone_pattern(p_search);
  v_only text := concat_ws(' and ', 'true',
    'lower(l.city) = lower(' || quote_literal(private.clean_or_null(p_city)) || ')',
    'l.style_preference = ' || quote_literal(private.clean_or_null(p_style)),
    'l.budget_range = ' || quote_literal(private.clean_or_null(p_budget)),
    'l.created_at >= ' || quote_literal(private.start_of(p_from)) || '::timestamptz',
    'l.created_at < ' || quote_literal(private.start_of(p_until + 1)) || '::timestamptz');
begin
  if v_search is null and v_filter is null and v_only = 'true'
    and coalesce(private.clean_or_null(p_sort), 'created_at') = 'created_at' and coalesce(p_desc, true) then
    return private.admin_newest_requests(p_limit, p_offset);
  end if;
  return private.admin_list_page(
    format($q$
      select l.id, l.created_at, l.city, l.kind::text as kind, l.style_preference, l.budget_range, c.name, c.email, l.held,
             coalesce(s.furthest, 'new')::text as status
      from public.lead_records l
      left join public.lead_contacts c on c.lead_id = l.id
      left join private.request_progress s on s.lead_id = l.id
      where case $2 when 'held' then l.held when 'withdrawn' then l.withdrawn_at is not null
                    when 'unassigned' then s.lead_id is null and not l.held and l.withdrawn_at is null
                    when 'unanswered' then s.unanswered and not l.held and l.withdrawn_at is null
                    when 'reported' then exists (select from private.conversation_reports t where t.lead_id = l.id)
                    when 'proposed' then s.proposed when 'accepted' then s.accepted
                    when 'new' then coalesce(s.furthest, 'new') = 'new' and not l.held when 'in_review' then s.furthest = 'in_review'
                    when 'completed' then s.furthest = 'completed' else true end
        and %s
        and ($1 is null or private.bare_text(c.name) like $1 or c.email ilike $1 or private.bare_text(l.city) like $1 or private.bare_text(l.project_description) like $1
          or l.reference ilike $1%s)$q$,
      v_only, ' or regexp_replace(c.phone, ''\D'', '''', ''g'') like ' || quote_literal(v_phone)),
    'select v.lead from private.admin_requests v where v.id = q.id',
    array['new', 'in_review', 'completed', 'held', 'unassigned', 'unanswered', 'proposed', 'accepted', 'withdrawn', 'reported']::text[],
    array['created_at', 'city', 'kind', 'style_preference', 'budget_range', 'name', 'email', 'status', 'held']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset);
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_requests_by_day(p_days integer)
 RETURNS TABLE(day date, leads integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
    select d::date, count(l.id)::int
    from generate_series(private.today() - (least(greatest(coalesce(p_days, 30), 1), 366) - 1), private.today(), interval '1 day') d
    left join public.lead_records l on l.created_at >= private.start_of(d::date) and l.created_at < private.start_of(d::date + 1)
    group by d order by d;
end
$function$;

CREATE OR REPLACE FUNCTION private.agreed_parts(p_lead uuid, p_artist uuid, p_body jsonb)
 RETURNS TABLE(place integer, label text, amount integer, due text, part uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 8
 SET search_path TO ''
AS $function$
  with agreed as (
    select n.at, n.part ->> 'label' as label, (n.part ->> 'amount')::int as amount, n.part ->> 'due' as due,
      row_number() over (partition by n.part ->> 'label', (n.part ->> 'amount')::int, n.part ->> 'due' order by n.at) as nth
    from jsonb_array_elements(p_body -> 'parts') with ordinality n (part, at)),
  whole as (
    -- A part with its rests is what was agreed.
    select coalesce(p.rest_of, p.id) as id, min(p.label) as label, sum(p.amount)::int as amount, min(p.due) as due,
      bool_or(p.state in ('reported', 'received', 'waived')) as begun, min(p.position) as position
    from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null group by 1),
  existing as (
    -- Of two that are the same the one that was begun is kept first.
    select w.id, w.label, w.amount, w.due, row_number() over (
      partition by w.label, w.amount, w.due order by w.begun desc, w.position) as nth
    from whole w)
  select a.at::int, a.label, a.amount, a.due, e.id from agreed a left join existing e using (label, amount, due, nth)
$function$;

CREATE OR REPLACE FUNCTION private.are_addresses(p_list jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_typeof(p_list) = 'array' and jsonb_array_length(p_list) <= 40
    and not exists (select from jsonb_array_elements(p_list) x
      where jsonb_typeof(x) <> 'string' or private.web_address_within(x #>> '{}', 1000) is distinct from x #>> '{}')
$function$;

CREATE OR REPLACE FUNCTION private.artist_month(p_artist uuid, p_month date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with span as (select p_month as first, (p_month + interval '1 month')::date as next),
  own as materialized (
    select s.lead_id, s.created_at, s.answered_at, s.accepted_at
    from public.lead_assignments s join public.lead_records l on l.id = s.lead_id and not l.held
    where s.artist_id = p_artist
      and greatest(s.created_at, s.answered_at, s.accepted_at) >= (select private.start_of(first) from span)
  ), moments as (
    select x.what, private.day_of(x.at) as day, x.hours
    from span, (
      select 'request' as what, o.created_at as at, null::double precision as hours from own o
      union all
      -- Nobody knows how long one took that was brought in.
      select 'answer', o.answered_at, nullif(extract(epoch from o.answered_at - o.created_at), 0) / 3600 from own o
      union all
      select 'accepted', o.accepted_at, null from own o) x
    where x.at >= private.start_of(span.first) and x.at < private.start_of(span.next)
  ), looked as (
    select v.day, v.views from span, private.artist_views v
    where v.artist_id = p_artist and v.kind = 'page' and v.day >= span.first and v.day < span.next
  ), days as (
    select d::date as day, count(m.what) filter (where m.what = 'request') as requests, count(m.what) filter (where m.what = 'answer') as answers,
      count(m.what) filter (where m.what = 'accepted') as accepted, percentile_cont(0.5) within group (order by m.hours) as hours,
      (select coalesce(sum(k.views), 0) from looked k where k.day = d::date) as views
    from span, generate_series(span.first, least(span.next - 1, private.today()), interval '1 day') d left join moments m on m.day = d::date
    group by d
  )
  select jsonb_build_object('month', p_month, 'requests', sum(d.requests), 'answers', sum(d.answers), 'accepted', sum(d.accepted), 'views', sum(d.views),
    'won', (select count(*) from own o, span where o.accepted_at is not null
      and o.created_at >= private.start_of(span.first) and o.created_at < private.start_of(span.next)),
    'hours', (select percentile_cont(0.5) within group (order by m.hours) from moments m),
    'days', jsonb_agg(to_jsonb(d) order by d.day))
  from days d
$function$;

CREATE OR REPLACE FUNCTION private.check_digits_fit(p_digits text, p_luhn boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select sum(case
      when not p_luhn then d.digit::int * (array[3, 7, 1])[(d.at - 1) % 3 + 1]
      when (char_length(p_digits) - d.at) % 2 = 0 then d.digit::int
      else d.digit::int * 2 - case when d.digit > '4' then 9 else 0 end end) % 10 = 0
  from string_to_table(p_digits, null) with ordinality d (digit, at)
$function$;

CREATE OR REPLACE FUNCTION private.check_rates(p_rates jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_key text;
  v_day date;
begin
  foreach v_key in array private.rate_keys() loop
    perform private.check_span(v_key, p_rates -> v_key);
  end loop;
  for v_key in select k from jsonb_object_keys(p_rates) k where k ~ '^city\.' and p_rates -> k <> 'null' order by k loop
    perform private.check_span(v_key, p_rates -> v_key);
  end loop;
  if coalesce(p_rates ->> 'lift_above', '') !~ '^\d{1,3}$' or (p_rates ->> 'lift_above')::int not between 1 and 100 then
    perform private.fail('lift_above_invalid');
  end if;
  if coalesce(p_rates ->> 'lift_covers', '') !~ '^\d{1,5}$' or (p_rates ->> 'lift_covers')::int not between 50 and 10000 then
    perform private.fail('lift_covers_invalid');
  end if;
  begin
    v_day := case when p_rates ->> 'checked_on' ~ '^\d{4}-\d{2}-\d{2}$' then (p_rates ->> 'checked_on')::date end;
  exception when datetime_field_overflow then
    v_day := null;
  end;
  -- It may be tomorrow there already.
  if coalesce(v_day > ((private.clock() + interval '1 day') at time zone 'utc')::date, true) then perform private.fail('checked_on_invalid'); end if;
  perform private.check_sources(p_rates -> 'sources');
end
$function$;

CREATE OR REPLACE FUNCTION private.code_digits(t text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_plain text := private.plain_digits(t);
  v_digits text := regexp_replace(v_plain, '[^0-9]', '', 'g');
begin
  return case when char_length(v_digits) = 6 then v_digits else coalesce(substring(v_plain from '(?<![0-9])[0-9]{6}(?![0-9])'), '') end;
end
$function$;

CREATE OR REPLACE FUNCTION private.complete_city_rule()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.title := private.one_line(new.title);
  new.body := private.clean(new.body);
  new.source_name := private.one_line(new.source_name);
  if coalesce(new.title, '') = '' then perform private.fail('title_required'); end if;
  if char_length(new.title) > 200 then perform private.fail('title_too_long'); end if;
  if coalesce(char_length(new.body), 0) not between 1 and 1000 then perform private.fail('rule_text_invalid'); end if;
  if coalesce(char_length(new.source_name), 0) not between 1 and 120 then perform private.fail('rule_source_invalid'); end if;
  if new.source_url !~ '^https://' or private.web_address(new.source_url) is distinct from new.source_url then
    perform private.fail('rule_address_invalid');
  end if;
  -- It may be tomorrow there already.
  if coalesce(new.checked_on > ((private.clock() + interval '1 day') at time zone 'utc')::date, true) then perform private.fail('checked_on_invalid'); end if;
  -- Each once, in one order: the same conditions are the same value.
  if not coalesce(new.applies <@ private.wall_conditions(), false) then perform private.fail('invalid_input', 'applies'); end if;
  new.applies := array(select c from unnest(private.wall_conditions()) c where c = any (new.applies));
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.day_of(p_at timestamp with time zone)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (p_at at time zone 'America/Chicago')::date;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_account_number(p_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_text text := private.plain_digits(p_text);
  c_run constant text := '([0-9](?:[ .\u2010-\u2013-]?[0-9]){5,16})';
  v_other text;
begin
  if private.has_checked_number(v_text) then return true; end if;
  -- Links, phones of any country, days, ZIP codes, and numbers of papers.
  v_text := regexp_replace(v_text, 'https?://[^ \t\r\n]+', ';', 'gi');
  foreach v_other in array array[
    '\+[0-9]([ ().\u2010-\u2013-]{0,2}[0-9])*',
    '(?<![0-9])(20[0-9]{2}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[.-][0-9]{1,2}[.-]20[0-9]{2}|20[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01]))(?![0-9])',
    '(?<![0-9-])[0-9]{5}-[0-9]{4}(?![0-9-])|(?<![A-Za-z])(TX|Texas)[ ,.]{1,3}[0-9]{5}[ -]?[0-9]{4}(?![0-9])'] loop
    v_text := regexp_replace(v_text, v_other, ';', 'g');
  end loop;
  v_text := regexp_replace(v_text, '(?<![a-z])(receipt|invoice|inv|permit|order|ticket|check|cheque|confirmation|conf|ref|reference|transaction|box|recibo|factura|folio|permiso|license)s?[ .:#-]*(no|nr|num|number|id)?[ .:#-]*[0-9][0-9-]*', ';', 'gi');
  return exists (
      select from regexp_matches(v_text, '(?<![0-9+])[0-9]{9}(?![0-9])', 'g') r (found)
      where r.found[1] ~ '^(0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)' and private.check_digits_fit(r.found[1], false))
    or exists (
      select from regexp_matches(v_text, '(?<![A-Z0-9])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Z0-9])', 'g') i (found)
      where private.is_iban(i.found[1]))
    or exists (
      select from (
        select n.found[1] as run
        from regexp_matches(v_text, '(?<![a-z])(?:routing|account|acct|a/c|aba|clabe|cuenta)[^0-9+]{0,30}' || c_run || '(?![0-9])', 'gi') n (found)
        union all
        select n.found[1]
        from regexp_matches(v_text, '(?<![0-9+])' || c_run || '[^0-9a-z]{0,3}(?:is |as |= ?)?(?:my |our |the )?(?:bank )?(?:routing|account|acct|aba|clabe|cuenta)(?![a-z])', 'gi') n (found)
      ) named
      -- Not a phone number, by which Zelle finds people.
      where named.run !~ '^(1[ .-]?)?[0-9]{3}[ .\u2010-\u2013-][0-9]{3}[ .\u2010-\u2013-]?[0-9]{4}$'
        and not (char_length(named.run) = 10 and v_text ~* 'zelle|venmo|cash ?app|phone|cell|call|text|whatsapp'));
end
$function$;

CREATE OR REPLACE FUNCTION private.has_checked_number(p_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_found text[][] := (
    select array_agg(array[f.pair[1], f.pair[2]] order by f.at)
    from regexp_matches(p_text, '([^0-9]*)([0-9]+)', 'g') with ordinality f (pair, at));
  v_digits text;
  v_shape text;
  v_last int;
begin
  for v_from in 1 .. coalesce(array_length(v_found, 1), 0) loop
    v_digits := '';
    v_shape := null;
    for v_at in v_from .. array_length(v_found, 1) loop
      exit when char_length(v_digits) >= 19
        or v_at > v_from and (char_length(v_found[v_at][1]) > 5 or v_found[v_at][1] ~ '[[:alpha:]]');
      v_digits := v_digits || v_found[v_at][2];
      v_last := char_length(v_found[v_at][2]);
      v_shape := concat_ws('-', v_shape, v_last);
      continue when char_length(v_digits) not between 13 and 19;
      if (v_shape ~ '^(4-6-[45]|6-[0-9]+)$' or v_last <= char_length(v_found[v_from][2]) and v_shape ~ '^([0-9]+)(-\1)*(-[0-9]+)?$')
        and v_digits ~ '^(4[0-9]{12}|4[0-9]{15}|4[0-9]{18}|5[1-5][0-9]{14}|2(22[1-9]|2[3-9][0-9]|[3-6][0-9]{2}|7[01][0-9]|720)[0-9]{12}|3[47][0-9]{13}|3(0[0-5]|[689][0-9])[0-9]{11,16}|35[0-9]{14,17}|(50|5[6-9]|6[0-9])[0-9]{11,17})$'
        and private.check_digits_fit(v_digits, true) then
        return true;
      end if;
      if v_shape ~ '^(18|3-3-11-1|6-6-6|3-3-3-3-3-3)$' and private.check_digits_fit(v_digits, false) then return true; end if;
    end loop;
  end loop;
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION private.import_artists(p_rows jsonb, p_apply boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row record;
  v_line jsonb;
  v_lines jsonb[] := '{}';
  v_seen jsonb := '{}';
  v_artist public.artists;
  v_done int[] := '{0,0}';
begin
  perform private.require_admin();
  if p_apply is null then perform private.fail('invalid_input', 'apply'); end if;
  -- Two at once would both find nobody, and both add everybody.
  if p_apply then perform pg_advisory_xact_lock(hashtext('import_artists')); end if;
  for v_row in select r.line, r.fields from private.import_rows(p_rows) r loop
    v_line := private.plan_artist(v_row.line, v_row.fields, v_seen);
    select v_seen || coalesce(jsonb_object_agg(k, true), '{}') into v_seen from jsonb_array_elements_text(v_line -> 'keys') k;
    v_lines := v_lines || (v_line - '{keys}'::text[] || jsonb_build_object('fields', v_row.fields));
  end loop;
  if p_apply and not exists (select from unnest(v_lines) l where l ->> 'action' is null) then
    for i in 1 .. cardinality(v_lines) loop
      case v_lines[i] ->> 'action'
        when 'create' then
          v_artist := private.add_imported_artist(v_lines[i] -> 'fields');
          v_lines[i] := v_lines[i] || jsonb_build_object('slug', v_artist.slug);
          v_done[1] := v_done[1] + 1;
        when 'update' then
          perform private.change_imported_artist((v_lines[i] ->> 'id')::uuid, v_lines[i] -> 'fields');
          v_done[2] := v_done[2] + 1;
        else null;
      end case;
    end loop;
    if v_done <> '{0,0}' then
      perform private.audit('artist.imported', null, jsonb_build_object('created', v_done[1], 'updated', v_done[2]));
    end if;
  end if;
  return (
    with namesakes as materialized (
      select private.name_key(a.name) as word,
        jsonb_agg(jsonb_build_object('name', a.name, 'city', a.city, 'slug', a.slug) order by a.created_at, a.id) as who
      from public.artists a where not p_apply group by 1)
    select coalesce(jsonb_agg(l - '{fields,id}'::text[]
      || case when n.who is null then '{}' else jsonb_build_object('namesakes', n.who) end order by at), '[]')
    from unnest(v_lines) with ordinality u (l, at)
    left join namesakes n on l ->> 'action' = 'create' and n.word = private.name_key(l ->> 'name'));
end
$function$;

CREATE OR REPLACE FUNCTION private.import_fields(p_row jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_fields jsonb;
  v_place text[];
begin
  select coalesce(jsonb_object_agg(f.key, case
      when jsonb_typeof(f.value) <> 'string' then f.value
      when f.key in ('bio', 'description', 'location_details') then to_jsonb(private.clean(f.value #>> '{}'))
      else to_jsonb(private.one_line(f.value #>> '{}')) end), '{}')
    into v_fields from jsonb_each(p_row) f where f.key <> 'line';
  if jsonb_typeof(v_fields -> 'city') = 'string' or jsonb_typeof(v_fields -> 'state') = 'string' then
    v_place := private.read_place(
      case when jsonb_typeof(v_fields -> 'city') = 'string' then v_fields ->> 'city' end,
      case when jsonb_typeof(v_fields -> 'state') = 'string' then v_fields ->> 'state' end);
    v_fields := v_fields
      || case when v_place[1] is not null then jsonb_build_object('city', private.known_city(v_place[1], v_place[2])) else '{}' end
      || case when v_place[2] is not null then jsonb_build_object('state', coalesce(private.state_code(v_place[2]), v_place[2])) else '{}' end;
  end if;
  -- What is empty says nothing about its field.
  return (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(v_fields) f where f.value not in ('null', '""', '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.is_iban(p_text text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select char_length(b.bare) >= 15 and (
    select string_agg(case when l.letter ~ '[A-Z]' then (ascii(l.letter) - 55)::text else l.letter end, '' order by l.at)::numeric % 97 = 1
    from string_to_table(substr(b.bare, 5) || left(b.bare, 4), null) with ordinality l (letter, at))
  from (select replace(p_text, ' ', '') as bare) b
$function$;

CREATE OR REPLACE FUNCTION private.is_outbox_stuck()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- An answer without a code is no answer of a server; one of 500 and more to an email that waits is about us. One of them
  -- may be a server's odd word for a recipient.
  select count(*) filter (where t.answer !~ '\m[45]\d\d[ -]') > 0 or count(distinct t.recipient) filter (where t.answer ~ '\m5\d\d[ -]') > 1
  from (
    select m.answer, m.recipient, m.next_attempt_at - least(interval '30 seconds' * power(2, least(m.attempts, 20) - 1), interval '15 minutes') as at
    from private.mails m where m.state = 'waiting' and m.attempts > 0 and m.answer is not null) t
  where not exists (select from private.mails s
    where s.state = 'sent' and s.created_at > now() - interval '1 day' and s.sent_at >= t.at)
$function$;

CREATE OR REPLACE FUNCTION private.job_payment(p_agreement private.agreements)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('label', private.part_label(p), 'amount', p.amount, 'due', p.due, 'state', p.state)
  from private.payment_parts p
  where p_agreement.state in ('in_force', 'amending') and p.lead_id = p_agreement.lead_id and p.artist_id = p_agreement.artist_id
    and p.dropped_at is null and p.state not in ('received', 'waived')
  -- One that somebody has to do something about comes first.
  order by p.state = 'planned', p.position, p.rest limit 1
$function$;

CREATE OR REPLACE FUNCTION private.joins_waiting(p_mail private.mails)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_waiting bigint;
begin
  if p_mail.lead_id is null then return false; end if;
  select m.id into v_waiting from private.mails m
    where m.lead_id = p_mail.lead_id and m.kind = p_mail.kind and m.artist_id is not distinct from p_mail.artist_id
      and m.payload -> 'part' is not distinct from p_mail.payload -> 'part'
      and m.recipient = coalesce(p_mail.user_id::text, lower(p_mail.address)) and m.state = 'waiting' and m.attempts = 0
    limit 1 for update;
  if v_waiting is null then return false; end if;
  -- Somebody waits for it now.
  update private.mails m set next_attempt_at = least(m.next_attempt_at, now()) where m.id = v_waiting and p_mail.payload ? 'asked';
  -- It shows what is so when it leaves; whom it is about is in its payload.
  update private.mails m set payload = m.payload || jsonb_build_object('artist_ids',
      (select jsonb_agg(distinct x) from jsonb_array_elements((m.payload -> 'artist_ids') || (p_mail.payload -> 'artist_ids')) x))
    where m.id = v_waiting and m.payload ? 'artist_ids' and p_mail.payload ? 'artist_ids';
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.known_city(p_city text, p_state text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select c.city_name from public.cities c where c.slug = private.city_slug(p_city, p_state)), p_city);
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
        set state = 'leased', attempts = m.attempts + 1, first_tried_at = coalesce(m.first_tried_at, now()), leased_until = v.at, next_attempt_at = v.at
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

CREATE OR REPLACE FUNCTION private.limit_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_to text := coalesce(new.address, (select nullif(u.email, '') from auth.users u where u.id = new.user_id));
  v_mailbox bytea := private.address_hash(private.mailbox(v_to));
  v_kind private.mail_kinds;
  v_refusal text;
  v_due timestamptz;
  v_known boolean;
begin
  if new.state <> 'waiting' or v_to is null or exists (select from private.mails m
      where m.event = new.event and m.recipient = coalesce(new.user_id::text, lower(new.address))) then return new; end if;
  if private.joins_waiting(new) then return null; end if;
  select * into v_kind from private.mail_kinds k where k.kind = new.kind;
  v_known := private.is_known_recipient(new.user_id, v_to);
  if new.payload ? 'asked' then
    v_due := private.room_for_asked(v_mailbox, v_known);
    if v_due is not null then v_refusal := 'Not sent: this address had its share of links that were asked for.'; end if;
    -- Before all others that are due: somebody waits for it.
    new.next_attempt_at := coalesce(v_due, now() - interval '10 days');
  -- A code is of use for minutes only, and counted where it is asked for.
  elsif new.kind <> 'request_signing_code' and not v_known then
    select r.refusal, r.due_at into v_refusal, v_due from private.room_for_unproven(v_mailbox) r;
    new.next_attempt_at := greatest(new.next_attempt_at, now() + (v_due - private.clock()));
  elsif v_kind.counted then
    v_refusal := private.room_for_known(v_mailbox, v_kind);
  end if;
  if v_refusal is not null then
    -- Admins see it in the list of emails and can send it; there is nothing to do about it.
    new.state := 'failed';
    new.answer := v_refusal;
    new.settled_at := now();
    update public.notices n set digest_at = private.next_digest_of(n.user_id)
      where n.user_id = new.user_id and n.kind = new.kind and n.lead_id is not distinct from new.lead_id
        and n.artist_id is not distinct from new.artist_id and n.read_at is null and n.digest_at is null;
  end if;
  return new;
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
    when p_mail.kind = 'request_signing_code' or p_mail.kind like '%\_agreement\_%' then private.agreement_mail(p_mail)
    when p_mail.kind like '%\_payment\_%' then private.payment_mail(p_mail)
    when p_mail.kind in ('request_declined', 'request_expired') then jsonb_build_object(
      'reason', (select e.reason from public.assignment_events e
        where e.lead_id = p_mail.lead_id and e.artist_id = p_mail.artist_id and e.event = 'decline' order by e.id desc limit 1),
      'matches', private.request_data(p_mail.lead_id) -> 'matches')
    when p_mail.kind in ('lead_reviewed', 'request_replied', 'lead_review_hidden', 'request_review_hidden') then (
      select jsonb_build_object('review', private.review_line(r, null)) from private.review_checks c join public.reviews r on r.id = c.review_id
      where c.lead_id = p_mail.lead_id and c.artist_id = p_mail.artist_id
        and (r.hidden_at is not null) = (p_mail.kind in ('lead_review_hidden', 'request_review_hidden')))
    when p_mail.kind = 'request_sketch' then jsonb_build_object('on_wall', coalesce((
      select exists (select from storage.objects o where o.bucket_id = 'lead-photos' and o.name = v.wall)
      from private.sketch_versions v where v.lead_id = p_mail.lead_id and v.artist_id = p_mail.artist_id
      order by v.number desc limit 1), false))
    when p_mail.kind like 'paper\_%' then private.paper_mail(p_mail)
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

CREATE OR REPLACE FUNCTION private.mail_link(p_lead uuid, p_email text, p_key text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_mail('request_link', p_key, null, p_email, p_lead, null, '{"asked": true}');
  return private.mail_outcome('request_link', p_key, p_email, p_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_outcome(p_kind text, p_key text, p_email text, p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mail private.mails;
begin
  select * into v_mail from private.mails m where m.event = p_kind || ':' || p_key and m.recipient = lower(p_email);
  if not found then
    select * into v_mail from private.mails m
      where m.lead_id = p_lead and m.kind = p_kind and m.recipient = lower(p_email) and m.state in ('waiting', 'leased')
      order by m.id desc limit 1;
  end if;
  if v_mail.id is null or v_mail.state = 'failed' then
    return jsonb_strip_nulls(jsonb_build_object('state', 'not',
      'at', case when isfinite(v_mail.next_attempt_at) and v_mail.next_attempt_at > now() then v_mail.next_attempt_at end));
  elsif v_mail.state = 'waiting' and v_mail.next_attempt_at > now() then
    return jsonb_build_object('state', 'later', 'at', v_mail.next_attempt_at);
  elsif v_mail.state <> 'sent' and private.is_outbox_stuck() then
    return '{"state": "later"}';
  end if;
  return '{"state": "sent"}';
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_request_link(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.request_of_link(p_token);
  v_email text;
  v_mail jsonb;
begin
  perform private.rate_limit('link_ip', private.client_ip(), private.setting_int('link_ip_limit'), interval '10 minutes');
  perform private.rate_limit('link_lead', v_lead::text, private.setting_int('link_email_limit'), interval '1 hour');
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead;
  -- A held one tells its sender nothing, as when it came. Two presses within a minute are one email.
  if not (select l.held from public.lead_records l where l.id = v_lead) then
    v_mail := private.unsent(private.mail_link(v_lead, v_email, 'own:' || v_lead || ':' || date_trunc('minute', now())));
  end if;
  return jsonb_build_object('email', v_email) || coalesce(v_mail, '{}');
end
$function$;

CREATE OR REPLACE FUNCTION private.move_payment(p_lead uuid, p_artist uuid, p_part uuid, p_event text, p_key uuid, p_note text, p_token text, p_amount integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_note text := private.clean_or_null(p_note);
begin
  if p_event is null or p_event not in ('ask', 'receive', 'dispute', 'waive') then perform private.fail('invalid_input', 'event'); end if;
  if p_amount is not null and p_event <> 'receive' then perform private.fail('invalid_input', 'amount'); end if;
  if v_note is null and p_event = 'dispute' then perform private.fail('reason_required', 'note'); end if;
  if char_length(v_note) > 500 then perform private.fail('reason_too_long', 'note'); end if;
  if private.has_account_number(v_note) then perform private.fail('account_number_refused', 'note'); end if;
  return private.act_on_payment(p_lead, p_artist, v_side, p_part, p_event, p_key, v_note, p_amount, null, null);
end
$function$;

CREATE OR REPLACE FUNCTION private.move_payment_part(p_part uuid, p_event text, p_actor text, p_key uuid DEFAULT NULL::uuid, p_note text DEFAULT NULL::text, p_amount integer DEFAULT NULL::integer, p_how text DEFAULT NULL::text, p_paid_on date DEFAULT NULL::date)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_part private.payment_parts;
  v_next text;
  v_amount int;
  v_now timestamptz := private.clock();
begin
  select * into v_part from private.payment_parts p where p.id = p_part and p.dropped_at is null for no key update;
  select m.becomes into v_next from private.payment_moves m
    where m.event = p_event and m.actor = p_actor and m.state = v_part.state;
  if not found then perform private.fail('move_refused'); end if;
  v_amount := case when p_event = 'receive' then private.received_amount(v_part, p_amount) else v_part.amount end;
  update private.payment_parts p
    set state = v_next, amount = v_amount,
      due_at = case when v_next in ('due', 'asked') then coalesce(p.due_at, v_now) else p.due_at end,
      remind_at = case when v_next in ('due', 'asked') and p.due_at is null then v_now + interval '1 day' else p.remind_at end
    where p.id = p_part;
  insert into private.payment_notes (lead_id, artist_id, part_id, actor, event, note, amount, how, paid_on, created_at, idempotency_key)
    values (v_part.lead_id, v_part.artist_id, p_part, p_actor, p_event, p_note, p_amount, p_how, p_paid_on, v_now, p_key);
  if v_amount < v_part.amount then perform private.add_rest(v_part, v_part.amount - v_amount); end if;
  return v_next;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_asked_city()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_typed text := private.one_line(new.city);
begin
  -- A city of another state has that behind it, and is none of these.
  new.city := coalesce(private.city_of_zip(v_typed), private.known_city(private.asked_city(v_typed), 'TX'));
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_key(t text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return nullif(btrim(regexp_replace(private.bare_text(t),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g')), '');
end
$function$;

CREATE OR REPLACE FUNCTION private.normalise_artist()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_place text[] := private.read_place(new.city, new.state);
begin
  new.name := private.one_line(new.name);
  new.city := private.known_city(v_place[1], v_place[2]);
  new.state := v_place[2];
  new.bio := private.clean_or_null(new.bio);
  if tg_op = 'INSERT' and new.slug is null then
    new.slug := private.free_artist_slug(new.name, coalesce(new.user_id, new.id));
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'city_slug' <> to_jsonb(old) - 'city_slug' then new.updated_at := now(); end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.normalise_mural()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_size text := private.wall_size(new.width_ft, new.height_ft);
  v_place text[] := private.read_place(new.city, new.state);
begin
  new.title := private.one_line(new.title);
  new.description := private.clean_or_null(new.description);
  new.city := private.known_city(v_place[1], v_place[2]);
  new.state := v_place[2];
  new.location_details := private.clean_or_null(new.location_details);
  new.surface_type := nullif(private.one_line(new.surface_type), '');
  new.medium := nullif(private.one_line(new.medium), '');
  new.dimensions := nullif(private.one_line(new.dimensions), '');
  new.credit := nullif(private.one_line(new.credit), '');
  if v_size is not null then
    new.dimensions := v_size;
  elsif tg_op = 'UPDATE' and new.dimensions = private.wall_size(old.width_ft, old.height_ft) then
    new.dimensions := null;
  end if;
  if new.public_visible then
    new.published_at := coalesce(new.published_at, case tg_op when 'INSERT' then new.created_at else now() end);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.offer_artists(p_lead uuid, p_asked uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with wanted as (select * from private.wanted_artists(p_lead, p_asked)), fitting as (
    -- Besides those who were asked for: as many as make five, and three at least.
    select m.artist_id, m.rank
    from private.matched_artists(p_lead, (select w.artist_id from wanted w where w.asked order by w.rank limit 1),
      private.matching_rule(), null, private.clock()) m
    where m.artist_id not in (select w.artist_id from wanted w)
    order by m.rank limit greatest(5 - (select count(*) from wanted), 3)
  )
  insert into private.request_offers (lead_id, artist_id, rank, asked)
    select p_lead, o.artist_id, row_number() over (order by o.fits, o.rank), o.asked
    from (select w.*, false as fits from wanted w union all select f.*, false, true from fitting f) o
    on conflict do nothing
$function$;

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
    (select count(*) as n, count(*) filter (where w.attempts > 0 and w.state = 'waiting') as tried,
       -- Since it should have left: what is held on purpose waits for its time.
       min(case when w.attempts > 0 then coalesce(w.first_tried_at, w.created_at) else greatest(w.created_at, w.next_attempt_at) end)
         filter (where w.attempts > 0 or w.next_attempt_at <= now()) as first
     from private.mails w where w.state in ('waiting', 'leased')) m,
    private.storage_use u
$function$;

CREATE OR REPLACE FUNCTION private.page_row(p_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_row - '{user_id,hidden_at,hidden_reason,counted_at}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.part_label(p_part private.payment_parts)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (p_part).label || case when (p_part).rest > 0 then ', the rest' else '' end
$function$;

CREATE OR REPLACE FUNCTION private.payment_mail(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('payment', jsonb_build_object('label', private.part_label(p), 'amount', p.amount, 'note', n.note,
    'paid', n.amount, 'how', n.how, 'paid_on', n.paid_on, 'rest', (
      select coalesce(sum(w.amount), 0) from private.payment_parts w
      where p.state = 'received' and w.lead_id = p.lead_id and w.artist_id = p.artist_id and w.dropped_at is null
        and coalesce(w.rest_of, w.id) = coalesce(p.rest_of, p.id) and w.state not in ('received', 'waived'))),
    -- Whether the page says how to pay.
    'payable', exists (select from public.agreement_terms t
      join private.agreements a on a.artist_id = t.artist_id and a.lead_id = p.lead_id and a.state in ('in_force', 'amending')
      where t.artist_id = p.artist_id and nullif(t.terms ->> 'how_to_pay', '') is not null))
  from private.payment_parts p
  left join lateral (
    select * from private.payment_notes x
    where x.part_id = p.id and x.actor = case when p_mail.kind like 'lead\_%' then 'client' else 'artist' end
      and x.event = case p_mail.kind when 'request_payment_asked' then 'ask' when 'request_payment_received' then 'receive'
        when 'request_payment_waived' then 'waive' when 'lead_payment_reported' then 'report' else 'dispute' end
    order by x.id desc limit 1) n on p_mail.kind <> 'request_payment_reminder'
  where p.id = (p_mail.payload ->> 'part')::uuid
    and (p.state in ('due', 'asked') or p_mail.kind not in ('request_payment_asked', 'request_payment_reminder'))
$function$;

CREATE OR REPLACE FUNCTION private.payments_data(p_lead uuid, p_artist uuid, p_side text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'side', p_side,
    'writable', exists (
      select from public.lead_assignments s join public.lead_records l on l.id = s.lead_id and l.withdrawn_at is null
      where s.lead_id = p_lead and s.artist_id = p_artist and s.accepted_at is not null and s.state in ('accepted', 'completed')),
    'agreement', a.state, 'artist', v.body::jsonb ->> 'artist', 'client', v.body::jsonb ->> 'client', 'hash', v.hash,
    'price', v.body::jsonb -> 'price',
    'how_to_pay', case when a.state in ('in_force', 'amending') then (
      select nullif(t.terms ->> 'how_to_pay', '') from public.agreement_terms t where t.artist_id = p_artist) end,
    'parts', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'label', private.part_label(p), 'amount', p.amount, 'due', p.due, 'state', p.state,
        'due_at', p.due_at, 'whole', (
          select sum(w.amount) from private.payment_parts w where coalesce(w.rest_of, w.id) = coalesce(p.rest_of, p.id)
            and w.lead_id = p.lead_id and w.artist_id = p.artist_id))
        order by p.position, p.rest)
      from private.payment_parts p where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'part', n.part_id, 'actor', n.actor, 'event', n.event, 'note', n.note,
        'amount', n.amount, 'how', n.how, 'paid_on', n.paid_on, 'created_at', n.created_at) order by n.id)
      from private.payment_notes n join private.payment_parts p on p.id = n.part_id and p.dropped_at is null
      where p.lead_id = p_lead and p.artist_id = p_artist), '[]'))
  from private.agreements a
  join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
  where a.lead_id = p_lead and a.artist_id = p_artist
$function$;

CREATE OR REPLACE FUNCTION private.plain_digits(t text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return regexp_replace(
    translate(normalize(t, nfkc), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', '012345678901234567890123456789'),
    '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g');
end
$function$;

CREATE OR REPLACE FUNCTION private.received_amount(p_part private.payment_parts, p_amount integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_amount not between 1 and p_part.amount then perform private.fail('received_amount_invalid'); end if;
  return coalesce(p_amount, case when p_part.state = 'reported' then (
    select least(n.amount, p_part.amount) from private.payment_notes n
    where n.part_id = p_part.id and n.event = 'report' order by n.id desc limit 1) end, p_part.amount);
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_begun_parts(p_lead uuid, p_artist uuid, p_body jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from private.payment_parts p
    where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null and p.state in ('reported', 'received', 'waived')
      and coalesce(p.rest_of, p.id) not in (select a.part from private.agreed_parts(p_lead, p_artist, p_body) a where a.part is not null)) then
    perform private.fail('parts_begun');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.renew_request_link(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email text := lower(private.clean(p_email));
  v_lead uuid;
begin
  perform private.check_person('-', v_email, null);
  perform private.rate_limit('link_ip', private.client_ip(), private.setting_int('link_ip_limit'), interval '10 minutes');
  -- Counted whether or not the address is known. Whoever is beyond has the emails of this hour.
  if private.rate_limit('link_email', v_email, 1000000000, interval '1 hour') <= private.setting_int('link_email_limit') then
    begin
      for v_lead in
        select l.id from public.lead_contacts c join public.lead_records l on l.id = c.lead_id
        where lower(c.email) = v_email and l.withdrawn_at is null
        order by l.created_at desc, l.id limit 3
      loop
        perform private.mail_link(v_lead, v_email, gen_random_uuid()::text);
      end loop;
      if not found then
        -- The same work, undone: how long an answer takes tells nothing.
        perform private.mail_link(null, v_email, gen_random_uuid()::text);
        raise sqlstate 'ZZ001';
      end if;
    exception when sqlstate 'ZZ001' then
      null;
    end;
  end if;
  return jsonb_build_object('ok', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.report_payment(p_lead uuid, p_artist uuid, p_part uuid, p_amount integer, p_how text, p_paid_on date, p_key uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.agreement_side(p_lead, p_artist, p_token);
  v_how text := private.one_line(p_how);
begin
  if v_side <> 'client' then perform private.fail('not_allowed'); end if;
  if p_amount is null or p_amount not between 1 and 1000000 then perform private.fail('amount_invalid'); end if;
  if coalesce(v_how, '') = '' then perform private.fail('how_required'); end if;
  if char_length(v_how) > 100 then perform private.fail('how_too_long'); end if;
  if private.has_account_number(v_how) then perform private.fail('account_number_refused', 'how'); end if;
  -- Today has begun elsewhere already.
  if p_paid_on is null or p_paid_on not between '2020-01-01' and (private.clock() + interval '12 hours')::date then
    perform private.fail('paid_on_invalid');
  end if;
  return private.act_on_payment(p_lead, p_artist, v_side, p_part, 'report', p_key, null, p_amount, v_how, p_paid_on);
end
$function$;

CREATE OR REPLACE FUNCTION private.request_data(p_lead uuid)
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
    -- Emails about news stay few until the link of one is opened.
    'unproven', not private.is_known_recipient(l.created_by_user, c.email),
    'merged_into', (
      select k.reference from private.request_reasons r join public.lead_records k on k.id = r.merged_into where r.lead_id = l.id),
    'artists', case when l.held then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end,
        'state', s.state, 'updated_at', greatest(s.updated_at, s.seen_at, t.last_at), 'unread', coalesce(t.unread, 0),
        'reported', r.lead_id is not null, 'completed_by', s.completed_by,
        'confirmed', s.state = 'completed' and (s.confirmed_at is not null or s.completed_at < v_agreed),
        'contact', case when s.accepted_at is not null and s.state in ('accepted', 'completed') then (
          select jsonb_build_object('email', e.email, 'phone', e.phone) from public.artist_contacts e where e.artist_id = a.id) end)
        order by s.created_at, a.name)
      from public.lead_assignments s join public.artists a on a.id = s.artist_id
      left join private.conversation_reports r on r.lead_id = s.lead_id and r.artist_id = s.artist_id and r.side = 'client'
      left join lateral (
        select max(m.created_at) as last_at, count(*) filter (where m.sender = 'artist' and m.position > s.client_read) as unread
        from public.lead_messages m where m.lead_id = s.lead_id and m.artist_id = s.artist_id and r.lead_id is null) t on true
      where s.lead_id = l.id), '[]') end,
    'messages', case when l.held then '[]' else coalesce((
      select jsonb_agg(private.message_line(m, 'client') order by m.position)
      from (
        select n.* from public.lead_messages n
        where n.lead_id = l.id and not exists (select from private.conversation_reports r
          where r.lead_id = n.lead_id and r.artist_id = n.artist_id and r.side = 'client')
        order by n.position desc limit 50) m), '[]') end,
    'proposals', case when l.held then '[]' else coalesce((
      select jsonb_agg(private.proposal_line(p) order by p.low, p.created_at)
      from public.proposals p
      where p.lead_id = l.id and p.state in ('open', 'accepted', 'passed')
        and not exists (select from private.conversation_reports r
          where r.lead_id = p.lead_id and r.artist_id = p.artist_id and r.side = 'client')), '[]') end,
    -- Nobody else is looked for once somebody is chosen.
    'matches', case when l.withdrawn_at is not null
        or exists (select from public.lead_assignments s where s.lead_id = l.id and s.accepted_at is not null) then '[]'
      else coalesce((
        select jsonb_agg(m.card order by m.at) from jsonb_array_elements(private.request_matches(l.id)) with ordinality m (card, at)
        where not exists (
          select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = (m.card ->> 'id')::uuid)), '[]') end)
  from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
  where l.id = p_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.request_suggestions(p_lead uuid, p_limit integer DEFAULT 3)
 RETURNS TABLE(artist_id uuid, rank integer, reason text, week integer, requests integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
declare
  v_have uuid[] := array(select a.artist_id from public.lead_assignments a where a.lead_id = p_lead);
  v_asked uuid[] := array(select x.id from private.request_intake i, unnest(i.asked_artists) with ordinality x (id, at)
    where i.lead_id = p_lead and x.id <> all (v_have) order by x.at);
begin
  return query
    with wanted as materialized (
      select w.artist_id, w.rank from private.wanted_artists(p_lead, v_asked) w where w.artist_id <> all (v_have)
    ), s as materialized (
      select w.artist_id, (row_number() over (order by w.fits, w.rank))::int as rank
      from (
        select x.*, false as fits from wanted x
        union all
        select f.artist_id, f.rank, true
        from private.fitting_artists(p_lead, null, v_have || array(select x.artist_id from wanted x), p_limit) f) w
      order by 2 limit p_limit)
    select s.artist_id, s.rank, r.reason, n.week, n.requests
    from s join private.match_reasons(p_lead, array(select x.artist_id from s x), v_asked) r on r.artist_id = s.artist_id
    cross join lateral (
      select count(*) filter (where a.created_at >= private.clock() - interval '7 days')::int as week, count(*)::int as requests
      from public.lead_assignments a where a.artist_id = s.artist_id) n
    order by s.rank;
end
$function$;

CREATE OR REPLACE FUNCTION private.resend_mail(p_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mail private.mails;
begin
  perform private.require_admin();
  update private.mails m
    set state = 'waiting', attempts = 0, first_tried_at = null, next_attempt_at = now(), sent_at = null,
      -- Mailboxes drop what has an identity that they have seen.
      message_id = case m.state when 'sent' then gen_random_uuid() else m.message_id end
    where m.id = p_id and m.state in ('sent', 'failed')
    returning m.* into v_mail;
  if v_mail.id is null then perform private.fail('invalid_input', 'mail'); end if;
  if v_mail.lead_id is not null and (select k.linked from private.mail_kinds k where k.kind = v_mail.kind) then
    update private.mails m
      set payload = m.payload || jsonb_build_object('link', private.request_path(private.request_token(v_mail.lead_id)))
      where m.id = v_mail.id;
  end if;
  perform private.audit('mail.resent', v_mail.lead_id, jsonb_build_object('mail', v_mail.id, 'kind', v_mail.kind));
  perform pg_notify('mails', '');
  return v_mail.state;
end
$function$;

CREATE OR REPLACE FUNCTION private.room_for_asked(p_mailbox bytea, p_known boolean)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit int := case when p_known then private.setting_int('mail_address_limit') else private.setting_int('mail_asked_limit') end;
begin
  if not private.try_rate_limit('mail_asked:' || encode(p_mailbox, 'hex'), v_limit, interval '1 day') then
    -- What was used in the window before fades.
    return date_bin(interval '1 day', now(), timestamptz 'epoch') + interval '1 day' + interval '1 day' / greatest(v_limit, 1);
  end if;
  if p_known then return null; end if;
  -- Who reads none of 20 links in a year is not who asks for them.
  insert into private.unproven_mailboxes as u (mailbox_hash, emails, links) values (p_mailbox, 0, 1)
    on conflict (mailbox_hash) do update set links = u.links + 1 where u.links < 20;
  return case when not found then timestamptz 'infinity' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.room_for_unproven(p_mailbox bytea, OUT refusal text, OUT due_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row private.unproven_mailboxes;
  v_now timestamptz := private.clock();
begin
  if random() < 0.01 then delete from private.unproven_mailboxes u where u.created_at < now() - interval '1 year'; end if;
  insert into private.unproven_mailboxes (mailbox_hash) values (p_mailbox) on conflict do nothing;
  if found then return; end if;
  select * into v_row from private.unproven_mailboxes u where u.mailbox_hash = p_mailbox for update;
  -- Links that were asked for came first.
  if v_row.emails = 0 then
    update private.unproven_mailboxes u set emails = 1 where u.mailbox_hash = p_mailbox;
    return;
  end if;
  if v_row.next_at - interval '1 day' > v_now then
    refusal := 'Not sent: an email with the link already waits for this address.';
  elsif v_row.emails > private.setting_int('mail_unproven_limit') then
    refusal := 'Not sent: nobody has opened the link that this address got. The news is on the page of the request.';
  else
    due_at := greatest(v_row.next_at, v_now);
    update private.unproven_mailboxes u set emails = u.emails + 1, next_at = v_due.at + interval '1 day'
      from (select due_at as at) v_due where u.mailbox_hash = p_mailbox;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.rotate_request_link(p_token text, p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_by_admin boolean := p_token is null and private.is_admin();
  v_lead uuid := case when v_by_admin
    then (select c.lead_id from public.lead_contacts c where c.lead_id = p_lead) else private.own_request(p_token, p_lead) end;
  v_token text;
begin
  if v_lead is null then perform private.fail('link_refused'); end if;
  perform private.rate_limit('link_rotated', v_lead::text, private.setting_int('link_email_limit'), interval '1 hour');
  -- A held one was never emailed a link, and does not tell that it is held.
  if not (select l.held from public.lead_records l where l.id = v_lead) and private.mail_link(v_lead,
      (select c.email from public.lead_contacts c where c.lead_id = v_lead), 'new:' || gen_random_uuid()) ->> 'state' <> 'sent' then
    perform private.fail('link_not_mailed');
  end if;
  v_token := private.renew_link(v_lead);
  perform private.audit('request.link_rotated', v_lead);
  -- An admin never acts as the client.
  return case when v_by_admin then '{}'::jsonb else jsonb_build_object('token', v_token) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_agreement_code(p_lead uuid, p_artist uuid, p_hash text, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_code uuid := gen_random_uuid();
  v_email text := (select c.email from public.lead_contacts c where c.lead_id = p_lead);
begin
  if private.agreement_side(p_lead, p_artist, p_token) <> 'client' or p_token is null then perform private.fail('not_allowed'); end if;
  perform private.offered_version(p_lead, p_artist, p_hash);
  perform private.rate_limit('agreement_code', p_lead::text, 5, interval '1 hour');
  -- Also of whoever sends requests in the name of somebody else.
  perform private.rate_limit('agreement_code_to', encode(private.address_hash(private.mailbox(v_email)), 'hex'), 10, interval '1 day');
  insert into private.agreement_codes as c (id, lead_id, artist_id, hash, created_at) values (v_code, p_lead, p_artist, p_hash, private.clock())
    on conflict (lead_id, artist_id) do update set id = excluded.id, hash = excluded.hash, tries = 0, created_at = excluded.created_at;
  perform private.write_mail('request_signing_code', v_code::text, null, v_email, p_lead, p_artist);
  return jsonb_build_object('email', v_email)
    || private.unsent(private.mail_outcome('request_signing_code', v_code::text, v_email, p_lead));
end
$function$;

CREATE OR REPLACE FUNCTION private.set_payment_parts(p_lead uuid, p_artist uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_body jsonb := (
    select v.body::jsonb from private.agreements a
    join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
    where a.lead_id = p_lead and a.artist_id = p_artist);
begin
  perform private.refuse_begun_parts(p_lead, p_artist, v_body);
  with agreed as materialized (select * from private.agreed_parts(p_lead, p_artist, v_body)),
  dropped as (
    update private.payment_parts p set dropped_at = private.clock(), comes_at = null, remind_at = null
    where p.lead_id = p_lead and p.artist_id = p_artist and p.dropped_at is null
      and coalesce(p.rest_of, p.id) not in (select g.part from agreed g where g.part is not null)),
  kept as (
    update private.payment_parts p set position = g.place from agreed g where coalesce(p.rest_of, p.id) = g.part)
  insert into private.payment_parts (lead_id, artist_id, position, label, amount, due)
    select p_lead, p_artist, g.place, g.label, g.amount, g.due from agreed g where g.part is null;
  perform private.bring_payments(p_lead, p_artist);
end
$function$;

CREATE OR REPLACE FUNCTION private.start_finished_mural(p_lead uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_mural uuid := (select w.mural_id from private.finished_walls w where w.lead_id = p_lead and w.artist_id = v_artist);
begin
  if v_mural is not null then return v_mural; end if;
  if not private.is_wall_finished(p_lead, v_artist) then perform private.fail('move_refused'); end if;
  with facts as (
    select l.city, l.surface_type, initcap(nullif(l.style_preference, 'other')) as style, d.width_ft, d.height_ft, a.state,
      least(private.day_of(coalesce(t.completed_at, now())), private.today()) as painted
    from public.lead_records l
    join public.lead_assignments t on t.lead_id = l.id and t.artist_id = v_artist
    join public.artists a on a.id = v_artist
    left join public.request_details d on d.lead_id = l.id
    where l.id = p_lead
  ), named as (
    select f.*, concat(coalesce(f.style || ' mural', 'Mural'), ' in ' || f.city) as title from facts f
  )
  insert into public.murals (slug, title, city, state, surface_type, styles, width_ft, height_ft, date_completed, artist_id)
    select private.free_mural_slug(n.title), n.title, n.city, private.state_code(n.state), n.surface_type,
      array_remove(array[n.style], null), n.width_ft, n.height_ft, n.painted, v_artist
    from named n
    returning id into v_mural;
  insert into private.finished_walls (lead_id, artist_id, mural_id) values (p_lead, v_artist, v_mural)
    on conflict (lead_id, artist_id) do update set mural_id = excluded.mural_id, location_details = null;
  perform private.audit('lead.mural', p_lead, jsonb_build_object('artist', v_artist, 'mural', v_mural));
  return v_mural;
end
$function$;

CREATE OR REPLACE FUNCTION private.start_of(p_day date)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return p_day::timestamp at time zone 'America/Chicago';
end
$function$;

CREATE OR REPLACE FUNCTION private.today()
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.day_of(private.clock());
end
$function$;

CREATE OR REPLACE FUNCTION private.try_agreement_code(p_lead uuid, p_artist uuid, p_hash text, p_code text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_code private.agreement_codes;
begin
  update private.agreement_codes c set tries = c.tries + 1
    where c.lead_id = p_lead and c.artist_id = p_artist and c.hash = p_hash and c.tries < 5
      and c.created_at > private.clock() - interval '15 minutes'
    returning c.* into v_code;
  if v_code.id is null or private.agreement_code(v_code.id) is distinct from private.code_digits(p_code) then return false; end if;
  delete from private.agreement_codes c where c.id = v_code.id;
  perform private.prove_request(p_lead);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.unsent(p_outcome jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_outcome ->> 'state' = 'sent' then '{}' else jsonb_build_object('mail', p_outcome) end
$function$;

CREATE OR REPLACE FUNCTION private.wanted_artists(p_lead uuid, p_asked uuid[])
 RETURNS TABLE(artist_id uuid, rank integer, asked boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
  select a.id, (row_number() over (order by min(w.at)))::int, bool_or(w.asked)
  from (
    select x.id, x.at, true as asked from unnest(p_asked) with ordinality x (id, at)
    union all
    select m.artist_id, 1000 + x.at, false
    from public.request_details d cross join lateral unnest(d.mural_ids) with ordinality x (id, at)
    join public.murals m on m.id = x.id and m.public_visible
    where d.lead_id = p_lead) w
  join public.artists a on a.id = w.id and a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
  group by a.id
$function$;

CREATE OR REPLACE FUNCTION private.web_address(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.web_address_within(p_text, 300)
$function$;

CREATE OR REPLACE FUNCTION private.web_address_within(p_text text, p_most integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_text text := private.clean(p_text);
begin
  if v_text !~ '^[A-Za-z][A-Za-z0-9+-]*:' then v_text := 'https://' || v_text; end if;
  if char_length(v_text) > p_most
     or v_text !~ '^[Hh][Tt][Tt][Pp][Ss]?://([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}(:[0-9]{1,5})?([/?#][!#-;=?-\[\]_a-z~]*)?$' then
    return null;
  end if;
  return v_text;
end
$function$;

CREATE OR REPLACE FUNCTION public.move_payment(p_lead uuid, p_artist uuid, p_part uuid, p_event text, p_key uuid, p_note text DEFAULT NULL::text, p_token text DEFAULT NULL::text, p_amount integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.move_payment(p_lead, p_artist, p_part, p_event, p_key, p_note, p_token, p_amount)
$function$;

ALTER TABLE "private"."payment_notes" ADD CONSTRAINT "payment_notes_check1" CHECK (
CASE event
    WHEN 'report'::text THEN (amount IS NOT NULL)
    WHEN 'receive'::text THEN true
    ELSE (amount IS NULL)
END);

ALTER TABLE "private"."payment_notes" ADD CONSTRAINT "payment_notes_check2" CHECK (((actor = 'system'::text) = (idempotency_key IS NULL)));

ALTER TABLE "private"."payment_notes" ADD CONSTRAINT "payment_notes_check" CHECK (((event = 'report'::text) = ((how IS NOT NULL) AND (paid_on IS NOT NULL))));

ALTER TABLE "private"."payment_parts" ADD CONSTRAINT "payment_parts_check1" CHECK (((dropped_at IS NULL) OR (state <> ALL (ARRAY['reported'::text, 'received'::text, 'waived'::text]))));

ALTER TABLE "private"."payment_parts" ADD CONSTRAINT "payment_parts_check" CHECK (((rest_of IS NULL) = (rest = 0)));

ALTER TABLE "private"."payment_parts" ADD CONSTRAINT "payment_parts_rest_of_fkey" FOREIGN KEY (rest_of) REFERENCES private.payment_parts(id) ON DELETE CASCADE;

CREATE INDEX payment_parts_rest_idx ON private.payment_parts USING btree (rest_of);

COMMENT ON FUNCTION "private"."add_rest"(private.payment_parts, integer) IS 'What did not arrive of a part becomes one of its own, due at once.';

COMMENT ON FUNCTION "private"."artist_month"(uuid, date) IS 'How a month of an artist went, in all and by day: requests that came, first answers, proposals accepted, how many of its requests were won, the median time to an answer in hours, views of their page.';

COMMENT ON FUNCTION "private"."check_digits_fit"(text, boolean) IS 'Whether digits end in their check digit: of cards (Luhn), else of routing numbers and CLABE.';

COMMENT ON FUNCTION "private"."code_digits"(text) IS 'The six digits of a code as people paste it; empty for what has no six. src/lib/digits-code.ts has the same.';

COMMENT ON FUNCTION "private"."day_of"(timestamp with time zone) IS 'The day of a moment where the walls are, by which all days are counted and shown. src/lib/day.ts has the same zone.';

COMMENT ON FUNCTION "private"."has_account_number"(text) IS 'Whether a text seems to have the number of a card or of a bank account, by check digits or words. src/lib/account-number.ts has the same rule.';

COMMENT ON FUNCTION "private"."has_checked_number"(text) IS 'Whether groups of digits with at most 5 characters between them, none of which is a letter, are a card or a CLABE.';

COMMENT ON FUNCTION "private"."is_iban"(text) IS 'Whether letters and digits in the form of an IBAN have its check digits.';

COMMENT ON FUNCTION "private"."is_outbox_stuck"() IS 'Whether the mail server took nothing since it was last tried: what waits then waits for it.';

COMMENT ON FUNCTION "private"."known_city"(text, text) IS 'A city as it is called in the service areas, whatever the case, spaces and accents it was typed with; any other city as it is.';

COMMENT ON FUNCTION "private"."mail_link"(uuid, text, text) IS 'Notes an email with the link of a request that its client asked for, and says what became of it. The link is added when it leaves.';

COMMENT ON FUNCTION "private"."mail_outcome"(text, text, text, uuid) IS 'What became of an email, for whoever asked for it: {state: sent, later or not, at: when it leaves, or when there is room again, where that is known}.';

COMMENT ON FUNCTION "private"."move_payment"(uuid, uuid, uuid, text, uuid, text, text, integer) IS 'One side asks for a part, says how much of it has arrived, waives it, or says that something about it is wrong.';

COMMENT ON FUNCTION "private"."name_key"(text) IS 'A name as namesakes have it alike, in the letters of its own script; null where nothing is left. src/lib/slug.ts is the same.';

COMMENT ON FUNCTION "private"."offer_artists"(uuid, uuid[]) IS 'Offers a request to the artists who were asked for by name or by their murals, in that order, and to those that fit it: the one place that decides who.';

COMMENT ON FUNCTION "private"."part_label"(private.payment_parts) IS 'What a part is called: as in the agreement, and whether it is what did not arrive of that.';

COMMENT ON FUNCTION "private"."plain_digits"(text) IS 'A text with its digits and spaces in their plain form. src/lib/digits-code.ts has the same.';

COMMENT ON FUNCTION "private"."received_amount"(private.payment_parts, integer) IS 'How much of a part arrived: as the artist says, else as the client reported, else all of it. Never more than the part.';

COMMENT ON FUNCTION "private"."request_suggestions"(uuid, integer) IS 'For who assigns a request: the artists its client asks for by name or by their murals, then who fits it best of those who do not have it, by the rule in use, why, and how many requests each was given in seven days and ever.';

COMMENT ON FUNCTION "private"."room_for_asked"(bytea, boolean) IS 'Takes one of the links that a mailbox may get because somebody asked for them; they count apart from all other emails. Null, or when there is room again.';

COMMENT ON FUNCTION "private"."rotate_request_link"(text, uuid) IS 'Ends all links of a request and emails a new one: for its page, its account, or an admin. Ends none where the email cannot leave now.';

COMMENT ON FUNCTION "private"."start_of"(date) IS 'The moment at which a day begins where the walls are.';

COMMENT ON FUNCTION "private"."today"() IS 'Which day it is where the walls are.';

COMMENT ON FUNCTION "private"."unsent"(jsonb) IS 'What an answer says of an email beside its own fields: {mail}, where it does not leave now.';

COMMENT ON FUNCTION "private"."wanted_artists"(uuid, uuid[]) IS 'The artists a client asks for, of those who take requests: by name (asked), then by the murals they chose, each in the order of the request. The rule of matching does not limit them.';

COMMENT ON FUNCTION "private"."web_address"(text) IS 'A web address with its scheme, which is https where none was typed; null for anything else. src/lib/web-address.ts is the same.';

COMMENT ON FUNCTION "private"."web_address_within"(text, integer) IS 'private.web_address of at most so many characters.';

COMMENT ON FUNCTION "public"."mail_request_link"(text) IS 'Mails a link to the address in the request that it opens: {email}, and mail where it does not leave now, as private.mail_outcome says it.';

COMMENT ON FUNCTION "public"."move_payment"(uuid, uuid, uuid, text, uuid, text, text, integer) IS 'Does ask, receive, dispute or waive about a part, once for each key; of what is received p_amount, and the rest becomes a part of its own. Answers as read_payments.';

REVOKE ALL ON FUNCTION "private"."add_rest"(private.payment_parts, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_digits_fit"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."code_digits"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_of"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_account_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_checked_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_iban"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_outbox_stuck"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."known_city"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."known_city"(text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."known_city"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mail_link"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_outcome"(text, text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_payment"(uuid, uuid, uuid, text, uuid, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."move_payment"(uuid, uuid, uuid, text, uuid, text, text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."name_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."part_label"(private.payment_parts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plain_digits"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."received_amount"(private.payment_parts, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."room_for_asked"(bytea, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."start_of"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unsent"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_artists"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."web_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."web_address"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."web_address"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."web_address_within"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."web_address_within"(text, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."web_address_within"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."move_payment"(uuid, uuid, uuid, text, uuid, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."move_payment"(uuid, uuid, uuid, text, uuid, text, text, integer) TO "anon", "authenticated";

ALTER TABLE "private"."imported_photos" ADD CONSTRAINT "imported_photos_url_check" CHECK ((NOT (private.web_address_within(url, 1000) IS DISTINCT FROM url)));

ALTER TABLE "public"."artists" ADD CONSTRAINT "artists_website_check" CHECK (((website IS NULL) OR (NOT (private.web_address(website) IS DISTINCT FROM website))));

ALTER TABLE "public"."city_rules" ADD CONSTRAINT "city_rules_source_url_check" CHECK (((source_url ~ '^https://'::text) AND (private.web_address(source_url) = source_url)));

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"amount_invalid","field":"amount","status":422,"message":"Enter whole dollars from 1 to 1,000,000, without cents"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"link_not_mailed","field":null,"status":409,"message":"We can’t email a new link right now, so the old ones still work. Try again later."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"received_amount_invalid","field":"amount","status":422,"message":"Enter whole dollars, at most what is due. If more arrived, don’t send it back."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_asked_limit","most":999999999,"least":0,"times":null,"value":"6","follows":null,"meaning":"Links that leave in a day for an address that nobody has proven, because its client asked for them."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

reset check_function_bodies;
