-- More of an artist that clients ask about, and what a profile needs before its owner publishes it.
create function private.web_address(p_text text, p_most int default 300) returns text
  language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- Ports end at 65535.
  c_port constant text := '6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4}';
  v_text text := private.clean(p_text);
begin
  if v_text !~ '^[A-Za-z][A-Za-z0-9+-]*:' then v_text := 'https://' || v_text; end if;
  if char_length(v_text) > p_most
     or v_text !~ ('^[Hh][Tt][Tt][Pp][Ss]?://([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}(:(' || c_port || '))?([/?#][!#-;=?-\[\]_a-z~]*)?$') then
    return null;
  end if;
  return v_text;
end
$$;
comment on function private.web_address(text, int) is
  'A web address with its scheme, which is https where none was typed; null for anything else. src/lib/web-address.ts is the same.';

create function private.valid_links(p_links text[]) returns boolean
  language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return cardinality(p_links) <= 6 and array_position(p_links, null) is null
    and not exists (select from unnest(p_links) u where private.web_address(u) is distinct from u);
end
$$;
comment on function private.valid_links(text[]) is 'At most six web addresses with their schemes.';

-- Artists (specification, sections 3 to 5). Only what is public lives here; e-mail and phone are in artist_contacts.
create table public.artists (
  id uuid primary key default gen_random_uuid(),
  -- Null for a page without an account, imported or run by an operator.
  user_id uuid unique references auth.users (id) on delete cascade,
  name text not null check (name = private.clean(name) and char_length(name) between 1 and 100),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 140),
  city text check (char_length(city) <= 100),
  state text check (char_length(state) <= 50),
  -- Typed by the artist, shown as plain text.
  bio text check (char_length(bio) <= 2000),
  styles text[] not null default '{}' check (private.valid_list(styles)),
  mediums text[] not null default '{}' check (private.valid_list(mediums)),
  surfaces text[] not null default '{}' check (private.valid_list(surfaces)),
  -- Addresses of files in the bucket of this product, as portfolio_images.
  profile_photo text check (private.safe_url(profile_photo)),
  portfolio_images text[] not null default '{}' check (private.safe_urls(portfolio_images)),
  -- Set by admins alone: first in lists.
  featured boolean not null default false,
  public_visible boolean not null default false,
  -- 0 without reviews.
  average_rating numeric(2, 1) not null default 0 check (average_rating between 0 and 5),
  years_experience int check (years_experience between 0 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Null without a city.
  city_slug text generated always as (private.city_slug(city, state)) stored,
  paused_until date
    check (extract(day from paused_until) = 1),
  -- How many reviews average_rating comes from; both are written by what follows from reviews, and by nothing else.
  review_count int not null default 0 check (review_count >= 0),
  -- What an artist's page says of how they work, computed from their requests.
  answer_hours smallint check (answer_hours in (1, 4, 8, 24, 48, 72)),
  walls_painted int not null default 0 check (walls_painted >= 0),
  replied_count smallint check (replied_count between 0 and asked_count),
  asked_count smallint check (asked_count between 5 and 20),
  picture_details jsonb not null default '{}' check (private.valid_picture_details(picture_details)),
  unclaimed boolean not null default false
    constraint artists_unclaimed_check check (not unclaimed or user_id is null),
  languages text[] not null default '{}' check (private.valid_list(languages)),
  travel_miles int check (travel_miles between 0 and 3000),
  insured boolean not null default false,
  minimum_price int check (minimum_price between 0 and 1000000),
  website text check (website is null or private.web_address(website) is not distinct from website),
  social_links text[] not null default '{}' check (private.valid_links(social_links)),
  insured_to date
);
comment on table public.artists is 'Public artist profiles. A row is shown to visitors only while public_visible is true.';
comment on column public.artists.paused_until is
  'The first day on which the artist takes requests again; null, or a day that has come, for one who takes them.';
