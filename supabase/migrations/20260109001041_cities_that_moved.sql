-- A city's address follows its name. Where it was before leads to its page from then on.
alter table public.cities add column old_slugs text[] not null default '{}';
comment on column public.cities.old_slugs is
  'Addresses that the city had before, the latest last, at most 20. One that another city or an artist has now is theirs.';

create function private.keep_old_slugs() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_slugs text[] := array_remove(array_remove(old.old_slugs, old.slug) || old.slug, new.slug);
begin
  new.old_slugs := v_slugs[greatest(cardinality(v_slugs) - 19, 1):];
  return new;
end
$$;
comment on function private.keep_old_slugs() is 'Keeps the addresses that a city had.';
-- After cities_complete, which makes the address.
create trigger cities_keep_old_slugs before update on public.cities
  for each row when (new.slug is distinct from old.slug) execute function private.keep_old_slugs();

-- Cities that this upgrade has renamed; what it changed is in the outbox still.
update public.cities c set old_slugs = array[s.slug]
from (
  select distinct on (x.new ->> 'id') x.new ->> 'id' as id, x.old ->> 'slug' as slug
  from private.site_changes x where x.table_name = 'cities' and x.op = 'UPDATE' and x.old ->> 'slug' <> x.new ->> 'slug'
  order by x.new ->> 'id', x.id desc
) s
where c.id::text = s.id and s.slug <> c.slug;
