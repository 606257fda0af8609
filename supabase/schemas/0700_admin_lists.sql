-- The admin's first tab (specification, section 2).
create function private.admin_overview() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'artists', (select count(*) from public.artists),
    'artists_public', (select count(*) from public.artists a where a.public_visible),
    'leads', (select count(*) from public.lead_records),
    'leads_last_7_days', (select count(*) from public.lead_records l where l.created_at >= now() - interval '7 days'),
    'held_leads', (select count(*) from public.lead_records l where l.held),
    'cities', (select count(*) from public.cities),
    'user_roles', (select count(*) from public.user_roles),
    'clients', (select count(*) from public.user_roles r where r.role = 'client'));
end
$$;
comment on function private.admin_overview() is 'Counts of artists, leads, cities, roles and clients. Admins only.';

create function private.admin_requests_by_day(p_days int default 30) returns table (day date, leads int)
  language plpgsql stable security definer rows 30 set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select d::date, count(l.id)::int
    from generate_series(private.today() - (least(greatest(coalesce(p_days, 30), 1), 366) - 1), private.today(), interval '1 day') d
    left join public.lead_records l on l.created_at >= private.start_of(d::date) and l.created_at < private.start_of(d::date + 1)
    group by d order by d;
end
$$;
comment on function private.admin_requests_by_day(int) is
  'How many leads came on each of the last days (1 to 366), days without one included. Admins only.';

-- The admin's lists of accounts.
select private.make_admin_list('admin_list_users', 'Accounts with their roles and how many leads each has sent or, of an artist, received; the filter is a role, or clients with leads.',
  $q$
    select r.user_id as id, u.email::text as email, coalesce(nullif(btrim(u.raw_user_meta_data ->> 'name'), ''), split_part(u.email, '@', 1)) as name, r.role::text as role, r.created_at, coalesce(n.leads, 0) + coalesce(g.leads, 0) as lead_count
    from public.user_roles r join auth.users u on u.id = r.user_id
    left join (select l.created_by_user, count(*)::int as leads from public.lead_records l group by 1) n on n.created_by_user = r.user_id
    left join (
      select a.user_id, count(*)::int as leads from public.lead_assignments s join public.artists a on a.id = s.artist_id group by 1) g
      on g.user_id = r.user_id
    where ($2 is null or r.role::text = $2 or ($2 = 'with_leads' and r.role = 'client' and n.leads > 0))
      and ($1 is null or u.email ilike $1 or private.bare_text(u.raw_user_meta_data ->> 'name') like $1)$q$,
  $q$jsonb_build_object('user_id', q.id, 'email', q.email, 'name', q.name, 'role', q.role, 'created_at', q.created_at, 'lead_count', q.lead_count)$q$,
  array['admin', 'artist', 'client', 'with_leads'],
  array['created_at', 'email', 'name', 'role', 'lead_count']);

-- The admin's lists of what the directory shows.
create function private.artists_found(p_search text) returns text
  language sql immutable set search_path = '' as $$
  select format('select f.id from public.artists f where %s union all select f.artist_id from public.artist_contacts f where %s',
    private.found_by('private.search_text(f.name, f.city, f.slug)', p_search), private.found_by('private.bare_text(f.email)', p_search))
$$;
comment on function private.artists_found(text) is 'The query for artists by name, city, slug or e-mail.';