comment on column public.artists.answer_hours is 'Within how many hours the artist usually answers: the median over the last 20 requests, from 5 answers on.';
comment on column public.artists.walls_painted is 'Requests whose wall was painted, and that both sides agree on.';
comment on column public.artists.replied_count is 'To how many of the last asked_count requests the artist replied in any way.';
comment on column public.artists.picture_details is 'Focus point and alternative text of portfolio pictures and the profile photo, by address.';
comment on column public.artists.unclaimed is
  'Imported, and not taken over by anybody yet. Not the same as having no account: an operator may run a page for an artist.';
comment on column public.artists.travel_miles is 'How far from the city the artist paints; null: not said.';
comment on column public.artists.insured is 'The artist says that they have liability insurance.';
comment on column public.artists.insured_to is
  'To which day a certificate of liability insurance that an admin has checked is good; null for none. Nobody but what follows from certificates writes it.';
comment on column public.artists.minimum_price is 'Whole US dollars; null: not said.';
grant select on public.artists to anon, authenticated, service_role;
grant insert (user_id, name, slug, city, state, bio, styles, mediums, surfaces, public_visible, years_experience),
  update (name, city, state, bio, styles, mediums, surfaces, profile_photo, portfolio_images, featured, public_visible,
  years_experience, paused_until, picture_details, languages, travel_miles, insured, minimum_price, website,
  social_links) on public.artists to authenticated;
create index artists_city_slug_idx on public.artists (city_slug) where public_visible;
create index artists_standing_idx on public.artists (featured desc, average_rating desc, id) where public_visible;
create index artists_created_idx on public.artists (created_at desc);
create index artists_paused_idx on public.artists (paused_until) where paused_until is not null;
create index artists_unclaimed_idx on public.artists (created_at desc) where unclaimed;
-- An import looks for who is there already.
create index artists_name_idx on public.artists (lower(name));
create index artists_search_idx on public.artists using gin (private.trigrams(private.search_text(name, city, slug)));

create function private.my_artist_id() returns uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select a.id from public.artists a where a.user_id = auth.uid());
end
$$;
comment on function private.my_artist_id() is 'The caller''s artist profile, or null.';

create policy artists_select_anon on public.artists for select to anon using (public_visible);
create policy artists_select on public.artists for select to authenticated
  using (public_visible or user_id = (select auth.uid()) or (select private.is_admin()));
create policy artists_insert on public.artists for insert to authenticated
  with check (user_id = (select auth.uid()) and not public_visible and (select private.my_role()) = 'artist');
create policy artists_update on public.artists for update to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()))
  with check (user_id = (select auth.uid()) or (select private.is_admin()));

create function private.free_artist_slug(p_name text, p_user uuid) returns text
  language sql stable security definer set search_path = '' as $$
  -- Time-ordered ids share their first characters, so namesakes of one minute collide: the second carries its whole id.
  select case when exists (select from public.artists a where a.slug = s) then left(s, -8) || p_user else s end
  from private.artist_slug(p_name, p_user) s
$$;
comment on function private.free_artist_slug(text, uuid) is 'The slug by the rule, or a longer one when another artist has that already.';

create function private.normalise_artist() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_place text[] := private.read_place(new.city, new.state);
begin
  new.name := private.one_line(new.name);
  new.city := private.known_city(v_place[1], v_place[2]);
  new.state := v_place[2];
  new.bio := private.clean_or_null(new.bio);
  if old.user_id is null and new.user_id is not null then new.unclaimed := false; end if;
  if tg_op = 'INSERT' and new.slug is null then
    new.slug := private.free_artist_slug(new.name, coalesce(new.user_id, new.id));
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'city_slug' <> to_jsonb(old) - 'city_slug' then new.updated_at := now(); end if;
  return new;
end
$$;
comment on function private.normalise_artist() is
  'Stores text as it is kept, and the place that is meant; fills in a missing slug, keeps updated_at. A page with an account is claimed.';

