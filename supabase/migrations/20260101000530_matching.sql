-- Matching (specification, section 9). The TypeScript twin is src/domain/matching.ts.
create function private.matching_artists(p_city text, p_style text, p_first uuid default null)
  returns table (artist_id uuid, rank int)
  language sql stable security definer set search_path = ''
as $$
  with pool as (
    select a.id, a.city, a.styles, a.featured, a.average_rating from public.artists a
    where a.public_visible
    order by a.featured desc, a.average_rating desc, a.id limit 10
  ), matches as (
    select p.id, false as first, p.featured, p.average_rating from pool p
    where p.id is distinct from p_first and (
      lower(private.clean(p.city)) = lower(private.clean(p_city))
      or exists (select from unnest(p.styles) s
                 where position(lower(p_style) in lower(s)) > 0 or position(lower(s) in lower(p_style)) > 0))
    union all
    select a.id, true, a.featured, a.average_rating from public.artists a where a.id = p_first and a.public_visible
  )
  select m.id, (row_number() over (order by m.first desc, m.featured desc, m.average_rating desc, m.id))::int
  from matches m
  order by 2 limit 5
$$;
comment on function private.matching_artists(text, text, uuid) is
  'At most 5 of the 10 best-standing public artists whose style or city fits; the artist somebody asked for comes first.';

create table private.lead_offers (
  lead_id uuid not null references public.lead_records (id) on delete cascade,
  artist_id uuid not null references public.artists (id) on delete cascade,
  rank int not null,
  primary key (lead_id, artist_id)
);
alter table private.lead_offers enable row level security;
comment on table private.lead_offers is 'Which artists a lead was offered: nobody else can be selected for it.';
create index lead_offers_artist_idx on private.lead_offers (artist_id);

create function private.lead_matches(p_lead uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', a.id, 'name', a.name, 'slug', a.slug, 'city', a.city, 'state', a.state, 'featured', a.featured,
    'average_rating', a.average_rating, 'profile_photo', a.profile_photo,
    'styles', to_jsonb(a.styles[1:4]), 'portfolio_images', to_jsonb(a.portfolio_images[1:2])) order by o.rank), '[]')
  from private.lead_offers o
  join public.artists a on a.id = o.artist_id and a.public_visible
  where o.lead_id = p_lead
$$;
comment on function private.lead_matches(uuid) is 'The matching cards of a lead: offered artists who are still public, up to 4 styles and 2 images each.';
