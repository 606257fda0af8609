-- How often an artist's page was looked at: counts by day, and nothing about who looked. No cookie,
-- address or identifier is read for it or kept with it.
create table private.artist_views (
  artist_id uuid not null references public.artists (id) on delete cascade,
  day date not null,
  views int not null default 1,
  primary key (artist_id, day)
);
comment on table private.artist_views is
  'Views of an artist''s page by day, kept for 400 days. Only what pages show has a row, so nobody can add any.';
create index artist_views_day_idx on private.artist_views (day);

create function private.looks_like_a_person() returns boolean
  language sql stable security definer set search_path = '' as $$
  -- Browsers say for their users whether these want to be counted, programs mostly what they are. CUBOT makes phones.
  select coalesce(h ->> 'sec-gpc', '') <> '1' and coalesce(h ->> 'dnt', '') <> '1'
    and coalesce(h ->> 'user-agent', '') ~* '^mozilla/'
    and h ->> 'user-agent' !~* '((?<!cu)bot|crawl|spider|slurp|scrap|headless|lighthouse|preview|monitor|prerender|externalhit|phantom|selenium|puppeteer|playwright)'
  from (select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb as h) r
$$;
comment on function private.looks_like_a_person() is
  'Whether the caller''s headers are those of a browser that does not ask for privacy; nothing of them is kept.';