create trigger artists_1_normalise before insert or update on public.artists
  for each row execute function private.normalise_artist();

create function private.guard_artist() returns trigger
  language plpgsql set search_path = '' as $$
declare
  v_url text;
begin
  -- An invoker function on purpose: current_user is the API role here, and postgres for operators and definer functions.
  if current_user not in ('anon', 'authenticated') then return new; end if;
  if tg_op = 'INSERT' then
    new.featured := false;
    new.average_rating := 0;
    new.public_visible := false;
    new.slug := private.free_artist_slug(new.name, new.user_id);
    return new;
  end if;
  if new.featured is distinct from old.featured and not private.is_admin() then perform private.fail('not_allowed'); end if;
  if new.profile_photo is distinct from old.profile_photo and new.profile_photo is not null
     and not private.artist_media_ok(new.profile_photo, 'profile-photos', new.id) then
    perform private.fail('image_refused', 'profile_photo');
  end if;
  -- Only additions are judged, so that reordering and removing always work.
  for v_url in select x from unnest(new.portfolio_images) x where x is not null and x <> all (old.portfolio_images) loop
    if not private.artist_media_ok(v_url, 'portfolio-images', new.id) then
      perform private.fail('image_refused', 'portfolio_images');
    end if;
  end loop;
  -- One that is public already stays so, and an admin may have a reason to show a page as it is.
  if new.public_visible and not old.public_visible and not private.is_admin() then
    if new.city is null then perform private.fail('publish_city_required'); end if;
    if cardinality(new.styles) = 0 then perform private.fail('publish_style_required'); end if;
    if new.profile_photo is null and cardinality(new.portfolio_images) = 0 then perform private.fail('publish_picture_required'); end if;
  end if;
  return new;
end
$$;
comment on function private.guard_artist() is
  'What an API role may not do to a profile: feature itself, choose its slug, start public, show images that are not its own, be published by its owner without a city, a style and a picture.';

create trigger artists_2_guard before insert or update on public.artists
  for each row execute function private.guard_artist();

create function private.audit_artist() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  -- What follows from certificates, requests and reviews, also when an admin acts on those.
  c_others constant text[] := '{featured,public_visible,insured_to,average_rating,review_count,answer_hours,walls_painted,replied_count,asked_count,updated_at}';
  v_what text;
begin
  -- Owners edit their own profile all day; only what an admin does to an artist's profile is noted.
  if auth.uid() is null or auth.uid() is not distinct from new.user_id then return null; end if;
  foreach v_what in array array['featured', 'public_visible'] loop
    if to_jsonb(new) -> v_what <> to_jsonb(old) -> v_what then
      perform private.audit(case v_what when 'featured' then 'artist.featured' else 'artist.visibility' end, new.id,
        jsonb_build_object('name', new.name, 'to', to_jsonb(new) -> v_what));
    end if;
  end loop;
  if to_jsonb(new) - c_others <> to_jsonb(old) - c_others then
    perform private.audit('artist.profile', new.id, jsonb_build_object('name', new.name));
  end if;
  return null;
end
$$;
comment on function private.audit_artist() is 'Notes what an admin changes on an artist''s profile.';

create trigger artists_audit after update on public.artists
  for each row execute function private.audit_artist();

-- How to reach an artist: for the artist and admins only, so it cannot live in the publicly readable table.
create table public.artist_contacts (
  artist_id uuid primary key references public.artists (id) on delete cascade,
  email text check (private.valid_email(email) and char_length(email) <= 255),
  phone text check (char_length(phone) <= 20)
);
comment on table public.artist_contacts is 'E-mail and phone of an artist; readable by its owner and by admins.';
grant select on public.artist_contacts to authenticated, service_role;
grant insert (artist_id, email, phone), update (email, phone) on public.artist_contacts to authenticated;
create index artist_contacts_email_idx on public.artist_contacts (lower(email));
create index artist_contacts_search_idx on public.artist_contacts using gin (private.trigrams(private.bare_text(email)));

