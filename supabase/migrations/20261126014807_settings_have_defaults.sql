set check_function_bodies = off;

set local check_function_bodies = off;

DROP FUNCTION "private"."megabytes"(text, integer);

DROP FUNCTION "private"."setting"(text, text);

DROP FUNCTION "private"."setting_int"(text, integer);

CREATE TABLE "private"."setting_defaults" ("key" text NOT NULL, "value" text, "least" integer DEFAULT 0, "most" integer DEFAULT 999999999, "meaning" text NOT NULL, "follows" text, "times" integer, CONSTRAINT "setting_defaults_check1" CHECK ((((follows IS NULL) = (times IS NULL)) AND ((follows IS NULL) OR (value IS NULL)))), CONSTRAINT "setting_defaults_check" CHECK ((("least" IS NULL) = (most IS NULL))), CONSTRAINT "setting_defaults_pkey" PRIMARY KEY (key));

ALTER TABLE "private"."setting_defaults" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."setting_defaults" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.address_hash(p_email text)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return sha256(convert_to(private.setting('pepper') || lower(private.clean(p_email)), 'UTF8'));
end
$function$;

CREATE OR REPLACE FUNCTION private.call_webhook()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_url text := private.setting('webhook_url');
  v_secret text := private.setting('webhook_secret');
  v_id text := 'msg_' || replace(gen_random_uuid()::text, '-', '');
  v_at bigint := extract(epoch from clock_timestamp());
  v_body jsonb := jsonb_build_object('type', 'site.changed');
begin
  if v_url is null or v_secret is null or to_regnamespace('net') is null then return; end if;
  -- One call a transaction is enough: the publisher reads the whole outbox.
  if current_setting('app.webhook_called', true) = pg_current_xact_id()::text then return; end if;
  perform set_config('app.webhook_called', pg_current_xact_id()::text, true);
  execute 'select net.http_post(url := $1, body := $2, headers := $3)' using v_url, v_body, jsonb_build_object(
    'content-type', 'application/json', 'webhook-id', v_id, 'webhook-timestamp', v_at::text,
    'webhook-signature', private.webhook_signature(v_secret, v_id, v_at, v_body::text));
exception when others then
  -- Saving a profile must not fail because a notification could not be queued.
  raise warning 'site webhook not queued: %', sqlerrm;
end
$function$;

CREATE OR REPLACE FUNCTION private.client_ip()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_text text;
  v_ip inet;
begin
  -- One header that the proxy in front overwrites. X-Forwarded-For would be typed by the caller.
  v_text := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb
    ->> private.setting('client_ip_header');
  v_ip := regexp_replace(private.clean(v_text), '^::ffff:(\d+\.\d+\.\d+\.\d+)$', '\1', 'i')::inet;
  -- Whoever has one IPv6 address has the whole /64.
  return coalesce(host(network(set_masklen(v_ip, case family(v_ip) when 4 then 32 else 64 end))), 'unknown');
exception when data_exception then
  return 'unknown';
end
$function$;

CREATE OR REPLACE FUNCTION private.clock()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return now() + make_interval(secs => private.setting_int('clock_offset_seconds'));
end
$function$;

