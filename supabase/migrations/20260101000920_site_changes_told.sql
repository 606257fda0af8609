-- The notification of a change carries the change itself, so that the publisher need not read it first.

create or replace function private.record_site_changes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_changes jsonb;
begin
  if tg_op = 'INSERT' then
    with made as (
      insert into private.site_changes (table_name, op, new)
        select tg_table_name, tg_op, private.page_row(to_jsonb(n)) from new_rows n where private.on_pages(to_jsonb(n))
        returning *
    )
    select jsonb_agg(to_jsonb(m) order by m.id) into v_changes from made m;
  elsif tg_op = 'DELETE' then
    with made as (
      insert into private.site_changes (table_name, op, old)
        select tg_table_name, tg_op, private.page_row(to_jsonb(o)) from old_rows o where private.on_pages(to_jsonb(o))
        returning *
    )
    select jsonb_agg(to_jsonb(m) order by m.id) into v_changes from made m;
  else
    with made as (
      insert into private.site_changes (table_name, op, old, new)
        select tg_table_name, tg_op, private.page_row(to_jsonb(o)), private.page_row(to_jsonb(n))
        from old_rows o join new_rows n on n.id = o.id
        where private.page_row(to_jsonb(o)) <> private.page_row(to_jsonb(n))
          and (private.on_pages(to_jsonb(o)) or private.on_pages(to_jsonb(n)))
        returning *
    )
    select jsonb_agg(to_jsonb(m) order by m.id) into v_changes from made m;
  end if;
  if v_changes is not null then
    -- PostgreSQL takes payloads below 8,000 bytes; without one the publisher reads the outbox.
    perform pg_notify('site_changes', case when octet_length(v_changes::text) < 8000 then v_changes::text else '' end);
    perform private.call_webhook();
  end if;
  return null;
end
$$;
comment on function private.record_site_changes() is
  'Writes what pages show into the outbox and tells the publisher; a change that no page shows writes nothing.';