create policy artist_contacts_select on public.artist_contacts for select to authenticated
  using (artist_id = (select private.my_artist_id()) or (select private.is_admin()));
create policy artist_contacts_insert on public.artist_contacts for insert to authenticated
  with check (artist_id = (select private.my_artist_id()) or (select private.is_admin()));
create policy artist_contacts_update on public.artist_contacts for update to authenticated
  using (artist_id = (select private.my_artist_id()) or (select private.is_admin()))
  with check (artist_id = (select private.my_artist_id()) or (select private.is_admin()));

-- Artists pause: until the first of a month they get no new requests. They stay on the pages, which say so; a pause ends by itself.
create function private.day_of(p_at timestamptz) returns date
  language plpgsql immutable set search_path = '' as $$
begin
  return (p_at at time zone 'America/Chicago')::date;
end
$$;
comment on function private.day_of(timestamptz) is
  'The day of a moment where the walls are, by which all days are counted and shown. src/lib/day.ts has the same zone.';

create function private.start_of(p_day date) returns timestamptz
  language plpgsql immutable set search_path = '' as $$
begin
  return p_day::timestamp at time zone 'America/Chicago';
end
$$;
comment on function private.start_of(date) is 'The moment at which a day begins where the walls are.';

create function private.today() returns date
  language plpgsql stable set search_path = '' as $$
begin
  return private.day_of(private.clock());
end
$$;
comment on function private.today() is 'Which day it is where the walls are.';

create function private.takes_requests(p_paused_until date) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return p_paused_until is null or p_paused_until <= private.today();
end
$$;
comment on function private.takes_requests(date) is 'Whether an artist with this paused_until takes requests. src/features/artists/pause.ts asks the same.';

-- A definer function, since who writes a profile may not ask for the time; a check constraint must not.
create function private.guard_pause() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if private.takes_requests(new.paused_until) then new.paused_until := null; end if;
  if new.paused_until > private.today() + interval '2 years' then perform private.fail('pause_invalid'); end if;
  return new;
end
$$;
comment on function private.guard_pause() is 'Forgets a pause that is over, and refuses one of more than two years.';

create trigger artists_3_pause before insert or update of paused_until on public.artists
  for each row when (new.paused_until is not null) execute function private.guard_pause();

create function public.end_pauses() returns int
  language sql security invoker set search_path = '' as $$
  with ended as (
    update public.artists a set paused_until = null
    where a.paused_until is not null and private.takes_requests(a.paused_until) returning 1)
  select count(*)::int from ended
$$;
comment on function public.end_pauses() is
  'Forgets pauses whose day has come, so that the outbox tells the pages; gives how many. Matching does not wait for it.';

-- Artists whom an admin has imported: their page is there before they are. Nobody reads what would be sent to them, so
-- nothing can be: no request is matched to them, offered to them or given to them until its artist has taken the page over.
create function private.refuse_unclaimed() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_unclaimed boolean;
begin
  -- One who is deleting their account at the same instant is gone by then: their account goes first, and then this.
  perform from auth.users u where u.id = (select a.user_id from public.artists a where a.id = new.artist_id) for key share;
  select a.unclaimed into v_unclaimed from public.artists a where a.id = new.artist_id for key share;
  if not found then perform private.fail('artist_unknown'); end if;
  if v_unclaimed then perform private.fail('artist_unclaimed'); end if;
  return new;
end
$$;
comment on function private.refuse_unclaimed() is 'No request reaches an artist who is not there, whichever way it is given.';

grant execute on function
  private.web_address(text, int), private.valid_links(text[]), private.my_artist_id(), private.free_artist_slug(text, uuid)
  to authenticated, service_role;
grant execute on function
  private.takes_requests(date), public.end_pauses()
  to service_role;
