-- The outbox tells the publisher of what it takes in, and the notification carries it, so that it need not be read first.

create or replace function private.record_site_changes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
  return null;
end
$$;
comment on function private.record_site_changes() is
  'Writes what pages show into the outbox; a change that no page shows writes nothing.';

create function private.tell_site_changes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
comment on function private.tell_site_changes() is 'Wakes the publisher, with the new changes themselves where they fit.';

create trigger site_changes_tell after insert on private.site_changes referencing new table as made
  for each statement execute function private.tell_site_changes();
