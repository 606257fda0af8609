-- A process that begins just after a mural was taken down no longer reads its old addresses, so it has to be told that
-- their pages go with it.
create or replace function private.redirect_murals() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_renamed uuid[];
begin
  if tg_op = 'INSERT' then
    delete from public.mural_redirects r using new_rows n where r.slug = n.slug;
    return null;
  end if;
  select array_agg(n.id) into v_renamed from old_rows o join new_rows n on n.id = o.id where n.slug <> o.slug;
  if v_renamed is not null then
    delete from public.mural_redirects r using new_rows n where n.id = any (v_renamed) and r.slug = n.slug;
    insert into public.mural_redirects (slug, mural_id)
      select o.slug, o.id from old_rows o
      where o.id = any (v_renamed) and o.published_at is not null and not exists (select from public.murals m where m.slug = o.slug)
      on conflict (slug) do update set mural_id = excluded.mural_id, created_at = now();
    delete from public.mural_redirects d using (
      select r.id, row_number() over (partition by r.mural_id order by r.created_at desc, r.id) as n
      from public.mural_redirects r where r.mural_id = any (v_renamed)) r
    where d.id = r.id and r.n > 20;
  end if;
  -- While a mural was private, nobody could read where its old addresses led.
  insert into private.site_changes (table_name, op, new)
    select 'mural_redirects', 'INSERT', private.page_row(to_jsonb(r))
    from old_rows o join new_rows n on n.id = o.id join public.mural_redirects r on r.mural_id = n.id
    where n.public_visible and not o.public_visible;
  insert into private.site_changes (table_name, op, old)
    select 'mural_redirects', 'DELETE', private.page_row(to_jsonb(r))
    from old_rows o join new_rows n on n.id = o.id join public.mural_redirects r on r.mural_id = n.id
    where o.public_visible and not n.public_visible;
  return null;
end
$$;
comment on function private.redirect_murals() is
  'Keeps the address that a mural was public under, gives up one that is in use again, and tells the publisher of those of a mural that comes back or goes.';
