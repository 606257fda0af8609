-- How often an artist's page, murals and pictures were looked at: counts by day, and nothing about who looked. No cookie,
-- address or identifier is read for it or kept with it.
create table private.artist_views (
  artist_id uuid not null references public.artists (id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('page', 'mural', 'picture')),
  -- '' for the artist's page, a mural's id, or private.picture_key of a picture's address.
  key text not null,
  views int not null default 1,
  primary key (artist_id, day, kind, key)
);
alter table private.artist_views enable row level security;
comment on table private.artist_views is
  'Views of an artist''s page, murals and pictures by day, kept for 400 days. Only what pages show has a row, so nobody can add any.';
create index artist_views_day_idx on private.artist_views (day);

create function private.picture_key(p_url text) returns text
  language sql immutable set search_path = ''
as $$
  select right(p_url, 100)
$$;
comment on function private.picture_key(text) is 'By what views of a picture are kept: the end of its address, which is its owner and file.';

create function private.looks_like_a_person() returns boolean
  language sql stable security definer set search_path = ''
as $$
  -- Browsers say for their users whether these want to be counted, programs mostly what they are. CUBOT makes phones.
  select coalesce(h ->> 'sec-gpc', '') <> '1' and coalesce(h ->> 'dnt', '') <> '1'
    and coalesce(h ->> 'user-agent', '') ~* '^mozilla/'
    and h ->> 'user-agent' !~* '((?<!cu)bot|crawl|spider|slurp|scrap|headless|lighthouse|preview|monitor|prerender|externalhit|phantom|selenium|puppeteer|playwright)'
  from (select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb as h) r
$$;
comment on function private.looks_like_a_person() is
  'Whether the caller''s headers are those of a browser that does not ask for privacy; nothing of them is kept.';

create function private.count_view(p_page text, p_slug text, p_picture int, p_pictures int) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_artist uuid;
  v_owner uuid;
  v_kind text := p_page;
  v_key text := '';
  v_pictures text[];
begin
  if not private.looks_like_a_person() then return; end if;
  if p_page = 'artist' then
    v_kind := 'page';
    select a.id, a.user_id, a.portfolio_images into v_artist, v_owner, v_pictures
      from public.artists a where a.slug = p_slug and a.public_visible;
  else
    select a.id, a.user_id, m.id, m.gallery_images into v_artist, v_owner, v_key, v_pictures
      from public.murals m join public.artists a on a.id = m.artist_id
      where m.slug = p_slug and m.public_visible and p_page = 'mural';
  end if;
  if p_picture is not null then
    v_kind := 'picture';
    -- By its place: the page has no room for names. One with another number of pictures is not the page of now.
    v_key := case when cardinality(v_pictures) = p_pictures then private.picture_key(v_pictures[p_picture + 1]) end;
  end if;
  -- Nobody looks at their own page to know how many did.
  if v_artist is null or v_key is null or v_owner = auth.uid() or private.is_admin() then return; end if;
  -- A flood makes a count useless, and must not make it slow: by artist and altogether, since nothing is known of callers.
  if not private.take_of_total('view', private.setting_int('view_limit', 6000), interval '10 minutes')
    or private.hit('view_artist', v_artist::text, 1000000000, interval '10 minutes') > private.setting_int('view_artist_limit', 600) then
    return;
  end if;
  insert into private.artist_views as v (artist_id, day, kind, key) values (v_artist, private.today(), v_kind, v_key)
    on conflict (artist_id, day, kind, key) do update set views = v.views + 1 where v.views < 1000000;
end
$$;
comment on function private.count_view(text, text, int, int) is
  'Counts one view of a public page (artist or mural, by slug) or of a picture on it. Programs, owners, admins, floods and whatever is on no page change nothing; nobody is told.';

create function public.count_view(p_page text, p_slug text, p_picture int default null, p_pictures int default null) returns void
  language sql security invoker set search_path = ''
as $$
  select private.count_view(p_page, p_slug, p_picture, p_pictures)
$$;
comment on function public.count_view(text, text, int, int) is
  'A visitor looks at the page of an artist or a mural, or at one of its pictures: p_picture of p_pictures, from 0. The answer is always the same.';
grant execute on function private.count_view(text, text, int, int), public.count_view(text, text, int, int) to anon, authenticated;

create function private.forget_views() returns void
  language sql security definer set search_path = ''
as $$
  delete from private.artist_views v where v.day < private.today() - 400
$$;
comment on function private.forget_views() is 'Forgets views of more than 13 months ago. One look at an index when there are none.';
grant execute on function private.forget_views() to service_role;

create or replace function public.lease_mails(p_limit int, p_seconds int)
  returns table (id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts int, data jsonb)
  language sql security invoker set search_path = ''
as $$
  select private.write_reminders();
  select private.forget_unconfirmed();
  select private.expire_assignments();
  select private.count_due_facts();
  select private.forget_views();
  select * from private.lease_mails(p_limit, p_seconds)
$$;

comment on table private.settings is
  'Operator settings. client_ip_header, media_origin, lead_ip_limit, lead_user_limit, lead_total_limit, lead_min_elapsed_ms, mail_address_limit, mail_choice_seconds, mail_message_seconds, message_limit, view_limit, view_artist_limit, link_ip_limit, link_email_limit, link_secret, clock_offset_seconds, webhook_url, webhook_secret, pepper.';

insert into private.export_parts (part, query) values
  ('views', $$
    select to_jsonb(v) - 'artist_id' from private.artist_views v where v.artist_id = private.my_artist_id()$$);
