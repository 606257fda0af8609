-- What needs an admin, as one answer: held and unassigned requests, those that nobody has answered for two days, what
-- was reported, who says that a page is theirs, mails that were given up, and rules of cities to look up again.
create function private.dismiss_mail(p_id bigint) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_mail private.mails;
begin
  perform private.require_admin();
  update private.mails m set settled_at = now() where m.id = p_id and m.state = 'failed' and m.settled_at is null returning m.* into v_mail;
  if v_mail.id is null then
    if not exists (select from private.mails m where m.id = p_id) then perform private.fail('invalid_input', 'mail'); end if;
    return;
  end if;
  perform private.audit('mail.settled', v_mail.lead_id, jsonb_build_object('mail', v_mail.id, 'kind', v_mail.kind));
end
$$;
comment on function private.dismiss_mail(bigint) is
  'Takes a mail that has failed off the desk; it stays in the list of mails. Again changes nothing. Admins only.';

create view private.request_progress with (security_invoker = true) as
select a.lead_id, max(a.status) as furthest, bool_or(a.state = 'proposed') as proposed, bool_or(a.state = 'accepted') as accepted,
  max(a.created_at) as given_at,
  not bool_or(a.status <> 'new' or a.answered_at is not null)
    and max(a.created_at) < (select private.clock()) - interval '48 hours' as unanswered
from public.lead_assignments a group by a.lead_id;
comment on view private.request_progress is
  'How far the artists of a request are; unanswered when none has answered and the last of them has had it for 48 hours.';

create view private.request_needs with (security_invoker = true) as
select l.id, greatest(l.created_at, p.given_at) as since,
  case when l.held then 'held' when p.lead_id is null then 'unassigned' when p.unanswered then 'unanswered' end as need
from public.lead_records l
join public.lead_contacts c on c.lead_id = l.id
left join private.request_progress p on p.lead_id = l.id
where l.withdrawn_at is null;
comment on view private.request_needs is
  'What each open request waits for: an admin who decides, an artist, or an answer; null for nothing. since is when that began.';

create function private.needs_requests(p_rows int, p_from timestamptz) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with q as materialized (
    select n.id, n.need, n.since, n.need = 'held' or n.since >= p_from as lately from private.request_needs n where n.need is not null
  ), ranked as (
    select q.*, row_number() over (partition by q.need order by q.since desc, q.id) as place from q where q.lately
  )
  select jsonb_object_agg(k.need, jsonb_build_object(
    'total', (select count(*) from q where q.need = k.need and q.lately),
    'older', (select count(*) from q where q.need = k.need and not q.lately),
    'rows', coalesce((
      select jsonb_agg((select v.lead from private.admin_requests v where v.id = p.id) order by p.place)
      from ranked p where p.need = k.need and p.place <= p_rows), '[]')))
  from unnest(array['held', 'unassigned', 'unanswered']) k (need)
$$;
comment on function private.needs_requests(int, timestamptz) is
  'The requests of each need, the latest first: held ones all, the others that wait since a day, and how many for longer.';

create function private.needs_conversations(p_rows int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with q as materialized (
    select r.lead_id, r.artist_id, max(r.created_at) as at, (array_agg(r.side order by r.created_at desc))[1] as side,
      (array_agg(r.reason order by r.created_at desc))[1] as reason
    from private.conversation_reports r group by r.lead_id, r.artist_id
  )
  select jsonb_build_object('total', (select count(*) from q), 'rows', coalesce((
    select jsonb_agg(jsonb_build_object('lead_id', p.lead_id, 'artist_id', p.artist_id, 'artist', a.name, 'client', c.name,
      'side', p.side, 'reason', p.reason, 'created_at', p.at) order by p.at desc, p.lead_id, p.artist_id)
    from (select q.* from q order by q.at desc, q.lead_id, q.artist_id limit p_rows) p
    join public.artists a on a.id = p.artist_id
    left join public.lead_contacts c on c.lead_id = p.lead_id), '[]'))
$$;
comment on function private.needs_conversations(int) is
  'Reported conversations, the latest first, with who reported last and why; what was written is read in the request.';

create function private.needs_claims(p_rows int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('total', (select count(*) from private.page_claims c where c.state = 'waiting'), 'rows', coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'email', u.email, 'note', p.note, 'created_at', p.created_at,
      'name', a.name, 'slug', a.slug, 'city', a.city, 'public_visible', a.public_visible) order by p.created_at, p.id)
    from (select c.* from private.page_claims c where c.state = 'waiting' order by c.created_at, c.id limit p_rows) p
    join public.artists a on a.id = p.artist_id join auth.users u on u.id = p.user_id), '[]'))
