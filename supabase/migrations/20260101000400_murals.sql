-- Murals (specification, section 3): finished walls, with or without an artist of this directory.
create table public.murals (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 140),
  title text not null check (char_length(private.clean(title)) between 1 and 200),
  description text check (char_length(description) <= 5000),
  city text check (char_length(city) <= 100),
  state text check (char_length(state) <= 50),
  location_details text check (char_length(location_details) <= 500),
  date_completed date,
  surface_type text check (char_length(surface_type) <= 50),
  medium text check (char_length(medium) <= 50),
  dimensions text check (char_length(dimensions) <= 100),
  styles text[] not null default '{}' check (private.valid_list(styles)),
  image_url text check (private.safe_url(image_url)),
  gallery_images text[] not null default '{}' check (private.safe_urls(gallery_images)),
  featured boolean not null default false,
  public_visible boolean not null default false,
  artist_id uuid references public.artists (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  city_slug text generated always as (private.city_slug(city, state)) stored
);
alter table public.murals enable row level security;
comment on table public.murals is 'Mural projects. Curated by operators: no API role but service_role writes them.';

create index murals_recent_idx on public.murals (created_at desc) where public_visible;
create index murals_artist_idx on public.murals (artist_id);
create index murals_city_slug_idx on public.murals (city_slug) where public_visible;

grant select on public.murals to anon, authenticated;
grant all on public.murals to service_role;
create policy murals_select_anon on public.murals for select to anon using (public_visible);
create policy murals_select on public.murals for select to authenticated
  using (public_visible or (select private.is_admin()));

create function private.touch() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  -- A stored generated column has no value yet in a before trigger, so it is left out.
  if to_jsonb(new) - 'city_slug' <> to_jsonb(old) - 'city_slug' then new.updated_at := now(); end if;
  return new;
end
$$;
comment on function private.touch() is 'Keeps updated_at; an update that changes nothing is not a change.';
create trigger murals_touch before update on public.murals
  for each row execute function private.touch();