CREATE OR REPLACE FUNCTION private.confirm_request(p_lead uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead public.lead_records;
  v_email text;
  v_choice interval := make_interval(secs => private.setting_int('mail_choice_seconds'));
begin
  select * into v_lead from public.lead_records l where l.id = p_lead and l.withdrawn_at is null;
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead.id;
  if v_email is null then return; end if;
  -- Who has offers to choose from gets one mail, which says what they chose, unless that takes them too long.
  perform private.write_mail('request_confirmed', p_lead::text, v_lead.created_by_user, v_email, p_lead, null,
    jsonb_build_object('link', private.request_path(private.request_token(p_lead)), 'reference', v_lead.reference),
    now() + case when exists (select from private.lead_offers o where o.lead_id = p_lead)
        and not exists (select from public.lead_assignments a where a.lead_id = p_lead)
      then v_choice else interval '0' end);
end
$function$;

CREATE OR REPLACE FUNCTION private.count_view(p_page text, p_slug text, p_picture integer, p_pictures integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid;
  v_owner uuid;
  v_kind text := p_page;
  v_key text := '';
  v_pictures text[];
begin
  if not private.looks_like_a_person() then return; end if;
  if p_page = 'artist' then
    v_kind := 'page';
    select a.id, a.user_id, a.portfolio_images into v_artist, v_owner, v_pictures
      from public.artists a where a.slug = p_slug and a.public_visible;
  else
    select a.id, a.user_id, m.id, m.gallery_images into v_artist, v_owner, v_key, v_pictures
      from public.murals m join public.artists a on a.id = m.artist_id
      where m.slug = p_slug and m.public_visible and p_page = 'mural';
  end if;
  if p_picture is not null then
    v_kind := 'picture';
    -- By its place: the page has no room for names. One with another number of pictures is not the page of now.
    v_key := case when cardinality(v_pictures) = p_pictures then private.picture_key(v_pictures[p_picture + 1]) end;
  end if;
  -- Nobody looks at their own page to know how many did.
  if v_artist is null or v_key is null or v_owner = auth.uid() or private.is_admin() then return; end if;
  -- A flood makes a count useless, and must not make it slow: by artist and altogether, since nothing is known of callers.
  if not private.take_of_total('view', private.setting_int('view_limit'), interval '10 minutes')
    or private.hit('view_artist', v_artist::text, 1000000000, interval '10 minutes') > private.setting_int('view_artist_limit') then
    return;
  end if;
  insert into private.artist_views as v (artist_id, day, kind, key) values (v_artist, private.today(), v_kind, v_key)
    on conflict (artist_id, day, kind, key) do update set views = v.views + 1 where v.views < 1000000;
end
$function$;

CREATE OR REPLACE FUNCTION private.drop_status_mail(p_lead uuid, p_artist uuid, p_status text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key text := p_lead || ':' || p_artist;
  v_events text[] := case p_status
    when 'new' then array['request_answered:' || v_key, 'request_completed:' || v_key]
    when 'in_review' then array['request_completed:' || v_key]
    else '{}' end;
  v_since timestamptz := now() - make_interval(secs => private.setting_int('mail_status_seconds'));
begin
  delete from private.mails m where m.event = any (v_events) and m.state = 'waiting' and m.attempts = 0 and m.created_at > v_since;
  delete from public.notices n where n.event = any (v_events) and n.read_at is null and n.created_at > v_since;
end
$function$;

CREATE OR REPLACE FUNCTION private.examine_setup(p_id text, p_at bigint, p_body text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_secret text := private.setting('webhook_secret');
  v_migrations jsonb;
begin
  -- Kept by the Supabase CLI, and by the embedded backend in the same way; not there where files were run by hand.
  if exists (
    select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'supabase_migrations' and c.relname = 'schema_migrations'
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
  ) then
    execute 'select jsonb_agg(m.version order by m.version) from supabase_migrations.schema_migrations m' into v_migrations;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'migrations', v_migrations,
    'media_origin', private.setting('media_origin'),
    'webhook_url', private.setting('webhook_url'),
    -- The secret itself stays here: whether a server has the same is seen by what it says to this.
    'webhook_signature', case when v_secret ~ '^whsec_([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'
      then private.webhook_signature(v_secret, p_id, p_at, p_body) end,
    'pg_net', to_regnamespace('net') is not null,
    'admins', (select count(*) from public.user_roles r where r.role = 'admin'),
    'mails_failed', (select count(*) from private.mails m where m.state = 'failed' and m.settled_at is null and m.created_at > now() - interval '1 day'));
end
$function$;

CREATE OR REPLACE FUNCTION private.hit(p_kind text, p_subject text, p_limit bigint, p_window interval)
 RETURNS double precision
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_bucket text := p_kind || ':' || encode(sha256(convert_to(private.setting('pepper') || p_subject, 'UTF8')), 'hex');
  v_start timestamptz := date_bin(p_window, now(), timestamptz 'epoch');
  v_rest double precision := 1 - extract(epoch from now() - v_start) / extract(epoch from p_window);
  v_now int;
  v_before int;
begin
  insert into private.rate_counters as c (bucket, window_start, n) values (v_bucket, v_start, 1)
    on conflict (bucket, window_start) do update set n = c.n + 1
    returning n into v_now;
  select c.n into v_before from private.rate_counters c where c.bucket = v_bucket and c.window_start = v_start - p_window;
  if v_now + coalesce(v_before, 0) * v_rest > p_limit then
    perform private.fail('rate_limited', null,
      jsonb_build_object('Retry-After', greatest(1, ceil(extract(epoch from p_window) * v_rest))::int::text));
  end if;
  if random() < 0.01 then delete from private.rate_counters c where c.window_start < now() - interval '1 day'; end if;
  return v_now + coalesce(v_before, 0) * v_rest;
end
$function$;

CREATE OR REPLACE FUNCTION private.lead_hold()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := (select u.id from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
  v_client_limit bigint := private.setting_int('lead_ip_limit');
  v_user_limit bigint := private.setting_int('lead_user_limit');
  v_total_limit bigint := private.setting_int('lead_total_limit');
  v_client double precision;
  v_own double precision;
begin
  -- Always in this order, so that two requests cannot wait for each other.
  v_client := private.hit('lead_ip', private.client_ip(), 4 * v_client_limit, interval '10 minutes');
  if v_user is not null then v_own := private.hit('lead_user', v_user::text, 4 * v_user_limit, interval '1 hour'); end if;
  return case
    -- A confirmed account is held for what it sends itself, never for its neighbours behind one address.
    when v_own is not null then case when v_own > v_user_limit then 'account_limit' end
    when v_client > v_client_limit then 'client_limit'
    when not private.take_of_total('lead_total', v_total_limit, interval '10 minutes') then 'total_limit' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.limit_completions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.hit('completion', new.lead_id || ':' || new.artist_id, private.setting_int('completion_limit'), interval '1 day');
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.limit_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.hit('proposal', new.lead_id || ':' || new.artist_id, private.setting_int('proposal_limit'), interval '1 day');
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_request_link(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.lead_of_link(p_token);
  v_email text;
begin
  perform private.hit('link_ip', private.client_ip(), private.setting_int('link_ip_limit'), interval '10 minutes');
  perform private.hit('link_lead', v_lead::text, private.setting_int('link_email_limit'), interval '1 hour');
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead;
  -- A held one tells its sender nothing, as when it came. Two presses within a minute are one email.
  if not (select l.held from public.lead_records l where l.id = v_lead) then
    perform private.write_mail('request_link', 'own:' || v_lead || ':' || date_trunc('minute', now()), null, v_email, v_lead);
  end if;
  return jsonb_build_object('email', v_email);
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_status(p_lead uuid, p_artist uuid, p_status public.lead_status)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead public.lead_records;
  v_email text;
begin
  select * into v_lead from public.lead_records l where l.id = p_lead and not l.held;
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead.id;
  if v_email is null then return; end if;
  -- Each once: an artist may move the status back and forth.
  perform private.write_mail(case p_status when 'in_review' then 'request_answered' else 'request_completed' end,
    p_lead || ':' || p_artist, v_lead.created_by_user, v_email, p_lead, p_artist,
    p_due => now() + make_interval(secs => private.setting_int('mail_status_seconds')));
end
$function$;

CREATE OR REPLACE FUNCTION private.matching_rule()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.setting('matching') = 'scores' then 'scores' else 'specification' end
$function$;

CREATE OR REPLACE FUNCTION private.media_url_ok(p_url text, p_bucket text, p_owner uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.megabytes(p_key text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.setting_int(p_key) * 1048576::bigint
$function$;

ALTER FUNCTION "private"."megabytes"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.quota_of(p_bucket text, p_name text, p_owner uuid, p_bytes bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_there bigint := coalesce((
    select private.weight(o.metadata) from storage.objects o where o.bucket_id = p_bucket and o.name = p_name), 0);
  v_own bigint;
begin
  if (select u.bytes from private.storage_use u) - v_there + p_bytes > private.megabytes('upload_total_mb') then
    return 'total';
  end if;
  if p_owner is null then return null; end if;
  select coalesce(sum(private.weight(o.metadata)), 0) into v_own from storage.objects o
    where o.owner = p_owner and (o.bucket_id, o.name) <> (p_bucket, p_name);
  return case when v_own + p_bytes > private.megabytes('upload_person_mb') then 'person' end;
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
  perform private.hit('link_ip', private.client_ip(), private.setting_int('link_ip_limit'), interval '10 minutes');
  -- Counted whether or not the address is known. Whoever is beyond has the emails of this hour.
  if private.hit('link_email', v_email, 1000000000, interval '1 hour') <= private.setting_int('link_email_limit') then
    begin
      for v_lead in
        select l.id from public.lead_contacts c join public.lead_records l on l.id = c.lead_id
        where lower(c.email) = v_email and l.withdrawn_at is null
        order by l.created_at desc, l.id limit 3
      loop
        perform private.mail_link(v_lead, v_email);
      end loop;
      if not found then
        -- The same work, undone: how long an answer takes tells nothing.
        perform private.mail_link(null, v_email);
        raise sqlstate 'ZZ001';
      end if;
    exception when sqlstate 'ZZ001' then
      null;
    end;
  end if;
  return jsonb_build_object('ok', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.report_picture(p_key uuid, p_page text, p_picture text, p_reason text, p_words text, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_words text := private.clean_or_null(p_words);
  v_email text := private.clean_or_null(p_email);
  v_known private.picture_reports;
  v_shown record;
begin
  if p_key is null then perform private.fail('invalid_input'); end if;
  if coalesce(p_reason, '') not in ('not_theirs', 'no_consent', 'offensive', 'other') then perform private.fail('report_reason_required'); end if;
  if p_reason = 'other' and v_words is null then perform private.fail('report_words_required'); end if;
  if char_length(v_words) > 1000 then perform private.fail('report_words_too_long'); end if;
  if not private.valid_email(v_email) then perform private.fail('email_invalid'); end if;
  if char_length(v_email) > 255 then perform private.fail('email_too_long'); end if;
  -- A repetition is free, also once the picture is gone.
  select * into v_known from private.picture_reports r where r.idempotency_key = p_key;
  if not found then
    select * into v_shown from private.pictures_of_page(p_page) p where p.url = p_picture limit 1;
    if not found then perform private.fail('picture_gone'); end if;
    perform private.hit('report_ip', private.client_ip(), private.setting_int('report_ip_limit'), interval '10 minutes');
    if not private.take_of_total('report_total', private.setting_int('report_total_limit'), interval '10 minutes') then
      perform private.fail('rate_limited');
    end if;
    insert into private.picture_reports (picture, page, artist_id, mural_id, review_id, reason, words, email, idempotency_key)
      values (p_picture, p_page, v_shown.artist_id, v_shown.mural_id, v_shown.review_id, p_reason, v_words, v_email, p_key)
      on conflict (idempotency_key) do nothing;
    if found then
      -- Once a day for each picture, however many say so.
      perform private.write_mail('picture_reported', md5(p_picture) || ':' || private.today(), r.user_id, null, null, v_shown.artist_id,
          jsonb_build_object('picture', p_picture))
        from public.user_roles r where r.role = 'admin';
      return jsonb_build_object('replayed', false);
    end if;
    select * into v_known from private.picture_reports r where r.idempotency_key = p_key;
  end if;
  if (v_known.picture, v_known.reason, v_known.words) is distinct from (p_picture, p_reason, v_words) then
    perform private.fail('idempotency_conflict');
  end if;
  return jsonb_build_object('replayed', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.room_for_account_mail(p_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := (select u.id from auth.users u where lower(u.email) = lower(p_email));
begin
  if private.is_known_recipient(v_user, p_email) then return true; end if;
  insert into private.unproven_mailboxes as m (mailbox_hash) values (private.address_hash(private.mailbox(p_email)))
    on conflict (mailbox_hash) do update set emails = m.emails + 1
      where m.emails <= private.setting_int('mail_unproven_limit');
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.room_for_known(p_mailbox bytea, p_kind private.mail_kinds)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key text := encode(p_mailbox, 'hex');
begin
  if p_kind.by_anybody and not private.take_of_total('mail_by_anybody:' || v_key, private.setting_int('mail_address_limit'), interval '1 day')
     or p_kind.topic = 'admin' and not private.take_of_total('mail_admin:' || v_key, private.setting_int('mail_admin_limit'), interval '1 day')
     or not private.take_of_total('mail:' || v_key, private.setting_int('mail_recipient_limit'), interval '1 day') then
    return 'Not sent: this address had its share of such emails for a day.';
  end if;
  return null;
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
    then (select c.lead_id from public.lead_contacts c where c.lead_id = p_lead) else private.lead_of(p_token, p_lead) end;
  v_token text;
begin
  if v_lead is null then perform private.fail('link_refused'); end if;
  perform private.hit('link_rotated', v_lead::text, private.setting_int('link_email_limit'), interval '1 hour');
  v_token := private.renew_link(v_lead);
  perform private.audit('request.link_rotated', v_lead);
  if not (select l.held from public.lead_records l where l.id = v_lead) then
    perform private.mail_link(v_lead, (select c.email from public.lead_contacts c where c.lead_id = v_lead));
  end if;
  -- An admin never acts as the client.
  return case when v_by_admin then '{}'::jsonb else jsonb_build_object('token', v_token) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_message(p_lead uuid, p_artist uuid, p_body text, p_key uuid, p_token text, p_pictures integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.thread_side(p_lead, p_artist, p_token);
  v_body text := coalesce(private.clean(p_body), '');
  v_pictures int := coalesce(p_pictures, 0);
  v_withdrawn timestamptz;
  v_message public.lead_messages;
begin
  if v_pictures > 4 then perform private.fail('pictures_too_many'); end if;
  if v_body = '' and v_pictures <= 0 then perform private.fail('message_required'); end if;
  if char_length(v_body) > 2000 then perform private.fail('message_too_long'); end if;
  if p_key is null or v_pictures < 0 then perform private.fail('invalid_input'); end if;
  -- A twin waits here until the first one is done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  select * into v_message from public.lead_messages m
    where m.lead_id = p_lead and m.artist_id = p_artist and m.sender = v_side and m.idempotency_key = p_key;
  if found then
    if (v_message.body, v_message.pictures) <> (v_body, v_pictures) then perform private.fail('idempotency_conflict'); end if;
    return private.message_line(v_message, v_side) || '{"replayed": true}';
  end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  if exists (select from private.thread_reports r where r.lead_id = p_lead and r.artist_id = p_artist) then
    perform private.fail('move_refused');
  end if;
  if v_pictures > 0 and v_pictures + (
      select coalesce(sum(m.pictures), 0) from public.lead_messages m
      where m.lead_id = p_lead and m.artist_id = p_artist and m.sender = v_side and m.pictures > 0) > 100 then
    perform private.fail('pictures_full');
  end if;
  perform private.hit('message', concat_ws(':', p_lead, p_artist, v_side), private.setting_int('message_limit'), interval '10 minutes');
  perform private.move_assignment(p_lead, p_artist, 'write', v_side);
  insert into public.lead_messages (lead_id, artist_id, sender, body, idempotency_key, pictures)
    values (p_lead, p_artist, v_side, v_body, p_key, v_pictures) returning * into v_message;
  -- Whoever answers has read what is above.
  update public.lead_assignments a
    set client_read = case when v_side = 'client' then v_message.position else a.client_read end,
      artist_read = case when v_side = 'artist' then v_message.position else a.artist_read end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  perform private.tell_message(v_message);
  return private.message_line(v_message, v_side) || '{"replayed": false}';
end
$function$;

CREATE OR REPLACE FUNCTION private.setting(p_key text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row private.setting_defaults;
  v_set text := (select nullif(s.value, '') from private.settings s where s.key = p_key);
begin
  select * into v_row from private.setting_defaults d where d.key = p_key;
  if not found then raise undefined_object using message = format('no setting has the key "%s"', p_key); end if;
  return case
    when v_row.least is null then coalesce(v_set, v_row.value)
    when v_set ~ '^[0-9]{1,9}$' and v_set::int between v_row.least and v_row.most then v_set
    when v_row.follows is null then v_row.value
    else least(v_row.times * private.setting(v_row.follows)::bigint, v_row.most)::text end;
end
$function$;

ALTER FUNCTION "private"."setting"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.setting_int(p_key text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.setting(p_key)::int;
end
$function$;

ALTER FUNCTION "private"."setting_int"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.storage_room()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The role that the API has set, which a definer's function keeps.
  if current_setting('role', true) <> 'service_role' and not private.is_admin() then perform private.fail('not_allowed'); end if;
  return (select jsonb_build_object('bytes', u.bytes, 'limit', private.megabytes('upload_total_mb')) from private.storage_use u);
end
$function$;

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
    when p_elapsed_ms < private.setting_int('lead_min_elapsed_ms') then 'too_fast'
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

CREATE OR REPLACE FUNCTION private.subscribe_newsletter(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email text := private.clean(p_email);
  v_subscriber private.newsletter_subscribers;
begin
  if not coalesce(private.valid_email(v_email), false) then perform private.fail('newsletter_email_invalid'); end if;
  if char_length(v_email) > 255 then perform private.fail('email_too_long'); end if;
  perform private.hit('newsletter_ip', private.client_ip(), private.setting_int('newsletter_ip_limit'), interval '10 minutes');
  -- Counted whether or not the address is on the list.
  if private.hit('newsletter_email', lower(v_email), 1000000000, interval '1 hour') <= 3 then
    begin
      insert into private.newsletter_subscribers as s (email, created_at) values (v_email, private.clock())
        on conflict (lower(email)) do update set created_at = case when s.confirmed_at is null then excluded.created_at else s.created_at end
        returning * into v_subscriber;
      perform private.write_mail('newsletter_confirm', gen_random_uuid()::text, null, v_email);
      -- The same work, undone: how long an answer takes tells nothing.
      if v_subscriber.confirmed_at is not null then raise sqlstate 'ZZ001'; end if;
    exception when sqlstate 'ZZ001' then
      null;
    end;
  end if;
  return jsonb_build_object('ok', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_message(p_message public.lead_messages)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_to_artist boolean := p_message.sender = 'client';
  v_kind text := case when v_to_artist then 'lead_message' else 'request_message' end;
  v_topic text := case when v_to_artist then 'leads' else 'requests' end;
  v_user uuid;
  v_address text;
  v_last private.mails;
begin
  select case when v_to_artist then a.user_id else l.created_by_user end, case when not v_to_artist then c.email end
    into v_user, v_address
    from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    join public.artists a on a.id = p_message.artist_id
    where l.id = p_message.lead_id;
  if v_user is null and v_address is null
     or exists (select from private.thread_reports r where r.lead_id = p_message.lead_id and r.artist_id = p_message.artist_id
       and r.side = case when v_to_artist then 'artist' else 'client' end) then
    return;
  end if;
  if v_user is not null then
    -- One notice for a conversation until it is read; its time is that of the last message.
    update public.notices n set created_at = clock_timestamp()
      where n.user_id = v_user and n.kind = v_kind and n.lead_id = p_message.lead_id and n.artist_id = p_message.artist_id
        and n.read_at is null;
    if not found then
      insert into public.notices (user_id, kind, event, lead_id, artist_id, digest_at)
        values (v_user, v_kind, v_kind || ':' || p_message.id, p_message.lead_id, p_message.artist_id,
          case when private.notice_mode(v_user, v_topic) = 'daily' then private.next_digest_of(v_user) end)
        on conflict do nothing;
    end if;
    if private.notice_mode(v_user, v_topic) <> 'at_once' then return; end if;
  end if;
  -- A mail shows all that is unread when it leaves: one that waits is enough, and at most one leaves in ten minutes.
  select m.* into v_last from private.mails m
    where m.kind = v_kind and m.lead_id = p_message.lead_id and m.artist_id = p_message.artist_id
    order by m.id desc limit 1;
  if v_last.state = 'waiting' and v_last.attempts = 0 then return; end if;
  insert into private.mails (kind, event, user_id, address, lead_id, artist_id, payload, next_attempt_at)
    values (v_kind, v_kind || ':' || p_message.id, v_user, v_address, p_message.lead_id, p_message.artist_id,
      case when v_to_artist then '{}' else
        jsonb_build_object('link', private.request_path(private.request_token(p_message.lead_id))) end,
      greatest(now() + make_interval(secs => private.setting_int('mail_message_seconds')), v_last.created_at + interval '10 minutes'))
    on conflict (event, recipient) do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.upload_refusal(p_bucket text, p_name text, p_owner uuid, p_network text, p_bytes bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_quota text := private.quota_of(p_bucket, p_name, p_owner, p_bytes);
  v_bucket text := 'upload_network:' || encode(sha256(convert_to(private.setting('pepper') || p_network, 'UTF8')), 'hex');
  v_start timestamptz := date_bin(interval '1 hour', now(), timestamptz 'epoch');
  v_rest double precision := 1 - extract(epoch from now() - v_start) / 3600;
  v_kilobytes int := ceil(p_bytes / 1024.0);
  v_used double precision;
begin
  if v_quota is not null then return v_quota; end if;
  insert into private.rate_counters as c (bucket, window_start, n) values (v_bucket, v_start, v_kilobytes)
    on conflict (bucket, window_start) do update set n = least(c.n::bigint + excluded.n, 2000000000)::int;
  select sum(c.n * case c.window_start when v_start then 1 else v_rest end) into v_used from private.rate_counters c
    where c.bucket = v_bucket and c.window_start in (v_start, v_start - interval '1 hour');
  return case when v_used * 1024 > private.megabytes('upload_network_mb') then 'network' end;
end
$function$;

COMMENT ON FUNCTION "private"."megabytes"(text) IS 'A setting of megabytes, in bytes.';

COMMENT ON FUNCTION "private"."setting"(text) IS 'A setting, or its default when it is missing, empty, no whole number where it has to be one, or out of bounds: a typing error never stops the site. An unknown key raises.';

COMMENT ON FUNCTION "private"."setting_int"(text) IS 'As private.setting, of a whole number.';

COMMENT ON TABLE "private"."setting_defaults" IS 'Every setting: its default (null: none, or times the value of the setting that it follows), its bounds where it is a whole number, and what it means.';

COMMENT ON TABLE "private"."settings" IS 'What an operator has set; private.setting_defaults says what can be. Secrets that a database dump must not have are not here: see private.link_secret.';

REVOKE ALL ON FUNCTION "private"."megabytes"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."megabytes"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."megabytes"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."setting"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."setting"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."setting"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."setting_int"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."setting_int"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."setting_int"(text) TO "postgres";

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"pepper","most":null,"least":null,"times":null,"value":"","follows":null,"meaning":"Mixed into the hashes of rate limits, so that nobody can try every address. Each database has its own."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"client_ip_header","most":null,"least":null,"times":null,"value":"cf-connecting-ip","follows":null,"meaning":"The request header with a visitor''s address, which the proxy in front overwrites."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"media_origin","most":null,"least":null,"times":null,"value":null,"follows":null,"meaning":"The origin of uploaded pictures. Without it, that of any hosted project."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"webhook_url","most":null,"least":null,"times":null,"value":null,"follows":null,"meaning":"The address that pg_net calls when pages change."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"webhook_secret","most":null,"least":null,"times":null,"value":null,"follows":null,"meaning":"The secret that signs calls of webhook_url, as Standard Webhooks writes it (whsec_...)."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"matching","most":null,"least":null,"times":null,"value":"specification","follows":null,"meaning":"The rule that chooses artists for a request: specification or scores."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"clock_offset_seconds","most":999999999,"least":0,"times":null,"value":"0","follows":null,"meaning":"How far the clock of reminders and expiry is ahead. Only tests set it."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"lead_min_elapsed_ms","most":600000,"least":0,"times":null,"value":"250","follows":null,"meaning":"A form that was filled in faster than this is held for an admin."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_choice_seconds","most":2592000,"least":0,"times":null,"value":"60","follows":null,"meaning":"How long the email that confirms a request waits for its client to choose artists, so that one email says both."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_status_seconds","most":2592000,"least":0,"times":null,"value":"60","follows":null,"meaning":"How long an email about a new status waits, so that the status can change."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_message_seconds","most":2592000,"least":0,"times":null,"value":"60","follows":null,"meaning":"How long an email about an unread message waits."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"lead_ip_limit","most":999999999,"least":0,"times":null,"value":"30","follows":null,"meaning":"Requests of one client in 10 minutes; more are held for an admin."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"lead_email_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"The older name of lead_user_limit."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"newsletter_ip_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"Newsletter sign-ups of one client in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"link_ip_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"Request links that one client asks for in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"link_email_limit","most":999999999,"least":0,"times":null,"value":"3","follows":null,"meaning":"Request links that leave for one email address, or change, in an hour."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"report_ip_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"Picture reports of one visitor in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"report_total_limit","most":999999999,"least":0,"times":null,"value":"300","follows":null,"meaning":"Picture reports of all visitors in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"view_limit","most":999999999,"least":0,"times":null,"value":"6000","follows":null,"meaning":"Views that count in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"view_artist_limit","most":999999999,"least":0,"times":null,"value":"600","follows":null,"meaning":"Views of one artist that count in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"message_limit","most":999999999,"least":0,"times":null,"value":"60","follows":null,"meaning":"Messages of one side of a conversation in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"proposal_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"Proposals of one artist for one request in a day."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"completion_limit","most":999999999,"least":0,"times":null,"value":"6","follows":null,"meaning":"How often one wall can be marked as painted in a day."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_unproven_limit","most":999999999,"least":0,"times":null,"value":"3","follows":null,"meaning":"Emails to an address that nobody has proven, after the first."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_recipient_limit","most":999999999,"least":0,"times":null,"value":"30","follows":null,"meaning":"Emails to one address in a day."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_address_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"Emails to one address in a day that anybody can cause."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_admin_limit","most":999999999,"least":0,"times":null,"value":"5","follows":null,"meaning":"Emails to one admin about the desk in a day."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"upload_person_mb","most":999999999,"least":0,"times":null,"value":"500","follows":null,"meaning":"Megabytes of files that one account may keep."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"upload_network_mb","most":999999999,"least":0,"times":null,"value":"250","follows":null,"meaning":"Megabytes of files that one network may send in an hour."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"upload_total_mb","most":999999999,"least":0,"times":null,"value":"20000","follows":null,"meaning":"Megabytes of all files together."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"lead_user_limit","most":999999999,"least":0,"times":1,"value":null,"follows":"lead_email_limit","meaning":"Requests of one confirmed account in an hour; more are held for an admin."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"lead_total_limit","most":999999999,"least":0,"times":20,"value":null,"follows":"lead_ip_limit","meaning":"Requests of everybody in 10 minutes; more are held for an admin."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

reset check_function_bodies;