$$;
comment on function private.needs_claims(int) is 'Who says that a page is theirs and waits for a decision, the first of them first.';

create function private.needs_mails(p_rows int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with q as materialized (select m.* from private.mails m where m.state = 'failed' and m.settled_at is null),
    -- Half an hour of tries, of which the first three end within four minutes.
    stuck as materialized (
      select m.* from private.mails m where m.state in ('waiting', 'leased') and m.attempts >= 3 and m.answer is not null
        and m.created_at < now() - interval '30 minutes')
  -- Those that are stuck have one cause, and count as one thing to look at.
  select jsonb_build_object('total', (select count(*) from q) + least(1, (select count(*) from stuck)),
    'stuck', (select jsonb_build_object('total', count(*), 'since', min(s.created_at),
      'answer', (array_agg(s.answer order by s.id desc))[1]) from stuck s having count(*) > 0),
    'rows', coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind,
      'to', coalesce(p.address, (select u.email from auth.users u where u.id = p.user_id)), 'state', p.state,
      'attempts', p.attempts, 'next_attempt_at', null, 'answer', p.answer, 'created_at', p.created_at, 'sent_at', p.sent_at)
      order by p.id desc)
    from (select q.* from q order by q.id desc limit p_rows) p), '[]'))
$$;
comment on function private.needs_mails(int) is 'Mails that were given up and that nobody has settled, the latest first.';

