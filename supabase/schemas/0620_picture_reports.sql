-- Anybody may say that a public picture should not be there: a visitor names one of its pictures and why.
-- Admins read it, and dismiss it or take the picture down.
create table private.picture_reports (
  id uuid primary key default gen_random_uuid(),
  picture text not null check (char_length(picture) <= 1000),
  page text not null check (char_length(page) <= 300),
  artist_id uuid references public.artists (id) on delete cascade,
  -- Removing a mural, or a review, does not remove what was said of its pictures: it can come back.
  mural_id uuid references public.murals (id) on delete set null,
  review_id uuid references public.reviews (id) on delete set null,
  reason text not null check (reason in ('not_theirs', 'no_consent', 'offensive', 'other')),
  words text check (char_length(words) between 1 and 1000),
  -- For the answer, and gone with it.
  email text check (private.valid_email(email) and char_length(email) <= 255),
  locale text not null default 'en' check (locale in ('en', 'es')),
  idempotency_key uuid not null unique,
  created_at timestamptz not null default now(),
  decision text check (decision in ('dismissed', 'taken_down')),
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  check (decision is null or email is null)
);
comment on table private.picture_reports is
  'What anybody said of a public picture, by its address and the page that showed it, and what an admin decided. Who said it is not kept, but for an address that wants an answer, until there is one or 180 days have passed; a decided report goes after a year.';
create index picture_reports_open_idx on private.picture_reports (picture) where decision is null;
create index picture_reports_created_idx on private.picture_reports (created_at);
create index picture_reports_email_idx on private.picture_reports (lower(email)) where email is not null;
create index picture_reports_artist_idx on private.picture_reports (artist_id);
create index picture_reports_mural_idx on private.picture_reports (mural_id);
create index picture_reports_review_idx on private.picture_reports (review_id);

create function private.pictures_of_page(p_page text)
  returns table (url text, artist_id uuid, mural_id uuid, review_id uuid)
  language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  v_slug text := substring(p_page from '^/(?:artist|mural)/([a-z0-9-]{1,140})(?:/reviews)?$');
  v_artist public.artists;
  v_newest int;
begin
  if v_slug is null then return; end if;
  if p_page = '/mural/' || v_slug then
    return query select p.picture, m.artist_id, m.id, null::uuid
      from public.murals m, unnest(array[m.image_url, m.before_url] || m.gallery_images) with ordinality p (picture, at)
      where m.slug = v_slug and m.public_visible and p.picture is not null order by p.at;
  elsif p_page like '/artist/%' then
    select * into v_artist from public.artists a where a.slug = v_slug and a.public_visible;
    if p_page = '/artist/' || v_slug then
      v_newest := 3;
      return query select p.picture, v_artist.id, null::uuid, null::uuid
        from unnest(v_artist.profile_photo || v_artist.portfolio_images) with ordinality p (picture, at)
        where p.picture is not null order by p.at;
    end if;
    return query select p.picture, v_artist.id, null::uuid, r.id
      from (select * from public.reviews r where r.artist_id = v_artist.id and r.public_visible
        order by r.created_at desc, r.id limit v_newest) r, unnest(r.pictures) with ordinality p (picture, at)
      order by r.created_at desc, r.id, p.at;
  end if;
end
$$;
comment on function private.pictures_of_page(text) is
  'The uploads that the page of an artist, of a mural or of reviews shows, in its order, and what they belong to; src/site/reported-pictures.ts has the same order. Nothing for another page.';

create function private.page_pictures(p_page text) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(p.url), '[]') from private.pictures_of_page(p_page) p
$$;
comment on function private.page_pictures(text) is
  'The addresses of the pictures that a public page shows, in its order: [url].';

