-- Admins choose the rule of matching and its weights, and see before they save what that would have changed.
insert into private.error_codes (code, status, field, message) values
  ('matching_value_invalid', 422, null, 'Please enter a whole number within its bounds');

create function private.matching_settings() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('rule', private.matching_rule()) || private.match_values()
$$;
comment on function private.matching_settings() is 'The rule of matching, and its weights and bounds, by their names.';

create function private.checked_matching(p_changes jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field text;
  v_value jsonb;
begin
  perform private.require_admin();
  if jsonb_typeof(p_changes) is distinct from 'object' then perform private.fail('invalid_input'); end if;
  for v_field, v_value in select c.key, c.value from jsonb_each(p_changes) c order by c.key loop
    if v_field = 'rule' then
      if v_value not in ('"scores"', '"specification"') then perform private.fail('invalid_input', 'rule'); end if;
    elsif not exists (select from private.match_weights w where w.part = v_field) then
      perform private.fail('invalid_input', v_field);
    elsif jsonb_typeof(v_value) <> 'number' or v_value::text !~ '^[0-9]{1,3}$'
      or not exists (select from private.match_weights w where w.part = v_field and v_value::text::int between w.least and w.most) then
      perform private.fail('matching_value_invalid', v_field);
    end if;
  end loop;
  return private.matching_settings() || p_changes;
end
$$;
comment on function private.checked_matching(jsonb) is
  'How matching would be set with these changes; refuses everybody but admins, and what is not a whole number within its bounds.';

create function private.spread(p_offers uuid[]) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with places as materialized (
    select p.artist_id, p.requests, count(o.artist_id) as n
    from private.match_profiles p left join unnest(p_offers) o (artist_id) on o.artist_id = p.artist_id
    group by p.artist_id, p.requests
  ), ranked as (select x.n, row_number() over (order by x.n) as i, count(*) over () as of_all, sum(x.n) over () as total from places x)
  select jsonb_build_object(
    'artists', (select count(*) from places x where x.n > 0),
    'newcomers', (select count(*) from places x where x.n > 0 and x.requests < 3),
    'gini', coalesce(round(max(2.0 * s.weighed / (r.of_all * nullif(r.total, 0)) - (r.of_all + 1.0) / r.of_all), 2), 0))
  from ranked r cross join (select sum(y.i * y.n) as weighed from ranked y) s
$$;
comment on function private.spread(uuid[]) is
  'How places spread over all artists who could have them: to how many, to how many with fewer than three requests, and the Gini coefficient (0: all alike, 1: one has all).';

create function private.artist_names(p_artists uuid[]) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by x.at), '[]')
  from unnest(p_artists) with ordinality x (id, at) join public.artists a on a.id = x.id
$$;
comment on function private.artist_names(uuid[]) is 'These artists by name, in their order.';

create function private.preview_matching(p_changes jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_now jsonb := private.matching_settings();
  v_new jsonb := private.checked_matching(p_changes);
  v_answer jsonb;
begin
  -- Both for the artists of today and the requests of the week that each request ended.
  with asked as (
    select l.id, l.city, l.style_preference, l.created_at,
      (select o.artist_id from private.lead_offers o where o.lead_id = l.id and o.asked limit 1) as first
    from public.lead_records l where l.kind = 'quote' and not l.held
    order by l.created_at desc, l.id limit 100
  ), offers as materialized (
    select q.*,
      array(select m.artist_id from private.matched_artists(q.id, q.first, v_now ->> 'rule', v_now, q.created_at) m order by m.rank) as before,
      array(select m.artist_id from private.matched_artists(q.id, q.first, v_new ->> 'rule', v_new, q.created_at) m order by m.rank) as after
    from asked q
  ), changed as (select f.* from offers f where not (f.before <@ f.after and f.after <@ f.before))
  select jsonb_build_object(
    'requests', (select count(*) from offers), 'changed', (select count(*) from changed),
    'before', private.spread(array(select x.id from offers f cross join lateral unnest(f.before) x (id))),
    'after', private.spread(array(select x.id from offers f cross join lateral unnest(f.after) x (id))),
    'changes', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'city', c.city, 'style', c.style_preference,
        'created_at', c.created_at, 'before', private.artist_names(c.before), 'after', private.artist_names(c.after))
      order by c.created_at desc, c.id) from changed c), '[]'))
  into v_answer;
  return v_answer;
end
$$;

comment on function private.preview_matching(jsonb) is
  'What these changes would have made of the last 100 requests: the artists offered before and after, and how they spread. Admins only.';

create function private.save_matching(p_changes jsonb, p_read jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.checked_matching(p_changes);
  perform from private.match_weights w order by w.position for update;
  perform private.refuse_stale(private.matching_settings(), p_changes, p_read);
  update private.match_weights w set value = (p_changes ->> w.part)::int
    where p_changes ? w.part and w.value <> (p_changes ->> w.part)::int;
  if p_changes ? 'rule' then
    insert into private.settings as s (key, value) values ('matching', p_changes ->> 'rule')
      on conflict (key) do update set value = excluded.value where s.value <> excluded.value;
  end if;
  if p_changes <> '{}' then perform private.audit('matching.changed', null, p_changes); end if;
  return private.matching_settings();
end
$$;
comment on function private.save_matching(jsonb, jsonb) is
  'Sets what was changed of matching, if each is still what p_read says; the audit trail has what. Admins only.';

create function public.matching_settings() returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.checked_matching('{}')
$$;
comment on function public.matching_settings() is
  'The rule of matching, its weights and bounds: {rule, style, place, surface, budget, answers, acceptance, standing, reach_miles, week_share}. Admins only.';

create function public.preview_matching(p_changes jsonb) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select private.preview_matching(p_changes)
$$;
comment on function public.preview_matching(jsonb) is
  'What changes of matching would have made of the last 100 requests: {requests, changed, before, after, changes}. Admins only.';

create function public.save_matching(p_changes jsonb, p_read jsonb) returns jsonb
  language sql security invoker set search_path = ''
as $$
  select private.save_matching(p_changes, p_read)
$$;
comment on function public.save_matching(jsonb, jsonb) is
  'Saves what was changed of matching; refuses changed_elsewhere when such a field is not as it was read. Answers as matching_settings. Admins only.';
grant execute on function private.checked_matching(jsonb), public.matching_settings(),
  private.preview_matching(jsonb), public.preview_matching(jsonb),
  private.save_matching(jsonb, jsonb), public.save_matching(jsonb, jsonb) to authenticated;
