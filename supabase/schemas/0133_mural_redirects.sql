-- A mural's address follows its title. Where it was public under another one, that leads to its page from then on.
create table public.mural_redirects (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 140),
  mural_id uuid not null references public.murals (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.mural_redirects is
  'Addresses that murals were public under before, at most the last 20 of each. None of them is a mural''s address now.';
grant select on public.mural_redirects to anon, authenticated, service_role;
create index mural_redirects_mural_idx on public.mural_redirects (mural_id);

create policy mural_redirects_select on public.mural_redirects for select to anon, authenticated
  using (mural_id in (select m.id from public.murals m where m.public_visible));

create function private.mural_slug(p_title text) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(nullif(rtrim(left(private.slugify(p_title), 100), '-'), ''), 'mural');
end
$$;
comment on function private.mural_slug(text) is 'The address that a title makes.';

create function private.free_mural_slug(p_title text, p_mural uuid default null) returns text
  language plpgsql volatile security definer set search_path = '' as $$
declare
  v_slug text := private.mural_slug(p_title);
  v_free text := v_slug;
  v_n int := 1;
begin
  -- Of two murals that get one title at the same instant, the second waits here and sees the first.
  perform pg_advisory_xact_lock(hashtextextended('mural_slug:' || v_slug, 0));
  while exists (select from public.murals m where m.slug = v_free and m.id is distinct from p_mural)
     or exists (select from public.mural_redirects r where r.slug = v_free and r.mural_id is distinct from p_mural) loop
    v_n := v_n + 1;
    v_free := v_slug || '-' || v_n;
  end loop;
  return v_free;
end
$$;
comment on function private.free_mural_slug(text, uuid) is 'The slug of a title, with a number where another mural has it, or had it while it was public.';

create function private.slug_mural() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.slug := coalesce(new.slug, private.free_mural_slug(new.title, new.id));
  -- Operators may name one themselves; other spaces or capitals in a title make no other address.
  elsif new.slug = old.slug and private.mural_slug(new.title) <> private.mural_slug(old.title) then
    new.slug := private.free_mural_slug(new.title, new.id);
  end if;
  return new;
end
$$;
comment on function private.slug_mural() is 'A mural''s address follows its title.';

create trigger murals_3_slug before insert or update on public.murals
  for each row execute function private.slug_mural();

create function private.redirect_murals() returns trigger
  language plpgsql security definer set search_path = '' as $$
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

select private.after_statements('public.murals', 'redirect', 'redirect_murals', '{insert,update}');
