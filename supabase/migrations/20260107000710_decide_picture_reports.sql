-- What admins do about reported pictures: look at them, let them be, or take one down. Then it leaves every row that
-- shows it, its file goes as those of other removed pictures do, and its artist is told why.
create function private.is_same_picture(p_a text, p_b text) returns boolean
  language sql immutable set search_path = ''
as $$
  -- An address may end in a version.
  select split_part(p_a, '?', 1) = split_part(p_b, '?', 1)
$$;
comment on function private.is_same_picture(text, text) is 'Whether two addresses are of one upload, whatever version they name. Null where one is.';

create function private.without_picture(p_pictures text[], p_picture text) returns text[]
  language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(u.url order by u.at), '{}') from unnest(p_pictures) with ordinality u (url, at)
  where private.is_same_picture(u.url, p_picture) is false
$$;
comment on function private.without_picture(text[], text) is 'The pictures of a list in their order, without one of them.';

create function private.without_details(p_details jsonb, p_picture text) returns jsonb
  language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(p_details) d
  where not private.is_same_picture(d.key, p_picture)
$$;
comment on function private.without_details(jsonb, text) is 'What is said of pictures, without one of them.';

create function private.take_down_picture(p_picture text) returns void
  language plpgsql security definer set search_path = ''
as $$
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
  update private.removed_murals r
    set content = r.content || jsonb_build_object(
      'image_url', to_jsonb(s.shown[1]), 'gallery_images', to_jsonb(s.shown[2:]),
      'before_url', case when private.is_same_picture(r.content ->> 'before_url', p_picture) then 'null' else r.content -> 'before_url' end,
      'public_visible', (r.content ->> 'public_visible')::boolean and cardinality(s.shown) > 0)
    from (select o.mural_id, private.without_picture(
        (o.content ->> 'image_url') || array(select jsonb_array_elements_text(o.content -> 'gallery_images')), p_picture) as shown
      from private.removed_murals o) s
    where s.mural_id = r.mural_id and r.content::text like '%' || split_part(p_picture, '?', 1) || '%';
  -- The files of a review go with their place in it.
  update public.reviews r set pictures = private.without_picture(r.pictures, p_picture)
    where exists (select from unnest(r.pictures) u where private.is_same_picture(u, p_picture));
  -- As in `private.erase_uploads`; a city keeps its cover, which an admin chose.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
    where o.bucket_id in ('profile-photos', 'portfolio-images') and o.bucket_id || '/' || o.name = any (v_keys)
      and not exists (select from public.cities c where private.is_same_picture(c.cover_photo, p_picture));
  perform set_config('storage.allow_delete_query', 'false', true);
end
$$;
comment on function private.take_down_picture(text) is
  'Takes an upload out of every profile, mural and review, drafts and removed ones too, with its file. A mural whose cover it was shows the next picture; one that has none is a draft again.';

create function private.decide_picture_report(p_report uuid, p_action text, p_reason text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_report private.picture_reports;
  v_reason text := private.clean_or_null(p_reason);
  v_decision text;
  v_open private.picture_reports;
begin
  perform private.require_admin();
  v_decision := case p_action when 'dismiss' then 'dismissed' when 'take_down' then 'taken_down' end;
  if v_decision is null then perform private.fail('invalid_input'); end if;
  select * into v_report from private.picture_reports r where r.id = p_report for update;
  if v_report.id is null then perform private.fail('report_unknown'); end if;
  if v_report.decision = v_decision then return jsonb_build_object('decided', 0); end if;
  if v_report.decision is not null then perform private.fail('move_refused'); end if;
  if v_decision = 'taken_down' then
    if v_reason is null then perform private.fail('reason_required'); end if;
    if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
    perform private.take_down_picture(v_report.picture);
    -- What a client shows in a review is not the artist's to answer for.
    if v_report.review_id is null then
      perform private.write_mail('picture_taken_down', md5(v_report.picture) || ':' || v_report.id, a.user_id, null, null, a.id,
          jsonb_build_object('reason', v_reason, 'mural', (select m.title from public.murals m where m.id = v_report.mural_id)))
        from public.artists a where a.id = v_report.artist_id and a.user_id is not null;
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
        jsonb_build_object('decision', v_decision, 'page', v_open.page));
    end if;
    update private.picture_reports r set decision = v_decision, decided_at = private.clock(), email = null where r.id = v_open.id;
  end loop;
  update public.notices n set read_at = now()
    where n.kind = 'picture_reported' and n.read_at is null and n.event like 'picture_reported:' || md5(v_report.picture) || ':%'
      and not exists (select from private.picture_reports r where r.picture = v_report.picture and r.decision is null);
  return jsonb_build_object('decided', 1);
end
$$;
comment on function private.decide_picture_report(uuid, text, text) is
  'An admin lets a reported picture be, or takes it down with a reason that its artist is told, which decides all that is open about it. Whoever wants an answer gets it, and is forgotten. Again changes nothing.';

