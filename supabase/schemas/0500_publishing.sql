-- Hosted only: wakes the publisher over HTTP through pg_net, signed as Standard Webhooks asks. Where pg_net or the
-- settings webhook_url and webhook_secret are missing, nothing happens: NOTIFY and the publisher's sweep remain.
create function private.hmac_sha256(p_key bytea, p_message bytea) returns bytea
  language plpgsql immutable strict set search_path = '' as $$
declare
  v_key bytea := case when length(p_key) > 64 then sha256(p_key) else p_key end;
  v_inner bytea := ''::bytea;
  v_outer bytea := ''::bytea;
  v_byte int;
begin
  -- RFC 2104 over the built-in sha256, because pgcrypto does not live in the same schema everywhere.
  for i in 0..63 loop
    v_byte := case when i < length(v_key) then get_byte(v_key, i) else 0 end;
    v_inner := v_inner || set_byte('\x00'::bytea, 0, v_byte # 54);
    v_outer := v_outer || set_byte('\x00'::bytea, 0, v_byte # 92);
  end loop;
  return sha256(v_outer || sha256(v_inner || p_message));
end
$$;
comment on function private.hmac_sha256(bytea, bytea) is 'HMAC-SHA-256 (RFC 2104).';

create function private.webhook_signature(p_secret text, p_id text, p_timestamp bigint, p_body text) returns text
  language sql immutable strict set search_path = '' as $$
  select 'v1,' || encode(private.hmac_sha256(
    decode(regexp_replace(p_secret, '^whsec_', ''), 'base64'),
    convert_to(p_id || '.' || p_timestamp || '.' || p_body, 'UTF8')), 'base64')
$$;
comment on function private.webhook_signature(text, text, bigint, text) is 'The webhook-signature header of Standard Webhooks.';

create function private.call_webhook() returns void
  language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.call_webhook() is 'Queues one signed call to the publisher for this transaction, where the project is set up for it.';

-- The outbox: what changed on the pages, written in the transaction that changed it. A rolled-back change leaves nothing.
create table private.site_changes (
  id bigint generated always as identity primary key,
  table_name text not null,
  op text not null check (op in ('INSERT', 'UPDATE', 'DELETE')),
  -- Null for an insert, as new is for a delete.
  old jsonb,
  new jsonb,
  changed_at timestamptz not null default now(),
  request text default substring(current_setting('application_name', true) from '^mural-directory ([\w-]{8,40})$'),
  locale text not null default private.account_locale(auth.uid())
);
comment on table private.site_changes is 'Changes waiting to be published: the columns that pages show, before and after. Rows are deleted once published.';
comment on column private.site_changes.request is 'The id of the request that made the change, as its session is named; null where none did.';
comment on column private.site_changes.locale is 'The language of who made the change, whose page is rendered first.';
grant select, delete on private.site_changes to service_role;

create function private.page_row(p_row jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select p_row - '{user_id,hidden_at,hidden_reason,counted_at}'::text[]
$$;
comment on function private.page_row(jsonb) is 'A row as pages know it: not whose it is, nor what is between people.';

create function private.on_pages(p_row jsonb) returns boolean
  language sql immutable set search_path = '' as $$
  select coalesce((p_row ->> 'public_visible')::boolean, true)
$$;
comment on function private.on_pages(jsonb) is 'Whether pages show this row: cities always, artists and murals while they are public.';

create function private.record_site_changes() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.site_changes (table_name, op, new)
      select tg_table_name, tg_op, private.page_row(to_jsonb(n)) from new_rows n where private.on_pages(to_jsonb(n));
  elsif tg_op = 'DELETE' then
    insert into private.site_changes (table_name, op, old)
      select tg_table_name, tg_op,
        case when private.on_pages(to_jsonb(o)) then private.page_row(to_jsonb(o))
             else jsonb_build_object('id', o.id, 'slug', to_jsonb(o) -> 'slug', 'public_visible', false) end
      from old_rows o where tg_table_name = 'artists' or private.on_pages(to_jsonb(o));
  else
    insert into private.site_changes (table_name, op, old, new)
      select tg_table_name, tg_op, private.page_row(to_jsonb(o)), private.page_row(to_jsonb(n))
      from old_rows o join new_rows n on n.id = o.id
      -- The publisher takes changes from here alone, so the time of one goes along for the sitemap. Alone it is no change.
      where private.page_row(to_jsonb(o)) - 'updated_at' <> private.page_row(to_jsonb(n)) - 'updated_at'
        and (private.on_pages(to_jsonb(o)) or private.on_pages(to_jsonb(n)));
  end if;
  return null;
end
$$;
comment on function private.record_site_changes() is
  'Writes what pages show into the outbox, and every artist who is deleted; another change that no page shows writes nothing.';

select private.after_statements(t.name, 'site', 'record_site_changes')
  from unnest('{public.artists,public.murals,public.cities,public.reviews,public.mural_redirects}'::regclass[]) t (name);

create function public.read_site_changes(p_limit int default 1000)
  returns table (id bigint, table_name text, op text, old jsonb, new jsonb, changed_at timestamptz, request text, locale text)
  language sql stable security invoker rows 100 set search_path = '' as $$
  select c.id, c.table_name, c.op, c.old, c.new, c.changed_at, c.request, c.locale from private.site_changes c
  order by c.id limit least(greatest(coalesce(p_limit, 1000), 0), 10000)
$$;
comment on function public.read_site_changes(int) is
  'The oldest unpublished changes. Reading claims nothing: a crash before finish_site_changes publishes them again.';

-- What the publisher keeps in the database: webhooks it has seen, jobs it ran, and what admins ask of it.
create table private.webhooks_seen (
  id text primary key,
  seen_at timestamptz not null default now()
);
comment on table private.webhooks_seen is 'Webhook ids of the last week: the same id never runs twice.';
grant select, insert, update, delete on private.webhooks_seen to service_role;

create table private.publish_jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (char_length(kind) between 1 and 40),
  detail jsonb not null default '{}',
  -- Null while it runs.
  ok boolean,
  result jsonb,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table private.publish_jobs is 'The publisher''s last 500 jobs.';
grant select, insert, update, delete on private.publish_jobs to service_role;
create index publish_jobs_started_idx on private.publish_jobs (started_at desc);

create table private.publish_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('rebuild', 'rollback')),
  requested_by uuid,
  requested_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table private.publish_requests is 'What admins asked the publisher to do.';
grant select, insert, update, delete on private.publish_requests to service_role;

create function public.remember_webhook(p_id text) returns boolean
  language plpgsql security invoker set search_path = '' as $$
declare
  v_new int;
begin
  if coalesce(p_id, '') = '' or char_length(p_id) > 200 then perform private.fail('invalid_input'); end if;
  delete from private.webhooks_seen w where w.seen_at < now() - interval '7 days';
  insert into private.webhooks_seen (id) values (p_id) on conflict do nothing;
  get diagnostics v_new = row_count;
  return v_new = 1;
end
$$;
comment on function public.remember_webhook(text) is 'True for a webhook id that was never seen before, and only once.';

create function public.start_publish_job(p_kind text, p_detail jsonb default '{}') returns uuid
  language plpgsql security invoker set search_path = '' as $$
declare
  v_id uuid;
begin
  delete from private.publish_jobs j where j.started_at < (
    select o.started_at from private.publish_jobs o order by o.started_at desc offset 499 limit 1);
  insert into private.publish_jobs (kind, detail) values (p_kind, coalesce(p_detail, '{}')) returning id into v_id;
  return v_id;
end
$$;
comment on function public.start_publish_job(text, jsonb) is 'Notes the start of a job; gives its id.';

create function public.finish_publish_job(p_id uuid, p_ok boolean, p_detail jsonb default '{}') returns void
  language sql security invoker set search_path = '' as $$
  update private.publish_jobs j set ok = p_ok, result = p_detail, finished_at = clock_timestamp() where j.id = p_id
$$;
comment on function public.finish_publish_job(uuid, boolean, jsonb) is 'Notes how a job ended.';

create function public.read_publish_requests()
  returns table (id bigint, kind text, requested_by uuid, requested_at timestamptz)
  language sql stable security invoker rows 5 set search_path = '' as $$
  select r.id, r.kind, r.requested_by, r.requested_at from private.publish_requests r where r.finished_at is null order by r.id
$$;
comment on function public.read_publish_requests() is 'What admins asked for and the publisher has not done yet, oldest first.';

create function public.finish_publish_request(p_id bigint) returns void
  language sql security invoker set search_path = '' as $$
  update private.publish_requests r set finished_at = now() where r.id = p_id and r.finished_at is null
$$;
comment on function public.finish_publish_request(bigint) is 'Marks an admin''s request as done.';

create function private.request_publish(p_kind text) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint;
begin
  perform private.require_admin();
  if p_kind is null or p_kind not in ('rebuild', 'rollback') then perform private.fail('invalid_input'); end if;
  insert into private.publish_requests (kind, requested_by) values (p_kind, auth.uid()) returning id into v_id;
  perform private.audit('publish.' || p_kind, null);
  perform pg_notify('publish_requests', '');
  perform private.call_webhook();
  return v_id;
end
$$;
comment on function private.request_publish(text) is
  'Asks the publisher for a full build (rebuild) or for the previous release (rollback). Admins only.';

create function private.admin_publishing() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'pending', (select count(*) from private.site_changes),
    'jobs', (select coalesce(jsonb_agg(to_jsonb(j) order by j.started_at desc), '[]')
             from (select * from private.publish_jobs o order by o.started_at desc limit 20) j),
    'requests', (select coalesce(jsonb_agg(to_jsonb(r) order by r.id desc), '[]')
                 from (select * from private.publish_requests o order by o.id desc limit 20) r));
end
$$;
comment on function private.admin_publishing() is
  'The state of publishing: {pending, jobs, requests}, the last 20 of each. Admins only.';

-- The notification carries what the outbox takes in, so that the publisher need not read it first.
create function private.notify_site_changes() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_changes text := (select jsonb_agg(to_jsonb(m) order by m.id) from made m);
begin
  if v_changes is null then return null; end if;
  -- PostgreSQL takes payloads below 8,000 bytes; without one the publisher reads the outbox.
  perform pg_notify('site_changes', case when octet_length(v_changes) < 8000 then v_changes else '' end);
  perform private.call_webhook();
  return null;
end
$$;
comment on function private.notify_site_changes() is 'Wakes the publisher, with the new changes themselves where they fit.';

create trigger site_changes_notify after insert on private.site_changes referencing new table as made
  for each statement execute function private.notify_site_changes();

create function public.finish_site_changes(p_ids bigint[], p_job jsonb default null) returns int
  language plpgsql security invoker set search_path = '' as $$
declare
  v_gone int;
begin
  delete from private.site_changes c where c.id = any (p_ids);
  get diagnostics v_gone = row_count;
  if p_job is not null then
    perform public.finish_publish_job(public.start_publish_job(p_job ->> 'kind'), (p_job ->> 'ok')::boolean, p_job -> 'result');
  end if;
  return v_gone;
end
$$;
comment on function public.finish_site_changes(bigint[], jsonb) is
  'Drops published changes and notes the job {kind, ok, result} that published them; gives how many there were.';

create function public.directory_checksum() returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'artists', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from a.updated_at) * 1000000), 0)::numeric(40)::text)
                from public.artists a where a.public_visible),
    'murals', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from m.updated_at) * 1000000), 0)::numeric(40)::text)
               from public.murals m where m.public_visible),
    -- A position counts in its hundred-thousandths, which are whole.
    'cities', (select jsonb_build_array(count(*), coalesce(sum(c.artist_count
                 + char_length(concat(c.city_name, c.description, c.cover_photo))
                 + coalesce(c.latitude * 100000 + c.longitude * 1000000000, 0)), 0)::numeric(40)::text)
               from public.cities c),
    'reviews', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from r.updated_at) * 1000000), 0)::numeric(40)::text)
                from public.reviews r join public.artists a on a.id = r.artist_id where r.public_visible and a.public_visible),
    'mural_redirects', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from r.created_at) * 1000000), 0)::numeric(40)::text)
                        from public.mural_redirects r join public.murals m on m.id = r.mural_id where m.public_visible),
    'estimate_rates', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from e.updated_at) * 1000000), 0)::numeric(40)::text)
                       from public.estimate_rates e),
    'city_rules', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from r.updated_at) * 1000000), 0)::numeric(40)::text)
                   from public.city_rules r))
