-- Several servers over one database: who leads, and which files of the site the leader has written.
create table private.leases (
  name text primary key check (char_length(name) between 1 and 40),
  -- The name of a process.
  holder text not null check (char_length(holder) between 1 and 200),
  until timestamptz not null
);
comment on table private.leases is 'Who does what only one may do at a time, and until when nobody else takes it over.';
grant select, insert, update, delete on private.leases to service_role;

create function public.take_lease(p_name text, p_holder text, p_seconds int) returns text
  language plpgsql security invoker set search_path = '' as $$
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
$$;
comment on function public.take_lease(text, text, int) is
  'Takes or renews a lease that nobody else has for so many seconds; gives who has it now.';

create function public.end_lease(p_name text, p_holder text) returns void
  language sql security invoker set search_path = '' as $$
  delete from private.leases l where l.name = p_name and l.holder = p_holder
$$;
comment on function public.end_lease(text, text) is 'Lets the next one have a lease at once.';

create table private.site_log (
  id bigint generated always as identity primary key,
  -- Paths below the root of the site.
  files text[] not null,
  written_at timestamptz not null default clock_timestamp()
);
comment on table private.site_log is
  'Files of the site that the leading publisher has put into the bucket or removed from it, for the servers that follow. The last hour is kept.';
grant select, insert, delete on private.site_log to service_role;

create function public.note_site_files(p_holder text, p_files text[]) returns boolean
  language plpgsql security invoker set search_path = '' as $$
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
$$;
comment on function public.note_site_files(text, text[]) is
  'Tells the servers that follow which files of the site are others now; false, and nothing noted, for one that leads no more.';

create function public.read_site_log(p_after bigint) returns jsonb
  language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'last', (select max(g.id) from private.site_log g),
    'known', exists (select from private.site_log g where g.id = p_after),
    'files', coalesce((select jsonb_agg(distinct f.file) from private.site_log g cross join unnest(g.files) f (file)
                       where g.id > p_after), '[]'))
$$;
comment on function public.read_site_log(bigint) is
  'The files noted after an entry, and the last entry; `known` is false where that entry is not kept: then nobody can tell what is missing.';

grant execute on function
  public.take_lease(text, text, int), public.end_lease(text, text), public.note_site_files(text, text[]),
  public.read_site_log(bigint)
  to service_role;