-- The admin's list of artists says whose page is unclaimed, who was invited and who says that it is theirs.
create function private.admin_list_artists(
  p_search text default '', p_filter text default '', p_sort text default '', p_desc boolean default true, p_limit int default 25,
  p_offset int default 0
) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select private.admin_list_page(
    format($q$
      select a.id, a.name, a.city, a.state, c.email, a.featured, a.public_visible, a.average_rating, a.created_at
      from public.artists a left join public.artist_contacts c on c.artist_id = a.id
      where case $2 when 'public' then a.public_visible when 'private' then not a.public_visible
                    when 'featured' then a.featured when 'unclaimed' then a.unclaimed
                    when 'claims' then exists (select from private.page_claims p where p.artist_id = a.id and p.state = 'waiting')
                    else true end
        and ($1 is null or a.id in (%s))$q$, private.artists_found(p_search)),
    $q$
      select to_jsonb(a) || jsonb_build_object('email', c.email, 'phone', c.phone,
        'invited_at', (select k.invited_at from private.claim_links k where k.artist_id = a.id and a.unclaimed),
        'claims', coalesce((
          select jsonb_agg(jsonb_build_object('id', p.id, 'email', u.email, 'note', p.note, 'created_at', p.created_at) order by p.created_at)
          from private.page_claims p join auth.users u on u.id = p.user_id where p.artist_id = a.id and p.state = 'waiting'), '[]'))
      from public.artists a left join public.artist_contacts c on c.artist_id = a.id where a.id = q.id$q$,
    array['public', 'private', 'featured', 'unclaimed', 'claims']::text[],
    array['created_at', 'name', 'city', 'state', 'email', 'featured', 'public_visible', 'average_rating']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$$;
comment on function private.admin_list_artists(text, text, text, boolean, int, int) is
  'Artists with their contacts, whose page is unclaimed, who was invited and who says that it is theirs. Gives {total, rows}. Admins only.';

select private.make_admin_list('admin_list_cities', 'Service areas.',
  $q$
    select c.id, c.city_name, c.state, c.slug, c.artist_count, c.featured, c.created_at from public.cities c
    where ($2 is null or c.featured) and ($1 is null or private.bare_text(c.city_name) like $1 or c.state ilike $1 or c.slug ilike $1)$q$,
  $q$select to_jsonb(c) from public.cities c where c.id = q.id$q$,
  array['featured'],
  array['city_name', 'state', 'slug', 'artist_count', 'featured', 'created_at']);

-- Reading the audit trail.
select private.make_admin_list('admin_list_audit', 'The audit trail; the filter is the part of the action before the dot.',
  $q$
    select l.id, l.at, l.action, u.email::text as actor_email
    from private.audit_log l left join auth.users u on u.id = l.actor
    where ($2 is null or split_part(l.action, '.', 1) = $2)
      and ($1 is null or l.action ilike $1 or u.email ilike $1 or l.subject::text ilike $1 or private.bare_text(l.detail::text) like $1)$q$,
  $q$
    select jsonb_build_object('id', l.id, 'at', l.at, 'actor', l.actor, 'actor_email', q.actor_email, 'action', l.action,
      'subject', l.subject, 'detail', l.detail)
    from private.audit_log l where l.id = q.id$q$,
  array['lead', 'artist', 'mural', 'picture', 'city', 'role', 'account', 'publish', 'request', 'conversation', 'review'],
  array['at', 'action', 'actor_email']);

-- What admins do about murals: look for them, feature them, take them down with a reason and show them again, and say
-- whose they are. The fields are saved by save_mural.
create function private.mural_for_admin(p_mural uuid) returns public.murals
  language plpgsql security definer set search_path = '' as $$
declare
  v_mural public.murals;
begin
  perform private.require_admin();
  select * into v_mural from public.murals m where m.id = p_mural for no key update;
  if v_mural.id is null then perform private.fail('mural_unknown'); end if;
  return v_mural;
end
$$;
comment on function private.mural_for_admin(uuid) is 'A mural that an admin is about to change, locked.';

create function private.hide_mural(p_mural uuid, p_reason text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_mural public.murals := private.mural_for_admin(p_mural);
  v_reason text := private.required_text(p_reason, 500, 'reason_required', 'reason_too_long');
begin
  if v_mural.hidden_reason = v_reason then return; end if;
  update public.murals m set public_visible = false, hidden_at = coalesce(m.hidden_at, now()), hidden_reason = v_reason where m.id = p_mural;
  perform private.audit('mural.hidden', p_mural, jsonb_build_object('name', v_mural.title, 'reason', v_reason));
  perform private.mail_side('mural_hidden', p_mural || ':' || md5(v_reason || private.today()), null, v_mural.artist_id,
    jsonb_build_object('mural', p_mural));
end
$$;
comment on function private.hide_mural(uuid, text) is
  'Takes a mural off the pages, with a reason that its artist reads. Its artist cannot bring it back. Admins only.';

create function private.show_mural(p_mural uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_mural public.murals := private.mural_for_admin(p_mural);
begin
  if v_mural.hidden_at is null then return; end if;
  -- A draft that was never public is its artist's to publish.
  update public.murals m set hidden_at = null, hidden_reason = null, public_visible = m.published_at is not null where m.id = p_mural;
  perform private.audit('mural.shown', p_mural, jsonb_build_object('name', v_mural.title));
end
$$;
comment on function private.show_mural(uuid) is 'Shows a mural again that was taken down. Admins only.';

create function private.feature_mural(p_mural uuid, p_featured boolean) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_mural public.murals := private.mural_for_admin(p_mural);
begin
  if p_featured is null then perform private.fail('invalid_input'); end if;
  if v_mural.featured = p_featured then return; end if;
  update public.murals m set featured = p_featured where m.id = p_mural;
  perform private.audit('mural.featured', p_mural, jsonb_build_object('name', v_mural.title, 'to', p_featured));
end
$$;
comment on function private.feature_mural(uuid, boolean) is 'Features a mural, or does not any more. Admins only.';

create function private.give_mural(p_mural uuid, p_artist uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_mural public.murals := private.mural_for_admin(p_mural);
begin
  if p_artist is not null and not exists (select from public.artists a where a.id = p_artist) then perform private.fail('artist_unknown'); end if;
  if v_mural.artist_id is not distinct from p_artist then return; end if;
  -- The wall of a request is the work of the artist who had that request.
  if exists (select from private.finished_walls w where w.mural_id = p_mural) then perform private.fail('move_refused'); end if;
  update public.murals m set artist_id = p_artist where m.id = p_mural;
  perform private.audit('mural.given', p_mural, jsonb_build_object('name', v_mural.title,
    'from', (select a.name from public.artists a where a.id = v_mural.artist_id), 'to', (select a.name from public.artists a where a.id = p_artist)));
end
$$;
comment on function private.give_mural(uuid, uuid) is
  'Says whose work a mural is; null for nobody''s of this directory. Admins only.';

create function private.audit_mural() returns trigger
  language plpgsql security definer set search_path = '' as $$
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

select private.make_admin_list('admin_list_murals', 'Murals, drafts and hidden ones too, with whose they are.',
  $q$
    select m.id, m.title, a.name as artist, m.city, m.featured, m.public_visible, m.created_at, m.updated_at
    from public.murals m left join public.artists a on a.id = m.artist_id
    where case $2 when 'public' then m.public_visible when 'draft' then not m.public_visible and m.hidden_at is null
                  when 'hidden' then m.hidden_at is not null when 'featured' then m.featured
                  when 'nobody' then m.artist_id is null else true end
      and ($1 is null or private.bare_text(m.title) like $1 or private.bare_text(a.name) like $1 or private.bare_text(m.city) like $1 or m.slug ilike $1)$q$,
  $q$
    select to_jsonb(m) || jsonb_build_object('artist', q.artist, 'artist_slug', case when a.public_visible then a.slug end)
    from public.murals m left join public.artists a on a.id = m.artist_id where m.id = q.id$q$,
  array['public', 'draft', 'hidden', 'featured', 'nobody'],
  array['created_at', 'title', 'artist', 'city', 'featured', 'public_visible', 'updated_at']);
