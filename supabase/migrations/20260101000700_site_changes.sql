-- The outbox: what changed on the pages, written in the transaction that changed it. A rolled-back change leaves nothing.
create table private.site_changes (
  id bigint generated always as identity primary key,
  table_name text not null,
  op text not null check (op in ('INSERT', 'UPDATE', 'DELETE')),
  old jsonb,
  new jsonb,
  changed_at timestamptz not null default now()
);
alter table private.site_changes enable row level security;
comment on table private.site_changes is
  'Changes waiting to be published: the columns that pages show, before and after. Rows are deleted once published.';

create function private.page_row(p_row jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select p_row - '{user_id,updated_at}'::text[]
$$;
comment on function private.page_row(jsonb) is 'A row without the columns that no page shows.';

create function private.on_pages(p_row jsonb) returns boolean
  language sql immutable set search_path = ''
as $$
  select coalesce((p_row ->> 'public_visible')::boolean, true)
$$;
comment on function private.on_pages(jsonb) is 'Whether pages show this row: cities always, artists and murals while they are public.';

create function private.record_site_changes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_rows int;
begin
  if tg_op = 'INSERT' then
    insert into private.site_changes (table_name, op, new)
      select tg_table_name, tg_op, private.page_row(to_jsonb(n)) from new_rows n where private.on_pages(to_jsonb(n));
  elsif tg_op = 'DELETE' then
    insert into private.site_changes (table_name, op, old)
      select tg_table_name, tg_op, private.page_row(to_jsonb(o)) from old_rows o where private.on_pages(to_jsonb(o));
  else
    insert into private.site_changes (table_name, op, old, new)
      select tg_table_name, tg_op, private.page_row(to_jsonb(o)), private.page_row(to_jsonb(n))
      from old_rows o join new_rows n on n.id = o.id
      where private.page_row(to_jsonb(o)) <> private.page_row(to_jsonb(n))
        and (private.on_pages(to_jsonb(o)) or private.on_pages(to_jsonb(n)));
  end if;
  get diagnostics v_rows = row_count;
  if v_rows > 0 then
    perform pg_notify('site_changes', '');
    perform private.call_webhook();
  end if;
  return null;
end
$$;
comment on function private.record_site_changes() is
  'Writes what pages show into the outbox and wakes the publisher; a change that no page shows writes nothing.';

create trigger artists_site_insert after insert on public.artists referencing new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger artists_site_update after update on public.artists referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger artists_site_delete after delete on public.artists referencing old table as old_rows
  for each statement execute function private.record_site_changes();
create trigger murals_site_insert after insert on public.murals referencing new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger murals_site_update after update on public.murals referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger murals_site_delete after delete on public.murals referencing old table as old_rows
  for each statement execute function private.record_site_changes();
create trigger cities_site_insert after insert on public.cities referencing new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger cities_site_update after update on public.cities referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_site_changes();
create trigger cities_site_delete after delete on public.cities referencing old table as old_rows
  for each statement execute function private.record_site_changes();

create function public.read_site_changes(p_limit int default 1000)
  returns table (id bigint, table_name text, op text, old jsonb, new jsonb, changed_at timestamptz)
  language sql stable security invoker set search_path = ''
as $$
  select c.id, c.table_name, c.op, c.old, c.new, c.changed_at from private.site_changes c
  order by c.id limit least(greatest(coalesce(p_limit, 1000), 0), 10000)
$$;
comment on function public.read_site_changes(int) is 'The oldest unpublished changes. Reading claims nothing: a crash before finish_site_changes publishes them again.';

create function public.finish_site_changes(p_ids bigint[]) returns int
  language sql security invoker set search_path = ''
as $$
  with gone as (delete from private.site_changes c where c.id = any (p_ids) returning 1)
  select count(*)::int from gone
$$;
comment on function public.finish_site_changes(bigint[]) is 'Drops published changes; gives how many there were.';
grant select, delete on private.site_changes to service_role;
grant execute on function public.read_site_changes(int), public.finish_site_changes(bigint[]) to service_role;