create function private.report_picture(
  p_key uuid, p_page text, p_picture text, p_reason text, p_words text default null, p_email text default null,
  p_locale text default 'en'
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_words text := private.clean_or_null(p_words);
  v_email text := nullif(private.pasted_email(p_email), '');
  v_locale text := private.checked_locale(p_locale);
  v_known private.picture_reports;
  v_shown record;
begin
  if p_key is null then perform private.fail('invalid_input'); end if;
  if coalesce(p_reason, '') not in ('not_theirs', 'no_consent', 'offensive', 'other') then perform private.fail('report_reason_required'); end if;
  if p_reason = 'other' and v_words is null then perform private.fail('report_words_required'); end if;
  if char_length(v_words) > 1000 then perform private.fail('report_words_too_long'); end if;
  if not private.valid_email(v_email) then perform private.fail('email_invalid'); end if;
  if char_length(v_email) > 255 then perform private.fail('email_too_long'); end if;
  -- A repetition is free, also once the picture is gone.
  select * into v_known from private.picture_reports r where r.idempotency_key = p_key;
  if not found then
    select * into v_shown from private.pictures_of_page(p_page) p where p.url = p_picture limit 1;
    if not found then perform private.fail('picture_gone'); end if;
    perform private.rate_limit('report_ip', private.client_ip(), private.setting_int('report_ip_limit'), interval '10 minutes');
    if not private.try_rate_limit('report_total', private.setting_int('report_total_limit'), interval '10 minutes') then
      perform private.fail('rate_limited');
    end if;
    insert into private.picture_reports (picture, page, artist_id, mural_id, review_id, reason, words, email, locale, idempotency_key)
      values (p_picture, p_page, v_shown.artist_id, v_shown.mural_id, v_shown.review_id, p_reason, v_words, v_email, v_locale, p_key)
      on conflict (idempotency_key) do nothing;
    if found then
      -- Once a day for each picture, however many say so.
      perform private.mail_admins('picture_reported', md5(p_picture) || ':' || private.today(), null, jsonb_build_object('picture', p_picture),
        p_artist => v_shown.artist_id);
      return jsonb_build_object('replayed', false);
    end if;
    select * into v_known from private.picture_reports r where r.idempotency_key = p_key;
  end if;
  if (v_known.picture, v_known.reason, v_known.words) is distinct from (p_picture, p_reason, v_words) then
    perform private.fail('idempotency_conflict');
  end if;
  return jsonb_build_object('replayed', true);
end
$$;
comment on function private.report_picture(uuid, text, text, text, text, text, text) is
  'Notes what a visitor says of a picture that a public page shows (not_theirs, no_consent, offensive, other), once for each key, and tells the admins: {replayed}. Limited: 10 in 10 minutes a client, 300 altogether, unless set otherwise.';

-- What admins do about reported pictures: look at them, let them be, or take one down. Then it leaves every row that
-- shows it, its file goes as those of other removed pictures do, and its artist reads why.
create function private.is_same_picture(p_a text, p_b text) returns boolean
  language sql immutable set search_path = '' as $$
  -- An address may end in a version.
  select split_part(p_a, '?', 1) = split_part(p_b, '?', 1)
$$;
comment on function private.is_same_picture(text, text) is 'Whether two addresses are of one upload, whatever version they name. Null where one is.';

create function private.without_picture(p_pictures text[], p_picture text) returns text[]
  language sql immutable set search_path = '' as $$
  select coalesce(array_agg(u.url order by u.at), '{}') from unnest(p_pictures) with ordinality u (url, at)
  where private.is_same_picture(u.url, p_picture) is false
$$;
comment on function private.without_picture(text[], text) is 'The pictures of a list in their order, without one of them.';

create function private.without_details(p_details jsonb, p_picture text) returns jsonb
  language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(p_details) d
  where not private.is_same_picture(d.key, p_picture)
$$;
comment on function private.without_details(jsonb, text) is 'What is said of pictures, without one of them.';

create function private.take_down_picture(p_picture text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_keys text[] := private.object_keys(array[p_picture]);
begin
  update public.artists a
    set profile_photo = case when private.is_same_picture(a.profile_photo, p_picture) then null else a.profile_photo end,
      portfolio_images = private.without_picture(a.portfolio_images, p_picture),
      picture_details = private.without_details(a.picture_details, p_picture)
    where exists (select from unnest(a.portfolio_images || a.profile_photo) u where private.is_same_picture(u, p_picture));
  update public.murals m
    set image_url = s.shown[1], gallery_images = s.shown[2:],
      before_url = case when private.is_same_picture(m.before_url, p_picture) then null else m.before_url end,
      picture_details = private.without_details(m.picture_details, p_picture),
      -- A page without any picture is none; its artist finds it among the drafts.
      public_visible = m.public_visible and (cardinality(s.shown) > 0 or m.image_url is null)
    from (select o.id, private.without_picture(o.image_url || o.gallery_images, p_picture) as shown from public.murals o) s
    where s.id = m.id
      and exists (select from unnest(m.gallery_images || array[m.image_url, m.before_url]) u where private.is_same_picture(u, p_picture));
  -- One that was removed can be brought back, but not with this picture.
  update private.deleted_murals r
    set content = r.content || jsonb_build_object(
      'image_url', to_jsonb(s.shown[1]), 'gallery_images', to_jsonb(s.shown[2:]),
      'before_url', case when private.is_same_picture(r.content ->> 'before_url', p_picture) then 'null' else r.content -> 'before_url' end,
      'public_visible', (r.content ->> 'public_visible')::boolean and cardinality(s.shown) > 0)
    from (select o.mural_id, private.without_picture(
        (o.content ->> 'image_url') || array(select jsonb_array_elements_text(o.content -> 'gallery_images')), p_picture) as shown
      from private.deleted_murals o) s
    where s.mural_id = r.mural_id and r.content::text like '%' || split_part(p_picture, '?', 1) || '%';
  -- The files of a review go with their place in it.
  update public.reviews r set pictures = private.without_picture(r.pictures, p_picture)
    where exists (select from unnest(r.pictures) u where private.is_same_picture(u, p_picture));
  -- A city keeps its cover, which an admin chose.
  perform private.delete_objects(array(
    select o.id from storage.objects o
    where o.bucket_id in ('profile-photos', 'portfolio-images') and o.bucket_id || '/' || o.name = any (v_keys)
      and not exists (select from public.cities c where private.is_same_picture(c.cover_photo, p_picture))));
end
$$;
comment on function private.take_down_picture(text) is
  'Takes an upload out of every profile, mural and review, drafts and removed ones too, with its file. A mural whose cover it was shows the next picture; one that has none is a draft again.';

create function private.decide_picture_report(p_report uuid, p_action text, p_reason text default null) returns jsonb
  language plpgsql security definer set search_path = '' as $$
declare
  v_report private.picture_reports;
  v_reason text := private.clean_or_null(p_reason);
  v_decision text;
  v_open private.picture_reports;
begin
  perform private.require_admin();
  v_decision := case p_action when 'dismiss' then 'dismissed' when 'take_down' then 'taken_down' end;
  if v_decision is null then perform private.fail('invalid_input'); end if;
  select * into v_report from private.picture_reports r where r.id = p_report for no key update;
  if v_report.id is null then perform private.fail('report_unknown'); end if;
  if v_report.decision = v_decision then return jsonb_build_object('decided', 0); end if;
  if v_report.decision is not null then perform private.fail('move_refused'); end if;
  if v_decision = 'taken_down' then
    if v_reason is null then perform private.fail('reason_required'); end if;
    if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
    perform private.take_down_picture(v_report.picture);
    -- What a client shows in a review is not the artist's to answer for.
    if v_report.review_id is null then
      perform private.mail_side('picture_taken_down', md5(v_report.picture) || ':' || v_report.id, null, v_report.artist_id,
        jsonb_build_object('reason', v_reason, 'mural', (select m.title from public.murals m where m.id = v_report.mural_id)));
    end if;
  end if;
  perform private.audit('picture.' || v_decision, coalesce(v_report.artist_id, v_report.mural_id, v_report.id), jsonb_strip_nulls(jsonb_build_object(
    'name', (select a.name from public.artists a where a.id = v_report.artist_id), 'page', v_report.page,
    'reported', v_report.reason, 'reason', v_reason)));
  -- A picture that is down leaves nothing to decide; one that stays is judged by each report.
  for v_open in
    select * from private.picture_reports r
    where r.decision is null and (r.id = p_report or v_decision = 'taken_down' and private.is_same_picture(r.picture, v_report.picture))
    order by r.id for update
  loop
    if v_open.email is not null then
      perform private.write_mail('report_decided', v_open.id::text, null, v_open.email, null, null,
        jsonb_build_object('decision', v_decision, 'page', v_open.page), p_locale => v_open.locale);
    end if;
    update private.picture_reports r set decision = v_decision, decided_at = private.clock(), email = null, locale = default where r.id = v_open.id;
  end loop;
  update public.notices n set read_at = now()
    where n.kind = 'picture_reported' and n.read_at is null and n.event like 'picture_reported:' || md5(v_report.picture) || ':%'
      and not exists (select from private.picture_reports r where r.picture = v_report.picture and r.decision is null);
  return jsonb_build_object('decided', 1);
end
$$;
comment on function private.decide_picture_report(uuid, text, text) is
  'Lets a reported picture be (dismiss), or takes it down with a reason that its artist reads (take_down), which decides all that is open about it: {decided}. A visitor who wants an answer gets it, and is forgotten. Again changes nothing. Admins only.';

select private.make_admin_list('admin_list_picture_reports', 'Reported pictures with whose they are, whether the page still shows them, and how many others say something of them.',
  $q$
    select r.id, r.created_at, r.reason, coalesce(a.name, m.title) as about, m.title, a.name as artist
    from private.picture_reports r left join public.artists a on a.id = r.artist_id left join public.murals m on m.id = r.mural_id
    where case $2 when 'open' then r.decision is null when 'dismissed' then r.decision = 'dismissed'
                  when 'taken_down' then r.decision = 'taken_down' else true end
      and ($1 is null or private.bare_text(a.name) like $1 or private.bare_text(m.title) like $1 or private.bare_text(r.words) like $1 or r.email ilike $1 or r.page ilike $1)$q$,
  $q$
    select to_jsonb(r) - '{idempotency_key,artist_id,mural_id,review_id}' || jsonb_build_object(
      'artist', q.artist, 'mural', q.title, 'by_client', r.review_id is not null,
      'shown', exists (select from private.pictures_of_page(r.page) p where p.url = r.picture),
      'others', (select count(*) from private.picture_reports o where o.picture = r.picture and o.decision is null and o.id <> r.id))
    from private.picture_reports r where r.id = q.id$q$,
  array['open', 'dismissed', 'taken_down'],
  array['created_at', 'reason', 'about']);
