-- What the publisher keeps in the database: webhooks it has seen, jobs it ran, and what admins ask of it.
create table private.webhooks_seen (
  id text primary key,
  seen_at timestamptz not null default now()
);
alter table private.webhooks_seen enable row level security;
comment on table private.webhooks_seen is 'Webhook ids of the last week: the same id never runs twice.';

create table private.publish_jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (char_length(kind) between 1 and 40),
  detail jsonb not null default '{}',
  ok boolean,
  result jsonb,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
alter table private.publish_jobs enable row level security;
comment on table private.publish_jobs is 'The publisher''s last 500 jobs.';
create index publish_jobs_started_idx on private.publish_jobs (started_at desc);

create table private.publish_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('rebuild', 'rollback')),
  requested_by uuid,
  requested_at timestamptz not null default now(),
  finished_at timestamptz
);
alter table private.publish_requests enable row level security;
comment on table private.publish_requests is 'What admins asked the publisher to do.';
grant select, insert, update, delete on private.webhooks_seen, private.publish_jobs, private.publish_requests to service_role;

create function public.remember_webhook(p_id text) returns boolean
  language plpgsql security invoker set search_path = ''
as $$
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
  language plpgsql security invoker set search_path = ''
as $$
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
  language sql security invoker set search_path = ''
as $$
  update private.publish_jobs j set ok = p_ok, result = p_detail, finished_at = clock_timestamp() where j.id = p_id
$$;
comment on function public.finish_publish_job(uuid, boolean, jsonb) is 'Notes how a job ended.';

create function public.read_publish_requests()
  returns table (id bigint, kind text, requested_by uuid, requested_at timestamptz)
  language sql stable security invoker set search_path = ''
as $$
  select r.id, r.kind, r.requested_by, r.requested_at from private.publish_requests r where r.finished_at is null order by r.id
$$;
comment on function public.read_publish_requests() is 'What admins asked for and the publisher has not done yet, oldest first.';

create function public.finish_publish_request(p_id bigint) returns void
  language sql security invoker set search_path = ''
as $$
  update private.publish_requests r set finished_at = now() where r.id = p_id and r.finished_at is null
$$;
comment on function public.finish_publish_request(bigint) is 'Marks an admin''s request as done.';
grant execute on function
  public.remember_webhook(text), public.start_publish_job(text, jsonb), public.finish_publish_job(uuid, boolean, jsonb),
  public.read_publish_requests(), public.finish_publish_request(bigint)
to service_role;

create function private.request_publish(p_kind text) returns bigint
  language plpgsql security definer set search_path = ''
as $$
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
comment on function private.request_publish(text) is 'Asks the publisher for a full build or for the previous release.';

create function private.admin_publishing() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
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
comment on function private.admin_publishing() is 'Changes that wait, the last 20 jobs and the last 20 requests.';

create function public.request_publish(p_kind text) returns bigint
  language sql security invoker set search_path = ''
as $$
  select private.request_publish(p_kind)
$$;
comment on function public.request_publish(text) is 'Asks for a ''rebuild'' or a ''rollback''. Admins only.';

create function public.admin_publishing() returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_publishing()
$$;
comment on function public.admin_publishing() is 'The state of publishing: {pending, jobs, requests}. Admins only.';
grant execute on function private.request_publish(text), public.request_publish(text),
  private.admin_publishing(), public.admin_publishing() to authenticated;
