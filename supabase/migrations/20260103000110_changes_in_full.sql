-- The publisher keeps every row that pages show in memory, and takes changes from the outbox alone. So the outbox has the
-- time of a change too, which the sitemap names; a row in which nothing else changed is still no change.
create or replace function private.page_row(p_row jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select p_row - 'user_id'
$$;
comment on function private.page_row(jsonb) is 'A row as pages know it: not whose it is.';

create function private.page_content(p_row jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select p_row - '{user_id,updated_at}'::text[]
$$;
comment on function private.page_content(jsonb) is 'What makes a row another one for the pages.';

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
      where private.page_content(to_jsonb(o)) <> private.page_content(to_jsonb(n))
        and (private.on_pages(to_jsonb(o)) or private.on_pages(to_jsonb(n)));
  end if;
  return null;
end
$$;
comment on function private.record_site_changes() is
  'Writes what pages show into the outbox, and every artist who is deleted; another change that no page shows writes nothing.';

-- Finishing changes notes the job that published them, in one call.
drop function public.finish_site_changes(bigint[]);
create function public.finish_site_changes(p_ids bigint[], p_job jsonb default null) returns int
  language plpgsql security invoker set search_path = ''
as $$
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
grant execute on function public.finish_site_changes(bigint[], jsonb) to service_role;

create function public.directory_checksum() returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'artists', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from a.updated_at) * 1000000), 0)::numeric(40)::text)
                from public.artists a where a.public_visible),
    'murals', (select jsonb_build_array(count(*), coalesce(sum(extract(epoch from m.updated_at) * 1000000), 0)::numeric(40)::text)
               from public.murals m where m.public_visible),
    'cities', (select jsonb_build_array(count(*), coalesce(sum(c.artist_count + char_length(concat(c.city_name, c.description, c.cover_photo))), 0)::text)
               from public.cities c))
$$;
comment on function public.directory_checksum() is
  'For each table of the pages: how many rows, and a sum that differs when a row was changed. Cheap, to notice changes that the outbox never had.';
grant execute on function public.directory_checksum() to service_role;
