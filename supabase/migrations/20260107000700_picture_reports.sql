-- Anybody may say that a public picture should not be there: whoever looks at a page names one of its pictures and why.
-- Admins read it, and dismiss it or take the picture down.
insert into private.error_codes (code, status, field, message) values
  ('picture_gone', 404, null, 'This picture is not on the page any more.'),
  ('report_reason_required', 422, 'reason', 'Please choose what is wrong'),
  ('report_words_required', 422, 'words', 'Please say what is wrong'),
  ('report_words_too_long', 422, 'words', 'Please say it in at most 1000 characters'),
  ('report_unknown', 404, null, 'Report not found');
comment on table private.settings is
  'Operator settings. client_ip_header, media_origin, lead_ip_limit, lead_user_limit, lead_total_limit, lead_min_elapsed_ms, mail_address_limit, mail_choice_seconds, mail_message_seconds, message_limit, view_limit, view_artist_limit, link_ip_limit, link_email_limit, newsletter_ip_limit, report_ip_limit, report_total_limit, link_secret, clock_offset_seconds, webhook_url, webhook_secret, pepper.';

insert into private.mail_kinds (kind, optional, by_anybody, topic, notice) values
  ('picture_reported', true, false, 'admin', true),
  ('picture_taken_down', false, false, null, true),
  ('report_decided', false, true, null, false);

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
  idempotency_key uuid not null unique,
  created_at timestamptz not null default now(),
  decision text check (decision in ('dismissed', 'taken_down')),
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  check (decision is null or email is null)
);
alter table private.picture_reports enable row level security;
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
  language plpgsql stable security definer set search_path = ''
as $$
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
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(p.url), '[]') from private.pictures_of_page(p_page) p
$$;
comment on function private.page_pictures(text) is 'The addresses of the pictures of a public page, in its order.';

create function private.report_picture(
  p_key uuid, p_page text, p_picture text, p_reason text, p_words text, p_email text
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_words text := private.clean_or_null(p_words);
  v_email text := private.clean_or_null(p_email);
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
    perform private.hit('report_ip', private.client_ip(), private.setting_int('report_ip_limit', 10), interval '10 minutes');
    if not private.take_of_total('report_total', private.setting_int('report_total_limit', 300), interval '10 minutes') then
      perform private.fail('rate_limited');
    end if;
    insert into private.picture_reports (picture, page, artist_id, mural_id, review_id, reason, words, email, idempotency_key)
      values (p_picture, p_page, v_shown.artist_id, v_shown.mural_id, v_shown.review_id, p_reason, v_words, v_email, p_key)
      on conflict (idempotency_key) do nothing;
    if found then
      -- Once a day for each picture, however many say so.
      perform private.write_mail('picture_reported', md5(p_picture) || ':' || private.today(), r.user_id, null, null, v_shown.artist_id,
          jsonb_build_object('picture', p_picture))
        from public.user_roles r where r.role = 'admin';
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
comment on function private.report_picture(uuid, text, text, text, text, text) is
  'Notes what somebody says of a picture that a public page shows, once for each key, and tells the admins. Limited: 10 in 10 minutes a client, 300 altogether, unless set otherwise.';

create function private.forget_reporters() returns void
  language sql security definer set search_path = ''
as $$
  update private.picture_reports r set email = null
    where r.email is not null and r.created_at < private.clock() - interval '180 days';
  delete from private.picture_reports r
    where r.created_at < private.clock() - interval '1 year' and r.decided_at < private.clock() - interval '1 year'
$$;
comment on function private.forget_reporters() is
  'Forgets who waits for an answer after 180 days, and a report a year after it was decided. One look at an index when there is nothing.';
grant execute on function private.forget_reporters() to service_role;

create or replace function public.lease_mails(p_limit int, p_seconds int)
  returns table (id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts int, data jsonb)
  language sql security invoker set search_path = ''
as $$
  select private.write_reminders();
  select private.forget_unconfirmed();
  select private.expire_assignments();
  select private.count_due_facts();
  select private.forget_views();
  select private.forget_removed_murals();
  select private.forget_reporters();
  select * from private.lease_mails(p_limit, p_seconds)
$$;

create function private.forget_reports_of() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update private.picture_reports r set email = null where lower(r.email) = lower(old.email);
  return null;
end
$$;
comment on function private.forget_reports_of() is 'An account is gone: what was reported from its confirmed address is kept without it.';
create trigger forget_reports_of after delete on auth.users
  for each row when (old.email_confirmed_at is not null) execute function private.forget_reports_of();

insert into private.export_parts (part, query) values
  ('picture_reports', $$
    select to_jsonb(r) - 'idempotency_key' from private.picture_reports r where lower(r.email) = private.proven_email()$$);

create function public.page_pictures(p_page text) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.page_pictures(p_page)
$$;
comment on function public.page_pictures(text) is 'The addresses of the pictures that a public page shows, in its order: [url].';

create function public.report_picture(
  p_key uuid, p_page text, p_picture text, p_reason text, p_words text default null, p_email text default null
) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.report_picture(p_key, p_page, p_picture, p_reason, p_words, p_email)
$$;
comment on function public.report_picture(uuid, text, text, text, text, text) is
  'Reports a picture of a public page: {replayed}. Reasons: not_theirs, no_consent, offensive, other.';
grant execute on function private.page_pictures(text), public.page_pictures(text),
  private.report_picture(uuid, text, text, text, text, text), public.report_picture(uuid, text, text, text, text, text) to anon, authenticated;