create function private.needs_rules(p_rows int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with q as materialized (
    select r.id, r.title, r.source_url, r.checked_on, c.city_name as city
    from public.city_rules r join public.cities c on c.slug = r.city_slug
    where r.checked_on <= private.today() - interval '1 year'
  )
  select jsonb_build_object('total', (select count(*) from q), 'rows', coalesce((
    select jsonb_agg(to_jsonb(p) order by p.checked_on, p.id) from (select q.* from q order by q.checked_on, q.id limit p_rows) p), '[]'))
$$;
comment on function private.needs_rules(int) is 'Rules of cities that nobody has looked up for a year, the oldest first.';

create function private.needs_jobs(p_rows int) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with week as (select private.clock() - interval '7 days' as ago),
  begun as (
    select p.lead_id, p.artist_id from private.payment_parts p, week
    where p.dropped_at is null and (p.state = 'disputed' or p.state in ('due', 'asked') and p.due_at < week.ago)
    union
    select a.lead_id, a.artist_id from private.agreements a, week
    where a.state in ('offered', 'change_asked', 'signed_by_one', 'amending') and a.updated_at < week.ago
  ), q as materialized (
    select distinct on (k.need, t.lead_id, t.artist_id) k.need, t.lead_id, t.artist_id, t.side, t.since, t.turn
    from week, (select array_agg(b.lead_id) as leads, array_agg(b.artist_id) as artists from begun b) j
    cross join lateral private.turns_of(j.leads, j.artists) t
    cross join lateral (select case when t.action = 'settle_payment' or t.action = 'pay_part' and t.since < week.ago then 'payments'
      when t.action in ('sign_agreement', 'change_agreement') and t.since < week.ago then 'agreements' end as need) k
    where k.need is not null
    order by k.need, t.lead_id, t.artist_id, t.side desc
  ), ranked as (
    select q.*, row_number() over (partition by q.need order by q.since, q.lead_id) as place from q
  )
  select jsonb_object_agg(k.need, jsonb_build_object('total', (select count(*) from q where q.need = k.need), 'rows', coalesce((
    select jsonb_agg(jsonb_build_object('lead_id', p.lead_id, 'artist_id', p.artist_id, 'artist', a.name, 'client', c.name,
      'side', p.side, 'turn', p.turn) order by p.place)
    from ranked p join public.artists a on a.id = p.artist_id left join public.lead_contacts c on c.lead_id = p.lead_id
    where p.need = k.need and p.place <= p_rows), '[]')))
  from unnest(array['payments', 'agreements']) k (need)
$$;
comment on function private.needs_jobs(int) is
  'Parts of a price that are disputed or a week overdue, and agreements that have waited a week for a change or a signature, the oldest first.';

create function private.admin_needs(p_rows int default 5) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  -- What is older is past helping; the lists of requests have it.
  c_days constant int := 30;
  v_rows int := least(greatest(coalesce(p_rows, 5), 1), 50);
  v_from timestamptz := private.clock() - make_interval(days => c_days);
begin
  perform private.require_admin();
  return private.needs_requests(v_rows, v_from) || private.needs_jobs(v_rows) || jsonb_build_object(
    'conversations', private.needs_conversations(v_rows),
    'pictures', private.admin_list_picture_reports('', 'open', 'created_at', true, v_rows, 0),
    'reviews', private.admin_list_reviews('', 'decision', 'created_at', true, v_rows, 0),
    'claims', private.needs_claims(v_rows),
    'papers', private.needs_papers(v_rows),
    'mails', private.needs_mails(v_rows),
    'rules', private.needs_rules(v_rows));
end
$$;
comment on function private.admin_needs(int) is
  'What needs an admin: {held, unassigned, unanswered, payments, agreements, conversations, pictures, reviews, claims, papers, mails, rules}, each {total, rows}; the second and third with older, how many wait for more than 30 days. Admins only.';

-- One person with what is theirs, for an admin.
create function private.artist_work(p_artist uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('received', (select count(*) from public.lead_assignments s where s.artist_id = p_artist),
    'leads', coalesce((
      select jsonb_agg((select v.lead from private.admin_requests v where v.id = s.lead_id) order by s.created_at desc, s.lead_id)
      from (select x.lead_id, x.created_at from public.lead_assignments x where x.artist_id = p_artist
        order by x.accepted_at is null, x.created_at desc, x.lead_id limit 10) s), '[]'),
    'reviews', (select count(*) from public.reviews r where r.artist_id = p_artist and r.public_visible),
    'rating', (select a.average_rating from public.artists a where a.id = p_artist),
    'papers', (select jsonb_build_object('state', p.state, 'ends_on', p.ends_on) from private.papers p
      where p.artist_id = p_artist order by p.state <> 'checked', p.created_at desc limit 1))
$$;
comment on function private.artist_work(uuid) is 'What an artist received and does: leads, those with a job first, reviews, and the certificate that counts.';

create function private.admin_person(p_user uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('user_id', u.id, 'email', u.email, 'name',
      coalesce(nullif(btrim(u.raw_user_meta_data ->> 'name'), ''), split_part(u.email, '@', 1)),
      'role', r.role, 'locale', private.metadata_locale(u.raw_user_meta_data), 'created_at', r.created_at, 'last_sign_in_at', u.last_sign_in_at,
      'artist', (select private.artist_card(a.id) from public.artists a where a.user_id = u.id limit 1),
      'work', (select private.artist_work(a.id) from public.artists a where a.user_id = u.id limit 1),
      'leads', coalesce((
        select jsonb_agg((select v.lead from private.admin_requests v where v.id = l.id) order by l.created_at desc, l.id)
        from (select x.id, x.created_at from public.lead_records x where x.created_by_user = u.id order by x.created_at desc, x.id limit 25) l), '[]'),
      'mails', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'to', u.email,
          'state', case m.state when 'leased' then 'waiting' else m.state end, 'attempts', m.attempts, 'next_attempt_at', null,
          'answer', m.answer, 'created_at', m.created_at, 'sent_at', m.sent_at) order by m.id desc)
        from (select x.* from private.mails x where x.recipient in (u.id::text, lower(u.email)) order by x.id desc limit 25) m), '[]'))
    from auth.users u join public.user_roles r on r.user_id = u.id where u.id = p_user);
end
$$;
comment on function private.admin_person(uuid) is
  'One person: role, last log-in, artist page, the newest leads that they sent and emails that went to them, or null. Admins only.';
