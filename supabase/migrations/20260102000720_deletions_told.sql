-- The publisher is told of every artist who is deleted, also a private one: earlier releases may still show them.

create or replace function private.record_site_changes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.site_changes (table_name, op, new)
      select tg_table_name, tg_op, private.page_row(to_jsonb(n)) from new_rows n where private.on_pages(to_jsonb(n));
  elsif tg_op = 'DELETE' then
    insert into private.site_changes (table_name, op, old)
      select tg_table_name, tg_op,
        case when private.on_pages(to_jsonb(o)) then private.page_row(to_jsonb(o))
             else jsonb_build_object('id', o.id, 'slug', o.slug, 'public_visible', false) end
      from old_rows o where tg_table_name = 'artists' or private.on_pages(to_jsonb(o));
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
  'Writes what pages show into the outbox, and every artist who is deleted; another change that no page shows writes nothing.';
