-- Files were counted, and never weighed: one account could fill the disk within minutes. What all of them weigh stands in
-- one row, since nobody can add them up for each upload.
create table private.storage_use (
  one boolean primary key default true check (one),
  bytes bigint not null
);
alter table private.storage_use enable row level security;
comment on table private.storage_use is 'What all files of all buckets weigh together, in its one row; kept by triggers on storage.objects.';

create function private.weight(p_metadata jsonb) returns bigint
  language sql immutable set search_path = ''
as $$
  select case when p_metadata ->> 'size' ~ '^[0-9]{1,15}$' then (p_metadata ->> 'size')::bigint else 0 end
$$;
comment on function private.weight(jsonb) is 'The bytes of a file, by what storage services say of it; 0 where they do not.';

insert into private.storage_use (bytes) select coalesce(sum(private.weight(o.metadata)), 0) from storage.objects o;

insert into private.settings (key, value) values
  ('upload_person_mb', '500'), ('upload_network_mb', '250'), ('upload_total_mb', '20000')
on conflict (key) do nothing;
comment on table private.settings is
  'Operator settings. client_ip_header, media_origin, lead_ip_limit, lead_user_limit, lead_total_limit, lead_min_elapsed_ms, mail_address_limit, mail_choice_seconds, mail_message_seconds, message_limit, view_limit, view_artist_limit, link_ip_limit, link_email_limit, newsletter_ip_limit, report_ip_limit, report_total_limit, upload_person_mb, upload_network_mb, upload_total_mb, matching, link_secret, clock_offset_seconds, webhook_url, webhook_secret, pepper.';

create function private.megabytes(p_key text, p_default int) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select private.setting_int(p_key, p_default) * 1048576::bigint
$$;
comment on function private.megabytes(text, int) is 'A setting of megabytes, in bytes.';

create function private.count_bytes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_more bigint := 0;
begin
  if tg_op <> 'DELETE' then v_more := coalesce((select sum(private.weight(n.metadata)) from new_files n), 0); end if;
  if tg_op <> 'INSERT' then v_more := v_more - coalesce((select sum(private.weight(o.metadata)) from old_files o), 0); end if;
  -- A download touches its row, too: only what changes the sum may wait for others who do.
  if v_more <> 0 then update private.storage_use u set bytes = greatest(0, u.bytes + v_more); end if;
  return null;
end
$$;
comment on function private.count_bytes() is 'Adds and takes away what files weigh.';
create trigger objects_count_new after insert on storage.objects referencing new table as new_files
  for each statement execute function private.count_bytes();
create trigger objects_count_changed after update on storage.objects referencing old table as old_files new table as new_files
  for each statement execute function private.count_bytes();
create trigger objects_count_gone after delete on storage.objects referencing old table as old_files
  for each statement execute function private.count_bytes();

create function private.quota_of(p_bucket text, p_name text, p_owner uuid, p_bytes bigint) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_there bigint := coalesce((
    select private.weight(o.metadata) from storage.objects o where o.bucket_id = p_bucket and o.name = p_name), 0);
  v_own bigint;
begin
  if (select u.bytes from private.storage_use u) - v_there + p_bytes > private.megabytes('upload_total_mb', 20000) then
    return 'total';
  end if;
  if p_owner is null then return null; end if;
  select coalesce(sum(private.weight(o.metadata)), 0) into v_own from storage.objects o
    where o.owner = p_owner and (o.bucket_id, o.name) <> (p_bucket, p_name);
  return case when v_own + p_bytes > private.megabytes('upload_person_mb', 500) then 'person' end;
end
$$;
comment on function private.quota_of(text, text, uuid, bigint) is
  'Which quota a file of so many bytes would pass: total, person, or none (null). One that it takes the place of does not count.';

-- Whoever writes the row, as in `private.keep_room_for_files`.
create function private.keep_quota() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if private.weight(new.metadata) <= private.weight(old.metadata) then return new; end if;
  end if;
  if private.quota_of(new.bucket_id, new.name, new.owner, private.weight(new.metadata)) is not null then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$$;
comment on function private.keep_quota() is 'Refuses files beyond what an account, or all together, may keep.';
create trigger objects_weighed before insert or update of metadata on storage.objects
  for each row execute function private.keep_quota();

create function private.upload_refusal(p_bucket text, p_name text, p_owner uuid, p_network text, p_bytes bigint) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quota text := private.quota_of(p_bucket, p_name, p_owner, p_bytes);
  v_bucket text := 'upload_network:' || encode(sha256(convert_to(private.setting('pepper', '') || p_network, 'UTF8')), 'hex');
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
  return case when v_used * 1024 > private.megabytes('upload_network_mb', 250) then 'network' end;
end
$$;
comment on function private.upload_refusal(text, text, uuid, text, bigint) is
  'Counts an upload by its sender''s network and says which quota it passes: total, person, network (within an hour), or none (null). The embedded storage asks; a hosted one counts no networks.';

create function private.storage_room() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  -- The role that the API has set, which a definer's function keeps.
  if current_setting('role', true) <> 'service_role' and not private.is_admin() then perform private.fail('not_allowed'); end if;
  return (select jsonb_build_object('bytes', u.bytes, 'limit', private.megabytes('upload_total_mb', 20000)) from private.storage_use u);
end
$$;
comment on function private.storage_room() is 'What all files weigh, and what they may. Admins and the secret key only.';

create function public.storage_room() returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.storage_room()
$$;
comment on function public.storage_room() is 'How full the storage is, for admins and the operator: {bytes, limit}.';
grant execute on function private.storage_room(), public.storage_room() to authenticated, service_role;
