-- Requests are offered by the specification's rule (section 9) as long as no operator chose the fair one. Whatever else
-- names artists for a request, the next ones and those suggested to an admin, follows the rule in use.
create or replace function private.matching_rule() returns text
  language sql stable security definer set search_path = ''
as $$
  select case when private.setting('matching', '') = 'scores' then 'scores' else 'specification' end
$$;
comment on function private.matching_rule() is
  'By which rule requests are offered: specification, unless the setting matching is scores (the fair one).';

-- An admin who set weights of the fair rule before now chose it: it was the one in use, and no row says so.
insert into private.settings (key, value)
  select 'matching', 'scores' where exists (select from private.audit_log a where a.action = 'matching.changed')
  on conflict (key) do nothing;

create function private.fitting_artists(p_lead uuid, p_first uuid, p_without uuid[], p_limit int)
  returns table (artist_id uuid, rank int)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.matching_rule() = 'scores' then
    return query select m.artist_id, m.rank
      from private.scored_artists(p_lead, p_first, p_without, private.clock(), null, p_limit) m;
    return;
  end if;
  return query
    select a.id, (row_number() over (
      order by (a.id is not distinct from p_first) desc, a.featured desc, a.average_rating desc, a.id))::int
    from public.lead_records l
    join public.artists a on a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
      and (a.id = p_first or lower(private.clean(a.city)) = lower(private.clean(l.city))
        or exists (select from unnest(a.styles) s where position(lower(l.style_preference) in lower(s)) > 0
          or position(lower(s) in lower(l.style_preference)) > 0))
    where l.id = p_lead and a.id <> all (p_without)
    order by 2 limit p_limit;
end
$$;
comment on function private.fitting_artists(uuid, uuid, uuid[], int) is
  'Everybody who fits a request by the rule in use, the best first, without p_without: by the scores, or by style or city and standing. p_first was asked for by name.';

create or replace function private.next_matches(p_lead uuid, p_limit int) returns table (artist_id uuid, rank int)
  language sql stable security definer set search_path = ''
as $$
  select m.artist_id, coalesce((select max(o.rank) from private.lead_offers o where o.lead_id = p_lead), 0) + m.rank
  from private.fitting_artists(p_lead, null, array(
    select o.artist_id from private.lead_offers o where o.lead_id = p_lead
    union select s.artist_id from public.lead_assignments s where s.lead_id = p_lead), p_limit) m
$$;
comment on function private.next_matches(uuid, int) is
  'Who fits a request beyond those that it was offered and those who have it, the best first, by the rule in use.';

create or replace function private.lead_suggestions(p_lead uuid, p_limit int default 3)
  returns table (artist_id uuid, rank int, reason text, week int, requests int)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_asked uuid := (select i.asked_artist from private.lead_intake i where i.lead_id = p_lead);
  v_have uuid[] := array(select a.artist_id from public.lead_assignments a where a.lead_id = p_lead);
begin
  if v_asked = any (v_have) then v_asked := null; end if;
  return query
    with s as materialized (select * from private.fitting_artists(p_lead, v_asked, v_have, p_limit))
    select s.artist_id, s.rank, r.reason, n.week, n.requests
    from s join private.match_reasons(p_lead, array(select x.artist_id from s x), v_asked) r on r.artist_id = s.artist_id
    cross join lateral (
      select count(*) filter (where a.created_at >= private.clock() - interval '7 days')::int as week, count(*)::int as requests
      from public.lead_assignments a where a.artist_id = s.artist_id) n
    order by s.rank;
end
$$;
comment on function private.lead_suggestions(uuid, int) is
  'For who assigns a request: who fits it best of those who do not have it, by the rule in use, why, and how many requests each was given in seven days and ever.';