$$;
comment on function public.directory_checksum() is
  'For each table of the pages: how many rows, and a sum that differs when a row was changed. Reads every row, to notice changes that the outbox never had.';

-- PostgreSQL counts writes for its vacuum, also those of restores and of sessions without triggers, and says so up to ten
-- seconds after the commit. It begins anew after a crash and at each start; a restored table is another one.
create function public.directory_writes() returns text
  language sql stable security invoker set search_path = '' as $$
  select concat_ws(' ', pg_postmaster_start_time(), (select b.stats_reset from pg_catalog.pg_stat_bgwriter b), string_agg(
    concat_ws(',', t.id::oid, pg_stat_get_tuples_inserted(t.id), pg_stat_get_tuples_updated(t.id), pg_stat_get_tuples_deleted(t.id),
      pg_stat_get_live_tuples(t.id)), ' ' order by t.id))
  from unnest('{public.artists,public.murals,public.cities,public.reviews,public.mural_redirects,public.estimate_rates,public.city_rules}'::regclass[]) t (id)
  where current_setting('track_counts')::boolean having count(*) > 0
$$;
comment on function public.directory_writes() is
  'A text that is another one after each write to a table of the pages, without a look at its rows. Null where the server counts no writes.';

-- An artist who has just gone public waits for their page.
create function private.my_page_is_up() returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.artists a
    where a.user_id = auth.uid() and a.public_visible
      and not exists (select from private.site_changes c where c.table_name = 'artists' and c.new ->> 'id' = a.id::text))
$$;
comment on function private.my_page_is_up() is 'Whether the caller''s page is public, and shows all that was changed.';

grant execute on function
  public.read_site_changes(int), public.remember_webhook(text), public.start_publish_job(text, jsonb),
  public.finish_publish_job(uuid, boolean, jsonb), public.read_publish_requests(),
  public.finish_publish_request(bigint), public.finish_site_changes(bigint[], jsonb), public.directory_checksum(),
  public.directory_writes()
  to service_role;