create function private.admin_list_picture_reports(
  p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int
) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.admin_page(
    $q$
      select r.id, r.created_at, r.reason, coalesce(a.name, m.title) as about, m.title, a.name as artist
      from private.picture_reports r left join public.artists a on a.id = r.artist_id left join public.murals m on m.id = r.mural_id
      where case $2 when 'open' then r.decision is null when 'dismissed' then r.decision = 'dismissed'
                    when 'taken_down' then r.decision = 'taken_down' else true end
        and ($1 is null or a.name ilike $1 or m.title ilike $1 or r.words ilike $1 or r.email ilike $1 or r.page ilike $1)$q$,
    $q$
      select to_jsonb(r) - '{idempotency_key,artist_id,mural_id,review_id}'::text[] || jsonb_build_object(
        'artist', q.artist, 'mural', q.title, 'by_client', r.review_id is not null,
        'shown', exists (select from private.pictures_of_page(r.page) p where p.url = r.picture),
        'others', (select count(*) from private.picture_reports o where o.picture = r.picture and o.decision is null and o.id <> r.id))
      from private.picture_reports r where r.id = q.id$q$,
    array['open', 'dismissed', 'taken_down']::text[],
    array['created_at', 'reason', 'about']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_picture_reports(text, text, text, boolean, int, int) is
  'Reported pictures with whose they are, whether the page still shows them, and how many others say something of them.';

create or replace function private.mail_details(p_mail private.mails) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_mail.kind in ('lead_message', 'request_message') then private.message_data(p_mail)
    when p_mail.kind = 'request_proposal' then (
      select jsonb_build_object('proposal', private.proposal_line(p)) from public.proposals p
      where p.lead_id = p_mail.lead_id and p.artist_id = p_mail.artist_id and p.state = 'open')
    when p_mail.kind in ('request_declined', 'request_expired') then jsonb_build_object(
      'reason', (select e.reason from public.lead_events e
        where e.lead_id = p_mail.lead_id and e.artist_id = p_mail.artist_id and e.event = 'decline' order by e.id desc limit 1),
      'matches', private.request_page(p_mail.lead_id) -> 'matches')
    -- Null where it was taken back, or shown again, before the mail left.
    when p_mail.kind in ('lead_reviewed', 'request_replied') then (
      select jsonb_build_object('review', private.review_line(r, null)) from public.reviews r
      where r.lead_id = p_mail.lead_id and r.artist_id = p_mail.artist_id and r.public_visible)
    when p_mail.kind in ('lead_review_hidden', 'request_review_hidden') then (
      select jsonb_build_object('review', private.review_line(r, null)) from public.reviews r
      where r.lead_id = p_mail.lead_id and r.artist_id = p_mail.artist_id and not r.public_visible)
    when p_mail.kind = 'mural_hidden' then (
      select jsonb_build_object('title', m.title, 'reason', m.hidden_reason) from public.murals m
      where m.id = (p_mail.payload ->> 'mural')::uuid and m.hidden_at is not null)
    -- Null where somebody has decided before the mail left.
    when p_mail.kind = 'picture_reported' then (
      select jsonb_build_object('reason', r.reason, 'words', r.words, 'page', r.page) from private.picture_reports r
      where r.picture = p_mail.payload ->> 'picture' and r.decision is null order by r.created_at desc, r.id limit 1)
    else '{}' end;
end
$$;

-- As before, with what is done about pictures.
create or replace function private.admin_list_audit(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.admin_page(
    $q$
      select l.id, l.at, l.action, u.email::text as actor_email
      from private.audit_log l left join auth.users u on u.id = l.actor
      where ($2 is null or split_part(l.action, '.', 1) = $2)
        and ($1 is null or l.action ilike $1 or u.email ilike $1 or l.subject::text ilike $1 or l.detail::text ilike $1)$q$,
    $q$
      select jsonb_build_object('id', l.id, 'at', l.at, 'actor', l.actor, 'actor_email', q.actor_email, 'action', l.action,
        'subject', l.subject, 'detail', l.detail)
      from private.audit_log l where l.id = q.id$q$,
    array['lead', 'artist', 'mural', 'picture', 'city', 'role', 'account', 'publish', 'request', 'thread', 'review']::text[],
    array['at', 'action', 'actor_email']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;

create function public.decide_picture_report(p_report uuid, p_action text, p_reason text default null) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.decide_picture_report(p_report, p_action, p_reason)
$$;
comment on function public.decide_picture_report(uuid, text, text) is
  'Decides about a reported picture, dismiss or take_down with a reason: {decided}. Admins only.';

create function public.admin_list_picture_reports(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_list_picture_reports(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_picture_reports(text, text, text, boolean, int, int) is 'Reported pictures. Gives {total, rows}. Admins only.';
grant execute on function private.decide_picture_report(uuid, text, text), public.decide_picture_report(uuid, text, text),
  private.admin_list_picture_reports(text, text, text, boolean, int, int),
  public.admin_list_picture_reports(text, text, text, boolean, int, int) to authenticated;
