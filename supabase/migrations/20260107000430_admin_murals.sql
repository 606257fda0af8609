-- What admins do about murals: look for them, feature them, take them down with a reason and show them again, and say
-- whose they are. The fields are saved by save_mural.
create function private.mural_for_admin(p_mural uuid) returns public.murals
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mural public.murals;
begin
  perform private.require_admin();
  select * into v_mural from public.murals m where m.id = p_mural for update;
  if v_mural.id is null then perform private.fail('mural_unknown'); end if;
  return v_mural;
end
$$;
comment on function private.mural_for_admin(uuid) is 'A mural that an admin is about to change, locked.';
insert into private.error_codes (code, status, field, message) values
  ('mural_unknown', 404, null, 'Mural project not found');

insert into private.mail_kinds (kind, optional, topic, notice) values ('mural_hidden', false, null, true);

create function private.hide_mural(p_mural uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mural public.murals := private.mural_for_admin(p_mural);
  v_reason text := private.clean_or_null(p_reason);
begin
  if v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  if v_mural.hidden_reason = v_reason then return; end if;
  update public.murals m set public_visible = false, hidden_at = coalesce(m.hidden_at, now()), hidden_reason = v_reason where m.id = p_mural;
  perform private.audit('mural.hidden', p_mural, jsonb_build_object('name', v_mural.title, 'reason', v_reason));
  perform private.write_mail('mural_hidden', p_mural || ':' || md5(v_reason || private.today()), a.user_id, null, null, a.id,
      jsonb_build_object('mural', p_mural))
    from public.artists a where a.id = v_mural.artist_id and a.user_id is not null;
end
$$;
comment on function private.hide_mural(uuid, text) is
  'Takes a mural off the pages, with a reason that its artist is told. Its artist cannot bring it back.';

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
    else '{}' end;
end
$$;

create function private.show_mural(p_mural uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mural public.murals := private.mural_for_admin(p_mural);
begin
  if v_mural.hidden_at is null then return; end if;
  -- A draft that was never public is its artist's to publish.
  update public.murals m set hidden_at = null, hidden_reason = null, public_visible = m.published_at is not null where m.id = p_mural;
  perform private.audit('mural.shown', p_mural, jsonb_build_object('name', v_mural.title));
end
$$;
comment on function private.show_mural(uuid) is 'Shows a mural again that was taken down.';

create function private.feature_mural(p_mural uuid, p_featured boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mural public.murals := private.mural_for_admin(p_mural);
begin
  if p_featured is null then perform private.fail('invalid_input'); end if;
  if v_mural.featured = p_featured then return; end if;
  update public.murals m set featured = p_featured where m.id = p_mural;
  perform private.audit('mural.featured', p_mural, jsonb_build_object('name', v_mural.title, 'to', p_featured));
end
$$;
comment on function private.feature_mural(uuid, boolean) is 'Features a mural, or does not any more.';

create function private.give_mural(p_mural uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mural public.murals := private.mural_for_admin(p_mural);
begin
  if p_artist is not null and not exists (select from public.artists a where a.id = p_artist) then perform private.fail('artist_unknown'); end if;
  if v_mural.artist_id is not distinct from p_artist then return; end if;
  -- The wall of a request is the work of whoever had that request.
  if exists (select from private.finished_walls w where w.mural_id = p_mural) then perform private.fail('move_refused'); end if;
  update public.murals m set artist_id = p_artist where m.id = p_mural;
  perform private.audit('mural.given', p_mural, jsonb_build_object('name', v_mural.title,
    'from', (select a.name from public.artists a where a.id = v_mural.artist_id), 'to', (select a.name from public.artists a where a.id = p_artist)));
end
$$;
comment on function private.give_mural(uuid, uuid) is 'Says whose work a mural is; null for nobody''s of this directory.';

create function private.audit_mural() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- Featuring, hiding and giving away have entries of their own.
  v_apart text[] := '{featured,hidden_at,hidden_reason,artist_id,updated_at,published_at}';
begin
  if (new.hidden_at is null) <> (old.hidden_at is null) then v_apart := v_apart || '{public_visible}'; end if;
  if to_jsonb(new) - v_apart <> to_jsonb(old) - v_apart and private.is_admin() then
    perform private.audit('mural.edited', new.id, jsonb_build_object('name', new.title));
  end if;
  return null;
end
$$;
comment on function private.audit_mural() is 'Notes what an admin changes in a mural.';
create trigger murals_audit after update on public.murals
  for each row execute function private.audit_mural();

create function private.admin_list_murals(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit int, p_offset int) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.admin_page(
    $q$
      select m.id, m.title, a.name as artist, m.city, m.featured, m.public_visible, m.created_at, m.updated_at
      from public.murals m left join public.artists a on a.id = m.artist_id
      where case $2 when 'public' then m.public_visible when 'draft' then not m.public_visible and m.hidden_at is null
                    when 'hidden' then m.hidden_at is not null when 'featured' then m.featured
                    when 'nobody' then m.artist_id is null else true end
        and ($1 is null or m.title ilike $1 or a.name ilike $1 or m.city ilike $1 or m.slug ilike $1)$q$,
    $q$
      select to_jsonb(m) || jsonb_build_object('artist', q.artist, 'artist_slug', case when a.public_visible then a.slug end)
      from public.murals m left join public.artists a on a.id = m.artist_id where m.id = q.id$q$,
    array['public', 'draft', 'hidden', 'featured', 'nobody']::text[],
    array['created_at', 'title', 'artist', 'city', 'featured', 'public_visible', 'updated_at']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_murals(text, text, text, boolean, int, int) is 'Murals, drafts and hidden ones too, with whose they are.';

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
    array['lead', 'artist', 'mural', 'city', 'role', 'account', 'publish', 'request', 'thread', 'review']::text[],
    array['at', 'action', 'actor_email']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;

create function public.hide_mural(p_mural uuid, p_reason text) returns void
  language sql security invoker set search_path = ''
as $$
  select private.hide_mural(p_mural, p_reason)
$$;
comment on function public.hide_mural(uuid, text) is 'Takes a mural off the pages, with a reason that its artist is told. Admins only.';

create function public.show_mural(p_mural uuid) returns void
  language sql security invoker set search_path = ''
as $$
  select private.show_mural(p_mural)
$$;
comment on function public.show_mural(uuid) is 'Shows a hidden mural again. Admins only.';

create function public.feature_mural(p_mural uuid, p_featured boolean) returns void
  language sql security invoker set search_path = ''
as $$
  select private.feature_mural(p_mural, p_featured)
$$;
comment on function public.feature_mural(uuid, boolean) is 'Features a mural, or does not any more. Admins only.';

create function public.give_mural(p_mural uuid, p_artist uuid) returns void
  language sql security invoker set search_path = ''
as $$
  select private.give_mural(p_mural, p_artist)
$$;
comment on function public.give_mural(uuid, uuid) is 'Says whose work a mural is; null for nobody''s. Admins only.';

create function public.admin_list_murals(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.admin_list_murals(p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function public.admin_list_murals(text, text, text, boolean, int, int) is 'Murals with whose they are. Gives {total, rows}. Admins only.';

grant execute on function private.hide_mural(uuid, text), public.hide_mural(uuid, text), private.show_mural(uuid), public.show_mural(uuid),
  private.feature_mural(uuid, boolean), public.feature_mural(uuid, boolean), private.give_mural(uuid, uuid), public.give_mural(uuid, uuid),
  private.admin_list_murals(text, text, text, boolean, int, int), public.admin_list_murals(text, text, text, boolean, int, int) to authenticated;