create function private.count_view(p_page text, p_slug text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_artist uuid;
  v_owner uuid;
begin
  if p_page is distinct from 'artist' or not private.looks_like_a_person() then return; end if;
  select a.id, a.user_id into v_artist, v_owner from public.artists a where a.slug = p_slug and a.public_visible;
  -- Nobody looks at their own page to know how many did.
  if v_artist is null or v_owner = auth.uid() or private.is_admin() then return; end if;
  -- A flood makes a count useless, and must not make it slow: by artist and altogether, since nothing is known of callers.
  if not private.try_rate_limit('view', private.setting_int('view_limit'), interval '10 minutes')
    or private.rate_limit('view_artist', v_artist::text, 1000000000, interval '10 minutes') > private.setting_int('view_artist_limit') then
    return;
  end if;
  insert into private.artist_views as v (artist_id, day) values (v_artist, private.today())
    on conflict (artist_id, day) do update set views = v.views + 1 where v.views < 1000000;
end
$$;
comment on function private.count_view(text, text) is
  'Counts one view of the public page (artist) of a slug. Programs, the artist, admins and floods change nothing; the caller is not told.';

-- The first tab of an artist's dashboard, in one answer: what needs them now, and how a month goes.
create function private.artist_needs(p_artist uuid) returns table (kind text, lead_id uuid, at timestamptz, until date, count int, turn jsonb)
  language sql stable security definer rows 10 set search_path = '' as $$
  with own as materialized (
    select s.lead_id, s.artist_id, s.state, s.artist_read from public.lead_assignments s
    join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
    where s.artist_id = p_artist and s.state not in ('declined', 'passed', 'expired', 'withdrawn')
      and not exists (select from private.conversation_reports r where r.lead_id = s.lead_id and r.artist_id = s.artist_id)
  ), turns as materialized (
    select j.* from (select array_agg(o.lead_id) as leads, array_agg(o.artist_id) as artists from own o) k
    cross join lateral private.turns_of(k.leads, k.artists) j
  )
  -- Each request once, with what is most pressing about it.
  select n.kind, s.lead_id, case n.kind when 'message' then unread.last_at when t.action then t.since else p.created_at end,
    case n.kind when t.action then t.until else p.valid_until end, coalesce((t.turn ->> 'amount')::int, unread.messages),
    case n.kind when t.action then t.turn end
  from (select (private.clock() - interval '12 hours')::date as today) d cross join own s
  left join public.proposals p on p.lead_id = s.lead_id and p.artist_id = s.artist_id and p.state = 'open' and s.state = 'proposed'
  left join turns t on t.lead_id = s.lead_id and t.side = 'artist' and t.waits
  cross join lateral (
    select count(*)::int as messages, max(m.created_at) as last_at from public.lead_messages m
    where m.lead_id = s.lead_id and m.artist_id = s.artist_id and m.sender = 'client' and m.position > s.artist_read) unread
  cross join lateral (select case
    when t.action not in ('write_agreement', 'mark_painted', 'renew_papers', 'reply_review') then t.action
    when unread.messages > 0 then 'message'
    when t.action is not null then t.action
    when p.valid_until between d.today - 14 and d.today - 1 then 'proposal_ended'
    when p.valid_until between d.today and d.today + 3 then 'proposal_ends' end as kind) n
  where n.kind is not null
$$;
comment on function private.artist_needs(uuid) is
  'What waits for an artist: whose turn it is by private.turns_of, unread messages, proposals that end. count is of messages or dollars, or the stars of a review.';

create function private.artist_month(p_artist uuid, p_month date) returns jsonb
  language sql stable security definer set search_path = '' as $$
  with span as (select p_month as first, (p_month + interval '1 month')::date as next),
  own as materialized (
    select s.lead_id, s.created_at, s.answered_at, case when s.state <> 'called_off' then s.accepted_at end as accepted_at
    from public.lead_assignments s join public.lead_records l on l.id = s.lead_id and not l.held
    where s.artist_id = p_artist
      and greatest(s.created_at, s.answered_at, s.accepted_at) >= (select private.start_of(first) from span)
  ), moments as (
    select x.what, private.day_of(x.at) as day, x.hours, x.dollars
    from span, (
      select 'request' as what, o.created_at as at, null::double precision as hours, null::int as dollars from own o
      union all
      -- Nobody knows how long one took that was brought in.
      select 'answer', o.answered_at, nullif(extract(epoch from o.answered_at - o.created_at), 0) / 3600, null from own o
      union all
      -- The price that both signed; until then the proposal's.
      select 'accepted', o.accepted_at, null, coalesce(
        (select sum(i.amount)::int from private.payment_parts i where i.lead_id = o.lead_id and i.artist_id = p_artist and i.dropped_at is null),
        (select i.low from public.proposals i where i.lead_id = o.lead_id and i.artist_id = p_artist and i.state = 'accepted')) from own o
      union all
      select 'received', n.created_at, null, coalesce(n.amount, i.amount)
      from public.lead_assignments s join private.payment_notes n on n.lead_id = s.lead_id and n.artist_id = s.artist_id and n.event = 'receive'
      join private.payment_parts i on i.id = n.part_id
      where s.artist_id = p_artist) x
    where x.at >= private.start_of(span.first) and x.at < private.start_of(span.next)
  ), looked as (
    select v.day, v.views from span, private.artist_views v
    where v.artist_id = p_artist and v.day >= span.first and v.day < span.next
  ), days as (
    select d::date as day, count(m.what) filter (where m.what = 'request') as requests, count(m.what) filter (where m.what = 'answer') as answers,
      count(m.what) filter (where m.what = 'accepted') as accepted, coalesce(sum(m.dollars) filter (where m.what = 'accepted'), 0) as booked,
      coalesce(sum(m.dollars) filter (where m.what = 'received'), 0) as received, percentile_cont(0.5) within group (order by m.hours) as hours,
      (select coalesce(sum(k.views), 0) from looked k where k.day = d::date) as views
    from span, generate_series(span.first, least(span.next - 1, private.today()), interval '1 day') d left join moments m on m.day = d::date
    group by d
  )
  select jsonb_build_object('month', p_month, 'requests', sum(d.requests), 'answers', sum(d.answers), 'accepted', sum(d.accepted), 'booked', sum(d.booked),
    'received', sum(d.received), 'views', sum(d.views),
    'won', (select count(*) from own o, span where o.accepted_at is not null
      and o.created_at >= private.start_of(span.first) and o.created_at < private.start_of(span.next)),
    'hours', (select percentile_cont(0.5) within group (order by m.hours) from moments m),
    'days', jsonb_agg(to_jsonb(d) order by d.day))
  from days d
$$;
comment on function private.artist_month(uuid, date) is
  'How a month of an artist went, in all and by day: requests that came, first answers, proposals accepted, dollars booked and received, how many of its requests were won, the median time to an answer in hours, views of their page.';

create function private.my_day(p_month date default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  c_most constant int := 3;
  v_artist uuid := private.my_artist_id();
  v_now date := date_trunc('month', private.today())::date;
  v_month date := greatest(least(date_trunc('month', p_month)::date, v_now), (v_now - interval '12 months')::date);
begin
  if v_artist is null then perform private.fail('not_allowed'); end if;
  return (
    select jsonb_build_object(
      'needs', coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'lead_id', n.lead_id, 'at', n.at, 'until', n.until, 'count', n.count, 'turn', n.turn,
        'of', n.of, 'city', l.city, 'size', l.mural_size, 'surface', l.surface_type, 'budget', l.budget_range,
        'project', left(l.project_description, 120))
        order by array_position('{finish,confirm_painted,change_agreement,sign_agreement,confirm_payment,settle_payment,send_sketch,answer_reopen,write_agreement,ask_for_payment,answer,message,proposal_ends,mark_painted,renew_papers,proposal_ended,reply_review}'::text[], n.kind), n.place), '[]'))
    from (
      select x.*, row_number() over (partition by x.kind order by x.at, x.lead_id) as place, count(*) over (partition by x.kind) as of
      from private.artist_needs(v_artist) x) n
    join public.lead_records l on l.id = n.lead_id
    where n.place <= c_most
  ) || jsonb_build_object('coming', (
    select coalesce(jsonb_agg(to_jsonb(c) order by c.starts_on, c.lead_id), '[]')
    from (
      select s.lead_id, d.starts_on, d.days, k.name, l.city
      from public.lead_assignments s
      join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
      join public.lead_contacts k on k.lead_id = s.lead_id
      join public.proposals p on p.lead_id = s.lead_id and p.artist_id = s.artist_id and p.state = 'accepted'
      left join private.agreements a on a.lead_id = s.lead_id and a.artist_id = s.artist_id and a.state in ('in_force', 'amending')
      left join private.agreement_versions v on v.lead_id = a.lead_id and v.artist_id = a.artist_id and v.version = a.in_force
      -- The days that both have signed, else those of the proposal.
      cross join lateral (select coalesce((v.body::jsonb ->> 'starts_on')::date, p.starts_on) as starts_on,
        coalesce((v.body::jsonb ->> 'ends_on')::date - (v.body::jsonb ->> 'starts_on')::date + 1, p.days) as days) d
      where s.artist_id = v_artist and s.state = 'accepted' and d.starts_on + d.days >= private.today()
        and not exists (select from private.conversation_reports r where r.lead_id = s.lead_id and r.artist_id = s.artist_id)
      order by d.starts_on, s.lead_id limit c_most) c)
  ) || jsonb_build_object('month', private.artist_month(v_artist, v_month),
    'before', private.artist_month(v_artist, (v_month - interval '1 month')::date) - 'days');
end
$$;
comment on function private.my_day(date) is
  'The calling artist''s day: {needs, coming, month, before}. needs are what waits for them, the most pressing kind first, at most 3 of a kind, with how many there are of it; coming are the next 3 walls that are booked; the numbers are of the month of p_month, without it of this one, at most 12 months back, beside those of the month before.';
